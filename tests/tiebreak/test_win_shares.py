"""Exact chances against a brute force over all orders of tiny piles, and against seeded ties."""

from __future__ import annotations

import pickle
from fractions import Fraction
from itertools import combinations_with_replacement, permutations, product
from math import sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deckmapping.errors import NoDeckError, PileTooSmallError
from deckmapping.values import Value, parse_value, whole
from service.tiebreak.errors import TooManyEqualError
from service.tiebreak.win_shares import Contest, contest_of, format_share, hand_chances, win_shares
from tests.tiebreak.building import CARDS, answer, request_of, values_of
from tests.tiebreak.cases import CASES, HIGH, LOW, MIXED, golden
from tests.tiebreak.outsider import Question, best

Outcome = tuple[bool, Fraction, int]
KINDS = (["0"], ["1"], ["3"], ["5"], ["6"], ["2", "5"], ["0", "7"], ["4.5"])


def brute_hand(pile: list[list[str]], stand_on: int) -> dict[Outcome, Fraction]:
    """The chance of every final hand, over all orders of the pile."""
    chances: dict[Outcome, Fraction] = {}
    orders = list(permutations([[Fraction(text) for text in texts] for texts in pile]))
    for order in orders:
        count = 2
        while sum(best(list(order[:count]))) < stand_on and count < min(6, len(order)):
            count += 1
        total = sum(best(list(order[:count])), Fraction(0))
        outcome = (total > 11, abs(total - 11), count)
        chances[outcome] = chances.get(outcome, Fraction(0)) + Fraction(1, len(orders))
    return chances


def brute_shares(hands: list[dict[Outcome, Fraction]], limit: int) -> list[Fraction]:
    """Each player's chance of first place, hand after hand."""
    shares = [Fraction(0)] * len(hands)
    for outcomes in product(*(hand.items() for hand in hands)):
        chance = Fraction(1)
        for _, part in outcomes:
            chance *= part
        top = min(outcome for outcome, _ in outcomes)
        first = [at for at, (outcome, _) in enumerate(outcomes) if outcome == top]
        if len(first) == 1:
            inside = [Fraction(1)]
        elif limit == 0:
            inside = [Fraction(1, len(first))] * len(first)
        else:
            inside = brute_shares([hands[at] for at in first], limit - 1)
        for at, share in zip(first, inside, strict=True):
            shares[at] += chance * share
    return shares


def contest(piles: list[list[list[str]]], stand_on: int, limit: int) -> Contest:
    names = tuple(f"p{number}" for number in range(len(piles)))
    cards = tuple(tuple(tuple(map(parse_value, texts)) for texts in pile) for pile in piles)
    return Contest(names, names, cards, stand_on, limit)


TINY = st.lists(st.sampled_from(KINDS), min_size=2, max_size=4)


@given(st.lists(TINY, min_size=2, max_size=2), st.integers(1, 11), st.integers(0, 2))
@settings(max_examples=60)
def test_two_players_as_by_brute_force(piles: list[list[list[str]]], stand_on: int, limit: int) -> None:
    expected = brute_shares([brute_hand(pile, stand_on) for pile in piles], limit)
    assert [share for _, share in win_shares(contest(piles, stand_on, limit))] == expected


@given(st.lists(st.lists(st.sampled_from(KINDS), min_size=2, max_size=3), min_size=3, max_size=3), st.integers(1, 11))
@settings(max_examples=25)
def test_three_players_as_by_brute_force(piles: list[list[list[str]]], stand_on: int) -> None:
    expected = brute_shares([brute_hand(pile, stand_on) for pile in piles], 1)
    assert [share for _, share in win_shares(contest(piles, stand_on, 1))] == expected


@pytest.mark.parametrize("stand_on", [1, 8, 11])
def test_one_hand_as_by_brute_force_over_seven_cards(stand_on: int) -> None:
    pile = [["2", "5"], ["0"], ["0"], ["1"], ["4.5"], ["0", "7"], ["1"]]
    chances = hand_chances(tuple(tuple(map(parse_value, texts)) for texts in pile), stand_on)
    ours = {
        (over, Fraction(distance, 10**7), count): Fraction(ways, chances.of)
        for (over, distance, count), ways in chances.ways.items()
    }
    assert ours == brute_hand(pile, stand_on)


def test_a_sure_win_and_a_sure_draw() -> None:
    eleven, ten, stars = [["5"], ["6"]], [["5"], ["5"]], [["0"], ["0"]]
    assert [share for _, share in win_shares(contest([ten, eleven, stars], 8, 64))] == [0, 1, 0]
    assert [share for _, share in win_shares(contest([stars, stars], 8, 64))] == [Fraction(1, 2)] * 2
    assert [share for _, share in win_shares(contest([eleven] * 6, 8, 3))] == [Fraction(1, 6)] * 6


def test_shares_of_real_size_decks_sum_to_one_exactly_whatever_the_limit() -> None:
    spread = {0: 19, 1: 10, 2: 3, 3: 1, 4: 5, 5: 11, 6: 5, 7: 6}
    deck_c = tuple((whole(value),) for value, count in spread.items() for _ in range(count))
    other = (*deck_c[3:], (whole(2), whole(5)), (parse_value("3.1415927"),), (parse_value("4.5"),))
    for limit in (0, 1, 64):
        for decks in combinations_with_replacement((deck_c, other), 3):
            names = ("a", "b", "c")
            shares = [share for _, share in win_shares(Contest(names, names, decks, 8, limit))]
            assert sum(shares) == 1
            for one, two in ((0, 1), (1, 2)):
                assert (shares[one] == shares[two]) == (decks[one] == decks[two])


