"""A broken tie, the list of ties and a verified transcript for people."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Final, TypeAlias

from sabacc.v1 import tiebreaks_pb2 as pb
from service.cli.output import exact, line, table

if TYPE_CHECKING:
    from collections.abc import Mapping

    from google.protobuf.timestamp_pb2 import Timestamp
    from rich.console import Console

Answer: TypeAlias = pb.ResolveTiebreakResponse | pb.RehearseTiebreakResponse | pb.GetTiebreakResponse
"""A broken tie; the three messages have the same fields, but a rehearsal was never stored or voided."""

_GRADES: Final = {
    1: "A: a public randomness beacon",
    2: "B: commit and reveal with every player's nonce",
    3: "C: the caller chose the seed; recomputable, but others could have been tried",
    4: "W: witnessed dice",
}


def print_tie(console: Console, answer: Answer, titles: Mapping[str, str], written: str = "") -> None:
    """Print places, what decided each, the hands, and how anybody verifies the result.

    Args:
        console: where to.
        answer: the broken tie.
        titles: card titles by blueprint id; ids without one are printed alone.
        written: the file that the transcript was written to; empty for none.
    """
    line(console, f"Tie {answer.event}, stage {answer.stage}, attempt {answer.attempt}", bold=True)
    _print_standing(console, answer)
    rows = [(str(p.place), p.player, _decided(p.decided_by)) for p in answer.places]
    console.print(table(("Place", "Player", "Decided by"), rows, right=(0,)))
    for group in answer.groups:
        line(console, f"Equal after the criteria, for place {group.place}: {', '.join(group.players)}")
    _print_hands(console, answer, titles)
    for lot in answer.lots:
        line(console, f"Lot after hand {lot.hand}, in the order drawn: {', '.join(lot.players)}")
    _print_piles(console, answer)
    if answer.win_shares:
        shares = [(share.player, share.share) for share in answer.win_shares]
        console.print(table(("Player", "Chance of first place"), shares, right=(1,)))
    _print_proof(console, answer, written)


def _print_standing(console: Console, answer: Answer) -> None:
    """Say what kind of answer this is: stored before, a rehearsal, voided, a later attempt, shared."""
    if answer.rehearsal:
        line(console, "Rehearsal: nothing was stored.")
    elif not isinstance(answer, pb.RehearseTiebreakResponse):
        if answer.replayed and isinstance(answer, pb.ResolveTiebreakResponse):
            line(console, "This is the stored first answer of an earlier call: a tie is broken once.")
        line(console, f"Broken on {when(answer.create_time)}.")
    for earlier in answer.earlier_attempts:
        line(console, f"Attempt {earlier.attempt} was voided on {when(earlier.void_time)}: {earlier.void_reason}")
    void = getattr(answer, "void_reason", "")
    if void:
        line(console, f"This attempt was voided: {void}")
    if answer.shared:
        line(console, "Places are shared, as the caller asked.")


def _decided(decided_by: str) -> str:
    kind, _, which = decided_by.partition(":")
    match kind:
        case "criterion":
            return f"criterion {which}"
        case "sabacc" | "lot":
            return f"{kind}, hand {which}"
        case _:
            return decided_by


def _print_hands(console: Console, answer: Answer, titles: Mapping[str, str]) -> None:
    for number in sorted({hand.number for hand in answer.hands}):
        rows: list[tuple[str, ...]] = []
        for hand in answer.hands:
            if hand.number != number:
                continue
            for at, card in enumerate(hand.cards):
                name = (
                    f"{titles[card.blueprint_id]} ({card.blueprint_id})"
                    if card.blueprint_id in titles
                    else card.blueprint_id
                )
                rows.append((hand.player if at == 0 else "", name, card.value))
            rows.append(("", "total, over 11" if hand.over else "total", hand.total))
        console.print(table(("Player", "Card drawn", "Value"), rows, title=f"Hand {number}", right=(2,)))


def _print_piles(console: Console, answer: Answer) -> None:
    for pile in answer.piles:
        words = [f"{pile.player} drew from {len(pile.cards)} cards"]
        if pile.started_on_table:
            why = "taken from their types" if pile.started_on_table_assumed else "as the caller said"
            words.append(f"without what started on table ({why}): {', '.join(pile.started_on_table)}")
        if pile.dropped:
            words.append(f"without unknown cards: {', '.join(pile.dropped)}")
        line(console, "; ".join(words))


def _print_proof(console: Console, answer: Answer, written: str) -> None:
    console.print()
    line(console, f"Grade {_GRADES.get(answer.grade, 'unknown')}.")
    exact(console, f"Result id     {answer.result_id}")
    exact(console, f"Rules id      {answer.rules_id}")
    if answer.lock_hex:
        exact(console, f"Lock          {answer.lock_hex}")
        exact(console, f"Derived seed  {answer.seed_hex}")
    exact(console, f"Catalogue     {answer.catalogue_version}")
    if not isinstance(answer, pb.RehearseTiebreakResponse):
        exact(console, f"Audit head    {answer.audit_head}")
    console.print()
    if written:
        line(console, "Anybody can verify this result offline, from the transcript alone:")
        exact(console, f"  sabacc tiebreak verify {shlex.quote(written)}")
    elif answer.rehearsal:
        line(console, "Add --transcript FILE to keep the transcript; `sabacc tiebreak verify FILE` checks it offline.")
    else:
        words = shlex.join((answer.event, answer.stage, str(answer.attempt)))
        line(console, "Write the transcript and verify it offline:")
        exact(console, f"  sabacc tiebreak show {words} --transcript tie.txt && sabacc tiebreak verify tie.txt")


def print_void(console: Console, answer: pb.VoidTiebreakResponse) -> None:
    """Print that an attempt is voided, and what may come next."""
    again = " before" if answer.replayed else ""
    line(
        console,
        f"Attempt {answer.attempt} of {answer.event}, {answer.stage} was voided{again}: {answer.reason}",
        bold=True,
    )
    exact(console, f"Result id   {answer.result_id}")
    exact(console, f"Audit head  {answer.audit_head}")
    line(console, f"Voided on {when(answer.void_time)}.")
    line(console, f"Attempt {answer.attempt + 1} may be resolved now; its answer lists this one.")


def print_list(console: Console, answer: pb.ListTiebreaksResponse) -> None:
    """Print a page of stored ties."""
    rows = [
        (
            f"{t.event} {t.stage} {t.attempt}",
            when(t.create_time),
            ", ".join(f"{p.place} {p.player}" for p in t.places),
            f"voided: {t.void_reason}" if t.void_reason else "stands",
        )
        for t in answer.tiebreaks
    ]
    if rows:
        console.print(table(("Tie", "Broken", "Places", "State"), rows))
    else:
        line(console, "No tie is stored here.")
    if answer.next_page_token:
        exact(console, f"More: --page-token {answer.next_page_token}")


def print_verification(console: Console, answer: pb.VerifyTranscriptResponse) -> None:
    """Print whether a transcript is what its own head leads to, and what was not checked."""
    if not answer.valid:
        line(console, f"NOT VALID: line {answer.first_bad_line} is the first bad one. {answer.reason}", bold=True)
        return
    line(console, "VALID: every line of the transcript comes out again from its head and cards.", bold=True)
    exact(console, f"Result id  {answer.result_id}")
    line(console, f"Card values compared with a catalogue of that version: {'yes' if answer.values_checked else 'no'}")
    line(
        console,
        f"Tie, rules and seed bound by the result: {'yes' if answer.head_checked else 'no, no hand was needed'}",
    )
    if answer.reason:
        line(console, answer.reason)


def when(stamp: Timestamp) -> str:
    """Return a point in time in UTC to the minute."""
    return f"{stamp.ToDatetime():%Y-%m-%d %H:%M} UTC"
