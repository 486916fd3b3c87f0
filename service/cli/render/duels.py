"""Decks against each other, and one alone, for people."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

from sabacc.v1 import cards_pb2
from service.cli.enums import word_of
from service.cli.output import exact, line, table
from service.cli.render.odds import print_picture
from service.cli.render.shares import bar, fraction_percent, percent
from service.cli.render.tables import print_pile
from service.cli.render.totals import BEST

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from rich.console import Console

    from sabacc.v1 import odds_pb2


def print_versus(console: Console, answer: odds_pb2.ComputeVersusOddsResponse) -> None:
    """Print what both players win, and on which totals they stand."""
    edge = Decimal(answer.first_edge)
    ahead = f"{'A' if edge > 0 else 'B'} is ahead by {percent(abs(edge))} of the bet a hand."
    line(console, ahead if edge else "Nobody is ahead.", bold=True)
    if edge:
        exact(console, f"A's edge is exactly {answer.first_edge_fraction}")
    rows = [
        (name, percent(side.wins), percent(side.perfect), percent(side.doubles), _stands(stands))
        for name, side, stands in (
            ("A", answer.first, answer.first_stand_on),
            ("B", answer.second, answer.second_stand_on),
        )
    ]
    heads = ("Player", "Wins", "by perfect sabacc", "counting double", "Stands on")
    console.print(table(heads, rows, right=(1, 2, 3)))
    line(console, f"Nobody wins {percent(answer.draw)} of the hands.")
    if answer.first_replies:
        line(console, "These totals are an equilibrium: neither gains by any other.")
    print_pile(console, "A's", answer.first_pile)
    print_pile(console, "B's", answer.second_pile)


def print_profile(console: Console, answer: odds_pb2.ProfileDeckResponse, out: Path | None) -> None:
    """Print a deck's values, its chances, its edges by stand-on total, and its variants."""
    wins, best = Decimal(answer.edge), answer.best_stand_on
    earns = f"{'earns' if wins >= 0 else 'loses'} {percent(abs(wins))} of the bet a hand at the usual table"
    line(console, f"Played as well as can be, this deck {earns}.", bold=True)
    in_tie = _stands(answer.tie_stand_on)
    line(console, f"Whoever looks at his total alone does best to stand on {best}; in a tie on {in_tie}.")
    line(console, f"The first two cards are a perfect sabacc in {percent(answer.perfect)} of the hands.")
    line(console, "The usual table: Deck C deals and draws on 7 or less, pays 3:2 for a perfect sabacc, costs 1.")
    most = max((each.count for each in answer.histogram), default=1)
    values = [(each.kind, str(each.count), bar(each.count, most)) for each in answer.histogram]
    console.print(table(("Value", "Cards", ""), values, right=(0, 1)))
    _print_over(console, answer.goes_over)
    edges = [(str(each.stand_on), percent(each.edge, signed=True)) for each in answer.edges]
    line(console, "What it earns to stand on a total, whatever the dealer shows:")
    console.print(table(("Stands on", "Earns"), edges, right=(0, 1)))
    if answer.variants:
        _print_variants(console, answer.variants)
    print_pile(console, "The", answer.pile)
    print_picture(console, out)


def _print_over(console: Console, chances: Iterable[odds_pb2.OverShare]) -> None:
    rows = [
        (each.total, percent(each.chance)) for each in chances if Decimal(each.chance) and Decimal(each.total) <= BEST
    ]
    if rows:
        line(console, "The chance that a third card takes two cards over 11:")
        console.print(table(("Total", "Goes over"), rows, right=(0, 1)))
    else:
        line(console, "A third card never takes two cards over 11.")


def _print_variants(console: Console, variants: Iterable[odds_pb2.VariantProfile]) -> None:
    rows = [
        (
            word_of(cards_pb2.Variant.DESCRIPTOR, each.variant),
            str(each.wild),
            str(each.clone),
            str(each.perk_wild),
            percent(each.perfect),
            percent(each.edge, signed=True),
        )
        for each in variants
    ]
    heads = ("Variant", "Wild", "Clone", "By perk", "Perfect", "Earns")
    line(console, "With wild and clone cards, without a character:")
    console.print(table(heads, rows, right=(1, 2, 3, 4, 5)))


def _stands(shares: Iterable[odds_pb2.StandOnShare]) -> str:
    return ", ".join(
        str(each.stand_on) if each.share == "1" else f"{each.stand_on} ({fraction_percent(each.share)})"
        for each in shares
    )
