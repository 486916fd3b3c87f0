"""Pictures: they decode, say what they show, are the same bytes each time, and can be read in grey."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from io import BytesIO
from itertools import combinations
from typing import TYPE_CHECKING

import matplotlib as mpl
import pytest
from defusedxml import ElementTree
from matplotlib.image import imread

from deckmapping.errors import InvalidInputError
from deckmapping.values import parse_value, whole
from deckmapping.variants import Role
from service.odds.kinds import Kind, Pile, Side
from service.odds.profile import profile
from service.odds.setting import Setting, UpCard
from service.odds.table.chart import chart
from service.odds.table.chart_text import chart_rows, up_card_labels
from service.odds.table.exact import exact_odds
from service.odds.table.solution import Solution, solve
from service.pictures.edges import MOST_BARS, Curve, curves, edge_bars
from service.pictures.formats import PictureFormat
from service.pictures.histogram import deck_histogram
from service.pictures.palette import ACCENT, DARK, INK, LIGHT, MIDDLE, PAPER
from service.pictures.strategy import strategy_chart
from service.pictures.totals import _Bars, totals_of_both_sides
from service.rules.cards import SideRules, WildRange

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np
    from numpy.typing import NDArray

DECK_C = Side(Pile.of_values({0: 19, 1: 10, 2: 3, 3: 1, 4: 5, 5: 11, 6: 5, 7: 6}))
SMALL = Side(Pile.of_values({0: 3, 5: 2, 6: 2}))
MANY_KINDS = Side(
    Pile.of_counts(
        Pile.of_values({0: 9, 1: 9, 2: 8, 3: 8, 4: 7, 5: 8}).as_counts()
        | {Kind((whole(2), whole(5))): 2, Kind((), Role.WILD): 4, Kind((), Role.CLONE): 2}
        | {Kind((parse_value(each),)): 1 for each in ("0.5", "4.5")}
    ),
    SideRules(wild_range=WildRange(1, 6)),
)
SETTINGS = {
    "deck-c": Setting(DECK_C, DECK_C),
    "hidden": Setting(DECK_C, DECK_C, up_card=UpCard.HIDDEN),
    "small": Setting(SMALL, SMALL),
    "many-kinds": Setting(MANY_KINDS, MANY_KINDS),
}
BARS = (("Deck C on both sides", 0.017903), ("Lando shifts $10 of $100", -0.023326), ("he sees the hand", -0.1028))
CURVES = (
    Curve("best play", ((0.0, 0.018), (0.5, -0.19), (1.0, -0.39))),
    Curve("stand on 8", ((0.0, 0.01), (1.0, -0.4))),
)
TABLE = (
    "Player: Deck C; plays his best",
    (
        "Dealer: clone:19, wild:3, perk-wild:1:3, 1:4, 2:3, perk-wild:3:1, perk-wild:4:2, 4:3, 5:11, 6:5, 7:6; "
        "draws on 7 or less, up to 8 in 25 % of the cases; may change his total by 1 on 10 % of the hands; "
        "every win costs two bets"
    ),
    "Trooper Sabacc; finite draws; up card seen; a perfect sabacc pays 3:2, costs 1",
)


@cache
def solved(name: str) -> Solution:
    return solve(SETTINGS[name])


PICTURES: dict[str, Callable[[PictureFormat], bytes]] = {
    **{f"strategy {name}": lambda form, name=name: strategy_chart(chart(solved(name)), form) for name in SETTINGS},  # type: ignore[misc]
    "totals deck-c": lambda form: totals_of_both_sides(exact_odds(solved("deck-c")), form),
    "totals many-kinds": lambda form: totals_of_both_sides(exact_odds(solved("many-kinds")), form),
    "strategy with its table": lambda form: strategy_chart(chart(solved("small")), form, table=TABLE),
    "totals with their table": lambda form: totals_of_both_sides(exact_odds(solved("deck-c")), form, table=TABLE),
    "bars with their table": lambda form: edge_bars(BARS, form, "Edge by setting", TABLE),
    "curves with their table": lambda form: curves(CURVES, form, "Edge", "share", TABLE),
    "bars": lambda form: edge_bars(BARS, form, "Edge by setting"),
    "curves": lambda form: curves(CURVES, form, "Edge", "share of hands that Lando shifts", percent_across=True),
    "histogram": lambda form: deck_histogram(profile(DECK_C.pile), form),
}


@cache
def drawn(name: str, form: PictureFormat) -> bytes:
    return PICTURES[name](form)


def pixels(png: bytes) -> NDArray[np.float32]:
    found: NDArray[np.float32] = imread(BytesIO(png), format="png")
    return found


def texts(svg: bytes) -> list[str]:
    return ["".join(each.itertext()) for each in ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")]


@pytest.mark.parametrize("name", PICTURES)
def test_a_png_decodes_is_of_a_page_and_nothing_of_it_is_cut(name: str) -> None:
    png = drawn(name, PictureFormat.PNG)
    shown = pixels(png)[:, :, :3]
    height, width, _ = shown.shape
    assert 600 <= width <= 1500
    assert 200 <= height <= 2400
    edges = (shown[:3], shown[-3:], shown[:, :3], shown[:, -3:])
    assert all((edge == 1).all() for edge in edges)
    assert (shown.min(axis=2) < 0.3).mean() > 0.002  # ink
    assert len(png) < 300_000


@pytest.mark.parametrize("name", PICTURES)
def test_an_svg_is_well_formed_small_and_its_letters_are_large_enough(name: str) -> None:
    svg = drawn(name, PictureFormat.SVG)
    root = ElementTree.fromstring(svg)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert len(svg) < 250_000
    for each in root.iter("{http://www.w3.org/2000/svg}text"):
        style = each.attrib["style"]
        size = style.partition("px")[0].split()[-1]
        assert float(size) >= 8.5, style


@pytest.mark.parametrize(
    ("name", "form"),
    [(name, PictureFormat.SVG) for name in PICTURES]
    + [(name, PictureFormat.PNG) for name in ("strategy small", "bars")],
)
def test_the_same_picture_is_the_same_bytes_whatever_matplotlib_is_set_to(name: str, form: PictureFormat) -> None:
    with mpl.rc_context({"axes.facecolor": "red", "font.size": 30, "svg.hashsalt": None, "savefig.dpi": 20}):
        before = dict(mpl.rcParams)
        again = PICTURES[name](form)
        assert dict(mpl.rcParams) == before
    assert again == drawn(name, form)


def test_threads_that_draw_at_the_same_time_do_not_disturb_each_other() -> None:
    names = ["bars", "curves", "histogram", "strategy small"] * 2
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda name: PICTURES[name](PictureFormat.SVG), names))
    assert found == [drawn(name, PictureFormat.SVG) for name in names]


@pytest.mark.parametrize("name", ["deck-c", "hidden", "small"])
def test_a_strategy_chart_shows_every_cell_that_the_play_comes_to(name: str) -> None:
    found = chart(solved(name))
    shown = texts(drawn(f"strategy {name}", PictureFormat.SVG))
    rows = [
        row for row in chart_rows(found) if any(each.chance for each in chart_rows(found) if each.cards == row.cards)
    ]
    marks = [mark.text for row in rows for mark in row.marks if mark is not None]
    for text in {*marks}:
        assert shown.count(text) >= marks.count(text)
    assert {f"{row.cards} cards" for row in rows} <= set(shown)
    assert {row.label for row in rows} | set(up_card_labels(found)) <= set(shown)


def test_a_strategy_chart_of_many_totals_is_drawn_in_bands() -> None:
    shown = texts(drawn("strategy many-kinds", PictureFormat.SVG))
    assert len({row.label for row in chart_rows(chart(solved("many-kinds")), in_bands=False)}) > 30
    assert {"2 cards", "5 cards", "7 to <8", "10 to <11", "11", "over 11", "wild", "clone", "2/5"} <= set(shown)


@pytest.mark.parametrize("name", [name for name in PICTURES if name.endswith("table")])
def test_a_picture_says_which_table_it_is_of(name: str) -> None:
    shown = texts(drawn(name, PictureFormat.SVG))
    assert {TABLE[0], TABLE[2]} <= set(shown)
    assert TABLE[1] in " ".join(text.strip() for text in shown) or TABLE[1] in " ".join(
        text.strip() for text in reversed(shown)
    )


def test_bars_curves_and_histogram_say_what_they_show() -> None:
    shown = texts(drawn("bars", PictureFormat.SVG))
    assert {"+1.79%", "\N{MINUS SIGN}2.33%", "\N{MINUS SIGN}10.28%", *(name for name, _ in BARS)} <= set(shown)
    assert {"best play", "stand on 8", "100%"} <= set(texts(drawn("curves", PictureFormat.SVG)))
    assert {"19", "11", "share of 60 cards"} <= set(texts(drawn("histogram", PictureFormat.SVG)))


def test_totals_are_put_in_bands_where_many_occur_and_the_long_tail_together() -> None:
    assert {"player", "dealer", "over 11", "0", "11", "14"} <= set(texts(drawn("totals deck-c", PictureFormat.SVG)))
    shown = texts(drawn("totals many-kinds", PictureFormat.SVG))
    assert {"10 to <11", "11", ">11 to <12"} <= set(shown)
    assert sum(text.endswith(" or more") for text in shown) == 1


def luminance(colour: str) -> float:
    """Relative luminance (WCAG 2)."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_faces_stay_apart_in_grey_and_letters_stand_out_from_them() -> None:
    assert all(contrast(one, other) > 1.35 for one, other in combinations((LIGHT, MIDDLE, DARK), 2))
    assert contrast(LIGHT, DARK) > 5
    for face, letter in ((LIGHT, INK), (MIDDLE, INK), (DARK, PAPER)):
        assert contrast(face, letter) > 7
    assert contrast(ACCENT, PAPER) > 3


