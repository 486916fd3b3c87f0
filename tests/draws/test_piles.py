from __future__ import annotations

from collections import Counter
from itertools import islice
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from service.draws import drawn_from, drawn_in_order, hash_of, stream

IDS = st.lists(st.from_regex(r"[1-9][0-9]{0,2}_[1-9][0-9]{0,2}", fullmatch=True), max_size=80)
SEEDS = st.binary(min_size=32, max_size=32)


@given(IDS, SEEDS, st.integers(0, 2**32))
def test_the_order_given_has_no_effect(ids: list[str], seed: bytes, mix: int) -> None:
    shuffled = Random(mix).sample(ids, len(ids))
    assert list(drawn_from(ids, stream(seed, b"x"))) == list(drawn_from(shuffled, stream(seed, b"x")))


@given(IDS, SEEDS)
def test_every_entry_is_drawn_once(ids: list[str], seed: bytes) -> None:
    assert sorted(drawn_from(ids, stream(seed, b"x"))) == sorted(ids)


@given(IDS, SEEDS, st.integers(0, 80))
def test_drawing_less_draws_the_same(ids: list[str], seed: bytes, count: int) -> None:
    some = list(islice(drawn_from(ids, stream(seed, b"x")), count))
    assert some == list(drawn_from(ids, stream(seed, b"x")))[:count]


@given(IDS, SEEDS)
def test_entries_in_order_are_drawn_as_the_same_entries_in_any_order(ids: list[str], seed: bytes) -> None:
    """Whatever stands for an entry: here its place in the order."""
    order = sorted(ids)
    places = drawn_in_order(range(len(order)), stream(seed, b"x"))
    assert [order[place] for place in places] == list(drawn_from(ids, stream(seed, b"x")))


def test_sorting_is_by_bytes() -> None:
    words = iter([0, 0, 0, 0])
    assert list(drawn_from(["1_2", "1_10", "Z", "a"], words)) == ["1_10", "1_2", "Z", "a"]


def test_field_report_31_every_order_of_three_comes_equally_often() -> None:
    seeds = [hash_of(b"seed", str(number).encode()) for number in range(6_000)]
    orders = Counter("".join(drawn_from("abc", stream(seed, b"x"))) for seed in seeds)
    assert set(orders) == {"abc", "acb", "bac", "bca", "cab", "cba"}
    assert all(900 <= count <= 1_100 for count in orders.values())


def test_field_report_31_numbered_seeds_are_as_good() -> None:
    orders = Counter("".join(drawn_from("abc", stream(number.to_bytes(32, "big"), b"x"))) for number in range(6_000))
    assert len(orders) == 6
    assert all(900 <= count <= 1_100 for count in orders.values())
