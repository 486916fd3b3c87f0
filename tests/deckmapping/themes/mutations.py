"""Packaged TOML files with one thing wrong: a key taken away, given another kind, or one more that nobody knows."""

from __future__ import annotations

import tomllib
from copy import deepcopy
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

WRONG_KIND: Final = 3.5
"""No key of any of the files is a number with a point."""


def packaged(name: str) -> dict[str, Any]:
    return tomllib.loads(files("deckmapping.themes").joinpath(name).read_text(encoding="utf-8"))


def paths(data: object, path: str = "") -> Iterator[tuple[str, list[object]]]:
    """Return every place of *data* as an error names it, with the keys that lead there."""
    parts: list[tuple[str, object, object]] = []
    if isinstance(data, dict):
        parts = [(f".{key}", key, value) for key, value in data.items()]
    elif isinstance(data, list) and data and isinstance(data[0], dict):
        parts = [(f"[{at}]", at, value) for at, value in enumerate(data)]
    for word, key, value in parts:
        yield path + word, [key]
        yield from ((found, [key, *keys]) for found, keys in paths(value, path + word))


def changed(data: dict[str, Any], keys: list[Any], value: object) -> dict[str, Any]:
    """Return *data* with *value* at the place *keys*."""
    copy = deepcopy(data)
    place: Any = copy
    for key in keys[:-1]:
        place = place[key]
    place[keys[-1]] = value
    return copy


def without(data: dict[str, Any], keys: list[Any]) -> dict[str, Any]:
    """Return *data* without what is at the place *keys*."""
    copy = deepcopy(data)
    place: Any = copy
    for key in keys[:-1]:
        place = place[key]
    del place[keys[-1]]
    return copy
