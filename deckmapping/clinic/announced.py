"""Numbers that heads announce: which unknown lines are heads because of them, and which of them are wrong.

``Fun Stuff (5)`` may be a head or five copies of a card. It is a head where five cards stand below it, where its words
are like no title, and where the list writes no copies that way; where only one of these is missing it is a doubt.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from deckmapping.clinic.model import Entry, Ignored, Remark, Section, quoted

if TYPE_CHECKING:
    from collections.abc import Sequence

_DOUBT = "may be a head: as many cards stand below it"


@dataclass(frozen=True, slots=True)
class Block:
    """A head, and how many cards it announces."""

    line: int
    text: str
    announced: int | None
    is_total: bool = False
    """Whether the number is that of the whole list."""


@dataclass(frozen=True, slots=True)
class MaybeHead:
    """An entry that ends in a number as heads do."""

    at: int
    """Its place among the entries, from 0."""
    announced: int
    is_title: bool
    is_like_title: bool


@dataclass(frozen=True, slots=True)
class Settled:
    """The entries without those that are heads."""

    entries: tuple[Entry, ...]
    ignored: tuple[Ignored, ...]
    remarks: tuple[Remark, ...]


def settle(entries: Sequence[Entry], blocks: Sequence[Block], maybe_heads: Sequence[MaybeHead]) -> Settled:
    """Tell heads from cards among *maybe_heads*, and compare what all heads announce with what stands below them."""
    kept: list[Entry | None] = list(entries)
    ignored: list[Ignored] = []
    heads = [block for block in blocks if not block.is_total]
    bounds = {block.line for block in heads} | {entries[maybe.at].line for maybe in maybe_heads}
    fitting = {maybe.at: _fits(entries, maybe, bounds) for maybe in maybe_heads}
    writes_copies_so = any(maybe.is_title and not fitting[maybe.at] for maybe in maybe_heads)
    for maybe in maybe_heads if not writes_copies_so else ():
        entry, below = entries[maybe.at], _below(entries, maybe.at, bounds)
        if maybe.is_like_title:
            if fitting[maybe.at] and not entry.doubt:
                kept[maybe.at] = replace(entry, doubt=_DOUBT)
        elif fitting[maybe.at]:
            kept[maybe.at] = None
            ignored.append(Ignored(entry.line, entry.text, "a head: so many cards stand below it"))
            for place in below:
                kept[place] = replace(entries[place], section=Section())
    settled = tuple([entry for entry in kept if entry is not None])
    return Settled(settled, tuple(ignored), (*_wrong_sums(settled, heads), *_wrong_totals(settled, blocks)))


def _below(entries: Sequence[Entry], at: int, bounds: set[int]) -> list[int]:
    """Return the places of the entries between entry *at* and the next head, or what may be one."""
    end = min((line for line in bounds if line > entries[at].line), default=None)
    return [place for place in range(at + 1, len(entries)) if end is None or entries[place].line < end]


def _fits(entries: Sequence[Entry], maybe: MaybeHead, bounds: set[int]) -> bool:
    """Tell whether as many cards as announced stand below, as far as the next head or, for a title, a blank line."""
    below = _below(entries, maybe.at, bounds)
    first = entries[maybe.at].line
    paragraph = [place for far, place in enumerate(below, start=1) if entries[place].line == first + far]
    sums = {sum(entries[place].count for place in places) for places in (below, paragraph if maybe.is_title else below)}
    return maybe.announced > 0 and maybe.announced in sums


def _wrong_sums(entries: Sequence[Entry], heads: Sequence[Block]) -> list[Remark]:
    remarks = []
    ends = [*[block.line for block in heads[1:]], None]
    for block, end in zip(heads, ends, strict=False):
        found = sum(e.count for e in entries if block.line < e.line and (end is None or e.line < end))
        if block.announced is not None and found != block.announced:
            words = f"the head {quoted(block.text)!r} announces {block.announced} cards, below it stand {found}"
            remarks.append(Remark(block.line, words))
    return remarks


def _wrong_totals(entries: Sequence[Entry], blocks: Sequence[Block]) -> list[Remark]:
    whole = sum(entry.count for entry in entries)
    inside = sum(entry.count for entry in entries if not entry.stands_outside)
    return [
        Remark(block.line, f"the text announces {block.announced} cards in all, it names {whole}")
        for block in blocks
        if block.is_total and block.announced not in (whole, inside)
    ]
