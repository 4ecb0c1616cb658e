"""What people stated about themselves and decided, found in their messages. Pure; touches no file but its own data.

The package itself may be called like its function: once a part of it has been imported, `holodream.extract` stands for the package.
"""

from __future__ import annotations

import sys
from types import ModuleType

from .finding import Statement, extract

__all__ = ["Statement", "extract"]


class _Extract(ModuleType):
    def __call__(self, message: str) -> list[Statement]:
        return extract(message)


sys.modules[__name__].__class__ = _Extract
