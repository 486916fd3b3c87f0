"""The levels of the ladder: what their tables take, when their boss plays, and how a match with him goes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from deckmapping.records import Side
from deckmapping.themes.bundled import theme_name
from deckmapping.themes.themes import theme
from deckmapping.variants import Variant
from service.campaign.ladder.reading import each_named
from service.money import MOST_SILVER, Silver
from service.rules.dealing import PayTable, worst_bets
from service.tables.silver import BetLimits

if TYPE_CHECKING:
    from collections.abc import Iterator

    from deckmapping.themes.dealers import Dealer
    from deckmapping.themes.reading import Section
    from deckmapping.themes.themes import Theme

FILE: Final = "ladder.toml"
MOST_HANDS: Final = 100
"""The most hands of a match, and the most that a dealer must be played with."""
PAY: Final = PayTable()
"""What every table of the campaign pays: 3:2 for the player's perfect sabacc, one bet for the dealer's."""

_ONE: Final = Silver(1)


@dataclass(frozen=True, slots=True)
class BossMatch:
    """The match with the boss of a level."""

    hands: int
    stake: Silver
    """The bet on each of them."""
    bank: Silver
    """What his house has at the start."""
    words: str


@dataclass(frozen=True, slots=True)
class Level:
    """One level of the ladder, the same on both sides of the Force."""

    key: Variant
    title: str
    words: str
    bets: BetLimits
    """What its usual dealers take."""
    beat_by: Silver
    """A dealer is beaten when this has been won from him since the player's lowest point with him."""
    beat_hands: int
    """And not before so many hands."""
    dealers: int
    """How many dealers must be beaten until the boss plays his first match."""
    dealers_again: int
    """How many before each further match."""
    ceiling: Silver
    """Whoever has won this at this level is dealt no more by its usual dealers."""
    bank: Silver
    """What the house of each usual dealer has at the start."""
    match: BossMatch

    def theme(self, side: Side) -> Theme:
        """Return the theme of its tables."""
        return theme(theme_name(self.key, side))


@dataclass(frozen=True, slots=True)
class Host:
    """A dealer of the ladder, where he deals. No dealer deals in two places."""

    dealer: Dealer
    level: Level
    place: int
    """Of the level on the ladder, 0 for the lowest."""
    side: Side
    limits: BetLimits
    """What he takes: a boss takes the stake of his match alone."""
    needed: Silver
    """The least that a player brings to his table: the worst of a hand, or of a whole match.

    A match that is not played to its end is lost, so nobody sits down to one that he may be unable to pay.
    """
    bank: Silver
    """What his house gets from the mint at the start."""

    @property
    def key(self) -> str:
        """The dealer's."""
        return self.dealer.key

    @property
    def is_boss(self) -> bool:
        """Whether he is the one who is met last."""
        return self.dealer.is_boss


def hosts_of(level: Level, place: int) -> Iterator[Host]:
    """Yield the dealers of a level, the Light Side's first, the boss of each side last."""
    for side in Side:
        for each in level.theme(side).dealers:
            limits = BetLimits(level.match.stake, level.match.stake) if each.is_boss else level.bets
            worst = limits.least.times(worst_bets(PAY, wins_double=each.rule.wins_double))
            needed, bank = (worst.times(level.match.hands), level.match.bank) if each.is_boss else (worst, level.bank)
            yield Host(each, level, place, side, limits, needed, bank)


def read_levels(root: Section) -> tuple[Level, ...]:
    """Return the levels of the file read as *root*, in their order.

    Raises:
        BadThemeDataError: a value is missing, unknown, of another kind or outside its limits, or the levels do not
            rise; every level at fault is named.
    """
    levels = each_named(root.sections("levels"), _level)
    if sorted(level.key for level in levels) != sorted(Variant):
        raise root.wrong("levels", f"each of {', '.join(Variant)} once")
    for below, above, section in zip(levels, levels[1:], root.sections("levels")[1:], strict=False):
        if above.bets.least <= below.bets.least:
            raise section.wrong("least_bet", f"more than at {below.key}")
        if above.bets.most <= below.bets.most:
            raise section.wrong("most_bet", f"more than at {below.key}")
    return levels


def _level(section: Section) -> Level:
    key = section.word("key", Variant)
    least = _silver(section, "least_bet")
    bets = BetLimits(least, _silver(section, "most_bet", least))
    usual = _fewest_usual_dealers(key)
    dealers = section.number("dealers", 1, usual)
    match = section.section("boss")
    level = Level(
        key=key,
        title=section.text("title"),
        words=section.text("words"),
        bets=bets,
        beat_by=_silver(section, "beat_by"),
        beat_hands=section.number("beat_hands", 1, MOST_HANDS),
        dealers=dealers,
        dealers_again=section.number("dealers_again", 1, dealers),
        ceiling=_silver(section, "ceiling", bets.most),
        bank=_silver(section, "bank", bets.most.times(2)),
        match=BossMatch(
            match.number("hands", 1, MOST_HANDS),
            stake := _silver(match, "stake", bets.least, bets.most),
            _silver(match, "bank", stake.times(2)),
            match.text("words"),
        ),
    )
    match.finish()
    section.finish()
    return level


def _fewest_usual_dealers(key: Variant) -> int:
    return min(len(theme(theme_name(key, side)).dealers) - 1 for side in Side)


def _silver(section: Section, key: str, least: Silver = _ONE, most: Silver = MOST_SILVER) -> Silver:
    return Silver(section.number(key, least.count, most.count))
