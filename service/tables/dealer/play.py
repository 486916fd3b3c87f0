"""The dealer's turn: he shows his hole card and plays his rule, which never looks at the player's hand."""

from __future__ import annotations

from dataclasses import replace

from deckmapping.values import Value
from service.rules.best import best_hand, best_total, best_values
from service.rules.dealing import draw_chance
from service.rules.state import Seat
from service.tables.dealer.events import DealerDrew, DealerEvent, DealerShifted, DealerShowed, DealerStood, Ended
from service.tables.dealer.hand import DEALER, DealerHand


def dealer_plays(
    state: DealerHand, seats: tuple[Seat, Seat], events: tuple[DealerEvent, ...]
) -> tuple[DealerHand, tuple[DealerEvent, ...]]:
    """Play the dealer's hand to its end, once the player has finished.

    Args:
        state: the hand.
        seats: both sides' seats now.
        events: what happened before.
    """
    player, seat = seats
    total = best_total(seat.hand)
    played: list[DealerEvent] = [DealerShowed(seat.hand.cards[1], total)]
    while not seat.is_forced and (chance := draw_chance(state.terms.rule, total)):
        is_by_chance = chance != 1
        if is_by_chance and len(seat.hand.cards) not in state.character.overdraws_with:
            break
        seat = seat.with_next_card()
        total, drawn = best_total(seat.hand), seat.hand.cards
        played.append(DealerDrew(drawn[-1], len(drawn), total, is_by_chance))
    played.append(DealerStood(total, seat.is_forced))
    if state.character.may_shift:
        final, shifted = _shifted(seat)
        played += shifted
    else:
        final = Seat(best_hand(seat.hand), seat.pile, has_stood=True)
    return _ended(state, (player, final), (*events, *played))


def ended_by_perfect(
    state: DealerHand, seats: tuple[Seat, Seat], events: tuple[DealerEvent, ...]
) -> tuple[DealerHand, tuple[DealerEvent, ...]]:
    """End a hand in which a side was dealt a perfect sabacc (R3): the dealer shows, and nobody draws.

    Args: see `dealer_plays`.
    """
    hand = seats[DEALER].hand
    return _ended(state, seats, (*events, DealerShowed(hand.cards[1], best_total(hand))))


def _shifted(seat: Seat) -> tuple[Seat, tuple[DealerEvent, ...]]:
    """Let the dealer change his total by 1 if that serves him (R6); that he might have is told in no other case."""
    rules = seat.hand.rules
    best = best_values(replace(seat.hand, rules=replace(rules, may_change=True)))
    final = Seat(replace(best.hand, rules=rules), seat.pile, has_stood=True, change=best.change or None)
    if not best.change:
        return final, ()
    return final, (DealerShifted(Value(sum(best.values)), best.change, best.total),)


def _ended(
    state: DealerHand, seats: tuple[Seat, Seat], events: tuple[DealerEvent, ...]
) -> tuple[DealerHand, tuple[DealerEvent, ...]]:
    after = state.with_seats(seats, is_shown=True)
    result = after.result
    assert result is not None
    return after, (*events, Ended(result))
