"""Verifying a transcript: answer its question again, render the whole file, compare bytes."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import zip_longest
from typing import TYPE_CHECKING

from deckmapping.errors import shown
from deckmapping.values import Value
from service.tiebreak.criteria import standings
from service.tiebreak.errors import BadTranscriptError
from service.tiebreak.lines import BadLineError
from service.tiebreak.parsing import FIRST_PLAYER_LINE, parse
from service.tiebreak.resolution import equal_groups, resolve

if TYPE_CHECKING:
    from collections.abc import Callable

    from service.tiebreak.model import TieResult
    from service.tiebreak.parsing import Parsed

    Lookup = Callable[[str], tuple[Value, ...] | None]
    """What a catalogue says that an id may count; None where it does not hold the id."""


@dataclass(frozen=True, slots=True)
class Verification:
    """Whether a transcript is what tsb1 gives for the question in it."""

    valid: bool
    first_bad_line: int | None
    """1-based; None if the transcript is valid."""
    values_checked: bool
    """Whether the card values were compared with a catalogue of the transcript's version."""
    reason: str
    """What is wrong with the first bad line; empty if the transcript is valid."""
    head_checked: bool
    """Whether the rules, tie and seed lines are bound to the result. Without a lock nothing was drawn and tsb1 binds
    none of them: only dropped, criterion, value, wins and place lines are covered by the result id."""


class _Values(dict[str, tuple[Value, ...]]):
    """What the cards count in the re-run. An id that the transcript does not list was not drawn, or is missed."""

    def __missing__(self, _id: str) -> tuple[Value, ...]:
        return (Value(0),)


def verify(transcript: bytes, values_of: Lookup | None = None, catalogue_version: str | None = None) -> Verification:
    """Verify *transcript* from its text alone; with a catalogue of its version its card values are checked too.

    Anything may be passed in: what is no transcript is a transcript that does not verify.

    Args:
        transcript: the file's bytes.
        values_of: the values of an id in the catalogue at hand.
        catalogue_version: the version of that catalogue.
    """
    lookup: Lookup | None = None
    has_lock = False
    try:
        parsed = parse(transcript)
        has_lock = not parsed.request.options.share
        if parsed.request.catalogue_version == catalogue_version:
            lookup = values_of
        _answer_again(transcript, parsed, lookup)
    except BadLineError as bad:
        return Verification(
            valid=False,
            first_bad_line=bad.number,
            values_checked=lookup is not None,
            reason=bad.reason,
            head_checked=has_lock,
        )
    return Verification(
        valid=True, first_bad_line=None, values_checked=lookup is not None, reason="", head_checked=has_lock
    )


def replay(transcript: str) -> TieResult:
    """Return the answer that *transcript* proves.

    Raises:
        BadTranscriptError: it does not verify.
    """
    data = transcript.encode()
    try:
        return _answer_again(data, parse(data), None)
    except BadLineError as bad:
        raise BadTranscriptError.of("transcript", f"line {bad.number}", bad.reason.removeprefix("expected ")) from None


def _answer_again(transcript: bytes, parsed: Parsed, lookup: Lookup | None) -> TieResult:
    """Answer the question in *transcript* again.

    Raises:
        BadLineError: the answer's transcript is another.
    """
    _check_player_lines(parsed)
    result = resolve(parsed.request, _values(parsed, lookup))
    if transcript != result.transcript.encode("ascii"):
        given, again = transcript.decode("ascii").split("\n")[:-1], result.transcript.split("\n")[:-1]
        for number, (line, expected) in enumerate(zip_longest(given, again), 1):
            if line != expected:
                raise BadLineError(number, "expected " + ("the end" if expected is None else repr(shown(expected))))
    return result


def _check_player_lines(parsed: Parsed) -> None:
    """Refuse a lock that leaves out somebody who is still equal: no hand could be played for him."""
    request = parsed.request
    if request.options.share:
        return
    levels = standings(request.players, request.wins, request.options.criteria)
    for name in sorted({name for group in equal_groups(levels) for name in group.players} - set(parsed.player_lines)):
        number = FIRST_PLAYER_LINE + sum(other < name for other in parsed.player_lines)
        raise BadLineError(number, f"expected the pile of {name}, who is still equal")


def _values(parsed: Parsed, lookup: Lookup | None) -> _Values:
    """Return the values to play with: the catalogue's where there is one, else those that the transcript states."""
    values = _Values()
    for id_, line in parsed.cards.items():
        known = lookup(id_) if lookup else line.values
        if known is None:
            raise BadLineError(line.number, "expected an id of the catalogue")
        values[id_] = known
    return values
