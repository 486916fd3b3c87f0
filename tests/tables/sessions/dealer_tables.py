"""Dealers' tables to open, short to write: those of every theme, and a small one of plain cards."""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256
from typing import TYPE_CHECKING

from deckmapping.catalogue import starter_catalogue
from deckmapping.themes.bundled import STANDARD_DECK, bundled_deck
from deckmapping.themes.dealers import dealer as dealer_named
from deckmapping.themes.themes import theme as theme_named
from deckmapping.values import whole
from service.rules.best import best_values
from service.rules.cards import SideRules
from service.rules.casting import cast, side_rules
from service.rules.state import Phase
from service.tables.chain import KeyChain
from service.tables.dealer.attention import AttentionRules
from service.tables.dealer.hand import PLAYER, Terms
from service.tables.dealer.visits import lando_of
from service.tables.moves import Bet, ChooseBest, Draw, Stand
from service.tables.practice import START, Chips
from service.tables.sessions.dealer_play import move_at_dealers, open_dealer_session
from service.tables.sessions.dealer_session import DealerSession
from service.tables.sessions.head import head_lines
from service.tables.sessions.setup import DealerSetup, SeatSetup, TableDealer
from tests.tables.dealer_tables import bundled_cards, numbered

if TYPE_CHECKING:
    from deckmapping.themes.dealers import Dealer
    from service.rules.cards import Card
    from service.tables.dealer.hand import DealerHand
    from service.tables.moves import Move
    from service.tables.sessions.session import SessionEvent, Step

HOUSE = "house"


def chain_of(table_id: str, hands: int) -> KeyChain:
    """The keys of a table, which follow from its name."""
    return KeyChain(hands, sha256(f"keys of {table_id}".encode()).digest())


def seated(dealer: Dealer, *, visits: bool = False) -> TableDealer:
    return TableDealer(dealer.key, None if visits else dealer.deck, Terms(dealer.rule))


def cards_of(deck: str, *, is_fair: bool) -> tuple[Card, ...]:
    """The cards of a bundled deck with their roles in its variant, or as they count in a fair deck."""
    ids, records = bundled_deck(deck).card_ids, starter_catalogue().records
    return tuple(cast(records[each], None) for each in ids) if is_fair and ids else bundled_cards(deck)


def setup_at(name: str | None, *, is_fair: bool = False, cut: int | None = 3, hands: int = 1000) -> DealerSetup:
    """A table of the theme *name* with all its dealers, the theme's sample deck, and Lando where he is none of them."""
    theme = None if name is None else theme_named(name)
    hosts = (dealer_named(HOUSE),) if theme is None else theme.dealers
    variant = None if theme is None or is_fair else theme.variant
    lando, table_id = lando_of(theme), f"{name or 'standard'}{'-fair' if is_fair and name else ''}"
    rules = side_rules(variant)
    return DealerSetup(
        table_id=table_id,
        catalogue_version=starter_catalogue().version,
        variant=variant,
        cut=cut,
        money=START,
        hands=hands,
        published=chain_of(table_id, hands).published,
        theme=name,
        background=None if theme is None else theme.backgrounds[0].key,
        burn=0,
        player=SeatSetup("ann", rules),
        dealer_rules=rules,
        pile=cards_of(STANDARD_DECK if theme is None else theme.sample_deck, is_fair=is_fair),
        decks={host.deck: cards_of(host.deck, is_fair=is_fair) for host in hosts},
        dealers=tuple(map(seated, hosts)),
        visitor=None if lando in hosts else seated(lando, visits=True),
        attention=AttentionRules(),
    )


def small(
    player: dict[int, int] | None = None,
    dealer: dict[int, int] | None = None,
    *,
    terms: Terms | None = None,
    start: int = 1000,
    hands: int = 40,
    cut: int | None = 1,
    burn: int = 0,
) -> DealerSetup:
    """A table of plain cards, given as how many there are of each value; with one dealer, whom nobody visits."""
    return DealerSetup(
        table_id="t1",
        catalogue_version="demo",
        variant=None,
        cut=cut,
        money=Chips(start),
        hands=hands,
        published=chain_of("t1", hands).published,
        theme=None,
        background=None,
        burn=burn,
        player=SeatSetup("ann", SideRules()),
        dealer_rules=SideRules(),
        pile=numbered(player or {5: 12}),
        decks={"d": numbered(dealer or {4: 12})},
        dealers=(TableDealer(HOUSE, "d", terms or Terms()),),
        visitor=None,
        attention=AttentionRules(),
    )


def with_more_dealers(setup: DealerSetup, **decks: dict[int, int]) -> DealerSetup:
    """Seat other dealers too, each named as in dealers.toml and with a deck of his own."""
    more = {key.replace("_", "-"): numbered(counts) for key, counts in decks.items()}
    dealers = (*setup.dealers, *(TableDealer(key, key, Terms()) for key in more))
    return replace(setup, decks={**setup.decks, **more}, dealers=dealers)


class Table:
    """A table that is played at, and all that happened and was written there."""

    def __init__(self, setup: DealerSetup) -> None:
        step = open_dealer_session(setup)
        self.setup = setup
        self.keys = chain_of(setup.table_id, setup.hands)
        self.lines: list[str] = []
        self.log: list[SessionEvent] = []
        self._take(step)

    def _take(self, step: Step) -> Step:
        assert isinstance(step.session, DealerSession)
        self.session = step.session
        self.lines += step.lines
        self.log += step.events
        return step

    def move(self, *moves: Move) -> Step:
        """Make *moves*, one after the other; return the last step."""
        return [self._take(move_at_dealers(self.session, 0, each, self.keys)) for each in moves][-1]

    def play_hand(self, bet: int, stand_on: int = 8) -> None:
        """Play a hand by a player who draws below a best total of *stand_on*, and takes the best values."""
        self.move(Bet(bet))
        self.finish_hand(stand_on)

    def finish_hand(self, stand_on: int = 8) -> None:
        """Play on as `play_hand` does."""
        while self.session.hand is not None and self.session.is_hand_running:
            if self.session.hand.phase is not Phase.DRAWING:
                self.move(ChooseBest())
            else:
                total = best_values(self.session.hand.seats[PLAYER].hand).total
                self.move(Draw() if total < whole(stand_on) else Stand())

    @property
    def record(self) -> str:
        """All that was written."""
        return "".join(f"{line}\n" for line in (*head_lines(self.setup), *self.lines))


def hand_of(table: Table) -> DealerHand:
    """The hand that is played or was played last."""
    assert table.session.hand is not None
    return table.session.hand


def sits(table: Table) -> list[list[str]]:
    """The record's lines of who deals: key, deck, lock."""
    return [line.split()[1:] for line in table.lines if line.startswith("sits ")]
