"""Every regular expression of the program on hostile texts. What is bounded is work, not time: a pattern that needs
exponential work on such texts would need years and one that needs cubic work hours, whatever the machine; all together
need some seconds of one processor, and get minutes."""

from __future__ import annotations

import resource
import subprocess
import sys

import pytest

from deckmapping.clinic.limits import LONGEST_LINE
from tests.fuzz.patterns_child import LINE, ROOT, sources

CPU_S = 120


def limit() -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_S, CPU_S))


@pytest.mark.timeout(600)
def test_no_pattern_needs_more_than_a_square_of_work() -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "tests.fuzz.patterns_child"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=limit,
    )
    lines = ran.stdout.splitlines()
    assert ran.returncode == 0, f"never ended: {lines[-1:]}\n{ran.stderr[-2000:]}"
    written = sum(path.read_text().count("re.compile(") for path in sources())
    assert lines[-1] == f"all {len(lines) - 1} patterns"
    assert len(lines) - 1 >= written > 20


def test_the_length_of_a_line_is_the_clinics() -> None:
    assert LINE == LONGEST_LINE
