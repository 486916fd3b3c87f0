"""A dealer's table by calls, in process and over the wire: whole evenings, advice, moves that cannot be, the end."""

from __future__ import annotations

from fractions import Fraction
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import pytest

from deckmapping.themes.themes import themes
from sabacc.v1 import cards_pb2
from sabacc.v1 import tables_pb2 as pb
from service.tables.chain import is_key_of
from tests.rpc.asking_tables import (
    DRAWING,
    FINISHED,
    at_dealers,
    bet,
    between_two,
    closing,
    look,
    made,
    play,
    sitting,
)

if TYPE_CHECKING:
    from tests.rpc.callers import Service

THEMES = [theme.name for theme in themes()]
BET, DRAW, STAND, CLOSE = pb.MOVE_KIND_BET, pb.MOVE_KIND_DRAW, pb.MOVE_KIND_STAND, pb.MOVE_KIND_CLOSE


def until_drawing(service: Service, **fields: Any) -> pb.TableView:
    """Open a table and bet until the player is asked whether he draws."""
    table = at_dealers(service, **fields).table
    while table.phase != DRAWING:
        table = service.call(bet(table, 10)).table
    found: pb.TableView = table
    return found


@pytest.mark.parametrize("name", ["", *THEMES])
def test_an_evening_at_every_theme_is_played_to_the_close_and_its_record_verifies(service: Service, name: str) -> None:
    opened = at_dealers(service, theme=name, player=sitting("ann", deck=name or "deck-c"), hands=9)
    assert not opened.replayed
    told: list[str] = []
    keys: list[bytes] = []

    def seen(_seat: int, answer: Any) -> None:
        told.extend(event.text for event in getattr(answer, "events", ()))
        assert all(event.text and event.cue and event.light for event in getattr(answer, "events", ()))
        view = answer.table
        if view.last_key and view.last_key not in keys:
            keys.append(view.last_key)
        assert len(view.seats) == 2
        if view.phase not in (pb.HAND_PHASE_UNSPECIFIED, FINISHED):
            assert [card.blueprint_id for card in view.seats[1].cards][1:] == []  # the hole card is covered
            assert view.seats[1].total == ""
            assert not view.HasField("result")

    table = opened.table
    host = table.dealer.key
    table = play(service, table, 3, seen)[0]
    others = [each.key for each in service.call(pb.GetThemeRequest(name=name)).dealers] if name else []
    if others:
        other = next(key for key in others if key != host)
        table = service.call(made(table, pb.MOVE_KIND_SEAT_DEALER, dealer=other)).table
        assert table.dealer.key == other
        assert not table.HasField("result")
    (table,) = play(service, table, 9, seen)
    assert list(table.moves) == [CLOSE]
    assert (table.hands_left, table.largest_bet) == (0, 0)
    closed = service.call(closing(table)).table
    assert closed.closed
    assert list(closed.moves) == []

    assert len(keys) == 9
    assert all(is_key_of(hand, key, table.published_key) for hand, key in enumerate(keys, start=1))
    assert any("hashed 9 times" in text for text in told)
    answer = service.call(pb.GetTableRecordRequest(table_id=table.table_id))
    assert answer.digest == sha256(answer.record).hexdigest()
    found = service.call(pb.VerifyTableRecordRequest(record=answer.record))
    assert (found.valid, found.first_bad_line, found.hands, found.closed) == (True, 0, 9, True)
    assert (found.table_id, found.digest) == (table.table_id, answer.digest)
    flipped = answer.record.replace(b"result 5 bets=", b"result 5 bets=-", 1)
    wrong = service.call(pb.VerifyTableRecordRequest(record=flipped))
    assert not wrong.valid
    assert answer.record.split(b"\n")[wrong.first_bad_line - 1].startswith(b"result 5 ")
    assert wrong.reason


def test_what_is_won_and_lost_is_what_the_purse_has(service: Service) -> None:
    table = at_dealers(service, start_chips=500).table
    balance = 500
    for hand in range(1, 31):
        (table,) = play(service, table, hand)
        result = table.result
        assert result.chips == int(Fraction(result.bets) * table.bet)
        balance += result.chips
        assert (table.purse.balance, table.purse.held, table.bet) == (balance, 0, 10)
        winner = result.winner if result.HasField("winner") else None
        assert winner == (None if result.chips == 0 else 0 if result.chips > 0 else 1)


def test_a_bust_begins_another_game_with_the_start_amount(service: Service) -> None:
    table = at_dealers(service, start_chips=10).table
    while table.purse.game == 1:  # who bets all that he has every time is bust long before the table's last hand
        dealt = service.call(bet(table, table.largest_bet)).table
        (table,) = play(service, dealt, dealt.hand)
    assert (table.purse.game, table.purse.balance, table.purse.start) == (2, 10, 10)


