"""`sabacc design`, `tune`, `simulate` and `count`: what they find holds where it is asked for again."""

from __future__ import annotations

import io
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest
from rich.console import Console

from sabacc.v1 import odds_pb2
from service.cli.render.played import print_simulated

if TYPE_CHECKING:
    from tests.cli.conftest import Run


def house_edge(run: Run, *options: str) -> Fraction:
    return -Fraction(run("odds", *options, "--json").json["playerEdgeFraction"])


def test_a_designed_deck_has_the_edge_that_is_told(everywhere: Run) -> None:
    ran = everywhere("design", "--house-edge", "2%", "--json")
    answer = ran.json
    assert (ran.code, answer["counts"]) == (0, "0:19,1:10,2:2,3:1,4:7,5:11,6:5,7:5")
    assert house_edge(everywhere, "--dealer", answer["counts"]) == Fraction(answer["houseEdgeFraction"])
    assert abs(Fraction(answer["houseEdgeFraction"]) - Fraction(1, 50)) <= Fraction(1, 1000)
    assert (answer["leaves"], answer["comes"]) == (
        [{"kind": "2", "count": 1}, {"kind": "7", "count": 1}],
        [{"kind": "4", "count": 2}],
    )


def test_where_no_deck_comes_near_enough_the_nearest_is_shown_and_the_exit_code_is_1(everywhere: Run) -> None:
    options = ("--house-edge", "50%", "--most-changed", "1")
    ran = everywhere("design", *options)
    assert ran.code == 1
    assert ran.err == ""
    assert "57 decks solved." in ran.out
    assert ran.out.startswith("No deck within the bounds comes near enough to +50 %. The nearest:\n")
    told = everywhere("design", *options, "--json")
    assert (told.code, told.json["isWithin"], told.json["counts"]) == (1, False, "0:19,1:10,2:3,3:1,4:6,5:11,6:5,7:5")


def test_only_the_kinds_that_may_are_exchanged(cli: Run) -> None:
    ran = cli("design", "--house-edge", "-2%", "--may-leave", "7, 0", "--may-come", "4,3", "--json")
    assert {each["kind"] for each in ran.json["leaves"]} <= {"0", "7"}
    assert {each["kind"] for each in ran.json["comes"]} <= {"3", "4"}
    assert ran.json["comes"] != []


def test_no_card_is_changed_where_the_deck_is_right_already(cli: Run) -> None:
    ran = cli("design", "--house-edge", "-3.99%", "--most-changed", "0")
    assert ran.code == 0
    assert "No card is changed." in ran.out


@pytest.mark.parametrize(
    ("number", "options"),
    [
        ("shift-share", ("--shift-share", "7/50")),
        ("pay-table", ("--perfect-pays", "6:5", "--perfect-costs", "2")),
    ],
)
def test_a_tuned_number_gives_the_edge_that_is_told_as_the_options_that_are_told(
    number: str, options: tuple[str, ...], everywhere: Run
) -> None:
    told = everywhere("tune", number).out
    assert f"As options: {' '.join(options)}" in told.splitlines()
    answer = everywhere("tune", number, "--json").json
    assert house_edge(everywhere, *options) == Fraction(answer["houseEdgeFraction"])
    assert abs(Fraction(answer["houseEdgeFraction"]) - Fraction(1, 50)) < Fraction(3, 1000)


def test_a_finer_denominator_comes_nearer(cli: Run) -> None:
    found = [cli("tune", "shift-share", "--denominator", parts, "--json").json for parts in ("10", "1000000")]
    rough, fine = (abs(Fraction(each["houseEdgeFraction"]) - Fraction(1, 50)) for each in found)
    assert fine < Fraction(1, 10**6) < rough


def test_the_same_seed_plays_the_same_hands_and_another_others(everywhere: Run) -> None:
    first, again, other = (
        everywhere("simulate", "--hands", "20000", "--seed", seed, "--json").json for seed in ("7", "7", "8")
    )
    assert first == again
    assert first["edge"] != other["edge"]
    assert first["hands"] == "20000"


def test_simulated_hands_agree_with_the_exact_edge_and_the_exit_code_says_so(everywhere: Run) -> None:
    ran = everywhere("simulate", "--hands", "200000", "--policy", "stand-on:8", "--dealer-draws-to", "6", "--json")
    assert ran.code == 0
    exactly = -house_edge(everywhere, "--policy", "stand-on:8", "--dealer-draws-to", "6")
    assert abs(ran.json["edge"] - exactly) < 4 * ran.json["standardError"]
    assert ran.json["errorsOff"] == pytest.approx((ran.json["edge"] - float(exactly)) / ran.json["standardError"])


def test_too_few_hands_are_not_compared(everywhere: Run) -> None:
    ran = everywhere("simulate", "--hands", "1")
    assert ran.code == 0
    assert "these are too few hands to compare with it." in ran.out
    assert "So it was in 1 hand, with the seed 1." in ran.out
    enough = everywhere("simulate", "--hands", "1000").out
    assert "So it was in 1,000 hands, with the seed 1." in enough
    assert "standard errors away: they agree." in enough


def test_hands_that_are_far_from_the_exact_edge_do_not_agree() -> None:
    shares = odds_pb2.OddsOutcomes(**dict.fromkeys(odds_pb2.OddsOutcomes.DESCRIPTOR.fields_by_name, "0"))
    answer = odds_pb2.SimulatedHands(hands=10_000, edge=0.1, player_edge="0.05", errors_off=5, outcomes=shares)
    screen = io.StringIO()
    console = Console(file=screen, width=80)
    print_simulated(console, odds_pb2.OddsSetting(), answer, agrees=False)
    assert "His exact edge is +5.0000 %, 5.00 standard errors away: they do not agree." in screen.getvalue()


def test_a_counter_earns_more_on_the_shoe_than_one_who_does_not_count(everywhere: Run) -> None:
    answer = everywhere("count", "--shoes", "300", "--cut", "4", "--least-bet", "0", "--most-bet", "3", "--json").json
    edge = -float(house_edge(everywhere))
    assert answer["firstEdge"] == pytest.approx(edge, abs=1e-12)
    assert answer["uncounted"] == pytest.approx(4 * edge, abs=1e-9)
    assert answer["flat"]["mean"] > answer["uncounted"] - 3 * answer["flat"]["standardError"]
    assert answer["spread"]["mean"] > 1.5 * answer["flat"]["mean"]
    assert answer["byBet"]["mean"] > edge
    assert answer["shoes"] == 300
