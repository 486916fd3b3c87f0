"""Amounts at a table in its own currency: practice chips, or gold and silver."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.campaign.play.use_cases import HANDS_A_SHOE
from service.money import Silver

if TYPE_CHECKING:
    from sabacc.v1 import tables_pb2 as pb


def is_for_silver(view: pb.TableView) -> bool:
    """Tell whether a table is for silver."""
    return view.HasField("score")


def currency(view: pb.TableView) -> str:
    """Return in what bets are counted at a table."""
    return "silver" if is_for_silver(view) else "chips"


def amount(view: pb.TableView, number: int) -> str:
    """Return *number* in the table's currency: ``10 chips``, ``1 gold, 05 silver``."""
    if is_for_silver(view):
        return str(Silver(number))
    return f"{number} chip{'' if number == 1 else 's'}"


def least_bet(view: pb.TableView) -> int:
    """Return the smallest bet on the next hand."""
    return max(1, view.least_bet)


def won_by(view: pb.TableView) -> int:
    """Return what the seat won with the last hand, in the table's currency; below 0 for a loss."""
    return view.result.silver if is_for_silver(view) else view.result.chips


def won_words(view: pb.TableView, number: int, nothing: str) -> str:
    """Return ``won 10``, ``lost 1 gold, 05 silver``, or *nothing* for 0; chips are told without their name."""
    if not number:
        return nothing
    size = str(Silver(abs(number))) if is_for_silver(view) else str(abs(number))
    return f"{'won' if number > 0 else 'lost'} {size}"


def plays_shoes(view: pb.TableView) -> bool:
    """Tell whether the table may be closed only after a whole shoe, as those of dealers for silver."""
    return is_for_silver(view) and view.against_dealer


def left_of_shoe(view: pb.TableView) -> int:
    """Return how many hands of this shoe are left after the one that is played or was played last.

    At a dealer's table for silver, whose shoes all have the same number of hands.
    """
    return -view.hand % HANDS_A_SHOE


def is_match(view: pb.TableView) -> bool:
    """Tell whether the table is a match with a boss, which must be played to its end."""
    return plays_shoes(view) and view.dealer.boss and not view.visit_hands
