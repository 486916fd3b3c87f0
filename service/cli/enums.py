"""The contract's enum values as people write them: ``cloud-city`` for VARIANT_CLOUD_CITY."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from google.protobuf.descriptor import EnumDescriptor


def word_of(enum: EnumDescriptor, number: int) -> str:
    """Return one value in words; a number that this contract does not know is returned in digits."""
    value = enum.values_by_number.get(number)
    return str(number) if value is None else value.name.removeprefix(_prefix(enum)).lower().replace("_", "-")


def words_of(enum: EnumDescriptor) -> str:
    """Return all values in words but the unspecified zero, for an error."""
    return ", ".join(word_of(enum, value.number) for value in enum.values if value.number)


def number_of(enum: EnumDescriptor, text: str) -> int | None:
    """Return the value that *text* names: in full, without its prefix, or dashed in lower case; None for another.

    The unspecified zero has no name here: what is left out is never chosen by name.
    """
    name = text.replace("-", "_").upper()
    value = enum.values_by_name.get(name) or enum.values_by_name.get(_prefix(enum) + name)
    return value.number if value is not None and value.number else None


def _prefix(enum: EnumDescriptor) -> str:
    """Return what every value name of *enum* begins with: ``VARIANT_`` of VARIANT_UNSPECIFIED."""
    return enum.values_by_number[0].name.removesuffix("UNSPECIFIED")
