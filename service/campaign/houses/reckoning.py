"""Reckons what `service.campaign.houses.edges` states, from the very setups that tables for silver are opened with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from service.campaign.houses.choices import choices
from service.campaign.houses.decks import house_deck, player_deck
from service.campaign.houses.edges import OPTION_KEYS
from service.money import Silver
from service.odds.table.exact import house_edge
from service.tables.dealer.attention import Attention, AttentionRules
from service.tables.sessions.odds_setting import setting_of
from service.tables.sessions.opening import dealer_setup
from service.tables.sessions.orders import Chain, DealerOrder, SeatOrder, SilverTerms
from service.tables.silver import BetLimits

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from fractions import Fraction

    from deckmapping.themes.dealers import Dealer
    from deckmapping.themes.themes import Theme
    from service.campaign.houses.choices import PlayerChoice

_CHAIN: Final = Chain("t", bytes(32), "any")
_LIMITS: Final = BetLimits(Silver(1), Silver(2))
"""No bet changes what is earned by bet."""


def reckoned_edge(theme: Theme, dealer: Dealer, choice: PlayerChoice) -> Fraction:
    """Return what *dealer* earns at the tables of *theme* against *choice*, exactly, in bets a hand."""
    order = DealerOrder(
        SeatOrder("player", player_deck(theme, choice)),
        theme.name,
        dealer=dealer.key,
        has_option=choice.has_option,
        silver=SilverTerms(_LIMITS, house_deck(theme, dealer, choice), AttentionRules(), Attention(), dealer.rule),
    )
    setup = dealer_setup(order, _CHAIN)
    return house_edge(setting_of(setup, setup.dealers[0]))


def reckoned_file(themes: Iterable[Theme]) -> str:
    """Return the whole file of stated edges."""
    return "".join(
        (
            "# Made by scripts/state_campaign_edges.py; a test reckons every edge again. `deck` is the player's.\n",
            *(_entry(theme, dealer) for theme in themes for dealer in theme.dealers),
        )
    )


def _entry(theme: Theme, dealer: Dealer) -> str:
    return "".join(_lines(theme, dealer))


def _lines(theme: Theme, dealer: Dealer) -> Iterator[str]:
    for choice in choices(theme):
        if choice.has_option:
            deck = player_deck(theme, choice)
            yield f'\n[[edge]]\ntheme = "{theme.name}"\ndealer = "{dealer.key}"\ndeck = "{deck}"\n'
        edge = reckoned_edge(theme, dealer, choice)
        yield f'{OPTION_KEYS[choice.has_option]} = "{edge}"  # {float(edge):.4%}\n'
