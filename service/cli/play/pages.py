"""The other screens: what a card may count, who may deal, what has been played, all keys, the hand-over, the end."""

from __future__ import annotations

import textwrap
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from rich.text import Text

from service.cli.output import plain
from service.cli.play.account import worth_telling
from service.cli.play.choices import choices, explained, total_with
from service.cli.play.key_line import line_of
from service.cli.play.look import LEAST
from service.cli.play.money import plays_shoes
from service.cli.play.played_cards import cards_played, counted, packed
from service.cli.play.sitting import Page
from service.cli.play.table_screen import table_screen

if TYPE_CHECKING:
    from collections.abc import Sequence

    from service.cli.play.look import Look
    from service.cli.play.sitting import Sitting

_AROUND: Final = 4
"""Lines of a page beside its body."""
_TITLE_LINES: Final = 5
"""Lines for the titles that a side has played and put away, on the least screen."""
_BURNED_LINES: Final = 2
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
    ("e", "all that happened since your last move"),
    ("q", "close the table and see what the evening brought"),
    ("Ctrl-C", "leave the table as it is, to go on later"),
)
_FOR_SILVER: Final = MappingProxyType(
    {
        "n, Enter": "the next hand, with the bet that is shown",
        "+ - 0-9": "another bet: a step more or less, or the silver that is typed",
        "q": "close the table after a shoe; a match that is not over is lost",
        "Ctrl-C": "leave the table as it is; a hand left too long is played for you",
    }
)
_ELSEWHERE: Final = frozenset({"- 0 +", "a", "x", "t"})
"""Keys that do nothing at a dealer's table for silver."""
_HELP_FOR_SILVER: Final = tuple((key, _FOR_SILVER.get(key, words)) for key, words in _HELP if key not in _ELSEWHERE)


def screen(sitting: Sitting, look: Look) -> list[Text]:
    """Return the lines of whatever page *sitting* is on."""
    match sitting.page:
        case Page.CHOOSE:
            return _chooser(sitting, look)
        case Page.DEALERS:
            return _dealers(sitting, look)
        case Page.PLAYED:
            return _played(sitting, look)
        case Page.ACCOUNT:
            return _account(sitting, look)
        case Page.HELP:
            return _help(sitting, look)
        case _:
            return table_screen(sitting, look)


def hand_over_screen(name: str, look: Look) -> list[Text]:
    """Return the screen between two players, on which nothing of the table is seen."""
    words = [f"Hand the keyboard to {plain(name)}.", "", "Nobody else looks at the screen now.", "", "Press a key."]
    lines = [Text(), *[Text(each.center(look.width).rstrip(), style="bold" if each else "") for each in words]]
    return [*_page(_title("Sabacc between two players", look), [Text()] * 6 + lines, Text(), look)[:-1], Text()]


def _chooser(sitting: Sitting, look: Look) -> list[Text]:
    view, position = sitting.view, sitting.position
    card = sitting.own.cards[position]
    lines = _paragraph(f"{card.reason}. {explained(view, position)}.", look)
    lines.append(Text())
    for each in choices(view, position):
        total = total_with(view, position, each.value)
        words = " ".join(filter(None, ("counts", each.value, each.words)))
        lines.append(_entry(each.key, f"{words} {look.signs.dot} total {total}" if total else words, look))
    lines += [Text(), Text(f" The best values of your cards make {sitting.own.best_total}.")]
    held = [f"{at} {each.title} {each.value or 'open'}" for at, each in enumerate(sitting.own.cards, start=1)]
    lines += _paragraph(f"Your hand: {', '.join(held)}.", look)
    return _page(_title(f"What does {card.title} count?", look), lines, _hint(sitting), look)


def _dealers(sitting: Sitting, look: Look) -> list[Text]:
    lines: list[Text] = []
    for at, each in enumerate(sitting.theme.dealers, start=1):
        here = " (deals now)" if each.key == sitting.view.dealer.key else ""
        lines.append(_entry(str(at), f"{each.name}{', the boss' if each.boss else ''}{here}", look))
        lines += [Text(f"    {line}", style="dim") for line in textwrap.wrap(plain(each.character), look.width - 6)[:2]]
    return _page(_title("Who takes the table?", look), lines, _hint(sitting), look)


def _played(sitting: Sitting, look: Look) -> list[Text]:
    spare = (look.size.height - LEAST.height) // 2
    lines: list[Text] = []
    for seat in (sitting.own, sitting.other):
        words = f"{len(seat.played)} played, {seat.pile_count} in the pile"
        lines.append(Text.assemble(" ", (plain(seat.name), "bold"), f": {words}"))
        most = _TITLE_LINES + spare - (_BURNED_LINES if seat.burned else 0)
        lines += cards_played(seat.played, sitting.titles, look, most)
        if seat.burned:
            burned = (sitting.titles.get(card, card) for card in seat.burned)
            lines += packed("Put away before this hand: ", counted(burned), look, _BURNED_LINES)
        lines.append(Text())
    key = sitting.view.last_key.hex() or "none yet"
    lines += [Text(" Published  " + sitting.view.published_key.hex()), Text(f" Last key   {key}")]
    return _page(_title("Played since the piles were shuffled", look), lines, _hint(sitting), look)


def _account(sitting: Sitting, look: Look) -> list[Text]:
    lines = [line for each in worth_telling(sitting.told) for line in _paragraph(each, look)]
    return _page(_title("What happened", look), lines or _paragraph("Nothing yet.", look), _hint(sitting), look)


def _help(sitting: Sitting, look: Look) -> list[Text]:
    told = _HELP_FOR_SILVER if plays_shoes(sitting.view) else _HELP
    lines = [_entry(key, words, look, width=10) for key, words in told]
    return _page(_title("Keys", look), lines, _hint(sitting), look)


def _title(words: str, look: Look) -> Text:
    bar = Text(f" {look.cut(words, look.width - 2)}".ljust(look.width))
    bar.stylize(look.title)
    return bar


def _entry(key: str, words: str, look: Look, width: int = 3) -> Text:
    return Text.assemble(" ", (key.ljust(width), f"bold {look.accent}"), look.cut(words, look.width - width - 2))


def _paragraph(words: str, look: Look) -> list[Text]:
    return [Text(f" {line}") for line in textwrap.wrap(plain(words), look.width - 2)]


def _hint(sitting: Sitting) -> Text:
    return Text(f" {sitting.hint}" if sitting.hint else "", style="bold reverse" if sitting.hint else "")


def _page(title: Text, body: Sequence[Text], hint: Text, look: Look) -> list[Text]:
    """Return a screen of as many lines as the table has, or of more where the terminal has them."""
    room = max(LEAST.height - _AROUND, min(len(body), look.size.height - _AROUND))
    lines = [title, Text(), *body[:room], *[Text()] * (room - len(body)), hint, line_of(_BACK, look)]
    for line in lines:
        line.no_wrap, line.overflow = True, "crop"
    return lines
