"""A folder of decks: each file is read, perhaps written in another format, and summed up in a line."""

from __future__ import annotations

import json
import sys
from collections import Counter
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

import grpc
from google.protobuf import json_format
from rich.console import Console
from rich.progress import track

from deckmapping.clinic.limits import LARGEST_TEXT
from deckmapping.errors import DomainError, InvalidInputError
from sabacc.v1 import cards_pb2
from service.cli import files
from service.cli.failures import unusable
from service.cli.output import make_console
from service.cli.render.decks import FileResult, print_folder

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from google.protobuf.message import Message

    from service.rpc.contract.servicers import Servicers

_ENDINGS = {cards_pb2.DECK_FORMAT_JSON: ".json"}
_USUAL_ENDING = ".txt"  # GEMP's XML too: its import offers no other files


def read_folder(
    calls: Servicers,
    folder: str,
    request: cards_pb2.ParseDeckRequest,
    out: Path | None = None,
    *,
    allow_unresolved: bool = False,
) -> list[FileResult]:
    """Read every file of *folder* as *request* says, with a progress bar on standard error if that is a terminal.

    Args:
        calls: who reads them.
        folder: where the files are; those in its own folders are read too.
        request: the request without its content.
        out: where the first of the request's exports is written, one file a deck; None writes nothing.
        allow_unresolved: write decks in which something is in doubt too.
    """
    with unusable():
        paths = files.files_in(folder)
        if not paths:
            raise InvalidInputError.of(folder, "no file", "a folder with files")
    names = _names([path.relative_to(folder) for path in paths])
    console = Console(stderr=True)
    results: list[FileResult] = []
    for path in track(paths, "Reading decks", console=console, disable=not console.is_terminal, transient=True):
        name = path.relative_to(folder)
        if files.leads_out(path, folder):
            results.append(FileResult(str(name), None, "a link out of the folder, which is not followed"))
            continue
        result = _read(calls, path, str(name), request)
        if out is not None and (answer := result.answer) is not None:
            if answer.doubts and not allow_unresolved:
                result = FileResult(result.name, answer, "not written: something is in doubt")
            else:
                result = _written(result, answer, out / (names[name] + _ending(request)))
        results.append(result)
    return results


def _ending(request: cards_pb2.ParseDeckRequest) -> str:
    return _ENDINGS.get(request.exports[0], _USUAL_ENDING)


def _written(result: FileResult, answer: cards_pb2.ParseDeckResponse, path: Path) -> FileResult:
    """Write the deck to *path*, unless nothing of it was resolved."""
    if not answer.pile and not answer.outside:
        return FileResult(result.name, answer, "not written: no card of it is sure")
    with unusable():
        files.write_bytes(path, answer.exports[0].text.encode())
    return FileResult(result.name, answer, f"written to {path}")


def out_folder(out: Path | None, given: str) -> Path:
    """Return the folder to write the decks of the folder *given* to, made if it is not there.

    Raises:
        UnusableError: none was named, it is *given* itself, or it cannot be made.
    """
    with unusable():
        if out is None:
            raise InvalidInputError.of("--out", "nothing", "a folder to write the decks of a folder to")
        if out.resolve() == Path(given).resolve():
            raise InvalidInputError.of("--out", str(out), "another folder: decks would be written over those read")
        try:
            out.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise InvalidInputError.of(str(out), error.strerror or "failed", "a folder that can be written") from None
    return out


def show_results(results: Sequence[FileResult], *, as_json: bool, is_written: bool = False) -> bool:
    """Print what became of the files and tell whether all is well: nothing refused, and nothing in doubt.

    With *is_written*, doubts are no fault: the caller allowed them.
    """
    if as_json:
        told = [
            {"file": result.name, "words": result.words}
            | ({"deck": as_dict(result.answer)} if result.answer is not None else {})
            for result in results
        ]
        print_json({"files": told})
    else:
        print_folder(make_console(), results)
    return all(result.answer is not None and (is_written or not result.answer.doubts) for result in results)


def as_dict(message: Message) -> dict[str, Any]:
    """Return *message* as proto3 JSON has it, fields without presence included."""
    return dict(json_format.MessageToDict(message, always_print_fields_with_no_presence=True))


def print_json(value: object) -> None:
    """Print *value* as JSON in ASCII, as messages are printed."""
    sys.stdout.write(json.dumps(value, indent=2) + "\n")


def _read(calls: Servicers, path: Path, name: str, request: cards_pb2.ParseDeckRequest) -> FileResult:
    """Read one file; one that cannot be read does not keep the others from it."""
    try:
        asked = cards_pb2.ParseDeckRequest(content=files.read_bytes(str(path), LARGEST_TEXT))
        asked.MergeFrom(request)
        return FileResult(name, calls.cards.ParseDeck(asked), "")
    except DomainError as error:
        return FileResult(name, None, str(error))
    except grpc.RpcError as error:
        if error.code() is not grpc.StatusCode.INVALID_ARGUMENT:
            raise
        return FileResult(name, None, error.details() or "refused")


def _names(paths: Iterable[Path]) -> Mapping[Path, str]:
    """Return under which name each deck is written, no two of them the same in any case.

    It is the path without the ending, where no other file has the same name then; else the whole path, with a number
    behind it where that is taken too.
    """
    short = {path: "-".join(path.with_suffix("").parts) for path in paths}
    counts = Counter(name.casefold() for name in short.values())
    names = {path: name for path, name in short.items() if counts[name.casefold()] == 1}
    taken = {name.casefold() for name in names.values()}
    for path in short:
        if path not in names:
            whole = "-".join(path.parts)
            free = (name for name in _numbered(whole) if name.casefold() not in taken)
            names[path] = next(free)
            taken.add(names[path].casefold())
    return names


def _numbered(name: str) -> Iterator[str]:
    yield name
    yield from (f"{name}-{number}" for number in count(2))
