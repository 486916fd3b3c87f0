"""What a player of the campaign does next, in words, each with the command for it."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, NamedTuple

from sabacc.v1 import cards_pb2
from service.money import Silver

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sabacc.v1 import campaign_pb2 as pb
    from sabacc.v1 import ledger_pb2


class Advice(NamedTuple):
    """One thing to do."""

    words: str
    command: str = ""
    """Empty where no command does it."""


def next_steps(
    career: pb.Career, ladder: pb.GetLadderResponse, wallet: ledger_pb2.Wallet, where: Sequence[str] = ()
) -> Iterator[Advice]:
    """Yield what *career* allows next: first what everything else waits for.

    Args:
        career: what the player has reached.
        ladder: on which he climbs.
        wallet: what he owns.
        where: the options with which the commands find the career again.
    """
    for advice in _next_steps(career, ladder, wallet):
        yield (
            advice._replace(command=" ".join((advice.command, *map(shlex.quote, where)))) if advice.command else advice
        )


def _next_steps(career: pb.Career, ladder: pb.GetLadderResponse, wallet: ledger_pb2.Wallet) -> Iterator[Advice]:
    player = shlex.quote(career.player)
    if left := len(career.lessons_left):
        lessons = "one more lesson" if left == 1 else f"{left} more lessons"
        yield Advice(f"Answer {lessons}: all come before the first table.", f"sabacc campaign lessons {player}")
    if career.table_id:
        name = _dealer(ladder, career.dealer).name
        yield Advice(f"Go on at the table of {name}: only one is open at a time.", _going_on(career))
        return
    least = min((dealer.needed.silver for level in ladder.levels for dealer in level.dealers), default=0)
    if is_short := wallet.free.silver < least:
        yield Advice(f"Bring silver: the smallest table needs {Silver(least)}. What was reached and earned stays.")
    if career.lessons_left or is_short:
        return
    for side in career.sides:
        yield _on_side(side, career, ladder, wallet)


def _on_side(
    side: pb.SideProgress, career: pb.Career, ladder: pb.GetLadderResponse, wallet: ledger_pb2.Wallet
) -> Advice:
    on_side = "the Light Side" if side.side == cards_pb2.SIDE_LIGHT else "the Dark Side"
    if side.done:
        return Advice(f"Nobody is left to be beaten on {on_side}.")
    level = next(each for each in ladder.levels if each.variant == side.level)
    dealers = [each for each in level.dealers if each.side == side.side]
    if not side.dealers_left:
        (boss,) = [each for each in dealers if each.boss]
        short = "" if wallet.free.silver >= boss.needed.silver else f", and {wallet.free.text} is free"
        words = f"On {on_side} {boss.name} plays now: {level.match_hands} hands, ahead at their end. "
        return Advice(f"{words}Bring {boss.needed.text}{short}.", _sitting_down(career, boss))
    usual = [each for each in dealers if not each.boss and each.key not in side.dealers_beaten]
    more = "one more dealer" if side.dealers_left == 1 else f"{side.dealers_left} more dealers"
    words = f"On {on_side} beat {more} at {level.title}: {level.beat_by.text} from the lowest point with him"
    words += f", in {level.beat_hands} hands or more. Left are {', '.join(each.key for each in usual)}."
    return Advice(words, _sitting_down(career, usual[0]))


def _sitting_down(career: pb.Career, dealer: pb.LadderDealer) -> str:
    return f"sabacc play --silver --as {shlex.quote(career.player)} --dealer {dealer.key}"


def _going_on(career: pb.Career) -> str:
    return f"sabacc play --table {shlex.quote(career.table_id)}"


def _dealer(ladder: pb.GetLadderResponse, key: str) -> pb.LadderDealer:
    return next(dealer for level in ladder.levels for dealer in level.dealers if dealer.key == key)
