"""The Java client against the real service, on the JDK that Maven uses and on the newest one of this machine."""

from __future__ import annotations

import base64
import os
import re
import shutil
import socket
import subprocess
import time
from typing import TYPE_CHECKING

import pytest

from tests.java.toolchain import PROJECT, Jdk, default_jdk, maven, newest_jdk, releases_of_tests, reports_of_tests
from tests.rpc.processes import ServiceProcess

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.timeout(1500)  # a machine that never built with Maven fetches some hundred files first

ROOT = PROJECT.parent.parent
CANARY = bytes.fromhex("cafe5abacc112233445566778899aabb")
"""The seed of all ties that the Java tests ask about."""
QUIET_S = 360 if os.environ.get("SABACC_TORTURE") else 36
"""Seconds without a call, in which Java pings three times and more: the third ping is one too many for gRPC's own
limits. The field report had 6 minutes."""
JAVA_TESTS = {
    "CancellingTest": 2,
    "CollectionBytesTest": 2,
    "CollectionCardsTest": 12,
    "ConnectionFaultsTest": 4,
    "DifferentialTest": 1,
    "FailuresTest": 20,
    "IdleConnectionTest": 1,
    "LiesTest": 10,
    "MoneyDeskTest": 8,
    "PilesTest": 33,
    "ProtocolPageTest": 6,
    "RepeatsTest": 7,
    "RewardsTest": 9,
    "SecuredServiceTest": 5,
    "ServiceTest": 14,
    "SettingsTest": 6,
    "TableExampleTest": 1,
    "TickTest": 8,
    "TieDeskTest": 3,
    "TranscriptsTest": 60,
    "WarningsTest": 4,
}
"""The classes that must run, each with the least number of its tests."""


def fat_jar(kind: str) -> Path:
    return PROJECT / "fatjar-check" / "target" / f"{kind}-jar-with-dependencies.jar"


def run_fat_jar(jdk: Jdk, kind: str, port: str, request: str = "examples/tie.json") -> subprocess.CompletedProcess[str]:
    command: list[str | Path] = [jdk.java, "-jar", fat_jar(kind), "127.0.0.1", port, ROOT / request]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)


@pytest.fixture
def default(client: None) -> Jdk:  # noqa: ARG001
    found = default_jdk()
    assert found is not None
    return found


@pytest.fixture
def newest(default: Jdk) -> Jdk:
    return newest_jdk() or default


@pytest.fixture
def unused_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as briefly:
        return int(briefly.getsockname()[1])


def test_differential_ties_are_of_every_kind(differential: Path) -> None:
    ties = differential.read_text().split("end\n")[:-1]
    kinds = {
        "replays": r"> hand [2-9] begin",
        "lots": r"> lot ",
        "two-destiny cards": r"> card \d+_\d+ \d+/\d+",
        "halves": r"> card \S+ \d\.5\n",
        "pi": r"> card \S+ 3\.1415927",
        "over": r"> total .* over\n",
        "criteria": r"> place .* criterion:",
        "wins": r"> wins ",
        "shared": r"> place .* shared\n",
        "dropped": r"> dropped ",
        "several groups": r"> group .*\n> group ",
    }
    counts = {kind: sum(re.search(pattern, tie) is not None for tie in ties) for kind, pattern in kinds.items()}
    players = {len(re.findall(r"^player ", tie, re.MULTILINE)) for tie in ties}
    assert len(ties) >= 500
    assert players == {2, 3, 4, 5, 6}
    assert min(counts.values()) >= 10, counts


def test_all_java_tests_pass_on_the_default_jdk(
    default: Jdk, service: ServiceProcess, secured: Path, differential: Path, money: Path
) -> None:
    run_java_tests(
        default, service, secured=secured, differential=differential, money=money, skipped={"IdleConnectionTest"}
    )


def test_all_java_tests_pass_on_the_newest_jdk_and_a_quiet_channel_stays_open(
    newest: Jdk, service: ServiceProcess, secured: Path, differential: Path, money: Path
) -> None:
    run_java_tests(
        newest, service, secured=secured, differential=differential, money=money, skipped=set(), idleSeconds=QUIET_S
    )


