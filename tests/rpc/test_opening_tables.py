"""Opening a table by a call: decks in three ways, names, limits, and the same call again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from deckmapping.themes.bundled import bundled_deck
from sabacc.v1 import cards_pb2
from sabacc.v1 import tables_pb2 as pb
from tests.rpc.asking_tables import (
    at_dealers,
    bet,
    between_two,
    closing,
    fresh,
    look,
    made,
    of_dealer,
    of_two,
    play,
    sitting,
)

if TYPE_CHECKING:
    from tests.rpc.callers import Service

    Open = pb.OpenTableRequest

LIGHT = bundled_deck("dune-sea-light")


def pile_of(answer: Any) -> int:
    count: int = answer.table.seats[0].pile_count
    return count


def head_of(service: Service, table: pb.TableView) -> list[str]:
    record: bytes = service.call(pb.GetTableRecordRequest(table_id=table.table_id)).record
    return record.decode().splitlines()


# Decks


def test_a_deck_string_of_gemp_is_the_same_deck_as_the_bundled_one(service: Service) -> None:
    given = at_dealers(service, player=sitting("ann", gemp=LIGHT.deck_string), theme="dune-sea-light").table
    bundled = at_dealers(service, player=sitting("ann", "dune-sea-light"), theme="dune-sea-light").table

    def pile(table: pb.TableView) -> list[str]:
        (line,) = (line for line in head_of(service, table) if line.startswith("pile "))
        return sorted(line.split()[1:])

    assert pile(given) == pile(bundled)
    assert len(pile(given)) == 60


def test_a_pasted_deck_is_read_as_the_clinic_reads_it(service: Service) -> None:
    pasted = "\n".join(["2 Luke Skywalker", "3 Han Solo", "1 Chewbacca"])
    parsed = service.call(cards_pb2.ParseDeckRequest(content=pasted.encode()))
    answer = at_dealers(service, player=sitting("ann", pasted=pasted))
    assert pile_of(answer) == len(parsed.pile) == 6
    (line,) = (line for line in head_of(service, answer.table) if line.startswith("pile "))
    assert sorted(word.split(":")[0] for word in line.split()[1:]) == sorted(c.blueprint_id for c in parsed.pile)
    play(service, answer.table, 1)


def test_a_pasted_deck_of_which_something_is_in_doubt_is_refused_with_lines_and_candidates(service: Service) -> None:
    pasted = "2 Luke Skywalker\n1 Luk Skywaker\n1 Chewbaca\n" + "".join(f"1 Nobody {at}\n" for at in range(9))
    found = service.refusal(of_dealer(sitting("ann", pasted=pasted)))
    assert (found.code, found.reason) == ("INVALID_ARGUMENT", "UNKNOWN_CARD")
    assert found.metadata["field"] == "dealer.player.pasted"
    assert "line 2: " in found.metadata["value"]
    assert "perhaps 1_19 Luke Skywalker" in found.metadata["expected"]
    assert "line 3: " in found.message
    assert found.metadata["violations"] == "6"  # five doubts, and how many more there are
    assert "6 more entries in doubt" in found.message


def test_what_started_on_table_is_no_card_of_the_pile(service: Service) -> None:
    two = ",".join(LIGHT.card_ids[:10])
    usual = at_dealers(service, player=sitting("ann", gemp=two))
    fewer = at_dealers(service, player=sitting("ann", gemp=two, started_on_table=[LIGHT.card_ids[0]]))
    assert pile_of(fewer) == pile_of(usual) - 1


@pytest.mark.parametrize(
    ("player", "reason", "field"),
    [
        (sitting("ann", "no-such-deck"), "FIELD_INVALID", "bundled"),
        (pb.TablePlayer(name="ann"), "FIELD_INVALID", ""),
        (sitting("ann", gemp="1_19,abc"), "MALFORMED_ID", "gemp"),
        (sitting("ann", gemp="1_19,9999_1"), "UNKNOWN_CARD", "gemp"),
        (sitting("ann", gemp="5_39,5_134"), "TWO_SIDED_DECK", "gemp"),
        (sitting("ann", gemp="1_19"), "PILE_TOO_SMALL", "gemp"),
        (sitting("ann", "deck-c", started_on_table=["1_19"]), "FIELD_INVALID", "startedOnTable"),
        (sitting("ann", gemp="1_19,1_19", started_on_table=["1_19"] * 201), "FIELD_INVALID", "startedOnTable"),
        (sitting("ann", gemp="1_19,1_19", started_on_table=["1_11"]), "FIELD_INVALID", "startedOnTable[0]"),
        (sitting("ann", character="9999_1"), "UNKNOWN_CARD", "character"),
        (sitting("ann", character="1_128"), "FIELD_INVALID", "character"),
        *[(sitting(name), "FIELD_INVALID", "name") for name in ("", "a b", "a,b", "ä", "x" * 61, "a\n", "\x7f")],
    ],
)
def test_a_player_who_cannot_sit_down_is_refused_by_field(
    service: Service, player: pb.TablePlayer, reason: str, field: str
) -> None:
    dot = "." if field else ""
    found = service.refusal(of_dealer(player))
    assert (found.code, found.reason) == ("INVALID_ARGUMENT", reason)
    assert found.metadata["field"] == f"dealer.player{dot}{field}"
    found = service.refusal(of_two(sitting("bob"), player))
    assert (found.reason, found.metadata["field"]) == (reason, f"versus.players[1]{dot}{field}")


@pytest.mark.parametrize(
    ("player", "value"),
    [
        (sitting("ann", gemp=""), "no card in the pile"),
        (sitting("ann", gemp=" ,,|"), "no card in the pile"),
        (sitting("ann", gemp="|13_3"), "no card in the pile"),
        (sitting("ann", gemp="|13_3", started_on_table=["13_3"]), "no card in the pile"),
        (sitting("ann", gemp="1_19"), "1 left to draw"),
        (sitting("ann", gemp="109_4,109_4"), "0 left to draw"),  # an Objective starts on table unasked
        (sitting("ann", gemp="1_19,1_19|13_3", started_on_table=["1_19", "1_19"]), "0 left to draw"),
        (sitting("ann", pasted=""), "no card in the pile"),
        (sitting("ann", pasted="|13_3"), "no card in the pile, 1 outside the deck"),
        (sitting("ann", pasted="Characters (17)"), "no card in the pile"),
        (sitting("ann", pasted="1 Chewbacca"), "1 left to draw"),
        (sitting("ann", pasted="2 Chewbacca", started_on_table=["2_3", "2_3"]), "0 left to draw"),
    ],
)
def test_field_report_32_a_deck_of_fewer_than_two_cards_names_its_player_and_what_he_needs(
    service: Service, player: pb.TablePlayer, value: str
) -> None:
    field = player.WhichOneof("deck")
    for request, path in (
        (of_dealer(player), "dealer.player"),
        (of_two(player, sitting("bob")), "versus.players[0]"),
        (of_two(sitting("bob"), player), "versus.players[1]"),
    ):
        found = service.refusal(request)
        assert (found.code, found.reason) == ("INVALID_ARGUMENT", "PILE_TOO_SMALL")
        assert found.message.startswith(f"{path}.{field}: got '{value}', expected ann needs 2")
        assert (found.metadata["field"], found.metadata["expected"]) == (f"{path}.{field}", "ann needs 2")


def test_lines_put_aside_are_told_with_a_pasted_deck_that_has_no_card(service: Service) -> None:
    found = service.refusal(of_dealer(sitting("ann", pasted="Characters (17)")))
    assert found.reason == "PILE_TOO_SMALL"
    assert "line 1: Characters (17)" in found.message


# Tables


@pytest.mark.parametrize(
    ("request_", "field"),
    [
        (pb.OpenTableRequest(request_id="x"), "table"),
        (of_dealer(theme="hoth", player=sitting()), "dealer.theme"),
        (of_dealer(background="casino"), "dealer.background"),
        (of_dealer(theme="dune-sea-light", background="casino"), "dealer.background"),
        (of_dealer(dealer="nobody"), "dealer.dealer"),
        (of_dealer(theme="dune-sea-light", dealer="house"), "dealer.dealer"),
        (of_dealer(perfect_pays="9"), "dealer.perfectPays"),
        (of_dealer(perfect_pays="x"), "dealer.perfectPays"),
        (of_dealer(perfect_costs=3), "dealer.perfectCosts"),
        (of_dealer(start_chips=0), "startChips"),
        (of_dealer(start_chips=10**9 + 1), "startChips"),
        (of_dealer(cut=0), "cut"),
        (of_dealer(cut=10_000), "cut"),
        (of_dealer(hands=0), "hands"),
        (of_dealer(hands=1001), "hands"),
        (of_two(sitting()), "versus.players"),
        (of_two(sitting("a"), sitting("b"), sitting("c")), "versus.players"),
        (of_two(sitting("a"), sitting("a")), "versus.players[1].name"),
        (of_two(stake=0), "versus.stake"),
        (of_two(stake=-1), "versus.stake"),
        (of_two(stake=500_000_001), "versus.stake"),
        (of_two(stake=501), "versus.stake"),
        (of_two(variant=cards_pb2.VARIANT_UNSPECIFIED), "versus.variant"),
        (of_two(variant=99), "versus.variant"),
        (of_two(theme="hoth"), "versus.theme"),
        (of_two(theme="dune-sea-light", background="x"), "versus.background"),
    ],
)
def test_a_table_that_cannot_be_is_refused_by_field(service: Service, request_: Open, field: str) -> None:
    found = service.refusal(request_)
    assert (found.code, found.metadata["field"]) == ("INVALID_ARGUMENT", field)


@pytest.mark.parametrize("name", ["", "x" * 65, "ä", "a\tb", "\0"])
def test_a_request_id_is_printable_and_short(service: Service, name: str) -> None:
    opening = of_dealer()
    opening.request_id = name
    table = at_dealers(service).table
    wrong, late = bet(table, 1), closing(table)
    wrong.request_id = late.request_id = name
    for request in (opening, wrong, late):
        found = service.refusal(request)
        assert (found.code, found.metadata["field"]) == ("INVALID_ARGUMENT", "requestId")


def test_the_largest_limits_and_the_smallest_are_taken(service: Service) -> None:
    bounds: tuple[dict[str, Any], ...] = (
        {"start_chips": 1, "cut": 1, "hands": 1, "perfect_pays": "1:1", "perfect_costs": 1},
        {"start_chips": 10**9, "cut": 9999, "hands": 1000, "perfect_pays": "2", "perfect_costs": 2},
    )
    for fields in bounds:
        table = at_dealers(service, **fields).table
        assert (table.purse.start, table.hands_left) == (fields["start_chips"], fields["hands"])
        costs = fields["perfect_costs"]
        assert table.largest_bet == fields["start_chips"] // costs
        assert table.dealer.terms.endswith(f"costs={costs}")
    longest = "".join(chr(code) for code in range(33, 127) if chr(code) != ",")[:60]
    assert at_dealers(service, player=sitting(longest)).table.seats[0].name == longest
    assert between_two(service, stake=500).table.purse.start == 1000


def test_a_table_with_its_options_says_what_it_is(service: Service) -> None:
    fields = {"theme": "cloud-city-dark", "dealer": "lando-dark"}
    dealers = [each.key for each in service.call(pb.GetThemeRequest(name="cloud-city-dark")).dealers]
    fields["dealer"] = dealers[1]
    table = at_dealers(service, **fields, plain_cards=True, with_modifier=True, unwatched=True).table
    assert (table.theme, table.dealer.key, table.variant) == (*fields.values(), cards_pb2.VARIANT_FAIR_DECK)
    assert table.background
    assert "visitor -" in head_of(service, table)


def test_a_character_gives_his_perks_and_lies_open(service: Service) -> None:
    player = sitting("ann", "cloud-city-light", character="5_5")
    table = at_dealers(service, player=player, theme="cloud-city-light").table
    assert table.seats[0].character == "5_5"


# The same call again


def test_the_same_opening_gives_the_same_table(service: Service) -> None:
    request = of_dealer(theme="dune-sea-light")
    first = service.call(request)
    assert first.table.hand == 0
    service.call(bet(first.table, 10))
    again = service.call(request)
    assert again.replayed
    assert (again.table, again.events) == (first.table, first.events)


@pytest.mark.parametrize(
    ("changed", "fields"),
    [
        ({"hands": 7}, ["hands"]),
        ({"theme": "dune-sea-dark"}, ["dealer.theme"]),
        ({"player": sitting("bob", "dune-sea-light")}, ["dealer.player.name"]),
        ({"unwatched": True, "cut": 3}, ["cut", "dealer.unwatched"]),
        ({"player": sitting("ann", gemp=LIGHT.deck_string)}, ["dealer.player.bundled", "dealer.player.gemp"]),
    ],
)
def test_another_opening_by_the_same_name_is_refused_naming_what_differs(
    service: Service, changed: dict[str, Any], fields: list[str]
) -> None:
    usual: dict[str, Any] = {"theme": "dune-sea-light", "player": sitting("ann", "dune-sea-light")}
    name = fresh()
    first = service.call(of_dealer(**usual, request_id=name))
    found = service.refusal(of_dealer(**{**usual, **changed}, request_id=name))
    assert (found.code, found.reason) == ("ALREADY_EXISTS", "REQUEST_REUSED")
    assert found.metadata["field"] == fields[0]
    for field in fields:
        assert field in found.message
    assert LIGHT.deck_string[:40] not in found.message
    assert look(service, first.table) == first.table


def test_another_kind_of_table_by_the_same_name_is_refused(service: Service) -> None:
    name = fresh()
    service.call(of_dealer(request_id=name))
    assert service.refusal(of_two(request_id=name)).reason == "REQUEST_REUSED"


def test_the_same_move_is_made_once_and_answered_twice(service: Service) -> None:
    table = at_dealers(service).table
    request = bet(table, 10, nonce=bytes(range(32)))
    first = service.call(request)
    again = service.call(request)
    assert (first.replayed, again.replayed) == (False, True)
    assert (again.table, again.events) == (first.table, first.events)
    play(service, first.table, 2)
    late = service.call(request)  # long after
    assert (late.table, late.events, late.replayed) == (first.table, first.events, True)


def test_another_move_by_the_same_name_is_refused_and_made_by_nobody(service: Service) -> None:
    table = at_dealers(service).table
    name = fresh()
    first = service.call(bet(table, 10, request_id=name, nonce=bytes(range(32))))
    others = [
        bet(table, 20, request_id=name, nonce=bytes(range(32))),
        bet(table, 10, request_id=name),
        made(table, pb.MOVE_KIND_SEAT_DEALER, request_id=name, dealer="house"),
        closing(table, request_id=name),
    ]
    for other in others:
        found = service.refusal(other)
        assert (found.code, found.reason, found.metadata["field"]) == ("ALREADY_EXISTS", "REQUEST_REUSED", "requestId")
        assert bytes(range(32)).hex() not in found.message
    assert look(service, table) == first.table


def test_a_close_is_done_once_and_answered_twice(service: Service) -> None:
    table = at_dealers(service).table
    request = closing(table)
    first, again = service.call(request), service.call(request)
    assert (first.replayed, again.replayed) == (False, True)
    assert (again.table, again.events) == (first.table, first.events)
    found = service.refusal(closing(look(service, table)))
    assert (found.reason, found.metadata["expected"]) == ("ILLEGAL_ACT", "nothing: the table is closed")