@pytest.mark.parametrize("number", [0, MOST_BARS + 1])
def test_no_bars_and_too_many_are_refused(number: int) -> None:
    with pytest.raises(InvalidInputError):
        edge_bars([("a", 0.0)] * number, PictureFormat.PNG, "none")


def test_a_curve_without_points_is_refused() -> None:
    with pytest.raises(InvalidInputError):
        curves([Curve("empty", ())], PictureFormat.SVG, "none", "none")


def test_drawing_never_loads_pyplot_or_asks_for_a_display() -> None:
    program = (
        "import sys\n"
        "from service.pictures.edges import edge_bars\n"
        "from service.pictures.formats import PictureFormat\n"
        "assert edge_bars([('a', 0.5)], PictureFormat.PNG, 'one').startswith(b'\\x89PNG')\n"
        "assert 'matplotlib.pyplot' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True, timeout=300)


def test_the_bars_of_totals_miss_no_hand() -> None:
    for name in ("deck-c", "many-kinds"):
        odds = exact_odds(solved(name))
        both = (odds.player_ends, odds.dealer_ends)
        bars = _Bars.of(both)
        assert len(bars.places) <= 20
        assert [sum(bars.shares(ends)) for ends in both] == pytest.approx([1, 1])
        over = sum(share for (total, _), share in odds.player_ends.items() if total > whole(11))
        shown = sum(
            share for place, share in zip(bars.places, bars.shares(odds.player_ends), strict=True) if place.is_over
        )
        assert shown == pytest.approx(float(over))
