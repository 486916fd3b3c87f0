"""The other screens: what a card may count, who may deal, what has been played, all keys, the hand-over, the end."""

from __future__ import annotations

import textwrap
from collections import Counter
from typing import TYPE_CHECKING, Final

from rich.text import Text

from service.cli.output import plain
from service.cli.play.choices import choices, total_with
from service.cli.play.key_line import line_of
from service.cli.play.look import WIDTH
from service.cli.play.sitting import Page
from service.cli.play.table_screen import table_screen

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from service.cli.play.look import Look
    from service.cli.play.sitting import Sitting

_LINES: Final = 23
_BACK: Final = (("Esc", "back"),)
_HELP: Final = (
    ("n, Enter", "the next hand: at a dealer's table with the bet that is shown"),
    ("+ - 0-9", "another bet: a step more or less, or the number that is typed"),
    ("d", "draw a card"),
    ("s", "stand: draw no more"),
    ("1 to 6", "value a card, or see why it counts what it counts"),
    ("b", "give the best values to all cards that have none"),
    ("- 0 +", "where your character may change your total: by -1, 0 or 1"),
    ("f", "leave the rest of the hand to the table: stand, and the best values"),
    ("a", "ask the coach: the best move, and what the other one costs"),
    ("x", "between two players: concede the hand"),
    ("t", "between two hands: let another dealer take the table"),
    ("r", "what both sides have played since the piles were shuffled"),
    ("q", "close the table and see what the evening brought"),
    ("Ctrl-C", "leave the table as it is, to go on later"),
)


def screen(sitting: Sitting, look: Look) -> list[Text]:
    """Return the lines of whatever page *sitting* is on."""
    match sitting.page:
        case Page.CHOOSE:
            return _chooser(sitting, look)
        case Page.DEALERS:
            return _dealers(sitting, look)
        case Page.PLAYED:
            return _played(sitting, look)
        case Page.HELP:
            return _help(sitting, look)
        case _:
            return table_screen(sitting, look)


def hand_over_screen(name: str, look: Look) -> list[Text]:
    """Return the screen between two players, on which nothing of the table is seen."""
    words = [f"Hand the keyboard to {plain(name)}.", "", "Nobody else looks at the screen now.", "", "Press a key."]
    lines = [Text(), *[Text(each.center(WIDTH).rstrip(), style="bold" if each else "") for each in words]]
    return [*_page(_title("Sabacc between two players", look), [Text()] * 6 + lines, Text(), look)[:-1], Text()]


def _chooser(sitting: Sitting, look: Look) -> list[Text]:
    view, position = sitting.view, sitting.position
    card = sitting.own.cards[position]
    lines = [*_paragraph(card.reason), Text()]
    for each in choices(view, position):
        total = total_with(view, position, each.value)
        words = " ".join(filter(None, ("counts", each.value, each.words)))
        lines.append(_entry(each.key, f"{words} {look.signs.dot} total {total}" if total else words, look))
    lines += [Text(), Text(f" The best values of your cards make {sitting.own.best_total}.")]
    held = [f"{at} {each.title} {each.value or 'open'}" for at, each in enumerate(sitting.own.cards, start=1)]
    lines += _paragraph(f"Your hand: {', '.join(held)}.")
    return _page(_title(f"What does {card.title} count?", look), lines, _hint(sitting), look)


def _dealers(sitting: Sitting, look: Look) -> list[Text]:
    lines: list[Text] = []
    for at, each in enumerate(sitting.theme.dealers, start=1):
        here = " (deals now)" if each.key == sitting.view.dealer.key else ""
        lines.append(_entry(str(at), f"{each.name}{', the boss' if each.boss else ''}{here}", look))
        lines += [Text(f"    {line}", style="dim") for line in textwrap.wrap(plain(each.character), WIDTH - 6)[:2]]
    return _page(_title("Who takes the table?", look), lines, _hint(sitting), look)


def _played(sitting: Sitting, look: Look) -> list[Text]:
    lines: list[Text] = []
    for seat in (sitting.own, sitting.other):
        played, burned = (
            _counted(sitting.titles.get(card, card) for card in ids) for ids in (seat.played, seat.burned)
        )
        words = f"{len(seat.played)} played, {seat.pile_count} in the pile"
        lines.append(Text.assemble(" ", (plain(seat.name), "bold"), f": {words}"))
        lines += _paragraph(played or "Nothing since the piles were shuffled.", indent=3, most=6)
        if burned:
            lines += _paragraph(f"Put away before this hand: {burned}", indent=3, most=2)
        lines.append(Text())
    key = sitting.view.last_key.hex() or "none yet"
    lines += [Text(" Published  " + sitting.view.published_key.hex()), Text(f" Last key   {key}")]
    return _page(_title("Played since the piles were shuffled", look), lines, _hint(sitting), look)


def _help(sitting: Sitting, look: Look) -> list[Text]:
    lines = [_entry(key, words, look, width=10) for key, words in _HELP]
    return _page(_title("Keys", look), lines, _hint(sitting), look)


def _counted(cards: Iterable[str]) -> str:
    return ", ".join(card if copies == 1 else f"{copies}x {card}" for card, copies in Counter(cards).items())


def _title(words: str, look: Look) -> Text:
    bar = Text(f" {look.cut(words, WIDTH - 2)}".ljust(WIDTH))
    bar.stylize(look.title)
    return bar


def _entry(key: str, words: str, look: Look, width: int = 3) -> Text:
    return Text.assemble(" ", (key.ljust(width), f"bold {look.accent}"), look.cut(words, WIDTH - width - 2))


def _paragraph(words: str, indent: int = 1, most: int = 4) -> list[Text]:
    lines = textwrap.wrap(plain(words), WIDTH - indent - 1)
    if len(lines) > most:
        lines = [*lines[: most - 1], f"{lines[most - 1][: WIDTH - indent - 12]} and more"]
    return [Text(" " * indent + line) for line in lines]


def _hint(sitting: Sitting) -> Text:
    return Text(f" {sitting.hint}" if sitting.hint else "", style="bold reverse" if sitting.hint else "")


def _page(title: Text, body: Sequence[Text], hint: Text, look: Look) -> list[Text]:
    """Return a screen of as many lines as the table has."""
    room = _LINES - 4
    lines = [title, Text(), *body[:room], *[Text()] * (room - len(body)), hint, line_of(_BACK, look)]
    for line in lines:
        line.no_wrap, line.overflow = True, "crop"
    return lines
