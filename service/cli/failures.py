"""How a command fails: its exit code, and one line a violation on standard error, never a traceback."""

from __future__ import annotations

import sys
import traceback
from contextlib import contextmanager
from enum import IntEnum, unique
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

import grpc
import typer
from google.protobuf import json_format
from google.rpc import code_pb2, error_details_pb2, status_pb2
from grpc_status import rpc_status

from deckmapping.errors import BadCatalogueError, DomainError
from service.cli.output import plain
from service.rpc.calls.error_table import status_of
from service.storage.errors import SchemaMismatchError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


@unique
class ExitCode(IntEnum):
    """What a command's exit code says."""

    FINE = 0
    REFUSED = 1
    UNUSABLE = 2
    UNREACHABLE = 3


EXIT_CODES: Final = (
    "Exit codes: 0 done; 1 refused (by the rules or a limit), a deck in doubt, decks that differ, a transcript, "
    "a table's record, an audit log or a ledger that does not verify, books that differ from the ledger's, a design "
    "that finds no deck near enough, or a simulation that disagrees with the exact odds; 2 the command, a file or a "
    "setting cannot be used; 3 the service or its database cannot be reached, or failed; 130 interrupted."
)
"""The exit codes in words, for the help."""

_REFUSALS: Final = frozenset(
    {
        code_pb2.INVALID_ARGUMENT,
        code_pb2.NOT_FOUND,
        code_pb2.ALREADY_EXISTS,
        code_pb2.FAILED_PRECONDITION,
        code_pb2.OUT_OF_RANGE,
        code_pb2.UNAUTHENTICATED,
        code_pb2.PERMISSION_DENIED,
    }
)
_CREDENTIALS: Final = (
    "set SABACC_CLIENT_TOKEN_FILE to a file with a token, or SABACC_CLIENT_CERTIFICATE and SABACC_CLIENT_KEY"
)
_NONE: Final[Mapping[str, str]] = MappingProxyType({})


class UnusableError(Exception):
    """A file, a setting or an argument that cannot be used: exit code 2 whatever is wrong with it."""

    def __init__(self, error: DomainError) -> None:
        super().__init__(str(error))
        self.error = error


class CallError(Exception):
    """A call to a service that failed, with the status that it sent or that stands for its silence."""

    def __init__(self, error: grpc.RpcError, server: str) -> None:
        self.status = status_of_call(error, server)
        super().__init__(self.status.message)
        for note in getattr(error, "__notes__", ()):
            self.add_note(note)


@contextmanager
def unusable() -> Iterator[None]:
    """Mark what goes wrong inside as a fault of a file, a setting or an argument.

    Raises:
        UnusableError: instead of each domain error that is no failure of the store.
    """
    try:
        yield
    except DomainError as error:
        if _exit_code(status_of(error)) is ExitCode.UNREACHABLE:
            raise
        raise UnusableError(error) from None


@contextmanager
def reported(*, as_json: bool, options: Mapping[str, str] = _NONE) -> Iterator[None]:
    """Turn every failure inside into text on standard error and the exit code that belongs to it.

    Args:
        as_json: tell it as google.rpc.Status in proto3 JSON, with the contract's names of fields.
        options: the options that people know fields of the request by, by path; those of a path count below it too.
    """
    try:
        yield
    except UnusableError as failure:
        _fail(failure, status_of(failure.error), ExitCode.UNUSABLE, as_json=as_json)
    except (BadCatalogueError, SchemaMismatchError) as error:
        _fail(error, status_of(error), ExitCode.UNUSABLE, as_json=as_json)
    except DomainError as error:
        status = status_of(error)
        if error.cause:  # a command in this process is its operator's
            status.message += f": {error.cause}"
        _fail(error, status, _exit_code(status), as_json=as_json, options=options)
    except CallError as failure:
        _fail(failure, failure.status, _exit_code(failure.status), as_json=as_json, options=options)


def status_of_call(error: grpc.RpcError, server: str) -> status_pb2.Status:
    """Return the status that the service at *server* sent, or one made of gRPC's own code where none answered."""
    sent = rpc_status.from_call(error)
    if sent is not None:
        return sent
    if error.code() is grpc.StatusCode.UNAVAILABLE:
        text = f"no service answers at {server}: {_why_silent(error.details() or '')}"
    else:
        text = f"the call failed: {error.details() or error.code().name}"
    return status_pb2.Status(code=error.code().value[0], message=text)


