"""The strategy chart: draw or stand by number of cards, best total and up card, and what the wrong move costs."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum, unique
from typing import TYPE_CHECKING

import numpy as np

from deckmapping.values import Value
from service.odds.setting import UpCard
from service.odds.table.dealer import dealer_chances
from service.rules.hand import FIRST_CARDS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from service.odds.hands.drawing import Drawing
    from service.odds.kinds import Kind
    from service.odds.table.solution import Solution

    Flags = NDArray[np.bool_]
    Floats = NDArray[np.float64]


@unique
class Move(StrEnum):
    """What a cell of the chart says."""

    DRAW = "draw"
    STAND = "stand"
    MIXED = "mixed"
    """Which cards make up the total decides."""


@dataclass(frozen=True, slots=True)
class Cell:
    """The hands of one number of cards, one best total and one up card, while nobody has a perfect sabacc.

    Means are over these hands, each as often as it comes about under the solution's play. `stand` and `draw` are in
    bets a hand that has come so far, whatever a move before it was worth.
    """

    cards: int
    total: Value
    """The best total before any change, in ten-millionths."""
    up: int
    """Which of the chart's `up_cards` is seen."""
    draw_share: float
    """In which share of these hands drawing brings more than standing, by more than rounding can make of it."""
    cost: float
    """What it costs, in bets, never below 0, to make the move that brings less on the whole with every hand here.

    It is the mean of what the better move brings each hand, less the mean of what that move brings.
    """
    composition: float
    """Likewise for the move that brings more: what it is worth to look at the cards and not at their total alone.

    It is 0 unless the cell is mixed.
    """
    stand: float
    """What standing brings."""
    draw: float
    """What drawing brings, and playing on by the solution's play."""
    chance: float
    """How often the player comes here, as a share of all hands; times `cost`, what the mistake costs a hand."""
    goes_over: float
    """The chance that the next card makes the best total pass 11."""
    is_reached: bool
    """Whether the play comes here at all; if not, the hands count as often as they would if everybody drew on."""

    @property
    def move(self) -> Move:
        """The best move: the same for all these hands, or mixed."""
        return {0.0: Move.STAND, 1.0: Move.DRAW}.get(self.draw_share, Move.MIXED)

    @property
    def leaning(self) -> Move:
        """Draw or stand, whichever brings more on the whole."""
        return Move.DRAW if self.draw > self.stand else Move.STAND


@dataclass(frozen=True, slots=True)
class Chart:
    """What to do with every total that can occur while the player is asked, for each up card."""

    up_cards: tuple[Kind | None, ...]
    """Ascending; those that leave a hand to play. One None where the up card is hidden."""
    cells: tuple[Cell, ...]
    """By number of cards (2 to 5), total and up card."""


def chart(solution: Solution) -> Chart:
    """Return the strategy chart of *solution*, in float64."""
    dealer, setting = solution.dealer, solution.setting
    seen = dealer_chances(dealer, setting.rule).plain.sum(axis=0)
    up_cards: tuple[Kind | None, ...] = (None,)
    if setting.up_card is UpCard.HIDDEN:
        seen = seen.sum(keepdims=True)
    else:
        up_cards = tuple(kind for kind, chance in zip(dealer.hands.kinds, seen, strict=True) if chance > 0)
    return Chart(up_cards, tuple(_cells(solution, np.flatnonzero(seen > 0), seen[seen > 0])))


def merged(cells: Sequence[Cell]) -> Cell:
    """Return what holds of several *cells* together that stand alike in number of cards and up card.

    Its total is the lowest of theirs. Where the play comes to some of them only these count, each as often as it
    comes about; else all count alike.
    """
    if len(cells) == 1:
        return cells[0]
    counted = [cell for cell in cells if cell.is_reached] or cells
    weights = np.array([cell.chance for cell in counted] if counted[0].is_reached else np.ones(len(counted)))
    fields = ((cell.draw_share, cell.stand, cell.draw, cell.goes_over, _best(cell)) for cell in counted)
    draw_share, stand, draw, goes_over, best = (weights @ np.array(list(fields)) / weights.sum()).tolist()
    is_pure = len({cell.move for cell in counted}) == 1 and counted[0].move is not Move.MIXED
    return Cell(
        cards=cells[0].cards,
        total=min(cell.total for cell in cells),
        up=cells[0].up,
        draw_share=counted[0].draw_share if is_pure else draw_share,
        cost=max(0.0, best - min(stand, draw)),
        composition=0.0 if is_pure else max(0.0, best - max(stand, draw)),
        stand=stand,
        draw=draw,
        chance=sum(cell.chance for cell in cells),
        goes_over=goes_over,
        is_reached=counted[0].is_reached,
    )


