"""One line for a career, and ``read_career(write_career(career)) == career``.

    career1 player=NAME lessons=KEYS rewards=KEYS [ruined] [sent-off=DAY] [table=DEALER,ID] | ON | ON
    ON      won=N,N,N,N beaten=N lost=N scores=SCORES [match=HANDS,WON] meters=METERS: of the Light Side,
            then of the Dark Side
    METERS  N,N,N,N,N for each level, with semicolons between
    SCORES  DEALER:HANDS:RUN[:beaten] and so on
    KEYS    with commas between; ``-``, as for no scores, for none

The first word names the version of the line. Amounts are whole silver.
"""

from __future__ import annotations

import re
from datetime import date
from typing import TYPE_CHECKING, Final

from deckmapping.records import Side
from service.campaign.ladder.career import Career, OpenTable
from service.campaign.ladder.progress import DealerScore, Match, Progress
from service.money import Silver
from service.rules.errors import InvalidNotationError
from service.tables.dealer.attention import Attention

if TYPE_CHECKING:
    from collections.abc import Iterable

VERSION: Final = "career1"
NOTHING: Final = "-"

_N: Final = "[0-9]{1,18}"
_SIGNED: Final = f"-?{_N}"
_METER: Final = f"{_N},{_N},{_N},{_N},{_SIGNED}"
_KEYS: Final = "[a-z0-9,-]+"
_CAREER: Final = re.compile(
    rf"{VERSION} player=([!-~]{{1,60}}) lessons=({_KEYS}) rewards=({_KEYS})"
    rf"( ruined)?(?: sent-off=(\d{{4}}-\d\d-\d\d))?"
    r"(?: table=([a-z0-9-]+),([!-~]{1,60}))?"
)
_PROGRESS: Final = re.compile(
    rf"won=({_SIGNED}(?:,{_SIGNED})*) beaten=({_N}) lost=({_N}) scores=([a-z0-9:,-]+)(?: match=({_N}),({_SIGNED}))?"
    rf" meters=({_METER}(?:;{_METER})*)"
)
_SCORE: Final = re.compile(f"([a-z0-9-]+):({_N}):({_N})(:beaten)?")


def write_career(career: Career) -> str:
    """Return the line of *career*."""
    table, off = career.table, career.sent_off
    words = [
        f"{VERSION} player={career.player} lessons={_listed(career.lessons)} rewards={_listed(career.rewards)}",
        *(["ruined"] if career.is_ruined else []),
        *([] if off is None else [f"sent-off={off.isoformat()}"]),
        *([] if table is None else [f"table={table.dealer},{table.table_id}"]),
    ]
    return " | ".join([" ".join(words), *(_written(career.on(side)) for side in (Side.LIGHT, Side.DARK))])


def read_career(text: str) -> Career:
    """Read a career.

    Raises:
        InvalidNotationError: *text* is no line of one.
    """
    try:
        return _read(text)
    except ValueError:
        raise InvalidNotationError.of("career", text, f"a career on one line, beginning with {VERSION}") from None


def _read(text: str) -> Career:
    head, light, dark = text.split(" | ")
    match = _CAREER.fullmatch(head)
    if match is None:
        raise ValueError(head)
    player, lessons, rewards, ruined, off, dealer, table_id = match.groups()
    return Career(
        player=player,
        light=_progress(light),
        dark=_progress(dark),
        lessons=_keys(lessons),
        rewards=_keys(rewards),
        table=None if dealer is None else OpenTable(table_id, dealer),
        is_ruined=ruined is not None,
        sent_off=None if off is None else date.fromisoformat(off),
    )


def _written(progress: Progress) -> str:
    match = progress.match
    words = [
        f"won={','.join(str(won.count) for won in progress.won)} beaten={progress.beaten} lost={progress.lost}",
        f"scores={_listed(map(_score_written, progress.scores))}",
        *([] if match is None else [f"match={match.hands},{match.won.count}"]),
        f"meters={';'.join(map(_meter_written, progress.attention))}",
    ]
    return " ".join(words)


def _meter_written(seen: Attention) -> str:
    return f"{seen.meter},{seen.hands},{seen.wagered},{seen.visit},{seen.visit_won}"


def _score_written(score: DealerScore) -> str:
    return f"{score.dealer}:{score.hands}:{score.run.count}{':beaten' if score.is_beaten else ''}"


def _progress(text: str) -> Progress:
    match = _PROGRESS.fullmatch(text)
    if match is None:
        raise ValueError(text)
    won, beaten, lost, scores, hands, match_won, meters = match.groups()
    return Progress(
        won=tuple(Silver(int(each)) for each in won.split(",")),
        beaten=int(beaten),
        scores=tuple(map(_score, _keys(scores))),
        lost=int(lost),
        match=None if hands is None else Match(int(hands), Silver(int(match_won))),
        attention=tuple(Attention(*map(int, each.split(","))) for each in meters.split(";")),
    )


def _score(text: str) -> DealerScore:
    match = _SCORE.fullmatch(text)
    if match is None:
        raise ValueError(text)
    dealer, hands, run, beaten = match.groups()
    return DealerScore(dealer, int(hands), Silver(int(run)), beaten is not None)


def _listed(keys: Iterable[str]) -> str:
    return ",".join(keys) or NOTHING


def _keys(text: str) -> tuple[str, ...]:
    return () if text == NOTHING else tuple(text.split(","))
