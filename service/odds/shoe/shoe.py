"""What is left of a shoe once hands have been played from it, and what the next hand earns. For practice only."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from deckmapping.errors import InvalidInputError, Violation
from service.odds.kinds import Pile, Side
from service.odds.setting import Draws
from service.rules.hand import FIRST_CARDS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from service.odds.kinds import Kind
    from service.odds.setting import Setting


def remaining(setting: Setting, player: Mapping[Kind, int], dealer: Mapping[Kind, int]) -> Setting:
    """Return the table at which the next hand of a shoe is played; `solve` tells what that hand earns.

    Args:
        setting: the table with both piles whole.
        player: how many cards of which kinds have been played from the player's pile, in all hands of the shoe.
        dealer: likewise from the dealer's.

    Raises:
        InvalidInputError: more cards of a kind were played than there are, fewer than two are left, or draws are
            independent, so that nothing is ever gone. Every fault is named.
    """
    if setting.draws is not Draws.FINITE and (any(player.values()) or any(dealer.values())):
        raise InvalidInputError.of("draws", setting.draws, "finite draws, where cards that were played are gone")
    faults: list[Violation] = []
    left_of_player = _left(setting.player, player, "player", faults)
    left_of_dealer = _left(setting.dealer, dealer, "dealer", faults)
    if faults:
        raise InvalidInputError.all(faults)
    return replace(setting, player=left_of_player, dealer=left_of_dealer)


def _left(side: Side, played: Mapping[Kind, int], name: str, faults: list[Violation]) -> Side:
    left = side.pile.as_counts()
    for kind, count in sorted(played.items()):
        held = left.get(kind, 0)
        if not 0 <= count <= held:
            faults.append(Violation(f"{name}.played[{kind}]", str(count), f"from 0 to {held}, what the pile held"))
        left[kind] = held - count
    pile = Pile.of_counts({kind: max(count, 0) for kind, count in left.items()})
    if pile.size < FIRST_CARDS:
        faults.append(Violation(f"{name}.played", f"{pile.size} cards left", "two cards or more for a hand (R1)"))
    return Side(pile, side.rules)
