"""Heads of sections: words such as CHARACTERS, ``Interrupts(17)`` or ``Weapons/Devices:``."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from deckmapping.clinic.model import Section
from deckmapping.records import Side

if TYPE_CHECKING:
    from collections.abc import Mapping

# Singular, squeezed to letters, of each kind of head; the plural in s is understood.
_KINDS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "objective": ("OBJECTIVE",),
        "character": ("CHARACTER",),
        "hero": ("CHARACTER",),
        "villain": ("CHARACTER",),
        "alien": ("CHARACTER",),
        "droid": ("CHARACTER",),
        "imperial": ("CHARACTER",),
        "rebel": ("CHARACTER",),
        "creature": ("CREATURE",),
        "location": ("LOCATION",),
        "site": ("LOCATION",),
        "system": ("LOCATION",),
        "sector": ("LOCATION",),
        "dockingbay": ("LOCATION",),
        "battleground": ("LOCATION",),
        "starship": ("STARSHIP",),
        "ship": ("STARSHIP", "VEHICLE"),
        "starfighter": ("STARSHIP",),
        "capital": ("STARSHIP",),
        "vehicle": ("VEHICLE",),
        "podracer": ("PODRACER",),
        "weapon": ("WEAPON",),
        "device": ("DEVICE",),
        "effect": ("EFFECT",),
        "utinnieffect": ("EFFECT",),
        "interrupt": ("INTERRUPT",),
        "admiralsorder": ("ADMIRALS_ORDER",),
        "epicevent": ("EPIC_EVENT",),
        "jeditest": ("JEDI_TEST",),
        "gameaid": ("GAME_AID",),
        "defensiveshield": ("DEFENSIVE_SHIELD",),
        "shield": ("DEFENSIVE_SHIELD",),
        "defshield": ("DEFENSIVE_SHIELD",),
        "dshield": ("DEFENSIVE_SHIELD",),
        "other": (),
        "misc": (),
        "miscellaneou": (),
    }
)
# Words for the whole list, singular; with a colon, those that say so end whatever stands before the list.
_WHOLE: Final[Mapping[str, bool]] = MappingProxyType(
    {"card": True, "cardlist": True, "decklist": True, "thedeck": True,
     "deck": False, "list": False, "main": False, "maindeck": False, "reserve": False, "reservedeck": False}
)  # fmt: skip
_STARTING: Final = re.compile(r"start(?:ing|s)?(?: (?:cards?|hand|stuff|deployments?))?|starting (.+)", re.IGNORECASE)
_OUTSIDE: Final = frozenset({"outsidethedeck", "outsideofdeck", "outsideofthedeck", "outsidedeck", "outside",
                             "sideboard", "cardsoutsidethedeck", "cardsoutsidedeck", "outofdeck"})  # fmt: skip
_LONGEST: Final = 100
_IN_PILE: Final = "inthepile"
_SIDES: Final = MappingProxyType(
    {
        name + deck: side
        for side, names in ((Side.DARK, ("dark", "darkside", "ds")), (Side.LIGHT, ("light", "lightside", "ls")))
        for name in names
        for deck in ("", "deck")
    }
)
# Heads of cards that are none of the deck, or are no longer.
_ASIDE: Final = frozenset({"maybe", "maybes", "maybeboard", "cut", "cuts", "change", "changes", "removed", "remove",
                           "out", "considering", "consider", "considered", "alternate", "alternates", "alternative",
                           "alternatives", "optional",
                           "options", "swap", "swaps", "substitution", "substitutions", "subs", "replacements",
                           "added", "additions", "add", "notindeck", "notinthedeck", "possiblechanges", "possible",
                           "wishlist", "missing", "ideas", "unused", "notused", "oldlist"})  # fmt: skip
_OLD: Final = frozenset({"old", "previous", "former", "other", "against", "versus", "vs", "from", "not"})
_QUALITY: Final = re.compile(r"(?:main|other|unique|non-?unique|used|lost|rebel|imperial|alien|political|immediate"
                             r"|mobile|key|my|the|capital|squadron|light side|dark side) ", re.IGNORECASE)  # fmt: skip
_TOTAL: Final = re.compile(r"(?:total|sum|in all)?\W*([0-9]{1,3})[\s-]*cards?(?:\s*(?:deck|total|in (?:all|total)))?\W*"
                           r"|total\W*([0-9]{1,3})\W*|([0-9]{1,3})\s*(?:total|in all)\W*", re.IGNORECASE)  # fmt: skip
_LEGEND: Final = re.compile(
    r"[\"'(\[]?([*+^#!†‡•]|s|st)[\"')\]]?\s*(?:=+|:|means|denotes|marks|indicates)\s*(?:a )?start.*", re.IGNORECASE
)
_PARTS: Final = re.compile(r"[/&,+]|\band\b", re.IGNORECASE)
_DECORATION: Final = " \t=-–—*_~#:<>'\".|/"
_COUNT: Final = re.compile(r"^(.*?)[\s:–-]*[(\[]?\s*([0-9]{1,3})\s*(?:cards?)?\s*[)\]]?$", re.IGNORECASE)
_NOT_SQUEEZED: Final = re.compile(r"[^a-z0-9]")

_PROSE: Final = frozenset({"strategy", "description", "comments", "comment", "notes", "note", "analysis", "matchups",
                          "overview", "introduction", "discussion"})  # fmt: skip


@dataclass(frozen=True, slots=True)
class Head:
    """A head, and how many cards it announces."""

    section: Section
    count: int | None = None
    is_aside: bool = False
    """Whether the cards below it are perhaps none of the deck."""


def read_head(text: str) -> Head | None:
    """Return the head that the line *text* is, None for any other line."""
    # Blanks in a row are one: the pattern for a count needs cubic work on them.
    bare = " ".join(text.strip(_DECORATION).split()) if len(text) <= _LONGEST else ""
    head = _head(bare)
    if head is not None:
        return head
    counted = _COUNT.match(bare)
    if counted is None:
        return None
    head = _head(counted[1].strip(_DECORATION))
    return None if head is None else replace(head, count=int(counted[2]))


def announced(text: str) -> int | None:
    """Return the number that ends the line *text* in brackets, as heads announce how many cards follow."""
    counted = re.search(r"[(\[]\s*([0-9]{1,3})\s*(?:cards?)?\s*[)\]]\s*:?$", text, re.IGNORECASE)
    return int(counted[1]) if counted else None


def begins_prose(text: str) -> bool:
    """Tell whether the line *text* is the head of prose: what follows is no list."""
    return squeezed(text) in _PROSE or (":" in text and squeezed(text.partition(":")[0]) in _PROSE)


def read_legend(text: str) -> str | None:
    """Return what is to be told of the line *text* that explains a mark, ``* = starting``; None for another line."""
    legend = _LEGEND.fullmatch(text) if len(text) <= _LONGEST else None
    if legend is None:
        return None
    return "" if legend[1].isalpha() else "was not used: (s) alone marks a starting card"


def begins_list(text: str) -> bool:
    """Tell whether the line *text* ends what stands before a list: ``Cards:``, alone or with a head behind it."""
    label, colon, rest = text.partition(":")
    is_alone = not squeezed(rest) or read_head(rest) is not None
    return bool(colon) and is_alone and _WHOLE.get(_singular(squeezed(label)), False)


def side_named(text: str) -> Side | None:
    """Return the side that *text* names and nothing else."""
    return _SIDES.get(squeezed(text))


def introduces_list(text: str) -> bool:
    """Tell whether the line *text* announces the deck itself, ``Here is my deck:``."""
    return introduces(text) and _singular(squeezed(text.rsplit(maxsplit=1)[-1])) in _WHOLE


def introduces(text: str) -> bool:
    """Tell whether cards may follow the line *text*: it ends in a colon, and speaks of no others than the deck's."""
    return text.endswith(":") and not any(word in _OLD for word in map(squeezed, text.split())) and not dismisses(text)


