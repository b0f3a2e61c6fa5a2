"""Keeps what was made for one window size: as much as it may take, longest unused first to go."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable
from functools import wraps
from itertools import islice
from time import perf_counter
from typing import Concatenate, ParamSpec, Protocol, TypeVar

import pygame

from topping_out.game.boundary import Interruption

MOST_KEPT = 4000
"""Pictures and the like; then the quarter that was not used for longest goes."""
ROOM = 13
"""Windows full of pixels that all kept pictures may take; a table with all that moves on it takes about ten."""
LEAST_ROOM = 48 * 2**20
"""Bytes that they may take in the smallest window too: letters and signs do not shrink as it does."""
MOST_ROOM = 256 * 2**20
"""And in the largest: at 3840 × 2160 no table uses more within a second."""
AHEAD = 8.0
"""Milliseconds of a frame in which pictures are made that a later frame will need."""

T = TypeVar("T")
P = ParamSpec("P")


class Keeper(Protocol):
    """What keeps pictures: the kit of a window."""

    def cached(self, key: Hashable, make: Callable[[], T]) -> T: ...


K = TypeVar("K", bound=Keeper)


def painted_once(paint: Callable[Concatenate[K, P], T]) -> Callable[Concatenate[K, P], T]:
    """Have what a function paints kept by its kit, for each set of arguments; nobody may change it."""
    defaults = paint.__defaults__ or ()
    usual = (*[None] * (paint.__code__.co_argcount - 1 - len(defaults)), *defaults)

    @wraps(paint)
    def kept(kit: K, /, *args: P.args, **named: P.kwargs) -> T:
        key = (paint, args + usual[len(args) :])
        return kit.cached((key, *named.items()) if named else key, lambda: paint(kit, *args, **named))

    return kept


def bytes_of(made: object) -> int:
    """Return how much memory the pixels of a picture take, or of several."""
    if isinstance(made, pygame.Surface):
        return made.get_pitch() * made.get_height()
    return sum(map(bytes_of, made)) if isinstance(made, (tuple, list)) else 0


class OutOfTime(Interruption):
    """The time is over in which pictures may be made ahead."""


class PictureCache:
    """Makes what is asked for, once, and keeps it for a window of so many pixels."""

    deadline = math.inf
    """Seconds on the clock `perf_counter`; whoever makes a picture past it is interrupted once it is kept."""

    def __init__(self, pixels: tuple[int, int]) -> None:
        self._made: dict[Hashable, object] = {}
        self._bytes = 0
        self._room = min(MOST_ROOM, max(LEAST_ROOM, ROOM * 4 * pixels[0] * pixels[1]))

    def cached(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return what was made under `key`, making it the first time; what was not used for long is forgotten."""
        made = self._made.pop(key, None)
        is_new = made is None
        if is_new:
            if len(self._made) >= MOST_KEPT or self._bytes > self._room:
                self._forget()
            made = make()
            self._bytes += bytes_of(made)
        self._made[key] = made  # to the end: the order is that of the last use
        if is_new and perf_counter() > PictureCache.deadline:
            raise OutOfTime
        return made  # type: ignore[return-value]

    def has(self, key: Hashable) -> bool:
        """Tell whether something is kept under `key`."""
        return key in self._made

    def clear(self) -> None:
        """Forget all; what is asked for again is made again."""
        self._made.clear()
        self._bytes = 0

    def _forget(self) -> None:
        for oldest in list(islice(self._made, len(self._made) // 4)):
            self._bytes -= bytes_of(self._made.pop(oldest))


def make_ahead(draw: Callable[[], object]) -> bool:
    """Make pictures that `draw` needs, for a moment; tell whether all of them are there now.

    It is called again in the next frame until they are, so `draw` must not mind being broken off.
    """
    PictureCache.deadline = perf_counter() + AHEAD / 1000
    try:
        draw()
    except OutOfTime:
        return False
    finally:
        PictureCache.deadline = math.inf
    return True
