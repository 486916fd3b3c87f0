"""The dealer deck nearest to a given one that earns the house a wanted edge."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import islice
from typing import TYPE_CHECKING, Final

from deckmapping.errors import InvalidInputError
from service.odds.design.design_space import DeckSpace
from service.odds.hands.limits import verify_kinds, verify_setting
from service.odds.kinds import Pile, Side
from service.odds.progress import unwatched
from service.odds.table.exact import house_edge
from service.odds.table.many_tables import ManyTables, counts_of, verify_large_enough
from service.odds.table.solution import solve

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from service.odds.kinds import Kind
    from service.odds.progress import Progress
    from service.odds.setting import Setting

MOST_STEPS: Final = 3_000_000_000
"""The most sums and products that a search may need: some 30 seconds of one processor at most."""


@dataclass(frozen=True, slots=True)
class DesignOrder:
    """What deck is wanted."""

    setting: Setting
    """The table, with the dealer's side as it is to be changed. The dealer plays by his rule."""
    house_edge: Fraction
    """What the house is to earn against the best play, in bets a hand."""
    tolerance: Fraction = Fraction(1, 1000)
    """How far from it the deck's edge may be."""
    most_changed: int = 3
    """How many cards may leave the deck; as many come."""
    may_leave: tuple[Kind, ...] | None = None
    """None: every kind of the deck."""
    may_come: tuple[Kind, ...] | None = None
    """None: every kind of the deck."""

    def __post_init__(self) -> None:
        setting, pile = self.setting, self.setting.dealer.pile
        if setting.dealer_sees_hand:
            raise InvalidInputError.of("dealerSeesHand", "true", "a dealer who plays by his rule")
        verify_large_enough(setting)
        if not -2 <= self.house_edge <= 2:
            raise InvalidInputError.of("houseEdge", self.house_edge, "an edge from -2 to 2 bets a hand")
        if not 0 <= self.tolerance <= 1:
            raise InvalidInputError.of("tolerance", self.tolerance, "from 0 to 1 bet a hand")
        if not 0 <= self.most_changed <= pile.size:
            raise InvalidInputError.of("mostChanged", self.most_changed, f"from 0 to {pile.size} cards")
        strangers = [kind for kind in self.leaving if kind not in pile.kinds]
        if strangers:
            raise InvalidInputError.of("mayLeave", ", ".join(map(str, strangers)), f"kinds of the deck {pile}")
        verify_setting(setting)
        verify_kinds(self.kinds, setting.dealer.rules, "mayCome")

    @property
    def leaving(self) -> tuple[Kind, ...]:
        """The kinds of which cards may leave."""
        return self.setting.dealer.pile.kinds if self.may_leave is None else self.may_leave

    @property
    def coming(self) -> tuple[Kind, ...]:
        """The kinds of which cards may come."""
        return self.setting.dealer.pile.kinds if self.may_come is None else self.may_come

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """Every kind that the deck may hold, ascending."""
        return tuple(sorted({*self.setting.dealer.pile.kinds, *self.coming}))


@dataclass(frozen=True, slots=True)
class Design:
    """The deck that was found, with the proof of its edge."""

    setting: Setting
    """The table with this deck."""
    house_edge: Fraction
    """What the house earns against the best play: exact, in bets a hand."""
    leaves: Mapping[Kind, int]
    """How many cards of which kinds the given deck loses."""
    comes: Mapping[Kind, int]
    is_within: bool
    """Whether the edge is within the tolerance. If not, no deck within the bounds is nearer to the wanted edge."""
    tried: int
    """The decks looked at: all that differ by no more cards than this one, or all within the bounds."""

    @property
    def changed(self) -> int:
        """How many cards were changed."""
        return sum(self.leaves.values())


