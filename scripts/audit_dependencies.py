"""Asks pip-audit whether the locked packages have known vulnerabilities; more words go to pip-audit.

Ends with 1 where one is known. Where the advisory data cannot be reached, or do not know the packages, nothing was
audited: that is said loudly, and it fails only where ``SABACC_REQUIRE_AUDIT`` is set. pip-audit alone would end well
on an index that knows no package.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parent.parent
LOCK: Final = ROOT / "requirements/run.txt"
UNREACHABLE: Final = ("ConnectionError", "Could not connect", "timed out", "Max retries", "could not be reached")


def audit(words: list[str]) -> tuple[list[dict[str, Any]] | None, str]:
    """Return what pip-audit found for each package, or None where it came to no result, and what it said."""
    with tempfile.TemporaryDirectory(prefix="sabacc-audit-") as folder:
        report = Path(folder, "report.json")
        options = ("--require-hashes", "--disable-pip", "--progress-spinner", "off", "--timeout", "10")
        done = subprocess.run(
            (sys.executable, "-m", "pip_audit", "-r", LOCK, *options, "-f", "json", "-o", report, *words),
            check=False,
            capture_output=True,
            text=True,
        )
        if not report.exists():
            return None, done.stderr.strip()
        return json.loads(report.read_text(encoding="utf-8"))["dependencies"], done.stderr.strip()


def not_audited(why: str) -> int:
    """Say loudly that nothing is known, and return the exit code."""
    line = "*" * 100
    print(
        f"{line}\nSKIPPED: the dependencies were NOT audited for known vulnerabilities.\n{why}\n{line}", file=sys.stderr
    )
    return int(bool(os.environ.get("SABACC_REQUIRE_AUDIT")))


def main() -> int:
    """Audit, tell what was found, and return an exit code."""
    packages, said = audit(sys.argv[1:])
    if packages is None:
        last = said.splitlines()[-1] if said else "pip-audit said nothing"
        if any(sign in said for sign in UNREACHABLE):
            return not_audited(last)
        print(said, file=sys.stderr)
        return 1
    known = [(package, fault) for package in packages for fault in package.get("vulns", [])]
    for package, fault in known:
        fixed = ", ".join(fault["fix_versions"]) or "no version yet"
        print(f"{package['name']} {package['version']}: {fault['id']}, fixed in {fixed}", file=sys.stderr)
    if known:
        return 1
    unknown = [package["name"] for package in packages if "skip_reason" in package]
    if unknown:
        return not_audited(f"The advisory data do not know {len(unknown)} of {len(packages)}: {', '.join(unknown)}.")
    print(f"{len(packages)} locked packages have no known vulnerability.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
