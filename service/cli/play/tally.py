"""What an evening brought: the hands that were played since the player sat down, game by game."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from sabacc.v1 import tables_pb2 as pb

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
    """Chips won, lost ones taken off."""

    @property
    def hands(self) -> int:
        """How many were played."""
        return self.won + self.lost + self.push

    def with_hand(self, chips: int) -> GameTally:
        """Return the tally with one more hand, which brought *chips*."""
        return replace(
            self,
            won=self.won + (chips > 0),
            lost=self.lost + (chips < 0),
            push=self.push + (chips == 0),
            net=self.net + chips,
        )

    def words(self) -> str:
        """Return the sum, without a full stop."""
        hands = "One hand" if self.hands == 1 else f"{self.hands} hands"
        return f"{hands}: {self.won} won, {self.lost} lost, {self.push} pushed; net {self.net:+d} chips"


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
        return cls(view.hand if _is_over(view) else max(0, view.hand - 1), (GameTally(view.purse.game),))

    def after(self, view: TableView) -> Tally:
        """Return the tally with the hand that *view* shows the end of, if it does and if that was not counted.

        A hand belongs to the game that was played before it ended: its end may be a bust, and begin another one.
        """
        games, last = self.games, self.last
        if view.hand > last and _is_over(view):
            games, last = (*games[:-1], games[-1].with_hand(view.result.chips)), view.hand
        if view.purse.game != games[-1].game:
            games = (*games, GameTally(view.purse.game))
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


def _told(game: GameTally) -> str:
    words = game.words()
    return words[0].lower() + words[1:]


def _is_over(view: TableView) -> bool:
    return view.hand == 0 or view.phase == pb.HAND_PHASE_FINISHED or view.HasField("result")
