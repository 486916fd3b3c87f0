"""One scene for each kind of screen of a table for silver."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sabacc.v1 import ledger_pb2
from sabacc.v1 import tables_pb2 as pb
from service.cli.play.sitting import Page, Sitting
from service.money import Silver
from tests.cli.play.views import THEME, dealer_table, plain_card, side, versus_table

if TYPE_CHECKING:
    from collections.abc import Mapping

BETWEEN_SHOES = (pb.MOVE_KIND_BET, pb.MOVE_KIND_CLOSE)
WITHIN_A_SHOE = (pb.MOVE_KIND_BET,)
ASKED_FOR_SILVER = (pb.MOVE_KIND_DRAW, pb.MOVE_KIND_STAND, pb.MOVE_KIND_FINISH)
RKIK = pb.ThemeDealer(
    key="rkik", name="R'kik D'nec, Hero Of The Dune Sea", boss=True, character="His every win costs two bets."
)


def _sitting(view: pb.TableView, *told: str, balance: int = 498, **more: object) -> Sitting:
    amount = ledger_pb2.SilverAmount
    held = Silver(view.score.held)
    wallet = ledger_pb2.Wallet(
        player="Ann",
        balance=amount(silver=balance, text=str(Silver(balance))),
        held=amount(silver=held.count, text=str(held)),
    )
    begun = Sitting(view=view, theme=THEME, told=told, wallet=wallet, bet=view.bet or 5).looking_at(view)
    return replace(begun, **more)  # type: ignore[arg-type]


def _table(*moves: pb.MoveKind, hand: int, won: int = 0, held: int = 0, **more: object) -> pb.TableView:
    """A dealer's table for 5 to 50 silver, as campaigns have them."""
    own = side("Ann", plain_card("Jawa Pack", "4"), plain_card("5", "5"), total="9")
    house = side("Jawa", plain_card("Sandcrawler", "5"), hidden=1, checked=True)
    given = {"bet": 20 if hand else 0, "least_bet": 5, "largest_bet": 50, **more}
    view = dealer_table(own, house, *moves, hand=hand, **given)  # type: ignore[arg-type]
    view.ClearField("purse")
    view.score.won, view.score.held = won, held
    return view


def _asked(hand: int, **more: object) -> pb.TableView:
    return _table(*ASKED_FOR_SILVER, hand=hand, won=-2, held=20, largest_bet=0, least_bet=0, **more)


def _over(hand: int, silver: int = 30, **more: object) -> pb.TableView:
    """A hand is over: between two shoes after hand 3, 6 ... ; within one the bets are 20 to 40."""
    is_within = hand % 3 != 0
    moves = WITHIN_A_SHOE if is_within else BETWEEN_SHOES
    words = f"You {'win 3:2' if silver > 0 else 'lose your bet'}: 9 against 8, closest to 11."
    result = pb.HandResult(words=words, winner=0 if silver > 0 else 1, bets="3/2", silver=silver)
    bets = {"least_bet": 20, "largest_bet": 40} if is_within else {}
    given = {"phase": pb.HAND_PHASE_FINISHED, "result": result, **bets, **more}
    return _table(*moves, hand=hand, won=silver, **given)  # type: ignore[arg-type]


def _match(hand: int) -> pb.TableView:
    return _over(hand, -40, dealer=RKIK, hands_left=9 - hand, least_bet=20, largest_bet=20)


_EARNED = (
    "You win 3:2: 9 against 8, closest to 11.",
    "You win 0 gold, 30 silver. At this table you have won 0 gold, 30 silver.",
    "Jawa is beaten: you have won 0 gold, 60 silver from your lowest point with him.",
    "R'kik D'nec, Hero Of The Dune Sea will play you now: 9 hands at 0 gold, 20 silver each. Bring 3 gold, 60 silver.",
)


_MATCH_WON = (
    "You win 3:2: 9 against 8, closest to 11.",
    "You win 0 gold, 20 silver. In this match you have won 0 gold, 20 silver.",
    "You have beaten R'kik D'nec, Hero Of The Dune Sea: 0 gold, 20 silver ahead after 9 hands.",
    "Jabba's Palace: Behind the gate they play for more, and those who cannot pay are seldom seen again.",
    "Dune Sea Sabacc. R'kik throws it into the sand before you. Nobody has seen him do that.",
    "A better Dune Sea deck. A Jawa never throws anything away. He lets you choose.",
)


def _duel() -> pb.TableView:
    own = side("Ann", plain_card("5", "5"), plain_card("2", "2"), total="7", best_total="7")
    moves = (pb.MOVE_KIND_DRAW, pb.MOVE_KIND_STAND, pb.MOVE_KIND_LEAVE)
    view = versus_table(own, side("Bob", hidden=2), *moves)
    view.ClearField("purse")
    view.score.won, view.score.held = -125, 50
    return view


SILVER_SCENES: Mapping[str, Sitting] = {
    "silver-before-the-first-hand": _sitting(_table(*BETWEEN_SHOES, hand=0, phase=pb.HAND_PHASE_UNSPECIFIED)),
    "silver-typing-a-bet": _sitting(_over(3), typed="25"),
    "silver-asked": _sitting(_asked(4, attention=40), "You are dealt Jawa Pack (4) and 5."),
    "silver-asked-last-of-a-shoe": _sitting(_asked(6)),
    "silver-won-within-a-shoe": _sitting(_over(4), *_EARNED),
    "silver-lost-with-the-shoe": _sitting(_over(6, -20), balance=16_777_215),
    "silver-nothing-known-of-the-wallet": _sitting(_over(6, 0), wallet=None),
    "silver-lando-visits": _sitting(
        _over(4, attention=100, visit_hands=58, dealer=pb.ThemeDealer(key="lando", name="Lando Calrissian", boss=True))
    ),
    "silver-refused": _sitting(
        _over(4), hint="The house cannot pay for this bet: it may be at most 12 silver, which the dealer's bank covers."
    ),
    "silver-match": _sitting(_match(3)),
    "silver-match-won": _sitting(_over(9, 20, dealer=RKIK, hands_left=0), *_MATCH_WON, news=frozenset(_MATCH_WON[2:])),
    "silver-match-told": _sitting(_over(9, 20, dealer=RKIK, hands_left=0), *_MATCH_WON, page=Page.ACCOUNT),
    "silver-match-asked": _sitting(_asked(4, dealer=RKIK, hands_left=5)),
    "silver-match-closing": _sitting(_match(3), page=Page.CLOSING),
    "silver-help": _sitting(_over(4), page=Page.HELP),
    "silver-two-players": _sitting(_duel()),
}
