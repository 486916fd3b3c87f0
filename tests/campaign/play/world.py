"""A small campaign in a database: players with silver, tables of known cards, and a clock that the test turns."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import cache
from itertools import count
from typing import TYPE_CHECKING, Final

from deckmapping.catalogue import starter_catalogue
from service.caller import Caller, Role
from service.campaign.houses.choices import PlayerChoice, PlayerDeck
from service.campaign.ladder.career import Advance
from service.campaign.ladder.ladder import ladder
from service.campaign.ladder.learning import answer_lesson
from service.campaign.ledger.accounts import CLEARING, MINT, Account, house, wallet
from service.campaign.ledger.postings import ByHand, HandReference, Posting
from service.campaign.ledger.transfers import Transfer, TransferKind
from service.campaign.ledger.use_cases import Ledger
from service.campaign.play.duels import DuelLimits
from service.campaign.play.store import CareerChange
from service.campaign.play.sweeping import Sweeping
from service.campaign.play.tables import CampaignTables
from service.campaign.play.use_cases import Campaign, Sitting
from service.money import NOTHING, Silver
from service.storage.ledger_store import SqlLedgerStore
from service.storage.play_store import SqlPlayStore
from service.storage.table_store import SqlTableStore
from service.table_secrets import SeededSecrets
from service.tables.dealer.attention import Attention
from service.tables.moves import Bet, Close, Finish
from service.tables.sessions import playing
from service.tables.sessions.dealer_session import DealerSession
from service.tables.sessions.head import head_lines
from service.tables.sessions.keeping import MoveRequest
from service.tables.sessions.setup import TableDealer, VersusSetup
from service.tables.sessions.store import StoredStep, StoredTable
from service.tables.sessions.telling import told
from service.tables.sessions.use_cases import Tables
from service.tables.silver import BetLimits
from tests.tables.sessions.dealer_tables import chain_of
from tests.tables.sessions.silver_tables import between, plain

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from sqlalchemy import Engine

    from service.campaign.ladder.career import Career
    from service.campaign.ladder.ladder import Ladder
    from service.campaign.ladder.levels import Level
    from service.campaign.ledger.store import StoredPosting
    from service.campaign.ledger.transfers import Entry
    from service.tables.dealer.hand import Terms
    from service.tables.moves import Move
    from service.tables.sessions.session import Session
    from service.tables.sessions.setup import DealerSetup
    from service.tables.sessions.use_cases import Answer, TableSecrets

NOON: Final = datetime(2026, 11, 30, 12, 0, 0, 123456, tzinfo=UTC)
WAIT: Final = timedelta(minutes=5)
"""How long a hand waits for its player."""
GEMP: Final = Caller("gemp-1", Role.GAME, lambda: 60.0)
DUELS: Final = DuelLimits(Silver(500), 100, Silver(5_000), Silver(15_000))

# Decks that always deal the same: what two of their cards count.
TEN, EIGHT, ELEVEN = {5: 12}, {4: 12}, {5: 1, 6: 1}
"""Two cards of the last, one of each, are a perfect sabacc."""


@cache
def steady() -> Ladder:
    """The ladder with numbers of the tests' own, which stay as they are when the game is tuned.

    The Dune Sea takes 5 to 50 silver, each further level 2, 5 and 10 times as much; so do all other amounts rise.
    """
    whole = ladder()
    return replace(whole, levels=tuple(map(_steady, whole.levels, (1, 2, 5, 10))))


def _steady(level: Level, times: int) -> Level:
    bank = Silver(20_000).times(times)
    return replace(
        level,
        bets=BetLimits(Silver(5).times(times), Silver(50).times(times)),
        beat_by=Silver(60).times(times),
        beat_hands=10,
        dealers=2,
        dealers_again=1,
        ceiling=Silver(1500).times(times),
        bank=bank,
        match=replace(level.match, hands=9, stake=Silver(20).times(times), bank=bank),
    )


class World:
    """A campaign and its clock."""

    def __init__(
        self, engine: Engine, limits: DuelLimits = DUELS, of: Ladder | None = None, secrets: TableSecrets | None = None
    ) -> None:
        self.engine, self.limits = engine, limits
        self.time = NOON
        self.secrets = secrets or SeededSecrets("a world of its own")
        self.ladder = of or steady()
        self.table_store = SqlTableStore(engine)
        self.store = SqlPlayStore(engine, self.table_store, self.ladder)
        self.silver = CampaignTables(self.store, self.ladder, limits, WAIT, self.now)
        self.tables = Tables(self.table_store, self.silver, starter_catalogue(), self.now, self.secrets)
        self.ledger = Ledger(SqlLedgerStore(engine), self.now)
        self.sweeping = Sweeping(self.store, self.tables, WAIT, self.now)
        self.campaign = Campaign(self.store, self.tables, self.ladder, self.now)
        self._numbers = count(1)

    def now(self) -> datetime:
        return self.time

    def later(self, by: timedelta) -> None:
        self.time += by

    def again(self) -> World:
        """Another service on the same database, at the same time of day."""
        other = World(self.engine, self.limits, self.ladder, self.secrets)
        other.time, other._numbers = self.time, self._numbers
        return other

    def fresh(self, what: str) -> str:
        """An id that was never used."""
        return f"{what}-{next(self._numbers)}"

    # Silver

    def transfer(self, kind: TransferKind, debit: Account, credit: Account, amount: int) -> None:
        posting = Posting(self.fresh("gemp"), (Transfer(kind, debit, credit, Silver(amount)),))
        self.ledger.post(posting, GEMP)

    def deposit(self, player: str, amount: int) -> None:
        self.transfer(TransferKind.DEPOSIT, CLEARING, wallet(player), amount)

    def withdraw(self, player: str, amount: int) -> None:
        self.transfer(TransferKind.WITHDRAW, wallet(player), CLEARING, amount)

    def leave_house(self, host: str, amount: int) -> None:
        """A director takes all but *amount* out of a dealer's bank, or fills it up to that."""
        (there,) = self.has(house(host))
        debit, credit = (house(host), MINT) if there > amount else (MINT, house(host))
        entry = Transfer(TransferKind.CORRECTION, debit, credit, Silver(abs(there - amount)))
        by_hand = ByHand("Ackbar", "the bank is counted")
        self.ledger.post(Posting(self.fresh("count"), (entry,), by_hand=by_hand), GEMP)

    def has(self, *accounts: Account) -> list[int]:
        return [self.ledger.balance(account, GEMP).balance.count for account in accounts]

    def wallets(self, *players: str) -> list[int]:
        return self.has(*map(wallet, players))

    def held(self, account: Account) -> tuple[int, int]:
        """What is held for going out of an account, and for coming in."""
        balance = self.ledger.balance(account, GEMP)
        return balance.held_out.count, balance.held_in.count

    def of_hand(self, table_id: str, hand: int) -> tuple[StoredPosting, ...]:
        return self.ledger.of_hand(HandReference(table_id, hand), GEMP)

    def entries(self, table_id: str, hand: int) -> dict[str, tuple[Entry, ...]]:
        """The postings of a hand by their ids, in their order."""
        found = self.of_hand(table_id, hand)
        return {each.record.posting.posting_id: each.record.posting.entries for each in found}

    def postings(self) -> int:
        return self.ledger.figures(GEMP).postings

    def assert_whole(self) -> None:
        """Nothing was lost or made, and all can be recomputed."""
        assert self.ledger.audit(GEMP).faults == ()
        assert self.ledger.figures(GEMP).sum == NOTHING

    def assert_nothing_held(self) -> None:
        totals = self.ledger.figures(GEMP).totals.values()
        assert {(total.held_out, total.held_in) for total in totals} == {(NOTHING, NOTHING)}

    # Careers

    def player(self, name: str, silver: int = 0, change: Callable[[Career], Career] = lambda career: career) -> str:
        """A player who has learnt the game, and has come as far as *change* says."""
        if silver:
            self.deposit(name, silver)

        def grown(career: Career, *_: object) -> Advance:
            for lesson in self.ladder.lessons:
                career = answer_lesson(career, lesson.key, lesson.right, self.ladder).career
            return Advance(change(career))

        self.store.change_career(CareerChange(name, "lesson", grown), self.time, GEMP)
        return name

    def career(self, player: str) -> Career:
        stored = self.store.career(player, GEMP)
        assert stored is not None
        return stored.career

    # Tables

    def setup(
        self,
        player: str,
        mine: Mapping[int, int],
        dealers: Mapping[int, int],
        *,
        host: str = "kalit",
        terms: Terms | None = None,
        hands: int = 40,
    ) -> DealerSetup:
        """A table of plain cards where a dealer of the ladder sits, with the bets that he takes."""
        of_ladder, table_id = self.ladder.host(host), self.fresh("table")
        stored = self.store.career(player, GEMP)
        carried = Attention() if stored is None else stored.career.on(of_ladder.side).attention[of_ladder.place]
        setup = plain(dict(mine), dict(dealers), terms=terms, hands=hands, carried=carried)
        (dealer,) = setup.dealers
        return replace(
            setup,
            table_id=table_id,
            published=chain_of(table_id, hands).published,
            money=of_ladder.limits,
            player=replace(setup.player, name=player),
            dealers=(TableDealer(host, dealer.deck, dealer.terms),),
        )

    def sit(
        self,
        player: str,
        mine: Mapping[int, int],
        dealers: Mapping[int, int],
        *,
        host: str = "kalit",
        terms: Terms | None = None,
        hands: int = 40,
    ) -> Seat:
        """Sit down at a table of plain cards."""
        return self.open(self.setup(player, mine, dealers, host=host, terms=terms, hands=hands))

    def sit_down(
        self, player: str, dealer: str, deck: PlayerDeck = PlayerDeck.STANDARD, *, has_option: bool = False
    ) -> Seat:
        """Sit down as a player of the campaign does, at a table of real cards."""
        sitting = Sitting(player, dealer, PlayerChoice(deck, has_option))
        answer = self.campaign.open_table(sitting, self.fresh("open"), "{}", GEMP)
        return Seat(self, answer.session.setup.table_id)

    def duel(
        self, first: str, second: str, cards: tuple[str, str] = ("5 5", "4 4"), *, stake: int = 100, hands: int = 9
    ) -> tuple[Seat, Seat]:
        """Sit two players down to each other, with decks of plain cards."""
        table_id = self.fresh("duel")
        setup = between(*cards, stake=stake, hands=hands)
        one, other = (replace(each, name=name) for each, name in zip(setup.players, (first, second), strict=True))
        published = chain_of(table_id, hands).published
        seat = self.open(replace(setup, table_id=table_id, published=published, players=(one, other)))
        return seat, replace(seat, at=1)

    def open(self, setup: DealerSetup | VersusSetup) -> Seat:
        """Open a table with cards that the test has chosen, as `Tables.open` does with those that it finds."""
        step = playing.opened(setup)
        first = StoredStep(
            number=1,
            request_id="",
            content="",
            seat=0,
            state=playing.write_session(step.session),
            lines=step.lines,
            is_over=True,
            told=told(step.session, step.events, lambda card: card.card_id),
            create_time=self.time,
        )
        last_key = chain_of(setup.table_id, setup.hands).last
        table = StoredTable(setup.table_id, self.fresh("open"), "{}", head_lines(setup), last_key, self.time)
        self.silver.add(table, first, step.session, GEMP)
        return Seat(self, setup.table_id)


