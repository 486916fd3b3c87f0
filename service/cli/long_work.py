"""Long work as people see it: a progress bar on standard error while a stream of updates comes in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

if TYPE_CHECKING:
    from collections.abc import Iterator


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
