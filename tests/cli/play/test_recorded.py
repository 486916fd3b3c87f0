"""The real program on a real terminal: screens as they were recorded, hand-over, Ctrl-C, and a table after a crash."""

from __future__ import annotations

import re
import socket
import time
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

from tests.cli.play.golden import joined, recorded
from tests.cli.play.on_pty import COLUMNS, LINES, OnPty
from tests.rpc.processes import ServiceProcess

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Run

EVENINGS = {
    "standard-table": ("--seed x", "n d d s n s 2 5 n s r . q"),
    "jabbas-palace": ("--seed x --theme jabbas-palace-dark --character 7_169 --coach", "? . n s b n d z s b t 2 n f q"),
    "dune-sea-values": ("--seed a3 --theme dune-sea-light --modifier --bet 50", "n s 1 2 a b n s 1 2 a b b q"),
}
"""Options, and the keys of which the last one closes the table."""


def _evening(folder: Path, options: str, keys: str, **environment: str) -> OnPty:
    *before, last = keys.split()
    with OnPty(folder, "play", *options.split(), **environment) as playing:
        playing.started()
        playing.press(*before)
        assert playing.finish(last) == 0
        return playing


@pytest.mark.parametrize("name", EVENINGS)
def test_an_evening_looks_as_it_was_recorded(name: str, tmp_path: Path) -> None:
    playing = _evening(tmp_path, *EVENINGS[name])
    screens = [*playing.screens, playing.last]
    assert joined(*screens) == recorded(f"evening-{name}", *screens)
    for screen in playing.screens:
        lines = screen.split("\n")
        assert len(lines) <= LINES
        assert max(map(len, lines)) <= COLUMNS
    assert list(tmp_path.iterdir()) == []  # a seed's table leaves nothing behind


def test_without_colour_an_evening_has_the_same_words(tmp_path: Path) -> None:
    playing = _evening(tmp_path, *EVENINGS["standard-table"], NO_COLOR="1")
    screens = [*playing.screens, playing.last]
    assert joined(*screens) == recorded("evening-standard-table", *screens)
    assert not re.search(r"\x1b\[[0-9;]*(38|48);", playing.raw)


def test_a_terminal_without_utf_8_gets_ascii(tmp_path: Path) -> None:
    playing = _evening(tmp_path, "--seed x --theme cloud-city-light", "n s b q", PYTHONIOENCODING="ascii")
    assert all(screen.isascii() for screen in playing.screens)
    assert "+-1---" in playing.screens[1]


def test_a_dumb_terminal_gets_plain_text_and_its_lines_are_the_keys(tmp_path: Path) -> None:
    with OnPty(tmp_path, "play", "--seed", "x", TERM="dumb") as playing:
        playing.wait_for("q close")
        playing.ignored("n\ns\nb\nq\nq\n")
        assert playing.finish() == 0
        assert "\x1b" not in playing.raw
        assert "One hand:" in playing.raw


@pytest.mark.parametrize("size", [(79, 24), (80, 23), (14, 5)])
def test_a_terminal_that_is_too_small_says_what_is_needed_and_takes_no_key(
    size: tuple[int, int], tmp_path: Path
) -> None:
    with OnPty(tmp_path, "play", "--seed", "x") as playing:
        first = playing.started()
        small = playing.resized(*size)
        assert small == "needs 80 by 24"
        playing.ignored("nq")
        assert playing.resized(80, 24) == first
        assert "hand 1" in playing.press("n")
        playing.press("f")
        assert playing.finish("q") == 0


def test_a_wider_terminal_is_used_to_100_columns(tmp_path: Path) -> None:
    with OnPty(tmp_path, "play", "--seed", "x") as playing:
        playing.started()
        playing.resized(150, 50)
        asked = playing.press("n")
        assert max(map(len, asked.split("\n"))) == 100
        assert len(asked.split("\n")) == LINES
        playing.press("f")
        assert playing.finish("q") == 0


