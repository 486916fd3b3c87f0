"""Reading a transcript back: the question it answers, and the card values it states.

Only what cannot be rendered is read: head, dropped, criterion, value, wins and card lines (and the names in the place
lines, where nothing else names all players). It is read leniently, because `verification` renders the whole file again
and compares bytes: a number written otherwise or a line out of order shows there. Refused here is what would come out
alike although no service could have written it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, NamedTuple

from deckmapping.errors import InvalidInputError, MalformedIdError
from deckmapping.ids import normalise_id
from deckmapping.values import Value, parse_value
from service.tiebreak import limits
from service.tiebreak.asked import AskedPlayer, AskedTie, FiledValue
from service.tiebreak.lines import BadLineError, Lines, number_in, split_lines
from service.tiebreak.model import HEAD_TO_HEAD, Criterion, Direction, Options, Place, Tie, TieRequest, Win
from service.tiebreak.proof import MODE, RULES
from service.tiebreak.transcript import FIRST_LINE

if TYPE_CHECKING:
    from collections.abc import Sequence

FIRST_PLAYER_LINE: Final = 6
"""Number of the line after the head's five fixed ones."""

MOST_VALUES: Final = 2
"""Values that one card line may state."""


class CardLine(NamedTuple):
    """What a transcript says of a card."""

    number: int
    """Number of the line, from 1."""
    values: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Parsed:
    """The question that a transcript answers, and what it is answered with."""

    request: TieRequest
    """Players without a player line have no pile; places are shared where there is no lock."""
    cards: dict[str, CardLine]
    """By id: those that were drawn."""
    player_lines: dict[str, int]
    """By name: the numbers of the player lines."""


def parse(transcript: bytes) -> Parsed:
    """Read a transcript.

    Raises:
        BadLineError: it cannot be one; the first line that shows it is named.
    """
    lines = Lines(split_lines(transcript))
    tie, seed, options, version = _read_head(lines)
    piles = {words[1]: (at, _read_ids(at, words[2], limits.PILE)) for at, words in lines.every("player", 3)}
    has_lock = bool(lines.every("lock", 2))
    dropped = {words[1]: _read_ids(at, words[2], limits.DECK) for at, words in lines.every("dropped", 3)}
    criteria = tuple([_read_criterion(lines, at, words) for at, words in lines.every("criterion", 3)])
    players = _read_values(lines, [c.name for c in criteria if c.name != HEAD_TO_HEAD])
    wins = tuple([_read_win(lines, at, words) for at, words in lines.every("wins", 4)])
    cards = {words[1]: CardLine(at, _read_card(at, words)) for at, words in lines.every("card", 3)}
    players = players or _read_places(lines)

    options = replace(options, criteria=criteria, share=not has_lock)
    try:
        checked = limits.check(AskedTie(tie, seed, players, wins, options))
    except InvalidInputError as error:
        raise lines.first_bad(error.violations) from None
    seated = [replace(p, pile=piles.get(p.name, (0, ()))[1], dropped=dropped.get(p.name, ())) for p in checked]
    request = TieRequest(tie, seed, tuple(seated), wins, options, version)
    return Parsed(request, cards, {name: at for name, (at, _) in piles.items()})


def _read_head(lines: Lines) -> tuple[Tie, bytes, Options, str]:
    """Read the five lines that every transcript begins with: tie, caller's seed, options, catalogue version."""
    lines.exactly(FIRST_LINE)
    at, words = lines.one("rules", 5)
    if words[1] != RULES or not words[4].startswith("catalogue="):
        raise BadLineError(at, f"expected 'rules {RULES} stand_on=.. replay_limit=.. catalogue=..'")
    lines.mark(at, "options.standOn", "options.replayLimit")
    stand_on = number_in(at, words[2].removeprefix("stand_on="))
    replay_limit = number_in(at, words[3].removeprefix("replay_limit="))
    version = words[4].removeprefix("catalogue=")
    if not limits.CATALOGUE_VERSION.accepts(version):
        raise BadLineError(at, f"expected a catalogue version of {limits.CATALOGUE_VERSION.expected}")
    at, words = lines.one("tie", 4)
    lines.mark(at, "event", "stage", "attempt")
    tie = Tie(words[1], words[2], number_in(at, words[3]))
    lines.exactly(f"mode {MODE}")
    at, words = lines.one("seed", 2)
    lines.mark(at, "seed")
    try:
        seed = bytes.fromhex(words[1])
    except ValueError:
        raise BadLineError(at, "expected the caller's seed in hexadecimal") from None
    return tie, seed, Options(stand_on=stand_on, replay_limit=replay_limit), version


def _read_ids(at: int, text: str, limit: limits.Limit) -> tuple[str, ...]:
    """Read the sorted ids of a pile, or those that were dropped."""
    ids = tuple(text.split(","))
    if not limit.accepts(len(ids)):
        raise BadLineError(at, f"expected {limit.expected}")
    if list(ids) != sorted(ids):
        raise BadLineError(at, "expected the ids sorted")
    for id_ in ids:
        _check_id(at, id_)
    return ids


def _check_id(at: int, text: str) -> None:
    try:
        normal = normalise_id(text)
    except MalformedIdError as error:
        raise BadLineError(at, f"expected {error.violations[0].expected}") from None
    if normal != text:
        raise BadLineError(at, f"expected the id as {normal}")


def _read_criterion(lines: Lines, at: int, words: Sequence[str]) -> Criterion:
    if words[2] not in set(Direction):
        raise BadLineError(at, "expected 'high' or 'low'")
    lines.mark_next(at, "options.criteria")
    return Criterion(words[1], Direction(words[2]))


def _read_values(lines: Lines, names: Sequence[str]) -> tuple[AskedPlayer, ...]:
    """Read the players with the values filed for them; none where no criterion asks for values."""
    players = []
    for at, (_, name, *values) in lines.every("value", 2 + len(names)) if names else ():
        lines.mark_next(at, "players")
        players.append(AskedPlayer(name, criteria=tuple(map(FiledValue, names, values))))
    return tuple(players)


def _read_win(lines: Lines, at: int, words: Sequence[str]) -> Win:
    lines.mark_next(at, "headToHead")
    return Win(words[1], words[2], number_in(at, words[3]))


def _read_card(at: int, words: Sequence[str]) -> tuple[Value, ...]:
    _check_id(at, words[1])
    try:
        values = tuple([parse_value(text) for text in words[2].split("/", MOST_VALUES)])
    except ValueError as fault:
        raise BadLineError(at, str(fault)) from None
    if len(values) > MOST_VALUES or list(values) != sorted(set(values)):
        raise BadLineError(at, f"expected at most {MOST_VALUES} values, ascending")
    return values


def _read_places(lines: Lines) -> tuple[AskedPlayer, ...]:
    """Read the players' names from the places, which all transcripts end with."""
    lines.skip_to("place")
    players = []
    for at, words in lines.every("place", 4):
        lines.mark_next(at, "players")
        players.append(AskedPlayer(words[2]))
    return tuple(players)


def read_places(transcript: str) -> tuple[Place, ...]:
    """Return the places that a stored transcript states, without verifying it; a line that is none is passed over."""
    rows = [line.split(" ") for line in transcript.splitlines() if line.startswith("place ")]
    return tuple(Place(int(row[1]), row[2], row[3]) for row in rows if len(row) == 4 and row[1].isdecimal())
