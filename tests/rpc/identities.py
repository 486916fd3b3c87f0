"""Access files with one identity a role, and the metadata that its caller sends."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from service.access.tokens import hash_of, new_token

if TYPE_CHECKING:
    from pathlib import Path


@dataclass
class Access:
    """An access file of a test's own."""

    path: Path
    tokens: dict[str, str] = field(default_factory=dict)

    @classmethod
    def with_roles(cls, folder: Path) -> Access:
        """An identity for each role, named as the role."""
        made = cls(folder / "access.toml")
        made.path.write_text("")
        for role in ("game", "director", "auditor"):
            made.add(role, role)
        return made

    def add(self, name: str, role: str, **more: object) -> str:
        """Add an identity with a new token, and other keys as they stand in the file."""
        self.tokens[name] = token = new_token()
        lines = [f"{key} = {value}" for key, value in more.items()]
        entry = ["[[identity]]", f'name = "{name}"', f'role = "{role}"', f'token_hashes = ["{hash_of(token)}"]', *lines]
        self.path.write_text(self.path.read_text() + "\n".join(entry) + "\n\n")
        return token

    def of(self, name: str) -> tuple[tuple[str, str | bytes], ...]:
        """The metadata of a call by *name*."""
        return (("authorization", f"Bearer {self.tokens[name]}"),)
