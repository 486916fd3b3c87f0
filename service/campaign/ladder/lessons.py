"""The lessons before the first table for silver: Lando teaches, and asks after each what a hand of cards comes to."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum, unique
from typing import TYPE_CHECKING, Final

from deckmapping.catalogue import starter_catalogue
from deckmapping.errors import InvalidInputError, shown
from deckmapping.variants import Variant
from service.campaign.ladder.reading import each_keyed
from service.rules.hand import FIRST_CARDS, MOST_CARDS

if TYPE_CHECKING:
    from deckmapping.themes.reading import Section

FILE: Final = "lessons.toml"
LARGEST_BET: Final = 1000
"""Of an example, in silver that nobody has."""


@unique
class Asked(StrEnum):
    """What a lesson asks of its example."""

    TOTAL = "total"
    """The best total of the player's cards."""
    MOVE = "move"
    """The best move with the player's cards against the dealer's up card, with Deck C on both sides."""
    DEALERS_MOVE = "dealers-move"
    """What a dealer with the house's rule does with his cards."""
    WON = "won"
    """What the player wins with his bet, in silver; below 0 for a loss, 0 for a push."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """One lesson with its example."""

    key: str
    title: str
    words: str
    """What Lando says."""
    variant: Variant | None
    """What makes cards wild or clones; None for the fair deck (R10)."""
    cards: tuple[str, ...]
    """Blueprint ids of the player's cards in the order drawn; none where only the dealer's matter."""
    dealer: tuple[str, ...]
    """Of the dealer's that lie open, likewise."""
    bet: int | None
    """In silver, where one matters."""
    asked: Asked
    question: str
    answers: tuple[str, ...]
    """Those to choose from."""
    right: str
    """The one that is right."""
    because: str
    """Why, for whoever has found it."""
    hint: str
    """For whoever has not."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """What Lando says to an answer."""

    is_right: bool
    words: str


def judge(lesson: Lesson, answer: str) -> Judgement:
    """Judge an answer to the question of a lesson.

    Raises:
        InvalidInputError: it is none of those to choose from.
    """
    if answer not in lesson.answers:
        raise InvalidInputError.of("answer", shown(answer), f"one of {', '.join(lesson.answers)}")
    is_right = answer == lesson.right
    return Judgement(is_right, lesson.because if is_right else lesson.hint)


def read_lessons(root: Section) -> tuple[Lesson, ...]:
    """Return the lessons of the file read as *root*, in their order.

    Raises:
        BadThemeDataError: a value is missing, unknown, of another kind or outside its limits, a key stands twice, a
            card is in no catalogue, or the right answer is none to choose; every lesson at fault is named.
    """
    return each_keyed(root, "lessons", _lesson)


def _lesson(section: Section) -> Lesson:
    asked = section.word("asked", Asked)
    answers = section.texts("answers")
    if section.text("right") not in answers:
        raise section.wrong("right", f"one of the answers {', '.join(answers)}")
    lesson = Lesson(
        key=section.text("key"),
        title=section.text("title"),
        words=section.text("words"),
        variant=section.word("variant", Variant) if "variant" in section else None,
        cards=_cards(section, "cards", 0 if asked is Asked.DEALERS_MOVE else FIRST_CARDS),
        dealer=_cards(section, "dealer", _LEAST_OF_DEALER[asked]),
        bet=section.number("bet", 1, LARGEST_BET) if asked is Asked.WON else None,
        asked=asked,
        question=section.text("question"),
        answers=answers,
        right=section.text("right"),
        because=section.text("because"),
        hint=section.text("hint"),
    )
    section.finish()
    return lesson


_LEAST_OF_DEALER: Final = {Asked.TOTAL: 0, Asked.MOVE: 1, Asked.DEALERS_MOVE: FIRST_CARDS, Asked.WON: FIRST_CARDS}
"""How many of the dealer's cards an example shows at least."""


def _cards(section: Section, key: str, least: int) -> tuple[str, ...]:
    cards = section.texts(key) if key in section else ()
    if not least <= len(cards) <= MOST_CARDS:
        raise section.wrong(key, f"{least} to {MOST_CARDS} cards")
    for card in cards:
        if starter_catalogue().get(card) is None:
            raise section.wrong(key, f"cards of the starter catalogue, which has no {card}")
    return cards
