"""`sabacc table`: records taken and verified, tables as they stand, and the feed of what happens."""

from __future__ import annotations

import json
import re
from hashlib import sha256
from typing import TYPE_CHECKING

import pytest

from tests.cli.play.on_pty import OnPty

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Run


def _played(run: Run, keys: str, *options: str) -> str:
    """Play with *keys* and leave the table open; return its id."""
    ran = run("play", *options, stdin="\n".join(keys.split()).encode())
    assert ran.code == 0, ran.err
    found = re.search(r"sabacc play --table (t[0-9a-f]{20})", ran.out)
    assert found is not None
    return found[1]


def dealt_to_two(run: Run) -> str:
    """Return the id of a table of two in mid-hand; now and then a perfect sabacc ends a hand at once."""
    while True:
        table_id = _played(run, "n", "--versus", "Ann", "Bob")
        if run("table", "show", table_id, "--json").json["table"]["phase"] == "HAND_PHASE_DRAWING":
            return table_id


def test_a_record_is_taken_and_verified_from_its_bytes_alone(everywhere: Run, cli: Run, tmp_path: Path) -> None:
    table_id, path = _played(everywhere, "n f n f n", "--theme", "cloud-city-light"), tmp_path / "table.txt"
    taken = everywhere("table", "record", table_id, "--out", str(path), "--json")
    assert taken.json["digest"] == sha256(path.read_bytes()).hexdigest()
    printed = everywhere("table", "record", table_id)
    assert printed.out.encode("ascii") == path.read_bytes()
    told = everywhere("table", "record", table_id, "--out", str(path))
    assert f"sabacc table verify {path}" in told.out
    verified = cli("table", "verify", str(path), "--json")
    assert (verified.code, verified.err) == (0, "")
    assert verified.json == {
        "valid": True,
        "firstBadLine": 0,
        "reason": verified.json["reason"],
        "tableId": table_id,
        "hands": printed.out.count("\nkey "),
        "closed": False,
        "digest": taken.json["digest"],
        "cardsChecked": True,
        "remarks": [],
    }
    assert cli("table", "verify", str(path)).out.startswith("VALID: every line follows")


def test_a_record_with_another_card_is_not_valid(cli: Run, tmp_path: Path) -> None:
    path = tmp_path / "table.txt"
    assert cli("play", "--seed", "x", "--record", str(path), stdin=b"n\nf\nq\n").code == 0
    lines = path.read_text(encoding="ascii").splitlines(keepends=True)
    at = next(at for at, line in enumerate(lines) if line.startswith("result 1 "))
    path.write_text("".join([*lines[:at], lines[at].replace("balance=", "balance=9"), *lines[at + 1 :]]), "ascii")
    bad = cli("table", "verify", str(path), "--json")
    assert (bad.code, bad.json["valid"], bad.json["firstBadLine"]) == (1, False, at + 1)
    people = cli("table", "verify", str(path))
    assert people.out.startswith(f"NOT VALID: line {at + 1} is the first bad one.")


def test_what_is_no_record_is_an_answer_and_no_crash(cli: Run) -> None:
    for data in (b"", b"\xff\xfe", b"tsb1 1\n", b"x\n" * 1000):
        ran = cli("table", "verify", "-", stdin=data)
        assert (ran.code, ran.err) == (1, "")
        assert ran.out.startswith("NOT VALID")
    missing = cli("table", "verify", "none.txt")
    assert (missing.code, missing.err.split(":")[1]) == (2, " none.txt")


def test_a_table_is_shown_as_its_seat_sees_it(everywhere: Run) -> None:
    table_id = _played(everywhere, "n f", "--theme", "dune-sea-light")
    answer = everywhere("table", "show", table_id, "--json").json["table"]
    assert (answer["tableId"], answer["hand"], answer["theme"]) == (table_id, 1, "dune-sea-light")
    people = everywhere("table", "show", table_id).out
    assert answer["result"]["words"].split(",")[0] in " ".join(people.split())
    assert "The seat may: bet, seat-dealer, close." in " ".join(people.split())
    assert max(map(len, people.splitlines())) <= 80


def test_a_seat_of_two_is_shown_its_own_cards_alone(everywhere: Run) -> None:
    table_id = dealt_to_two(everywhere)
    for seat in (0, 1):
        seats = everywhere("table", "show", table_id, "--seat", str(seat), "--json").json["table"]["seats"]
        assert (len(seats[seat]["cards"]), len(seats[1 - seat]["cards"])) == (2, 0)
    assert "total hidden" in everywhere("table", "show", table_id, "--seat", "1").out


@pytest.mark.parametrize("args", [("table", "show", "t0"), ("table", "record", "t0"), ("play", "--table", "t0")])
def test_another_table_is_not_found(args: tuple[str, ...], everywhere: Run) -> None:
    ran = everywhere(*args)
    assert (ran.code, ran.out) == (1, "")
    assert ran.err == "sabacc: tableId: got 't0', expected a table that this caller has opened\n"


def test_a_seat_that_a_table_has_not_is_refused(everywhere: Run) -> None:
    table_id = _played(everywhere, "n")
    ran = everywhere("table", "show", table_id, "--seat", "1")
    assert ran.code == 1
    assert "--seat: got '1', expected 0" in ran.err


def test_the_feed_is_told_in_order_and_gone_on_with(cli: Run) -> None:
    table_id = _played(cli, "n f n f")
    events = [json.loads(line) for line in cli("table", "watch", "--json").out.splitlines()]
    assert [event["sequence"] for event in events] == [str(at) for at in range(1, len(events) + 1)]
    assert {event["tableId"] for event in events} == {table_id}
    assert all(event["event"]["text"] and event["event"]["cue"] for event in events)
    later = cli("table", "watch", "--after", "3", "--json").out.splitlines()
    assert [json.loads(line) for line in later] == events[3:]
    people = cli("table", "watch").out.splitlines()
    assert len(people) == len(events)
    assert re.fullmatch(rf"1 \d{{4}}-\d\d-\d\d \d\d:\d\d:\d\d {table_id} seat 0: The table is open .*", people[0])
    assert cli("table", "watch", "--after", str(len(events))).out == ""
    beyond = cli("table", "watch", "--after", "9999")
    assert (beyond.code, beyond.err.split(",")[0]) == (1, "sabacc: --after: got '9999'")


def test_the_feed_of_a_service_goes_on_until_ctrl_c(cli: Run, server: str, tmp_path: Path) -> None:
    with OnPty(tmp_path, "table", "watch", "--server", server) as watching:
        ran = cli("play", "--server", server, stdin=b"n\nf\n")
        (table_id,) = re.findall(r"sabacc play --table (t[0-9a-f]{20})", ran.out)
        watching.wait_for(f"{table_id} seat 0: Hand 1 was dealt from the key")
        assert watching.finish("\x03") == 130
    assert "Traceback" not in watching.raw


def test_two_who_go_on_with_a_hand_are_not_shown_a_card_before_a_hand_over(everywhere: Run) -> None:
    again = everywhere("play", "--table", dealt_to_two(everywhere), stdin=b"")
    assert "Hand the keyboard to" in again.out
    assert "printed destiny" not in again.out
