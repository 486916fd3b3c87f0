"""Requests about missions, as short as tests need them."""

from __future__ import annotations

from typing import Any

from sabacc.v1 import missions_pb2 as pb
from tests.rpc.asking_tables import sitting

SEED = b"a seed of a mission"
REWARD = pb.MissionReward(text="The way to the palace", blueprint_ids=["1_1", "none"], silver=45)


def mission(**fields: Any) -> pb.PlayMissionRequest:
    """A mission of five hands at the standard table, unless told otherwise; at a theme's, with its sample deck."""
    asked: dict[str, Any] = {
        "name": "m-1",
        "seed": SEED,
        "player": sitting(deck=fields.get("theme", "deck-c")),
        "play": pb.MISSION_PLAY_STAND_ON,
        "purse": 100,
        "stake": 10,
        "hands": 5,
        **fields,
    }
    if asked["play"] == pb.MISSION_PLAY_STAND_ON:
        asked.setdefault("stand_on", 8)
    return pb.PlayMissionRequest(**asked)


def won(service: Any, **fields: Any) -> Any:
    """The first mission that is won, of some that differ by their seeds."""
    answers = (service.call(mission(seed=SEED + bytes([at]), **fields)) for at in range(40))
    return next(answer for answer in answers if answer.rewarded)
