"""Places by criteria, by sabacc, shared; chances of first place."""

from __future__ import annotations

import json
import subprocess
import sys
from decimal import Decimal
from fractions import Fraction
from itertools import permutations, product
from typing import TYPE_CHECKING, Any

import pytest

from sabacc.v1 import tiebreaks_pb2 as pb
from tests.conftest import ROOT
from tests.rpc.asking import DARK, LIGHT, ZEROS, high, places, player, rehearsal, tie

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.rpc.callers import Service


SEVEN = (7).to_bytes(16, "big")


def wins(*pairs: str) -> list[pb.HeadToHead]:
    return [pb.HeadToHead(winner=pair[0], loser=pair[1], wins=1) for pair in pairs]


def test_field_report_11_a_circle_starts_again_after_the_first_is_placed(service: Service, event: str) -> None:
    figures = {"A": ("13", "0.5"), "B": ("12", "0.4"), "C": ("12", "0.6")}
    players = [
        player(name, "", {"score": "5", "cumulative": cumulative, "opponents": rate})
        for name, (cumulative, rate) in figures.items()
    ]
    criteria = high("score", "head_to_head", "cumulative", "opponents")
    answer = service.call(tie(event, players, criteria=criteria, head_to_head=wins("AB", "BC", "CA")))
    assert places(answer) == [
        ("A", 1, "criterion:cumulative"),
        ("B", 2, "criterion:head_to_head"),
        ("C", 3, "criterion:head_to_head"),
    ]
    assert (answer.lock_hex, answer.seed_hex, len(answer.hands), len(answer.piles)) == ("", "", 0, 0)


def pool(names_and_points: Sequence[tuple[str, str]]) -> list[pb.TiebreakPlayer]:
    return [player(name, LIGHT, {"points": points}) for name, points in names_and_points]


def test_field_report_12_a_broken_tie_hands_out_each_prize_once(service: Service, event: str) -> None:
    players = pool([("P1", "4"), ("P2", "4"), ("P3", "3"), ("P4", "2")])
    answer = service.call(tie(event, players, criteria=high("points")))
    ranks = [place.place for place in answer.places]
    assert ranks == [1, 2, 3, 4]
    assert sum((4, 3, 2, 2)[rank - 1] for rank in ranks) == 11
    assert not answer.shared
    assert [place.decided_by for place in answer.places][2:] == ["criterion:points"] * 2


def test_field_report_12_shared_places_are_chosen_and_said(service: Service, event: str) -> None:
    players = pool([("P1", "4"), ("P2", "4"), ("P3", "3"), ("P4", "2")])
    answer = service.call(tie(event, players, criteria=high("points"), share=True))
    assert places(answer) == [
        ("P1", 1, "shared"), ("P2", 1, "shared"), ("P3", 3, "criterion:points"), ("P4", 4, "criterion:points")
    ]  # fmt: skip
    assert sum((4, 3, 2, 2)[place.place - 1] for place in answer.places) == 12
    assert answer.shared
    assert (answer.lock_hex, answer.seed_hex, len(answer.hands), len(answer.groups)) == ("", "", 0, 0)

    three = pool([("P1", "4"), ("P2", "4"), ("P3", "4"), ("P4", "2")])
    answer = service.call(tie(event, three, stage="three", criteria=high("points"), share=True))
    assert [place.place for place in answer.places] == [1, 1, 1, 4]


def test_shared_places_need_no_decks(service: Service, event: str) -> None:
    answer = service.call(tie(event, [player("b", ""), player("a", "")], share=True))
    assert places(answer) == [("a", 1, "shared"), ("b", 1, "shared")]


def test_field_report_46_a_differential_is_a_signed_number(service: Service, event: str) -> None:
    filed = [("10", "+70"), ("10", "69"), ("4", "-6"), ("4", "-10"), ("4", "+5"), ("4", "9")]
    players = [
        player(f"p{points}{differential}", "", {"points": points, "differential": differential})
        for points, differential in filed
    ]
    answer = service.call(tie(event, players, criteria=high("points", "differential")))
    assert [place.player for place in answer.places] == ["p10+70", "p1069", "p49", "p4+5", "p4-6", "p4-10"]
    assert {place.decided_by for place in answer.places} == {"criterion:differential"}
    assert len(answer.hands) == 0


def test_a_low_criterion_prefers_the_low_end(service: Service, event: str) -> None:
    players = [player(name, "", {"lost": value}) for name, value in (("a", "3"), ("b", "-1"), ("c", "2.9999999"))]
    criteria = [pb.Criterion(name="lost", direction=pb.DIRECTION_LOW)]
    assert [place.player for place in service.call(tie(event, players, criteria=criteria)).places] == ["b", "c", "a"]


def standing_of(answer: pb.RehearseTiebreakResponse) -> list[Any]:
    return [*map(list, places(answer)), answer.result_id]


def test_field_report_28_the_order_of_the_players_changes_nothing(service: Service) -> None:
    rankings = [
        standing_of(service.call(rehearsal(tie("worlds", [player(name) for name in names], seed=SEVEN))))
        for names in permutations("ABC")
    ]
    assert rankings == [rankings[0]] * 6
    twice = [player("A"), player("B"), player("A")]
    refused = service.refusal(rehearsal(tie("worlds", twice, seed=SEVEN)))
    assert (refused.code, refused.violations) == (
        "INVALID_ARGUMENT", {"players[2].name": "got 'A', expected each player once"}
    )  # fmt: skip


