"""The search for the recommended dealer decks, and its bounds.

A deck is the nearest within bounds, for there are too many decks to search them all. Up to `FEW_CHANGED` cards any
but wild cards may leave, and any whole value from 0 to 7 come. Where no such deck earns what is wanted, the search goes
on with few kinds, each of which moves the edge far: to make a deck stronger, zeros (where there are clones, clones in
their place), 1s, 6s and 7s leave for 4s and 5s, up to `MANY_STRONGER` cards; to make it weaker, zeros or clones, 4s and
5s leave for 6s and 7s, up to `MANY_WEAKER`. So where more than `FEW_CHANGED` cards are changed, there may be a deck
with fewer changes.

Wild cards neither leave nor come: one more or less is worth about two per cent, as much as all that the house is to
earn, and the cards that are wild are a theme's own. Clones come only to decks that have some: what makes a card a
clone is the variant's, and the fair deck has none.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Final

from deckmapping.themes.dealers import dealers
from deckmapping.values import whole
from deckmapping.variants import Role
from service.odds.design.dealer_decks import Choice, DealerDeck, dealer_decks, table_of
from service.odds.design.design import DesignOrder, design
from service.odds.kinds import Kind
from service.odds.studies.tables import Study, percent
from service.odds.table.exact import house_edge

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from service.odds.design.design import Design
    from service.odds.setting import Setting

WANTED: Final = Fraction(2, 100)
TOLERANCE: Final = Fraction(2, 1000)

FEW_CHANGED: Final = 3
"""Up to so many cards any card but wild ones may leave, and any plain one come, and clones to a deck that has some."""
MANY_STRONGER: Final = 12
"""Where few do not make a deck strong enough, up to so many, but only a few kinds."""
MANY_WEAKER: Final = 16
"""Where few do not make it weak enough, likewise."""

_CLONE: Final = Kind((), Role.CLONE)
_ZERO, _ONE, _FOUR, _FIVE, _SIX, _SEVEN = (Kind((whole(value),)) for value in (0, 1, 4, 5, 6, 7))
_WILD: Final = (Role.WILD, Role.PERK_WILD)


def found_decks(keys: Iterable[str] | None = None) -> Iterator[DealerDeck]:
    """Find a deck for every dealer of a theme and every choice of the player; it takes some minutes for all.

    Args:
        keys: the dealers; None for all who sit at a theme's tables.
    """
    known: dict[Setting, Design] = {}
    wanted = None if keys is None else set(keys)
    for each in dealers():
        if each.theme_names and (wanted is None or each.key in wanted):
            for choice in Choice:
                table = table_of(each.key, choice)
                if table not in known:
                    known[table] = nearest(table)
                found = known[table]
                pile = str(found.setting.dealer.pile)
                yield DealerDeck(each.key, choice, found.changed, pile, found.house_edge)


def nearest(table: Setting) -> Design:
    """Return the deck nearest to the dealer's of *table* that earns what is wanted, within this module's bounds."""
    held = table.dealer.pile.kinds
    plain = tuple(Kind((whole(value),)) for value in range(8))
    clones = tuple(kind for kind in held if kind == _CLONE)
    tame = tuple(kind for kind in held if kind.role not in _WILD)
    few = design(DesignOrder(table, WANTED, TOLERANCE, FEW_CHANGED, tame, (*plain, *clones)))
    if few.is_within:
        return few
    is_weak = house_edge(table) < WANTED
    zero = _CLONE if _CLONE in held else _ZERO
    high, low = (_SIX, _SEVEN), (_FOUR, _FIVE)
    leave = tuple(kind for kind in (zero, *((_ONE, *high) if is_weak else low)) if kind in held)
    most = MANY_STRONGER if is_weak else MANY_WEAKER
    return design(DesignOrder(table, WANTED, TOLERANCE, most, leave, low if is_weak else high))


def recommended() -> Study:
    """Set what each dealer earns with the sample deck of his theme beside what he earns with the recommended one."""
    rows = []
    for each in dealers():
        if each.theme_names:
            decks = [dealer_decks()[each.key, choice] for choice in Choice]
            before = (percent(house_edge(table_of(each.key, choice))) for choice in Choice)
            cells = (
                f"{old} to {percent(deck.house_edge)}, {deck.changes}" for old, deck in zip(before, decks, strict=True)
            )
            name = f"**{each.name}**" if each.is_boss else each.name
            rows.append((name, each.theme_names[0], *cells))
    choices = ("fair deck", "Deck C", "Light Side's sample deck", "Dark Side's sample deck")
    headings = ("dealer", "theme", *(f"player: {choice}" for choice in choices))
    return Study("dealer-decks", headings, tuple(rows))


def as_toml(decks: Iterable[DealerDeck]) -> str:
    """Return *decks* as the text of the packaged file."""
    parts = ["# Made by scripts/make_odds_page.py --dealer-decks; a test reckons every edge again.\n"]
    for deck in decks:
        lines = (
            "[[deck]]",
            f'dealer = "{deck.dealer}"',
            f'choice = "{deck.choice}"',
            f"changes = {deck.changes}",
            f'pile = "{deck.pile}"',
            f'house_edge = "{deck.house_edge}"  # {100 * float(deck.house_edge):.4f} %',
        )
        parts.append("\n".join(lines) + "\n")
    return "\n".join(parts)
