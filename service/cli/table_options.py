"""The options that describe a dealer's table, and the message they make."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from deckmapping.dealer_rule import USUAL_DRAWS_TO
from deckmapping.errors import InvalidInputError
from deckmapping.themes.bundled import STANDARD_DECK
from sabacc.v1 import cards_pb2, odds_pb2
from service.cli.enums import number_of, words_of
from service.cli.failures import unusable
from service.cli.numbers import share_text, whole_number
from service.cli.odds_decks import GivenSide, side_messages

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from google.protobuf.descriptor import EnumDescriptor

    from service.rpc.contract.servicers import Servicers

_ENUMS: Final = odds_pb2.DESCRIPTOR.enum_types_by_name
_VARIANTS: Final = cards_pb2.DESCRIPTOR.enum_types_by_name["Variant"]
_PANEL: Final = "Table"
_STAND_ON: Final = re.compile(r"stand-on:([0-9]{1,2})")

TUNINGS: Final = words_of(_ENUMS["Tuning"])
"""What can be tuned, in words."""
DECK_HELP: Final = (
    "A bundled deck (deck-c, dune-sea-light, ...; `sabacc themes` lists them), counts such as 0:19,1:10,wild:3, a file "
    "in any deck format, a deck string, or - for standard input."
)


def _of_table(metavar: str, help_: str, parser: Callable[[str], int] | None = None) -> Any:
    return typer.Option(metavar=metavar, help=help_, parser=parser, rich_help_panel=_PANEL)


GivenVariant = Annotated[str, _of_table("NAME", f"Wild and clone cards: {words_of(_VARIANTS)}.")]
GivenDraws = Annotated[
    str,
    _of_table(
        "finite|independent", "Whether a card drawn is gone, as at a table, or every draw is from the whole pile."
    ),
]


@dataclass(frozen=True, slots=True, kw_only=True)
class TableOptions:
    """A dealer's table, as commands take it."""

    player: Annotated[str, typer.Option(metavar="DECK", help=f"The player's deck. {DECK_HELP}")] = STANDARD_DECK
    dealer: Annotated[str, typer.Option(metavar="DECK", help="The dealer's deck, likewise.")] = STANDARD_DECK
    variant: GivenVariant = "fair-deck"
    player_character: Annotated[str, _of_table("ID", "Who plays for the player: his perks count.")] = ""
    dealer_character: Annotated[str, _of_table("ID", "Who deals: his text becomes the table's rule.")] = ""
    draws: GivenDraws = "finite"
    up_card: Annotated[str, _of_table("seen|hidden", "Whether the player sees the dealer's first card.")] = "seen"
    dealer_draws_to: Annotated[
        int | None,
        _of_table("N", f"The dealer draws on N or less; {USUAL_DRAWS_TO} if not given.", parser=whole_number),
    ] = None
    overdraws_to: Annotated[
        int | None, _of_table("N", "On more, up to N, he sometimes draws all the same.", parser=whole_number)
    ] = None
    overdraw_chance: Annotated[str, _of_table("SHARE", "How often he does: 0.25, 1/4 or 25%.")] = ""
    shift_share: Annotated[
        str, _of_table("SHARE", "On which share of the hands the dealer may change his total by 1, as Lando does.")
    ] = ""
    dealer_wins_double: Annotated[
        bool,
        typer.Option("--dealer-wins-double", help="The dealer's every win costs two bets.", rich_help_panel=_PANEL),
    ] = False
    perfect_pays: Annotated[str, _of_table("3:2|2|...", "What the player's perfect sabacc pays.")] = "3:2"
    perfect_costs: Annotated[
        int, _of_table("1|2", "Bets that the dealer's perfect sabacc costs.", parser=whole_number)
    ] = 1
    dealer_sees_hand: Annotated[
        bool,
        typer.Option(
            "--dealer-sees-hand",
            help="The dealer knows the finished hand and plays his best against it.",
            rich_help_panel=_PANEL,
        ),
    ] = False

    def message(self, calls: Servicers) -> odds_pb2.OddsSetting:
        """Return the table as the contract has it; decks in other formats are read by *calls*.

        Raises:
            UnusableError: an option names no value there is, or says nothing without another one.
        """
        with unusable():
            self._require_company()
        rule = odds_pb2.OddsRule(
            draws_to=self.dealer_draws_to,
            overdraws_to=self.overdraws_to,
            overdraw_chance=share_text("--overdraw-chance", self.overdraw_chance) or None,
            shift_share=share_text("--shift-share", self.shift_share) or None,
            wins_double=self.dealer_wins_double,
        )
        player, dealer = side_messages(
            calls,
            GivenSide("--player", self.player, self.player_character),
            GivenSide("--dealer", self.dealer, self.dealer_character),
        )
        return odds_pb2.OddsSetting(
            player=player,
            dealer=dealer,
            variant=variant_name(self.variant),
            draws=draws_name(self.draws),
            up_card=chosen(_ENUMS["UpCard"], "--up-card", self.up_card),
            rule=rule,
            pay=odds_pb2.OddsPay(perfect_pays=self.perfect_pays, perfect_costs=self.perfect_costs),
            dealer_sees_hand=self.dealer_sees_hand,
        )

    def _require_company(self) -> None:
        """Check that every option has beside it what it says something about."""
        require_variant(
            self.variant, {"--player-character": self.player_character, "--dealer-character": self.dealer_character}
        )
        if self.overdraws_to is not None and not self.overdraw_chance:
            raise InvalidInputError.of("--overdraw-chance", "nothing", "how often he draws up to --overdraws-to: 25%")


GivenPolicy = Annotated[
    str,
    typer.Option(
        "--policy",
        metavar="best|stand-on:N",
        help="How the player plays: as well as can be, or he stands on a best total of N or more.",
        rich_help_panel=_PANEL,
    ),
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


def require_variant(variant: str, characters: Mapping[str, str]) -> None:
    """Check that no character is named in a fair deck, where none matters.

    Args:
        variant: the variant's name, as it was given.
        characters: the ids that were given, by option.

    Raises:
        InvalidInputError: one is named all the same.
    """
    if number_of(_VARIANTS, variant) == cards_pb2.VARIANT_FAIR_DECK:
        for option, character in characters.items():
            if character:
                raise InvalidInputError.of(
                    option, character, "a --variant with it: in a fair deck no character matters"
                )
