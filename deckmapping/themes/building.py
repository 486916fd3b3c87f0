"""Making a deck with a wanted spread of printed values out of a catalogue: the rules the sample decks were made by.

The cards are those of one side with a single whole value. The wild cards are taken first, then the clone cards, then
the cards that are neither; each time by the theme's favours, in their order, and within one of them by set and number.
Chance has no part in it: the same catalogue and wishes give the same deck.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from deckmapping.criteria import Criterion
from deckmapping.decks import MOST_CARDS, is_starting_on_table_by_default
from deckmapping.errors import InvalidInputError
from deckmapping.ids import id_order
from deckmapping.values import ONE
from deckmapping.variants import Role, Variant, variant_rules

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from deckmapping.catalogue import Catalogue
    from deckmapping.records import CardRecord, Side

DECK_C: Final[Mapping[int, int]] = {0: 19, 1: 10, 2: 3, 3: 1, 4: 5, 5: 11, 6: 5, 7: 6}
"""The standard deck's spread: how many of its 60 cards count what."""

_LAST_SET: Final = 299
"""Sets above it are demonstration cards, playtest cards and Legacy cards: no card of a usual deck."""
_NO_DECK_CARDS: Final = frozenset({"DEFENSIVE_SHIELD", "OBJECTIVE", "EPIC_EVENT", "GAME_AID"})
_USUAL_COPIES: Final = 2
_MOST_COPIES: Final = 3
_OFTEN: Final = frozenset({"RESTRICTED_3", "DIAMOND_3"})
"""What cards are called of which a deck may well hold three."""
_ROLE_WORDS: Final = {
    Role.WILD: "cards that are wild in {}",
    Role.CLONE: "cards that are clones in {}",
    Role.PLAIN: "cards that are neither wild nor clone in {}",
}


@dataclass(frozen=True, slots=True)
class Favour:
    """Cards that a theme's decks prefer."""

    criterion: Criterion
    most: int
    """At most so many cards are taken by this favour."""


_ANY_CARD: Final = Favour(Criterion("any card"), MOST_CARDS)


@dataclass(frozen=True, slots=True)
class Wishes:
    """What a deck is to be."""

    side: Side
    variant: Variant
    spread: Mapping[int, int]
    """How many cards are to count what; whole values only."""
    wild: int
    clone: int
    favours: Sequence[Favour]
    """From the most wanted; what they leave open, any other card of the side fills."""


def build_deck(catalogue: Catalogue, wishes: Wishes) -> tuple[CardRecord, ...]:
    """Make a deck by *wishes*, in the order of value, set and number.

    A unique card is taken once, another one twice at most, or three times where it says three, and no two different
    cards share a title: the deck is to look like one that somebody plays.

    Raises:
        InvalidInputError: the numbers contradict each other, or the catalogue has not enough such cards; it says of
            which cards there are too few.
    """
    _check_numbers(wishes)
    shelf = _Shelf(catalogue, wishes)
    shelf.require_enough()
    shelf.take(Role.WILD, wishes.wild, leaving=(Role.CLONE, Role.PLAIN))
    shelf.take(Role.CLONE, wishes.clone, leaving=(Role.PLAIN,))
    shelf.take(Role.PLAIN, sum(wishes.spread.values()) - wishes.wild - wishes.clone, leaving=())
    return in_order(shelf.taken.elements())


def in_order(cards: Iterable[CardRecord]) -> tuple[CardRecord, ...]:
    """Return *cards* in the order of decks that we make: by value, set and number."""
    return tuple(sorted(cards, key=lambda card: (card.values, id_order(card.blueprint_id))))


def _check_numbers(wishes: Wishes) -> None:
    cards = sum(wishes.spread.values())
    if not 0 < cards <= MOST_CARDS:
        raise InvalidInputError.of("spread", f"{cards} cards", f"1 to {MOST_CARDS} cards")
    for name, number in (("wild", wishes.wild), ("clone", wishes.clone)):
        if number < 0:
            raise InvalidInputError.of(name, number, "0 or more")
    if wishes.wild + wishes.clone > cards:
        found = f"{wishes.wild} wild and {wishes.clone} clone cards"
        raise InvalidInputError.of("spread", found, f"at most {cards} cards, as many as the deck has")


