"""Sitting down at a table, and betting at it: verify, can, do."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from deckmapping.errors import Violation, shown
from service.campaign.ladder import telling
from service.campaign.ladder.career import Advance
from service.campaign.ladder.errors import CareerForbidsError
from service.campaign.ladder.learning import lessons_left
from service.campaign.ladder.progress import Match
from service.rules.errors import is_legal

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import date

    from service.campaign.ladder.career import Career, OpenTable
    from service.campaign.ladder.ladder import Ladder
    from service.campaign.ladder.levels import Host
    from service.campaign.ladder.progress import Progress
    from service.money import Silver


def verify_open(career: Career, ladder: Ladder, dealer: str, wallet: Silver, today: date) -> None:
    """Check that the player may sit down at the table of a dealer.

    Args:
        career: the player's.
        ladder: the one that he climbs.
        dealer: the dealer's key, which says the level and the side of the Force too.
        wallet: what is free in the player's.
        today: in UTC.

    Raises:
        InvalidInputError: the dealer deals nowhere on the ladder.
        CareerForbidsError: he left a shoe unpaid today, lessons are to be answered, another table is open, the level is
            not reached, its dealers do not deal to him or the boss does not play, or he has too little silver; each of
            them is named.
    """
    host = ladder.host(dealer)
    faults = [
        *_of_player(career, ladder, today),
        *_of_host(career.on(host.side), ladder, host),
        *_of_wallet(host, wallet),
    ]
    if faults:
        raise CareerForbidsError.all(faults)


def can_open(career: Career, ladder: Ladder, dealer: str, wallet: Silver, today: date) -> bool:
    """Tell whether the player may sit down at the table of a dealer."""
    return is_legal(lambda: verify_open(career, ladder, dealer, wallet, today))


def opened(career: Career, ladder: Ladder, table: OpenTable, wallet: Silver, today: date) -> Advance:
    """Sit down at *table*, which is opened with it; at a boss's, his match begins.

    Raises: see `verify_open`.
    """
    verify_open(career, ladder, table.dealer, wallet, today)
    host = ladder.host(table.dealer)
    events = [telling.came_back(ladder)] if career.is_ruined else []
    sat = replace(career, table=table, is_ruined=False)
    if host.is_boss:
        events.append(telling.match_begun(ladder, host))
        sat = sat.with_progress(host.side, replace(sat.on(host.side), match=Match()))
    return Advance(sat, tuple(events))


def verify_bet(career: Career, ladder: Ladder) -> None:
    """Check that the player's table still deals to him; what may be bet there, its limits say.

    Raises:
        CareerForbidsError: no table is open, the ceiling is reached, or the match is over: the table is to be closed.
    """
    if career.table is None:
        raise CareerForbidsError.of("table", "none", "an open table")
    host = ladder.host(career.table.dealer)
    progress = career.on(host.side)
    if host.is_boss:
        if progress.match is None:
            raise CareerForbidsError.of("match", "over", "a match that is being played: close the table")
    elif faults := list(_of_ceiling(progress, host)):
        raise CareerForbidsError.all(faults)


def can_bet(career: Career, ladder: Ladder) -> bool:
    """Tell whether the player's table still deals to him."""
    return is_legal(lambda: verify_bet(career, ladder))


def _of_player(career: Career, ladder: Ladder, today: date) -> Iterator[Violation]:
    if left := lessons_left(career, ladder):
        names = ", ".join(lesson.key for lesson in left)
        yield Violation("lessons", f"to be answered: {names}", "all lessons before the first table for silver")
    if career.table is not None:
        yield Violation("table", shown(career.table.table_id), "no other table for silver: close it first")
    if career.sent_off == today:
        yield Violation("day", today.isoformat(), "another day than that on which a shoe was left unpaid")


def _of_host(progress: Progress, ladder: Ladder, host: Host) -> Iterator[Violation]:
    if host.place > progress.beaten:
        below = ladder.levels[host.place - 1].title
        yield Violation("level", host.level.key, f"a level that is reached: beat the boss of {below} first")
    elif not host.is_boss:
        yield from _of_ceiling(progress, host)
    elif host.place < progress.beaten:
        yield Violation("dealer", host.key, "a boss who is not beaten yet")
    elif left := progress.still_to_beat(host.place, host.level):
        more = "one more dealer" if left == 1 else f"{left} more dealers"
        yield Violation("dealer", host.key, f"{more} beaten before the boss plays")


def _of_ceiling(progress: Progress, host: Host) -> Iterator[Violation]:
    if progress.is_at_ceiling(host.place, host.level):
        won = f"{progress.won[host.place]} won here"
        yield Violation("ceiling", won, f"less than {host.level.ceiling}: the usual dealers deal no more")


def _of_wallet(host: Host, wallet: Silver) -> Iterator[Violation]:
    if wallet < host.needed:
        what = f"the worst of {host.level.match.hands} hands" if host.is_boss else "the worst of the smallest bet"
        yield Violation("wallet", str(wallet), f"at least {host.needed}, {what}")
