"""Missions that are over, as messages."""

from __future__ import annotations

from hashlib import sha256
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from sabacc.v1 import missions_pb2 as pb
from service.campaign.missions.outcome import Ending, Verdict
from service.rpc.contract.table_views import event_message, table_message
from service.tables.dealer.hand import PLAYER
from service.tables.sessions.telling import told

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from sabacc.v1 import tables_pb2
    from service.campaign.missions.mission import Reward
    from service.campaign.missions.outcome import MissionOutcome, PlayedHand
    from service.tables.sessions.session import Step
    from service.tables.telling import Naming

_VERDICTS: Final[Mapping[Verdict, pb.MissionVerdict]] = MappingProxyType(
    {
        Verdict.WON: pb.MISSION_VERDICT_WON,
        Verdict.LOST: pb.MISSION_VERDICT_LOST,
        Verdict.PUSHED: pb.MISSION_VERDICT_PUSHED,
    }
)
_ENDINGS: Final[Mapping[Ending, pb.MissionEnding]] = MappingProxyType(
    {
        Ending.GOAL: pb.MISSION_ENDING_GOAL,
        Ending.BUST: pb.MISSION_ENDING_BUST,
        Ending.PLAYED: pb.MISSION_ENDING_PLAYED,
    }
)


def outcome_message(outcome: MissionOutcome, title: Naming) -> pb.PlayMissionResponse:
    """Return what became of a mission.

    Args:
        outcome: it.
        title: what cards are called.
    """
    record = outcome.record.encode("ascii")
    before = table_message(outcome.opening.session, PLAYER, title)
    return pb.PlayMissionResponse(
        verdict=_VERDICTS[outcome.verdict],
        ending=_ENDINGS[outcome.ending],
        words=outcome.words,
        purse=outcome.purse.count,
        won=outcome.won.count,
        rewarded=outcome.is_rewarded,
        reward=_reward(outcome.mission.reward) if outcome.is_rewarded else None,
        opening=_told([outcome.opening], title),
        hands=[_hand(hand, title) for hand in outcome.hands],
        closing=_told([outcome.close], title),
        opponent=before.dealer,
        variant=before.variant,
        table_id=before.table_id,
        record=record,
        digest=sha256(record).hexdigest(),
        catalogue_version=outcome.opening.session.setup.catalogue_version,
    )


def _hand(hand: PlayedHand, title: Naming) -> pb.MissionHand:
    after = table_message(hand.session, PLAYER, title)
    return pb.MissionHand(
        number=after.hand,
        seats=after.seats,
        result=after.result,
        purse=hand.purse.count,
        events=_told(hand.steps, title),
    )


def _told(steps: Iterable[Step], title: Naming) -> Iterator[tables_pb2.TableEvent]:
    return (event_message(each) for step in steps for each in told(step.session, step.events, title))


def _reward(reward: Reward) -> pb.MissionReward:
    return pb.MissionReward(text=reward.text, blueprint_ids=reward.card_ids, silver=reward.silver)
