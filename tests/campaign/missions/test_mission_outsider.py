"""A whole mission by a program of its own, from the words of the protocol and the rules; it imports nothing of service.

It reads the head of the record alone, for its digest is bound into the draws.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256

import pytest

from service.odds.setting import StandOn
from tests.campaign.missions.asking import played, seed_of
from tests.tables.tsb1_outsider import h, m, shuffled

DECK_C = [str(value) for value, count in enumerate((19, 10, 3, 1, 5, 11, 5, 6)) for _ in range(count)]


@dataclass
class Told:
    """What the outsider says of a mission."""

    table_id: str
    hands: list[tuple[list[str], list[str]]]
    purses: list[int]


def chain(name: str, seed: bytes, hands: int) -> list[bytes]:
    """K_0 to K of the last hand."""
    keys = [h(b"tsb1/mission/key", name.encode(), seed)]
    for _ in range(hands):
        keys.insert(0, sha256(keys[0]).digest())
    return keys


def drawn(pile: list[str], to: int) -> list[str]:
    """A hand that draws on a total up to *to*."""
    hand = pile[:2]
    while len(hand) < 6 and sum(map(int, hand)) <= to:
        hand = pile[: len(hand) + 1]
    return hand


def won(player: list[str], dealer: list[str], stake: int) -> int:
    """R7 and the pay of the table; hands of two cards that total 11 are perfect, for Deck C has no wild cards."""
    is_perfect = [len(hand) == 2 and sum(map(int, hand)) == 11 for hand in (player, dealer)]
    if is_perfect[0] or is_perfect[1]:
        return (is_perfect[0] - is_perfect[1]) * (stake * 3 // 2 if is_perfect[0] else stake)
    ranks = []
    for hand in (player, dealer):
        total = sum(map(int, hand))
        ranks.append((total <= 11, total if total <= 11 else -total, -len(hand)))
    return stake * ((ranks[0] > ranks[1]) - (ranks[0] < ranks[1]))


def outsider(name: str, seed: bytes, record: str, terms: dict[str, int]) -> Told:
    """Play the mission at the standard table."""
    lines = record.splitlines(keepends=True)
    head = "".join(lines[: next(at for at, line in enumerate(lines) if line.startswith("published")) + 1])
    table_id = "m" + h(b"tsb1/mission/table", name.encode(), seed).hex()[:20]
    keys = chain(name, seed, terms["hands"])
    assert f"published {keys[0].hex()}\n" in head
    rules = f"dealer=house deck=deck-c draws-to=7 pays=3/2 costs=1 head={sha256(head.encode()).hexdigest()}"
    piles = [h(b"tsb1/deck", table_id.encode(), seat, b"", ",".join(sorted(DECK_C)).encode()) for seat in (b"0", b"1")]
    lock = h(b"tsb1/table", table_id.encode(), rules.encode(), keys[0], *piles)
    told, purse = Told(table_id, [], []), terms["purse"]
    for number in range(1, terms["hands"] + 1):
        of_hand = m(keys[number], b"tsb1/seed", lock, bytes(32))
        own, other = (shuffled(DECK_C, of_hand, f"hand/{number}/seat/{seat}", 6) for seat in (0, 1))
        firsts = [sum(map(int, pile[:2])) == 11 for pile in (own, other)]
        player = own[:2] if any(firsts) else drawn(own, terms["stand_on"] - 1)
        dealer = other[:2] if any(firsts) else drawn(other, 7)
        purse += won(player, dealer, terms["stake"])
        told.hands.append((player, dealer))
        told.purses.append(purse)
        if purse >= terms["goal"] or purse < terms["stake"]:
            break
    return told


@pytest.mark.parametrize("stand_on", [7, 8, 9])
def test_the_same_mission_is_played_by_who_knows_the_protocol_alone(stand_on: int) -> None:
    ended_early = 0
    for at in range(12):
        terms = {"purse": 47, "stake": 7, "hands": 25, "goal": 90, "stand_on": stand_on}
        fields = {key: terms[key] for key in ("purse", "stake", "hands", "goal")}
        outcome = played(f"seed {at}", name="rescue", play=StandOn(stand_on), **fields)
        told = outsider("rescue", seed_of(f"seed {at}"), outcome.record, terms)
        assert f"table {told.table_id}\n" in outcome.record
        assert [hand.purse.count for hand in outcome.hands] == told.purses
        hands = [line.split(" | ")[1:] for line in outcome.record.splitlines() if line.startswith("hand ")]
        assert [
            tuple([card.split(":")[0] for card in side.split()[1:]] for side in sides) for sides in hands
        ] == told.hands
        ended_early += len(told.hands) < 25
    assert ended_early
