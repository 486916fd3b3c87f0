"""Books that were made to differ in one place: exactly that place is told."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from service.campaign.ledger.accounts import AccountKind
from service.campaign.ledger.store import Figures, Total
from service.campaign.settlement.reconciling import (
    Books,
    DifferenceKind,
    GempSide,
    Key,
    Movement,
    Ours,
    Standing,
    Totals,
    Way,
    differences,
)
from service.money import NOTHING, Silver

if TYPE_CHECKING:
    from random import Random

PLAYERS = st.sampled_from(["han", "lando", "boba"])
MOVEMENTS = st.lists(
    st.builds(
        Movement,
        st.builds(Key, st.sampled_from(Way), st.from_regex("[a-z]{1,4}", fullmatch=True)),
        PLAYERS,
        st.builds(Silver, st.integers(1, 1000)),
    ),
    min_size=1,
    max_size=30,
    unique_by=lambda movement: movement.key,
)


def total(movements: list[Movement], way: Way) -> Silver:
    return sum((each.amount for each in movements if each.key.way is way), NOTHING)


def ours(movements: list[Movement]) -> Books:
    """The ledger's books of what was all done and acknowledged."""
    applied = total(movements, Way.SETTLEMENT)
    return Books(
        tuple(movements),
        len(movements),
        MappingProxyType({each.key: Ours(Standing.DONE, each) for each in movements}),
        Totals(total(movements, Way.DEPOSIT), applied, NOTHING, 0),
        Figures(MappingProxyType({kind: Total() for kind in AccountKind}), len(movements), "0" * 64),
    )


def theirs(movements: list[Movement]) -> GempSide:
    return GempSide(tuple(movements), total(movements, Way.DEPOSIT), total(movements, Way.SETTLEMENT))


def told(gemp: GempSide, books: Books) -> set[tuple[DifferenceKind, str]]:
    return {(each.kind, each.id) for each in differences(gemp, books)}


def total_of(movement: Movement) -> tuple[DifferenceKind, str]:
    return DifferenceKind.TOTAL, "deposited" if movement.key.way is Way.DEPOSIT else "applied"


@given(MOVEMENTS, st.randoms())
def test_the_same_books_agree_in_any_order(movements: list[Movement], chance: Random) -> None:
    shuffled = list(movements)
    chance.shuffle(shuffled)
    assert differences(theirs(shuffled), ours(movements)) == ()


@given(MOVEMENTS, st.data())
def test_one_that_is_missing_at_gemp_is_told(movements: list[Movement], data: st.DataObject) -> None:
    lost = data.draw(st.sampled_from(movements))
    left = [each for each in movements if each != lost]
    assert told(theirs(left), ours(movements)) == {(DifferenceKind.MISSING_AT_GEMP, lost.key.id), total_of(lost)}


@given(MOVEMENTS, st.data())
def test_one_that_is_missing_here_is_told(movements: list[Movement], data: st.DataObject) -> None:
    lost = data.draw(st.sampled_from(movements))
    left = [each for each in movements if each != lost]
    assert told(theirs(movements), ours(left)) == {(DifferenceKind.MISSING_HERE, lost.key.id), total_of(lost)}


@given(MOVEMENTS, st.data())
def test_one_that_gemp_has_done_twice_is_told(movements: list[Movement], data: st.DataObject) -> None:
    twice = data.draw(st.sampled_from(movements))
    found = told(theirs([*movements, twice]), ours(movements))
    assert found == {(DifferenceKind.DOUBLE, twice.key.id), total_of(twice)}


@given(MOVEMENTS, st.data(), st.integers(1, 50))
def test_one_with_another_amount_is_told(movements: list[Movement], data: st.DataObject, more: int) -> None:
    at = data.draw(st.integers(0, len(movements) - 1))
    wrong = list(movements)
    wrong[at] = replace(wrong[at], amount=wrong[at].amount + Silver(more))
    assert told(theirs(wrong), ours(movements)) == {(DifferenceKind.AMOUNT, wrong[at].key.id), total_of(wrong[at])}


@given(MOVEMENTS, st.data())
def test_one_of_another_player_is_told(movements: list[Movement], data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(movements) - 1))
    wrong = list(movements)
    wrong[at] = replace(wrong[at], player="greedo")
    assert told(theirs(wrong), ours(movements)) == {(DifferenceKind.PLAYER, wrong[at].key.id)}


@given(MOVEMENTS)
def test_totals_that_are_not_told_are_not_compared(movements: list[Movement]) -> None:
    assert differences(GempSide(tuple(movements)), ours(movements)) == ()
