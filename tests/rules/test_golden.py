"""Golden hands as text, at least one a rule: judged cases and whole hands act by act."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from deckmapping.errors import DomainError
from deckmapping.values import format_value
from service.rules import acts
from service.rules.choices import parse_choice
from service.rules.judge import judge
from service.rules.notation import read_case, read_state
from tests.rules.facts import BY_ID

if TYPE_CHECKING:
    from service.rules.outcome import Outcome
    from service.rules.state import HandState
    from service.rules.verdict import JudgedHand, Verdict

FOLDER = Path(__file__).with_name("golden")


def blocks(name: str) -> list[list[str]]:
    text = (FOLDER / name).read_text(encoding="utf-8")
    parts = [part.splitlines() for part in text.split("\n\n")]
    return [[line for line in part if not line.startswith("#")] for part in parts if part[-1][0] != "#"]


JUDGED, PLAYED = blocks("judged.txt"), blocks("played.txt")


def hand_line(hand: JudgedHand) -> str:
    values = ["?" if value is None else format_value(value) for value in hand.values]
    change = [f"{hand.change:+d}"] if hand.change else []
    total = "?" if hand.total is None else format_value(hand.total)
    marks = ["perfect"] * hand.is_perfect + ["over"] * hand.is_over
    return " ".join(["hand", *values, *change, "=", total, *marks])


def verdict_lines(said: Verdict) -> list[str]:
    if said.winner is None:
        end = f"end {'undecided' if said.decided_by == 'incomplete' else 'draw'} by {said.decided_by}"
    else:
        double = " double" if said.is_double else ""
        stakes = f"stakes {said.claimed_count} of {said.stakes_count}, lost {said.lost_count}"
        end = f"end {said.winner}{double} by {said.decided_by}, {stakes}"
    return [*(hand_line(hand) for hand in said.hands), end, *(f"note {note}" for note in said.notes)]


@pytest.mark.parametrize("block", JUDGED, ids=lambda block: block[0])
def test_a_golden_case_is_judged_as_written(block: list[str]) -> None:
    _, case, *expected = block
    text = case.removeprefix("case ")
    assert str(read_case(text)) == text
    assert verdict_lines(judge(read_case(text), BY_ID.get)) == expected


def act(state: HandState, words: list[str]) -> acts.Step:
    """Carry out one act of a golden hand."""
    name, *numbers = words
    if name == "deal":
        return acts.deal(state)
    if name == "reveal":
        return acts.reveal(state)
    side = int(numbers[0])
    if name == "choose":
        return acts.choose(state, side, int(numbers[1]), parse_choice(numbers[2]))
    if name == "change":
        return acts.change_total(state, side, int(numbers[1]))
    return {"draw": acts.draw, "stand": acts.stand, "best": acts.choose_best}[name](state, side)


def outcome_line(outcome: Outcome | None) -> list[str]:
    if outcome is None:
        return []
    who = "nobody" if outcome.winner is None else str(outcome.winner)
    return [f"won {who}{' double' if outcome.is_double else ''} by {outcome.decided_by}"]


@pytest.mark.parametrize("block", PLAYED, ids=lambda block: block[0])
def test_a_golden_hand_is_played_as_written(block: list[str]) -> None:
    _, start, script, end, *won = block
    state = read_state(start.removeprefix("start "))
    for line in script.removeprefix("acts ").split("; "):
        words = line.removeprefix("not ").split()
        if line.startswith("not "):
            with pytest.raises(DomainError):
                act(state, words)
        else:
            state, _ = act(state, words)
    assert f"end {state}" == end
    assert outcome_line(state.outcome()) == won


def test_every_rule_has_a_golden_hand() -> None:
    shown = {block[0].split()[0] for block in (*JUDGED, *PLAYED)}
    assert shown == {f"R{number}" for number in range(1, 11)}
