"""May this text be kept, shown or sent? Secrets and commands to the agent are not. Pure; touches no file but its own data.

The rules are read when the first text is judged. The package itself may be called like its function: once a part of it has been
imported, `holodream.screen` stands for the package.
"""

from __future__ import annotations

import sys
from types import ModuleType

from .verdict import Verdict, is_id, screen

__all__ = ["Verdict", "is_id", "screen"]


class _Screen(ModuleType):
    def __call__(self, text: str) -> Verdict:
        return screen(text)


sys.modules[__name__].__class__ = _Screen
