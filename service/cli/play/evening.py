"""An evening from the first screen to the sum at its end."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from deckmapping.errors import InvalidInputError
from deckmapping.variants import Variant, variant_rules
from sabacc.v1 import cards_pb2
from sabacc.v1 import tables_pb2 as pb
from service.cli import files
from service.cli.failures import UnusableError, unusable
from service.cli.output import exact, line, make_console
from service.cli.play.calls import TableCalls, TroubleError, sentences
from service.cli.play.game import DealerGame, seen
from service.cli.play.money import currency, is_for_silver, least_bet
from service.cli.play.sitting import USUAL_BET, Sitting
from service.cli.play.terminal import opened_terminal, signs_of
from service.cli.play.versus_game import VersusGame
from service.tables.dealer.visits import HIS_OWN_HOUSE

if TYPE_CHECKING:
    from pathlib import Path

    from rich.console import Console

    from service.cli.play.look import Signs
    from service.cli.play.terminal import Terminal
    from service.rpc.contract.servicers import Servicers
    from service.rpc.contract.table_service import TableServicer

_AGAIN: Final = "The same seed and the same keys play the same evening; --record FILE keeps its record."


@dataclass(frozen=True, slots=True, kw_only=True)
class Evening:
    """How a table is played at, beside what it was opened with."""

    bet: int | None
    """Chips of the first bet; None for the table's last one, or the usual one."""
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
            UnusableError: the record cannot be written, the table does not take the first bet, or a coach is wanted
                between two players.
        """
        console = make_console()
        table = TableCalls(calls, view.table_id, self.seed, self.server)
        if view.closed:
            line(console, f"This table was closed {_after(view.hand)}.")
            self._leave(console, table, view)
            return True
        theme = theme_of(calls.tables, view)
        signs = signs_of(console.encoding)
        bet = self._first_bet(view)
        is_through = True
        with opened_terminal(console) as terminal:
            first = seen(table, Sitting(view=view, theme=theme, told=(*told, *_variant(view)), bet=bet), view)
            game = self._game(calls.tables, table, terminal, signs, first)
            try:
                game.play()
            except KeyboardInterrupt:
                is_through = False
        self._end(console, table, game)
        return is_through

    def _first_bet(self, view: pb.TableView) -> int:
        """Return the bet that was wanted, or the table's last one as far as the chips last."""
        least, largest = least_bet(view), view.largest_bet
        if self.bet is None:
            bet = view.bet or (least if is_for_silver(view) else USUAL_BET)
            return min(bet, largest) if largest else bet
        if pb.MOVE_KIND_BET in view.moves and not least <= self.bet <= largest:
            with unusable():
                raise InvalidInputError.of("--bet", self.bet, f"{least} to {largest} {currency(view)}")
        return self.bet

    def _game(
        self, tables: TableServicer, table: TableCalls, terminal: Terminal, signs: Signs, first: Sitting
    ) -> DealerGame | VersusGame:
        if self.has_coach and is_for_silver(first.view):
            with unusable():
                raise InvalidInputError.of("--coach", "a table for silver", "one for practice chips")
        if first.view.against_dealer:
            return DealerGame(table, terminal, signs, first, has_coach=self.has_coach)
        if self.has_coach:
            with unusable():
                raise InvalidInputError.of("--coach", "a table of two players", "a dealer's table")
        view = _seen(tables, first.view.table_id, 1)
        second = seen(table, Sitting(view=view, theme=first.theme), view)
        return VersusGame(table, terminal, signs, first, second)

    def _end(self, console: Console, table: TableCalls, game: DealerGame | VersusGame) -> None:
        """Say what the evening brought, and how the table is verified or gone on with."""
        view = game.view
        if view.closed and is_for_silver(view):
            for words in game.last_words:
                line(console, words)
        for sitting, tally in game.sums:
            who = "" if view.against_dealer else f"{sitting.own.name}: "
            line(console, f"{who}{tally.words()} {_owned(sitting)}", bold=True)
        self._leave(console, table, view)

    def _leave(self, console: Console, table: TableCalls, view: pb.TableView) -> None:
        """Write the record where one is wanted, and say what can be done about the table from now on.

        Raises:
            UnusableError: the record cannot be written; how else it is had was told.
        """
        try:
            if self.record is not None:
                with unusable():
                    files.write_bytes(self.record, _record(table))
        except UnusableError:
            if self.seed is None:
                line(console, "The record was not written. It can be taken at any time with")
                exact(console, f"  {self._taking(view.table_id)}")
            raise
        if not view.closed:
            self._tell_how_to_go_on(console, view)
        elif view.hand:
            self._tell_proof(console, view.table_id)

    def _tell_how_to_go_on(self, console: Console, view: pb.TableView) -> None:
        if self.seed is None:
            waits = is_for_silver(view) and view.phase not in (pb.HAND_PHASE_UNSPECIFIED, pb.HAND_PHASE_FINISHED)
            but = ", but a hand that waits too long is played to its end for you" if waits else ""
            line(console, f"The table stays as it is{but}. Go on with")
            exact(console, f"  sabacc play {shlex.join(('--table', view.table_id, *self.where))}")
        elif self.record is None:
            line(console, f"A table of --seed is not stored, and nobody can go on with it. {_AGAIN}")
        else:
            line(console, f"A table of --seed is not stored: what is left of it is {self.record}.")

    def _tell_proof(self, console: Console, table_id: str) -> None:
        if self.record is None and self.seed is not None:
            line(console, _AGAIN)
            return
        line(console, "Anybody can verify every card of it offline, from the record alone:")
        if self.record is not None:
            exact(console, f"  sabacc table verify {shlex.quote(str(self.record))}")
        else:
            exact(console, f"  {self._taking(table_id)} && sabacc table verify table.txt")

    def _taking(self, table_id: str) -> str:
        """Return the command that takes the table's record."""
        return f"sabacc table record {shlex.join((table_id, '--out', 'table.txt', *self.where))}"


def _owned(sitting: Sitting) -> str:
    """Return what a player has at the end, in a sentence."""
    if not is_for_silver(sitting.view):
        return f"Balance {sitting.view.purse.balance}."
    wallet = sitting.wallet
    return "" if wallet is None else f"Wallet {wallet.balance.text}."


def _after(hands: int) -> str:
    if not hands:
        return "before its first hand"
    return "after one hand" if hands == 1 else f"after {hands} hands"


def _variant(view: pb.TableView) -> tuple[str, ...]:
    """Return what two players are told of wild and clone cards before their first hand."""
    if view.against_dealer or view.hand:
        return ()
    if view.variant == cards_pb2.VARIANT_FAIR_DECK:
        return ("A fair deck: every card counts what is printed.",)
    word = cards_pb2.Variant.Name(view.variant).removeprefix("VARIANT_")
    return (f"{variant_rules(Variant[word]).title}: its wild and clone cards are played with.",)


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
