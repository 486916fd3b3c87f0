"""Field report 55 at tables for silver: no call of the campaign or the ledger tells a key, a hidden card or a nonce."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING, Any

from sqlalchemy import select

from sabacc.v1 import campaign_pb2 as pb
from sabacc.v1 import ledger_pb2
from sabacc.v1 import tables_pb2 as tables
from service.storage.schema import TABLE_KEYS
from service.tables.chain import KeyChain
from tests.rpc.asking_campaign import SAMPLE, at_dealer, come, duel, fresh_of
from tests.rpc.asking_ledger import deposit
from tests.rpc.asking_tables import FINISHED, bet, look, made, next_move, nonce_of, sitting

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from google.protobuf.message import Message

    from tests.rpc.callers import Service

HANDS = 12
PLAYER, DEALER = 0, 1


def forms(secret: bytes) -> tuple[bytes, ...]:
    """The ways in which an answer may hold 32 secret bytes."""
    based = base64.b64encode(secret), base64.urlsafe_b64encode(secret)
    return (secret, secret.hex().encode(), secret.hex().upper().encode(), *(each.rstrip(b"=") for each in based))


def chain_of(service: Service, table: tables.TableView, hands: int) -> KeyChain:
    """The keys of a table, as nobody but the database has them."""
    with service.application.engine.begin() as connection:
        query = select(TABLE_KEYS.c.last_key).where(TABLE_KEYS.c.table_id == table.table_id)
        chain = KeyChain(hands, bytes(connection.scalar(query) or b""))
    assert chain.published == table.published_key
    return chain


def around(service: Service, player: str, table_id: str, hand: int) -> Iterator[Message]:
    """Whatever else may be asked about a player and his table meanwhile."""
    yield service.call(pb.GetCareerRequest(player=player))
    yield service.call(pb.GetLadderRequest())
    yield service.call(pb.ListGrantsRequest(include_applied=True))
    yield service.call(ledger_pb2.ListHandPostingsRequest(table_id=table_id, hand=hand))
    yield service.call(ledger_pb2.ListStatementRequest(account=f"wallet:{player}"))
    yield service.call(tables.GetTableRecordRequest(table_id=table_id))


def assert_untold(chain: KeyChain, first: int, answers: list[Message]) -> None:
    """No key of a hand from the *first* on is in any answer."""
    raw = b"".join(answer.SerializeToString() for answer in answers)
    for hand in range(first, HANDS + 1):
        assert not any(form in raw for form in forms(chain.key(hand)))


def test_a_dealers_table_for_silver_tells_nothing_before_its_time(open_service: Callable[..., Service]) -> None:
    service = open_service()
    come(service, "CanaryAnn")
    asked = at_dealer("CanaryAnn", deck=SAMPLE)
    opened = service.call(asked)
    chain = chain_of(service, opened.table, opened.table.hands_left)
    answers: list[Message] = [opened, service.call(asked)]
    covered = 0
    table = opened.table
    while (table.hand, table.phase) != (HANDS, FINISHED):
        is_over = table.phase == FINISHED or table.hand == 0
        answers += around(service, "CanaryAnn", table.table_id, max(1, table.hand))
        assert_untold(chain, table.hand + 1 if is_over else table.hand, answers)
        if not is_over:
            covered += 1
            assert len(table.seats[DEALER].cards) == 1  # his up card; the hole card lies face down
            assert table.seats[DEALER].total == ""
        own: Any = bet(table, table.least_bet, nonce=nonce_of(table)) if is_over else next_move(table)
        answer = service.call(own)
        answers, table = [answer], answer.table
        refused = service.refusal(at_dealer("CanaryAnn"))
        assert refused.reason == "CAREER_FORBIDS"
    assert covered > 5
    log = service.log.getvalue().encode()
    assert not any(form in log for hand in range(1, HANDS + 1) for form in forms(chain.key(hand)))
    assert b"Canary" not in log


def test_a_duel_tells_no_player_what_the_other_one_holds(open_service: Callable[..., Service]) -> None:
    service, compared = open_service(), 0
    names = "CanaryAnn", "CanaryBob"
    for name in names:
        service.call(deposit(fresh_of(name), name, 5000))
    ann, bob = sitting(names[0], "dune-sea-light"), sitting(names[1], "dune-sea-dark")
    opened = service.call(duel(ann, bob, hands=HANDS))
    chain = chain_of(service, opened.table, HANDS)
    assert_untold(chain, 1, [opened])
    for _ in range(400):
        views = [look(service, opened.table, seat) for seat in (0, 1)]
        now = views[0]
        if (now.hand, now.phase) == (HANDS, FINISHED):
            break
        is_over = now.phase == FINISHED or now.hand == 0
        assert_untold(
            chain,
            now.hand + 1 if is_over else now.hand,
            [*views, *around(service, names[1], now.table_id, max(1, now.hand))],
        )
        if not is_over:
            for seat, view in enumerate(views):
                other = view.seats[1 - seat]
                assert (list(other.cards), other.total, other.best_total) == ([], "", "")
                compared += len(view.seats[seat].cards)
        move = ready_or_next(views[0]) or ready_or_next(views[1])
        assert move is not None
        service.call(move)
    assert compared > 20
    assert "Canary" not in service.log.getvalue()


def ready_or_next(view: tables.TableView) -> tables.MakeMoveRequest | None:
    """A player's next move, also to a next hand."""
    if tables.MOVE_KIND_READY in view.moves:
        return made(view, tables.MOVE_KIND_READY, nonce=nonce_of(view))
    return next_move(view)