def design(order: DesignOrder, progress: Progress = unwatched) -> Design:
    """Find the deck of *order*.

    Of the decks whose edge is within the tolerance it is one with the fewest cards changed; among those the one nearest
    to the wanted edge; among equals the first by its counts, in the order of the kinds. If there is none within the
    bounds, it is the deck nearest to the wanted edge, and among equals the one with fewer cards changed.

    Nothing is left to an estimate: every deck with one card changed is solved, then every one with two, and so on, up
    to the number at which one is within the tolerance. Each is solved in float64 with its error bound; all that could
    be the nearest within this error are then reckoned exactly, and the exact numbers decide.

    Args:
        order: what is wanted.
        progress: told how many decks have been looked at, of how many there are within the bounds.

    Raises:
        InvalidInputError: the search would take more than `MOST_STEPS`; it says what to reduce.
    """
    search = _Search.of_order(order)
    found: list[_Found] = []
    tried = 0
    for changed in range(order.most_changed + 1):
        counts, edges = search.solved(changed, tried, progress)
        tried += len(counts)
        if not counts:
            continue
        found.append(search.nearest(counts, edges, changed))
        if found[-1].distance <= order.tolerance:
            return search.told(found[-1], tried)
    return search.told(min(found, key=lambda each: (each.distance, each.changed)), tried)


@dataclass(frozen=True, slots=True)
class _Found:
    distance: Fraction
    """From the wanted edge."""
    counts: tuple[int, ...]
    house_edge: Fraction
    changed: int


@dataclass(frozen=True, slots=True)
class _Search:
    order: DesignOrder
    space: DeckSpace
    tables: ManyTables
    player: NDArray[np.int64]
    error_bound: float
    of: int
    """Decks within the bounds."""

    @classmethod
    def of_order(cls, order: DesignOrder) -> _Search:
        """Return the search, unless it would take too long."""
        side, held = order.setting.dealer, order.setting.dealer.pile.as_counts()
        base = tuple(held.get(kind, 0) for kind in order.kinds)
        leaving = tuple(held.get(kind, 0) if kind in order.leaving else 0 for kind in order.kinds)
        space = DeckSpace(base, leaving, tuple(kind in order.coming for kind in order.kinds))
        of = sum(space.sizes(order.most_changed))
        every_kind = Pile(order.kinds, tuple(max(count, 1) for count in base))
        setting = replace(order.setting, dealer=Side(every_kind, side.rules))
        tables = ManyTables.of(setting)
        if of * tables.steps > MOST_STEPS:
            most = MOST_STEPS // tables.steps
            fewer = "fewer cards changed, or fewer kinds that may leave or come"
            raise InvalidInputError.of("mostChanged", f"{of} decks", f"at most {most} decks: {fewer}")
        player = counts_of(tables.player, [order.setting.player.pile.counts])
        return cls(order, space, tables, player, solve(setting).error_bound, of)

    def solved(self, changed: int, tried: int, progress: Progress) -> tuple[list[tuple[int, ...]], list[float]]:
        """Return all decks with *changed* cards changed, and what the house earns with each, in float64."""
        counts: list[tuple[int, ...]] = []
        edges: list[float] = []
        decks = self.space.decks(changed)
        while some := list(islice(decks, self.tables.at_once)):
            dealer = counts_of(self.tables.dealer, some)
            edges.extend((-self.tables.solve(self.player, dealer).edges).tolist())
            counts.extend(some)
            progress(tried + len(counts), self.of)
        return counts, edges

    def nearest(self, counts: Sequence[tuple[int, ...]], edges: Sequence[float], changed: int) -> _Found:
        """Return the deck nearest to the wanted edge, by exact numbers."""
        wanted = float(self.order.house_edge)
        distances = [abs(edge - wanted) for edge in edges]
        near = min(distances) + 4 * self.error_bound  # either of two edges may be off by the bound, and `wanted` is
        found = []
        for deck, distance in zip(counts, distances, strict=True):
            if distance <= near:
                edge = house_edge(self.table(deck))
                found.append(_Found(abs(edge - self.order.house_edge), deck, edge, changed))
        return min(found, key=lambda each: (each.distance, each.counts))

    def table(self, counts: Sequence[int]) -> Setting:
        """Return the table with the deck of *counts*."""
        setting = self.order.setting
        pile = Pile.of_counts(dict(zip(self.order.kinds, counts, strict=True)))
        return replace(setting, dealer=Side(pile, setting.dealer.rules))

    def told(self, found: _Found, tried: int) -> Design:
        """Return *found* as the answer."""
        more = {
            kind: now - before
            for kind, now, before in zip(self.order.kinds, found.counts, self.space.base, strict=True)
        }
        return Design(
            setting=self.table(found.counts),
            house_edge=found.house_edge,
            leaves={kind: -count for kind, count in more.items() if count < 0},
            comes={kind: count for kind, count in more.items() if count > 0},
            is_within=found.distance <= self.order.tolerance,
            tried=tried,
        )
