"""The record of a table between two players: its lines, the seeds of its hands, and the replay that proves it."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

from service.tables.moves import read_move
from service.tables.sessions.head import head_lines
from service.tables.sessions.keys import RevealedKeys
from service.tables.sessions.playing import move, opened
from service.tables.shoe import Shuffle
from tests.tables.sessions.versus_tables import KEYS, asked, dealt, plain_setup, played, stepped
from tests.tables.sessions.versus_tables import opened as opened_session
from tests.tables.tsb1_outsider import h, m, shuffled, uniform, words
from tests.tables.two_players import FAIR, LANDO

if TYPE_CHECKING:
    from service.tables.sessions.versus_session import VersusSession

ONE, OTHER = "11" * 32, "ee" * 32


def test_the_end_of_a_hand_is_written_with_both_hands_the_result_and_the_key() -> None:
    session, _ = stepped(opened_session(plain_setup("4 4", "2/5 3")), f"0 ready {ONE}")
    session, step = stepped(session, "1 ready -")
    assert step.lines == ("1 ready -",)
    starter = session.table.last_starter
    two = next(at for at, card in enumerate(session.table.hand.seats[1].hand.cards) if len(card.printed) == 2)  # type: ignore[union-attr]
    _, step = stepped(session, f"1 choose {two} 5")
    first = " ".join(f"7_{100 + at}:4" for at in _order(session, 0, "7_100"))
    second = " ".join(("8_100:2/5=5", "8_101:3")[at] for at in _order(session, 1, "8_100"))
    assert step.lines == (
        f"1 choose {two} 5",
        f"hand 1 starter={starter} | : {first} | : {second}",
        "result 1 winner=- double=no chips=0,0 balance=1000,1000 game=1,1",  # 8 against 8
        f"key 1 {KEYS.key(1).hex()}",
    )


def _order(session: VersusSession, side: int, first: str) -> tuple[int, int]:
    """Return in which order both cards of a side were drawn."""
    assert session.table.hand is not None
    return (0, 1) if session.table.hand.seats[side].hand.cards[0].card_id == first else (1, 0)


def test_a_double_win_and_a_changed_total_are_written() -> None:
    _, step = stepped(played(opened_session(plain_setup("5 6", "4 4")), "0 ready -"), "1 ready -")
    assert step.lines[2] == "result 1 winner=0 double=yes chips=290,-290 balance=1290,710 game=1,1"
    _, step = stepped(dealt(plain_setup("5 5", "6 4", (LANDO, FAIR))), "0 change 1")
    assert step.lines[0] == "0 change 1"
    # Of Bob's 6 and 4, which are not perfect, 10 loses to Ann's 11.
    assert step.lines[1].split(" | ")[1].startswith("may-change : 7_1")
    assert step.lines[1].split(" | ")[1].endswith(":5 change=1")
    assert "change" not in step.lines[1].split(" | ")[2]
    assert step.lines[2] == "result 1 winner=0 double=no chips=145,-145 balance=1145,855 game=1,1"


def test_while_a_hand_is_played_no_line_but_a_move_tells_anything() -> None:
    session = dealt(plain_setup("2/5 2/5 2/5 2/5", "3 3 3 3 3"))
    while session.table.hand is not None and session.table.hand.to_act is not None:
        line = f"{asked(session)} draw"
        session, step = stepped(session, line)
        assert step.lines == (line,)
    for line in ("0 choose 0 2", "0 choose 0 5"):
        session, step = stepped(session, line)
        assert step.lines == (line,)
    _, step = stepped(session, "0 leave conceded")
    assert [each.split()[0] for each in step.lines] == ["0", "hand", "result", "key"]


def test_the_seed_of_a_hand_comes_of_its_key_the_lock_and_both_nonces_in_the_order_of_the_seats() -> None:
    setup = plain_setup("0 1 2 3 4 5 6 7", "7 6 5 4 3 2 1 0")
    session = played(opened_session(setup), f"1 ready {OTHER}", f"0 ready {ONE}")
    digest = sha256("".join(f"{line}\n" for line in head_lines(setup)).encode()).hexdigest()
    ids = [[f"{prefix}_{100 + at}" for at in range(8)] for prefix in (7, 8)]
    piles = [h(b"tsb1/deck", b"t1", str(seat).encode(), b"", ",".join(own).encode()) for seat, own in enumerate(ids)]
    lock = h(b"tsb1/table", b"t1", f"versus head={digest}".encode(), setup.published, *piles)
    seed = m(KEYS.key(1), b"tsb1/seed", lock, bytes.fromhex(ONE), bytes.fromhex(OTHER))
    assert session.lock == lock
    assert session.table.hand is not None
    for seat, side in enumerate(session.table.hand.seats):
        coming = [card.card_id for card in (*side.hand.cards, *side.pile)]
        assert coming == shuffled(ids[seat], seed, f"hand/1/seat/{seat}", 6)
    assert session.table.last_starter == uniform(2, words(seed, "start/1"))


def test_a_record_is_played_again_from_its_own_lines_and_keys() -> None:
    setup = plain_setup(" ".join("0123456701234567"), " ".join("7654321076543210"), cut=2)
    session = opened_session(setup)
    lines: list[str] = []
    for number in range(3):
        for line in (f"0 ready {number:064x}", "1 ready -"):
            session, step = stepped(session, line)
            lines += step.lines
        while session.is_hand_running:
            side = asked(session)
            session, step = stepped(session, f"{side} {'draw' if (side + number) % 2 else 'leave missed-deadline'}")
            lines += step.lines
    session, step = stepped(session, "1 close")
    lines += step.lines
    assert f"shuffle {Shuffle.CUT}" in lines
    revealed = {int(line.split()[1]): bytes.fromhex(line.split()[2]) for line in lines if line.startswith("key ")}
    keys = RevealedKeys(revealed)
    again = opened(setup).session
    told: list[str] = []
    for line in lines:
        seat, _, text = line.partition(" ")
        if seat in ("0", "1"):
            step = move(again, int(seat), read_move(text), keys)
            again = step.session
            told += step.lines
    assert (told, again) == (lines, session)
