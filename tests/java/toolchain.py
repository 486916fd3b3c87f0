"""Maven and the JDKs of this machine."""

from __future__ import annotations

import fcntl
import os
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final
from xml.etree import ElementTree as ET

if TYPE_CHECKING:
    from collections.abc import Iterator

PROJECT: Final = Path(__file__).resolve().parent.parent.parent / "deploy" / "gemp-client"
FAT_JAR: Final = PROJECT / "fatjar-check" / "target" / "merged-jar-with-dependencies.jar"
OLDEST: Final = 17
"""The Java release that the client is compiled for."""


@dataclass(frozen=True)
class Jdk:
    """A Java of this machine."""

    home: Path
    release: int

    @property
    def java(self) -> Path:
        """The program."""
        return self.home / "bin" / "java"


def default_jdk() -> Jdk | None:
    """The Java that Maven uses: JAVA_HOME's, or the first one of the path."""
    home = os.environ.get("JAVA_HOME")
    program = shutil.which("java", path=f"{home}/bin" if home else None)
    return None if program is None else _jdk(Path(program).resolve().parent.parent)


def newest_jdk() -> Jdk | None:
    """The newest Java that lies where packages put them."""
    found = [_jdk(home) for home in sorted(Path("/usr/lib/jvm").glob("*")) if (home / "bin" / "javac").is_file()]
    return max((jdk for jdk in found if jdk), key=lambda jdk: jdk.release, default=None)


def _jdk(home: Path) -> Jdk | None:
    said = subprocess.run([home / "bin" / "java", "-version"], capture_output=True, text=True, check=False, timeout=300)
    version = re.search(r'version "(\d+)', said.stderr)
    return Jdk(home, int(version[1])) if version else None


def missing() -> str:
    """What this machine lacks to build the client; empty where nothing does."""
    jdk = default_jdk()
    if shutil.which("mvn") is None:
        return "mvn"
    return "" if jdk is not None and jdk.release >= OLDEST else f"a JDK of at least {OLDEST}"


def maven(*arguments: str, **properties: object) -> None:
    """Run Maven in the client's project, with *properties* for its tests.

    Maven fetches what its repository lacks, and nothing where it lacks nothing.
    """
    given = [f"-Dsabacc.{name}={value}" for name, value in properties.items()]
    command = ["mvn", "--batch-mode", "--no-transfer-progress", *arguments, *given]
    done = subprocess.run(
        command, cwd=PROJECT, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False, timeout=900
    )
    assert done.returncode == 0, "\n".join(
        line for line in done.stdout.splitlines() if not re.match(r"\[INFO\]|\s+at ", line)
    )


def build() -> None:
    """Compile and pack the client, its example and the fat jars, unless this was done since they were changed.

    Files of tests run beside each other, and their jars must not be written anew while they are used.
    """
    (PROJECT / "target").mkdir(exist_ok=True)
    with (PROJECT / "target" / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        built = FAT_JAR.stat().st_mtime if FAT_JAR.exists() else 0
        if any(source.stat().st_mtime >= built for source in _sources()):
            maven("package", "-DskipTests")
            FAT_JAR.touch()  # a jar of the same content may have kept its time


def _sources() -> Iterator[Path]:
    """What the jars are made of, folders too, for these show what was taken away."""
    yield from PROJECT.rglob("pom.xml")
    yield from PROJECT.glob("*/src/**/*")
    yield from PROJECT.glob("fatjar-check/*.xml")
    yield from (PROJECT.parent.parent / "proto").glob("sabacc/v1/*.proto")


def reports_of_tests() -> dict[str, tuple[int, int]]:
    """How many tests each class ran and how many of these it skipped, from the reports of the last run."""
    counts = {}
    for suite in _suites():
        counts[suite.attrib["name"].rpartition(".")[2]] = int(suite.attrib["tests"]), int(suite.attrib["skipped"])
    return counts


def releases_of_tests() -> set[int]:
    """The Java releases on which the tests of the last run ran."""
    found = [suite.find("properties/property[@name='java.specification.version']") for suite in _suites()]
    return {int(version.attrib["value"]) for version in found if version is not None}


def _suites() -> Iterator[ET.Element]:
    for file in PROJECT.glob("*/target/surefire-reports/TEST-*.xml"):
        yield ET.parse(file).getroot()
