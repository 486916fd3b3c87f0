"""Entries to cards. An id decides; a title decides where one card has it, or the rest of the deck says which one.

What is written beside a title decides: (V), a set, a side. Else the side of the rest of the deck decides, then whether
it stands outside the deck, then the section it stands in, and a printed card goes before a virtual one: none of these
turns a title into a card of the other side. Of several printings that play no other part here the first is taken, and
a remark says so. What is still several cards is a doubt with candidates, not a guess.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from deckmapping.clinic.choice import SHIELD, Found, clear_side, meant, preferred
from deckmapping.clinic.limits import MOST_CANDIDATES, MOST_COPIES, MOST_SUGGESTED
from deckmapping.clinic.model import Doubt, DoubtReason, Entry, Remark, quoted
from deckmapping.clinic.printings import is_reprint, is_same_card
from deckmapping.clinic.remarks import about_place, about_printings, about_sides, about_twins
from deckmapping.clinic.sets import is_of_set, is_virtual, set_number
from deckmapping.clinic.titles import read_title
from deckmapping.decks import nearby_ids
from deckmapping.errors import MalformedIdError
from deckmapping.ids import normalise_id

if TYPE_CHECKING:
    from collections.abc import Iterable

    from deckmapping.catalogue import Catalogue
    from deckmapping.clinic.model import Reading
    from deckmapping.clinic.suggestions import Suggestions
    from deckmapping.clinic.titles import TitleIndex, WrittenTitle
    from deckmapping.records import CardRecord, Side


@dataclass(slots=True)
class Matched:
    """The cards of a reading, in its order."""

    pile: list[CardRecord] = field(default_factory=list)
    outside: list[CardRecord] = field(default_factory=list)
    marked: list[CardRecord] = field(default_factory=list)
    doubts: list[Doubt] = field(default_factory=list)
    remarks: list[Remark] = field(default_factory=list)

    def remark(self, line: int, *words: str) -> None:
        """Add a remark about *line* for each of *words*; about the whole text where it is 0."""
        self.remarks += [Remark(line, each) for each in words]


def cards_in(entry: Entry) -> int:
    """Return for how many cards *entry* stands; one that has no usable count stands for one."""
    return entry.count if 0 < entry.count <= MOST_COPIES else 1


@dataclass(frozen=True, slots=True)
class Matcher:
    """Finds the cards of a catalogue that entries stand for."""

    catalogue: Catalogue
    index: TitleIndex
    suggestions: Suggestions

    def match(self, reading: Reading) -> Matched:
        """Resolve all entries of *reading*."""
        found = [self._find(entry) for entry in reading.entries]
        matched = Matched(remarks=list(reading.remarks))
        side = self._side(found, reading.side, matched)
        for each in found:
            self._match_one(each, side, matched)
        if side is None:
            matched.remark(0, *about_sides((*matched.pile, *matched.outside)))
        if len(matched.doubts) > MOST_SUGGESTED:
            matched.remark(0, f"near titles were looked up for the first {MOST_SUGGESTED} doubts only")
        return matched

    def _match_one(self, found: Found, side: Side | None, matched: Matched) -> None:
        entry = found.entry
        card, others = self._decide(found, entry.side or side)
        if card is not None and card.category != SHIELD and entry.section.categories == {SHIELD}:
            words = f"{card.title} is no Defensive Shield and stands below a head of them"
            found, card = replace(found, words=words, reason=DoubtReason.UNCERTAIN), None
        if card is None:
            is_suggested = len(matched.doubts) < MOST_SUGGESTED
            matched.doubts.append(self._doubt(found, side, is_suggested=is_suggested))
            return
        self._place(entry, card, matched)
        if others:
            matched.remark(entry.line, about_printings(card, others))
        if side is not None and card.side is not side:
            matched.remark(entry.line, f"{card.title} is a {card.side} card, the others are {side}")

    def _side(self, found: Iterable[Found], named: Side | None, matched: Matched) -> Side | None:
        """Return the side that tells twins apart: what the text names and what its cards are must agree."""
        clear = clear_side(found)
        if clear and named and clear is not named:
            words = f"the text says {named}, and its cards are {clear}: neither was used to tell twins apart"
            matched.remark(0, words)
            return None
        return clear or named

    def leads_to(self, card: CardRecord, title: str, *, side: Side | None, is_outside: bool) -> bool:
        """Tell whether *title* in a deck of *side* is read as *card* and nothing else."""
        entry = Entry(0, title, title=title, outside=True if is_outside else None)
        read, others = self._decide(self._by_title(entry), side)
        return read is card and not others

    def _find(self, entry: Entry) -> Found:
        if not 0 < entry.count <= MOST_COPIES:
            words = f"expected a count of 1 to {MOST_COPIES}"
            return Found(entry, self._find(replace(entry, count=1, doubt="")).cards, DoubtReason.BAD_COUNT, words)
        if entry.doubt:
            likely = replace(entry, doubt="")
            return Found(entry, self._find(likely).cards, DoubtReason.UNCERTAIN, entry.doubt)
        if entry.blueprint_id:
            return self._by_id(entry)
        if entry.picture:
            return self._by_picture(entry)
        return self._by_title(entry)

    def _by_id(self, entry: Entry) -> Found:
        try:
            blueprint_id = normalise_id(entry.blueprint_id)
        except MalformedIdError as error:
            near = [self.catalogue.records[near] for near in nearby_ids(entry.blueprint_id, self.catalogue)]
            words = f"expected {error.violations[0].expected}"
            return Found(entry, tuple(near), DoubtReason.MALFORMED_ID, words)
        record = self.catalogue.get(blueprint_id)
        if record is not None:
            return Found(entry, (record,))
        words = f"no card of catalogue {self.catalogue.version[:12]} has the id {blueprint_id}"
        return Found(entry, self.index.find(read_title(entry.title).text), DoubtReason.UNKNOWN_ID, words)

    def _by_picture(self, entry: Entry) -> Found:
        cards = self.index.pictured(entry.picture)
        fitting = tuple(
            [c for c in cards if entry.side in (None, c.side) and (not entry.sets or set_number(c) in entry.sets)]
        )
        if not fitting:
            return Found(entry, cards, words="no card has this picture")
        return Found(entry, fitting, is_alternate="_ai" in entry.picture.lower())

    def _by_title(self, entry: Entry) -> Found:
        written = read_title(entry.title)
        if written.is_old_virtual:
            words = "a virtual card of its time: its set is no longer valid"
            return Found(entry, self.index.find(written.text), DoubtReason.OLD_VIRTUAL, words)
        titled = cards = self.index.find(written.text)
        if not cards:
            return Found(entry, words="no card has this title")
        if written.sets or written.side:
            hinted = tuple([card for card in cards if _is_hinted(card, written)])
            if not hinted:
                words = "no card of this title is of the set or side that is written behind it"
                return Found(entry, cards, words=words)
            cards = hinted
        if written.is_virtual:
            cards = tuple([card for card in cards if is_virtual(card)])
            if not cards:
                return Found(entry, titled, DoubtReason.NOT_VIRTUAL, "no virtual card has this title")
        of_title = cards if written.side else titled
        return Found(entry, cards, is_alternate=written.is_alternate, is_virtual=written.is_virtual, of_title=of_title)

    def _is_called(self, card: CardRecord, title: str) -> bool:
        """Tell whether *card* has *title*, and is what is written behind it: of a set, of a side, virtual."""
        written = read_title(title)
        is_meant = _is_hinted(card, written) and (is_virtual(card) or not written.is_virtual)
        return is_meant and card in self.index.find(written.text)

    def _decide(self, found: Found, side: Side | None) -> tuple[CardRecord | None, list[CardRecord]]:
        """Return the card that is meant, None where that is not sure, and the other printings that it stands for."""
        cards = () if found.words else meant(found, side)
        pictures = [card for card in cards if is_same_card(card, cards[0])]
        others = [card for card in cards if card not in pictures]
        if not pictures or not all(is_reprint(card, pictures[0]) for card in others):
            return None, []
        return pictures[-1 if found.is_alternate else 0], others

    def _doubt(self, found: Found, side: Side | None, *, is_suggested: bool) -> Doubt:
        entry, reason, words = found.entry, found.reason, found.words
        side = entry.side or side
        cards = preferred(found.cards, lambda card: card.side is side)
        if not words:
            cards = meant(found, side)
            reason, words = DoubtReason.AMBIGUOUS, about_twins(cards)
        elif not cards and is_suggested and reason in (DoubtReason.UNKNOWN_TITLE, DoubtReason.UNCERTAIN):
            cards = self.suggestions.of(entry.title or entry.picture, side)
        if entry.place:
            words += f"; place {entry.place} {'outside the deck' if entry.stands_outside else 'in the list'}"
        text, count = quoted(entry.text), cards_in(entry)
        return Doubt(entry.line, text, count, entry.stands_outside is True, reason, words, cards[:MOST_CANDIDATES])

    def _place(self, entry: Entry, card: CardRecord, matched: Matched) -> None:
        """Put the copies of *card* where they belong, and say what is odd about that."""
        asked = entry.stands_outside
        outside = card.category == SHIELD if asked is None else asked
        matched.remark(entry.line, *about_place(entry, card, is_outside=outside))
        decides = "id" if entry.blueprint_id else "picture" if entry.picture else ""
        if decides and entry.title and not self._is_called(card, entry.title):
            words = f"{card.blueprint_id} is {card.title}, not {quoted(entry.title)!r}: the {decides} decides"
            matched.remark(entry.line, words)
        copies = [card] * entry.count
        (matched.outside if outside else matched.pile).extend(copies)
        if entry.starts and not outside:
            matched.marked.extend(copies)


def _is_hinted(card: CardRecord, written: WrittenTitle) -> bool:
    """Tell whether *card* is of the side and of a set that are *written* behind its title, as far as any is."""
    return written.side in (None, card.side) and (not written.sets or is_of_set(card, written.sets))
