"""What can be wrong with the themes' data, and with a name that asks for a part of it."""

from __future__ import annotations

from deckmapping.errors import BadCatalogueError, InvalidInputError


class BadThemeDataError(BadCatalogueError):
    """A packaged file of themes, dealers or decks that cannot be used; the field names file and key."""


class UnknownNameError(InvalidInputError):
    """A name that no theme, dealer or bundled deck has."""
