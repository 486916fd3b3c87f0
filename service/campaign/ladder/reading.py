"""Reading the ladder's TOML files strictly: every fault names the file, the entry, the value and what is expected."""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING, TypeVar

from deckmapping.themes.errors import BadThemeDataError
from deckmapping.themes.reading import read_section

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from deckmapping.errors import Violation
    from deckmapping.themes.reading import Section

_T = TypeVar("_T")


def read_packaged(name: str) -> Section:
    """Return the packaged TOML file *name* of the ladder."""
    return read_section(files("service.campaign.ladder").joinpath("data", name).read_text(encoding="utf-8"), name)


def each_named(sections: Iterable[Section], read: Callable[[Section], _T]) -> tuple[_T, ...]:
    """Read every entry of a list.

    Raises:
        BadThemeDataError: with the fault of each entry that cannot be used.
    """
    entries: list[_T] = []
    faults: list[Violation] = []
    for section in sections:
        try:
            entries.append(read(section))
        except BadThemeDataError as error:
            faults += error.violations
    if faults:
        raise BadThemeDataError.all(faults)
    return tuple(entries)
