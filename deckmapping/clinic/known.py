"""What the titles of a catalogue say about a text. Each text is looked up once a list."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckmapping.clinic.choice import SHIELD
from deckmapping.clinic.titles import read_title
from deckmapping.ids import is_id

if TYPE_CHECKING:
    from deckmapping.clinic.suggestions import Suggestions
    from deckmapping.clinic.titles import TitleIndex
    from deckmapping.records import CardRecord


class Known:
    """The titles that there are, for one list.

    Args:
        index: all titles.
        suggestions: which texts are nearly titles.
    """

    def __init__(self, index: TitleIndex, suggestions: Suggestions) -> None:
        self._index = index
        self._suggestions = suggestions
        self._found: dict[str, tuple[CardRecord, ...]] = {}

    def cards(self, title: str) -> tuple[CardRecord, ...]:
        """Return the cards that are called *title*, whatever stands in brackets behind it."""
        if title not in self._found:
            self._found[title] = self._index.find(read_title(title).text)
        return self._found[title]

    def is_card(self, text: str) -> bool:
        """Tell whether *text* is a title or an id."""
        return is_id(text) or bool(self.cards(text))

    def is_near(self, text: str) -> bool:
        """Tell whether *text* must be a misspelt title."""
        return self._suggestions.near(text)

    def is_like(self, text: str) -> bool:
        """Tell whether *text* may mean a card: a misspelt one, a nickname, half of one."""
        return self._suggestions.like(text)

    def is_liker_another(self, text: str, title: str) -> bool:
        """Tell whether *text*, which begins with *title*, is rather another, longer title."""
        return self._suggestions.prefers_another(text, title)

    def is_shield(self, title: str) -> bool:
        """Tell whether all cards called *title* are Defensive Shields."""
        cards = self.cards(title)
        return bool(cards) and all(card.category == SHIELD for card in cards)

    def may_be_shield(self, title: str) -> bool:
        """Tell whether a Defensive Shield and another card are called *title*."""
        return any(card.category == SHIELD for card in self.cards(title)) and not self.is_shield(title)
