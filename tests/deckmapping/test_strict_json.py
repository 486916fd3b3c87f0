from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

import pytest

from deckmapping import strict_json
from deckmapping.errors import BadCatalogueError
from deckmapping.strict_json import parse_strict_json, read_strict_json

if TYPE_CHECKING:
    from pathlib import Path


def test_numbers_with_a_point_stay_exact() -> None:
    assert parse_strict_json(b'{"a": 3.1415927, "b": 7}', "f") == {"a": Decimal("3.1415927"), "b": 7}


def test_a_byte_order_mark_is_allowed() -> None:
    assert parse_strict_json(b"\xef\xbb\xbf[1]", "f") == [1]


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "strict JSON"),
        (b"[1", "strict JSON"),
        (b"[NaN]", "NaN is no JSON number"),
        (b"[-Infinity]", "-Infinity is no JSON number"),
        (b'[{"a": 1, "b": 2, "a": 1}]', "key 'a' stands twice"),
        (b"[\xff]", "not UTF-8"),
        (b"[" * 100_000, "deeply nested"),
        (b'{"a":' * 100_000, "deeply nested"),
        (b"[" + b"1" * 5_000 + b"]", "strict JSON"),
    ],
)
def test_what_is_no_strict_json_is_refused_by_name(data: bytes, said: str) -> None:
    with pytest.raises(BadCatalogueError, match=said) as caught:
        parse_strict_json(data, "cards.json")
    assert caught.value.violations[0].field == "cards.json"


def test_a_file_that_is_too_large_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strict_json, "LARGEST_FILE", 10)
    path = tmp_path / "big.json"
    path.write_bytes(b'["1234567"]')
    with pytest.raises(BadCatalogueError, match="at most 10 bytes"):
        read_strict_json(path)


def test_a_missing_file_is_refused_without_its_folder(tmp_path: Path) -> None:
    with pytest.raises(BadCatalogueError, match=r"none\.json") as caught:
        read_strict_json(tmp_path / "none.json")
    assert str(tmp_path) not in str(caught.value)
