"""GEMP's books beside the ledger's: every difference is told, by its kind and its id, and nothing is put right."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sabacc.v1 import ledger_pb2 as pb
from tests.rpc.asking_ledger import (
    DEPOSIT,
    SETTLEMENT,
    applied,
    audited,
    deferred,
    deposit,
    moved,
    prize,
    withdraw,
)
from tests.rpc.callers import Service, settings_for

if TYPE_CHECKING:
    from collections.abc import Iterator

Told = list[tuple[str, str]]


@pytest.fixture(params=[False, True], ids=["in_process", "wire"])
def own(request: pytest.FixtureRequest, database_url: str) -> Iterator[Service]:
    """A service on a ledger of its own, with two deposits, three withdrawals, and one of these applied."""
    with Service(settings_for(database_url), wired=request.param) as opened:
        opened.call(deposit("d1", "han", 145))
        opened.call(deposit("d2", "lando", 500))
        opened.refusal(deposit("d3", "lando", 16_777_215))
        opened.call(withdraw("w1", "han", 45))
        opened.call(withdraw("w2", "lando", 100))
        opened.call(withdraw("w3", "lando", 7))
        opened.call(prize("p1", "han", 5))
        opened.call(applied("w1#1"))
        opened.call(deferred("w2#1", "the purse is full"))
        yield opened


GEMP = [
    moved(DEPOSIT, "d1", "han", 145),
    moved(DEPOSIT, "d2", "lando", 500),
    moved(SETTLEMENT, "w1#1", "han", 45),
]
"""GEMP's books where both sides agree."""


def differences(found: pb.ReconcileResponse) -> Told:
    assert found.agrees == (not found.differences)
    assert found.difference_count == len(found.differences)
    return [(pb.DifferenceKind.Name(each.kind).removeprefix("DIFFERENCE_KIND_"), each.id) for each in found.differences]


def compared(service: Service, movements: list[pb.GempMovement], after: int = 0) -> Told:
    return differences(service.call(pb.ReconcileRequest(movements=movements, after=after)))


def test_books_that_agree_have_no_difference(own: Service) -> None:
    before = audited(own)
    found = own.call(pb.ReconcileRequest(movements=GEMP[::-1], deposited=645, applied=45))
    assert (found.agrees, found.through, found.more) == (True, 7, False)
    totals = found.totals
    assert (totals.deposited.silver, totals.withdrawn.silver, totals.applied.silver) == (645, 152, 45)
    assert (totals.unapplied.silver, totals.unapplied_count) == (107, 2)
    assert (totals.wallets.silver, totals.clearing.silver, totals.mint.silver) == (498, -493, -5)
    assert totals.wallets.text == "4 gold, 98 silver"
    assert audited(own) == before


def test_a_deposit_that_is_missing_on_either_side_is_told(own: Service) -> None:
    assert compared(own, GEMP[1:]) == [("MISSING_AT_GEMP", "d1")]
    assert compared(own, [*GEMP, moved(DEPOSIT, "d9", "han", 1)]) == [("MISSING_HERE", "d9")]
    assert compared(own, [*GEMP, moved(DEPOSIT, "d\0", "han", 1)]) == [("MISSING_HERE", "d\0")]


def test_a_settlement_that_is_missing_on_either_side_is_told(own: Service) -> None:
    assert compared(own, GEMP[:2]) == [("MISSING_AT_GEMP", "w1#1")]
    assert compared(own, [*GEMP, moved(SETTLEMENT, "w9#1", "han", 1)]) == [("MISSING_HERE", "w9#1")]


def test_what_gemp_names_twice_is_told_once(own: Service) -> None:
    assert compared(own, [*GEMP, GEMP[0], GEMP[0]]) == [("DOUBLE", "d1")]
    assert compared(own, [*GEMP, GEMP[2]]) == [("DOUBLE", "w1#1")]