def run_java_tests(jdk: Jdk, service: ServiceProcess, *, skipped: set[str], **given: object) -> None:
    for reports in PROJECT.glob("*/target/surefire-reports"):
        shutil.rmtree(reports)
    maven(
        "test", "--projects", "client,example", f"-Djvm={jdk.java}",
        port=service.port, **given,
    )  # fmt: skip
    counts = reports_of_tests()
    assert set(counts) == set(JAVA_TESTS)
    assert releases_of_tests() == {jdk.release}
    assert {name for name, (_, skips) in counts.items() if skips} == skipped
    assert all(counts[name][0] >= least for name, least in JAVA_TESTS.items()), counts
    assert_no_seed_in(service.log.read_text())
    for output in PROJECT.glob("*/target/surefire-reports/*-output.txt"):
        assert_no_seed_in(output.read_text())


def assert_no_seed_in(text: str) -> None:
    assert CANARY.hex() not in text.lower()
    assert base64.b64encode(CANARY).decode().rstrip("=") not in text


def test_a_fat_jar_with_joined_services_breaks_the_example_tie_beside_the_libraries_of_gemp(
    default: Jdk, newest: Jdk, service: ServiceProcess
) -> None:
    first = run_fat_jar(default, "merged", service.port)
    again = run_fat_jar(newest, "merged", service.port)
    assert (first.returncode, again.returncode) == (0, 0), first.stderr + again.stderr
    assert first.stdout == again.stdout
    assert first.stdout.startswith(
        "1 Tarkin SABACC 1\n2 Calrissian SABACC 1\n3 Greedo CRITERION victory_points\ntsb1 1\n"
    )


def test_a_fat_jar_that_kept_one_services_file_of_each_name_says_so_at_once(
    default: Jdk, service: ServiceProcess
) -> None:
    refused = run_fat_jar(default, "unmerged", service.port)
    assert refused.returncode == 1
    assert "BAD_SETTINGS" in refused.stderr
    assert "META-INF/services" in refused.stderr


def test_a_tie_asked_while_the_service_is_down_is_broken_once_it_is_back(
    default: Jdk, tmp_path: Path, unused_port: int
) -> None:
    command: list[str | Path] = [
        default.java, "-jar", fat_jar("merged"), "127.0.0.1", str(unused_port), ROOT / "examples" / "tie.json"
    ]  # fmt: skip
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as asking:
        time.sleep(3)
        assert asking.poll() is None
        with ServiceProcess(tmp_path, f"sqlite:///{tmp_path}/sabacc.db", port=unused_port):
            places, warnings = asking.communicate(timeout=300)
    assert asking.returncode == 0, warnings
    assert places.startswith("1 Tarkin SABACC 1\n")


def test_the_verifier_needs_nothing_but_java_base(default: Jdk, tmp_path: Path) -> None:
    classes = tmp_path / "org" / "truesabacc" / "tsb1"
    shutil.copytree(PROJECT / "client" / "target" / "classes" / "org" / "truesabacc" / "tsb1", classes)
    verify: list[str | Path] = [
        default.java,
        "--limit-modules",
        "java.base",
        "-cp",
        tmp_path,
        "org.truesabacc.tsb1.Verify",
    ]
    vectors = sorted((ROOT / "tests" / "vectors").glob("*.txt"))
    good = subprocess.run([*verify, *vectors], capture_output=True, text=True, check=False, timeout=300)
    assert (good.returncode, good.stdout.count(": VALID, result ")) == (0, len(vectors)), good.stdout + good.stderr

    bad = tmp_path / "bad.txt"
    bad.write_text((ROOT / "tests" / "vectors" / "two-players.txt").read_text().replace("1_2,5_34", "1_2,5_35"))
    refused = subprocess.run([*verify, bad], capture_output=True, text=True, check=False, timeout=300)
    assert refused.returncode == 1
    assert refused.stdout.startswith(f"{bad}: INVALID at line ")
    absent = subprocess.run([*verify, tmp_path / "absent"], capture_output=True, text=True, check=False, timeout=300)
    assert absent.returncode == 2
