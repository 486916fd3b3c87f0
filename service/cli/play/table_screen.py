"""The table on the screen: 24 lines of 80 columns, or more where the terminal has them and they are needed."""

from __future__ import annotations

import re
import textwrap
from typing import TYPE_CHECKING, Final

from rich.text import Text

from deckmapping.values import ELEVEN, format_value, parse_value
from sabacc.v1 import tables_pb2 as pb
from service.cli.enums import word_of
from service.cli.output import plain
from service.cli.play.account import account
from service.cli.play.cards import card_row, faces
from service.cli.play.choices import explained
from service.cli.play.key_line import key_line
from service.cli.play.look import ASCII, LEAST, sides
from service.cli.play.money import amount, is_match, left_of_shoe, plays_shoes
from service.cli.play.purse_lines import purse_lines
from service.cli.play.sitting import Page

if TYPE_CHECKING:
    from service.cli.play.look import Look
    from service.cli.play.sitting import Sitting

_COMPANY_LINES: Final = 2
_HINT_LINES: Final = 3
_ASKED: Final = re.compile("Card ([1-9]): ")
"""How the hint begins that tells why a card counts what it counts."""
_STANDARD: Final = "Sabacc at the standard table"
_ABSENCE: Final = pb.DESCRIPTOR.enum_types_by_name["Absence"]
_CONCEDING: Final = "x again concedes; the hand is then played to its end for you."
_CLOSING: Final = "q again closes the table; the hand is then played to its end for you."
_CLOSING_MATCH: Final = "q again closes the table. The match is not over: it then counts as lost."


def table_screen(sitting: Sitting, look: Look) -> list[Text]:
    """Return the lines of the table as the player sees it, with what his keys do."""
    hints = _hints(sitting, look)
    return _kept_whole([*_table(sitting, look, len(hints) + 1), *hints, key_line(sitting, look)])


def view_lines(sitting: Sitting, look: Look) -> list[Text]:
    """Return the lines of the table as whoever sits there sees it, with what happened last."""
    return _kept_whole(_table(sitting, look, 2))


def _table(sitting: Sitting, look: Look, below: int) -> list[Text]:
    """Return the table with as much of the account as leaves *below* lines of the screen."""
    is_running = sitting.is_hand_running
    other = card_row(faces(sitting.other, is_running=is_running), look, look.table)
    own = card_row(faces(sitting.own, is_running=is_running), look, look.accent, is_own=True)
    if not sitting.view.hand:
        other, own = _greeting(sitting, other, look), _invitation(sitting, own, look)
    lines = [
        _bar(sitting, look),
        *_company(sitting, look),
        _header(sitting, sitting.other, look),
        *other,
        _header(sitting, sitting.own, look),
        *own,
        *purse_lines(sitting, look),
    ]
    told = account(sitting, look, look.size.height - len(lines) - below)
    return [*lines, *told, *[Text()] * (LEAST.height - len(lines) - len(told) - below)]


def _kept_whole(lines: list[Text]) -> list[Text]:
    for line in lines:
        line.no_wrap, line.overflow = True, "crop"
    return lines


def _greeting(sitting: Sitting, empty: list[Text], look: Look) -> list[Text]:
    """Return, in place of cards, what the dealer says when he takes the table."""
    if not sitting.view.against_dealer:
        return empty
    words = textwrap.wrap(f"\u201c{sitting.view.dealer.greeting}\u201d", look.width - 10)[: len(empty) - 2]
    if look.signs is ASCII:
        words = [each.replace("\u201c", '"').replace("\u201d", '"') for each in words]
    return _in_place(empty, [Text(each.center(look.width).rstrip(), style="italic") for each in words])


def _invitation(sitting: Sitting, empty: list[Text], look: Look) -> list[Text]:
    """Return, in place of cards, where the table stands."""
    view, theme = sitting.view, sitting.theme
    words = [each.words for each in theme.backgrounds if view.theme and each.key == view.background]
    told = [theme.summary.place, *words] if view.theme else []
    lines = [line for each in told for line in textwrap.wrap(each, look.width - 10)]
    where = [Text(each.center(look.width).rstrip(), style="dim") for each in lines[: len(empty) - 3]]
    return _in_place(empty, [*where, Text(), Text("n deals the first hand.".center(look.width).rstrip(), style="bold")])


def _in_place(empty: list[Text], words: list[Text]) -> list[Text]:
    """Return *words* in the middle of as many lines as *empty* has."""
    above = (len(empty) - len(words)) // 2
    return [*empty[:above], *words, *empty[above + len(words) :]]


def place(sitting: Sitting) -> str:
    """Return where the table stands, in words."""
    view, theme = sitting.view, sitting.theme
    if not view.theme:
        return _STANDARD
    titles = [each.title for each in theme.backgrounds if each.key == view.background]
    return f"{theme.summary.title}: {titles[0]}" if titles else theme.summary.title


