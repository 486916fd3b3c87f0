"""Reckon what each dealer of the campaign earns, and write service/campaign/houses/data/edges.toml."""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from deckmapping.themes.themes import themes  # noqa: E402
from service.campaign.houses.reckoning import reckoned_file  # noqa: E402

FILE = ROOT / "service" / "campaign" / "houses" / "data" / "edges.toml"


def main() -> None:
    """Write the file."""
    FILE.write_text(reckoned_file(themes()), encoding="utf-8")
    print(f"{FILE.relative_to(ROOT)}: written")


if __name__ == "__main__":
    main()
