"""Rewards of the ladder as GEMP pulls them, and its acknowledgements, in SQLite or PostgreSQL."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, TypeVar

from sqlalchemy import bindparam, select

from service.campaign.rewards.errors import GrantAppliedError
from service.campaign.rewards.grants import Grant
from service.campaign.rewards.store import GrantPage
from service.campaign.settlement.acknowledging import SettlementState, is_news
from service.storage.acknowledgement_rows import last_told, standing, tell
from service.storage.database import read, write
from service.storage.reward_snapshot import SqlRewardSnapshot
from service.storage.schema import REWARD_ACKNOWLEDGEMENTS, REWARD_GRANTS
from service.storage.snapshots import read_at_one_moment
from service.storage.tie_rows import in_utc

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from sqlalchemy import Connection, Engine, Row, Select

    from service.caller import Caller
    from service.campaign.rewards.audit import RewardSnapshot
    from service.campaign.settlement.acknowledging import Acknowledgement

T = TypeVar("T")

_LAST: Final = last_told(REWARD_ACKNOWLEDGEMENTS, REWARD_GRANTS.c.sequence)
_GRANTS: Final[Select[Any]] = select(
    REWARD_GRANTS.c.sequence,
    REWARD_GRANTS.c.player,
    REWARD_GRANTS.c.reward,
    REWARD_GRANTS.c.create_time,
    *_LAST.columns,
).select_from(REWARD_GRANTS.outerjoin(_LAST.source, _LAST.is_of))
_ALL: Final = _GRANTS.order_by(REWARD_GRANTS.c.sequence)
_DUE: Final = _ALL.where(_LAST.columns[0].is_distinct_from(SettlementState.APPLIED.value))
_IS_ASKED: Final = REWARD_GRANTS.c.sequence == bindparam("sequence")
_ONE: Final = _GRANTS.where(_IS_ASKED)
_LOCKED: Final = select(REWARD_GRANTS.c.sequence).where(_IS_ASKED).with_for_update()


class SqlGrantStore:
    """`service.campaign.rewards.store.GrantStore` over SQLAlchemy Core."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def page(self, after: int, size: int, caller: Caller, *, applied_too: bool) -> GrantPage:
        """See `GrantStore.page`."""
        query = (_ALL if applied_too else _DUE).where(REWARD_GRANTS.c.sequence > after).limit(size + 1)

        def work(connection: Connection) -> GrantPage:
            rows = connection.execute(query).all()
            return GrantPage(tuple(map(_grant_of, rows[:size])), len(rows) > size)

        return read(self._engine, work, caller.seconds_left())

    def acknowledge(
        self, sequence: int, told: Acknowledgement, time: datetime, caller: Caller
    ) -> tuple[Grant, bool] | None:
        """See `GrantStore.acknowledge`."""

        def work(connection: Connection) -> tuple[Grant, bool] | None:
            """Look at a grant while nobody else can acknowledge it, and write what is news."""
            wanted = {"sequence": sequence}
            connection.execute(_LOCKED, wanted).all()
            row = connection.execute(_ONE, wanted).first()
            if row is None:
                return None
            grant = _grant_of(row)
            if not is_news(grant, told, GrantAppliedError):
                return grant, False
            after = tell(connection, REWARD_ACKNOWLEDGEMENTS, sequence, told, time=time, caller=caller)
            return replace(grant, **after), True

        return write(self._engine, work, caller.seconds_left())

    def examine(self, work: Callable[[RewardSnapshot], T], caller: Caller) -> T:
        """See `GrantStore.examine`."""
        return read_at_one_moment(
            self._engine, lambda connection: work(SqlRewardSnapshot(connection)), caller.seconds_left()
        )


def _grant_of(row: Row[Any]) -> Grant:
    return Grant(
        sequence=row.sequence,
        player=row.player,
        reward=row.reward,
        create_time=in_utc(row.create_time),
        **standing(row),
    )