def test_a_wrong_amount_or_player_is_told_with_both_sides(own: Service) -> None:
    found = own.call(pb.ReconcileRequest(movements=[moved(DEPOSIT, "d1", "han", 146), *GEMP[1:]]))
    assert differences(found) == [("AMOUNT", "d1")]
    (each,) = found.differences
    assert (each.gemp, each.ledger) == ("1 gold, 46 silver of han", "1 gold, 45 silver of han")
    assert compared(own, [*GEMP[:2], moved(SETTLEMENT, "w1#1", "lando", 45)]) == [("PLAYER", "w1#1")]
    both = [*GEMP[:2], moved(SETTLEMENT, "w1#1", "lando", 44)]
    assert compared(own, both) == [("AMOUNT", "w1#1"), ("PLAYER", "w1#1")]


def test_a_refused_deposit_that_gemp_has_not_given_back_is_told(own: Service) -> None:
    assert compared(own, [*GEMP, moved(DEPOSIT, "d3", "lando", 16_777_215)]) == [("REFUSED_HERE", "d3")]


@pytest.mark.parametrize(("id_", "state"), [("w2#1", "deferred"), ("w3#1", "pending")])
def test_what_gemp_has_applied_and_not_acknowledged_is_told(own: Service, id_: str, state: str) -> None:
    amount = {"deferred": 100, "pending": 7}[state]
    assert compared(own, [*GEMP, moved(SETTLEMENT, id_, "lando", amount)]) == [("NOT_ACKNOWLEDGED", id_)]


def test_an_id_of_something_else_is_told(own: Service) -> None:
    assert compared(own, [*GEMP, moved(DEPOSIT, "p1", "han", 5)]) == [("OTHER_MOVEMENT", "p1")]
    assert compared(own, [*GEMP, moved(DEPOSIT, "w1", "han", 45)]) == [("OTHER_MOVEMENT", "w1")]
    assert compared(own, [*GEMP, moved(SETTLEMENT, "d1#1", "han", 145)]) == [("MISSING_HERE", "d1#1")]


def test_totals_that_differ_are_told(own: Service) -> None:
    found = own.call(pb.ReconcileRequest(movements=GEMP, deposited=646, applied=152))
    assert differences(found) == [("TOTAL", "deposited"), ("TOTAL", "applied")]
    assert (found.differences[1].gemp, found.differences[1].ledger) == ("1 gold, 52 silver", "0 gold, 45 silver")
    assert own.call(pb.ReconcileRequest(movements=GEMP)).agrees


def test_what_was_compared_before_need_not_be_named_again_but_may_be(own: Service) -> None:
    through = own.call(pb.ReconcileRequest(movements=GEMP)).through
    own.call(deposit("d4", "han", 1))
    assert compared(own, [], after=through) == [("MISSING_AT_GEMP", "d4")]
    assert compared(own, [moved(DEPOSIT, "d4", "han", 1)], after=through) == []
    assert compared(own, [moved(DEPOSIT, "d4", "han", 1), moved(DEPOSIT, "d1", "han", 2)], after=through) == [
        ("AMOUNT", "d1")
    ]
    assert compared(own, [], after=through + 1) == []


def test_a_long_ledger_is_compared_in_parts(own: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.campaign.settlement.use_cases.MOST_POSTINGS", 4)
    first = own.call(pb.ReconcileRequest(movements=GEMP[:1]))
    assert (differences(first), first.through, first.more) == (
        [("MISSING_AT_GEMP", "d2"), ("MISSING_AT_GEMP", "w1#1")],
        4,
        True,
    )
    last = own.call(pb.ReconcileRequest(after=first.through))
    assert (last.agrees, last.through, last.more) == (True, 7, False)


def test_of_many_differences_the_first_are_told_and_how_many_there_are(own: Service) -> None:
    many = [moved(DEPOSIT, f"lost-{number}", "han", 1) for number in range(5000)]
    found = own.call(pb.ReconcileRequest(movements=many))
    assert (len(found.differences), found.difference_count) == (200, 5003)
    assert [each.id for each in found.differences] == [f"lost-{number}" for number in range(200)]
