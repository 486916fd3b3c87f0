"""Texts made to harm: each is answered or refused after work that its size bounds."""

from __future__ import annotations

import json
import time
from collections import Counter
from contextlib import suppress
from typing import TYPE_CHECKING

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from deckmapping.clinic.limits import LARGEST_TEXT, LONGEST_LINE, MOST_LINES, MOST_SUGGESTED
from deckmapping.clinic.model import DeckFormat
from deckmapping.clinic.suggestions import Suggestions
from deckmapping.errors import DomainError, InvalidInputError, NoDeckError
from tests.deckmapping.clinic.telling import STARTER, ids, parse

if TYPE_CHECKING:
    from deckmapping.records import CardRecord, Side

BOMB = (
    '<?xml version="1.0"?><!DOCTYPE deck [<!ENTITY a "aaaaaaaaaa">'
    + "".join(f'<!ENTITY {b} "{f"&{a};" * 10}">' for a, b in zip("abcdefgh", "bcdefghi", strict=True))
    + ']><deck><card blueprintId="1_109" title="&i;"/></deck>'
)
EXTERNAL = (
    '<!DOCTYPE deck [<!ENTITY x SYSTEM "file:///etc/passwd">]><deck><card blueprintId="1_109" title="&x;"/></deck>'
)
REMOTE = '<!DOCTYPE deck SYSTEM "http://127.0.0.1:9/deck.dtd"><deck><card blueprintId="1_109"/></deck>'


@pytest.mark.parametrize("text", [BOMB, EXTERNAL, REMOTE])
def test_entities_and_document_types_are_refused(text: str) -> None:
    with pytest.raises(InvalidInputError) as caught:
        STARTER.parse(text.encode())
    assert caught.value.violations[0].value == "a document type or an entity"


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"Sense" * 2 * 1024 * 1024, "10485760 bytes"),
        (b"\n" * 100 + b"Sense\n" * 100_000, "100000 lines"),
        (b"Jot\n" * 100_000, "100000 lines"),
        (b"<br>x" * 100_000, "100000 lines"),
        (b"<deck>" + b"<card/>" * 9000 + b"</deck>", f"more than {MOST_LINES} elements"),
        (b"<deck>" + b"<a>" * 9000 + b"</deck>", f"more than {MOST_LINES} elements"),
        (json.dumps({"cards": [[1, "Sense"]] * 9000}).encode(), "too many entries or keys"),
        (json.dumps({"cards": []} | {str(n): n for n in range(9000)}).encode(), "too many entries or keys"),
        (b'{"cards": [{"id": "1_109", "quantity": 1' + b"0" * 5000 + b"}]}", None),
        (b'{"cards":' * 50_000, "deeply nested JSON"),
        (b"1_109," * 100_000, "more than 200 cards in the pile"),
        (b"|" * 100_000, "100000 bars"),
        (b"1 Sense\n" * 3000, "more than 500 cards"),
        (b"PK\x03\x04" + b"\x00" * 100_000, "a zip archive"),
    ],
)
def test_what_is_too_much_is_refused_before_it_is_looked_up(data: bytes, told: str | None) -> None:
    with pytest.raises(InvalidInputError) as caught:
        STARTER.parse(data)
    assert told is None or caught.value.violations[0].value == told


FLOODS = [
    " " * 700_000,
    "\n" * 700_000 + "Sense",
    "(" * 100_000,
    "Sense " + " " * 500_000 + "x",
    "{{CardLink|" + " " * 500_000,
    "{{CardLink|" * 60_000,
    "[[" * 300_000,
    "<" * 700_000,
    "<br" * 200_000,
    "&" * 700_000,
    "&#" * 300_000,
    "Characters" + " " * 300_000 + "(1",
    "Characters" + ":–- " * 100_000,
    "card " * 100_000,
    'card "' + "a" * 500_000,
    'card "' * 100_000,
    "1" * 700_000,
    "1_" * 300_000,
    "x3 " * 200_000,
    "Sense\n" + ("(s)" * 130 + "\n") * 50,
    "Sense\n" + ("a " * 199 + "\n") * 50,
    "Sense\n" + ("((" * 199 + "\n") * 50,
    "Sense\n" + ("1 x " * 99 + "\n") * 50,
    "Sense\n" + (":" * 399 + "\n") * 50,
    "Sense\n" + ("\u0344" * 399 + "\n") * 50,
    "Sense\n" + "\n".join(f"Head {n} (3)" for n in range(399)),
    "Sense\n" + "\n".join(f"Effects ({n})" for n in range(900)),
    '<deck><card title="' + " " * 500_000 + 'x" blueprintId="1_109"/></deck>',
    '<deck><card title="' + "(a" * 200_000 + '" blueprintId="' + "_" * 100_000 + '"/></deck>',
    json.dumps({"cards": [{"title": " (" * 300_000}, [1, "(" * 300_000]]}),
]


