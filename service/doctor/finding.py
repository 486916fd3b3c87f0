"""What a check found."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum, unique


@unique
class State(StrEnum):
    """How bad it is."""

    OK = "ok"
    WARN = "warn"
    """The service works; somebody should look at it."""
    FAIL = "fail"
    """The service does not start, or does not do what it should."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the examination; it never holds a secret."""

    check: str
    """What was looked at, in a word or two."""
    state: State
    found: str
    todo: str = ""
    """What to do; empty where all is well."""


def fine(check: str, found: str) -> Finding:
    """Return that all is well."""
    return Finding(check, State.OK, found)


def warn(check: str, found: str, todo: str) -> Finding:
    """Return that somebody should look at it."""
    return Finding(check, State.WARN, found, todo)


def fail(check: str, found: str, todo: str) -> Finding:
    """Return that it cannot stay so."""
    return Finding(check, State.FAIL, found, todo)
