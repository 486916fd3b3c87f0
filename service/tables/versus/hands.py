"""Before and after each hand of a table between two players: stakes held, cards dealt, stakes paid."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final, TypeAlias

from deckmapping.errors import InvalidInputError
from service.draws import stream, uniform
from service.rules import acts as rules
from service.rules.errors import IllegalActError, is_legal
from service.rules.state import SIDES, HandState
from service.tables import purses as money
from service.tables.practice import Chips
from service.tables.versus.acts import legal_acts, played_on
from service.tables.versus.events import HandBegan, HandSettled, Shuffled, ToOneSide
from service.tables.versus.table import bets_won

if TYPE_CHECKING:
    from service.tables.purses import Holdings
    from service.tables.versus.events import VersusEvent
    from service.tables.versus.table import VersusTable

START_LABEL: Final = b"start/1"
"""Under which the first hand's seed says who starts it (R1)."""

Purses: TypeAlias = "tuple[Holdings, Holdings]"
"""Of side 0 and of side 1."""


def verify_deal(table: VersusTable, purses: Purses) -> None:
    """Check that the next hand may be dealt.

    Raises:
        IllegalActError: a hand is not over or not settled, or a side is not ready.
        InvalidInputError: a purse does not hold twice the stake, or already holds a bet on this hand; each such player
            is named, and no balance.
    """
    if table.hand is not None or not all(table.ready):
        raise IllegalActError.of("act", "deal", legal_acts(table))
    wager = table.terms.wager(table.number + 1)
    faults = [
        InvalidInputError.of(f"purses[{side}]", table.terms.names[side], f"{wager.held} free, as a double would cost")
        for side in SIDES
        if not money.can_hold(purses[side], wager)
    ]
    if faults:
        raise InvalidInputError.all(violation for fault in faults for violation in fault.violations)


def can_deal(table: VersusTable, purses: Purses) -> bool:
    """Tell whether the next hand may be dealt."""
    return is_legal(lambda: verify_deal(table, purses))


def deal(table: VersusTable, purses: Purses, seed: bytes) -> tuple[VersusTable, Purses, tuple[VersusEvent, ...]]:
    """Hold twice the stake of both players, then deal the next hand (R1 to R3).

    Args:
        table: between two hands.
        purses: of side 0 and side 1.
        seed: the hand's, 32 bytes. Of the first hand it also says who starts; then the sides take turns.
    """
    verify_deal(table, purses)
    number = table.number + 1
    wager = table.terms.wager(number)
    held = [money.hold(purse, wager) for purse in purses]
    shoe, why = table.shoe.ready()
    dealt = shoe.deal(seed, number)
    starter = uniform(2, stream(seed, START_LABEL)) if table.last_starter is None else 1 - table.last_starter
    hand, events = rules.deal(HandState.before_deal(dealt.next_cards, table.terms.rules, starter))
    after = replace(table, shoe=shoe, number=number, hand=hand, dealt=dealt, last_starter=starter, absent=(None, None))
    after, played = played_on(after, *events)
    before: tuple[VersusEvent, ...] = (
        *(ToOneSide(side, event) for side, (_, own) in enumerate(held) for event in own),
        *(() if why is None else (Shuffled(why),)),
        HandBegan(number, starter),
    )
    return after, (held[0][0], held[1][0]), (*before, *played)


def verify_settle(table: VersusTable) -> None:
    """Check that the hand may be settled.

    Raises:
        IllegalActError: there is none, or it goes on.
    """
    if table.outcome is None:
        raise IllegalActError.of("act", "settle", legal_acts(table))


def can_settle(table: VersusTable) -> bool:
    """Tell whether the hand may be settled."""
    return table.outcome is not None


def settle(table: VersusTable, purses: Purses) -> tuple[VersusTable, Purses, tuple[VersusEvent, ...]]:
    """Pay the hand that is over: the stake, or twice the stake, from one purse to the other; a draw moves nothing.

    A player whose purse does not hold the stake of another hand twice is bust and begins a new game. The hand's cards
    are out of the piles until these are shuffled.
    """
    verify_settle(table)
    outcome, hand, dealt = table.outcome, table.hand, table.dealt
    assert outcome is not None
    assert hand is not None
    assert dealt is not None
    wager = table.terms.wager(table.number)
    bets = [bets_won(outcome, side) for side in SIDES]
    needed = Chips(wager.held.count)
    paid = [money.settle(purse, wager.key, each, needed) for purse, each in zip(purses, bets, strict=True)]
    first, second = (money.change_of(wager.bet, each) for each in bets)
    used = len(hand.seats[0].hand.cards), len(hand.seats[1].hand.cards)
    after = replace(table, shoe=table.shoe.after(dealt, used), hand=None, dealt=None, ready=(False, False))
    events: tuple[VersusEvent, ...] = (
        HandSettled(table.number, outcome, (first, second)),
        *(ToOneSide(side, event) for side, (_, own) in enumerate(paid) for event in own),
    )
    return after, (paid[0][0], paid[1][0]), events
