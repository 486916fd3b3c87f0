"""A dealer's table from bet to bet. Where all cards of a deck are alike, every result is known beforehand."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest

from deckmapping.catalogue import starter_catalogue
from deckmapping.dealer_rule import DealerRule
from deckmapping.errors import InvalidInputError, PileTooSmallError
from deckmapping.themes.bundled import bundled_deck
from deckmapping.themes.modifiers import ModifierKind
from deckmapping.themes.themes import theme
from deckmapping.values import whole
from deckmapping.variants import Role
from service.rules.casting import cast
from service.rules.choices import Number
from service.rules.dealing import PayTable
from service.rules.errors import IllegalActError, IllegalChoiceError
from service.tables.dealer.events import Ended
from service.tables.dealer.hand import Terms
from service.tables.moves import Bet, Choose, ChooseBest, Close, Draw, Finish, Move, Ready, SeatDealer, Stand
from service.tables.practice import Chips, Held, NewGame, Paid
from service.tables.sessions.dealer_play import move_at_dealers, open_dealer_session
from service.tables.sessions.session import DealerSeated, KeyRevealed, PilesShuffled, TableClosed, TableOpened
from service.tables.shoe import Shuffle
from tests.tables.holdings import purse_of
from tests.tables.sessions.dealer_tables import HOUSE, Table, hand_of, setup_at, small, with_more_dealers

if TYPE_CHECKING:
    from service.tables.sessions.setup import DealerSetup

ALWAYS_PERFECT = {7: 1, 4: 1}
"""Two cards that are drawn together: a perfect sabacc in every hand."""


def two_dealers(dealer: dict[int, int] | None = None, *, terms: Terms | None = None, start: int = 1000) -> DealerSetup:
    """A table at which another dealer may be taken."""
    return with_more_dealers(small({5: 12}, dealer, terms=terms, start=start), wioslea={3: 12})


def kept(table: Table) -> tuple[int, int]:
    """What the player has, and which of his games it is."""
    purse = purse_of(table.session.purse)
    return purse.balance.count, purse.game


def won(table: Table, bet: int, *moves: Move) -> int:
    """What a hand brings in chips."""
    before = kept(table)[0]
    table.move(Bet(bet), *moves)
    assert not table.session.is_hand_running
    return kept(table)[0] - before


# Opening


def test_a_table_opens_with_its_first_dealer_and_says_what_the_hands_are_bound_to() -> None:
    table = Table(two_dealers())
    assert table.log == [TableOpened(), DealerSeated(HOUSE)]
    assert table.lines == [f"sits house deck=d lock={table.session.lock.hex()}"]
    assert (table.session.number, table.session.turn(0), table.session.legal(0)) == (0, 1, ("bet", "seat", "close"))
    assert kept(table) == (1000, 1)


def test_r1_a_pile_of_too_few_cards_opens_no_table() -> None:
    with pytest.raises(PileTooSmallError, match="piles\\[0\\]"):
        open_dealer_session(small({5: 1}))
    with pytest.raises(PileTooSmallError, match="3 or more"):
        open_dealer_session(small({5: 12}, {4: 2}, burn=1))


@pytest.mark.parametrize(
    ("field", "value", "named"),
    [("money", Chips(0), "start"), ("money", Chips(10**9 + 1), "start"), ("hands", 0, "hands")],
)
def test_a_table_has_limits(field: str, value: object, named: str) -> None:
    with pytest.raises(InvalidInputError, match=named):
        replace(small(), **{field: value})  # type: ignore[arg-type]  # the field is the test's


# Bets and what they bring


def test_every_bet_from_1_to_the_balance_may_be_placed_and_no_other() -> None:
    table = Table(small(start=20))
    for amount in (0, 21, -1, 10**18):
        with pytest.raises(InvalidInputError, match="1 to 20 chips"):
            table.move(Bet(amount))
    assert kept(table) == (20, 1)
    assert won(table, 1, Stand()) == 1
    assert won(table, 21, Stand()) == 21
    assert kept(table) == (42, 1)


def test_a_bet_is_held_until_its_hand_is_over() -> None:
    table = Table(small(start=20))
    table.move(Bet(15))
    purse = purse_of(table.session.purse)
    assert (purse.held, purse.free) == (Chips(15), Chips(5))
    assert isinstance(table.log[2], Held)
    table.move(Stand())
    purse = purse_of(table.session.purse)
    assert (purse.held, purse.balance) == (Chips(0), Chips(35))


@pytest.mark.parametrize(
    ("terms", "loses"),
    [
        (Terms(pay=PayTable(perfect_costs=2)), 1),
        (Terms(DealerRule(wins_double=True)), 2),
        (Terms(DealerRule(wins_double=True), PayTable(perfect_costs=2)), 2),
    ],
)
def test_the_worst_case_is_held_where_a_hand_may_cost_two_bets(terms: Terms, loses: int) -> None:
    table = Table(small(terms=terms, start=23))
    with pytest.raises(InvalidInputError, match="1 to 11 chips, as the hand may cost two bets"):
        table.move(Bet(12))
    table.move(Bet(10))
    assert table.session.purse.held == Chips(20)
    table.move(Draw(), Stand())  # 15 against 8
    assert kept(table) == (23 - 10 * loses, 1)


@pytest.mark.parametrize(("costs", "left"), [(1, 90), (2, 80)])
def test_a_dealers_perfect_sabacc_ends_the_hand_at_once_and_costs_what_the_table_says(costs: int, left: int) -> None:
    table = Table(two_dealers(ALWAYS_PERFECT, terms=Terms(pay=PayTable(perfect_costs=costs)), start=100))
    table.move(Bet(10))
    assert kept(table) == (left, 1)
    assert not table.session.is_hand_running
    assert table.session.legal(0) == ("bet", "seat", "close")


@pytest.mark.parametrize(
    ("pays", "bet", "chips"),
    [("3/2", 10, 15), ("3/2", 5, 7), ("3/2", 1, 1), ("7/4", 3, 5), ("5/4", 8, 10), ("2", 5, 10)],
)
def test_a_perfect_sabacc_pays_what_the_table_says_rounded_down(pays: str, bet: int, chips: int) -> None:
    table = Table(small(ALWAYS_PERFECT, terms=Terms(pay=PayTable(Fraction(pays)))))
    assert won(table, bet) == chips
    assert f"result 1 bets={pays} chips={chips} balance={1000 + chips} game=1" in table.lines


def test_a_push_returns_the_bet() -> None:
    table = Table(small({4: 12}))
    assert won(table, 10, Stand()) == 0
    assert Paid("t1/1", Chips(0), Chips(1000)) in table.log
    assert "result 1 bets=0 chips=0 balance=1000 game=1" in table.lines


def test_both_perfect_is_a_push() -> None:
    assert won(Table(small(ALWAYS_PERFECT, ALWAYS_PERFECT)), 10) == 0


def test_a_bust_begins_a_new_game() -> None:
    table = Table(small(start=30))
    table.move(Bet(20), Draw(), Stand(), Bet(10), Draw(), Stand())
    assert kept(table) == (30, 2)
    assert table.log[-2:] == [NewGame(2, Chips(30)), KeyRevealed(2, table.keys.key(2))]
    assert "result 2 bets=-1 chips=-10 balance=30 game=2" in table.lines


def test_who_cannot_pay_the_worst_case_of_the_smallest_bet_is_bust() -> None:
    table = Table(small(terms=Terms(DealerRule(wins_double=True)), start=3))
    table.move(Bet(1), Draw(), Stand())
    assert kept(table) == (3, 2)


def test_who_cannot_pay_a_dealers_worst_case_may_take_another_one() -> None:
    setup = with_more_dealers(small(start=2), rkik={4: 12})
    rkik = replace(setup.dealers[1], terms=Terms(DealerRule(wins_double=True)))
    table = Table(replace(setup, dealers=(setup.dealers[0], rkik)))
    table.move(Bet(1), Draw(), Stand(), SeatDealer("rkik"))
    assert kept(table) == (1, 1)
    assert table.session.legal(0) == ("seat", "close")
    with pytest.raises(IllegalActError, match="got 'bet', expected seat or close"):
        table.move(Bet(1))
    table.move(SeatDealer(HOUSE))
    assert won(table, 1, Stand()) == 1


def test_a_game_that_is_too_small_for_any_hand_is_refused() -> None:
    setup = small(terms=Terms(DealerRule(wins_double=True)), start=1)
    with pytest.raises(InvalidInputError, match="start: got '1', expected 2 chips or more"):
        Table(setup)
    Table(with_more_dealers(setup, kalit={4: 12}))  # against whom one chip is enough


# The shoe


def test_piles_are_shuffled_at_the_cut() -> None:
    table = Table(small(cut=2))
    for number, played in ((1, 2), (2, 4), (3, 2), (4, 4)):
        step = table.move(Bet(1), Stand())
        assert step.lines[-1].startswith(f"key {number} ")
        assert [len(pile.played) for pile in table.session.shoe.piles] == [played, played]
    assert [event for event in table.log if isinstance(event, PilesShuffled)] == [PilesShuffled(Shuffle.CUT)]
    assert table.lines.count("shuffle cut") == 1
    assert table.lines.index("shuffle cut") == table.lines.index("0 bet 1 -") + 5 + 5 + 1


def test_piles_are_shuffled_when_a_side_could_run_out() -> None:
    # Of 8 cards 6 are left after a hand of two, which are enough; after the second hand 4 are.
    table = Table(small({5: 8}, cut=None))
    for played in (2, 4, 2):
        table.move(Bet(1), Stand())
        assert len(table.session.shoe.piles[0].played) == played
    assert [event for event in table.log if isinstance(event, PilesShuffled)] == [PilesShuffled(Shuffle.SHORT)]


def test_cards_that_are_put_away_lie_open_and_are_played() -> None:
    table = Table(small(cut=None, burn=2))
    table.move(Bet(1))
    assert [len(cards) for cards in table.session.burned] == [2, 2]
    assert [len(pile.played) for pile in table.session.shoe.piles] == [0, 0]
    table.move(Stand())
    for pile, burned, seat in zip(table.session.shoe.piles, table.session.burned, hand_of(table).seats, strict=True):
        assert pile.played == (*burned, *seat.hand.cards)
    # 12 - 4 are 8 cards, and a hand with its two may take 8; then 4 are too few.
    table.move(Bet(1), Stand())
    assert not any(isinstance(event, PilesShuffled) for event in table.log)
    table.move(Bet(1))
    assert PilesShuffled(Shuffle.SHORT) in table.log


def test_a_side_that_is_barred_from_wild_cards_has_none() -> None:
    casino = theme("cloud-city-light").backgrounds[0]
    assert casino.modifier.kind is ModifierKind.NO_WILD_WITHOUT_GAMBLER
    free, records = setup_at("cloud-city-light"), starter_catalogue().records
    ids = bundled_deck("cloud-city-light").card_ids
    pile = tuple(cast(records[each], free.variant, None, casino.blueprint_id) for each in ids)
    barred = replace(free, pile=pile, player=replace(free.player, barred_by=casino.blueprint_id))
    assert {Role.WILD} == {card.role for card in free.pile} - {card.role for card in pile}
    table = Table(barred)
    for _ in range(20):
        table.play_hand(1)
    hands = [line.split(" | ")[1:] for line in table.lines if line.startswith("hand ")]
    assert not any("~wild" in own for own, _ in hands)
    assert any("~wild" in dealers for _, dealers in hands)


# The end of a hand, of the keys, and of the table


def test_a_hand_that_is_over_reveals_its_cards_and_its_key() -> None:
    table = Table(small())
    table.move(Bet(10))
    assert len(table.lines) == 2
    assert not any(isinstance(event, KeyRevealed) for event in table.log)
    step = table.move(Stand())
    own, dealers = (seat.hand for seat in hand_of(table).seats)
    assert step.lines == (
        "0 stand",
        f"hand 1 | {own} | {dealers}",
        "result 1 bets=1 chips=10 balance=1010 game=1",
        f"key 1 {table.keys.key(1).hex()}",
    )
    assert [type(event) for event in step.events[-3:]] == [Ended, Paid, KeyRevealed]


def test_a_nonce_stands_in_the_record_and_makes_another_hand() -> None:
    hands = set()
    for nonce in (bytes(32), bytes([7] * 32), bytes([8] * 32)):
        table = Table(small())
        table.move(Bet(10, nonce), Stand())
        assert table.lines[1] == f"0 bet 10 {'-' if nonce == bytes(32) else nonce.hex()}"
        hands.add(table.lines[3])
    assert len(hands) == 3


def test_once_all_keys_are_used_the_table_can_only_be_closed() -> None:
    table = Table(small(hands=2))
    table.move(Bet(1), Stand(), Bet(1), Stand())
    assert table.session.legal(0) == ("close",)
    with pytest.raises(IllegalActError, match="got 'bet', expected close"):
        table.move(Bet(1))
    table.move(Close())
    assert table.session.legal(0) == ()


def test_a_table_that_is_closed_in_mid_hand_plays_the_hand_to_its_end() -> None:
    table = Table(small())
    table.move(Bet(10))
    step = table.move(Close())  # 10 against 8
    assert kept(table) == (1010, 1)
    assert [line.split()[0] for line in step.lines] == ["0", "hand", "result", "key", "closed"]
    assert step.events[-1] == TableClosed()
    assert table.session.is_closed
    with pytest.raises(IllegalActError, match="nothing: the table is closed"):
        table.move(Bet(1))


def test_a_table_that_is_closed_between_two_hands_is_only_closed() -> None:
    step = Table(small()).move(Close())
    assert step.lines == ("0 close", "closed")
    assert step.events == (TableClosed(),)


def test_illegal_moves_say_what_is_legal_and_change_nothing() -> None:
    table = Table(two_dealers())
    before = table.session
    between: tuple[Move, ...] = (Draw(), Stand(), Finish(), ChooseBest(), Choose(0, Number(whole(5))), Ready())
    for move in between:
        with pytest.raises(IllegalActError, match="expected bet or seat or close"):
            table.move(move)
    table.move(Bet(1))
    running = table.session
    in_hand: tuple[Move, ...] = (Bet(1), Ready(), ChooseBest(), SeatDealer(HOUSE))
    for move in in_hand:
        with pytest.raises(IllegalActError, match="expected draw or stand or finish or close"):
            table.move(move)
    assert table.session is running
    assert running.turn(0) == before.turn(0) + 1
    with pytest.raises(InvalidInputError, match="seat"):
        move_at_dealers(running, 1, Draw(), table.keys)


def test_a_value_that_the_rules_refuse_changes_nothing() -> None:
    table = Table(setup_at("cloud-city-light", cut=1))
    while "choose" not in table.session.legal(0):
        table.move(Stand() if table.session.is_hand_running else Bet(1))
    hand = table.session.hand
    with pytest.raises(IllegalChoiceError):
        table.move(Choose(0, Number(whole(9))))
    assert table.session.hand is hand
    table.move(ChooseBest())
    assert not table.session.is_hand_running
