"""Long work as people see it: a progress bar on standard error, where that is a terminal."""

from __future__ import annotations

import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_LONG_S: Final = 1
"""From when on work in this process shows how far it is."""


def result_of(words: str, updates: Iterator[Any]) -> Any:
    """Return the result at the end of *updates*, showing how far they are where standard error is a terminal.

    Args:
        words: what is being done.
        updates: messages with a field ``progress`` or ``result`` in their oneof ``update``.
    """
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, disable=not console.is_terminal, transient=True) as bar:
        task = bar.add_task(words, total=None)
        for update in updates:
            if update.WhichOneof("update") == "result":
                return update.result
            bar.update(task, completed=update.progress.done, total=update.progress.of or None)
    raise AssertionError("a stream of updates ends with its result")


@contextmanager
def shown_when_long(words: str) -> Iterator[Callable[[int, int], None]]:
    """Give what is told how much is done, and of how much, and shows it from the first second on.

    Args:
        words: what is being done.
    """
    console = Console(stderr=True)
    started = time.monotonic()
    with Progress(console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(words, total=None, visible=False)

        def show(done: int, of: int) -> None:
            bar.update(task, completed=done, total=of, visible=time.monotonic() - started > _LONG_S)

        yield show
