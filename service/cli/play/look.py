"""How a table looks in a terminal: its theme's light, and the signs that the terminal can show."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from rich.text import Text

from service.cli.output import plain

if TYPE_CHECKING:
    from sabacc.v1 import tables_pb2

WIDTH: Final = 80
"""Columns of a screen; a wider terminal shows no more."""


@dataclass(frozen=True, slots=True)
class Signs:
    """What boxes and marks are drawn with."""

    corners: str
    """Of a box: top left, top right, bottom left, bottom right."""
    across: str
    down: str
    back: str
    """Of a covered card."""
    full: str
    empty: str
    """Of the meter of the house's attention."""
    dot: str
    """Between two facts of a line."""
    cut: str
    """At the end of a text that is cut off."""


UNICODE: Final = Signs("╭╮╰╯", "─", "│", "▒", "■", "□", "·", "…")
ASCII: Final = Signs("++++", "-", "|", "#", "#", ".", "-", "~")


@dataclass(frozen=True, slots=True)
class Look:
    """The light of a table, as rich names colours."""

    table: str
    accent: str
    arrival: str
    signs: Signs = UNICODE

    @classmethod
    def of(cls, theme: tables_pb2.GetThemeResponse, signs: Signs) -> Look:
        """Return the look of *theme*."""
        return cls(theme.table_light, theme.accent_light, theme.arrival_light, signs)

    def light(self, *, is_visited: bool) -> str:
        """Return the colour of the table; it is another one while Lando deals."""
        return self.arrival if is_visited else self.table

    def ink(self, colour: str) -> str:
        """Return black or white, whichever is read better on *colour*."""
        red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
        return "#000000" if 299 * red + 587 * green + 114 * blue > 128_000 else "#ffffff"

    def cut(self, text: str, width: int) -> str:
        """Return *text* in *width* columns at most, with a sign where something is left out."""
        text = plain(text)
        return text if len(text) <= width else text[: max(0, width - 1)].rstrip() + self.signs.cut


def sides(left: Text, right: Text, width: int = WIDTH) -> Text:
    """Return one line with *left* at its beginning and *right* at its end; *left* is cut where both do not fit."""
    room = width - right.cell_len
    if left.cell_len >= room:
        left = left[: max(0, room - 1)]
    return Text.assemble(left, " " * (room - left.cell_len), right, no_wrap=True, overflow="crop")
