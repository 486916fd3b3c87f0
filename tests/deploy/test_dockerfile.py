"""The image's recipe: clean for hadolint, nobody's root, and made from what is named only."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.deploy.files import DEPLOY, ROOT, USER, dockerfile

BINARIES = Path(sys.executable).parent


def texts(word: str) -> list[str]:
    return [rest for instruction, rest in dockerfile() if instruction == word]


def last_stage() -> list[tuple[str, str]]:
    instructions = dockerfile()
    start = max(index for index, (word, _) in enumerate(instructions) if word == "FROM")
    return instructions[start:]


def test_hadolint_finds_nothing() -> None:
    hadolint = shutil.which("hadolint", path=f"{BINARIES}:/usr/local/bin:/usr/bin")
    assert hadolint is not None
    done = subprocess.run([hadolint, DEPLOY / "Dockerfile"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "")


def test_both_stages_stand_on_one_base_that_a_digest_can_pin() -> None:
    assert texts("FROM") == ["${PYTHON_IMAGE} AS build", "${PYTHON_IMAGE}"]
    assert re.fullmatch(r"PYTHON_IMAGE=python:3\.\d+-slim-\w+", dockerfile()[0][1])


def test_programs_start_without_a_shell() -> None:
    assert [json.loads(text) for text in texts("ENTRYPOINT") + texts("CMD")] == [["sabacc"], ["serve"]]
    (check,) = texts("HEALTHCHECK")
    assert json.loads(check.partition("CMD ")[2]) == ["sabacc", "health", "--server", "127.0.0.1:50052"]


def test_the_image_runs_as_a_fixed_user_who_owns_its_data_only() -> None:
    assert texts("USER") == [f"{USER}:{USER}"]
    owned = [text for word, text in last_stage() if word == "COPY" and "--chown" in text]
    assert owned == [f"--from=build --chown={USER}:{USER} /data /data"]
    assert texts("VOLUME") == ["/data"]


def test_the_last_stage_runs_nothing_and_takes_nothing_from_the_context() -> None:
    assert "RUN" not in [word for word, _ in last_stage()]
    assert all("--from=build" in text for word, text in last_stage() if word == "COPY")


def test_no_secret_is_an_argument_or_a_variable_of_the_image() -> None:
    assert texts("ARG") == [dockerfile()[0][1]]
    for text in texts("ENV"):
        assert not re.search(r"(?i)password|token|secret|key|://[^ ]*@", text), text


def test_every_step_is_a_script_that_stands_beside_the_recipe() -> None:
    for text in texts("RUN"):
        script = ROOT / text.split()[0]
        assert script.parent == DEPLOY / "image"
        assert script.stat().st_mode & 0o111


def test_the_build_context_has_what_is_copied_and_nothing_that_is_not_named() -> None:
    lines = [line for line in (ROOT / ".dockerignore").read_text().splitlines() if line and not line.startswith("#")]
    assert lines[0] == "*"
    let_in = {line.removeprefix("!").rstrip("/") for line in lines if line.startswith("!")}
    copied = {source for text in texts("COPY") if "--from" not in text for source in text.split()[:-1]}
    assert copied == let_in
    assert all((ROOT / source).exists() for source in copied)


@pytest.mark.parametrize("name", ["wheelhouse.sh", "install.sh"])
def test_a_step_fails_as_soon_as_one_of_its_commands_does(name: str) -> None:
    script = DEPLOY / "image" / name
    assert "\nset -eu\n" in script.read_text()
    done = subprocess.run([script], capture_output=True, text=True, check=False, cwd=Path("/"))
    assert done.returncode != 0


def test_only_the_first_step_asks_a_package_index() -> None:
    assert "--require-hashes" in (DEPLOY / "image/wheelhouse.sh").read_text()
    installs = [
        line
        for line in (DEPLOY / "image/install.sh").read_text().splitlines()
        if re.search(r"^pip .*(wheel|install) ", line)
    ]
    assert len(installs) == 2
    assert all("--no-index" in line for line in installs)
