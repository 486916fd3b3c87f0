"""Rewards that GEMP has to give, for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sabacc.v1 import campaign_pb2 as pb
from sabacc.v1 import ledger_pb2
from service.cli.enums import word_of
from service.cli.output import exact, line, stacked, table
from service.cli.render.postings import when

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text


def print_grants(console: Console, answer: pb.ListGrantsResponse, *, after: int, applied_too: bool) -> None:
    """Print a page of grants."""
    if answer.grants:
        heads = ("No.", "Grant", "Player", "Reward", "Since, UTC", "State")
        console.print(table(heads, map(_row, answer.grants), right=(0,)))
        number = len(answer.grants)
        line(console, f"{number} {'reward' if number == 1 else 'rewards'}.")
    else:
        beyond = f" after number {after}" if after else ""
        line(console, f"{'There are no rewards' if applied_too else 'GEMP has no rewards to give'}{beyond}.")
    if answer.more:
        exact(console, f"More: --after {answer.next_after}")


def _row(grant: pb.Grant) -> tuple[str | Text, ...]:
    return (
        str(grant.sequence),
        grant.grant_id,
        grant.player,
        stacked(grant.title or grant.reward, _what(grant)),
        when(grant.create_time),
        _state(grant),
    )


def _what(grant: pb.Grant) -> str:
    """Return what is to be given; information is read out where it is given."""
    kind = word_of(pb.RewardKind.DESCRIPTOR, grant.kind).replace("-", " ")
    if grant.kind == pb.REWARD_KIND_UNSPECIFIED:
        return "no more on the ladder"
    return kind if grant.kind == pb.REWARD_KIND_INFORMATION else f"{kind}: {', '.join(grant.content)}"


def _state(grant: pb.Grant) -> str:
    state = word_of(ledger_pb2.SettlementState.DESCRIPTOR, grant.state)
    return f"{state}: {grant.reason}" if grant.reason else state


def print_grant(console: Console, answer: pb.AcknowledgeGrantResponse) -> None:
    """Print a grant after it was acknowledged."""
    grant = answer.grant
    line(console, "SAID BEFORE: nothing was stored." if answer.replayed else "NOTED.", bold=True)
    exact(console, f"Grant   {grant.grant_id}, number {grant.sequence}")
    exact(console, f"Player  {grant.player}")
    exact(console, f"Reward  {grant.title or grant.reward} ({_what(grant)})")
    exact(console, f"State   {_state(grant)}")
