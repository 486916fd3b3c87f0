"""Reckons what `service.tables.dealer.edges` states, from the very setups that tables are opened with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deckmapping.themes.bundled import STANDARD_DECK
from service.odds.table.exact import house_edge
from service.tables.dealer.edges import STANDARD_TABLE, Edges
from service.tables.sessions.odds_setting import setting_of
from service.tables.sessions.opening import dealer_setup
from service.tables.sessions.orders import STANDARD_DEALER, Chain, DealerOrder, SeatOrder

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from fractions import Fraction

    from deckmapping.themes.themes import Theme

_CHAIN: Final = Chain("t", bytes(32), "any")


def reckoned_edges(theme: Theme | None, *, dealer: str | None = None, background: str | None = None) -> Edges:
    """Return what a dealer of *theme* earns, exactly.

    Args:
        theme: the theme; None for the standard table, where both play Deck C.
        dealer: his key; None for the first one.
        background: where the table stands, its modifier working; None for no modifier.
    """

    def edge(*, has_option: bool) -> Fraction:
        order = DealerOrder(
            SeatOrder("player", STANDARD_DECK if theme is None else theme.sample_deck),
            None if theme is None else theme.name,
            background,
            dealer,
            has_option=has_option,
            has_modifier=background is not None,
        )
        setup = dealer_setup(order, _CHAIN)
        return house_edge(setting_of(setup, setup.dealers[0]))

    return Edges(edge(has_option=True), edge(has_option=False))


def stated_edges(themes: Iterable[Theme]) -> str:
    """Return the whole file of stated edges."""
    return "".join(("# Made by scripts/state_dealer_edges.py; a test reckons every edge again.\n", *_entries(themes)))


def _entries(themes: Iterable[Theme]) -> Iterator[str]:
    yield _entry("dealer", STANDARD_TABLE, STANDARD_DEALER, reckoned_edges(None))
    for theme in themes:
        for dealer in theme.dealers:
            yield _entry("dealer", theme.name, dealer.key, reckoned_edges(theme, dealer=dealer.key))
        for place in theme.backgrounds:
            yield _entry("background", theme.name, place.key, reckoned_edges(theme, background=place.key))


def _entry(kind: str, theme: str, key: str, edges: Edges) -> str:
    return (
        f'\n[[{kind}]]\ntheme = "{theme}"\nkey = "{key}"\n'
        f'with_option = "{edges.with_option}"  # {float(edges.with_option):.4%}\n'
        f'plain = "{edges.plain}"  # {float(edges.plain):.4%}\n'
    )
