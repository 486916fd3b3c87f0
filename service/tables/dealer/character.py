"""What the dealer's character makes of one hand: drawn from the hand's seed before the player acts, shown to nobody."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from deckmapping.errors import InvalidInputError
from service.draws import stream, uniform
from service.rules.hand import FIRST_CARDS, MOST_CARDS

if TYPE_CHECKING:
    from fractions import Fraction

    from deckmapping.dealer_rule import DealerRule
    from deckmapping.themes.dealers import Dealer

MOST_PARTS: Final = 1 << 32
"""Parts out of which a share may be drawn exactly: the range of one word of tsb1's stream."""


@dataclass(frozen=True, slots=True)
class Character:
    """What is decided of one hand beforehand. It is hidden: a view never holds it."""

    may_shift: bool = False
    """Whether he may change his total by 1 after the reveal (R6)."""
    overdraws_with: tuple[int, ...] = ()
    """The numbers of cards with which he draws, should his total be one on which he draws by chance."""


_NOTHING: Final = Character()


def told_character(dealer: Dealer, rule: DealerRule) -> str:
    """Return what a player is told of *dealer* who plays by *rule*: his own, or a Lando's whom the house sends."""
    if rule == dealer.rule:
        return dealer.character
    share = rule.shift_share
    return (
        "Plays the dealer's deck as the dealer would, and cheats: "
        f"on {share.numerator} hands in {share.denominator}, and nobody sees on which, "
        "he may change his total by one after the reveal."
    )


def verify_shares(rule: DealerRule) -> None:
    """Check that the shares of *rule* can be drawn exactly.

    Raises:
        InvalidInputError: one of them is a fraction of more than 2^32 parts.
    """
    for field, share in (("shiftShare", rule.shift_share), ("overdrawChance", rule.overdraw_chance)):
        if share.denominator > MOST_PARTS:
            raise InvalidInputError.of(field, str(share), "a share out of at most 2^32 parts")


def drawn_character(rule: DealerRule, seed: bytes, hand: int) -> Character:
    """Draw what *rule* leaves to chance.

    Whether he may shift stands under the label ``shift/<hand>``; whether he overdraws with n cards under
    ``quirk/<hand>/<n>``. A share of a parts out of b is met where UNIFORM(b) is below a.

    Args:
        rule: the table's.
        seed: the hand's, 32 bytes.
        hand: its number, counted from 1.
    """
    if not (rule.shift_share or rule.overdraw_chance):
        return _NOTHING
    return Character(
        may_shift=_is_met(rule.shift_share, seed, f"shift/{hand}"),
        overdraws_with=tuple(
            cards
            for cards in range(FIRST_CARDS, MOST_CARDS)
            if _is_met(rule.overdraw_chance, seed, f"quirk/{hand}/{cards}")
        ),
    )


def _is_met(share: Fraction, seed: bytes, label: str) -> bool:
    # Without a share nothing is drawn: every label has words of its own, so nothing else depends on it.
    return bool(share) and uniform(share.denominator, stream(seed, label.encode())) < share.numerator