def total_words(sitting: Sitting, seat: pb.SeatView) -> str:
    """Return a side's total in words; while a card has no value it is open, and no interim number is told."""
    if not seat.card_count or not (seat.total or sitting.is_hand_running):
        return ""
    if not seat.total:
        best = f"; the best values make {seat.best_total}" if seat.best_total else ""
        return f"total open{best}" if seat is sitting.own or seat.cards[1:] else "total hidden"
    changed = f", changed by {seat.change:+d}" if seat.change else ""
    over = f", over {format_value(ELEVEN)}" if parse_value(seat.total) > ELEVEN else ""
    return f"total {seat.total}{changed}{over}"


def _bar(sitting: Sitting, look: Look) -> Text:
    hand = _hands(sitting, look)
    title = look.cut(place(sitting), look.width - len(hand) - 2)
    bar = sides(Text(f" {title}"), Text(hand), look.width)
    bar.stylize(look.title)
    return bar


def _hands(sitting: Sitting, look: Look) -> str:
    """Return which hand it is, and how many are left: of a shoe for silver, of a match, or of the table."""
    view, dot = sitting.view, look.signs.dot
    if is_match(view) or not plays_shoes(view):
        of = " of the match" if is_match(view) else ""
        return f"hand {view.hand} {dot} {view.hands_left} left{of} " if view.hand else f"{view.hands_left} hands{of} "
    left = f"{left_of_shoe(view)} left of this shoe" if left_of_shoe(view) else "the last of this shoe"
    return f"hand {view.hand} {dot} {left} " if view.hand else "a new shoe "


def _company(sitting: Sitting, look: Look) -> list[Text]:
    """Return how the dealer plays, whole where two lines hold it, or for what two players play."""
    view = sitting.view
    if not view.against_dealer:
        words = f" For {amount(view, view.bet)} a hand." if view.bet else " The stake is as agreed."
        return [Text(words, style="dim")]
    lines = textwrap.wrap(plain(view.dealer.character or view.dealer.terms), look.width - 2)
    if len(lines) > _COMPANY_LINES:
        lines = [lines[0], look.cut(" ".join(lines[1:]), look.width - 2)]
    return [Text(f" {line}", style="dim") for line in lines]


def _header(sitting: Sitting, seat: pb.SeatView, look: Look) -> Text:
    is_own = seat is sitting.own
    marks = [seat.character] if seat.character else []
    if not is_own and sitting.view.against_dealer and sitting.view.dealer.boss:
        marks.append("the boss")
    if is_own:
        marks.append("you")
    facts = [total_words(sitting, seat), *_standing(sitting, seat), f"{seat.pile_count} in the pile"]
    right = Text(f" {look.signs.dot} ".join(filter(None, facts)) + " ")
    right.stylize("bold", 0, len(facts[0]))
    name = look.cut(seat.name, look.width - right.cell_len - 4)
    left = Text.assemble(" ", (name, f"bold {look.accent if is_own else look.table}"))
    if marks and left.cell_len + len(told := f" ({', '.join(marks)})") < look.width - right.cell_len:
        left.append(told, "dim")
    return sides(left, right, look.width)


def _standing(sitting: Sitting, seat: pb.SeatView) -> list[str]:
    """Return what is to be known of a side beside its cards."""
    words = []
    if seat.absence:
        words.append(word_of(_ABSENCE, seat.absence).replace("-", " "))
    elif sitting.is_hand_running:
        if seat.done:
            words.append("stands")
        elif seat.checked:
            words.append("has no perfect sabacc")
    elif seat.ready:
        words.append("ready")
    return words


def _hints(sitting: Sitting, look: Look) -> list[Text]:
    """Return what is wrong with the last key, or what it asked about, in one line or a few."""
    words = _question(sitting) or sitting.hint
    lines = textwrap.wrap(plain(f"{words} {_explanation(sitting)}"), look.width - 2)[:_HINT_LINES]
    return [Text(f" {line}", style="bold reverse") for line in lines] or [Text()]


def _question(sitting: Sitting) -> str:
    match sitting.page:
        case Page.CLOSING:
            return _CLOSING if sitting.is_hand_running else _CLOSING_MATCH
        case Page.CONCEDING:
            return _CONCEDING
        case _:
            return ""


def _explanation(sitting: Sitting) -> str:
    """Return what the card may count that the hint is about, if it is about one that is still open."""
    asked = _ASKED.match(sitting.hint)
    at = int(asked[1]) - 1 if asked else len(sitting.own.cards)
    if not at < len(sitting.own.cards) or sitting.own.cards[at].value or not sitting.is_hand_running:
        return ""
    words = explained(sitting.view, at)
    return f"{words}; you choose after you stand (s)." if words else ""
