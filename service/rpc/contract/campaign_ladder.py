"""The ladder as a message: levels with their dealers, lessons and rewards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sabacc.v1 import campaign_pb2 as pb
from sabacc.v1 import cards_pb2
from service.campaign.houses.choices import choices
from service.campaign.houses.decks import house_deck
from service.campaign.houses.edges import stated_edge
from service.campaign.ladder.telling import feat_words
from service.rpc.contract.campaign_enums import REWARD_KINDS, WIRE_DECKS
from service.rpc.contract.enums import SIDES, WIRE_VARIANTS
from service.rpc.contract.ledger_messages import amount_message
from service.rpc.contract.odds_messages import decimal
from service.tables.dealer.character import told_character

if TYPE_CHECKING:
    from collections.abc import Iterator

    from service.campaign.ladder.ladder import Ladder
    from service.campaign.ladder.lessons import Lesson
    from service.campaign.ladder.levels import Host, Level
    from service.campaign.ladder.rewards import Reward


def ladder_message(ladder: Ladder) -> pb.GetLadderResponse:
    """Return all of the ladder, but of rewards only what they are for."""
    return pb.GetLadderResponse(
        levels=[_level_message(ladder, level) for level in ladder.levels],
        intro=ladder.intro,
        lessons=map(_lesson_message, ladder.lessons),
        rewards=[_reward_message(ladder, reward) for reward in ladder.rewards],
    )


def _level_message(ladder: Ladder, level: Level) -> pb.LadderLevel:
    return pb.LadderLevel(
        variant=WIRE_VARIANTS[level.key],
        title=level.title,
        words=level.words,
        least_bet=amount_message(level.bets.least),
        most_bet=amount_message(level.bets.most),
        beat_by=amount_message(level.beat_by),
        beat_hands=level.beat_hands,
        dealers_to_beat=level.dealers,
        ceiling=amount_message(level.ceiling),
        match_hands=level.match.hands,
        match_stake=amount_message(level.match.stake),
        match_words=level.match.words,
        dealers=[_dealer_message(host) for host in ladder.hosts.values() if host.level is level],
    )


def _dealer_message(host: Host) -> pb.LadderDealer:
    dealer = host.dealer
    return pb.LadderDealer(
        key=dealer.key,
        name=dealer.name,
        side=SIDES[host.side],
        theme=host.level.theme(host.side).name,
        boss=host.is_boss,
        character=told_character(dealer, dealer.rule),
        picture=dealer.picture,
        needed=amount_message(host.needed),
        edges=_edges(host),
    )


def _edges(host: Host) -> Iterator[pb.CampaignEdge]:
    theme = host.level.theme(host.side)
    for choice in choices(theme):
        if not choice.upgrades:
            yield pb.CampaignEdge(
                deck=WIRE_DECKS[choice.deck],
                plain_cards=not choice.has_option,
                house_edge=decimal(stated_edge(theme, host.dealer, choice)),
                house_deck=house_deck(theme, host.dealer, choice),
            )


def _lesson_message(lesson: Lesson) -> pb.LadderLesson:
    return pb.LadderLesson(
        key=lesson.key,
        title=lesson.title,
        words=lesson.words,
        cards=lesson.cards,
        dealer_cards=lesson.dealer,
        variant=cards_pb2.VARIANT_FAIR_DECK if lesson.variant is None else WIRE_VARIANTS[lesson.variant],
        question=lesson.question,
        answers=lesson.answers,
    )


def _reward_message(ladder: Ladder, reward: Reward) -> pb.LadderReward:
    return pb.LadderReward(
        key=reward.key,
        kind=REWARD_KINDS[reward.kind],
        title=reward.title,
        earned_by=feat_words(ladder, reward.wanted),
        limit=reward.limit or 0,
    )
