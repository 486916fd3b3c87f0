"""Runs every pattern of the program on hostile texts: ``python -m tests.fuzz.patterns_child``, under a CPU limit.

Prints each pattern with its place before it is run, so that the last line names the one that never ended.
"""

from __future__ import annotations

import ast
import importlib
import pkgutil
import re
import sys
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parent.parent.parent
PACKAGES = ("deckmapping", "service")
DIRECT = frozenset({"search", "match", "fullmatch", "split", "sub", "subn", "findall", "finditer"})
"""Functions of `re` that take a pattern as text."""

LENGTH = 10_000
SEARCHED = 2000
"""Characters where every place may begin a match; cubic work would show here just as well."""
PAIRS = 300
LINES = ("deckmapping/clinic/heads.py", "deckmapping/clinic/lines.py", "deckmapping/clinic/lists.py")
"""Patterns that see one line of a deck, of which the clinic drops what is longer than this before."""
LINE = 400


def sources() -> list[Path]:
    """Every module of the program."""
    return sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))


def compiled() -> Iterator[tuple[str, re.Pattern[str]]]:
    """Import every module, and yield the patterns that they compile with their places."""
    found: list[tuple[str, re.Pattern[str]]] = []
    real = re.compile

    def recording(pattern: Any, flags: Any = 0) -> Any:
        made = real(pattern, flags)
        frame = sys._getframe(1)
        place = Path(frame.f_code.co_filename)
        if place.is_relative_to(ROOT) and place.relative_to(ROOT).parts[0] in PACKAGES:
            found.append((f"{place.relative_to(ROOT)}:{frame.f_lineno}", made))
        return made

    re.compile = recording
    for package in PACKAGES:
        for module in pkgutil.walk_packages(importlib.import_module(package).__path__, f"{package}."):
            if not module.name.endswith((".env", ".__main__")):
                importlib.import_module(module.name)
    re.compile = real
    yield from found


def direct(path: Path) -> Iterator[tuple[str, re.Pattern[str]]]:
    """Yield the patterns that a module gives to functions of `re` as text."""
    for node in ast.walk(ast.parse(path.read_text())):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and isinstance(node.func.value, ast.Name)
            and node.func.value.id == "re"
            and node.func.attr in DIRECT
        ):
            # An expression is none that this program can run: it ends here, and so does the test.
            pattern = ast.literal_eval(node.args[0])
            yield f"{path.relative_to(ROOT)}:{node.lineno}", re.compile(pattern, re.IGNORECASE)


def hostile(pattern: re.Pattern[str], length: int) -> Iterator[str]:
    """Texts made of what the pattern itself names, that fail at their very end."""
    letters = sorted({*"0aA _-.,:/(½\u0661", *(c for c in pattern.pattern if c.isascii() and c.isprintable())})
    for letter in letters:
        yield letter * length
        yield letter * length + "\0"
    for pair in product(letters, repeat=2):
        yield "".join(pair) * (min(length, PAIRS) // 2) + "\0"
    words = re.findall(r"[A-Za-z]{2,}", pattern.pattern)
    for word in words:
        yield f"{word} " * (length // (len(word) + 1)) + "\0"


def main() -> None:
    """Run them all."""
    patterns = [*compiled(), *(found for path in sources() for found in direct(path))]
    for place, pattern in patterns:
        print(place, ascii(pattern.pattern[:80]), flush=True)  # noqa: T201
        longest = LINE if place.startswith(LINES) else LENGTH
        for text in hostile(pattern, longest):
            pattern.fullmatch(text)
        for text in hostile(pattern, min(longest, SEARCHED)):
            pattern.search(text)
    print(f"all {len(patterns)} patterns", flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
