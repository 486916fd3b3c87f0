"""The table of a mission: its setup, and the keys of its hands, all of which follow from the mission and its seed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from deckmapping.errors import InvalidInputError
from deckmapping.themes.modifiers import ModifierKind
from deckmapping.themes.themes import theme as theme_named
from service.campaign.missions.mission import verify_seed
from service.draws import hash_of
from service.rules.dealing import worst_bets
from service.tables.chain import KeyChain
from service.tables.practice import Chips, result_in_chips
from service.tables.sessions.opening import dealer_setup
from service.tables.sessions.orders import Chain, DealerOrder

if TYPE_CHECKING:
    from service.campaign.missions.mission import Mission
    from service.tables.dealer.hand import Terms
    from service.tables.sessions.setup import DealerSetup

_ID_DIGITS: Final = 20
_EACH_HAND: Final = 1


@dataclass(frozen=True, slots=True)
class Encounter:
    """A mission whose table is ready to be opened."""

    mission: Mission
    setup: DealerSetup
    keys: KeyChain
    needed: Chips
    """What the player must have for another hand: all that it may cost."""


def encounter(mission: Mission, seed: bytes, catalogue_version: str) -> Encounter:
    """Return the table of *mission*.

    Who knows the seed knows every card: the key of the table's last hand is H("tsb1/mission/key", name, seed), and the
    table's id begins H("tsb1/mission/table", name, seed).

    Args:
        mission: it.
        seed: 16 to 64 bytes.
        catalogue_version: of the catalogue that the player's cards are from.

    Raises:
        InvalidInputError: the seed has another length, there is no such table or dealer, the playing character may not
            play, the purse does not cover one hand, or the goal is beyond reach.
        PileTooSmallError: the player's pile is too small for the table (R1).
    """
    verify_seed(seed)
    named = mission.name.encode(), seed
    keys = KeyChain(mission.hands, hash_of(b"tsb1/mission/key", *named))
    table_id = f"m{hash_of(b'tsb1/mission/table', *named).hex()[:_ID_DIGITS]}"
    setup = dealer_setup(_order(mission), Chain(table_id, keys.published, catalogue_version))
    terms = setup.dealers[0].terms
    needed = mission.stake.times(worst_bets(terms.pay, wins_double=terms.rule.wins_double))
    _verify_stake(mission, needed)
    _verify_goal(mission, terms)
    return Encounter(mission, setup, keys, needed)


def _order(mission: Mission) -> DealerOrder:
    return DealerOrder(
        player=mission.player,
        theme=mission.theme,
        background=mission.background,
        dealer=mission.opponent,
        has_option=mission.has_option,
        has_modifier=mission.has_modifier,
        has_attention=False,  # the opponent stays the one that the mission names
        cut=None if _says_the_cut(mission) else _EACH_HAND,
        start=mission.purse,
        hands=mission.hands,
    )


def _says_the_cut(mission: Mission) -> bool:
    """Tell whether the table modifier says how often the piles are shuffled."""
    if mission.theme is None or not mission.has_modifier:
        return False
    return theme_named(mission.theme).background(mission.background).modifier.kind is ModifierKind.SHOE


def _verify_stake(mission: Mission, needed: Chips) -> None:
    if mission.purse < needed:
        times = needed.count // mission.stake.count
        may_cost = "" if times == 1 else f", as a hand may cost {times} stakes"
        expected = f"1 to {mission.purse.count // times} chips, what the purse covers{may_cost}"
        raise InvalidInputError.of("stake", mission.stake.count, expected)


def _verify_goal(mission: Mission, terms: Terms) -> None:
    """Check that the goal could be reached; nobody wins more with a hand than by a perfect sabacc."""
    best = result_in_chips(mission.stake, terms.pay.perfect_pays)
    most = mission.purse + best.times(mission.hands)
    if mission.goal is not None and mission.goal > most:
        expected = f"{mission.purse.count + 1} to {most.count} chips, what {mission.hands} hands may bring"
        raise InvalidInputError.of("goal", mission.goal.count, expected)
