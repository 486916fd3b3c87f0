"""Each kind of screen as it was recorded: 80 columns, 24 lines, readable without colour and in ASCII."""

from __future__ import annotations

import io
import re
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from rich.console import Console

from service.cli.play.account import account
from service.cli.play.keys import press
from service.cli.play.look import ASCII, LEAST, UNICODE, Look, Signs, Size, legible
from service.cli.play.pages import hand_over_screen, screen
from service.cli.play.terminal import rendered
from tests.cli.play.golden import joined, recorded
from tests.cli.play.scenes import SCENES
from tests.cli.play.views import THEME

if TYPE_CHECKING:
    from rich.text import Text

LINES = 24


def _text(lines: list[Text], width: int = 80) -> str:
    console = Console(file=io.StringIO(), width=width, color_system=None, markup=False, emoji=False, highlight=False)
    return rendered(console, lines)


def _of(name: str, signs: Signs, size: Size = LEAST) -> list[Text]:
    look = Look.of(THEME, signs, size=size)
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


@pytest.mark.parametrize("name", ["won", "much-played", "six-cards-each", "asked"])
def test_a_larger_terminal_shows_more_as_it_was_recorded(name: str) -> None:
    size = Size(100, 40)
    lines = _of(name, UNICODE, size)
    text = _text(lines, size.width)
    assert joined(text) == recorded(f"{name}-at-100-by-40", text)
    assert LINES <= len(lines) <= size.height
    assert max(line.cell_len for line in lines) <= size.width


def test_a_larger_terminal_leaves_nothing_of_the_account_out() -> None:
    told = SCENES["won"].told
    small, tall = (" ".join(_text(_of("won", UNICODE, Size(80, height))).split()) for height in (24, 40))
    assert all(sentence in tall for sentence in told)
    assert "8 sentences before this." in small
    assert sum(sentence in small for sentence in told) == len(told) - 8
    assert told[-1] in small


def test_the_result_is_kept_where_more_is_told_after_it_than_there_is_room_for() -> None:
    scene, words = SCENES["won"], SCENES["won"].view.result.words
    told = (*scene.told, *(f"The piles are shuffled for the {at}th time." for at in range(20)))
    lines = account(replace(scene, told=told), Look.of(THEME, UNICODE, size=LEAST), 5)
    text = " ".join(line.plain.strip() for line in lines)
    assert len(lines) == 5
    assert words in text
    assert text.endswith(told[-1])
    assert "sentences left out." in text


def test_what_a_hand_means_for_a_career_is_told_before_what_it_brought() -> None:
    scene = SCENES["silver-match-won"]
    text = " ".join(_text(_of("silver-match-won", UNICODE)).split())
    shown = [sentence in text for sentence in scene.told]
    assert shown[2:4] == [True, True]  # the match, and the level
    assert f"{shown.count(False)} sentences left out." in text
    tall = " ".join(_text(_of("silver-match-won", UNICODE, Size(80, 40))).split())
    assert all(sentence in tall for sentence in scene.told)


def test_a_key_shows_all_that_was_left_out() -> None:
    scene, order = press(SCENES["silver-match-won"], "e")
    assert order is None
    text = " ".join(_text(screen(scene, Look.of(THEME, UNICODE, size=LEAST))).split())
    assert all(sentence in text for sentence in scene.told)
    assert press(scene, "\x1b")[0] == SCENES["silver-match-won"]


def test_a_sentence_without_room_does_not_keep_a_shorter_one_out() -> None:
    scene = SCENES["silver-match-won"]
    told = (*scene.told, "The piles are shuffled. " * 20)
    lines = account(replace(scene, told=told, news=frozenset()), Look.of(THEME, UNICODE, size=LEAST), 5)
    text = " ".join(line.plain.strip() for line in lines)
    assert all(each in text for each in (told[0], *told[4:6]))
    assert "sentences left out." in text


def test_the_coach_says_the_same_once_and_the_published_key_is_left_to_its_page() -> None:
    opened = f"The table is open for 9 hands. It publishes {'0f' * 32}: the key of each hand leads back to this."
    told = (opened, "Coach: Draw.", "You draw 5.", "Coach: Stand.", "Coach: Stand.")
    lines = account(replace(SCENES["asked"], told=told), Look.of(THEME, UNICODE, size=LEAST), 5)
    text = " ".join(line.plain.strip() for line in lines)
    expected = "Every card can be verified afterwards. Coach: Draw. You draw 5. Coach: Stand."
    assert text == f"The table is open for 9 hands. {expected}"


def test_nothing_is_open_once_the_hand_is_over() -> None:
    text = _text(_of("over-at-once", UNICODE))
    assert "open" not in text
    assert len(re.findall("│ +- +│", text)) == 2  # the dealer's two cards
    assert re.search("^ Jawa +55 in the pile$", text, re.MULTILINE)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("clone-card", "A clone counts as another of your cards that is no clone; you choose after you stand (s)."),
        ("wild-card", "A wild card counts a whole number from 0 to 7; you choose after you stand (s)."),
        ("two-destinies", "It counts 2 or 5; you choose after you stand (s)."),
    ],
)
def test_the_page_of_an_open_card_says_what_it_may_count(name: str, words: str) -> None:
    kind = name if name == "two-destinies" else f"a-{name}"
    assert words in " ".join(_text(_of(f"asked-about-{kind}", UNICODE)).split())
    assert "you choose after" not in _text(_of("asked-about-a-plain-card", UNICODE))


def test_what_was_played_is_counted_and_no_title_is_cut() -> None:
    text = _text(_of("much-played", UNICODE))
    player = text[: text.index(" Jawa: ")]
    assert "0 x8, 1 x8, 2 x7, 3 x7, 4 x7, 5 x6, 6 x6" in " ".join(player.split())  # by hand: 40 cards and nine again
    assert re.search(r"\),? and [0-9]+ more$", player, re.MULTILINE)
    assert "not seen here x1" in text


def test_a_total_over_eleven_says_so() -> None:
    text = _text(_of("six-cards-each", UNICODE))
    assert text.count("total 14, over 11") == 2
    assert "over 11" not in _text(_of("over-at-once", UNICODE))


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
