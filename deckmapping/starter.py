"""Making the packaged starter catalogue: ``python -m deckmapping.starter FILE...`` with all source files."""

from __future__ import annotations

import sys
import tomllib
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from deckmapping.catalogue import Catalogue, import_catalogue
from deckmapping.examples import EXAMPLE_DECKS, example_deck
from deckmapping.report import ImportReport
from deckmapping.themes.bundled import deck_card_ids
from deckmapping.themes.dealers import dealer_card_ids
from deckmapping.themes.themes import background_card_ids

if TYPE_CHECKING:
    from collections.abc import Sequence


def starter_ids() -> frozenset[str]:
    """Return the ids of the starter catalogue: those of ``starter_ids.toml``, of all decks and of the themes."""
    listed = tomllib.loads(files("deckmapping").joinpath("data", "starter_ids.toml").read_text(encoding="utf-8"))
    dealt = (example_deck(name).strip().replace("|", ",").split(",") for name in EXAMPLE_DECKS)
    themed = (deck_card_ids(), dealer_card_ids(), background_card_ids())
    return frozenset(blueprint_id for ids in (*listed.values(), *dealt, *themed) for blueprint_id in ids)


def make_starter(full: Catalogue) -> Catalogue:
    """Return the starter catalogue out of the *full* one, with what its report says of these cards."""
    ids = starter_ids()
    report = ImportReport(
        conflicts=tuple(conflict for conflict in full.report.conflicts if conflict.blueprint_id in ids),
        notes=tuple(note for note in full.report.notes if note.blueprint_id in ids),
    )
    return Catalogue.of((full.require(blueprint_id, "starter_ids") for blueprint_id in ids), report)


def main(arguments: Sequence[str]) -> None:
    """Write ``starter.json`` from the source files named by *arguments*."""
    target = Path(__file__).parent / "data" / "starter.json"
    starter = make_starter(import_catalogue([Path(argument) for argument in arguments]))
    target.write_text(starter.dump(), encoding="utf-8")
    sys.stdout.write(f"{target}: {len(starter.records)} cards, version {starter.version}\n")


if __name__ == "__main__":
    main(sys.argv[1:])
