"""Proper names in a text, guessed from the text alone: see `finding`."""

from .finding import Name, names

__all__ = ["Name", "names"]
