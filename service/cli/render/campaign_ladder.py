"""The ladder of the campaign for people: a picture of its levels, the highest above, and one level in full."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, Final

from rich.console import Group
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from sabacc.v1 import campaign_pb2 as pb
from sabacc.v1 import cards_pb2
from service.cli.enums import word_of
from service.cli.output import exact, line, plain, stacked, table

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rich.console import Console

_WIDTH: Final = 80
_SIDES: Final = ((cards_pb2.SIDE_LIGHT, "Light Side"), (cards_pb2.SIDE_DARK, "Dark Side"))
_KEY: Final = 20
"""Columns of a dealer's key."""
_CHOICES: Final = (
    ("Standard", pb.CAMPAIGN_DECK_STANDARD, False),
    ("plain", pb.CAMPAIGN_DECK_STANDARD, True),
    ("Sample", pb.CAMPAIGN_DECK_SAMPLE, False),
    ("plain", pb.CAMPAIGN_DECK_SAMPLE, True),
)
"""Decks of the player's, with wild and clone cards and without."""
_EARNS: Final = (
    "The figures are what the house earns of each bet, exactly, against the best play: from the choice of deck and "
    "option that is best for the player to the one that is worst."
)


def print_ladder(console: Console, ladder: pb.GetLadderResponse) -> None:
    """Print all of the ladder, its highest level above."""
    count = len(ladder.levels)
    for place in reversed(range(count)):
        console.print(_rung(place + 1, ladder.levels[place]), width=_WIDTH)
    lessons = len(ladder.lessons)
    line(console, f"Before the first table: Lando's {lessons} lessons.")
    line(console, _EARNS)
    console.print(table(("For", "Rewards"), _rewards(ladder.rewards)))
    exact(console, "One level in full: sabacc campaign ladder --level dune-sea")


def _rung(number: int, level: pb.LadderLevel) -> Panel:
    """Return a level as a box with the dealers of both sides next to each other."""
    sides = Table.grid(expand=True, padding=(0, 2, 0, 0))
    for _ in _SIDES:
        sides.add_column(ratio=1, no_wrap=True)
    sides.add_row(*[Text(title, style="bold") for _, title in _SIDES])
    columns = [[_dealer(each) for each in level.dealers if each.side == side and not each.boss] for side, _ in _SIDES]
    for at in range(max(map(len, columns))):
        sides.add_row(*[column[at] if at < len(column) else Text() for column in columns])
    sides.add_row(*[_dealer(each) for side, _ in _SIDES for each in level.dealers if each.side == side and each.boss])
    words = Text(plain(level.words), style="italic")
    title = Text(f"{number} {plain(level.title)}", style="bold")
    body = Group(words, Text(_usual(level)), sides, Text(_boss(level)))
    return Panel(body, title=title, title_align="left", width=_WIDTH)


def _dealer(dealer: pb.LadderDealer) -> Text:
    edges = sorted(Decimal(each.house_edge) * 100 for each in dealer.edges)
    earns = f"{edges[0]:.2f}-{edges[-1]:.2f} %" if edges else ""
    mark = "* " if dealer.boss else "  "
    return Text.assemble(mark, (f"{dealer.key:<{_KEY}}", "bold" if dealer.boss else ""), f"{earns:>12}")


def _usual(level: pb.LadderLevel) -> str:
    return (
        f"Bets from {level.least_bet.text} to {level.most_bet.text}. The boss (*) plays who has beaten "
        f"{level.dealers_to_beat} dealers: {level.beat_by.text} won from each, in {level.beat_hands} hands or more. "
        f"Who has won {level.ceiling.text} here is dealt to by the boss alone."
    )


def _boss(level: pb.LadderLevel) -> str:
    needed = {each.needed.text for each in level.dealers if each.boss}
    bring = " or ".join(sorted(needed))
    return f"* His match: {level.match_hands} hands for {level.match_stake.text} each; bring {bring}."


def print_level(console: Console, level: pb.LadderLevel) -> None:
    """Print one level with what each of its dealers earns for each choice of the player's."""
    line(console, level.title, bold=True)
    line(console, level.words)
    line(console, _usual(level))
    line(console, f"{level.match_words} {_boss(level).removeprefix('* ')}")
    for side, title in _SIDES:
        heads = (title, *(head for head, _, _ in _CHOICES))
        rows: list[tuple[str | Text, ...]] = [
            (
                stacked(f"{each.key}: {each.name}{', the boss' if each.boss else ''}", each.character),
                *(_edge(each.edges, deck, is_plain=is_plain) for _, deck, is_plain in _CHOICES),
            )
            for each in level.dealers
            if each.side == side
        ]
        console.print(table(heads, rows, right=range(1, 1 + len(_CHOICES))))
    line(
        console,
        "The figures are what the house earns of each bet, exactly, against the best play with this deck: the standard "
        "one (Deck C) or the sample deck of the theme; plain, where wild and clone cards are off.",
    )


def _edge(edges: Iterable[pb.CampaignEdge], deck: pb.CampaignDeck, *, is_plain: bool) -> str:
    return next(
        (
            f"{Decimal(each.house_edge) * 100:.2f}%"
            for each in edges
            if each.deck == deck and each.plain_cards == is_plain
        ),
        "",
    )


def _rewards(rewards: Iterable[pb.LadderReward]) -> list[tuple[str, Text]]:
    """Return a row for each thing that brings rewards."""
    earned: dict[str, list[str]] = {}
    for each in rewards:
        what = word_of(pb.RewardKind.DESCRIPTOR, each.kind).replace("-", " ")
        limit = f", to {each.limit:,} players" if each.limit else ""
        earned.setdefault(each.earned_by, []).append(f"{each.title} ({what}{limit})")
    return [(words[:1].upper() + words[1:], stacked(*titles)) for words, titles in earned.items()]
