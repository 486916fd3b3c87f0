"""What the audit of rewards looks at, value by value, whatever somebody has put there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import func, select

from service.campaign.rewards.audit import RawCareer, RawGrant
from service.storage.acknowledgement_rows import raw_told
from service.storage.schema import CAREER_STEPS, REWARD_ACKNOWLEDGEMENTS, REWARD_GRANTS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sqlalchemy import Connection, Select

_PAGE: Final = 500
"""Grants, or careers, that are in memory at once."""
_MOST_STRAYS: Final = 100

_GRANTS: Final = select(REWARD_GRANTS).order_by(REWARD_GRANTS.c.sequence)
_PLAYERS: Final = (
    select(
        CAREER_STEPS.c.player,
        func.count(CAREER_STEPS.c.number).label("steps"),
        func.max(CAREER_STEPS.c.number).label("last"),
    )
    .group_by(CAREER_STEPS.c.player)
    .order_by(CAREER_STEPS.c.player)
)
_STRAYS: Final[tuple[tuple[str, Select[Any]], ...]] = (
    (
        "a grant to",
        select(REWARD_GRANTS.c.player)
        .distinct()
        .where(REWARD_GRANTS.c.player.not_in(select(CAREER_STEPS.c.player)))
        .order_by(REWARD_GRANTS.c.player),
    ),
    (
        "an acknowledgement of grant",
        select(REWARD_ACKNOWLEDGEMENTS.c.sequence)
        .select_from(REWARD_ACKNOWLEDGEMENTS.outerjoin(REWARD_GRANTS))
        .where(REWARD_GRANTS.c.sequence.is_(None)),
    ),
)


class SqlRewardSnapshot:
    """`service.campaign.rewards.audit.RewardSnapshot` in one open transaction."""

    def __init__(self, connection: Connection, page: int = _PAGE) -> None:
        """Look at it *page* by page."""
        self._connection = connection
        self._page = page

    def page(self, after: int) -> tuple[RawGrant, ...]:
        """See `RewardSnapshot.page`."""
        rows = self._connection.execute(_GRANTS.where(REWARD_GRANTS.c.sequence > after).limit(self._page)).all()
        if not rows:
            return ()
        told = raw_told(self._connection, REWARD_ACKNOWLEDGEMENTS, rows[0].sequence, rows[-1].sequence)
        return tuple(
            [RawGrant(row.sequence, row.player, row.reward, row.copy, told.get(row.sequence, ())) for row in rows]
        )

    def careers(self, after: str) -> tuple[RawCareer, ...]:
        """See `RewardSnapshot.careers`."""
        players = _PLAYERS.where(CAREER_STEPS.c.player > after).limit(self._page).subquery()
        is_last = (CAREER_STEPS.c.player == players.c.player) & (CAREER_STEPS.c.number == players.c.last)
        query = (
            select(players, CAREER_STEPS.c.state)
            .select_from(players.join(CAREER_STEPS, is_last))
            .order_by(players.c.player)
        )
        rows = self._connection.execute(query).all()
        if not rows:
            return ()
        granted: dict[str, list[str]] = {}
        between = REWARD_GRANTS.c.player.between(rows[0].player, rows[-1].player)
        for row in self._connection.execute(select(REWARD_GRANTS).where(between).order_by(REWARD_GRANTS.c.sequence)):
            granted.setdefault(row.player, []).append(row.reward)
        return tuple(
            [
                RawCareer(row.player, (row.steps, row.last), row.state, tuple(granted.get(row.player, ())))
                for row in rows
            ]
        )

    def strays(self) -> Iterator[tuple[str, object]]:
        """See `RewardSnapshot.strays`."""
        for what, query in _STRAYS:
            for which in self._connection.scalars(query.limit(_MOST_STRAYS)):
                yield what, which
