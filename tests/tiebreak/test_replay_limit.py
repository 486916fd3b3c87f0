from __future__ import annotations

from deckmapping.values import whole
from service.tiebreak.model import Criterion, Options, Player, Tie, TieRequest
from service.tiebreak.resolution import resolve


def test_every_group_has_the_replays_of_its_own_players() -> None:
    # Fives only: every hand is 5 + 5, so each pair plays 1 + 1 hands and then draws lots, hands 1, 2 and 3, 4.
    players = tuple(
        Player(name, ("5_57",) * 4, (whole(points),)) for name, points in (("a", 2), ("b", 2), ("c", 1), ("d", 1))
    )
    options = Options(criteria=(Criterion("points"),), replay_limit=1)
    request = TieRequest(Tie("e", "s", 1), bytes(16), players, (), options, "demo")

    result = resolve(request, {"5_57": (whole(5),)})

    assert [lot.hand for lot in result.lots] == [2, 4]
    assert [hand.number for hand in result.hands] == [1, 1, 2, 2, 3, 3, 4, 4]
    assert {place.decided_by for place in result.places if place.player in "ab"} == {"lot:2"}
    assert {place.decided_by for place in result.places if place.player in "cd"} == {"lot:4"}
