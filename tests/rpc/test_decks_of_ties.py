"""What a tie makes of its players' decks: what is drawn from, what is left out, what is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.rpc.asking import DARK, LIGHT, get, high, places, player, tie

if TYPE_CHECKING:
    from tests.rpc.callers import Service

FINE = "1_109,1_109,4_67"


def test_field_report_6_unknown_and_malformed_entries_are_named_with_their_places(service: Service, event: str) -> None:
    deck = "1_109,203_30,9999_1,abc,1_x,|"
    refused = service.refusal(tie(event, [player("alice", FINE), player("bob", deck)]))
    assert (refused.code, refused.reason) == ("INVALID_ARGUMENT", "MALFORMED_ID")
    assert set(refused.violations) == {"players[1].deck"}
    told = ("203_30 at position 2", "9999_1 at position 3", "abc at position 4", "1_x at position 5")
    assert all(words in refused.message for words in told)
    assert "1_109" not in refused.message
    assert "bob" in refused.message
    allowed = tie(event, [player("alice", FINE), player("bob", deck)], allow_unknown=True)
    assert service.refusal(allowed).reason == "MALFORMED_ID"
    assert service.stored(event) == 0


def test_field_report_6_with_leave_well_formed_ids_are_left_out_and_the_transcript_says_so(
    service: Service, event: str
) -> None:
    players = [player("alice", FINE), player("bob", "4_67,203_30,1_109,9999_1,203_30")]
    refused = service.refusal(tie(event, players))
    assert (refused.code, refused.reason) == ("INVALID_ARGUMENT", "UNKNOWN_CARD")
    assert refused.metadata["violations"] == "3"
    told = ("203_30 at position 2", "9999_1 at position 4", "203_30 at position 5")
    assert all(words in refused.message for words in told)
    assert service.stored(event) == 0

    answer = service.call(tie(event, players, allow_unknown=True))
    (alice, bob) = answer.piles
    assert (list(alice.dropped), list(alice.cards)) == ([], ["1_109", "1_109", "4_67"])
    assert (list(bob.dropped), list(bob.cards)) == (["203_30", "203_30", "9999_1"], ["1_109", "4_67"])
    assert "dropped bob 203_30,203_30,9999_1\n" in answer.transcript


@pytest.mark.parametrize("entry", ["110_6_BACK", "1_1*^", "1_1**", "-1_2", "1_2_3", "12345_1", "1\u0661_2", "1 _2"])
def test_an_entry_that_is_no_id_is_refused_whatever_is_allowed(service: Service, event: str, entry: str) -> None:
    players = [player("alice", f"1_109,{entry},4_67"), player("bob", FINE)]
    refused = service.refusal(tie(event, players, allow_unknown=True))
    assert (refused.reason, set(refused.violations)) == ("MALFORMED_ID", {"players[0].deck"})
    assert "at position 2" in refused.message


@pytest.mark.parametrize(
    ("deck", "reason"),
    [
        ("", "NO_DECK"),
        ("  ", "NO_DECK"),
        ("|13_3", "NO_DECK"),
        (",,|", "NO_DECK"),
        ("1_109", "PILE_TOO_SMALL"),
        ("1_109,109_4", "PILE_TOO_SMALL"),
        ("109_4,109_4", "PILE_TOO_SMALL"),
        ("5_39,5_134", "TWO_SIDED_DECK"),
        ("1_109|13_3|13_4", "FIELD_INVALID"),
        (",".join(["1_109"] * 201), "FIELD_INVALID"),
        ("1_109,1_109|" + ",".join(["13_3"] * 201), "FIELD_INVALID"),
        ("1_109," * 20_000, "FIELD_INVALID"),
    ],
    ids=lambda text: text[:20],
)
def test_a_deck_that_cannot_play_is_refused_naming_player_and_field(
    service: Service, event: str, deck: str, reason: str
) -> None:
    refused = service.refusal(tie(event, [player("alice", FINE), player("Bob's", deck)]))
    assert (refused.code, refused.reason) == ("INVALID_ARGUMENT", reason)
    assert set(refused.violations) == {"players[1].deck"}
    assert "Bob's" in refused.message
    assert service.refusal(get(tie(event))).reason == "TIE_NOT_FOUND"


def test_the_most_cards_are_200_on_each_side_of_the_bar(service: Service, event: str) -> None:
    deck = ",".join(["1_109"] * 200)
    answer = service.call(tie(event, [player("a", f"{deck}|{deck}"), player("b", f"{deck},,|,")]))
    assert [len(pile.cards) for pile in answer.piles] == [200, 200]


def test_all_players_whose_decks_are_wrong_are_named(service: Service, event: str) -> None:
    decks = {"a": "1_109,9999_1", "b": FINE, "c": "9999_2,9999_3"}
    refused = service.refusal(tie(event, [player(name, deck) for name, deck in decks.items()]))
    assert list(refused.violations) == ["players[0].deck", "players[2].deck"]
    assert refused.metadata["violations"] == "3"


def test_field_report_32_two_cards_are_enough_and_fewer_are_not(service: Service, event: str) -> None:
    sixty = ",".join(["1_109"] * 60)
    for stage, first, second in (("2-60", "1_109,4_67", sixty), ("2-2", "1_109,4_67", "1_109,4_67")):
        answer = service.call(tie(event, [player("a", first), player("b", second)], stage=stage))
        assert {len(hand.cards) for hand in answer.hands if hand.player == "a"} == {2}  # then it cannot draw
    for first, reason in (("1_109", "PILE_TOO_SMALL"), ("", "NO_DECK")):
        refused = service.refusal(tie(event, [player("ann", first), player("b", sixty)], stage="short"))
        assert (refused.reason, set(refused.violations)) == (reason, {"players[0].deck"})
        assert "ann" in refused.message
    assert "needs 2" in service.refusal(tie(event, [player("ann", "1_109"), player("b", sixty)])).message


def test_field_report_36_an_undefined_destiny_counts_0(service: Service, event: str) -> None:
    answer = service.call(tie(event, [player("a", "3_8,3_8"), player("b", "1_109,1_109")]))
    first = answer.hands[0]
    assert [(card.blueprint_id, card.value) for card in first.cards] == [("3_8", "0"), ("3_8", "0")]
    assert (first.total, first.over) == ("0", False)


@pytest.mark.parametrize(
    ("deck", "pile", "started"),
    [
        ("1_109,1_109,4_67|13_3,13_4", ["1_109", "1_109", "4_67"], []),
        ("1_109,1_109,4_67", ["1_109", "1_109", "4_67"], []),
        ("\ufeff1_109,109_4,\r\n4_67*,01_0109^|13_3", ["1_109", "1_109", "4_67"], ["109_4"]),
        (",".join(["1_109"] * 40), ["1_109"] * 40, []),
        (",".join(["1_109"] * 59), ["1_109"] * 59, []),
    ],
    ids=["outside", "no bar", "spellings", "40", "59"],
)
def test_field_report_44_what_is_the_deck(
    service: Service, event: str, deck: str, pile: list[str], started: list[str]
) -> None:
    answer = service.call(tie(event, [player("a", deck), player("b", "1_109,4_67")]))
    assert (list(answer.piles[0].cards), list(answer.piles[0].started_on_table)) == (pile, started)


def test_field_report_45_no_wild_no_clone_and_nothing_that_started_on_table(service: Service, event: str) -> None:
    lando = player("lando", "213_35,7_115,5_80,109_4")
    dark = player("dark", "1_175,5_134,13_69,110_6")
    answer = service.call(tie(event, [lando, dark]))
    assert [list(pile.started_on_table) for pile in answer.piles] == [["110_6", "13_69"], ["109_4"]]
    first = {hand.player: hand for hand in answer.hands if hand.number == 1}
    assert {card.blueprint_id: card.value for card in first["lando"].cards} == {
        "213_35": "3",
        "7_115": "0",
        "5_80": "0",
    }
    assert first["lando"].total == "3"


def test_cards_named_as_started_on_table_are_left_out_a_copy_each(service: Service, event: str) -> None:
    players = [player("a", f"{FINE},109_4", started=["1_109", "04_67*"]), player("b", FINE)]
    answer = service.call(tie(event, players))
    (pile, other) = answer.piles
    assert (list(pile.cards), list(pile.started_on_table)) == (["109_4", "1_109"], ["1_109", "4_67"])
    assert (pile.started_on_table_assumed, other.started_on_table_assumed) == (False, True)


@pytest.mark.parametrize(
    ("started", "reason", "field"),
    [
        (["5_39"], "FIELD_INVALID", "players[0].startedOnTable[0]"),
        (["1_109", "4_67", "4_67"], "FIELD_INVALID", "players[0].startedOnTable[2]"),
        (["9999_1"], "FIELD_INVALID", "players[0].startedOnTable[0]"),
        (["1_109", "abc"], "MALFORMED_ID", "players[0].startedOnTable[1]"),
        (["13_3"], "FIELD_INVALID", "players[0].startedOnTable[0]"),
        (["1_109", "1_109"], "PILE_TOO_SMALL", "players[0].deck"),
    ],
)
def test_cards_that_cannot_have_started_on_table_are_refused(
    service: Service, event: str, started: list[str], reason: str, field: str
) -> None:
    players = [player("a", f"{FINE}|13_3", started=started), player("b", FINE)]
    refused = service.refusal(tie(event, players))
    assert (refused.code, refused.reason, set(refused.violations)) == ("INVALID_ARGUMENT", reason, {field})


def test_cards_on_table_without_a_deck_are_refused(service: Service, event: str) -> None:
    players = [player("a", "", {"points": "2"}, ["1_109"]), player("b", FINE, {"points": "1"})]
    refused = service.refusal(tie(event, players, criteria=high("points")))
    assert (refused.reason, set(refused.violations)) == ("NO_DECK", {"players[0].deck"})


def test_a_player_whom_the_criteria_place_needs_no_deck(service: Service, event: str) -> None:
    players = [
        player("a", "", {"points": "3"}),
        player("b", DARK, {"points": "2"}),
        player("c", LIGHT, {"points": "2"}),
        player("d", "", {"points": "1"}),
    ]
    answer = service.call(tie(event, players, criteria=high("points")))
    assert [(name, place) for name, place, _ in places(answer)][0::3] == [("a", 1), ("d", 4)]
    assert [pile.player for pile in answer.piles] == ["b", "c"]
    assert [(group.place, list(group.players)) for group in answer.groups] == [(2, ["b", "c"])]
    refused = service.refusal(
        tie(f"{event}-2", [*players[:2], player("c", "", {"points": "2"})], criteria=high("points"))
    )
    assert (refused.reason, set(refused.violations)) == ("NO_DECK", {"players[2].deck"})
    assert "c is still equal" in refused.message


def test_a_deck_that_is_given_is_read_even_where_the_criteria_place_its_player(service: Service, event: str) -> None:
    players = [player("a", "1_109,9999_1", {"points": "3"}), player("b", "", {"points": "2"})]
    assert service.refusal(tie(event, players, criteria=high("points"))).reason == "UNKNOWN_CARD"
