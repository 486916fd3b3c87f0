"""The questions behind the golden transcripts; each seed was looked for until the hand shows what its name says."""

from __future__ import annotations

from tests.tiebreak.building import ALICE, BOB, CARDS
from tests.tiebreak.outsider import Question

HIGH = ["5_57", "1_148", "1_148", "5_57", "7_109", "5_34"]
MIXED = ["2_14", "2_9", "1_148", "13_50", "2_14"]
LOW = ["7_109", "5_57", "1_148", "6_3", "5_34"]


def golden(stage: str, seed: int, piles: dict[str, list[str]], **more: object) -> Question:
    """A question of the golden event; *seed* as 16 bytes."""
    question = Question("golden", stage, 1, seed.to_bytes(16, "big"), piles, CARDS)
    for field, value in more.items():
        setattr(question, field, value)
    return question


CASES = {
    question.stage: question
    for question in (
        golden("two-players", 0, {"alice": ALICE, "bob": BOB}),
        golden("three-players", 0, {"alice": HIGH, "bob": MIXED, "Cara": LOW}),
        golden("replay", 5, {"a": HIGH, "b": HIGH, "c": MIXED}),
        golden(
            "lot", 0, {"a": ["3_8", "13_50"], "b": ["13_50", "3_8"], "c": ["3_8", "3_8"]}, replay_limit=1, attempt=999
        ),
        golden("opening-11", 29, {"alice": HIGH, "bob": HIGH}),
        golden(
            "two-destiny",
            6,
            {"alice": ["2_14", "1_148", "6_36", "2_14"], "bob": ["2_14", "1_148", "6_36", "7_109"]},
        ),
        golden("both-over", 16, {"alice": HIGH, "bob": LOW}),
        golden(
            "criteria-only",
            0,
            {"ana": [], "bo": [], "cy": ["1_2"]},
            criteria=[("differential", "high"), ("lost_pile", "low")],
            filed={
                "ana": {"differential": "-6", "lost_pile": "12.5"},
                "bo": {"differential": "-6", "lost_pile": "12"},
                "cy": {"differential": "-10", "lost_pile": "0"},
            },
        ),
        golden(
            "dropped",
            3,
            {"alice": ALICE, "bob": BOB, "cy": ["1_2", "1_10"]},
            criteria=[("victory_points", "high")],
            filed={name: {"victory_points": "4" if name == "cy" else "10"} for name in ("alice", "bob", "cy")},
            dropped={"bob": ["203_30", "203_30", "9999_1"], "cy": ["203_16"]},
        ),
        golden(
            "two-groups",
            105,
            {"ana": HIGH, "bo": HIGH, "cy": MIXED, "di": MIXED, "ed": []},
            criteria=[("victory_points", "high"), ("lost_pile", "low"), ("head_to_head", "high")],
            filed={
                "ana": {"victory_points": "10", "lost_pile": "0.5"},
                "bo": {"victory_points": "10", "lost_pile": "0.5"},
                "cy": {"victory_points": "4", "lost_pile": "3"},
                "di": {"victory_points": "4", "lost_pile": "3"},
                "ed": {"victory_points": "4", "lost_pile": "-3"},
            },
            wins=[("ed", "cy", 1), ("ed", "di", 2)],
        ),
        golden(
            "two-lots-of-one-hand",
            1,
            {name: ["3_8", "13_50"] if name in "ab" else ["1_148", "5_57"] for name in "abcd"},
            replay_limit=0,
            stand_on=1,
        ),
        golden("stand-on-11", 2, {"alice": MIXED, "bob": LOW}, stand_on=11),
    )
}
