"""The table on the screen: 23 lines of 80 columns, whatever is played."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, Final

from rich.text import Text

from sabacc.v1 import tables_pb2 as pb
from service.cli.enums import word_of
from service.cli.output import plain
from service.cli.play.cards import card_row, faces
from service.cli.play.key_line import key_line
from service.cli.play.look import ASCII, WIDTH, sides
from service.cli.play.sitting import Page

if TYPE_CHECKING:
    from service.cli.play.look import Look
    from service.cli.play.sitting import Sitting

TOLD_LINES: Final = 4
"""Lines for what happened; the last sentences are shown."""
_METER: Final = 10
_STANDARD: Final = "Sabacc at the standard table"
_ABSENCE: Final = pb.DESCRIPTOR.enum_types_by_name["Absence"]
_QUESTIONS: Final = {
    Page.CLOSING: "q again closes the table; the hand is then played to its end for you.",
    Page.CONCEDING: "x again concedes; the hand is then played to its end for you.",
}


def table_screen(sitting: Sitting, look: Look) -> list[Text]:
    """Return the lines of the table as the player sees it, with what his keys do."""
    return _kept_whole([*view_lines(sitting, look), _hint(sitting, look), key_line(sitting, look)])


def view_lines(sitting: Sitting, look: Look) -> list[Text]:
    """Return the lines of the table as whoever sits there sees it, with what happened last."""
    other, own = (
        card_row(faces(sitting.other), look, look.table),
        card_row(faces(sitting.own), look, look.accent, is_own=True),
    )
    if not sitting.view.hand:
        other, own = _greeting(sitting, other, look), _invitation(sitting, own)
    lines = [
        _bar(sitting, look),
        _company(sitting, look),
        _header(sitting, sitting.other, look),
        *other,
        _header(sitting, sitting.own, look),
        *own,
        _purse(sitting, look),
        *_told(sitting, look),
    ]
    return _kept_whole(lines)


def _kept_whole(lines: list[Text]) -> list[Text]:
    for line in lines:
        line.no_wrap, line.overflow = True, "crop"
    return lines


def _greeting(sitting: Sitting, empty: list[Text], look: Look) -> list[Text]:
    """Return, in place of cards, what the dealer says when he takes the table."""
    if not sitting.view.against_dealer:
        return empty
    words = textwrap.wrap(f"\u201c{sitting.view.dealer.greeting}\u201d", WIDTH - 10)[: len(empty) - 2]
    if look.signs is ASCII:
        words = [each.replace("\u201c", '"').replace("\u201d", '"') for each in words]
    return _in_place(empty, [Text(each.center(WIDTH).rstrip(), style="italic") for each in words])


def _invitation(sitting: Sitting, empty: list[Text]) -> list[Text]:
    """Return, in place of cards, where the table stands."""
    view, theme = sitting.view, sitting.theme
    words = [each.words for each in theme.backgrounds if view.theme and each.key == view.background]
    told = [theme.summary.place, *words] if view.theme else []
    lines = [line for each in told for line in textwrap.wrap(each, WIDTH - 10)]
    where = [Text(each.center(WIDTH).rstrip(), style="dim") for each in lines[: len(empty) - 3]]
    return _in_place(empty, [*where, Text(), Text("n deals the first hand.".center(WIDTH).rstrip(), style="bold")])


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
    if not seat.card_count:
        return ""
    if not seat.total:
        best = f"; the best values make {seat.best_total}" if seat.best_total else ""
        return f"total open{best}" if seat is sitting.own or seat.cards[1:] else "total hidden"
    if not seat.change:
        return f"total {seat.total}"
    return f"total {seat.total}, changed by {seat.change:+d}"


def _bar(sitting: Sitting, look: Look) -> Text:
    view, dot = sitting.view, look.signs.dot
    hand = f"hand {view.hand} {dot} {view.hands_left} left " if view.hand else f"{view.hands_left} hands "
    title = look.cut(place(sitting), WIDTH - len(hand) - 2)
    bar = sides(Text(f" {title}"), Text(hand))
    bar.stylize(look.title)
    return bar


def _company(sitting: Sitting, look: Look) -> Text:
    """Return who deals and how he plays, and how far the house has noticed the player."""
    view = sitting.view
    if not view.against_dealer:
        words = f" For {view.bet} chips a hand." if view.bet else " The stake is as agreed."
        return Text(words, style="dim")
    if view.visit_hands:
        right = Text(f"sent by the house for {_count(view.visit_hands, 'more hand')} ", style=f"bold {look.arrival}")
    elif view.attention:
        full = -(-view.attention * _METER // 100)
        signs = look.signs.full * full + look.signs.empty * (_METER - full)
        right = Text(f"the house watches you {signs} ", style=look.arrival if view.attention > 50 else "dim")
    else:
        right = Text("")
    left = look.cut(f" {view.dealer.character or view.dealer.terms}", WIDTH - right.cell_len - 1)
    return sides(Text(left, style="dim"), right)


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
    name = look.cut(seat.name, WIDTH - right.cell_len - 4)
    left = Text.assemble(" ", (name, f"bold {look.accent if is_own else look.table}"))
    if marks and left.cell_len + len(told := f" ({', '.join(marks)})") < WIDTH - right.cell_len:
        left.append(told, "dim")
    return sides(left, right)


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


def _purse(sitting: Sitting, look: Look) -> Text:
    view, purse = sitting.view, sitting.view.purse
    bet = f"Bet {sitting.typed}_" if sitting.typed else f"Bet {view.bet if sitting.is_hand_running else sitting.bet}"
    if not view.against_dealer:
        bet = f"Stake {view.bet}" if view.bet else "No hand yet"
    chips = f"{_count(purse.balance, 'chip')}{f' ({purse.held} held)' if purse.held else ''}"
    facts = [bet, chips, *([f"game {purse.game}"] if purse.game > 1 else [])]
    left = Text(" " + f" {look.signs.dot} ".join(facts), style="bold")
    if sitting.is_hand_running or not view.HasField("result"):
        return left
    chips_won = view.result.chips
    won = f"won {chips_won}" if chips_won > 0 else f"lost {-chips_won}" if chips_won else "nothing won or lost"
    return sides(left, Text(f"{won} ", style=f"bold {look.accent if chips_won > 0 else ''}"))


def _told(sitting: Sitting, look: Look) -> list[Text]:
    """Return the last sentences that fit, as one paragraph."""
    kept: list[str] = []
    for sentence in reversed(sitting.told):
        lines = textwrap.wrap(plain(" ".join([sentence, *kept])), WIDTH - 2)
        if len(lines) > TOLD_LINES and kept:
            break
        kept.insert(0, sentence)
    lines = textwrap.wrap(plain(" ".join(kept)), WIDTH - 2)
    if len(lines) > TOLD_LINES:
        lines = [*lines[: TOLD_LINES - 1], look.cut(lines[TOLD_LINES - 1] + " " * WIDTH + ".", WIDTH - 2)]
    return [Text(f" {line}") for line in lines] + [Text()] * (TOLD_LINES - len(lines))


def _hint(sitting: Sitting, look: Look) -> Text:
    words = _QUESTIONS.get(sitting.page, sitting.hint)
    return Text(look.cut(f" {words}", WIDTH - 1), style="bold reverse" if words else "")


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"
