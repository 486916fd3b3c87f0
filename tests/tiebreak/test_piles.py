from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckmapping.catalogue import Catalogue, starter_catalogue
from deckmapping.decks import read_deck
from deckmapping.errors import (
    DomainError,
    InvalidInputError,
    MalformedIdError,
    NoDeckError,
    PileTooSmallError,
    TwoSidedDeckError,
    UnknownCardError,
)
from deckmapping.records import CardRecord, Side
from deckmapping.values import whole
from service.tiebreak.piles import TiePile, pile_of

if TYPE_CHECKING:
    from collections.abc import Sequence


def card(id_: str, category: str = "CHARACTER", subtype: str | None = None, side: Side = Side.LIGHT) -> CardRecord:
    return CardRecord(id_, f"Card {id_}", side, category, "3", (whole(3),), subtype=subtype)


CATALOGUE = Catalogue.of(
    [
        card("1_2"),
        card("1_10"),
        card("2_3"),
        card("7_1", "OBJECTIVE"),
        card("8_1", "EFFECT", "STARTING"),
        card("8_2", "EFFECT", "NORMAL"),
        card("8_3", "INTERRUPT", "STARTING"),
        card("9_9", "LOCATION"),
        card("13_1", "DEFENSIVE_SHIELD"),
        card("3_5", side=Side.DARK),
    ]
)


def pile(deck: str, started: Sequence[str] = (), *, allow_unknown: bool = False) -> TiePile:
    read = read_deck(deck, CATALOGUE, "players[1].deck")
    return pile_of(read, started, player="bob", path="players[1]", allow_unknown=allow_unknown)


def faults(error: DomainError) -> list[tuple[str, str]]:
    return [(violation.field, violation.value) for violation in error.violations]


def test_a_pile_is_sorted_by_bytes_and_keeps_repeats() -> None:
    assert pile("2_3,1_2,1_10,1_2").ids == ("1_10", "1_2", "1_2", "2_3")


def test_ids_are_normalised() -> None:
    assert pile("01_002*,1_10^").ids == ("1_10", "1_2")


def test_objectives_and_starting_effects_are_left_out_where_nothing_is_named() -> None:
    taken = pile("7_1,8_1,8_1,8_2,8_3,9_9,1_2")
    assert taken == TiePile(ids=("1_2", "8_2", "8_3", "9_9"), on_table=("7_1", "8_1", "8_1"), guessed=True)


def test_only_the_named_copies_are_left_out_where_something_is_named() -> None:
    taken = pile("7_1,8_1,9_9,1_2,1_2", ["09_9", "1_2*"])
    assert taken == TiePile(ids=("1_2", "7_1", "8_1"), on_table=("1_2", "9_9"), guessed=False)


def test_a_started_card_that_is_not_in_the_deck_is_refused() -> None:
    with pytest.raises(InvalidInputError) as caught:
        pile("1_2,1_10,2_3", ["1_2", "1_2", "9_9"])
    assert faults(caught.value) == [("players[1].startedOnTable[1]", "1_2"), ("players[1].startedOnTable[2]", "9_9")]
    assert "bob" in str(caught.value)


def test_a_started_card_outside_the_deck_is_refused() -> None:
    with pytest.raises(InvalidInputError):
        pile("1_2,1_10|13_1", ["13_1"])


@pytest.mark.parametrize("text", ["abc", "1_2*^", "7_1_BACK", ""])
def test_a_started_card_that_is_no_id_is_refused(text: str) -> None:
    with pytest.raises(MalformedIdError) as caught:
        pile("1_2,1_10", ["1_10", text])
    assert caught.value.violations[0].field == "players[1].startedOnTable[1]"


def test_every_unknown_id_is_named_with_its_position_and_player() -> None:
    with pytest.raises(UnknownCardError) as caught:
        pile("203_30,1_2,1_10,9999_1,203_30")
    assert faults(caught.value) == [
        ("players[1].deck", "203_30 at position 1"),
        ("players[1].deck", "9999_1 at position 4"),
        ("players[1].deck", "203_30 at position 5"),
    ]
    assert all("bob" in violation.expected for violation in caught.value.violations)


def test_unknown_ids_are_dropped_with_the_callers_leave() -> None:
    taken = pile("203_30,1_2,1_10,9999_1,203_030", allow_unknown=True)
    assert (taken.ids, taken.dropped) == (("1_10", "1_2"), ("203_30", "203_30", "9999_1"))


