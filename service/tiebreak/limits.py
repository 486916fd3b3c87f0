"""Every text rule and limit of a tie, and the check of a whole question against them.

The paths in the violations are the field names of the request file (``players[1].criteria[0].value``).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

from deckmapping.decks import MOST_CARDS
from deckmapping.errors import InvalidInputError, Violation, shown, wanted
from deckmapping.values import Value, parse_value
from service.rules.hand import FIRST_CARDS
from service.tiebreak.model import HEAD_TO_HEAD, Player

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence, Sized

    from service.tiebreak.asked import AskedPlayer, AskedTie, FiledValue
    from service.tiebreak.model import Criterion, Options, Tie, Win


class TextRule(NamedTuple):
    """Which texts a name may be; all of them are ASCII without blanks, so that byte order is their order."""

    pattern: re.Pattern[str]
    expected: str

    def accepts(self, text: str) -> bool:
        """Tell whether *text* obeys the rule."""
        return self.pattern.fullmatch(text) is not None

    def check(self, field: str, text: str) -> tuple[Violation, ...]:
        """Return the fault of *text*, if it has one."""
        return () if self.pattern.fullmatch(text) else (Violation(field, shown(text), self.expected),)


class Limit(NamedTuple):
    """The least and the most that a number may be, both included."""

    least: int
    most: int
    unit: str = ""

    @property
    def expected(self) -> str:
        """The limit in words."""
        return f"{self.least} to {self.most} {self.unit}".rstrip()

    def accepts(self, number: int) -> bool:
        """Tell whether *number* is inside."""
        return self.least <= number <= self.most

    def check(self, field: str, number: int) -> tuple[Violation, ...]:
        """Return the fault of *number*, if it has one; of a thing that is counted only the count is shown."""
        if self.least <= number <= self.most:
            return ()
        return (Violation(field, shown(f"{number} {self.unit}".rstrip()), self.expected),)


EVENT: Final = TextRule(re.compile(r'[!"$-~]{1,60}'), "1 to 60 printable ASCII characters without blanks and '#'")
STAGE: Final = EVENT
PLAYER: Final = TextRule(re.compile(r"[!-+\--~]{1,60}"), "1 to 60 printable ASCII characters without blanks and ','")
CRITERION: Final = TextRule(
    re.compile(r'[!"$-+\--~]{1,60}'), "1 to 60 printable ASCII characters without blanks, '#' and ','"
)
CATALOGUE_VERSION: Final = TextRule(re.compile(r"[!-~]{1,128}"), "1 to 128 printable ASCII characters without blanks")

ATTEMPT: Final = Limit(1, 999)
SEED: Final = Limit(16, 64, "bytes")
STAND_ON: Final = Limit(1, 11)
REPLAY_LIMIT: Final = Limit(0, 64)
PLAYERS: Final = Limit(2, 16, "players")
CRITERIA: Final = Limit(0, 16, "criteria")
WINS: Final = Limit(1, 999)
PAIRS: Final = Limit(0, 240, "pairs of winner and loser")
DECK: Final = Limit(0, MOST_CARDS, "cards")
PILE: Final = Limit(FIRST_CARDS, MOST_CARDS, "cards")
WIN_SHARES: Final = Limit(0, 6, "players equal at first place")
STARTED: Final = Limit(0, MOST_CARDS, "ids")


def check(asked: AskedTie) -> tuple[Player, ...]:
    """Check a whole question except for its decks, and read the figures filed in it.

    Returns:
        The players in the caller's order, with their values and without piles.

    Raises:
        InvalidInputError: something is outside its limits; every fault is named. A seed is never shown.
    """
    violations = list(check_sizes(asked.players, asked.options.criteria, asked.wins))
    if violations:
        raise InvalidInputError.all(violations)
    criteria = asked.options.criteria
    violations = [
        *check_tie(asked.tie),
        *SEED.check("seed", len(asked.seed)),
        *PLAYERS.check("players", len(asked.players)),
        *check_options(asked.options),
        *_check_players(asked.players),
        *_check_wins(asked.wins, asked.players, criteria),
    ]
    filed = [criterion.name for criterion in criteria if criterion.name != HEAD_TO_HEAD]
    players = []
    for at, player in enumerate(asked.players):
        values = _read_values(f"players[{at}].criteria", filed, player.criteria, violations)
        players.append(Player(player.name, values=values))
    if violations:
        raise InvalidInputError.all(violations)
    return tuple(players)


class _HasLists(Protocol):
    """A player as he was asked about, or the message that he is made from."""

    @property
    def started_on_table(self) -> Sized: ...
    @property
    def criteria(self) -> Sized: ...


def check_sizes(players: Sequence[_HasLists], criteria: Sized, wins: Sized) -> Iterator[Violation]:
    """Yield every list of a question that is too long, before anything inside is looked at."""
    if len(players) > PLAYERS.most:
        yield from PLAYERS.check("players", len(players))
    yield from CRITERIA.check("options.criteria", len(criteria))
    yield from PAIRS.check("headToHead", len(wins))
    for at, player in enumerate(players[: PLAYERS.most]):
        field = f"players[{at}]"
        yield from STARTED.check(f"{field}.startedOnTable", len(player.started_on_table))
        yield from CRITERIA.check(f"{field}.criteria", len(player.criteria))


def check_tie(tie: Tie) -> Iterator[Violation]:
    """Yield every fault of a tie's key."""
    yield from EVENT.check("event", tie.event)
    yield from STAGE.check("stage", tie.stage)
    yield from ATTEMPT.check("attempt", tie.attempt)


