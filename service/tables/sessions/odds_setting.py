"""The table whose odds a session has: between what is played (`service.tables`) and what it earns (`service.odds`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.odds.kinds import Pile, Side
from service.odds.setting import Setting

if TYPE_CHECKING:
    from service.tables.sessions.setup import DealerSetup, TableDealer


def setting_of(setup: DealerSetup, dealer: TableDealer) -> Setting:
    """Return the table of a hand from whole piles against *dealer*.

    What is put away openly and when the piles are shuffled is no part of it: it changes the edge only for a player who
    looks at what has been played.
    """
    return Setting(
        Side(Pile.of_cards(setup.pile), setup.player.rules),
        Side(Pile.of_cards(setup.deck_of(dealer)), setup.dealer_rules),
        rule=dealer.terms.rule,
        pay=dealer.terms.pay,
    )
