"""What a picture is written as; whoever asks for one names it, without loading what draws."""

from __future__ import annotations

from enum import StrEnum, unique


@unique
class PictureFormat(StrEnum):
    """What a picture is written as."""

    PNG = "png"
    SVG = "svg"

    @property
    def media_type(self) -> str:
        """The type to send it as."""
        return "image/svg+xml" if self is PictureFormat.SVG else "image/png"
