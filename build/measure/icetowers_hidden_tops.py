"""Measure how often pieces hide each other at a table of IceTowers.

    python build/measure/icetowers_hidden_tops.py [--games 5] [--every 500] [--level hard]
        [--window 1280x720] [--text 1]

Bots play games, each of which is examined at intervals of `--every` milliseconds. The result is the share of moments in
which the top piece of some tower (or a free-standing piece) is at least half covered by what is drawn in front of it:
pieces of other towers, and the worths of all towers.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator, Sequence
from itertools import repeat

import pygame

from topping_out.game.bots.worker import play_live
from topping_out.game.icetowers.state import COLOUR_OF, PIPS_OF, Tower
from topping_out.game.match import replay
from topping_out.game.record import Player, new_header
from topping_out.game.registry import load
from topping_out.scenes.icetowers.animator import Layout, picture_place
from topping_out.scenes.icetowers.art import Colours, pyramid
from topping_out.scenes.kit.kit import Kit, Metrics
from topping_out.scenes.ui.layout import Rect

GAME = load("icetowers")
Stamp = tuple[pygame.mask.Mask, float, float]
"""The area that a picture covers, and its top left corner."""


class Eye:
    """Examines one table."""

    def __init__(self, kit: Kit, players: Sequence[Player]) -> None:
        self.kit, self.colours = kit, Colours(kit.theme, players, True)
        self.layout = Layout(kit, len(players))
        self._masks: dict[object, pygame.mask.Mask] = {}

    def hides_a_top(self, view) -> bool:  # type: ignore[no-untyped-def]
        """Tell whether the top piece of some tower is at least half covered."""
        worths = [self._worth(place) for place in self.layout.worths(view.towers).values()]
        before: list[Stamp] = []
        for tower in self.layout.from_front(view.towers):
            pieces = [*self._pieces(tower)]
            if self._is_hidden(pieces[-1], [*before, *worths]):
                return True
            before += pieces
        return False

    def _is_hidden(self, top: Stamp, before: Sequence[Stamp]) -> bool:
        mask, x, y = top
        seen = mask.copy()
        for other, left, above in before:
            seen.erase(other, (round(left - x), round(above - y)))
        return 2 * seen.count() <= mask.count()

    def _pieces(self, tower: Tower) -> Iterator[Stamp]:
        scale = self.kit.scale
        for piece, foot in zip(tower.pieces, self.layout.feet(tower)):
            size = PIPS_OF[piece]
            place = picture_place(size, *foot)
            if size not in self._masks:
                picture = pyramid(self.kit, self.colours.paint(COLOUR_OF[piece]), size, 0, False)
                self._masks[size] = pygame.mask.from_surface(picture)
            yield self._masks[size], place.x * scale, place.y * scale

    def _worth(self, place: Rect) -> Stamp:
        scale = self.kit.scale
        size = round(place.w * scale), round(place.h * scale)
        if size not in self._masks:
            self._masks[size] = pygame.mask.Mask(size, True)
        return self._masks[size], place.x * scale, place.y * scale


def moments_of(kit: Kit, seats: int, seed: int, level: str, every: int) -> Iterator[bool]:
    """Play a game; yield for each examined moment whether a top piece is hidden."""
    players = [Player(f"P{seat}", "bot", level, seat) for seat in range(seats)]
    match = play_live(new_header(GAME, players, {}, seed))
    eye, now, view = Eye(kit, players), match.state.began, None
    for step in replay(match.record):
        if view is not None and now < step.entry.ms:
            moments = range(now, step.entry.ms, every)
            yield from repeat(eye.hides_a_top(view), len(moments))
            now += every * len(moments)
        if step.state.began is not None:
            view = GAME.view(step.state, None)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=5, help="games for each number of seats")
    parser.add_argument("--every", type=int, default=500, help="milliseconds between two examined moments")
    parser.add_argument("--level", default="hard")
    parser.add_argument("--window", default="1280x720")
    parser.add_argument("--text", type=float, default=1.0, help="text size setting")
    chosen = parser.parse_args()
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    pygame.display.init()
    pygame.font.init()
    width, height = map(int, chosen.window.split("x"))
    kit = Kit(Metrics((width, height)), chosen.text)
    for seats in GAME.seats:
        games = (moments_of(kit, seats, seed, chosen.level, chosen.every) for seed in range(chosen.games))
        found = [is_hidden for game in games for is_hidden in game]
        print(f"{seats} seats: {100 * sum(found) / len(found):5.1f} % of {len(found)} moments", flush=True)


if __name__ == "__main__":
    main()
