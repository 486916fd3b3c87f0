"""Tables between two players: who starts, turns, small decks, another hand, and what is refused."""

from __future__ import annotations

import hmac
from collections import Counter
from hashlib import sha256

import pytest

from deckmapping.errors import InvalidInputError, PileTooSmallError
from deckmapping.values import whole
from deckmapping.variants import Role, Variant
from service.rules.choices import CloneOf
from service.rules.errors import IllegalActError
from service.rules.events import Drew, Ended, Revealed, Stood
from service.rules.outcome import DecidedBy, Outcome
from service.tables.moves import Absence, ChangeTotal, Choose, ChooseBest, Draw, Leave, Ready, Stand
from service.tables.practice import Chips
from service.tables.shoe import Shuffle
from service.tables.versus.acts import Act, act, can_act, legal_acts, legal_moves
from service.tables.versus.events import BecameReady, HandBegan, Shuffled
from service.tables.versus.hands import can_deal, deal, settle
from service.tables.versus.table import Player, open_table
from service.tables.versus.view import table_view
from tests.rules.facts import BY_ID
from tests.tables.two_players import (
    FAIR,
    LANDO,
    RICH,
    SEED,
    SIXTY,
    both_ready,
    dealt,
    deck,
    done,
    drawn_out,
    seated,
    wild_table,
)

EVERYBODY = (Draw(), Stand(), ChooseBest(), ChangeTotal(0), Leave(Absence.CONCEDED))


@pytest.mark.parametrize("number", range(6))
def test_r1_the_seed_alone_says_who_starts_the_first_hand(number: int) -> None:
    seed = sha256(bytes([number])).digest()
    parts = (b"tsb1/stream", b"start/1", bytes(4))
    packed = b"".join(len(part).to_bytes(4, "big") + part for part in parts)
    word = int.from_bytes(hmac.new(seed, packed, "sha256").digest()[:4], "big")
    for table in (seated(SIXTY, SIXTY), seated("5 6", SIXTY)):
        _, _, events = deal(table, RICH, seed)
        assert HandBegan(1, word % 2) in events


def test_r1_either_side_starts_as_often() -> None:
    starts = Counter(dealt(seated("1 1", "1 1"), sha256(bytes([n, n])).digest()).last_starter for n in range(250))
    assert starts[0] + starts[1] == 250
    assert 95 < starts[0] < 155  # 125, and four standard deviations of 8 either way


def test_r1_after_the_first_hand_the_sides_take_turns_to_start() -> None:
    table, purses = seated("1 2 3", "1 2 3"), RICH
    starters = []
    for number in range(1, 6):
        table, purses, events = deal(table, purses, sha256(bytes([number])).digest())
        starters += [event.starter for event in events if isinstance(event, HandBegan)]
        table, purses, _ = settle(drawn_out(table), purses)
        table = both_ready(table)
    first = starters[0]
    assert starters == [first, 1 - first, first, 1 - first, first]


def test_r1_the_order_of_all_cards_is_fixed_before_anybody_acts() -> None:
    table = dealt(seated(SIXTY, SIXTY))
    assert table.hand is not None
    coming = [seat.pile for seat in table.hand.seats]
    end = drawn_out(table)
    assert end.hand is not None
    assert [seat.hand.cards[2:] for seat in end.hand.seats] == [pile[:4] for pile in coming]


@pytest.mark.parametrize(
    ("first", "second", "named"), [(1, 60, ["Ann"]), (0, 60, ["Ann"]), (60, 1, ["Bob"]), (1, 0, ["Ann", "Bob"])]
)
def test_field_report_32_a_deck_of_fewer_than_two_is_refused_naming_its_player(
    first: int, second: int, named: list[str]
) -> None:
    with pytest.raises(PileTooSmallError) as caught:
        seated(" ".join("1" * first), " ".join("1" * second))
    assert [fault.value.split()[-1] for fault in caught.value.violations] == named
    assert all("needs 2" in fault.expected for fault in caught.value.violations)


def test_field_report_32_a_deck_of_two_plays_and_its_side_passes_by_force() -> None:
    table, _, events = deal(seated("1 1", SIXTY), RICH, SEED)
    assert Stood(0, is_forced=True) in events
    assert table.waits_for == (1,)
    assert drawn_out(table).outcome == Outcome(1, is_double=False, decided_by=DecidedBy.CLOSEST)


