"""Field report 55 over the wire: no byte to a seat, and no line of the log, tells what the other seat holds."""

from __future__ import annotations

import base64
import re
from typing import TYPE_CHECKING, Any

from google.protobuf.json_format import MessageToJson
from sqlalchemy import select

from sabacc.v1 import cards_pb2
from sabacc.v1 import tables_pb2 as pb
from service.storage.schema import TABLE_KEYS
from service.tables.chain import KeyChain
from tests.rpc.asking_tables import DRAWING, FINISHED, VALUING, between_two, look, made, next_move, sitting

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.rpc.callers import Service

ANN, BOB = 0, 1
HANDS = 12


class Evening:
    """Two players and all that is sent to the second one, whose eyes are the test's."""

    def __init__(self, service: Service) -> None:
        self.service = service
        players = sitting("CanaryAnn", "dune-sea-light"), sitting("CanaryBob", "dune-sea-dark")
        self.table = between_two(service, *players, variant=cards_pb2.VARIANT_DUNE_SEA, hands=HANDS).table
        with service.application.engine.begin() as connection:
            query = select(TABLE_KEYS.c.last_key).where(TABLE_KEYS.c.table_id == self.table.table_id)
            self.chain = KeyChain(HANDS, bytes(connection.scalar(query) or b""))
        assert self.chain.published == self.table.published_key
        self.secrets = {self.chain.last, self.table.lock, self.table.published_key}
        """What no line of the log may hold."""
        self.cards: set[str] = set()
        """Titles and ids of cards that any player has held."""

    def steps(self) -> Iterator[tuple[pb.TableView, list[Any]]]:
        """Play on, move by move; yield what the first player sees after each, and the answers that the second got."""
        for _ in range(1000):
            ann, bob = (look(self.service, self.table, seat) for seat in (ANN, BOB))
            if (ann.hand, ann.phase) == (HANDS, FINISHED):
                return
            move = next_move(ann) or next_move(bob)
            assert move is not None
            answer = self.service.call(move)
            self.secrets.add(move.nonce or bytes(32))
            now = look(self.service, self.table, ANN)
            self.cards |= {
                text for side in now.seats for card in side.cards for text in (card.blueprint_id, card.title)
            }
            seen = look(self.service, self.table, BOB)
            yield now, [pb.GetTableResponse(table=seen), *([answer] if move.seat == BOB else [])]
        raise AssertionError("no end")

    def refusals(self) -> Iterator[str]:
        """What the second player is told of moves that he may not make."""
        seen = look(self.service, self.table, BOB)
        for wrong in (
            made(seen, pb.MOVE_KIND_SEAT_DEALER, dealer="nobody"),
            made(seen, pb.MOVE_KIND_DRAW, turn=seen.turn + 1),
            made(seen, pb.MOVE_KIND_CHOOSE, position=9, choice="@9"),
        ):
            found = self.service.refusal(wrong)
            yield f"{found} {found.metadata} {found.violations}"


def texts_of(side: pb.SeatView) -> set[str]:
    """The ids and titles of a side's cards."""
    return {text for card in side.cards for text in (card.blueprint_id, card.title)}


def text_of(message: Any, *, own: bool = True) -> str:
    """A message as text, without the cards of earlier hands, which everybody has seen, and perhaps without his own."""
    plain: Any = type(message).FromString(message.SerializeToString())
    for side in plain.table.seats:
        del side.played[:]
    if not own:
        del plain.table.seats[BOB].cards[:]
    return str(MessageToJson(plain))


def holds(text: str, word: str) -> bool:
    """Whether a word stands in a text, and not as a part of a longer one."""
    return re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", text) is not None


def forms(secret: bytes) -> tuple[bytes, ...]:
    """The ways in which bytes may hold 32 secret ones."""
    hexed = secret.hex()
    based = base64.b64encode(secret), base64.urlsafe_b64encode(secret)
    return (secret, hexed.encode(), hexed.upper().encode(), *(each.rstrip(b"=") for each in based))


def test_field_report_55_nothing_that_is_sent_to_a_seat_tells_what_the_other_one_holds(
    open_service: Callable[..., Service],
) -> None:
    evening, compared = Evening(open_service()), 0
    for ann, sent in evening.steps():
        raw = b"".join(message.SerializeToString() for message in sent)
        is_over = ann.phase == FINISHED
        for later in range(max(1, ann.hand + is_over), HANDS + 1):
            assert not any(form in raw for form in forms(evening.chain.key(later)))
        if is_over or ann.hand == 0:
            continue
        assert ann.phase in (DRAWING, VALUING)
        refusals = list(evening.refusals())
        told = [message for message in sent if message.table.hand == ann.hand]
        ids = {card.blueprint_id for card in ann.seats[ANN].cards}
        titles = {card.title for card in ann.seats[ANN].cards}
        for hidden, texts in (
            (ids, map(text_of, told)),
            (titles, (text_of(message, own=False) for message in told)),  # his own cards' words may hold a title
            (ids | titles, refusals),
        ):
            assert [(word, text) for text in texts for word in hidden if holds(text, word)] == []
        for message in sent:
            side = message.table.seats[ANN]
            if message.table.phase != FINISHED:
                assert (list(side.cards), side.total, side.best_total, side.HasField("change")) == ([], "", "", False)
        compared += len(ids)
    assert compared > 50


def test_no_event_of_a_hand_names_a_card_before_both_lie_open(open_service: Callable[..., Service]) -> None:
    evening = Evening(open_service())
    assert len(list(evening.steps())) > HANDS
    events = followed(evening.service)
    assert {event.seat for event in events} == {ANN, BOB}
    for event in events:
        told = str(MessageToJson(event))
        assert [card for card in evening.cards if holds(told, card)] == []


def test_no_line_of_the_log_holds_a_card_a_key_a_nonce_or_a_name(open_service: Callable[..., Service]) -> None:
    service = open_service()
    evening = Evening(service)
    for _ in evening.steps():
        list(evening.refusals())
    record = service.call(pb.GetTableRecordRequest(table_id=evening.table.table_id)).record
    assert service.call(pb.VerifyTableRecordRequest(record=record)).valid
    followed(service)
    log = service.log.getvalue()
    assert log.count("\n") > 100
    keys = {evening.chain.key(hand) for hand in range(1, HANDS + 1)}
    for secret in (*evening.secrets, *keys):
        assert not any(form in log.encode() for form in forms(secret))
    assert [card for card in evening.cards if holds(log, card)] == []
    assert "Canary" not in log


def followed(service: Service) -> list[Any]:
    """All events of the caller's feed until now."""
    with service.application.engine.begin() as connection:
        head = connection.exec_driver_sql("SELECT max(sequence) FROM feed_event").scalar() or 0
    assert service.channel is not None
    watch: Any = service.channel.unary_stream(
        "/sabacc.v1.TableService/WatchEvents",
        request_serializer=pb.WatchEventsRequest.SerializeToString,
        response_deserializer=pb.WatchEventsResponse.FromString,
    )
    call = watch(pb.WatchEventsRequest(), timeout=60)
    events = [next(call) for _ in range(head)]
    call.cancel()
    return events
