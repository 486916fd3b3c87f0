"""Golden missions: what became of them once, to the last byte of their records.

`python -m tests.campaign.missions.test_mission_golden` writes them anew; read what changed before you commit it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from service.campaign.missions.mission import AsDealer
from service.odds.setting import BestPlay, StandOn
from service.tables.sessions.record import verify_record
from tests.campaign.missions.asking import played

FOLDER = Path(__file__).with_name("golden")

MISSIONS: dict[str, dict[str, Any]] = {
    "standard-best": {"play": BestPlay(), "hands": 6},
    "jawa-camp-goal": {
        "theme": "dune-sea-light",
        "opponent": "kalit",
        "background": "jawa-camp",
        "has_modifier": True,
        "goal": 120,
    },
    "rkik-best": {"theme": "dune-sea-light", "opponent": "rkik", "play": BestPlay(), "purse": 60, "hands": 20},
    "palace-as-dealer": {"theme": "jabbas-palace-dark", "opponent": "brangus-glee", "play": AsDealer(), "hands": 5},
    "devaronian": {"theme": "jabbas-palace-light", "character": "6_10", "play": BestPlay(), "hands": 5},
    "lando-plain": {"theme": "cloud-city-light", "opponent": "lando-light", "has_option": False, "play": StandOn(9)},
}


def told(name: str) -> str:
    """A mission's outcome and its record."""
    outcome = played(name, name=name, **MISSIONS[name])
    return f"{outcome.verdict} {outcome.ending}: {outcome.words}\n{outcome.record}"


@pytest.mark.parametrize("name", MISSIONS)
def test_a_golden_mission_is_the_same_to_the_last_byte(name: str) -> None:
    golden = (FOLDER / f"{name}.txt").read_bytes()
    assert told(name).encode() == golden
    assert verify_record(golden.decode().split("\n", 1)[1]).is_valid


def test_no_golden_mission_is_left_that_nobody_plays() -> None:
    assert {path.stem for path in FOLDER.iterdir()} == set(MISSIONS)


if __name__ == "__main__":
    for each in MISSIONS:
        (FOLDER / f"{each}.txt").write_text(told(each), encoding="ascii", newline="")
