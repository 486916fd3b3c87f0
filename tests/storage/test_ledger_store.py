"""The ledger on both databases: what is stored, what is refused, what is told again, and what it is asked for."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import text

from deckmapping.errors import InvalidInputError
from service.campaign.ledger.accounts import CLEARING, GRANTS, MINT, AccountKind, wallet
from service.campaign.ledger.deciding import EMPTY, Balance
from service.campaign.ledger.errors import (
    HoldNotFoundError,
    HoldResolvedError,
    InsufficientFundsError,
    LedgerDamagedError,
    PostingContentDiffersError,
    PostingNotFoundError,
)
from service.campaign.ledger.postings import HandReference, Posting
from service.campaign.ledger.store import Position
from service.campaign.ledger.transfers import Hold, Transfer, TransferKind
from service.campaign.ledger.use_cases import Ledger, Receipt
from service.money import NOTHING, Silver
from service.storage.database import open_engine, write
from service.storage.ledger_posting import Asked, post_all_on
from service.storage.ledger_store import SqlLedgerStore
from tests.campaign.ledger.asking import (
    CALLER,
    HAND,
    JAWA,
    NOON,
    A,
    B,
    bank,
    bet,
    correction,
    deposit,
    no_hand,
    prize,
    result,
    rewards,
    withdraw,
)
from tests.storage.ledgers import assert_whole, at_once, has, held, post
from tests.storage.outside import past_triggers

if TYPE_CHECKING:
    from sqlalchemy import Connection, Engine

    from service.campaign.ledger.store import Line


@pytest.fixture
def ledger(migrated: Engine) -> Ledger:
    return Ledger(SqlLedgerStore(migrated), lambda: NOON)


def rows(engine: Engine) -> dict[str, int]:
    with engine.begin() as connection:
        return {
            table: connection.scalar(text(f"SELECT count(*) FROM {table}")) or 0
            for table in ("ledger_posting", "ledger_entry", "ledger_account")
        }


# Postings


def test_a_new_ledger_is_empty_and_whole(ledger: Ledger) -> None:
    assert ledger.balance(A, CALLER) == EMPTY
    assert ledger.statement(A, CALLER) == ((), False)
    figures = ledger.figures(CALLER)
    assert (figures.postings, figures.head, figures.sum, figures.held) == (0, "0" * 64, NOTHING, NOTHING)
    assert set(figures.totals) == set(AccountKind)
    assert_whole(ledger, 0)


def test_a_deposit_is_credited_and_told_with_its_place_in_the_chain(ledger: Ledger) -> None:
    receipt = post(ledger, deposit("d-1", A, 1000))
    assert not receipt.replayed
    assert (receipt.stored.sequence, len(receipt.stored.head)) == (1, 64)
    assert receipt.stored.record.time == NOON
    assert receipt.stored.record.caller == {
        "name": "gemp-1", "role": "game", "onBehalfOf": "jabba", "requestId": "r-1"
    }  # fmt: skip
    assert has(ledger, A, CLEARING) == [1000, -1000]
    assert ledger.find("d-1", CALLER) == receipt.stored
    assert ledger.figures(CALLER).head == receipt.stored.head
    assert_whole(ledger, 1)


def test_a_bet_holds_its_worst_case_on_both_sides_and_a_result_posts_it(ledger: Ledger) -> None:
    post(ledger, deposit("d", A, 500), bank("bank", JAWA, 1000), bet("bet", A, JAWA, 290, won=217))
    assert ledger.balance(A, CALLER) == Balance(Silver(500), Silver(290), Silver(217))
    assert ledger.balance(JAWA, CALLER) == Balance(Silver(1000), Silver(217), Silver(290))
    assert ledger.figures(CALLER).held == Silver(507)
    post(ledger, result("won", "bet", 1, 145))
    assert (has(ledger, A, JAWA), held(ledger, A), held(ledger, JAWA)) == ([645, 855], (0, 0), (0, 0))
    post(ledger, bet("bet-2", A, JAWA, 290, hand=2), result("lost", "bet-2", 2, 290, hand=2))
    assert has(ledger, A, JAWA, MINT, CLEARING) == [355, 1145, -1000, -500]
    assert_whole(ledger, 6)


def test_a_hand_without_a_card_lets_go_of_everything(ledger: Ledger) -> None:
    post(ledger, deposit("d", A, 100), bank("bank", JAWA, 100), bet("bet", A, JAWA, 100))
    post(ledger, no_hand("none", "bet"))
    assert (has(ledger, A, JAWA), held(ledger, A), held(ledger, JAWA)) == ([100, 100], (0, 0), (0, 0))
    with pytest.raises(HoldResolvedError):
        post(ledger, result("late", "bet", 1, 1))
    assert_whole(ledger, 5)


def test_a_posting_of_several_entries_is_done_as_a_whole_or_not_at_all(ledger: Ledger, migrated: Engine) -> None:
    post(ledger, deposit("d", A, 100), bank("bank", JAWA, 1000))
    entries = (
        *bet("x", A, JAWA, 100).entries,
        Transfer(TransferKind.HAND_RESULT, JAWA, B, Silver(900)),
        Transfer(TransferKind.HAND_RESULT, A, B, Silver(1)),
    )
    before = rows(migrated)
    with pytest.raises(InsufficientFundsError, match=r"entries\[3\]\.amount: got '0 gold, 01 silver'"):
        post(ledger, Posting("all", entries, HAND))
    assert (has(ledger, A, B, JAWA), held(ledger, A)) == ([100, 0, 1000], (0, 0))
    after = rows(migrated)
    assert (after["ledger_posting"], after["ledger_entry"]) == (before["ledger_posting"] + 1, before["ledger_entry"])
    post(ledger, Posting("all but one", entries[:3], HAND))
    assert (has(ledger, A, B, JAWA), held(ledger, A)) == ([100, 900, 100], (100, 100))
    assert_whole(ledger, 4)


def test_a_posting_has_up_to_64_entries(ledger: Ledger) -> None:
    players = [wallet(f"p{number}") for number in range(64)]
    post(ledger, prize("all", *((player, Silver(1)) for player in players)))
    assert has(ledger, *players, MINT) == [1] * 64 + [-64]
    assert_whole(ledger, 1)


def test_what_cannot_be_is_not_stored(ledger: Ledger, migrated: Engine) -> None:
    for posting in (deposit("d", A, 0), deposit("d", A, -100), correction("d", A, A, 1), deposit("", A, 1)):
        with pytest.raises(InvalidInputError):
            post(ledger, posting)
    assert set(rows(migrated).values()) == {0}
    assert post(ledger, deposit("d", A, 5)).replayed is False  # the id is still free


# The same id again


def test_the_same_again_gives_the_stored_answer_and_moves_nothing(ledger: Ledger) -> None:
    first = post(ledger, deposit("d", A, 145))
    for _ in range(3):
        again = ledger.post(deposit("d", A, 145), replace(CALLER, name="another", request_id="r-2"))
        assert again == Receipt(first.stored, replayed=True)
    assert has(ledger, A) == [145]
    assert_whole(ledger, 1)


def test_the_same_id_with_other_content_is_refused_naming_the_field(ledger: Ledger) -> None:
    post(ledger, deposit("d", A, 145))
    with pytest.raises(PostingContentDiffersError) as caught:
        post(ledger, deposit("d", B, 146))
    assert [(fault.field, fault.value, fault.expected) for fault in caught.value.violations] == [
        ("entries[0].amount", "146", "145, as in the stored posting"),
        ("entries[0].credit", "wallet:B", "wallet:A, as in the stored posting"),
    ]
    assert has(ledger, A, B) == [145, 0]
    assert_whole(ledger, 1)


def test_a_refused_id_stays_refused_though_there_is_enough_by_now(ledger: Ledger, migrated: Engine) -> None:
    post(ledger, deposit("d", A, 100))
    with pytest.raises(InsufficientFundsError) as first:
        post(ledger, withdraw("w", A, 145))
    assert (first.value.replayed, first.value.account) == (False, "wallet:A")
    before = rows(migrated)
    post(ledger, deposit("d-2", A, 100))
    with pytest.raises(InsufficientFundsError) as again:
        post(ledger, withdraw("w", A, 145))
    assert (str(again.value), again.value.replayed) == (str(first.value), True)
    assert str(again.value) == (
        "entries[0].amount: got '1 gold, 45 silver', expected at most 1 gold, 00 silver, which wallet:A has free"
    )
    with pytest.raises(PostingContentDiffersError, match="as in the stored posting"):
        post(ledger, withdraw("w", A, 1))
    stored = ledger.find("w", CALLER)
    assert (stored.movements, stored.sequence) == ((), 2)
    assert stored.record.refusal is not None
    assert rows(migrated)["ledger_entry"] == before["ledger_entry"] + 1
    post(ledger, withdraw("w-2", A, 145))
    assert has(ledger, A) == [55]
    assert_whole(ledger, 4)


def test_a_refusal_of_an_unknown_hold_is_stored_too(ledger: Ledger) -> None:
    post(ledger, deposit("d", A, 100), bank("bank", JAWA, 100))
    for replayed in (False, True):
        with pytest.raises(HoldNotFoundError) as caught:
            post(ledger, result("early", "bet", 1, 5))
        assert caught.value.replayed is replayed
        post(ledger, bet("bet", A, JAWA, 5))
    assert held(ledger, A) == (5, 5)
    assert_whole(ledger, 4)


def test_one_id_with_two_contents_at_once_is_done_once(ledger: Ledger) -> None:
    for number in range(5):
        first, second = at_once([deposit(f"d{number}", A, 1), deposit(f"d{number}", B, 1)], ledger)
        kinds = sorted(type(found).__name__ for found in (first, second))
        assert kinds == ["PostingContentDiffersError", "Receipt"]
    assert sum(has(ledger, A, B)) == 5
    assert_whole(ledger, 5)


# Asking


def test_a_statement_has_running_balances_and_goes_on_where_it_ended(ledger: Ledger) -> None:
    post(ledger, deposit("d", A, 500), bank("bank", JAWA, 1000), bet("bet", A, JAWA, 100, won=150))
    post(ledger, result("won", "bet", 1, 150), withdraw("w", A, 50))
    whole, more = ledger.statement(A, CALLER)
    assert not more
    assert [
        (line.position, line.movement.entry_id, line.change.count, line.balance.count, str(line.other))
        for line in whole
    ] == [
        ((1, 1), "d#1", 500, 500, "gemp_clearing"),
        ((3, 1), "bet#1", 0, 500, "house:nervous-jawa"),
        ((3, 2), "bet#2", 0, 500, "house:nervous-jawa"),
        ((4, 1), "won#1", 150, 650, "house:nervous-jawa"),
        ((4, 2), "won#2", 0, 650, "house:nervous-jawa"),
        ((5, 1), "w#1", -50, 600, "gemp_clearing"),
    ]
    assert whole[3].record.posting == result("won", "bet", 1, 150)
    for size in (1, 2, 5, 6):
        found: list[Line] = []
        after, more = Position(0, 0), True
        while more:
            page, more = ledger.statement(A, CALLER, after=after, size=size)
            assert 1 <= len(page) <= size
            found += page
            after = page[-1].position
        assert tuple(found) == whole
    assert [line.balance.count for line in ledger.statement(JAWA, CALLER)[0]] == [1000, 1000, 1000, 850, 850]
    for size in (0, 1001):
        with pytest.raises(InvalidInputError, match="1 to 1000 lines"):
            ledger.statement(A, CALLER, size=size)


def test_a_hand_has_all_its_postings_refused_ones_too(ledger: Ledger) -> None:
    post(ledger, deposit("d", A, 100), bank("bank", JAWA, 100), bet("bet", A, JAWA, 100))
    with pytest.raises(HoldNotFoundError):
        post(ledger, result("wrong", "best", 1, 5))
    post(ledger, result("won", "bet", 1, 5), bet("another", A, JAWA, 5, hand=2))
    found = ledger.of_hand(HAND, CALLER)
    assert [stored.record.posting.posting_id for stored in found] == ["bet", "wrong", "won"]
    assert [len(stored.movements) for stored in found] == [2, 0, 2]
    assert ledger.of_hand(HandReference("t2", 1), CALLER) == ()
    with pytest.raises(InvalidInputError):
        ledger.of_hand(HandReference("t 2", 1), CALLER)


def test_no_posting_is_found_under_another_id(ledger: Ledger) -> None:
    post(ledger, deposit("d", A, 1))
    for id_ in ("D", "d ", "d#1"):
        with pytest.raises(PostingNotFoundError):
            ledger.find(id_, CALLER)
    with pytest.raises(InvalidInputError):
        ledger.find("", CALLER)


def test_the_figures_are_the_sums_of_each_kind(ledger: Ledger) -> None:
    post(ledger, deposit("a", A, 500), deposit("b", B, 250), bank("bank", JAWA, 1000), rewards("rewards", 90))
    last = post(ledger, bet("bet", A, JAWA, 100, won=150))
    figures = ledger.figures(CALLER)
    totals = {
        kind.value: (total.accounts, total.balance.count, total.held_out.count, total.held_in.count)
        for kind, total in figures.totals.items()
    }
    assert totals == {
        "wallet": (2, 750, 100, 150),
        "house": (1, 1000, 150, 100),
        "escrow": (0, 0, 0, 0),
        "gemp_clearing": (1, -750, 0, 0),
        "mint": (1, -1090, 0, 0),
        "grants": (1, 90, 0, 0),
    }
    assert (figures.sum, figures.held, figures.postings, figures.head) == (NOTHING, Silver(250), 5, last.stored.head)
    assert has(ledger, GRANTS) == [90]


# Transactions


def test_a_posting_is_stored_with_what_else_its_transaction_does_or_not_at_all(
    ledger: Ledger, migrated: Engine
) -> None:
    def both(connection: Connection) -> None:
        connection.execute(text("CREATE TABLE hand_over (id INTEGER)"))
        post_all_on(connection, [Asked(deposit("d", A, 1), NOON, CALLER)])

    def cut(connection: Connection) -> None:
        both(connection)
        raise LookupError

    with pytest.raises(LookupError):
        write(migrated, cut)
    assert (has(ledger, A), set(rows(migrated).values())) == ([0], {0})
    write(migrated, both)
    assert has(ledger, A) == [1]
    assert_whole(ledger, 1)


def test_the_ledger_goes_on_after_a_restart(ledger: Ledger, database_url: str, migrated: Engine) -> None:
    post(ledger, deposit("d", A, 500), bank("bank", JAWA, 500), bet("bet", A, JAWA, 100))
    migrated.dispose()
    engine = open_engine(database_url, 1)
    again = Ledger(SqlLedgerStore(engine), lambda: NOON)
    assert post(again, deposit("d", A, 500)).replayed
    post(again, result("won", "bet", 1, 100))
    assert has(again, A, JAWA) == [600, 400]
    assert_whole(again, 4)
    engine.dispose()


def test_new_accounts_that_many_name_at_once_are_opened_once(ledger: Ledger) -> None:
    players = [wallet(f"p{number}") for number in range(8)]
    for round_ in range(3):
        postings = [
            prize(f"{round_}-{number}", *((wallet(f"{round_}{player.name}"), Silver(1)) for player in players[::step]))
            for number, step in enumerate((1, -1) * 4)
        ]
        assert all(isinstance(answer, Receipt) for answer in at_once(postings, ledger))
    assert has(ledger, MINT) == [-3 * 8 * 8]
    assert_whole(ledger, 24)


def test_a_posting_that_was_damaged_is_not_told_as_if_it_were_whole(ledger: Ledger, database_url: str) -> None:
    post(ledger, deposit("d", A, 1))
    with past_triggers(database_url) as connection:
        connection.execute(text("UPDATE ledger_posting SET payload = '{}'"))
    for ask in (lambda: ledger.find("d", CALLER), lambda: post(ledger, deposit("d", A, 1))):
        with pytest.raises(LedgerDamagedError, match="posting d: got 'its payload'"):
            ask()
    assert has(ledger, A) == [1]


def test_a_hold_is_told_by_the_id_of_its_posting_and_its_number(ledger: Ledger) -> None:
    """Ids that look alike name different holds: only the last # counts."""
    post(ledger, deposit("d", A, 500), bank("bank", JAWA, 500))
    for id_ in ("x", "x#1"):
        post(ledger, Posting(id_, (Hold(A, JAWA, Silver(5)),), HAND))
    found = [line.movement.entry_id for line in ledger.statement(A, CALLER)[0]]
    assert found == ["d#1", "x#1", "x#1#1"]