def test_the_keyboard_is_handed_over_and_nobody_sees_the_other_s_cards(tmp_path: Path) -> None:
    options = ("--seed", "pair", "--versus", "Ann", "Bob", "--stake", "20", "--deck", "deck-c")
    with OnPty(tmp_path, "play", *options) as playing:
        screen = playing.started()
        owners: list[tuple[str, str]] = []
        for _ in range(60):
            owner = re.search(r"^ (Ann|Bob) \(", screen, re.MULTILINE)
            if owner is None:
                assert re.search("Hand the keyboard to (Ann|Bob)", screen)
                assert not re.search("[▒╭│]", screen)
            else:
                owners.append((owner[1], screen))
            if "won 20" in screen or "lost 20" in screen or "nothing won" in screen:
                break
            screen = playing.press("n" if "n next hand" in screen else "s")
        assert playing.finish("q") == 0
    assert {name for name, _ in owners} == {"Ann", "Bob"}
    for name, shown in owners[1:-1]:  # in the hand: from the first one that is asked to the last
        other = "Bob" if name == "Ann" else "Ann"
        above, _, own = shown.partition(f" {name} (")
        assert re.search(rf"^ {other} .*total hidden", above, re.MULTILINE), shown
        assert above.count("▒" * 23) == 2 * 3  # two backs, three lines each
        assert not re.search(r"│ +[0-9]+ +│", above)
        assert "▒" not in own
    assert "Ann: One hand" in playing.last
    for before, after in pairwise(playing.screens):  # each looks at what his last key did before he hands over
        if "Hand the keyboard to" in after and "n next hand" not in before:
            assert "Press a key, and hand the keyboard to" in before


def test_ctrl_c_leaves_the_table_and_says_how_to_go_on(tmp_path: Path) -> None:
    with OnPty(tmp_path, "play", "--theme", "dune-sea-light") as playing:
        playing.started()
        asked = playing.press("n")
        assert playing.finish("\x03") == 130
    assert "Traceback" not in playing.raw
    told = re.search(r"sabacc play --table (t[0-9a-f]{20})\n", playing.last)
    assert told is not None
    with OnPty(tmp_path, "play", "--table", told[1]) as again:
        assert _cards(again.started()) == _cards(asked)


def test_a_killed_program_loses_no_card(tmp_path: Path, cli: Run) -> None:
    database = f"sqlite:///{tmp_path}/tables.db"
    with OnPty(tmp_path, "play", "--theme", "cloud-city-dark", "--database", database) as playing:
        playing.started()
        asked = playing.press("n")
        if "d draw" in asked:
            asked = playing.press("d")
        playing.process.kill()
        playing.process.wait()
    event = cli("table", "watch", "--database", database, "--json").out.splitlines()[0]
    (table_id,) = re.findall(r"t[0-9a-f]{20}", event)[:1]
    with OnPty(tmp_path, "play", "--table", table_id, "--database", database, "--record", "r.txt") as again:
        assert _cards(again.started()) == _cards(asked)
        again.press("f" if "f finish" in asked else ".")
        assert again.finish("q") == 0
    assert "One hand" in again.last or "f finish" not in asked
    verified = cli("table", "verify", str(tmp_path / "r.txt"))
    assert (verified.code, verified.out.splitlines()[0].split(":")[0]) == (0, "VALID")


def test_a_service_that_is_gone_for_a_while_loses_no_card_and_makes_no_move_twice(tmp_path: Path) -> None:
    address, url = _free_address(), f"sqlite:///{tmp_path}/served.db"
    port = int(address.rpartition(":")[2])
    service = ServiceProcess(tmp_path, url, port=port)
    try:
        with OnPty(tmp_path, "play", "--server", address, "--unwatched") as playing:
            playing.started()
            asked = playing.press("n")
            service.kill()
            told = playing.press("f")
            assert "No answer, and nothing is lost" in told or "f finish" not in asked
            assert _cards(told) == _cards(asked)
            service = ServiceProcess(tmp_path, url, port=port)
            until = time.monotonic() + 30
            while "n deal for" not in playing.press("f") and time.monotonic() < until:
                time.sleep(0.2)
            assert playing.finish("q") == 0
        assert "One hand:" in playing.last
        assert f"--server {address} && sabacc table verify" in playing.last
    finally:
        service.__exit__()


def _cards(screen: str) -> list[str]:
    """Both sides of the table, which do not change between two looks."""
    return screen.split("\n")[2:16]


def _free_address() -> str:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return f"127.0.0.1:{taken.getsockname()[1]}"