def seeded(question: Question, ties: int) -> dict[str, int]:
    firsts = dict.fromkeys(question.piles, 0)
    for number in range(ties):
        question.seed = number.to_bytes(16, "big")
        firsts[answer(question).places[0].player] += 1
    return firsts


@pytest.mark.parametrize("limit", [0, 64])
def test_seeded_ties_come_out_as_often_as_the_exact_chances_say(limit: int) -> None:
    ties = 3_000
    question = golden("simulated", 0, {"a": HIGH, "b": MIXED, "c": LOW}, replay_limit=limit)
    exact = dict(win_shares(contest_of(request_of(question), values_of(CARDS))))
    for name, count in seeded(question, ties).items():
        error = sqrt(exact[name] * (1 - exact[name]) / ties)
        assert abs(count / ties - exact[name]) < 4 * error


def test_players_below_the_first_level_have_no_chance_and_a_player_alone_there_is_sure() -> None:
    shares = dict(win_shares(contest_of(request_of(CASES["two-groups"]), values_of(CARDS))))
    assert shares["ana"] == shares["bo"] == Fraction(1, 2)
    assert shares["cy"] == shares["di"] == shares["ed"] == 0
    alone = contest_of(request_of(CASES["criteria-only"]), {})
    assert dict(win_shares(alone)) == {"ana": 0, "bo": 1, "cy": 0}


def test_those_who_share_first_place_are_sure_of_it() -> None:
    question = golden("shared", 0, {name: [] for name in "abcdefgh"}, share=True)
    assert set(dict(win_shares(contest_of(request_of(question), {}))).values()) == {Fraction(1)}


def test_seven_players_equal_at_first_place_are_refused_and_six_are_not() -> None:
    six = golden("six", 0, dict.fromkeys("abcdef", HIGH), replay_limit=1)
    assert {share for _, share in win_shares(contest_of(request_of(six), values_of(CARDS)))} == {Fraction(1, 6)}
    seven = golden("seven", 0, dict.fromkeys("abcdefg", HIGH))
    with pytest.raises(TooManyEqualError) as caught:
        contest_of(request_of(seven), values_of(CARDS))
    assert caught.value.violations[0].field == "options.withWinShares"


def test_only_those_at_first_place_are_counted_and_need_a_deck() -> None:
    filed = {name: {"x": str(int(name > "b"))} for name in "abcdefg"}
    question = golden(
        "five", 0, dict.fromkeys("cdefg", HIGH) | {"a": [], "b": []}, criteria=[("x", "high")], filed=filed
    )
    shares = dict(win_shares(contest_of(request_of(question), values_of(CARDS))))
    assert shares == {name: Fraction(int(name > "b"), 5) for name in "abcdefg"}
    question.piles["g"] = []
    with pytest.raises(NoDeckError):
        contest_of(request_of(question), values_of(CARDS))


def test_a_player_without_a_pile_is_refused() -> None:
    with pytest.raises(PileTooSmallError):
        contest_of(request_of(golden("small", 0, {"a": HIGH, "b": ["1_2"]})), values_of(CARDS))


def test_question_and_answer_pass_between_processes() -> None:
    question = contest_of(request_of(CASES["three-players"]), values_of(CARDS))
    assert pickle.loads(pickle.dumps(question)) == question
    shares = win_shares(pickle.loads(pickle.dumps(question)))
    assert pickle.loads(pickle.dumps(shares)) == shares
    assert pickle.loads(pickle.dumps(win_shares)) is win_shares


def test_a_computation_can_be_ended_at_each_of_its_checkpoints() -> None:
    question = contest_of(request_of(CASES["three-players"]), values_of(CARDS))
    passed: list[None] = []
    assert win_shares(question, lambda: passed.append(None)) == win_shares(question)
    assert len(passed) > 100
    for last in range(0, len(passed), len(passed) // 20):
        left = iter(range(last))
        with pytest.raises(StopIteration):
            win_shares(question, left.__next__)


@pytest.mark.parametrize(
    ("share", "text"),
    [
        (Fraction(0), "0"),
        (Fraction(1), "1"),
        (Fraction(1, 2), "0.5"),
        (Fraction(1, 3), "0.333333333333"),
        (Fraction(2, 3), "0.666666666667"),
        (Fraction(1, 2 * 10**12), "0.000000000001"),
        (Fraction(1, 2 * 10**12 + 1), "0"),
        (1 - Fraction(1, 10**13), "1"),
        (Fraction(10**6000 + 1, 4 * 10**6000), "0.25"),
    ],
)
def test_a_share_is_written_with_at_most_twelve_decimals(share: Fraction, text: str) -> None:
    assert format_share(share) == text


def test_the_values_of_a_contest_are_the_catalogues() -> None:
    piles = contest_of(request_of(CASES["two-destiny"]), values_of(CARDS)).piles
    assert (Value(20_000_000), Value(50_000_000)) in piles[0]
