"""Tables for silver by calls: a player comes, plays against a dealer, and takes home what the ledger says is his."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from sabacc.v1 import campaign_pb2 as pb
from sabacc.v1 import cards_pb2, ledger_pb2
from sabacc.v1 import tables_pb2 as tables
from tests.rpc.asking_campaign import (
    DEALER,
    HOUSE,
    SAMPLE,
    at_dealer,
    career,
    come,
    duel,
    learn,
    mine,
    of_hand,
    play_hand,
)
from tests.rpc.asking_ledger import audited, correction, deposit, silver, statement, wallet, withdraw
from tests.rpc.asking_tables import bet, closing, fresh, look, made, next_move, of_dealer

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.rpc.callers import Service

SHOE = 3


def seated(service: Service, player: str, amount: int = 1000, **fields: Any) -> tables.TableView:
    """A player who has come with silver and sat down."""
    come(service, player, amount)
    table: tables.TableView = service.call(at_dealer(player, **fields)).table
    return table


def change_of(player: str, posting: ledger_pb2.LedgerPosting) -> int:
    """What a posting has brought a player."""
    own = f"wallet:{player}"
    return sum(each.moved.silver * ((each.credit == own) - (each.debit == own)) for each in posting.entries)


# From the first silver to the last


def test_a_player_comes_plays_a_shoe_leaves_and_takes_his_silver_home(service: Service, event: str) -> None:
    table = seated(service, event, 1000)
    assert (table.theme, table.seats[0].name, table.dealer.key) == ("dune-sea-light", event, DEALER)
    assert (table.bet, table.least_bet, table.largest_bet, table.score.won) == (0, 5, 50, 0)
    assert career(service, event).table_id == table.table_id
    won = 0
    for hand in range(1, SHOE + 1):
        before, stake = silver(service, event), 10 * min(hand, 2)
        table = play_hand(service, table, stake)
        held, ended = of_hand(service, table.table_id, hand)
        assert held.request_id == f"sabacc/{table.table_id}/{hand}/bet"
        assert ended.request_id == f"sabacc/{table.table_id}/{hand}/end"
        first, second = held.entries
        assert (first.debit, first.credit, first.held.silver) == (f"wallet:{event}", HOUSE, stake)
        assert (second.debit, second.credit, second.held.silver) == (HOUSE, f"wallet:{event}", stake * 3 // 2)
        assert sum(each.held.silver for each in (*held.entries, *ended.entries)) == 0
        change = table.result.silver
        assert change in (-stake, 0, stake, stake * 3 // 2)
        assert change_of(event, ended) == change == silver(service, event) - before
        won += change
        assert table.score.won == won
        assert career(service, event).sides[0].won[0].silver == won
    assert wallet(service, event).held.silver == 0
    closed = service.call(closing(table)).table
    assert closed.closed
    assert career(service, event).table_id == ""
    taken = service.call(withdraw(f"{event}-home", event, 1000 + won))
    assert taken.balance.silver == silver(service, event) == 0
    of_house = [line for line in statement(service, HOUSE) if line.table_id == table.table_id]
    assert sum(line.change.silver for line in of_house) == -won
    assert audited(service).passed


def test_a_bet_is_held_with_its_worst_before_a_card_is_dealt_and_set_free_with_the_result(
    service: Service, event: str
) -> None:
    table = seated(service, event, 60)
    now = service.call(bet(table, 50)).table
    if now.phase != tables.HAND_PHASE_FINISHED:
        own = wallet(service, event)
        assert (own.balance.silver, own.held.silver, own.free.silver) == (60, 50, 10)
        assert now.score.held == 50
        assert len(of_hand(service, table.table_id, 1)) == 1
        refused = service.refusal(withdraw(f"{event}-w", event, 11))
        assert refused.reason == "INSUFFICIENT_FUNDS"
    while (move := next_move(now)) is not None and now.phase != tables.HAND_PHASE_FINISHED:
        now = service.call(move).table
    assert wallet(service, event).held.silver == 0
    assert len(of_hand(service, table.table_id, 1)) == 2


def test_a_move_for_silver_that_is_made_again_moves_nothing_twice(service: Service, event: str) -> None:
    table = seated(service, event)
    asked = bet(table, 20)
    first, again = service.call(asked), service.call(asked)
    assert (first.replayed, again.replayed) == (False, True)
    assert again.table == first.table
    assert of_hand(service, table.table_id, 1)[0].request_id == f"sabacc/{table.table_id}/1/bet"
    held = [line for line in statement(service, f"wallet:{event}") if line.request_id.endswith("/1/bet")]
    assert len(held) == 2  # the player's worst case and the house's, once


@pytest.mark.parametrize("deck", [pb.CAMPAIGN_DECK_STANDARD, SAMPLE])
@pytest.mark.parametrize("plain", [False, True])
def test_the_dealer_plays_the_deck_that_the_ladder_states_for_the_choice(
    service: Service, event: str, deck: Any, plain: bool
) -> None:
    (stated,) = [
        edge.house_deck
        for level in service.call(pb.GetLadderRequest()).levels
        for dealer in level.dealers
        for edge in dealer.edges
        if (dealer.key, edge.deck, edge.plain_cards) == (DEALER, deck, plain)
    ]
    table = seated(service, event, deck=deck, plain_cards=plain)
    assert table.dealer.deck == stated
    assert table.variant == (cards_pb2.VARIANT_FAIR_DECK if plain else cards_pb2.VARIANT_DUNE_SEA)


def test_the_background_is_the_players_choice_and_its_modifier_never_works(service: Service, event: str) -> None:
    table = seated(service, event)
    theme = service.call(tables.GetThemeRequest(name=table.theme))
    assert table.background == theme.backgrounds[0].key
    service.call(closing(table))
    other = theme.backgrounds[-1].key
    again: tables.TableView = service.call(at_dealer(event, background=other)).table
    assert (again.background, again.largest_bet) == (other, 50)
    assert not any(seat.burned for seat in again.seats)
    found = service.refusal(at_dealer(event, background="nowhere"))
    assert (found.code, found.metadata["field"]) == ("INVALID_ARGUMENT", "background")


# Once for each request id


def test_a_table_is_opened_once_a_request_id(service: Service, event: str) -> None:
    come(service, event)
    asked = at_dealer(event)
    first, again = service.call(asked), service.call(asked)
    assert (first.replayed, again.replayed) == (False, True)
    assert (again.table, list(again.events)) == (first.table, list(first.events))
    played = play_hand(service, first.table, 5)
    assert service.call(asked).table == first.table  # the view is the one after the opening
    assert look(service, first.table) == played


OTHERWISE: dict[str, dict[str, Any]] = {
    "dealer": {"dealer": "jawa-light"},
    "deck": {"deck": SAMPLE},
    "plainCards": {"plain_cards": True},
    "background": {"background": "dune-sea"},
    "player": {"player": "another"},
}


def test_a_request_id_with_other_content_is_refused_and_names_what_differs(service: Service, event: str) -> None:
    come(service, event)
    asked = at_dealer(event)
    service.call(asked)
    for field, changed in OTHERWISE.items():
        other = pb.OpenCampaignTableRequest()
        other.CopyFrom(asked)
        for name, value in changed.items():
            setattr(other, name, value)
        found = service.refusal(other)
        assert (found.code, found.reason) == ("ALREADY_EXISTS", "REQUEST_REUSED")
        assert found.metadata["field"] == field
    # One namespace for all tables: of practice, of silver, of two players.
    assert service.refusal(of_dealer(request_id=asked.request_id)).reason == "REQUEST_REUSED"
    assert service.refusal(duel(event, f"{event}2", request_id=asked.request_id)).reason == "REQUEST_REUSED"


@pytest.mark.parametrize("request_id", ["", "x" * 65, "sabacc/mine", "a\n"])
def test_a_request_id_is_the_callers_own(service: Service, event: str, request_id: str) -> None:
    come(service, event)
    asked = at_dealer(event)
    asked.request_id = request_id
    found = service.refusal(asked)
    assert (found.code, found.metadata["field"]) == ("INVALID_ARGUMENT", "requestId")
    assert career(service, event).table_id == ""


# Who may not sit down


def test_all_that_is_in_the_way_is_named_at_once(service: Service, event: str) -> None:
    found = service.refusal(at_dealer(event))
    assert (found.code, found.reason) == ("FAILED_PRECONDITION", "CAREER_FORBIDS")
    assert "lessons: got 'to be answered: eleven, " in found.message
    assert "wallet: got '0 gold, 00 silver', expected at least 0 gold, 05 silver" in found.message
    assert found.metadata["violations"] == "2"


def test_a_player_sits_at_one_table_for_silver_at_a_time(service: Service, event: str) -> None:
    table = seated(service, event)
    found = service.refusal(at_dealer(event, "jawa-light"))
    assert (found.reason, found.metadata["field"]) == ("CAREER_FORBIDS", "table")
    assert found.metadata["value"] == table.table_id
    service.call(closing(table))
    assert service.call(at_dealer(event, "jawa-light")).table.dealer.key == "jawa-light"


FORBIDDEN = {
    "max-rebo": "level: got 'jabbas-palace', expected a level that is reached: beat the boss of The Dune Sea first",
    "lando-light": "level: got 'cloud-city', expected a level that is reached",
    "rkik": "dealer: got 'rkik', expected 2 more dealers beaten before the boss plays",
}


def test_a_level_is_reached_and_a_boss_waits_before_he_plays(service: Service, event: str) -> None:
    come(service, event, 10_000)
    for dealer, words in FORBIDDEN.items():
        found = service.refusal(at_dealer(event, dealer))
        assert (found.code, found.reason) == ("FAILED_PRECONDITION", "CAREER_FORBIDS")
        assert words in found.message
    assert career(service, event).table_id == ""


WRONG: list[tuple[str, str, dict[str, Any]]] = [
    ("player", "1 to 60 printable ASCII characters without blanks and ','", {"player": "a,b"}),
    ("player", "1 to 60 printable ASCII characters without blanks and ','", {"player": ""}),
    ("dealer", "one of jawa-light, ", {"dealer": "nobody"}),
    ("dealer", "one of jawa-light, ", {"dealer": "house"}),
    ("deck", "CAMPAIGN_DECK_STANDARD or CAMPAIGN_DECK_SAMPLE", {"deck": 0}),
    ("deck", "CAMPAIGN_DECK_STANDARD or CAMPAIGN_DECK_SAMPLE", {"deck": 9}),
    ("upgrades", "none: he has got no upgrade", {"deck": SAMPLE, "upgrades": ["dune-sea-light:nothing"]}),
    ("upgrades", "none: Deck C has no upgrades", {"upgrades": ["dune-sea-light:nothing"]}),
    ("upgrades", "each upgrade once", {"deck": SAMPLE, "upgrades": ["a:b", "a:b"]}),
]


@pytest.mark.parametrize(("field", "expected", "fields"), WRONG)
def test_a_table_that_cannot_be_is_refused_by_its_field(
    service: Service, event: str, field: str, expected: str, fields: dict[str, Any]
) -> None:
    come(service, event)
    found = service.refusal(at_dealer(**{"player": event, **fields}))
    assert (found.code, found.reason, found.metadata["field"]) == ("INVALID_ARGUMENT", "FIELD_INVALID", field)
    assert found.metadata["expected"].startswith(expected)
    assert career(service, event).table_id == ""


# Bets that cannot be


def test_a_bet_is_inside_the_tables_limits_and_those_of_its_shoe(service: Service, event: str) -> None:
    table = seated(service, event)
    for amount, expected in ((4, "5 to 50 silver"), (51, "5 to 50 silver")):
        found = service.refusal(bet(table, amount))
        assert (found.code, found.metadata["field"]) == ("INVALID_ARGUMENT", "amount")
        assert found.metadata["expected"] == expected
    after = play_hand(service, table, 20)
    for amount in (19, 41):
        found = service.refusal(bet(after, amount))
        assert found.metadata["expected"] == "20 to 40 silver, as the first bet of this shoe was 20"
    assert len(of_hand(service, table.table_id, 2)) == 0


def test_a_table_is_left_between_two_shoes_alone(service: Service, event: str) -> None:
    table = play_hand(service, seated(service, event), 5)
    found = service.refusal(closing(table))
    assert (found.reason, found.metadata["expected"]) == ("ILLEGAL_ACT", "bet")
    for _ in range(SHOE - 1):
        table = play_hand(service, table, 5)
    assert service.call(closing(table)).table.closed


def test_a_bet_that_the_wallet_does_not_cover_deals_no_card(service: Service, event: str) -> None:
    table = seated(service, event, 30)
    asked = bet(table, 31)
    found = service.refusal(asked)
    assert (found.code, found.reason) == ("FAILED_PRECONDITION", "INSUFFICIENT_FUNDS")
    assert found.metadata["field"] == "amount"
    assert found.metadata["expected"] == f"at most 0 gold, 30 silver, which wallet:{event} has free"
    assert look(service, table) == table
    assert of_hand(service, table.table_id, 1) == []
    # Nothing was stored of it, so the request id may still be used, for another bet too.
    again = service.call(bet(table, 30, request_id=asked.request_id))
    assert not again.replayed


def test_a_bet_whose_win_the_wallet_has_no_room_for_leaves_its_id_unused_until_there_is(
    service: Service, event: str
) -> None:
    table = seated(service, event, 16_777_215)
    asked = bet(table, 20)
    assert service.refusal(asked).reason == "NO_ROOM"
    assert of_hand(service, table.table_id, 1) == []
    service.call(withdraw(f"{event}-room", event, 1000))
    assert not service.call(asked).replayed


def test_who_cannot_pay_for_the_rest_of_a_shoe_is_sent_off_for_the_day(service: Service, event: str) -> None:
    table = play_hand(service, seated(service, event, 100), 5)
    service.call(withdraw(f"{event}-home", event, silver(service, event)))
    found = service.refusal(bet(table, 5))
    assert (found.code, found.reason) == ("FAILED_PRECONDITION", "TABLE_ENDED")
    assert found.metadata["field"] == "amount"
    assert look(service, table).closed
    assert career(service, event).table_id == ""
    assert service.refusal(bet(table, 5)).reason in {"TABLE_MOVED_ON", "ILLEGAL_ACT"}
    service.call(deposit(f"{event}-more", event, 100))
    again = service.refusal(at_dealer(event))
    assert (again.reason, again.metadata["field"]) == ("CAREER_FORBIDS", "day")


def test_a_bank_that_does_not_cover_a_bet_says_what_it_covers_and_an_empty_one_closes_the_table(
    open_service: Callable[..., Service],
) -> None:
    service = open_service()
    table = seated(service, "ann")
    (bank,) = [line.balance.silver for line in statement(service, HOUSE)]
    service.call(correction("c-1", HOUSE, "mint", bank - 30))
    found = service.refusal(bet(table, 21))
    assert (found.code, found.reason, found.metadata["field"]) == ("FAILED_PRECONDITION", "HOUSE_CANNOT_PAY", "amount")
    assert found.metadata["expected"] == "at most 20 silver, which the dealer's bank covers"  # a perfect pays 3:2
    assert look(service, table) == table
    service.call(correction("c-2", HOUSE, "mint", 30))
    found = service.refusal(bet(table, 5))
    assert (found.code, found.reason) == ("FAILED_PRECONDITION", "TABLE_ENDED")
    assert look(service, table).closed
    assert silver(service, "ann") == 1000
    # It is no fault of the player's: he may sit down elsewhere at once.
    assert service.call(at_dealer("ann", "jawa-light")).table.dealer.key == "jawa-light"


def test_a_table_for_silver_takes_no_other_dealer_and_gives_no_advice(service: Service, event: str) -> None:
    table = seated(service, event)
    found = service.refusal(made(table, tables.MOVE_KIND_SEAT_DEALER, dealer="jawa-light"))
    assert found.reason in {"ILLEGAL_ACT", "FIELD_INVALID"}
    now = service.call(bet(table, 5)).table
    if now.phase != tables.HAND_PHASE_FINISHED:
        assert service.refusal(tables.AdviseMoveRequest(table_id=table.table_id)).reason == "ILLEGAL_ACT"


# Who gives whom what


def test_a_player_who_only_practises_moves_no_silver(service: Service, event: str) -> None:
    before = service.call(ledger_pb2.AuditLedgerRequest()).postings
    table = service.call(of_dealer(request_id=fresh() + event)).table
    assert play_hand(service, table, 10).HasField("purse")
    assert service.call(ledger_pb2.AuditLedgerRequest()).postings == before
    learn(service, event)
    assert [grant.reward for grant in mine(service, event)] == ["landos-advice"]
