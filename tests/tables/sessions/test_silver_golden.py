"""Golden tables for silver: two of dealers, of which one is R'kik's and one that Lando visits, and one of two players.

`python -m tests.tables.sessions.test_silver_golden` writes them anew; read what changed before you commit it.
"""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

from deckmapping.catalogue import starter_catalogue
from deckmapping.variants import Variant
from service.money import Silver
from service.tables.dealer.attention import Attention
from service.tables.moves import Bet, Close, Ending, EndTable, Finish
from service.tables.sessions.head import head_lines
from service.tables.sessions.opening import versus_setup
from service.tables.sessions.orders import Chain, SeatOrder, VersusOrder
from service.tables.sessions.playing import read_session, write_session
from service.tables.sessions.record import checked_with, record_text, verify_record
from service.tables.sessions.versus_play import move_between_players, open_versus_session
from service.tables.sessions.versus_session import VersusSession
from service.tables.sessions.versus_view import versus_seat_view
from tests.tables.holdings import score_of
from tests.tables.sessions.dealer_tables import Table, chain_of
from tests.tables.sessions.silver_tables import NOBODY, setup_for
from tests.tables.sessions.test_versus_golden import move_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from service.tables.sessions.session import Step
    from service.tables.sessions.setup import DealerSetup, TableSetup, VersusSetup

FOLDER: Final = Path(__file__).with_name("golden") / "silver"
RKIK: Final = "rkik"
VISITED: Final = "visited"
VERSUS: Final = "versus"
NAMES: Final = (RKIK, VISITED, VERSUS)
HANDS: Final = {RKIK: 8, VISITED: 9, VERSUS: 6}
"""Hands that are played; the first ends in the middle of a shoe, where the house closes the table."""


def dealers_table(name: str) -> DealerSetup:
    """R'kik's table, of a player whom nobody watches yet; and one whom Lando visits for two hands more."""
    if name == RKIK:
        return setup_for("dune-sea-light", "rkik", has_option=False, carried=NOBODY)
    carried = Attention(meter=2400, hands=40, wagered=600, visit=2, visit_won=-15)
    return setup_for("cloud-city-dark", "yade-mrak", deck="cloud-city-dark", carried=carried)


def players_table() -> VersusSetup:
    seats = SeatOrder("ann", "trooper-light"), SeatOrder("bob", "trooper-dark")
    order = VersusOrder(seats, Silver(25), Variant.TROOPER, "trooper-light", cut=3, hands=HANDS[VERSUS])
    published = chain_of("silver-versus", order.hands).published
    return versus_setup(order, Chain("silver-versus", published, starter_catalogue().version))


def nonce(number: int) -> bytes:
    return sha256(b"%d" % number).digest() if number % 2 else bytes(32)


def lines_of(step: Step) -> list[str]:
    """What a step wrote, and how the table stands after it."""
    return [*step.lines, f"  state {write_session(step.session)}"]


