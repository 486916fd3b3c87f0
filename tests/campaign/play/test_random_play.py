"""Hundreds of hands at tables for silver, with whatever happens meanwhile, beside a plain model of the money."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, cast

from service.campaign.houses.choices import PlayerDeck
from service.campaign.ladder.errors import CareerForbidsError
from service.campaign.ledger.accounts import Account
from service.campaign.ledger.errors import PostingRefusedError
from service.campaign.play.errors import HouseCannotPayError
from service.tables.moves import Bet, ChooseBest, Draw, Ending, Finish, Ready, Stand
from service.tables.sessions.dealer_session import DealerSession
from service.tables.sessions.errors import TableEndsError
from service.tables.sessions.versus_session import VersusSession
from tests.campaign.play.money_model import FULL, Held, Money
from tests.campaign.play.world import GEMP, WAIT, Seat, World

if TYPE_CHECKING:
    from collections.abc import Callable

    from deckmapping.errors import DomainError
    from service.tables.moves import Move
    from service.tables.silver import Score

PLAYERS = ("ann", "bob", "cid", "dan")
HOSTS = ("kalit", "uutkik", "jawa-light", "wittin", "herat", "jawa-dark")
DECK = " ".join(["0 1 2 3 4 5 6 7"] * 4)


@dataclass
class Evening:
    """Four players in a world and in a model."""

    world: World
    chance: random.Random
    money: Money = field(default_factory=Money)
    seats: dict[str, Seat] = field(default_factory=dict)
    """Of each player who sits at a dealer's table."""
    duels: list[tuple[Seat, Seat]] = field(default_factory=list)
    dealt: int = 0
    refused: int = 0
    ended: list[Ending] = field(default_factory=list)

    def begin(self) -> None:
        for player, silver in zip(PLAYERS, (400, 150, 60, FULL - 40), strict=True):
            self.world.player(player, silver)
            self.money.move("gemp_clearing", f"wallet:{player}", silver)

    def step(self) -> None:
        player = self.chance.choice(PLAYERS)
        what = self.chance.random()
        if what < 0.08:
            self.deposit(player)
        elif what < 0.16:
            self.withdraw(player)
        elif what < 0.18:
            self.wait()
        elif what < 0.22:
            self.count()
        elif what < 0.4:
            self.duel()
        elif player not in self.seats:
            self.sit(player)
        else:
            self.play(player)

    def deposit(self, player: str) -> None:
        amount = self.chance.randint(1, 90)
        fits = amount <= self.money.room(f"wallet:{player}")
        if self.does(lambda: self.world.deposit(player, amount), PostingRefusedError, expected=fits):
            self.money.move("gemp_clearing", f"wallet:{player}", amount)

    def withdraw(self, player: str) -> None:
        amount = self.chance.randint(1, 60)
        is_there = amount <= self.money.free(f"wallet:{player}")
        if self.does(lambda: self.world.withdraw(player, amount), PostingRefusedError, expected=is_there):
            self.money.move(f"wallet:{player}", "gemp_clearing", amount)

    def wait(self) -> None:
        """Everybody is gone for a while, until no hand runs."""
        while self.money.held:
            self.world.later(WAIT + WAIT)
            assert self.world.sweeping.round().failed == ()
            self.settle_all()

    def count(self) -> None:
        """A director counts a bank, and leaves little more in it than what is held."""
        banks = [text for text in self.money.has if text.startswith("house:")]
        if banks:
            bank = self.chance.choice(banks)
            left = self.money.out(bank) + self.chance.randint(0, 60)
            if left != self.money.has[bank]:
                self.world.leave_house(bank.removeprefix("house:"), left)
                self.money.move(bank, "mint", self.money.has[bank] - left)

    def sit(self, player: str) -> None:
        host = self.chance.choice(HOSTS)
        deck, has_option = self.chance.choice([*PlayerDeck]), self.chance.random() < 0.5
        may = self.money.free(f"wallet:{player}") >= 5 and self.world.career(player).sent_off != self.world.time.date()

        def sits() -> None:
            self.seats[player] = self.world.sit_down(player, host, deck, has_option=has_option)

        if self.does(sits, CareerForbidsError, expected=may):
            for house in (host, "lando-light" if host in HOSTS[:3] else "lando-dark"):
                if f"house:{house}" not in self.money.has:
                    self.money.move("mint", f"house:{house}", self.world.ladder.host(house).bank.count)

    def play(self, player: str) -> None:
        seat = self.seats[player]
        session = seat.dealers
        legal = session.legal(0)
        if session.is_hand_running:
            moves: list[Move] = [move for move in (Draw(), Stand(), ChooseBest(), Finish()) if str(move) in legal]
            seat.move(self.chance.choice(moves))
            self.settle_all()
        elif "close" in legal and self.chance.random() < 0.3:
            seat.close()
            del self.seats[player]
        else:
            self.bet(player, seat, session)

    def bet(self, player: str, seat: Seat, session: DealerSession) -> None:
        score = cast("Score", session.ready_purse)
        least, most = score.least_bet.count, score.largest_bet(session.worst_bets).count
        bet = self.chance.choice([least, self.chance.randint(least, most)])
        held = Held(f"wallet:{player}", f"house:{session.dealer.key}", bet, bet * 3 // 2)
        is_short = bet > self.money.free(held.first)
        try:
            seat.move(Bet(bet))
        except TableEndsError as error:
            if error.why is Ending.EMPTY_WALLET:
                assert is_short
                assert bet == least
                assert not session.is_between_shoes
            else:
                assert not is_short
                assert least * 3 // 2 > self.money.free(held.second)
            del self.seats[player]
            self.ended.append(error.why)
        except (PostingRefusedError, HouseCannotPayError):
            assert not self.money.can_hold(held)
            assert not is_short or bet > least or session.is_between_shoes
            self.refused += 1
        else:
            assert self.money.can_hold(held)
            self.money.held[seat.table_id] = held
            self.dealt += 1
            self.settle_all()

    def duel(self) -> None:
        if len(self.duels) < 4:
            first, second = self.chance.sample(PLAYERS, 2)
            self.duels.append(self.world.duel(first, second, (DECK, DECK), stake=self.chance.randint(1, 40), hands=30))
            return
        table = self.chance.choice(self.duels)
        session = table[0].session
        assert isinstance(session, VersusSession)
        if session.number == session.setup.hands and not session.is_hand_running:
            table[0].close()
            self.duels.remove(table)
        elif session.is_hand_running:
            asked = [seat for seat in table if seat.is_asked()]
            for seat in asked:
                seat.move(Draw() if "draw" in session.legal(seat.at) and self.chance.random() < 0.4 else Stand())
            self.settle_all()
        else:
            self.begin_duel(table, session)

    def begin_duel(self, table: tuple[Seat, Seat], session: VersusSession) -> None:
        stake = session.setup.stake.count
        first, second = (f"wallet:{player.name}" for player in session.setup.players)
        held = Held(first, second, 2 * stake, 2 * stake)
        if "ready" in table[0].session.legal(0):
            table[0].move(Ready())

        def ready() -> None:
            table[1].move(Ready())

        if self.does(ready, PostingRefusedError, expected=self.money.can_hold(held)):
            self.money.held[table[0].table_id] = held
            self.dealt += 1
            self.settle_all()

    def settle_all(self) -> None:
        """Pay in the model what is over in the world, by what the table tells of the hand."""
        for table_id in [*self.money.held]:
            session = self.world.tables.get(table_id, 0, GEMP).session
            if not session.is_hand_running:
                self.money.settle(table_id, change_of(session))

    def does(self, work: Callable[[], None], refused: type[DomainError], *, expected: bool) -> bool:
        """Do what the model expects to be done or refused; tell whether it was done."""
        try:
            work()
        except refused:
            assert not expected
            self.refused += 1
            return False
        assert expected
        return True

    def compare(self) -> None:
        """All accounts of the ledger are as the model has them."""
        accounts = {text: Account.parse(text) for text in self.money.has}
        for text, account in accounts.items():
            balance = self.world.ledger.balance(account, GEMP)
            told = (balance.balance.count, balance.held_out.count, balance.held_in.count)
            assert told == (self.money.has[text], self.money.out(text), self.money.into(text)), text
            assert balance.balance.count >= balance.held_out.count or text in ("gemp_clearing", "mint")
        assert sum(self.money.has.values()) == 0


def change_of(session: object) -> int:
    """What the player, or side 0, has won with the hand that is over, reckoned from its result."""
    if isinstance(session, DealerSession):
        assert session.hand is not None
        assert session.hand.result is not None
        win = abs(session.hand.result.bets) * session.bet.count
        return int(win) if session.hand.result.bets > 0 else -int(win)
    assert isinstance(session, VersusSession)
    assert session.over is not None
    outcome = session.over.outcome
    assert outcome is not None
    if outcome.winner is None:
        return 0
    won = session.setup.stake.count * (2 if outcome.is_double else 1)
    return won if outcome.winner == 0 else -won


def test_hundreds_of_hands_leave_what_a_plain_model_says(world: World) -> None:
    hands = 200 if world.engine.dialect.name == "sqlite" else 50
    evening = Evening(world, random.Random(f"an evening on {world.engine.dialect.name}"))
    evening.begin()
    steps = 0
    while evening.dealt < hands:
        evening.step()
        steps += 1
        if steps % 40 == 0:
            evening.compare()
        assert steps < 20 * hands
    evening.wait()
    evening.compare()
    assert evening.refused > hands // 20
    assert evening.ended or hands < 100
    world.assert_nothing_held()
    world.assert_whole()
