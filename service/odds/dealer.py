"""How the dealer's hand ends, for each up card, by a rule that does not look at the player's hand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from deckmapping.values import Value
from service.rules.dealing import draw_chance
from service.rules.hand import FIRST_CARDS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from deckmapping.dealer_rule import DealerRule
    from service.odds.drawing import Drawing, Masses


@dataclass(frozen=True, slots=True)
class DealerEnds:
    """What comes of the dealer's hand, by up card (columns, in the order of the kinds): whole numbers or chances.

    `perfect` and either of the two others make up everything that can happen.
    """

    perfect: Masses
    """Perfect sabaccs."""
    plain: Masses
    """Hands played out whose total nobody changes: one row for each of the ends `hands.plain`."""
    changed: Masses
    """The same hands where the dealer may change the total: one row for each of the ends `hands.changed`."""


def dealer_chances(drawing: Drawing, rule: DealerRule) -> DealerEnds:
    """Return the chances of all ends, in float64."""
    return _played(drawing, rule, np.diag(drawing.counts / drawing.size), is_exact=False)


def dealer_counts(drawing: Drawing, rule: DealerRule) -> DealerEnds:
    """Return all ends as exact whole numbers out of `counts_of`."""
    fits = counts_of(drawing, rule) < np.iinfo(np.int64).max
    return _played(drawing, rule, np.diag(drawing.counts).astype(np.int64 if fits else object), is_exact=True)


def counts_of(drawing: Drawing, rule: DealerRule) -> int:
    """Return what the whole numbers of `dealer_counts` add up to: ordered draws, times his own choices by chance."""
    choices: int = rule.overdraw_chance.denominator ** (drawing.longest - FIRST_CARDS)
    return drawing.orders * choices


def _played(drawing: Drawing, rule: DealerRule, up_cards: Masses, *, is_exact: bool) -> DealerEnds:
    table, longest = drawing.hands, drawing.longest
    parts = rule.overdraw_chance.denominator if is_exact else 1

    def stopped(size: int, decisions: int, masses: Masses) -> Masses:
        """Return *masses* of hands that ended, in the measure of all ends."""
        further = parts ** (longest - FIRST_CARDS - decisions)
        return masses * (drawing.undrawn_orders(size) * further) if is_exact else masses

    def grown(size: int, masses: Masses) -> Masses:
        return drawing.grown(size, masses) if is_exact else drawing.grown(size, masses) / drawing.remaining(size)

    masses = grown(1, up_cards)
    perfect = stopped(FIRST_CARDS, 0, masses[table.is_perfect].sum(axis=0))
    masses[table.is_perfect] = 0
    plain, changed = [], []
    for size in range(FIRST_CARDS, longest + 1):
        if size < longest:
            draws = draw_shares(table.totals[size - 1], rule, parts, masses.dtype)
            stays = stopped(size, size - 1, masses * (parts - draws))
            masses = grown(size, masses * draws)
        else:
            stays = masses
        plain.append(table.plain.summed(size, stays))
        changed.append(table.changed.summed(size, stays))
    return DealerEnds(perfect, table.plain.all_sizes(plain), table.changed.all_sizes(changed))


def draw_shares(totals: NDArray[np.int64], rule: DealerRule, parts: int, dtype: np.dtype) -> Masses:
    """Return for every hand how much of it draws, out of *parts*, as a column."""
    distinct, places = np.unique(totals, return_inverse=True)
    shares = [draw_chance(rule, Value(total)) * parts for total in distinct.tolist()]
    exact = [int(share) if dtype != np.float64 else float(share) for share in shares]
    return np.array(exact, dtype)[places][:, None]
