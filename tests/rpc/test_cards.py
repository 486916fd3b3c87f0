"""CardService: every field of every response."""

from __future__ import annotations

import json
from collections import Counter
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import pytest

from sabacc.v1 import cards_pb2 as pb
from tests.rpc.asking import DARK, LIGHT

if TYPE_CHECKING:
    from tests.rpc.callers import Service

STARTER: dict[str, Any] = json.loads(files("deckmapping").joinpath("data", "starter.json").read_text(encoding="utf-8"))
RECORDS = {record["blueprint_id"]: record for record in STARTER["records"]}
VARIANTS = (pb.VARIANT_CLOUD_CITY, pb.VARIANT_DUNE_SEA, pb.VARIANT_JABBAS_PALACE, pb.VARIANT_TROOPER)


def cards(service: Service, *ids: str) -> list[pb.Card]:
    return list(service.call(pb.GetCardsRequest(blueprint_ids=ids)).cards)


def parts(service: Service, id_: str) -> list[tuple[str, bool, bool, bool, bool, list[str]]]:
    """What a card is in each variant, by the names of the contract."""
    (card,) = cards(service, id_)
    assert [part.variant for part in card.parts] == list(VARIANTS)
    return [
        (
            pb.CardRole.Name(part.role).removeprefix("CARD_ROLE_"), part.stakes, part.eligible_character,
            part.clone_perk, part.wild_perk, list(part.texts),
        )
        for part in card.parts
    ]  # fmt: skip


def test_the_catalogue_tells_its_version_and_its_report(service: Service) -> None:
    told = service.call(pb.GetCatalogueRequest())
    assert (told.catalogue_version, told.card_count) == (STARTER["version"], len(RECORDS))
    assert [
        (each.blueprint_id, each.field, [(value.source, value.text) for value in each.values], each.taken)
        for each in told.conflicts
        if each.field == "destiny"
    ] == [("222_8", "destiny", [("gemp", "4"), ("card-json", "5")], "4")]
    assert all(each.reason for each in told.conflicts)
    report = STARTER["report"]
    assert [(n.blueprint_id, n.field, n.text, n.kind) for n in told.notes] == [
        (n["blueprint_id"], n["field"], n["text"], n["kind"]) for n in report["notes"]
    ]
    assert {note.kind for note in told.notes} <= {"notation", "patch"}
    assert {len(report[name]) for name in ("gaps", "left_out", "sources")} == {0}
    assert (len(told.gaps), len(told.left_out), len(told.sources)) == (0, 0, 0)


def test_every_card_is_told_as_the_catalogue_file_has_it(service: Service) -> None:
    ids = list(RECORDS)
    found = [card for start in range(0, len(ids), 200) for card in cards(service, *ids[start : start + 200])]
    assert [card.blueprint_id for card in found] == ids
    for card, record in zip(found, RECORDS.values(), strict=True):
        assert (card.title, card.category, card.destiny) == (record["title"], record["category"], record["destiny"])
        assert pb.Side.Name(card.side) == f"SIDE_{record['side'].upper()}"
        for name in ("types", "values", "icons", "keywords", "species", "personas"):
            assert list(getattr(card, name)) == record[name]
        for name in ("subtype", "uniqueness", "system"):
            assert getattr(card, name) == (record[name] or "")
        assert (card.has_armor if card.HasField("has_armor") else None) == record["has_armor"]


def test_field_report_7_every_notation_of_a_destiny(service: Service) -> None:
    ids = ("2_14", "6_3", "111_2", "204_1", "213_10", "217_2", "3_8", "2_2", "223_39", "301_7", "6_36")
    told = {card.destiny: list(card.values) for card in cards(service, *ids)}
    assert told == {
        "2 or 5": ["2", "5"],
        "1 or 6": ["1", "6"],
        "0 or 7": ["0", "7"],
        "π or 2π": ["3.1415927", "6.2831855"],
        "½": ["0.5"],
        "4½": ["4.5"],
        "*": ["0"],
        "π": ["3.1415927"],
        "(4)": ["4"],
        "7 or 1": ["1"],  # the 7 has a price in Force, and there is none here
        "1": ["1"],
    }


def test_field_report_37_conflicts_and_gaps_leave_the_right_value(service: Service) -> None:
    assert [list(card.values) for card in cards(service, "222_8", "6_36", "107_3")] == [["4"], ["1"], ["5"]]


def test_field_report_18_a_name_in_a_title_makes_nothing_wild(service: Service) -> None:
    ids = ("223_16", "5_14", "7_160", "4_145", "13_28")
    assert [list(card.values) for card in cards(service, *ids)] == [["3"], ["4"], ["3"], ["4"], ["5"]]
    for id_ in ids:
        assert parts(service, id_)[0][0] == "PLAIN"


