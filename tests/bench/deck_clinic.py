"""What it costs to parse a deck, beside reading its file: one format a line, every file read and parsed in turn.

    python -m tests.bench.deck_clinic [ROUNDS]

The decks are those that GEMP ships as samples, written in every format (SABACC_SHARED names the folder); without them
our two example decks with the starter catalogue. The first parse of a catalogue, which makes its index of titles, is
measured apart.
"""

from __future__ import annotations

import json
import os
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table

from deckmapping.catalogue import import_catalogue, starter_catalogue
from deckmapping.clinic.clinic import Clinic
from deckmapping.clinic.exports import EXPORTS
from deckmapping.examples import EXAMPLE_DECKS, example_deck
from tests.conftest import ROOT

if TYPE_CHECKING:
    from deckmapping.catalogue import Catalogue


def main(rounds: int) -> None:
    """Print one line a format."""
    catalogue, decks = _decks()
    started = time.perf_counter()
    clinic = Clinic(catalogue)
    parsed = [clinic.parse(deck.encode()) for deck in decks]
    for deck in parsed:
        clinic.export(deck, EXPORTS[2])
    print(f"index of {len(catalogue.records)} cards and first export: {(time.perf_counter() - started) * 1e3:.0f} ms")
    table = Table(title=f"Parsing a deck beside reading its file, {len(decks)} decks, {rounds} rounds")
    for head in ("format", "read us", "parse us", "parse : read", "lowest", "highest"):
        table.add_column(head, justify="right")
    with tempfile.TemporaryDirectory() as folder:
        for format_ in EXPORTS:
            paths = [Path(folder) / f"{format_}-{number}" for number in range(len(decks))]
            for path, deck in zip(paths, parsed, strict=True):
                path.write_text(clinic.export(deck, format_), encoding="utf-8", newline="")
            figures = [_round(clinic, paths) for _ in range(rounds)]
            ratios = [parse / read for read, parse in figures]
            table.add_row(
                format_,
                f"{statistics.median(read for read, _ in figures) * 1e6:.0f}",
                f"{statistics.median(parse for _, parse in figures) * 1e6:.0f}",
                *(f"{value:.1f}" for value in (statistics.median(ratios), min(ratios), max(ratios))),
            )
    Console(width=100).print(table)


def _round(clinic: Clinic, paths: list[Path]) -> tuple[float, float]:
    """Return the seconds that reading and parsing take for one file on average, measured file by file in turn."""
    read = parse = 0.0
    for path in paths:
        started = time.perf_counter()
        data = path.read_bytes()
        between = time.perf_counter()
        clinic.parse(data)
        parse += time.perf_counter() - between
        read += between - started
    return read / len(paths), parse / len(paths)


def _decks() -> tuple[Catalogue, list[str]]:
    data = Path(os.environ.get("SABACC_SHARED", ROOT.parent / "shared")) / "data"
    if not (data / "gemp" / "decks.jsonl").is_file():
        return starter_catalogue(), [example_deck(name) for name in EXAMPLE_DECKS]
    cards = data / "swccg-card-json"
    sources = [data / "gemp" / "card_blueprint_database.json", cards / "Dark.json", cards / "Light.json"]
    lines = (data / "gemp" / "decks.jsonl").read_text(encoding="utf-8").splitlines()
    return import_catalogue(sources), [json.loads(line)["contents"] for line in lines]


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 5)
