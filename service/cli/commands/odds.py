"""`sabacc odds`, `chart` and `shoe`: what a dealer's table earns; and all commands of the odds by name."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Annotated, Final

import typer

from sabacc.v1 import odds_pb2
from service.cli.backend import opened
from service.cli.commands.chance import count_shoes, simulate_hands
from service.cli.commands.duels import show_profile, show_versus
from service.cli.commands.measures import design_deck, tune_table
from service.cli.failures import reported
from service.cli.odds_fields import TABLE
from service.cli.option_groups import takes
from service.cli.options import AsJson, CatalogueFile, Server
from service.cli.output import show
from service.cli.picture_files import Picture, picture_format, write_picture
from service.cli.render.odds import print_chart, print_odds, print_shoe
from service.cli.table_options import GivenPolicy, TableOptions, policy_message


@takes(TableOptions)
def show_odds(
    table: TableOptions,
    *,
    policy: GivenPolicy = "best",
    as_json: AsJson = False,
    server: Server = None,
    catalogue: CatalogueFile = None,
) -> None:
    """Tell exactly what a dealer's table earns, and how hands come out.

    Without options it is the standard table: Deck C on both sides, a perfect sabacc pays 3:2 and costs one bet.
    """
    with reported(as_json=as_json, options=TABLE), opened(server, catalogue=catalogue) as calls:
        request = odds_pb2.ComputeOddsRequest(policy=policy_message(policy), setting=table.message(calls))
        answer = calls.odds.ComputeOdds(request)
        show(answer, lambda console: print_odds(console, request.setting, answer), as_json=as_json)


@takes(TableOptions)
def show_chart(
    table: TableOptions,
    *,
    policy: GivenPolicy = "best",
    out: Picture = None,
    as_json: AsJson = False,
    server: Server = None,
    catalogue: CatalogueFile = None,
) -> None:
    """Chart when to draw and when to stand, and what the wrong move costs."""
    with reported(as_json=as_json, options=TABLE), opened(server, catalogue=catalogue) as calls:
        request = odds_pb2.MakeStrategyChartRequest(
            policy=policy_message(policy), picture=picture_format(out), setting=table.message(calls)
        )
        answer = calls.odds.MakeStrategyChart(request)
        write_picture(out, answer.picture)
        answer.ClearField("picture")  # it is in the file
        show(answer, lambda console: print_chart(console, request.setting, answer, out), as_json=as_json)


@takes(TableOptions)
def show_shoe(
    table: TableOptions,
    *,
    player_played: Annotated[
        str, typer.Option(metavar="LIST", help="What the player has played: counts such as 0:2,5:1, or card ids.")
    ] = "",
    dealer_played: Annotated[str, typer.Option(metavar="LIST", help="What the dealer has played, likewise.")] = "",
    policy: GivenPolicy = "best",
    as_json: AsJson = False,
    server: Server = None,
    catalogue: CatalogueFile = None,
) -> None:
    """Tell what the next hand of a shoe earns, after cards have been played.

    This is for practice. A table of the campaign does not offer it: who is told this is a perfect counter of cards.
    """
    with reported(as_json=as_json, options=TABLE), opened(server, catalogue=catalogue) as calls:
        request = odds_pb2.ComputeShoeOddsRequest(
            policy=policy_message(policy),
            player_played=_played(player_played),
            dealer_played=_played(dealer_played),
            setting=table.message(calls),
        )
        answer = calls.odds.ComputeShoeOdds(request)
        show(answer, lambda console: print_shoe(console, request.setting, answer), as_json=as_json)


def _played(given: str) -> odds_pb2.PlayedCards | None:
    if not given.strip():
        return None
    return odds_pb2.PlayedCards(counts=given) if ":" in given else odds_pb2.PlayedCards(deck=given)


ODDS: Final[Mapping[str, Callable[..., None]]] = MappingProxyType(
    {
        "odds": show_odds,
        "chart": show_chart,
        "design": design_deck,
        "tune": tune_table,
        "simulate": simulate_hands,
        "shoe": show_shoe,
        "count": count_shoes,
        "versus": show_versus,
        "profile": show_profile,
    }
)
"""The commands of the odds, by name."""
