"""R6: the change of a total by the playing character's text, after the reveal (Lando; Iasa in Dune Sea)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckmapping.values import ONE, Value
from service.rules.errors import IllegalChoiceError
from service.rules.ranking import is_better_total

if TYPE_CHECKING:
    from service.rules.cards import SideRules


def permitted_changes(rules: SideRules, total: Value) -> tuple[int, ...]:
    """Return the changes that a side may make to *total*: 0 always; with the text 1, and -1 from a total above 0."""
    if not rules.may_change:
        return (0,)
    return (0, 1, -1) if total > 0 else (0, 1)


def changed(total: Value, change: int) -> Value:
    """Return *total* after *change*; it is never below 0."""
    return Value(max(0, total + change * ONE))


def best_change(rules: SideRules, total: Value) -> int:
    """Return the permitted change after which *total* is highest without passing 11, else lowest."""
    best = 0
    if not rules.may_change:
        return best
    for change in permitted_changes(rules, total):
        if is_better_total(changed(total, change), changed(total, best)):
            best = change
    return best


def verify_change(rules: SideRules, total: Value, change: int, field: str = "change") -> None:
    """Check that a side may make *change* to *total*.

    Raises:
        IllegalChoiceError: naming the changes it may make.
    """
    permitted = permitted_changes(rules, total)
    if change not in permitted:
        raise IllegalChoiceError.of(field, change, "one of " + ", ".join(str(each) for each in permitted))
