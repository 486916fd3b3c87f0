"""What a deck is like at sabacc: its values, its chances, where to stand with it, what it earns in each variant."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from deckmapping.errors import InvalidInputError
from deckmapping.themes.bundled import STANDARD_DECK
from deckmapping.variants import Role, Variant, variant_rules
from service.odds.hands.drawing import Drawing, whole_numbers
from service.odds.hands.final_hands import final_hands
from service.odds.hands.limits import verify_kinds
from service.odds.kinds import Pile, Side
from service.odds.piles import bundled_side, side_of
from service.odds.progress import Progress, unwatched
from service.odds.setting import Draws, Setting, StandOn
from service.odds.table.exact import exact_odds
from service.odds.table.solution import solve
from service.odds.versus.equilibrium import TOTALS, equilibrium_of
from service.odds.versus.versus import Ranked
from service.rules.hand import FIRST_CARDS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from deckmapping.records import CardRecord
    from deckmapping.values import Value
    from service.odds.kinds import Kind

_STEPS = len(TOTALS) + 1 + len(Variant)


@dataclass(frozen=True, slots=True)
class VariantProfile:
    """A deck where a variant's wild and clone cards count, for a player without a character's perks."""

    variant: Variant
    wild: int
    """Wild cards."""
    clone: int
    """Clone cards."""
    perk_wild: int
    """Cards that are wild only for a character with the perk; here they count what is printed."""
    perfect: Fraction
    """The chance that the first two cards are a perfect sabacc."""
    edge: Fraction
    """What the best play earns, in bets a hand, at the default table against a plain Deck C."""


@dataclass(frozen=True, slots=True)
class DeckProfile:
    """A deck's profile. Except for `variants` every card counts what is printed, as in a fair deck (R10)."""

    size: int
    """Number of cards."""
    histogram: Mapping[Kind, int]
    """How many cards print what, ascending; by `size`, the fractions of the pile."""
    perfect: Fraction
    """The chance that the first two cards are a perfect sabacc."""
    goes_over: Mapping[Value, Fraction]
    """For each total of two cards that are no perfect sabacc: the chance that a third card takes it over 11."""
    edge: Fraction
    """What the best play earns, in bets a hand, at the default table against a plain Deck C."""
    edges: Mapping[int, float]
    """What it earns there to stand on a total, for each of the stand-on totals 0 to 11."""
    tie_stand_on: Mapping[int, Fraction]
    """How often to stand on which total in a tie's hands between two players with this deck.

    An equilibrium: with other totals neither comes first more often. Mostly it is one total, always.
    """
    variants: tuple[VariantProfile, ...]
    """All four; none for a pile of bare values."""

    @property
    def best_stand_on(self) -> int:
        """The stand-on total that earns most at the default table; the lowest of several."""
        return max(self.edges, key=lambda total: self.edges[total])


def profile(deck: Pile | Sequence[CardRecord], progress: Progress = unwatched) -> DeckProfile:
    """Return the profile of a deck.

    The default table: both piles finite, up card seen, dealer drawing on 7 or less, perfect sabacc paid 3:2.

    Args:
        deck: the cards of the pile, or what is printed on them.
        progress: called after each table that was solved.

    Raises:
        InvalidInputError: fewer than two cards, more kinds of card than can be enumerated, or a bare pile that says
            which cards are wild or clones: that is a variant's to say.
    """
    cards: Sequence[CardRecord] = () if isinstance(deck, Pile) else deck
    plain = Side(deck) if isinstance(deck, Pile) else side_of(deck, None)
    by_variant = {variant: side_of(cards, variant) for variant in Variant if cards}
    for side in (plain, *by_variant.values()):
        _verify(side)
    edges = {}
    for at, total in enumerate(TOTALS, start=1):
        edges[total] = solve(_default_table(plain), StandOn(total)).edge
        progress(at, _STEPS)
    odds = exact_odds(solve(_default_table(plain)))
    progress(len(TOTALS) + 1, _STEPS)
    variants = []
    for at, (variant, side) in enumerate(by_variant.items(), start=len(TOTALS) + 2):
        variants.append(_variant(variant, side, [variant_rules(variant).classify(card).role for card in cards]))
        progress(at, _STEPS)
    return DeckProfile(
        size=plain.pile.size,
        histogram=plain.pile.as_counts(),
        perfect=odds.player_opens_perfect,
        goes_over=_goes_over(plain.pile),
        edge=odds.edge,
        edges=edges,
        tie_stand_on=_tie_stand_on(plain),
        variants=tuple(variants),
    )


def _verify(side: Side) -> None:
    if side.pile.size < FIRST_CARDS:
        raise InvalidInputError.of("deck", f"{side.pile.size} cards", "two cards or more (R1)")
    unprinted = [kind for kind in side.pile.kinds if kind.role is not Role.PLAIN and side.rules.wild_range is None]
    if unprinted:
        raise InvalidInputError.of("deck", str(unprinted[0]), "what is printed on every card")
    verify_kinds(side.pile.kinds, side.rules, "deck")


def _default_table(player: Side) -> Setting:
    return Setting(player, bundled_side(STANDARD_DECK, None))


def _variant(variant: Variant, side: Side, roles: list[Role]) -> VariantProfile:
    odds = exact_odds(solve(_default_table(side)))
    return VariantProfile(
        variant=variant,
        wild=roles.count(Role.WILD),
        clone=roles.count(Role.CLONE),
        perk_wild=roles.count(Role.PERK_WILD),
        perfect=odds.player_opens_perfect,
        edge=odds.edge,
    )


def _tie_stand_on(side: Side) -> Mapping[int, Fraction]:
    """Return the equilibrium of two players with this deck, to whom a perfect sabacc is a plain 11 (tsb1, HAND)."""
    hands = [replace(final_hands(side, total), perfect=0) for total in TOTALS]
    players = [Ranked.of_hands(found, double=False) for found in hands]
    return equilibrium_of(players, players).first


def _goes_over(pile: Pile) -> dict[Value, Fraction]:
    drawing = Drawing.of(Side(pile), Draws.FINITE)
    dtype = whole_numbers(drawing.orders)
    opening = np.where(drawing.hands.is_perfect, 0, drawing.opening(dtype).sum(axis=1))
    ways: Counter[Value] = Counter()
    over: Counter[Value] = Counter()
    more = drawing.next_sum(FIRST_CARDS, drawing.hands.is_over(FIRST_CARDS + 1)[:, None].astype(dtype))[:, 0]
    for total, orders, third in zip(drawing.hands.totals[1].tolist(), opening.tolist(), more.tolist(), strict=True):
        ways[total] += orders * drawing.remaining(FIRST_CARDS)
        over[total] += orders * third
    return {total: Fraction(over[total], ways[total]) for total in sorted(ways) if ways[total]}
