"""Careers, and the grants of rewards, as messages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deckmapping.records import Side
from sabacc.v1 import campaign_pb2 as pb
from service.campaign.ladder.learning import lessons_left
from service.campaign.ladder.rewarding import upgrades_of
from service.campaign.play.attention import CAMPAIGN_ATTENTION
from service.rpc.contract.campaign_enums import REWARD_KINDS
from service.rpc.contract.enums import SIDES, WIRE_VARIANTS
from service.rpc.contract.ledger_enums import WIRE_STATES
from service.rpc.contract.ledger_messages import amount_message
from service.rpc.contract.tiebreak_messages import timestamp

if TYPE_CHECKING:
    from service.campaign.ladder.career import Career
    from service.campaign.ladder.ladder import Ladder
    from service.campaign.rewards.grants import Grant

_PER_CENT: Final = 100


def career_message(career: Career, ladder: Ladder) -> pb.Career:
    """Return how far a player has come."""
    table = career.table
    return pb.Career(
        player=career.player,
        sides=[_progress_message(career, ladder, side) for side in (Side.LIGHT, Side.DARK)],
        lessons=career.lessons,
        lessons_left=[lesson.key for lesson in lessons_left(career, ladder)],
        rewards=career.rewards,
        table_id="" if table is None else table.table_id,
        dealer="" if table is None else table.dealer,
        ruined=career.is_ruined,
        upgrades=upgrades_of(career, ladder),
    )


def _progress_message(career: Career, ladder: Ladder, side: Side) -> pb.SideProgress:
    progress, last = career.on(side), len(ladder.levels) - 1
    place = min(progress.beaten, last)
    level, match, is_done = ladder.levels[place], progress.match, progress.beaten > last
    message = pb.SideProgress(
        side=SIDES[side],
        level=WIRE_VARIANTS[level.key],
        done=is_done,
        bosses_beaten=progress.beaten,
        won=map(amount_message, progress.won),
        dealers_beaten=[score.dealer for score in progress.scores if score.is_beaten],
        dealers_left=0 if is_done else progress.still_to_beat(place, level),
        attention=[seen.meter * _PER_CENT // CAMPAIGN_ATTENTION.threshold for seen in progress.attention],
    )
    if match is not None:
        message.match.hands, message.match.hands_left = match.hands, level.match.hands - match.hands
        message.match.won.CopyFrom(amount_message(match.won))
    return message


def grant_message(grant: Grant, ladder: Ladder) -> pb.Grant:
    """Return a grant as it stands, with what the ladder says of its reward."""
    message = pb.Grant(
        grant_id=grant.grant_id,
        sequence=grant.sequence,
        player=grant.player,
        reward=grant.reward,
        create_time=timestamp(grant.create_time),
        state=WIRE_STATES[grant.state],
        reason=grant.reason,
    )
    reward = next((each for each in ladder.rewards if each.key == grant.reward), None)
    if reward is not None:
        message.kind, message.title, message.words = REWARD_KINDS[reward.kind], reward.title, reward.words
        message.content.extend(reward.content)
    if grant.acknowledge_time is not None:
        message.acknowledge_time.CopyFrom(timestamp(grant.acknowledge_time))
    return message
