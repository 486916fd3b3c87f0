"""Simulated lives: silver is neither lost nor made, luck ends at the ceilings, and players do as they are told."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

import numpy as np
import pytest

from service.campaign.economy.board import NOBODY, Board
from service.campaign.economy.bounds import most_of_match, most_won, most_won_by_anybody
from service.campaign.economy.climbers import Climbers
from service.campaign.economy.kinds import BEST, COUNTER, KINDS, RECKLESS, Kind
from service.campaign.economy.lives import NEVER, Lives
from service.campaign.economy.seating import Seating
from service.campaign.economy.tables import ResultTables
from service.campaign.ladder.ladder import ladder

if TYPE_CHECKING:
    from numpy.typing import NDArray

BOARD: Final = Board.of_ladder(ladder())
HOSTS: Final = list(ladder().hosts)


def tables_of(kind: Kind, limits: tuple[float, float, float]) -> ResultTables:
    """Return tables where every hand comes out by the same chances."""
    count = len(HOSTS)
    plain = np.broadcast_to(np.array(limits), (count, 2, 3))
    if kind is not COUNTER:
        return ResultTables(kind, (kind.choices[0],) * count, BOARD.of.worst, plain, None, None)
    counted = np.broadcast_to(np.array(limits), (count, 4, 3, 3))
    is_good = np.broadcast_to(np.array([[False, bool(shoe % 2), shoe > 1] for shoe in range(4)]), (count, 4, 3))
    return ResultTables(kind, (kind.choices[0],) * count, BOARD.of.worst, plain, counted, is_good)


FAIR: Final = (0.46, 0.54, 0.97)
ALWAYS_PERFECT: Final = (0.0, 0.0, 0.0)
NEVER_WON: Final = (1.0, 1.0, 1.0)


@pytest.mark.parametrize("kind", KINDS, ids=[kind.name for kind in KINDS])
def test_what_players_win_the_houses_lose(kind: Kind) -> None:
    lives = Lives.of(tables_of(kind, FAIR), BOARD, 60, 1500, 3)
    told = lives.live(evenings=1)
    won = lives.climbers.wallet - 1500
    assert won.any()
    assert int(told.houses.sum()) == -int(won.sum())
    assert int(lives.climbers.won.sum()) == int(won.sum())
    assert np.all(told.lost >= np.maximum(-won, 0))
    assert np.all(told.lowest <= np.minimum(told.houses, 0))
    assert np.all(told.most >= lives.climbers.wallet)
    assert np.all(lives.climbers.wallet >= 0)
    assert [len(each) for each in told.wallets] == [60] * len(told.wallets)


def test_the_same_seed_lives_the_same_lives() -> None:
    first, again, other = (Lives.of(tables_of(BEST, FAIR), BOARD, 20, 900, seed) for seed in (1, 1, 2))
    for lives in (first, again, other):
        lives.live(evenings=1)
    assert first.climbers.wallet.tolist() == again.climbers.wallet.tolist() != other.climbers.wallet.tolist()


def test_who_never_wins_is_ruined() -> None:
    lives = Lives.of(tables_of(RECKLESS, NEVER_WON), BOARD, 4, 400, 1)
    told = lives.live()
    assert told.is_ruined.all()
    assert np.all(lives.climbers.wallet < 5)
    assert (told.reached == NEVER).all()


def test_who_never_loses_is_stopped_by_the_ceilings_of_all_levels_on_both_sides() -> None:
    lives = Lives.of(tables_of(RECKLESS, ALWAYS_PERFECT), BOARD, 4, 1000, 1)
    told = lives.live(evenings=20)
    assert told.is_dealt_no_more.all()
    assert (told.reached != NEVER).all()
    for place, level in enumerate(ladder().levels):
        won = lives.climbers.won[:, :, place]
        assert np.all(level.ceiling.count <= won)
        assert np.all(won <= most_won(level) + most_of_match(level))
    matches = 2 * sum(map(most_of_match, ladder().levels))
    assert np.all(lives.climbers.wallet - 1000 <= most_won_by_anybody(BOARD) + matches)


def test_a_level_gives_the_most_away_one_silver_below_its_ceiling() -> None:
    climbers = Climbers.of(BOARD, np.array([10_000]))
    row, level = np.array([0]), ladder().levels[0]
    climbers.won[0, 0, 0] = level.ceiling.count - 1
    climbers.sit(row, np.array([HOSTS.index("kalit")]))
    climbers.count(row, np.array([50]), np.array([75]))
    assert climbers.won[0, 0, 0] == most_won(level) == 1500 - 1 + 75
    assert climbers.is_at_ceiling(row, row, row)[0]


def seating(kind: Kind, wallet: int) -> tuple[Seating, Climbers]:
    climbers = Climbers.of(BOARD, np.array([wallet]))
    return Seating.of(tables_of(kind, FAIR), climbers, np.array([0])), climbers


def chosen(seats: Seating) -> str:
    host = int(seats.choose(np.array([0]))[0])
    return "nobody" if host == NOBODY else HOSTS[host]


def beaten(*dealers: str) -> NDArray[np.bool_]:
    return np.array([HOSTS[host] in dealers for host in BOARD.usual[0, 0]])


def test_a_beginner_goes_from_dealer_to_dealer_and_then_to_the_boss() -> None:
    seats, climbers = seating(BEST, 1000)
    first = chosen(seats)
    climbers.is_beaten[0, 0] = beaten(first)
    second = chosen(seats)
    assert {first, second} < {"jawa-light", "kalit", "uutkik"}
    assert first != second
    climbers.is_beaten[0, 0] = beaten(first, second)
    assert chosen(seats) == "rkik"
    climbers.wallet[0] = 359  # the whole match against R'kik may cost 360
    assert chosen(seats) not in {first, second, "rkik"}


def test_the_careful_play_where_their_bets_are_taken_and_the_reckless_wherever_they_are_let_in() -> None:
    for kind, level in ((BEST, "dune-sea"), (RECKLESS, "trooper")):
        seats, climbers = seating(kind, 399)  # a fortieth is 9, and Jabba's Palace takes 10 or more
        climbers.beaten[0, 0] = 2
        assert ladder().host(chosen(seats)).level.key == level


def test_at_the_ceiling_of_all_that_is_reached_the_other_side_is_played_and_then_nobody() -> None:
    seats, climbers = seating(BEST, 5000)
    climbers.won[0, 0, 0] = 1500
    climbers.lost[0, 0] = 1
    climbers.wallet[0] = 300
    assert chosen(seats) in {"jawa-dark", "wittin", "herat"}
    climbers.won[0, 1, 0] = 1500
    assert chosen(seats) == "nobody"


def test_first_bets_are_a_part_of_what_is_owned_within_what_the_table_takes() -> None:
    kalit, row = np.array([HOSTS.index("kalit")]), np.array([0])
    for kind, wallet, has_lost, wanted in (
        (BEST, 1000, False, 25),
        (BEST, 100, False, 5),
        (BEST, 90_000, False, 50),
        (COUNTER, 90_000, False, 25),  # so that he may double it
        (RECKLESS, 1000, False, 25),
        (RECKLESS, 1000, True, 50),
        (RECKLESS, 18, True, 18),
    ):
        seats, _ = seating(kind, wallet)
        assert seats.first_bets(row, kalit, has_lost=np.array([has_lost])).tolist() == [wanted]


def test_two_of_four_hands_that_look_good_are_bet_on_twice_and_the_others_once() -> None:
    lives = Lives.of(replace(tables_of(COUNTER, (0.0, 1.0, 1.0))), BOARD, 400, 1000, 5)  # every hand is a push
    told = lives.live(evenings=1)
    # Of hands 2 and 3 of a shoe, half are good; the first hand of each is bet on once: 4 first bets in 3 hands.
    assert told.staked.mean() / told.hands.mean() == pytest.approx(25 * 4 / 3, rel=0.01)
