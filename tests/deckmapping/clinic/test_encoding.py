from __future__ import annotations

import pytest

from deckmapping.clinic.encoding import decode
from deckmapping.clinic.limits import LARGEST_TEXT
from deckmapping.errors import InvalidInputError
from tests.deckmapping.clinic.telling import ids, parse

LIST = "2x Lando's Wrist Comlink\nSense\n"


@pytest.mark.parametrize(
    ("data", "encoding"),
    [
        (LIST.encode(), "utf-8"),
        (b"\xef\xbb\xbf" + LIST.encode(), "utf-8"),
        (b"\xff\xfe" + LIST.encode("utf-16-le"), "utf-16"),
        (b"\xfe\xff" + LIST.encode("utf-16-be"), "utf-16"),
        (LIST.replace("'", "\u2019").encode(), "utf-8"),
        (LIST.replace("'", "\u2019").encode("windows-1252"), "windows-1252"),
        (LIST.replace("\n", "\r\n").encode(), "utf-8"),
        (LIST.replace("\n", "\r").encode(), "utf-8"),
        (LIST.replace("\n", "\u2028").encode(), "utf-8"),
        (b"2x Lando's\x00Wrist Comlink\nSense\x00\n", "utf-8"),
    ],
)
def test_the_same_deck_comes_out_of_every_encoding_and_kind_of_line_end(data: bytes, encoding: str) -> None:
    deck = parse(data)
    assert (deck.encoding, ids(deck.pile), deck.doubts) == (encoding, {"5_14": 2, "1_109": 1}, ())


def test_a_guess_and_a_control_character_are_told() -> None:
    assert decode(b"Padm\xe9").remarks == ("the text is not UTF-8; it was read as Windows-1252",)
    assert decode("Padm\u00e9".encode()).remarks == ()
    assert decode(b"a\x00b\x1bc" + b"d" * 400).remarks == ("2 control characters were read as blanks",)
    assert [remark.line for remark in parse(b"Sense \x97 \n").remarks][:1] == [0]


def test_lines_are_counted_the_same_whatever_ends_them() -> None:
    deck = parse(b"Sense\r\nSense\rSense\nwhat is this\r\n")
    assert [doubt.line for doubt in deck.doubts] == [4]


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"PK\x03\x04" + bytes(60), "a zip archive"),
        (b"\x1f\x8b\x08" + bytes(60), "a gzip archive"),
        (b"%PDF-1.7 ...", "a PDF document"),
        (b"\x89PNG\r\n\x1a\n", "a picture"),
        (b"{\\rtf1 Sense}", "a rich text document"),
        (b"\x81\x8d\x8f", "byte 1 is no text in windows-1252"),
        (b"\xff\xfeS\x00e", "byte 3 is no text in utf-16-le"),
        ("Sense".encode("utf-16-le"), "5 control characters"),
        (b"\x01" * 9 + b"Sense\n" * 10, "9 control characters"),
        (bytes(5000), "5000 control characters"),
        (b"Sense\n" * (LARGEST_TEXT // 6 + 1), f"{LARGEST_TEXT // 6 * 6 + 6} bytes"),
    ],
)
def test_what_is_no_text_is_refused_in_words(data: bytes, told: str) -> None:
    with pytest.raises(InvalidInputError) as caught:
        decode(data)
    (violation,) = caught.value.violations
    assert (violation.field, violation.value) == ("content", told)
