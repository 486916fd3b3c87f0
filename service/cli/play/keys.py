"""What each key does: from a player at a table to the same player after it, and what is asked of the service."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from sabacc.v1 import tables_pb2 as pb
from service.cli.play.choices import choice_keys
from service.cli.play.money import is_for_silver, is_match, least_bet, left_of_shoe, plays_shoes
from service.cli.play.sitting import Advise, Close, Make, Page

if TYPE_CHECKING:
    from service.cli.play.sitting import Order, Sitting

ENTER: Final = "\n"
ESCAPE: Final = "\x1b"
ERASE: Final = "\x7f"
_MOST_DIGITS: Final = 10
_NOTHING: Final = "Nothing changed."
_NO_COACH: Final = "No coach helps where silver is at stake."
_OWN_TABLES: Final = "In the campaign each dealer has a table of his own: close this one, and sit down at another."
_NO_KEY: Final = "This key does nothing here: ? tells what each one does."
_MOVES: Final = {
    "d": pb.MOVE_KIND_DRAW,
    "s": pb.MOVE_KIND_STAND,
    "b": pb.MOVE_KIND_CHOOSE_BEST,
    "f": pb.MOVE_KIND_FINISH,
}
_CHANGES: Final = {"-": -1, "0": 0, "+": 1, "=": 1}


def press(sitting: Sitting, key: str) -> tuple[Sitting, Order | None]:
    """Return what *key* makes of *sitting*, and what is asked of the service, if anything."""
    sitting = replace(sitting, hint="")
    match sitting.page:
        case Page.CHOOSE:
            return _choosing(sitting, key)
        case Page.DEALERS:
            return _seating(sitting, key)
        case Page.CLOSING | Page.CONCEDING:
            return _confirming(sitting, key)
        case Page.HELP | Page.PLAYED | Page.ACCOUNT:
            return replace(sitting, page=Page.TABLE), None
        case _:
            return _at_table(sitting, key.lower())


def _at_table(sitting: Sitting, key: str) -> tuple[Sitting, Order | None]:
    if key == "?":
        return replace(sitting, page=Page.HELP), None
    if key == "r":
        return replace(sitting, page=Page.PLAYED), None
    if key == "e":
        return replace(sitting, page=Page.ACCOUNT), None
    if key == "q":
        return _closing(sitting)
    return _in_hand(sitting, key) if sitting.is_hand_running else _between_hands(sitting, key)


def _closing(sitting: Sitting) -> tuple[Sitting, Order | None]:
    """Close the table, ask whether to where that costs something, or say what must be played before."""
    view = sitting.view
    if plays_shoes(view) and not sitting.may(pb.MOVE_KIND_CLOSE):
        return _hinted(sitting, _shoe_words(sitting))
    if sitting.is_hand_running or (is_match(view) and view.hand and view.hands_left):
        return replace(sitting, page=Page.CLOSING), None
    return sitting, Close()


def _shoe_words(sitting: Sitting) -> str:
    """Say what is left of a shoe for silver, which is played out before the table is closed."""
    left = left_of_shoe(sitting.view)
    hands = f"{left} hand{'' if left == 1 else 's'} of this shoe {'is' if left == 1 else 'are'} left"
    if sitting.is_hand_running:
        hands = f"after this hand {hands}" if left else "this is its last hand"
    return f"A shoe is played out, and {hands}. Ctrl-C leaves the table as it is, to go on later."


def _in_hand(sitting: Sitting, key: str) -> tuple[Sitting, Order | None]:
    if sitting.may(pb.MOVE_KIND_CHANGE_TOTAL) and key in _CHANGES:
        return sitting, Make(move=pb.MOVE_KIND_CHANGE_TOTAL, change=_CHANGES[key])
    if key.isdecimal():
        return _card(sitting, int(key) - 1)
    if key == "x" and sitting.may(pb.MOVE_KIND_LEAVE):
        return replace(sitting, page=Page.CONCEDING), None
    if key == "a" and sitting.view.against_dealer:
        return _hinted(sitting, _NO_COACH) if is_for_silver(sitting.view) else (sitting, Advise())
    if key in _MOVES:
        return (
            (sitting, Make(move=_MOVES[key])) if sitting.may(_MOVES[key]) else _hinted(sitting, _why_not(sitting, key))
        )
    return _hinted(sitting, "This hand is not over yet." if key in ("n", ENTER) else _NO_KEY)


def _why_not(sitting: Sitting, key: str) -> str:
    """Return what the move of *key* waits for, which cannot be made now."""
    if sitting.may(pb.MOVE_KIND_STAND):
        return "First stand (s); then b takes the best values." if key == "b" else "No more can be drawn: s stands."
    if sitting.may(pb.MOVE_KIND_CHOOSE):
        return "You stand: value your cards by their numbers, or b takes the best values."
    if sitting.may(pb.MOVE_KIND_CHANGE_TOTAL):
        return "Both hands lie open: change your total by - or +, or leave it by 0."
    return "Now it is not your turn."


def _card(sitting: Sitting, position: int) -> tuple[Sitting, None]:
    """Let the player value a card, or tell him why it counts what it counts."""
    cards = sitting.own.cards
    if not 0 <= position < len(cards):
        return _hinted(sitting, f"There are cards 1 to {len(cards)}.")
    card = cards[position]
    if card.choices:
        return replace(sitting, page=Page.CHOOSE, position=position), None
    return _hinted(sitting, f"Card {position + 1}: {card.reason}.")


def _between_hands(sitting: Sitting, key: str) -> tuple[Sitting, Order | None]:
    if key in ("n", ENTER):
        return _next_hand(sitting)
    if key == "t" and sitting.view.against_dealer:
        if sitting.may(pb.MOVE_KIND_SEAT_DEALER) and len(sitting.theme.dealers) > 1:
            return replace(sitting, page=Page.DEALERS), None
        is_own = plays_shoes(sitting.view)
        return _hinted(sitting, _OWN_TABLES if is_own else "No other dealer can take the table now.")
    if sitting.may(pb.MOVE_KIND_BET) and (changed := _other_bet(sitting, key)) is not None:
        return changed, None
    if key in _MOVES or key in ("a", "x"):
        return _hinted(sitting, "No hand is being played: n deals the next one.")
    return _hinted(sitting, _NO_KEY)


def _other_bet(sitting: Sitting, key: str) -> Sitting | None:
    """Return *sitting* with the bet that *key* makes of it; None for a key that changes no bet."""
    if key.isdecimal():
        return replace(sitting, typed=(sitting.typed + key)[:_MOST_DIGITS])
    if key in (ERASE, ESCAPE) and sitting.typed:
        return replace(sitting, typed=sitting.typed[:-1] if key == ERASE else "")
    if key in ("+", "=", "-"):
        return replace(sitting, bet=_stepped(sitting, up=key != "-"), typed="")
    return None


def _next_hand(sitting: Sitting) -> tuple[Sitting, Order | None]:
    if sitting.may(pb.MOVE_KIND_READY):
        return sitting, Make(move=pb.MOVE_KIND_READY)
    if not sitting.may(pb.MOVE_KIND_BET):
        return _hinted(sitting, "No hand is left at this table: q closes it.")
    bet, view = int(sitting.typed or sitting.bet), sitting.view
    sitting = replace(sitting, typed="")
    if not least_bet(view) <= bet <= view.largest_bet:
        return _hinted(sitting, _bets(view))
    return sitting, Make(move=pb.MOVE_KIND_BET, amount=bet)


def _bets(view: pb.TableView) -> str:
    """Say what may be bet."""
    if not is_for_silver(view):
        return f"You have {view.purse.balance} chips: bet 1 to {view.largest_bet}."
    if view.least_bet == view.largest_bet:
        return f"Here {view.largest_bet} silver are bet on each hand."
    why = ", as a shoe's bets are from its first one to twice that" if left_of_shoe(view) else ""
    return f"Bet {view.least_bet} to {view.largest_bet} silver{why}."


def _stepped(sitting: Sitting, *, up: bool) -> int:
    """Return the bet one step on, where a step is its first digit: 8, 9, 10, 20 ... 90, 100, 200."""
    bet = int(sitting.typed or sitting.bet)
    digits = len(str(bet if up else max(1, bet - 1)))
    step = int("1".ljust(digits, "0"))
    return max(least_bet(sitting.view), min(bet + step if up else bet - step, sitting.view.largest_bet))


def _choosing(sitting: Sitting, key: str) -> tuple[Sitting, Order | None]:
    table = replace(sitting, page=Page.TABLE)
    if key in (ESCAPE, ERASE):
        return _hinted(table, _NOTHING)
    choice = choice_keys(sitting.own.cards[sitting.position]).get(key.lower())
    if choice is None:
        return _hinted(sitting, "None of these: Esc goes back without a choice.")
    return table, Make(move=pb.MOVE_KIND_CHOOSE, position=sitting.position, choice=choice)


def _seating(sitting: Sitting, key: str) -> tuple[Sitting, Order | None]:
    table, dealers = replace(sitting, page=Page.TABLE), sitting.theme.dealers
    if key in (ESCAPE, ERASE):
        return _hinted(table, _NOTHING)
    if not key.isdecimal() or not 0 < int(key) <= len(dealers):
        return _hinted(sitting, "None of these: Esc goes back without a change.")
    chosen = dealers[int(key) - 1]
    if chosen.key == sitting.view.dealer.key:
        return _hinted(table, f"{chosen.name} deals already.")
    return table, Make(move=pb.MOVE_KIND_SEAT_DEALER, dealer=chosen.key)


def _confirming(sitting: Sitting, key: str) -> tuple[Sitting, Order | None]:
    table = replace(sitting, page=Page.TABLE)
    if sitting.page is Page.CLOSING and key.lower() in ("q", "y"):
        return table, Close()
    if sitting.page is Page.CONCEDING and key.lower() in ("x", "y"):
        return table, Make(move=pb.MOVE_KIND_LEAVE, absence=pb.ABSENCE_CONCEDED)
    return _hinted(table, _NOTHING)


def _hinted(sitting: Sitting, hint: str) -> tuple[Sitting, None]:
    return replace(sitting, hint=hint), None
