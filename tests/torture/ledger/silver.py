"""What players ask at tables for silver: one who climbs the ladder alone, two who meet, and one who is asked for twice.

These scripts go on by what they see, so that a refusal or a time-out that comes first does not end them.
"""

from __future__ import annotations

from functools import partial
from itertools import count
from typing import TYPE_CHECKING, Any, Final

from google.protobuf.wrappers_pb2 import BytesValue
from sqlalchemy import select

from sabacc.v1 import campaign_pb2 as pb
from sabacc.v1 import tables_pb2 as tables
from service.storage.career_steps import stored_career
from service.storage.schema import GAME_TABLES, LEDGER_POSTINGS, REWARD_ACKNOWLEDGEMENTS, TABLE_STEPS
from tests.rpc.asking_campaign import LESSONS, SAMPLE, STANDARD, answered, at_dealer, duel, given, postponed
from tests.rpc.asking_ledger import deposit, withdraw
from tests.rpc.asking_tables import FINISHED, bet, closing, made, next_move
from tests.rpc.callers import Refused
from tests.torture.ledger.asks import CLEARING, Ask

if TYPE_CHECKING:
    import random
    from collections.abc import Generator, Iterator

    from google.protobuf.message import Message
    from sqlalchemy import Connection

    from tests.torture.ledger.asks import Answer, Script

    View = tables.TableView
    Playing = Generator[Ask, Answer, View | None]

DEALERS: Final = ("kalit", "herat", "jawa-light", "wittin", "uutkik", "jawa-dark")
"""Of the Dune Sea. The first table of each brings a bank."""
MOST: Final = 25
"""Silver of a bet."""
WALLET: Final = 400


def silver(name: str, chance: random.Random) -> Script:
    """Players come with silver one after the other, learn, play shoes at a dealer's table, and leave it."""
    for number in count(1):
        player = f"{name}-{number}"
        keys = keys_of(player)
        yield _brings(next(keys), player)
        for lesson in LESSONS:
            yield _lesson(next(keys), player, lesson)
        yield from _rewards(keys, player, chance)
        dealer = DEALERS[number - 1] if number <= len(DEALERS) else chance.choice(DEALERS)
        opened = yield _sits_down(next(keys), player, dealer, chance)
        table = None if isinstance(opened, Refused) else opened.table
        for _ in range(3 * chance.choice((1, 1, 2))):
            if table is not None:
                table = yield from _hand(keys, table, chance)
        if table is not None:
            yield _step("close", closing(table, request_id=next(keys)))


def duellists(name: str, chance: random.Random) -> Script:
    """Two players after two others play a few hands for silver with each other."""
    for number in count(1):
        keys = keys_of(f"{name}-{number}")
        players = f"{name}-{number}a", f"{name}-{number}b"
        for player in players:
            yield _brings(next(keys), player)
        key = next(keys)
        request = duel(*players, chance.randint(1, MOST), request_id=key)
        table = (yield Ask("open duel", key, request, posts=False, is_stored=partial(_is_open, key))).table
        for _ in range(chance.randint(1, 3)):
            for seat, kind in enumerate(("ready", "deal")):
                table = yield from _look(keys, table, seat)
                ready = made(table, tables.MOVE_KIND_READY, request_id=next(keys))
                table = yield from _made(keys, table, _step(kind, ready))
            while table.phase != FINISHED:
                table = yield from _duel_move(keys, table, chance)
        yield _step("close duel", closing(table, request_id=next(keys)))


def rival(name: str, player: str, chance: random.Random) -> Script:
    """One of several callers of the same player: each does at any time what the player may do then."""
    keys = keys_of(name)
    yield _brings(next(keys), player)
    while True:
        career = (yield _reads("career", next(keys), pb.GetCareerRequest(player=player))).career
        if career.lessons_left:
            yield _lesson(next(keys), player, chance.choice(career.lessons_left[:2]))
        elif not career.table_id:
            yield _brings(next(keys), player) if chance.random() < 0.1 else _takes(next(keys), player, chance)
            yield _sits_down(next(keys), player, chance.choice(DEALERS), chance)
        else:
            seen = yield _reads("look", next(keys), tables.GetTableRequest(table_id=career.table_id))
            yield _anything(next(keys), seen.table, chance)


