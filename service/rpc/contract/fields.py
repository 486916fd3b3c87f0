"""Fields as a request names them, in errors of code that knows no request."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

from deckmapping.errors import DomainError, InvalidInputError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from deckmapping.catalogue import Catalogue
    from deckmapping.records import CardRecord


@contextmanager
def under(path: str) -> Iterator[None]:
    """Inside, fields that an error names are those of the message at *path*."""
    try:
        yield
    except InvalidInputError as error:
        faults = (replace(fault, field=f"{path}.{fault.field}") for fault in error.violations)
        raise type(error).all(faults) from None


@contextmanager
def renamed(names: Mapping[str, str], kind: type[DomainError] = InvalidInputError) -> Iterator[None]:
    """Inside, fields that an error names by the keys of *names* get the names beside them, and keep what follows.

    Args:
        names: what the domain calls fields, and what the request calls them.
        kind: of errors.
    """
    try:
        yield
    except kind as error:
        told = type(error).all(replace(fault, field=name_in(fault.field, names)) for fault in error.violations)
        vars(told).update({**vars(error), "violations": told.violations})
        raise told from None


def name_in(field: str, names: Mapping[str, str]) -> str:
    """Return what *field* is called where each key of *names* has the name beside it; what follows a key stays."""
    for old, new in names.items():
        rest = field.removeprefix(old)
        if rest != field and rest[:1] in ("", ".", "["):
            return new + rest
    return field


def read_character(catalogue: Catalogue, blueprint_id: str, field: str) -> CardRecord | None:
    """Read a playing character, None for none.

    Raises:
        InvalidInputError: it is no card of the catalogue, or no character.
    """
    if not blueprint_id:
        return None
    record = catalogue.require(blueprint_id, field)
    if record.category != "CHARACTER":
        raise InvalidInputError.of(field, f"{record.blueprint_id} {record.title}", "a character card")
    return record
