"""The mission that a request asks for."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from deckmapping.errors import InvalidInputError, Violation, shown
from sabacc.v1 import missions_pb2 as pb
from service.campaign.missions.mission import STAND_ON, AsDealer, Mission, Reward
from service.odds.setting import BestPlay, StandOn
from service.rpc.contract.enums import refused
from service.tables.practice import Chips
from service.tiebreak.limits import SEED

if TYPE_CHECKING:
    from collections.abc import Mapping

    from service.campaign.missions.mission import Play
    from service.rpc.contract.table_players import PlayerReader

FIELDS: Final[Mapping[str, str]] = MappingProxyType({"dealer": "opponent", "piles[0]": "player", "start": "purse"})
"""What the domain calls a mission's facts, and where the request has them, if it calls them otherwise."""


def read_mission(request: pb.PlayMissionRequest, players: PlayerReader) -> Mission:
    """Read the mission that *request* asks for; of the seed only the length is looked at.

    Raises:
        InvalidInputError: a field is out of its limits, or the player's deck or character is of no use.
    """
    player = players.seat(request.player, "player")
    faults = [*SEED.check("seed", len(request.seed))]
    play = _play(request, faults)
    try:
        mission = Mission(
            name=request.name,
            player=player,
            play=play,
            purse=Chips(request.purse),
            stake=Chips(request.stake),
            hands=request.hands,
            goal=Chips(request.goal) if request.HasField("goal") else None,
            theme=request.theme or None,
            background=request.background or None,
            opponent=request.opponent or None,
            has_option=not request.plain_cards,
            has_modifier=request.with_modifier,
            reward=_reward(request.reward),
        )
    except InvalidInputError as error:
        raise InvalidInputError.all([*error.violations, *faults]) from None
    if faults:
        raise InvalidInputError.all(faults)
    return mission


def _play(request: pb.PlayMissionRequest, faults: list[Violation]) -> Play:
    """Read how the player draws; what says nothing of it is added to *faults*."""
    is_given = request.HasField("stand_on")
    match request.play:
        case pb.MISSION_PLAY_STAND_ON if is_given:
            return StandOn(request.stand_on)
        case pb.MISSION_PLAY_STAND_ON:
            faults.append(Violation("standOn", "nothing", STAND_ON.expected))
            return BestPlay()
        case pb.MISSION_PLAY_AS_DEALER | pb.MISSION_PLAY_BEST:
            if is_given:
                faults.append(Violation("standOn", shown(request.stand_on), "none with another play than STAND_ON"))
            return AsDealer() if request.play == pb.MISSION_PLAY_AS_DEALER else BestPlay()
        case unknown:
            faults.append(refused("play", unknown, "STAND_ON, AS_DEALER or BEST"))
            return BestPlay()


def _reward(message: pb.MissionReward) -> Reward:
    return Reward(message.text, tuple(message.blueprint_ids), message.silver)
