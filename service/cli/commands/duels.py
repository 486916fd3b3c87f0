"""`sabacc versus` and `sabacc profile`: decks against each other, and one alone."""

from typing import Annotated, Final

import typer

from sabacc.v1 import odds_pb2
from service.cli.backend import opened
from service.cli.failures import reported, unusable
from service.cli.numbers import whole_number
from service.cli.odds_decks import GivenSide, side_message, side_messages
from service.cli.odds_fields import PROFILE, VERSUS
from service.cli.options import AsJson, CatalogueFile, Server
from service.cli.output import show
from service.cli.picture_files import Picture, picture_format, write_picture
from service.cli.render.duels import print_profile, print_versus
from service.cli.table_options import DECK_HELP, GivenDraws, GivenVariant, draws_name, require_variant, variant_name
from service.tiebreak.model import Options

USUAL_STAND_ON: Final = Options().stand_on
"""On which total the players of a tie stand unless it says otherwise; so does the one of whom nothing is said."""

GivenTotal = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        help=f"On which best total he stands; {USUAL_STAND_ON}, as in a tie, where only the other's is given.",
        parser=whole_number,
    ),
]


def show_versus(
    first: Annotated[str, typer.Argument(metavar="A", help=f"One player's deck. {DECK_HELP}")],
    second: Annotated[str, typer.Argument(metavar="B", help="The other's, likewise.")],
    *,
    first_stands_on: GivenTotal = None,
    second_stands_on: GivenTotal = None,
    variant: GivenVariant = "fair-deck",
    first_character: Annotated[str, typer.Option(metavar="ID", help="Who plays for A.")] = "",
    second_character: Annotated[str, typer.Option(metavar="ID", help="Who plays for B.")] = "",
    draws: GivenDraws = "finite",
    as_json: AsJson = False,
    server: Server = None,
    catalogue: CatalogueFile = None,
) -> None:
    """Tell the exact odds of two players.

    Without stand-on totals both play those of the equilibrium, from which neither gains by any other.
    """
    with reported(as_json=as_json, options=VERSUS), opened(server, catalogue=catalogue) as calls:
        with unusable():
            require_variant(variant, {"--first-character": first_character, "--second-character": second_character})
        request = odds_pb2.ComputeVersusOddsRequest(variant=variant_name(variant), draws=draws_name(draws))
        if first_stands_on is None and second_stands_on is None:
            request.equilibrium = True
        else:
            request.stand_on.first = USUAL_STAND_ON if first_stands_on is None else first_stands_on
            request.stand_on.second = USUAL_STAND_ON if second_stands_on is None else second_stands_on
        sides = side_messages(calls, GivenSide("A", first, first_character), GivenSide("B", second, second_character))
        request.first.CopyFrom(sides[0])
        request.second.CopyFrom(sides[1])
        answer = calls.odds.ComputeVersusOdds(request)
        show(answer, lambda console: print_versus(console, answer), as_json=as_json)


def show_profile(
    deck: Annotated[str, typer.Argument(metavar="DECK", help=DECK_HELP)],
    *,
    out: Picture = None,
    as_json: AsJson = False,
    server: Server = None,
    catalogue: CatalogueFile = None,
) -> None:
    """Profile a deck: its values, its chances, where to stand with it, and what it earns in each variant."""
    with reported(as_json=as_json, options=PROFILE), opened(server, catalogue=catalogue) as calls:
        request = odds_pb2.ProfileDeckRequest(
            picture=picture_format(out), side=side_message(calls, GivenSide("DECK", deck))
        )
        answer = calls.odds.ProfileDeck(request)
        write_picture(out, answer.picture)
        answer.ClearField("picture")  # it is in the file
        show(answer, lambda console: print_profile(console, answer, out), as_json=as_json)