def rival_at_duel(name: str, table_id: str, seat: int, chance: random.Random) -> Script:
    """One of several callers for the same seat at a table between two players."""
    keys = keys_of(name)
    while True:
        seen = yield _reads("look", next(keys), tables.GetTableRequest(table_id=table_id, seat=seat))
        move = next_move(seen.table)
        if move is None and tables.MOVE_KIND_LEAVE in seen.table.moves and chance.random() < 0.2:
            move = made(seen.table, tables.MOVE_KIND_LEAVE, absence=tables.ABSENCE_LEFT)
        if move is not None:
            move.request_id = next(keys)
            yield _step("duel move", move)


def keys_of(name: str) -> Iterator[str]:
    """Request ids that nobody else has."""
    return (f"{name}-{number}" for number in count(1))


def _anything(key: str, table: View, chance: random.Random) -> Ask:
    if table.phase not in {FINISHED, 0}:
        return _step("move", _played(key, table, chance))
    if tables.MOVE_KIND_CLOSE in table.moves and table.hand and chance.random() < 0.5:
        return _step("close", closing(table, request_id=key))
    least = max(1, table.least_bet)  # none where the other caller has closed the table meanwhile
    return _step("bet at a table", bet(table, least, request_id=key))


def _reads(kind: str, key: str, request: Message) -> Ask:
    return Ask(kind, key, request, posts=False, is_kept=False)


def _brings(key: str, player: str) -> Ask:
    return Ask("deposit", key, deposit(key, player, WALLET), moves=((CLEARING, f"wallet:{player}", WALLET),))


def _takes(key: str, player: str, chance: random.Random) -> Ask:
    amount = chance.randint(1, MOST)
    return Ask("withdraw", key, withdraw(key, player, amount), moves=((f"wallet:{player}", CLEARING, amount),))


def _lesson(key: str, player: str, lesson: str) -> Ask:
    is_stored = partial(_has_learned, player, lesson)
    return Ask("lesson", key, answered(player, lesson), posts=False, is_kept=False, is_stored=is_stored)


def _rewards(keys: Iterator[str], player: str, chance: random.Random) -> Script:
    """GEMP looks for what the player is to get, perhaps cannot give it at first, and gives it."""
    after, more, due = 0, True, list[Any]()
    while more:
        page = yield _reads("grants", next(keys), pb.ListGrantsRequest(after=after, page_size=200))
        due += [grant for grant in page.grants if grant.player == player]
        after, more = page.next_after, page.more
    for grant in due:
        if chance.random() < 0.5:
            key = next(keys)
            later = postponed(grant.grant_id, f"he is away ({key})")
            is_stored = partial(_is_told, grant.sequence, "deferred", later.reason)
            yield Ask("postpone", key, later, posts=False, is_kept=False, is_stored=is_stored)
        is_stored = partial(_is_told, grant.sequence, "applied", "")
        yield Ask("give", next(keys), given(grant.grant_id), posts=False, is_stored=is_stored)


def _sits_down(key: str, player: str, dealer: str, chance: random.Random) -> Ask:
    deck, is_plain = chance.choice((STANDARD, SAMPLE)), chance.random() < 0.5
    request = at_dealer(player, dealer, deck=deck, plain_cards=is_plain, request_id=key)
    return Ask("open table", key, request, posts=False, is_stored=partial(_is_open, key))


