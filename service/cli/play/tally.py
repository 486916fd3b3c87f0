"""What an evening brought: the hands that were played since the player sat down."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from sabacc.v1 import tables_pb2 as pb

if TYPE_CHECKING:
    from sabacc.v1.tables_pb2 import TableView


@dataclass(frozen=True, slots=True)
class Tally:
    """Hands of one seat, counted once each."""

    last: int
    """Number of the last hand that was counted, or was over before."""
    won: int = 0
    lost: int = 0
    push: int = 0
    net: int = 0
    """Chips won, lost ones taken off."""

    @property
    def hands(self) -> int:
        """How many were played."""
        return self.won + self.lost + self.push

    @classmethod
    def before(cls, view: TableView) -> Tally:
        """Begin at a table that is looked at for the first time: a hand that is over already does not count."""
        return cls(view.hand if _is_over(view) else max(0, view.hand - 1))

    def after(self, view: TableView) -> Tally:
        """Return the tally with the hand that *view* shows the end of, if it does and if that was not counted."""
        if view.hand <= self.last or not _is_over(view):
            return self
        chips = view.result.chips
        return replace(
            self,
            last=view.hand,
            won=self.won + (chips > 0),
            lost=self.lost + (chips < 0),
            push=self.push + (chips == 0),
            net=self.net + chips,
        )

    def words(self) -> str:
        """Return the sum in one sentence."""
        if not self.hands:
            return "No hand was played to its end."
        hands = "One hand" if self.hands == 1 else f"{self.hands} hands"
        return f"{hands}: {self.won} won, {self.lost} lost, {self.push} pushed; net {self.net:+d} chips."


def _is_over(view: TableView) -> bool:
    return view.hand == 0 or view.phase == pb.HAND_PHASE_FINISHED or view.HasField("result")
