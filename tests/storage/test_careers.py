"""Careers and rewards in both databases: in their order, each limited reward as often as it may be given."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import make_url, select, text
from sqlalchemy.exc import DBAPIError

from service.campaign.ladder.ladder import ladder
from service.campaign.ladder.learning import answer_lesson
from service.campaign.ladder.rewards import Deed
from service.campaign.play.errors import CareerMovedOnError
from service.campaign.play.store import CareerChange
from service.campaign.play.tables import again
from service.storage.database import open_engine, read, write
from service.storage.play_store import SqlPlayStore
from service.storage.schema import CAREER_STEPS, REWARD_GRANTS
from service.storage.table_store import SqlTableStore
from tests.campaign.ledger.asking import CALLER, NOON
from tests.campaign.play.stored import everything
from tests.storage.accounts import side_by_side

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy import Engine

    from service.campaign.ladder.career import Advance, Career
    from service.campaign.ladder.ladder import Ladder
    from tests.postgresql import PostgresServer

WORKERS = 8


def scarce(limit: int) -> Ladder:
    """The ladder with few of what the last lesson earns."""
    whole = ladder()
    rewards = (replace(each, limit=limit) if each.wanted.deed is Deed.LESSONS_DONE else each for each in whole.rewards)
    return replace(whole, rewards=tuple(rewards))


def store_of(engine: Engine, of: Ladder) -> SqlPlayStore:
    return SqlPlayStore(engine, SqlTableStore(engine), of)


def learns(store: SqlPlayStore, player: str, of: Ladder) -> Callable[[], Advance]:
    """Answer all lessons in one change."""

    def change(career: Career, gone: frozenset[str], *_: object) -> Advance:
        told = answer_lesson(career, of.lessons[0].key, of.lessons[0].right, of, gone)
        for lesson in of.lessons[1:]:
            told = told.then(answer_lesson(told.career, lesson.key, lesson.right, of, gone))
        return told

    return lambda: again(lambda: store.change_career(CareerChange(player, "lesson", change), NOON, CALLER))  # type: ignore[arg-type]


def grants(engine: Engine) -> list[tuple[int, str, str, int]]:
    query = select(REWARD_GRANTS).order_by(REWARD_GRANTS.c.sequence)
    rows = read(engine, lambda connection: connection.execute(query).all())
    return [(row.sequence, row.player, row.reward, row.copy) for row in rows]


def of_lessons(of: Ladder) -> list[str]:
    return [each.key for each in of.rewards if each.wanted.deed is Deed.LESSONS_DONE]


def test_a_career_is_kept_step_by_step_and_read_from_the_last(migrated: Engine) -> None:
    store, of = store_of(migrated, ladder()), ladder()
    assert store.career("lars", CALLER) is None
    for number, lesson in enumerate(of.lessons, start=1):

        def change(career: Career, gone: frozenset[str], *_: object, key: str = lesson.key) -> Advance:
            right = next(each.right for each in of.lessons if each.key == key)
            return answer_lesson(career, key, right, of, gone)

        told = store.change_career(CareerChange("lars", "lesson", change), NOON, CALLER)  # type: ignore[arg-type]
        assert store.career("lars", CALLER) == (number, told.career)
    rows = read(migrated, lambda connection: connection.execute(select(CAREER_STEPS)).all())
    assert [(row.number, row.deed, row.table_id) for row in rows] == [
        (number, "lesson", None) for number in range(1, len(of.lessons) + 1)
    ]


def test_what_changes_nothing_is_no_step(migrated: Engine) -> None:
    store, of = store_of(migrated, ladder()), ladder()
    learns(store, "lars", of)()
    before = store.career("lars", CALLER)
    learns(store, "lars", of)()
    assert store.career("lars", CALLER) == before
    assert [each[1:3] for each in grants(migrated)] == [("lars", key) for key in of_lessons(of)]


@pytest.mark.parametrize("limit", [1, 3])
def test_a_limited_reward_is_never_given_more_often_than_its_limit_by_eight_at_once(
    limit: int, migrated: Engine
) -> None:
    of = scarce(limit)
    stores = [store_of(migrated, of) for _ in range(WORKERS)]
    side_by_side(*[learns(store, f"p{at}", of) for at, store in enumerate(stores)])
    found = grants(migrated)
    keys = of_lessons(of)
    assert [each[0] for each in found] == list(range(1, limit * len(keys) + 1))
    for key in keys:
        assert sorted(each[3] for each in found if each[2] == key) == list(range(1, limit + 1))
        assert len({each[1] for each in found if each[2] == key}) == limit
    careers = [stores[0].career(f"p{at}", CALLER) for at in range(WORKERS)]
    got = [each.career.player for each in careers if each is not None and set(keys) <= set(each.career.rewards)]
    assert sorted(got) == sorted({each[1] for each in found})


def test_a_player_gets_no_reward_twice_by_eight_calls_at_once(migrated: Engine) -> None:
    of = ladder()
    side_by_side(*[learns(store_of(migrated, of), "lars", of) for _ in range(WORKERS)])
    assert [each[1:] for each in grants(migrated)] == [("lars", key, 1) for key in of_lessons(of)]
    stored = store_of(migrated, of).career("lars", CALLER)
    assert stored is not None
    assert (stored.number, len(stored.career.lessons)) == (1, len(of.lessons))


def test_of_two_changes_upon_one_step_the_second_finds_the_career_moved_on(
    postgres: PostgresServer, migrated_database: str
) -> None:
    # SQLite has one writer at a time; on PostgreSQL another change is made between this one's look and its step.
    url = postgres.new_database()
    postgres.copy(migrated_database, str(make_url(url).database))
    engine, of = open_engine(url, 4), ladder()
    store = store_of(engine, of)

    def change(career: Career, gone: frozenset[str], *_: object) -> Advance:
        learns(store_of(engine, of), "lars", of)()
        return answer_lesson(career, of.lessons[1].key, of.lessons[1].right, of, gone)

    with pytest.raises(CareerMovedOnError):
        store.change_career(CareerChange("lars", "lesson", change), NOON, CALLER)  # type: ignore[arg-type]
    stored = store.career("lars", CALLER)
    engine.dispose()
    assert stored is not None
    assert (stored.number, len(stored.career.lessons)) == (1, len(of.lessons))


BY_HAND = [
    "UPDATE career_step SET state = 'x'",
    "DELETE FROM career_step",
    "UPDATE reward_grant SET player = 'greedo'",
    "DELETE FROM reward_grant",
    f"INSERT INTO career_step VALUES ('lars', 3, 'hand', 'x', NULL, '{NOON}')",
    f"INSERT INTO career_step VALUES ('greedo', 2, 'hand', 'x', NULL, '{NOON}')",
    f"INSERT INTO reward_grant VALUES (9, 'greedo', 'casino-light', 1, '{NOON}')",
    f"INSERT INTO reward_grant VALUES (2, 'greedo', 'casino-light', 2, '{NOON}')",
    f"INSERT INTO reward_grant VALUES (2, 'lars', 'landos-advice', 2, '{NOON}')",
    f"INSERT INTO reward_grant VALUES (1, 'greedo', 'casino-light', 1, '{NOON}')",
    "UPDATE duel_day SET staked = 1",
    "UPDATE duel_day SET hands = hands + 1",
    "UPDATE duel_day SET who = 'greedo', hands = hands + 1, staked = staked + 1",
    "DELETE FROM duel_day",
]


def by_hand(engine: Engine, statement: str) -> None:
    write(engine, lambda connection: connection.execute(text(statement)))


def test_whoever_writes_by_hand_neither_changes_nor_skips_a_step(migrated: Engine) -> None:
    learns(store_of(migrated, ladder()), "lars", ladder())()
    by_hand(migrated, "INSERT INTO duel_day VALUES ('lars', '2026-11-30', 2, 100)")
    before = everything(migrated)
    for statement in BY_HAND:
        with pytest.raises(DBAPIError):
            by_hand(migrated, statement)
        assert everything(migrated) == before, statement
