"""Reading the themes' TOML files strictly: every fault names the file, the key and what is expected there."""

from __future__ import annotations

import re
import tomllib
from dataclasses import fields
from fractions import Fraction
from importlib.resources import files
from typing import TYPE_CHECKING, Any, TypeVar

from deckmapping.criteria import Criterion
from deckmapping.themes.errors import BadThemeDataError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from enum import StrEnum

    Word = TypeVar("Word", bound=StrEnum)

_CONDITIONS = frozenset(field.name for field in fields(Criterion)) - {"words"}
_FLAGS = frozenset({"has_armor", "unique"})
_LISTS = _CONDITIONS - _FLAGS - {"category"}
_SHARE = re.compile(r"([0-9]{1,6})/([1-9][0-9]{0,5})")
_LONGEST_TEXT = 400  # characters; players read these texts beside a table


class Section:
    """One table of a TOML file. Each key is asked for once by the kind it must have; `finish` refuses the others."""

    def __init__(self, data: object, path: str) -> None:
        if not isinstance(data, dict):
            raise BadThemeDataError.of(path, data, "a table of keys")
        self.path = path
        self._data: Mapping[str, Any] = data
        self._asked: set[str] = set()

    def __contains__(self, key: str) -> bool:
        return key in self._data

    def text(self, key: str) -> str:
        """Return the text of *key*, not empty and at most 400 characters."""
        value = self._get(key, "a text")
        if not isinstance(value, str) or not value.strip() or len(value) > _LONGEST_TEXT:
            raise self.wrong(key, f"a text of 1 to {_LONGEST_TEXT} characters")
        return value

    def texts(self, key: str) -> tuple[str, ...]:
        """Return the texts of the list *key*, at least one and none of them twice."""
        value = self._get(key, "a list of texts")
        is_list = isinstance(value, list) and all(isinstance(each, str) and each for each in value)
        if not isinstance(value, list) or not is_list or not value:
            raise self.wrong(key, "a list of texts, at least one")
        if len(set(value)) != len(value):
            raise self.wrong(key, "a list that holds no text twice")
        return tuple(value)

    def number(self, key: str, lowest: int, highest: int) -> int:
        """Return the whole number of *key*, from *lowest* to *highest*."""
        value = self._get(key, "a whole number")
        if type(value) is not int or not lowest <= value <= highest:
            raise self.wrong(key, f"a whole number from {lowest} to {highest}")
        return value

    def flag(self, key: str) -> bool:
        """Return whether *key* is true."""
        value = self._get(key, "true or false")
        if not isinstance(value, bool):
            raise self.wrong(key, "true or false")
        return value

    def share(self, key: str) -> Fraction:
        """Return the share of *key*, written as a text: ``"1/10"``; never as a number with a point."""
        value = self._get(key, "a share such as 1/10")
        match = _SHARE.fullmatch(value) if isinstance(value, str) else None
        if match is None or int(match[1]) > int(match[2]):
            raise self.wrong(key, "a share from 0 to 1 such as 1/10, in quotes")
        return Fraction(int(match[1]), int(match[2]))

    def word(self, key: str, words: type[Word]) -> Word:
        """Return the value of *words* that *key* names."""
        value = self._get(key, f"one of {', '.join(words)}")
        if not isinstance(value, str) or value not in set(words):
            raise self.wrong(key, f"one of {', '.join(words)}")
        return words(value)

    def section(self, key: str) -> Section:
        """Return the table *key*."""
        return Section(self._get(key, "a table of keys"), f"{self.path}.{key}")

    def sections(self, key: str) -> tuple[Section, ...]:
        """Return the tables of the list *key*, at least one."""
        value = self._get(key, "a list of tables")
        if not isinstance(value, list) or not value:
            raise self.wrong(key, "a list of tables, at least one")
        return tuple(Section(each, f"{self.path}.{key}[{at}]") for at, each in enumerate(value))

    def named_sections(self) -> Iterator[tuple[str, Section]]:
        """Return all keys with their tables."""
        self._asked |= self._data.keys()
        return ((key, Section(value, f"{self.path}.{key}")) for key, value in self._data.items())

    def criterion(self, *but: str) -> Criterion:
        """Return the criterion that all keys together state, those in *but* left out."""
        self.text("words")
        self._asked |= self._data.keys()
        for key in self._data.keys() - {*but, "words"}:
            if key not in _CONDITIONS:
                raise self.wrong(key, f"no other conditions than {', '.join(sorted(_CONDITIONS))}")
            if key in _FLAGS:
                self.flag(key)
            elif key in _LISTS:
                self.texts(key)
            else:
                self.text(key)
        return Criterion.from_data({key: value for key, value in self._data.items() if key not in but})

    def finish(self) -> None:
        """Refuse keys that nobody asked for."""
        if unknown := sorted(self._data.keys() - self._asked):
            raise self.wrong(unknown[0], f"no other keys than {', '.join(sorted(self._asked))}")

    def wrong(self, key: str, expected: str) -> BadThemeDataError:
        """Return the error of a value of *key* that is not as *expected*."""
        return BadThemeDataError.of(f"{self.path}.{key}", self._data.get(key, "nothing"), expected)

    def _get(self, key: str, expected: str) -> object:
        self._asked.add(key)
        if key not in self._data:
            raise self.wrong(key, expected)
        return self._data[key]


def read_packaged(name: str) -> Section:
    """Return the packaged TOML file *name* of this folder."""
    return read_section(files("deckmapping.themes").joinpath(name).read_text(encoding="utf-8"), name)


def read_section(text: str, name: str) -> Section:
    """Return the TOML *text* as a section; *name* is what an error calls the file.

    Raises:
        BadThemeDataError: it is no TOML.
    """
    try:
        return Section(tomllib.loads(text), name)
    except tomllib.TOMLDecodeError as error:
        raise BadThemeDataError.of(name, str(error), "TOML") from None
