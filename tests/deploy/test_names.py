"""What deployment files and guides name is there: settings, images, commands; and no secret stands anywhere."""

from __future__ import annotations

import itertools
import re
import shlex
import subprocess
from typing import TYPE_CHECKING, NamedTuple

import pytest
import typer
from typer.core import TyperGroup

from service import __version__
from service.cli.main import build_app
from service.cli.settings import setting_rows
from service.rpc.calls.error_table import ERROR_TABLE, INCIDENT
from tests.deploy.files import DEPLOY, ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

TEXTS = sorted(
    path
    for path in [*DEPLOY.rglob("*"), ROOT / "README.md"]
    if path.is_file() and "gemp-client" not in path.parts and path.suffix in {"", ".md", ".yaml", ".sh"}
)
GUIDES = [ROOT / "README.md", DEPLOY / "README.md"]
FOREIGN_IMAGES = {"postgres": r"1[5-9](\.\d+)?-\w+", "python": r"3\.1[123](\.\d+)?-slim-\w+(@sha256:[0-9a-f.]+)?"}
OUTSIDE = {"SABACC_SHARED", "SABACC_IP", "SABACC_CONFIG", "SABACC_SECRETS", "SABACC_VERSION"}
"""Variables that are no settings of the service: of the tests, and of deploy/compose.yaml."""

# Each of these is split here, so that this file does not look like what it seeks.
SECRETS = [
    re.compile(r"-----BEGIN " + r"(?:[A-Z]+ )*PRIVATE KEY-----"),
    re.compile(r"\b(?:AKIA|ASIA)" + r"[A-Z0-9]{16}\b"),
    re.compile(r"\bgh[pousr]_" + r"[A-Za-z0-9]{36}\b"),
    re.compile(r"\bxox[abpr]-" + r"[A-Za-z0-9-]{10,}"),
    re.compile(r"\beyJ[A-Za-z0-9_-]{10,}\." + r"eyJ[A-Za-z0-9_-]{10,}\."),
    re.compile(r"postgres(?:ql)?(?:\+psycopg)?://[^\s:/@\"'`]+:" + r"(?!sesame@|p@|\$|\{|%s@|PASSWORD)[^\s:/@\"'`]+@"),
]


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_setting_that_is_named_exists(path: Path) -> None:
    named = set(re.findall(r"\bSABACC_[A-Z][A-Z_]*[A-Z]\b", path.read_text(encoding="utf-8")))
    known = {row.name for row in setting_rows()} | OUTSIDE
    assert {name for name in named if not name.startswith("SABACC_REQUIRE_")} <= known


