"""How a table looks in a terminal: its theme's light, and the signs that the terminal can show."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

from rich.text import Text

from service.cli.output import plain

if TYPE_CHECKING:
    from sabacc.v1 import tables_pb2

_WIDEST: Final = 100
"""Columns; a wider terminal shows no more."""


class Size(NamedTuple):
    """Columns and lines of a screen or a terminal."""

    width: int
    height: int

    def holds(self, other: Size) -> bool:
        """Tell whether a screen of *other* fits."""
        return self.width >= other.width and self.height >= other.height


LEAST: Final = Size(80, 24)
"""What a table needs; without a terminal it has as much."""


def terminal_size() -> Size:
    """Return how large the terminal on standard output is; COLUMNS and LINES are obeyed."""
    return Size(*shutil.get_terminal_size(LEAST))


def screen_size() -> Size:
    """Return how large a screen is drawn for the terminal as it is now."""
    there = terminal_size()
    return Size(min(max(there.width, LEAST.width), _WIDEST), max(there.height, LEAST.height))


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


_DARK, _BRIGHT = 115, 170
"""Brightness, of 255, between which a colour is read on a dark terminal and on a bright one."""


@dataclass(frozen=True, slots=True)
class Look:
    """The light of a table, as rich names colours."""

    light: str
    """Behind the title."""
    table: str
    """Of what belongs to the table and to the other side."""
    accent: str
    """Of what is the player's."""
    arrival: str
    """Of what Lando brings with him."""
    signs: Signs = UNICODE
    size: Size = LEAST

    @classmethod
    def of(
        cls, theme: tables_pb2.GetThemeResponse, signs: Signs, *, is_visited: bool = False, size: Size | None = None
    ) -> Look:
        """Return the look of *theme*; it has another light while Lando deals for the house.

        Args:
            theme: of the table.
            signs: what the terminal can show.
            is_visited: whether Lando deals for the house.
            size: of the screen; the terminal's own if not given.
        """
        light = theme.arrival_light if is_visited else theme.table_light
        colours = light, legible(light), legible(theme.accent_light), legible(theme.arrival_light)
        return cls(*colours, signs, screen_size() if size is None else size)

    @property
    def width(self) -> int:
        """Columns of a screen."""
        return self.size.width

    @property
    def title(self) -> str:
        """The style of the title: black or white, whichever is read better on the light."""
        return f"bold {'#000000' if _brightness(_parts(self.light)) > 128 else '#ffffff'} on {self.light}"

    def cut(self, text: str, width: int) -> str:
        """Return *text* in *width* columns at most, with a sign where something is left out."""
        text = plain(text)
        return text if len(text) <= width else text[: max(0, width - 1)].rstrip() + self.signs.cut


def legible(colour: str) -> str:
    """Return *colour*, ``#RRGGBB``, brightened or darkened as far as it needs to be read as text."""
    parts = _parts(colour)
    bright = max(1, _brightness(parts))
    wanted = min(max(bright, _DARK), _BRIGHT)
    return "#" + "".join(f"{min(255, part * wanted // bright):02x}" for part in parts)


def _parts(colour: str) -> tuple[int, int, int]:
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return red, green, blue


def _brightness(parts: tuple[int, int, int]) -> int:
    red, green, blue = parts
    return (299 * red + 587 * green + 114 * blue) // 1000


def sides(left: Text, right: Text, width: int) -> Text:
    """Return one line with *left* at its beginning and *right* at its end; *left* is cut where both do not fit."""
    room = width - right.cell_len
    if left.cell_len >= room:
        left = left[: max(0, room - 1)]
    return Text.assemble(left, " " * (room - left.cell_len), right, no_wrap=True, overflow="crop")
