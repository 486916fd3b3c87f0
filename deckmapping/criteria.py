"""Criteria over the facts of a card record, as the variants' data states them."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from deckmapping.records import CardRecord


@dataclass(frozen=True, slots=True)
class Criterion:
    """Conditions that all must hold; a condition that is left out always holds.

    A tuple of words is met by any one of them. GEMP decides each condition by the fact named here, so the facts are
    compared and no text is searched.
    """

    words: str
    """How a reason names what meets the criterion: ``a Tatooine location``."""
    category: str | None = None
    subtypes: tuple[str, ...] = ()
    icons: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    species: tuple[str, ...] = ()
    personas: tuple[str, ...] = ()
    titles: tuple[str, ...] = ()
    """Whole titles, compared without regard to case; either half of a combo card counts."""
    systems: tuple[str, ...] = ()
    has_armor: bool | None = None
    unique: bool | None = None
    """False asks for any other uniqueness than ``UNIQUE``, none stated included."""

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Criterion:
        """Build a criterion from a table of the variants' data.

        Raises:
            ValueError: the table names an unknown condition.
        """
        known = {field.name for field in fields(cls)}
        if unknown := data.keys() - known:
            raise ValueError(f"unknown conditions {sorted(unknown)} in the criterion for {data.get('words')!r}")
        conditions: dict[str, Any] = {k: tuple(v) if isinstance(v, list) else v for k, v in data.items()}
        return cls(**conditions)

    def holds(self, record: CardRecord) -> bool:
        """Tell whether *record* meets every condition."""
        return (
            self.category in (None, record.category)
            and (not self.subtypes or record.subtype in self.subtypes)
            and _meet(self.icons, record.icons)
            and _meet(self.keywords, record.keywords)
            and _meet(self.species, record.species)
            and _meet(self.personas, record.personas)
            and (not self.systems or record.system in self.systems)
            and (not self.titles or self._has_title(record))
            and self.has_armor in (None, record.has_armor)
            and self.unique in (None, record.uniqueness == "UNIQUE")
        )

    def _has_title(self, record: CardRecord) -> bool:
        wanted = {title.casefold() for title in self.titles}
        return any(title.casefold() in wanted for title in (record.title, *record.title_halves))


def first_met(criteria: Iterable[Criterion], record: CardRecord) -> Criterion | None:
    """Return the first of *criteria* that *record* meets."""
    return next((criterion for criterion in criteria if criterion.holds(record)), None)


def _meet(wanted: tuple[str, ...], held: tuple[str, ...]) -> bool:
    return not wanted or any(word in held for word in wanted)
