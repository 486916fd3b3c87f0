"""Each kind of screen as it was recorded: 80 columns, 23 lines, readable without colour and in ASCII."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import pytest
from rich.console import Console

from service.cli.play.look import ASCII, UNICODE, Look, Signs, legible
from service.cli.play.pages import hand_over_screen, screen
from service.cli.play.terminal import rendered
from tests.cli.play.golden import joined, recorded
from tests.cli.play.scenes import SCENES
from tests.cli.play.views import THEME

if TYPE_CHECKING:
    from rich.text import Text

LINES = 23
"""One fewer than a terminal has: what follows the last one must not push the first one away."""


def _text(lines: list[Text]) -> str:
    console = Console(file=io.StringIO(), width=80, color_system=None, markup=False, emoji=False, highlight=False)
    return rendered(console, lines)


def _of(name: str, signs: Signs) -> list[Text]:
    look = Look.of(THEME, signs)
    return hand_over_screen("Bob", look) if name == "hand-over" else screen(SCENES[name], look)


@pytest.mark.parametrize("name", [*SCENES, "hand-over"])
def test_a_screen_is_as_it_was_recorded(name: str) -> None:
    text = _text(_of(name, UNICODE))
    assert joined(text) == recorded(name, text)


@pytest.mark.parametrize("signs", [UNICODE, ASCII])
@pytest.mark.parametrize("name", [*SCENES, "hand-over"])
def test_a_screen_fits_a_terminal_without_a_broken_line(name: str, signs: Signs) -> None:
    lines = _of(name, signs)
    assert len(lines) == LINES
    assert max(line.cell_len for line in lines) <= 80
    assert len(_text(lines).split("\n")) <= LINES
    assert all("\n" not in line.plain for line in lines)


@pytest.mark.parametrize("name", [*SCENES, "hand-over"])
def test_a_screen_has_an_ascii_form(name: str) -> None:
    assert _text(_of(name, ASCII)).isascii()


def test_a_colour_is_mended_only_where_it_could_not_be_read() -> None:
    assert legible("#B5762F") == "#b5762f"  # (299*181 + 587*118 + 114*47) / 1000 = 128
    assert legible("#000000") == "#000000"  # nothing to brighten
    for light in ("#2C4A63", "#4A2A16", "#A9D6E5", "#ffffff"):
        red, green, blue = bytes.fromhex(legible(light)[1:])
        assert 110 <= (299 * red + 587 * green + 114 * blue) / 1000 <= 175


def test_an_incomplete_total_is_never_an_interim_number() -> None:
    text = _text(_of("valuing", UNICODE))
    assert "total open; the best values make 11" in text
    assert "total 4" not in text


def test_a_covered_card_is_a_back_and_has_no_words() -> None:
    text = _text(_of("two-players-hidden", UNICODE))
    assert text.count("▒") == 4 * 3 * 16  # four backs, three lines of sixteen columns
    assert "total hidden" in text


def test_a_title_from_outside_cannot_steer_the_terminal() -> None:
    scene = SCENES["asked"]
    scene.view.seats[0].name = "Ann\x1b[2J"
    try:
        assert "\x1b" not in _text(_of("asked", UNICODE))
    finally:
        scene.view.seats[0].name = "Player"
