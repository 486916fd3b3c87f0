"""The True Sabacc service."""

__version__ = "0.1.0"
