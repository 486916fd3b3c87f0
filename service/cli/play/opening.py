"""The options of a table to play at, and the message that opens it."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, fields
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from deckmapping.errors import InvalidInputError, NoDeckError
from deckmapping.themes.bundled import STANDARD_DECK, bundled_deck_names
from deckmapping.themes.errors import UnknownNameError
from deckmapping.themes.themes import themes
from sabacc.v1 import cards_pb2
from sabacc.v1 import tables_pb2 as pb
from service.cli import files
from service.cli.enums import words_of
from service.cli.failures import unusable
from service.cli.numbers import large_number, whole_number
from service.cli.odds_decks import deck_string, require_deck
from service.cli.table_options import variant_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from service.rpc.contract.servicers import Servicers

STANDARD: Final = "standard"
"""The name of the table without a theme."""
_VARIANTS: Final = cards_pb2.DESCRIPTOR.enum_types_by_name["Variant"]
_PLAYER: Final = "Player"
_USUAL_STAKE: Final = 10
_TABLE, _VERSUS, _SILVER = "Table", "Two players", "For silver"
_ALONE: Final = (
    "background",
    "dealer",
    "plain_cards",
    "modifier",
    "perfect_pays",
    "perfect_costs",
    "unwatched",
)
"""Options of a dealer's table alone."""

FIELDS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "dealer.theme": "--theme",
        "name": "--theme",
        "dealer.background": "--background",
        "dealer.dealer": "--dealer",
        "dealer.player": "--deck",
        "dealer.player.character": "--character",
        "dealer.player.name": "--name",
        "dealer.perfectPays": "--perfect-pays",
        "dealer.perfectCosts": "--perfect-costs",
        "versus.theme": "--theme",
        "versus.stake": "--stake",
        "versus.variant": "--variant",
        "versus.players[0].name": "--versus",
        "versus.players[1].name": "--versus",
        "versus.players[0].character": "--character",
        "versus.players[1].character": "--character",
        "versus.players": "--deck",
        "startChips": "--chips",
        "cut": "--cut",
        "content": "--deck",
    }
)
"""The options by which people know the request's fields."""


def _option(*names: str, help_: str, panel: str = _TABLE, **more: Any) -> Any:
    return typer.Option(*names, help=help_, rich_help_panel=panel, **more)


