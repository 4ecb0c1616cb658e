"""The nightly pass: what people really confirmed, and what is worth proposing. Pure functions from inputs to a report.

The package itself may be called like its function: once a part of it has been imported, `holodream.night` stands for the package.
"""

from __future__ import annotations

import sys
from datetime import datetime
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .inputs import NightInputs
    from .report import Report
    from .settings import NightConfig


def night(inputs: NightInputs, *, config: NightConfig | None = None, now: datetime | None = None) -> Report:
    """What a night proposes from `inputs` (a `NightInputs`); writes nothing. `now` is an aware datetime; None asks the clock once.

    Keep `Report.next_state` and give it to the next night as `state`. InvalidArgument for inputs that cannot be used; a state that
    cannot be is a BrokenState (an InvalidArgument) that names what is wrong.
    """
    from .decision import night as decide

    return decide(inputs, config=config, now=now)


class _Night(ModuleType):
    def __call__(self, inputs: NightInputs, *, config: NightConfig | None = None, now: datetime | None = None) -> Report:
        return night(inputs, config=config, now=now)


sys.modules[__name__].__class__ = _Night
