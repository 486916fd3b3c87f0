"""Careers and the rewards of the ladder, in a transaction that may be that of a table's step."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import bindparam, func, select, text
from sqlalchemy.dialects.postgresql import insert as postgresql_insert
from sqlalchemy.dialects.sqlite import insert as sqlite_insert

from service.campaign.ladder.career import start
from service.campaign.ladder.notation import read_career, write_career
from service.campaign.play.errors import CareerMovedOnError
from service.campaign.play.store import StoredCareer
from service.storage.schema import CAREER_STEPS, REWARD_GRANTS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from datetime import datetime

    from sqlalchemy import Connection

    from service.campaign.ladder.career import Advance
    from service.campaign.ladder.ladder import Ladder
    from service.campaign.ladder.rewards import Reward
    from service.campaign.ledger.deciding import Balance
    from service.campaign.play.store import CareerChange

_LAST: Final = (
    select(CAREER_STEPS.c.number, CAREER_STEPS.c.state)
    .where(CAREER_STEPS.c.player == bindparam("player"))
    .order_by(CAREER_STEPS.c.number.desc())
    .limit(1)
)
_COPIES: Final = select(REWARD_GRANTS.c.reward, func.max(REWARD_GRANTS.c.copy).label("copies")).group_by(
    REWARD_GRANTS.c.reward
)
_ONE_AT_A_TIME: Final = text("LOCK TABLE reward_grant IN SHARE ROW EXCLUSIVE MODE")
_GRANTS: Final = select(func.max(REWARD_GRANTS.c.sequence))
_IF_NEW: Final[dict[str, Any]] = {"sqlite": sqlite_insert, "postgresql": postgresql_insert}


def stored_career(connection: Connection, player: str) -> StoredCareer | None:
    """Return how a player's career stands."""
    row = connection.execute(_LAST, {"player": player}).first()
    return None if row is None else StoredCareer(row.number, read_career(row.state))


def change_on(
    connection: Connection,
    change: CareerChange,
    has: Balance,
    ladder: Ladder,
    time: datetime,
    *,
    table_id: str | None = None,
) -> Advance:
    """Change a career, and grant what was earned with it.

    Raises:
        CareerMovedOnError: another call has changed it, or granted the last copy of a reward, at the same time.
        DomainError: the career does not allow the change.
    """
    stored = stored_career(connection, change.player) or StoredCareer(0, start(change.player, ladder))
    copies = _copies(connection)
    gone = frozenset(each.key for each in ladder.rewards if not _is_left(each, copies))
    advance = change.change(stored.career, gone, has)
    if advance.career == stored.career:
        return advance
    _put(
        connection,
        CAREER_STEPS,
        {
            "player": change.player,
            "number": stored.number + 1,
            "deed": change.deed,
            "state": write_career(advance.career),
            "table_id": table_id,
            "create_time": time,
        },
        change.player,
    )
    if advance.rewards:
        _grant(connection, advance.rewards, change.player, time)
    return advance


def _copies(connection: Connection) -> dict[str, int]:
    """Return how many copies of each reward are granted."""
    return {row.reward: int(row.copies) for row in connection.execute(_COPIES)}


def _is_left(reward: Reward, copies: Mapping[str, int]) -> bool:
    return reward.limit is None or copies.get(reward.key, 0) < reward.limit


def _grant(connection: Connection, rewards: Iterable[Reward], player: str, time: datetime) -> None:
    """Grant rewards, one transaction after the other: whoever waited looks again what is left."""
    if connection.dialect.name == "postgresql":  # SQLite has one writer at a time anyway
        connection.execute(_ONE_AT_A_TIME)
    copies = _copies(connection)
    for reward in rewards:
        if not _is_left(reward, copies):
            raise _moved_on(player)
        values = {
            "sequence": (connection.scalar(_GRANTS) or 0) + 1,
            "player": player,
            "reward": reward.key,
            "copy": copies.get(reward.key, 0) + 1,
            "create_time": time,
        }
        _put(connection, REWARD_GRANTS, values, player)


def _put(connection: Connection, table: Any, values: dict[str, object], player: str) -> None:
    insert = _IF_NEW[connection.dialect.name](table).on_conflict_do_nothing().returning(table.c.player)
    if connection.scalar(insert, values) is None:  # PostgreSQL tells no row count here
        raise _moved_on(player)


def _moved_on(player: str) -> CareerMovedOnError:
    return CareerMovedOnError.of("player", player, "a career that no other call changes meanwhile")
