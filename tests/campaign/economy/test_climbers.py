"""Many careers at once are what the ladder's own functions make of each alone."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from fractions import Fraction
from itertools import count
from typing import TYPE_CHECKING, Final

import numpy as np
import pytest

from service.campaign.economy.board import NOBODY, Board
from service.campaign.economy.climbers import Climbers
from service.campaign.economy.comparing import told_of_career, told_of_row
from service.campaign.ladder.career import Career, OpenTable, start
from service.campaign.ladder.ladder import Ladder, ladder
from service.campaign.ladder.opening import can_bet, can_open, opened
from service.campaign.ladder.playing import HandOutcome, after_hand, closed
from service.campaign.play.attention import CAMPAIGN_ATTENTION
from service.money import Silver
from service.tables.dealer import attention
from service.tables.silver import result_in_silver

if TYPE_CHECKING:
    from numpy.random import Generator

    from service.campaign.ladder.levels import Host

DAY: Final = date(2026, 1, 1)
LIVES: Final = 30
RESULTS: Final = [Fraction(-1), Fraction(0), Fraction(1), Fraction(3, 2)]
numbers = count()


def quick() -> Ladder:
    """Return the ladder with matches and ceilings that short lives come to."""
    whole = ladder()
    levels = tuple(
        replace(level, ceiling=level.bets.most.times(20), beat_hands=3, match=replace(level.match, hands=3))
        for level in whole.levels
    )
    return replace(whole, levels=levels)


def learnt(name: str, climbed: Ladder) -> Career:
    return replace(start(name, climbed), lessons=tuple(lesson.key for lesson in climbed.lessons))


class OneByOne:
    """A player whose career the ladder's own functions make."""

    def __init__(self, name: str, wallet: int, climbed: Ladder) -> None:
        self.career, self.wallet, self.ladder = learnt(name, climbed), Silver(wallet), climbed

    def may_sit(self) -> list[Host]:
        hosts = self.ladder.hosts.values()
        return [host for host in hosts if can_open(self.career, self.ladder, host.key, self.wallet, DAY)]

    def sit(self, host: Host) -> None:
        table = OpenTable(f"t{next(numbers)}", host.key)
        self.career = opened(self.career, self.ladder, table, self.wallet, DAY).career

    def leave(self) -> None:
        self.career = closed(self.career, self.ladder, DAY).career

    def play(self, bet: int, change: Silver) -> list[str]:
        """Count a hand, and return what the house did."""
        table = self.career.table
        assert table is not None
        host = self.ladder.host(table.dealer)
        seen, told = self.career.on(host.side).attention[host.place], list[str]()
        if not host.is_boss:
            theme = host.level.theme(host.side)
            seen, events = attention.after_hand(seen, bet, change.count, theme, CAMPAIGN_ATTENTION)
            told = [event.happening.value for event in events]
        self.wallet += change
        outcome = HandOutcome(table.table_id, change, seen, "beaten" in told, self.wallet)
        self.career = after_hand(self.career, outcome, self.ladder).career
        return told


def step(ones: list[OneByOne], climbers: Climbers, chance: Generator) -> dict[str, int]:
    """Let every player sit down, play a hand or rise, by chance; luck is on his side."""
    board, happened = climbers.board, {"came": 0, "beaten": 0, "left": 0}
    rows, bets, changes, told = [], [], [], []
    for row, one in enumerate(ones):
        at = np.array([row])
        if one.career.table is None:
            if may := one.may_sit():
                bosses = [host for host in may if host.is_boss]
                host = (bosses or may)[chance.integers(len(bosses or may))]
                one.sit(host)
                climbers.sit(at, np.array([list(board.ladder.hosts).index(host.key)]))
            continue
        host = one.ladder.host(one.career.table.dealer)
        number = int(climbers.host[row])
        if not can_bet(one.career, one.ladder) or chance.random() < 0.02 or one.wallet < host.limits.least.times(2):
            one.leave()
            climbers.leave(at)
            happened["left"] += 1
            continue
        worst = int(board.of.worst[number])
        most = min(host.limits.most.count, one.wallet.count // worst)
        bet = int(chance.integers(host.limits.least.count, most, endpoint=True))
        result = RESULTS[chance.choice(4, p=[0.33, 0.1, 0.42, 0.15])] * (worst if chance.random() < 0.5 else 1)
        change = result_in_silver(Silver(bet), min(result, Fraction(3, 2)))
        rows.append(row)
        bets.append(bet)
        changes.append(change.count)
        told.append(one.play(bet, change))
    came, beaten = climbers.count(*(np.array(each, np.int64) for each in (rows, bets, changes)))
    assert [("arrived" in each, "beaten" in each) for each in told] == list(zip(came, beaten, strict=True))
    return {"came": int(came.sum()), "beaten": int(beaten.sum()), "left": happened["left"]}


@pytest.mark.parametrize(("climbed", "steps"), [(quick(), 600), (ladder(), 200)], ids=["quick", "packaged"])
def test_random_careers_come_out_alike_after_every_hand(climbed: Ladder, steps: int) -> None:
    chance = np.random.default_rng(20)
    wallets = chance.integers(100, 20_000, LIVES)
    climbers = Climbers.of(Board.of_ladder(climbed), wallets)
    ones = [OneByOne(f"p{row}", int(wallet), climbed) for row, wallet in enumerate(wallets)]
    happened = {"came": 0, "beaten": 0, "left": 0}
    for _ in range(steps):
        for name, number in step(ones, climbers, chance).items():
            happened[name] += number
        for row, one in enumerate(ones):
            assert told_of_row(climbers, row) == told_of_career(one.career, one.wallet.count, climbed)
            assert (one.career.table is None) == (climbers.host[row] == NOBODY)
    if steps == 600:
        assert min(happened.values()) > 0
        assert climbers.beaten.max() == 4
    assert climbers.beaten.any()
    assert climbers.lost.any()


def test_while_lando_is_here_the_smallest_first_bet_is_what_the_player_bets_on_the_mean() -> None:
    board = Board.of_ladder(ladder())
    climbers = Climbers.of(board, np.array([1000, 1000]))
    at, kalit = np.array([0, 1]), np.array([list(board.ladder.hosts).index("kalit")] * 2)
    climbers.hands[:, 0, 0], climbers.wagered[:, 0, 0] = [10, 10], [279, 9000]
    assert climbers.least_bet(at, kalit).tolist() == [5, 5]
    climbers.visit[:, 0, 0] = 3
    assert climbers.least_bet(at, kalit).tolist() == [27, 50]
