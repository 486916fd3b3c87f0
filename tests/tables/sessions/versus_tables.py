"""Short ways to open a table between Ann and Bob and to play there; moves are written as a record writes them."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

from service.rules.casting import cast, side_rules
from service.rules.hand import MOST_CARDS
from service.rules.state import Phase
from service.tables.chain import KeyChain
from service.tables.moves import read_move
from service.tables.practice import Chips
from service.tables.sessions.setup import SeatSetup, VersusSetup
from service.tables.sessions.versus_play import move_between_players, open_versus_session
from service.tables.sessions.versus_session import VersusSession
from tests.rules.facts import BY_ID
from tests.tables.holdings import purses_of
from tests.tables.two_players import FAIR, deck

if TYPE_CHECKING:
    from deckmapping.variants import Variant
    from service.rules.cards import Card, SideRules
    from service.tables.sessions.session import Step

HANDS = 9
KEYS = KeyChain(HANDS, sha256(b"keys").digest())
NAMES = ("Ann", "Bob")
SIXTY = " ".join("1" * 60)
"""A deck of 60 ones."""


def plain_setup(
    first: str,
    second: str,
    rules: tuple[SideRules, SideRules] = (FAIR, FAIR),
    *,
    stake: int = 145,
    start: int = 1000,
    hands: int = HANDS,
    cut: int | None = None,
) -> VersusSetup:
    """A table for two decks of cards that count what is printed: ``plain_setup("5 2/5", "4 4")``."""
    return setup_of((deck(first, "7"), deck(second, "8")), rules, stake=stake, start=start, keys=_short(hands), cut=cut)


def setup_of(
    piles: tuple[tuple[Card, ...], tuple[Card, ...]],
    rules: tuple[SideRules, SideRules] = (FAIR, FAIR),
    *,
    stake: int = 145,
    start: int = 1000,
    keys: KeyChain = KEYS,
    cut: int | None = None,
    variant: Variant | None = None,
) -> VersusSetup:
    """A table for two decks."""
    seats = [SeatSetup(name, own) for name, own in zip(NAMES, rules, strict=True)]
    return VersusSetup(
        table_id="t1",
        catalogue_version="demo",
        variant=variant,
        cut=cut,
        money=Chips(start),
        hands=keys.length,
        published=keys.published,
        theme=None,
        background=None,
        players=(seats[0], seats[1]),
        piles=piles,
        stake=Chips(stake),
    )


def cast_setup(
    variant: Variant | None, first: str, second: str, characters: tuple[str, str] = ("", ""), barred: str | None = None
) -> VersusSetup:
    """A table for two decks of real cards; *barred* bars Bob's side from wild cards."""
    who = [BY_ID.get(each) for each in characters]
    bars = (None, barred)
    one, other = (
        tuple(cast(BY_ID[card], variant, who[at], bars[at]) for card in ids.split())
        for at, ids in enumerate((first, second))
    )
    return setup_of((one, other), (side_rules(variant, who[0]), side_rules(variant, who[1])), variant=variant)


def _short(hands: int) -> KeyChain:
    return KEYS if hands == HANDS else KeyChain(hands, KEYS.last)


def opened(setup: VersusSetup) -> VersusSession:
    """Open a table."""
    session = open_versus_session(setup).session
    assert isinstance(session, VersusSession)
    return session


def stepped(session: VersusSession, line: str) -> tuple[VersusSession, Step]:
    """Make the move of a record's line, ``0 draw``; return also what it made."""
    seat, _, text = line.partition(" ")
    keys = _short(session.setup.hands)
    step = move_between_players(session, int(seat), read_move(text), keys)
    assert isinstance(step.session, VersusSession)
    return step.session, step


def played(session: VersusSession, *lines: str) -> VersusSession:
    """Make several moves."""
    for line in lines:
        session, _ = stepped(session, line)
    return session


def dealt(setup: VersusSetup) -> VersusSession:
    """Open a table at which both are ready for the first hand."""
    return played(opened(setup), "0 ready -", "1 ready -")


def asked(session: VersusSession) -> int:
    """Return who is asked now."""
    assert session.table.hand is not None
    side = session.table.hand.to_act
    assert side is not None
    return side


def drawn_out(session: VersusSession, *, until: int = MOST_CARDS) -> VersusSession:
    """Let both sides draw up to *until* cards, or what their piles hold, and then stand."""
    while (hand := session.table.hand) is not None and hand.phase is Phase.DRAWING:
        side = asked(session)
        session = played(session, f"{side} {'draw' if len(hand.seats[side].hand.cards) < until else 'stand'}")
    return session


def position(session: VersusSession, side: int, card_id: str) -> int:
    """Return where a card lies in the hand of *side*."""
    assert session.table.hand is not None
    return [card.card_id for card in session.table.hand.seats[side].hand.cards].index(card_id)


def balances(session: VersusSession) -> list[int]:
    """Return what both players have."""
    return [purse.balance.count for purse in purses_of(session.purses)]