def test_a_cards_part_in_each_variant(service: Service) -> None:
    no: Any = (False, False, False, False, [])
    assert parts(service, "5_5") == [
        ("WILD", False, True, True, False, ["shift-by-one"]),
        ("PLAIN", False, False, False, False, ["shift-by-one"]),
        ("CLONE", False, True, True, False, ["shift-by-one"]),
        ("PLAIN", False, True, False, False, ["shift-by-one"]),
    ]
    assert parts(service, "12_114") == [("PLAIN", *no), ("PLAIN", *no), ("PLAIN", *no), ("CLONE", *no)]
    assert parts(service, "7_111") == [
        ("CLONE", False, False, False, False, ["bars-wild-cards"]), ("PLAIN", *no), ("PLAIN", *no), ("CLONE", *no)
    ]  # fmt: skip
    assert parts(service, "6_36")[1] == ("PLAIN", False, True, False, False, ["wins-double"])
    assert parts(service, "7_160") == [
        ("PLAIN", True, False, False, False, []),
        ("PLAIN", *no),
        ("PLAIN", True, False, False, False, []),
        ("PERK_WILD", True, False, False, False, []),
    ]
    assert parts(service, "219_30")[3][4] is True
    (card,) = cards(service, "5_5")
    assert [part.reason for part in card.parts] == [
        "persona Lando is wild in Cloud City Sabacc",
        "neither wild nor clone in Dune Sea Sabacc",
        "an alien is a clone card in Jabba's Palace Sabacc",
        "neither wild nor clone in Trooper Sabacc",
    ]


def test_ids_are_answered_in_the_order_asked_in_any_spelling(service: Service) -> None:
    answer = service.call(pb.GetCardsRequest(blueprint_ids=["7_111", "5_039*", "005_39^", "7_111"]))
    assert [card.blueprint_id for card in answer.cards] == ["7_111", "5_39", "5_39", "7_111"]
    assert answer.catalogue_version == STARTER["version"]


def test_every_id_that_cannot_be_found_is_named(service: Service) -> None:
    refused = service.refusal(pb.GetCardsRequest(blueprint_ids=["7_111", "9999_1", "5_39", "203_30"]))
    assert (refused.code, refused.reason) == ("INVALID_ARGUMENT", "UNKNOWN_CARD")
    assert list(refused.violations) == ["blueprintIds[1]", "blueprintIds[3]"]
    refused = service.refusal(pb.GetCardsRequest(blueprint_ids=["abc", "7_111", "110_6_BACK", "1_1*^"]))
    assert (refused.reason, list(refused.violations)) == (
        "MALFORMED_ID", ["blueprintIds[0]", "blueprintIds[2]", "blueprintIds[3]"]
    )  # fmt: skip
    both = service.refusal(pb.GetCardsRequest(blueprint_ids=["9999_1", "abc"]))
    assert list(both.violations) == ["blueprintIds[0]", "blueprintIds[1]"]


@pytest.mark.parametrize("count", [0, 201])
def test_1_to_200_cards_are_got_at_once(service: Service, count: int) -> None:
    refused = service.refusal(pb.GetCardsRequest(blueprint_ids=["7_111"] * count))
    assert refused.violations == {"blueprintIds": f"got '{count} ids', expected 1 to 200 ids"}
    assert len(cards(service, *["7_111"] * 200)) == 200
    assert len(cards(service, "7_111")) == 1


@pytest.mark.parametrize("variant", VARIANTS, ids=pb.Variant.Name)
def test_a_variants_lists_are_what_its_cards_say_of_themselves(service: Service, variant: pb.Variant) -> None:
    lists = service.call(pb.ClassifyCardsRequest(variant=variant))
    ids = list(RECORDS)
    found = [card for start in range(0, len(ids), 200) for card in cards(service, *ids[start : start + 200])]
    own = {card.blueprint_id: next(part for part in card.parts if part.variant == variant) for card in found}
    expected = {
        "wild": [id_ for id_, part in own.items() if part.role == pb.CARD_ROLE_WILD],
        "clone": [id_ for id_, part in own.items() if part.role == pb.CARD_ROLE_CLONE],
        "perk_wild": [id_ for id_, part in own.items() if part.role == pb.CARD_ROLE_PERK_WILD],
        "stakes": [id_ for id_, part in own.items() if part.stakes],
        "characters": [id_ for id_, part in own.items() if part.eligible_character],
        "clone_perk_characters": [id_ for id_, part in own.items() if part.clone_perk],
        "wild_perk_characters": [id_ for id_, part in own.items() if part.wild_perk],
    }
    assert {name: list(getattr(lists, name)) for name in expected} == expected
    assert (lists.variant, lists.catalogue_version) == (variant, STARTER["version"])
    assert lists.wild
    assert lists.clone
    assert bool(lists.perk_wild) == bool(lists.wild_perk_characters) == (variant == pb.VARIANT_TROOPER)


