"""Request files: strict JSON read into the request message itself, with every fault named.

A request file is the request message in proto3 JSON. The reader walks the message's descriptor, so a field that the
contract gains is read without a line here. It is stricter than proto3 JSON where leniency would hide a mistake: unknown
and doubled keys, null, numbers for text and base64 that does not decode to itself are refused. It is more lenient in
one thing: an enum value may be written as its full name, without its prefix, or dashed in lower case.
"""

from __future__ import annotations

import base64
import binascii
import json
import re
from decimal import Decimal
from functools import partial
from typing import TYPE_CHECKING, Any, Final, TypeVar, cast

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message

from deckmapping.errors import BadCatalogueError, InvalidInputError, Violation, shown
from deckmapping.strict_json import parse_strict_json
from service.cli.enums import number_of, words_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

AnyMessage = TypeVar("AnyMessage", bound=Message)

LARGEST_REQUEST: Final = 1024 * 1024
"""Bytes of the largest request file; the service takes no larger message either."""

_WHOLE: Final = re.compile(r"-?[0-9]{1,19}")
_RANGES: Final = {
    FieldDescriptor.TYPE_INT32: range(-(2**31), 2**31),
    FieldDescriptor.TYPE_INT64: range(-(2**63), 2**63),
}


class _WrongValueError(Exception):
    """A value that its field cannot take; the text says what was expected."""


def read_request(data: bytes, name: str, kind: type[AnyMessage]) -> AnyMessage:
    """Read a request message from the bytes of a request file.

    Args:
        data: UTF-8, with or without a byte order mark, at most 1 MiB.
        name: what an error calls the file.
        kind: the request message's class.

    Raises:
        InvalidInputError: the file is not strict JSON, or a key or value is not of the message. Every fault is named by
            its path; what stands in a field of bytes, a seed, is never repeated.
    """
    if len(data) > LARGEST_REQUEST:
        raise InvalidInputError.of(name, f"more than {LARGEST_REQUEST} bytes", f"at most {LARGEST_REQUEST} bytes")
    try:
        value = parse_strict_json(data, name)
    except BadCatalogueError as error:  # the same strictness, another kind of file
        raise InvalidInputError.all(error.violations) from None
    message = kind()
    faults: list[Violation] = []
    if isinstance(value, dict):
        _fill(message, value, "", faults)
    else:
        faults.append(Violation(name, _shown_json(value), f"one JSON object, a {kind.DESCRIPTOR.name}"))
    if faults:
        raise InvalidInputError.all(faults)
    return message


def _fill(message: Message, members: dict[str, Any], path: str, faults: list[Violation]) -> None:
    """Set the fields of *message* from *members*; what cannot be set is added to *faults*."""
    fields = cast("Sequence[FieldDescriptor]", message.DESCRIPTOR.fields)
    known = {name: field for field in fields for name in (field.name, field.json_name)}
    taken: dict[str, str] = {}
    for key, value in members.items():
        field = known.get(key)
        where = f"{path}.{shown(key)}" if path else shown(key)
        if field is None:
            names = ", ".join(field.json_name for field in fields) or "none"
            faults.append(Violation(where, "an unknown key", f"one of {names}"))
            continue
        slot = field.containing_oneof.name if field.containing_oneof else field.name
        if slot in taken:
            faults.append(Violation(where, f"{taken[slot]} and {key}", "only one of them"))
            continue
        taken[slot] = key
        if field.is_repeated:
            _fill_list(message, field, value, where, faults)
        elif field.type == FieldDescriptor.TYPE_MESSAGE:
            child = getattr(message, field.name)
            child.SetInParent()
            _fill_child(child, value, where, faults)
        else:
            _set(partial(setattr, message, field.name), field, value, where, faults)


