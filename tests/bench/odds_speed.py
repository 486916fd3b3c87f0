"""What exact odds save beside a simulation, and what a simulation costs beside its random numbers and OpenSpiel.

    python -m tests.bench.odds_speed [PYTHON_WITH_OPEN_SPIEL]

Times are processor times of this thread, the median of rounds in which everything is measured in turn. A simulation
that reaches a standard error of 0.0001 is too long to be run here: it needs (variance of one hand) / 0.0001^2 hands,
and its time is that number times the measured time a hand. The numbers drawn without their hands are those of the same
simulation: a card's number for each of six cards on either side, also where a hand stands before. OpenSpiel is measured
by another Python (the argument, or the setting SABACC_OPEN_SPIEL), whose environment has `open_spiel`.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

import numpy as np
from rich.console import Console
from rich.table import Table

from deckmapping.themes.building import DECK_C
from deckmapping.themes.bundled import bundled_deck
from service.odds.hands import hands, ladder, multisets
from service.odds.kinds import Pile, Side
from service.odds.piles import bundled_side
from service.odds.setting import Setting
from service.odds.simulation.seating import Table as Dealt
from service.odds.simulation.simulation import BATCH, simulate
from service.odds.table import dealer
from service.odds.table.exact import exact_odds
from service.odds.table.solution import solve

if TYPE_CHECKING:
    from collections.abc import Callable

    from service.odds.table.solution import Solution

ROUNDS = 9
HANDS = 100 * BATCH
STANDARD_ERROR = 1e-4
OPEN_CARDS = "dune-sea-light"
"""A bundled deck with wild and clone cards."""
OPEN_SPIEL = "SABACC_OPEN_SPIEL"


@dataclass(frozen=True)
class Times:
    """Seconds of every round."""

    solve: list[float] = field(default_factory=list)
    cold: list[float] = field(default_factory=list)
    exact: list[float] = field(default_factory=list)
    hand: list[float] = field(default_factory=list)
    numbers: list[float] = field(default_factory=list)
    """Only drawing the random numbers of a hand."""


def seconds(run: Callable[[], object], times: int = 1) -> float:
    """Return the processor time that *run* takes, of *times* runs on average."""
    start = time.thread_time()
    for _ in range(times):
        run()
    return (time.thread_time() - start) / times


def solve_cold(setting: Setting) -> None:
    """Solve with no table made beforehand."""
    for cached in (multisets.levels, hands.hands, ladder.ladder, dealer._parts_by_end):
        cached.cache_clear()
    solve(setting)


def only_numbers(solution: Solution) -> Callable[[], None]:
    """Return what draws the random numbers of `HANDS` hands, as the simulation does, and does nothing with them."""
    table, deal = Dealt.of(solution), np.random.Generator(np.random.PCG64(1))
    assert not table.tosses
    sides = table.dealer, table.player
    cards = [cards for side in sides for cards in (len(side.kinds), *(stage.cards for stage in side.stages))]

    def draw() -> None:
        for _ in range(HANDS // BATCH):
            for below in cards:
                deal.integers(0, below, BATCH, np.uint16)

    return draw


def measured(setting: Setting) -> Times:
    """Measure all that concerns one table."""
    solution, times = solve(setting), Times()
    numbers = only_numbers(solution)
    simulate(solution, HANDS, 0)
    for seed in range(ROUNDS):
        times.cold.append(seconds(lambda: solve_cold(setting)))
        times.solve.append(seconds(lambda: solve(setting), 20))
        times.exact.append(seconds(lambda: exact_odds(solution), 3))
        times.hand.append(seconds(lambda: simulate(solution, HANDS, seed)) / HANDS)  # noqa: B023  (called at once)
        times.numbers.append(seconds(numbers) / HANDS)
    return times


def open_spiel(python: str | None) -> dict[str, float] | None:
    """Return the seconds of OpenSpiel's playouts by way of playing; None where *python* is none that has OpenSpiel."""
    if not python:
        return None
    program = Path(__file__).with_name("open_spiel_playouts.py")
    try:
        found = subprocess.run([python, str(program)], capture_output=True, text=True, check=False)
    except OSError as error:
        print(f"{python}: {error.strerror}", file=sys.stderr)
        return None
    if found.returncode:
        print(found.stderr, file=sys.stderr)
        return None
    return {name: microseconds / 1e6 for name, microseconds in json.loads(found.stdout).items()}


def ratio(longer: list[float], shorter: list[float]) -> float:
    """Return the median of the rounds' ratios."""
    return median(one / other for one, other in zip(longer, shorter, strict=True))


def add_table_rows(table: Table, name: str, setting: Setting, goals: tuple[int | None, int | None]) -> Times:
    """Measure one table and add what its solution saves."""
    solution = solve(setting)
    needed = float(exact_odds(solution).variance) / STANDARD_ERROR**2
    times = measured(setting)
    long = [hand * needed for hand in times.hand]
    table.add_section()
    table.add_row(f"{name}: {needed:.3g} hands simulated", f"{median(long):.2f} s")
    for what, took, goal in (
        ("solution", times.solve, goals[0]),
        ("solution, no table made before", times.cold, None),
        ("exact fraction of its play", times.exact, goals[1]),
    ):
        add_ratio(table, f"{name}: {what}", f"{median(took) * 1e3:.2f} ms", ratio(long, took), goal)
    return times


def add_ratio(table: Table, name: str, took: str, times: float, at_least: float | None) -> None:
    """Add one measured ratio beside its goal."""
    reached = "" if at_least is None else "reached" if times >= at_least else "MISSED"
    table.add_row(name, took, f"{times:,.1f}", "" if at_least is None else f"at least {at_least:,}", reached)


def main(python: str | None) -> None:
    """Print the table."""
    console = Console(width=120)
    table = Table(title=f"Odds of 60 cards against 60: solution, simulation, OpenSpiel; {ROUNDS} rounds")
    for head in ("what", "takes", "times as fast as the first", "goal", ""):
        table.add_column(head, justify="left" if head == "what" else "right")
    deck_c = Side(Pile.of_values(DECK_C))
    open_cards = bundled_side(OPEN_CARDS, bundled_deck(OPEN_CARDS).variant)
    times = add_table_rows(table, "Deck C", Setting(deck_c, deck_c), (5_000, 50))
    add_table_rows(table, OPEN_CARDS, Setting(open_cards, open_cards), (100, None))
    hand = median(times.hand)
    beside = ratio(times.hand, times.numbers)
    table.add_section()
    table.add_row("Deck C: one hand simulated", f"{hand * 1e9:.1f} ns")
    reached = "reached" if beside <= 2 else "MISSED"
    table.add_row(
        "only its random numbers", f"{median(times.numbers) * 1e9:.1f} ns", f"{beside:.2f}", "at most 2", reached
    )
    playouts = open_spiel(python)
    if playouts is None:
        table.add_row(f"OpenSpiel: NOT MEASURED, name a Python that has open_spiel ({OPEN_SPIEL})")
    for way, words, goal in (
        ("stepped", "blackjack stepped from Python, chance_outcomes", 200),
        ("stepped_lean", "the same, all left out that can be", 200),
        ("played", "whole hands played in C++, evaluate_bots", 40),
        ("rolled_out_whole", "rolled out in C++, for a whole hand's moves", 40),
        ("rolled_out", "rolled out in C++ from after the deal", None),
    ):
        if playouts is not None:
            took = playouts[way]
            add_ratio(table, f"OpenSpiel: {words}", f"{took * 1e9:,.0f} ns", took / hand, goal)
    console.print(table)


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else os.environ.get(OPEN_SPIEL))