def _why_silent(details: str) -> str:
    """Return what to look at, from gRPC's own words about a connection that failed."""
    if "CERTIFICATE_VERIFY_FAILED" in details or "Peer name" in details or "hostname" in details.lower():
        return "its certificate is not one of SABACC_CLIENT_CA, or has another name"
    if "handshake" in details.lower() or "ssl" in details.lower():
        return "it does not speak TLS as SABACC_CLIENT_CA, SABACC_CLIENT_CERTIFICATE and SABACC_CLIENT_KEY ask for"
    if "Socket closed" in details:
        return "it hung up; does it speak TLS (SABACC_CLIENT_CA), or ask for a certificate (SABACC_CLIENT_CERTIFICATE)?"
    return "is it running, and is the address right?"


def is_refusal(status: status_pb2.Status) -> bool:
    """Tell whether *status* says no to what was asked, so that asking again changes nothing."""
    return status.code in _REFUSALS


def internal_status(error: Exception) -> status_pb2.Status:
    """Return the status of a fault of our own: where it happened, without the exception's text."""
    frame = traceback.extract_tb(error.__traceback__)[-1]
    where = f"{Path(frame.filename).name}:{frame.lineno}"
    return status_pb2.Status(code=code_pb2.INTERNAL, message=f"internal error: {type(error).__name__} at {where}")


def error_info(status: status_pb2.Status) -> error_details_pb2.ErrorInfo:
    """Return what callers branch on; an empty message where the status has none."""
    info = error_details_pb2.ErrorInfo()
    next((detail for detail in status.details if detail.Unpack(info)), None)
    return info


def lines_of(status: status_pb2.Status, options: Mapping[str, str] = _NONE) -> list[str]:
    """Return one line a violation; the status's own text where it names no field. *options* are as in `reported`."""
    lines: list[str] = []
    found = 0
    for detail in status.details:
        bad, info = error_details_pb2.BadRequest(), error_details_pb2.ErrorInfo()
        if detail.Unpack(bad):
            lines += [f"{_option(fault.field, options)}: {fault.description}" for fault in bad.field_violations]
        elif detail.Unpack(info) and info.metadata.get("violations", "").isdigit():
            found = int(info.metadata["violations"])
    if lines and found > len(lines):
        lines.append(f"and {found - len(lines)} more")
    lines = lines or [status.message or code_pb2.Code.Name(status.code)]
    if status.code == code_pb2.UNAUTHENTICATED:
        lines.append(_CREDENTIALS)
    return lines


def tell(status: status_pb2.Status, *, as_json: bool, options: Mapping[str, str] = _NONE) -> None:
    """Write *status* to standard error, as google.rpc.Status in proto3 JSON or as lines (`lines_of`)."""
    if as_json:
        print(json_format.MessageToJson(status, ensure_ascii=True), file=sys.stderr)  # noqa: T201
        return
    for line in lines_of(status, options):
        tell_line(line)


def tell_line(text: str) -> None:
    """Write a line to standard error, every character of it printable."""
    print(f"sabacc: {plain(text)}", file=sys.stderr)  # noqa: T201


def _option(field: str, options: Mapping[str, str]) -> str:
    """Return what people know *field* by: the option of the longest path that it begins with, and places in a list."""
    path, mark, place = field.rpartition("[") if field.endswith("]") else (field, "", "")
    while path:
        if path in options:
            return options[path] + mark + place
        path = path.rpartition(".")[0]
    return field


def _fail(
    error: Exception, status: status_pb2.Status, code: ExitCode, *, as_json: bool, options: Mapping[str, str] = _NONE
) -> None:
    """Tell *status* behind the notes on *error*, the outermost first, and leave."""
    notes: list[str] = getattr(error, "__notes__", [])
    if as_json:
        for note in notes:
            status.message = f"{note}: {status.message}"
    else:
        for note in reversed(notes):
            tell_line(f"{note}:")
    tell(status, as_json=as_json, options=options)
    raise typer.Exit(int(code)) from None


def _exit_code(status: status_pb2.Status) -> ExitCode:
    return ExitCode.REFUSED if is_refusal(status) else ExitCode.UNREACHABLE