def _fill_list(message: Message, field: FieldDescriptor, value: object, where: str, faults: list[Violation]) -> None:
    if not isinstance(value, list):
        faults.append(Violation(where, _shown_json(value), "a list"))
        return
    items = getattr(message, field.name)
    for at, item in enumerate(value):
        if field.type == FieldDescriptor.TYPE_MESSAGE:
            _fill_child(items.add(), item, f"{where}[{at}]", faults)
        else:
            _set(items.append, field, item, f"{where}[{at}]", faults)


def _fill_child(child: Message, value: object, where: str, faults: list[Violation]) -> None:
    if isinstance(value, dict):
        _fill(child, value, where, faults)
    else:
        faults.append(Violation(where, _shown_json(value), f"an object, a {child.DESCRIPTOR.name}"))


def _set(
    put: Callable[[Any], object], field: FieldDescriptor, value: object, where: str, faults: list[Violation]
) -> None:
    """Read a single value and *put* it where it belongs."""
    try:
        put(_READERS[field.type](field, value))
    except _WrongValueError as wrong:
        secret = field.type == FieldDescriptor.TYPE_BYTES
        faults.append(Violation(where, _kind_of(value) if secret else _shown_json(value), str(wrong)))


def _text(_field: FieldDescriptor, value: object) -> str:
    if not isinstance(value, str):
        raise _WrongValueError("a text")
    if any("\ud800" <= character <= "\udfff" for character in value):
        raise _WrongValueError("a text in Unicode, without half surrogate pairs")
    return value


def _truth(_field: FieldDescriptor, value: object) -> bool:
    if not isinstance(value, bool):
        raise _WrongValueError("true or false")
    return value


def _whole(field: FieldDescriptor, value: object) -> int:
    if isinstance(value, str) and _WHOLE.fullmatch(value):  # proto3 JSON prints int64 as text
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int):
        raise _WrongValueError("a whole number")
    allowed = _RANGES[field.type]
    if value not in allowed:
        raise _WrongValueError(f"a whole number from {allowed.start} to {allowed.stop - 1}")
    return value


def _bytes(_field: FieldDescriptor, value: object) -> bytes:
    expected = "base64 text: A-Z a-z 0-9 + / and = to a length that divides by 4"
    if not isinstance(value, str):
        raise _WrongValueError(expected)
    try:
        read = base64.b64decode(value, validate=True)
    except (ValueError, binascii.Error):
        raise _WrongValueError(expected) from None
    if base64.b64encode(read).decode("ascii") != value:
        raise _WrongValueError(f"{expected}; the unused bits at the end must be 0")
    return read


def _enum(field: FieldDescriptor, value: object) -> int:
    enum = field.enum_type
    assert enum is not None
    wanted = number_of(enum, value) if isinstance(value, str) else None
    if wanted is None:
        raise _WrongValueError(f"one of {words_of(enum)}")
    return wanted


_READERS: Final[dict[int, Callable[[FieldDescriptor, object], Any]]] = {
    FieldDescriptor.TYPE_STRING: _text,
    FieldDescriptor.TYPE_BYTES: _bytes,
    FieldDescriptor.TYPE_BOOL: _truth,
    FieldDescriptor.TYPE_INT32: _whole,
    FieldDescriptor.TYPE_INT64: _whole,
    FieldDescriptor.TYPE_ENUM: _enum,
}
"""How a value of each type is read; a type that no request uses is not here."""


def _shown_json(value: object) -> str:
    """Return a JSON value as an error shows it: as JSON, objects and lists only by their kind."""
    if isinstance(value, (dict, list)):
        return _kind_of(value)
    return shown(str(value) if isinstance(value, Decimal) else json.dumps(value))


def _kind_of(value: object) -> str:
    """Return what a JSON value is, without what it holds."""
    match value:
        case None:
            return "null"
        case bool():
            return "true or false"
        case str():
            return f"a text of {len(value)} characters"
        case dict():
            return "an object"
        case list():
            return "a list"
        case _:
            return "a number"
