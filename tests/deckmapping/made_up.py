"""Small source files, made up for one case each."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path
    from types import EllipsisType


def gemp_card(card_id: str | EllipsisType = "1_1", **changes: Any) -> dict[str, Any]:
    """A card as GEMP exports it; what is set to ``...`` is left out."""
    card = {
        "cardId": card_id,
        "title": "Some Card",
        "side": "LIGHT",
        "uniqueness": "UNIQUE",
        "cardCategory": "CHARACTER",
        "cardTypes": ["ALIEN"],
        "destiny": 3,
        "icons": [{"icon": "ALIEN", "count": 1}],
    } | changes
    return {key: value for key, value in card.items() if value is not ...}


def json_card(gemp_id: str | None = "1_1", side: str = "Light", **changes: Any) -> dict[str, Any]:
    """A card as the Players Committee records it; *changes* go into its front."""
    front = {
        "title": "•Some Card",
        "type": "Character",
        "subType": "Alien",
        "destiny": "3",
        "uniqueness": "*",
    } | changes
    card = {"side": side, "front": {key: value for key, value in front.items() if value is not ...}}
    return card if gemp_id is None else card | {"gempId": gemp_id}


def write_gemp(folder: Path, *cards: object, name: str = "gemp.json") -> Path:
    """Write an export of *cards*."""
    path = folder / name
    path.write_text(json.dumps(cards), encoding="utf-8")
    return path


def write_cards(folder: Path, *cards: object, name: str = "Light.json") -> Path:
    """Write a file of card records."""
    path = folder / name
    path.write_text(json.dumps({"cards": cards}), encoding="utf-8")
    return path
