"""Decks as players hand them in, and files of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

POST = "Mines\n\nCHARACTERS (3)\n2x Princess Leia\nLando Calrisian\n\nINTERRUPTS (2)\nSense x2\n"
CLEAR = "2x Princess Leia\nSense (s)\nSHIELDS\nAim High\n"
CLEAR_STRING = "5_7,5_7,1_109|13_4"
HOLOTABLE = 'ver 2\ncard "/starwars/Premiere-Light/t_sense" 2\n'


def written(folder: Path, name: str, content: str | bytes) -> str:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return str(path)
