"""Facts that all sources lack, from ``patches.toml``."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from deckmapping.report import Note, NoteKind
from deckmapping.values import parse_value

if TYPE_CHECKING:
    from collections.abc import Iterator

    from deckmapping.records import CardRecord


@dataclass(frozen=True, slots=True)
class Patch:
    """One fact for one card; a patch that changes nothing is a remark."""

    blueprint_id: str
    field: str
    reason: str
    changes: dict[str, Any]
    """Either ``set`` or ``add``, or empty."""

    def apply(self, record: CardRecord) -> tuple[CardRecord, Note]:
        """Return *record* with the patch, and the note that tells of it."""
        note = Note(NoteKind.PATCH, self.blueprint_id, self.field, self.reason)
        if not self.changes:
            return record, note
        value = self._value(getattr(record, self.field))
        return replace(record, **{self.field: value}), note

    def _value(self, held: Any) -> Any:
        if "add" in self.changes:
            return tuple(sorted({*held, *self.changes["add"]}))
        value = self.changes["set"]
        return tuple(parse_value(text) for text in value) if self.field == "values" else value


@dataclass(frozen=True, slots=True)
class Patches:
    """All patches, in the order they are applied, and the systems that variants ask for."""

    patches: tuple[Patch, ...]
    systems: frozenset[str]

    def apply(self, records: dict[str, CardRecord]) -> Iterator[Note]:
        """Patch *records*, which are kept by blueprint id, and tell of each patch whose card is among them."""
        for patch in self.patches:
            if patch.blueprint_id in records:
                records[patch.blueprint_id], note = patch.apply(records[patch.blueprint_id])
                yield note


@cache
def packaged_patches() -> Patches:
    """Return the patches that come with the package."""
    data = tomllib.loads(files("deckmapping").joinpath("patches.toml").read_text(encoding="utf-8"))
    patches = tuple(
        Patch(
            blueprint_id=blueprint_id,
            field=entry["field"],
            reason=entry["reason"],
            changes={key: entry[key] for key in ("set", "add") if key in entry},
        )
        for entry in data["patches"]
        for blueprint_id in entry["ids"]
    )
    return Patches(patches, frozenset(data["systems"]))
