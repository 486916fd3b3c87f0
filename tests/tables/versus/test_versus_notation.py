"""The line of a table between two players."""

from __future__ import annotations

import pytest

from service.rules.errors import InvalidNotationError
from service.tables.moves import Absence, Leave
from service.tables.versus.notation import read_table
from service.tables.versus.view import HiddenSide, OpenSide, table_view
from tests.tables.two_players import SIXTY, dealt, done, drawn_out, seated, trooper


def test_a_table_comes_back_from_its_line_in_the_middle_of_a_hand() -> None:
    opened = trooper()
    table = dealt(opened)
    table = done(table, (table.waits_for[0], Leave(Absence.LEFT)))
    again = read_table(str(table), opened)
    assert again == table
    assert drawn_out(again) == drawn_out(table)
    assert again.hand is not None
    assert all(card.card_id != "12_114" or card.reason for card in again.hand.seats[0].hand.cards)


@pytest.mark.parametrize(
    "text", ["", "number=1", "ready=yes,no | - | - | -", "number=0 ready=yes,yes absent=-,- hands=0 | 9_9 | - | -"]
)
def test_what_is_no_line_of_this_table_is_refused_without_a_card_of_it(text: str) -> None:
    with pytest.raises(InvalidNotationError, match="a table between two players") as caught:
        read_table(text, seated(SIXTY, SIXTY))
    assert "9_9" not in str(caught.value)


def test_a_line_of_other_cards_is_refused() -> None:
    table = dealt(seated("1 1", "2 2"))
    with pytest.raises(InvalidNotationError, match="with their cards"):
        read_table(str(table), seated("3 3", "2 2"))


def test_neither_repr_nor_the_words_of_a_table_tell_a_card() -> None:
    table = dealt(seated(SIXTY, SIXTY))
    assert "_1" not in repr(table)
    view = table_view(table, 0)
    assert view.hand is not None
    assert isinstance(view.hand.other, HiddenSide)
    assert isinstance(view.hand.own, OpenSide)
