"""What an evening brought: the hands that were played since the player sat down, game by game."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from sabacc.v1 import tables_pb2 as pb
from service.cli.play.money import is_for_silver, won_by
from service.money import Silver

if TYPE_CHECKING:
    from sabacc.v1.tables_pb2 import TableView


@dataclass(frozen=True, slots=True)
class GameTally:
    """Hands of one game, from its first chips to a bust or to the end."""

    game: int
    """Its number, counted from 1."""
    won: int = 0
    lost: int = 0
    push: int = 0
    net: int = 0
    """Chips or silver won, with what was lost taken off."""
    is_for_silver: bool = False

    @property
    def hands(self) -> int:
        """How many were played."""
        return self.won + self.lost + self.push

    def with_hand(self, won: int) -> GameTally:
        """Return the tally with one more hand, which brought *won*."""
        return replace(
            self,
            won=self.won + (won > 0),
            lost=self.lost + (won < 0),
            push=self.push + (won == 0),
            net=self.net + won,
        )

    def words(self) -> str:
        """Return the sum, without a full stop."""
        hands = "One hand" if self.hands == 1 else f"{self.hands} hands"
        net = f"{'+' if self.net > 0 else ''}{Silver(self.net)}" if self.is_for_silver else f"{self.net:+d} chips"
        return f"{hands}: {self.won} won, {self.lost} lost, {self.push} pushed; net {net}"


@dataclass(frozen=True, slots=True)
class Tally:
    """Hands of one seat, counted once each."""

    last: int
    """Number of the last hand that was counted, or was over before."""
    games: tuple[GameTally, ...]
    """The last one is being played."""

    @classmethod
    def before(cls, view: TableView) -> Tally:
        """Begin at a table that is looked at for the first time: a hand that is over already does not count."""
        return cls(view.hand if _is_over(view) else max(0, view.hand - 1), (_begun(view),))

    def after(self, view: TableView) -> Tally:
        """Return the tally with the hand that *view* shows the end of, if it does and if that was not counted.

        A hand belongs to the game that was played before it ended: its end may be a bust, and begin another one.
        """
        games, last = self.games, self.last
        if view.hand > last and _is_over(view):
            games, last = (*games[:-1], games[-1].with_hand(won_by(view))), view.hand
        if view.purse.game != games[-1].game:
            games = (*games, _begun(view))
        return Tally(last, games)

    def words(self) -> str:
        """Return the sum, a sentence for each game that was played in; nets of different games are not added."""
        played = [each for each in self.games if each.hands]
        if not played:
            return "No hand was played to its end."
        if len(self.games) == 1:
            return f"{played[0].words()}."
        busts = {each.game for each in self.games[:-1]}
        return " ".join(f"Game {each.game}: {_told(each)}{' (bust)' * (each.game in busts)}." for each in played)


def _begun(view: TableView) -> GameTally:
    return GameTally(view.purse.game, is_for_silver=is_for_silver(view))


def _told(game: GameTally) -> str:
    words = game.words()
    return words[0].lower() + words[1:]


def _is_over(view: TableView) -> bool:
    return view.hand == 0 or view.phase == pb.HAND_PHASE_FINISHED or view.HasField("result")
