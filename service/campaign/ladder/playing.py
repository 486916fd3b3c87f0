"""What a hand, and the end of a table, make of a career."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from deckmapping.errors import shown
from service.campaign.ladder import telling
from service.campaign.ladder.career import Advance
from service.campaign.ladder.errors import CareerForbidsError
from service.campaign.ladder.opening import verify_bet
from service.campaign.ladder.progress import Match
from service.campaign.ladder.rewarding import with_rewards
from service.campaign.ladder.rewards import Deed, Feat
from service.money import NOTHING
from service.tables.moves import Ending

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet
    from datetime import date

    from service.campaign.ladder.career import Career
    from service.campaign.ladder.events import LadderEvent
    from service.campaign.ladder.ladder import Ladder
    from service.campaign.ladder.levels import Host
    from service.campaign.ladder.progress import Progress
    from service.money import Silver
    from service.tables.dealer.attention import Attention


@dataclass(frozen=True, slots=True)
class HandOutcome:
    """How a hand at the player's table ended."""

    table_id: str
    won: Silver
    """By the player; below 0 for a loss."""
    attention: Attention
    """The house's after the hand."""
    lando_beaten: bool
    """Whether with this hand Lando left the table, beaten."""
    wallet: Silver
    """What the player owns after the hand, with what is held for other tables."""


def after_hand(career: Career, outcome: HandOutcome, ladder: Ladder, gone: AbstractSet[str] = frozenset()) -> Advance:
    """Count a hand.

    Args:
        career: the player's, as the hand was dealt.
        outcome: of the hand.
        ladder: the one that he climbs.
        gone: keys of the rewards of which none are left.

    Raises:
        CareerForbidsError: he does not sit at this table, or it had no hand to deal.
    """
    verify_bet(career, ladder)
    table = career.table
    if table is None or table.table_id != outcome.table_id:
        raise CareerForbidsError.of("table", shown(outcome.table_id), "the table at which the player sits")
    host = ladder.host(table.dealer)
    progress, events, feats = _counted(career.on(host.side), host, outcome.won, ladder)
    if outcome.lando_beaten:
        feats = (*feats, Feat(Deed.LANDO_BEATEN, host.side, host.level.key))
    if not host.is_boss:  # whom the house has sent it does not watch
        progress = progress.with_attention(host.place, outcome.attention)
    seen = career.with_progress(host.side, progress)
    return _if_ruined(with_rewards(Advance(seen, events), feats, ladder, gone), host, outcome.wallet, ladder)


def closed(career: Career, ladder: Ladder, today: date, by_house: Ending | None = None) -> Advance:
    """Leave the table. A match of which hands have been played is lost.

    Args:
        career: the player's.
        ladder: the one that he climbs.
        today: in UTC.
        by_house: why the house has closed it; with an empty bank the match is as if never begun.

    Raises:
        CareerForbidsError: he sits at no table.
    """
    if career.table is None:
        raise CareerForbidsError.of("table", "none", "an open table")
    host, left = ladder.host(career.table.dealer), replace(career, table=None)
    if by_house is Ending.EMPTY_WALLET:
        left = replace(left, sent_off=today)
    progress = career.on(host.side)
    if progress.match is None or progress.match.hands == 0 or by_house is Ending.EMPTY_BANK:
        return Advance(left.with_progress(host.side, replace(progress, match=None)))
    return _with_match_lost(Advance(left), host, progress.match, ladder)


def _counted(
    progress: Progress, host: Host, won: Silver, ladder: Ladder
) -> tuple[Progress, tuple[LadderEvent, ...], tuple[Feat, ...]]:
    after = progress.with_won(host.place, won)
    if progress.match is None:
        return *_with_usual(progress, after, host, won, ladder), ()
    match = Match(progress.match.hands + 1, progress.match.won + won)
    if match.hands < host.level.match.hands:
        return replace(after, match=match), (), ()
    if match.won <= NOTHING:
        anew = after.with_match_lost()
        return anew, (telling.boss_won(ladder, host, match, anew),), ()
    events = (telling.boss_beaten(ladder, host, match), _next(ladder, host))
    return after.with_match_won(), events, (Feat(Deed.BOSS_BEATEN, host.side, host.level.key),)


def _with_usual(
    before: Progress, after: Progress, host: Host, won: Silver, ladder: Ladder
) -> tuple[Progress, tuple[LadderEvent, ...]]:
    """Count a hand with a usual dealer; on a level that is behind the player, it is silver and no more."""
    place, level, events = host.place, host.level, []
    if before.beaten == place:
        score = before.score(host.key)
        counted = score.after_hand(won, level)
        after = after.with_score(counted)
        if counted.is_beaten and not score.is_beaten:
            events.append(telling.dealer_beaten(ladder, host))
    if after.is_at_ceiling(place, level):
        events.append(telling.ceiling_reached(ladder, host, after))
    if after.is_boss_waiting(place, level) and not before.is_boss_waiting(place, level):
        events.append(telling.boss_waits(ladder, ladder.boss(place, host.side)))
    return after, tuple(events)


def _next(ladder: Ladder, boss: Host) -> LadderEvent:
    above = boss.place + 1
    if above < len(ladder.levels):
        return telling.level_reached(ladder, above, boss.side)
    return telling.ladder_done(ladder, boss.side)


def _if_ruined(advance: Advance, host: Host, wallet: Silver, ladder: Ladder) -> Advance:
    """Note whether the player can pay another hand; where he cannot, a match that he plays is lost."""
    career, is_ruined = advance.career, wallet < ladder.least_needed
    if is_ruined == career.is_ruined:
        return advance
    told = telling.ruined(ladder) if is_ruined else telling.came_back(ladder)
    noted = advance._replace(career=replace(career, is_ruined=is_ruined), events=(*advance.events, told))
    match = career.on(host.side).match
    return _with_match_lost(noted, host, match, ladder) if is_ruined and match is not None else noted


def _with_match_lost(advance: Advance, host: Host, match: Match, ladder: Ladder) -> Advance:
    anew = advance.career.on(host.side).with_match_lost()
    told = telling.boss_won(ladder, host, match, anew)
    career = advance.career.with_progress(host.side, anew)
    return advance._replace(career=career, events=(*advance.events, told))
