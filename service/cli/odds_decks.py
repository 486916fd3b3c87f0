"""A side of the odds, from what was given as its deck: a bundled deck's name, counts, or a deck in any format."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from deckmapping.errors import InvalidInputError
from deckmapping.themes.bundled import bundled_deck_names
from sabacc.v1 import cards_pb2, odds_pb2
from service.cli import files
from service.cli.failures import unusable
from service.cli.given_decks import content, parsed

if TYPE_CHECKING:
    from service.rpc.contract.servicers import Servicers

_COUNTS: Final = re.compile(r"\s*(?:[0-9.]+(?:/[0-9.]+)?|wild|clone|perk-wild:[0-9./]+):[0-9]+\s*(?:,.*)?", re.DOTALL)
_NAME: Final = re.compile("[a-z]+(?:-[a-z]+)*")


def side_message(calls: Servicers, option: str, given: str, character: str = "") -> odds_pb2.OddsSide:
    """Return the side that plays with the deck *given* to *option*.

    Args:
        calls: who reads decks in other formats than the deck string.
        option: names the deck in errors.
        given: a bundled deck's name, counts such as ``0:19,1:10``, a file, a deck string, or ``-``.
        character: blueprint id of the playing character; empty for none.

    Raises:
        UnusableError: there is no such file or bundled deck.
        InvalidInputError: something in the deck is in doubt.
    """
    if _COUNTS.fullmatch(given):
        return odds_pb2.OddsSide(counts=given, character=character)
    if _NAME.fullmatch(given) and not files.is_file(given):
        if given not in bundled_deck_names():
            with unusable():
                names = ", ".join(bundled_deck_names())
                raise InvalidInputError.of(option, given, f"a file, counts, a deck string, or one of {names}")
        return odds_pb2.OddsSide(bundled=given, character=character)
    return odds_pb2.OddsSide(deck=_deck_string(calls, option, given), character=character)


def _deck_string(calls: Servicers, option: str, given: str) -> str:
    answer = parsed(calls, given, cards_pb2.ParseDeckRequest(content=content(given)))
    if answer.doubts:
        first = answer.doubts[0]
        told = f"{len(answer.doubts)} entries in doubt, the first in line {first.line}: {first.text}"
        raise InvalidInputError.of(option, told, "a deck without doubts: see sabacc deck parse")
    return answer.deck
