"""Changes of the access file that keep whatever else stands in it: comments, order, other identities.

A change is made in the text, and then proved: the new text must read as the old one with exactly that change.
"""

from __future__ import annotations

import fcntl
import json
import os
import re
import tempfile
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from deckmapping.errors import InvalidInputError
from service.access.access_file import LARGEST_FILE, MOST_HASHES, NOBODY, parse_access
from service.access.identities import AccessList, Identity
from service.access.tokens import SHOWN_OF_HASH

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from service.caller import Role

    Change = tuple[str, AccessList]
    """A new text, and what it must read as."""

_HEADER: Final = re.compile(r"^[ \t]*\[\[[ \t]*identity[ \t]*\]\]", re.MULTILINE)
_HASHES: Final = re.compile(r"^([ \t]*token_hashes[ \t]*=[ \t]*)\[[^\]]*\]", re.MULTILINE)


def add_token(path: Path, name: str, role: Role | None, token_hash: str) -> Identity:
    """Give *name* one more token, as a new identity of *role* where there is none of that name.

    Returns:
        The identity as it stands in the file now.

    Raises:
        InvalidInputError: the file cannot be read, edited or written, *name* has another role or two tokens already,
            or is new and no role is given.
    """

    def change(text: str, known: AccessList) -> Change:
        identity = _find(known, name)
        if identity is None:
            if role is None:
                raise InvalidInputError.of("--role", "nothing", "the role of a new identity")
            made = Identity(name, role, (token_hash,))
            text = text.replace(f"{NOBODY}\n", "")
            entry = f'[[identity]]\nname = {json.dumps(name)}\nrole = "{role}"\ntoken_hashes = ["{token_hash}"]\n'
            gap = "" if not text else "\n" if text.endswith("\n") else "\n\n"
            return text + gap + entry, AccessList((*known.identities, made))
        if role not in (None, identity.role):
            raise InvalidInputError.of("--role", str(role), f"{identity.role}, the role of {name} in the access file")
        if len(identity.token_hashes) >= MOST_HASHES:
            older = identity.token_hashes[0][:SHOWN_OF_HASH]
            expected = f"at most {MOST_HASHES}: retire the older one ({older}) with `sabacc token retire {name}`"
            raise InvalidInputError.of(f"tokens of {name}", f"{MOST_HASHES} tokens", expected)
        return _with_hashes(text, known, identity, (*identity.token_hashes, token_hash))

    return _required(_edit(path, change), name)


def retire_token(path: Path, name: str, prefix: str) -> str:
    """Take away the oldest token of *name*, or the one whose hash begins with *prefix*; return its hash.

    Raises:
        InvalidInputError: as `add_token`, or there is no such token, or it is the last thing he is known by.
    """
    retired: list[str] = []

    def change(text: str, known: AccessList) -> Change:
        identity = _required(known, name)
        fitting = [known_hash for known_hash in identity.token_hashes if known_hash.startswith(prefix)]
        if not fitting or (prefix and len(fitting) > 1):
            shown = ", ".join(known_hash[:SHOWN_OF_HASH] for known_hash in identity.token_hashes) or "none"
            raise InvalidInputError.of("--hash", prefix, f"the beginning of one hash of {name}: {shown}")
        retired.append(fitting[0])
        left = tuple(known_hash for known_hash in identity.token_hashes if known_hash != fitting[0])
        if not left and not identity.certificate_names:
            expected = f"another token first, or `sabacc token remove {name}`"
            raise InvalidInputError.of(f"tokens of {name}", "the last token", expected)
        return _with_hashes(text, known, identity, left)

    _edit(path, change)
    return retired[0]


def remove_identity(path: Path, name: str) -> Identity:
    """Take *name* out of the access file, with his tokens and certificate names.

    Raises:
        InvalidInputError: as `add_token`, or there is no such identity.
    """
    removed: list[Identity] = []

    def change(text: str, known: AccessList) -> Change:
        identity = _required(known, name)
        removed.append(identity)
        start, end = _block(text, known.identities.index(identity))
        left = AccessList(tuple(other for other in known.identities if other is not identity))
        rest = text[:start] + text[end:]
        return rest if rest.strip() else f"{NOBODY}\n", left

    _edit(path, change)
    return removed[0]


def _with_hashes(text: str, known: AccessList, identity: Identity, hashes: tuple[str, ...]) -> Change:
    at = known.identities.index(identity)
    start, end = _block(text, at)
    block = text[start:end]
    listed = "[" + ", ".join(f'"{item}"' for item in hashes) + "]"
    block, found = _HASHES.subn(lambda match: match[1] + listed, block, count=1)
    if not found:
        head = _HEADER.match(block)
        line_end = block.find("\n", head.end() if head else 0) + 1 or len(block)
        block = (
            block[:line_end]
            + ("" if block[:line_end].endswith("\n") else "\n")
            + f"token_hashes = {listed}\n"
            + (block[line_end:])
        )
    changed = list(known.identities)
    changed[at] = replace(identity, token_hashes=hashes)
    return text[:start] + block + text[end:], AccessList(tuple(changed))


def _block(text: str, at: int) -> tuple[int, int]:
    """Return where the entry number *at* begins and ends; comments above the next one belong to that one."""
    heads = [match.start() for match in _HEADER.finditer(text)]
    if at >= len(heads):
        return len(text), len(text)  # written some other way: the proof will fail
    if at + 1 == len(heads):
        return heads[at], len(text)
    lines = text[heads[at] : heads[at + 1]].splitlines(keepends=True)
    while len(lines) > 1 and (not lines[-1].strip() or lines[-1].lstrip().startswith("#")):
        lines.pop()
    return heads[at], heads[at] + sum(map(len, lines))


def _find(known: AccessList, name: str) -> Identity | None:
    return next((identity for identity in known.identities if identity.name == name), None)


def _required(known: AccessList, name: str) -> Identity:
    identity = _find(known, name)
    if identity is None:
        names = ", ".join(identity.name for identity in known.identities) or "none: the file is empty"
        raise InvalidInputError.of("NAME", name, f"one of {names}")
    return identity


def _edit(path: Path, change: Callable[[str, AccessList], Change]) -> AccessList:
    """Read, change, prove and replace the file; another process that edits it waits."""
    real = path.resolve()  # where a link points to, so that the link stays
    try:
        with _locked(real.parent):
            data = _read(real)
            known = parse_access(data, path.name)  # first: it names what is wrong with the bytes
            text, expected = change(data.decode("utf-8"), known)
            if parse_access(text.encode("utf-8"), path.name) != expected:
                raise InvalidInputError.of(str(path), "an unusual form", "tables [[identity]], or an edit by hand")
            _replace(real, text.encode("utf-8"))
            return expected
    except OSError as error:
        raise InvalidInputError.of(str(path), error.strerror or "failed", "a file that can be replaced") from None


def _read(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(LARGEST_FILE + 1)
    except FileNotFoundError:
        return b""


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """Hold a lock on the folder: the file itself is replaced, so a lock on it would be one on the old file."""
    held = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(held, fcntl.LOCK_EX)
        yield
    finally:
        os.close(held)


def _replace(path: Path, data: bytes) -> None:
    """Put *data* in the file's place at once, for its owner alone; an old file's mode and owner stay."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            if path.exists():
                old = path.stat()
                os.fchmod(file.fileno(), old.st_mode & 0o777)
                if (old.st_uid, old.st_gid) != (os.geteuid(), os.getegid()):
                    os.fchown(file.fileno(), old.st_uid, old.st_gid)
            file.flush()
            os.fsync(file.fileno())
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