def test_the_coach_says_the_best_move_and_what_the_other_one_costs(service: Service) -> None:
    table = until_drawing(service)
    advice = service.call(pb.AdviseMoveRequest(table_id=table.table_id))
    stand, draw = Fraction(advice.stand), Fraction(advice.draw)
    assert advice.best == (DRAW if draw > stand else STAND)
    assert Fraction(advice.cost) == abs(draw - stand)
    assert abs(Fraction(advice.cost_decimal) - abs(draw - stand)) <= Fraction(1, 2 * 10**15)
    assert advice.words.startswith("Draw" if advice.best == DRAW else "Stand")
    assert look(service, table) == table  # asking changes nothing


def test_the_coach_is_silent_where_nobody_is_asked(service: Service) -> None:
    opened = at_dealers(service).table
    versus = between_two(service).table
    for table in (opened, versus, play(service, opened, 1)[0]):
        found = service.refusal(pb.AdviseMoveRequest(table_id=table.table_id))
        assert (found.code, found.reason) == ("FAILED_PRECONDITION", "ILLEGAL_ACT")


# Moves that cannot be


@pytest.mark.parametrize("number", [0, 12, 99, -1, 2**31 - 1])
def test_an_unknown_move_is_refused_and_the_hand_is_unharmed(service: Service, number: int) -> None:
    table = until_drawing(service)
    found = service.refusal(made(table, number))
    assert (found.code, found.reason) == ("INVALID_ARGUMENT", "FIELD_INVALID")
    shown = "nothing" if number == 0 else str(number)
    assert found.violations == {"move": f"got '{shown}', expected a move of the contract"}
    assert look(service, table) == table
    assert service.call(made(table, STAND)).table.turn == table.turn + 1


def test_a_table_is_closed_by_its_own_call(service: Service) -> None:
    table = at_dealers(service).table
    assert "CloseTable" in service.refusal(made(table, CLOSE)).message
    assert not look(service, table).closed


@pytest.mark.parametrize(
    ("kind", "fields", "wrong"),
    [
        (STAND, {"amount": 5}, ["amount"]),
        (DRAW, {"nonce": bytes(32), "choice": "5"}, ["nonce", "choice"]),
        (pb.MOVE_KIND_CHOOSE, {"choice": "5", "change": 1}, ["change"]),
        (pb.MOVE_KIND_CHOOSE_BEST, {"position": 1, "dealer": "house"}, ["position", "dealer"]),
        (BET, {"amount": 5, "absence": pb.ABSENCE_LEFT}, ["absence"]),
    ],
)
def test_fields_that_do_not_belong_to_a_move_are_refused_by_name(
    service: Service, kind: int, fields: dict[str, Any], wrong: list[str]
) -> None:
    table = until_drawing(service)
    found = service.refusal(made(table, kind, **fields))
    assert (found.code, list(found.violations)) == ("INVALID_ARGUMENT", wrong)
    assert look(service, table) == table


@pytest.mark.parametrize(
    ("kind", "fields", "field"),
    [
        (BET, {"amount": 0}, "amount"),
        (BET, {"amount": -5}, "amount"),
        (BET, {"amount": 1001}, "amount"),
        (BET, {"amount": 5, "nonce": b"12345"}, "nonce"),
        (BET, {"amount": 5, "nonce": bytes(33)}, "nonce"),
        (pb.MOVE_KIND_CHOOSE, {"choice": "a lot"}, "choice"),
        (pb.MOVE_KIND_LEAVE, {}, "absence"),
        (pb.MOVE_KIND_LEAVE, {"absence": 77}, "absence"),
        (pb.MOVE_KIND_SEAT_DEALER, {"dealer": "nobody"}, "dealer"),
    ],
)
def test_a_field_outside_its_limits_is_named(service: Service, kind: int, fields: dict[str, Any], field: str) -> None:
    table = at_dealers(service, theme="dune-sea-light").table
    found = service.refusal(made(table, kind, **fields))
    assert (found.code, found.metadata["field"]) == ("INVALID_ARGUMENT", field)
    assert look(service, table) == table


def test_an_illegal_move_says_what_is_legal_now(service: Service) -> None:
    table = until_drawing(service)
    for request in (bet(table, 5), made(table, pb.MOVE_KIND_CHOOSE_BEST), made(table, pb.MOVE_KIND_READY)):
        found = service.refusal(request)
        assert (found.code, found.reason) == ("FAILED_PRECONDITION", "ILLEGAL_ACT")
        assert found.metadata["expected"] == "draw or stand or finish or close"
    assert look(service, table) == table


