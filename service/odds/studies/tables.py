"""Questions about dealer tables that the page of odds answers, each as a table of figures.

Unless a heading says otherwise, a figure is what the house earns against the player's best play, in hundredths of the
bet a hand: reckoned exactly, then rounded.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from deckmapping.dealer_rule import DealerRule
from deckmapping.themes.bundled import STANDARD_DECK
from deckmapping.values import whole
from service.odds.design.dealer_decks import Choice, dealer_decks
from service.odds.design.design import DesignOrder, design
from service.odds.design.tuning import shifting, tune_shift_share
from service.odds.kinds import Kind, Pile, Side
from service.odds.piles import bundled_side
from service.odds.setting import Draws, Setting, StandOn, UpCard
from service.odds.table.exact import house_edge
from service.rules.dealing import PayTable

if TYPE_CHECKING:
    from collections.abc import Mapping

PERFECT_DOUBLE: Final = PayTable(Fraction(2), 2)
"""As the plan's talk page reckons: a perfect sabacc is double, whoever has it."""


@dataclass(frozen=True, slots=True)
class Study:
    """A table of figures; every row has as many cells as there are headings."""

    name: str
    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def deck_c() -> Side:
    """Return a side that plays with Deck C."""
    return bundled_side(STANDARD_DECK, None)


def example_deck() -> Side:
    """Return the plan's example of a stronger deck: Deck C with three 3s in place of three 0s."""
    counts = deck_c().pile.as_counts()
    zero, three = (Kind((whole(value),)) for value in (0, 3))
    return Side(Pile.of_counts({**counts, zero: counts[zero] - 3, three: counts[three] + 3}))


def table_as_played() -> Setting:
    """Return Deck C on both sides, finite, up card seen, perfect sabacc 3:2, the dealer's costs one bet."""
    return Setting(deck_c(), deck_c())


def table_of_the_plan() -> Setting:
    """Return what the plan's figures are reckoned for: independent draws, up card seen, perfect sabacc double."""
    return replace(table_as_played(), draws=Draws.INDEPENDENT, pay=PERFECT_DOUBLE)


def example_table() -> Setting:
    """Return the table as played, where the dealer has the plan's example deck."""
    return replace(table_as_played(), dealer=example_deck())


def percent(edge: Fraction | float) -> str:
    """Return *edge* in hundredths, as the page writes it."""
    return f"{100 * float(edge):+.4f} %"


def published() -> Study:
    """Set the plan's figures beside what comes out for its table, with finite piles, and with the payouts played."""
    shares = {5: "-", 10: "house 2.3 %", 15: "2 points more", 20: "2 points more", 100: "house 39 %"}
    tables = (table_of_the_plan(), replace(table_of_the_plan(), draws=Draws.FINITE), table_as_played())
    example = [replace(table, dealer=example_deck()) for table in tables]
    seeing = [replace(table, dealer_sees_hand=True) for table in tables]
    rows = [
        ("Deck C on both sides", "player 1.8 %", *_edges(*tables)),
        ("dealer's deck: three 3s for three 0s", "house 2.3 %", *_edges(*example)),
        *(
            (f"Lando on {share} % of the hands", words, *_edges(*(shifting(t, Fraction(share, 100)) for t in tables)))
            for share, words in shares.items()
        ),
        ("a dealer who sees the hand", "house about 10 %", *_edges(*seeing)),
    ]
    headings = ("", "the plan says", "the plan's table", "finite piles", "finite piles, as played")
    return Study("published", headings, tuple(rows))


def dealer_rules() -> Study:
    """Look for the fixed rule that is best for the house; the best of each column is in bold type."""
    two_per_cent = dealer_decks()["kalit", Choice.FAIR].setting
    tables = (table_of_the_plan(), table_as_played(), example_table(), two_per_cent)
    lines = [[house_edge(replace(table, rule=DealerRule(total))) for table in tables] for total in range(13)]
    best = [max(column) for column in zip(*lines, strict=True)]
    rows = tuple(
        (
            f"{total} or less",
            *(f"**{percent(e)}**" if e == top else percent(e) for e, top in zip(line, best, strict=True)),
        )
        for total, line in enumerate(lines)
    )
    return Study(
        "dealer-rules", ("dealer draws on", "the plan's table", "as played", "example deck", "deck for 2 %"), rows
    )


