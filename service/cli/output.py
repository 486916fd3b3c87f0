"""What commands print: the response message as JSON, or tables and lines for people."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from google.protobuf import json_format
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from google.protobuf.message import Message
    from rich.console import JustifyMethod


def show(answer: Message, people: Callable[[Console], None], *, as_json: bool) -> None:
    """Print *answer* in proto3 JSON, fields without presence included, or let *people* print it readably."""
    if as_json:
        text = json_format.MessageToJson(answer, always_print_fields_with_no_presence=True, ensure_ascii=True)
        sys.stdout.write(text + "\n")
    else:
        people(make_console())


def make_console() -> Console:
    """Return a console on standard output.

    Names and titles are printed as they are: brackets and colons in them mean nothing. Without a terminal it has 80
    columns and no colour; COLUMNS and NO_COLOR are obeyed.
    """
    return Console(markup=False, emoji=False, highlight=False, soft_wrap=False)


def plain(text: str) -> str:
    """Return *text* with control characters written as escapes, so that no text from outside steers a terminal."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)


def line(console: Console, text: str, *, bold: bool = False) -> None:
    """Print one paragraph of text."""
    console.print(Text(plain(text), style="bold" if bold else ""))


def exact(console: Console, text: str) -> None:
    """Print text that is copied whole, a command or a hash: never wrapped."""
    console.print(Text(plain(text)), soft_wrap=True)


def print_lines(console: Console, text: str) -> None:
    """Print lines of text that are laid out already."""
    for each in text.splitlines():
        exact(console, each)


def stacked(*texts: str) -> Text:
    """Return a cell of a table with a line for each text that is not empty."""
    return Text("\n".join(plain(text) for text in texts if text))


def table(
    heads: Iterable[str],
    rows: Iterable[Iterable[str | Text]],
    title: str = "",
    right: Iterable[int] = (),
    whole: Iterable[int] = (),
) -> Table:
    """Build a table.

    Args:
        heads: the columns' names.
        rows: one text a column, or what `stacked` made of several.
        title: what stands above it.
        right: numbers of the columns of figures, from 0.
        whole: numbers of the columns whose texts are copied, such as keys: never wrapped.
    """
    built = Table(box=SIMPLE_HEAD, title=title or None, title_justify="left", title_style="bold", pad_edge=False)
    figures, unbroken = frozenset(right), frozenset(whole)
    for at, head in enumerate(heads):
        justify: JustifyMethod = "right" if at in figures else "left"
        built.add_column(head, justify=justify, overflow="fold", no_wrap=at in unbroken)
    for row in rows:
        built.add_row(*[Text(plain(cell)) if isinstance(cell, str) else cell for cell in row])
    return built
