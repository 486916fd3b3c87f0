"""`sabacc play`: a table in this terminal."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Final

import typer

from deckmapping.errors import InvalidInputError
from service.cli import files
from service.cli.backend import opened, practised
from service.cli.failures import reported, unusable
from service.cli.numbers import large_number
from service.cli.option_groups import takes
from service.cli.options import CatalogueFile, Database, Server
from service.cli.play.evening import Evening, sat_down, sat_down_again
from service.cli.play.opening import FIELDS, PlayOptions
from service.cli.play.silver_opening import FIELDS as SILVER_FIELDS
from service.cli.play.silver_opening import sat_down_for_silver, silver_request
from service.cli.play.sitting import USUAL_BET
from service.rpc.contract.servicers import Servicers
from service.tables.practice import START

INTERRUPTED: Final = 130
"""Exit code after Ctrl-C, as a shell has it."""


@takes(PlayOptions)
def play_table(
    options: PlayOptions,
    *,
    table: Annotated[
        str | None, typer.Option("--table", metavar="ID", help="Go on with a table that was left open.")
    ] = None,
    bet: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            help=f"Chips of the first bet, {USUAL_BET} if not given, or with --table the last one; + and - change it. "
            "For silver, silver; the smallest one if not given.",
            parser=large_number,
        ),
    ] = None,
    coach: Annotated[bool, typer.Option("--coach", help="Advise each decision: draw or stand.")] = False,
    seed: Annotated[
        str | None,
        typer.Option(
            metavar="TEXT",
            help="Practice: the same text and the same keys play the same evening again. Its table is not stored.",
        ),
    ] = None,
    record: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the table's record there at the end.")
    ] = None,
    server: Server = None,
    catalogue: CatalogueFile = None,
    database: Database = None,
) -> None:
    """Play sabacc for practice chips, against a dealer or between two people at this terminal; or for silver.

    Every card can be verified afterwards, from the table's record. Where standard input is no terminal, its lines are
    the keys. A table that was left with Ctrl-C is still there: --table goes on with it. But a table of --seed is not
    stored: only --record keeps what was played there.

    For silver, sit down in the campaign: sabacc play --silver --as PLAYER --dealer KEY.
    """
    with reported(as_json=False, options=SILVER_FIELDS if options.silver else FIELDS):
        with unusable():
            _verify(options, table, seed, {"--server": server, "--database": database})
            if record is not None:
                files.require_writable(record)
            if bet is not None and table is None and not options.silver:
                _verify_bet(options, bet)
            if coach and options.versus is not None:
                raise InvalidInputError.of("--coach", "together with --versus", "one of the two: he helps one player")
            if options.silver:
                _verify_silver(coach=coach, seed=seed)
        where = {"--server": server, "--catalogue": catalogue, "--database": database}
        evening = Evening(
            bet=bet,
            has_coach=coach,
            seed=seed,
            record=record,
            server=server,
            where=tuple(word for name, value in where.items() if value is not None for word in (name, str(value))),
        )
        with _answering(seed, server, catalogue, database) as calls:
            if table is not None:
                view, told = sat_down_again(calls, table)
            elif options.silver:
                view, told = sat_down_for_silver(calls, silver_request(options), bet)
            else:
                view, told = sat_down(calls, options.request(calls))
            if not evening.play(calls, view, told):
                raise typer.Exit(INTERRUPTED)


@contextmanager
def _answering(
    seed: str | None, server: str | None, catalogue: Path | None, database: str | None
) -> Iterator[Servicers]:
    if seed is None:
        with opened(server, catalogue=catalogue, database=database, stored=True) as calls:
            yield calls
    else:
        with practised(seed, catalogue=catalogue) as calls:
            yield calls


def _verify(options: PlayOptions, table: str | None, seed: str | None, stored: dict[str, str | None]) -> None:
    """Check that the options go together.

    Raises:
        InvalidInputError: they do not.
    """
    if seed is not None:
        for option, value in (*stored.items(), ("--table", table)):
            if value is not None:
                raise InvalidInputError.of(option, "together with --seed", "one of the two: a seed's table is not kept")
    if table is not None and (given := next(options.given(), None)) is not None:
        raise InvalidInputError.of(given, "together with --table", "one of the two: the table is open already")


def _verify_silver(*, coach: bool, seed: str | None) -> None:
    """Check what a table for silver cannot have.

    Raises:
        InvalidInputError: it was asked for.
    """
    if coach:
        raise InvalidInputError.of("--coach", "together with --silver", "one of the two: no coach helps with silver")
    if seed is not None:
        raise InvalidInputError.of("--seed", "together with --silver", "one of the two: silver is never played twice")


def _verify_bet(options: PlayOptions, bet: int) -> None:
    """Check what can be told of the first bet before the table is there.

    Raises:
        InvalidInputError: no table takes it.
    """
    if options.versus is not None:
        raise InvalidInputError.of("--bet", "together with --versus", "--stake: both put the same")
    chips = START.count if options.chips is None else options.chips
    if not 0 < bet <= chips:
        raise InvalidInputError.of("--bet", bet, f"1 to {chips} chips")
