"""Many callers at once get one truth."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import TYPE_CHECKING, Any

from tests.rpc.asking import LIGHT, SEED, but_for_the_repeat_mark, player, tie, void
from tests.rpc.callers import Refused, Service, settings_for

if TYPE_CHECKING:
    from collections.abc import Sequence

    from google.protobuf.message import Message

    from tests.postgresql import PostgresServer

CALLERS = 20


def at_once(calls: Sequence[tuple[Service, Message]]) -> list[Any]:
    """Make all calls at the same moment; a refusal is an outcome like another."""
    start = Barrier(len(calls))

    def make(call: tuple[Service, Message]) -> Any:
        start.wait()
        try:
            return call[0].call(call[1])
        except Refused as refused:
            return refused

    with ThreadPoolExecutor(len(calls)) as threads:
        return list(threads.map(make, calls))


def assert_one_truth(answers: list[Any]) -> None:
    assert sum(not answer.replayed for answer in answers) == 1
    assert len({but_for_the_repeat_mark(answer) for answer in answers}) == 1


def test_twenty_callers_get_one_result_and_leave_one_row(service: Service, event: str) -> None:
    assert_one_truth(at_once([(service, tie(event))] * CALLERS))
    assert service.stored(event) == 1


def test_two_applications_on_one_postgresql_database_give_one_result(postgres: PostgresServer) -> None:
    url = postgres.new_database()
    with Service(settings_for(url), wired=True) as first, Service(settings_for(url), wired=True) as second:
        for stage in ("one", "two", "three"):
            assert_one_truth(at_once([(first, tie("shared", stage=stage)), (second, tie("shared", stage=stage))] * 10))
        assert first.stored("shared") == 3


def test_of_different_contents_at_once_one_stands_and_the_others_are_told(service: Service, event: str) -> None:
    seeds = [bytes([number]) + SEED for number in range(CALLERS)]
    outcomes = at_once([(service, tie(event, seed=seed)) for seed in seeds])
    answered = [outcome for outcome in outcomes if not isinstance(outcome, Refused)]
    assert [answer.replayed for answer in answered] == [False]
    assert {outcome.reason for outcome in outcomes if isinstance(outcome, Refused)} == {"TIE_CONTENT_DIFFERS"}
    assert service.stored(event) == 1


def test_of_different_reasons_at_once_one_stands(service: Service, event: str) -> None:
    service.call(tie(event))
    outcomes = at_once([(service, void(tie(event), f"reason {number % 4}")) for number in range(CALLERS)])
    done = [outcome for outcome in outcomes if not isinstance(outcome, Refused)]
    assert [answer.replayed for answer in done].count(False) == 1
    assert len({(answer.reason, answer.void_time.ToNanoseconds()) for answer in done}) == 1
    assert len(done) == CALLERS // 4
    assert {outcome.reason for outcome in outcomes if isinstance(outcome, Refused)} == {"VOIDED_OTHERWISE"}


def test_the_next_attempt_at_once_is_one_attempt(service: Service, event: str) -> None:
    service.call(tie(event))
    service.call(void(tie(event), "the wrong deck"))
    assert_one_truth(at_once([(service, tie(event, attempt=2))] * CALLERS))
    assert service.stored(event) == 2


def test_different_ties_at_once_do_not_disturb_each_other(service: Service, event: str) -> None:
    calls = [(service, tie(event, [player("a", LIGHT), player(f"b{n}", LIGHT)], stage=f"s{n}")) for n in range(CALLERS)]
    answers = at_once(calls)
    assert [answer.stage for answer in answers] == [f"s{n}" for n in range(CALLERS)]
    assert not any(answer.replayed for answer in answers)
    assert service.stored(event) == CALLERS
