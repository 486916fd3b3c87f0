"""Options that several commands share as a whole: said once as a dataclass, taken by each of them."""

from __future__ import annotations

import functools
import inspect
from dataclasses import fields
from typing import TYPE_CHECKING, Any, TypeVar, get_type_hints

if TYPE_CHECKING:
    from collections.abc import Callable

Result = TypeVar("Result")


def takes(group: type[Any]) -> Callable[[Callable[..., Result]], Callable[..., Result]]:
    """Give a command the options of *group*, and hand them to it as its first argument.

    Args:
        group: a dataclass whose fields are options, annotated as typer wants them, each with its default.
    """
    hints = get_type_hints(group, include_extras=True)
    options = [
        inspect.Parameter(field.name, inspect.Parameter.KEYWORD_ONLY, default=field.default) for field in fields(group)
    ]

    def with_options(command: Callable[..., Result]) -> Callable[..., Result]:
        own = inspect.signature(command, eval_str=True)
        given = list(own.parameters.values())[1:]

        @functools.wraps(command)
        def called(*arguments: Any, **named: Any) -> Result:
            values = {field.name: named.pop(field.name) for field in fields(group)}
            return command(group(**values), *arguments, **named)

        annotated = [each.replace(annotation=hints[each.name]) for each in options]
        parameters = sorted([*annotated, *given], key=lambda each: each.kind)  # arguments first, then the group
        called.__signature__ = own.replace(parameters=parameters)  # type: ignore[attr-defined]
        called.__annotations__ = {each.name: each.annotation for each in parameters}
        return called

    return with_options
