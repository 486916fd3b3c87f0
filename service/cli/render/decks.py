"""Decks for people: what was read, what is in doubt, how two decks differ, and how a folder of them fared."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Final

from sabacc.v1 import cards_pb2
from service.cli.enums import word_of
from service.cli.output import exact, line, table
from service.cli.render.cards import side_words, value_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from rich.console import Console

_FORMAT: Final = cards_pb2.DESCRIPTOR.enum_types_by_name["DeckFormat"]
_MOST_ROWS: Final = 12  # of lines that are no cards; all of them stand in the JSON


@dataclass(frozen=True, slots=True)
class Difference:
    """A card of which two decks have different numbers of copies."""

    is_outside: bool
    blueprint_id: str
    title: str
    first: int
    second: int


@dataclass(frozen=True, slots=True)
class FileResult:
    """What became of one file of a folder."""

    name: str
    answer: cards_pb2.ParseDeckResponse | None
    words: str
    """Why there is no answer, or where the deck was written; empty for nothing to say."""


def print_deck(console: Console, answer: cards_pb2.ReadDeckResponse) -> None:
    """Print what a deck string holds, and what of it was not understood."""
    line(
        console,
        f"{_side(answer.side, is_doubtful=bool(answer.unresolved))}: "
        f"{answer.cards_in} entries = {len(answer.pile)} in the pile + "
        f"{len(answer.outside)} outside the deck + {len(answer.unresolved)} unresolved",
        bold=True,
    )
    _print_cards(console, answer.pile, answer.outside)
    if answer.starting:
        line(console, f"Starts on table, so not drawn in a tie: {_named(answer.starting)}")
    _print_spread(console, answer.histogram)
    if answer.unresolved:
        rows = [
            (
                str(entry.position),
                "outside" if entry.outside else "pile",
                entry.text,
                entry.reason,
                ", ".join(entry.candidates),
            )
            for entry in answer.unresolved
        ]
        console.print(table(("Place", "List", "Text", "Why", "Meant?"), rows, title="Unresolved", right=(0,)))
    line(console, f"Catalogue {answer.catalogue_version[:12]}.")


def print_parsed(console: Console, answer: cards_pb2.ParseDeckResponse) -> None:
    """Print a deck as far as it was understood: cards, doubts, remarks, lines that are no cards, the deck string."""
    line(
        console,
        f"{_side(answer.side, is_doubtful=bool(answer.doubts))}, "
        f"read as {word_of(_FORMAT, answer.format)} in {answer.encoding}: "
        f"{answer.cards_in} cards = {len(answer.pile)} in the pile + {len(answer.outside)} outside the deck + "
        f"{doubtful(answer)} in doubt",
        bold=True,
    )
    _print_cards(console, answer.pile, answer.outside)
    if answer.starting:
        words = "Marked as starting" if answer.starting_marked else "Starts on table by its type"
        line(console, f"{words}: {_named(answer.starting)}")
    _print_spread(console, answer.histogram)
    print_doubts(console, answer)
    ignored = [(str(each.line), each.reason, each.text) for each in answer.ignored[:_MOST_ROWS]]
    if ignored:
        console.print(table(("Line", "Why", "Text"), ignored, title="Lines that are no cards", right=(0,)))
    if len(answer.ignored) > _MOST_ROWS:
        line(console, f"... and {len(answer.ignored) - _MOST_ROWS} more: --json prints all.")
    line(console, "GEMP's deck string" + (" of what is not in doubt:" if answer.doubts else ":"))
    exact(console, answer.deck)
    line(console, f"Catalogue {answer.catalogue_version[:12]}.")


def print_doubts(console: Console, answer: cards_pb2.ParseDeckResponse) -> None:
    """Print what is in doubt, with candidates, and what should be looked at."""
    if answer.doubts:
        rows = [
            (str(doubt.line), str(doubt.count), doubt.text, doubt.words, "; ".join(map(_candidate, doubt.candidates)))
            for doubt in answer.doubts
        ]
        console.print(table(("Line", "Cards", "Text", "Why", "Meant?"), rows, title="In doubt", right=(0, 1)))
    for remark in answer.remarks:
        line(console, f"Look at line {remark.line}: {remark.text}" if remark.line else f"Look at: {remark.text}")


def print_ignored(console: Console, answers: Iterable[cards_pb2.ParseDeckResponse]) -> None:
    """Print how many lines of decks are no cards, where there are any, and who lists them."""
    count = sum(len(answer.ignored) for answer in answers)
    if count:
        words = "1 line is no card" if count == 1 else f"{count} lines are no cards"
        line(console, f"Look at: {words}; sabacc deck parse lists them")


def print_differences(console: Console, names: tuple[str, str], differences: Sequence[Difference]) -> None:
    """Print how two decks differ, card by card; their order does not matter."""
    rows = [
        (str(each.first), str(each.second), "outside" if each.is_outside else "pile", each.blueprint_id, each.title)
        for each in differences
    ]
    if rows:
        console.print(table((*names, "List", "Id", "Title"), rows, right=(0, 1)))
    copies = sum(abs(each.first - each.second) for each in differences)
    titles = "1 title differs" if len(rows) == 1 else f"{len(rows)} titles differ"
    together = "1 copy" if copies == 1 else f"{copies} copies together"
    line(console, f"{titles}, by {together}." if rows else "The decks hold the same cards.")


def print_folder(console: Console, results: Sequence[FileResult]) -> None:
    """Print a line a file that was read, what became of each, and the sums."""
    rows = [
        (
            result.name,
            word_of(_FORMAT, result.answer.format),
            _side(result.answer.side, is_doubtful=bool(result.answer.doubts))
            .removesuffix(" Side")
            .removeprefix("Side "),
            str(len(result.answer.pile)),
            str(len(result.answer.outside)),
            str(doubtful(result.answer)),
            str(len(result.answer.remarks)),
        )
        for result in results
        if result.answer is not None
    ]
    if rows:
        heads = ("File", "Format", "Side", "Pile", "Outside", "Doubts", "Remarks")
        console.print(table(heads, rows, right=range(3, 7)))
    for result in results:
        if result.words:
            line(console, f"{result.name}: {'refused: ' if result.answer is None else ''}{result.words}")
    read = [result.answer for result in results if result.answer is not None]
    clear = sum(1 for answer in read if not answer.doubts)
    line(
        console,
        f"{len(results)} files: {clear} clear, {len(read) - clear} with doubts, {len(results) - len(read)} refused; "
        f"{sum(answer.cards_in for answer in read)} cards, {sum(map(doubtful, read))} of them in doubt.",
    )
    print_ignored(console, read)


def doubtful(answer: cards_pb2.ParseDeckResponse) -> int:
    """Return how many cards of a deck are in doubt."""
    return sum(doubt.count for doubt in answer.doubts)


def _print_cards(console: Console, pile: Sequence[cards_pb2.DeckCard], outside: Sequence[cards_pb2.DeckCard]) -> None:
    for title, cards in (("Pile", pile), ("Outside the deck", outside)):
        if cards:
            counts = Counter((card.blueprint_id, card.title, value_words(card.values)) for card in cards)
            rows = [(str(count), *card) for card, count in counts.items()]
            console.print(table(("Copies", "Id", "Title", "Counts"), rows, title=title, right=(0,)))


def _print_spread(console: Console, histogram: Mapping[str, int]) -> None:
    ascending = sorted(histogram.items(), key=lambda item: [Decimal(value) for value in item[0].split("/")])
    spread = "  ".join(f"{value}: {count}" for value, count in ascending)
    line(console, f"Cards by value    {spread}")


def _side(side: cards_pb2.Side, *, is_doubtful: bool) -> str:
    """Return the side as people say it; while a card is in doubt it is not sure that a deck has no one side."""
    return "Side not sure" if is_doubtful and not side else side_words(side)


def _named(cards: Iterable[cards_pb2.DeckCard]) -> str:
    return ", ".join(f"{card.title} ({card.blueprint_id})" for card in cards)


def _candidate(card: cards_pb2.DeckCandidate) -> str:
    return f"{card.title} ({card.blueprint_id}, {card.set_name}, counts {value_words(card.values)})"
