"""Golden games: at a table of every theme, with wild and clone cards and as a fair deck, three hands of each dealer.

`python -m tests.tables.sessions.test_session_golden` writes them anew; read what changed before you commit it.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from deckmapping.themes.themes import themes
from service.rules.state import Phase
from service.tables.dealer.attention import AttentionRules
from service.tables.dealer.view import dealer_hand_view
from service.tables.moves import Bet, Choose, Close, SeatDealer, Stand
from service.tables.sessions.record import verify_record
from tests.tables.sessions.dealer_tables import Table, chain_of, setup_at

if TYPE_CHECKING:
    from service.tables.sessions.setup import DealerSetup

FOLDER = Path(__file__).with_name("golden") / "dealers"
STANDARD = "standard"
LANDO = "standard-lando"
HANDS = 3


def setup_of(name: str) -> DealerSetup:
    """The table of a golden game: of a theme, of its fair deck, the standard one, or that one with Lando soon met."""
    if name == LANDO:
        standard = setup_at(None, hands=20)
        watched = AttentionRules(threshold=150, cooling=0, visit_hands=HANDS, rest=0)
        return replace(standard, table_id=LANDO, published=chain_of(LANDO, standard.hands).published, attention=watched)
    theme = name.removesuffix("-fair")
    return setup_at(None if theme == STANDARD else theme, is_fair=theme != name, hands=20)


NAMES = [
    *(f"{theme.name}{option}" for theme in themes() for option in ("", "-fair")),
    STANDARD,
    LANDO,
]


@cache
def played(name: str) -> str:
    """Play hands with every dealer of the table, and return the record."""
    table = Table(setup_of(name))
    for host in [each.key for each in table.setup.dealers]:
        if host != table.session.host:
            table.move(SeatDealer(host))
        for _ in range(2 + HANDS if name == LANDO else HANDS):
            one_hand(table)
    table.move(Bet(1), Close())
    return table.record


def one_hand(table: Table) -> None:
    """Play a hand: every second one with a nonce, every fourth with a value that is the first that may be chosen."""
    number = table.session.number + 1
    table.move(Bet(10 * number, sha256(b"%d" % number).digest() if number % 2 else bytes(32)))
    hand = table.session.hand
    assert hand is not None
    if number % 4 == 0 and table.session.is_hand_running:
        if hand.phase is Phase.DRAWING:
            table.move(Stand())
        hand = table.session.hand
        assert hand is not None
        choices = dealer_hand_view(hand).choices
        at = next((at for at, each in enumerate(choices) if each), None)
        if at is not None:
            table.move(Choose(at, choices[at][0]))
    table.finish_hand()


def test_there_is_a_golden_game_of_every_table_and_no_other() -> None:
    assert sorted(path.stem for path in FOLDER.glob("*.txt")) == sorted(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_a_game_comes_out_byte_for_byte(name: str) -> None:
    assert played(name) == (FOLDER / f"{name}.txt").read_bytes().decode("ascii")


@pytest.mark.parametrize("name", NAMES)
def test_a_game_is_proved_by_its_record(name: str) -> None:
    found = verify_record((FOLDER / f"{name}.txt").read_text(encoding="ascii"))
    assert found.is_valid, found
    hands = (2 + HANDS if name == LANDO else HANDS * len(setup_of(name).dealers)) + 1
    assert (found.table_id, found.hands, found.is_closed) == (name, hands, True)


def test_golden_games_show_every_dealer_and_every_kind_of_line_and_move() -> None:
    records = [path.read_text(encoding="ascii").splitlines() for path in FOLDER.glob("*.txt")]
    words = {line.split()[0] for lines in records for line in lines}
    assert words >= {"0", "sits", "shuffle", "hand", "result", "key", "closed"}
    moves = {line.split()[1] for lines in records for line in lines if line.startswith("0 ")}
    assert moves == {"bet", "draw", "stand", "choose", "best", "seat", "close"}
    sat = {line.split()[1] for lines in records for line in lines if line.startswith("sits ")}
    assert sat == {"house", *(each.key for theme in themes() for each in theme.dealers)}


if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    for each in NAMES:
        (FOLDER / f"{each}.txt").write_bytes(played(each).encode("ascii"))
