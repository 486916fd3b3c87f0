"""What kind of file system a file is on."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

_MOUNTS: Final = Path("/proc/self/mounts")
_OVER_A_NETWORK: Final = frozenset(
    ["9p", "afs", "beegfs", "ceph", "cifs", "fuse.glusterfs", "fuse.sshfs", "lustre", "nfs", "nfs4", "smb3", "smbfs"]
)


def network_file_system(path: Path) -> str:
    """Return the kind of file system if *path* is on one over a network, else nothing; nothing too where it is unknown.

    SQLite's write-ahead log needs memory that all its processes share, and locks that hold: neither is sure there.
    """
    try:
        kind = kind_of(path.resolve(), _MOUNTS.read_text(encoding="utf-8", errors="replace"))
    except OSError:
        return ""
    return kind if kind in _OVER_A_NETWORK else ""


def kind_of(path: Path, mounts: str) -> str:
    """Return the kind of the file system that holds *path*, by the lines of /proc/self/mounts; later mounts count."""
    found, longest = "", -1
    for line in mounts.splitlines():
        words = line.split(" ")
        if len(words) < 3:
            continue
        point = words[1].replace("\\040", " ").replace("\\011", "\t").replace("\\134", "\\")
        if path.is_relative_to(point) and len(point) >= longest:
            found, longest = words[2], len(point)
    return found


def writable_folder(path: Path) -> bool:
    """Tell whether a file could be made at *path*, with the folders above it that are missing."""
    folder = next(parent for parent in path.parents if parent.exists())
    return folder.is_dir() and os.access(folder, os.W_OK | os.X_OK)
