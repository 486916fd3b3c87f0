"""What was given as a deck: a file in any format, a deck string, or standard input."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deckmapping.clinic.limits import LARGEST_TEXT
from deckmapping.clinic.recognition import require_readable
from deckmapping.errors import DomainError, InvalidInputError, shown
from sabacc.v1 import cards_pb2
from service.cli import files
from service.cli.failures import UnusableError, tell_line
from service.rpc.contract.deck_messages import WIRE_FORMATS

if TYPE_CHECKING:
    from service.rpc.contract.servicers import Servicers

_ENDINGS: Final = (".txt", ".deck", ".dec", ".htd", ".xml", ".json", ".html", ".htm", ".wiki")
_READ: Final = {cards_pb2.DeckFormat.Name(wire): format_ for format_, wire in WIRE_FORMATS.items()}


def content(given: str, format_: str = "") -> bytes:
    """Return the bytes that *given* names, or is, if they can be read as a deck in the format asked for.

    Raises:
        UnusableError: there is no such file, or it is no text, no XML or no JSON that holds a deck.
        TooLargeError: the file is larger than a deck may be.
    """
    try:
        data = _bytes(given)
        require_readable(data, _READ.get(format_))
    except files.TooLargeError as error:  # a limit, as the service has it
        raise InvalidInputError.of(given, error.violations[0].value, f"at most {LARGEST_TEXT // 1024} KiB") from None
    except DomainError as error:
        raise UnusableError(error) from None
    return data


def _bytes(given: str) -> bytes:
    if not given.strip():
        raise InvalidInputError.of("DECK", "nothing", "a file, a deck string, or - for standard input")
    if files.is_folder(given):
        raise InvalidInputError.of(given, "a folder", "a file: sabacc deck parse and convert take folders")
    if given == files.STANDARD_INPUT or files.is_file(given) or _is_path(given):
        return files.read_bytes(given, LARGEST_TEXT)
    return given.encode(errors="replace")


def parsed(calls: Servicers, given: str, request: cards_pb2.ParseDeckRequest) -> cards_pb2.ParseDeckResponse:
    """Return the answer to *request*; where no card was found in a word that may be a file's name, say so."""
    is_word = given != files.STANDARD_INPUT and not files.is_file(given) and not any(mark in given for mark in "\n,|")
    told = f"no file is called {shown(given)}, so it was read as a deck itself"
    try:
        answer = calls.cards.ParseDeck(request)
    except Exception as error:
        if is_word:
            error.add_note(told)
        raise
    if is_word and not answer.pile and not answer.outside:
        tell_line(told)
    return answer


def _is_path(given: str) -> bool:
    """Tell whether what was given can only be a path: no deck string holds a slash or ends as a file does."""
    return "\n" not in given and "," not in given and ("/" in given or given.lower().endswith(_ENDINGS))
