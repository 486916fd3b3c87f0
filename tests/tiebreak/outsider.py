"""tsb1's plain seeded tie as somebody outside would write it from the protocol page, with nothing of the project.

Everything is text and Fractions; the input is what a caller would file, the output the whole transcript.
"""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product

Groups = list[tuple[list[str], str]]


@dataclass
class Question:
    event: str
    stage: str
    attempt: int
    seed: bytes
    piles: dict[str, list[str]]
    cards: dict[str, list[str]]
    criteria: list[tuple[str, str]] = field(default_factory=list)
    filed: dict[str, dict[str, str]] = field(default_factory=dict)
    wins: list[tuple[str, str, int]] = field(default_factory=list)
    dropped: dict[str, list[str]] = field(default_factory=dict)
    stand_on: int = 8
    replay_limit: int = 64
    share: bool = False
    catalogue: str = "demo"


def pack(*parts: bytes | str) -> bytes:
    raw = [p.encode() if isinstance(p, str) else p for p in parts]
    return b"".join(len(p).to_bytes(4, "big") + p for p in raw)


def sha(*parts: bytes | str) -> bytes:
    return hashlib.sha256(pack(*parts)).digest()


def mac(key: bytes, *parts: bytes | str) -> bytes:
    return hmac.new(key, pack(*parts), hashlib.sha256).digest()


def shuffled(seed: bytes, label: str, entries: list[str]) -> list[str]:
    a, n, block, words = sorted(entries), len(entries), 0, b""
    for k in range(n):
        limit = 2**32 - 2**32 % (n - k)
        while True:
            if not words:
                words, block = mac(seed, "tsb1/stream", label, block.to_bytes(4, "big")), block + 1
            x, words = int.from_bytes(words[:4], "big"), words[4:]
            if x < limit:
                break
        j = k + x % (n - k)
        a[k], a[j] = a[j], a[k]
    return a


def decimal(x: Fraction) -> str:
    text = f"{'-' if x < 0 else ''}{abs(x) // 1}.{abs(x) % 1 * 10**7 // 1:07d}"
    return text.rstrip("0").rstrip(".")


def best(cards: list[list[Fraction]]) -> tuple[Fraction, ...]:
    choices = list(product(*cards))
    fine = [c for c in choices if sum(c) <= 11]
    return max(fine, key=lambda c: (sum(c), c)) if fine else max(choices, key=lambda c: (-sum(c), c))


def split(q: Question, group: list[str], by: str = "") -> Groups:
    for name, direction in q.criteria if len(group) > 1 else []:
        level = {
            p: Fraction(sum(n for p1, p2, n in q.wins if p1 == p and p2 in group))
            if name == "head_to_head"
            else Fraction(q.filed[p][name])
            for p in group
        }
        if len(set(level.values())) > 1:
            best_first = sorted(set(level.values()), reverse=direction == "high")
            return [part for x in best_first for part in split(q, [p for p in group if level[p] == x], name)]
    return [(group, by)]


def transcript(q: Question) -> str:  # noqa: C901
    names = sorted(q.piles)
    tie = f"{q.event}#{q.stage}#{q.attempt}"
    rules = ["sabacc-11/1", f"stand_on={q.stand_on}", f"replay_limit={q.replay_limit}", f"catalogue={q.catalogue}"]
    groups = split(q, names)
    tied = [] if q.share else sorted(p for group, _ in groups if len(group) > 1 for p in group)
    head = ["tsb1 1", "rules " + " ".join(rules), "tie " + tie.replace("#", " "), "mode seed", "seed " + q.seed.hex()]
    lock = seed = b""
    if tied:
        decks = {p: ",".join(sorted(q.piles[p])) for p in tied}
        digests = [x for p in tied for x in (p, sha("tsb1/deck", q.event, p, "", decks[p]))]
        lock = sha("tsb1/lock", tie, sha("tsb1/rules", *rules), "", "seed", "", "0", *digests)
        seed = mac(sha("tsb1/caller-seed", q.seed), "tsb1/seed", lock)
        head += [f"player {p} {decks[p]}" for p in tied] + [f"lock {lock.hex()}"]
    places: list[tuple[int, str, str]] = []
    hands: list[str] = []
    drawn: set[str] = set()
    number = 0

    def play(group: list[str], place: int, turn: int) -> None:
        nonlocal number
        number += 1
        hand = number
        ranks: dict[str, tuple[bool, Fraction, int]] = {}
        hands.append(f"hand {hand} begin")
        for p in group:
            order, n = shuffled(seed, f"hand/{hand}/{p}", q.piles[p]), 2
            values = [[Fraction(v) for v in q.cards[c]] for c in order[:6]]
            while sum(best(values[:n])) < q.stand_on and n < min(6, len(order)):
                n += 1
            counted = best(values[:n])
            total = sum(counted, Fraction(0))
            drawn.update(order[:n])
            ranks[p] = (total > 11, abs(total - 11), n)
            hands.extend(f"draw {hand} {p} {c}" for c in order[:n])
            shown = "+".join(map(decimal, counted))
            hands.append(f"total {hand} {p} {shown} {decimal(total)} {'over' if total > 11 else 'under'}")
        still = []
        for rank in sorted(set(ranks.values())):
            level = [p for p in group if ranks[p] == rank]
            if len(level) == 1:
                places.append((place, level[0], f"sabacc:{hand}"))
            elif turn == 1 + q.replay_limit:
                lot = shuffled(seed, f"last-resort/{hand}", level)
                hands.append(f"lot {hand} " + " ".join(lot))
                places.extend((place + i, p, f"lot:{hand}") for i, p in enumerate(lot))
            else:
                still.append((level, place))
            place += len(level)
        for level, at in still:
            play(level, at, turn + 1)

    place, group_lines = 1, []
    for group, by in groups:
        if len(group) == 1 or q.share:
            places.extend((place, p, f"criterion:{by}" if len(group) == 1 else "shared") for p in group)
        else:
            group_lines.append(f"group {place} " + " ".join(group))
            play(group, place, 1)
        place += len(group)
    filed = [name for name, _ in q.criteria if name != "head_to_head"]
    lines = [f"dropped {p} " + ",".join(sorted(q.dropped[p])) for p in tied if q.dropped.get(p)]
    lines += [f"criterion {name} {direction}" for name, direction in q.criteria]
    lines += [f"value {p} " + " ".join(decimal(Fraction(q.filed[p][c])) for c in filed) for p in names if filed]
    lines += [f"wins {p1} {p2} {n}" for p1, p2, n in sorted(q.wins)]
    lines += [f"card {c} " + "/".join(decimal(Fraction(v)) for v in q.cards[c]) for c in sorted(drawn)]
    lines += group_lines + hands + [f"place {n} {p} {by}" for n, p, by in sorted(places)]
    chain = sha("tsb1/chain", lock, seed)
    for line in lines:
        chain = sha("tsb1/event", chain, line)
    return "\n".join([*head, *lines, f"result {chain.hex()}", ""])
