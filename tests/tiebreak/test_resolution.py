from __future__ import annotations

import subprocess
import sys
from copy import deepcopy
from dataclasses import replace
from itertools import permutations
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deckmapping.errors import NoDeckError, PileTooSmallError
from deckmapping.values import whole
from service.tiebreak.lines import MOST_BYTES
from service.tiebreak.model import Options, Player, Tie, TieRequest
from service.tiebreak.resolution import resolve
from service.tiebreak.verification import replay, verify
from tests.tiebreak import outsider
from tests.tiebreak.building import ALICE, BOB, answer
from tests.tiebreak.cases import CASES, HIGH, LOW, MIXED, golden
from tests.tiebreak.strategies import questions

if TYPE_CHECKING:
    from random import Random

ROOT = Path(__file__).resolve().parents[2]
STARS = {"x": ["3_8", "3_8"], "y": ["3_8", "3_8"]}


@given(questions())
def test_random_ties_agree_with_the_outsiders_program(question: outsider.Question) -> None:
    assert answer(question).transcript == outsider.transcript(question)


@given(questions(), st.randoms(use_true_random=False))
def test_no_order_of_the_question_changes_the_result(question: outsider.Question, mix: Random) -> None:
    other = deepcopy(question)
    names = list(other.piles)
    mix.shuffle(names)
    other.piles = {name: other.piles[name] for name in names}
    for pile in other.piles.values():
        mix.shuffle(pile)
    mix.shuffle(other.wins)
    for ids in other.dropped.values():
        mix.shuffle(ids)
    assert answer(other) == answer(question)


@given(questions())
def test_places_follow_from_levels_without_gaps(question: outsider.Question) -> None:
    places = [place.place for place in answer(question).places]
    if question.share:
        assert places == [1 + sum(other < place for other in places) for place in places]
    else:
        assert places == list(range(1, len(places) + 1))


def changed(question: outsider.Question) -> dict[str, outsider.Question]:
    """The same tie with one thing changed, each in a way that leaves both players equal."""
    piles = question.piles
    return {
        "seed": replace(question, seed=question.seed[:-1] + bytes([question.seed[-1] ^ 1])),
        "longer seed": replace(question, seed=question.seed + b"\0"),
        "event": replace(question, event="Golden"),
        "stage": replace(question, stage="two-player"),
        "attempt": replace(question, attempt=2),
        "stand on": replace(question, stand_on=9),
        "replay limit": replace(question, replay_limit=63),
        "catalogue": replace(question, catalogue="demo2"),
        "a card": replace(question, piles=piles | {"bob": [*BOB[1:], "1_2"]}),
        "one card less": replace(question, piles=piles | {"bob": BOB[1:]}),
        "a copy more": replace(question, piles=piles | {"bob": [*BOB, BOB[0]]}),
        "a player's case": replace(question, piles={"Alice": ALICE, "bob": BOB}),
        "piles exchanged": replace(question, piles={"alice": BOB, "bob": ALICE}),
        "a player more": replace(question, piles=piles | {"carl": BOB}),
    }


def test_any_change_changes_lock_and_result() -> None:
    question = CASES["two-players"]
    results = {name: answer(other) for name, other in {"as it is": question, **changed(question)}.items()}
    assert len({result.result_id for result in results.values()}) == len(results)
    of_seeds = {"seed", "longer seed"}
    assert len({result.seed for result in results.values()}) == len(results)
    assert len({result.lock for name, result in results.items() if name not in of_seeds}) == len(results) - 2
    assert {results[name].lock for name in of_seeds} == {results["as it is"].lock}


def test_event_and_stage_cannot_trade_letters() -> None:
    question = CASES["two-players"]
    first = answer(replace(question, event="ab", stage="c"))
    second = answer(replace(question, event="a", stage="bc"))
    assert first.lock != second.lock


@pytest.mark.parametrize("names", list(permutations("ABC")))
def test_field_report_28_the_order_of_players_has_no_effect(names: tuple[str, ...]) -> None:
    piles = {"A": HIGH, "B": MIXED, "C": LOW}
    question = golden("report-28", 7, {name: piles[name] for name in names})
    assert outsider.transcript(question) == answer(question).transcript
    assert answer(question) == answer(golden("report-28", 7, piles))


