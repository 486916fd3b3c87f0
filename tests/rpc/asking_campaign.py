"""Requests about the campaign, as short as tests need them, and players who get as far as a test begins."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from sabacc.v1 import campaign_pb2 as pb
from sabacc.v1 import cards_pb2, ledger_pb2
from service.campaign.ladder.career import Advance
from service.campaign.ladder.ladder import ladder
from service.campaign.ladder.rewarding import with_rewards
from service.campaign.ladder.rewards import Deed, Feat
from service.campaign.play.store import CareerChange
from service.campaign.play.tables import again
from service.rpc.calls.callers import local_caller
from service.storage.play_store import SqlPlayStore
from service.storage.table_store import SqlTableStore
from tests.rpc.asking_ledger import deposit
from tests.rpc.asking_tables import FINISHED, bet, fresh, look, next_move, sitting

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from google.protobuf.message import Message

    from deckmapping.records import Side
    from deckmapping.variants import Variant
    from sabacc.v1 import tables_pb2
    from service.campaign.ladder.career import Career
    from service.campaign.ledger.deciding import Balance
    from tests.rpc.callers import Service

STANDARD, SAMPLE = pb.CAMPAIGN_DECK_STANDARD, pb.CAMPAIGN_DECK_SAMPLE
APPLIED, DEFERRED = ledger_pb2.SETTLEMENT_STATE_APPLIED, ledger_pb2.SETTLEMENT_STATE_DEFERRED
DEALER, HOUSE = "kalit", "house:kalit"
"""A usual dealer of the Dune Sea, on the Light Side."""
LESSONS = {lesson.key: lesson.right for lesson in ladder().lessons}
"""The right answers."""


def answered(player: str, lesson: str = "eleven", answer: str = "") -> pb.AnswerLessonRequest:
    """The right answer to a lesson, unless another one is given."""
    return pb.AnswerLessonRequest(player=player, lesson=lesson, answer=answer or LESSONS[lesson])


def learn(service: Service, player: str) -> None:
    """Answer all lessons."""
    for lesson in LESSONS:
        assert service.call(answered(player, lesson)).right


def come(service: Service, player: str, amount: int = 1000) -> None:
    """Bring silver from GEMP, and answer all lessons."""
    service.call(deposit(fresh_of(player), player, amount))
    learn(service, player)


def fresh_of(player: str) -> str:
    """A request id that no other call has, in a database that several runs share too."""
    return f"{player}-{fresh()}"


def at_dealer(player: str, dealer: str = DEALER, *, request_id: str = "", **fields: Any) -> pb.OpenCampaignTableRequest:
    """A dealer's table for silver, with Deck C unless told otherwise."""
    return pb.OpenCampaignTableRequest(
        request_id=request_id or fresh_of(player),
        player=player,
        dealer=dealer,
        deck=fields.pop("deck", STANDARD),
        **fields,
    )


def duel(first: Any, second: Any, stake: int = 10, *, request_id: str = "", **fields: Any) -> pb.OpenDuelRequest:
    """A table between two players, who have Deck C where only a name is given."""
    players = [sitting(each) if isinstance(each, str) else each for each in (first, second)]
    return pb.OpenDuelRequest(
        request_id=request_id or fresh_of(players[0].name),
        players=players,
        stake=stake,
        variant=fields.pop("variant", cards_pb2.VARIANT_FAIR_DECK),
        **fields,
    )


def given(grant_id: str) -> pb.AcknowledgeGrantRequest:
    """GEMP says that it has given a reward."""
    return pb.AcknowledgeGrantRequest(grant_id=grant_id, state=APPLIED)


def postponed(grant_id: str, reason: str) -> pb.AcknowledgeGrantRequest:
    """GEMP says that it could not."""
    return pb.AcknowledgeGrantRequest(grant_id=grant_id, state=DEFERRED, reason=reason)


def career(service: Service, player: str) -> pb.Career:
    """How far a player has come."""
    found: pb.GetCareerResponse = service.call(pb.GetCareerRequest(player=player))
    return found.career


def grants(service: Service, *, page_size: int = 200, include_applied: bool = False) -> list[pb.Grant]:
    """All grants, page by page."""
    found: list[pb.Grant] = []
    after = 0
    while True:
        request = pb.ListGrantsRequest(after=after, page_size=page_size, include_applied=include_applied)
        page: pb.ListGrantsResponse = service.call(request)
        found += page.grants
        after = page.next_after
        if not page.more:
            return found


def mine(service: Service, player: str, *, include_applied: bool = False) -> list[pb.Grant]:
    """The grants of one player."""
    return [each for each in grants(service, include_applied=include_applied) if each.player == player]


def of_hand(service: Service, table_id: str, hand: int) -> list[ledger_pb2.LedgerPosting]:
    """What the ledger has of a hand."""
    found = service.call(ledger_pb2.ListHandPostingsRequest(table_id=table_id, hand=hand))
    return list(found.postings)


def play_hand(service: Service, table: tables_pb2.TableView, amount: int) -> tables_pb2.TableView:
    """Bet *amount*, and play the hand as a simple player does; return the table when it is over."""
    now = service.call(bet(table, amount)).table
    while now.phase != FINISHED:
        move = next_move(now)
        assert move is not None
        now = service.call(move).table
    return look(service, now)


def every_call(player: str, reason: str) -> list[Message]:
    """Every call of the campaign, good and bad, about a player and with a reason."""
    return [
        pb.GetLadderRequest(),
        pb.GetCareerRequest(player=player),
        pb.GetCareerRequest(player=f"{player} "),
        answered(player),
        answered(player, answer=reason),
        at_dealer(player),
        at_dealer(player, dealer=reason),
        duel(player, f"{player}2"),
        duel(player, player),
        pb.ListGrantsRequest(after=1),
        postponed("sabacc/grant/999999", reason),
        given(player),
    ]


def earn(service: Service, player: str, *feats: Feat, limit: int | None = None) -> None:
    """Let a player do what brings rewards, as if at a table; only a career and its grants are stored.

    Args:
        service: where.
        player: who.
        feats: what he does.
        limit: how many players get each reward at most, in place of the ladder's limits.
    """
    engine, climbed = service.application.engine, ladder()
    if limit is not None:
        climbed = replace(climbed, rewards=tuple(replace(each, limit=limit) for each in climbed.rewards))
    store = SqlPlayStore(engine, SqlTableStore(engine), climbed)

    def change(career: Career, gone: AbstractSet[str], has: Balance) -> Advance:
        del has
        return with_rewards(Advance(career), feats, climbed, gone)

    again(lambda: store.change_career(CareerChange(player, "hand", change), datetime.now(UTC), local_caller(30)))


def boss_beaten(level: Variant, side: Side) -> Feat:
    """The boss of a level lost his match."""
    return Feat(Deed.BOSS_BEATEN, side, level)
