"""Fixtures that every part of the suite may use."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder with the real card files and decks, named by SABACC_SHARED; skips loudly without it."""
    folder = Path(os.environ.get("SABACC_SHARED", ROOT.parent / "shared"))
    if not (folder / "data" / "gemp" / "card_blueprint_database.json").is_file():
        pytest.skip(f"no card files under {folder}: set SABACC_SHARED to the folder that holds data/")
    return folder
