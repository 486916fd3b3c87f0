"""Comparing: a row of `climbers` with a career, and hands that were really played with the tables of their chances."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from service.campaign.economy.board import SIDES

if TYPE_CHECKING:
    from collections.abc import Iterable

    from service.campaign.economy.climbers import Climbers
    from service.campaign.economy.engine import Played
    from service.campaign.economy.tables import ResultTables
    from service.campaign.ladder.career import Career
    from service.campaign.ladder.ladder import Ladder

_SEEN = ("meter", "hands", "wagered", "visit", "visit_won")


def told_of_row(climbers: Climbers, row: int) -> dict[str, object]:
    """Return what the arrays hold of one career. Scores stand by value: those of dealers who were not played are 0."""
    told: dict[str, object] = {"wallet": int(climbers.wallet[row])}
    for side, name in enumerate(SIDES):
        for each in ("won", "beaten", "lost", *_SEEN):
            told[f"{name} {each}"] = getattr(climbers, each)[row, side].tolist()
        match = (int(climbers.match_hands[row, side]), int(climbers.match_won[row, side]))
        told[f"{name} match"] = match if climbers.in_match[row, side] else None
        told[f"{name} waits"] = bool(climbers.is_boss_waiting(np.array([row]), np.array([side]))[0])
        scores = (getattr(climbers, each)[row, side].tolist() for each in ("score_hands", "score_run", "is_beaten"))
        told[f"{name} scores"] = sorted(score for score in zip(*scores, strict=True) if score[0])
    return told


def told_of_career(career: Career, wallet: int, ladder: Ladder) -> dict[str, object]:
    """Return the same of a career as the ladder's own functions make it."""
    told: dict[str, object] = {"wallet": wallet}
    for name in SIDES:
        progress = career.on(name)
        place, match = progress.beaten, progress.match
        waits = place < len(ladder.levels) and progress.is_boss_waiting(place, ladder.levels[place])
        told |= {
            f"{name} won": [won.count for won in progress.won],
            f"{name} beaten": place,
            f"{name} lost": progress.lost,
            f"{name} match": None if match is None else (match.hands, match.won.count),
            f"{name} waits": waits,
            f"{name} scores": sorted((each.hands, each.run.count, each.is_beaten) for each in progress.scores),
        }
        for each in _SEEN:
            told[f"{name} {each}"] = [getattr(seen, each) for seen in progress.attention]
    return told


class Compared(NamedTuple):
    """What was found, beside what the tables expect and its standard error."""

    found: float
    expected: float
    standard_error: float

    @property
    def errors_off(self) -> float:
        """How many of its standard errors the found is above the expected; up to 4 either way is agreement."""
        return (self.found - self.expected) / self.standard_error if self.standard_error else 0.0


@dataclass(frozen=True, slots=True)
class Agreement:
    """How hands that were really played agree with the tables."""

    hands: int
    staked: int
    results: tuple[Compared, Compared, Compared, Compared]
    """Hands that were lost, pushed, won, and won by a perfect sabacc."""
    silver: Compared
    """What the players won in all."""

    @property
    def compared(self) -> tuple[Compared, ...]:
        """All of it."""
        return (*self.results, self.silver)


def agreement(played: Iterable[Played], tables: ResultTables) -> Agreement:
    """Compare hands with the chances that *tables* give them.

    A counter's hand is compared with the sampled hands of its place in the shoe that look as good to him. The hands of
    one shoe count as independent, which they are but for a little.
    """
    hands = list(played)
    chances = np.array([_chances(each, tables) for each in hands])
    worst = np.array([tables.worst[each.host] for each in hands])
    found = np.bincount([each.result for each in hands], minlength=4)
    results = tuple(
        Compared(int(found[at]), float(own.sum()), sqrt(float((own * (1 - own)).sum())))
        for at, own in enumerate(chances.T)
    )
    bets = np.array([each.bet for each in hands])
    brings = np.stack([-worst * bets, 0 * bets, bets, bets * 3 // 2], axis=1)
    means = (chances * brings).sum(axis=1)
    spread = (chances * brings**2).sum(axis=1) - means**2
    silver = Compared(sum(each.change for each in hands), float(means.sum()), sqrt(float(spread.sum())))
    return Agreement(len(hands), int(bets.sum()), (results[0], results[1], results[2], results[3]), silver)


def _chances(played: Played, tables: ResultTables) -> list[float]:
    """Return with what chance the hand was lost, pushed, won, and perfect."""
    limits = tables.plain[played.host, int(played.is_visited)]
    if tables.counted is not None and tables.is_good is not None and not played.is_visited and played.hand:
        alike = tables.is_good[played.host, :, played.hand] == played.is_good
        limits = tables.counted[played.host, alike, played.hand].mean(axis=0)
    found: list[float] = np.diff(limits, prepend=0, append=1).tolist()
    return found
