from __future__ import annotations

from dataclasses import replace

import pytest

from deckmapping.errors import InvalidInputError
from deckmapping.values import Value, whole
from service.tiebreak import limits
from service.tiebreak.asked import AskedPlayer, AskedTie, FiledValue
from service.tiebreak.model import HEAD_TO_HEAD, Criterion, Options, Player, Tie, Win

ALICE = AskedPlayer("alice", "1_2,1_10", (), (FiledValue("points", "10"), FiledValue("differential", "-6.5")))
BOB = AskedPlayer("bob", "", (), (FiledValue("differential", "+70"), FiledValue("points", "10")))
CRITERIA = (Criterion("points"), Criterion(HEAD_TO_HEAD), Criterion("differential"))
GOOD = AskedTie(
    Tie("2026-worlds", "final", 1), bytes(16), (ALICE, BOB), (Win("alice", "bob", 2),), Options(criteria=CRITERIA)
)


def faults(asked: AskedTie) -> list[str]:
    with pytest.raises(InvalidInputError) as caught:
        limits.check(asked)
    return [violation.field for violation in caught.value.violations]


def test_a_good_question_gives_its_players_with_their_values_in_the_order_of_the_criteria() -> None:
    assert limits.check(GOOD) == (
        Player("alice", values=(whole(10), Value(-65_000_000))),
        Player("bob", values=(whole(10), whole(70))),
    )


@pytest.mark.parametrize("text", ["", "a b", "a#b", "é", "a\n", "\x7f", "a" * 61])
def test_event_and_stage_are_printable_ascii_without_blanks_and_number_signs(text: str) -> None:
    assert faults(replace(GOOD, tie=Tie(text, "final", 1))) == ["event"]
    assert faults(replace(GOOD, tie=Tie("e", text, 1))) == ["stage"]


@pytest.mark.parametrize("text", ["!", "~", "a,b", "a" * 60, '"'])
def test_other_characters_are_good_in_events(text: str) -> None:
    assert limits.check(replace(GOOD, tie=Tie(text, text, 999)))


@pytest.mark.parametrize("name", ["", "a b", "a,b", "ö", "a" * 61])
def test_a_player_is_printable_ascii_without_blanks_and_commas(name: str) -> None:
    assert faults(replace(GOOD, players=(ALICE, replace(BOB, name=name)), wins=())) == ["players[1].name"]


@pytest.mark.parametrize("name", ["#1", "~ai", "a" * 60])
def test_other_characters_are_good_in_names(name: str) -> None:
    assert limits.check(replace(GOOD, players=(ALICE, replace(BOB, name=name)), wins=()))


def test_players_who_differ_only_in_case_are_two() -> None:
    players = (replace(ALICE, name="Zoe"), replace(BOB, name="zoe"))
    assert [player.name for player in limits.check(replace(GOOD, players=players, wins=()))] == ["Zoe", "zoe"]


def test_the_same_player_twice_is_refused() -> None:
    assert faults(replace(GOOD, players=(ALICE, BOB, ALICE))) == ["players[2].name"]


@pytest.mark.parametrize("count", [0, 1, 17])
def test_two_to_sixteen_players(count: int) -> None:
    players = tuple(replace(ALICE, name=f"p{number}") for number in range(count))
    assert faults(replace(GOOD, players=players, wins=())) == ["players"]


def test_sixteen_players_are_not_too_many() -> None:
    players = tuple(replace(ALICE, name=f"p{number}") for number in range(16))
    assert len(limits.check(replace(GOOD, players=players, wins=()))) == 16


@pytest.mark.parametrize("size", [0, 15, 65])
def test_a_seed_of_another_length_is_refused_and_never_shown(size: int) -> None:
    asked = replace(GOOD, seed=b"CANARY!" * 10)
    asked = replace(asked, seed=asked.seed[:size])
    with pytest.raises(InvalidInputError) as caught:
        limits.check(asked)
    assert str(caught.value) == f"seed: got '{size} bytes', expected 16 to 64 bytes"


@pytest.mark.parametrize("attempt", [-1, 0, 1_000])
def test_attempts_run_from_1_to_999(attempt: int) -> None:
    assert faults(replace(GOOD, tie=Tie("e", "s", attempt))) == ["attempt"]


@pytest.mark.parametrize(("stand_on", "replay_limit"), [(0, 64), (12, 64), (-8, 0), (8, 65), (8, -1)])
def test_options_outside_their_limits_are_refused(stand_on: int, replay_limit: int) -> None:
    options = Options(CRITERIA, stand_on=stand_on, replay_limit=replay_limit)
    field = "options.standOn" if stand_on != 8 else "options.replayLimit"
    assert faults(replace(GOOD, options=options)) == [field]


