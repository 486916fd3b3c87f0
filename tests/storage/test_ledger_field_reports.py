"""Faults of money seen elsewhere, each impossible at this ledger, on both databases."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from deckmapping.errors import InvalidInputError
from service.campaign.ledger.accounts import MINT
from service.campaign.ledger.errors import (
    InsufficientFundsError,
    NoRoomError,
)
from service.campaign.ledger.postings import Posting
from service.campaign.ledger.use_cases import Ledger, Receipt
from service.money import Silver, shares
from service.storage.ledger_store import SqlLedgerStore
from tests.campaign.ledger.asking import (
    CALLER,
    HAND,
    JAWA,
    NOON,
    A,
    B,
    C,
    bank,
    bet,
    correction,
    deposit,
    prize,
    result,
    withdraw,
)
from tests.storage.ledgers import assert_whole, at_once, has, held, post

if TYPE_CHECKING:
    from sqlalchemy import Engine


@pytest.fixture
def ledger(migrated: Engine) -> Ledger:
    return Ledger(SqlLedgerStore(migrated), lambda: NOON)


def test_field_report_1_a_result_that_is_sent_again_and_again_moves_silver_once(ledger: Ledger) -> None:
    post(ledger, deposit("a", A, 1000), deposit("b", B, 1000), bet("bet", A, B, 145))
    won = result("r-1", "bet", 1, 145)
    assert [post(ledger, won).replayed for _ in range(2)] == [False, True]
    answers = at_once([won] * 20, ledger)
    assert all(isinstance(answer, Receipt) and answer.replayed for answer in answers)
    assert {answer.stored.head for answer in answers if isinstance(answer, Receipt)} == {post(ledger, won).stored.head}
    assert has(ledger, A, B) == [1145, 855]
    assert_whole(ledger, 4)


def test_field_report_1_a_result_that_is_sent_20_times_at_once_moves_silver_once(ledger: Ledger) -> None:
    post(ledger, deposit("a", A, 1000), deposit("b", B, 1000), bet("bet", A, B, 145))
    answers = at_once([result("r-1", "bet", 1, 145)] * 20, ledger)
    assert sorted(isinstance(answer, Receipt) and answer.replayed for answer in answers) == [False] + [True] * 19
    assert has(ledger, A, B) == [1145, 855]
    assert_whole(ledger, 4)


@pytest.mark.parametrize(
    ("before", "win", "after"), [(16_777_200, 20, None), (16_777_215, 1, None), (16_777_200, 15, 16_777_215)]
)
def test_field_report_5_a_win_that_three_bytes_cannot_hold_is_refused_before_the_deal(
    ledger: Ledger, before: int, win: int, after: int | None
) -> None:
    post(ledger, deposit("d", A, before), bank("bank", JAWA, 1000))
    if after is None:
        with pytest.raises(NoRoomError) as caught:
            post(ledger, bet("bet", A, JAWA, win))
        assert caught.value.account == "wallet:A"
        assert (has(ledger, A, JAWA), held(ledger, A), held(ledger, JAWA)) == ([before, 1000], (0, 0), (0, 0))
    else:
        post(ledger, bet("bet", A, JAWA, win), result("won", "bet", 1, win))
        assert has(ledger, A, JAWA) == [after, 1000 - win]
    assert ledger.audit(CALLER).passed


def test_field_report_5_no_deposit_takes_the_room_that_a_hand_needs(ledger: Ledger) -> None:
    post(ledger, deposit("d", A, 16_777_000), bank("bank", JAWA, 1000), bet("bet", A, JAWA, 200))
    with pytest.raises(NoRoomError):
        post(ledger, deposit("more", A, 16))
    post(ledger, deposit("less", A, 15), result("won", "bet", 1, 200))
    assert has(ledger, A) == [16_777_215]


@pytest.mark.parametrize("won", [True, False])
def test_field_report_22_of_two_hands_on_one_purse_exactly_one_starts(ledger: Ledger, *, won: bool) -> None:
    post(ledger, deposit("d", A, 100), bank("bank", JAWA, 1000))
    bets = [bet(f"bet-{hand}", A, JAWA, 100, hand=hand) for hand in (1, 2)]
    answers = at_once(bets, ledger)
    started = [at for at, answer in enumerate(answers, start=1) if isinstance(answer, Receipt)]
    assert len(started) == 1
    assert sum(isinstance(answer, InsufficientFundsError) for answer in answers) == 1
    post(ledger, result("over", f"bet-{started[0]}", 1 if won else 2, 100, hand=started[0]))
    assert has(ledger, A) == [200 if won else 0]
    assert_whole(ledger, 5)


def test_field_report_23_what_else_happens_to_the_purse_does_not_touch_the_hand(ledger: Ledger) -> None:
    post(ledger, deposit("a", A, 500), deposit("b", B, 500), deposit("c", C, 500), bet("bet", A, B, 145))
    post(ledger, correction("from a friend", C, A, 1), withdraw("a pack", B, 10))
    with pytest.raises(InvalidInputError, match="no-card: nothing of the hand is posted"):
        post(ledger, Posting("flee", result("x", "bet", 1, 0).entries[1:], HAND))
    post(ledger, result("lost", "bet", 2, 145))
    assert has(ledger, A, B, C) == [356, 635, 499]
    assert_whole(ledger, 7)


def test_field_report_25_a_push_moves_nothing_lets_go_and_is_shown(ledger: Ledger) -> None:
    post(ledger, deposit("a", A, 500), deposit("b", B, 500), bet("bet", A, B, 145), result("push", "bet", 1, 0))
    assert (has(ledger, A, B), held(ledger, A), held(ledger, B)) == ([500, 500], (0, 0), (0, 0))
    lines, _ = ledger.statement(A, CALLER)
    assert [(line.movement.type.value, line.change.count, line.movement.held.count) for line in lines[-2:]] == [
        ("post", 0, -145),
        ("void", 0, -145),
    ]
    assert_whole(ledger, 4)


def test_field_report_26_a_prize_of_100_for_three_loses_no_coin(ledger: Ledger) -> None:
    post(ledger, prize("worlds", *zip((A, B, C), shares(Silver(100), 3), strict=True)))
    assert has(ledger, A, B, C, MINT) == [34, 33, 33, -100]
    assert_whole(ledger, 1)


def test_field_report_56_after_the_hand_of_a_player_who_left_a_new_one_starts(ledger: Ledger) -> None:
    post(ledger, deposit("a", A, 145), deposit("b", B, 145), bet("bet", A, B, 145))
    with pytest.raises(InsufficientFundsError):  # his purse is at stake
        post(ledger, bet("too soon", A, B, 145, hand=2))
    post(ledger, result("timed out", "bet", 1, 145), deposit("b-2", B, 145))
    post(ledger, bet("next", A, B, 145, hand=3))
    assert (has(ledger, A, B), held(ledger, B)) == ([290, 145], (145, 145))
    assert_whole(ledger, 7)
