"""What is known of pages that follow their table by a stream."""

from __future__ import annotations

from quarterdeck.server.following import Following


def test_a_page_is_known_while_its_stream_is_open() -> None:
    following: Following[str] = Following()
    following.note("a", "too early")
    with following.page("a"):
        assert following.find("a") is None
        following.note("a", "board")
        following.note("b", "somebody else's")
        assert (following.find("a"), following.find("b")) == ("board", None)
    assert following.find("a") is None
    assert len(following) == 0


def test_a_page_without_a_name_is_not_known() -> None:
    following: Following[str] = Following()
    with following.page(""):
        following.note("", "board")
        assert following.find("") is None
        assert len(following) == 0


def test_a_page_may_have_its_next_stream_before_the_last_one_ends() -> None:
    following: Following[str] = Following()
    first, second = following.page("a"), following.page("a")
    first.__enter__()
    following.note("a", "old")
    second.__enter__()
    # Nobody knows what it missed in between.
    assert following.find("a") is None
    following.note("a", "new")
    first.__exit__(None, None, None)
    assert following.find("a") == "new"
    second.__exit__(None, None, None)
    assert len(following) == 0
