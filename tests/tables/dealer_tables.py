"""Tables against a dealer, short to write: cards, piles, shoes of bundled decks, and a player who plays by a number."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from hashlib import sha256
from typing import TYPE_CHECKING

from deckmapping.catalogue import starter_catalogue
from deckmapping.themes.bundled import bundled_deck
from deckmapping.values import ONE, format_value, whole
from service.rules.best import best_values
from service.rules.cards import Card, SideRules
from service.rules.casting import cast, side_rules
from service.rules.state import Phase
from service.tables.dealer import acts
from service.tables.dealer.hand import PLAYER, DealerHand, Terms
from service.tables.dealer.notation import read_dealer_hand
from service.tables.shoe import Shoe, ShoePile

if TYPE_CHECKING:
    from deckmapping.themes.dealers import Dealer
    from service.rules.outcome import DecidedBy
    from service.tables.dealer.events import DealerEvent

FAIR = (SideRules(), SideRules())
TERMS = "draws-to=7 pays=3/2 costs=1"


def seed_of(text: str) -> bytes:
    """A seed of its own for each text."""
    return sha256(text.encode()).digest()


def bundled_cards(name: str) -> tuple[Card, ...]:
    """The cards of a bundled deck, with their roles in its variant; Deck C's are named as they count."""
    deck = bundled_deck(name)
    if not deck.card_ids:
        return tuple(Card(format_value(value), (value,)) for (value,) in deck.values)
    records = starter_catalogue().records
    return tuple(cast(records[card_id], deck.variant) for card_id in deck.card_ids)


def bundled_shoe(player: str, dealer: str, cut: int | None = 1) -> Shoe:
    """A shoe of two bundled decks."""
    return Shoe((ShoePile.of(bundled_cards(player)), ShoePile.of(bundled_cards(dealer))), cut)


def bundled_rules(dealer: Dealer) -> tuple[SideRules, SideRules]:
    """The perks at the table of *dealer*; the player's character is nobody."""
    deck = bundled_deck(dealer.deck)
    record = None if dealer.blueprint_id is None else starter_catalogue().records[dealer.blueprint_id]
    own = side_rules(deck.variant, record)
    return side_rules(deck.variant), replace(own, may_change=False, wins_double=False)


def numbered(counts: dict[int, int]) -> tuple[Card, ...]:
    """Plain cards of whole values, each with an id of its own."""
    return tuple(Card(f"{value}_{at}", (whole(value),)) for value, count in counts.items() for at in range(count))


def hand(player: str, dealer: str, words: str = "", terms: str = TERMS) -> DealerHand:
    """A hand before its deal, from both sides' rules and next cards: ``hand(": / 1_1:5 1_2:6", ": / 2_1:7 2_2:0")``."""
    return read_dealer_hand(" ".join(f"{terms} {words}".split()) + f" beneath=0,0 | {player} | {dealer}")


def plain_hand(player: str, dealer: str, words: str = "", terms: str = TERMS) -> DealerHand:
    """A hand before its deal, of cards that count what is written: ``plain_hand("5 6", "2/7 0 4")``."""
    own, other = (
        ": / " + " ".join(f"{side}_{at}:{value}" for at, value in enumerate(values.split()))
        for side, values in (("1", player), ("2", dealer))
    )
    return hand(own, other, words, terms)


def played(state: DealerHand, *moves: str) -> tuple[DealerHand, list[DealerEvent]]:
    """Carry out acts by name, one after the other: ``played(state, "deal", "draw", "stand")``."""
    log: list[DealerEvent] = []
    for move in moves:
        state, events = getattr(acts, move)(state)
        log += events
    return state, log


def stands_on(number: int, state: DealerHand) -> tuple[DealerHand, list[DealerEvent]]:
    """Play a hand to its end by a player who draws below a best total of *number*, and takes the best values."""
    state, log = played(state, "deal")
    while state.phase is Phase.DRAWING:
        total = best_values(state.seats[PLAYER].hand).total
        state, more = played(state, "draw" if total < whole(number) else "stand")
        log += more
    if state.phase is Phase.VALUING:
        state, more = played(state, "choose_best")
        log += more
    return state, log


def terms_of(dealer: Dealer) -> Terms:
    """The dealer's rule with the usual payouts."""
    return Terms(dealer.rule)


def bets(state: DealerHand) -> Fraction | int:
    """What the player won in a finished hand."""
    assert state.result is not None
    return state.result.bets


def decided(state: DealerHand) -> DecidedBy:
    """The clause that decided a finished hand."""
    assert state.result is not None
    return state.result.outcome.decided_by


def totals(state: DealerHand) -> list[str]:
    """Both sides' totals as fractions."""
    return [str(Fraction(seat.final_total or 0, ONE)) for seat in state.seats]
