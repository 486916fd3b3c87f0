"""GEMP's books as a file: the ids and totals of what went between its purses and the ledger, in JSON or CSV.

JSON is the request message of `Reconcile`. CSV has a head that names its columns, ``kind,id,player,amount`` in any
order, parted by commas, semicolons or tabs, and a row a movement, of kind ``deposit`` or ``settlement``; rows of kind
``total``, without a player, tell the totals by the ids ``deposited`` and ``applied``.
"""

from __future__ import annotations

import csv
import io
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from deckmapping.errors import InvalidInputError, Violation, shown
from sabacc.v1 import ledger_pb2 as pb
from service.cli import files
from service.cli.request_reader import LARGEST_REQUEST, read_request
from service.cli.silver import EXPECTED, read_silver

if TYPE_CHECKING:
    from collections.abc import Iterator

_COLUMNS: Final = ("kind", "id", "player", "amount")
_KINDS: Final = MappingProxyType(
    {"deposit": pb.GEMP_MOVEMENT_KIND_DEPOSIT, "settlement": pb.GEMP_MOVEMENT_KIND_SETTLEMENT}
)
_TOTAL: Final = "total"
_TOTALS: Final = ("deposited", "applied")


def read_books(name: str) -> pb.ReconcileRequest:
    """Read GEMP's books from the file *name*, or from standard input for ``-``.

    Raises:
        InvalidInputError: they cannot be read; every fault is told by its line and column.
    """
    data = files.read_bytes(name, LARGEST_REQUEST)
    if data.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] in (b"{", b"["):
        return read_request(data, name, pb.ReconcileRequest)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InvalidInputError.of(name, f"byte {error.start} is not UTF-8", "text in UTF-8") from None
    return _read_csv(text, name)


def _read_csv(text: str, name: str) -> pb.ReconcileRequest:
    books = pb.ReconcileRequest()
    faults: list[Violation] = []
    for place, row in _rows(text, name):
        faults += (
            _movement_faults(books, row, place) if row["kind"].lower() != _TOTAL else _total_faults(books, row, place)
        )
    if faults:
        raise InvalidInputError.all(faults)
    return books


def _rows(text: str, name: str) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield each row by its columns, and in words where it stands."""
    head = text.partition("\n")[0]
    reader = csv.reader(
        io.StringIO(text, newline=""), delimiter=next((mark for mark in "\t;" if mark in head), ","), strict=True
    )
    columns: list[str] | None = None
    try:
        for cells in reader:
            stripped = [cell.strip() for cell in cells]
            place = f"{name} line {reader.line_num}"
            if not any(stripped):
                continue
            if columns is None:
                columns = [cell.lower() for cell in stripped]
                if sorted(columns) != sorted(_COLUMNS):
                    raise InvalidInputError.of(place, shown(head.strip()), f"the columns {','.join(_COLUMNS)}")
            elif len(stripped) != len(columns):
                raise InvalidInputError.of(place, f"{len(stripped)} cells", f"{len(columns)}, one a column")
            else:
                yield place, dict(zip(columns, stripped, strict=True))
    except csv.Error as error:
        raise InvalidInputError.of(f"{name} line {reader.line_num}", str(error), "a row of CSV") from None
    if columns is None:
        raise InvalidInputError.of(name, "nothing", f"CSV with the columns {','.join(_COLUMNS)}, or a JSON object")


def _movement_faults(books: pb.ReconcileRequest, row: dict[str, str], place: str) -> list[Violation]:
    """Add a movement to *books*; return what is wrong with it."""
    faults: list[Violation] = []
    kind = _KINDS.get(row["kind"].lower())
    if kind is None:
        faults.append(Violation(f"{place}, kind", shown(row["kind"]), f"one of {', '.join(_KINDS)}, {_TOTAL}"))
    faults += [
        Violation(f"{place}, {column}", "", expected)
        for column, expected in (("id", "the id of the movement"), ("player", "whose purse it is"))
        if not row[column]
    ]
    amount = _amount(row, place, faults)
    if not faults:
        books.movements.add(kind=kind, id=row["id"], player=row["player"], amount=amount)
    return faults


def _total_faults(books: pb.ReconcileRequest, row: dict[str, str], place: str) -> list[Violation]:
    """Add a total to *books*; return what is wrong with it."""
    faults: list[Violation] = []
    which = row["id"].lower()
    if which not in _TOTALS:
        faults.append(Violation(f"{place}, id", shown(row["id"]), f"one of {', '.join(_TOTALS)}: which total it is"))
    elif books.HasField(which):
        faults.append(Violation(f"{place}, id", which, "each total once"))
    if row["player"]:
        faults.append(Violation(f"{place}, player", shown(row["player"]), "nothing: a total is of all players"))
    amount = _amount(row, place, faults)
    if not faults:
        setattr(books, which, amount)
    return faults


def _amount(row: dict[str, str], place: str, faults: list[Violation]) -> int:
    """Return the amount; one that is none is added to *faults*."""
    try:
        return read_silver(row["amount"])
    except ValueError:
        faults.append(Violation(f"{place}, amount", shown(row["amount"]), EXPECTED))
        return 0
