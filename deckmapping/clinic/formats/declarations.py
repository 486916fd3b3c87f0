"""Declarations of HTML and XML, ``<!DOCTYPE html>``: no reader sees them, and any words may stand there."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from deckmapping.clinic.formats.asides import Passage

if TYPE_CHECKING:
    from collections.abc import Iterator

_KIND: Final = re.compile(
    r"[!?]?\s*(?:doctype\b(?:\s+html\b)?(?:\s+(?:public|system)\b)?|xml\b(?:-[a-z]+)?|php\b|\[cdata\[)", re.IGNORECASE
)
# From the beginning of a word only, so that no word is read twice.
_QUOTED: Final = re.compile(r"(?:(?<![\w:-])[\w:-]++\s*+=\s*+)?+(?:\"[^\"]*\"|'[^']*')")
_COUNTED: Final = re.compile(r"(?<!\S)(?=[0-9]{1,3}\s*[x×]?\s*[^\s0-9x×])", re.IGNORECASE)
_WHERE: Final = "in a declaration"
_MARKS: Final = " \t\n!?[]"


def in_declaration(line: int, text: str, where: str = _WHERE) -> Iterator[Passage]:
    """Yield what stands in the declaration *text*, which begins on *line* and stands there between ``<`` and ``>``.

    Its bare words are passages that begin behind its kind and at each number; where it has quotes, it is one as a tag.
    """
    kind = _KIND.match(text)
    begins = kind.end() if kind else 0
    rest = _QUOTED.sub(lambda quoted: "\n" * quoted[0].count("\n") + " ", text[begins:])
    line_of_rest = line + text.count("\n", 0, begins)
    bounds = sorted({0, *[match.start() for match in _COUNTED.finditer(rest)], len(rest)})
    parts = [(begin, rest[begin:end].strip(_MARKS)) for begin, end in pairwise(bounds)]
    bare = [(begin, words) for begin, words in parts if words]
    if _QUOTED.search(text, begins):
        yield Passage(line, f"<{text}>", where)
    elif not bare:
        yield Passage(line, text.strip(_MARKS), where, is_code=True)
    for begin, words in bare:
        yield Passage(line_of_rest + rest.count("\n", 0, begin), words, where)
