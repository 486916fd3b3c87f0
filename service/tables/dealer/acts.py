"""What may be done in a hand against a dealer (table rules; R1 to R6).

For each act `verify_act` holds the rule, `can_act` asks it and `act` carries it out; an act returns the new state and
what happened, and leaves the old state as it was. The dealer needs no act: he plays as soon as the player has finished.
"""

from __future__ import annotations

from enum import StrEnum, unique
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, TypeAlias

from service.rules import hand as hands
from service.rules.acts import verify_piles
from service.rules.best import best_values
from service.rules.errors import IllegalActError, is_legal
from service.rules.events import PerfectSeen
from service.rules.state import SIDES, Phase
from service.tables.dealer.events import Checked, DealerEvent, Dealt, Drew, Stood, Valued
from service.tables.dealer.hand import DEALER, PLAYER, DealerHand
from service.tables.dealer.play import dealer_plays, ended_by_perfect

if TYPE_CHECKING:
    from service.rules.choices import Choice
    from service.rules.state import Seat

Step: TypeAlias = tuple[DealerHand, tuple[DealerEvent, ...]]
"""The state after an act, and what happened."""


@unique
class Act(StrEnum):
    """What may be done in a hand."""

    DEAL = "deal"
    DRAW = "draw"
    STAND = "stand"
    CHOOSE = "choose"
    CHOOSE_BEST = "choose_best"
    FINISH = "finish"
    """Stand and take the best values, as for a player who is absent."""


_LEGAL: Final = MappingProxyType(
    {
        Phase.DEALING: (Act.DEAL,),
        Phase.DRAWING: (Act.DRAW, Act.STAND, Act.FINISH),
        Phase.VALUING: (Act.CHOOSE, Act.CHOOSE_BEST, Act.FINISH),
        Phase.FINISHED: (),
    }
)


def legal_acts(state: DealerHand) -> tuple[Act, ...]:
    """Return what may be done now; it depends on nothing that the player may not see."""
    return _LEGAL[state.phase]


def verify_deal(state: DealerHand) -> None:
    """Check that the first cards may be dealt.

    Raises:
        PileTooSmallError: a pile holds fewer than two cards (R1); all such piles are named.
        IllegalActError: the cards have been dealt.
    """
    _verify(state, Act.DEAL)
    verify_piles(state.seats)


def can_deal(state: DealerHand) -> bool:
    """Tell whether the first cards may be dealt."""
    return is_legal(lambda: verify_deal(state))


def deal(state: DealerHand) -> Step:
    """Give each side its first two cards; a perfect sabacc of either ends the hand before the player acts (R2, R3)."""
    verify_deal(state)
    player, dealer = state.seats[PLAYER].with_first_cards(), state.seats[DEALER].with_first_cards()
    seats = player, dealer
    first, second = player.hand.cards
    events: list[DealerEvent] = [Dealt((first, second), dealer.hand.cards[0])]
    perfect = [side for side in SIDES if seats[side].is_perfect]
    if state.is_checked:
        events.append(Checked(is_perfect=DEALER in perfect))
    if perfect:
        return ended_by_perfect(state, seats, (*events, *map(PerfectSeen, perfect)))
    return _went_on(state, seats, *events, *_forced(player))


def verify_draw(state: DealerHand) -> None:
    """Check that the player may draw a card.

    Raises:
        IllegalActError: he is not asked now (R4).
    """
    _verify(state, Act.DRAW)


def can_draw(state: DealerHand) -> bool:
    """Tell whether the player may draw a card."""
    return is_legal(lambda: verify_draw(state))


def draw(state: DealerHand) -> Step:
    """Draw the next card of the player's pile; with six cards or an empty pile he then stands (R4)."""
    verify_draw(state)
    player, dealer = state.seats
    after = player.with_next_card()
    drawn = after.hand.cards
    return _went_on(state, (after, dealer), Drew(drawn[-1], len(drawn)), *_forced(after))


def verify_stand(state: DealerHand) -> None:
    """Check that the player may stand.

    Raises:
        IllegalActError: he is not asked now (R4).
    """
    _verify(state, Act.STAND)


