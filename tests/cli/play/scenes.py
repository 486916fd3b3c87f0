"""One scene for each kind of screen."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sabacc.v1 import tables_pb2 as pb
from service.cli.play.sitting import Page, Sitting
from tests.cli.play.silver_scenes import SILVER_SCENES
from tests.cli.play.views import (
    ASKED,
    BETWEEN,
    THEME,
    VALUING,
    clone_card,
    dealer_table,
    plain_card,
    side,
    two_destiny_card,
    versus_table,
    wild_card,
)

if TYPE_CHECKING:
    from collections.abc import Mapping


def _sitting(view: pb.TableView, *told: str, **more: object) -> Sitting:
    begun = Sitting(view=view, theme=THEME, told=told).looking_at(view)
    return replace(begun, **more)  # type: ignore[arg-type]


def _hands() -> tuple[pb.SeatView, pb.SeatView]:
    own = side("Player", plain_card("Jawa Pack", "4"), wild_card(), best_total="10")
    return own, side("Jawa", plain_card("Sandcrawler", "5"), hidden=1, checked=True)


def _valuing() -> pb.TableView:
    cards = (wild_card("", *"123456"), clone_card("", "@0", "@3", "perk"), two_destiny_card("", "2", "5"))
    own = side("Player", *cards, plain_card("Jawa Pack", "4"), best_total="11", done=True)
    return dealer_table(own, _hands()[1], *VALUING, phase=pb.HAND_PHASE_VALUING)


def _one_open() -> pb.TableView:
    own = side("Player", wild_card("", *"123456"), plain_card("Jawa Pack", "4"), best_total="10", done=True)
    return dealer_table(own, _hands()[1], *VALUING, phase=pb.HAND_PHASE_VALUING)


def _over(**more: object) -> pb.TableView:
    own = side("Player", plain_card("Jawa Pack", "4"), wild_card("6"), clone_card("0"), total="10", played=["1_9"] * 2)
    house = side("Jawa", plain_card("Sandcrawler", "5"), two_destiny_card("2"), total="8", change=1, burned=["1_41"])
    won = pb.HandResult(words="You win your bet: 10 against 8, closest to 11.", winner=0, bets="1", chips=10)
    return dealer_table(own, house, *BETWEEN, phase=pb.HAND_PHASE_FINISHED, **{"result": won, **more})  # type: ignore[arg-type]


def _full() -> pb.TableView:
    held = [wild_card("6"), clone_card("6"), two_destiny_card("2"), *(plain_card("A Long Title Indeed", "0"),) * 3]
    return dealer_table(side("Player", *held, total="14"), side("Jawa", *held, total="14"), *ASKED)


def _over_at_once(*told: str) -> Sitting:
    """The player's perfect sabacc ended the hand: what the dealer's cards would have counted is not told."""
    own = side("Player", plain_card("Jawa Pack", "4"), plain_card("Sandcrawler", "7"), total="11")
    house = side("Jawa", clone_card(), wild_card())
    won = pb.HandResult(words="You win 3:2: perfect sabacc.", winner=0, bets="3/2", chips=15)
    return _sitting(dealer_table(own, house, *BETWEEN, phase=pb.HAND_PHASE_FINISHED, result=won), *told)


def _asked_about(number: int, card: pb.TableCard) -> Sitting:
    """A card whose key was pressed while cards are still drawn."""
    held = [plain_card("Jawa Pack", "4"), plain_card("Sandcrawler", "5")]
    held.insert(number - 1, card)
    view = dealer_table(side("Player", *held, best_total="9"), _hands()[1], *ASKED)
    return _sitting(view, hint=f"Card {number}: {card.reason}.")


def _much_played() -> Sitting:
    cards = [plain_card(f"Jawa With A Long Name {'I' * at}", str(at % 7)) for at in range(40)]
    first = _sitting(dealer_table(side("Player", *cards), side("Jawa"), *ASKED))
    ids = [card.blueprint_id for card in cards]
    own = side("Player", played=[*ids, *ids[:9]], burned=ids[30:])
    house = side("Jawa", played=[*ids[::-1], "1_1"], burned=["1_1"])
    return replace(first.looking_at(dealer_table(own, house, *BETWEEN)), page=Page.PLAYED)


def _first() -> pb.TableView:
    return dealer_table(
        side("Player", pile_count=60), side("Jawa", pile_count=60), *BETWEEN, hand=0, phase=pb.HAND_PHASE_UNSPECIFIED
    )


def _changing() -> pb.TableView:
    own = side("Ann", plain_card("5", "5"), plain_card("7", "7"), total="12", character="5_99", done=True)
    other = side("Bob", plain_card("6", "6"), plain_card("4", "4"), total="10", done=True, change=0)
    moves = (pb.MOVE_KIND_CHANGE_TOTAL, pb.MOVE_KIND_LEAVE, pb.MOVE_KIND_CLOSE)
    return versus_table(own, other, *moves, phase=pb.HAND_PHASE_CHANGING)


def _hidden() -> pb.TableView:
    own = side("Ann", plain_card("5", "5"), plain_card("2", "2"), total="7", best_total="7")
    other = side("Bob", hidden=4, absence=pb.ABSENCE_MISSED_DEADLINE)
    return versus_table(own, other, pb.MOVE_KIND_DRAW, pb.MOVE_KIND_STAND, pb.MOVE_KIND_LEAVE, pb.MOVE_KIND_CLOSE)


_LONG = (
    "The dealer shows Sandcrawler (5): total 7.",
    *(f"The dealer draws Jawa Number {at} (0): total 7." for at in range(12)),
    "You win your bet: 10 against 8, closest to 11.",
)

SCENES: Mapping[str, Sitting] = {
    "before-the-first-hand": _sitting(_first(), "Jawa takes the table: Utinni! Utinni!"),
    "typing-a-bet": _sitting(_first(), typed="250"),
    "asked": _sitting(dealer_table(*_hands(), *ASKED), "You are dealt Jawa Pack (4) and Jawa Siesta (wild)."),
    "valuing": _sitting(_valuing(), "You stand with 4 cards."),
    "choosing-for-a-wild-card": _sitting(_one_open(), page=Page.CHOOSE, position=0),
    "choosing-for-a-clone-card": _sitting(_valuing(), page=Page.CHOOSE, position=1),
    "choosing-for-a-two-destiny-card": _sitting(_valuing(), page=Page.CHOOSE, position=2, hint="None of these."),
    "over-at-once": _over_at_once("Perfect sabacc for you!", "You win 3:2: perfect sabacc.", "You win 15 chips."),
    "asked-about-a-clone-card": _asked_about(2, clone_card()),
    "asked-about-a-wild-card": _asked_about(1, wild_card()),
    "asked-about-two-destinies": _asked_about(3, two_destiny_card()),
    "asked-about-a-plain-card": _asked_about(3, plain_card("Jawa", "1")),
    "won": _sitting(_over(), *_LONG),
    "watched": _sitting(_over(attention=83)),
    "lando-visits": _sitting(
        _over(
            visit_hands=1,
            attention=100,
            dealer=pb.ThemeDealer(key="lando", name="Lando Calrissian", boss=True, character="Cheats. " * 20),
        )
    ),
    "second-game": _sitting(_over(purse=pb.PurseView(balance=1000, game=2, start=1000))),
    "no-hand-left": _sitting(_over(hands_left=0, largest_bet=0), hint="No hand is left: q closes the table."),
    "six-cards-each": _sitting(_full()),
    "closing": _sitting(_full(), page=Page.CLOSING),
    "refused": _sitting(_full(), hint="move: got 'best', expected draw or stand or finish or close, whatever comes"),
    "dealers": _sitting(_over(), page=Page.DEALERS),
    "played": _sitting(_over(last_key=bytes(32)), page=Page.PLAYED),
    "much-played": _much_played(),
    "help": _sitting(_over(), page=Page.HELP),
    "two-players-hidden": _sitting(_hidden(), "Bob has 4 cards and may still draw."),
    "two-players-changing": _sitting(_changing(), "Both hands lie open: Ann has 12, Bob 10."),
    "conceding": _sitting(_hidden(), page=Page.CONCEDING),
    **SILVER_SCENES,
}
