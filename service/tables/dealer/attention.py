"""The house's attention: a player who wins on brings Lando to the table, and whoever beats him is left alone again.

The meter is in hundredths of the player's average bet, so that what matters is how he bets beside his own habit. Where
Lando is the usual dealer there is nothing to watch for.
All of it is frozen values and a pure function of results; nothing here deals or pays.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from deckmapping.errors import InvalidInputError, Violation
from service.tables.dealer.visits import arrival, departure

if TYPE_CHECKING:
    from deckmapping.dealer_rule import DealerRule
    from deckmapping.themes.themes import Theme
    from service.tables.dealer.visits import AttentionEvent

A_BET: Final = 100
"""What one average bet is on the meter."""


@dataclass(frozen=True, slots=True)
class AttentionRules:
    """How the meter moves. All amounts are in hundredths of the player's average bet.

    Tables for silver have numbers of their own; those below are for practice, and why: with Deck C on both sides the
    best play wins 3.99 bets in a hundred hands and standing on 9 loses 4.39; one hand deviates by 1.01 bets. `cooling`
    takes half of what the best play wins off, 2 bets in a hundred hands: whoever wins less than that falls in the long
    run, and of all tests that watch a sum of results the one that takes half of the difference off tells "wins 4" from
    "wins nothing" soonest (Page's cumulative sum). 25 bets above the lowest point are then met by best play in 38 of
    100 runs of 300 hands and in 90 of 100 runs of 1,000, by standing on 9 in 7 and in 29. Ten hands of Lando cost the
    best play 0.4 bets more than ten of the usual dealer.
    """

    threshold: int = 25 * A_BET
    """At this Lando takes the table; the meter never passes it."""
    cooling: int = 2
    """What each hand takes off, whatever its result."""
    most_a_hand: int = 3 * A_BET
    """The most that one hand moves the meter by its result, up or down: one huge bet alone brings nobody."""
    visit_hands: int = 10
    """How many hands Lando stays."""
    rest: int = 10 * A_BET
    """Where the meter stands when he leaves unbeaten; beaten, he leaves it at 0."""

    def __post_init__(self) -> None:
        limits = (
            ("threshold", self.threshold, 1, 1000 * A_BET),
            ("cooling", self.cooling, 0, A_BET),
            ("mostAHand", self.most_a_hand, 1, 1000 * A_BET),
            ("visitHands", self.visit_hands, 1, 1000),
            ("rest", self.rest, 0, max(0, self.threshold - 1)),
        )
        faults = [
            Violation(name, str(value), f"a whole number from {least} to {most}")
            for name, value, least, most in limits
            if not least <= value <= most
        ]
        if faults:
            raise InvalidInputError.all(faults)


@dataclass(frozen=True, slots=True)
class Attention:
    """What the house thinks of a player, at one table for practice or at all for silver of a level and a side."""

    meter: int = 0
    """0 to the threshold."""
    hands: int = 0
    """Hands that he has played there."""
    wagered: int = 0
    """What he has bet on them in all, in silver or chips."""
    visit: int = 0
    """Hands that Lando will still play; 0 while he is away. They go on at the next table, but not at one of his own."""
    visit_won: int = 0
    """What the player has won from Lando in this visit, in silver or chips; below 0 for a loss."""

    @property
    def is_lando_here(self) -> bool:
        """Whether Lando deals the next hand."""
        return self.visit > 0


def after_hand(
    before: Attention,
    bet: int,
    won: int,
    theme: Theme | None,
    rules: AttentionRules,
    *,
    visitor_rule: DealerRule | None = None,
) -> tuple[Attention, tuple[AttentionEvent, ...]]:
    """Return the house's attention after a hand, and what it does.

    Args:
        before: the attention when the hand was dealt.
        bet: the player's, in silver or chips.
        won: what he won with the hand, likewise; below 0 for a loss.
        theme: the table's; None for the standard table.
        rules: how the meter moves.
        visitor_rule: by which Lando plays when he comes; None for his own.

    Raises:
        InvalidInputError: the bet is below 1.
    """
    if bet < 1:
        raise InvalidInputError.of("bet", bet, "1 or more")
    hands, wagered = before.hands + 1, before.wagered + bet
    seen = replace(before, hands=hands, wagered=wagered)
    if before.is_lando_here:
        return _after_visited(seen, won, theme, rules)
    moved = won * A_BET * hands // wagered  # the result by the average bet
    moved = max(-rules.most_a_hand, min(moved, rules.most_a_hand))
    meter = max(0, min(before.meter + moved - rules.cooling, rules.threshold))
    if meter < rules.threshold:
        return replace(seen, meter=meter), ()
    arrived = replace(seen, meter=meter, visit=rules.visit_hands, visit_won=0)
    return arrived, (arrival(theme, rules.visit_hands, visitor_rule),)


def verify_carried(carried: Attention, rules: AttentionRules, *, is_watched: bool) -> None:
    """Check what the house is to think of a player as a table opens.

    Args:
        carried: what it thought of him when he rose from his last one.
        rules: the table's.
        is_watched: whether the house has anybody to send there.

    Raises:
        InvalidInputError: numbers to which no hands lead by these rules, or a visit where nobody is sent; each is told.
    """
    most_visit = rules.visit_hands if is_watched else 0
    is_each_bet = carried.wagered >= carried.hands if carried.hands else carried.wagered == 0
    checks = (
        ("meter", carried.meter, 0 <= carried.meter <= rules.threshold, f"0 to {rules.threshold}"),
        ("hands", carried.hands, carried.hands >= 0, "0 hands or more"),
        ("wagered", carried.wagered, is_each_bet, "1 or more on each of the hands"),
        ("visit", carried.visit, 0 <= carried.visit <= most_visit, f"0 to {most_visit} hands"),
        ("visitWon", carried.visit_won, carried.visit > 0 or carried.visit_won == 0, "0 while nobody visits"),
    )
    faults = [Violation(name, str(value), expected) for name, value, is_possible, expected in checks if not is_possible]
    if faults:
        raise InvalidInputError.all(faults)


def _after_visited(
    seen: Attention, won: int, theme: Theme | None, rules: AttentionRules
) -> tuple[Attention, tuple[AttentionEvent, ...]]:
    """While Lando sits at the table the meter rests: only who wins from whom counts."""
    stays = replace(seen, visit=seen.visit - 1, visit_won=seen.visit_won + won)
    if stays.visit:
        return stays, ()
    is_beaten = stays.visit_won > 0
    gone = replace(stays, meter=0 if is_beaten else rules.rest, visit_won=0)
    return gone, departure(theme, is_beaten=is_beaten)
