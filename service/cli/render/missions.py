"""Missions that are over, for people."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

from service.cli.output import exact, line, table
from service.cli.silver import coins

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from rich.console import Console

    from sabacc.v1 import missions_pb2 as pb
    from sabacc.v1 import tables_pb2


def print_mission(
    console: Console, asked: pb.PlayMissionRequest, answer: pb.PlayMissionResponse, record: Path | None, *, events: bool
) -> None:
    """Print how a mission came out, hand by hand; with *events* move by move."""
    line(console, answer.words, bold=True)
    line(console, _where(asked, answer))
    if events:
        _print_events(console, answer)
    heads = ("Hand", asked.player.name, "Total", answer.opponent.name, "Total", "Won", "Purse")
    rows = [
        (str(hand.number), *_sides(hand), f"{hand.result.chips:+d}" if hand.result.chips else "0", str(hand.purse))
        for hand in answer.hands
    ]
    console.print(table(heads, rows, right=(0, 2, 4, 5, 6)))
    for part in _reward(answer.reward):
        line(console, f"Reward: {part}")
    exact(console, f"SHA-256 of the record  {answer.digest}")
    if record is not None:
        line(console, f"Written to {record}. Anybody can verify it offline:")
        exact(console, f"  sabacc table verify {shlex.quote(str(record))}")


def _where(asked: pb.PlayMissionRequest, answer: pb.PlayMissionResponse) -> str:
    place = f"a table of {asked.theme}" if asked.theme else "the standard table"
    return f"Mission {asked.name} at {place}: {answer.opponent.name} deals. {answer.opponent.character}"


def _print_events(console: Console, answer: pb.PlayMissionResponse) -> None:
    for event in answer.opening:
        line(console, event.text)
    for hand in answer.hands:
        line(console, f"Hand {hand.number}", bold=True)
        for event in hand.events:
            line(console, event.text)


def _sides(hand: pb.MissionHand) -> Iterator[str]:
    for seat in hand.seats:
        yield " ".join(map(_counted, seat.cards))
        yield seat.total


def _counted(card: tables_pb2.TableCard) -> str:
    """Return what a card counts; what is printed on it where a perfect sabacc ended the hand before that was chosen."""
    return card.value or "/".join(card.printed)


def _reward(reward: pb.MissionReward) -> Iterator[str]:
    if reward.text:
        yield reward.text
    if reward.blueprint_ids:
        yield f"cards {', '.join(reward.blueprint_ids)}"
    if reward.silver:
        gold, silver = coins(reward.silver)
        yield f"{gold} gold, {silver} silver"
