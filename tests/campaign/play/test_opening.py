"""Sitting down at a table of the campaign: once for each request, with the decks and the shoe that the campaign has."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from deckmapping.errors import InvalidInputError
from service.campaign.houses.choices import PlayerChoice, PlayerDeck
from service.campaign.ladder.errors import CareerForbidsError
from service.campaign.ledger.accounts import house
from service.campaign.play.attention import CAMPAIGN_ATTENTION
from service.campaign.play.use_cases import Sitting
from service.money import Silver
from service.tables.dealer.attention import Attention
from service.tables.sessions.errors import RequestReusedError
from service.tables.sessions.setup import DealerSetup
from service.tables.sessions.use_cases import Answer
from service.tables.silver import BetLimits
from tests.campaign.play.stored import at_once, everything, killed
from tests.campaign.play.world import GEMP, Seat, World

if TYPE_CHECKING:
    from service.tables.sessions.session import Session

AT_KALITS = Sitting("ann", "kalit", PlayerChoice(PlayerDeck.SAMPLE))


def opens(world: World, sitting: Sitting = AT_KALITS, request_id: str = "open-1", content: str = "{}") -> Answer:
    return world.campaign.open_table(sitting, request_id, content, GEMP)


def setup_of(session: Session) -> DealerSetup:
    assert isinstance(session.setup, DealerSetup)
    return session.setup


def test_the_same_request_opens_one_table_and_one_bank(world: World) -> None:
    world.player("ann", 1000)
    first = opens(world)
    before = everything(world.engine)
    services = [world.again() for _ in range(10)]
    for answer in (opens(world), *at_once(*[lambda each=each: opens(each) for each in services])):
        assert isinstance(answer, Answer)
        assert (answer.replayed, answer.session, answer.told) == (True, first.session, first.told)
    assert everything(world.engine) == before
    assert world.has(house("kalit"), house("lando-light")) == [20_000, 200_000]
    world.assert_whole()


def test_a_request_that_comes_again_after_hands_and_the_end_of_its_table_opens_no_other(desk: World) -> None:
    desk.player("ann", 1000)
    seat = Seat(desk, opens(desk).session.setup.table_id)
    for _ in range(3):
        seat.hand(5)
    seat.close()
    before = everything(desk.engine)
    answer = opens(desk)
    assert (answer.replayed, answer.session.setup.table_id) == (True, seat.table_id)
    assert everything(desk.engine) == before


def test_a_request_id_that_comes_again_for_another_table_opens_none(desk: World) -> None:
    desk.player("ann", 1000)
    opens(desk, content='{"dealer":"kalit"}')
    before = everything(desk.engine)
    with pytest.raises(RequestReusedError):
        opens(desk, Sitting("ann", "uutkik", AT_KALITS.choice), content='{"dealer":"uutkik"}')
    assert everything(desk.engine) == before


def test_the_same_request_from_ten_services_at_once_opens_one_table(world: World) -> None:
    world.player("ann", 1000)
    services = [world.again() for _ in range(10)]
    answers = at_once(*[lambda each=each: opens(each) for each in services])
    assert all(isinstance(answer, Answer) for answer in answers)
    assert len({answer.session.setup.table_id for answer in answers if isinstance(answer, Answer)}) == 1
    assert [isinstance(answer, Answer) and answer.replayed for answer in answers].count(False) == 1
    assert world.has(house("kalit")) == [20_000]
    world.assert_whole()


def test_a_request_whose_first_try_died_opens_its_table_afterwards(desk: World) -> None:
    desk.player("ann", 1000)
    with killed("after the feed"):
        opens(desk)
    assert not opens(desk).replayed


def test_a_request_that_was_refused_may_come_again(desk: World) -> None:
    desk.player("ann", 4)
    with pytest.raises(CareerForbidsError):
        opens(desk)
    desk.deposit("ann", 1)
    assert not opens(desk).replayed


def test_a_table_of_the_campaign_is_set_up_by_the_campaign_alone(desk: World) -> None:
    desk.player("ann", 1000)
    setup = setup_of(opens(desk).session)
    assert (setup.money, setup.cut, setup.hands) == (BetLimits(Silver(5), Silver(50)), 3, 999)
    assert [each.key for each in setup.dealers] == ["kalit"]
    assert (setup.player.character, setup.attention, setup.carried) == (None, CAMPAIGN_ATTENTION, Attention())
    assert {str(each.terms.pay.perfect_pays) for each in setup.dealers} == {"3/2"}
    assert {each.terms.pay.perfect_costs for each in setup.dealers} == {1}
    assert setup.visitor is not None
    assert setup.visitor.key == "lando-light"


def test_a_deck_upgrade_that_was_not_given_is_refused(desk: World) -> None:
    desk.player("ann", 1000)
    upgrade = next(name for each in desk.ladder.rewards for name in each.content if name.startswith("dune-sea-light:"))
    sitting = Sitting("ann", "kalit", PlayerChoice(PlayerDeck.SAMPLE, upgrades=(upgrade,)))
    before = everything(desk.engine)
    with pytest.raises(InvalidInputError, match="none: he has got no upgrade"):
        opens(desk, sitting)
    assert everything(desk.engine) == before


def test_a_dealer_who_deals_nowhere_on_the_ladder_opens_no_table(desk: World) -> None:
    desk.player("ann", 1000)
    for key in ("house", "nobody", "lando"):
        with pytest.raises(InvalidInputError, match="dealer"):
            opens(desk, Sitting("ann", key, AT_KALITS.choice))