def test_a_value_that_a_card_may_not_take_is_refused_with_those_that_it_may(service: Service) -> None:
    table = at_dealers(service, theme="dune-sea-light").table
    while table.phase != pb.HAND_PHASE_VALUING:
        (table,) = play(service, table, table.hand) if table.phase == FINISHED else (table,)
        table = service.call(bet(table, 1)).table
        if table.phase == DRAWING:
            table = service.call(made(table, STAND)).table
    at = next(at for at, card in enumerate(table.seats[0].cards) if not card.value)
    found = service.refusal(made(table, pb.MOVE_KIND_CHOOSE, position=at, choice="99"))
    assert (found.code, found.reason, found.metadata["field"]) == ("INVALID_ARGUMENT", "ILLEGAL_CHOICE", "choice")
    assert look(service, table) == table
    for choice in table.seats[0].cards[at].choices:
        assert choice
    chosen = made(table, pb.MOVE_KIND_CHOOSE, position=at, choice=table.seats[0].cards[at].choices[0])
    assert service.call(chosen).table.turn == table.turn + 1


@pytest.mark.parametrize("seat", [-1, 1, 2])
def test_a_dealers_table_has_one_seat(service: Service, seat: int) -> None:
    table = at_dealers(service).table
    found = service.refusal(pb.GetTableRequest(table_id=table.table_id, seat=seat))
    assert (found.code, found.metadata["field"]) == ("INVALID_ARGUMENT", "seat")


@pytest.mark.parametrize("name", ["", "t0000", "\0", "ä", "x" * 100, "a b"])
def test_a_table_that_is_not_there_is_not_found(service: Service, name: str) -> None:
    table = pb.TableView(table_id=name, turn=1)
    for request in (
        pb.GetTableRequest(table_id=name),
        pb.GetTableRecordRequest(table_id=name),
        pb.AdviseMoveRequest(table_id=name),
        bet(table, 1),
        closing(table),
    ):
        assert service.refusal(request).reason == "TABLE_NOT_FOUND"


def test_a_close_in_mid_hand_plays_the_hand_to_its_end(service: Service) -> None:
    table = until_drawing(service)
    closed = service.call(closing(table))
    assert closed.table.closed
    assert closed.table.HasField("result")
    assert [event.cue for event in closed.events][-1] == "cue.table-closes"
    record = service.call(pb.GetTableRecordRequest(table_id=table.table_id)).record
    assert service.call(pb.VerifyTableRecordRequest(record=record)).closed


def test_a_record_ends_before_a_hand_that_is_played(service: Service) -> None:
    table = until_drawing(service)
    record = service.call(pb.GetTableRecordRequest(table_id=table.table_id)).record
    assert record.count(b"\nkey ") == table.hand - 1
    found = service.call(pb.VerifyTableRecordRequest(record=record))
    assert (found.valid, found.hands, found.closed) == (True, table.hand - 1, False)


def test_bytes_that_are_no_record_are_an_answer_and_too_many_are_refused(service: Service) -> None:
    for record in (b"", b"\xff\xfe\n", b"tsb1-table 1 dealer\n", b"x" * 1000):
        found = service.call(pb.VerifyTableRecordRequest(record=record))
        assert not found.valid
        assert found.reason
        assert found.digest == sha256(record).hexdigest()
    found = service.refusal(pb.VerifyTableRecordRequest(record=bytes(960 * 1024 + 1)))
    assert (found.code, found.metadata["field"]) == ("INVALID_ARGUMENT", "record")


# Themes


def test_the_themes_are_all_there_with_what_a_page_needs(service: Service) -> None:
    listed = service.call(pb.ListThemesRequest()).themes
    assert [each.name for each in listed] == THEMES
    for summary in listed:
        theme = service.call(pb.GetThemeRequest(name=summary.name))
        assert theme.summary == summary
        assert len(theme.dealers) == summary.dealers >= 3
        assert [dealer.boss for dealer in theme.dealers] == [False] * (summary.dealers - 1) + [True]
        for message in (theme, *theme.backgrounds, *theme.zones):
            assert {field.name for field, _ in message.ListFields()} == set(message.DESCRIPTOR.fields_by_name)
        for dealer in theme.dealers:
            unset = set(dealer.DESCRIPTOR.fields_by_name) - {field.name for field, _ in dealer.ListFields()}
            assert unset <= {"boss"}
    assert service.call(pb.GetThemeRequest(name="dune-sea-dark")).summary.variant == cards_pb2.VARIANT_DUNE_SEA
    assert service.refusal(pb.GetThemeRequest(name="hoth")).metadata["field"] == "name"
