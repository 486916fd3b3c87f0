"""A judged hand for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sabacc.v1 import cards_pb2
from service.cli.enums import word_of
from service.cli.output import line, table

if TYPE_CHECKING:
    from rich.console import Console

    from sabacc.v1 import hands_pb2

_ROLE = cards_pb2.DESCRIPTOR.enum_types_by_name["CardRole"]


def print_verdict(console: Console, answer: hands_pb2.JudgeHandsResponse) -> None:
    """Print both hands card by card with the reasons, then who won by which rule, and the stakes."""
    for at, hand in enumerate(answer.hands):
        rows = [(c.blueprint_id, c.title, word_of(_ROLE, c.role), c.value or "none", c.reason) for c in hand.cards]
        console.print(table(("Id", "Card", "Role", "Value", "Why"), rows, title=f"Hand {at}", right=(3,)))
        line(console, _total(hand))
    line(console, _outcome(answer), bold=True)
    if answer.HasField("winner") and answer.stakes_count:
        names = ", ".join(f"{s.blueprint_id} ({s.reason})" for s in answer.stakes)
        claimed = f"the winner takes {answer.claimed_count} of {names}" if names else "none matches the stakes"
        line(console, f"Hand {1 - answer.winner} gives up {answer.stakes_count}: {claimed}; {answer.lost_count} lost.")
    for note in answer.notes:
        line(console, f"Note: {note}")


def _total(hand: hands_pb2.JudgedHand) -> str:
    if hand.incomplete:
        return "Total: incomplete, a card has no value yet"
    marks = [f"changed by {hand.change:+d} ({hand.change_reason})" if hand.change else ""]
    marks += ["perfect sabacc" if hand.perfect else "", "over 11" if hand.over else ""]
    return ", ".join([f"Total: {hand.total}", *filter(None, marks)])


def _outcome(answer: hands_pb2.JudgeHandsResponse) -> str:
    decided_by = answer.decided_by.replace("_", " ")
    if answer.HasField("winner"):
        return f"Hand {answer.winner} wins{' double' if answer.double else ''}, decided by: {decided_by}."
    if any(hand.incomplete for hand in answer.hands):
        return "No verdict while a hand is incomplete."
    return f"A draw, decided by: {decided_by}."
