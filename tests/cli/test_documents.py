"""What the README says is what the program does."""

from __future__ import annotations

import re
import subprocess
import sys
from typing import TYPE_CHECKING, cast

from google.rpc import code_pb2

from sabacc.v1 import tiebreaks_pb2
from service.cli.failures import EXIT_CODES
from service.cli.settings import setting_rows
from service.rpc.calls.error_table import ERROR_TABLE
from tests.cli.conftest import EXAMPLE_TIE, ROOT

if TYPE_CHECKING:
    from google.protobuf.descriptor import Descriptor

    from tests.cli.conftest import Run

README = (ROOT / "README.md").read_text(encoding="utf-8")


def table_under(head: str) -> str:
    """Return the rows of the table whose first line is *head*, without its two lines of heading."""
    rows = README.split(f"\n{head}\n", 1)[1].splitlines()
    return "\n".join(rows[1 : rows.index("")])


def test_the_table_of_settings_is_the_settings_class() -> None:
    expected = [f"| `{n}` | {'none' if d == 'none' else f'`{d}`'} | {m} |" for n, d, m in setting_rows()]
    assert table_under("| Variable | Default | Meaning |") == "\n".join(expected)


def test_the_table_of_errors_is_the_error_table() -> None:
    expected = [f"| {code_pb2.Code.Name(s.code)} | `{s.reason}` | {s.meaning} |" for s in ERROR_TABLE.values()]
    assert table_under("| Status | Reason | What to do |") == "\n".join(expected)


def test_the_table_of_a_tie_names_every_field_of_the_request() -> None:
    def paths(message: Descriptor, prefix: str = "") -> list[str]:
        found = []
        for field in message.fields:
            path = f"{prefix}{field.json_name}{'[]' if field.is_repeated else ''}"
            found.append(path)
            if prefix in {"", "options."} and field.message_type and field.json_name in {"players", "options"}:
                found += paths(field.message_type, f"{path}.")
        return [path for path in found if path != "options"]

    named = re.findall(
        r"`([^`]+)`", "\n".join(row.split("|")[1] for row in table_under("| Field | What it is |").splitlines())
    )
    assert sorted(named) == sorted(paths(cast("Descriptor", tiebreaks_pb2.ResolveTiebreakRequest.DESCRIPTOR)))


def test_the_exit_codes_are_those_of_the_help() -> None:
    assert EXIT_CODES in " ".join(README.split())


def test_the_output_shown_is_the_output(cli: Run) -> None:
    shown = README.split("<!-- output -->\n```text\n", 1)[1].split("```", 1)[0].splitlines()
    printed = cli("tiebreak", "resolve", str(EXAMPLE_TIE), "--transcript", "tie.txt").out
    real = [line.rstrip() for line in printed.replace("tie.txt", "var/example-tie.txt").splitlines()]
    moved = re.compile(r"(Broken on )[0-9-]{10} [0-9:]{5} UTC|(Audit head    )[0-9a-f]{64}")  # when it was broken
    assert [moved.sub(r"\1\2", line) for line in shown] == [moved.sub(r"\1\2", line) for line in real]


def test_the_example_client_breaks_the_tie_and_tells_a_failure_by_its_reason(server: str) -> None:
    def run(address: str) -> subprocess.CompletedProcess[str]:
        program = (sys.executable, str(ROOT / "examples" / "client.py"), address)
        return subprocess.run(program, capture_output=True, text=True, check=False, timeout=300)

    answered = run(server)
    assert answered.returncode == 0, answered.stderr
    assert [line.split()[:2] for line in answered.stdout.splitlines()[:3]] == [
        ["1", "Tarkin"],
        ["2", "Calrissian"],
        ["3", "Greedo"],
    ]
    assert "stored before" in run(server).stdout
    silent = run("127.0.0.1:1")
    assert silent.returncode == 1
    assert silent.stderr.startswith("UNAVAILABLE: ")


def test_documents_name_no_host_and_no_path_of_a_machine() -> None:
    for name in (
        "README.md",
        "CONTRIBUTING.md",
        "CHANGELOG.md",
        "NOTICE",
        "requirements/run.txt",
        "requirements/dev.txt",
    ):
        text = (ROOT / name).read_text(encoding="utf-8")
        assert "://" not in text.replace("sqlite:///", "").replace("postgresql+psycopg://", ""), name
        assert not re.search(r"(?<!\w)/work", text), name  # a path from the root, not service/rpc/work/


def test_the_odds_shown_are_the_odds(cli: Run) -> None:
    (block,) = re.findall(r"<!-- shown -->\n```console\n(.*?)```", README, re.DOTALL)
    commands = re.findall(r"\$ sabacc (.*)\n((?:(?!\$ ).*\n)*)", block)
    assert len(commands) > 1
    for command, shown in commands:
        printed = [line.rstrip() for line in cli(*command.split()).out.splitlines()]
        expected = shown.splitlines()
        assert expected[-1] == "...", command
        assert printed[: len(expected) - 1] == expected[:-1], command
