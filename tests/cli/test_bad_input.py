"""Bad input is answered with the field, what it held and what was expected: in process, over the wire, in JSON."""

from __future__ import annotations

import base64
import copy
import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.cli.conftest import as_file

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Run


def seed_of(size: int) -> str:
    return base64.b64encode(b"canary canary canary canary canary canary canary canary canary!!!"[:size]).decode()


def edited(tie: dict[str, Any], path: str, value: object) -> dict[str, Any]:
    """Return a copy of *tie* with *value* at *path*; numbers in the path are places in a list, `del` deletes."""
    content = copy.deepcopy(tie)
    *steps, last = [int(step) if step.isdigit() else step for step in path.split("/")]
    at: Any = content
    for step in steps:
        at = at[step]
    at[last] = value
    return content


LONG = "x" * 61
CRITERIA = [{"name": "victory_points", "value": "10"}, {"name": "differential", "value": "24"}]

REFUSED = {
    "seed of 15 bytes": ("seed", seed_of(15), "seed", "15 bytes", "16 to 64 bytes"),
    "seed of 65 bytes": ("seed", seed_of(65), "seed", "65 bytes", "16 to 64 bytes"),
    "standOn 0": ("options/standOn", 0, "options.standOn", "0", "1 to 11"),
    "standOn 12": ("options/standOn", 12, "options.standOn", "12", "1 to 11"),
    "replayLimit 65": ("options/replayLimit", 65, "options.replayLimit", "65", "0 to 64"),
    "replayLimit -1": ("options/replayLimit", -1, "options.replayLimit", "-1", "0 to 64"),
    "attempt 0": ("attempt", 0, "attempt", "0", "1 to 999"),
    "attempt 1000": ("attempt", 1000, "attempt", "1000", "1 to 999"),
    "# in the event": ("event", "a#b", "event", "a#b", "without blanks and '#'"),
    "space in the event": ("event", "a b", "event", "a b", "without blanks and '#'"),
    "61 characters of event": ("event", LONG, "event", LONG, "1 to 60 printable ASCII"),
    "no event": ("event", "", "event", "", "1 to 60 printable ASCII"),
    "# in the stage": ("stage", "a#b", "stage", "a#b", "without blanks and '#'"),
    "half sign in the stage": ("stage", "½", "stage", r"\xbd", "printable ASCII"),
    "comma in a name": ("players/0/name", "a,b", "players[0].name", "a,b", "without blanks and ','"),
    "space in a name": ("players/0/name", "a b", "players[0].name", "a b", "without blanks and ','"),
    "61 characters of name": ("players/0/name", LONG, "players[0].name", LONG, "1 to 60 printable ASCII"),
    "the same player twice": ("players/0/name", "Tarkin", "players[2].name", "Tarkin", "each player once"),
    "# in a criterion": ("options/criteria/0/name", "a#b", "options.criteria[0].name", "a#b", "without blanks"),
    "no direction": ("options/criteria/0", {"name": "victory_points"}, "options.criteria[0].direction", "", "HIGH"),
    "NaN": ("players/0/criteria/0/value", "NaN", "players[0].criteria[0].value", "NaN", "a decimal"),
    "1e5": ("players/0/criteria/0/value", "1e5", "players[0].criteria[0].value", "1e5", "a decimal"),
    "a criterion twice": ("players/0/criteria/1", CRITERIA[0], "players[0].criteria[1].name", "victory_points", "once"),
    "a criterion missing": ("players/0/criteria", CRITERIA[:1], "players[0].criteria", "no value", "differential"),
    "a criterion unknown": ("players/0/criteria/1/name", "luck", "players[0].criteria[1].name", "luck", "one of"),
    "201 cards": ("players/0/deck", ",".join(["1_2"] * 201), "players[0].deck", "201 cards", "at most 200"),
    "a back": (
        "players/0/deck",
        "7_300_BACK,1_2",
        "players[0].deck",
        "7_300_BACK at position 1",
        "a back is never a card",
    ),
    "two suffixes": ("players/0/deck", "1_2,1_1*^", "players[0].deck", "1_1*^ at position 2", "set_number"),
    "an unknown card": ("players/0/deck", "1_2,9999_1", "players[0].deck", "9999_1", "catalogue"),
    "no deck": ("players/0/deck", "", "players[0].deck", "", "deck"),
    "only cards outside": ("players/0/deck", "|13_3", "players[0].deck", "", "deck"),
    "one card": ("players/0/deck", "1_2", "players[0].deck", "1", "2"),
    "both sides": (
        "players/0/deck",
        "1_2,6_125",
        "players[0].deck",
        "6_125 at position 2 (dark, the others light)",
        "one side",
    ),
    "not in the deck": ("players/0/startedOnTable", ["1_8"], "players[0].startedOnTable", "1_8", "deck"),
    "wins without the criterion": (
        "headToHead",
        [{"winner": "Tarkin", "loser": "Greedo", "wins": 1}],
        "headToHead",
        "1 entries",
        "head_to_head",
    ),
}


