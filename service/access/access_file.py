"""The access file: TOML, read strictly, with every fault named by its place and no token hash ever shown whole.

Tables ``[[identity]]`` with a name, a role, token_hashes or certificate_names or both, and limits of his own.
"""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING, Any, Final

from deckmapping.errors import InvalidInputError, Violation, shown
from service.access.identities import AccessList, Identity
from service.access.tokens import HASH, SHOWN_OF_HASH
from service.caller import Role

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

LARGEST_FILE: Final = 1024 * 1024
"""Bytes."""
MOST_HASHES: Final = 2
"""Token hashes of one identity: the token in use, and the one that replaces it."""
GIVEN_ROLES: Final = (Role.GAME, Role.DIRECTOR, Role.AUDITOR)
"""Roles that an identity may have."""
RESERVED_NAMES: Final = ("anonymous", "local")
"""Names of callers without an identity."""
NAME_TEXT: Final = "1 to 60 printable ASCII characters without blanks, neither anonymous nor local"

_LONGEST_NAME: Final = 60
_LONGEST_CERTIFICATE_NAME: Final = 255
_MOST_CERTIFICATE_NAMES: Final = 16
_MOST_IDENTITIES: Final = 1000
_WHOLE_LIMITS: Final = {
    "calls_burst": 10_000_000,
    "calls_at_once": 100_000,
    "largest_request": 1024 * 1024,
}
LEAST_CALLS_PER_S: Final = 0.001
"""One call in a quarter of an hour."""
MOST_CALLS_PER_S: Final = 1_000_000
NOBODY: Final = "identity = []"
"""What an access file says that names nobody."""
_KEYS: Final = ("name", "role", "token_hashes", "certificate_names", "calls_per_s", *_WHOLE_LIMITS)


def load_access(path: Path) -> AccessList:
    """Read the access file.

    Raises:
        InvalidInputError: it cannot be read or is not strict; every fault is named.
    """
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST_FILE + 1)
    except OSError as error:
        raise InvalidInputError.of(str(path), error.strerror or "unreadable", "an access file") from None
    if not data.strip():
        # What is being written anew, or was lost: it must not shut everybody out.
        raise InvalidInputError.of(path.name, "an empty file", f"tables [[identity]], or {NOBODY!r} to let nobody in")
    return parse_access(data, path.name)


