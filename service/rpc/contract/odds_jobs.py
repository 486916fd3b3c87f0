"""The work behind the odds calls, as functions that another process can be asked for."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from service.odds.design import design as designing
from service.odds.design.tuning import tune_pay_table, tune_perfect_pays, tune_shift_share
from service.odds.profile import profile
from service.odds.shoe.counting import counter_gain
from service.odds.simulation.simulation import simulate
from service.odds.table.chart import chart
from service.odds.table.chart_text import chart_text
from service.odds.table.exact import exact_odds
from service.odds.table.solution import solve
from service.odds.table.table_text import table_lines
from service.odds.versus.equilibrium import equilibrium
from service.odds.versus.versus import VersusOdds, VersusShares, versus_odds

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from deckmapping.records import CardRecord
    from deckmapping.values import Value
    from deckmapping.variants import Variant
    from service.odds.design.design import Design, DesignOrder
    from service.odds.design.tuning import Tuned
    from service.odds.kinds import Pile, Side
    from service.odds.profile import DeckProfile
    from service.odds.setting import Draws, Policy, Setting
    from service.odds.shoe.counting import CounterGain, CountingOrder
    from service.odds.simulation.simulation import Simulated
    from service.odds.table.chart import Cell, Chart
    from service.odds.table.outcomes import Odds
    from service.odds.versus.equilibrium import Equilibrium
    from service.pictures.formats import PictureFormat
    from service.rpc.work.executor import Watch


class Over(NamedTuple):
    """The chance to go over 11 with one more card."""

    cards: int
    total: Value
    chance: float


@dataclass(frozen=True, slots=True)
class TableOdds:
    """What a table earns."""

    odds: Odds
    edge: float
    error_bound: float
    over: tuple[Over, ...]
    """By number of cards and total."""


class Picture(NamedTuple):
    """A picture as it is sent."""

    content: bytes
    media_type: str


@dataclass(frozen=True, slots=True)
class Charted:
    """A strategy chart in its forms."""

    chart: Chart
    edge: float
    text: str
    picture: Picture | None


def table_odds(setting: Setting, policy: Policy, _: Watch) -> TableOdds:
    """Solve a table."""
    solution = solve(setting, policy)
    cells = chart(solution).cells
    return TableOdds(exact_odds(solution), solution.edge, solution.error_bound, _over_chances(cells))


def charted(
    setting: Setting, policy: Policy, variant: Variant | None, picture: PictureFormat | None, _: Watch
) -> Charted:
    """Chart a play, with a picture if one is asked for."""
    solution = solve(setting, policy)
    made = chart(solution)
    drawn = _chart_picture(made, picture, table_lines(setting, policy, variant)) if picture else None
    return Charted(made, solution.edge, chart_text(made), drawn)


def versus(first: Side, second: Side, stand_on: tuple[int, int], draws: Draws, _: Watch) -> VersusOdds:
    """Play two sides by given totals."""
    return versus_odds(first, second, stand_on, draws)


def versus_equilibrium(first: Side, second: Side, draws: Draws, watch: Watch) -> tuple[Equilibrium, VersusOdds]:
    """Find the equilibrium of two sides, and how hands come out at it; its `stand_on` are the commonest totals."""
    found = equilibrium(first, second, draws)
    pairs = [(one, two) for one in found.first for two in found.second]
    parts = []
    for at, pair in enumerate(pairs):
        watch(at, len(pairs))
        parts.append((found.first[pair[0]] * found.second[pair[1]], versus_odds(first, second, pair, draws)))

    def mean(of: Callable[[VersusOdds], Fraction]) -> Fraction:
        return sum((share * of(each) for share, each in parts), Fraction(0))

    def shares(of: Callable[[VersusOdds], VersusShares]) -> VersusShares:
        return VersusShares(
            wins=mean(lambda each: of(each).wins),
            perfect=mean(lambda each: of(each).perfect),
            doubles=mean(lambda each: of(each).doubles),
        )

    return found, VersusOdds(
        stand_on=(_commonest(found.first), _commonest(found.second)),
        first=shares(lambda each: each.first),
        second=shares(lambda each: each.second),
        draw=mean(lambda each: each.draw),
        edge=mean(lambda each: each.edge),
    )


def profiled(
    deck: Pile | Sequence[CardRecord], picture: PictureFormat | None, watch: Watch
) -> tuple[DeckProfile, Picture | None]:
    """Profile a deck, with a picture if one is asked for."""
    found = profile(deck, watch)
    return found, _histogram(found, picture) if picture else None


def tuned_share(setting: Setting, house_edge: Fraction, denominator: int, _: Watch) -> Tuned:
    """Tune the share of hands on which the dealer may change his total."""
    return tune_shift_share(setting, house_edge, denominator)


def tuned_pays(setting: Setting, house_edge: Fraction, denominator: int, _: Watch) -> Tuned:
    """Tune what a perfect sabacc pays."""
    return tune_perfect_pays(setting, house_edge, denominator)


def tuned_pay_table(setting: Setting, house_edge: Fraction, denominator: int, _: Watch) -> Tuned:
    """Tune what a perfect sabacc pays and costs."""
    return tune_pay_table(setting, house_edge, denominator)


def shoe_odds(now: Setting, full: Setting, policy: Policy, _: Watch) -> tuple[Odds, Fraction]:
    """Solve the next hand of a shoe, and what the player's edge was from full piles."""
    return exact_odds(solve(now, policy)), exact_odds(solve(full, policy)).edge


def designed(order: DesignOrder, watch: Watch) -> Design:
    """Design a deck."""
    return designing.design(order, watch)


def simulated(
    setting: Setting, policy: Policy, hands: int, seed: int, watch: Watch
) -> tuple[Simulated, Fraction, float]:
    """Play hands; return with them the exact edge, and how many standard errors they are off."""
    solution = solve(setting, policy)
    odds = exact_odds(solution)
    found = simulate(solution, hands, seed, watch)
    return found, odds.edge, found.errors_off(odds)


def counted(order: CountingOrder, watch: Watch) -> CounterGain:
    """Play shoes with a perfect counter."""
    return counter_gain(order, watch)


def _over_chances(cells: Sequence[Cell]) -> tuple[Over, ...]:
    """Return the chances of the hands of each number of cards and total, whatever the up card is."""
    found = []
    for (cards, total), of_total in groupby(cells, lambda cell: (cell.cards, cell.total)):
        alike = list(of_total)
        weight = sum(cell.chance for cell in alike)
        weighed = sum(cell.chance * cell.goes_over for cell in alike)
        found.append(Over(cards, total, weighed / weight if weight else alike[0].goes_over))
    return tuple(found)


# Matplotlib is large: only a process that draws loads it.


def _chart_picture(made: Chart, picture: PictureFormat, table: Sequence[str]) -> Picture:
    from service.pictures.strategy import strategy_chart  # noqa: PLC0415

    return Picture(strategy_chart(made, picture, table=table), picture.media_type)


def _histogram(found: DeckProfile, picture: PictureFormat) -> Picture:
    from service.pictures.histogram import deck_histogram  # noqa: PLC0415

    return Picture(deck_histogram(found, picture), picture.media_type)


def _commonest(shares: Mapping[int, Fraction]) -> int:
    return max(shares, key=lambda total: shares[total])
