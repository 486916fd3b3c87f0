"""The account of what happened: as many of the last sentences as there is room for, and how the hand ended."""

from __future__ import annotations

import re
import textwrap
from typing import TYPE_CHECKING, Final

from rich.text import Text

from service.cli.output import plain

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from service.cli.play.look import Look
    from service.cli.play.sitting import Sitting

_COACH: Final = "Coach: "
_PUBLISHED: Final = re.compile(r"It publishes [0-9a-f]{64}: [^.]*\.")
"""How an opened table tells its key, which stands on the page of what has been played."""


def account(sitting: Sitting, look: Look, most: int) -> list[Text]:
    """Return what happened as one paragraph of *most* lines at most; where sentences are left out, it says how many."""
    told, width = worth_telling(sitting.told), look.width - 2
    lines = _wrapped(told, width)
    if len(lines) > most:
        kept = _kept(told, _by_weight(sitting, told), width, most - 1)
        lines = [_left_out(len(told), kept, look), *_wrapped([told[at] for at in kept], width)]
    if len(lines) > most:  # one sentence alone is too long
        lines = [*lines[: most - 1], lines[most - 1][: width - 1].rstrip() + look.signs.cut]
    return [Text(f" {line}" if line else "") for line in lines]


def worth_telling(told: Sequence[str]) -> list[str]:
    """Return *told* without hashes, and with what the coach says once."""
    return [
        _PUBLISHED.sub("Every card can be verified afterwards.", each)
        for at, each in enumerate(told)
        if not (each.startswith(_COACH) and each in told[at + 1 :])
    ]


def _result_at(sitting: Sitting, told: Sequence[str]) -> int:
    """Return which sentence tells how the hand ended; where none does, the last one."""
    words = sitting.view.result.words
    found = [at for at, each in enumerate(told) if words and words in each]
    return found[-1] if found else len(told) - 1


def _by_weight(sitting: Sitting, told: Sequence[str]) -> list[int]:
    """Return all sentences: the news in their order, how the hand ended, and the others from the last one back.

    What a hand brought stands above the account as well; what it meant for a career stands nowhere else.
    """
    news = [at for at, each in enumerate(told) if each in sitting.news]
    return list(dict.fromkeys((*news, _result_at(sitting, told), *reversed(range(len(told))))))


def _kept(told: Sequence[str], by_weight: Sequence[int], width: int, most: int) -> list[int]:
    """Return which sentences are kept: the first one *by_weight*, and each further one that *most* lines still hold."""
    kept = [by_weight[0]]
    for at in by_weight[1:]:
        with_it = sorted((*kept, at))
        if len(_wrapped([told[each] for each in with_it], width)) <= most:
            kept = with_it
    return kept


def _left_out(count: int, kept: Sequence[int], look: Look) -> str:
    number = count - len(kept)
    if not number:
        return ""
    sentences = "One sentence" if number == 1 else f"{number} sentences"
    where = "before this" if kept[0] == number else "left out"
    return f"{look.signs.cut} {sentences} {where}. e shows all."


def _wrapped(sentences: Iterable[str], width: int) -> list[str]:
    return textwrap.wrap(plain(" ".join(sentences)), width)
