"""The tie store by itself, on both databases."""

from __future__ import annotations

import threading
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import func, select

from service.caller import Caller, Role
from service.storage.schema import TIES, VOIDS
from service.storage.tie_store import SqlTieStore
from service.tiebreak.errors import EarlierAttemptStandsError
from service.tiebreak.model import Tie
from service.tiebreak.store import StoredTie, Void

if TYPE_CHECKING:
    from sqlalchemy import Engine, Table

NOON = datetime(2026, 11, 30, 12, 0, 0, 123456, tzinfo=UTC)
CALLER = Caller("test", Role.LOCAL, lambda: 30.0)
FIRST = Tie("worlds", "final", 1)
WHY = Void("the wrong deck", NOON + timedelta(minutes=5))


def stored(tie: Tie = FIRST, result: str = "a") -> StoredTie:
    return StoredTie(tie, result * 64, "c" * 64, '{"half":"½"}', "tsb1 1\nend\n", NOON)


@pytest.fixture
def engine(migrated: Engine) -> Engine:
    return migrated


@pytest.fixture
def store(engine: Engine) -> SqlTieStore:
    return SqlTieStore(engine)


def bare(tie: StoredTie) -> StoredTie:
    """The tie without the heads that the audit log gave it."""
    return replace(tie, audit_head="", void=None if tie.void is None else replace(tie.void, audit_head=""))


def count(engine: Engine, table: Table = TIES) -> int:
    with engine.begin() as connection:
        return connection.scalar(select(func.count()).select_from(table)) or 0


def test_a_tie_is_got_as_it_was_added(store: SqlTieStore) -> None:
    assert store.get(FIRST, CALLER) is None
    added, is_new = store.add(stored(), CALLER)
    assert (bare(added), is_new) == (stored(), True)
    assert store.get(FIRST, CALLER) == added
    for other in (replace(FIRST, event="Worlds"), replace(FIRST, stage="semi"), replace(FIRST, attempt=2)):
        assert store.get(other, CALLER) is None


def test_the_first_of_two_ties_of_one_key_stays(store: SqlTieStore, engine: Engine) -> None:
    first, _ = store.add(stored(), CALLER)
    assert store.add(stored(result="b"), CALLER) == (first, False)
    assert store.get(FIRST, CALLER) == first
    assert count(engine) == 1


def test_a_later_attempt_needs_the_one_before_to_be_voided(store: SqlTieStore, engine: Engine) -> None:
    second, third = (stored(replace(FIRST, attempt=number), str(number)) for number in (2, 3))
    with pytest.raises(EarlierAttemptStandsError, match="attempt 1 is not known"):
        store.add(second, CALLER)
    store.add(stored(), CALLER)
    with pytest.raises(EarlierAttemptStandsError, match="stands with result aaaa"):
        store.add(second, CALLER)
    store.void(FIRST, WHY, CALLER)
    with pytest.raises(EarlierAttemptStandsError, match="attempt 2 is not known"):
        store.add(third, CALLER)
    added, is_new = store.add(second, CALLER)
    assert (bare(added), is_new) == (second, True)
    assert store.add(second, CALLER) == (added, False)
    with pytest.raises(EarlierAttemptStandsError, match="stands with result 2222"):
        store.add(third, CALLER)
    assert count(engine) == 2


def test_the_attempts_before_are_listed_the_oldest_first(store: SqlTieStore) -> None:
    ties = [replace(FIRST, attempt=number) for number in (1, 2, 3)]
    for number, tie in enumerate(ties):
        store.add(stored(tie, str(number)), CALLER)
        store.void(tie, Void(f"reason {number}", NOON), CALLER)
    store.add(stored(Tie("worlds", "semi", 1)), CALLER)
    assert store.earlier(ties[0], CALLER) == ()
    assert [each.result_id[0] for each in store.earlier(ties[2], CALLER)] == ["0", "1"]
    voids = [bare(each).void for each in store.earlier(ties[2], CALLER)]
    assert voids == [Void("reason 0", NOON), Void("reason 1", NOON)]
    assert len(store.earlier(replace(FIRST, attempt=4), CALLER)) == 3


def test_the_first_void_stays(store: SqlTieStore, engine: Engine) -> None:
    assert store.void(FIRST, WHY, CALLER) is None
    added, _ = store.add(stored(), CALLER)
    done = store.void(FIRST, WHY, CALLER)
    assert done is not None
    voided, is_new = done
    assert voided.void is not None
    assert (replace(voided, void=WHY), is_new) == (replace(added, void=WHY), True)
    assert replace(voided.void, audit_head="") == WHY
    assert store.void(FIRST, WHY, CALLER) == (voided, False)
    assert store.void(FIRST, Void("another reason", NOON), CALLER) == (voided, False)
    assert store.get(FIRST, CALLER) == voided
    assert count(engine, VOIDS) == 1


def test_pages_follow_the_row_numbers(store: SqlTieStore) -> None:
    for number in range(5):
        store.add(stored(Tie("worlds" if number % 2 == 0 else "open", f"s{number}", 1)), CALLER)
    rows, more = store.page("", 0, 3, CALLER)
    assert ([tie.tie.stage for _, tie in rows], more) == (["s0", "s1", "s2"], True)
    rest, more = store.page("", rows[-1][0], 3, CALLER)
    assert ([tie.tie.stage for _, tie in rest], more) == (["s3", "s4"], False)
    assert store.page("", rest[-1][0], 3, CALLER) == ((), False)
    worlds, more = store.page("worlds", 0, 3, CALLER)
    assert ([tie.tie.stage for _, tie in worlds], more) == (["s0", "s2", "s4"], False)
    assert store.page("Worlds", 0, 3, CALLER) == ((), False)


def test_times_come_back_in_utc_whatever_zone_they_had(store: SqlTieStore) -> None:
    tokyo = timezone(timedelta(hours=9))
    store.add(replace(stored(), create_time=NOON.astimezone(tokyo)), CALLER)
    store.void(FIRST, Void("reason", NOON.astimezone(tokyo)), CALLER)
    found = store.get(FIRST, CALLER)
    assert found is not None
    assert found.void is not None
    for time in (found.create_time, found.void.void_time):
        assert (time, time.utcoffset()) == (NOON, timedelta(0))


def test_texts_come_back_to_the_byte(store: SqlTieStore) -> None:
    odd = replace(stored(), transcript="tsb1 1\n" + "x" * 700_000 + "\n", content='"\\"\'%s :name ? ½ \U0001d54f"')
    store.add(odd, CALLER)
    store.void(FIRST, Void("'; DROP TABLE tie; -- \U0001d54f", NOON), CALLER)
    found = store.get(FIRST, CALLER)
    assert found is not None
    assert found.void is not None
    assert (found.transcript, found.content) == (odd.transcript, odd.content)
    assert found.void.reason == "'; DROP TABLE tie; -- \U0001d54f"


def test_of_many_at_once_one_is_added_and_all_others_get_it(store: SqlTieStore, engine: Engine) -> None:
    results: list[tuple[StoredTie, bool]] = []
    start = threading.Barrier(8)

    def add(number: int) -> None:
        start.wait()
        results.append(store.add(stored(result=str(number)), CALLER))

    threads = [threading.Thread(target=add, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [is_new for _, is_new in results].count(True) == 1
    (winner,) = {each.result_id for each, _ in results}
    found = store.get(FIRST, CALLER)
    assert found is not None
    assert found.result_id == winner
    assert count(engine) == 1
