"""Golden hands: one of every dealer and more, replayed byte for byte from their seeds.

`python -m tests.tables.dealer.test_dealer_golden` writes them anew; read what changed before you commit it.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from deckmapping.catalogue import starter_catalogue
from deckmapping.themes.bundled import bundled_deck
from deckmapping.themes.dealers import dealer, dealers
from service.rules.state import Phase
from service.tables.dealer.hand import DealerHand
from service.tables.dealer.notation import read_dealer_hand
from service.tables.dealer.words import event_cues, event_words
from tests.tables.dealer_tables import (
    bundled_rules,
    bundled_shoe,
    seed_of,
    stands_on,
    terms_of,
)

if TYPE_CHECKING:
    from service.rules.cards import Card

FILE = Path(__file__).with_name("golden") / "dealer-hands.txt"
KEYS = [each.key for each in dealers()]
CUT = 3


def hands_of(key: str) -> int:
    """Return how many hands are told: more where a dealer now and then shifts his total, so that it is seen."""
    return 12 if dealer(key).rule.shift_share else CUT


def title(card: Card) -> str:
    record = starter_catalogue().get(card.card_id)
    return card.card_id if record is None else record.title


def told(key: str) -> str:
    """Play hands against the dealer *key*, from shoes of three hands, and tell them."""
    seated = dealer(key)
    terms, rules = terms_of(seated), bundled_rules(seated)
    player = bundled_deck(seated.deck).theme or "deck-c"
    shoe, lines = bundled_shoe(player, seated.deck, cut=CUT), [f"dealer {key}: {player} against {seated.deck}"]
    for number in range(1, hands_of(key) + 1):
        shoe, why = shoe.ready()
        lines += [f"shuffle {why}"] if why else []
        seed = seed_of(f"{key} {number}")
        before = DealerHand.from_seed(terms, shoe, rules, seed, number)
        end, log = stands_on(8, before)
        assert end.phase is Phase.FINISHED
        lines += [f"hand {number} seed {seed.hex()}", f"before {before}"]
        for event in log:
            cues = event_cues(event)
            lines += [f"{cues.cue} {cues.light} {' '.join(cues.pictures)}".rstrip(), f"  {event_words(event, title)}"]
        lines.append(f"after {end}")
        shoe = shoe.after(shoe.deal(seed, number), end.used)
    return "\n".join(lines)


def golden() -> dict[str, str]:
    blocks = FILE.read_text(encoding="utf-8").rstrip("\n").split("\n\n")
    return {block.split()[1].removesuffix(":"): block for block in blocks}


@pytest.mark.parametrize("key", KEYS)
def test_hands_against_every_dealer_are_replayed_byte_for_byte(key: str) -> None:
    assert told(key) == golden()[key]


def test_golden_hands_are_of_all_dealers_and_read_back() -> None:
    assert list(golden()) == KEYS
    lines = FILE.read_text(encoding="utf-8").splitlines()
    states = [line.split(" ", 1)[1] for line in lines if line.startswith(("before ", "after "))]
    assert len(states) == 2 * sum(map(hands_of, KEYS))
    assert [str(read_dealer_hand(state)) for state in states] == states


def test_golden_hands_show_every_kind_of_event() -> None:
    cues = {line.split()[0] for line in FILE.read_text(encoding="utf-8").splitlines() if line.startswith("cue.")}
    assert cues == {
        *("cue.deal", "cue.check", "cue.perfect-sabacc", "cue.draw", "cue.stand", "cue.value", "cue.dealer-shows"),
        *("cue.dealer-draws", "cue.dealer-stands", "cue.dealer-shifts", "cue.win", "cue.lose", "cue.push"),
    }


if __name__ == "__main__":
    FILE.write_text("\n\n".join(map(told, KEYS)) + "\n", encoding="utf-8")
