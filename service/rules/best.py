"""`best_values`: what a hand can make of its open cards (R5, R6)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from deckmapping.values import Value
from deckmapping.variants import Role
from service.rules.changes import best_change, changed
from service.rules.choices import ByCharacter, Choice, CloneOf, Number
from service.rules.hand import Hand, cloneable, gifts, options, values
from service.rules.ranking import rank
from service.rules.sums import largest_by_sum

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence


_Shown = frozenset[Value]
_Values = tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Best:
    """The best a side can make of its hand."""

    hand: Hand
    """The hand with a choice for every card that needs one."""
    values: tuple[Value, ...]
    """One a card, in the order drawn."""
    change: int
    """The change after the reveal: -1, 0 or 1."""
    total: Value
    """The sum of the values after the change."""


def best_values(hand: Hand, change: int | None = None) -> Best:
    """Choose for every card that is not valued yet; what has been chosen stays.

    The total after the side's best permitted change is the highest without passing 11, else the lowest; among equal
    totals the largest values in the order drawn, compared from the first card, are taken.

    Args:
        hand: two to six cards.
        change: a change that is already decided, and for the caller to check; None for the best one.
    """
    counted = hand.total
    if counted is not None:
        known = [value for value in values(hand) if value is not None]
        made = best_change(hand.rules, counted) if change is None else change
        return Best(hand, tuple(known), made, changed(counted, made))
    search = _Search.of(hand)
    reached = search.sources()
    changes = _changes(hand, search.sums(reached), change)
    goal = _goal(changes)
    best = max(
        search.in_order(chosen, values_of_clones)
        for (base, shown), chosen in reached.items()
        for more, values_of_clones in search.clones(shown).items()
        if changed(Value(base + more), changes[base + more]) == goal
    )
    return Best(Hand(hand.cards, hand.rules, _choices(hand, best)), best, changes[sum(best)], goal)


def best_total(hand: Hand, change: int | None = None) -> Value:
    """Return the total of `best_values`, for whoever has no need of the values: a dealer's rule, a player's view.

    Args: see `best_values`.
    """
    counted = hand.total
    if counted is not None:
        return changed(counted, best_change(hand.rules, counted) if change is None else change)
    search = _Search.of(hand)
    return _goal(_changes(hand, search.sums(search.sources()), change))


def best_hand(hand: Hand) -> Hand:
    """Return the hand of `best_values`: *hand* itself where there is nothing to choose.

    Args:
        hand: two to six cards.
    """
    return best_values(hand).hand if hand.total is None else hand


def _changes(hand: Hand, sums: Iterable[int], change: int | None) -> dict[int, int]:
    """Return by how much each of *sums* is changed: by *change* if that is decided, else as is best."""
    return {each: best_change(hand.rules, Value(each)) if change is None else change for each in sums}


def _goal(changes: Mapping[int, int]) -> Value:
    """Return the best total that a sum makes with its change."""
    return min((changed(Value(each), change) for each, change in changes.items()), key=lambda total: rank(total, 0))


@dataclass(frozen=True, slots=True)
class _Search:
    """The open part of a hand: sources (cards that are no clones) first, then the clone cards that follow them.

    Clone cards may take any value that a source shows, so it is enough to know, for each sum of the sources, which
    set of values they show: at most a few hundred pairs for six cards. A clone card that was tied to one source
    beforehand makes that source count once more.
    """

    hand: Hand
    shown_by: Mapping[int, int]
    """How many cards show the value of each source, by its position; ordered by the first card that shows it."""
    free: tuple[int, ...]
    """Positions of the clone cards for which nothing was chosen."""
    given: _Shown
    """What the playing character lets a clone card count."""
    arrangements: dict[_Shown, Mapping[int, _Values]]
    """Memory of `clones`."""

    @classmethod
    def of(cls, hand: Hand) -> _Search:
        shown_by: dict[int, int] = {}
        free = []
        for position, (card, choice) in enumerate(zip(hand.cards, hand.choices, strict=True)):
            if card.role is not Role.CLONE:
                shown_by[position] = shown_by.get(position, 0) + 1
            elif isinstance(choice, CloneOf):
                shown_by[choice.position] = shown_by.get(choice.position, 0) + 1
            elif choice is None:
                free.append(position)
        return cls(hand, shown_by, tuple(free), frozenset(gifts(hand.rules).values()), {})

    def sources(self) -> dict[tuple[int, _Shown], _Values]:
        """Return the sources' largest values for each sum of all but the free clones and each set of values shown."""
        gifted = [gifts(self.hand.rules)[each] for each in self.hand.choices if isinstance(each, ByCharacter)]
        reached: dict[tuple[int, _Shown], _Values] = {(sum(gifted), frozenset()): ()}
        for position, times in self.shown_by.items():
            open_values = self._open_values(position)
            step: dict[tuple[int, _Shown], _Values] = {}
            for (subtotal, shown), chosen in reached.items():
                for value in open_values:
                    key = subtotal + times * value, shown | {value} if self.free else shown
                    longer = (*chosen, value)
                    if longer > step.get(key, ()):
                        step[key] = longer
            reached = step
        return reached

    def clones(self, shown: _Shown) -> Mapping[int, _Values]:
        """Return the free clones' largest values for each sum they can make while the sources show *shown*."""
        if shown not in self.arrangements:
            self.arrangements[shown] = largest_by_sum([tuple(shown | self.given)] * len(self.free))
        return self.arrangements[shown]

    def sums(self, reached: Iterable[tuple[int, _Shown]]) -> set[int]:
        """Return every sum of the hand, where the sources *reached* these sums and show these values."""
        return {base + more for base, shown in reached for more in self.clones(shown)}

    def in_order(self, sources: _Values, clones: _Values) -> _Values:
        """Put all values in the order drawn."""
        by_position = dict(zip((*self.shown_by, *self.free), (*sources, *clones), strict=True))
        for position, choice in enumerate(self.hand.choices):
            if isinstance(choice, CloneOf):
                by_position[position] = by_position[choice.position]
            elif isinstance(choice, ByCharacter):
                by_position[position] = gifts(self.hand.rules)[choice]
        return tuple(by_position[position] for position in range(len(self.hand.cards)))

    def _open_values(self, position: int) -> Sequence[Value]:
        choice = self.hand.choices[position]
        return (choice.value,) if isinstance(choice, Number) else options(self.hand.cards[position], self.hand.rules)


def _choices(hand: Hand, best: _Values) -> tuple[Choice | None, ...]:
    """Return the choices that give each card its value in *best*; a clone card names the first source that shows it."""
    clone_choices: dict[Value, Choice] = {}
    for position in cloneable(hand):
        clone_choices.setdefault(best[position], CloneOf(position))
    for given, value in gifts(hand.rules).items():
        clone_choices.setdefault(value, given)
    return tuple(
        chosen
        if chosen is not None or card.fixed is not None
        else clone_choices[value]
        if card.role is Role.CLONE
        else Number(value)
        for card, chosen, value in zip(hand.cards, hand.choices, best, strict=True)
    )