@pytest.mark.parametrize("case", REFUSED)
def test_a_tie_out_of_its_limits_is_refused_by_field_value_and_what_was_expected(
    case: str, everywhere: Run, tie: dict[str, Any], tmp_path: Path
) -> None:
    path, value, field, got, expected = REFUSED[case]
    ran = everywhere("tiebreak", "resolve", as_file(tmp_path, edited(tie, path, value)))
    assert (ran.code, ran.out) == (1, "")
    (line,) = [text for text in ran.err.splitlines() if text.startswith(f"sabacc: {field}")]
    assert got in line
    assert expected in line
    assert "canary" not in ran.err


@pytest.mark.parametrize(("count", "got"), [(1, "1 players"), (17, "17 players")])
def test_a_tie_of_one_or_of_17_players_is_refused(
    count: int, got: str, everywhere: Run, tie: dict[str, Any], tmp_path: Path
) -> None:
    players = [tie["players"][0] | {"name": f"player-{at}"} for at in range(count)]
    ran = everywhere("tiebreak", "rehearse", as_file(tmp_path, tie | {"players": players}))
    assert ran.code == 1
    assert f"players: got '{got}', expected 2 to 16 players" in ran.err


UNREADABLE = {
    "standOn 7.5": ("options/standOn", 7.5, "options.standOn: got '7.5', expected a whole number"),
    "standOn as text": ("options/standOn", "x", "options.standOn: got '\"x\"', expected a whole number"),
    "standOn true": ("options/standOn", True, "options.standOn: got 'true', expected a whole number"),
    "a number for a text": ("event", 7, "event: got '7', expected a text"),
    "a number for a criterion": (
        "players/0/criteria/0/value",
        10,
        "players[0].criteria[0].value: got '10', expected a text",
    ),
    "an unknown key": ("playerz", [], "playerz: got 'an unknown key', expected one of event, stage, attempt, seed"),
    "an unknown key inside": ("options/standon", 8, "options.standon: got 'an unknown key', expected one of criteria"),
    "another direction": (
        "options/criteria/0/direction",
        "UP",
        "options.criteria[0].direction: got '\"UP\"', expected one of high, low",
    ),
}


@pytest.mark.parametrize("case", UNREADABLE)
def test_a_file_that_is_no_request_is_named_by_path_before_anything_is_called(
    case: str, cli: Run, tie: dict[str, Any], tmp_path: Path
) -> None:
    path, value, expected = UNREADABLE[case]
    ran = cli("tiebreak", "resolve", as_file(tmp_path, edited(tie, path, value)), "--server", "127.0.0.1:1")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"sabacc: {expected}")


def test_a_doubled_key_is_named(cli: Run, tmp_path: Path) -> None:
    path = tmp_path / "tie.json"
    path.write_text('{"event": "a", "stage": "b", "event": "c"}')
    ran = cli("tiebreak", "resolve", str(path))
    assert ran.code == 2
    assert "'event' stands twice" in ran.err


def test_a_seed_that_is_no_base64_is_never_repeated(cli: Run, tie: dict[str, Any], tmp_path: Path) -> None:
    for as_json in ([], ["--json"]):
        ran = cli("tiebreak", "resolve", as_file(tmp_path, tie | {"seed": "canary-canary-canary"}), *as_json)
        assert ran.code == 2
        assert "seed" in ran.err
        assert "canary" not in ran.err


