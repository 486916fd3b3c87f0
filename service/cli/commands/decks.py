"""`sabacc deck`: decks in every way players write them, read, compared and written for other programs."""

import re
import sys
from collections import Counter
from collections.abc import Container, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Final

import typer
from rich.console import Console

from deckmapping.clinic.encoding import decode
from deckmapping.clinic.exports import EXPORTS
from deckmapping.clinic.formats.gemp_string import bare_string
from deckmapping.clinic.model import DeckFormat
from deckmapping.clinic.recognition import recognise
from deckmapping.errors import InvalidInputError
from sabacc.v1 import cards_pb2
from service.cli import files
from service.cli.backend import opened
from service.cli.commands.deck_build import build_themed_deck
from service.cli.deck_folder import as_dict, out_folder, print_json, read_folder, show_results
from service.cli.enums import number_of, word_of, words_of
from service.cli.failures import ExitCode, reported, tell_line, unusable
from service.cli.given_decks import content, parsed
from service.cli.options import AsJson, CatalogueFile, Server
from service.cli.output import make_console, show
from service.cli.render.decks import (
    Difference,
    print_deck,
    print_differences,
    print_doubts,
    print_ignored,
    print_parsed,
)
from service.rpc.contract.deck_messages import WIRE_FORMATS

deck = typer.Typer(help="Decks, in every way players write them.", no_args_is_help=True)
deck.command("build")(build_themed_deck)

_FORMATS: Final = cards_pb2.DESCRIPTOR.enum_types_by_name["DeckFormat"]
_WRITTEN: Final = frozenset(int(WIRE_FORMATS[format_]) for format_ in EXPORTS)
_BROKEN_APART: Final = re.compile(r"[0-9*^]\s+[0-9]")  # ids that no comma parts
_SHORT_NAMES: Final = {"xml": "gemp-xml", "html": "gemp-html", "htd": "holotable"}

GivenDeck = Annotated[
    str, typer.Argument(metavar="DECK", help="A file in any format, a deck string, or - for standard input.")
]
GivenFiles = Annotated[
    str, typer.Argument(metavar="DECK", help="A file in any format, a folder of them, a deck string, or -.")
]
AskedFormat = Annotated[
    str | None,
    typer.Option("--format", metavar="NAME", help=f"Read it as {words_of(_FORMATS)}, instead of by its content."),
]


@deck.command("show")
def show_deck(
    given: GivenDeck, *, as_json: AsJson = False, server: Server = None, catalogue: CatalogueFile = None
) -> None:
    """Show a deck: the pile, cards outside the deck, its spread of values, and what was not understood.

    Exit code 1: something is in doubt.
    """
    with reported(as_json=as_json), opened(server, catalogue=catalogue) as calls:
        data = content(given)
        text = _deck_string(data)
        if text is not None:
            answer = calls.cards.ReadDeck(cards_pb2.ReadDeckRequest(deck=text))
            show(answer, lambda console: print_deck(console, answer), as_json=as_json)
            _leave_if(bool(answer.unresolved))
        else:
            read = parsed(calls, given, cards_pb2.ParseDeckRequest(content=data))
            show(read, lambda console: print_parsed(console, read), as_json=as_json)
            _leave_if(bool(read.doubts))


@deck.command("parse")
def parse_deck(
    given: GivenFiles,
    *,
    format_: AskedFormat = None,
    as_json: AsJson = False,
    server: Server = None,
    catalogue: CatalogueFile = None,
) -> None:
    """Read a deck in any format: its cards, what is in doubt with candidates, and GEMP's deck string.

    Of a folder, each file is read and summed up in a line. Exit code 1: something is in doubt.
    """
    with reported(as_json=as_json), opened(server, catalogue=catalogue) as calls:
        asked = _format(format_, "--format")
        if files.is_folder(given):
            request = cards_pb2.ParseDeckRequest(format=asked)
            _leave_if(not show_results(read_folder(calls, given, request), as_json=as_json))
            return
        answer = parsed(calls, given, cards_pb2.ParseDeckRequest(content=content(given, asked), format=asked))
        show(answer, lambda console: print_parsed(console, answer), as_json=as_json)
        _leave_if(bool(answer.doubts))


