"""Missions that cannot be played are refused by field."""

from __future__ import annotations

from typing import Any

import pytest

from deckmapping.catalogue import starter_catalogue
from deckmapping.errors import DomainError, InvalidInputError, PileTooSmallError
from service.campaign.missions.mission import Reward
from service.campaign.missions.playing import play_mission
from service.odds.setting import StandOn
from tests.campaign.missions.asking import VERSION, mission, played

MOST = 16_777_215
ONE = (starter_catalogue().records["1_131"],)

WRONG: dict[str, tuple[dict[str, Any], str, str]] = {
    "a name with a blank": ({"name": "a b"}, "name", "1 to 60 printable ASCII characters without blanks"),
    "no name": ({"name": ""}, "name", "1 to 60 printable"),
    "no purse": ({"purse": 0, "stake": 1}, "purse", "1 to 16777215 chips"),
    "more than any purse holds": ({"purse": MOST + 1}, "purse", "1 to 16777215 chips"),
    "no stake": ({"stake": 0}, "stake", "1 to 16777215 chips"),
    "a stake above the purse": ({"stake": 101}, "stake", "1 to 100 chips, what the purse covers"),
    "half of what R'kik may win": (
        {"theme": "dune-sea-light", "opponent": "rkik", "stake": 51},
        "stake",
        "1 to 50 chips, what the purse covers, as a hand may cost 2 stakes",
    ),
    "no hands": ({"hands": 0}, "hands", "1 to 100 hands"),
    "too many hands": ({"hands": 101}, "hands", "1 to 100 hands"),
    "a goal that is reached already": ({"goal": 100}, "goal", "more than the purse of 100 chips"),
    "a goal beyond reach": ({"goal": 251}, "goal", "101 to 250 chips, what 10 hands may bring"),
    "a goal beyond reach with what the modifier pays": (
        {"goal": 276, "theme": "dune-sea-light", "background": "jawa-canyon", "has_modifier": True},
        "goal",
        "101 to 270 chips, what 10 hands may bring",
    ),
    "a total below 0": ({"play": StandOn(-1)}, "standOn", "0 to 12"),
    "a total above 12": ({"play": StandOn(13)}, "standOn", "0 to 12"),
    "a long reward": ({"reward": Reward("x" * 501)}, "reward.text", "0 to 500 characters"),
    "many cards": ({"reward": Reward("", ("1_1",) * 21)}, "reward.blueprintIds", "0 to 20 ids"),
    "a card without a name": ({"reward": Reward("", ("1_1", ""))}, "reward.blueprintIds[1]", "1 to 60 printable"),
    "much silver": ({"reward": Reward(silver=MOST + 1)}, "reward.silver", "0 to 16777215 silver"),
    "less than no silver": ({"reward": Reward(silver=-1)}, "reward.silver", "0 to 16777215 silver"),
    "no such theme": ({"theme": "hoth", "deck": "deck-c"}, "theme", "one of cloud-city-light"),
    "no such background": ({"theme": "trooper-dark", "background": "casino"}, "background", "one of ice-plains"),
    "a background at the standard table": ({"background": "casino"}, "background", "none: the standard table"),
    "no such dealer here": ({"theme": "trooper-dark", "opponent": "rkik"}, "dealer", "one of "),
    "a character who may not play": (
        {"theme": "dune-sea-light", "character": "5_5"},
        "player.character",
        "a character who may play",
    ),
}


@pytest.mark.parametrize("what", WRONG)
def test_a_mission_that_cannot_be_is_refused_by_field(what: str) -> None:
    fields, field, expected = WRONG[what]
    with pytest.raises(InvalidInputError) as refused:
        played(**fields)
    (violation,) = refused.value.violations
    assert violation.field == field
    assert expected in violation.expected


def test_every_number_that_is_wrong_is_named_at_once() -> None:
    with pytest.raises(InvalidInputError) as refused:
        mission(name="", purse=0, stake=0, hands=0, goal=0, play=StandOn(99), reward=Reward("x" * 501))
    assert [violation.field for violation in refused.value.violations] == [
        "name", "purse", "stake", "hands", "goal", "standOn", "reward.text",
    ]  # fmt: skip


@pytest.mark.parametrize("length", [0, 15, 65])
def test_a_seed_is_16_to_64_bytes_and_never_shown(length: int) -> None:
    seed = b"\xabsecret" * 10
    with pytest.raises(InvalidInputError) as refused:
        play_mission(mission(), seed[:length], VERSION)
    (violation,) = refused.value.violations
    assert (violation.field, violation.value, violation.expected) == ("seed", f"{length} bytes", "16 to 64 bytes")


def test_a_pile_too_small_for_the_table_is_refused() -> None:
    for deck in (ONE, ONE * 2):
        with pytest.raises(PileTooSmallError, match=f"{len(deck)} cards?', expected a pile that needs 3 or more"):
            played(theme="dune-sea-light", has_modifier=True, deck=deck)
    assert played(theme="dune-sea-light", deck=ONE * 2).hands


def test_the_largest_mission_is_played() -> None:
    outcome = played(name="~" * 60, purse=MOST, stake=MOST // 100, hands=100, goal=MOST + 1)
    assert outcome.purse.count >= 0


def test_work_that_nobody_waits_for_ends() -> None:
    class GoneError(DomainError):
        pass

    told: list[tuple[int, int]] = []

    def watch(done: int, of: int) -> None:
        told.append((done, of))
        if done == 2:
            raise GoneError.of("call", "gone", "a caller")

    with pytest.raises(GoneError):
        play_mission(mission(), bytes(16), VERSION, watch)
    assert told == [(0, 10), (1, 10), (2, 10)]