def can_stand(state: DealerHand) -> bool:
    """Tell whether the player may stand."""
    return is_legal(lambda: verify_stand(state))


def stand(state: DealerHand) -> Step:
    """Draw no more; where all cards have a value the dealer plays at once."""
    verify_stand(state)
    player, dealer = state.seats
    after, stood = _stood(player)
    return _went_on(state, (after, dealer), stood)


def verify_choose(state: DealerHand, position: int, choice: Choice) -> None:
    """Check that the player may choose *choice* for the card at *position* of his hand.

    Raises:
        IllegalActError: it is not the time to value cards.
        IllegalChoiceError: the rules do not allow this value (R5); the error says what may be chosen.
    """
    _verify(state, Act.CHOOSE)
    hands.verify_choice(state.seats[PLAYER].hand, position, choice)


def can_choose(state: DealerHand, position: int, choice: Choice) -> bool:
    """Tell whether the player may choose *choice* for the card at *position* of his hand."""
    return is_legal(lambda: verify_choose(state, position, choice))


def choose(state: DealerHand, position: int, choice: Choice) -> Step:
    """Value one card (R5); with the last one that had no value the player has finished, without any confirmation."""
    verify_choose(state, position, choice)
    player, dealer = state.seats
    hand = hands.choose(player.hand, position, choice)
    valued = Valued(position, hand.cards[position], choice, hands.values(hand)[position])
    return _went_on(state, (player.with_hand(hand), dealer), valued)


def verify_choose_best(state: DealerHand) -> None:
    """Check that the player's open cards may be given their best values.

    Raises:
        IllegalActError: it is not the time to value cards.
    """
    _verify(state, Act.CHOOSE_BEST)


def can_choose_best(state: DealerHand) -> bool:
    """Tell whether the player's open cards may be given their best values."""
    return is_legal(lambda: verify_choose_best(state))


def choose_best(state: DealerHand) -> Step:
    """Give the best values to all cards that have none yet; then the dealer plays (R5)."""
    verify_choose_best(state)
    player, dealer = state.seats
    after, events = _valued(player)
    return _went_on(state, (after, dealer), *events)


def verify_finish(state: DealerHand) -> None:
    """Check that the player may leave the rest of his hand to the table.

    Raises:
        IllegalActError: the cards have not been dealt, or the hand is over.
    """
    _verify(state, Act.FINISH)


def can_finish(state: DealerHand) -> bool:
    """Tell whether the player may leave the rest of his hand to the table."""
    return is_legal(lambda: verify_finish(state))


def finish(state: DealerHand) -> Step:
    """Stand and give all open cards their best values, as for a player who is absent; then the dealer plays."""
    verify_finish(state)
    player, dealer = state.seats
    after, *stood = _stood(player) if state.phase is Phase.DRAWING else (player,)
    after, valued = _valued(after)
    return _went_on(state, (after, dealer), *stood, *valued)


def _verify(state: DealerHand, act: Act) -> None:
    legal = legal_acts(state)
    if act not in legal:
        raise IllegalActError.of("act", act.value, " or ".join(legal) or "nothing: the hand is over")


def _forced(seat: Seat) -> tuple[DealerEvent, ...]:
    return (Stood(len(seat.hand.cards), is_forced=True),) if seat.is_forced else ()


def _stood(seat: Seat) -> tuple[Seat, DealerEvent]:
    return seat.standing(), Stood(len(seat.hand.cards), is_forced=False)


def _valued(seat: Seat) -> tuple[Seat, tuple[DealerEvent, ...]]:
    best = best_values(seat.hand)
    events = tuple(
        Valued(position, card, choice, value)
        for position, (card, choice, value) in enumerate(
            zip(best.hand.cards, best.hand.choices, best.values, strict=True)
        )
        if choice is not None and seat.hand.choices[position] is None
    )
    return seat.with_hand(best.hand), events


def _went_on(state: DealerHand, seats: tuple[Seat, Seat], *events: DealerEvent) -> Step:
    """Return the hand with *seats* after *events*; the dealer plays if these made the player finish."""
    if seats[PLAYER].is_finished:
        return dealer_plays(state, seats, events)
    return state.with_seats(seats), events
