"""What the player may see of a hand against a dealer.

The types have no room for what he may not see: while the dealer's hand is covered it is one card and a count, and no
view holds an order of a pile, a seed, or what the dealer's character makes of this hand.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from service.rules.best import best_total
from service.tables.dealer.acts import Act, legal_acts
from service.tables.dealer.hand import DEALER, PLAYER, DealerHand, Result, Terms
from service.tables.open_cards import CardView, allowed_choices, open_cards

if TYPE_CHECKING:
    from deckmapping.values import Value
    from service.rules.cards import Card, SideRules
    from service.rules.choices import Choice
    from service.rules.state import Phase, Seat


@dataclass(frozen=True, slots=True)
class PlayerView:
    """The player's side."""

    rules: SideRules
    cards: tuple[CardView, ...]
    """In the order drawn."""
    total: Value | None
    """None while a card has no value: never an interim number."""
    best_total: Value | None
    """What the best values of the open cards would make of the hand; None before the deal."""
    pile_count: int
    """Cards left to draw."""
    is_done: bool
    """Whether he draws no more."""


@dataclass(frozen=True, slots=True)
class CoveredDealer:
    """The dealer's side before he shows."""

    rules: SideRules
    up_card: Card | None
    """None before the deal."""
    pile_count: int
    """Cards left to draw, the hole card not among them."""
    has_checked: bool
    """Whether he looked at his hole card, and found no perfect sabacc."""


@dataclass(frozen=True, slots=True)
class OpenDealer:
    """The dealer's side once he has shown."""

    rules: SideRules
    cards: tuple[CardView, ...]
    total: Value | None
    """With any change; None where a perfect sabacc ended the hand before all his cards had a value."""
    change: int
    """What he changed his total by: -1, 0 or 1."""
    pile_count: int


@dataclass(frozen=True, slots=True)
class DealerHandView:
    """A hand against a dealer as the player sees it."""

    phase: Phase
    terms: Terms
    player: PlayerView
    dealer: CoveredDealer | OpenDealer
    acts: tuple[Act, ...]
    """What may be done now."""
    choices: tuple[tuple[Choice, ...], ...]
    """What may be chosen for each of the player's cards; nothing unless it is the time to choose."""
    result: Result | None


def dealer_hand_view(state: DealerHand) -> DealerHandView:
    """Return what the player may see."""
    acts, seat = legal_acts(state), state.seats[PLAYER]
    can_choose = Act.CHOOSE in acts
    return DealerHandView(
        phase=state.phase,
        terms=state.terms,
        player=PlayerView(
            rules=seat.hand.rules,
            cards=open_cards(seat.hand),
            total=seat.final_total if seat.hand.cards else None,
            best_total=best_total(seat.hand) if seat.hand.cards else None,
            pile_count=_pile_count(state, PLAYER),
            is_done=seat.is_done,
        ),
        dealer=_dealer(state),
        acts=acts,
        choices=tuple(allowed_choices(seat.hand, at) for at in range(len(seat.hand.cards))) if can_choose else (),
        result=state.result,
    )


def _dealer(state: DealerHand) -> CoveredDealer | OpenDealer:
    seat, count = state.seats[DEALER], _pile_count(state, DEALER)
    if state.is_shown:
        return OpenDealer(
            rules=seat.hand.rules,
            cards=open_cards(seat.hand),
            total=seat.final_total,
            change=seat.change or 0,
            pile_count=count,
        )
    up_card = _up_card(seat)
    return CoveredDealer(seat.hand.rules, up_card, count, has_checked=up_card is not None and state.is_checked)


def _up_card(seat: Seat) -> Card | None:
    return seat.hand.cards[0] if seat.hand.cards else None


def _pile_count(state: DealerHand, side: int) -> int:
    return len(state.seats[side].pile) + state.beneath[side]
