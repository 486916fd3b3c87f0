"""Holotable's ``.htd``: a line a card with the name of its picture, a count, and more numbers behind starting cards."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from deckmapping.clinic.formats.asides import Passage
from deckmapping.clinic.limits import LONGEST_LINE
from deckmapping.clinic.model import Entry, Ignored, Reading
from deckmapping.clinic.sets import sets_called
from deckmapping.records import Side

if TYPE_CHECKING:
    from collections.abc import Iterable

_CARD: Final = re.compile(r'card\s+"([^"]{1,300})"\s*(?:"([^"]*)"\s*)?([0-9 \t]{0,20})', re.IGNORECASE)
_BROKEN: Final = re.compile(r"card\b", re.IGNORECASE)
_PICTURE: Final = re.compile(r"t_([a-z0-9&'-]{1,100})", re.IGNORECASE)
_LAST_COUNT: Final = re.compile(r"\b[x×]?\s?([0-9]{1,3})$", re.IGNORECASE)
_PATH: Final = re.compile(r"([A-Za-z0-9]{1,60})-(Light|Dark)/(?:TWOSIDED/)?(?:t_)?([^/]{1,100})", re.IGNORECASE)
_BACKS: Final = {"imp": Side.DARK, "reb": Side.LIGHT}
_BACK: Final = re.compile(r"back\s+(imp|reb)[a-z]*\.gif", re.IGNORECASE)


def read_holotable(lines: Iterable[tuple[int, str]]) -> tuple[Reading, tuple[Passage, ...]]:
    """Read the numbered lines of a deck of Holotable's; what is no line of a card is returned beside it."""
    entries: list[Entry] = []
    ignored: list[Ignored] = []
    others: list[Passage] = []
    side: Side | None = None
    for number, raw in lines:
        line = raw.strip()
        card, back = _CARD.fullmatch(line), _BACK.match(line)
        if card is not None:
            entries.append(_entry(number, line, card))
        elif back is not None:
            side = _BACKS[back[1].lower()]
            ignored.append(Ignored(number, line, "the picture of all backs"))
        elif _BROKEN.match(line):
            entries.append(_broken(number, line))
        elif line:
            others.append(Passage(number, line, "in no line of a card"))
    return Reading(tuple(entries), tuple(ignored), side=side), tuple(others)


def _broken(number: int, line: str) -> Entry:
    """Return the doubt that a line is which begins as a card's and does not go on as one."""
    picture, count = _PICTURE.search(line), _LAST_COUNT.search(line)
    return Entry(
        number,
        line,
        int(count[1]) if count else 1,
        picture=picture[1] if picture else "?",
        doubt='expected card "NAME OF THE PICTURE" COUNT, and nothing behind it but more numbers',
    )


def _entry(number: int, line: str, card: re.Match[str]) -> Entry:
    title = (card[2] or "").strip()[:LONGEST_LINE]
    numbers = [int(word) for word in card[3].split()]
    count, *behind = numbers or [1]
    path = _PATH.search(card[1].replace("\\", "/"))
    if path is None:
        name = card[1].replace("\\", "/").rpartition("/")[2]
        return Entry(number, line, count, picture=name.removeprefix("t_"), title=title, starting=any(behind))
    folder, side, picture = path.groups()
    sets = sets_called(folder) if "/legacy/" not in card[1].lower() else frozenset({601})
    return Entry(
        number, line, count, picture=picture, title=title, starting=any(behind), side=Side(side.lower()), sets=sets
    )
