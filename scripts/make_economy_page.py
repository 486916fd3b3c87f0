"""Fill the tables and pictures of docs/economy.md with figures of simulated campaign lives.

make_economy_page.py              the exact tables (seconds)
make_economy_page.py --lives      and the lives, with their pictures (some five minutes)
make_economy_page.py --counting   and what a counter of cards expects at the best tables (some two minutes)
make_economy_page.py --engine     and a hundred lives through the engine and the ledger (some five minutes)

Seeds are fixed: only --engine, whose cards are secret until they are played, finds others each time.
"""

from __future__ import annotations

import argparse
import sys
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from rich.progress import Progress  # noqa: E402

from deckmapping.catalogue import starter_catalogue  # noqa: E402
from service.caller import Caller, Role  # noqa: E402
from service.campaign.economy import board_studies, pictures, studies  # noqa: E402
from service.campaign.economy.board import Board  # noqa: E402
from service.campaign.economy.bounds import best_counted  # noqa: E402
from service.campaign.economy.comparing import agreement, told_of_career, told_of_row  # noqa: E402
from service.campaign.economy.engine import Life, Service  # noqa: E402
from service.campaign.economy.figures import Crowd, figures  # noqa: E402
from service.campaign.economy.kinds import COUNTER, DEPOSITS, KINDS, LIVES, RICH, RICH_EVENINGS, RICH_LIVES, SEED  # noqa: E402
from service.campaign.economy.tables import ResultTables  # noqa: E402
from service.campaign.ladder.ladder import ladder  # noqa: E402
from service.campaign.ledger.use_cases import Ledger  # noqa: E402
from service.campaign.play.tables import CampaignTables  # noqa: E402
from service.campaign.play.use_cases import Campaign  # noqa: E402
from service.odds.studies.page import filled  # noqa: E402
from service.settings import Settings  # noqa: E402
from service.storage.database import open_engine, upgrade  # noqa: E402
from service.storage.ledger_store import SqlLedgerStore  # noqa: E402
from service.storage.play_store import SqlPlayStore  # noqa: E402
from service.storage.table_store import SqlTableStore  # noqa: E402
from service.table_secrets import RandomSecrets  # noqa: E402
from service.tables.sessions.use_cases import Tables  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from service.campaign.economy.comparing import Agreement
    from service.campaign.economy.engine import Played
    from service.odds.studies.tables import Study

PAGE = ROOT / "docs" / "economy.md"
PICTURES = ROOT / "docs" / "pictures"
MIDDLE = DEPOSITS[1]
"""The deposit whose lives are drawn, and whose ledger is told."""
ENGINE_LIVES = 25
"""Of each kind of player."""
ENGINE_HANDS = 99


def main() -> None:
    """Write the page, and what it is made of."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("lives", "counting", "engine"):
        parser.add_argument(f"--{name}", action="store_true")
    wanted = parser.parse_args()
    board = Board.of_ladder(ladder())
    found = [board_studies.edges(board), board_studies.matches(board)]
    with Progress() as bars:
        if wanted.lives:
            found += lived(board, bars)
        if wanted.counting:
            found.append(counted(board, bars))
        if wanted.engine:
            found.append(engine(board, bars))
    PAGE.write_text(filled(PAGE.read_text(encoding="utf-8"), found), encoding="utf-8")
    print(f"{PAGE.relative_to(ROOT)}: {', '.join(study.name for study in found)}")


def watched(bars: Progress, words: str) -> Callable[[int, int], None]:
    """Return what moves a bar of its own."""
    bar = bars.add_task(words)
    return lambda done, of: bars.update(bar, completed=done, total=of)


def lived(board: Board, bars: Progress) -> list[Study]:
    """Live all lives, and draw them."""
    found = []
    rich: list[Study] = []
    for kind in KINDS:
        tables = ResultTables.of(kind, board, watched(bars, f"{kind.name}: tables"))
        if kind is COUNTER:
            crowd = Crowd(RICH_LIVES, RICH, SEED, RICH_EVENINGS)
            rich.append(studies.rich(figures(tables, board, crowd, watched(bars, f"{kind.name} with {RICH} silver"))))
        for deposit in DEPOSITS:
            crowd = Crowd(LIVES, deposit, SEED)
            found.append(figures(tables, board, crowd, watched(bars, f"{kind.name} with {deposit} silver")))
    found.sort(key=lambda each: each.deposit)
    drawn = [each for each in found if each.deposit == MIDDLE]
    begin = f"begins with {MIDDLE // 100} gold"
    for name, picture in {
        "economy-reached": pictures.reached(drawn, f"How many come how far: who {begin}"),
        "economy-owned": pictures.owned(drawn, f"What half of them own, and eight of ten: who {begin}"),
        "economy-house": pictures.house(found, "What the houses win of a player"),
    }.items():
        (PICTURES / f"{name}.svg").write_bytes(picture)
    return [
        studies.levels(found),
        studies.lives(found),
        studies.house(found, board),
        studies.ledger(drawn, board),
        *rich,
    ]


def counted(board: Board, bars: Progress) -> Study:
    """Count cards at the best tables of each level."""
    best = {
        place: best_counted(board, place, progress=watched(bars, f"counting: {level.title}"))
        for place, level in enumerate(board.ladder.levels)
    }
    return studies.bounds(board, best)


def engine(board: Board, bars: Progress) -> Study:
    """Lead lives through the engine and the ledger, and compare all of them."""
    found: dict[str, tuple[int, Agreement]] = {}
    with service() as opened:
        for kind in KINDS:
            progress = watched(bars, f"engine: {kind.name}")
            played: list[Played] = []
            tables = ResultTables.of(kind, board)
            for number in range(ENGINE_LIVES):
                life = Life.of(opened, tables, board, number, MIDDLE)
                played += life.live(ENGINE_HANDS)
                career, owns = opened.career(life.player), opened.owns(life.player)
                if told_of_row(life.twin, 0) != told_of_career(career, owns, board.ladder):
                    raise SystemExit(f"{life.player}: the career is not what its twin says")
                progress(number + 1, ENGINE_LIVES)
            found[kind.name] = ENGINE_LIVES, agreement(played, tables)
        audit = opened.ledger.audit(opened.caller)
        if audit.faults:
            raise SystemExit(f"the audit finds {audit.faults}")
    return studies.engine(found)


@contextmanager
def service() -> Iterator[Service]:
    """Put the campaign together over a database of its own."""
    settings, climbed = Settings(), ladder()

    def now() -> datetime:
        return datetime.now(UTC)

    with TemporaryDirectory() as folder:
        database = open_engine(f"sqlite:///{folder}/economy.db", 2)
        upgrade(database)
        table_store = SqlTableStore(database)
        store = SqlPlayStore(database, table_store, climbed)
        silver = CampaignTables(store, climbed, settings.duel_limits, settings.hand_wait, now)
        tables = Tables(table_store, silver, starter_catalogue(), now, RandomSecrets())
        campaign = Campaign(store, tables, climbed, now)
        caller = Caller("economy", Role.LOCAL, lambda: 60.0)
        yield Service(campaign, tables, Ledger(SqlLedgerStore(database), now), caller)
        database.dispose()


if __name__ == "__main__":
    main()
