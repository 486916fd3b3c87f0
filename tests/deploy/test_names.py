"""What deployment files and guides name is there: settings, images, commands; and no secret stands anywhere."""

from __future__ import annotations

import re
import shlex
import subprocess
from itertools import takewhile
from typing import TYPE_CHECKING

import pytest
import typer
from typer.core import TyperGroup

from service import __version__
from service.cli.main import build_app
from service.cli.settings import setting_rows
from tests.deploy.files import DEPLOY, ROOT

if TYPE_CHECKING:
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
    re.compile(r"postgres(?:ql)?(?:\+psycopg)?://[^\s:/@\"'`]+:" + r"(?!sesame@|\$|\{|PASSWORD)[^\s:/@\"'`]+@"),
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


def commands_of(text: str) -> list[list[str]]:
    """Every call of the command in a guide: in code blocks and in code within lines."""
    blocks = re.findall(r"^```sh\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    lines = [line for block in blocks for line in block.replace("\\\n", " ").splitlines()]
    lines += re.findall(r"`((?:docker compose|kubectl|sabacc) [^`\n]+)`", text)
    found = []
    for line in lines:
        plain = re.sub(r"[0-9]?>>?\s*\S+|<\s*\S+|\bSABACC_\w+=\S+ ", " ", line)  # redirections, variables before it
        in_container = re.search(r"(?:compose .*?\b(?:run|exec)\s(?:-\S+\s+)*|kubectl .*? -- )(\S+)\s+(.*)", plain)
        direct = re.search(r"(?:^|[|(&;]\s*|/bin/|until |trap \')sabacc\s+(\w.*)", plain)
        if in_container:
            words = " ".join(in_container.groups()).removeprefix("sabacc ").removeprefix("sabacc ")
        elif direct:
            words = direct[1]
        else:
            continue
        split = shlex.split(words, comments=True)
        found.append([word.rstrip(",)") for word in takewhile(lambda word: word not in {"|", "&", "&&", ";"}, split)])
    return found


GUIDED = [(path.name, command) for path in GUIDES if path.exists() for command in commands_of(path.read_text())]


@pytest.mark.parametrize(
    ("guide", "command"), GUIDED, ids=lambda each: each if isinstance(each, str) else " ".join(each)
)
def test_a_command_of_a_guide_is_one_of_the_program(guide: str, command: list[str]) -> None:
    node = typer.main.get_command(build_app())
    words, path = list(command), ["sabacc"]
    while isinstance(node, TyperGroup):
        assert words, f"{guide}: {' '.join(command)} is a group of commands"
        assert words[0] in node.commands, f"{guide}: no command {words[0]!r} in {' '.join(path)}"
        path.append(words[0])
        node = node.commands[words.pop(0)]
    if "--help" not in words:
        node.make_context(" ".join(path), words).close()


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
