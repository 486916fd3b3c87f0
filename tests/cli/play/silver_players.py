"""Players of the campaign who may sit down: with silver, and with Lando's lessons behind them."""

from __future__ import annotations

from secrets import token_hex
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.cli.conftest import Run

RIGHT = ("3", "3", "3", "1", "2", "1", "3")
"""Which answer of each lesson is right, as whoever reads them finds."""


def taught(run: Run, player: str, silver: int) -> str:
    """Let a player answer all lessons and give him silver; his name."""
    ran = run("campaign", "lessons", player, stdin="".join(f"{each}\n" for each in RIGHT).encode())
    assert ran.code == 0, ran.err
    if silver:
        given(run, player, silver)
    return player


def given(run: Run, player: str, silver: int) -> None:
    """Give a player silver."""
    ran = run(
        "ledger", "prize", player, str(silver), "--reason", "to play with", "--request-id", f"prize-{token_hex(8)}"
    )
    assert ran.code == 0, ran.err


def wallet(run: Run, player: str) -> int:
    """What a player has."""
    return int(run("ledger", "wallet", player, "--json").json["wallet"]["balance"]["silver"])
