"""The real files, read once, and cards made up for small cases."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from deckmapping.catalogue import Catalogue, import_catalogue

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="session")
def source_files(shared_data: Path) -> list[Path]:
    """GEMP's export and the two files of card records."""
    data = shared_data / "data"
    cards = data / "swccg-card-json"
    return [data / "gemp" / "card_blueprint_database.json", cards / "Dark.json", cards / "Light.json"]


@pytest.fixture(scope="session")
def full(source_files: list[Path]) -> Catalogue:
    """The catalogue of all real files."""
    return import_catalogue(source_files)


@pytest.fixture(scope="session")
def gemp_cards(source_files: list[Path]) -> dict[str, dict[str, Any]]:
    """The export as it is, by id, without backs: every id in it is in its normal form."""
    exported = json.loads(source_files[0].read_text(encoding="utf-8"))
    return {card["cardId"]: card for card in exported if not card["cardId"].endswith("_BACK")}


@pytest.fixture(scope="session")
def card_json(source_files: list[Path]) -> dict[str, list[dict[str, Any]]]:
    """The card records as they are, by id; pictures of one card share it."""
    found: dict[str, list[dict[str, Any]]] = {}
    for path in source_files[1:]:
        for card in json.loads(path.read_text(encoding="utf-8"))["cards"]:
            found.setdefault(card["gempId"], []).append(card)
    return found


@pytest.fixture(scope="session")
def real_decks(shared_data: Path) -> list[dict[str, str]]:
    """The sample decks, each with its name and its deck string."""
    lines = (shared_data / "data" / "gemp" / "decks.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]
