"""ParseDeck: every field of its response, the formats it writes, and what it refuses."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from deckmapping.catalogue import starter_catalogue
from deckmapping.clinic.limits import LARGEST_TEXT
from deckmapping.clinic.model import DeckFormat, DoubtReason
from sabacc.v1 import cards_pb2 as pb
from service.rpc.contract.deck_messages import DOUBTS, WIRE_FORMATS
from tests.rpc.asking import DARK, LIGHT, player, rehearsal, tie

if TYPE_CHECKING:
    from tests.rpc.callers import Service

CARDS = len(starter_catalogue().records)
POST = (
    "Mines\n\nSTARTING\nQuiet Mining Colony/Independent Operation\n\n"
    "CHARACTERS (3)\n2x Princess Leia\nLando Calrisian\n\nINTERRUPTS (3)\nSense x2\n"
    "Aim High\n\nDEFENSIVE SHIELDS\nAim High\n"
)


def parse(service: Service, text: str | bytes, *exports: int, format_: int = 0) -> pb.ParseDeckResponse:
    content = text if isinstance(text, bytes) else text.encode()
    answer: pb.ParseDeckResponse = service.call(
        pb.ParseDeckRequest(content=content, format=format_, exports=exports)  # type: ignore[arg-type]
    )
    assert answer.cards_in == len(answer.pile) + len(answer.outside) + sum(doubt.count for doubt in answer.doubts)
    return answer


def test_a_post_is_answered_with_cards_doubts_remarks_and_lines_that_are_none(service: Service) -> None:
    answer = parse(service, POST)
    assert (answer.format, answer.encoding, answer.side) == (pb.DECK_FORMAT_FORUM, "utf-8", pb.SIDE_UNSPECIFIED)
    assert [card.blueprint_id for card in answer.pile] == ["109_4", "5_7", "5_7", "1_109", "1_109", "8_34"]
    assert (answer.pile[1].title, list(answer.pile[1].values)) == ("Princess Leia", ["1"])
    assert [card.blueprint_id for card in answer.outside] == ["13_4"]
    assert ([card.blueprint_id for card in answer.starting], answer.starting_marked) == (["109_4"], True)
    assert answer.cards_in == 8
    (doubt,) = answer.doubts
    assert (doubt.line, doubt.text, doubt.count, doubt.outside) == (8, "Lando Calrisian", 1, False)
    assert (doubt.reason, doubt.words) == (pb.DOUBT_REASON_UNKNOWN_TITLE, "no card has this title")
    best = doubt.candidates[0]
    assert (best.title, best.side, best.set_name) == ("Lando Calrissian", pb.SIDE_LIGHT, "Cloud City")
    assert list(best.values) == ["1"]
    assert [(r.line, r.text) for r in answer.remarks] == [
        (1, "'Mines' was taken for the name of the list"),
        (0, f"this catalogue holds {CARDS} cards only: a title may belong to a card that it lacks"),
    ]
    assert [(line.line, line.text, line.reason) for line in answer.ignored][:2] == [
        (1, "Mines", "stands before the list"), (3, "STARTING", "a head")
    ]  # fmt: skip
    assert sum(answer.histogram.values()) == len(answer.pile)
    assert answer.deck == "109_4,5_7,5_7,1_109,1_109,8_34|13_4"
    assert (list(answer.exports), answer.catalogue_version) == ([], starter_catalogue().version)


def test_a_deck_without_doubts_has_a_side_and_starting_cards_by_their_types(service: Service) -> None:
    answer = parse(service, DARK)
    assert (answer.format, answer.side, answer.starting_marked) == (pb.DECK_FORMAT_GEMP, pb.SIDE_DARK, False)
    assert [card.blueprint_id for card in answer.starting] == ["110_6", "13_69"]


def test_the_deck_string_is_what_other_calls_take(service: Service, event: str) -> None:
    deck = parse(service, parse(service, LIGHT, pb.DECK_FORMAT_FORUM).exports[0].text).deck
    read = service.call(pb.ReadDeckRequest(deck=deck))
    assert (len(read.pile), len(read.outside), read.unresolved) == (60, 8, [])
    asked = tie(event, [player("alice", deck), player("bob", DARK)])
    assert len(service.call(rehearsal(asked)).places) == 2


def test_every_format_that_is_written_is_read_again_as_the_same_deck(service: Service) -> None:
    written = (
        pb.DECK_FORMAT_GEMP, pb.DECK_FORMAT_GEMP_XML, pb.DECK_FORMAT_PLAIN, pb.DECK_FORMAT_FORUM, pb.DECK_FORMAT_JSON
    )  # fmt: skip
    answer = parse(service, LIGHT, *written)
    assert [export.format for export in answer.exports] == list(written)
    for export in answer.exports:
        again = parse(service, export.text)
        assert again.format == export.format
        assert list(again.doubts) == []
        for cards in ("pile", "outside"):
            ids = [sorted(c.blueprint_id for c in getattr(deck, cards)) for deck in (answer, again)]
            assert ids[0] == ids[1]
        assert again.histogram == answer.histogram


def test_a_format_may_be_given_instead_of_recognised(service: Service) -> None:
    answer = parse(service, "1_109,4_67", format_=pb.DECK_FORMAT_PLAIN)
    assert (answer.format, len(answer.doubts)) == (pb.DECK_FORMAT_PLAIN, 0)
    assert [remark.text for remark in answer.remarks if remark.line] == ["'1_109,4_67' was read as 2 cards"]


def test_encodings_are_told(service: Service) -> None:
    assert parse(service, "\ufeffSense".encode("utf-16-le")).encoding == "utf-16"
    latin = parse(service, "Lando\u2019s Wrist Comlink".encode("windows-1252"))
    assert (latin.encoding, latin.pile[0].blueprint_id, latin.remarks[0].line) == ("windows-1252", "5_14", 0)


def test_each_reason_for_a_doubt_reaches_the_caller(service: Service) -> None:
    cards = [
        {"title": "Sens"}, {"title": "Jawa"}, {"title": "Sense (V)"}, {"title": "Sense (V) (Virtual Set 3)"},
        {"id": "9999_1"}, {"id": "abc"}, {"title": "Sense", "quantity": 0},
        {"title": "Sense", "outside": "perhaps"},
    ]  # fmt: skip
    answer = parse(service, json.dumps({"cards": cards}))
    assert [doubt.reason for doubt in answer.doubts] == list(range(1, 9))
    assert all(doubt.words for doubt in answer.doubts)


def test_every_format_and_every_reason_has_its_word_in_the_contract() -> None:
    assert list(WIRE_FORMATS) == list(DeckFormat)
    assert list(DOUBTS) == list(DoubtReason)
    assert sorted(WIRE_FORMATS.values()) == sorted(set(pb.DeckFormat.values()) - {0})
    assert sorted(DOUBTS.values()) == sorted(set(pb.DoubtReason.values()) - {0})
    for format_, number in WIRE_FORMATS.items():
        assert pb.DeckFormat.Name(number) == "DECK_FORMAT_" + format_.name


REFUSED = {
    "nothing": (pb.ParseDeckRequest(), "NO_DECK", "content", "no card in the pile"),
    "no card": (pb.ParseDeckRequest(content=b"|13_4"), "NO_DECK", "content", "no card in the pile, 1 outside the deck"),
    "no text": (pb.ParseDeckRequest(content=b"PK\x03\x04"), "FIELD_INVALID", "content", "a zip archive"),
    "too large": (pb.ParseDeckRequest(content=b"x" * (LARGEST_TEXT + 1)), "FIELD_INVALID", "content", "786433 bytes"),
    "201 cards": (
        pb.ParseDeckRequest(content=b"200 Sense\nDash"), "FIELD_INVALID", "content", "201 cards in the pile"
    ),
    "an entity": (
        pb.ParseDeckRequest(content=b"<!DOCTYPE a [<!ENTITY b 'c'>]><deck/>", format=pb.DECK_FORMAT_GEMP_XML),
        "FIELD_INVALID", "content", "a document type or an entity",
    ),
    "bad JSON": (pb.ParseDeckRequest(content=b'{"cards": 1}'), "FIELD_INVALID", "content", "JSON of another shape"),
    "no such format": (pb.ParseDeckRequest(content=b"Sense", format=99), "FIELD_INVALID", "format", "99"),  # type: ignore[arg-type]
    "not written": (
        pb.ParseDeckRequest(content=b"Sense", exports=[pb.DECK_FORMAT_GEMP, pb.DECK_FORMAT_WIKI]),
        "FIELD_INVALID", "exports[1]", "5",
    ),
    "unset export": (pb.ParseDeckRequest(content=b"Sense", exports=[0]), "FIELD_INVALID", "exports[0]", "nothing"),  # type: ignore[list-item]
    "twice": (
        pb.ParseDeckRequest(content=b"Sense", exports=[pb.DECK_FORMAT_GEMP] * 2),
        "FIELD_INVALID", "exports", "2 formats",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", REFUSED)
def test_what_cannot_be_read_or_written_is_refused_by_its_field(case: str, service: Service) -> None:
    request, reason, field, value = REFUSED[case]
    refused = service.refusal(request)
    assert (refused.code, refused.reason) == ("INVALID_ARGUMENT", reason)
    assert list(refused.violations) == [field]
    assert refused.violations[field].startswith(f"got '{value}', expected ")
