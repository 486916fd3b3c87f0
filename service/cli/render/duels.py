"""Decks against each other, and one alone, for people."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

from sabacc.v1 import cards_pb2
from service.cli.enums import word_of
from service.cli.output import exact, line, table
from service.cli.render.odds import BAR, percent, print_pile

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rich.console import Console

    from sabacc.v1 import odds_pb2

_VARIANTS = cards_pb2.DESCRIPTOR.enum_types_by_name["Variant"]


def print_versus(console: Console, answer: odds_pb2.ComputeVersusOddsResponse) -> None:
    """Print what both players win, and on which totals they stand."""
    edge = Decimal(answer.first_edge)
    ahead = (
        f"{'A' if edge > 0 else 'B'} is ahead by {percent(abs(edge))} of a bet a hand" if edge else "Nobody is ahead"
    )
    line(console, ahead, bold=True)
    exact(console, f"Exactly {answer.first_edge_fraction}")
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


def print_profile(console: Console, answer: odds_pb2.ProfileDeckResponse) -> None:
    """Print a deck's values, its chances, its edges by stand-on total, and its variants."""
    most = max((each.count for each in answer.histogram), default=1)
    values = [(each.kind, str(each.count), "#" * round(BAR * each.count / most)) for each in answer.histogram]
    console.print(table(("Value", "Cards", ""), values, title=f"{answer.pile.size} cards", right=(0, 1)))
    line(console, f"The first two cards are a perfect sabacc in {percent(answer.perfect)} of the hands.")
    line(console, f"With the best play it earns {percent(answer.edge, signed=True)} at the usual table:", bold=True)
    line(console, "Deck C deals, draws on 7 or less; a perfect sabacc pays 3:2 and costs one bet.")
    over = [(each.total, percent(each.chance)) for each in answer.goes_over]
    line(console, "The chance that a third card takes two cards over 11:")
    console.print(table(("Total", "Goes over"), over, right=(0, 1)))
    edges = [(str(each.stand_on), f"{each.edge:+.4%}") for each in answer.edges]
    line(console, "What it earns to stand on a total, whatever the dealer shows:")
    console.print(table(("Stands on", "Earns"), edges, right=(0, 1)))
    line(console, f"Best is to stand on {answer.best_stand_on}; in a tie's hands on {_stands(answer.tie_stand_on)}.")
    if answer.variants:
        rows = [
            (
                word_of(_VARIANTS, each.variant),
                str(each.wild),
                str(each.clone),
                str(each.perk_wild),
                percent(each.perfect),
                percent(each.edge, signed=True),
            )
            for each in answer.variants
        ]
        heads = ("Variant", "Wild", "Clone", "By perk", "Perfect", "Earns")
        console.print(table(heads, rows, title="With wild and clone cards", right=(1, 2, 3, 4, 5)))


def _stands(shares: Iterable[odds_pb2.StandOnShare]) -> str:
    return ", ".join(str(each.stand_on) if each.share == "1" else f"{each.stand_on} ({each.share})" for each in shares)
