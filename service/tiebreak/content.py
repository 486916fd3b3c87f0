"""What a stored tie was asked, in one canonical form that tells whether a later call asks the same."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from deckmapping.errors import Violation, shown
from deckmapping.values import format_value, parse_value
from service.tiebreak.model import HEAD_TO_HEAD, Criterion, Direction, Options, Player, Tie, TieRequest, Win
from service.tiebreak.submissions import Submission

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from service.tiebreak.asked import AskedTie
_FORMAT: Final = 1


@dataclass(frozen=True, slots=True)
class ContentPlayer:
    """A player of the tie."""

    name: str
    values: tuple[str, ...]
    """His figures for the criteria but head_to_head, canonical decimals."""
    cards: Submission


@dataclass(frozen=True, slots=True)
class Content:
    """Everything that makes two calls ask the same, in an order of its own."""

    seed: str
    """The caller's seed, hexadecimal. Compared, never shown."""
    criteria: tuple[tuple[str, str], ...]
    share: bool
    stand_on: int
    replay_limit: int
    allow_unknown: bool
    wins: tuple[tuple[str, str, int], ...]
    players: tuple[ContentPlayer, ...]
    """By name."""

    def to_json(self) -> str:
        """Write the content as canonical JSON."""
        # Written out: `dataclasses.asdict` would visit every id of every deck, at half the cost of the whole tie.
        data = {
            "format": _FORMAT,
            "seed": self.seed,
            "criteria": self.criteria,
            "share": self.share,
            "stand_on": self.stand_on,
            "replay_limit": self.replay_limit,
            "allow_unknown": self.allow_unknown,
            "wins": self.wins,
            "players": [
                {"name": player.name, "values": player.values, "cards": _submission_data(player.cards)}
                for player in self.players
            ],
        }
        return json.dumps(data, sort_keys=True, separators=(",", ":"))

    @classmethod
    def from_json(cls, text: str) -> Content:
        """Read what `to_json` wrote."""
        data = json.loads(text)
        if data.pop("format") != _FORMAT:
            raise ValueError("a stored tie of another format")
        players = tuple(
            ContentPlayer(player["name"], tuple(player["values"]), _submission(player["cards"]))
            for player in data.pop("players")
        )
        criteria = tuple((name, direction) for name, direction in data.pop("criteria"))
        wins = tuple((winner, loser, count) for winner, loser, count in data.pop("wins"))
        return cls(**data, criteria=criteria, wins=wins, players=players)

    def question(self, tie: Tie, catalogue_version: str) -> TieRequest:
        """Return the question as it was answered under the catalogue of *catalogue_version*."""
        return TieRequest(
            tie=tie,
            seed=bytes.fromhex(self.seed),
            players=tuple(
                Player(player.name, player.cards.pile, tuple(map(parse_value, player.values)), player.cards.dropped)
                for player in self.players
            ),
            wins=tuple(Win(*win) for win in self.wins),
            options=Options(
                criteria=tuple(Criterion(name, Direction(direction)) for name, direction in self.criteria),
                share=self.share,
                stand_on=self.stand_on,
                replay_limit=self.replay_limit,
            ),
            catalogue_version=catalogue_version,
        )


_ID_LISTS: Final = ("handed_in", "named_on_table", "pile", "dropped", "on_table")


def _submission_data(cards: Submission) -> dict[str, Any]:
    return {**{name: getattr(cards, name) for name in _ID_LISTS}, "assumed": cards.assumed}


def _submission(data: dict[str, Any]) -> Submission:
    return Submission(**{name: tuple(data[name]) for name in _ID_LISTS}, assumed=data["assumed"])


def content_of(asked: AskedTie, players: Iterable[Player], cards: Iterable[Submission]) -> Content:
    """Build the content of a question that was checked.

    Args:
        asked: the question.
        players: its players with their values, in the caller's order.
        cards: what each of them handed in, in the same order.
    """
    options = asked.options
    return Content(
        seed=asked.seed.hex(),
        criteria=tuple((criterion.name, str(criterion.direction)) for criterion in options.criteria),
        share=options.share,
        stand_on=options.stand_on,
        replay_limit=options.replay_limit,
        allow_unknown=asked.allow_unknown,
        wins=tuple(sorted(asked.wins)),
        players=tuple(
            sorted(
                (
                    ContentPlayer(player.name, tuple(map(format_value, player.values)), submission)
                    for player, submission in zip(players, cards, strict=True)
                ),
                key=lambda player: player.name,
            )
        ),
    )


def differences(stored: Content, asked: Content) -> list[Violation]:
    """Name every part in which *asked* differs from *stored*; nothing where both ask the same.

    Neither a seed nor a deck is shown.
    """
    found = []
    if stored.seed != asked.seed:
        found.append(Violation("seed", "another seed", "the seed of the stored tie"))
    for field, label in (
        ("share", "options.share"),
        ("stand_on", "options.standOn"),
        ("replay_limit", "options.replayLimit"),
        ("allow_unknown", "options.allowUnknown"),
        ("criteria", "options.criteria"),
        ("wins", "headToHead"),
    ):
        first, now = getattr(stored, field), getattr(asked, field)
        if first != now:
            found.append(Violation(label, shown(_words(now)), f"{_words(first)}, as in the stored tie"))
    return [*found, *_player_differences(stored, asked)]


def _words(value: object) -> str:
    if isinstance(value, tuple):
        return ", ".join(" ".join(map(str, item)) for item in value) or "none"
    return str(value)


def _player_differences(stored: Content, asked: Content) -> Iterator[Violation]:
    first, now = ({player.name: player for player in content.players} for content in (stored, asked))
    if first.keys() != now.keys():
        yield Violation("players", shown(", ".join(now)), f"{', '.join(first)}, as in the stored tie")
        return
    for name, player in now.items():
        known = first[name]
        filed, filed_now = _figures(stored, known), _figures(asked, player)
        if filed != filed_now:
            words = f"{_words(tuple(filed.items()))}, as in the stored tie"
            yield Violation(f"players[{name}].criteria", shown(_words(tuple(filed_now.items()))), words)
        if not known.cards.has_same_cards(player.cards):
            yield Violation(f"players[{name}].deck", "another pile", "the pile of the stored tie")


def _figures(content: Content, player: ContentPlayer) -> dict[str, str]:
    """Return a player's figures by criterion: another order of the criteria does not change them."""
    names = [name for name, _ in content.criteria if name != HEAD_TO_HEAD]
    return dict(zip(names, player.values, strict=True))
