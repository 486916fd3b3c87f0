from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckmapping.values import Value, parse_value
from service.tiebreak.criteria import Standing, standings
from service.tiebreak.model import HEAD_TO_HEAD, Criterion, Direction, Player, Win

HEADS = Criterion(HEAD_TO_HEAD)
LOW = Direction.LOW


def players(**values: str) -> list[Player]:
    return [Player(name, values=tuple(map(parse_value, texts.split()))) for name, texts in values.items()]


def order(levels: list[Standing]) -> list[tuple[int, str, str | None]]:
    return [(level.place, " ".join(level.players), level.criterion) for level in levels]


def test_nobody_is_split_without_criteria() -> None:
    assert order(standings(players(b="", a="", Z=""), (), ())) == [(1, "Z a b", None)]


def test_each_criterion_has_its_direction() -> None:
    criteria = (Criterion("points"), Criterion("lost_pile", LOW))
    levels = standings(players(a="3 7", b="5 1", c="3 0.5", d="5 -1"), (), criteria)
    assert order(levels) == [(1, "d", "lost_pile"), (2, "b", "lost_pile"), (3, "c", "lost_pile"), (4, "a", "lost_pile")]


def test_head_to_head_counts_wins_inside_the_group_still_equal_only() -> None:
    wins = (Win("a", "d", 9), Win("b", "a", 1), Win("c", "d", 2))
    levels = standings(players(a="1", b="1", c="1", d="0"), wins, (Criterion("points"), HEADS))
    assert order(levels) == [(1, "b", HEAD_TO_HEAD), (2, "a c", HEAD_TO_HEAD), (4, "d", "points")]


def test_every_group_starts_again_at_the_first_criterion() -> None:
    wins = (Win("a", "b", 1), Win("b", "a", 1), Win("c", "a", 1), Win("a", "c", 1), Win("b", "c", 1))
    levels = standings(players(a="", b="", c=""), wins, (HEADS,))
    assert order(levels) == [(1, "a b", HEAD_TO_HEAD), (3, "c", HEAD_TO_HEAD)]
    more = (*wins[:1], Win("b", "a", 1), Win("c", "a", 1), Win("a", "c", 2), Win("b", "c", 1))
    assert order(standings(players(a="", b="", c=""), more, (HEADS,)))[0] == (1, "a", HEAD_TO_HEAD)


def test_fewer_wins_come_first_where_low_wins() -> None:
    levels = standings(players(a="", b=""), (Win("a", "b", 1),), (Criterion(HEAD_TO_HEAD, LOW),))
    assert order(levels) == [(1, "b", HEAD_TO_HEAD), (2, "a", HEAD_TO_HEAD)]


@pytest.mark.parametrize("names", list(permutations("ABC")))
def test_field_report_11_a_circle_is_settled_by_the_next_criterion_and_then_starts_again(
    names: tuple[str, str, str],
) -> None:
    filed = {"A": "7 20 13 0.5", "B": "7 20 12 0.4", "C": "7 20 12 0.6"}
    names_of = ("score", "median", HEAD_TO_HEAD, "cumulative", "opponents")
    criteria = tuple(map(Criterion, names_of))
    wins = (Win("A", "B", 1), Win("B", "C", 1), Win("C", "A", 1))
    levels = standings(players(**{name: filed[name] for name in names}), wins, criteria)
    assert order(levels) == [(1, "A", "cumulative"), (2, "B", HEAD_TO_HEAD), (3, "C", HEAD_TO_HEAD)]


def test_field_report_46_a_differential_is_signed_and_exact() -> None:
    filed = {"a": "10 +70", "b": "10 +69", "c": "4 -6", "d": "4 -10", "e": "4 +5", "f": "4 +9"}
    levels = standings(players(**filed), (), (Criterion("victory_points"), Criterion("differential")))
    assert [level.players for level in levels] == [("a",), ("b",), ("f",), ("e",), ("c",), ("d",)]
    assert not any(level.is_equal for level in levels)


@given(st.data())
def test_places_count_the_better_players(data: st.DataObject) -> None:
    names = data.draw(st.lists(st.sampled_from("abcdefgh"), min_size=2, unique=True))
    numbers = st.integers(-1, 1).map(Value)
    seated = [Player(name, values=(data.draw(numbers), data.draw(numbers))) for name in names]
    pairs = st.lists(st.permutations(names).map(lambda pair: (pair[0], pair[1])), max_size=6, unique=True)
    wins = [Win(winner, loser, 1) for winner, loser in data.draw(pairs)]
    criteria = data.draw(st.permutations([Criterion("x"), HEADS, Criterion("y", LOW)]))
    levels = standings(seated, wins, tuple(criteria))
    assert sorted(name for level in levels for name in level.players) == sorted(names)
    assert [level.place for level in levels] == [
        1 + sum(len(x.players) for x in levels[:i]) for i in range(len(levels))
    ]
    for level in levels:
        equal = [player for player in seated if player.name in level.players]
        assert len({player.values for player in equal}) == 1
        inside = [sum(w.winner == p.name and w.loser in level.players for w in wins) for p in equal]
        assert len(set(inside)) == 1