@pytest.mark.parametrize(
    ("number", "shown"), [(0, "nothing"), (pb.VARIANT_FAIR_DECK, "5"), (6, "6"), (-1, "-1"), (2**31 - 1, "2147483647")]
)
def test_field_report_16_a_variant_that_is_none_is_refused(service: Service, number: int, shown: str) -> None:
    request = pb.ClassifyCardsRequest.FromString(pb.ClassifyCardsRequest(variant=number).SerializeToString())  # type: ignore[arg-type]
    refused = service.refusal(request)
    assert (refused.code, refused.violations) == (
        "INVALID_ARGUMENT", {"variant": f"got '{shown}', expected one of the four variants"}
    )  # fmt: skip


def read(service: Service, deck: str) -> pb.ReadDeckResponse:
    answer: pb.ReadDeckResponse = service.call(pb.ReadDeckRequest(deck=deck))
    return answer


@pytest.mark.parametrize(("deck", "side"), [(DARK, pb.SIDE_DARK), (LIGHT, pb.SIDE_LIGHT)], ids=["dark", "light"])
def test_an_example_deck_is_read_whole(service: Service, deck: str, side: pb.Side) -> None:
    answer = read(service, deck)
    main, outside = (text.split(",") for text in deck.split("|"))
    assert [card.blueprint_id for card in answer.pile] == main
    assert [card.blueprint_id for card in answer.outside] == outside
    assert [card.title for card in answer.pile] == [RECORDS[id_]["title"] for id_ in main]
    assert [list(card.values) for card in answer.pile] == [RECORDS[id_]["values"] for id_ in main]
    assert [card.blueprint_id for card in answer.starting] == [
        id_ for id_ in main if RECORDS[id_]["category"] == "OBJECTIVE" or RECORDS[id_]["subtype"] == "STARTING"
    ]
    assert answer.histogram == Counter("/".join(RECORDS[id_]["values"]) for id_ in main)
    assert (len(answer.unresolved), answer.cards_in, len(main)) == (0, len(main) + len(outside), 60)
    assert (answer.side, answer.catalogue_version) == (side, STARTER["version"])


def test_field_report_6_what_is_not_resolved_is_listed_with_its_place(service: Service) -> None:
    answer = read(service, "1_109,203_30,9999_1,abc,1_x,|13_3,9999_2,13-4")
    assert [card.blueprint_id for card in answer.pile] == ["1_109"]
    told = [(e.text, e.position, e.outside, e.reason.partition(":")[0], list(e.candidates)) for e in answer.unresolved]
    assert told == [
        ("203_30", 2, False, "unknown", []),
        ("9999_1", 3, False, "unknown", []),
        ("abc", 4, False, "malformed", []),
        ("1_x", 5, False, "malformed", []),
        ("9999_2", 2, True, "unknown", []),
        ("13-4", 3, True, "malformed", ["13_4"]),
    ]
    assert answer.cards_in == 8 == len(answer.pile) + len(answer.outside) + len(answer.unresolved)
    assert answer.side == pb.SIDE_UNSPECIFIED


def test_field_report_44_cards_outside_never_leak_into_the_pile(service: Service) -> None:
    sizes = {
        deck: (len(answer.pile), len(answer.outside), answer.side)
        for deck in ("1_109,1_109,4_67|13_3,13_4", "1_109,1_109,4_67", "5_39,5_134")
        for answer in [read(service, deck)]
    }
    assert list(sizes.values()) == [(3, 2, pb.SIDE_LIGHT), (3, 0, pb.SIDE_LIGHT), (2, 0, pb.SIDE_UNSPECIFIED)]
    for empty in ("|13_3", "", "\n", ",|"):
        refused = service.refusal(pb.ReadDeckRequest(deck=empty))
        assert (refused.code, refused.reason, set(refused.violations)) == ("INVALID_ARGUMENT", "NO_DECK", {"deck"})


def test_a_deck_has_at_most_200_cards_on_each_side_of_the_bar(service: Service) -> None:
    assert read(service, ",".join(["1_109"] * 200) + "|" + ",".join(["13_3"] * 200)).cards_in == 400
    for deck in (",".join(["1_109"] * 201), "1_109|" + ",".join(["13_3"] * 201), "1_109|13_3|13_4", "x" * 70_000):
        refused = service.refusal(pb.ReadDeckRequest(deck=deck))
        assert (refused.reason, set(refused.violations)) == ("FIELD_INVALID", {"deck"})
