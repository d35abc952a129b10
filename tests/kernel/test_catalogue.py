"""Message catalogues: languages, plurals, forms, players' names."""

from __future__ import annotations

from pathlib import Path

import pytest

from quarterdeck.kernel import catalogue
from quarterdeck.kernel.catalogue import LANGUAGES, Translator, translator
from quarterdeck.kernel.errors import UnknownName
from quarterdeck.kernel.messages import Message
from tests.toy import TOY
from tests.toy.steps import charm_name, skerry_name

EN = Translator("en")
FR = Translator("fr")


def test_there_are_two_languages() -> None:
    assert LANGUAGES == ("en", "fr")


@pytest.mark.parametrize("language", ["de", "", "EN", "en_GB"])
def test_an_unknown_language_is_refused(language: str) -> None:
    with pytest.raises(UnknownName) as caught:
        Translator(language)
    assert caught.value.name == language
    assert "en, fr" in str(caught.value)


def test_a_negative_number_has_a_true_minus_sign() -> None:
    assert FR("sk.event.tide", tide=-2) == "La marée −2 commence."
    assert EN("sk.event.tide", tide=-2) == "Tide −2 begins."
    assert EN("sk.event.tide", tide="a-b") == "Tide a-b begins."


def test_the_same_message_in_both_languages() -> None:
    message = Message("sk.event.tide", tide=2)
    assert EN.text(message) == "Tide 2 begins."
    assert FR.text(message) == "La marée 2 commence."
    assert translator("fr").text(message) == FR("sk.event.tide", tide=2)


@pytest.mark.parametrize(
    ("count", "english", "french"),
    [
        (0, "Ana finds 0 shells.", "Ana trouve 0 coquillage."),
        (1, "Ana finds 1 shell.", "Ana trouve 1 coquillage."),
        (2, "Ana finds 2 shells.", "Ana trouve 2 coquillages."),
    ],
)
def test_plural_forms(count: int, english: str, french: str) -> None:
    message = Message("sk.event.find", seat=0, count=count)
    assert Translator("en", ["Ana"]).text(message) == english
    assert Translator("fr", ["Ana"]).text(message) == french


def test_a_nested_message_may_be_asked_for_in_another_form() -> None:
    assert EN("sk.choice.row", skerry=skerry_name(2)) == "row to the Reef"
    assert FR("sk.choice.row", skerry=skerry_name(2)) == "ramer vers le Récif"
    assert EN("sk.reason.no_pearl", charm=charm_name(2)) == "you need a pearl"


def test_a_nested_message_without_a_form() -> None:
    assert FR("sk.event.discard", seat=0, charm=charm_name(0)).endswith(": liège.")


def test_seats_get_their_players_names() -> None:
    named = Translator("en", ["Ana", "", "Bo"])
    assert named("sk.event.yield", seat=0) == "Ana yields."
    assert named("sk.event.yield", seat=1) == "Player 2 yields."
    assert named("sk.event.yield", seat=2) == "Bo yields."
    assert named("sk.event.yield", seat=3) == "Player 4 yields."
    assert FR("sk.event.yield", seat=0) == "Joueur 1 cède."


def test_french_drops_the_vowel_of_de_before_a_name() -> None:
    names = ("Anne", "Éole", "Henri", "Marc", "œil", "")
    french = Translator("fr", names)
    said = [french._field(seat, "de_player") for seat in range(len(names))]
    unnamed = french("qd.player", number=6)
    assert said == ["d’Anne", "d’Éole", "d’Henri", "de Marc", "d’œil", f"de {unnamed}"]


def test_no_player_is_named_for_a_seat_that_is_none() -> None:
    for names in ((), ("Ana", "Bo")):
        text = Translator("en", names).player(-1)
        assert not any(name in text for name in names)


def test_names_are_not_read_as_templates() -> None:
    named = Translator("en", ["{seat} {0} %s"])
    assert named("sk.event.yield", seat=0) == "{seat} {0} %s yields."
    assert EN("sk.event.tide", tide="{x}") == "Tide {x} begins."


def test_a_missing_argument_is_an_error() -> None:
    with pytest.raises(KeyError):
        EN("sk.event.tide")


def test_known_and_unknown_ids() -> None:
    assert EN.knows("sk.title")
    assert EN.knows("sk.event.find"), "a message with plural forms"
    assert EN.knows("qd.player")
    assert not EN.knows("sk.no.such.message")
    assert EN("sk.no.such.message") == "sk.no.such.message"


def test_a_folder_is_added_once() -> None:
    before = catalogue.folders()
    assert TOY.folder / "messages" in before
    catalogue.add_folder(TOY.folder / "messages", f"{TOY.prefix}.")
    assert catalogue.folders() == before


def test_the_list_of_folders_is_a_copy() -> None:
    catalogue.folders().append(Path("nowhere"))
    assert Path("nowhere") not in catalogue.folders()
