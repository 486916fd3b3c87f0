"""`sabacc odds`, `chart`, `design`, `tune`, `simulate`, `shoe`, `count`: what a dealer's table earns."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Annotated, Final

import typer

from sabacc.v1 import odds_pb2
from service.cli.backend import opened
from service.cli.commands.duels import show_profile, show_versus
from service.cli.failures import ExitCode, reported
from service.cli.long_work import result_of
from service.cli.option_groups import takes
from service.cli.options import AsJson, CatalogueFile, Server
from service.cli.output import print_lines, show
from service.cli.picture_files import Picture, picture_format, write_picture
from service.cli.render.odds import (
    print_counted,
    print_design,
    print_odds,
    print_shoe,
    print_simulated,
    print_tuned,
)
from service.cli.table_options import GivenPolicy, TableOptions, policy_message, share_text, tuning_name

MOST_ERRORS_OFF: Final = 4
"""Standard errors between a simulation and the exact edge beyond which one of them is wrong."""

HouseEdge = Annotated[
    str, typer.Option(metavar="EDGE", help="What the house is to earn, in bets a hand: 0.02, 1/50 or 2%.")
]
Seed = Annotated[int, typer.Option(metavar="N", help="The same seed gives the same hands.")]


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
    with reported(as_json=as_json), opened(server, catalogue=catalogue) as calls:
        request = odds_pb2.ComputeOddsRequest(setting=table.message(calls), policy=policy_message(policy))
        answer = calls.odds.ComputeOdds(request)
        show(answer, lambda console: print_odds(console, answer), as_json=as_json)


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
    with reported(as_json=as_json), opened(server, catalogue=catalogue) as calls:
        request = odds_pb2.MakeStrategyChartRequest(
            setting=table.message(calls), policy=policy_message(policy), picture=picture_format(out)
        )
        answer = calls.odds.MakeStrategyChart(request)
        write_picture(out, answer.picture)
        answer.ClearField("picture")  # it is in the file
        show(answer, lambda console: print_lines(console, answer.text), as_json=as_json)


@takes(TableOptions)
def design_deck(
    table: TableOptions,
    *,
    house_edge: HouseEdge = "2%",
    tolerance: Annotated[str, typer.Option(metavar="EDGE", help="How far off the deck's edge may be.")] = "0.1%",
    most_changed: Annotated[int, typer.Option(metavar="N", help="How many cards may be exchanged.")] = 3,
    may_leave: Annotated[str, typer.Option(metavar="LIST", help="Kinds that may leave: 0,2; all if none.")] = "",
    may_come: Annotated[
        str, typer.Option(metavar="LIST", help="Kinds that may come, such as 1,3,wild; those of the deck if none.")
    ] = "",
    as_json: AsJson = False,
    server: Server = None,
    catalogue: CatalogueFile = None,
) -> None:
    """Find the dealer's deck nearest to the given one with which the house earns a wanted edge, with the proof.

    Exit code 1: no deck within the bounds is near enough; the nearest is shown.
    """
    with reported(as_json=as_json), opened(server, catalogue=catalogue) as calls:
        request = odds_pb2.DesignDealerDeckRequest(
            setting=table.message(calls),
            house_edge=share_text(house_edge),
            tolerance=share_text(tolerance),
            most_changed=most_changed,
            may_leave=_listed(may_leave),
            may_come=_listed(may_come),
        )
        answer: odds_pb2.DesignedDeck = result_of("Trying decks", calls.odds.DesignDealerDeck(request))
        show(answer, lambda console: print_design(console, answer), as_json=as_json)
        if not answer.is_within:
            raise typer.Exit(int(ExitCode.REFUSED))


@takes(TableOptions)
def tune_table(
    table: TableOptions,
    *,
    tuning: Annotated[
        str, typer.Argument(metavar="NUMBER", help="What to find: shift-share, perfect-pays or pay-table.")
    ],
    house_edge: HouseEdge = "2%",
    denominator: Annotated[
        int | None, typer.Option(metavar="N", help="Round to whole parts of N: 100 for a share, 20 for a payout.")
    ] = None,
    as_json: AsJson = False,
    server: Server = None,
    catalogue: CatalogueFile = None,
) -> None:
    """Find Lando's share of hands, or the payout of a perfect sabacc, with which the house earns a wanted edge."""
    with reported(as_json=as_json), opened(server, catalogue=catalogue) as calls:
        request = odds_pb2.TuneTableRequest(
            setting=table.message(calls),
            house_edge=share_text(house_edge),
            tuning=tuning_name(tuning),
            denominator=denominator,
        )
        answer = calls.odds.TuneTable(request)
        show(answer, lambda console: print_tuned(console, answer), as_json=as_json)


