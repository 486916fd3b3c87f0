"""Reading the ladder's TOML files strictly: every fault names the file, the entry, the value and what is expected."""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING, Protocol, TypeVar

from deckmapping.themes.errors import BadThemeDataError
from deckmapping.themes.reading import read_section

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from types import TracebackType

    from deckmapping.errors import Violation
    from deckmapping.themes.reading import Section

_T = TypeVar("_T")


class _Keyed(Protocol):
    @property
    def key(self) -> str: ...


_K = TypeVar("_K", bound=_Keyed)


def read_packaged(name: str) -> Section:
    """Return the packaged TOML file *name* of the ladder."""
    return read_section(files("service.campaign.ladder").joinpath("data", name).read_text(encoding="utf-8"), name)


class Faults:
    """Gathers the faults of what is read inside it, so that they are named all at once."""

    def __init__(self) -> None:
        self._found: list[Violation] = []

    def __enter__(self) -> None:
        """Read on."""

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool:
        if isinstance(error, BadThemeDataError):
            self._found += error.violations
            return True
        return False

    def refuse(self) -> None:
        """Raise a `BadThemeDataError` with all faults, if there are any."""
        if self._found:
            raise BadThemeDataError.all(self._found)


def each_named(sections: Iterable[Section], read: Callable[[Section], _T]) -> tuple[_T, ...]:
    """Read every entry of a list.

    Raises:
        BadThemeDataError: with the fault of each entry that cannot be used.
    """
    entries: list[_T] = []
    faults = Faults()
    for section in sections:
        with faults:
            entries.append(read(section))
    faults.refuse()
    return tuple(entries)


def each_keyed(root: Section, name: str, read: Callable[[Section], _K]) -> tuple[_K, ...]:
    """Read every entry of the list *name* of a file, each of which has a key of its own.

    Raises:
        BadThemeDataError: with the fault of each entry that cannot be used, or a key stands twice.
    """
    entries = each_named(root.sections(name), read)
    keys = [entry.key for entry in entries]
    if doubles := sorted({key for key in keys if keys.count(key) > 1}):
        raise root.wrong(name, f"the key {doubles[0]} once")
    return entries
