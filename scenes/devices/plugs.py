"""Devices of one kind that come and go: numbers by which people know them, and the news of it."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from itertools import count
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
"""What the system calls a device; another each time that it is plugged in."""


@dataclass(frozen=True)
class News:
    """A device with a number was plugged in or out."""

    number: int
    is_there: bool


class Plugs(Generic[K]):
    """Numbers from 1. A device that comes back has the number that it had, as far as its name tells."""

    def __init__(self) -> None:
        self._numbers: dict[K, int] = {}
        self._names: dict[int, str] = {}
        """Also of devices that are gone."""
        self.news: list[News] = []

    def plug(self, key: K, name: str) -> int:
        """Give a device its number."""
        if key not in self._numbers:
            number = self._free_number(name)
            self._numbers[key], self._names[number] = number, name
            self.news.append(News(number, True))
        return self._numbers[key]

    def _free_number(self, name: str) -> int:
        used = {*self._numbers.values()}
        left = sorted(number for number, known in self._names.items() if known == name and number not in used)
        return left[0] if left else next(number for number in count(1) if number not in used)

    def unplug(self, key: K) -> int | None:
        """Take a device's number back; None if it has none."""
        number = self._numbers.pop(key, None)
        if number is not None:
            self.news.append(News(number, False))
        return number

    def number(self, key: K) -> int | None:
        return self._numbers.get(key)

    @property
    def numbers(self) -> list[int]:
        """The numbers of those that are there."""
        return sorted(self._numbers.values())

    @property
    def keys(self) -> list[K]:
        return list(self._numbers)

    def name(self, number: int) -> str:
        return self._names.get(number, "")
