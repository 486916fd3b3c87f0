"""Fill the tables and pictures of docs/odds.md with figures reckoned by the code.

make_odds_page.py                  the quick tables and the pictures
make_odds_page.py --counting       and what a counter of cards earns (about a minute)
make_odds_page.py --dealer-decks   and first search the recommended dealer decks again (some three minutes)
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from deckmapping.dealer_rule import DealerRule  # noqa: E402
from service.odds.design.dealer_decks import Choice, dealer_decks  # noqa: E402
from service.odds.design.tuning import shifting  # noqa: E402
from service.odds.studies.counting import counted_tables, counting  # noqa: E402
from service.odds.studies.dealer_decks import as_toml, found_decks, recommended  # noqa: E402
from service.odds.studies.page import filled  # noqa: E402
from service.odds.studies.tables import QUICK_STUDIES, example_table, table_as_played  # noqa: E402
from service.odds.table.chart import chart  # noqa: E402
from service.odds.table.exact import exact_odds  # noqa: E402
from service.odds.table.solution import solve  # noqa: E402
from service.odds.table.table_text import table_lines  # noqa: E402
from service.pictures.edges import Curve, curves  # noqa: E402
from service.pictures.formats import PictureFormat  # noqa: E402
from service.pictures.strategy import strategy_chart  # noqa: E402
from service.pictures.totals import totals_of_both_sides  # noqa: E402

PAGE = ROOT / "docs" / "odds.md"
PICTURES = ROOT / "docs" / "pictures"
DEALER_DECKS = ROOT / "service" / "odds" / "design" / "data" / "dealer_decks.toml"
SVG = PictureFormat.SVG


def main() -> None:
    """Write the page, and what it is made of."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--counting", action="store_true")
    parser.add_argument("--dealer-decks", action="store_true")
    wanted = parser.parse_args()
    if wanted.dealer_decks:
        write_dealer_decks()
    studies = [study() for study in (*QUICK_STUDIES, recommended)]
    if wanted.counting:
        studies += [counting(name) for name in counted_tables()]
    PICTURES.mkdir(exist_ok=True)
    drawn = pictures()
    for name, picture in drawn.items():
        (PICTURES / f"{name}.svg").write_bytes(picture)
    PAGE.write_text(filled(PAGE.read_text(encoding="utf-8"), studies), encoding="utf-8")
    print(f"{PAGE.relative_to(ROOT)}: {len(studies)} tables, {len(drawn)} pictures")


def write_dealer_decks() -> None:
    """Search the recommended dealer decks."""
    found = []
    for deck in found_decks():
        print(deck.dealer, deck.choice, deck.changes, f"{100 * float(deck.house_edge):.4f} %", flush=True)
        found.append(deck)
    DEALER_DECKS.write_text(as_toml(found), encoding="utf-8")
    dealer_decks.cache_clear()


def pictures() -> dict[str, bytes]:
    """Draw the pictures of the page."""
    two_per_cent = dealer_decks()["kalit", Choice.FAIR].setting
    tables = {"Deck C": table_as_played(), "example deck": example_table(), "dealer's deck for 2 %": two_per_cent}
    rules = [
        Curve(
            name,
            tuple((total, solve(replace(table, rule=DealerRule(total))).edge) for total in range(4, 10)),
        )
        for name, table in tables.items()
    ]
    shares = [
        Curve(
            name,
            tuple((share / 100, solve(shifting(table, Fraction(share, 100))).edge) for share in range(0, 21, 2)),
        )
        for name, table in tables.items()
    ]
    deck_c = solve(table_as_played())
    player, _, table = lines = table_lines(table_as_played())
    return {
        "strategy-deck-c": strategy_chart(chart(deck_c), SVG, "Draw or stand: Deck C on both sides", lines),
        "strategy-two-per-cent": strategy_chart(
            chart(solve(two_per_cent)),
            SVG,
            "Draw or stand: Deck C against the dealer's deck for 2 %",
            table_lines(two_per_cent),
        ),
        "totals-deck-c": totals_of_both_sides(exact_odds(deck_c), SVG, "With which totals hands of Deck C end", lines),
        "dealer-rules": curves(rules, SVG, "The dealer's rule", "the dealer draws on so much or less", (player, table)),
        "lando": curves(
            shares,
            SVG,
            "Lando: he draws on 7 or less",
            "hands on which he may change his total",
            (player, table),
            percent_across=True,
        ),
    }


if __name__ == "__main__":
    main()