@dataclass(frozen=True)
class Seat:
    """One side of a table."""

    world: World
    table_id: str
    at: int = 0

    @property
    def session(self) -> Session:
        return self.world.tables.get(self.table_id, self.at, GEMP).session

    @property
    def dealers(self) -> DealerSession:
        session = self.session
        assert isinstance(session, DealerSession)
        return session

    def is_running(self) -> bool:
        """Whether a hand is dealt and not over."""
        return self.session.is_hand_running

    def is_asked(self) -> bool:
        """Whether this side draws or stands now."""
        return "stand" in self.session.legal(self.at)

    def is_visited(self) -> bool:
        """Whether Lando sits in the dealer's place."""
        return self.dealers.is_visited

    def asked(self, move: Move, request_id: str = "") -> MoveRequest:
        """The request of a move for the turn of now."""
        turn = self.session.turn(self.at)
        return MoveRequest(self.table_id, self.at, turn, move, request_id or self.world.fresh("move"))

    def make(self, asked: MoveRequest) -> Answer:
        return self.world.tables.move(asked, GEMP)

    def move(self, *moves: Move) -> Answer:
        """Make moves one after the other; the last answer."""
        return [self.make(self.asked(each)) for each in moves][-1]

    def hand(self, bet: int) -> Answer:
        """Play a hand with the best values, and without drawing."""
        answer = self.move(Bet(bet))
        return self.move(Finish()) if answer.session.is_hand_running else answer

    def close(self) -> Answer:
        return self.move(Close())

    def words(self) -> list[str]:
        """All that the feed tells of this table to this side."""
        entries = self.world.tables.feed(0, 10_000, GEMP)
        return [each.told.words for each in entries if each.table_id == self.table_id and each.told.seat == self.at]
