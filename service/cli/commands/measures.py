"""`sabacc design` and `sabacc tune`: a deck, or one number of a table, made to a wanted house edge."""

from typing import Annotated

import typer

from sabacc.v1 import odds_pb2
from service.cli.backend import opened
from service.cli.failures import ExitCode, reported
from service.cli.long_work import result_of
from service.cli.numbers import share_text, whole_number
from service.cli.odds_fields import TABLE
from service.cli.option_groups import takes
from service.cli.options import AsJson, CatalogueFile, Server
from service.cli.output import show
from service.cli.render.measured import print_design, print_tuned
from service.cli.table_options import TUNINGS, TableOptions, tuning_name

HouseEdge = Annotated[
    str, typer.Option(metavar="EDGE", help="What the house is to earn, in bets a hand: 0.02, 1/50 or 2%.")
]


@takes(TableOptions)
def design_deck(
    table: TableOptions,
    *,
    house_edge: HouseEdge = "2%",
    tolerance: Annotated[str, typer.Option(metavar="EDGE", help="How far off the deck's edge may be.")] = "0.1%",
    most_changed: Annotated[
        int, typer.Option(metavar="N", help="How many cards may be exchanged.", parser=whole_number)
    ] = 3,
    may_leave: Annotated[
        str, typer.Option(metavar="LIST", help="Kinds that may leave, such as 0,2; all of the deck if none.")
    ] = "",
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
    with reported(as_json=as_json, options=TABLE), opened(server, catalogue=catalogue) as calls:
        request = odds_pb2.DesignDealerDeckRequest(
            house_edge=share_text("--house-edge", house_edge),
            tolerance=share_text("--tolerance", tolerance),
            most_changed=most_changed,
            may_leave=_listed(may_leave),
            may_come=_listed(may_come),
            setting=table.message(calls),
        )
        answer: odds_pb2.DesignedDeck = result_of("Trying decks", calls.odds.DesignDealerDeck(request))
        show(answer, lambda console: print_design(console, request, answer), as_json=as_json)
        if not answer.is_within:
            raise typer.Exit(int(ExitCode.REFUSED))


@takes(TableOptions)
def tune_table(
    table: TableOptions,
    *,
    tuning: Annotated[str, typer.Argument(metavar="NUMBER", help=f"What to find: {TUNINGS}.")],
    house_edge: HouseEdge = "2%",
    denominator: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            help="Round to whole parts of N; if not given, of 100 for a share and of 20 for a payout.",
            parser=whole_number,
        ),
    ] = None,
    as_json: AsJson = False,
    server: Server = None,
    catalogue: CatalogueFile = None,
) -> None:
    """Find Lando's share of hands, or the payout of a perfect sabacc, with which the house earns a wanted edge."""
    with reported(as_json=as_json, options=TABLE), opened(server, catalogue=catalogue) as calls:
        request = odds_pb2.TuneTableRequest(
            house_edge=share_text("--house-edge", house_edge),
            tuning=tuning_name(tuning),
            denominator=denominator,
            setting=table.message(calls),
        )
        answer = calls.odds.TuneTable(request)
        show(answer, lambda console: print_tuned(console, request, answer), as_json=as_json)


def _listed(text: str) -> list[str]:
    return [each.strip() for each in text.split(",") if each.strip()]