def test_field_report_32_two_decks_of_two_are_over_at_once() -> None:
    table, _, events = deal(seated("1 1", "2 2"), RICH, SEED)
    assert (table.outcome, table.waits_for) == (Outcome(1, is_double=False, decided_by=DecidedBy.CLOSEST), ())
    assert isinstance(events[-2], Revealed)
    assert isinstance(events[-1], Ended)


def test_field_report_33_the_side_that_did_not_start_is_asked_first_and_passing_is_final() -> None:
    table = dealt(seated(SIXTY, SIXTY))
    x = table.last_starter
    assert x is not None
    y = 1 - x
    assert table.waits_for == (y,)
    assert not can_act(table, x, Draw())
    table = done(table, (y, Draw()), (x, Stand()), (y, Draw()), (y, Draw()))
    table, events = act(table, y, Draw())
    assert events[:2] == (Drew(y, 6), Stood(y, is_forced=True))
    for side in (x, y):
        with pytest.raises(IllegalActError, match="expected settle"):
            act(table, side, Draw())


def test_field_report_33_who_passed_is_not_asked_again_while_the_other_goes_on() -> None:
    table = dealt(seated(SIXTY, SIXTY))
    (y,) = table.waits_for
    table = done(table, (y, Stand()))
    for _ in range(4):
        with pytest.raises(IllegalActError, match=f"draw or stand, by side {1 - y}"):
            act(table, y, Draw())
        table = done(table, (1 - y, Draw()))
    assert table.outcome is not None


def test_every_hand_needs_both_the_first_one_too() -> None:
    players = Player("Ann", deck("1 1", "7"), FAIR), Player("Bob", deck("2 2", "8"), FAIR)
    table, purses = open_table("t1", players, Chips(1)), RICH
    for number in (1, 2):
        assert (table.ready, legal_acts(table)) == ((False, False), "ready, by side 0, 1")
        assert [legal_moves(table, side) for side in (0, 1)] == [("ready",), ("ready",)]
        table, events = act(table, 1, Ready())
        assert (events, table.ready) == ((BecameReady(1),), (False, True))
        assert not can_act(table, 1, Ready())
        assert [legal_moves(table, side) for side in (0, 1)] == [("ready",), ()]
        with pytest.raises(IllegalActError, match="expected ready, by side 0"):
            deal(table, purses, SEED)
        table = done(table, (0, Ready()))
        assert legal_acts(table) == "deal"
        assert can_deal(table, purses)
        table, purses, events = deal(table, purses, SEED)
        assert any(event == HandBegan(number, table.last_starter or 0) for event in events)
        with pytest.raises(IllegalActError, match="expected settle"):
            act(table, 0, Ready())
        table, purses, _ = settle(table, purses)


def test_what_a_side_may_do_is_told_by_the_names_of_moves() -> None:
    table = dealt(seated(SIXTY, SIXTY))
    (asked,) = table.waits_for
    assert legal_moves(table, asked) == ("draw", "stand", "leave")
    assert legal_moves(table, 1 - asked) == ("leave",)
    assert legal_acts(table) == f"draw or stand, by side {asked}"
    table = done(table, (asked, Leave(Absence.LEFT)))
    assert (legal_moves(table, asked), legal_moves(table, 1 - asked)) == ((), ("draw", "stand", "leave"))
    table = wild_table()
    assert legal_acts(table) == "choose or best, by either side"
    assert [legal_moves(table, side) for side in (0, 1)] == [("choose", "best", "leave")] * 2
    table = dealt(seated("5 5", "6 6", (LANDO, LANDO)))
    (asked,) = table.waits_for
    assert legal_acts(table) == f"change, by side {asked}"
    assert (legal_moves(table, asked), legal_moves(table, 1 - asked)) == (("change", "leave"), ("leave",))
    over = drawn_out(dealt(seated(SIXTY, SIXTY)))
    assert (legal_acts(over), legal_moves(over, 0)) == ("settle", ())


