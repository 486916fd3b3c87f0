"""`sabacc token`: who may call the service, in the access file."""

import json
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from deckmapping.errors import InvalidInputError
from service.access.access_file import GIVEN_ROLES, NAME_TEXT, is_identity_name, load_access
from service.access.editing import add_token, remove_identity, retire_token
from service.access.identities import Identity
from service.access.tokens import SHOWN_OF_HASH, hash_of, new_token
from service.caller import Role
from service.cli.failures import reported, unusable
from service.cli.output import exact, make_console, table
from service.cli.settings import configured

token = typer.Typer(help="Who may call the service: identities, roles and tokens.", no_args_is_help=True)

AccessFile = Annotated[
    Path | None, typer.Option("--access", metavar="FILE", help="Access file, instead of the one in the settings.")
]
Name = Annotated[str, typer.Argument(metavar="NAME", help="The identity's name.")]
Json = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]
ROLES = ", ".join(GIVEN_ROLES)


@token.command("new")
def new(
    name: Name,
    *,
    role: Annotated[
        str | None, typer.Option(metavar="ROLE", help=f"Role of a new identity: one of {ROLES}.", show_default=False)
    ] = None,
    access: AccessFile = None,
    as_json: Json = False,
) -> None:
    """Make a token and print it once; only its hash goes into the access file.

    A second token of the same identity is valid beside the first one until that is retired.
    """
    with reported(as_json=as_json), unusable():
        if not is_identity_name(name):
            raise InvalidInputError.of("NAME", name, NAME_TEXT)
        if role is not None and role not in GIVEN_ROLES:
            raise InvalidInputError.of("--role", role, f"one of {ROLES}")
        path = _file(access)
        made = new_token()
        identity = add_token(path, name, None if role is None else Role(role), hash_of(made))
        if as_json:
            _print({**_row(identity), "token": made, "token_hash": hash_of(made)[:SHOWN_OF_HASH]})
            return
        typer.echo(made)
        note = f"This is the only time the token of {name} ({identity.role}) is shown; {path} holds its hash."
        print(note, file=sys.stderr)  # noqa: T201


@token.command("retire")
def retire(
    name: Name,
    *,
    hash_prefix: Annotated[
        str, typer.Option("--hash", metavar="HEX", help="The token whose hash begins so, instead of the oldest.")
    ] = "",
    access: AccessFile = None,
    as_json: Json = False,
) -> None:
    """Take an identity's oldest token away; the service notices within a second."""
    with reported(as_json=as_json), unusable():
        retired = retire_token(_file(access), name, hash_prefix)[:SHOWN_OF_HASH]
        if as_json:
            _print({"name": name, "retired": retired})
        else:
            exact(make_console(), f"Retired the token {retired} of {name}.")


@token.command("list")
def show(*, access: AccessFile = None, as_json: Json = False) -> None:
    """List identities with their roles, the beginnings of their token hashes, oldest first, and certificate names."""
    with reported(as_json=as_json), unusable():
        identities = load_access(_file(access)).identities
        if as_json:
            _print({"identities": [_row(identity) for identity in identities]})
            return
        rows = [
            (row["name"], row["role"], " ".join(row["token_hashes"]), " ".join(row["certificate_names"]))
            for row in map(_row, identities)
        ]
        make_console().print(table(("Name", "Role", "Tokens", "Certificates"), rows))


@token.command("remove")
def remove(name: Name, *, access: AccessFile = None, as_json: Json = False) -> None:
    """Take an identity out of the access file, with all its tokens and certificate names."""
    with reported(as_json=as_json), unusable():
        removed = remove_identity(_file(access), name)
        if as_json:
            _print({"removed": _row(removed)})
        else:
            exact(make_console(), f"Removed {name} ({removed.role}).")


def _file(given: Path | None) -> Path:
    path = configured().access if given is None else given
    if path is None:
        raise InvalidInputError.of("--access", "nothing", "an access file, here or in SABACC_ACCESS")
    return path


def _row(identity: Identity) -> dict[str, Any]:
    return {
        "name": identity.name,
        "role": identity.role.value,
        "token_hashes": [known[:SHOWN_OF_HASH] for known in identity.token_hashes],
        "certificate_names": list(identity.certificate_names),
    }


def _print(content: object) -> None:
    typer.echo(json.dumps(content, indent=2))