def _hand(keys: Iterator[str], table: View, chance: random.Random) -> Playing:
    """Bet, and play the hand; None where there was no hand."""
    amount = chance.randint(table.least_bet, max(table.least_bet, min(table.largest_bet, MOST)))
    answer = yield _step("bet at a table", bet(table, amount, request_id=next(keys)))
    if isinstance(answer, Refused):
        return None
    table = answer.table
    while table.phase != FINISHED:
        if chance.random() < 0.2:
            yield _times_out("time-out", next(keys), table)
            table = yield from _look(keys, table, 0)
        else:
            move = _played(next(keys), table, chance)
            kind = "finish" if move.move == tables.MOVE_KIND_FINISH else "move"
            table = yield from _made(keys, table, _step(kind, move))
    return table


def _played(key: str, table: View, chance: random.Random) -> tables.MakeMoveRequest:
    """What a player does in a hand, if he does not let it be finished for him."""
    move = next_move(table) if chance.random() < 0.4 else None
    if move is None:
        move = made(table, tables.MOVE_KIND_FINISH)
    move.request_id = key
    return move


def _duel_move(keys: Iterator[str], table: View, chance: random.Random) -> Generator[Ask, Answer, View]:
    """Whoever is asked plays or leaves, or comes no more."""
    table = yield from _look(keys, table, table.asked if table.HasField("asked") else 1 - table.seat)
    is_last = table.seats[1 - table.seat].done
    if is_last and chance.random() < 0.3:
        yield _times_out("duel time-out", next(keys), table)
        return (yield from _look(keys, table, table.seat))
    move = next_move(table) if chance.random() < 0.4 else None
    kind = "duel move"
    if move is None:
        kind = "end duel" if is_last else kind
        move = made(table, tables.MOVE_KIND_LEAVE, absence=tables.ABSENCE_CONCEDED)
    move.request_id = next(keys)
    return (yield from _made(keys, table, _step(kind, move)))


def _made(keys: Iterator[str], table: View, ask: Ask) -> Generator[Ask, Answer, View]:
    """Ask for a step, and return the table after it; where it was refused, as it stands now."""
    answer = yield ask
    if isinstance(answer, Refused):
        return (yield from _look(keys, table, table.seat))
    after: View = answer.table
    return after


def _look(keys: Iterator[str], table: View, seat: int) -> Generator[Ask, Answer, View]:
    answer = yield _reads("look", next(keys), tables.GetTableRequest(table_id=table.table_id, seat=seat))
    found: View = answer.table
    return found


def _step(kind: str, request: tables.MakeMoveRequest | tables.CloseTableRequest) -> Ask:
    is_stored = partial(_has_step, request.table_id, request.request_id)
    return Ask(kind, request.request_id, request, posts=False, is_stored=is_stored)


def _times_out(kind: str, key: str, table: View) -> Ask:
    """The hand of a table has waited too long, and the service comes round."""
    is_stored = partial(_is_paid, f"sabacc/{table.table_id}/{table.hand}/end")
    request = BytesValue(value=table.table_id.encode())
    return Ask(kind, key, request, posts=False, is_kept=False, is_stored=is_stored)


def _has_learned(player: str, lesson: str, connection: Connection) -> bool:
    found = stored_career(connection, player)
    return found is not None and lesson in found.career.lessons


def _is_open(request_id: str, connection: Connection) -> bool:
    return connection.scalar(select(GAME_TABLES.c.table_id).where(GAME_TABLES.c.request_id == request_id)) is not None


def _has_step(table_id: str, request_id: str, connection: Connection) -> bool:
    of_table = TABLE_STEPS.c.table_id == table_id
    found = select(TABLE_STEPS.c.number).where(of_table, TABLE_STEPS.c.request_id == request_id)
    return connection.scalar(found) is not None


def _is_paid(posting_id: str, connection: Connection) -> bool:
    found = select(LEDGER_POSTINGS.c.sequence).where(LEDGER_POSTINGS.c.posting_id == posting_id)
    return connection.scalar(found) is not None


def _is_told(sequence: int, state: str, reason: str, connection: Connection) -> bool:
    told = REWARD_ACKNOWLEDGEMENTS.c
    found = select(told.number).where(told.sequence == sequence, told.state == state, told.reason == reason)
    return len(connection.execute(found).all()) == 1
