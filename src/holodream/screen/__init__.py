"""May this text be kept, shown or sent? Secrets and commands to the agent are not. Pure; touches no file but its own data."""

from .verdict import Verdict, screen

__all__ = ["Verdict", "screen"]
