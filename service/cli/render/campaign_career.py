"""How far a player of the campaign has come, for people: bars for both sides of the Force, and what to do next."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sabacc.v1 import cards_pb2
from service.cli.output import exact, line, table
from service.cli.play.terminal import signs_of
from service.cli.render.campaign_advice import next_steps
from service.cli.silver import coins

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console

    from sabacc.v1 import campaign_pb2 as pb
    from sabacc.v1 import ledger_pb2
    from service.cli.play.look import Signs

_BAR: Final = 10
_ALL: Final = 100


def print_career(
    console: Console,
    career: pb.Career,
    ladder: pb.GetLadderResponse,
    wallet: ledger_pb2.Wallet,
    where: Sequence[str] = (),
) -> None:
    """Print a career with what its player owns; *where* are the options with which commands find it again."""
    signs = signs_of(console.encoding)
    held = f", of which {wallet.held.text} is held for a hand" if wallet.held.silver else ""
    line(console, f"{career.player} has {wallet.balance.text}{held}.", bold=True)
    done, of = len(career.lessons), len(career.lessons) + len(career.lessons_left)
    exact(console, f"Lessons  {_bar(done, of, signs, width=of)}  {done} of {of}")
    if career.ruined:
        line(console, "The last hand left too little for another one at any table.")
    for side in career.sides:
        _print_side(console, side, ladder, signs)
    if career.rewards:
        titles = {each.key: each.title for each in ladder.rewards}
        line(console, f"Rewards: {', '.join(titles.get(key, key) for key in career.rewards)}.")
    if career.upgrades:
        line(console, f"Upgrades of the sample deck: {', '.join(career.upgrades)}.")
    line(console, "What to do next", bold=True)
    for advice in next_steps(career, ladder, wallet, where):
        line(console, advice.words)
        if advice.command:
            exact(console, f"  {advice.command}")


def _print_side(console: Console, side: pb.SideProgress, ladder: pb.GetLadderResponse, signs: Signs) -> None:
    rows = [
        (
            level.title,
            _state(side, place, ladder),
            *coins(won.silver),
            _bar(won.silver, level.ceiling.silver, signs),
            _bar(attention, _ALL, signs),
        )
        for place, (level, won, attention) in enumerate(zip(ladder.levels, side.won, side.attention, strict=True))
    ]
    heads = ("Level", "", "Won, gold", "silver", "Of the ceiling", "Attention")
    title = f"{'Light' if side.side == cards_pb2.SIDE_LIGHT else 'Dark'} Side"
    console.print(table(heads, reversed(rows), title, right=(2, 3)))
    line(console, _words(side, ladder))


def _state(side: pb.SideProgress, place: int, ladder: pb.GetLadderResponse) -> str:
    if place < side.bosses_beaten:
        return "boss beaten"
    return "here" if ladder.levels[place].variant == side.level else ""


def _words(side: pb.SideProgress, ladder: pb.GetLadderResponse) -> str:
    """Say how far the player is on the level on which he stands."""
    if side.done:
        return "All bosses are beaten."
    if side.HasField("match"):
        match = side.match
        won = f"{match.won.text} ahead" if match.won.silver > 0 else f"{match.won.text.removeprefix('-')} behind"
        played = f"{match.hands} hand{'' if match.hands == 1 else 's'} played, {match.hands_left} to come"
        return f"The match with the boss goes on: {played}, {won if match.won.silver else 'nothing won or lost'}."
    names = {dealer.key: dealer.name for level in ladder.levels for dealer in level.dealers}
    beaten = ", ".join(names.get(key, key) for key in side.dealers_beaten) or "nobody yet"
    left = f"{side.dealers_left} more until the boss plays" if side.dealers_left else "the boss plays"
    return f"Beaten here: {beaten}; {left}."


def _bar(part: int, of: int, signs: Signs, width: int = _BAR) -> str:
    """Return a bar of *width* signs; what has begun shows one at least, and only what is whole fills it."""
    full = min(width, max(0, part) * width // max(1, of)) or (1 if part > 0 else 0)
    return signs.full * full + signs.empty * (width - full)
