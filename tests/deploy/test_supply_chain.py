"""What the service is made of: a bill of materials, an audit that never passes in silence, and few dependencies."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import threading
import tomllib
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any, ClassVar

import pytest

from tests.deploy.files import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

MOST_PACKAGES = 41
"""Packages that the image may install in all. Raise it with a reason only: each is one more to trust and to update."""


def script(name: str, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(ROOT / "scripts" / name), *words]
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def bom(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    path = tmp_path_factory.mktemp("sbom") / "sbom.cdx.json"
    done = script("sbom.py", str(path))
    assert done.returncode == 0, done.stderr
    answer: dict[str, Any] = json.loads(path.read_text())
    return answer


def declared() -> set[str]:
    """The names of the direct dependencies in pyproject.toml."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    return {re.split(r"[\[<>=!~ ]", each)[0] for each in project["dependencies"]}


def test_the_bill_lists_what_is_locked_to_run_with_every_hash(bom: dict[str, Any]) -> None:
    lock = (ROOT / "requirements/run.txt").read_text()
    for component in bom["components"]:
        start = re.search(rf"^{component['name']}(\[\w+\])?=={re.escape(component['version'])} ", lock, re.MULTILINE)
        assert start is not None, component["name"]
        entry = re.split(r"\n(?=\S)", lock[start.start() :])[0]
        (files,) = component["externalReferences"]
        assert {each["content"] for each in files["hashes"]} == set(re.findall(r"sha256:([0-9a-f]{64})", entry))
        assert component["purl"] == f"pkg:pypi/{component['name']}@{component['version']}"


def test_the_bill_leaves_out_what_only_builds(bom: dict[str, Any]) -> None:
    names = {component["name"] for component in bom["components"]}
    assert not names & {"hatchling", "editables", "pluggy", "trove-classifiers", "colorama", "pip"}
    assert {"grpcio", "psycopg-binary", "pydantic-core", "mako"} <= names


def test_the_bill_s_root_depends_on_the_declared_dependencies(bom: dict[str, Any]) -> None:
    depends = {each["ref"]: each.get("dependsOn", []) for each in bom["dependencies"]}
    assert {ref.removeprefix("pkg:pypi/").split("@")[0] for ref in depends["true-sabacc"]} == declared()
    assert set(depends) == {"true-sabacc", *(component["bom-ref"] for component in bom["components"])}


def test_every_package_of_the_bill_declares_a_licence(bom: dict[str, Any]) -> None:
    assert [component["name"] for component in bom["components"] if not component.get("licenses")] == []


def test_every_direct_dependency_is_justified_in_one_line() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text()
    section = text.partition("## Dependencies\n")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| `([^`]+)` \| (\S.*) \|$", section, re.MULTILINE)
    assert {name for name, _ in rows} == declared()
    assert all(len(reason.split()) >= 4 for _, reason in rows)


def test_there_are_no_more_packages_than_the_budget_allows(bom: dict[str, Any]) -> None:
    assert len(bom["components"]) <= MOST_PACKAGES
    assert f"{MOST_PACKAGES} packages" in (ROOT / "CONTRIBUTING.md").read_text()


def test_lock_files_name_no_host() -> None:
    for path in (ROOT / "requirements").iterdir():
        text = path.read_text()
        assert "//" not in text, path.name
        assert "--index-url" not in text


class Advisories(BaseHTTPRequestHandler):
    """A small OSV service: one package has a fault."""

    faulty: ClassVar[str] = ""

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        name = asked["package"]["name"]
        fault = {
            "id": "OSV-1",
            "modified": "2026-01-01T00:00:00Z",
            "affected": [{"package": {"name": name, "ecosystem": "PyPI"}}],
        }
        answer = json.dumps({"vulns": [fault]} if name == self.faulty else {}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        del format, args


@contextmanager
def advisories(faulty: str) -> Iterator[list[str]]:
    """Serve advisories on loopback and yield the words that make pip-audit ask there."""
    handler = type("Handler", (Advisories,), {"faulty": faulty})
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield ["-s", "osv", "--osv-url", f"http://127.0.0.1:{server.server_port}/v1/query"]
        server.shutdown()


def audit(words: list[str], home: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return script(
        "audit_dependencies.py", *words, HOME=str(home), PATH="/usr/bin:/bin", NO_PROXY="127.0.0.1", **environment
    )


def test_a_known_vulnerability_fails_the_audit(tmp_path: Path) -> None:
    with advisories("mako") as words:
        done = audit(words, tmp_path)
    assert done.returncode == 1
    assert re.search(r"^mako \S+: OSV-1, fixed in no version yet$", done.stderr, re.MULTILINE)


def test_an_audit_that_finds_nothing_says_how_much_it_looked_at(tmp_path: Path) -> None:
    with advisories("no-such-package") as words:
        done = audit(words, tmp_path)
    assert done.returncode == 0, done.stderr
    assert re.fullmatch(r"\d+ locked packages have no known vulnerability\.\n", done.stdout)


def test_an_audit_without_its_data_says_so_loudly_and_fails_where_it_is_required(tmp_path: Path) -> None:
    with advisories("") as words:
        pass  # nobody answers there any more
    done = audit(words, tmp_path)
    assert done.returncode == 0
    assert "SKIPPED: the dependencies were NOT audited" in done.stderr
    assert done.stdout == ""
    assert audit(words, tmp_path, SABACC_REQUIRE_AUDIT="1").returncode == 1


def test_an_audit_that_cannot_be_made_at_all_fails(tmp_path: Path) -> None:
    assert audit(["--no-such-option"], tmp_path).returncode == 1
