"""Automatic sabacc among players still equal: hands, replays of those still equal, and the lot at the end."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING

from service.draws import drawn_from, stream
from service.rules.hand import FIRST_CARDS, MOST_CARDS
from service.rules.printed import best_printed
from service.rules.ranking import rank
from service.tiebreak.model import Hand, Lot, Place

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from deckmapping.values import Value
    from service.rules.ranking import Rank
    from service.tiebreak.model import Group


@dataclass(slots=True)
class Play:
    """The hands of one tie as they are played: best place first, each group to its end before the next (tsb1, HAND)."""

    seed: bytes
    """The derived seed, 32 bytes."""
    groups: Sequence[Group]
    """Those to play, best place first."""
    piles: Mapping[str, Sequence[str]]
    """Each player's pile, at least two ids; never changed: every hand is drawn from the whole pile."""
    values_of: Mapping[str, tuple[Value, ...]]
    """What each id of the piles may count."""
    stand_on: Value
    """A player draws while his best total is below it."""
    replay_limit: int
    hands: list[list[Hand]] = field(default_factory=list)
    """``hands[n - 1]`` are those of hand n, by player."""
    drawn: set[str] = field(default_factory=set)
    """Every id that was drawn."""
    lots: list[Lot] = field(default_factory=list)
    places: list[Place] = field(default_factory=list)

    def to_the_end(self) -> None:
        """Play until everybody of the groups has a place of his own."""
        waiting = [(place, players, 1) for place, players in reversed(self.groups)]
        while waiting:
            place, players, turn = waiting.pop()
            levels = self._play_hand(players)
            number = len(self.hands)
            still_equal = []
            for level in levels:
                if len(level) == 1:
                    self.places.append(Place(place, level[0], f"sabacc:{number}"))
                elif turn > self.replay_limit:
                    self._draw_lot(place, level)
                else:
                    still_equal.append((place, level, turn + 1))
                place += len(level)
            waiting += reversed(still_equal)

    def _play_hand(self, players: tuple[str, ...]) -> list[tuple[str, ...]]:
        """Deal one hand to *players* and return them level by level, the best first."""
        number = len(self.hands) + 1
        hands = [self._draw(number, player) for player in players]
        self.hands.append(hands)
        levels: dict[Rank, list[str]] = {}
        for hand in hands:
            levels.setdefault(rank(hand.total, len(hand.ids)), []).append(hand.player)
        return [tuple(levels[level]) for level in sorted(levels)]

    def _draw(self, number: int, player: str) -> Hand:
        """Draw one player's cards: two, then more while his best total is below the stand-on total."""
        words = stream(self.seed, f"hand/{number}/{player}".encode())
        values_of, stand_on = self.values_of, self.stand_on
        ids: list[str] = []
        cards: list[tuple[Value, ...]] = []
        for id_ in islice(drawn_from(self.piles[player], words), MOST_CARDS):
            ids.append(id_)
            cards.append(values_of[id_])
            if len(ids) >= FIRST_CARDS:
                values, total = best_printed(cards)
                if total >= stand_on:
                    break
        self.drawn.update(ids)
        return Hand(number, player, tuple(ids), values, total)

    def _draw_lot(self, place: int, players: tuple[str, ...]) -> None:
        """Give *players* the places from *place* on in the order their names are drawn."""
        number = len(self.hands)
        drawn = tuple(drawn_from(players, stream(self.seed, f"last-resort/{number}".encode())))
        self.lots.append(Lot(number, drawn))
        self.places.extend(Place(place + at, name, f"lot:{number}") for at, name in enumerate(drawn))
