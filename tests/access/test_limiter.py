"""Token buckets on a clock of the test's own: exact to the nanosecond, without waiting."""

from __future__ import annotations

import threading

from hypothesis import given
from hypothesis import strategies as st

from service.access.identities import Limits
from service.access.limiter import Bucket, CallLimiter, PeerLimiter

SECOND = 1_000_000_000


class Clock:
    def __init__(self, now: int = 0) -> None:
        self.now = now

    def __call__(self) -> int:
        return self.now


def test_a_full_bucket_gives_its_burst_at_a_stroke_and_then_one_each_interval() -> None:
    bucket = Bucket(4, 3)  # one each 250 ms
    assert [bucket.take(0) for _ in range(4)] == [0, 0, 0, 250_000_000]
    assert bucket.take(249_999_999) == 1
    assert bucket.take(250_000_000) == 0
    assert bucket.take(250_000_000) == 250_000_000
    assert bucket.take(750_000_000) == bucket.take(750_000_000) == 0
    assert bucket.take(750_000_000) == 250_000_000


def test_a_bucket_that_rested_holds_no_more_than_its_burst() -> None:
    bucket = Bucket(10, 2)
    assert [bucket.take(1000 * SECOND) for _ in range(3)] == [0, 0, SECOND // 10]


def test_a_refused_call_costs_nothing() -> None:
    bucket = Bucket(1, 1)
    assert bucket.take(0) == 0
    for now in range(0, SECOND, SECOND // 50):
        assert bucket.take(now) == SECOND - now
    assert bucket.take(SECOND) == 0


def test_a_rate_below_one_waits_for_seconds() -> None:
    bucket = Bucket(0.25, 1)
    assert bucket.take(0) == 0
    assert bucket.take(SECOND) == 3 * SECOND


@given(
    st.integers(1, 1000),
    st.integers(1, 20),
    st.lists(st.integers(0, SECOND // 10), min_size=1, max_size=200),
)
def test_no_window_ever_holds_more_than_burst_and_rate_allow(rate: int, burst: int, steps: list[int]) -> None:
    bucket, now, taken = Bucket(rate, burst), 0, list[int]()
    for step in steps:
        now += step
        wait = bucket.take(now)
        if wait == 0:
            taken.append(now)
        else:
            assert bucket.wait_ns(now + wait) == 0
            assert bucket.wait_ns(now + wait - 1) == 1
    interval = round(SECOND / rate)
    for first in range(len(taken)):
        for last in range(first, len(taken)):
            assert last - first + 1 <= burst + (taken[last] - taken[first]) // interval


LIMITS = Limits(calls_per_s=2, calls_burst=3, calls_at_once=2, largest_request=10)


def test_calls_at_once_are_counted_for_each_name() -> None:
    limiter = CallLimiter(Clock())
    assert limiter.enter("a", LIMITS) is None
    assert limiter.enter("a", LIMITS) is None
    refusal = limiter.enter("a", LIMITS)
    assert refusal is not None
    assert (refusal.what, refusal.most, refusal.retry_s) == ("2 calls at once", "at most 2 calls at once", None)
    assert limiter.enter("b", LIMITS) is None
    limiter.leave("a")
    assert limiter.enter("a", LIMITS) is None


def test_calls_a_second_are_counted_for_each_name_and_the_wait_is_told() -> None:
    clock = Clock()
    limiter = CallLimiter(clock)
    for _ in range(3):
        assert limiter.enter("a", LIMITS) is None
        limiter.leave("a")
    refusal = limiter.enter("a", LIMITS)
    assert refusal is not None
    assert (refusal.retry_s, refusal.most) == (0.5, "at most 2 calls a second and 3 at a stroke")
    assert limiter.enter("b", LIMITS) is None
    clock.now = SECOND // 2
    assert limiter.enter("a", LIMITS) is None


def test_new_limits_of_a_name_hold_at_once_and_its_running_calls_stay_counted() -> None:
    limiter = CallLimiter(Clock())
    assert limiter.enter("a", LIMITS) is None
    assert limiter.enter("a", Limits(1, 1, 1, 1)) is not None
    assert limiter.enter("a", Limits(1, 1, 2, 1)) is None
    assert limiter.limits("a") == Limits(1, 1, 2, 1)


def test_names_that_are_gone_are_forgotten_once_their_calls_have_ended() -> None:
    limiter = CallLimiter(Clock())
    for name in ("a", "b", "c"):
        assert limiter.enter(name, LIMITS) is None
    limiter.leave("b")
    limiter.leave("c")
    limiter.keep(frozenset({"c"}))
    assert set(limiter._accounts) == {"a", "c"}
    limiter.leave("a")
    limiter.keep(frozenset({"c"}))
    assert set(limiter._accounts) == {"c"}


def test_no_call_is_counted_twice_or_lost_between_threads() -> None:
    limiter = CallLimiter(Clock())
    limits = Limits(1e6, 1000, 1000, 1)
    admitted: list[bool] = []

    def call() -> None:
        admitted.extend(limiter.enter("a", limits) is None for _ in range(400))

    threads = [threading.Thread(target=call) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (len(admitted), sum(admitted)) == (1600, 1000)


def test_each_address_has_a_bucket_of_its_own() -> None:
    clock = Clock()
    peers = PeerLimiter(clock, 1, 2)
    assert [peers.take("a") for _ in range(3)] == [0, 0, 1]
    assert peers.take("b") == 0
    clock.now = SECOND
    assert peers.take("a") == 0


def test_only_the_addresses_seen_last_are_remembered() -> None:
    peers = PeerLimiter(Clock(), 1, 1, most=3)
    for name in ("a", "b", "c", "a", "d"):
        peers.take(name)
    assert set(peers._buckets) == {"c", "a", "d"}
    for number in range(10_000):
        peers.take(str(number))
    assert len(peers._buckets) == 3
