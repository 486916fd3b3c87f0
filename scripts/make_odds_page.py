"""Fill the tables and pictures of docs/odds.md with figures reckoned by the code.

make_odds_page.py                  the quick tables and the pictures
make_odds_page.py --counting       and what a counter of cards earns (about a minute)
make_odds_page.py --dealer-decks   and first search the recommended dealer decks again (some minutes)
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from service.odds.chart import chart  # noqa: E402
from service.odds.dealer_decks import Choice, dealer_decks  # noqa: E402
from service.odds.solution import solve  # noqa: E402
from service.odds.studies import QUICK_STUDIES, table_as_played  # noqa: E402
from service.odds.studies_counting import counted_tables, counting  # noqa: E402
from service.odds.studies_dealer_decks import as_toml, found_decks, recommended  # noqa: E402
from service.odds.studies_page import filled  # noqa: E402
from service.pictures.rendering import PictureFormat  # noqa: E402
from service.pictures.strategy import strategy_chart  # noqa: E402

if TYPE_CHECKING:
    from service.odds.setting import Setting

PAGE = ROOT / "docs" / "odds.md"
PICTURES = ROOT / "docs" / "pictures"
DEALER_DECKS = ROOT / "service" / "odds" / "data" / "dealer_decks.toml"


def charted_tables() -> dict[str, tuple[Setting, str]]:
    """Return the tables whose strategy charts are on the page, with what stands above them, by the picture's name."""
    dealer = dealer_decks()["kalit", Choice.FAIR].setting
    return {
        "strategy-deck-c": (table_as_played(), "Draw or stand: Deck C on both sides"),
        "strategy-two-per-cent": (dealer, "Draw or stand: Deck C against the dealer's deck for 2 %"),
    }


def main() -> None:
    """Write the page, and what it is made of."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--counting", action="store_true")
    parser.add_argument("--dealer-decks", action="store_true")
    wanted = parser.parse_args()
    if wanted.dealer_decks:
        found = []
        for deck in found_decks():
            print(deck.dealer, deck.choice, deck.changes, f"{100 * float(deck.house_edge):.4f} %", flush=True)
            found.append(deck)
        DEALER_DECKS.write_text(as_toml(found), encoding="utf-8")
    studies = [study() for study in (*QUICK_STUDIES, recommended)]
    if wanted.counting:
        studies += [counting(name) for name in counted_tables()]
    PICTURES.mkdir(exist_ok=True)
    for name, (table, title) in charted_tables().items():
        drawn = strategy_chart(chart(solve(table)), PictureFormat.SVG, title)
        (PICTURES / f"{name}.svg").write_bytes(drawn)
    PAGE.write_text(filled(PAGE.read_text(encoding="utf-8"), studies), encoding="utf-8")
    print(f"{PAGE.relative_to(ROOT)}: {len(studies)} tables")


if __name__ == "__main__":
    main()
