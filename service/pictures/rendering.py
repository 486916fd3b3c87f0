"""How a figure becomes bytes: the same picture gives the same bytes, whatever the machine's matplotlib is set to."""

from __future__ import annotations

from contextlib import contextmanager
from io import BytesIO
from threading import Lock
from typing import TYPE_CHECKING, Any, Final

import matplotlib as mpl
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.backends.backend_svg import FigureCanvasSVG

from service.pictures.formats import PictureFormat

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from matplotlib.figure import Figure

_MAKER: Final = "True Sabacc"
_DOTS_PER_INCH: Final = 110
_SETTINGS: Final[dict[str, Any]] = {
    "svg.fonttype": "none",  # text stays text: it can be searched, read aloud, and is small
    "svg.hashsalt": _MAKER,
    "text.parse_math": False,  # names of decks and settings are no formulas
    "font.family": ["sans-serif"],
    "font.sans-serif": ["DejaVu Sans", "Verdana"],  # the first comes with matplotlib; who shows an SVG may lack it
    "font.size": 9.0,
    "axes.titlesize": 10.0,
    "axes.titleweight": "bold",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "figure.constrained_layout.h_pad": 0.12,
    "figure.constrained_layout.w_pad": 0.12,
    "hatch.linewidth": 0.6,
    "hatch.color": "#8496a6",
}

_ONE_AT_A_TIME = Lock()
"""Matplotlib's settings are the process's, so a thread that draws must not find those of another one."""


def picture(draw: Callable[[], Figure], title: str, picture_format: PictureFormat) -> bytes:
    """Return the picture that *draw* makes; *title* is what its metadata call it."""
    with _own_settings():
        figure = draw()
        written = BytesIO()
        if picture_format is PictureFormat.SVG:
            metadata: dict[str, str | None] = {"Title": title, "Creator": _MAKER, "Date": None}
            FigureCanvasSVG(figure).print_svg(written, metadata=metadata)  # type: ignore[no-untyped-call]
        else:
            figure.set_dpi(_DOTS_PER_INCH)
            metadata = {"Title": title, "Software": _MAKER}
            FigureCanvasAgg(figure).print_png(written, metadata=metadata)  # type: ignore[no-untyped-call]
    return written.getvalue()


@contextmanager
def _own_settings() -> Iterator[None]:
    with _ONE_AT_A_TIME, mpl.rc_context():
        mpl.rcdefaults()
        mpl.rcParams.update(_SETTINGS)  # type: ignore[arg-type]
        yield
