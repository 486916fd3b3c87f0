"""Short ways to sit two players down and to play."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckmapping.values import whole
from deckmapping.variants import Role, Variant
from service.rules.cards import Card, SideRules, WildRange
from service.rules.hand import MOST_CARDS
from service.tables.moves import Draw, Ready, Stand
from service.tables.practice import Chips, Purse
from service.tables.versus.acts import act
from service.tables.versus.hands import deal, settle
from service.tables.versus.table import Player, open_table
from tests.rules.facts import BY_ID, values

if TYPE_CHECKING:
    from service.rules.outcome import Outcome
    from service.rules.state import Phase
    from service.tables.versus.acts import Act
    from service.tables.versus.events import VersusEvent
    from service.tables.versus.hands import Purses
    from service.tables.versus.table import VersusTable

FAIR = SideRules()
RICH: Purses = Purse(Chips(1000)), Purse(Chips(1000))
SEED = bytes(range(32))
LANDO = SideRules(may_change=True)
SIXTY = " ".join("1" * 60)
"""A deck of 60 ones."""


def deck(printed: str, prefix: str) -> tuple[Card, ...]:
    """Make a deck of cards that count what is printed, each with an id of its own: ``deck("5 2/5", "7")``."""
    return tuple(Card(f"{prefix}_{100 + at}", values(word)) for at, word in enumerate(printed.split()))


def seated(first: str, second: str, rules: tuple[SideRules, SideRules] = (FAIR, FAIR), stake: int = 145) -> VersusTable:
    """Open a table between Ann and Bob, who are ready for the first hand."""
    players = Player("Ann", deck(first, "7"), rules[0]), Player("Bob", deck(second, "8"), rules[1])
    return both_ready(open_table("t1", players, Chips(stake)))


def both_ready(table: VersusTable) -> VersusTable:
    """Let both sides be ready for the next hand."""
    return done(table, *((side, Ready()) for side in (0, 1) if not table.ready[side]))


def dealt(table: VersusTable, seed: bytes = SEED) -> VersusTable:
    """Deal the next hand to players who are ready and can afford it."""
    return deal(both_ready(table), RICH, seed)[0]


def done(table: VersusTable, *acts: tuple[int, Act]) -> VersusTable:
    """Carry out *acts*."""
    for side, each in acts:
        table, _ = act(table, side, each)
    return table


def drawn_out(table: VersusTable, *, until: int = MOST_CARDS) -> VersusTable:
    """Let both sides draw up to *until* cards, or what their piles hold, and then stand."""
    while (hand := table.hand) is not None and table.outcome is None and hand.to_act is not None:
        side = hand.to_act
        table = done(table, (side, Draw() if len(hand.seats[side].hand.cards) < until else Stand()))
    return table


def played(first: str, second: str, purses: Purses = RICH) -> tuple[Outcome | None, Purses, tuple[VersusEvent, ...]]:
    """Play a hand in which both sides draw all cards of their decks, and settle it."""
    table, purses, _ = deal(seated(first, second), purses, SEED)
    table = drawn_out(table)
    outcome = table.outcome
    _, purses, events = settle(table, purses)
    return outcome, purses, events


def trooper() -> VersusTable:
    """Open a table at which Ann has a droid, a clone card, with a 3 and a 5 (field report 3), and Bob a 5 and a 4."""
    ann = Player.of("Ann", [BY_ID[each] for each in ("12_114", "209_35", "200_120")], Variant.TROOPER)
    return open_table("t1", (ann, Player("Bob", deck("5 4", "8"), FAIR)), Chips(145))


def wild_table() -> VersusTable:
    """Deal a hand in which both hold a wild card of 1 to 6 and a 5, no more."""
    rules = SideRules(wild_range=WildRange(1, 6))
    players = [
        Player(name, (Card(f"{prefix}_99", (whole(1),), Role.WILD), *deck("5", prefix)), rules)
        for name, prefix in (("Ann", "7"), ("Bob", "8"))
    ]
    return dealt(open_table("t1", (players[0], players[1]), Chips(145)))


def position(table: VersusTable, side: int, card_id: str) -> int:
    """Return where the card lies in the hand of *side*."""
    assert table.hand is not None
    return [card.card_id for card in table.hand.seats[side].hand.cards].index(card_id)


def phase(table: VersusTable) -> Phase:
    """Return what the hand waits for."""
    assert table.hand is not None
    return table.hand.phase