def test_a_criterion_twice_is_refused() -> None:
    options = Options((*CRITERIA, Criterion("points")))
    assert faults(replace(GOOD, options=options)) == ["options.criteria[3].name"]


@pytest.mark.parametrize("name", ["", "a b", "a,b", "a#b", "x" * 61])
def test_a_criterion_is_named_by_the_text_rule(name: str) -> None:
    options = Options((*CRITERIA, Criterion(name)))
    players = tuple(replace(p, criteria=(*p.criteria, FiledValue(name, "1"))) for p in GOOD.players)
    assert faults(replace(GOOD, options=options, players=players)) == ["options.criteria[3].name"]


def test_at_most_sixteen_criteria() -> None:
    names = [f"c{number}" for number in range(17)]
    for count in (16, 17):
        players = tuple(AskedPlayer(name, criteria=tuple(FiledValue(c, "1") for c in names[:count])) for name in "ab")
        asked = replace(GOOD, players=players, wins=(), options=Options(tuple(map(Criterion, names[:count]))))
        if count == 16:
            assert len(limits.check(asked)[0].values) == 16
        else:
            assert faults(asked) == ["options.criteria", "players[0].criteria", "players[1].criteria"]


@pytest.mark.parametrize(
    ("filed", "field"),
    [
        ((FiledValue("points", "1"),), "players[1].criteria"),
        ((*BOB.criteria, FiledValue("points", "1")), "players[1].criteria[2].name"),
        ((*BOB.criteria, FiledValue("luck", "1")), "players[1].criteria[2].name"),
        ((*BOB.criteria, FiledValue(HEAD_TO_HEAD, "1")), "players[1].criteria[2].name"),
        ((FiledValue("points", "NaN"), BOB.criteria[0]), "players[1].criteria[0].value"),
        ((FiledValue("points", "1e5"), BOB.criteria[0]), "players[1].criteria[0].value"),
        ((FiledValue("points", ""), BOB.criteria[0]), "players[1].criteria[0].value"),
        ((FiledValue("points", "0.12345678"), BOB.criteria[0]), "players[1].criteria[0].value"),
        ((FiledValue("points", "1" * 13), BOB.criteria[0]), "players[1].criteria[0].value"),
    ],
)
def test_every_player_has_one_decimal_for_every_criterion(filed: tuple[FiledValue, ...], field: str) -> None:
    assert faults(replace(GOOD, players=(ALICE, replace(BOB, criteria=filed)))) == [field]


@pytest.mark.parametrize(
    ("wins", "fields"),
    [
        ([Win("alice", "carl", 1)], ["headToHead[0].loser"]),
        ([Win("Alice", "bob", 1)], ["headToHead[0].winner"]),
        ([Win("alice", "alice", 1)], ["headToHead[0].loser"]),
        ([Win("alice", "bob", 1), Win("bob", "alice", 1), Win("alice", "bob", 1)], ["headToHead[2]"]),
        ([Win("alice", "bob", 0)], ["headToHead[0].wins"]),
        ([Win("alice", "bob", 1_000)], ["headToHead[0].wins"]),
        ([Win("alice", "bob", 1)] * 241, ["headToHead"]),
    ],
)
def test_wins_are_between_two_players_of_the_tie_and_named_once(wins: list[Win], fields: list[str]) -> None:
    assert faults(replace(GOOD, wins=tuple(wins))) == fields


def test_wins_are_refused_where_no_criterion_looks_at_them() -> None:
    asked = replace(GOOD, options=Options((Criterion("points"), Criterion("differential"))))
    assert faults(asked) == ["headToHead"]


def test_at_most_two_hundred_cards_started_on_table() -> None:
    assert faults(replace(GOOD, players=(ALICE, replace(BOB, started_on_table=("1_2",) * 201)))) == [
        "players[1].startedOnTable"
    ]


def test_every_fault_is_named_at_once() -> None:
    asked = replace(GOOD, tie=Tie("a b", "c d", 0), options=Options(CRITERIA, stand_on=0), wins=(Win("x", "y", 0),))
    assert faults(asked) == [
        "event",
        "stage",
        "attempt",
        "options.standOn",
        "headToHead[0].winner",
        "headToHead[0].loser",
        "headToHead[0].wins",
    ]
