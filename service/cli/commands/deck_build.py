"""`sabacc deck build`: a deck with a wanted spread of values, made by the rules of the sample decks."""

from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from deckmapping.catalogue import Catalogue, starter_catalogue
from deckmapping.decks import write_deck
from deckmapping.errors import InvalidInputError
from deckmapping.records import CardRecord, Side
from deckmapping.themes.building import DECK_C, Wishes, build_deck
from deckmapping.themes.recipes import wishes_of
from deckmapping.themes.spread import format_spread, parse_spread
from deckmapping.variants import Variant
from service.bootstrap import choose_catalogue
from service.cli import files
from service.cli.deck_folder import print_json
from service.cli.failures import reported, tell_line, unusable
from service.cli.options import AsJson, CatalogueFile
from service.cli.output import make_console
from service.cli.render.deck_build import built_as_dict, print_built
from service.cli.render.themes import STARTER_ONLY
from service.cli.settings import configured


def build_themed_deck(
    theme: Annotated[
        str,
        typer.Option(metavar="NAME", help="A variant such as dune-sea, or a theme such as dune-sea-light."),
    ],
    *,
    side: Annotated[
        str | None, typer.Option(metavar="SIDE", help="light or dark; not needed where the theme names it.")
    ] = None,
    spread: Annotated[
        str, typer.Option(metavar="VALUE:CARDS,...", help="How many cards count what; Deck C's unless given.")
    ] = format_spread(DECK_C),
    wild: Annotated[int | None, typer.Option(metavar="N", help="Wild cards; the theme's number unless given.")] = None,
    clone: Annotated[
        int | None, typer.Option(metavar="N", help="Clone cards; the theme's number unless given.")
    ] = None,
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="Write GEMP's deck string there.")] = None,
    as_json: AsJson = False,
    catalogue: CatalogueFile = None,
) -> None:
    """Make a deck of real cards with a wanted spread of printed values, always the same for the same wishes.

    The cards are the theme's favourites, as in the sample decks. Exit code 1: the catalogue has too few such cards.
    """
    with reported(as_json=as_json):
        with unusable():
            wishes = _wishes(theme, side, spread, wild, clone)
            chosen = choose_catalogue(configured(catalogue=catalogue).catalogue)
        is_starter = chosen.version == starter_catalogue().version
        if is_starter and not as_json:
            tell_line(STARTER_ONLY)
        cards = _built(chosen, wishes)
        copies = Counter(cards)
        text = write_deck(card.blueprint_id for card in cards)
        if out is not None:
            with unusable():
                files.write_bytes(out, f"{text}\n".encode())
        if as_json:
            print_json(built_as_dict(wishes, copies, text, chosen.version))
        else:
            print_built(make_console(), wishes, copies, text, chosen.version)


def _built(catalogue: Catalogue, wishes: Wishes) -> tuple[CardRecord, ...]:
    """Make the deck; what cannot be met is named as the option that asks for it."""
    try:
        return build_deck(catalogue, wishes)
    except InvalidInputError as error:
        named = (replace(fault, field=f"--{fault.field}") for fault in error.violations)
        raise InvalidInputError.all(named) from None


def _wishes(theme: str, side: str | None, spread: str, wild: int | None, clone: int | None) -> Wishes:
    variant, _, named = theme.rpartition("-") if theme.endswith(tuple(f"-{each}" for each in Side)) else (theme, "", "")
    if variant not in set(Variant):
        raise InvalidInputError.of("--theme", theme, f"one of {', '.join(Variant)}, with or without -light or -dark")
    if named and side is not None and side != named:
        raise InvalidInputError.of("--side", side, f"{named}, the side of the theme, or no --side")
    if (named or side) not in set(Side):
        raise InvalidInputError.of("--side", side or "nothing", "light or dark")
    of = Variant(variant), Side(named or side or "")
    return wishes_of(*of, parse_spread(spread, "--spread"), wild=wild, clone=clone)