@pytest.mark.parametrize("path", [path for path in TEXTS if path.suffix != ".sh"], ids=lambda path: path.name)
def test_every_image_is_named_with_its_version(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    for name, tag in re.findall(r"\b(postgres|python):([^\s,`}]+)", text):
        assert re.fullmatch(FOREIGN_IMAGES[name], tag), (name, tag)
    for tag in re.findall(r"\btrue-sabacc:(\S+?)[`\s,]", text):
        assert tag.strip("`") in {__version__, "${SABACC_VERSION:-" + __version__ + "}"}
    assert ":latest" not in text


class Command(NamedTuple):
    """A call of the program in a guide."""

    guide: str
    words: list[str]
    whole: bool
    """Whether it stands in a block of code, to be typed as it is; else it may lack arguments."""


def commands_of(guide: Path) -> Iterator[Command]:
    text = guide.read_text(encoding="utf-8")
    for block in re.findall(r"^```sh\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        for line in block.replace("\\\n", " ").splitlines():
            yield from (Command(guide.name, words, whole=True) for words in calls_in(line))
    for line in re.findall(r"`((?:docker compose|kubectl|sabacc) [^`\n]+)`", text):
        yield from (Command(guide.name, words, whole=False) for words in calls_in(line))


def calls_in(line: str) -> Iterator[list[str]]:
    """Yield the words of each call of the program in a line for the shell, in a container or not."""
    plain = re.sub(r"[0-9]?>>?\s*\S+|<\s*\S+", " ", line)  # no redirections
    for call in re.split(r"&&|[|&;]", re.sub(r"'[^']*'", "TEXT", plain)):
        words = shlex.split(call, comments=True)
        while words and ("=" in words[0] or words[0] in {"until", "trap", "exec"}):
            words = words[1:]
        if words[:2] in (["docker", "compose"], ["docker", "exec"]):
            words = in_container(words[1:])
        if words[:1] == ["kubectl"]:
            words = words[words.index("--") + 1 :] if "--" in words else []
        if len(words) > 1 and words[0].removeprefix(".venv/bin/") == "sabacc":
            yield words[1:]


def in_container(words: list[str]) -> list[str]:
    """Return what ``docker compose run SERVICE ARGUMENTS`` or ``exec SERVICE COMMAND`` runs."""
    verb = next((word for word in words if word in {"run", "exec"}), None)
    if verb is None:
        return []
    _service, *rest = itertools.dropwhile(lambda word: word.startswith("-"), words[words.index(verb) + 1 :])
    return ["sabacc", *rest] if verb == "run" else rest


GUIDED = [command for guide in GUIDES if guide.exists() for command in commands_of(guide)]


@pytest.mark.parametrize("command", GUIDED, ids=lambda each: f"{each.guide}: {' '.join(each.words)}")
def test_a_command_of_a_guide_is_one_of_the_program(command: Command) -> None:
    node = typer.main.get_command(build_app())
    words, path = list(command.words), ["sabacc"]
    while isinstance(node, TyperGroup) and words:
        assert words[0] in node.commands, f"no command {words[0]!r} in {' '.join(path)}"
        path.append(words[0])
        node = node.commands[words.pop(0)]
    if command.whole and "--help" not in words:
        node.make_context(" ".join(path), words).close()
    options = {option for parameter in node.params for option in parameter.opts} | {"--help"}
    assert {word.partition("=")[0] for word in words if word.startswith("--")} <= options


def test_guides_were_read() -> None:
    assert len(GUIDED) > 10


def test_no_file_of_the_repository_holds_a_secret() -> None:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=False)
    if listed.returncode:
        pytest.skip("not a git clone: the files to search are not known")
    paths = [ROOT / name for name in listed.stdout.decode().split("\0") if name]
    assert len(paths) > 100
    for path in paths:
        if not path.is_file():
            continue
        text = path.read_text(encoding="utf-8", errors="replace")
        assert [each.pattern for each in SECRETS if each.search(text)] == [], path.relative_to(ROOT)


@pytest.mark.parametrize(
    "text",
    [
        "-----BEGIN " + "EC PRIVATE KEY-----",
        "-----BEGIN " + "PRIVATE KEY-----",
        "AKIA" + "ABCDEFGHIJKLMNOP",
        "ghp_" + "a" * 36,
        "postgresql+psycopg://sabacc:" + "hunter2@db/sabacc",
    ],
)
def test_what_looks_like_a_secret_is_found(text: str) -> None:
    assert any(each.search(f"x = {text}") for each in SECRETS)


def test_every_metric_that_an_alert_names_is_counted() -> None:
    named = set(
        re.findall(
            r"\bsabacc_[a-z_]+", (DEPLOY / "README.md").read_text().partition("## Metrics")[2].partition("## When")[0]
        )
    )
    source = (ROOT / "service/rpc/serving/metrics.py").read_text()
    assert len(named) > 5
    for name in named:
        assert f'"{re.sub("_(total|bucket|info)$", "", name)}"' in source, name


def test_every_reason_in_the_table_of_troubles_is_one_of_the_service() -> None:
    table = (DEPLOY / "README.md").read_text().partition("## When something is wrong")[2].partition("\n## ")[0]
    named = set(re.findall(r"`([A-Z]{2,}(?:_[A-Z]+)*)`", table))
    assert {name for name in named if not name.startswith("SABACC_")} <= {
        INCIDENT,
        *(spec.reason for spec in ERROR_TABLE.values()),
    }


@pytest.mark.parametrize("name", ["deploy/.env", "deploy/config/access.toml", "deploy/secrets/sabacc_database_url"])
def test_what_the_guide_has_people_make_is_ignored_by_git(name: str) -> None:
    done = subprocess.run(["git", "check-ignore", "--quiet", name], cwd=ROOT, check=False)
    if done.returncode == 128:
        pytest.skip("not a git clone: nothing is ignored")
    assert done.returncode == 0
