"""The text of a posting: one form, read back to what it was, and compared field by field."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.campaign.ledger.accounts import CLEARING, GRANTS, MINT, Account, escrow, house, wallet
from service.campaign.ledger.deciding import Refusal, RefusalReason
from service.campaign.ledger.postings import ByHand, HandReference, Posting
from service.campaign.ledger.record import Record, differences, read_record, recorded, write_record
from service.campaign.ledger.transfers import Entry, Hold, Post, Transfer, TransferKind, Void, VoidCause
from service.money import Silver
from tests.campaign.ledger.asking import BY_HAND, CALLER, HAND, JAWA, NOON, A, B, bet, deposit, prize, result

NAMES = st.from_regex("[!-~]{1,60}", fullmatch=True)
IDS = st.from_regex("[ -~]{1,64}", fullmatch=True)
AMOUNTS = st.integers(0, 10**15).map(Silver)
ACCOUNTS: st.SearchStrategy[Account] = st.one_of(
    NAMES.map(wallet), NAMES.map(house), NAMES.map(escrow), st.sampled_from([CLEARING, MINT, GRANTS])
)
HOLD_IDS = st.tuples(IDS, st.integers(1, 64)).map(lambda pair: f"{pair[0]}#{pair[1]}")
ENTRIES: st.SearchStrategy[Entry] = st.one_of(
    st.builds(Transfer, st.sampled_from(TransferKind), ACCOUNTS, ACCOUNTS, AMOUNTS),
    st.builds(Hold, ACCOUNTS, ACCOUNTS, AMOUNTS),
    st.builds(Post, HOLD_IDS, AMOUNTS),
    st.builds(Void, HOLD_IDS, st.sampled_from(VoidCause)),
)
POSTINGS = st.builds(
    Posting,
    IDS,
    st.lists(ENTRIES, max_size=4).map(tuple),
    st.none() | st.builds(HandReference, NAMES, st.integers(1, 2**31 - 1)),
    st.none() | st.builds(ByHand, NAMES, st.text(max_size=255)),
)
REFUSALS = st.none() | st.builds(Refusal, st.sampled_from(RefusalReason), IDS, IDS, IDS, IDS)
TIMES = st.datetimes(timezones=st.just(UTC))


@given(POSTINGS, TIMES, REFUSALS)
def test_every_record_comes_back_from_its_text(posting: Posting, time: datetime, refusal: Refusal | None) -> None:
    record = recorded(posting, time, CALLER, refusal)
    text = write_record(record)
    assert read_record(text) == record
    assert text.isascii()
    assert text == json.dumps(json.loads(text), sort_keys=True, separators=(",", ":"))


def test_the_text_of_a_bet_was_written_by_hand() -> None:
    tokyo = NOON.astimezone(timezone(timedelta(hours=9)))
    assert write_record(recorded(bet("b-1", A, JAWA, 145, won=217), tokyo, CALLER, None)) == (
        '{"caller":{"name":"gemp-1","onBehalfOf":"jabba","requestId":"r-1","role":"game"},'
        '"entries":[{"amount":145,"credit":"house:nervous-jawa","debit":"wallet:A","type":"hold"},'
        '{"amount":217,"credit":"wallet:A","debit":"house:nervous-jawa","type":"hold"}],'
        '"postingId":"b-1","reference":{"hand":1,"tableId":"t1"},"time":"2026-11-30T12:00:00.123456+00:00"}'
    )


def test_the_text_of_a_refused_prize_was_written_by_hand() -> None:
    refusal = Refusal(RefusalReason.NO_ROOM, "entries[0].amount", "a", "b", "wallet:A")
    posting = replace(prize("p", (A, Silver(5))), by_hand=ByHand("Ackbar", "½ a prize"))
    record = recorded(posting, NOON, CALLER, refusal)
    assert record.outcome == "ledger-refused"
    assert write_record(record) == (
        '{"caller":{"name":"gemp-1","onBehalfOf":"jabba","requestId":"r-1","role":"game"},"director":"Ackbar",'
        '"entries":[{"amount":5,"credit":"wallet:A","debit":"mint","kind":"prize","type":"transfer"}],'
        '"postingId":"p","reason":"\\u00bd a prize",'
        '"refusal":{"account":"wallet:A","expected":"b","field":"entries[0].amount","reason":"no-room","value":"a"},'
        '"time":"2026-11-30T12:00:00.123456+00:00"}'
    )


GOOD = write_record(Record(result("r", "bet", 1, 5), NOON, {"name": "x"}, None))


@pytest.mark.parametrize(
    "text",
    [
        *["", "{", "[]", "7", "null", "{}", "[" * 100_000],
        GOOD.replace('"post"', '"pay"'),
        GOOD.replace('"amount":5', '"amount":5.5'),
        GOOD.replace('"amount":5', '"amount":"5"'),
        GOOD.replace('"decided"', '"lost"'),
        GOOD.replace('"postingId"', '"id"'),
        GOOD.replace('"hand":1,', ""),
        GOOD.replace('"hand":1', '"hand":"1"'),
        GOOD.replace('"hand":1', '"hand":true'),
        GOOD.replace('"t1"', "1"),
        GOOD.replace('"r"', "7"),
        GOOD.replace('"bet#1"', "7"),
        GOOD.replace('{"name":"x"}', '{"name":1}'),
        GOOD.replace('{"name":"x"}', "[]"),
        GOOD.replace("2026-11", "2026-13"),
        GOOD.replace("2026-11-30T12:00:00.123456+00:00", "0001-01-01T00:00:00+14:00"),
        GOOD.replace('"postingId"', '"refusal":{},"postingId"'),
    ],
)
def test_any_other_text_is_no_record(text: str) -> None:
    assert write_record(read_record(GOOD)) == GOOD
    with pytest.raises(ValueError, match="not a record of the ledger"):
        read_record(text)


def named(stored: Posting, asked: Posting) -> list[tuple[str, str, str]]:
    return [(fault.field, fault.value, fault.expected) for fault in differences(stored, asked)]


@given(POSTINGS)
def test_the_same_again_does_not_differ(posting: Posting) -> None:
    assert differences(posting, posting) == []


def test_every_field_that_differs_is_named() -> None:
    first = deposit("d", A, 145)
    assert named(first, deposit("d", A, 146)) == [("entries[0].amount", "146", "145, as in the stored posting")]
    assert named(first, deposit("d", B, 145)) == [
        ("entries[0].credit", "wallet:B", "wallet:A, as in the stored posting")
    ]
    assert named(first, replace(first, by_hand=BY_HAND)) == [
        ("director", "Ackbar", "nothing, as in the stored posting"),
        ("reason", "second place, Worlds", "nothing, as in the stored posting"),
    ]
    assert [each[0] for each in named(first, replace(first, reference=HAND))] == [
        "reference.hand",
        "reference.tableId",
    ]
    more = replace(first, entries=first.entries * 2)
    assert {each[0].split(".")[0] for each in named(first, more)} == {"entries[1]"}
    assert named(result("r", "bet", 1, 5), result("r", "bet", 2, 5)) == [
        ("entries[0].holdId", "bet#1", "bet#2, as in the stored posting"),
        ("entries[1].holdId", "bet#2", "bet#1, as in the stored posting"),
    ]
    hold = Posting("h", (Hold(A, B, Silver(5)),), HAND)
    moved = Posting("h", (Transfer(TransferKind.HAND_RESULT, A, B, Silver(5)),), HAND)
    assert [each[0] for each in named(hold, moved)] == ["entries[0].kind", "entries[0].type"]


def test_a_difference_after_the_part_that_is_shown_is_found() -> None:
    first = replace(deposit("d", A, 1), by_hand=ByHand("Ackbar", "a" * 200 + "b"))
    again = replace(first, by_hand=ByHand("Ackbar", "a" * 200 + "c"))
    ((field, value, _),) = named(first, again)
    assert (field, len(value)) == ("reason", 80)
