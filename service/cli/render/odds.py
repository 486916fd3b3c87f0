"""What a dealer's table earns, for people."""

from __future__ import annotations

from collections import defaultdict
from decimal import Decimal
from typing import TYPE_CHECKING

from service.cli.output import exact, line, print_lines, table
from service.cli.render.shares import percent, print_edge
from service.cli.render.tables import print_outcomes, print_pile, print_table
from service.cli.render.totals import BEST, MOST_ROWS, print_totals, written_total

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from rich.console import Console

    from sabacc.v1 import odds_pb2


def print_odds(console: Console, setting: odds_pb2.OddsSetting, answer: odds_pb2.ComputeOddsResponse) -> None:
    """Print the edge, how hands come out, and how both sides' hands end."""
    print_edge(console, answer.player_edge)
    exact(console, f"The player's edge is exactly {answer.player_edge_fraction}")
    line(console, f"Standard deviation of a hand: {Decimal(answer.variance).sqrt():.3f} bets.")
    print_table(console, setting)
    print_outcomes(console, answer.outcomes)
    opens = f"{percent(answer.player_opens_perfect)} of the player's hands, {percent(answer.dealer_opens_perfect)}"
    line(console, f"The first two cards are a perfect sabacc in {opens} of the dealer's.")
    line(console, "Totals of hands that no perfect sabacc ended:")
    print_totals(console, answer.player_ends, answer.dealer_ends)
    _print_over(console, answer.over_chances)
    print_pile(console, "The player's", answer.player_pile)
    print_pile(console, "The dealer's", answer.dealer_pile)


def print_shoe(console: Console, setting: odds_pb2.OddsSetting, answer: odds_pb2.ComputeShoeOddsResponse) -> None:
    """Print the edge of the next hand beside that of full piles."""
    print_edge(console, answer.player_edge)
    line(console, f"From full piles the house edge is {percent(-Decimal(answer.full_player_edge), signed=True)}.")
    exact(console, f"The player's edge is exactly {answer.player_edge_fraction}")
    print_table(console, setting)
    print_outcomes(console, answer.outcomes)
    print_pile(console, "Left to the player are", answer.player_pile)
    print_pile(console, "Left to the dealer are", answer.dealer_pile)


def print_chart(
    console: Console, setting: odds_pb2.OddsSetting, answer: odds_pb2.MakeStrategyChartResponse, out: Path | None
) -> None:
    """Print what the play earns, the chart, and where its picture is."""
    print_edge(console, answer.edge)
    print_table(console, setting)
    line(console, "")
    print_lines(console, answer.text)
    print_picture(console, out)


def print_picture(console: Console, out: Path | None) -> None:
    """Print where a picture was written, if one was."""
    if out is not None:
        exact(console, f"Picture: {out}")


def _print_over(console: Console, chances: Iterable[odds_pb2.OverChance]) -> None:
    by_total: dict[Decimal, dict[int, float]] = defaultdict(dict)
    for each in chances:
        if Decimal(each.total) <= BEST:
            by_total[Decimal(each.total)][each.cards] = each.chance
    dangerous = {total: each for total, each in sorted(by_total.items()) if any(each.values())}
    whole = {total: each for total, each in dangerous.items() if total == int(total)}
    shown = dangerous if len(dangerous) <= MOST_ROWS else whole
    sizes = sorted({cards for each in shown.values() for cards in each})
    rows = [
        (written_total(total), *(percent(each[cards], decimals=1) if cards in each else "" for cards in sizes))
        for total, each in shown.items()
    ]
    if not rows:
        line(console, "One more card never takes the player over 11.")
        return
    line(console, "The chance that one more card takes the player over 11:")
    heads = ("Total", *(f"{cards} cards" for cards in sizes))
    console.print(table(heads, rows, right=range(len(heads))))
    if shown is not dangerous:
        line(console, "These are the whole totals; --json has all.")
