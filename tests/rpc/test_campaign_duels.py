"""Tables between two players for silver, by calls: both stakes held, own decks only where both agree, limits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from sabacc.v1 import campaign_pb2 as pb
from sabacc.v1 import cards_pb2
from sabacc.v1 import tables_pb2 as tables
from tests.rpc.asking import DARK
from tests.rpc.asking_campaign import career, duel, of_hand
from tests.rpc.asking_ledger import audited, deposit, silver, wallet, withdraw
from tests.rpc.asking_tables import closing, look, made, play, sitting

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.rpc.callers import Service

READY = tables.MOVE_KIND_READY


def pair(service: Service, event: str, amount: int = 1000) -> tuple[str, str]:
    """Two players with silver."""
    names = f"{event}-a", f"{event}-b"
    for name in names:
        service.call(deposit(f"{name}-in", name, amount))
    return names


def begun(service: Service, table: tables.TableView) -> tables.TableView:
    """Both seats are ready for the next hand."""
    for seat in (0, 1):
        service.call(made(look(service, table, seat), READY))
    return look(service, table, 0)


def test_two_players_meet_play_and_take_home_what_the_other_has_lost(service: Service, event: str) -> None:
    first, second = pair(service, event)
    answer = service.call(duel(first, second, 25))
    table = answer.table
    assert not answer.replayed
    assert [seat.name for seat in table.seats] == [first, second]
    assert not table.against_dealer
    own, _ = play(service, table, 4)
    won = silver(service, first) - 1000
    assert own.score.won == won
    assert silver(service, second) == 1000 - won
    for hand in range(1, 5):
        held, ended = of_hand(service, table.table_id, hand)
        assert [held.request_id, ended.request_id] == [
            f"sabacc/{table.table_id}/{hand}/{what}" for what in ("bet", "end")
        ]
        accounts = [f"wallet:{name}" for name in (first, second)]
        assert [each.debit for each in held.entries] == accounts
        assert [each.held.silver for each in held.entries] == [50, 50]  # a double win costs twice the stake
        assert sum(each.moved.silver for each in ended.entries) in (0, 25, 50)
    assert service.call(closing(own)).table.closed
    for name in (first, second):
        assert wallet(service, name).held.silver == 0
        service.call(withdraw(f"{name}-home", name, silver(service, name)))
        assert career(service, name).sides[0].won[0].silver == 0  # duels are on no ladder
    assert audited(service).passed


def test_both_worst_cases_are_held_once_both_are_ready(service: Service, event: str) -> None:
    first, second = pair(service, event, 50)
    table = service.call(duel(first, second, 25)).table
    service.call(made(table, READY))
    assert wallet(service, first).held.silver == 0
    after = begun_by_second(service, table)
    if after.phase != tables.HAND_PHASE_FINISHED:
        assert [wallet(service, name).held.silver for name in (first, second)] == [50, 50]
        assert service.refusal(withdraw(f"{first}-w", first, 1)).reason == "INSUFFICIENT_FUNDS"


def begun_by_second(service: Service, table: tables.TableView) -> tables.TableView:
    """The second seat is ready, too."""
    found: tables.TableView = service.call(made(look(service, table, 1), READY)).table
    return found


def test_a_player_who_cannot_pay_a_double_win_gets_no_hand(service: Service, event: str) -> None:
    first, second = pair(service, event, 49)
    table = service.call(duel(first, second, 25)).table
    service.call(made(table, READY))
    found = service.refusal(made(look(service, table, 1), READY))
    assert (found.code, found.reason) == ("FAILED_PRECONDITION", "INSUFFICIENT_FUNDS")
    assert "got '25', expected a stake that the other player can pay, and has room to win, twice" in found.message
    assert "49" not in found.message  # the one who asks is told nothing of the other one's silver
    assert of_hand(service, table.table_id, 1) == []
    assert look(service, table, 1).hand == 0


def test_who_leaves_a_hand_stands_and_the_hand_is_paid(service: Service, event: str) -> None:
    first, second = pair(service, event)
    table = begun(service, service.call(duel(first, second, 25)).table)
    if table.phase == tables.HAND_PHASE_FINISHED:  # a perfect sabacc
        return
    for seat in (0, 1):
        now = look(service, table, seat)
        if tables.MOVE_KIND_LEAVE in now.moves:
            service.call(made(now, tables.MOVE_KIND_LEAVE, absence=tables.ABSENCE_CONCEDED))
    assert look(service, table, 0).phase == tables.HAND_PHASE_FINISHED
    assert len(of_hand(service, table.table_id, 1)) == 2
    assert silver(service, first) + silver(service, second) == 2000
    assert wallet(service, first).held.silver == wallet(service, second).held.silver == 0


# Once for each request id


OTHERWISE: dict[str, dict[str, Any]] = {
    "stake": {"stake": 11},
    "variant": {"variant": cards_pb2.VARIANT_DUNE_SEA},
    "players[1].bundled": {"second": sitting("bob", "dune-sea-light")},
    "ownDecksAgreed": {"own_decks_agreed": True},
    "hands": {"hands": 5},
}


def test_a_duel_is_opened_once_a_request_id(service: Service, event: str) -> None:
    first, second = pair(service, event)
    asked = duel(first, second, variant=cards_pb2.VARIANT_TROOPER)
    opened, again = service.call(asked), service.call(asked)
    assert (opened.replayed, again.replayed, again.table) == (False, True, opened.table)
    for field, changed in OTHERWISE.items():
        fields: dict[str, Any] = {"second": second, "variant": cards_pb2.VARIANT_TROOPER, **changed}
        found = service.refusal(duel(first, request_id=asked.request_id, **fields))
        assert (found.code, found.reason, found.metadata["field"]) == ("ALREADY_EXISTS", "REQUEST_REUSED", field)


# Decks


@pytest.mark.parametrize("deck", ["deck-c", "dune-sea-light", "cloud-city-dark"])
def test_deck_c_and_every_sample_deck_need_no_agreement(service: Service, event: str, deck: str) -> None:
    first, second = pair(service, event)
    assert service.call(duel(sitting(first, deck), sitting(second, deck))).table.seats[0].pile_count == 60


OWN = {
    "stored": {"gemp": DARK},
    "pasted": {"pasted": "2 Chewbacca\n"},
    "a dealer's": {"deck": "dune-sea-light-house"},
}


@pytest.mark.parametrize("deck", OWN)
def test_own_decks_are_played_only_where_both_have_agreed(service: Service, event: str, deck: str) -> None:
    first, second = pair(service, event)
    fields: dict[str, Any] = OWN[deck]
    found = service.refusal(duel(first, sitting(second, **fields)))
    assert (found.code, found.reason, found.metadata["field"]) == (
        "INVALID_ARGUMENT", "FIELD_INVALID", "ownDecksAgreed",
    )  # fmt: skip
    assert found.metadata["expected"].startswith(f"true for the deck of {second}")
    assert service.call(duel(first, sitting(second, **fields), own_decks_agreed=True)).table.seats[1].name == second


# What cannot be


WRONG: dict[str, tuple[dict[str, Any], str, str]] = {
    "no stake": ({"stake": 0}, "stake", "1 to 8388607 silver"),
    "a stake below 0": ({"stake": -5}, "stake", "1 to 8388607 silver"),
    "a stake that no purse holds": ({"stake": 8_388_608}, "stake", "1 to 8388607 silver"),
    "a stake above the setting": ({"stake": 501}, "stake", "1 to 500 silver, of which a hand may cost 2 times as much"),
    "no variant": ({"variant": 0}, "variant", "one of the four variants, or the fair deck"),
    "no cut": ({"cut": 0}, "cut", "1 to 9999 hands"),
    "too many hands": ({"hands": 1001}, "hands", "1 to 1000 hands"),
    "no such theme": ({"theme": "nowhere"}, "theme", "one of "),
    "a background without a theme": ({"background": "casino"}, "background", "none: "),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_duel_that_cannot_be_is_refused_by_its_field(service: Service, event: str, name: str) -> None:
    fields, field, expected = WRONG[name]
    found = service.refusal(duel(f"{event}-a", f"{event}-b", **fields))
    assert (found.code, found.reason, found.metadata["field"]) == ("INVALID_ARGUMENT", "FIELD_INVALID", field)
    assert found.metadata["expected"].startswith(expected)


def test_nobody_plays_himself_and_there_are_always_two(service: Service, event: str) -> None:
    found = service.refusal(duel(event, event))
    assert (found.metadata["field"], found.metadata["expected"]) == (
        "players[1].name", "another player than the first",
    )  # fmt: skip
    asked = duel(event, f"{event}-b")
    for count in (0, 1, 3):
        other = pb.OpenDuelRequest()
        other.CopyFrom(asked)
        del other.players[:]
        other.players.extend(sitting(f"{event}-{number}") for number in range(count))
        found = service.refusal(other)
        assert (found.metadata["field"], found.metadata["value"]) == ("players", f"{count} players")


@pytest.mark.parametrize("name", ["", "a b", "a,b", "n" * 61])
def test_a_player_has_the_name_of_his_seat(service: Service, event: str, name: str) -> None:
    found = service.refusal(duel(event, name))
    assert (found.code, found.metadata["field"]) == ("INVALID_ARGUMENT", "players[1].name")


# What a day allows


@pytest.mark.parametrize(
    ("setting", "words"),
    [
        ({"duel_pair_hands": 2}, "hands: got 'hand 3 of the day', expected at most 2 with each other"),
        (
            {"duel_pair_silver": 20},
            "stake: got '0 gold, 30 silver in the day', expected at most 0 gold, 20 silver with",
        ),
        (
            {"duel_player_silver": 20},
            "stake: got 'what ann has staked in the day, with it', expected at most 0 gold, 20 silver",
        ),
    ],
)
def test_a_day_allows_only_so_much(open_service: Callable[..., Service], setting: dict[str, int], words: str) -> None:
    service = open_service(**setting)
    for name in ("ann", "bob"):
        service.call(deposit(name, name, 1000))
    table = service.call(duel("ann", "bob", 10)).table
    own, other = play(service, table, 2)
    service.call(made(own, READY))
    found = service.refusal(made(look(service, other), READY))
    assert (found.code, found.reason) == ("FAILED_PRECONDITION", "DUEL_LIMIT")
    assert words in found.message
    assert of_hand(service, table.table_id, 3) == []
    assert wallet(service, "ann").held.silver == 0
    # The first one's other opponents are another matter, unless it is he who has staked enough.
    service.call(deposit("cid", "cid", 1000))
    third = service.call(duel("bob", "cid", 10)).table
    service.call(made(third, READY))
    last = made(look(service, third, 1), READY)
    if "duel_player_silver" in setting:
        assert service.refusal(last).reason == "DUEL_LIMIT"
    else:
        assert service.call(last).table.hand == 1
