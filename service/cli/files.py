"""Reading what a command was given, from a file or from standard input, and writing what it was asked for."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Final

from deckmapping.errors import InvalidInputError

STANDARD_INPUT: Final = "-"
"""Where a file is read, this word means standard input."""


class TooLargeError(InvalidInputError):
    """A file with more bytes than are read."""


def read_bytes(name: str, largest: int) -> bytes:
    """Return what is in the file *name*, or on standard input for ``-``.

    Args:
        name: a path, or ``-``.
        largest: bytes that are read at most.

    Raises:
        TooLargeError: the file is larger.
        InvalidInputError: the file cannot be read.
    """
    try:
        if name == STANDARD_INPUT:
            data = sys.stdin.buffer.read(largest + 1)
        else:
            with Path(name).open("rb") as file:
                data = file.read(largest + 1)
    except (OSError, ValueError) as error:  # ValueError: a null character in the name
        reason = getattr(error, "strerror", None) or "no such file"
        raise InvalidInputError.of(name, reason, "a file that can be read") from None
    if len(data) > largest:
        raise TooLargeError.of(name, f"more than {largest} bytes", f"at most {largest} bytes")
    return data


def read_text(name: str, largest: int) -> str:
    """Return the UTF-8 text in the file *name* or on standard input; a byte order mark is dropped.

    Raises:
        InvalidInputError: the file cannot be read, is larger than *largest* bytes, or is not UTF-8.
    """
    try:
        return read_bytes(name, largest).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InvalidInputError.of(name, f"byte {error.start} is not UTF-8", "text in UTF-8") from None


def is_file(name: str) -> bool:
    """Tell whether *name* is the path of a file; a text that can be no path is none."""
    try:
        return Path(name).is_file()
    except OSError:  # longer than a file name may be
        return False


def is_folder(name: str) -> bool:
    """Tell whether *name* is the path of a folder; a text that can be no path is none, and neither is no text."""
    try:
        return bool(name) and Path(name).is_dir()
    except OSError:  # longer than a file name may be
        return False


def files_in(folder: str) -> list[Path]:
    """Return the files in *folder* and the folders in it, by their paths; hidden ones are left out.

    Links to folders are among them, for the caller to tell: they are not followed.

    Raises:
        InvalidInputError: the folder cannot be read.
    """
    try:
        found = [path for path in Path(folder).rglob("*") if path.is_symlink() or path.is_file()]
    except OSError as error:
        raise InvalidInputError.of(folder, error.strerror or "failed", "a folder that can be read") from None
    return sorted(path for path in found if not any(part.startswith(".") for part in path.relative_to(folder).parts))


def leads_out(path: Path, folder: str) -> bool:
    """Tell whether *path* in *folder* is a link to something that is no file of this folder."""
    try:
        return path.is_symlink() and not (path.is_file() and path.resolve().is_relative_to(Path(folder).resolve()))
    except (OSError, RuntimeError):  # RuntimeError: a link to itself
        return True


def require_writable(path: Path) -> None:
    """Check before long work that its result can be written to *path*; what stands there stays as it is.

    Raises:
        InvalidInputError: the file cannot be written.
    """
    is_new = not os.path.lexists(path)
    try:
        if is_new or path.is_file() or path.is_dir():  # a pipe or a device is opened once, for the result
            path.open("ab").close()
        if is_new:
            path.unlink()
    except OSError as error:
        raise _unwritable(path, error) from None


def write_bytes(path: Path, data: bytes) -> None:
    """Write *data* to *path* as it is.

    Raises:
        InvalidInputError: the file cannot be written.
    """
    try:
        path.write_bytes(data)
    except OSError as error:
        raise _unwritable(path, error) from None


def _unwritable(path: Path, error: OSError) -> InvalidInputError:
    return InvalidInputError.of(str(path), error.strerror or "failed", "a file that can be written")
