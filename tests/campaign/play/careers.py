"""Careers that have come somewhere, and what the campaign's tests change about them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from service.campaign.ladder.progress import DealerScore

if TYPE_CHECKING:
    from collections.abc import Callable

    from deckmapping.records import Side
    from service.campaign.ladder.career import Career
    from service.campaign.ladder.ladder import Ladder

    Change = Callable[[Career], Career]


def at_level(side: Side, place: int) -> Change:
    """A career that has beaten the bosses below a level."""

    def change(career: Career) -> Career:
        return career.with_progress(side, replace(career.on(side), beaten=place))

    return change


def at_the_boss(ladder: Ladder, boss: str, side: Side) -> Change:
    """A career for which the boss of a level plays."""
    host = ladder.host(boss)
    usual = [each.key for each in host.level.theme(side).dealers if not each.is_boss]
    beaten = tuple(
        DealerScore(key, host.level.beat_hands, host.level.beat_by, is_beaten=True)
        for key in sorted(usual)[: host.level.dealers]
    )

    def change(career: Career) -> Career:
        return career.with_progress(side, replace(career.on(side), beaten=host.place, scores=beaten))

    return change
