"""An evening from the first screen to the sum at its end."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from typing import TYPE_CHECKING

from deckmapping.errors import InvalidInputError
from sabacc.v1 import tables_pb2 as pb
from service.cli import files
from service.cli.failures import unusable
from service.cli.output import exact, line, make_console
from service.cli.play.calls import TableCalls, TroubleError, sentences
from service.cli.play.game import DealerGame
from service.cli.play.sitting import Sitting
from service.cli.play.terminal import opened_terminal, signs_of
from service.cli.play.versus_game import VersusGame
from service.tables.dealer.attention import HIS_OWN_HOUSE

if TYPE_CHECKING:
    from pathlib import Path

    from rich.console import Console

    from service.cli.play.look import Signs
    from service.cli.play.terminal import Terminal
    from service.rpc.contract.servicers import Servicers
    from service.rpc.contract.table_service import TableServicer


@dataclass(frozen=True, slots=True, kw_only=True)
class Evening:
    """How a table is played at, beside what it was opened with."""

    bet: int
    """Chips of the first bet."""
    has_coach: bool
    seed: str | None
    """Text from which everything follows; the table is then gone at the end."""
    record: Path | None
    """Where the record is written at the end."""
    server: str | None
    where: tuple[str, ...]
    """The options that other commands need to find the table again."""

    def play(self, calls: Servicers, view: pb.TableView, told: tuple[str, ...]) -> bool:
        """Play at the table until it is closed or left open, and say what the evening brought.

        Args:
            calls: who answers.
            view: the table as seat 0 sees it.
            told: what its player is told first.

        Returns:
            Whether it came to its end, and was not interrupted.

        Raises:
            UnusableError: the record cannot be written, or a coach is wanted between two players.
        """
        console = make_console()
        table = TableCalls(calls.tables, view.table_id, self.seed, self.server)
        theme = theme_of(calls.tables, view)
        signs = signs_of(console.encoding)
        is_through = True
        with opened_terminal(console) as terminal:
            first = Sitting(view=view, theme=theme, told=told, bet=self.bet).looking_at(view)
            game = self._game(calls.tables, table, terminal, signs, first)
            try:
                game.play()
            except KeyboardInterrupt:
                is_through = False
        self._end(console, table, game)
        return is_through

    def _game(
        self, tables: TableServicer, table: TableCalls, terminal: Terminal, signs: Signs, first: Sitting
    ) -> DealerGame | VersusGame:
        if first.view.against_dealer:
            return DealerGame(table, terminal, signs, first, has_coach=self.has_coach)
        if self.has_coach:
            with unusable():
                raise InvalidInputError.of("--coach", "a table of two players", "a dealer's table")
        second = Sitting(view=_seen(tables, first.view.table_id, 1), theme=first.theme)
        return VersusGame(table, terminal, signs, first, second)

    def _end(self, console: Console, table: TableCalls, game: DealerGame | VersusGame) -> None:
        """Say what the evening brought, and how the table is verified or gone on with."""
        view = game.view
        if view.against_dealer:
            line(console, f"{game.tally.words()} Balance {view.purse.balance}.", bold=True)
        else:
            line(console, f"{view.seats[0].name}: {game.tally.words()}", bold=True)
        if self.record is not None:
            with unusable():
                files.write_bytes(self.record, _record(table))
        if not view.closed and self.seed is None:
            line(console, "The table stays as it is. Go on with")
            exact(console, f"  sabacc play {shlex.join(('--table', view.table_id, *self.where))}")
        elif view.hand:
            self._tell_proof(console, view.table_id)

    def _tell_proof(self, console: Console, table_id: str) -> None:
        if self.record is not None:
            line(console, "Anybody can verify every card of it offline, from the record alone:")
            exact(console, f"  sabacc table verify {shlex.quote(str(self.record))}")
        elif self.seed is not None:
            line(console, "The same seed and the same keys play the same evening; --record FILE keeps its record.")
        else:
            line(console, "Anybody can verify every card of it offline, from the record alone:")
            kept = shlex.join((table_id, "--out", "table.txt", *self.where))
            exact(console, f"  sabacc table record {kept} && sabacc table verify table.txt")


def theme_of(tables: TableServicer, view: pb.TableView) -> pb.GetThemeResponse:
    """Return the theme of a table; the standard table borrows the light of one, and has one dealer."""
    theme: pb.GetThemeResponse = tables.GetTheme(pb.GetThemeRequest(name=view.theme or HIS_OWN_HOUSE))
    if not view.theme:
        theme.ClearField("dealers")
    return theme


def sat_down(calls: Servicers, request: pb.OpenTableRequest) -> tuple[pb.TableView, tuple[str, ...]]:
    """Open a table; return it as seat 0 sees it, and what its player is told."""
    opened = calls.tables.OpenTable(request)
    return opened.table, sentences(opened)


def sat_down_again(calls: Servicers, table_id: str) -> tuple[pb.TableView, tuple[str, ...]]:
    """Return a table that is open already, and how its last hand ended."""
    view = _seen(calls.tables, table_id, 0)
    return view, (view.result.words,) if view.HasField("result") else ()


def _seen(tables: TableServicer, table_id: str, seat: int) -> pb.TableView:
    """Return a table as *seat* sees it; before anything is played a call that fails ends the command."""
    view: pb.TableView = tables.GetTable(pb.GetTableRequest(table_id=table_id, seat=seat)).table
    return view


def _record(table: TableCalls) -> bytes:
    """Return the record.

    Raises:
        InvalidInputError: it cannot be had.
    """
    try:
        return table.record()
    except TroubleError as trouble:
        raise InvalidInputError.of("--record", trouble.words, "a table whose record can be had") from None
