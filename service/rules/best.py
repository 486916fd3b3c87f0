"""`best_values`: what a hand can make of its open cards (R5, R6)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from deckmapping.values import Value
from deckmapping.variants import Role
from service.rules.changes import best_change, changed
from service.rules.choices import ByCharacter, Choice, CloneOf, Number
from service.rules.hand import cloneable, gifts, options, values
from service.rules.ranking import rank
from service.rules.sums import largest_by_sum

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from service.rules.hand import Hand

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
    known = [value for value in values(hand) if value is not None]
    if len(known) == len(hand.cards):
        counted = Value(sum(known))
        made = best_change(hand.rules, counted) if change is None else change
        return Best(hand, tuple(known), made, changed(counted, made))
    search = _Search.of(hand)
    reached = search.sources()
    sums = {base + more for base, shown in reached for more in search.clones(shown)}
    changes = {each: best_change(hand.rules, Value(each)) if change is None else change for each in sums}
    final = {each: changed(Value(each), by) for each, by in changes.items()}
    goal = min(final.values(), key=lambda total: rank(total, 0))
    best = max(
        search.in_order(chosen, search.clones(shown)[more])
        for (base, shown), chosen in reached.items()
        for more in search.clones(shown)
        if final[base + more] == goal
    )
    filled = replace(hand, choices=_choices(hand, best))
    return Best(filled, best, changes[sum(best)], goal)


@dataclass(frozen=True, slots=True)
class _Search:
    """The open part of a hand: sources (cards that are no clones) first, then the clone cards that follow them.

    Clone cards may take any value that a source shows, so it is enough to know, for each sum of the sources, which
    set of values they show: at most a few hundred pairs for six cards. A clone card that was tied to one source
    beforehand makes that source count once more.
    """

    hand: Hand
    order: tuple[int, ...]
    """Positions of the sources, ordered by the first card of the hand that shows their value."""
    free: tuple[int, ...]
    """Positions of the clone cards for which nothing was chosen."""
    given: _Shown
    """What the playing character lets a clone card count."""
    arrangements: dict[_Shown, Mapping[int, _Values]]
    """Memory of `clones`."""

    @classmethod
    def of(cls, hand: Hand) -> _Search:
        first_shown = {position: position for position in cloneable(hand)}
        for position, choice in enumerate(hand.choices):
            if isinstance(choice, CloneOf):
                first_shown[choice.position] = min(position, first_shown[choice.position])
        free = tuple(
            position
            for position, card in enumerate(hand.cards)
            if card.role is Role.CLONE and hand.choices[position] is None
        )
        order = tuple(sorted(first_shown, key=lambda position: first_shown[position]))
        return cls(hand, order, free, frozenset(gifts(hand.rules).values()), {})

    def sources(self) -> dict[tuple[int, _Shown], _Values]:
        """Return the largest values, in `order`, for each sum of all but the free clones and each set of values."""
        gifted = [gifts(self.hand.rules)[each] for each in self.hand.choices if isinstance(each, ByCharacter)]
        reached: dict[tuple[int, _Shown], _Values] = {(sum(gifted), frozenset()): ()}
        for position in self.order:
            weight = 1 + self.hand.choices.count(CloneOf(position))
            step: dict[tuple[int, _Shown], _Values] = {}
            for (subtotal, shown), chosen in reached.items():
                for value in self._open_values(position):
                    key = subtotal + weight * value, shown | {value} if self.free else shown
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

    def in_order(self, sources: _Values, clones: _Values) -> _Values:
        """Put all values in the order drawn."""
        by_position = dict(zip((*self.order, *self.free), (*sources, *clones), strict=True))
        for position, choice in enumerate(self.hand.choices):
            if isinstance(choice, CloneOf):
                by_position[position] = by_position[choice.position]
            elif isinstance(choice, ByCharacter):
                by_position[position] = gifts(self.hand.rules)[choice]
        return tuple(by_position[position] for position in range(len(self.hand.cards)))

    def _open_values(self, position: int) -> Iterable[Value]:
        choice = self.hand.choices[position]
        return (choice.value,) if isinstance(choice, Number) else options(self.hand.cards[position], self.hand.rules)


def _choices(hand: Hand, best: _Values) -> tuple[Choice | None, ...]:
    """Return the choices that give each card its value in *best*; a clone card names the first source that shows it."""
    known = values(hand)
    sources = {best[position]: CloneOf(position) for position in reversed(cloneable(hand))}
    given = {value: choice for choice, value in reversed(gifts(hand.rules).items())}
    clone_choices: dict[Value, Choice] = {**given, **sources}
    return tuple(
        chosen
        if chosen is not None or known[position] is not None
        else clone_choices[best[position]]
        if hand.cards[position].role is Role.CLONE
        else Number(best[position])
        for position, chosen in enumerate(hand.choices)
    )
