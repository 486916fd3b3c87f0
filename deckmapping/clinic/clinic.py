"""The way into the clinic: text to cards, and cards to text, on one catalogue."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Final

from deckmapping.clinic import exports
from deckmapping.clinic.encoding import decode
from deckmapping.clinic.formats.asides import Asides
from deckmapping.clinic.formats.gemp_string import read_gemp_string
from deckmapping.clinic.formats.gemp_xml import read_gemp_xml
from deckmapping.clinic.formats.holotable import read_holotable
from deckmapping.clinic.formats.json_decks import load_json_deck, read_json_deck
from deckmapping.clinic.formats.markup import at_lines, read_html, shown_lines
from deckmapping.clinic.formats.wiki import read_wiki
from deckmapping.clinic.limits import MOST_LINES
from deckmapping.clinic.lists import ListReader
from deckmapping.clinic.matching import Matcher, cards_in
from deckmapping.clinic.model import DeckFormat, Ignored, ParsedDeck, Remark, quoted
from deckmapping.clinic.recognition import recognise
from deckmapping.clinic.suggestions import Suggestions
from deckmapping.clinic.titles import TitleIndex
from deckmapping.decks import MOST_CARDS
from deckmapping.errors import InvalidInputError, NoDeckError, Violation, shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from deckmapping.catalogue import Catalogue
    from deckmapping.clinic.model import Entry, Reading

FIELD: Final = "content"
"""The field that errors name."""
_MOST_TOLD: Final = 5


class Clinic:
    """Reads and writes decks with the cards of one catalogue. Safe to share between threads."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue

    def parse(self, data: bytes, format_: DeckFormat | None = None) -> ParsedDeck:
        """Read the deck in *data*.

        Args:
            data: the text as it was handed in, in any encoding that `encoding.decode` knows.
            format_: the format; None recognises it by its content.

        Raises:
            NoDeckError: the text names no card for the pile.
            InvalidInputError: the text is too large, no text, not well-formed in its format, or names more than 200
                cards in the pile or outside.
        """
        decoded = decode(data, FIELD)
        format_ = format_ or recognise(decoded.text)
        reading = self._read(decoded.text, format_)
        _check_sizes(reading.entries)
        matched = self._matcher.match(reading)
        first = [Remark(0, text) for text in decoded.remarks]
        parsed = ParsedDeck(
            format=format_,
            encoding=decoded.encoding,
            cards_in=sum(map(cards_in, reading.entries)),
            pile=tuple(matched.pile),
            outside=tuple(matched.outside),
            marked=tuple(matched.marked),
            doubts=tuple(matched.doubts),
            remarks=(*first, *matched.remarks, *self._about_catalogue(reading)),
            ignored=tuple([Ignored(line.line, quoted(line.text), line.reason) for line in reading.ignored]),
        )
        return _checked(parsed)

    def export(self, deck: ParsedDeck, format_: DeckFormat) -> str:
        """Return what was resolved of *deck* in *format_*, one of `exports.EXPORTS`.

        Raises:
            InvalidInputError: decks are not written in that format.
        """
        match format_:
            case DeckFormat.GEMP:
                return deck.deck_string + "\n"
            case DeckFormat.GEMP_XML:
                return exports.as_xml(deck)
            case DeckFormat.PLAIN:
                return exports.as_plain(deck, self._matcher)
            case DeckFormat.FORUM:
                return exports.as_forum(deck, self._matcher)
            case DeckFormat.JSON:
                return exports.as_json(deck)
            case _:
                raise InvalidInputError.of("exports", format_, f"one of {', '.join(exports.EXPORTS)}")

    @cached_property
    def _index(self) -> TitleIndex:
        return TitleIndex(tuple(self.catalogue.records.values()))

    @cached_property
    def _suggestions(self) -> Suggestions:
        return Suggestions(self._index)

    @cached_property
    def _asides(self) -> Asides:
        return Asides(self._index.names_card, self._suggestions.near, FIELD)

    @cached_property
    def _matcher(self) -> Matcher:
        return Matcher(self.catalogue, self._index, self._suggestions)

    def _read(self, text: str, format_: DeckFormat) -> Reading:
        match format_:
            case DeckFormat.GEMP:
                return read_gemp_string(text, FIELD)
            case DeckFormat.GEMP_XML:
                return self._asides.added_to(*read_gemp_xml(text, FIELD))
            case DeckFormat.JSON | DeckFormat.ARCHIVE_JSON:
                deck = load_json_deck(text, FIELD)
                return self._asides.added_to(*read_json_deck(deck, self._index.names_card, FIELD))
            case DeckFormat.HOLOTABLE:
                return self._asides.added_to(*read_holotable(_bounded(_lines(text))))
            case DeckFormat.GEMP_HTML | DeckFormat.WIKI:
                return self._read_page(text, is_wiki=format_ is DeckFormat.WIKI)
            case _:
                return self._read_list(_lines(text))

    def _read_page(self, text: str, *, is_wiki: bool) -> Reading:
        page, keeps_blank = read_wiki(text, self._index) if is_wiki else read_html(text), is_wiki
        reading = self._read_list(shown_lines(page, keeps_blank=keeps_blank))
        return self._asides.added_to(at_lines(reading, page, keeps_blank=keeps_blank), page.passages)

    def _read_list(self, lines: Iterable[tuple[int, str]]) -> Reading:
        return ListReader(self._index, self._suggestions, FIELD).read(_bounded(lines))

    def _about_catalogue(self, reading: Reading) -> Iterable[Remark]:
        """Warn where titles were looked up among the few cards of a catalogue that was not imported."""
        if not self.catalogue.report.sources and any(not entry.blueprint_id for entry in reading.entries):
            count = len(self.catalogue.records)
            yield Remark(0, f"this catalogue holds {count} cards only: a title may belong to a card that it lacks")


