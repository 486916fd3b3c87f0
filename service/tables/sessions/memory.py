"""What has been reckoned of a value that never changes, so that it is reckoned once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

T = TypeVar("T")


class Memory:
    """Belongs to one value and is no part of it.

    What `dataclasses.replace` makes of the value begins with an empty one, and so does its copy in another process.
    """

    __slots__ = ("_known",)

    def __init__(self) -> None:
        self._known: dict[Hashable, Any] = {}

    def recall(self, name: Hashable, reckon: Callable[[], T]) -> T:
        """Return what *reckon* makes of the value, reckoned now or before under the same *name*.

        Args:
            name: of what is reckoned; the same name always stands for the same.
            reckon: pure; two threads may both come to reckon, and find the same.
        """
        if name not in self._known:
            self._known[name] = reckon()
        known: T = self._known[name]
        return known

    def __reduce__(self) -> tuple[type[Memory], tuple[()]]:
        return Memory, ()
