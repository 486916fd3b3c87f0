"""What takes too long or too much memory to be solved; it is refused before any work, saying what to reduce."""

from __future__ import annotations

from functools import lru_cache
from math import comb
from typing import TYPE_CHECKING, Final

from deckmapping.errors import InvalidInputError
from deckmapping.values import format_value, whole
from deckmapping.variants import Role
from service.odds.hands.multisets import MOST_KINDS
from service.odds.hands.totals import with_open_values
from service.rules.hand import FIRST_CARDS, MOST_CARDS

if TYPE_CHECKING:
    from service.odds.kinds import Kind, Side
    from service.odds.setting import Setting
    from service.rules.cards import SideRules

MOST_VALUE: Final = whole(1000)
"""The highest value that a card may count: more than any card prints, and all totals fit into 64 bits."""

MOST_REPLIES: Final = 20_000_000
"""Most replies that a dealer who sees the hand weighs (`replies`): a few seconds, and several more for the fraction."""


def verify_kinds(kinds: tuple[Kind, ...], rules: SideRules, field: str) -> None:
    """Check that the hands of *kinds* can be tabled for a side with *rules*.

    Args:
        kinds: distinct.
        rules: the side's.
        field: names the pile in errors.

    Raises:
        InvalidInputError: too many kinds, those that wild and clone cards may count as included; too high a value; or
            a wild card where the rules give no range for it.
    """
    if rules.wild_range is None and any(kind.role in (Role.WILD, Role.PERK_WILD) for kind in kinds):
        raise InvalidInputError.of(field, "wild cards", "none without a variant's range of wild values")
    verify_kind_count(kinds, rules, field, MOST_KINDS)
    highest = max((kind.printed[-1] for kind in _counted(kinds, rules) if kind.printed), default=whole(0))
    if highest > MOST_VALUE:
        expected = f"values of at most {format_value(MOST_VALUE)}"
        raise InvalidInputError.of(field, f"a card that counts {format_value(highest)}", expected)


def verify_kind_count(kinds: tuple[Kind, ...], rules: SideRules, field: str, most: int) -> None:
    """Check that *kinds*, those that wild and clone cards may count as included, are *most* at most.

    Args:
        kinds: distinct.
        rules: the side's.
        field: names the pile in errors.
        most: how many may be tabled.

    Raises:
        InvalidInputError: there are more.
    """
    count = len(_counted(kinds, rules))
    if count > most:
        expected = f"at most {most}: fewer different values, or no wild cards"
        raise InvalidInputError.of(field, f"{count} kinds of card, values of wild cards included", expected)


def verify_setting(setting: Setting) -> None:
    """Check that *setting* can be solved in reasonable time.

    Raises:
        InvalidInputError: as `verify_kinds`; or a dealer who sees the hand would have too much to weigh.
    """
    for field, side in (("player", setting.player), ("dealer", setting.dealer)):
        verify_kinds(side.pile.kinds, side.rules, field)
    count = replies(setting) if setting.dealer_sees_hand else 0
    if count > MOST_REPLIES:
        expected = f"at most {MOST_REPLIES}: fewer different values in either pile, or a dealer who plays by his rule"
        raise InvalidInputError.of("dealerSeesHand", f"{count} pairs of a player's and a dealer's hand", expected)


def replies(setting: Setting) -> int:
    """Return about how many pairs of a player's end and a dealer's hand of six cards there are, at most.

    For the exact fraction each end of the player's also needs all ends by up card, which count likewise.
    """
    player, dealer = _ends(setting.player), _ends(setting.dealer)
    kinds = len(_counted(setting.dealer.pile.kinds, setting.dealer.rules))
    return player * (comb(kinds + MOST_CARDS - 1, MOST_CARDS) + (player + dealer) * kinds)


def _ends(side: Side) -> int:
    """Return about how many pairs of total and number of cards the hands of *side* can end with, at most."""
    values = {kind.printed[0] for kind in _counted(side.pile.kinds, side.rules) if len(kind.printed) == 1}
    sums: set[int] = {0}
    found = 0
    for size in range(1, MOST_CARDS + 1):
        sums = {total + value for total in sums for value in values or (0,)}  # clone cards alone count 0
        found += len(sums) if size >= FIRST_CARDS else 0
    return found


@lru_cache(maxsize=64)
def _counted(kinds: tuple[Kind, ...], rules: SideRules) -> tuple[Kind, ...]:
    return with_open_values(kinds, rules)
