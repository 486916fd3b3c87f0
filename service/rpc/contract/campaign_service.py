"""CampaignService: converts, calls the use cases, converts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sabacc.v1 import campaign_pb2 as pb
from sabacc.v1 import campaign_pb2_grpc
from service.campaign.ladder.events import Happening
from service.campaign.play.telling import told_of
from service.rpc.calls.callers import local_caller
from service.rpc.contract.campaign_ladder import ladder_message
from service.rpc.contract.campaign_messages import career_message, grant_message
from service.rpc.contract.campaign_requests import read_duel, read_grant_acknowledgement, read_sitting
from service.rpc.contract.page_token import page_size
from service.rpc.contract.table_orders import content_of
from service.rpc.contract.table_views import event_message, table_message

if TYPE_CHECKING:
    from sabacc.v1 import tables_pb2
    from service.caller import Caller
    from service.campaign.play.use_cases import Campaign
    from service.campaign.rewards.use_cases import Grants
    from service.rpc.contract.table_players import PlayerReader
    from service.tables.sessions.use_cases import Answer
    from service.tables.telling import Naming


class CampaignServicer(campaign_pb2_grpc.CampaignServiceServicer):
    """Every method may be called without a caller, in process."""

    def __init__(
        self,
        campaign: Campaign,
        grants: Grants,
        players: PlayerReader,
        title: Naming,
        default_deadline_s: float,
    ) -> None:
        """Answer from *campaign* and *grants*; decks are read by *players*, and *title* says what cards are called."""
        self._campaign = campaign
        self._grants = grants
        self._players = players
        self._title = title
        self._default_deadline_s = default_deadline_s

    def GetLadder(  # noqa: N802
        self, request: pb.GetLadderRequest, caller: Caller | None = None
    ) -> pb.GetLadderResponse:
        """See the contract."""
        del request, caller
        return ladder_message(self._campaign.ladder)

    def GetCareer(  # noqa: N802
        self, request: pb.GetCareerRequest, caller: Caller | None = None
    ) -> pb.GetCareerResponse:
        """See the contract."""
        stored = self._campaign.career(request.player, caller or self._local())
        return pb.GetCareerResponse(career=career_message(stored.career, self._campaign.ladder))

    def AnswerLesson(  # noqa: N802
        self, request: pb.AnswerLessonRequest, caller: Caller | None = None
    ) -> pb.AnswerLessonResponse:
        """See the contract."""
        advance = self._campaign.answer_lesson(request.player, request.lesson, request.answer, caller or self._local())
        return pb.AnswerLessonResponse(
            right=any(event.happening is Happening.LESSON_RIGHT for event in advance.events),
            events=[event_message(told_of(event)) for event in advance.events],
            career=career_message(advance.career, self._campaign.ladder),
        )

    def OpenCampaignTable(  # noqa: N802
        self, request: pb.OpenCampaignTableRequest, caller: Caller | None = None
    ) -> pb.OpenCampaignTableResponse:
        """See the contract."""
        sitting = read_sitting(request)
        answer = self._campaign.open_table(sitting, request.request_id, content_of(request), caller or self._local())
        return pb.OpenCampaignTableResponse(
            table=self._view(answer), events=map(event_message, answer.told), replayed=answer.replayed
        )

    def OpenDuel(self, request: pb.OpenDuelRequest, caller: Caller | None = None) -> pb.OpenDuelResponse:  # noqa: N802
        """See the contract."""
        order = read_duel(request, self._players)
        answer = self._campaign.open_duel(
            order,
            request.request_id,
            content_of(request),
            caller or self._local(),
            own_decks_agreed=request.own_decks_agreed,
        )
        return pb.OpenDuelResponse(
            table=self._view(answer), events=map(event_message, answer.told), replayed=answer.replayed
        )

    def ListGrants(  # noqa: N802
        self, request: pb.ListGrantsRequest, caller: Caller | None = None
    ) -> pb.ListGrantsResponse:
        """See the contract."""
        page = self._grants.page(
            caller or self._local(),
            after=request.after,
            size=page_size(request.page_size),
            applied_too=request.include_applied,
        )
        return pb.ListGrantsResponse(
            grants=[grant_message(grant, self._campaign.ladder) for grant in page.grants],
            next_after=page.grants[-1].sequence if page.grants else request.after,
            more=page.more,
        )

    def AcknowledgeGrant(  # noqa: N802
        self, request: pb.AcknowledgeGrantRequest, caller: Caller | None = None
    ) -> pb.AcknowledgeGrantResponse:
        """See the contract."""
        grant, is_news = self._grants.acknowledge(read_grant_acknowledgement(request), caller or self._local())
        return pb.AcknowledgeGrantResponse(grant=grant_message(grant, self._campaign.ladder), replayed=not is_news)

    def _view(self, answer: Answer) -> tables_pb2.TableView:
        return table_message(answer.session, answer.seat, self._title)

    def _local(self) -> Caller:
        return local_caller(self._default_deadline_s)
