"""The same lives through the campaign's use cases: tables that are opened, cards that are dealt, silver in the ledger.

Beside each life runs its twin of `climbers`, which is told nothing but bets and changes; `seating` chooses by it where
the player sits down and what he bets, so that both lives are led by the same strategy.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache
from itertools import count
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from service.campaign.economy.board import NOBODY
from service.campaign.economy.climbers import Climbers
from service.campaign.economy.kinds import Betting
from service.campaign.economy.seating import Seating
from service.campaign.economy.tables import CUT, setting_of, visited
from service.campaign.ledger.accounts import CLEARING, wallet
from service.campaign.ledger.postings import Posting
from service.campaign.ledger.transfers import Transfer, TransferKind
from service.campaign.play.use_cases import Sitting
from service.money import Silver
from service.odds.kinds import Kind as Card
from service.odds.kinds import Pile, Side
from service.odds.table.solution import solve
from service.rules.hand import FIRST_CARDS
from service.tables.dealer.hand import DEALER, PLAYER
from service.tables.moves import Bet, Close, Draw, Finish
from service.tables.sessions.dealer_session import DealerSession
from service.tables.sessions.errors import TableEndsError
from service.tables.sessions.keeping import MoveRequest
from service.tables.silver import Score

if TYPE_CHECKING:
    from collections.abc import Iterator

    from service.caller import Caller
    from service.campaign.economy.board import Board
    from service.campaign.economy.tables import ResultTables
    from service.campaign.ladder.career import Career
    from service.campaign.ledger.use_cases import Ledger
    from service.campaign.play.use_cases import Campaign
    from service.odds.setting import Policy, Setting
    from service.odds.table.solution import Solution
    from service.tables.moves import Move
    from service.tables.sessions.use_cases import Tables

_ONE: Final = np.array([0])
"""The row of a twin."""
_RESULTS: Final = {Fraction(0): 1, Fraction(1): 2, Fraction(3, 2): 3}


@dataclass(frozen=True, slots=True)
class Service:
    """What lives are led through."""

    campaign: Campaign
    tables: Tables
    ledger: Ledger
    caller: Caller
    _numbers: Iterator[int] = field(default_factory=count, repr=False)

    def fresh(self, what: str) -> str:
        """Return an id that was never used."""
        return f"{what}-{next(self._numbers)}"

    def welcome(self, player: str, deposit: int) -> None:
        """Let a new player bring silver, and answer all lessons."""
        entry = Transfer(TransferKind.DEPOSIT, CLEARING, wallet(player), Silver(deposit))
        self.ledger.post(Posting(self.fresh("deposit"), (entry,)), self.caller)
        for lesson in self.campaign.ladder.lessons:
            self.campaign.answer_lesson(player, lesson.key, lesson.right, self.caller)

    def owns(self, player: str) -> int:
        """Return what a player owns, in silver."""
        return self.ledger.balance(wallet(player), self.caller).balance.count

    def career(self, player: str) -> Career:
        """Return a player's career."""
        return self.campaign.career(player, self.caller).career


class Played(NamedTuple):
    """A hand that was played."""

    host: int
    """Number of the dealer at whose table."""
    is_visited: bool
    hand: int
    """Of the shoe, from 0."""
    is_good: bool
    """Whether the counter knew it to be good."""
    bet: int
    result: int
    """As in `ResultTables.results`."""
    change: int


