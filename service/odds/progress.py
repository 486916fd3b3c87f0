"""How something long says how far it is, and is told to stop."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

Progress: TypeAlias = Callable[[int, int], object]
"""Called every few hundred milliseconds or sooner with what is done and of how much; what it raises ends the work."""


def unwatched(_done: int, _of: int) -> None:
    """Let the work go on to its end."""