ELSEWHERE = """
import json, sys
from service.bootstrap import build_application
from service.settings import load_settings
from tests.rpc.asking import player, rehearsal, tie
from tests.rpc.test_places import SEVEN, standing_of
ties = build_application(load_settings(), stored=False).servicers.ties
asked = [rehearsal(tie("worlds", [player(name) for name in names], seed=SEVEN)) for names in ("ABC", "CAB", "BCA")]
print(json.dumps([standing_of(ties.RehearseTiebreak(request)) for request in asked]))
"""


def test_field_report_28_another_process_changes_nothing() -> None:
    found = [
        json.loads(
            subprocess.run([sys.executable, "-c", ELSEWHERE], check=True, stdout=subprocess.PIPE, cwd=ROOT).stdout
        )
        for _ in range(2)
    ]
    assert found == [[found[0][0]] * 3] * 2


def best_of(pile: Sequence[int], size: int = 2) -> dict[tuple[bool, int], Fraction]:
    """Chances of every two-card total of a pile, by ranking: under before over, then near to 11."""
    chances: dict[tuple[bool, int], Fraction] = {}
    hands = list(permutations(pile, size))
    for hand in hands:
        total = sum(hand)
        rank = (total > 11, abs(total - 11))
        chances[rank] = chances.get(rank, Fraction(0)) + Fraction(1, len(hands))
    return chances


def test_win_shares_are_the_chances_of_first_place_by_full_enumeration(service: Service, event: str) -> None:
    # Standing on 1, everybody stops at two cards.
    piles = {"a": ["1_109", "107_3", "1_2"], "b": ["107_3", "1_2", "1_2"]}
    worth = {"1_109": 3, "107_3": 5, "1_2": 2}
    first, second = (best_of([worth[card] for card in pile]) for pile in piles.values())
    a_wins = sum((p * q for (x, p), (y, q) in product(first.items(), second.items()) if x < y), Fraction(0))
    drawn = sum((p * q for (x, p), (y, q) in product(first.items(), second.items()) if x == y), Fraction(0))
    assert 0 < a_wins < 1
    assert 0 < drawn < 1
    for limit in (0, 1, 64):
        expected = a_wins * sum((drawn**hand for hand in range(limit + 1)), Fraction(0)) + drawn ** (limit + 1) / 2
        players = [player(name, ",".join(pile)) for name, pile in piles.items()]
        asked = tie(event, players, stand_on=1, replay_limit=limit, with_win_shares=True)
        shares = {share.player: Decimal(share.share) for share in service.call(rehearsal(asked)).win_shares}
        assert abs(Fraction(shares["a"]) - expected) <= Fraction(1, 10**12)
        assert abs(Fraction(shares["a"] + shares["b"]) - 1) <= Fraction(1, 10**11)


@pytest.mark.parametrize("count", [2, 3, 6])
def test_equal_decks_have_equal_chances_that_sum_to_1(service: Service, event: str, count: int) -> None:
    players = [player(f"p{number}", DARK) for number in range(count)]
    answer = service.call(tie(event, players, with_win_shares=True))
    shares = [Decimal(share.share) for share in answer.win_shares]
    assert [share.player for share in answer.win_shares] == [f"p{number}" for number in range(count)]
    assert len(set(shares)) == 1
    assert abs(sum(shares, Decimal(0)) - 1) <= Decimal("1e-11")
    if count == 2:
        assert [share.share for share in answer.win_shares] == ["0.5", "0.5"]


def test_different_decks_of_three_have_chances_that_sum_to_1(service: Service, event: str) -> None:
    players = [player("a", DARK), player("b", LIGHT), player("c", ZEROS)]
    shares = [Decimal(share.share) for share in service.call(tie(event, players, with_win_shares=True)).win_shares]
    assert abs(sum(shares, Decimal(0)) - 1) <= Decimal("1e-11")
    assert shares[2] < shares[0]


def test_seven_equal_players_are_too_many_for_win_shares_and_nothing_is_stored(service: Service, event: str) -> None:
    players = [player(f"p{number}") for number in range(7)]
    refused = service.refusal(tie(event, players, with_win_shares=True))
    assert (refused.code, refused.reason) == ("INVALID_ARGUMENT", "TOO_MANY_EQUAL")
    assert refused.violations == {
        "options.withWinShares": "got '7 players', expected 0 to 6 players equal at first place"
    }
    assert service.stored(event) == 0
    assert len(service.call(tie(event, players)).places) == 7
    assert service.refusal(tie(event, players, with_win_shares=True)).reason == "TOO_MANY_EQUAL"


def test_seven_players_of_whom_six_are_equal_are_not_too_many(service: Service, event: str) -> None:
    players = [player(f"p{number}", LIGHT, {"points": str(min(number, 1))}) for number in range(7)]
    answer = service.call(tie(event, players, criteria=high("points"), with_win_shares=True))
    assert answer.win_shares[0] == pb.WinShare(player="p0", share="0")
    assert len({share.share for share in answer.win_shares}) == 2


def test_without_a_hand_for_first_place_its_share_is_certain(service: Service, event: str) -> None:
    players = [player("a", "", {"points": "2"}), *(player(f"p{n}", LIGHT, {"points": "1"}) for n in range(8))]
    answer = service.call(tie(event, players, criteria=high("points"), with_win_shares=True))
    assert [share.share for share in answer.win_shares] == ["1", *["0"] * 8]
    shared = service.call(tie(f"{event}-2", [*players[:1], player("b", "", {"points": "2"})],
                              criteria=high("points"), share=True, with_win_shares=True))  # fmt: skip
    assert [share.share for share in shared.win_shares] == ["1", "1"]
