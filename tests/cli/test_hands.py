"""`sabacc hand judge`: what other programs read, and what people read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.cli.conftest import EXAMPLE_HAND, as_file

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Run


def test_the_verdict_has_the_names_that_other_programs_rely_on(everywhere: Run) -> None:
    verdict = everywhere("hand", "judge", str(EXAMPLE_HAND), "--json").json
    assert [hand["total"] for hand in verdict["hands"]] == ["11", "11"]
    assert [hand["values"] for hand in verdict["hands"]] == [["3", "4", "4"], ["4", "1", "3", "3"]]
    assert [hand["perfect"] for hand in verdict["hands"]] == [False, False]
    assert (verdict["winner"], verdict["double"], verdict["decidedBy"]) == (0, False, "fewer_cards")
    assert verdict["stakes"] == []


def test_a_barred_wild_card_counts_what_is_printed_and_names_the_bar(everywhere: Run) -> None:
    card = everywhere("hand", "judge", str(EXAMPLE_HAND), "--json").json["hands"][1]["cards"][1]
    assert (card["blueprintId"], card["value"]) == ("217_13", "1")
    assert "7_111" in card["reason"]


def test_a_draw_has_no_winner(everywhere: Run, tmp_path: Path) -> None:
    case = {"variant": "fair-deck", "hands": [{"cards": ["1_2", "7_160"]}, {"cards": ["7_160", "1_2"]}]}
    ran = everywhere("hand", "judge", as_file(tmp_path, case), "--json")
    assert "winner" not in ran.json
    assert "A draw, decided by" in everywhere("hand", "judge", as_file(tmp_path, case)).out


def test_people_read_each_value_and_why(everywhere: Run) -> None:
    words = everywhere("hand", "judge", str(EXAMPLE_HAND)).out
    assert "Hand 0 wins, decided by: fewer cards." in words
    assert "7_111" in words
    assert all(len(line) <= 80 for line in words.splitlines())


def hands(*first: str, **more: Any) -> list[dict[str, Any]]:
    return [{"cards": list(first), **more}, {"cards": ["1_2", "1_2"]}]


@pytest.mark.parametrize(
    ("case", "field"),
    [
        ({"variant": "trooper", "hands": hands("1_2")}, "hands[0].cards"),
        ({"variant": "trooper", "hands": hands(*["1_2"] * 7)}, "hands[0].cards"),
        ({"variant": "trooper", "hands": hands("1_2", "9999_1")}, "hands[0].cards[1]"),
        ({"variant": "trooper", "hands": hands("1_2", "abc")}, "hands[0].cards[1]"),
        ({"variant": "trooper", "hands": hands("1_2", "1_2")[:1]}, "hands"),
        ({"variant": "trooper", "hands": hands("1_2", "1_2", choices=[{"card": 0}])}, "hands[0].choices[0]"),
        (
            {"variant": "trooper", "hands": hands("12_114", "12_114", "1_2", choices=[{"card": 0, "cloneOf": 0}])},
            "hands[0].choices[0]",
        ),
        (
            {"variant": "trooper", "hands": hands("12_114", "12_114", "1_2", choices=[{"card": 0, "cloneOf": 1}])},
            "hands[0].choices[0]",
        ),
    ],
)
def test_a_case_that_the_rules_do_not_allow_is_refused_by_field(
    case: dict[str, Any], field: str, everywhere: Run, tmp_path: Path
) -> None:
    ran = everywhere("hand", "judge", as_file(tmp_path, case))
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith(f"sabacc: {field}")
    assert "Traceback" not in ran.err


def test_without_assignments_the_answer_is_incomplete_and_has_no_number(everywhere: Run, tmp_path: Path) -> None:
    case = {"variant": "trooper", "hands": hands("12_114", "12_114", "7_160", onlyChosen=True)}
    verdict = everywhere("hand", "judge", as_file(tmp_path, case), "--json").json
    assert "total" not in verdict["hands"][0]
    assert "winner" not in verdict
    assert "incomplete" in everywhere("hand", "judge", as_file(tmp_path, case)).out