@pytest.mark.parametrize("hash_seed", ["1", "2"])
def test_field_report_28_another_process_gives_the_same_result(hash_seed: str) -> None:
    program = (
        "from tests.tiebreak.cases import CASES; from tests.tiebreak.building import answer;"
        "print([answer(question).result_id.hex() for question in CASES.values()])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        env={"PYTHONHASHSEED": hash_seed},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == str([answer(question).result_id.hex() for question in CASES.values()])


def test_field_report_12_a_broken_tie_leaves_no_place_empty_or_double() -> None:
    filed = {"P1": "9", "P2": "9", "P3": "5", "P4": "4"}
    question = golden(
        "report-12",
        1,
        {"P1": HIGH, "P2": HIGH, "P3": [], "P4": []},
        criteria=[("points", "high")],
        filed={name: {"points": value} for name, value in filed.items()},
    )
    pool = {1: 4, 2: 3, 3: 2, 4: 2}
    broken = answer(question)
    assert [place.place for place in broken.places] == [1, 2, 3, 4]
    assert sum(pool[place.place] for place in broken.places) == 11
    question.share = True
    shared = answer(question)
    assert [(p.place, p.decided_by) for p in shared.places[:2]] == [(1, "shared"), (1, "shared")]
    assert [place.place for place in shared.places] == [1, 1, 3, 4]
    assert sum(pool[place.place] for place in shared.places) == 12
    assert (shared.lock, shared.hands, shared.groups) == (None, (), ())


def test_field_report_12_three_who_share_the_top_are_ranked_1_1_1_4() -> None:
    question = golden(
        "report-12",
        1,
        {name: [] for name in "wxyz"},
        criteria=[("points", "high")],
        filed={name: {"points": "1" if name == "z" else "2"} for name in "wxyz"},
        share=True,
    )
    assert [(p.player, p.place) for p in answer(question).places] == [("w", 1), ("x", 1), ("y", 1), ("z", 4)]


def test_all_share_first_place_where_there_is_no_criterion() -> None:
    result = answer(golden("share", 1, {"a": [], "b": []}, share=True))
    assert [place.place for place in result.places] == [1, 1]
    assert verify(result.transcript.encode()).valid


def test_field_report_36_a_star_counts_zero() -> None:
    result = answer(golden("report-36", 1, STARS, replay_limit=0, stand_on=1))
    assert [(hand.values, hand.total, hand.over) for hand in result.hands] == [((0, 0), 0, False)] * 2
    assert "total 1 x 0+0 0 under\n" in result.transcript
    assert "card 3_8 0\n" in result.transcript


def test_field_report_45_no_card_is_wild_and_draws_are_replayed() -> None:
    cards = {"213_35": ["3"], "7_115": ["0"], "5_80": ["0"]}
    piles = {"a": list(cards), "b": list(cards)}
    question = replace(golden("report-45", 4, piles, replay_limit=3), cards=cards)
    result = answer(question)
    assert {hand.values for hand in result.hands} <= set(permutations((whole(3), whole(0), whole(0))))
    assert [hand.number for hand in result.hands] == [1, 1, 2, 2, 3, 3, 4, 4]
    assert [lot.hand for lot in result.lots] == [4]


def test_field_report_46_sabacc_is_played_only_where_every_criterion_is_equal() -> None:
    filed = {"a": ("10", "70"), "b": ("10", "69"), "c": ("4", "-6"), "d": ("4", "-6")}
    question = golden(
        "report-46",
        1,
        {"a": [], "b": [], "c": HIGH, "d": LOW},
        criteria=[("victory_points", "high"), ("differential", "high")],
        filed={name: {"victory_points": vp, "differential": diff} for name, (vp, diff) in filed.items()},
    )
    result = answer(question)
    assert [place.player for place in result.places[:2]] == ["a", "b"]
    assert {hand.player for hand in result.hands} == {"c", "d"}
    assert [place.decided_by[:6] for place in result.places[2:]] == ["sabacc", "sabacc"]


def test_field_report_54_the_proof_is_over_text_and_not_over_the_order_of_a_mapping() -> None:
    question = CASES["two-groups"]
    turned = replace(
        question,
        piles=dict(reversed(question.piles.items())),
        cards=dict(reversed(question.cards.items())),
        filed=dict(reversed(question.filed.items())),
        wins=question.wins[::-1],
    )
    assert answer(turned).result_id == answer(question).result_id
    assert outsider.transcript(turned) == outsider.transcript(question)


def test_a_pile_of_fewer_than_six_cards_is_played_out() -> None:
    result = answer(golden("small", 1, {"a": ["13_50", "1_2"], "b": ["3_8", "6_36", "13_50"]}, replay_limit=0))
    assert [len(hand.ids) for hand in result.hands] == [2, 3]


def test_nobody_draws_more_than_six_cards() -> None:
    result = answer(golden("six", 1, {"a": ["3_8"] * 9, "b": ["6_36"] * 9}, replay_limit=0))
    assert [(len(hand.ids), hand.total) for hand in result.hands] == [(6, 0), (6, whole(6))]


def test_the_lot_comes_after_one_hand_and_the_replays() -> None:
    for limit in (0, 1, 64):
        result = answer(golden("lot", 3, STARS, replay_limit=limit))
        assert max(hand.number for hand in result.hands) == 1 + limit
        assert [lot.hand for lot in result.lots] == [1 + limit]
        assert {place.decided_by for place in result.places} == {f"lot:{1 + limit}"}


def test_a_player_still_equal_needs_a_deck() -> None:
    with pytest.raises(NoDeckError) as caught:
        answer(golden("no-deck", 1, {"b": ALICE, "a": []}))
    assert caught.value.violations[0].field == "players[1].deck"
    assert "a is still equal" in str(caught.value)


def test_field_report_32_a_pile_of_one_card_is_refused_before_dealing() -> None:
    with pytest.raises(PileTooSmallError) as caught:
        answer(golden("small", 1, {"alice": ["1_2"], "bob": BOB}))
    assert "alice needs 2" in str(caught.value)


def test_a_settled_player_needs_no_deck() -> None:
    result = answer(CASES["two-groups"])
    assert "player ed" not in result.transcript


@given(questions(most_players=3))
@settings(max_examples=50)
def test_every_answer_verifies_and_is_read_back_from_its_transcript(question: outsider.Question) -> None:
    result = answer(question)
    checked = verify(result.transcript.encode())
    assert (checked.valid, checked.first_bad_line, checked.head_checked) == (True, None, result.lock is not None)
    assert replay(result.transcript) == result


def test_sixteen_players_with_the_longest_names_fit_the_size_of_a_transcript() -> None:
    ids = tuple(f"1000_{1000 + number}" for number in range(200))
    seated = tuple(Player(f"{'x' * 58}{number:02d}", ids) for number in range(16))
    options = Options(stand_on=11, replay_limit=64)
    request = TieRequest(Tie("e" * 60, "s" * 60, 999), bytes(64), seated, (), options, "c" * 128)
    text = resolve(request, dict.fromkeys(ids, (whole(0),))).transcript
    assert text.count("\nhand ") == 65
    assert 600_000 < len(text) < MOST_BYTES
    assert verify(text.encode()).valid
