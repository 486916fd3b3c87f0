"""What a counter of cards earns at every cut, as the page of odds tells it."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from service.odds.design.dealer_decks import Choice, dealer_decks
from service.odds.progress import unwatched
from service.odds.shoe.counting import CountingOrder, sampled_shoes
from service.odds.studies.tables import Study, percent, table_as_played

if TYPE_CHECKING:
    from service.odds.progress import Progress
    from service.odds.setting import Setting
    from service.odds.shoe.counting import Estimate

SHOES: Final = 10_000
CUTS: Final = range(1, 7)
WAYS: Final = {
    "bets 1 to 2": (Fraction(1), Fraction(2), False),
    "bets 1/2 to 2": (Fraction(1, 2), Fraction(2), False),
    "bets 2 or leaves": (Fraction(1), Fraction(2), True),
    "bets 1 to 10": (Fraction(1), Fraction(10), False),
}
"""Least and largest bet of later hands, in first bets, and whether he leaves a shoe that has turned bad."""


def counted_tables() -> dict[str, Setting]:
    """Return the tables that are counted: Deck C on both sides, and a dealer of the campaign against it."""
    return {"deck-c": table_as_played(), "campaign": dealer_decks()["kalit", Choice.FAIR].setting}


def counting(name: str, cuts: range = CUTS, progress: Progress = unwatched) -> Study:
    """Tell what a counter earns at the table *name*.

    Args:
        name: a key of `counted_tables`.
        cuts: hands a shoe.
        progress: told how many shoes have been played, of how many.
    """
    order = CountingOrder(counted_tables()[name], cut=cuts[-1], shoes=SHOES)
    sample = sampled_shoes(order, progress)
    rows = []
    for cut in cuts:
        gains = [
            sample.gain(replace(order, cut=cut, least_bet=least, most_bet=most, leaves=leaves))
            for least, most, leaves in WAYS.values()
        ]
        shares = (f"{100 * gains[0].good_hands:.1f} %", f"{100 * gains[0].edge_deviation:.2f} %")
        rows.append((str(cut), _by_hand(gains[0].flat, cut), *(_told(gain.by_bet) for gain in gains), *shares))
    headings = ("hands a shoe", "same bet always", *WAYS, "good hands", "deviation of the edge")
    return Study(f"counting-{name}", headings, tuple(rows))


def _by_hand(gain: Estimate, cut: int) -> str:
    return _told(replace(gain, mean=gain.mean / cut, standard_error=gain.standard_error / cut))


def _told(estimate: Estimate) -> str:
    error = 100 * estimate.standard_error
    return percent(estimate.mean) if error < 0.00005 else f"{percent(estimate.mean)[:-2]} ± {error:.4f} %"
