"""Near misses: titles that are like what was written. They are offered to a person and never taken."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from rapidfuzz import fuzz, process

from deckmapping.clinic.limits import LONGEST_SHOWN, MOST_CANDIDATES
from deckmapping.clinic.titles import exact, read_title

if TYPE_CHECKING:
    from collections.abc import Mapping

    from deckmapping.clinic.titles import TitleIndex
    from deckmapping.records import CardRecord, Side

_LIKE: Final = 72.0  # of 100; below it suggestions are noise
_LOOKED_AT: Final = 24
_MOST_TITLES: Final = 4
_MOST_WORDS: Final = 24
_PUNCTUATION: Final = ".,:;!?'\"()&"
_NEAR: Final = 86.0  # a line like this is a misspelt card rather than a remark


@dataclass(frozen=True)
class Suggestions:
    """Looks for titles like a text; work is one pass over all titles."""

    index: TitleIndex

    def near(self, text: str) -> bool:
        """Tell whether *text* is so like a title that it must be a misspelt one."""
        words = _words(text)
        return (
            bool(words)
            and process.extractOne(words, self.index.words, scorer=fuzz.ratio, score_cutoff=_NEAR) is not None
        )

    def like(self, text: str) -> bool:
        """Tell whether *text* may mean a card: a misspelt one, a nickname, half of one."""
        return self.near(text) or self.holds(text) or bool(self.index.halves(read_title(text).text))

    def prefers_another(self, text: str, title: str) -> bool:
        """Tell whether *text* as a whole is like a title other than *title*, with which it begins."""
        words = _words(text)
        best = process.extractOne(words, self.index.words, scorer=fuzz.ratio, score_cutoff=_LIKE) if words else None
        return best is not None and best[0] != _words(title)

    def holds(self, text: str) -> bool:
        """Tell whether a title stands whole in *text*, ``EPP Luke``, or all its words in one title, ``Falcon``."""
        words = _words(text).split()[:_MOST_WORDS]
        if not words:
            return False
        if frozenset.intersection(*[self._titles_with.get(word, frozenset()) for word in words]):
            return True
        runs = (" ".join(words[begin:end]) for end in range(1, len(words) + 1) for begin in range(end))
        return any(map(self.index.is_title, runs))

    @cached_property
    def _titles_with(self) -> Mapping[str, frozenset[int]]:
        """The numbers of the titles that hold a word."""
        numbers: dict[str, set[int]] = {}
        for number, title in enumerate(self.index.words):
            for word in title.split():
                numbers.setdefault(word.strip(_PUNCTUATION), set()).add(number)
        return MappingProxyType({word: frozenset(titles) for word, titles in numbers.items()})

    def of(self, text: str, side: Side | None) -> tuple[CardRecord, ...]:
        """Return cards with titles like *text*, the likeliest first, cards of *side* only unless it is None."""
        words = _words(text)
        if not words:
            return ()
        halves = self.index.halves(read_title(text).text)
        # As a whole first: a part of some longer title is often liker still, ``Sens`` of ``Sensor Panel``.
        whole = process.extract(words, self.index.words, scorer=fuzz.ratio, score_cutoff=_LIKE, limit=_MOST_TITLES)
        parts = process.extract(words, self.index.words, scorer=fuzz.WRatio, score_cutoff=_LIKE, limit=_LOOKED_AT)
        # A title that is much shorter is like everything that holds its few letters in a row.
        like = dict.fromkeys(title for title, _, _ in (*whole, *parts) if len(title) * 2 >= len(words))
        titles = list(like)[:_MOST_TITLES]
        found = [*halves, *[record for title in titles for record in self.index.of_words(title)]]
        fitting = [record for record in found if side is None or record.side is side]
        return tuple(dict.fromkeys(fitting))[:MOST_CANDIDATES]


def _words(text: str) -> str:
    return exact(read_title(text[:LONGEST_SHOWN]).text)
