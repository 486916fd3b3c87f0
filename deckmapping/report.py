"""What an import found: nothing that a source holds is dropped without a line here."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum, unique
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from deckmapping.sources.reading import LeftOut, SourceKind


@dataclass(frozen=True, slots=True)
class SourceValue:
    """What one source says of a fact, in its own text."""

    source: SourceKind
    text: str


@dataclass(frozen=True, slots=True)
class Conflict:
    """A fact on which records of one card differ."""

    blueprint_id: str
    field: str
    values: tuple[SourceValue, ...]
    taken: str
    reason: str


@dataclass(frozen=True, slots=True)
class Gap:
    """A fact that a source, or every source, leaves open for some cards."""

    field: str
    explanation: str
    ids: tuple[str, ...]

    @property
    def count(self) -> int:
        """Number of cards concerned."""
        return len(self.ids)


@unique
class NoteKind(StrEnum):
    """Why a note was made."""

    NOTATION = "notation"
    """The sources write one value in different ways."""
    PATCH = "patch"
    """A fact was added or explained by ``patches.toml``."""


@dataclass(frozen=True, slots=True)
class Note:
    """A remark on one card that is no conflict."""

    kind: NoteKind
    blueprint_id: str
    field: str
    text: str


@dataclass(frozen=True, slots=True)
class SourceSummary:
    """A file that was imported, with the number of its records and of the different cards among them."""

    kind: SourceKind
    name: str
    record_count: int
    card_count: int


@dataclass(frozen=True, slots=True)
class ImportReport:
    """Everything worth telling about an import. A catalogue that was not imported has an empty one."""

    sources: tuple[SourceSummary, ...] = ()
    conflicts: tuple[Conflict, ...] = ()
    gaps: tuple[Gap, ...] = ()
    notes: tuple[Note, ...] = ()
    left_out: tuple[LeftOut, ...] = ()
