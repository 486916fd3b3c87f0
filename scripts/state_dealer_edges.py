"""Reckon what the house earns at each dealer's table, and write service/tables/dealer/data/edges.toml."""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from deckmapping.themes.themes import themes  # noqa: E402
from service.tables.sessions.stated_edges import stated_edges  # noqa: E402

FILE = ROOT / "service" / "tables" / "dealer" / "data" / "edges.toml"


def main() -> None:
    """Write the file."""
    FILE.write_text(stated_edges(themes()), encoding="utf-8")
    print(f"{FILE.relative_to(ROOT)}: written")


if __name__ == "__main__":
    main()