@takes(TableOptions)
def simulate_hands(
    table: TableOptions,
    *,
    policy: GivenPolicy = "best",
    hands: Annotated[int, typer.Option(metavar="N", help="How many hands to play.")] = 1_000_000,
    seed: Seed = 1,
    as_json: AsJson = False,
    server: Server = None,
    catalogue: CatalogueFile = None,
) -> None:
    """Play hands of a table by chance, and compare what they earn with the exact edge.

    Exit code 1: they are more than four standard errors apart, so one of them is wrong.
    """
    with reported(as_json=as_json), opened(server, catalogue=catalogue) as calls:
        request = odds_pb2.SimulateHandsRequest(
            setting=table.message(calls), policy=policy_message(policy), hands=hands, seed=seed
        )
        answer: odds_pb2.SimulatedHands = result_of("Playing hands", calls.odds.SimulateHands(request))
        show(answer, lambda console: print_simulated(console, answer), as_json=as_json)
        if abs(answer.errors_off) > MOST_ERRORS_OFF:
            raise typer.Exit(int(ExitCode.REFUSED))


@takes(TableOptions)
def show_shoe(
    table: TableOptions,
    *,
    player_played: Annotated[
        str, typer.Option(metavar="LIST", help="What the player has played: counts such as 0:2,5:1, or card ids.")
    ] = "",
    dealer_played: Annotated[str, typer.Option(metavar="LIST", help="What the dealer has played.")] = "",
    policy: GivenPolicy = "best",
    as_json: AsJson = False,
    server: Server = None,
    catalogue: CatalogueFile = None,
) -> None:
    """Tell what the next hand of a shoe earns, after cards have been played."""
    with reported(as_json=as_json), opened(server, catalogue=catalogue) as calls:
        request = odds_pb2.ComputeShoeOddsRequest(
            setting=table.message(calls),
            policy=policy_message(policy),
            player_played=_played(player_played),
            dealer_played=_played(dealer_played),
        )
        answer = calls.odds.ComputeShoeOdds(request)
        show(answer, lambda console: print_shoe(console, answer), as_json=as_json)


@takes(TableOptions)
def count_shoes(
    table: TableOptions,
    *,
    cut: Annotated[int, typer.Option(metavar="N", help="Hands until the piles are shuffled anew.")] = 3,
    least_bet: Annotated[str, typer.Option(metavar="N", help="His smallest bet, in first bets of a shoe.")] = "1",
    most_bet: Annotated[str, typer.Option(metavar="N", help="His largest, likewise.")] = "2",
    shoes: Annotated[int, typer.Option(metavar="N", help="How many shoes to play.")] = 10_000,
    seed: Seed = 1,
    as_json: AsJson = False,
    server: Server = None,
    catalogue: CatalogueFile = None,
) -> None:
    """Tell what a player earns who counts the cards of a shoe perfectly and bets by it."""
    with reported(as_json=as_json), opened(server, catalogue=catalogue) as calls:
        request = odds_pb2.CountShoesRequest(
            setting=table.message(calls), cut=cut, least_bet=least_bet, most_bet=most_bet, shoes=shoes, seed=seed
        )
        answer: odds_pb2.CountedShoes = result_of("Playing shoes", calls.odds.CountShoes(request))
        show(answer, lambda console: print_counted(console, answer), as_json=as_json)


def _listed(text: str) -> list[str]:
    return [each.strip() for each in text.split(",") if each.strip()]


def _played(given: str) -> odds_pb2.PlayedCards | None:
    if not given:
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
