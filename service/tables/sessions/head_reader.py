"""Reads what `service.tables.sessions.head` writes: ``read_head(head_lines(setup)) == setup``."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from deckmapping.decks import MOST_CARDS
from deckmapping.errors import DomainError
from deckmapping.variants import Variant
from service.money import Silver
from service.rules.cases import FAIR_DECK
from service.rules.notation import read_card, read_rules
from service.tables.dealer.attention import Attention, AttentionRules, verify_carried
from service.tables.dealer.notation import read_terms
from service.tables.practice import Chips
from service.tables.purses import amount_of
from service.tables.sessions.errors import BadRecordError
from service.tables.sessions.head import DEALER, FORMAT, LAST, NONE, VERSUS
from service.tables.sessions.setup import SEAT_NAME, DealerSetup, SeatSetup, TableDealer, VersusSetup
from service.tables.silver import BetLimits

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from service.rules.cards import Card, SideRules
    from service.tables.purses import Money
    from service.tables.sessions.setup import TableSetup

_MOST_WILD: Final = 11
"""The highest value of a wild card in any variant to come; a record that says more would take long to play again."""
_SEAT: Final = re.compile(rf"({SEAT_NAME}) character=(\S+) barred=(\S+) rules: ?(.*)")
_SHOE: Final = re.compile(r"cut=([1-9][0-9]{0,3}|-) burn=([0-9])")
_DEALER: Final = re.compile(r"(\S+) deck=(\S+) (.*)")
_ATTENTION: Final = re.compile(r"threshold=(\d{1,7}) cooling=(\d{1,7}) most=(\d{1,7}) visit=(\d{1,7}) rest=(\d{1,7})")
_SILVER: Final = re.compile(r"least=(\d{1,8}) most=(\d{1,8})")
_CARRIED: Final = re.compile(r"meter=(\d{1,7}) hands=(\d{1,9}) wagered=(\d{1,15}) visit=(\d{1,7}) won=(-?\d{1,15})")
_HEX: Final = re.compile("[0-9a-f]{64}")


def read_cards(text: str) -> tuple[Card, ...]:
    """Read the cards of a deck or a pile.

    Raises:
        ValueError: they are more than a deck has, or one is not printed so.
        InvalidNotationError: one of them is no card.
    """
    cards = tuple(map(read_card, text.split(" ")))
    if len(cards) > MOST_CARDS or any(list(card.printed) != sorted(set(card.printed))[:2] for card in cards):
        raise ValueError("more cards than a deck has, or a card that is not printed so")
    return cards


def read_head(lines: Iterable[str], cards: Callable[[str], tuple[Card, ...]] = read_cards) -> TableSetup:
    """Read the head of a record.

    Args:
        lines: the head's, without line ends.
        cards: reads those of a deck; another function than `read_cards` may remember what that one has read.

    Raises:
        BadRecordError: a line is not what is expected there; the violation names the line.
    """
    return _Reader(lines, cards).setup()


class _Reader:
    """Takes one line after the other, each with the word that it must begin with."""

    def __init__(self, lines: Iterable[str], cards: Callable[[str], tuple[Card, ...]]) -> None:
        self._lines = list(lines)
        self._cards = cards
        self._at = 0

    def setup(self) -> TableSetup:
        """Read all lines, and leave none."""
        try:
            setup = self._read()
        except BadRecordError:
            raise
        except (DomainError, ValueError):  # of a limit or of a number: what the line says cannot be
            raise self._wrong("a line as the head of a table has it") from None
        if self._at < len(self._lines):
            self._at += 1
            raise self._wrong("the end of the head")
        return setup

    def _read(self) -> TableSetup:
        kind = self._line(FORMAT)
        if kind not in (DEALER, VERSUS):
            raise self._wrong(f"'{FORMAT} {DEALER}' or '{FORMAT} {VERSUS}'")
        table_id, catalogue = self._line("table"), self._line("catalogue")
        place = [None if word == NONE else word for word in self._line("place").split(" ")]
        if len(place) != 2:
            raise self._wrong("a theme and a background")
        variant_named = self._line("variant")
        variant = None if variant_named == FAIR_DECK else Variant(variant_named)
        cut, burn = self._match("shoe", _SHOE)
        money = self._money()
        hands = int(self._line("hands"))
        common = {
            "table_id": table_id,
            "catalogue_version": catalogue,
            "variant": variant,
            "cut": None if cut == NONE else int(cut),
            "money": money,
            "hands": hands,
            "theme": place[0],
            "background": place[1],
        }
        return self._dealer(common, int(burn)) if kind == DEALER else self._versus(common)

    def _dealer(self, common: Mapping[str, object], burn: int) -> DealerSetup:
        player, pile = self._seat()
        rules = _read_rules(self._line("dealer-rules", may_be_bare=True))
        decks: dict[str, tuple[Card, ...]] = {}
        while self._is_next("deck"):
            name, _, cards = self._line("deck").partition(" ")
            decks[name] = self._cards(cards)
        dealers = [self._table_dealer("dealer")]
        while self._is_next("dealer"):
            dealers.append(self._table_dealer("dealer"))
        if {dealer.deck for dealer in dealers} != decks.keys():
            raise self._wrong("the deck of each dealer, and no other")
        visitor = None
        if self._peek() == f"visitor {NONE}":
            self._line("visitor")
        else:
            visitor = self._table_dealer("visitor")
        attention = AttentionRules(*map(int, self._match("attention", _ATTENTION)))
        carried = Attention()
        if isinstance(common["money"], BetLimits):
            carried = Attention(*map(int, self._match("carried", _CARRIED)))
            verify_carried(carried, attention, is_watched=visitor is not None)
        return DealerSetup(
            burn=burn,
            player=player,
            pile=pile,
            dealer_rules=rules,
            decks=decks,
            dealers=tuple(dealers),
            visitor=visitor,
            attention=attention,
            carried=carried,
            published=self._published(),
            **common,  # type: ignore[arg-type]  # what every table has, as it was read
        )

    def _versus(self, common: Mapping[str, object]) -> VersusSetup:
        (first, one), (second, other) = self._seat(), self._seat()
        stake = int(self._line("stake"))
        return VersusSetup(
            players=(first, second),
            piles=(one, other),
            stake=amount_of(common["money"], stake),  # type: ignore[arg-type]
            published=self._published(),
            **common,  # type: ignore[arg-type]  # what every table has, as it was read
        )

    def _money(self) -> Money:
        if not self._is_next("silver"):
            return Chips(int(self._line("chips")))
        least, most = self._match("silver", _SILVER)
        return BetLimits(Silver(int(least)), Silver(int(most)))

    def _seat(self) -> tuple[SeatSetup, tuple[Card, ...]]:
        name, character, barred, rules = self._match("player", _SEAT)
        seat = SeatSetup(
            name,
            _read_rules(rules),
            None if character == NONE else character,
            None if barred == NONE else barred,
        )
        return seat, self._cards(self._line("pile"))

    def _table_dealer(self, word: str) -> TableDealer:
        key, deck, terms = self._match(word, _DEALER)
        return TableDealer(key, None if deck == NONE else deck, read_terms(terms))

    def _published(self) -> bytes:
        text = self._line(LAST)
        if not _HEX.fullmatch(text):
            raise self._wrong("64 hexadecimal digits")
        return bytes.fromhex(text)

    def _match(self, word: str, pattern: re.Pattern[str]) -> tuple[str, ...]:
        match = pattern.fullmatch(self._line(word))
        if match is None:
            raise self._wrong(f"a line '{word} ...' as the head of a table has it")
        return match.groups()

    def _is_next(self, word: str) -> bool:
        return self._peek().startswith(f"{word} ")

    def _peek(self) -> str:
        return self._lines[self._at] if self._at < len(self._lines) else ""

    def _line(self, word: str, *, may_be_bare: bool = False) -> str:
        """Take the next line, which begins with *word*, and return the rest of it."""
        line = self._peek()
        self._at += 1
        if line == word and may_be_bare:
            return ""
        if not line.startswith(f"{word} "):
            raise self._wrong(f"a line '{word} ...'")
        return line.removeprefix(f"{word} ")

    def _wrong(self, expected: str) -> BadRecordError:
        found = self._lines[self._at - 1] if self._at <= len(self._lines) else "the end"
        return BadRecordError.of(f"line {self._at}", found, expected)


def _read_rules(text: str) -> SideRules:
    rules = read_rules(text)
    if rules.wild_range is not None and rules.wild_range.highest > _MOST_WILD:
        raise ValueError("a value that no wild card takes")
    return rules
