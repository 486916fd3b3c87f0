"""`sabacc campaign`: the ladder, how far a player has come, Lando's lessons, and the rewards that GEMP gives."""

from typing import Annotated

import typer

from deckmapping.errors import InvalidInputError
from sabacc.v1 import campaign_pb2 as pb
from sabacc.v1 import cards_pb2, ledger_pb2
from service.cli.backend import opened
from service.cli.commands.campaign_lessons import take_lessons
from service.cli.enums import number_of, words_of
from service.cli.failures import reported, unusable
from service.cli.numbers import large_number
from service.cli.options import AsJson, Database, PageSize, Server
from service.cli.output import show
from service.cli.render.campaign_career import print_career
from service.cli.render.campaign_grants import print_grant, print_grants
from service.cli.render.campaign_ladder import print_ladder, print_level

campaign = typer.Typer(
    help="The campaign for gold and silver: its ladder, careers, lessons and rewards.\n\n"
    "One sits down to play with sabacc play --silver --as PLAYER --dealer KEY.",
    no_args_is_help=True,
)
campaign.command("lessons")(take_lessons)

_VARIANTS = cards_pb2.Variant.DESCRIPTOR
_GRANT = {"reason": "--deferred"}


@campaign.command("ladder")
def show_ladder(
    *,
    level: Annotated[
        str, typer.Option(metavar="NAME", help="One level, with all that its dealers earn: dune-sea ...")
    ] = "",
    as_json: AsJson = False,
    server: Server = None,
) -> None:
    """Show the ladder: its levels with their dealers, what it takes to climb, and the rewards."""
    with reported(as_json=as_json):
        variant = _variant(level)
        with opened(server) as calls:
            answer = calls.campaign.GetLadder(pb.GetLadderRequest())
        if variant is None:
            show(answer, lambda console: print_ladder(console, answer), as_json=as_json)
            return
        (chosen,) = [each for each in answer.levels if each.variant == variant]
        show(chosen, lambda console: print_level(console, chosen), as_json=as_json)


@campaign.command("career")
def show_career(
    player: Annotated[str, typer.Argument(metavar="PLAYER", help="The player.")],
    *,
    as_json: AsJson = False,
    server: Server = None,
    database: Database = None,
) -> None:
    """Show how far a player has come on both sides of the Force, what he has, and what to do next."""
    with (
        reported(as_json=as_json, options={"player": "PLAYER"}),
        opened(server, database=database, stored=True) as calls,
    ):
        answer = calls.campaign.GetCareer(pb.GetCareerRequest(player=player))
        wallet = calls.ledger.GetWallet(ledger_pb2.GetWalletRequest(player=player)).wallet
        ladder = calls.campaign.GetLadder(pb.GetLadderRequest())
        given = {"--server": server, "--database": database}
        where = [word for option, value in given.items() if value is not None for word in (option, value)]
        show(answer, lambda console: print_career(console, answer.career, ladder, wallet, where), as_json=as_json)


@campaign.command("grants")
def list_grants(
    *,
    after: Annotated[
        int, typer.Option(metavar="N", help="Go on after the grant with this number.", parser=large_number)
    ] = 0,
    applied: Annotated[bool, typer.Option("--applied", help="Those that GEMP has given, too.")] = False,
    page_size: PageSize = 50,
    as_json: AsJson = False,
    server: Server = None,
    database: Database = None,
) -> None:
    """List the rewards that GEMP has to give: those that are pending or that it has deferred, by their numbers."""
    with (
        reported(as_json=as_json, options={"after": "--after", "pageSize": "--page-size"}),
        opened(server, database=database, stored=True) as calls,
    ):
        asked = pb.ListGrantsRequest(after=after, page_size=page_size, include_applied=applied)
        answer = calls.campaign.ListGrants(asked)
        show(answer, lambda console: print_grants(console, answer, after=after, applied_too=applied), as_json=as_json)


@campaign.command("grant")
def acknowledge_grant(
    grant: Annotated[str, typer.Argument(metavar="GRANT", help="Its id: sabacc/grant/N.")],
    *,
    applied: Annotated[bool, typer.Option("--applied", help="The player has got it.")] = False,
    deferred: Annotated[
        str | None, typer.Option(metavar="REASON", help="It could not be given, and why; it is offered again.")
    ] = None,
    as_json: AsJson = False,
    server: Server = None,
    database: Database = None,
) -> None:
    """Say in GEMP's place what became of a reward."""
    with reported(as_json=as_json, options=_GRANT):
        if applied == (deferred is not None):
            given = "both" if applied else "neither"
            with unusable():
                raise InvalidInputError.of("--applied, --deferred", given, "one of the two")
        state = ledger_pb2.SETTLEMENT_STATE_APPLIED if applied else ledger_pb2.SETTLEMENT_STATE_DEFERRED
        asked = pb.AcknowledgeGrantRequest(grant_id=grant, state=state, reason=deferred or "")
        with opened(server, database=database, stored=True) as calls:
            answer = calls.campaign.AcknowledgeGrant(asked)
        show(answer, lambda console: print_grant(console, answer), as_json=as_json)


def _variant(level: str) -> int | None:
    """Return the variant of the level that is named; None for no name.

    Raises:
        UnusableError: there is no such level.
    """
    if not level:
        return None
    number = number_of(_VARIANTS, level)
    if number is None or number == cards_pb2.VARIANT_FAIR_DECK:
        levels = words_of(_VARIANTS).replace("fair-deck, ", "").replace(", fair-deck", "")
        with unusable():
            raise InvalidInputError.of("--level", level, f"one of {levels}")
    return number
