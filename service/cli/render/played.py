"""Hands and shoes played by chance, for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.cli.output import line, table
from service.cli.render.shares import counted, percent
from service.cli.render.tables import print_outcomes, print_table

if TYPE_CHECKING:
    from rich.console import Console

    from sabacc.v1 import odds_pb2


def print_simulated(
    console: Console, setting: odds_pb2.OddsSetting, answer: odds_pb2.SimulatedHands, *, agrees: bool | None
) -> None:
    """Print what the hands earned beside the exact edge; *agrees* is None where they are too few to tell."""
    earned = f"{percent(answer.edge, signed=True)} of the bet a hand, give or take {percent(answer.standard_error)}"
    line(console, f"The player won {earned}.", bold=True)
    exactly = percent(answer.player_edge, signed=True)
    if agrees is None:
        line(console, f"His exact edge is {exactly}; these are too few hands to compare with it.")
    else:
        away = f"{abs(answer.errors_off):.2f} standard errors away"
        line(console, f"His exact edge is {exactly}, {away}: they {'agree' if agrees else 'do not agree'}.")
    line(console, f"So it was in {counted(answer.hands, 'hand')}, with the seed {answer.seed}.")
    print_table(console, setting)
    print_outcomes(console, answer.outcomes)


def print_counted(console: Console, request: odds_pb2.CountShoesRequest, answer: odds_pb2.CountedShoes) -> None:
    """Print what the counter earned beside what he earns without counting."""
    earns, doubt = _estimate(answer.by_bet)
    line(console, f"A perfect counter earns {earns} of what he bets, give or take {doubt}.", bold=True)
    line(console, f"Without counting he earns {percent(answer.first_edge, signed=True)}.")
    rows = (
        ("Without counting, one bet a hand", percent(answer.uncounted, signed=True), ""),
        ("Played by what is left, one bet a hand", *_estimate(answer.flat)),
        ("Played so, with the bet that fits", *_estimate(answer.spread)),
    )
    console.print(table(("What a shoe earns him", "Of a first bet", "Give or take"), rows, right=(1, 2)))
    bets = f"bets of {request.least_bet} to {request.most_bet}, {answer.bets.mean:.3f} a shoe"
    line(console, f"So it is on {counted(answer.shoes, 'shoe')} of {counted(request.cut, 'hand')}, with {bets}.")
    line(console, f"{percent(answer.good_hands, decimals=1)} of the hands after the first are good for him.")
    print_table(console, request.setting)


def _estimate(estimate: odds_pb2.Estimate) -> tuple[str, str]:
    return percent(estimate.mean, signed=True), percent(estimate.standard_error)