class _Shelf:
    """The cards that may still be taken, and what of the spread is still open."""

    def __init__(self, catalogue: Catalogue, wishes: Wishes) -> None:
        self.taken: Counter[CardRecord] = Counter()
        self._open = Counter({value * ONE: count for value, count in wishes.spread.items()})
        self._favours = (*wishes.favours, _ANY_CARD)
        self._favoured: Counter[Favour] = Counter()
        self._words = {role: words.format(variant_rules(wishes.variant).title) for role, words in _ROLE_WORDS.items()}
        self._offers: dict[Role, list[CardRecord]] = {role: [] for role in _ROLE_WORDS}
        for card in _offered(catalogue, wishes):
            role = variant_rules(wishes.variant).classify(card).role
            self._offers[Role.PLAIN if role is Role.PERK_WILD else role].append(card)

    def require_enough(self) -> None:
        """Refuse a spread with more cards of a value than there are, whatever their roles."""
        for value, count in self._open.items():
            stock = sum(self._stock(role, value) for role in self._offers)
            if stock < count:
                expected = f"at most {stock}, as many as such a deck can have of this catalogue"
                raise InvalidInputError.of("spread", f"{count} cards that count {value // ONE}", expected)

    def take(self, role: Role, number: int, *, leaving: tuple[Role, ...]) -> None:
        """Take *number* cards of *role*, first those of the values that the roles *leaving* cannot fill alone."""
        for value, count in sorted(self._open.items()):
            needed = count - sum(self._stock(other, value) for other in leaving)
            if needed > number:
                raise self._short(role, number, needed, f" and count {value // ONE}: too few others count that")
            if needed > 0:
                number -= needed
                self._fill(role, needed, {value})
        self._fill(role, number, set(self._open))

    def _fill(self, role: Role, number: int, values: set[int]) -> None:
        left = number
        for favour in self._favours:
            for copies in range(1, _MOST_COPIES + 1):
                for card in self._offers[role]:
                    if left and self._may_take(card, copies, favour) and card.values[0] in values:
                        self.taken[card] += 1
                        self._open[card.values[0]] -= 1
                        self._favoured[favour] += 1
                        left -= 1
        if left:
            counted = f" and count {min(values) // ONE}" if len(values) == 1 else ""
            raise self._short(role, number - left, number, f"{counted}, in the catalogue and with room in the spread")

    def _may_take(self, card: CardRecord, copies: int, favour: Favour) -> bool:
        return (
            self.taken[card] < copies <= _copies(card)
            and self._open[card.values[0]] > 0
            and self._favoured[favour] < favour.most
            and favour.criterion.holds(card)
        )

    def _stock(self, role: Role, value: int) -> int:
        """Return how many cards of *role* that count *value* could still be taken."""
        return sum(_copies(card) - self.taken[card] for card in self._offers[role] if card.values[0] == value)

    def _short(self, role: Role, found: int, needed: int, where: str) -> InvalidInputError:
        return InvalidInputError.of(role.value, f"{found} cards", f"at least {needed} {self._words[role]}{where}")


def _offered(catalogue: Catalogue, wishes: Wishes) -> Iterator[CardRecord]:
    """Return the cards that may be in such a deck, by set and number; of those with one title the first."""
    titles: set[str] = set()
    for card in catalogue.records.values():
        if (
            card.side is wishes.side
            and len(card.values) == 1
            and card.values[0] % ONE == 0
            and wishes.spread.get(card.values[0] // ONE)
            and card.category not in _NO_DECK_CARDS
            and id_order(card.blueprint_id)[0] <= _LAST_SET
            and not is_starting_on_table_by_default(card)
            and card.title not in titles
        ):
            titles.add(card.title)
            yield card


def _copies(card: CardRecord) -> int:
    """Return how often a deck may hold *card*."""
    if card.uniqueness == "UNIQUE":
        return 1
    return _MOST_COPIES if card.uniqueness in _OFTEN else _USUAL_COPIES
