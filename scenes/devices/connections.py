"""Which devices of one kind are connected, the numbers that players know them by, and what has changed."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from itertools import count
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
"""The system's id of a device; a new one each time that it is plugged in."""


@dataclass(frozen=True)
class ConnectionChange:
    """The device of that number was plugged in or unplugged."""

    number: int
    is_there: bool


class Connections(Generic[K]):
    """Numbers devices from 1. A device that is plugged in again gets its old number back, if its name is the same."""

    def __init__(self) -> None:
        self._numbers: dict[K, int] = {}
        self._names: dict[int, str] = {}
        """By number, also of devices that are not connected any more."""
        self.changes: list[ConnectionChange] = []

    def connect(self, key: K, name: str) -> int:
        """Number a newly connected device."""
        if key not in self._numbers:
            number = self._free_number(name)
            self._numbers[key], self._names[number] = number, name
            self.changes.append(ConnectionChange(number, True))
        return self._numbers[key]

    def _free_number(self, name: str) -> int:
        used = {*self._numbers.values()}
        left = sorted(number for number, former in self._names.items() if former == name and number not in used)
        return left[0] if left else next(number for number in count(1) if number not in used)

    def disconnect(self, key: K) -> int | None:
        """Return the number that a disconnected device had; None if it had none."""
        number = self._numbers.pop(key, None)
        if number is not None:
            self.changes.append(ConnectionChange(number, False))
        return number

    def number(self, key: K) -> int | None:
        return self._numbers.get(key)

    @property
    def numbers(self) -> list[int]:
        """The numbers of the connected devices."""
        return sorted(self._numbers.values())

    @property
    def keys(self) -> list[K]:
        return list(self._numbers)

    def name(self, number: int) -> str:
        return self._names.get(number, "")
