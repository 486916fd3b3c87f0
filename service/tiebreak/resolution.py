"""The whole procedure of a plain seeded tie: criteria, lock, hands, transcript."""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple

from deckmapping.errors import NoDeckError, PileTooSmallError
from deckmapping.values import Value, whole
from service.tiebreak import proof
from service.tiebreak.criteria import standings
from service.tiebreak.hands import Play
from service.tiebreak.limits import PILE
from service.tiebreak.model import SHARED, Group, Place, TieResult
from service.tiebreak.transcript import chained_lines, head_lines

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from service.tiebreak.criteria import Standing
    from service.tiebreak.model import Player, TieRequest

_BY_NAME = attrgetter("name")


class Sealed(NamedTuple):
    """What is fixed before the first draw."""

    piles: Mapping[str, Sequence[str]]
    """The pile of each player still equal, by name; the ids sorted bytewise."""
    listed: list[tuple[str, str]]
    """The same with each pile joined by commas, as hashed and printed."""
    lock: bytes | None
    seed: bytes | None


def resolve(request: TieRequest, values_of: Mapping[str, tuple[Value, ...]]) -> TieResult:
    """Break the tie; the same request gives the same result on every machine and at any time.

    Args:
        request: a request inside the limits (see `limits`).
        values_of: what each id of the piles may count, ascending.

    Raises:
        NoDeckError: a player still equal after the criteria has no deck.
        PileTooSmallError: such a player has a pile of one card.
    """
    options = request.options
    players = sorted(request.players, key=_BY_NAME)
    levels = standings(players, request.wins, options.criteria)
    groups = [] if options.share else equal_groups(levels)
    rules = proof.rules_of(options.stand_on, options.replay_limit, request.catalogue_version)
    sealed = _seal(request, players, groups, rules.id)
    play = Play(sealed.seed or b"", groups, sealed.piles, values_of, whole(options.stand_on), options.replay_limit)
    play.to_the_end()
    places = sorted([*_settled_places(levels, is_shared=options.share), *play.places])

    head = head_lines(request, rules, sealed.listed, sealed.lock)
    chained = "\n".join(chained_lines(request, players, play, places))
    result_id = proof.chain_of(sealed.lock, sealed.seed, chained.encode("ascii").split(b"\n"))
    return TieResult(
        places=tuple(places),
        groups=tuple(groups),
        hands=tuple([hand for hands in play.hands for hand in hands]),
        lots=tuple(play.lots),
        lock=sealed.lock,
        seed=sealed.seed,
        rules_id=rules.id,
        result_id=result_id,
        transcript="\n".join([*head, chained, f"result {result_id.hex()}\n"]),
    )


def equal_groups(levels: Iterable[Standing]) -> list[Group]:
    """Return the groups of two or more that the criteria left, best place first."""
    return [Group(level.place, level.players) for level in levels if level.is_equal]


def _seal(request: TieRequest, players: Sequence[Player], groups: Sequence[Group], rules_id: bytes) -> Sealed:
    """Lock the piles of the players still equal, and derive the seed of all draws; nothing if nobody is."""
    if not groups:
        return Sealed({}, [], None, None)
    equal = {name for group in groups for name in group.players}
    piles = {player.name: sorted(player.pile) for player in players if player.name in equal}
    check_piles(request.players, piles)
    listed = [(name, ",".join(pile)) for name, pile in piles.items()]
    lock = proof.lock_of(request.tie, rules_id, listed)
    return Sealed(piles, listed, lock, proof.seed_of(request.seed, lock))


def check_piles(players: Sequence[Player], piles: Mapping[str, Sequence[str]]) -> None:
    """Refuse the first player, in the caller's order, who is still equal but cannot play a hand."""
    for at, player in enumerate(players):
        pile = piles.get(player.name)
        if pile is None or len(pile) >= PILE.least:
            continue
        if not pile:
            raise NoDeckError.of(f"players[{at}].deck", "", f"a deck, because {player.name} is still equal")
        raise PileTooSmallError.of(f"players[{at}].deck", f"{len(pile)} card", f"{player.name} needs {PILE.least}")


def _settled_places(levels: Iterable[Standing], *, is_shared: bool) -> list[Place]:
    """Return the places of those who play no hand: settled by a criterion, or sharing."""
    return [
        Place(level.place, name, SHARED if level.is_equal else f"criterion:{level.criterion}")
        for level in levels
        if is_shared or not level.is_equal
        for name in level.players
    ]
