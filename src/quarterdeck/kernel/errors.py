"""Errors that name the kind of mistake. Each carries a translatable message."""

from __future__ import annotations

from typing import Any

from quarterdeck.kernel.messages import Argument, Message, Reason


class QuarterdeckError(Exception):
    """Anything a caller may have done wrong; `message` says what, in any language."""

    def __init__(self, message: Message) -> None:
        super().__init__(message)
        self.message = message

    def __str__(self) -> str:
        # Imported here: the catalogue is only needed once an error is really shown.
        from quarterdeck.kernel.catalogue import translator

        return translator("en").text(self.message)

    def __reduce__(self) -> tuple[Any, ...]:
        """An error crosses from one process to another whole, whatever its constructor takes."""
        return _rebuilt, (type(self), self.message), self.__dict__


def _rebuilt(kind: type[QuarterdeckError], message: Message) -> QuarterdeckError:
    error = kind.__new__(kind)
    QuarterdeckError.__init__(error, message)
    return error


class IllegalAction(QuarterdeckError):
    """A well-formed choice that is not open now, with the rule that closes it."""

    def __init__(self, notation: str, reason: Reason) -> None:
        if reason.rule:
            said = Message(
                "qd.error.illegal", choice=notation, why=reason.message, rule=reason.rule
            )
        else:
            said = Message("qd.error.illegal.no_rule", choice=notation, why=reason.message)
        super().__init__(said)
        self.notation = notation
        self.reason = reason

    @property
    def rule(self) -> str:
        return self.reason.rule


class NotYourTurn(QuarterdeckError):
    """A seat tried to choose while others are asked (or nobody is)."""

    def __init__(self, seat: int) -> None:
        id = "qd.error.not_your_turn" if seat >= 0 else "qd.error.nothing_due"
        super().__init__(Message(id, seat=seat))
        self.seat = seat


class BadNotation(QuarterdeckError):
    """A text that is no choice of this game at all."""

    def __init__(self, text: str, id: str = "qd.error.bad_notation", **more: Argument) -> None:
        super().__init__(Message(id, text=text[:80], **more))
        self.text = text


class UnknownName(QuarterdeckError):
    """A game, bot, option or language nobody knows, with the names that exist."""

    def __init__(self, kind: str, name: str, known: list[str]) -> None:
        super().__init__(
            Message(f"qd.error.unknown.{kind}", name=name[:80], known=", ".join(known))
        )
        self.name = name


class BadSetup(QuarterdeckError):
    """Seats or options a game cannot be started with."""


class BadComponents(QuarterdeckError):
    """A component file that cannot be used; `problems` lists every fault found."""

    def __init__(self, source: str, problems: list[Message]) -> None:
        super().__init__(Message("qd.error.components", source=source, first=problems[0]))
        self.source = source
        self.problems = problems


class RecordError(QuarterdeckError):
    """A record that cannot be read, verified or continued."""


class RulesVersionMismatch(RecordError):
    """A record made under another rules version, with no migration to this one."""

    def __init__(self, game: str, found: int, wanted: int) -> None:
        super().__init__(Message("qd.error.rules_version", game=game, found=found, wanted=wanted))
        self.found = found
        self.wanted = wanted
