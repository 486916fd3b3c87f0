"""`sabacc audit`: what it prints, and its exit codes."""

from __future__ import annotations

import json
import sqlite3
from typing import TYPE_CHECKING, Any

from tests.cli.conftest import EXAMPLE_TIE, as_file

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

    from tests.cli.conftest import Run

NO_HEAD = "0" * 64


def test_every_change_that_a_command_makes_is_in_the_log(everywhere: Run, tie: dict[str, Any], tmp_path: Path) -> None:
    resolved = everywhere("tiebreak", "resolve", as_file(tmp_path, tie), "--json").json
    names = tie["event"], tie["stage"], str(tie["attempt"])
    voided = everywhere("tiebreak", "void", *names, "--reason", "the wrong deck", "--json").json
    entries = everywhere("audit", "list", "--page-size", "200", "--json").json["entries"]
    mine = [entry for entry in entries if json.loads(entry["payload"])["event"] == tie["event"]]
    assert [(entry["kind"], entry["head"]) for entry in mine] == [
        ("tie-resolved", resolved["auditHead"]),
        ("tie-voided", voided["auditHead"]),
    ]
    verified = everywhere("audit", "verify", "--head", resolved["auditHead"], "--json")
    assert (verified.code, verified.json["valid"], verified.json["keptSequence"]) == (0, True, mine[0]["sequence"])
    assert (verified.json["entries"], verified.json["head"]) == (str(len(entries)), entries[-1]["head"])


def test_people_read_who_changed_what_and_how_to_prove_it_later(cli: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    empty = cli("audit", "list")
    assert (empty.code, empty.out) == (0, "Nothing was changed here yet.\n")
    assert f"--head {NO_HEAD}" in cli("audit", "verify").out

    shown = cli("tiebreak", "resolve", str(EXAMPLE_TIE)).out
    head = cli("audit", "verify", "--json").json["head"]
    assert f"Audit head    {head}\n" in shown
    assert f"Audit head    {head}\n" in cli("tiebreak", "show", "cloud-city-open", "final-standings", "1").out
    void = cli("tiebreak", "void", "cloud-city-open", "final-standings", "1", "--reason", "the wrong [bold]deck").out
    last = cli("audit", "verify", "--json").json["head"]
    assert f"Audit head  {last}\n" in void

    monkeypatch.setenv("COLUMNS", "150")
    listed = " ".join(cli("audit", "list").out.split())
    assert listed.count("cloud-city-open final-standings 1") == 2
    assert listed.index("tie-resolved") < listed.index("tie-voided")
    assert "the wrong [bold]deck" in listed
    assert f"{last[:12]}..." in listed
    verified = cli("audit", "verify", "--head", head)
    assert verified.code == 0
    assert verified.out.startswith("VALID: ")
    assert "The head you kept is that of entry 1." in verified.out
    assert f"\n  sabacc audit verify --head {last}\n" in verified.out


def test_pages_of_the_log_follow_each_other(cli: Run) -> None:
    cli("tiebreak", "resolve", str(EXAMPLE_TIE))
    cli("tiebreak", "void", "cloud-city-open", "final-standings", "1", "--reason", "why")
    first = cli("audit", "list", "--page-size", "1")
    token = first.out.split("More: --page-token ")[1].strip()
    second = cli("audit", "list", "--page-size", "1", "--page-token", token)
    assert ("tie-voided" in first.out, "tie-voided" in second.out, "More:" in second.out) == (False, True, False)


def test_a_log_that_does_not_fit_ends_with_code_1_and_says_where(cli: Run, tmp_path: Path) -> None:
    cli("tiebreak", "resolve", str(EXAMPLE_TIE))
    kept = cli("audit", "verify", "--json").json["head"]
    with sqlite3.connect(tmp_path / "var" / "sabacc.db") as database:
        database.execute("DROP TRIGGER audit_entry_no_update")
        database.execute("UPDATE audit_entry SET payload = 'nothing \x1b[31m'")
    database.close()
    found = cli("audit", "verify")
    assert (found.code, found.err) == (1, "")
    assert found.out.startswith("NOT VALID: the head of entry 1 is not what the chain leads to.\n")
    assert "Entry 1 is the first bad one.\n" in found.out
    assert f"Head     {kept}\n" in found.out
    told = cli("audit", "verify", "--json")
    assert (told.code, told.json["valid"], told.json["firstBadSequence"]) == (1, False, "1")
    listed = cli("audit", "list")
    assert listed.code == 0
    assert "nothing \\x1b[31m" in " ".join(listed.out.split())


def test_a_kept_head_is_compared_and_one_that_is_none_is_refused(cli: Run) -> None:
    unknown = cli("audit", "verify", "--head", "a" * 64)
    assert (unknown.code, unknown.err) == (1, "")
    assert "no entry has the kept head" in " ".join(unknown.out.split())
    refused = cli("audit", "verify", "--head", "abc")
    assert (refused.code, refused.out) == (2, "")
    assert refused.err == "sabacc: --head: got 'abc', expected 64 hexadecimal digits\n"
