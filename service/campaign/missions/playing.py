"""A mission from its first card to its end: the moves of a dealer's table, made by the rule that the mission names.

It is a pure function of the mission, the seed and the version of the catalogue: asked again it gives the same answer to
the last byte, wherever it is asked.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from service.campaign.missions.encounter import encounter
from service.campaign.missions.outcome import Ending, MissionOutcome, PlayedHand, Verdict
from service.campaign.missions.strategies import strategy
from service.odds.progress import unwatched
from service.tables import moves
from service.tables.dealer.hand import DEALER, PLAYER
from service.tables.practice import NONE, NewGame, Paid
from service.tables.sessions import playing
from service.tables.sessions.dealer_session import DealerSession
from service.tables.sessions.head import head_lines
from service.tables.sessions.keys import NearKeys
from service.tables.sessions.record import record_text

if TYPE_CHECKING:
    from service.campaign.missions.encounter import Encounter
    from service.campaign.missions.mission import Mission
    from service.campaign.missions.strategies import Draws
    from service.odds.progress import Progress
    from service.tables.moves import Move
    from service.tables.practice import Chips
    from service.tables.sessions.keys import Keys
    from service.tables.sessions.session import Step


def play_mission(
    mission: Mission, seed: bytes, catalogue_version: str, progress: Progress = unwatched
) -> MissionOutcome:
    """Play *mission* to its end.

    Args:
        mission: it.
        seed: from which all its cards follow, 16 to 64 bytes.
        catalogue_version: of the catalogue that the player's cards are from; the record names it.
        progress: told how many hands have been played, of how many.

    Raises:
        InvalidInputError: as `encounter`, or the piles are too large for the best play.
    """
    met = encounter(mission, seed, catalogue_version)
    keys, draws = NearKeys(met.keys), strategy(mission.play, met.setup)
    opening = playing.opened(met.setup)
    session, hands = _at_dealers(opening), list[PlayedHand]()
    ending = None
    while ending is None:
        progress(len(hands), mission.hands)
        hands.append(_played(session, mission.stake, draws, keys))
        session = hands[-1].session
        ending = _ending(met, len(hands), hands[-1].purse)
    close = playing.move(session, PLAYER, moves.Close(), keys)
    steps = opening, *(step for hand in hands for step in hand.steps), close
    return MissionOutcome(
        mission=mission,
        ending=ending,
        verdict=_verdict(mission, ending, hands[-1].purse),
        hands=tuple(hands),
        opening=opening,
        close=close,
        record=record_text(head_lines(met.setup), (line for step in steps for line in step.lines)),
    )


def _played(session: DealerSession, stake: Chips, draws: Draws, keys: Keys) -> PlayedHand:
    """Play the next hand of *session* to its end."""
    steps = [playing.move(session, PLAYER, moves.Bet(stake.count), keys)]
    while (session := _at_dealers(steps[-1])).is_hand_running:
        steps.append(playing.move(session, PLAYER, _next_move(session, draws), keys))
    paid = next(event for event in steps[-1].events if isinstance(event, Paid))
    told = tuple(event for event in steps[-1].events if not isinstance(event, NewGame))  # a mission has one game
    steps[-1] = replace(steps[-1], events=told)
    return PlayedHand(session, tuple(steps), paid.change, paid.balance)


def _next_move(session: DealerSession, draws: Draws) -> Move:
    if "draw" not in session.legal(PLAYER):
        return moves.ChooseBest()
    hand = session.hand
    assert hand is not None
    own, up_card = hand.seats[PLAYER].hand, hand.seats[DEALER].hand.cards[0]
    return moves.Draw() if draws(own, up_card) else moves.Stand()


def _ending(met: Encounter, played: int, purse: Chips) -> Ending | None:
    """Return why the mission is over after so many hands; None while it goes on."""
    mission = met.mission
    if mission.goal is not None and purse >= mission.goal:
        return Ending.GOAL
    if purse < met.needed:
        return Ending.BUST
    return Ending.PLAYED if played == mission.hands else None


def _verdict(mission: Mission, ending: Ending, purse: Chips) -> Verdict:
    if mission.goal is not None:
        return Verdict.WON if ending is Ending.GOAL else Verdict.LOST
    won = purse - mission.purse
    if won == NONE:
        return Verdict.PUSHED
    return Verdict.WON if won > NONE else Verdict.LOST


def _at_dealers(step: Step) -> DealerSession:
    assert isinstance(step.session, DealerSession)
    return step.session
