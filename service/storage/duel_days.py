"""What was staked between players in a day, in the transaction of the hand that is dealt."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from sqlalchemy.dialects.postgresql import insert as postgresql_insert
from sqlalchemy.dialects.sqlite import insert as sqlite_insert

from service.campaign.play.duels import DuelDay
from service.money import Silver
from service.storage.schema import DUEL_DAYS

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from service.campaign.play.duels import DuelHand

_INSERT: Final[dict[str, Any]] = {"sqlite": sqlite_insert, "postgresql": postgresql_insert}


def stake_on(connection: Connection, hand: DuelHand) -> None:
    """Count a hand; the rows are locked in the order of their names.

    Raises:
        DuelLimitError: it is too much; the transaction must not be committed.
    """
    first, second = hand.players
    pair = " ".join(sorted(hand.players))  # no name has a blank
    days = {who: _grown(connection, who, hand) for who in sorted((pair, first, second))}
    hand.verify(days[pair], days[first], days[second])


def _grown(connection: Connection, who: str, hand: DuelHand) -> DuelDay:
    insert = _INSERT[connection.dialect.name](DUEL_DAYS)
    grow = insert.on_conflict_do_update(
        index_elements=[DUEL_DAYS.c.who, DUEL_DAYS.c.day],
        set_={"hands": DUEL_DAYS.c.hands + 1, "staked": DUEL_DAYS.c.staked + insert.excluded.staked},
    ).returning(DUEL_DAYS.c.hands, DUEL_DAYS.c.staked)
    values = {"who": who, "day": hand.day, "hands": 1, "staked": hand.stake.count}
    row = connection.execute(grow, values).one()
    return DuelDay(row.hands, Silver(row.staked))
