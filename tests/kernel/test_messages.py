"""Messages, reasons and events as data."""

from __future__ import annotations

from quarterdeck.kernel.messages import EVERYBODY, NO_LANE, Event, Message, Reason


def test_messages_are_equal_by_what_they_say() -> None:
    assert Message("a", x=1, y=Message("b")) == Message("a", y=Message("b"), x=1)
    assert hash(Message("a", x=1, y=2)) == hash(Message("a", y=2, x=1))
    assert Message("a", x=1) != Message("a", x=2)
    assert Message("a") != Message("b")
    assert Message("a") != "a"
    assert len({Message("a", x=1), Message("a", x=1), Message("a", x=2)}) == 2


def test_a_message_shows_how_to_make_it() -> None:
    message = Message("a", count=2, of=Message("b"))
    assert repr(message) == "Message('a', count=2, of=Message('b'))"


def test_reasons_are_equal_by_message_and_rule() -> None:
    assert Reason(Message("a"), "R-1") == Reason(Message("a"), "R-1")
    assert hash(Reason(Message("a"), "R-1")) == hash(Reason(Message("a"), "R-1"))
    assert Reason(Message("a"), "R-1") != Reason(Message("a"), "R-2")
    assert Reason(Message("a"), "R-1") != Reason(Message("b"), "R-1")
    assert Reason(Message("a"), "R-1") != "R-1"
    assert repr(Reason(Message("a"), "R-1")) == "Reason(Message('a'), 'R-1')"


def test_an_event_is_for_everybody_or_for_one_seat() -> None:
    public = Event(Message("a"), EVERYBODY, NO_LANE)
    private = Event(Message("a"), 1, 1)
    assert [public.visible_to(viewer) for viewer in (0, 1, None)] == [True, True, True]
    assert [private.visible_to(viewer) for viewer in (0, 1, None)] == [False, True, False]
    assert repr(private) == "Event(Message('a'), audience=1, lane=1)"
