"""What can be wrong with the houses' data."""

from __future__ import annotations

from deckmapping.themes.errors import BadThemeDataError


class BadHouseDataError(BadThemeDataError):
    """A packaged file of the houses that cannot be used; the field names file, entry and key."""
