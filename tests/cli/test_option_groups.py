"""Options that several commands share as a dataclass."""

from __future__ import annotations

import inspect
from dataclasses import dataclass
from typing import Annotated

import typer
from typer.testing import CliRunner

from service.cli.option_groups import takes


@dataclass(frozen=True, slots=True, kw_only=True)
class Size:
    """Two options."""

    width: Annotated[int, typer.Option(help="How wide.")] = 3
    is_tall: Annotated[bool, typer.Option("--tall", help="Whether it is tall.")] = False


def app() -> typer.Typer:
    built = typer.Typer()

    @built.command()
    @takes(Size)
    def draw(
        size: Size,
        name: Annotated[str, typer.Argument()],
        *,
        colour: Annotated[str, typer.Option()] = "red",
    ) -> None:
        """Draw a thing."""
        typer.echo(f"{name} {colour} {size}")

    return built


def test_a_command_gets_its_group_beside_its_own_options_and_arguments() -> None:
    run = CliRunner().invoke(app(), ["box", "--tall", "--colour", "blue", "--width", "7"])
    assert run.output == f"box blue {Size(width=7, is_tall=True)}\n"


def test_what_is_not_given_has_the_groups_default() -> None:
    assert CliRunner().invoke(app(), ["box"]).output == f"box red {Size()}\n"


def test_the_help_has_the_group_before_the_commands_own_options() -> None:
    text = CliRunner().invoke(app(), ["--help"]).output
    assert "Draw a thing." in text
    assert text.index("--width") < text.index("--tall") < text.index("--colour")


def test_a_signature_names_no_group() -> None:
    @takes(Size)
    def draw(size: Size, name: str, *, colour: str = "red") -> Size:
        del name, colour
        return size

    assert list(inspect.signature(draw).parameters) == ["name", "width", "is_tall", "colour"]
    assert draw("box", width=5, is_tall=False) == Size(width=5)
    assert draw.__doc__ is None
