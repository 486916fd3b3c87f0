"""`sabacc themes` and `sabacc dealers`: the places where sabacc is played, and who deals there."""

from typing import Annotated

import typer

from deckmapping.catalogue import starter_catalogue
from deckmapping.errors import InvalidInputError
from deckmapping.themes.bundled import bundled_deck
from deckmapping.themes.candidates import candidates
from deckmapping.themes.dealers import dealers, dealers_of
from deckmapping.themes.themes import Theme, theme, themes
from service.bootstrap import choose_catalogue
from service.cli.deck_folder import print_json
from service.cli.failures import reported, unusable
from service.cli.options import AsJson, CatalogueFile
from service.cli.output import make_console
from service.cli.render.themes import (
    candidate_as_dict,
    dealer_as_dict,
    print_candidates,
    print_dealers,
    print_theme,
    print_themes,
    theme_as_dict,
)
from service.cli.settings import configured


def show_themes(
    name: Annotated[
        str | None, typer.Argument(metavar="NAME", help="A theme, such as dune-sea-light; all without it.")
    ] = None,
    *,
    as_json: AsJson = False,
) -> None:
    """List the themes of the tables, or show one: backgrounds, dealers, decks, layout, music and light."""
    with reported(as_json=as_json):
        if name is None:
            shown = themes()
            if as_json:
                print_json({"themes": [theme_as_dict(each) for each in shown]})
            else:
                print_themes(make_console(), shown)
            return
        asked = theme(name)
        if as_json:
            print_json(theme_as_dict(asked))
        else:
            decks = [bundled_deck(deck) for deck in (asked.sample_deck, asked.house_deck, asked.boss_deck)]
            print_theme(make_console(), asked, decks)


def show_dealers(
    of_theme: Annotated[
        str | None, typer.Option("--theme", metavar="NAME", help="Only the dealers of this theme.")
    ] = None,
    *,
    only_candidates: Annotated[
        bool,
        typer.Option("--candidates", help="Instead, who of the catalogue could be one: gamblers, or who may play."),
    ] = False,
    as_json: AsJson = False,
    catalogue: CatalogueFile = None,
) -> None:
    """List the dealers, what each plays, and how his character changes the rule.

    With --candidates, the gamblers of the catalogue; together with --theme, all characters of its side who may play.
    """
    with reported(as_json=as_json):
        asked = None if of_theme is None else theme(of_theme)
        if only_candidates:
            _show_candidates(asked, catalogue, as_json=as_json)
            return
        if catalogue is not None:
            with unusable():
                raise InvalidInputError.of("--catalogue", "no --candidates", "the two together: dealers are packaged")
        shown = dealers() if asked is None else dealers_of(asked.name)
        if as_json:
            print_json({"dealers": [dealer_as_dict(each) for each in shown]})
        else:
            print_dealers(make_console(), shown)


def _show_candidates(asked: Theme | None, file: CatalogueFile, *, as_json: bool) -> None:
    with unusable():
        catalogue = choose_catalogue(configured(catalogue=file).catalogue)
    found, is_starter = candidates(catalogue, asked), catalogue.version == starter_catalogue().version
    if as_json:
        told = [candidate_as_dict(each) for each in found]
        print_json({"candidates": told, "catalogueVersion": catalogue.version, "starterCatalogue": is_starter})
    else:
        print_candidates(make_console(), found, catalogue.version, is_starter=is_starter)
