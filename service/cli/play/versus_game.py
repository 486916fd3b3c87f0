"""Two people at one terminal: each sees his own side alone, with a screen between that shows nothing."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from sabacc.v1 import tables_pb2 as pb
from service.cli.play.calls import TroubleError
from service.cli.play.game import carried_out, seen, shown
from service.cli.play.keys import press
from service.cli.play.look import Look
from service.cli.play.pages import hand_over_screen
from service.cli.play.sitting import Make, Page
from service.cli.play.tally import Tally

if TYPE_CHECKING:
    from service.cli.play.calls import TableCalls
    from service.cli.play.look import Signs
    from service.cli.play.sitting import Order, Sitting
    from service.cli.play.terminal import Terminal

_DECISIONS: Final = frozenset(
    {
        pb.MOVE_KIND_DRAW,
        pb.MOVE_KIND_STAND,
        pb.MOVE_KIND_CHOOSE,
        pb.MOVE_KIND_CHOOSE_BEST,
        pb.MOVE_KIND_CHANGE_TOTAL,
    }
)


class VersusGame:
    """One evening of two."""

    def __init__(self, calls: TableCalls, terminal: Terminal, signs: Signs, first: Sitting, second: Sitting) -> None:
        """Let both sit down."""
        self._calls = calls
        self._terminal = terminal
        self._signs = signs
        self._sittings = [first, second]
        self._tallies = [Tally.before(each.view) for each in (first, second)]
        self._at_keyboard: int | None = None if first.is_hand_running else 0

    @property
    def sums(self) -> list[tuple[Sitting, Tally]]:
        """Each player as he last sat there, and what he played."""
        return list(zip(self._sittings, self._tallies, strict=True))

    @property
    def last_words(self) -> tuple[str, ...]:
        """Nothing: a table of two is closed between two hands, of which both have seen the end."""
        return ()

    @property
    def view(self) -> pb.TableView:
        """The table as the first player last saw it."""
        return self._sittings[0].view

    def play(self) -> None:
        """Play until the table is closed or no key comes any more."""
        while not self.view.closed:
            seat = asked_seat([each.view for each in self._sittings], self._at_keyboard)
            if seat != self._at_keyboard and not self._hand_over(seat):
                return
            self._terminal.show(shown(self._sittings[seat], self._signs))
            key = self._terminal.key()
            if not key:
                return
            self._sittings[seat], order = press(self._sittings[seat], key)
            if order is not None:
                self._carry_out(seat, order)

    def _hand_over(self, seat: int) -> bool:
        """Let who sits at the keyboard see what his last key did, then hand it to *seat*; False at the end of input."""
        name = self._sittings[seat].own.name
        if self._at_keyboard is not None:
            last = replace(self._sittings[self._at_keyboard], hint=f"Press a key, and hand the keyboard to {name}.")
            self._terminal.show(shown(last, self._signs))
            if not self._terminal.key():
                return False
        self._terminal.forget_keys()
        self._terminal.show(hand_over_screen(name, Look.of(self._sittings[seat].theme, self._signs)))
        if not self._terminal.key():
            return False
        self._at_keyboard = seat
        self._sittings[seat] = _welcomed(self._sittings[seat])
        return True

    def _carry_out(self, seat: int, order: Order) -> None:
        """Do what the player at the keyboard asked; a next hand is wanted by both of them."""
        self._sittings[seat] = carried_out(self._calls, self._sittings[seat], order)
        if isinstance(order, Make) and order.move == pb.MOVE_KIND_READY and self._look_again(1 - seat):
            if self._sittings[1 - seat].may(pb.MOVE_KIND_READY):
                self._sittings[1 - seat] = carried_out(self._calls, self._sittings[1 - seat], order)
            self._look_again(seat)
            if self._sittings[seat].is_hand_running:
                self._at_keyboard = None  # both have looked at the screen until now
        self._look_again(1 - seat)
        self._tallies = [tally.after(each.view) for tally, each in zip(self._tallies, self._sittings, strict=True)]

    def _look_again(self, seat: int) -> bool:
        """Take the view of *seat* anew, and tell whether that could be done."""
        try:
            view = self._calls.look(seat)
        except TroubleError:
            return False
        sitting = self._sittings[seat]
        if view.hand != sitting.view.hand and view.HasField("result"):  # a perfect sabacc has ended it as it was dealt
            sitting = replace(sitting, told=(*sitting.told, view.result.words))
        self._sittings[seat] = seen(self._calls, sitting, view)
        return True


def asked_seat(views: list[pb.TableView], at_keyboard: int | None) -> int:
    """Return whose turn it is; while nobody in particular is asked, who sits at the keyboard goes on."""
    asked = [view.seat for view in views if _DECISIONS.intersection(view.moves)]
    if not asked or at_keyboard in asked:
        return at_keyboard or 0
    return asked[0]


def _welcomed(sitting: Sitting) -> Sitting:
    """Return the sitting of who takes the keyboard, told what the other side has done meanwhile."""
    other = sitting.other
    does = "stands" if other.done else "may still draw"
    told = f"{other.name} has {other.card_count} cards and {does}."
    return replace(sitting, told=(told,), hint="", page=Page.TABLE)
