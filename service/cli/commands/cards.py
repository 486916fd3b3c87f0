"""`sabacc cards`: the catalogue and its cards."""

from pathlib import Path
from typing import Annotated

import typer

from deckmapping.catalogue import import_catalogue
from deckmapping.errors import InvalidInputError
from sabacc.v1 import cards_pb2
from service.cli import files
from service.cli.backend import opened
from service.cli.enums import number_of
from service.cli.failures import reported, unusable
from service.cli.options import AsJson, CatalogueFile, Server
from service.cli.output import exact, make_console, show
from service.cli.render.cards import print_cards, print_catalogue, print_classes
from service.rpc.contract.card_service import CardServicer

cards = typer.Typer(help="The catalogue and its cards.", no_args_is_help=True)

VARIANTS = "one of cloud-city, dune-sea, jabbas-palace and trooper"


@cards.command("import")
def import_cards(
    sources: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Card files, in any order.")],
    out: Annotated[Path, typer.Option(metavar="CATALOGUE", help="The catalogue file to write.")],
    *,
    as_json: AsJson = False,
) -> None:
    """Build a catalogue from card files and report conflicts, gaps and what was left out.

    Reads GEMP's card_blueprint_database.json and the Players Committee's Dark.json and Light.json.
    """
    with reported(as_json=as_json):
        with unusable():
            catalogue = import_catalogue(sources)
            files.write_bytes(out, catalogue.dump().encode("utf-8"))
        report = CardServicer(catalogue).GetCatalogue(cards_pb2.GetCatalogueRequest())
        show(report, lambda console: print_catalogue(console, report), as_json=as_json)
        if not as_json:
            exact(make_console(), f"Written to {out}; use it with --catalogue or SABACC_CATALOGUE.")


@cards.command("catalogue")
def show_catalogue(*, as_json: AsJson = False, server: Server = None, catalogue: CatalogueFile = None) -> None:
    """Tell which catalogue is used and how its sources differed."""
    with reported(as_json=as_json), opened(server, catalogue=catalogue) as calls:
        answer = calls.cards.GetCatalogue(cards_pb2.GetCatalogueRequest())
        show(answer, lambda console: print_catalogue(console, answer), as_json=as_json)


@cards.command("show")
def show_cards(
    ids: Annotated[list[str], typer.Argument(metavar="ID...", help="Blueprint ids, such as 7_109.")],
    *,
    as_json: AsJson = False,
    server: Server = None,
    catalogue: CatalogueFile = None,
) -> None:
    """Show cards: what they count, and their part in each variant with the reason."""
    with reported(as_json=as_json), opened(server, catalogue=catalogue) as calls:
        answer = calls.cards.GetCards(cards_pb2.GetCardsRequest(blueprint_ids=ids))
        show(answer, lambda console: print_cards(console, answer), as_json=as_json)


@cards.command("classify")
def classify_cards(
    variant: Annotated[str, typer.Option(metavar="NAME", help=f"{VARIANTS.capitalize()}.", show_default=False)],
    *,
    as_json: AsJson = False,
    server: Server = None,
    catalogue: CatalogueFile = None,
) -> None:
    """List the cards that have a part in a variant."""
    with reported(as_json=as_json), opened(server, catalogue=catalogue) as calls:
        number = number_of(cards_pb2.Variant.DESCRIPTOR, variant)
        if number is None or number == cards_pb2.VARIANT_FAIR_DECK:
            with unusable():
                raise InvalidInputError.of("--variant", variant, VARIANTS)
        request = cards_pb2.ClassifyCardsRequest(variant=cards_pb2.Variant.Name(number))
        answer = calls.cards.ClassifyCards(request)
        show(answer, lambda console: print_classes(console, answer), as_json=as_json)
