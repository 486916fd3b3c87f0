"""Settings as the command line sees them: read with overrides, and listed for the help and the README."""

from __future__ import annotations

import os
from contextlib import contextmanager
from dataclasses import replace
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from pydantic import SecretStr

from deckmapping.errors import InvalidInputError
from service.campaign_settings import CampaignSettings
from service.cli.client import ClientSettings
from service.settings import Settings, load_settings
from service.settings_reading import PREFIX, read_settings

if TYPE_CHECKING:
    from collections.abc import Iterator

SECRETS_DIR: Final = f"{PREFIX}SECRETS_DIR"
"""Environment variable that names the folder of secret files."""


class SettingRow(NamedTuple):
    """One setting in words."""

    name: str
    """The environment variable."""
    default: str
    meaning: str


def configured(**overrides: object) -> Settings:
    """Read the settings from the environment and the folder of secret files; *overrides* that are not None win.

    Raises:
        InvalidInputError: a setting cannot be used; each is named as it was given, no secret is shown.
    """
    with named_as_given(**overrides):
        return load_settings(_secrets_dir(), **overrides)


def client_settings() -> ClientSettings:
    """Read how commands call a service.

    Raises:
        InvalidInputError: as `configured`.
    """
    return read_settings(ClientSettings, _secrets_dir())


def _secrets_dir() -> str | None:
    folder = os.environ.get(SECRETS_DIR) or None
    if folder is not None and not Path(folder).is_dir():
        raise InvalidInputError.of(SECRETS_DIR, folder, "a folder")
    return folder


@contextmanager
def named_as_given(**overrides: object) -> Iterator[None]:
    """Inside, a fault of a setting that an option gave, which is not None in *overrides*, names the option.

    Raises:
        InvalidInputError: the error that was raised inside.
    """
    try:
        yield
    except InvalidInputError as error:
        options = {variable(name): _option(name) for name, value in overrides.items() if value is not None}
        raise type(error).all(
            replace(fault, field=options.get(fault.field, fault.field)) for fault in error.violations
        ) from None


def variable(name: str) -> str:
    """Return the environment variable of a setting."""
    return f"{PREFIX}{name.upper()}"


def _option(name: str) -> str:
    return "--database" if name == "database_url" else f"--{name.replace('_', '-')}"


def setting_rows() -> Iterator[SettingRow]:
    """Yield every setting: the service's, the campaign's, the commands', and who names the folder of secret files."""
    fields = sorted(Settings.model_fields.items(), key=lambda field: field[0] in CampaignSettings.model_fields)
    for name, field in (*fields, *ClientSettings.model_fields.items()):
        default = field.default
        if isinstance(default, SecretStr):  # the default is no secret
            default = default.get_secret_value()
        if isinstance(default, Enum):
            default = default.value
        shown = "none" if default is None else str(default).lower() if isinstance(default, bool) else str(default)
        yield SettingRow(variable(name), shown, field.description or "")
    yield SettingRow(
        SECRETS_DIR, "none", f"Folder of secret files; one named {PREFIX.lower()}database_url holds that setting."
    )