def _best(cell: Cell) -> float:
    """Return what the better move of each hand brings."""
    return max(cell.stand, cell.draw) + cell.composition


def _cells(solution: Solution, cases: NDArray[np.int64], seen: Floats) -> Iterator[Cell]:
    """Yield all cells; *seen* are the chances of the *cases* that occur, without perfect sabaccs of the dealer's."""
    player, play = solution.player, solution.play
    opening = np.where(player.hands.is_perfect, 0, player.opening(np.dtype(np.float64)).sum(axis=1))
    reached = opening[:, None] * np.ones(len(cases))
    drawn_always = reached
    for size in range(FIRST_CARDS, player.longest):
        at = size - FIRST_CARDS
        stand, draw = play.stand[at][:, cases] / seen, play.draw[at][:, cases] / seen
        is_better = draw - stand > solution.error_bound / seen
        yield from _cells_of(player, size, (reached, drawn_always, stand, draw, is_better), seen)
        drawing = np.where(play.draws[at][:, cases], reached, 0)
        reached = player.grown(size, drawing) / player.remaining(size)
        drawn_always = player.grown(size, drawn_always) / player.remaining(size)


def _cells_of(
    player: Drawing, size: int, by_hand: tuple[Floats, Floats, Floats, Floats, Flags], seen: Floats
) -> Iterator[Cell]:
    """Yield the cells of one number of cards.

    *by_hand* has one row a hand and one column a case in each array: how often it is reached, how often it would be if
    everybody drew on, what standing and drawing bring, and whether drawing brings more.
    """
    reached, drawn_always, stand, draw, is_better = by_hand
    totals, groups = np.unique(player.hands.totals[size - 1], return_inverse=True)
    order = np.argsort(groups, kind="stable")
    starts = np.searchsorted(groups[order], np.arange(len(totals)))

    def summed(masses: Floats) -> Floats:
        found: Floats = np.add.reduceat(masses[order], starts, axis=0)
        return found

    is_reached = summed(reached) > 0
    weight = np.where(is_reached[groups], reached, drawn_always)
    weights, over_next = summed(weight), _goes_over(player, size)
    with np.errstate(invalid="ignore"):  # totals that never occur divide 0 by 0, and are left out below
        best, stands, draws, draw_share, goes_over = (
            summed(weight * each) / weights
            for each in (np.where(is_better, draw, stand), stand, draw, is_better.astype(float), over_next)
        )
    worse, better = np.minimum(stands, draws), np.maximum(stands, draws)
    chance = summed(reached) * seen
    for row, column in np.argwhere(weights > 0).tolist():
        yield Cell(
            cards=size,
            total=Value(int(totals[row])),
            up=column,
            draw_share=float(draw_share[row, column]),
            cost=max(0.0, float(best[row, column] - worse[row, column])),
            composition=max(0.0, float(best[row, column] - better[row, column])),
            stand=float(stands[row, column]),
            draw=float(draws[row, column]),
            chance=float(chance[row, column]),
            goes_over=float(goes_over[row, column]),
            is_reached=bool(is_reached[row, column]),
        )


def _goes_over(player: Drawing, size: int) -> Floats:
    """Return for each hand of *size* cards the chance that one more card makes its best total pass 11, as a column."""
    over = player.hands.is_over(size + 1)[:, None].astype(np.float64)
    chances: Floats = player.next_sum(size, over) / player.remaining(size)
    return chances
