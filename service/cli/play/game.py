"""A player at a dealer's table: keys in, screens out, until the table is closed or he leaves it open."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sabacc.v1 import tables_pb2 as pb
from service.cli.play.calls import TroubleError, news, sentences
from service.cli.play.keys import press
from service.cli.play.look import Look
from service.cli.play.money import is_for_silver
from service.cli.play.pages import screen
from service.cli.play.refusals import refusal_words
from service.cli.play.sitting import Advise, Close, Make
from service.cli.play.tally import Tally

if TYPE_CHECKING:
    from rich.text import Text

    from service.cli.play.calls import TableCalls
    from service.cli.play.look import Signs
    from service.cli.play.sitting import Order, Sitting
    from service.cli.play.terminal import Terminal


class DealerGame:
    """One evening at a dealer's table."""

    def __init__(
        self, calls: TableCalls, terminal: Terminal, signs: Signs, sitting: Sitting, *, has_coach: bool
    ) -> None:
        """Sit down; with a coach each decision is advised."""
        self._calls = calls
        self._terminal = terminal
        self._signs = signs
        self._has_coach = has_coach
        self._sitting = sitting
        self._tally = Tally.before(sitting.view)
        self._advised = 0

    @property
    def sums(self) -> list[tuple[Sitting, Tally]]:
        """The player as he last sat there, and what he played."""
        return [(self._sitting, self._tally)]

    @property
    def view(self) -> pb.TableView:
        """The table as it was last seen."""
        return self._sitting.view

    @property
    def last_words(self) -> tuple[str, ...]:
        """What the player was told with the last key; where it closed the table, after what the last hand brought."""
        return tuple(filter(None, (self._sitting.hint, *self._sitting.told)))

    def play(self) -> None:
        """Play until the table is closed or no key comes any more."""
        while not self._sitting.view.closed:
            self._coach()
            self._terminal.show(shown(self._sitting, self._signs))
            key = self._terminal.key()
            if not key:
                return
            self._sitting, order = press(self._sitting, key)
            if order is not None:
                self._sitting = carried_out(self._calls, self._sitting, order)
                self._tally = self._tally.after(self._sitting.view)

    def _coach(self) -> None:
        """Ask for advice once for each decision, where it is wanted."""
        view = self._sitting.view
        if self._has_coach and self._advised != view.turn and pb.MOVE_KIND_DRAW in view.moves:
            self._advised = view.turn
            self._sitting = carried_out(self._calls, self._sitting, Advise())


def shown(sitting: Sitting, signs: Signs) -> list[Text]:
    """Return the screen of *sitting* in the light that its table has now."""
    return screen(sitting, Look.of(sitting.theme, signs, is_visited=bool(sitting.view.visit_hands)))


def carried_out(calls: TableCalls, sitting: Sitting, order: Order) -> Sitting:
    """Return *sitting* after what it asked of the service, or with a hint why that could not be done."""
    view = sitting.view
    try:
        match order:
            case Advise():
                return replace(sitting, told=(*sitting.told, f"Coach: {calls.advise()}"))
            case Close():
                response: pb.CloseTableResponse | pb.MakeMoveResponse = calls.close(view)
            case Make():
                response = calls.move(view, order)
    except TroubleError as trouble:
        return _troubled(calls, sitting, trouble)
    bet = order.amount if isinstance(order, Make) and order.amount else sitting.bet
    told = (*_before_closing(sitting, order), *sentences(response))
    return seen(calls, replace(sitting, told=told, news=news(response), bet=bet), response.table)


def _before_closing(sitting: Sitting, order: Order) -> tuple[str, ...]:
    """Return how the last hand ended, where *order* closes the table: its screen may have had no room for all of it."""
    is_over = sitting.view.HasField("result") and not sitting.is_hand_running
    return sitting.told if isinstance(order, Close) and is_over else ()


def seen(calls: TableCalls, sitting: Sitting, view: pb.TableView) -> Sitting:
    """Return *sitting* before the table as it stands now, with what its player owns where that is silver."""
    looking = sitting.looking_at(view)
    return replace(looking, wallet=calls.wallet(looking.own.name)) if is_for_silver(view) else looking


def _troubled(calls: TableCalls, sitting: Sitting, trouble: TroubleError) -> Sitting:
    """Say what is wrong, and look whether the table has moved on."""
    if not trouble.is_refusal:
        return replace(sitting, hint=f"No answer, and nothing is lost: press the key again. {trouble.words}")
    try:
        view = calls.look(sitting.view.seat)
    except TroubleError:
        view = sitting.view
    if not is_for_silver(view):
        return replace(sitting.looking_at(view), hint=trouble.words)
    told = (view.result.words,) if view.turn != sitting.view.turn and view.HasField("result") else sitting.told
    return seen(calls, replace(sitting, told=told, hint=refusal_words(trouble)), view)