def test_cards_that_were_played_stay_out_until_a_side_could_run_out() -> None:
    table, purses = seated(" ".join("1" * 14), " ".join("2" * 60)), RICH
    left, shuffles = [], []
    for number in range(1, 5):
        table, purses, events = deal(table, purses, sha256(bytes([number])).digest())
        shuffles += [(number, event.why) for event in events if isinstance(event, Shuffled)]
        view = table_view(table, 0)
        assert view.hand is not None
        left.append([standing.pile_count for standing in view.hand.standing])
        table, purses, _ = settle(drawn_out(table, until=4), purses)
        table = both_ready(table)
    # 14, 10 and 6 cards suffice for a hand; with 2 all are shuffled back.
    assert left == [[12, 58], [8, 54], [4, 50], [12, 58]]
    assert shuffles == [(4, Shuffle.SHORT)]


def test_at_the_cut_the_piles_are_shuffled() -> None:
    players = Player("Ann", deck(SIXTY, "7"), FAIR), Player("Bob", deck(SIXTY, "8"), FAIR)
    table, purses = both_ready(open_table("t1", players, Chips(1), cut=2)), RICH
    shuffles = []
    for number in range(1, 6):
        table, purses, events = deal(table, purses, sha256(bytes([number])).digest())
        shuffles += [number for event in events if event == Shuffled(Shuffle.CUT)]
        table, purses, _ = settle(drawn_out(table, until=2), purses)
        table = both_ready(table)
    assert shuffles == [3, 5]


def test_field_report_20_a_barred_wild_card_counts_what_is_printed_and_its_owner_reads_why() -> None:
    dark = [BY_ID[each] for each in ("217_13", "209_35")]
    light = [BY_ID[each] for each in ("213_35", "2_2")]
    for variant, is_barred in ((Variant.CLOUD_CITY, True), (Variant.TROOPER, False)):
        players = Player.of("Ann", light, variant), Player.of("Bob", dark, variant, barred_by="7_111")
        table = dealt(open_table("t1", players, Chips(1)))
        seen = table_view(table, 1).hand
        assert seen is not None
        (vader,) = (card for card in seen.own.cards if card.card.card_id == "217_13")
        assert ("7_111 bars this side" in vader.reason) == is_barred
        assert vader.value == whole(1)
        assert players[1].cards[0].role is Role.PLAIN
        assert players[0].cards[0].role is (Role.WILD if is_barred else Role.PLAIN)


def test_r10_in_a_fair_game_every_card_counts_what_is_printed_and_no_text_works() -> None:
    records = [BY_ID[each] for each in ("12_114", "217_13", "209_35")]
    ann = Player.of("Ann", records, None, character=BY_ID["217_13"])  # a droid, a Lando, and Lando plays
    assert ann.rules == FAIR
    table = drawn_out(dealt(open_table("t1", (ann, Player("Bob", deck("5 3", "8"), FAIR)), Chips(1))))
    assert table.hand is not None
    assert [seat.final_total for seat in table.hand.seats] == [whole(7), whole(8)]
    assert table.outcome == Outcome(1, is_double=False, decided_by=DecidedBy.CLOSEST)


def test_a_table_without_two_names_or_a_stake_is_refused() -> None:
    ann = Player("Ann", deck("1 1", "7"), FAIR)
    with pytest.raises(InvalidInputError, match="another name"):
        open_table("t1", (ann, ann), Chips(1))
    with pytest.raises(InvalidInputError, match="1 chip or more"):
        seated("1 1", "1 1", stake=0)


def test_acts_of_a_third_side_are_a_fault_of_the_program() -> None:
    with pytest.raises(ValueError, match="0 or 1"):
        act(dealt(seated(SIXTY, SIXTY)), 2, Draw())


@pytest.mark.parametrize("illegal", [*EVERYBODY, Choose(0, CloneOf(0))])
def test_before_the_first_hand_nothing_can_be_done_but_deal(illegal: Act) -> None:
    table = seated(SIXTY, SIXTY)
    with pytest.raises(IllegalActError, match="expected deal"):
        act(table, 0, illegal)


def test_an_illegal_act_leaves_the_table_unharmed() -> None:
    table = dealt(seated(SIXTY, SIXTY))
    line = str(table)
    for side in (0, 1):
        for each in (ChooseBest(), ChangeTotal(1), Choose(0, CloneOf(0))):
            assert not can_act(table, side, each)
    assert str(table) == line
