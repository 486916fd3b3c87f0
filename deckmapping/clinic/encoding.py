"""Bytes to text: a byte order mark decides, then UTF-8, then Windows-1252 as a guess that is told."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from deckmapping.clinic.limits import LARGEST_TEXT
from deckmapping.errors import InvalidInputError

_ARCHIVES: Final = {
    b"PK\x03\x04": "a zip archive",
    b"\x1f\x8b": "a gzip archive",
    b"%PDF": "a PDF document",
    b"\x89PNG": "a picture",
    b"GIF8": "a picture",
    b"\xff\xd8\xff": "a picture",
    b"{\\rtf": "a rich text document",
    b"\xd0\xcf\x11\xe0": "an office document",
}
_MARKS: Final = {b"\xef\xbb\xbf": "utf-8", b"\xff\xfe": "utf-16-le", b"\xfe\xff": "utf-16-be"}
_LINE_ENDS: Final = re.compile("\r\n?|[\v\f\x85\u2028\u2029]")
_CONTROLS: Final = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\ufeff]")
_FEW_CONTROLS: Final = 8  # and one more in a hundred characters: beyond that it is no text


@dataclass(frozen=True, slots=True)
class Decoded:
    """Text with every line end a line feed, and how it was read."""

    text: str
    encoding: str
    remarks: tuple[str, ...] = ()


def decode(data: bytes, field: str = "content") -> Decoded:
    """Decode a deck's text.

    Control characters become blanks, and a remark says how many there were.

    Raises:
        InvalidInputError: the text is larger than 768 KiB, an archive or a document, or text in no encoding of these.
    """
    if len(data) > LARGEST_TEXT:
        raise InvalidInputError.of(field, f"{len(data)} bytes", f"at most {LARGEST_TEXT // 1024} KiB")
    for magic, name in _ARCHIVES.items():
        if data.startswith(magic):
            raise InvalidInputError.of(field, name, "a deck as text")
    for mark, encoding in _MARKS.items():
        if data.startswith(mark):
            return _cleaned(_strict(data[len(mark) :], encoding, field), encoding[:6].rstrip("-"), field)
    try:
        return _cleaned(data.decode("utf-8"), "utf-8", field)
    except UnicodeDecodeError:
        text = _strict(data, "windows-1252", field)
        return _cleaned(text, "windows-1252", field, "the text is not UTF-8; it was read as Windows-1252")


def _strict(data: bytes, encoding: str, field: str) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        where = f"byte {error.start + 1} is no text in {encoding}"
        raise InvalidInputError.of(field, where, "text in UTF-8, or in UTF-16 with a byte order mark") from None


def _cleaned(text: str, encoding: str, field: str, *remarks: str) -> Decoded:
    unified = _LINE_ENDS.sub("\n", text)
    cleaned, found = _CONTROLS.subn(" ", unified)
    if found > _FEW_CONTROLS + len(unified) // 100 or found * 4 > len(unified):
        raise InvalidInputError.of(field, f"{found} control characters", "a deck as text")
    if found:
        remarks = (*remarks, f"{found} control characters were read as blanks")
    return Decoded(cleaned, encoding, remarks)
