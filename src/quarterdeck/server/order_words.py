"""Standing orders in words: the same for page and API."""

from __future__ import annotations

from dataclasses import dataclass

from quarterdeck.kernel.catalogue import Translator
from quarterdeck.kernel.options import Option
from quarterdeck.kernel.orders import AnyOrder, OrderWording
from quarterdeck.kernel.rules import AnyRules
from quarterdeck.server.orders import Standing


@dataclass(frozen=True)
class ShownParameter:
    """A part of an order to be filled in; `values` are words and what they mean."""

    id: str
    label: str
    values: dict[str, str]
    value: str


@dataclass(frozen=True)
class OfferedOrder:
    """What can be ordered. `waits`: it leaves its player some time to answer."""

    id: str
    title: str
    help: str
    parameters: tuple[ShownParameter, ...]
    waits: bool


@dataclass(frozen=True)
class ShownOrder:
    """An order that was given. `until` is what can end it, `ended` what has."""

    id: str
    title: str
    text: str
    values: dict[str, str]
    since: float | None
    until: tuple[str, ...]
    ended: str | None


def word_offers(
    rules: AnyRules, standing: tuple[Standing, ...], say: Translator
) -> tuple[OfferedOrder, ...]:
    """What a player can order, filled in as they have done before."""
    given = {each.order.id: each.row.values for each in standing}
    return tuple(
        _offer(rules.order_wording(order), order.check(given.get(order.id, {})), say)
        for order in rules.orders
    )


def _offer(wording: OrderWording, values: dict[str, str], say: Translator) -> OfferedOrder:
    order: AnyOrder = wording.order
    return OfferedOrder(
        order.id,
        say.text(wording.title),
        say.text(wording.help),
        tuple(_parameter(wording, each, values[each.id], say) for each in order.parameters),
        order.is_patient,
    )


def _parameter(
    wording: OrderWording, parameter: Option, value: str, say: Translator
) -> ShownParameter:
    meanings = {each: say.text(wording.value(parameter, each)) for each in parameter.values}
    return ShownParameter(parameter.id, say.text(wording.parameter(parameter)), meanings, value)


def word_order(rules: AnyRules, each: Standing, say: Translator) -> ShownOrder:
    """An order as it stands, or why it does not any more."""
    wording = rules.order_wording(each.order)
    row = each.row
    return ShownOrder(
        id=each.order.id,
        title=say.text(wording.title),
        text=say.text(wording.sentence(row.values)),
        values=row.values,
        since=row.since,
        until=tuple(
            say.text(wording.end(end, row.values)) for end in each.order.ends_with(row.values)
        ),
        ended=None if row.ended is None else say.text(wording.end(row.ended, row.values)),
    )