def check_options(options: Options) -> Iterator[Violation]:
    """Yield every fault of the options."""
    yield from STAND_ON.check("options.standOn", options.stand_on)
    yield from REPLAY_LIMIT.check("options.replayLimit", options.replay_limit)
    seen = set()
    for at, criterion in enumerate(options.criteria):
        field = f"options.criteria[{at}].name"
        yield from CRITERION.check(field, criterion.name)
        if criterion.name in seen:
            yield Violation(field, shown(criterion.name), "each criterion once")
        seen.add(criterion.name)


def _check_players(players: Sequence[AskedPlayer]) -> Iterator[Violation]:
    seen = set()
    for at, player in enumerate(players):
        field = f"players[{at}].name"
        yield from PLAYER.check(field, player.name)
        if player.name in seen:
            yield Violation(field, shown(player.name), "each player once")
        seen.add(player.name)


def _check_wins(
    wins: Sequence[Win], players: Sequence[AskedPlayer], criteria: Sequence[Criterion]
) -> Iterator[Violation]:
    if not wins:
        return
    if all(criterion.name != HEAD_TO_HEAD for criterion in criteria):
        yield Violation("headToHead", f"{len(wins)} entries", f"none, unless {HEAD_TO_HEAD} is one of the criteria")
    names = {player.name for player in players}
    seen = set()
    for at, win in enumerate(wins):
        field = f"headToHead[{at}]"
        for role, name in (("winner", win.winner), ("loser", win.loser)):
            if name not in names:
                yield Violation(f"{field}.{role}", shown(name), "a player of this tie")
        if win.winner == win.loser:
            yield Violation(f"{field}.loser", shown(win.loser), "another player than the winner")
        if (win.winner, win.loser) in seen:
            yield Violation(field, shown(f"{win.winner} over {win.loser}"), "each winner and loser once")
        yield from WINS.check(f"{field}.wins", win.wins)
        seen.add((win.winner, win.loser))


def _known(name: str, names: Sequence[str]) -> str:
    """Say which criteria a player has values for, where *name* is none of them."""
    if name == HEAD_TO_HEAD:
        return "no value: it is counted from headToHead"
    if not names:
        return "no value: the options name no criterion that needs one"
    return f"one of {', '.join(map(shown, names))}"  # a name may be of any length until all is checked


def _read_values(
    field: str, names: Sequence[str], filed: Sequence[FiledValue], violations: list[Violation]
) -> tuple[Value, ...]:
    """Return the *filed* values in the order of *names*; what is wrong with them is added to *violations*."""
    values: dict[str, Value] = {}
    for at, (name, text) in enumerate(filed):
        if name not in names:
            violations.append(Violation(f"{field}[{at}].name", shown(name), _known(name, names)))
        elif name in values:
            violations.append(Violation(f"{field}[{at}].name", shown(name), "each criterion once"))
        try:
            values[name] = parse_value(text)
        except ValueError as fault:
            violations.append(Violation(f"{field}[{at}].value", shown(text), wanted(fault)))
            values[name] = Value(0)
    missing = [name for name in names if name not in values]
    violations += [Violation(field, "no value", f"a value for {shown(name)}") for name in missing]
    return tuple([values[name] for name in names if name in values])
