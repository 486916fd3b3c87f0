"""The tables of docs/economy.md that are filled from lives, and from shoes and hands that were counted."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from service.campaign.economy.board import NOBODY, SIDES
from service.campaign.economy.bounds import most_of_match, most_won
from service.campaign.economy.kinds import HANDS_AN_HOUR
from service.money import SILVER_A_GOLD
from service.odds.studies.tables import Study

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from service.campaign.economy.board import Board
    from service.campaign.economy.bounds import Counted
    from service.campaign.economy.comparing import Agreement, Compared
    from service.campaign.economy.figures import LifeFigures
    from service.campaign.houses.choices import PlayerChoice


def levels(found: Iterable[LifeFigures]) -> Study:
    """Tell which share of the lives comes how far, and how long it takes."""
    rows = [(*_who(each), *(_arrival(each, at) for at in range(len(each.reached)))) for each in found]
    return Study(
        "levels", ("player", "gold", "Jabba's Palace", "the troopers", "Cloud City", "beats Lando"), tuple(rows)
    )


def lives(found: Iterable[LifeFigures]) -> Study:
    """Tell how lives end."""
    rows = [
        (
            *_who(each),
            str(each.lives),
            str(round(each.hands / each.lives)),
            f"{each.ruined:.1%}",
            f"{each.sent_off:.2f}",
            f"{each.ahead:.1%}",
            *(_gold(owned) for owned in each.ends_with),
            _gold(each.end_mean),
            _gold(each.largest),
        )
        for each in found
    ]
    headings = (
        "player",
        "gold",
        "lives",
        "hands a life",
        "ruined",
        "sent off",
        "ends ahead",
        "a tenth ends with",
        "half",
        "nine tenths",
        "mean",
        "the most ever owned",
    )
    return Study("lives", headings, tuple(rows))


def house(found: Iterable[LifeFigures], board: Board) -> Study:
    """Tell what the houses win."""
    banks = np.array([host.bank.count for host in board.hosts])
    rows = [
        (
            *_who(each),
            _gold(each.staked / each.lives),
            _gold(each.goes_in / each.lives),
            _gold(each.comes_out / each.lives),
            f"{each.by_bet:.2%}",
            _gold(each.by_thousand_hands),
            f"{1000 * each.visits / each.hands:.2f}",
            f"{each.visits_beaten / each.visits:.1%}" if each.visits else "-",
            f"{(1 + each.lowest / banks).min():.0%}",
        )
        for each in found
    ]
    headings = (
        "player",
        "gold",
        "bet in a life",
        "goes in",
        "comes out",
        "houses win of what is bet",
        "in 1,000 hands",
        "Lando comes in 1,000 hands",
        "is beaten",
        "the worst bank keeps",
    )
    return Study("house", headings, tuple(rows))


def ledger(found: Sequence[LifeFigures], board: Board) -> Study:
    """Tell the final ledger of lives with one deposit: what the houses of each level and the players have won."""
    rows = []
    for name, hosts in _accounts(board).items():
        rows.append((name, *(_signed(sum(int(each.houses[host]) for host in hosts)) for each in found)))
    for each in found:
        assert int(each.houses.sum()) == -each.won
    rows.append(("all houses", *(_signed(-each.won) for each in found)))
    rows.append(("all players", *(_signed(each.won) for each in found)))
    return Study("ledger", ("gold won by", *(each.kind.name for each in found)), tuple(rows))


def rich(found: LifeFigures) -> Study:
    """Tell what players come to who bring more than they can lose, and stay long."""
    row = (
        str(found.lives),
        _gold(found.deposit),
        str(round(found.hands / found.lives)),
        _gold(found.staked / found.lives),
        f"{found.by_bet:.2%}",
        f"{found.ahead:.1%}",
        _signed(found.end_mean - found.deposit),
        _signed(found.luckiest - found.deposit),
    )
    headings = (
        "lives",
        "gold",
        "hands a life",
        "bet in a life",
        "houses win of it",
        "ends ahead",
        "wins on the mean",
        "the luckiest",
    )
    return Study("rich", headings, (row,))


def bounds(board: Board, counted: Mapping[int, tuple[Counted, Counted]]) -> Study:
    """Tell for each level what bounds a player there.

    Args:
        board: whose levels.
        counted: for each place the table where a counter expects most who plays shoes out, and who leaves them.
    """
    rows = []
    for place, level in enumerate(board.ladder.levels):
        plays, leaves = counted[place]
        day = leaves.leaves.spread.mean * (level.bets.most.count // 2)
        rows.append(
            (
                level.title,
                f"{plays.plays_out.by_bet.mean:+.2%} ± {plays.plays_out.by_bet.standard_error:.2%}",
                _table(plays),
                f"{leaves.leaves.by_bet.mean:+.2%} ± {leaves.leaves.by_bet.standard_error:.2%}",
                f"{day:+.1f} silver",
                _gold(level.ceiling.count),
                _gold(most_won(level)),
                _gold(most_of_match(level)),
            )
        )
    headings = (
        "level",
        "counter, shoes played out",
        "at best with",
        "leaving bad shoes",
        "so at most a day",
        "ceiling",
        "most ever won from usual dealers",
        "most of a match",
    )
    return Study("bounds", headings, tuple(rows))


def engine(found: Mapping[str, tuple[int, Agreement]]) -> Study:
    """Tell how hands through the engine and the ledger agree with the tables, by kind of player."""
    rows = [
        (
            name,
            str(lives),
            str(each.hands),
            *map(_compared, each.results),
            _compared(each.silver),
        )
        for name, (lives, each) in found.items()
    ]
    headings = ("player", "lives", "hands", "lost", "pushed", "won", "perfect", "silver won")
    return Study("engine", headings, tuple(rows))


def _compared(each: Compared) -> str:
    return f"{each.found:.0f} for {each.expected:.0f} ± {each.standard_error:.0f}"


def _table(counted: Counted) -> str:
    return f"{counted.host.dealer.name}, {told_choice(counted.choice)}"


def told_choice(choice: PlayerChoice) -> str:
    """Return what a player has chosen, in words."""
    deck = "Deck C" if choice.deck.value == "standard" else "sample deck"
    upgrades = f" with {len(choice.upgrades)} upgrades" if choice.upgrades else ""
    return f"{deck}{upgrades}{'' if choice.has_option else ', plain'}"


def _accounts(board: Board) -> dict[str, list[int]]:
    told = {}
    for place, level in enumerate(board.ladder.levels):
        usual = board.usual[:, place]
        told[level.title] = usual[usual != NOBODY].tolist()
        told[f"{level.title}: the bosses"] = [int(board.boss[side, place]) for side in range(len(SIDES))]
    last = list(told)[-1]
    told[f"{last}, who are sent to all levels"] = told.pop(last)
    return told


def _who(each: LifeFigures) -> tuple[str, str]:
    return each.kind.name, str(each.deposit // SILVER_A_GOLD)


def _arrival(each: LifeFigures, at: int) -> str:
    hands = each.hands_to[at]
    if not len(hands):
        return "nobody"
    return f"{each.reached[at]:.1%}, in {float(np.median(hands)) / HANDS_AN_HOUR:.1f} h"


def _gold(silver: float) -> str:
    return f"{silver / SILVER_A_GOLD:,.1f}"


def _signed(silver: float) -> str:
    return f"{silver / SILVER_A_GOLD:+,.0f}"
