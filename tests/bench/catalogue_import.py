"""How long an import takes against reading the same files with `json.load`: ``python -m tests.bench.catalogue_import``.

Each round reads the files with json.load and imports them, one right after the other, so that both meet the same
machine; the ratio is that of a round, and the median over the rounds is stated. Goal: at most 10.
"""

from __future__ import annotations

import gc
import json
import os
import statistics
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

from deckmapping.catalogue import import_catalogue

if TYPE_CHECKING:
    from collections.abc import Callable

ROUNDS: Final = 9
GOAL: Final = 10.0


def source_files() -> list[Path]:
    """Return the real files, found as the tests find them."""
    shared = Path(os.environ.get("SABACC_SHARED", Path(__file__).resolve().parents[3] / "shared")) / "data"
    cards = shared / "swccg-card-json"
    return [shared / "gemp" / "card_blueprint_database.json", cards / "Dark.json", cards / "Light.json"]


def seconds(work: Callable[[], object]) -> float:
    """Return how long *work* takes."""
    gc.collect()
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def load_all(files: list[Path]) -> None:
    """Read *files* as plainly as can be."""
    for path in files:
        with path.open(encoding="utf-8") as file:
            json.load(file)


def main() -> int:
    """Print one line a round and the result; return 1 where the goal is missed."""
    files = source_files()
    if not files[0].is_file():
        print(f"no card files under {files[0].parents[2]}: set SABACC_SHARED to the folder that holds data/")
        return 1
    ratios = []
    print("round  json.load ms  import ms  ratio")
    for number in range(1, ROUNDS + 1):
        loading = seconds(lambda: load_all(files))
        importing = seconds(lambda: import_catalogue(files))
        ratios.append(importing / loading)
        print(f"{number:5}  {loading * 1000:12.1f}  {importing * 1000:9.1f}  {ratios[-1]:5.2f}")
    median = statistics.median(ratios)
    print(f"median ratio {median:.2f} (from {min(ratios):.2f} to {max(ratios):.2f}); goal: at most {GOAL:.0f}")
    return 0 if median <= GOAL else 1


if __name__ == "__main__":
    sys.exit(main())