@deck.command("convert")
def convert_deck(
    given: GivenFiles,
    to: Annotated[
        str, typer.Option(metavar="NAME", help="Write it as gemp, xml, plain, forum or json.", show_default=False)
    ],
    *,
    out: Annotated[
        Path | None, typer.Option(metavar="PATH", help="Write there instead of printing: a folder for a folder.")
    ] = None,
    allow_unresolved: Annotated[
        bool, typer.Option("--allow-unresolved", help="Write what was resolved although something is in doubt.")
    ] = False,
    format_: AskedFormat = None,
    as_json: AsJson = False,
    server: Server = None,
    catalogue: CatalogueFile = None,
) -> None:
    """Write a deck in another format. Exit code 1, and nothing is written, while something is in doubt."""
    with reported(as_json=as_json), opened(server, catalogue=catalogue) as calls:
        asked, written = _format(format_, "--format"), _format(to, "--to", _WRITTEN)
        request = cards_pb2.ParseDeckRequest(format=asked, exports=[written])
        if files.is_folder(given):
            results = read_folder(calls, given, request, out_folder(out, given), allow_unresolved=allow_unresolved)
            _leave_if(not show_results(results, as_json=as_json, is_written=allow_unresolved))
            return
        request.content = content(given, asked)
        answer = parsed(calls, given, request)
        is_held_back = bool(answer.doubts) and not allow_unresolved
        if is_held_back:
            del answer.exports[:]
        if out is not None and answer.exports:
            with unusable():
                files.write_bytes(out, answer.exports[0].text.encode())
        if as_json:
            show(answer, lambda _: None, as_json=True)
        else:
            console = Console(stderr=True, markup=False, emoji=False, highlight=False)
            print_doubts(console, answer)
            print_ignored(console, [answer])
            if is_held_back:
                tell_line("nothing was written: something is in doubt; --allow-unresolved writes the rest")
            if out is None and answer.exports:
                sys.stdout.write(answer.exports[0].text)
        _leave_if(is_held_back)


@deck.command("diff")
def compare_decks(
    first: Annotated[str, typer.Argument(metavar="A", help="A deck as `sabacc deck parse` takes it.")],
    second: Annotated[str, typer.Argument(metavar="B", help="Another one.")],
    *,
    as_json: AsJson = False,
    server: Server = None,
    catalogue: CatalogueFile = None,
) -> None:
    """Compare two decks card by card, whatever their order and formats.

    Exit code 1: they differ, or something is in doubt.
    """
    with reported(as_json=as_json), opened(server, catalogue=catalogue) as calls:
        decks = []
        for name, given in (("A", first), ("B", second)):
            with _told_apart(name):
                decks.append(parsed(calls, given, cards_pb2.ParseDeckRequest(content=content(given))))
        differences = _differences(*decks)
        if as_json:
            told = [
                {
                    "outside": each.is_outside,
                    "blueprintId": each.blueprint_id,
                    "title": each.title,
                    "first": each.first,
                    "second": each.second,
                }
                for each in differences
            ]
            print_json({"differences": told, "decks": [as_dict(answer) for answer in decks]})
        else:
            console = make_console()
            for name, answer in zip(("A", "B"), decks, strict=True):
                if answer.doubts or answer.remarks:
                    console.print(f"In {name}:", soft_wrap=True)
                    print_doubts(console, answer)
            print_ignored(console, decks)
            print_differences(console, ("A", "B"), differences)
        _leave_if(bool(differences) or any(answer.doubts for answer in decks))


@contextmanager
def _told_apart(name: str) -> Iterator[None]:
    """Say that the deck *name* is the one that is refused inside."""
    try:
        yield
    except Exception as error:
        error.add_note(f"deck {name} is refused")
        raise


def _deck_string(data: bytes) -> str | None:
    """Return the deck string that *data* is, None for a deck in another format."""
    try:
        text = decode(data).text
        is_plain = bare_string(text).strip() == text.strip() and not _BROKEN_APART.search(text)
        return text if is_plain and recognise(text) is DeckFormat.GEMP else None
    except InvalidInputError:  # told in full by the call
        return None


def _format(name: str | None, option: str, allowed: Container[int] = range(1, 1000)) -> str:
    """Return the contract's name of the format called *name*, one of those *allowed*; unspecified for none."""
    if name is None:
        return cards_pb2.DeckFormat.Name(cards_pb2.DECK_FORMAT_UNSPECIFIED)
    number = number_of(_FORMATS, _SHORT_NAMES.get(name, name))
    if number is None or number not in allowed:
        words = ", ".join(word_of(_FORMATS, each.number) for each in _FORMATS.values if each.number in allowed)
        with unusable():
            raise InvalidInputError.of(option, name, f"one of {words}")
    return cards_pb2.DeckFormat.Name(number)


def _differences(first: cards_pb2.ParseDeckResponse, second: cards_pb2.ParseDeckResponse) -> list[Difference]:
    one, other = _counted(first), _counted(second)
    return [
        Difference(*card, one[card], other[card]) for card in dict.fromkeys([*one, *other]) if one[card] != other[card]
    ]


def _counted(answer: cards_pb2.ParseDeckResponse) -> Counter[tuple[bool, str, str]]:
    lists = ((False, answer.pile), (True, answer.outside))
    return Counter((is_outside, card.blueprint_id, card.title) for is_outside, cards in lists for card in cards)


def _leave_if(is_doubtful: bool) -> None:  # noqa: FBT001
    if is_doubtful:
        raise typer.Exit(int(ExitCode.REFUSED))
