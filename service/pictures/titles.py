"""The title of a picture, and below it lines that say which table it is of."""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING, Final

from service.pictures.palette import INK

if TYPE_CHECKING:
    from collections.abc import Iterable

    from matplotlib.axes import Axes

SMALL: Final = 8.5
"""Size of the lines below a title, in points."""
_LINE: Final = 1.35
"""From one of them to the next, in their size."""
_LONGEST: Final = 92
"""Characters of them that the narrowest picture has room for."""


def wrapped(lines: Iterable[str]) -> list[str]:
    """Return *lines* in such pieces as fit below the title of any picture; what continues a line is indented."""
    return [piece for line in lines for piece in wrap(line, _LONGEST, subsequent_indent="    ", break_on_hyphens=False)]


def with_title(axes: Axes, title: str, lines: Iterable[str]) -> None:
    """Write *title* above *axes*, and *lines* about what is shown between them."""
    pieces = wrapped(lines)
    axes.set_title(title, loc="left", size=12, pad=6 + _LINE * SMALL * len(pieces))
    for at, piece in enumerate(reversed(pieces)):
        up = 4 + _LINE * SMALL * at
        axes.annotate(piece, (0, 1), (0, up), "axes fraction", "offset points", va="bottom", color=INK, size=SMALL)
