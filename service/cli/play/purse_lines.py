"""What a player has, bets and has won, and how far the house has noticed him: below his cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rich.text import Text

from service.cli.play.look import sides
from service.cli.play.money import amount, is_for_silver, is_match, won_by, won_words

if TYPE_CHECKING:
    from service.cli.play.look import Look
    from service.cli.play.sitting import Sitting

_METER: Final = 10


def purse_lines(sitting: Sitting, look: Look) -> list[Text]:
    """Return one line for practice chips; for silver two, of which the second one is about the whole table."""
    if is_for_silver(sitting.view):
        return [_wallet(sitting, look), _score(sitting, look)]
    return [_purse(sitting, look)]


def _purse(sitting: Sitting, look: Look) -> Text:
    view, purse = sitting.view, sitting.view.purse
    bet = f"Bet {sitting.typed}_" if sitting.typed else f"Bet {view.bet if sitting.is_hand_running else sitting.bet}"
    if not view.against_dealer:
        bet = f"Stake {view.bet}" if view.bet else "No hand yet"
    chips = f"{amount(view, purse.balance)}{f' ({purse.held} held)' if purse.held else ''}"
    facts = [bet, chips, *([f"game {purse.game}"] if purse.game > 1 else [])]
    left = Text(" " + f" {look.signs.dot} ".join(facts), style="bold")
    won = _won(sitting, look)
    watch = _watch(sitting, look, look.width - left.cell_len - won.cell_len - 6)
    return sides(left, Text.assemble(watch, f" {look.signs.dot} " if watch and won else "", won, " "), look.width)


def _wallet(sitting: Sitting, look: Look) -> Text:
    view, wallet = sitting.view, sitting.wallet
    bet = amount(view, view.bet if sitting.is_hand_running else sitting.bet)
    facts = [f"Bet {sitting.typed}_ silver" if sitting.typed else f"Bet {bet}"]
    if not view.against_dealer:
        facts = [f"Stake {amount(view, view.bet)}" if view.bet else "No hand yet"]
    if wallet is not None:
        held = f" ({wallet.held.text} held)" if wallet.held.silver else ""
        facts.append(f"wallet {wallet.balance.text}{held}")
    left = Text(" " + f" {look.signs.dot} ".join(facts), style="bold")
    return sides(left, Text.assemble(_won(sitting, look), " "), look.width)


def _score(sitting: Sitting, look: Look) -> Text:
    view = sitting.view
    where = "in this match" if is_match(view) else "at this table"
    words = won_words(view, view.score.won, "nothing won or lost")
    left = Text(f" {words[0].upper()}{words[1:]} {where}", style="dim")
    return sides(left, Text.assemble(_watch(sitting, look, look.width - left.cell_len - 3), " "), look.width)


def _won(sitting: Sitting, look: Look) -> Text:
    view = sitting.view
    if sitting.is_hand_running or not view.HasField("result"):
        return Text()
    won = won_by(view)
    return Text(won_words(view, won, "nothing won or lost"), style=f"bold {look.accent if won > 0 else ''}")


def _watch(sitting: Sitting, look: Look, room: int) -> Text:
    """Return how far the house has noticed the player, in *room* columns at most."""
    view = sitting.view
    if view.visit_hands:
        hands = f"{view.visit_hands} more hand{'' if view.visit_hands == 1 else 's'}"
        words = f"sent by the house for {hands}"
        return Text(words if len(words) <= room else "", style=f"bold {look.arrival}")
    if not view.attention:
        return Text()
    full = -(-view.attention * _METER // 100)
    meter = look.signs.full * full + look.signs.empty * (_METER - full)
    words = next((each for each in (f"the house watches you {meter}", f"watched {meter}") if len(each) <= room), "")
    return Text(words, style=look.arrival if view.attention > 50 else "dim")
