from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckmapping.clinic.heads import read_head, side_named
from deckmapping.clinic.lines import read_line
from deckmapping.records import Side

TITLES = {"Sense", "4-LOM", "Red 5", "TIE Advanced x1", "2X-3KPR", "8D8", "3,720 To 1", "Hall (Docking Bay)", "P-59"}


@pytest.mark.parametrize(
    ("line", "title", "count"),
    [
        ("Sense", "Sense", 1),
        ("3 Sense", "Sense", 3),
        ("3x Sense", "Sense", 3),
        ("3X Sense", "Sense", 3),
        ("3 x Sense", "Sense", 3),
        ("3xSense", "Sense", 3),
        ("x3 Sense", "Sense", 3),
        ("(3) Sense", "Sense", 3),
        ("[3x] Sense", "Sense", 3),
        ("3-Sense", "Sense", 3),
        ("Sense x3", "Sense", 3),
        ("Sense x 3", "Sense", 3),
        ("Sense X3", "Sense", 3),
        ("Sensex3", "Sense", 3),
        ("Sense (3)", "Sense", 3),
        ("Sense (x3)", "Sense", 3),
        ("Sense 3x", "Sense", 3),
        ("Sense, 3", "Sense", 3),
        ("Sense - 3", "Sense", 3),
        ("Sense *3", "Sense", 3),
        ("- Sense", "Sense", 1),
        ("* 2 Sense", "Sense", 2),
        ("•Sense", "Sense", 1),
        ("4-LOM", "4-LOM", 1),
        ("2 4-LOM", "4-LOM", 2),
        ("4-LOM x2", "4-LOM", 2),
        ("Red 5", "Red 5", 1),
        ("2x Red 5", "Red 5", 2),
        ("Red 5 (2)", "Red 5", 2),
        ("TIE Advanced x1", "TIE Advanced x1", 1),
        ("2x TIE Advanced x1", "TIE Advanced x1", 2),
        ("TIE Advanced x1 x2", "TIE Advanced x1", 2),
        ("2X-3KPR", "2X-3KPR", 1),
        ("2 2X-3KPR", "2X-3KPR", 2),
        ("8D8", "8D8", 1),
        ("3,720 To 1", "3,720 To 1", 1),
        ("2 3,720 To 1", "3,720 To 1", 2),
        ("Hall (Docking Bay)", "Hall (Docking Bay)", 1),
        ("3 Unheard Of", "Unheard Of", 3),
        ("Unheard Of x3", "Unheard Of", 3),
        ("3-Unheard Of", "3-Unheard Of", 1),  # may be a title, as 4-LOM is
        ("12345 Sense", "12345 Sense", 1),
    ],
)
def test_a_number_is_a_count_where_the_rest_is_a_title(line: str, title: str, count: int) -> None:
    read = read_line(line, TITLES.__contains__)
    assert (read.title, read.count) == (title, count)


@pytest.mark.parametrize(
    "line", ["Sense(s)", "Sense (S)", "Sense (starting)", "Sense *start*", "Sense - starting", "Sense = Starting"]
)
def test_a_starting_mark_is_read_and_taken_off(line: str) -> None:
    read = read_line(line, TITLES.__contains__)
    assert (read.title, read.count, read.starting) == ("Sense", 1, True)
    assert not read_line("Sense", TITLES.__contains__).starting


@pytest.mark.parametrize("line", ["2x Sense (s)", "Sense (s) x2", "Sense x2 (s)"])
def test_a_starting_mark_stands_beside_a_count(line: str) -> None:
    read = read_line(line, TITLES.__contains__)
    assert (read.title, read.count, read.starting) == ("Sense", 2, True)


@pytest.mark.parametrize(
    ("line", "categories", "count"),
    [
        ("CHARACTERS", {"CHARACTER"}, None),
        ("Characters: (18)", {"CHARACTER"}, 18),
        ("Interrupts(17)", {"INTERRUPT"}, 17),
        ("== Interrupts - 17 ==", {"INTERRUPT"}, 17),
        ("--- Weapons/Devices: 5 cards ---", {"WEAPON", "DEVICE"}, 5),
        ("Weapons & Devices", {"WEAPON", "DEVICE"}, None),
        ("Admiral's Orders", {"ADMIRALS_ORDER"}, None),
        ("Ships (4)", {"STARSHIP", "VEHICLE"}, 4),
        ("Defensive Shields (10)", {"DEFENSIVE_SHIELD"}, 10),
        ("Other", set(), None),
    ],
)
def test_a_head_names_categories_and_a_sum(line: str, categories: set[str], count: int | None) -> None:
    head = read_head(line)
    assert head is not None
    assert (set(head.section.categories), head.count) == (categories, count)


@pytest.mark.parametrize(
    ("line", "starting", "outside"),
    [
        ("STARTING (8)", True, None),
        ("Starting Effect:", True, None),
        ("Starting cards", True, None),
        ("Shields", False, True),
        ("Outside the deck: 12", False, True),
        ("Sideboard", False, True),
        ("EFFECTS", False, None),
    ],
)
def test_a_head_says_whether_cards_start_or_stand_outside(line: str, starting: bool, outside: bool | None) -> None:
    head = read_head(line)
    assert head is not None
    assert (head.section.starting, head.section.outside) == (starting, outside)


@pytest.mark.parametrize("line", ["P-59", "Rebel Trooper", "Red 5", "Jawa Siesta", "Effects Of Cold", "", "---", "17"])
def test_a_card_is_no_head(line: str) -> None:
    assert read_head(line) is None


def test_a_side_is_named_alone() -> None:
    assert (side_named("Dark Side"), side_named("LIGHT"), side_named("Dark Maneuvers")) == (Side.DARK, Side.LIGHT, None)


@given(st.text(max_size=60))
def test_every_line_has_a_reading_whose_count_is_written_in_it(line: str) -> None:
    read = read_line(line, lambda _: False)
    assert read.count == 1 or str(read.count) in line or any(c.isdigit() and not c.isascii() for c in line)
    assert read.title in line