def payouts() -> Study:
    """Tell what a perfect sabacc must pay and cost."""
    rows = []
    for pays in ("1", "6/5", "3/2", "2"):
        tables = (
            replace(table, pay=PayTable(Fraction(pays), costs))
            for table in (table_as_played(), example_table())
            for costs in (1, 2)
        )
        rows.append((pays.replace("/", ":"), *_edges(*tables)))
    headings = ("perfect pays", "Deck C, costs 1", "Deck C, costs 2", "example deck, costs 1", "example deck, costs 2")
    return Study("payouts", headings, tuple(rows))


def up_card() -> Study:
    """Tell what it is worth to see the dealer's first card."""
    rows = tuple((label, *_edges(*(replace(table, up_card=up) for up in UpCard))) for label, table in _both_decks())
    return Study("up-card", ("dealer's deck", "up card seen", "up card hidden"), rows)


def characters() -> Study:
    """Tell what the dealers' characters earn, as played."""
    rules = {
        "the plain rule: draws on 7 or less": DealerRule(),
        "cautious (Brangus Glee): draws on 6 or less": DealerRule(6),
        "nervous (a Jawa): draws on one 8 in four as well": DealerRule(7, 8, Fraction(1, 4)),
        "R'kik D'nec: his every win costs two bets": DealerRule(wins_double=True),
        "Lando on 10 % of the hands": DealerRule(shift_share=Fraction(1, 10)),
    }
    rows = tuple(
        (label, *_edges(*(replace(table, rule=rule) for _, table in _both_decks()))) for label, rule in rules.items()
    )
    return Study("characters", ("dealer", "Deck C", "example deck"), rows)


def simple_players() -> Study:
    """Tell what a player loses who looks at his total alone."""
    rows = [("the best play", *_edges(*(table for _, table in _both_decks())))]
    for total in range(6, 11):
        policy = StandOn(total)
        edges = (percent(house_edge(table, policy)) for _, table in _both_decks())
        rows.append((f"stand on {total} or more", *edges))
    return Study("simple-players", ("player", "Deck C", "example deck"), tuple(rows))


def lando() -> Study:
    """Tell on which share of the hands Lando must be allowed to change his total, as played."""
    rows = []
    for wanted in (0, 1, 2, 3, 5, 10):
        cells = []
        for _, table in _both_decks():
            tuned = tune_shift_share(table, Fraction(wanted, 100)) if wanted or table != example_table() else None
            cells += [f"{100 * float(tuned.exactly):.4f} %", percent(tuned.house_edge)] if tuned else ["-", "-"]
        rows.append((f"{wanted} %", *cells))
    headings = ("house earns", "Deck C: share", "rounded to whole %", "example deck: share", "rounded to whole %")
    return Study("lando", headings, tuple(rows))


def nearest_decks() -> Study:
    """Tell which deck nearest to Deck C earns how much, as played."""
    rows = []
    for wanted in ("0", "1", "1.5", "2", "2.5", "3", "4"):
        found = design(DesignOrder(table_as_played(), Fraction(wanted) / 100))
        cards = f"{written(found.leaves)} for {written(found.comes)}"
        rows.append((f"{wanted} %", str(found.changed), cards, percent(found.house_edge), str(found.tried)))
    headings = ("wanted", "cards changed", "out, for in", "house earns", "decks solved")
    return Study("nearest-decks", headings, tuple(rows))


def written(cards: Mapping[Kind, int]) -> str:
    """Return kinds with their number of cards, as the page writes them."""
    return ", ".join(f"{count} x {kind}" for kind, count in cards.items())


def _both_decks() -> tuple[tuple[str, Setting], tuple[str, Setting]]:
    return ("Deck C", table_as_played()), ("example deck", example_table())


def _edges(*tables: Setting) -> tuple[str, ...]:
    return tuple(percent(house_edge(table)) for table in tables)


QUICK_STUDIES: Final = (
    published,
    dealer_rules,
    payouts,
    up_card,
    characters,
    simple_players,
    lando,
    nearest_decks,
)
"""All that take a few seconds in all."""