@dataclass(slots=True, eq=False)
class Life:
    """One player's."""

    service: Service
    tables: ResultTables
    player: str
    twin: Climbers
    _seating: Seating
    is_stopped: bool = False
    """Nobody deals to him, or he could not pay for the rest of a shoe."""
    _session: DealerSession | None = None
    _hand: int = 0
    _first: int = 0
    _has_lost: bool = False

    @classmethod
    def of(cls, service: Service, tables: ResultTables, board: Board, number: int, deposit: int) -> Life:
        """Begin a life; those of even numbers climb the Light Side first."""
        player = f"{tables.kind.name}-{number}"
        service.welcome(player, deposit)
        twin = Climbers.of(board, np.array([deposit]))
        return cls(service, tables, player, twin, Seating.of(tables, twin, np.array([number % 2])))

    def live(self, hands: int) -> list[Played]:
        """Play so many hands, to the end of the shoe, or until nobody deals to the player or he is sent off."""
        played: list[Played] = []
        while self._hand or len(played) < hands:
            made = self._play() if self._hand or self._sit_down() else None
            if made is None:
                self.is_stopped = True
                break
            played.append(made)
        self._rise()
        return played

    @property
    def _number(self) -> int:
        return int(self.twin.host[0])

    def _sit_down(self) -> bool:
        """Choose a table between two shoes, and tell whether there is one."""
        if self.twin.in_match.any():
            return True
        host = int(self._seating.choose(_ONE)[0])
        if self._session is None or self._session.is_closed or host != self._number or self.twin.board.of.is_boss[host]:
            self._rise()
            if host != NOBODY:
                self._session = self._opened(host)
        if host != NOBODY:
            self.twin.sit(_ONE, np.array([host]))
        return host != NOBODY

    def _opened(self, host: int) -> DealerSession:
        sitting = Sitting(self.player, self.twin.board.hosts[host].key, self.tables.choices[host])
        answer = self.service.campaign.open_table(sitting, self.service.fresh("open"), "{}", self.service.caller)
        assert isinstance(answer.session, DealerSession)
        return answer.session

    def _rise(self) -> None:
        """Leave the table; where the house deals no more in the middle of a shoe, it closes it on the next bet."""
        if self._session is not None and not self._session.is_closed:
            with suppress(TableEndsError):
                self._move(Close() if "close" in self._session.legal(PLAYER) else Bet(self._first))
        if self._number != NOBODY:
            self.twin.leave(_ONE)
        self._session = None

    def _move(self, move: Move) -> DealerSession:
        assert self._session is not None
        table_id, turn = self._session.setup.table_id, self._session.turns
        asked = MoveRequest(table_id, PLAYER, turn, move, self.service.fresh("move"))
        session = self.service.tables.move(asked, self.service.caller).session
        assert isinstance(session, DealerSession)
        self._session = session
        return session

    def _play(self) -> Played | None:
        """Play a hand; None where the house closes the table because the player cannot pay for it."""
        assert self._session is not None
        host, hand, counts = self._number, self._hand, self.tables.kind.betting is Betting.COUNTED
        is_visited = bool(self.twin.is_visited(_ONE, np.array([host]))[0])
        assert is_visited == self._session.is_visited
        table = setting_of(self.twin.board.hosts[host], self.tables.choices[host])
        looks = counts and hand > 0 and not is_visited
        play = (
            solve(_left(self._session, table))
            if looks
            else solution_of(visited(table) if is_visited else table, self.tables.kind.play)
        )
        is_good = looks and play.edge > 0
        bet = self._bet(host, is_good=is_good)
        try:
            session = self._move(Bet(bet))
        except TableEndsError:
            self.twin.leave(_ONE)
            self._session, self._hand = None, 0
            return None
        while session.is_hand_running:
            session = self._move(Draw() if "draw" in session.legal(PLAYER) and _draws(play, session) else Finish())
        return self._counted(session, Played(host, is_visited, hand, is_good, bet, 0, 0))

    def _bet(self, host: int, *, is_good: bool) -> int:
        of, at = self.twin.board.of, np.array([host])
        if self._hand == 0:
            self._first = int(self._seating.first_bets(_ONE, at, has_lost=np.array([self._has_lost]))[0])
        raises = self._hand > 0 and (is_good if self.tables.kind.is_careful else self._has_lost)
        most = min(int(of.most[host]), int(self.twin.wallet[0]) // int(of.worst[host]))
        return max(min(self._first * (2 if raises else 1), most), self._first)

    def _counted(self, session: DealerSession, played: Played) -> Played:
        assert session.hand is not None
        assert session.hand.result is not None
        assert isinstance(session.purse, Score)
        result = _RESULTS.get(session.hand.result.bets, 0)
        of, host = self.twin.board.of, played.host
        worst = int(of.worst[host])
        change = {0: -worst * played.bet, 1: 0, 2: played.bet, 3: played.bet * 3 // 2}[result]
        self.twin.count(_ONE, np.array([played.bet]), np.array([change]))
        self._has_lost = result == 0
        self._hand = (self._hand + 1) % CUT
        side, place = of.side[host], of.place[host]
        has_ended = ~self.twin.in_match[_ONE, side] if of.is_boss[host] else self.twin.is_at_ceiling(_ONE, side, place)
        if has_ended[0]:
            self._hand = 0
        return played._replace(result=result, change=change)


@lru_cache(maxsize=256)
def solution_of(setting: Setting, play: Policy) -> Solution:
    """Return how a play plays whole piles."""
    return solve(setting, play)


def _left(session: DealerSession, table: Setting) -> Setting:
    """Return the table with what is left of both piles."""
    player, dealer = (
        Side(Pile.of_cards(pile.left), side.rules)
        for pile, side in zip(session.shoe.piles, (table.player, table.dealer), strict=True)
    )
    return replace(table, player=player, dealer=dealer)


def _draws(solution: Solution, session: DealerSession) -> bool:
    """Tell whether the play of *solution* draws on the player's hand."""
    assert session.hand is not None
    cards = session.hand.seats[PLAYER].hand.cards
    up_card = Card.of(session.hand.seats[DEALER].hand.cards[0])
    if len(cards) >= solution.player.longest:
        return False
    row = solution.player.hands.row([Card.of(card) for card in cards])
    case = solution.dealer.hands.kinds.index(up_card)
    return bool(solution.play.draws[len(cards) - FIRST_CARDS][row, case])
