"""Lando's lessons for people: his words, the cards of the example as at a table, and the question."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from deckmapping.variants import Variant, variant_rules
from sabacc.v1 import cards_pb2, tables_pb2
from service.cli.enums import word_of
from service.cli.output import exact, line, plain
from service.cli.play.cards import Face, card_row
from service.cli.play.look import LEAST, Look
from service.cli.play.terminal import signs_of
from service.tables.dealer.visits import HIS_OWN_HOUSE

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from rich.console import Console

    from sabacc.v1 import campaign_pb2 as pb
    from service.rpc.contract.servicers import Servicers

_ROLES = cards_pb2.CardRole.DESCRIPTOR


class Blackboard:
    """Shows lessons in the light of Lando's own house."""

    def __init__(self, console: Console, calls: Servicers) -> None:
        self._console = console
        self._calls = calls
        theme = calls.tables.GetTheme(tables_pb2.GetThemeRequest(name=HIS_OWN_HOUSE))
        self._look = Look.of(theme, signs_of(console.encoding), size=LEAST)

    def show(self, lesson: pb.LadderLesson, number: int, of: int) -> None:
        """Print a lesson up to its question, the answers numbered from 1."""
        console = self._console
        line(console, f"{number} of {of}: {lesson.title}", bold=True)
        self.speak(lesson.words)
        cards = self._cards(lesson)
        for head, ids, colour, is_own in (
            ("The dealer's", lesson.dealer_cards, self._look.table, False),
            ("Yours", lesson.cards, self._look.accent, True),
        ):
            if ids:
                line(console, head)
                faces = [_face(cards[card], lesson.variant, at) for at, card in enumerate(ids, start=1)]
                for row in card_row(faces, self._look, colour, is_own=is_own):
                    console.print(row)
        line(console, lesson.question)
        for at, answer in enumerate(lesson.answers, start=1):
            exact(console, f"  {at}  {answer}")

    def speak(self, words: str) -> None:
        """Print what Lando says."""
        self._console.print(Text(f"Lando: {plain(words)}", style=self._look.arrival))

    def _cards(self, lesson: pb.LadderLesson) -> Mapping[str, cards_pb2.Card]:
        ids: Sequence[str] = list(dict.fromkeys((*lesson.cards, *lesson.dealer_cards)))
        found = self._calls.cards.GetCards(cards_pb2.GetCardsRequest(blueprint_ids=ids)).cards
        return dict(zip(ids, found, strict=True))


def print_judged(console: Console, answer: pb.AnswerLessonResponse) -> None:
    """Print whether an answer is right, and what Lando says to it."""
    line(console, "RIGHT." if answer.right else "WRONG.", bold=True)
    for event in answer.events:
        line(console, event.text)
    left = len(answer.career.lessons_left)
    line(console, f"Lessons that are left: {', '.join(answer.career.lessons_left)}." if left else "No lesson is left.")


def _face(card: cards_pb2.Card, variant: cards_pb2.Variant, number: int) -> Face:
    """Return a card as it lies on the table, where what is wild or a clone is still open."""
    part = next((each for each in card.parts if each.variant == variant), None)
    if part is None or part.role == cards_pb2.CARD_ROLE_PLAIN:
        return Face(number, card.title, "", " or ".join(card.values), f"destiny {card.destiny}")
    role = word_of(_ROLES, part.role)
    rules = variant_rules(Variant[cards_pb2.Variant.Name(variant).removeprefix("VARIANT_")])
    is_wild = part.role == cards_pb2.CARD_ROLE_WILD
    counts = f"what you like, {rules.lowest} to {rules.highest}" if is_wild else "as another card"
    return Face(number, card.title, role, "open", f"counts {counts}", is_known=False)