def test_every_fault_has_a_line_of_its_own(everywhere: Run, tie: dict[str, Any], tmp_path: Path) -> None:
    ran = everywhere("tiebreak", "resolve", as_file(tmp_path, tie | {"attempt": 0, "stage": "a b", "event": "#"}))
    assert sorted(text.split(":")[1].strip() for text in ran.err.splitlines()) == ["attempt", "event", "stage"]


def test_what_is_past_20_faults_is_counted(everywhere: Run, tie: dict[str, Any], tmp_path: Path) -> None:
    deck = ",".join(f"9999_{number}" for number in range(30))
    ran = everywhere("deck", "show", deck, "--json")
    assert len(ran.json["unresolved"]) == 30
    players = [player | {"deck": deck} for player in tie["players"]]
    ran = everywhere("tiebreak", "rehearse", as_file(tmp_path, tie | {"players": players}))
    assert ran.code == 1
    assert len(ran.err.splitlines()) == 21
    assert ran.err.splitlines()[-1].startswith("sabacc: and ")


def test_with_json_the_error_is_a_google_rpc_status(everywhere: Run, tie: dict[str, Any], tmp_path: Path) -> None:
    ran = everywhere("tiebreak", "resolve", as_file(tmp_path, tie | {"attempt": 0}), "--json")
    assert (ran.code, ran.out) == (1, "")
    info, bad = ran.error["details"]
    assert ran.error["code"] == 3
    assert info["@type"] == "type.googleapis.com/google.rpc.ErrorInfo"
    assert (info["domain"], info["reason"], info["metadata"]["field"]) == ("sabacc.gemp", "FIELD_INVALID", "attempt")
    assert bad["fieldViolations"] == [{"field": "attempt", "description": "got '0', expected 1 to 999"}]


def test_a_forgotten_variant_is_refused_and_never_the_first_one(everywhere: Run, tmp_path: Path) -> None:
    case = {"hands": [{"cards": ["1_2", "1_2"]}, {"cards": ["1_2", "1_2"]}]}
    ran = everywhere("hand", "judge", as_file(tmp_path, case))
    assert ran.code == 1
    assert ran.err.startswith("sabacc: variant: got 'nothing'")


@pytest.mark.parametrize(
    ("name", "words"),
    [("missing.json", "No such file"), (".", "directory"), ("a\0b", "no such file"), ("x" * 5000, "too long")],
)
def test_a_file_that_cannot_be_read_is_named(name: str, words: str, cli: Run) -> None:
    for command in (("tiebreak", "resolve"), ("tiebreak", "verify"), ("hand", "judge")):
        ran = cli(*command, name)
        assert (ran.code, ran.out) == (2, "")
        assert words in ran.err
        assert len(ran.err.splitlines()) == 1


def test_a_catalogue_of_another_schema_is_refused_with_one_line(cli: Run, tmp_path: Path) -> None:
    path = tmp_path / "catalogue.json"
    path.write_text(json.dumps({"format": "true-sabacc catalogue", "schema": 999, "records": []}))
    for command in (("cards", "show", "1_2"), ("deck", "show", "1_2"), ("serve",)):
        ran = cli(*command, "--catalogue", str(path))
        assert (ran.code, ran.out) == (2, "")
        assert "catalogue.json" in ran.err
        assert len(ran.err.splitlines()) == 1


def test_a_server_together_with_a_database_or_a_catalogue_of_one_s_own_is_refused(cli: Run, server: str) -> None:
    for option in (("--catalogue", "c.json"), ("--database", "sqlite:///x.db")):
        ran = cli("tiebreak", "list", "--server", server, *option)
        assert (ran.code, ran.out) == (2, "")
        assert ran.err.startswith(f"sabacc: {option[0]}: got 'together with --server'")


@pytest.mark.parametrize(
    "address", ["localhost", "localhost:", "localhost:0", "localhost:65536", "http://x:1", ":1", ""]
)
def test_an_address_that_is_not_host_and_port_is_refused(address: str, cli: Run) -> None:
    for command in (("tiebreak", "list"), ("health",)):
        ran = cli(*command, "--server", address)
        assert (ran.code, ran.out) == (2, "")
        assert "HOST:PORT" in ran.err