def _lines(text: str) -> Iterator[tuple[int, str]]:
    yield from enumerate(text.split("\n"), start=1)


def _bounded(lines: Iterable[tuple[int, str]]) -> list[tuple[int, str]]:
    kept = [(number, line) for number, line in lines if line.strip()]
    if len(kept) > MOST_LINES:
        raise InvalidInputError.of(FIELD, f"{len(kept)} lines", f"at most {MOST_LINES} lines that are not blank")
    return kept


def _check_sizes(entries: Iterable[Entry]) -> None:
    """Refuse more cards than both lists may have together, before any is looked up."""
    count = sum(map(cards_in, entries))
    if count > 2 * MOST_CARDS:
        raise InvalidInputError.of(
            FIELD, f"{count} cards", f"at most {MOST_CARDS} in the pile and {MOST_CARDS} outside"
        )


def _checked(parsed: ParsedDeck) -> ParsedDeck:
    doubts = {outside: sum(d.count for d in parsed.doubts if d.outside is outside) for outside in (False, True)}
    for cards, outside, where in ((parsed.pile, False, "in the pile"), (parsed.outside, True, "outside the deck")):
        count = len(cards) + doubts[outside]
        if count > MOST_CARDS:
            raise InvalidInputError.of(FIELD, f"{count} cards {where}", f"at most {MOST_CARDS} cards {where}")
    if not parsed.pile and not doubts[False]:
        raise NoDeckError.all(_why_none(parsed))
    return parsed


def _why_none(parsed: ParsedDeck) -> Iterator[Violation]:
    """Yield what there is instead of a card in the pile: what stands outside, and the first lines put aside."""
    outside = len(parsed.outside) + parsed.doubtful
    words = f"no card in the pile, {outside} outside the deck" if outside else "no card in the pile"
    yield Violation(FIELD, words, "at least one card")
    for line in parsed.ignored[:_MOST_TOLD]:
        yield Violation(FIELD, shown(f"line {line.line}: {line.text}"), f"a card; it was put aside: {line.reason}")
