"""Recorded screens: text files beside the tests. `SABACC_WRITE_SCREENS=1 pytest tests/cli/play` writes them anew."""

from __future__ import annotations

import os
from pathlib import Path

FOLDER = Path(__file__).with_name("screens")
_ANEW = bool(os.environ.get("SABACC_WRITE_SCREENS"))
_BETWEEN = "\n" + "=" * 80 + "\n"


def recorded(name: str, *screens: str) -> str:
    """Return the screens that are recorded as *name*, or record *screens* where that is asked for."""
    path = FOLDER / f"{name}.txt"
    if _ANEW:
        FOLDER.mkdir(exist_ok=True)
        path.write_text(joined(*screens), encoding="utf-8")
    return path.read_text(encoding="utf-8")


def joined(*screens: str) -> str:
    """Return *screens* as a file has them, without blanks at the ends of lines."""
    lines = _BETWEEN.join(screens).split("\n")
    return "\n".join(line.rstrip() for line in lines) + "\n"
