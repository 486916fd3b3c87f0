"""The house's attention in the campaign: when Lando comes, how often he cheats, and what his visit takes back.

**Who is watched for.** Every usual dealer of the campaign earns about 2 % (`service.campaign.houses`), so the best play
loses two bets in a hundred hands, and whoever is far above his lowest point is lucky or counts cards. The practice
tables watch for their best play, which wins 3.99 bets in a hundred hands. Of all tests that watch a sum of results,
the one that takes the middle of two players' earnings off each hand tells them apart soonest (Page's cumulative sum);
between -2 and +4 that is +1 bet in a hundred hands: the cooling. With what the game takes as well, the meter of the
best play falls by 3 bets in a hundred hands.

**How often he comes.** One hand deviates by 1.01 bets. 24 bets above the lowest point are then met by the best play
within 300 hands in 18 of 100 runs and within 1,000 in 62, by standing on 8 in 13 and 50, by standing on 9 in 3 and 13
(against Kalit with the fair deck that docs/odds.md designs for him, 1.92 %). From the rest to the next visit the best
play takes 838 hands on average, standing on 9 some 6,100. So a lucky player meets him every few evenings, and a bad one
hardly ever.

**What he takes back.** Half of what brought him: of 24 bets 12 in 60 hands, which asks for an edge of 12 / 60 = 20 %.
Lando sits down in the dealer's place, plays the dealer's deck by the dealer's rule, and may change his total by one on
a share s of the hands. Against one play of the player's the edge is a straight line in the share,

    edge(s) = (1 - s) * edge(0) + s * edge(1),

and against the best play at each share never below that line. That deck earns 1.92 % and 41.28 %, so that
s = 18.08 / 39.36 = 0.46; over all decks 9/20 comes nearest to 20 % among shares of few parts. The exact edges are in
docs/economy.md: at the campaign's tables from 18 to 25 %, so a visit takes back 11 to 15 bets on average.

**Beating him.** The results of 60 hands deviate by 7.7 bets, and at 20 % one player in sixteen leaves a visit with a
win (6 of 100 of the best play, 2.6 of 100 who stand on 9). That is the event, and the reward's limit is the ladder's.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from service.tables.dealer.attention import A_BET, AttentionRules

if TYPE_CHECKING:
    from deckmapping.dealer_rule import DealerRule

CAMPAIGN_ATTENTION: Final = AttentionRules(
    threshold=24 * A_BET,
    cooling=1,
    most_a_hand=3 * A_BET,
    visit_hands=60,
    rest=12 * A_BET,
)
"""The derivation stands above. The most that one hand moves is a doubled bet's perfect sabacc at 3:2."""

LANDO_SHARE: Final = Fraction(9, 20)
"""On which share of the hands Lando may change his total by one while he visits a table of the campaign."""


def visiting_rule(host: DealerRule) -> DealerRule:
    """Return by which rule Lando plays in the place of a dealer who plays by *host*."""
    return replace(host, shift_share=LANDO_SHARE)