def against_dealer(name: str) -> list[str]:
    """Bet from the least to the most that is taken, in turn; every fifth hand is left to the house."""
    setup = dealers_table(name)
    table = _Written(setup)
    for number in range(1, HANDS[name] + 1):
        has = score_of(table.session.ready_purse)
        least, most = has.least_bet.count, has.largest_bet(table.session.worst_bets).count
        table.move(Bet(least + (most - least) * (number % 3) // 2, nonce(number)))
        if number % 5 == 0 and table.session.is_hand_running:
            table.move(Finish())
        table.finish_hand()
    table.move(EndTable(Ending.EMPTY_WALLET) if name == RKIK else Close())
    return [*head_lines(setup), *table.all_lines]


class _Written(Table):
    """A table at which its states are written down too."""

    def __init__(self, setup: DealerSetup) -> None:
        self.all_lines: list[str] = []
        super().__init__(setup)

    def _take(self, step: Step) -> Step:
        self.all_lines += lines_of(step)
        return super()._take(step)


def between_players() -> list[str]:
    """Let both play as in the golden games for practice, to the last hand."""
    setup, keys = players_table(), chain_of("silver-versus", HANDS[VERSUS])
    step = open_versus_session(setup)
    lines = [*head_lines(setup), *lines_of(step)]
    while True:
        session = step.session
        assert isinstance(session, VersusSession)
        offers = ((seat, move_of(versus_seat_view(session, seat))) for seat in (1, 0))
        seat, move = next(((seat, move) for seat, move in offers if move is not None), (0, Close()))
        step = move_between_players(session, seat, move, keys)
        lines += lines_of(step)
        if isinstance(move, Close):
            return lines


def played(name: str) -> str:
    return "".join(f"{line}\n" for line in (between_players() if name == VERSUS else against_dealer(name)))


def golden(name: str) -> str:
    return (FOLDER / f"{name}.txt").read_bytes().decode("ascii")


def record_of(name: str) -> str:
    return record_text((), (line for line in golden(name).splitlines() if not line.startswith("  ")))


def test_there_is_a_golden_game_of_every_kind_of_table_and_no_other() -> None:
    assert sorted(path.stem for path in FOLDER.glob("*.txt")) == sorted(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_a_game_for_silver_comes_out_byte_for_byte(name: str) -> None:
    assert played(name) == golden(name)


@pytest.mark.parametrize("name", NAMES)
def test_a_game_for_silver_is_proved_by_its_record(name: str) -> None:
    found = verify_record(record_of(name))
    assert found.is_valid, found
    assert (found.hands, found.is_closed) == (HANDS[name], True)
    assert checked_with(found, starter_catalogue()) == (found, True)


@pytest.mark.parametrize("name", NAMES)
def test_the_states_of_a_golden_game_are_read_back(name: str) -> None:
    setup: TableSetup = players_table() if name == VERSUS else dealers_table(name)
    states = [line.removeprefix("  state ") for line in golden(name).splitlines() if line.startswith("  state ")]
    assert states
    assert [write_session(read_session(state, setup)) for state in states] == states


def sums(name: str, seat: int) -> Sequence[tuple[int, int]]:
    """What a seat won with each hand, and in all, by the record's lines of results."""
    results = [dict(word.split("=") for word in line.split()[2:]) for line in lines_starting(name, "result")]
    return [(int(each["silver"].split(",")[seat]), int(each["won"].split(",")[seat])) for each in results]


def lines_starting(name: str, word: str) -> list[str]:
    return [line for line in record_of(name).splitlines() if line.startswith(f"{word} ")]


@pytest.mark.parametrize(("name", "seat"), [(RKIK, 0), (VISITED, 0), (VERSUS, 0), (VERSUS, 1)])
def test_what_is_won_in_all_is_the_sum_of_all_hands(name: str, seat: int) -> None:
    total = 0
    for change, in_all in sums(name, seat):
        total += change
        assert in_all == total


def test_golden_games_show_what_only_tables_for_silver_have() -> None:
    bets = [int(line.split()[2]) for line in record_of(RKIK).splitlines() if line.startswith("0 bet")]
    results = [(bet, change) for bet, (change, _) in zip(bets, sums(RKIK, 0), strict=True)]
    assert all(change in (-2 * bet, 0, bet, bet * 3 // 2) for bet, change in results)
    assert (30, -60) in results
    assert record_of(RKIK).endswith("0 end empty-wallet\nclosed\n")
    assert record_of(VISITED).endswith("0 close\nclosed\n")
    assert [line.split()[1] for line in lines_starting(VISITED, "sits")] == ["lando-dark", "yade-mrak"]
    assert [change + other for (change, _), (other, _) in zip(sums(VERSUS, 0), sums(VERSUS, 1), strict=True)] == [0] * 6


if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    for each in NAMES:
        (FOLDER / f"{each}.txt").write_bytes(played(each).encode("ascii"))
