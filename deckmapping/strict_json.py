"""JSON without surprises: sizes bounded, numbers exact, every key once."""

from __future__ import annotations

import json
from collections import Counter
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Final, NoReturn

from deckmapping.errors import BadCatalogueError

if TYPE_CHECKING:
    from pathlib import Path

LARGEST_FILE: Final = 64 * 1024 * 1024
"""Bytes of a source or catalogue file; the largest known one has 4 MB."""


def read_strict_json(path: Path) -> Any:
    """Return the JSON value in the file *path*, numbers with a point as `Decimal`.

    Raises:
        BadCatalogueError: the file cannot be read, is too large, is not UTF-8 (a byte order mark is allowed), or is not
            strict JSON: NaN and infinities, a key given twice in one object and nesting too deep to follow are refused.
    """
    return parse_strict_json(_read_bytes(path), path.name)


def parse_strict_json(data: bytes, name: str) -> Any:
    """Return the JSON value in *data*; *name* is what an error calls the file.

    Raises:
        BadCatalogueError: as `read_strict_json`.
    """
    if len(data) > LARGEST_FILE:
        raise BadCatalogueError.of(name, f"{len(data)} bytes", f"at most {LARGEST_FILE} bytes")
    try:
        text = data.decode("utf-8-sig")
        return json.loads(text, parse_float=Decimal, parse_constant=_refuse, object_pairs_hook=_unique_keys)
    except RecursionError:
        raise BadCatalogueError.of(name, "deeply nested JSON", "JSON of a depth that can be followed") from None
    except UnicodeDecodeError as error:
        raise BadCatalogueError.of(name, f"byte {error.start} is not UTF-8", "text in UTF-8") from None
    except ValueError as error:
        raise BadCatalogueError.of(name, str(error), "strict JSON") from None


def _read_bytes(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(LARGEST_FILE + 1)
    except OSError as error:
        raise BadCatalogueError.of(path.name, error.strerror or "unreadable", "a readable file") from None


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is no JSON number")


def _unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        twice = next(key for key, count in Counter(key for key, _ in pairs).items() if count > 1)
        raise ValueError(f"key {twice!r} stands twice in one object")
    return members