def parse_access(data: bytes, name: str) -> AccessList:
    """Read the bytes of an access file; *name* is what an error calls it.

    Raises:
        InvalidInputError: it is not strict; every fault is named.
    """
    if len(data) > LARGEST_FILE:
        raise InvalidInputError.of(name, f"more than {LARGEST_FILE} bytes", f"at most {LARGEST_FILE} bytes")
    try:
        content = tomllib.loads(data.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise InvalidInputError.of(name, f"byte {error.start} is not UTF-8", "text in UTF-8") from None
    except RecursionError:
        raise InvalidInputError.of(name, "deeply nested TOML", "a list of [[identity]]") from None
    except ValueError as error:  # a TOMLDecodeError, or a number of more digits than Python reads
        raise InvalidInputError.of(name, str(error), "strict TOML") from None
    reader = _Reader(name)
    identities = tuple(reader.identities(content))
    if reader.faults:
        raise InvalidInputError.all(reader.faults)
    return AccessList(identities)


class _Reader:
    """Reads the file's tables and gathers every fault."""

    def __init__(self, name: str) -> None:
        self._name = name
        self.faults: list[Violation] = []
        self._taken: dict[tuple[str, str], str] = {}

    def identities(self, content: dict[str, Any]) -> Iterator[Identity]:
        for key in content:
            if key != "identity":
                self._fault(shown(key), "an unknown key", "only [[identity]]")
        tables = content.get("identity", [])
        if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
            self._fault("identity", _kind_of(tables), "tables [[identity]]")
            return
        if len(tables) > _MOST_IDENTITIES:
            self._fault("identity", f"{len(tables)} identities", f"at most {_MOST_IDENTITIES} identities")
            return
        for at, table in enumerate(tables):
            identity = self._identity(table, f"identity[{at}]")
            if identity is not None:
                yield identity

    def _identity(self, table: dict[str, Any], where: str) -> Identity | None:
        before = len(self.faults)
        for key in table:
            if key not in _KEYS:
                self._fault(f"{where}.{shown(key)}", "an unknown key", f"one of {', '.join(_KEYS)}")
        name = self._identity_name(table.get("name"), f"{where}.name")
        role = self._role(table.get("role"), f"{where}.role")
        hashes = self._hashes(table.get("token_hashes", []), f"{where}.token_hashes")
        names = self._certificate_names(table.get("certificate_names", []), f"{where}.certificate_names")
        limits = self._limits(table, where)
        if not hashes and not names and len(self.faults) == before:
            self._fault(where, f"{name} without a token hash or certificate name", "at least one of the two")
        if len(self.faults) > before:
            return None
        return Identity(name, role, hashes, names, **limits)

    def _identity_name(self, value: object, where: str) -> str:
        if not isinstance(value, str) or not is_identity_name(value):
            self._fault(where, _shown(value), NAME_TEXT)
            return ""
        self._only_once("name", value, where, shown(value))
        return value

    def _role(self, value: object, where: str) -> Role:
        if isinstance(value, str) and value in GIVEN_ROLES:
            return Role(value)
        self._fault(where, _shown(value), f"one of {', '.join(GIVEN_ROLES)}")
        return Role.AUDITOR

    def _hashes(self, value: object, where: str) -> tuple[str, ...]:
        if not isinstance(value, list):
            self._fault(where, _kind_of(value), f"a list of at most {MOST_HASHES} hashes")
            return ()
        if len(value) > MOST_HASHES:
            self._fault(where, f"{len(value)} hashes", f"at most {MOST_HASHES}: retire the older with sabacc token")
        for at, item in enumerate(value):
            place = f"{where}[{at}]"
            if not isinstance(item, str) or HASH.fullmatch(item) is None:
                # Never its text: it may be the token itself, put there by mistake.
                self._fault(place, _kind_of(item), "the SHA-256 of a token, 64 hex digits in lower case")
            else:
                self._only_once("token hash", item, place, f"{item[:SHOWN_OF_HASH]}...")
        return tuple(str(item) for item in value)

    def _certificate_names(self, value: object, where: str) -> tuple[str, ...]:
        if not isinstance(value, list) or len(value) > _MOST_CERTIFICATE_NAMES:
            self._fault(where, _kind_of(value), f"a list of at most {_MOST_CERTIFICATE_NAMES} names")
            return ()
        for at, item in enumerate(value):
            place = f"{where}[{at}]"
            if not isinstance(item, str) or len(item) > _LONGEST_CERTIFICATE_NAME or not _is_plain(item):
                expected = f"1 to {_LONGEST_CERTIFICATE_NAME} printable ASCII characters without blanks"
                self._fault(place, _shown(item), expected)
            else:
                self._only_once("certificate name", item, place, shown(item))
        return tuple(str(item) for item in value)

    def _limits(self, table: dict[str, Any], where: str) -> dict[str, Any]:
        limits = {}
        for key, most in _WHOLE_LIMITS.items():
            value = table.get(key)
            limits[key] = value
            if value is not None and (type(value) is not int or not 1 <= value <= most):
                self._fault(f"{where}.{key}", _shown(value), f"a whole number from 1 to {most}")
        value = table.get("calls_per_s")
        limits["calls_per_s"] = value
        least, most_a_second = LEAST_CALLS_PER_S, MOST_CALLS_PER_S
        if value is not None and (type(value) not in (int, float) or not least <= value <= most_a_second):
            self._fault(f"{where}.calls_per_s", _shown(value), f"a number from {least} to {most_a_second}")
        return limits

    def _only_once(self, kind: str, value: str, where: str, told: str) -> None:
        first = self._taken.setdefault((kind, value), where)
        if first != where:
            self._fault(where, told, f"each {kind} once; it also stands at {first}")

    def _fault(self, where: str, value: str, expected: str) -> None:
        self.faults.append(Violation(f"{self._name} {where}", value, expected))


def is_identity_name(text: str) -> bool:
    """Tell whether *text* may name an identity."""
    return len(text) <= _LONGEST_NAME and text not in RESERVED_NAMES and _is_plain(text)


def _is_plain(text: str) -> bool:
    return bool(text) and all("!" <= character <= "~" for character in text)


def _shown(value: object) -> str:
    return "nothing" if value is None else shown(value) if isinstance(value, (str, int, float)) else _kind_of(value)


def _kind_of(value: object) -> str:
    match value:
        case str():
            return f"a text of {len(value)} characters"
        case list():
            return f"a list of {len(value)}"
        case dict():
            return "a table"
        case _:
            return f"a {type(value).__name__}"
