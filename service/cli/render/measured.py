"""Decks and numbers made to a wanted edge, for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sabacc.v1 import odds_pb2
from service.cli.output import exact, line
from service.cli.render.shares import counted, fraction_percent, percent
from service.cli.render.tables import print_table

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rich.console import Console


def print_design(console: Console, request: odds_pb2.DesignDealerDeckRequest, answer: odds_pb2.DesignedDeck) -> None:
    """Print the deck that was found, what was exchanged, and its edge."""
    if not answer.is_within:
        wanted = fraction_percent(request.house_edge, signed=True)
        line(console, f"No deck within the bounds comes near enough to {wanted}. The nearest:", bold=True)
    line(console, f"With this deck the house edge is {percent(answer.house_edge, signed=True)}:", bold=True)
    exact(console, answer.counts)
    changed = sum(each.count for each in answer.leaves)
    if changed:
        line(console, f"{counted(changed, 'card')} changed: out {_kinds(answer.leaves)}; in {_kinds(answer.comes)}.")
    else:
        line(console, "No card is changed.")
    exact(console, f"The house edge is exactly {answer.house_edge_fraction}")
    line(console, f"{counted(answer.tried, 'deck')} solved.")
    print_table(console, request.setting)


def print_tuned(console: Console, request: odds_pb2.TuneTableRequest, answer: odds_pb2.TuneTableResponse) -> None:
    """Print the number that was found, and what the house earns with it."""
    if request.tuning == odds_pb2.TUNING_SHIFT_SHARE:
        words = f"With a shift share of {fraction_percent(answer.value)}"
        options = f"--shift-share {answer.value}"
        exactly = f"it would be {fraction_percent(answer.exactly)}"
    else:
        pays = f"{answer.value.replace('/', ':')}{'' if '/' in answer.value else ':1'}"
        costs = answer.pay.perfect_costs
        words = f"With a perfect sabacc that pays {pays} and costs {costs}"
        options = f"--perfect-pays {pays} --perfect-costs {costs}"
        exactly = f"it would pay {fraction_percent(answer.exactly)} of the bet"
    line(console, f"{words} the house edge is {percent(answer.house_edge, signed=True)}.", bold=True)
    exact(console, f"As options: {options}")
    exact(console, f"The house edge is then exactly {answer.house_edge_fraction}")
    wanted = fraction_percent(request.house_edge, signed=True)
    exact(console, f"For {wanted} precisely {exactly}: {answer.exactly}")


def _kinds(changes: Iterable[odds_pb2.KindCount]) -> str:
    return ", ".join(f"{each.count} x {each.kind}" for each in changes)
