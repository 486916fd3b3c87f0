"""The page of odds: text written by people, with blocks that hold the tables of the studies.

A block stands between ``<!-- study: NAME -->`` and ``<!-- end -->``, each on a line of its own.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

    from service.odds.studies.tables import Study

_BLOCK: Final = re.compile(
    r"(?P<start><!-- study: (?P<name>[a-z-]+) -->\n)(?P<table>.*?)(?P<end><!-- end -->)", re.DOTALL
)


def markdown(study: Study) -> str:
    """Return *study* as a table."""
    lines = [study.headings, ("---",) * len(study.headings), *study.rows]
    return "".join(f"| {' | '.join(cells)} |\n" for cells in lines)


def blocks(page: str) -> dict[str, str]:
    """Return the tables of *page* by the names of their studies."""
    return {found["name"]: found["table"] for found in _BLOCK.finditer(page)}


def filled(page: str, studies: Iterable[Study]) -> str:
    """Return *page* with the tables of *studies* in their blocks; other blocks stay.

    Raises:
        ValueError: there is no block for one of them.
    """
    tables = {study.name: markdown(study) for study in studies}
    if missing := tables.keys() - blocks(page).keys():
        raise ValueError(f"no block on the page for {', '.join(sorted(missing))}")

    def replaced(found: re.Match[str]) -> str:
        return found["start"] + tables.get(found["name"], found["table"]) + found["end"]

    return _BLOCK.sub(replaced, page)
