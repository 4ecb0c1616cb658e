"""The time zone in which the days of a night are."""

from __future__ import annotations

from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from ..errors import InvalidArgument


def zone_of(name: str) -> ZoneInfo:
    """The zone of an IANA name; InvalidArgument for an unknown one."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError, TypeError) as error:
        raise InvalidArgument("timezone must be an IANA name such as Europe/Berlin, with its data installed (package tzdata).") from error
