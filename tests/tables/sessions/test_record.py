"""Records: what is proved by playing them again, and every way to change one."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deckmapping.errors import DomainError
from service.tables.moves import Bet, Close, Draw, SeatDealer, Stand
from service.tables.sessions.head import head_lines
from service.tables.sessions.record import MOST_CHARACTERS, MOST_HEAD, record_text, verify_record
from service.tables.sessions.versus_session import VersusSession
from tests.tables.sessions.changed_records import assert_every_change_is_found
from tests.tables.sessions.dealer_tables import Table, chain_of, setup_at, small, with_more_dealers
from tests.tables.sessions.versus_chance import attempted, random_move, tables
from tests.tables.sessions.versus_tables import drawn_out, opened, plain_setup, stepped

if TYPE_CHECKING:
    from service.tables.sessions.record import Verified
    from service.tables.sessions.setup import DealerSetup
    from tests.tables.sessions.versus_chance import Table as VersusTable


def short() -> Table:
    """A table of two hands, of which one is shuffled for, and of another dealer; closed."""
    table = Table(with_more_dealers(small({5: 4}, {4: 4}, hands=2), wioslea={3: 4}))
    table.move(Bet(10), Stand(), SeatDealer("wioslea"), Bet(5, bytes(range(32))), Draw(), Stand(), Close())
    return table


def versus() -> str:
    """The record of two hands between players, drawn out to four cards."""
    setup = plain_setup("5 4 3 2/5 1 0", "4 4 2 1 6 0", hands=3)
    session, lines = opened(setup), list[str]()
    for nonce in ("11" * 32, "-"):
        for line in (f"0 ready {nonce}", "1 ready -"):
            session, step = stepped(session, line)
            lines += step.lines
        while session.is_hand_running:
            side = next(side for side in (0, 1) if {"draw", "stand", "best"} & {*session.legal(side)})
            legal = session.legal(side)
            move = "best" if "best" in legal else "draw" if "draw" in legal and session.turn(side) % 3 else "stand"
            session, step = stepped(session, f"{side} {move}")
            lines += step.lines
    assert drawn_out(session) is session
    return record_text(head_lines(setup), lines)


def without(text: str, *starts: str) -> str:
    """A record without the lines that begin so."""
    return "".join(f"{line}\n" for line in text.splitlines() if not line.startswith(starts))


def line_of(text: str, start: str) -> int:
    """The number of the first line that begins so."""
    return next(at for at, line in enumerate(text.splitlines(), start=1) if line.startswith(start))


# What is valid


def test_a_record_of_a_closed_table_is_proved() -> None:
    table = short()
    text = record_text(head_lines(table.setup), table.lines)
    assert text == table.record
    found = verify_record(text)
    assert (found.is_valid, found.first_bad_line, found.table_id, found.hands, found.is_closed) == (
        *(True, None, "t1", 2, True),
    )


def test_a_record_is_proved_after_every_hand() -> None:
    table = Table(setup_at("cloud-city-dark", cut=2))
    for number in range(1, 6):
        table.play_hand(7)
        found = verify_record(table.record)
        assert (found.is_valid, found.hands, found.is_closed) == (True, number, False)


def test_a_record_between_two_players_is_proved() -> None:
    found = verify_record(versus())
    assert (found.is_valid, found.hands, found.table_id, found.is_closed) == (True, 2, "t1", False)


def test_the_record_of_a_table_at_which_nothing_was_dealt_is_proved() -> None:
    assert verify_record(Table(small()).record).is_valid


# What is not


def bad(text: str) -> tuple[int | None, str]:
    """The first bad line, and what is wrong with it."""
    found = verify_record(text)
    assert not found.is_valid
    assert not found.is_closed
    return found.first_bad_line, found.reason


def test_a_record_that_ends_in_the_middle_of_a_hand_is_not_valid_and_says_so() -> None:
    table = Table(small())
    table.move(Bet(1), Stand(), Bet(2), Draw())
    at = line_of(table.record, "0 bet 2")
    assert bad(table.record) == (
        at,
        "got '0 bet 2 -', expected a hand that is over: the record ends in the middle of hand 2",
    )
    assert verify_record(table.record).hands == 1
    table.move(Stand())
    assert verify_record(table.record).is_valid


def test_a_hand_whose_key_is_missing_is_named() -> None:
    text = short().record
    at = line_of(text, "0 bet 5")
    expected = (
        f"got '0 bet 5 {bytes(range(32)).hex()}', expected a hand whose key a later line reveals: none does for 2"
    )
    assert bad(without(text, "key 2 ")) == (at, expected)


def test_a_key_that_leads_to_something_else_is_named() -> None:
    text = short().record
    for hand, steps in ((1, "one step"), (2, "2 steps")):
        key = chain_of("t1", 2).key(hand).hex()
        at, reason = bad(text.replace(key, "ab" * 32))
        assert at == line_of(text, f"key {hand} ")
        assert reason.endswith(f"expected a key that leads to the published one in {steps} of SHA-256")


def test_the_first_line_that_differs_is_named() -> None:
    text = short().record
    for written, other, expected in (
        ("chips=10 balance=1010", "chips=11 balance=1010", "'0 balance=1010 game=1' from character 24 on"),
        ("2 | : 5_", "2 | : 6_", "'5_"),
        ("closed", "close", "'d' from character 6 on"),
    ):
        at, reason = bad(text.replace(written, other, 1))
        assert at == next(number for number, line in enumerate(text.splitlines(), 1) if written in line)
        assert expected in reason
    at, reason = bad(without(text, "closed"))
    assert (at, reason) == (text.count("\n"), "got 'the end', expected 'closed'")


@pytest.mark.parametrize(
    ("move", "expected"),
    [
        ("0 draw", "a move that is legal here: bet or seat or close"),
        ("0 bet 0 -", "a move such as"),
        ("0 bet 2000 -", "1 to 1005 chips"),
        ("0 seat rkik", "one of house, wioslea"),
        ("1 close", "0: a dealer's table has one seat"),
        ("2 close", "a seat and its move, such as '0 bet 10 -'"),
        ("0 hit", "a move such as"),
        ("", "a seat and its move"),
    ],
)
def test_a_move_that_is_not_legal_is_named(move: str, expected: str) -> None:
    text = without(short().record, "0 close", "closed").replace("hands 2", "hands 3")
    table = Table(replace(short().setup, hands=3, published=chain_of("t1", 3).published))
    table.move(Bet(10), Stand(), SeatDealer("wioslea"), Bet(5), Draw(), Stand())
    text = table.record
    at, reason = bad(f"{text}{move}\n")
    assert at == text.count("\n") + 1
    assert expected in reason


def test_nothing_follows_a_closed_table() -> None:
    text = short().record
    assert bad(f"{text}0 close\n")[1].endswith("a move that is legal here: nothing: the table is closed")


def test_a_move_is_written_in_one_way_only() -> None:
    text = short().record
    at, reason = bad(text.replace("0 bet 10 -", f"0 bet 10 {'0' * 64}"))
    assert at == line_of(text, "0 bet 10")
    assert "expected '-' from character 10 on" in reason


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("", 1, "a line that ends with a line feed"),
        ("\n", 1, "a line 'tsb1-table 1 ...'"),
        ("tsb1-table 1 dealer", 1, "a line that ends with a line feed"),
        ("tsb1-table 1 dealer\r\n", 1, "printable ASCII characters"),
        ("tsb1-table 1 dealer\ntable t½\n", 2, "printable ASCII characters"),
        ("tsb1-table 1 dealer\ntable \ud800\n", 2, "printable ASCII characters"),
        ("tsb1-table 1 dealer\ntable \x00\n", 2, "printable ASCII characters"),
        ("tsb1-table 1 dealer\n", 2, "a line 'table ...'"),
        ("x" * (MOST_CHARACTERS + 1), None, f"at most {MOST_CHARACTERS}"),
        (f"tsb1-table 1 dealer\n{'x' * MOST_HEAD}\n", 1, f"at most {MOST_HEAD}"),
    ],
)
def test_what_is_no_record_is_not_valid(text: str, line: int | None, reason: str) -> None:
    found = verify_record(text)
    assert not found.is_valid
    assert found.first_bad_line == line
    assert reason in found.reason
    assert (found.table_id, found.hands) == ("", 0)


@pytest.mark.parametrize(
    "changes",
    [
        {"pile": small({5: 1}).pile},
        {"pile": (*small({5: 4}).pile, replace(small({5: 1}).pile[0], printed=small({6: 1}).pile[0].printed))},
        {"burn": 9},
        {"table_id": "t 1"},
        {"theme": "nowhere", "visitor": replace(small().dealers[0], deck=None)},
    ],
)
def test_a_head_that_no_table_can_be_opened_with_raises_nothing(changes: dict[str, object]) -> None:
    setup: DealerSetup = replace(small(), **changes)  # type: ignore[arg-type]  # the fields are the test's
    lines = Table(small()).lines
    lines += ["0 bet 10 -", "0 stand", f"key 1 {chain_of('t1', 40).key(1).hex()}"]
    assert not verify_record(record_text(head_lines(setup), lines)).is_valid


# Every change


def test_every_change_of_one_character_of_a_dealers_record_is_found() -> None:
    # Nothing in it is free: names, the theme and the version of the cards are bound with the rest of the head by the
    # lock, which the record states again in its line of who deals.
    assert_every_change_is_found(short().record)


def test_every_change_of_one_character_of_a_record_between_players_is_found() -> None:
    # Its lock stands in no line: what the head says otherwise makes other seeds, hence other hands.
    assert_every_change_is_found(versus())


def test_two_lines_that_change_places_are_found() -> None:
    # Between players "0 ready" and "1 ready" may: whoever was ready first, the hand is the same.
    lines = short().record.splitlines()
    for at in range(len(lines) - 1):
        other = [*lines[:at], lines[at + 1], lines[at], *lines[at + 2 :]]
        assert not verify_record(record_text((), other)).is_valid, lines[at]


@settings(max_examples=150)
@given(data=st.data())
def test_whatever_stands_in_a_record_raises_nothing(data: st.DataObject) -> None:
    lines = data.draw(st.sampled_from([short().record, versus()])).splitlines()
    words = sorted({word for line in lines for word in re.split(r"(\W)", line) if word} | {"~wild", "~clone", "9" * 30})
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(lines) - 1))
        parts = re.split(r"(\W)", lines[at])
        parts[data.draw(st.integers(0, len(parts) - 1))] = data.draw(st.sampled_from(words))
        lines[at] = "".join(parts)
    found = verify_record(record_text((), lines))
    assert found.is_valid == (found.first_bad_line is None)


# By chance


def test_random_hands_against_changing_dealers_are_proved() -> None:
    chance = random.Random(7)
    for name in ("dune-sea-light", "jabbas-palace-dark", "trooper-light"):
        table = Table(setup_at(name))
        for _ in range(25):
            if table.session.attention.is_lando_here or chance.random() < 0.8:
                table.play_hand(chance.randint(1, 50), chance.randint(5, 11))
            else:
                others = [each.key for each in table.setup.dealers if each.key != table.session.host]
                table.move(SeatDealer(chance.choice(others)))
        found: Verified = verify_record(table.record)
        assert found.is_valid, found


@settings(max_examples=60)
@given(tables(), st.randoms(use_true_random=False))
def test_random_tables_between_two_players_are_proved(table: VersusTable, chance: random.Random) -> None:
    session, lines, public = opened(table.setup), list[str](), 0
    for _ in range(60):
        seat = chance.choice((0, 1))
        step = attempted(session, seat, random_move(session, seat, chance), table)
        if isinstance(step, DomainError):
            continue
        assert isinstance(step.session, VersusSession)
        session = step.session
        lines += step.lines
        if not session.is_hand_running:
            public = len(lines)
    found = verify_record(record_text(head_lines(table.setup), lines[:public]))
    assert found.is_valid, found
    assert found.hands == session.number - session.is_hand_running
    assert found.is_closed == session.is_closed
    if public < len(lines):
        assert "the record ends in the middle of hand" in bad(record_text(head_lines(table.setup), lines))[1]
