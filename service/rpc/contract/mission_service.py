"""MissionService: converts, has the mission played, converts."""

from __future__ import annotations

from functools import partial
from math import inf
from typing import TYPE_CHECKING

from sabacc.v1 import missions_pb2 as pb
from sabacc.v1 import missions_pb2_grpc
from service.campaign.missions.encounter import encounter
from service.campaign.missions.playing import play_mission
from service.odds.hands.limits import verify_setting
from service.odds.setting import BestPlay
from service.rpc.calls.callers import local_caller
from service.rpc.contract.fields import renamed
from service.rpc.contract.mission_messages import outcome_message
from service.rpc.contract.mission_requests import FIELDS, read_mission
from service.rpc.contract.odds_fields import verify_size
from service.rpc.contract.table_players import PlayerReader
from service.rpc.work.executor import finished
from service.tables.sessions.odds_setting import setting_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from deckmapping.catalogue import Catalogue
    from deckmapping.clinic.clinic import Clinic
    from service.caller import Caller
    from service.campaign.missions.encounter import Encounter
    from service.campaign.missions.mission import Mission
    from service.rpc.work.executor import Executor, Watch


class MissionServicer(missions_pb2_grpc.MissionServiceServicer):
    """Every method may be called without a caller, in process."""

    def __init__(self, catalogue: Catalogue, clinic: Clinic, work: Executor) -> None:
        """Read decks by *catalogue* and *clinic*; missions are played by *work*, as a hundred hands take their time."""
        self._catalogue = catalogue
        self._players = PlayerReader(catalogue, clinic)
        self._work = work

    def PlayMission(  # noqa: N802
        self, request: pb.PlayMissionRequest, caller: Caller | None = None
    ) -> pb.PlayMissionResponse:
        """See the contract."""
        mission, version = read_mission(request, self._players), self._catalogue.version
        with renamed(FIELDS):
            met = encounter(mission, request.seed, version)
            if isinstance(mission.play, BestPlay):
                _verify_odds(met)
            job = partial(_played, mission, request.seed, version, self._titles(met))
            return finished(self._work.follow(job, caller or local_caller(inf)))

    def _titles(self, met: Encounter) -> Mapping[str, str]:
        """Return what the cards of the table are called, where the catalogue knows them."""
        ids = {card.card_id for cards in (met.setup.pile, *met.setup.decks.values()) for card in cards}
        records = ((card_id, self._catalogue.get(card_id)) for card_id in sorted(ids))
        return {card_id: record.title for card_id, record in records if record is not None}


def _verify_odds(met: Encounter) -> None:
    """Check that the piles are not too large for the best play.

    Raises:
        InvalidInputError: they are.
    """
    setting = setting_of(met.setup, met.setup.dealers[0])
    for name, side in (("player", setting.player), ("dealer", setting.dealer)):
        verify_size(side, name)
    verify_setting(setting)


def _played(
    mission: Mission, seed: bytes, version: str, titles: Mapping[str, str], watch: Watch
) -> pb.PlayMissionResponse:
    outcome = play_mission(mission, seed, version, watch)
    return outcome_message(outcome, lambda card: titles.get(card.card_id, card.card_id))
