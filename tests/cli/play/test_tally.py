"""What an evening brought, from views as a service sends them."""

from __future__ import annotations

from sabacc.v1 import tables_pb2 as pb
from service.cli.play.tally import Tally
from tests.cli.play.views import BETWEEN, dealer_table, side


def _over(hand: int, chips: int, game: int) -> pb.TableView:
    result = pb.HandResult(chips=chips)
    purse = pb.PurseView(balance=1000, game=game, start=1000)
    sides = side("Player"), side("Jawa")
    return dealer_table(*sides, *BETWEEN, hand=hand, phase=pb.HAND_PHASE_FINISHED, result=result, purse=purse)


def _words(*views: pb.TableView) -> str:
    tally = Tally.before(views[0])
    for view in views[1:]:
        tally = tally.after(view)
    return tally.words()


def test_hands_of_one_game_are_summed() -> None:
    views = (_over(4, 10, 1), _over(5, 15, 1), _over(6, -10, 1), _over(6, -10, 1), _over(7, 0, 1))
    assert _words(*views) == "3 hands: 1 won, 1 lost, 1 pushed; net +5 chips."
    assert _words(views[0]) == "No hand was played to its end."


def test_nets_of_two_games_are_not_mixed_and_the_bust_ends_the_first_one() -> None:
    views = (_over(0, 0, 1), _over(1, 10, 1), _over(2, -1010, 2), _over(3, 20, 2), _over(4, 5, 2))
    first = "Game 1: 2 hands: 1 won, 1 lost, 0 pushed; net -1000 chips (bust)."
    assert _words(*views) == f"{first} Game 2: 2 hands: 2 won, 0 lost, 0 pushed; net +25 chips."
    assert _words(*views[:3]) == first


def test_an_evening_that_begins_in_a_later_game_says_which_only_after_a_bust() -> None:
    assert _words(_over(8, -5, 3), _over(9, -5, 3)) == "One hand: 0 won, 1 lost, 0 pushed; net -5 chips."
    assert _words(_over(8, -5, 3), _over(9, -5, 4)) == "Game 3: one hand: 0 won, 1 lost, 0 pushed; net -5 chips (bust)."
