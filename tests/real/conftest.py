"""The catalogue of the real files behind the service, and the decks that GEMP ships as samples."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from deckmapping.catalogue import Catalogue, import_catalogue
from tests.rpc.callers import Service, settings_for

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture(scope="session")
def full(shared_data: Path) -> Catalogue:
    """The catalogue of all real files."""
    data = shared_data / "data"
    cards = data / "swccg-card-json"
    return import_catalogue([data / "gemp" / "card_blueprint_database.json", cards / "Dark.json", cards / "Light.json"])


@pytest.fixture(scope="session")
def decks(shared_data: Path) -> dict[str, str]:
    """Deck strings by the decks' names."""
    lines = (shared_data / "data" / "gemp" / "decks.jsonl").read_text(encoding="utf-8").splitlines()
    return {deck["name"]: deck["contents"] for deck in map(json.loads, lines)}


@pytest.fixture(scope="session", params=[False, True], ids=["in_process", "wire"])
def real_service(
    request: pytest.FixtureRequest, full: Catalogue, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Service]:
    """A service on the catalogue of the real files, as an operator would import and load it."""
    folder = tmp_path_factory.mktemp("real")
    (folder / "catalogue.json").write_text(full.dump(), encoding="utf-8")
    settings = settings_for(f"sqlite:///{folder}/sabacc.db", catalogue=folder / "catalogue.json")
    with Service(settings, wired=request.param) as service:
        yield service