@pytest.mark.parametrize("text", FLOODS, ids=lambda text: repr(text[:12]))
def test_floods_of_one_piece_are_answered_in_time_that_grows_with_their_size_alone(text: str) -> None:
    # A step that grows with the square of any of these takes minutes or hours; processor time, whatever else runs.
    started = time.process_time()
    for format_ in (None, DeckFormat.PLAIN, DeckFormat.WIKI, DeckFormat.GEMP_HTML, DeckFormat.HOLOTABLE):
        try:
            parse(text, format_=format_)
        except (NoDeckError, InvalidInputError):
            continue
    assert time.process_time() - started < 90


def test_a_line_too_long_for_a_card_is_told_and_not_read() -> None:
    deck = parse("Sense\n" + "Sense " * 100 + "\nSense")
    assert (ids(deck.pile), [line.line for line in deck.ignored]) == ({"1_109": 2}, [2])
    assert len(deck.ignored[0].text) <= 120
    assert str(LONGEST_LINE) in deck.ignored[0].reason


def test_near_titles_are_looked_up_for_a_bounded_number_of_doubts(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = Counter[str]()
    look_up = Suggestions.of

    def counted(self: Suggestions, text: str, side: Side | None) -> tuple[CardRecord, ...]:
        asked["of"] += 1
        return look_up(self, text, side)

    monkeypatch.setattr(Suggestions, "of", counted)
    deck = parse("Sense\n" + "\n".join(f"Lando Calrisian {n}z" for n in range(MOST_SUGGESTED + 50)))
    assert (asked["of"], len(deck.doubts)) == (MOST_SUGGESTED, MOST_SUGGESTED + 50)
    assert all(doubt.candidates for doubt in deck.doubts[:MOST_SUGGESTED])
    assert not any(doubt.candidates for doubt in deck.doubts[MOST_SUGGESTED:])
    assert "near titles were looked up for the first 100 doubts only" in [remark.text for remark in deck.remarks]


def test_texts_told_back_are_short_and_harmless() -> None:
    deck = parse("Sense\n\x1b[31mNo \u202eSuch\x07 Card\n" + "Nor This " * 30 + "\nSense\u200b\n")
    assert all(len(doubt.text) <= 160 and doubt.text.isprintable() for doubt in deck.doubts)
    surrogate = parse('{"cards": [{"title": "\\ud800 Nope"}, {"id": "1_109"}]}')
    assert surrogate.doubts[0].text == "\\ud800 Nope"
    surrogate.doubts[0].text.encode()


PIECES = st.sampled_from(
    ["Sense", "3x ", " x2", "(s)", "\n", "\r", "CHARACTERS", "(17)", ":", "1_109", ",", "|", "<deck>", "<card", "/>",
     'blueprintId="1_109"', "<br/>", "&amp;", "{{CardLink|", "}}", "[[", "]]",
     'card "/starwars/Premiere-Light/t_sense" 1',
     '{"cards": [', "]}", '[1, "Sense"]', '{"id": "1_109"}', "Cards:", "Strategy:", "\x00", "\ufeff", "\u2022", "(V)",
     "Light Side", "OUTSIDE THE DECK", "9", " ", "\u00bd", "-", "/", "Objective: "]
)  # fmt: skip


@given(
    st.one_of(st.lists(PIECES, max_size=40).map("".join), st.text(max_size=200)), st.sampled_from([None, *DeckFormat])
)
@example("Sense\n\ud800".encode("utf-8", "replace").decode(), None)
def test_any_text_is_answered_with_counts_that_add_up_or_refused(text: str, format_: DeckFormat | None) -> None:
    with suppress(DomainError):
        deck = parse(text, format_=format_)
        assert deck.pile or deck.doubts
        assert len(deck.ignored) <= MOST_LINES


@given(st.binary(max_size=300))
@example(bytes(LARGEST_TEXT + 1))
def test_any_bytes_are_answered_or_refused(data: bytes) -> None:
    with suppress(DomainError):
        parse(data)
