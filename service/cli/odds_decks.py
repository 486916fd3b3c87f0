"""A side of the odds, from what was given as its deck: a bundled deck's name, counts, or a deck in any format."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from deckmapping.errors import InvalidInputError
from deckmapping.themes.bundled import bundled_deck, bundled_deck_names
from sabacc.v1 import cards_pb2, odds_pb2
from service.cli import files
from service.cli.failures import unusable
from service.cli.given_decks import content, parsed

if TYPE_CHECKING:
    from service.rpc.contract.servicers import Servicers

_COUNTS: Final = re.compile(r"\s*(?:[0-9.]+(?:/[0-9.]+)?|wild|clone|perk-wild:[0-9./]+):[0-9]+\s*(?:,.*)?", re.DOTALL)
_NAME: Final = re.compile("[a-z]+(?:-[a-z]+)*")


class GivenSide(NamedTuple):
    """A side as a command was given it."""

    option: str
    """Names its deck in errors."""
    deck: str
    """A bundled deck's name, counts such as ``0:19,1:10``, a file, a deck string, or ``-``."""
    character: str = ""
    """Blueprint id of the playing character; empty for none."""


def side_messages(calls: Servicers, first: GivenSide, second: GivenSide) -> tuple[odds_pb2.OddsSide, odds_pb2.OddsSide]:
    """Return both sides.

    Raises:
        UnusableError: as `side_message`, or both decks are to come from standard input.
        InvalidInputError: as `side_message`.
    """
    if first.deck == second.deck == files.STANDARD_INPUT:
        with unusable():
            expected = f"another deck: {first.option} is read from standard input"
            raise InvalidInputError.of(second.option, second.deck, expected)
    return side_message(calls, first), side_message(calls, second)


def side_message(calls: Servicers, given: GivenSide) -> odds_pb2.OddsSide:
    """Return a side; decks in other formats than the deck string are read by *calls*.

    Raises:
        UnusableError: there is no such file or bundled deck.
        InvalidInputError: something in the deck is in doubt.
    """
    deck, character = given.deck.strip(), given.character
    if deck in bundled_deck_names():
        return odds_pb2.OddsSide(bundled=deck, character=character)
    if _COUNTS.fullmatch(deck):
        return odds_pb2.OddsSide(counts=deck, character=character)
    require_deck(given.option, deck, "a file, counts, a deck string, - for standard input")
    return odds_pb2.OddsSide(deck=deck_string(calls, given.option, given.deck), character=character)


def require_deck(option: str, deck: str, expected: str) -> None:
    """Refuse what can only be a bundled deck's name and is none, or nothing at all; *expected* is what else may be.

    Raises:
        UnusableError: so it is.
    """
    if not deck or (_NAME.fullmatch(deck) and not files.is_file(deck)):
        with unusable():
            raise InvalidInputError.of(option, deck or "nothing", f"{expected}, or one of {_bundled_words()}")


def _bundled_words() -> str:
    """Return the names of all bundled decks, shorter than one by one: an error ends after some hundred characters."""
    themes = [name for name in bundled_deck_names() if bundled_deck(name).theme == name]
    others = [name for name in bundled_deck_names() if bundled_deck(name).theme is None]
    ends = {
        name.removeprefix(theme): None
        for theme in themes
        for name in bundled_deck_names()
        if name.startswith(f"{theme}-")
    }
    return f"{', '.join(others + themes)}; or one of a theme's dealers: the theme with {' or '.join(ends)} behind it"


def deck_string(calls: Servicers, option: str, given: str) -> str:
    """Return GEMP's deck string of the deck *given*, a file in any format, a deck string, or ``-``.

    Raises:
        UnusableError: there is no such file.
        InvalidInputError: something in the deck is in doubt.
    """
    try:
        answer = parsed(calls, given, cards_pb2.ParseDeckRequest(content=content(given)))
    except Exception as error:
        error.add_note(option)
        raise
    if answer.doubts:
        first = answer.doubts[0]
        more = f", and {len(answer.doubts) - 1} more" if len(answer.doubts) > 1 else ""
        expected = "a deck without entries in doubt: see sabacc deck parse"
        raise InvalidInputError.of(option, f"{first.text} in line {first.line}{more}", expected)
    return answer.deck