def dismisses(text: str) -> bool:
    """Tell whether a word of *text* says that cards are none of the deck, or are so no longer."""
    return any(squeezed(word) in _ASIDE for word in text.split())


def sum_named(text: str) -> int | None:
    """Return the number in a line that is a sum and nothing else, ``60 cards``."""
    total = _TOTAL.fullmatch(text) if len(text) <= _LONGEST else None
    return int(total[1] or total[2] or total[3]) if total else None


def squeezed(text: str) -> str:
    """Return the letters and digits of *text* in lower case."""
    return _NOT_SQUEEZED.sub("", text.lower())


def _head(words: str) -> Head | None:
    if squeezed(words) in _ASIDE:
        return Head(Section(), is_aside=True)
    section = _section(words)
    return None if section is None else Head(section)


def _section(words: str) -> Section | None:
    if not words:
        return None
    if squeezed(words) in _OUTSIDE:
        return Section(outside=True)
    if squeezed(words) == _IN_PILE:
        return Section(outside=False)
    starting = _STARTING.fullmatch(words)
    if starting is not None:
        inner = _section(starting[1]) if starting[1] else Section()
        return None if inner is None else Section(inner.categories, starting=True, outside=inner.outside)
    categories: set[str] = set()
    for part in _PARTS.split(words):
        kind = _kind(squeezed(_QUALITY.sub("", part.lstrip(), count=1)))
        if kind is None:
            return None
        categories.update(kind)
    return Section(frozenset(categories), outside=True if categories == {"DEFENSIVE_SHIELD"} else None)


def _kind(word: str) -> tuple[str, ...] | None:
    single = _singular(word)
    return () if single in _WHOLE else _KINDS.get(word, _KINDS.get(single))


def _singular(word: str) -> str:
    return word.removesuffix("s")
