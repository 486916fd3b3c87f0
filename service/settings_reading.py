"""Reading settings of any class from the environment and from files; what is wrong is told as in all other errors."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final, TypeVar

from pydantic import ValidationError
from pydantic_settings import BaseSettings

from deckmapping.errors import InvalidInputError, Violation, shown

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails

PREFIX: Final = "SABACC_"
"""With this the name of every setting begins."""

AnySettings = TypeVar("AnySettings", bound=BaseSettings)

_EXPECTED: Final = MappingProxyType(
    {
        "int_parsing": "a whole number",
        "int_parsing_size": "a whole number",
        "int_from_float": "a whole number",
        "int_type": "a whole number",
        "float_parsing": "a number",
        "float_type": "a number",
        "bool_parsing": "true or false",
        "bool_type": "true or false",
        "string_type": "text",
        "string_unicode": "text",
        "path_type": "a path",
        "enum": "{expected}",
        "greater_than_equal": "at least {ge}",
        "less_than_equal": "at most {le}",
        "greater_than": "more than {gt}",
    }
)
"""What a setting was expected to be, by pydantic's type of error, with its limits in braces."""


def read_settings(kind: type[AnySettings], secrets_dir: str | None, **overrides: object) -> AnySettings:
    """Read the settings of a class from ``SABACC_<NAME>`` and from files ``<secrets folder>/sabacc_<name>``.

    Args:
        kind: the class.
        secrets_dir: the folder of secret files; None for none.
        overrides: what wins over both, where it is not None.

    Raises:
        InvalidInputError: a setting is out of its limits; each is named as ``SABACC_<NAME>``, no secret is shown.
    """
    given = {name: value for name, value in overrides.items() if value is not None}
    try:
        return kind(_secrets_dir=secrets_dir, **given)  # type: ignore[arg-type]
    except ValidationError as error:
        raise InvalidInputError.all(
            Violation(
                PREFIX + "_".join(str(part) for part in fault["loc"]).upper(),
                "" if fault["loc"] == ("database_url",) or not fault["loc"] else shown(str(fault["input"])),
                _expected(fault),
            )
            for fault in error.errors()
        ) from None


def _expected(fault: ErrorDetails) -> str:
    """Return what was expected in the words of the other errors; pydantic's own sentence where there are none."""
    words = _EXPECTED.get(fault["type"])
    if words is None:
        return fault["msg"].removeprefix("Input should be ")
    limits = {
        name: f"{limit:.12g}" if isinstance(limit, float) else limit for name, limit in fault.get("ctx", {}).items()
    }
    return words.format(**limits)
