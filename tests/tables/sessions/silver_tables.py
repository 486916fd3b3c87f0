"""Tables for silver to open, short to write: of an order, of plain cards, between Ann and Bob."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from deckmapping.catalogue import starter_catalogue
from deckmapping.themes.bundled import STANDARD_DECK
from deckmapping.themes.dealers import dealer as dealer_named
from service.money import Silver
from service.tables.dealer.attention import Attention, AttentionRules
from service.tables.dealer.hand import Terms
from service.tables.sessions.opening import dealer_setup
from service.tables.sessions.orders import Chain, DealerOrder, SeatOrder, SilverTerms
from service.tables.sessions.setup import TableDealer
from service.tables.silver import BetLimits
from tests.tables.sessions.dealer_tables import chain_of, small
from tests.tables.sessions.versus_tables import plain_setup

if TYPE_CHECKING:
    from service.tables.sessions.setup import DealerSetup, VersusSetup

LIMITS = BetLimits(Silver(10), Silver(50))
WATCH = AttentionRules(threshold=2400, cooling=1, most_a_hand=300, visit_hands=4, rest=1200)
SHARE = Fraction(9, 20)
"""On which share of his hands Lando changes his total while he visits."""
NOBODY = Attention()


def order_for(
    theme: str, dealer: str, *, deck: str | None = None, has_option: bool = True, carried: Attention = NOBODY
) -> DealerOrder:
    """Ask for the table of a dealer who plays the house's deck: the theme's sample deck, or the deck of that name."""
    rule = replace(dealer_named(dealer).rule, shift_share=SHARE)
    return DealerOrder(
        SeatOrder("ann", STANDARD_DECK if deck is None else deck),
        theme,
        dealer=dealer,
        has_option=has_option,
        cut=3,
        hands=40,
        silver=SilverTerms(LIMITS, f"{theme}-house", WATCH, carried, rule),
    )


def setup_for(
    theme: str, dealer: str, *, deck: str | None = None, has_option: bool = True, carried: Attention = NOBODY
) -> DealerSetup:
    """The table that the order comes to."""
    order = order_for(theme, dealer, deck=deck, has_option=has_option, carried=carried)
    table_id = f"silver-{dealer}"
    published = chain_of(table_id, order.hands).published
    return dealer_setup(order, Chain(table_id, published, starter_catalogue().version))


def plain(
    player: dict[int, int] | None = None,
    dealer: dict[int, int] | None = None,
    *,
    terms: Terms | None = None,
    carried: Attention = NOBODY,
    hands: int = 40,
) -> DealerSetup:
    """A table of plain cards with shoes of three hands, which Lando may visit; usually 10 wins against 8."""
    setup = small(player, dealer, terms=terms, hands=hands, cut=3)
    rule = replace(setup.dealers[0].terms.rule, shift_share=SHARE)
    visitor = TableDealer("lando-light", None, Terms(rule, setup.dealers[0].terms.pay))
    return replace(setup, money=LIMITS, visitor=visitor, attention=WATCH, carried=carried)


def between(first: str, second: str, *, stake: int = 145, hands: int = 9, cut: int | None = None) -> VersusSetup:
    """A table for two decks of cards that count what is printed: ``between("5 2/5", "4 4")``."""
    silver = Silver(stake)
    setup = plain_setup(first, second, hands=hands, cut=cut)
    return replace(setup, money=BetLimits(silver, silver), stake=silver)


def for_silver(setup: DealerSetup, carried: Attention = NOBODY) -> DealerSetup:
    """The same table for silver: only the dealer with whom it opens sits there."""
    (first, *_) = setup.dealers
    decks = {name: cards for name, cards in setup.decks.items() if name == first.deck}
    return replace(setup, money=LIMITS, dealers=(first,), decks=decks, carried=carried)
