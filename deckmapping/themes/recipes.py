"""By which numbers and favours the decks of each theme are made."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING

from deckmapping.decks import MOST_CARDS
from deckmapping.records import Side
from deckmapping.themes.building import Favour, Wishes
from deckmapping.themes.bundled import theme_name
from deckmapping.themes.reading import read_packaged
from deckmapping.variants import Variant

if TYPE_CHECKING:
    from collections.abc import Mapping

    from deckmapping.themes.reading import Section

FILE = "recipes.toml"


@dataclass(frozen=True, slots=True)
class Recipe:
    """How the decks of one theme are made."""

    wild: int
    """Wild cards of a deck, unless it is asked for with another number."""
    clone: int
    """Clone cards of a deck, unless it is asked for with another number."""
    favours: tuple[Favour, ...]


def wishes_of(
    variant: Variant, side: Side, spread: Mapping[int, int], *, wild: int | None = None, clone: int | None = None
) -> Wishes:
    """Return the wishes for a deck of a theme; the recipe's numbers stand where none are given."""
    recipe = _recipes()[theme_name(variant, side)]
    return Wishes(
        side=side,
        variant=variant,
        spread=spread,
        wild=recipe.wild if wild is None else wild,
        clone=recipe.clone if clone is None else clone,
        favours=recipe.favours,
    )


@cache
def _recipes() -> Mapping[str, Recipe]:
    return read_recipes(read_packaged(FILE))


def read_recipes(root: Section) -> Mapping[str, Recipe]:
    """Return the recipes of the file read as *root* by the name of the theme.

    Raises:
        BadThemeDataError: a key is missing, unknown or of another kind.
    """
    names = [theme_name(variant, side) for variant in Variant for side in Side]
    read = MappingProxyType({name: _recipe(root.section(name)) for name in names})
    root.finish()
    return read


def _recipe(section: Section) -> Recipe:
    read = Recipe(
        section.number("wild", 0, MOST_CARDS),
        section.number("clone", 0, MOST_CARDS),
        tuple(_favour(each) for each in section.sections("favours")),
    )
    section.finish()
    return read


def _favour(section: Section) -> Favour:
    most = section.number("most", 1, MOST_CARDS) if "most" in section else MOST_CARDS
    return Favour(section.criterion("most"), most)
