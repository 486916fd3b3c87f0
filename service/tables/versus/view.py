"""What one side may see of a table between two players.

A side whose cards are hidden from the viewer is a `HiddenSide`, which has no place for a card, a value or a total.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from service.rules.best import best_total
from service.rules.state import Phase
from service.rules.views import seat_view, visible_events
from service.tables.open_cards import CardView, allowed_choices, open_cards
from service.tables.versus.acts import legal_acts
from service.tables.versus.events import ToOneSide

if TYPE_CHECKING:
    from collections.abc import Iterable

    from deckmapping.values import Value
    from service.rules.cards import SideRules
    from service.rules.choices import Choice
    from service.rules.outcome import Outcome
    from service.rules.views import SideView
    from service.tables.moves import Absence
    from service.tables.purses import Amount
    from service.tables.versus.table import VersusTable

_Event = TypeVar("_Event")


@dataclass(frozen=True, slots=True)
class OpenSide:
    """A side whose cards the viewer sees: his own, and the other one once both lie open."""

    cards: tuple[CardView, ...]
    """In the order drawn."""
    total: Value | None
    """With the change made so far; None while a card is not valued."""
    change: int | None
    """None while it has not been made."""


@dataclass(frozen=True, slots=True)
class HiddenSide:
    """A side whose cards the viewer does not see."""

    card_count: int


@dataclass(frozen=True, slots=True)
class Standing:
    """What lies open of a side in any case."""

    pile_count: int
    """Cards left to draw."""
    is_done: bool
    """Whether it draws no more."""
    absent: Absence | None
    """Why it is played for; None where it is not."""
    rules: SideRules
    """What its playing character allows; he lies open."""


@dataclass(frozen=True, slots=True)
class HandView:
    """A hand as one side sees it."""

    starter: int
    phase: Phase
    to_act: int | None
    """The side that is asked now; whether the other side has valued its cards is not shown."""
    own: OpenSide
    best_total: Value
    """What the best values of his open cards would make of his own hand, after his best change (R5)."""
    choices: tuple[tuple[Choice, ...], ...]
    """What he may choose for each of his cards; nothing unless it is the time to choose."""
    other: HiddenSide | OpenSide
    standing: tuple[Standing, Standing]
    """By side."""
    outcome: Outcome | None


@dataclass(frozen=True, slots=True)
class TableView:
    """A table as the side `viewer` sees it."""

    viewer: int
    table_id: str
    names: tuple[str, str]
    stake: Amount
    number: int
    """Of the hand that is played or was played last; 0 before the first."""
    hand: HandView | None
    """None between two hands."""
    ready: tuple[bool, bool]
    """Who is ready for the next hand."""
    played: tuple[tuple[str, ...], tuple[str, ...]]
    """The cards of either side that have been played since the piles were shuffled, this hand's left out."""
    legal: str
    """What may be done now, in words."""


def table_view(table: VersusTable, viewer: int) -> TableView:
    """Return what the side *viewer* may see of *table*."""
    first, second = (tuple(card.card_id for card in pile.played) for pile in table.shoe.piles)
    return TableView(
        viewer=viewer,
        table_id=table.terms.table_id,
        names=table.terms.names,
        stake=table.terms.stake,
        number=table.number,
        hand=hand_view(table, viewer),
        ready=table.ready,
        played=(first, second),
        legal=legal_acts(table),
    )


def hand_view(table: VersusTable, viewer: int) -> HandView | None:
    """Return what the side *viewer* may see of the hand at *table*; None between two hands."""
    if table.hand is None or table.dealt is None:
        return None
    seen = seat_view(table.hand, viewer)
    own, other = seen.sides[viewer], seen.sides[1 - viewer]
    first, second = (
        Standing(side.pile_count + beneath, side.is_done, absent, side.rules)
        for side, beneath, absent in zip(seen.sides, table.dealt.beneath, table.absent, strict=True)
    )
    assert own.hand is not None
    can_choose = seen.phase is Phase.VALUING and table.absent[viewer] is None and own.total is None
    return HandView(
        starter=seen.starter,
        phase=seen.phase,
        to_act=seen.to_act,
        own=OpenSide(open_cards(own.hand), own.total, own.change),
        best_total=best_total(own.hand, own.change),
        choices=tuple(allowed_choices(own.hand, at) for at in range(own.card_count)) if can_choose else (),
        other=_side(other),
        standing=(first, second),
        outcome=seen.outcome,
    )


def seat_events(events: Iterable[_Event], viewer: int) -> tuple[_Event, ...]:
    """Return those of *events*, a table's and others around it, that the side *viewer* may see."""
    seen = visible_events(events, viewer)
    return tuple(event for event in seen if not isinstance(event, ToOneSide) or event.side == viewer)


def _side(side: SideView) -> OpenSide | HiddenSide:
    if side.hand is None:
        return HiddenSide(side.card_count)
    return OpenSide(open_cards(side.hand), side.total, side.change)