def test_started_cards_are_left_out_before_unknown_ones_are_dropped() -> None:
    assert pile("203_30,1_2,1_10", ["203_30"]).dropped == ()
    taken = pile("203_30,203_30,1_2,1_10", ["203_30"], allow_unknown=True)
    assert (taken.on_table, taken.dropped, taken.ids) == (("203_30",), ("203_30",), ("1_10", "1_2"))


@pytest.mark.parametrize("allow_unknown", [True, False])
def test_malformed_ids_are_always_refused_and_unknown_ones_named_with_them(*, allow_unknown: bool) -> None:
    with pytest.raises(MalformedIdError) as caught:
        pile("1_2,abc,1_10,203_30,1_1*^,7_1_BACK", allow_unknown=allow_unknown)
    unknown = [] if allow_unknown else ["203_30 at position 4"]
    assert [value for _, value in faults(caught.value)] == [
        "abc at position 2",
        *unknown,
        "1_1*^ at position 5",
        "7_1_BACK at position 6",
    ]
    words = [violation.expected for violation in caught.value.violations]
    assert words[0].startswith("set_number")
    assert "a back is never a card of its own" in words[-1]


def test_what_stands_outside_the_deck_never_matters() -> None:
    assert pile("1_2,1_10|13_1,abc,203_30,3_5,7_1").ids == ("1_10", "1_2")


def test_a_two_sided_deck_is_refused_and_the_player_named() -> None:
    with pytest.raises(TwoSidedDeckError) as caught:
        pile("1_2,1_10,3_5")
    assert faults(caught.value)[0][0] == "players[1].deck"
    assert "bob" in str(caught.value)


@pytest.mark.parametrize("deck", ["1_2", "1_2,7_1", "7_1,8_1"])
def test_field_report_32_a_pile_that_can_deal_no_hand_is_refused(deck: str) -> None:
    with pytest.raises(PileTooSmallError) as caught:
        pile(deck)
    assert "bob needs 2" in str(caught.value)


def test_a_pile_may_become_too_small_by_dropping() -> None:
    with pytest.raises(PileTooSmallError):
        pile("1_2,203_30,203_30", allow_unknown=True)


def starter_pile(deck: str, started: Sequence[str] = ()) -> TiePile:
    return pile_of(read_deck(deck, starter_catalogue()), started, player="p", path="players[0]")


def test_field_report_44_only_the_deck_itself_is_the_pile() -> None:
    assert starter_pile("1_109,1_109,4_67|13_3,13_4").ids == ("1_109", "1_109", "4_67")
    assert starter_pile("1_109,1_109,4_67").ids == ("1_109", "1_109", "4_67")
    with pytest.raises(NoDeckError):
        starter_pile("|13_3")
    with pytest.raises(TwoSidedDeckError):
        starter_pile("5_39,5_134")
    assert len(starter_pile(",".join(["1_109"] * 40)).ids) == 40
    assert len(starter_pile(",".join(["1_109"] * 59)).ids) == 59


def test_field_report_45_what_began_on_table_is_left_out() -> None:
    deck = "213_35,7_115,5_80,109_4"
    assert starter_catalogue().records["109_4"].category == "OBJECTIVE"
    assert starter_pile(deck).ids == ("213_35", "5_80", "7_115")
    assert starter_pile(deck, ["5_80", "109_4"]).ids == ("213_35", "7_115")
    assert [starter_catalogue().records[id_].values for id_ in ("213_35", "5_80", "7_115")] == [(whole(3),), (0,), (0,)]


@given(st.lists(st.sampled_from(["1_2", "1_10", "2_3", "7_1", "8_1", "203_30", "9_9"]), min_size=9), st.data())
def test_no_card_is_lost_and_no_order_matters(ids: list[str], data: st.DataObject) -> None:
    started = data.draw(st.lists(st.sampled_from(range(9)), max_size=3, unique=True))
    named = [ids[at] for at in started]
    deck = [*ids, "1_2", "1_10"]
    taken = pile(",".join(deck), named, allow_unknown=True)
    assert sorted([*taken.ids, *taken.on_table, *taken.dropped]) == sorted(deck)
    assert pile(",".join(data.draw(st.permutations(deck))), named, allow_unknown=True) == taken
