"""Runs the commands of the guides in fresh clones: each ``sh`` block behind a line ``<!-- checked -->``, in order."""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
GUIDES = ("README.md", "deploy/README.md")
_BLOCK = re.compile(r"^<!-- checked -->\n+```sh\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def main() -> int:
    """Run all checked blocks and return an exit code."""
    return max(check(guide) for guide in GUIDES)


def check(guide: str) -> int:
    """Run the checked blocks of one guide and return an exit code."""
    blocks = _BLOCK.findall((ROOT / guide).read_text(encoding="utf-8"))
    if not blocks:
        print(f"{guide} has no checked block", file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory(prefix="sabacc-readme-") as folder:
        clone = Path(folder) / "true-sabacc"
        subprocess.run(["git", "clone", "--quiet", "--no-hardlinks", str(ROOT), str(clone)], check=True)
        if guide != GUIDES[0]:  # the first one's commands set up what the others use
            subprocess.run(["scripts/setup", "run"], cwd=clone, check=True)
        for block in blocks:
            started = time.monotonic()
            ran = subprocess.run(["sh", "-eu", "-c", block], cwd=clone, stdin=subprocess.DEVNULL, check=False)
            if ran.returncode:
                print(f"{guide}: this block ended with {ran.returncode}:\n{block}", file=sys.stderr)
                return 1
            print(f"{guide}: a block of {len(block.splitlines())} lines ran in {time.monotonic() - started:.1f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
