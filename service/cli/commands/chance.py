"""`sabacc simulate` and `sabacc count`: hands and shoes played by chance."""

from typing import Annotated, Final

import typer

from sabacc.v1 import odds_pb2
from service.cli.backend import opened
from service.cli.failures import ExitCode, reported
from service.cli.long_work import result_of
from service.cli.numbers import large_number, seed_number, share_text, whole_number
from service.cli.odds_fields import TABLE
from service.cli.option_groups import takes
from service.cli.options import AsJson, CatalogueFile, Server
from service.cli.output import show
from service.cli.render.played import print_counted, print_simulated
from service.cli.table_options import GivenPolicy, TableOptions, policy_message

MOST_ERRORS_OFF: Final = 4
"""Standard errors between a simulation and the exact edge beyond which one of them is wrong."""
LEAST_HANDS: Final = 1000
"""Of fewer the standard error says too little."""

Seed = Annotated[int, typer.Option(metavar="N", help="The same seed gives the same hands.", parser=seed_number)]


@takes(TableOptions)
def simulate_hands(
    table: TableOptions,
    *,
    policy: GivenPolicy = "best",
    hands: Annotated[int, typer.Option(metavar="N", help="How many hands to play.", parser=large_number)] = 1_000_000,
    seed: Seed = 1,
    as_json: AsJson = False,
    server: Server = None,
    catalogue: CatalogueFile = None,
) -> None:
    """Play hands of a table by chance, and compare what they earn with the exact edge.

    Exit code 1: they are more than four standard errors apart, so one of them is wrong. Fewer than 1000 hands are not
    compared.
    """
    with reported(as_json=as_json, options=TABLE), opened(server, catalogue=catalogue) as calls:
        request = odds_pb2.SimulateHandsRequest(
            policy=policy_message(policy), hands=hands, seed=seed, setting=table.message(calls)
        )
        answer: odds_pb2.SimulatedHands = result_of("Playing hands", calls.odds.SimulateHands(request))
        agrees = abs(answer.errors_off) <= MOST_ERRORS_OFF if hands >= LEAST_HANDS else None
        show(answer, lambda console: print_simulated(console, request.setting, answer, agrees=agrees), as_json=as_json)
        if agrees is False:
            raise typer.Exit(int(ExitCode.REFUSED))


@takes(TableOptions)
def count_shoes(
    table: TableOptions,
    *,
    cut: Annotated[
        int, typer.Option(metavar="N", help="Hands until the piles are shuffled anew.", parser=whole_number)
    ] = 3,
    least_bet: Annotated[str, typer.Option(metavar="N", help="His smallest bet, in first bets of a shoe.")] = "1",
    most_bet: Annotated[str, typer.Option(metavar="N", help="His largest, likewise.")] = "2",
    shoes: Annotated[int, typer.Option(metavar="N", help="How many shoes to play.", parser=whole_number)] = 10_000,
    seed: Seed = 1,
    as_json: AsJson = False,
    server: Server = None,
    catalogue: CatalogueFile = None,
) -> None:
    """Tell what a player earns who counts the cards of a shoe perfectly and bets by it."""
    with reported(as_json=as_json, options=TABLE), opened(server, catalogue=catalogue) as calls:
        request = odds_pb2.CountShoesRequest(
            cut=cut,
            least_bet=share_text("--least-bet", least_bet),
            most_bet=share_text("--most-bet", most_bet),
            shoes=shoes,
            seed=seed,
            setting=table.message(calls),
        )
        answer: odds_pb2.CountedShoes = result_of("Playing shoes", calls.odds.CountShoes(request))
        show(answer, lambda console: print_counted(console, request, answer), as_json=as_json)
