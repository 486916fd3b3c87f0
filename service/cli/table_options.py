"""The options that describe a dealer's table, and the message they make."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Final

import typer

from deckmapping.errors import InvalidInputError
from sabacc.v1 import cards_pb2, odds_pb2
from service.cli.enums import number_of, words_of
from service.cli.failures import unusable
from service.cli.odds_decks import side_message

if TYPE_CHECKING:
    from google.protobuf.descriptor import EnumDescriptor

    from service.rpc.contract.servicers import Servicers

_ENUMS: Final = odds_pb2.DESCRIPTOR.enum_types_by_name
_VARIANTS: Final = cards_pb2.DESCRIPTOR.enum_types_by_name["Variant"]
_STAND_ON: Final = re.compile(r"stand-on:([0-9]{1,2})")

DECK_HELP: Final = (
    "A bundled deck (deck-c, dune-sea-light, ...; `sabacc themes` lists them), counts such as 0:19,1:10,wild:3, a file "
    "in any deck format, or a deck string."
)
GivenVariant = Annotated[
    str, typer.Option(metavar="NAME", help=f"Wild and clone cards: {words_of(_VARIANTS)}.", rich_help_panel="Table")
]
GivenDraws = Annotated[
    str,
    typer.Option(
        metavar="finite|independent",
        help="Whether a card drawn is gone, as at a table, or every draw is from the whole pile.",
        rich_help_panel="Table",
    ),
]


@dataclass(frozen=True, slots=True, kw_only=True)
class TableOptions:
    """A dealer's table, as commands take it."""

    player: Annotated[str, typer.Option(metavar="DECK", help=f"The player's deck. {DECK_HELP}")] = "deck-c"
    dealer: Annotated[str, typer.Option(metavar="DECK", help="The dealer's deck, likewise.")] = "deck-c"
    variant: GivenVariant = "fair-deck"
    player_character: Annotated[
        str, typer.Option(metavar="ID", help="Who plays for the player: his perks count.", rich_help_panel="Table")
    ] = ""
    dealer_character: Annotated[
        str, typer.Option(metavar="ID", help="Who deals: his text becomes the table's rule.", rich_help_panel="Table")
    ] = ""
    draws: GivenDraws = "finite"
    up_card: Annotated[
        str,
        typer.Option(
            metavar="seen|hidden", help="Whether the player sees the dealer's first card.", rich_help_panel="Table"
        ),
    ] = "seen"
    dealer_draws_to: Annotated[
        int | None,
        typer.Option(metavar="N", help="The dealer draws on N or less; 7 if not given.", rich_help_panel="Table"),
    ] = None
    overdraws_to: Annotated[
        int | None,
        typer.Option(metavar="N", help="On more, up to N, he sometimes draws all the same.", rich_help_panel="Table"),
    ] = None
    overdraw_chance: Annotated[
        str, typer.Option(metavar="SHARE", help="How often he does: 0.25, 1/4 or 25%.", rich_help_panel="Table")
    ] = ""
    shift_share: Annotated[
        str,
        typer.Option(
            metavar="SHARE",
            help="On which share of the hands the dealer may change his total by 1, as Lando does.",
            rich_help_panel="Table",
        ),
    ] = ""
    dealer_wins_double: Annotated[
        bool,
        typer.Option("--dealer-wins-double", help="The dealer's every win costs two bets.", rich_help_panel="Table"),
    ] = False
    perfect_pays: Annotated[
        str,
        typer.Option(metavar="3:2|2|...", help="What the player's perfect sabacc pays.", rich_help_panel="Table"),
    ] = "3:2"
    perfect_costs: Annotated[
        int, typer.Option(metavar="1|2", help="Bets that the dealer's perfect sabacc costs.", rich_help_panel="Table")
    ] = 1
    dealer_sees_hand: Annotated[
        bool,
        typer.Option(
            "--dealer-sees-hand",
            help="The dealer knows the finished hand and plays his best against it.",
            rich_help_panel="Table",
        ),
    ] = False

    def message(self, calls: Servicers) -> odds_pb2.OddsSetting:
        """Return the table as the contract has it; decks in other formats are read by *calls*.

        Raises:
            UnusableError: an option names no value there is.
        """
        rule = odds_pb2.OddsRule(
            draws_to=self.dealer_draws_to,
            overdraws_to=self.overdraws_to,
            overdraw_chance=share_text(self.overdraw_chance) or None,
            shift_share=share_text(self.shift_share) or None,
            wins_double=self.dealer_wins_double,
        )
        return odds_pb2.OddsSetting(
            player=side_message(calls, "--player", self.player, self.player_character),
            dealer=side_message(calls, "--dealer", self.dealer, self.dealer_character),
            variant=variant_name(self.variant),
            draws=draws_name(self.draws),
            up_card=chosen(_ENUMS["UpCard"], "--up-card", self.up_card),
            rule=rule,
            pay=odds_pb2.OddsPay(perfect_pays=self.perfect_pays, perfect_costs=self.perfect_costs),
            dealer_sees_hand=self.dealer_sees_hand,
        )


GivenPolicy = Annotated[
    str, typer.Option("--policy", metavar="best|stand-on:N", help="How the player plays.", rich_help_panel="Table")
]


def policy_message(text: str) -> odds_pb2.OddsPolicy:
    """Return the policy that ``best`` or ``stand-on:N`` names.

    Raises:
        UnusableError: it names none.
    """
    match = _STAND_ON.fullmatch(text)
    if match is not None:
        return odds_pb2.OddsPolicy(stand_on=int(match[1]))
    if text != "best":
        with unusable():
            raise InvalidInputError.of("--policy", text, "best, or stand-on:N with a total N")
    return odds_pb2.OddsPolicy(best=True)


def tuning_name(word: str) -> str:
    """Return the contract's name of what *word* says is tuned."""
    return chosen(_ENUMS["Tuning"], "NUMBER", word)


def variant_name(word: str) -> str:
    """Return the contract's name of the variant that *word* names."""
    return chosen(_VARIANTS, "--variant", word)


def draws_name(word: str) -> str:
    """Return the contract's name of the draws that *word* names."""
    return chosen(_ENUMS["Draws"], "--draws", word)


def chosen(enum: EnumDescriptor, option: str, word: str) -> str:
    """Return the contract's name of the value of *enum* that *word* names.

    Raises:
        UnusableError: it names none; the error lists all.
    """
    number = number_of(enum, word)
    if number is None:
        with unusable():
            raise InvalidInputError.of(option, word, f"one of {words_of(enum)}")
    return str(enum.values_by_number[number].name)


def share_text(text: str) -> str:
    """Return a share as the contract has it: ``2.5%`` is ``2.5/100``; other texts are left as they are."""
    return f"{text.removesuffix('%').strip()}/100" if text.endswith("%") else text