def _number(help_: str, panel: str = _TABLE, parser: Callable[[str], int] = whole_number) -> Any:
    return typer.Option(metavar="N", help=help_, parser=parser, rich_help_panel=panel)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayOptions:
    """A table to open, as `sabacc play` takes it."""

    theme: Annotated[
        str, _option(metavar="NAME", help_="Where to play: standard, or a theme such as dune-sea-light.")
    ] = STANDARD
    background: Annotated[str, _option(metavar="KEY", help_="Where the table stands; see sabacc themes NAME.")] = ""
    dealer: Annotated[str, _option(metavar="KEY", help_="With whom to begin; see sabacc themes NAME.")] = ""
    deck: Annotated[
        list[str] | None,
        _option(
            metavar="DECK",
            help_="A bundled deck (deck-c, dune-sea-light, ...), a file in any deck format, a deck string; the "
            "theme's sample deck if not given. With --versus, once for both or twice. With --silver, standard or "
            "sample.",
        ),
    ] = None
    character: Annotated[
        list[str] | None,
        _option(metavar="ID", help_="Blueprint id of your playing character. With --versus, up to twice."),
    ] = None
    plain_cards: Annotated[
        bool, _option("--plain-cards", help_="Wild and clone cards count what is printed, as all others.")
    ] = False
    modifier: Annotated[bool, _option("--modifier", help_="The background's table modifier works.")] = False
    perfect_pays: Annotated[str, _option(metavar="3:2|2|...", help_="What a perfect sabacc pays.")] = ""
    perfect_costs: Annotated[int | None, _number("Bets that the dealer's perfect sabacc costs, 1 or 2.")] = None
    cut: Annotated[int | None, _number("Hands after which both piles are shuffled.")] = None
    chips: Annotated[int | None, _number("Practice chips that each game begins with.", parser=large_number)] = None
    unwatched: Annotated[bool, _option("--unwatched", help_="The house does not watch, and Lando never comes.")] = False
    name: Annotated[str, _option(metavar="NAME", help_="What you are called in the table's record.")] = _PLAYER
    silver: Annotated[
        bool, _option("--silver", help_="Sit down in the campaign, at a dealer's table for silver.", panel=_SILVER)
    ] = False
    player: Annotated[
        str, _option("--as", metavar="PLAYER", help_="Who sits down: whose wallet and career.", panel=_SILVER)
    ] = ""
    upgrade: Annotated[
        list[str] | None,
        _option(
            metavar="NAME", help_="An upgrade of your sample deck that you have got; once for each.", panel=_SILVER
        ),
    ] = None
    versus: Annotated[
        tuple[str, str] | None,
        _option(metavar="NAME NAME", help_="Two people at this terminal play each other.", panel=_VERSUS),
    ] = None
    stake: Annotated[int | None, _number(f"Chips a hand; {_USUAL_STAKE} if not given.", _VERSUS, large_number)] = None
    variant: Annotated[
        str,
        _option(
            metavar="NAME",
            help_=f"Wild and clone cards: {words_of(_VARIANTS)}; the theme's if not given.",
            panel=_VERSUS,
        ),
    ] = ""

    @property
    def theme_name(self) -> str:
        """The theme as the contract names it: the standard table has none."""
        return "" if self.theme == STANDARD else self.theme

    def given(self) -> Iterator[str]:
        """Yield the names of the options that were given something else than what they are without."""
        for field in fields(self):
            if getattr(self, field.name) != field.default:
                yield "--as" if field.name == "player" else f"--{field.name.replace('_', '-')}"

    def request(self, calls: Servicers) -> pb.OpenTableRequest:
        """Return the message that opens the table; decks in other formats are read by *calls*.

        Raises:
            UnusableError: options that do not go together, or a deck that cannot be read.
            InvalidInputError: something in a deck is in doubt.
        """
        with unusable():
            self._verify()
        self._verify_theme()
        request = pb.OpenTableRequest(request_id=f"play-{secrets.token_hex(12)}", start_chips=self.chips, cut=self.cut)
        usual, variant = STANDARD_DECK, cards_pb2.VARIANT_FAIR_DECK
        if self.theme_name:
            theme = calls.tables.GetTheme(pb.GetThemeRequest(name=self.theme_name))
            usual, variant = theme.sample_deck, theme.summary.variant
        if self.versus is None:
            request.dealer.CopyFrom(self._dealer_table(self._seated(calls, self.name, 0, usual)))
        else:
            players = [self._seated(calls, name, at, usual) for at, name in enumerate(self.versus)]
            request.versus.CopyFrom(self._versus_table(players, variant))
        return request

    def _dealer_table(self, player: pb.TablePlayer) -> pb.DealerTable:
        return pb.DealerTable(
            player=player,
            theme=self.theme_name,
            background=self.background,
            dealer=self.dealer,
            plain_cards=self.plain_cards,
            with_modifier=self.modifier,
            unwatched=self.unwatched,
            perfect_pays=self.perfect_pays,
            perfect_costs=self.perfect_costs,
        )

    def _versus_table(self, players: list[pb.TablePlayer], usual: cards_pb2.Variant) -> pb.VersusTable:
        return pb.VersusTable(
            players=players,
            stake=_USUAL_STAKE if self.stake is None else self.stake,
            variant=variant_name(self.variant) if self.variant else usual,
            theme=self.theme_name,
        )

    def _seated(self, calls: Servicers, name: str, seat: int, usual: str) -> pb.TablePlayer:
        decks, characters = self.deck or [usual], self.character or []
        deck = decks[min(seat, len(decks) - 1)]
        player = pb.TablePlayer(name=name, character=characters[seat] if seat < len(characters) else "")
        if deck in bundled_deck_names() and not files.is_file(deck):
            player.bundled = deck
        else:
            require_deck("--deck", deck.strip(), "a file, a deck string")
            player.gemp = _pile(calls, deck)
        return player

    def _verify(self) -> None:
        """Check that the options go together.

        Raises:
            InvalidInputError: they do not.
        """
        seats = 1 if self.versus is None else 2
        for option, values in (("--deck", self.deck), ("--character", self.character)):
            if values is not None and len(values) > seats:
                raise InvalidInputError.of(option, f"{len(values)} times", f"at most {seats}: one for each player")
        if self.deck is not None and self.deck.count(files.STANDARD_INPUT):
            raise InvalidInputError.of("--deck", files.STANDARD_INPUT, "a file: keys come from standard input")
        alone = {f"--{name.replace('_', '-')}" for name in _ALONE}
        of_two, of_silver = {"--stake", "--variant"}, {"--as", "--upgrade"}
        for option in self.given():
            if option in of_silver:
                raise InvalidInputError.of(option, "no --silver", "the two together: it is for tables for silver")
            if self.versus is None and option in of_two:
                raise InvalidInputError.of(option, "no --versus", "the two together: it is for two players")
            if self.versus is not None and option in alone:
                raise InvalidInputError.of(option, "together with --versus", "one of the two: it is about a dealer")
        if self.modifier and not self.theme_name:
            raise InvalidInputError.of("--modifier", "the standard table", "a --theme: its backgrounds have modifiers")

    def _verify_theme(self) -> None:
        """Check that there is such a theme.

        Raises:
            UnknownNameError: there is none; it says which there are.
        """
        names = [STANDARD, *(each.name for each in themes())]
        if self.theme not in names:
            raise UnknownNameError.of("--theme", self.theme, f"one of {', '.join(names)}")


def _pile(calls: Servicers, deck: str) -> str:
    """Return the deck string of *deck*, a file or a deck in any format.

    Raises:
        UnusableError: there is no such file.
        InvalidInputError: something in the deck is in doubt, or no card of it can be drawn.
    """
    try:
        return deck_string(calls, "--deck", deck)
    except NoDeckError as error:
        expected = "a deck with 2 cards in the pile or more: a hand begins with two"
        raise InvalidInputError.of("--deck", error.violations[0].value, expected) from None
