"""Values that are reckoned when they are first asked for, and then kept with their object."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar, overload

T = TypeVar("T")


class once(Generic[T]):  # noqa: N801  (used like property)
    """A property that is reckoned once. Without the lock of functools.cached_property: two threads may both reckon the same value."""

    def __init__(self, function: Callable[[Any], T]) -> None:
        self.function = function
        self.name = function.__name__
        self.__doc__ = function.__doc__

    @overload
    def __get__(self, instance: None, owner: type) -> once[T]: ...
    @overload
    def __get__(self, instance: object, owner: type) -> T: ...
    def __get__(self, instance: Any, owner: type) -> once[T] | T:
        if instance is None:
            return self
        value = instance.__dict__[self.name] = self.reckoned(instance)
        return value

    def reckoned(self, instance: Any) -> T:
        return self.function(instance)


class once_for_all(once[T]):  # noqa: N801
    """The same for what all readings of a text have in common: reckoned for the reading that they come from, their `origin`."""

    def reckoned(self, instance: Any) -> T:
        origin = instance.origin
        value: T = self.function(instance) if origin is None else getattr(origin, self.name)
        return value
