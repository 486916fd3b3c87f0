"""The dealer's turn: he shows his hole card and plays his rule, which never looks at the player's hand."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from deckmapping.values import Value
from service.rules.best import best_values
from service.rules.dealing import draw_chance
from service.tables.dealer.events import DealerDrew, DealerEvent, DealerShifted, DealerShowed, DealerStood, Ended
from service.tables.dealer.hand import DEALER, DealerHand

if TYPE_CHECKING:
    from fractions import Fraction

    from service.rules.state import Seat


def dealer_plays(state: DealerHand, events: tuple[DealerEvent, ...]) -> tuple[DealerHand, tuple[DealerEvent, ...]]:
    """Play the dealer's hand to its end, once the player has finished; *events* are what happened before."""
    seat = state.seats[DEALER]
    best = best_values(seat.hand)
    played: list[DealerEvent] = [DealerShowed(seat.hand.cards[1], best.total)]
    while not seat.is_forced:
        chance = draw_chance(state.terms.rule, best.total)
        if not _draws(state, seat, chance):
            break
        seat = seat.with_next_card()
        best, drawn = best_values(seat.hand), seat.hand.cards
        played.append(DealerDrew(drawn[-1], len(drawn), best.total, is_by_chance=chance < 1))
    played.append(DealerStood(best.total, seat.is_forced))
    rules = seat.hand.rules
    if state.character.may_shift:
        best = best_values(replace(seat.hand, rules=replace(rules, may_change=True)))
    if best.change:
        played.append(DealerShifted(Value(sum(best.values)), best.change, best.total))
    final = replace(
        seat,
        hand=replace(best.hand, rules=rules),
        has_stood=True,
        change=best.change or None,  # that he might have changed it is not told
    )
    return _ended(state.with_seat(DEALER, final), (*events, *played))


def ended_by_perfect(state: DealerHand, events: tuple[DealerEvent, ...]) -> tuple[DealerHand, tuple[DealerEvent, ...]]:
    """End a hand in which a side was dealt a perfect sabacc (R3): the dealer shows, and nobody draws."""
    hand = state.seats[DEALER].hand
    return _ended(state, (*events, DealerShowed(hand.cards[1], best_values(hand).total)))


def _draws(state: DealerHand, seat: Seat, chance: Fraction) -> bool:
    """Tell whether the dealer draws where his rule draws with *chance*."""
    return chance == 1 or (chance > 0 and len(seat.hand.cards) in state.character.overdraws_with)


def _ended(state: DealerHand, events: tuple[DealerEvent, ...]) -> tuple[DealerHand, tuple[DealerEvent, ...]]:
    after = replace(state, is_shown=True)
    result = after.result
    assert result is not None
    return after, (*events, Ended(result))
