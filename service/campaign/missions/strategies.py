"""How the player of a mission draws and stands: a function of what he sees, and of nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from deckmapping.values import whole
from service.campaign.missions.mission import AsDealer
from service.odds.kinds import Kind
from service.odds.setting import StandOn
from service.odds.table.solution import solve
from service.rules.best import best_total
from service.rules.dealing import draw_chance
from service.rules.hand import FIRST_CARDS
from service.tables.sessions.odds_setting import setting_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from deckmapping.dealer_rule import DealerRule
    from service.campaign.missions.mission import Play
    from service.odds.setting import Setting
    from service.rules.cards import Card
    from service.rules.hand import Hand
    from service.tables.sessions.setup import DealerSetup

Draws: TypeAlias = "Callable[[Hand, Card], bool]"
"""Tells from the player's hand and the dealer's up card whether he draws, where he may (R4)."""


def strategy(play: Play, setup: DealerSetup) -> Draws:
    """Return how a player plays who is asked at the table of *setup*.

    Raises:
        InvalidInputError: the best play is asked for, and the piles are too large for it (`verify_setting`).
    """
    dealer = setup.dealers[0]
    match play:
        case StandOn(total=total):
            return lambda hand, _: best_total(hand) < whole(total)
        case AsDealer():
            return _as_dealer(dealer.terms.rule)
        case _:
            return _best(setting_of(setup, dealer))


def _as_dealer(rule: DealerRule) -> Draws:
    return lambda hand, _: draw_chance(rule, best_total(hand)) == 1


def _best(setting: Setting) -> Draws:
    solution = solve(setting)
    hands, draws, up_cards = solution.player.hands, solution.play.draws, solution.dealer.hands.kinds

    def says(hand: Hand, up_card: Card) -> bool:
        row = hands.row([Kind.of(card) for card in hand.cards])
        return bool(draws[len(hand.cards) - FIRST_CARDS][row, up_cards.index(Kind.of(up_card))])

    return says
