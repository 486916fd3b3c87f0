"""Golden tables between two players: one of every variant and one of the fair deck, replayed byte for byte from a seed.

`python -m tests.tables.sessions.test_versus_golden` writes them anew; read what changed before you commit it.
"""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

from deckmapping.catalogue import starter_catalogue
from deckmapping.themes.bundled import STANDARD_DECK, bundled_deck
from deckmapping.values import ELEVEN, whole
from deckmapping.variants import Variant
from service.rules.casting import cast, side_rules
from service.tables import moves
from service.tables.chain import NO_NONCE, KeyChain
from service.tables.moves import Absence
from service.tables.practice import Chips
from service.tables.sessions.head import head_lines
from service.tables.sessions.playing import read_session, write_session
from service.tables.sessions.record import record_text, verify_record
from service.tables.sessions.setup import SeatSetup, VersusSetup
from service.tables.sessions.telling import told
from service.tables.sessions.versus_play import move_between_players, open_versus_session
from service.tables.sessions.versus_session import VersusSession
from service.tables.sessions.versus_view import versus_seat_view
from tests.rules.facts import BY_ID
from tests.tables.dealer_tables import bundled_cards

if TYPE_CHECKING:
    from service.rules.cards import Card
    from service.tables.moves import Move
    from service.tables.sessions.versus_view import VersusSeatView
    from service.tables.versus.view import HandView

FILE = Path(__file__).with_name("golden") / "versus-games.txt"
FAIR: Final = "fair-deck"
GAMES: Final = (FAIR, *Variant)
HANDS: Final = 8
CHARACTERS: Final = {
    Variant.CLOUD_CITY: ("5_5", "5_99"),  # two Landos, who may change their totals
    Variant.DUNE_SEA: ("6_36", "7_180"),  # R'kik D'nec wins double, Iasa may change his total
    Variant.JABBAS_PALACE: ("6_10", "112_14"),  # Devaronian, and a Jabba whose clone cards may count 4
    Variant.TROOPER: ("5_5", "106_16"),  # a Lando, and a cadet with whom weapons may be wild
}


def keys_of(game: str) -> KeyChain:
    return KeyChain(HANDS, sha256(f"golden {game}".encode()).digest())


def side(game: str, at: int) -> tuple[SeatSetup, tuple[Card, ...]]:
    """Return who sits at *at* and what he plays with: the theme's sample deck, or Deck C."""
    name = ("Ann", "Bob")[at]
    if game == FAIR:
        return SeatSetup(name, side_rules(None)), bundled_cards(STANDARD_DECK)
    variant, records = Variant(game), starter_catalogue().records
    character = BY_ID[CHARACTERS[variant][at]]
    ids = bundled_deck(f"{game}-{('light', 'dark')[at]}").card_ids
    return (
        SeatSetup(name, side_rules(variant, character), character.blueprint_id),
        tuple(cast(records[card], variant, character) for card in ids),
    )


def setup_of(game: str) -> VersusSetup:
    (first, one), (second, other) = side(game, 0), side(game, 1)
    keys = keys_of(game)
    return VersusSetup(
        table_id=f"golden-{game}",
        catalogue_version="golden",
        variant=None if game == FAIR else Variant(game),
        cut=3,
        money=Chips(1000),
        hands=keys.length,
        published=keys.published,
        theme=None,
        background=None,
        players=(first, second),
        piles=(one, other),
        stake=Chips(145),
    )


def move_of(view: VersusSeatView) -> Move | None:
    """Return what a player does who knows nothing but his view; None while he has nothing to do."""
    seat, number, hand = view.table.viewer, view.table.number, view.table.hand
    if "ready" in view.legal:
        return moves.Ready(sha256(f"{seat} {number}".encode()).digest() if seat else NO_NONCE)
    if hand is None:
        return None
    if "draw" in view.legal:
        if number % 4 == 2 and len(hand.own.cards) == 3:
            return moves.Leave(Absence.LEFT if seat else Absence.MISSED_DEADLINE)
        return moves.Draw() if hand.best_total < whole(8) else moves.Stand()
    if "change" in view.legal:
        assert hand.own.total is not None
        return moves.ChangeTotal((hand.own.total < ELEVEN) - (hand.own.total > ELEVEN))
    return _valued(seat, hand) if "best" in view.legal and hand.own.total is None else None


def _valued(seat: int, hand: HandView) -> Move:
    """Let Ann take the best values, and Bob the last of all that he may choose for his first open card."""
    open_card = next(at for at, card in enumerate(hand.own.cards) if card.value is None)
    has_chosen = any(card.choice is not None for card in hand.own.cards)
    return moves.Choose(open_card, hand.choices[open_card][-1]) if seat and not has_chosen else moves.ChooseBest()


def game_told(game: str) -> str:
    """Play a table to its last hand, in which it is closed, and tell it."""
    setup, keys = setup_of(game), keys_of(game)
    step = open_versus_session(setup)
    lines = [f"game {game}", *head_lines(setup)]
    while True:
        session = step.session
        assert isinstance(session, VersusSession)
        lines += step.lines
        for each in told(session, step.events, lambda card: card.card_id):
            pictures = "".join(f" {picture}" for picture in each.cues.pictures)
            lines.append(f"  {each.seat} {each.cues.cue} {each.cues.light}{pictures}: {each.words}")
        lines.append(f"  state {write_session(session)}")
        if session.is_closed:
            return "\n".join(lines)
        offers = ((seat, move_of(versus_seat_view(session, seat))) for seat in (1, 0))
        seat, move = next(((seat, move) for seat, move in offers if move is not None), (0, moves.Close()))
        if session.number == HANDS and not session.is_hand_running:
            move = moves.Close()
        step = move_between_players(session, seat, move, keys)


def golden() -> dict[str, str]:
    blocks = FILE.read_text(encoding="ascii").rstrip("\n").split("\n\n")
    return {block.split()[1]: block for block in blocks}


@pytest.mark.parametrize("game", GAMES)
def test_games_of_every_variant_are_replayed_byte_for_byte(game: str) -> None:
    assert game_told(game) == golden()[game]


@pytest.mark.parametrize("game", GAMES)
def test_the_record_within_a_golden_game_is_found_right_and_its_states_are_read_back(game: str) -> None:
    lines, setup = golden()[game].splitlines()[1:], setup_of(game)
    record = [line for line in lines if not line.startswith("  ")]
    head = len(head_lines(setup))
    verified = verify_record(record_text(record[:head], record[head:]))
    assert (verified.is_valid, verified.reason) == (True, verified.reason)
    states = [line.removeprefix("  state ") for line in lines if line.startswith("  state ")]
    assert [write_session(read_session(state, setup)) for state in states] == states


def test_golden_games_are_of_all_variants_and_show_every_kind_of_event() -> None:
    assert list(golden()) == [*GAMES]
    cues = {
        line.split()[1] for line in FILE.read_text(encoding="ascii").splitlines() if line.startswith(("  0", "  1"))
    }
    assert cues == {
        *("cue.deal", "cue.perfect-sabacc", "cue.draw", "cue.stand", "cue.value", "cue.reveal", "cue.change"),
        *("cue.hand-over", "cue.shuffle", "cue.hand", "cue.absent", "cue.settle", "cue.ready", "cue.bet", "cue.paid"),
        *("cue.new-game", "cue.key", "cue.table-opens", "cue.table-closes"),
    }


if __name__ == "__main__":
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_text("\n\n".join(map(game_told, GAMES)) + "\n", encoding="ascii")
