"""How many plays a minute a mouse, half a keyboard and the bots of each level make at a table of IceTowers.

    python build/measure/games/icetowers_plays.py [--games 6] [--think 0]

Bots play games among themselves on a clock that jumps. Of the players' devices hands are measured, at their best: a
head of the level medium says what to do, and cursors of the program are led to it. A tap takes as long as a practised
finger does, a way of the mouse as long as Fitts's law says, by what shows of the piece. No window is opened.
"""

from __future__ import annotations

import argparse
import copy
import math
import random
from collections import deque
from collections.abc import Iterator
from statistics import mean

from topping_out.game.bots.live import play_live
from topping_out.game.bots.weights import bot_named
from topping_out.game.engine import IllegalAction
from topping_out.game.icetowers import legality
from topping_out.game.icetowers.actions import Action, Done, Lift, Mine, Place, Ready, SetDown, Split
from topping_out.game.icetowers.pieces import PIPS_OF, pieces_of
from topping_out.game.icetowers.state import View
from topping_out.game.live.driver import LiveGame
from topping_out.game.match import Match
from topping_out.game.record import Player, new_header
from topping_out.game.registry import load
from topping_out.scenes.devices.intents import Intent, Verb
from topping_out.scenes.icetowers.art import WIDTHS
from topping_out.scenes.icetowers.cursors.keys import KeyCursor
from topping_out.scenes.icetowers.layout import Layout
from topping_out.scenes.icetowers.live.handicap import REST
from topping_out.scenes.kit.kit import Kit, Metrics

WINDOW = 20_000
"""So many milliseconds from the beginning of play count: later the pieces run out, and everybody waits."""
TAP = 250.0
"""Milliseconds from one tap to the next: one looks where the cursor went. 8 or 9 taps a play make 25 a minute."""
CLICK = 60.0
START, SLOPE = 60.0, 100.0
"""Of Fitts's law, in milliseconds: before the pointer moves, and for each bit of difficulty."""
DIRECTIONS = (Verb.UP, Verb.DOWN, Verb.LEFT, Verb.RIGHT)
GAME: LiveGame = load("icetowers")  # type: ignore[type-arg]


def rate(match: Match, seats: range) -> float:
    """Return the plays a minute of each of the seats, in the first seconds of play."""
    until = match.state.began + WINDOW
    plays = (e for e in match.record.entries if e.text.split()[0] in ("place", "split") and e.ms <= until)
    return sum(entry.seat in seats for entry in plays) / len(seats) * 60_000 / WINDOW


def of_bots(level: str, seats: int, games: int) -> float:
    players = [Player(f"P{seat}", "bot", level, seat) for seat in range(seats)]
    headers = [new_header(GAME, players, {"timer": "off"}, seed) for seed in range(games)]
    return mean(rate(play_live(header), range(seats)) for header in headers)


class Hands:
    """A player with a device. Yields (milliseconds, actions) until nothing is left to do."""

    def __init__(self, seat: int, layout: Layout, think: float) -> None:
        self.seat, self.layout, self.think = seat, layout, think
        self.head, self.rng = bot_named(GAME, "medium"), random.Random(seat)

    def plan(self, match: Match) -> tuple[float, Action] | None:
        """Return how long the next action takes, and what it is."""
        view = GAME.view(match.state, self.seat)
        action = self.head.choose(view, GAME.actions(match.state, self.seat), self.rng)
        if action is None:
            return None
        thought = 0.0 if view.hands[self.seat] else self.think
        return thought + self.time(view, action), action

    def time(self, view: View, action: Action) -> float:
        raise NotImplementedError


class KeyHands(Hands):
    def __init__(self, seat: int, layout: Layout, think: float) -> None:
        super().__init__(seat, layout, think)
        self.cursor = KeyCursor(seat, (layout.width / 2, layout.height / 2))

    def time(self, view: View, action: Action) -> float:
        taps = self._taps(view, action)
        for verb in taps:
            self.cursor.on_intent(Intent(verb, seat=self.seat), view, self.layout)
        return TAP * len(taps)

    def _taps(self, view: View, action: Action) -> list[Verb]:
        """Return the shortest way to an action, as the cursor goes."""
        last = {SetDown: Verb.CANCEL, Done: Verb.DONE, Split: Verb.SPLIT}.get(type(action), Verb.CONFIRM)
        todo = deque([(self.cursor, [])])
        seen = set()
        while todo:
            cursor, taps = todo.popleft()
            for verb in (last, *DIRECTIONS, Verb.SPLIT, Verb.CONFIRM):
                twin = copy.copy(cursor)
                found = twin.on_intent(Intent(verb, seat=self.seat), view, self.layout)
                if action in found or (type(action) in (SetDown, Done) and verb is last):
                    return [*taps, verb]
                state = twin.spot, twin.inside
                if not found and state not in seen:
                    seen.add(state)
                    todo.append((twin, [*taps, verb]))
        raise AssertionError(f"no way to {action}")


class MouseHands(Hands):
    def __init__(self, seat: int, layout: Layout, think: float) -> None:
        super().__init__(seat, layout, think)
        self.x, self.y = layout.width / 2, layout.height / 2

    def time(self, view: View, action: Action) -> float:
        x, y, size = self._target(view, action)
        way, (self.x, self.y) = math.dist((x, y), (self.x, self.y)), (x, y)
        return self.wait(view, START + SLOPE * math.log2(way / size + 1)) + CLICK

    def wait(self, view: View, moving: float) -> float:
        """Return when the mouse clicks that takes so long to move."""
        return moving

    def _target(self, view: View, action: Action) -> tuple[float, float, float]:
        """Return where to go, and how large what is there shows."""
        layout = self.layout
        match action:
            case Place(tower):
                found = legality.tower_by_id(view, tower)
                return *layout.feet(found)[-1], WIDTHS[found.size]
            case Ready(piece) | Lift(piece) | Mine(piece) | Split(piece):
                found = legality.tower_of(view, piece)
                index, feet = found.pieces.index(piece), layout.feet(found)
                wide = WIDTHS[PIPS_OF[piece]]
                slice_ = feet[index][1] - feet[index + 1][1] if index + 1 < len(feet) else wide
                return *feet[index], min(wide, max(1.0, slice_))
        return self.x, self.y, 40.0


class RestingMouse(MouseHands):
    """A mouse beside keys: after each play it rests, but may move."""

    def wait(self, view: View, moving: float) -> float:
        return moving if view.hands[self.seat] else max(moving, REST)


def of_devices(kind: type[Hands], seats: int, games: int, think: float) -> float:
    return mean(rate(played(kind, seats, seed, think), range(seats)) for seed in range(games))


def played(kind: type[Hands], seats: int, seed: int, think: float) -> Match:
    """Play a game of players with such devices."""
    players = [Player(f"P{seat}", colour=seat) for seat in range(seats)]
    match = Match.new(new_header(GAME, players, {"timer": "off", "stall": 10}, seed))
    layout = Layout(Kit(Metrics((1280, 720))), seats)
    for seat in range(seats):
        match.act(seat, Ready(pieces_of(seat)[0]), 0)
    match.tick(4000)
    for ms, seat, action in _in_time([kind(seat, layout, think) for seat in range(seats)], match):
        try:
            match.act(seat, action, round(ms))
        except IllegalAction:
            continue
        if match.outcome:
            break
    return match


def _in_time(hands: list[Hands], match: Match) -> Iterator[tuple[float, int, Action]]:
    """Yield what the players do, in time; who has nothing to do looks again a little later."""
    times = dict.fromkeys(range(len(hands)), 4000.0)
    plans: dict[int, Action | None] = {}
    while not match.outcome and min(times.values()) < 400_000:
        seat = min(times, key=times.__getitem__)
        ms = times[seat]
        if (action := plans.pop(seat, None)) is not None:
            yield ms, seat, action
        found = hands[seat].plan(match) if not match.outcome else None
        times[seat] = ms + (found[0] if found else 300.0)
        plans[seat] = found[1] if found else None


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--games", type=int, default=6, help="so many games for each figure")
    asked.add_argument("--seats", type=int, default=3)
    asked.add_argument("--think", type=float, default=0.0, help="milliseconds before each play of a player")
    chosen = asked.parse_args()
    for title, kind in (
        ("half a keyboard", KeyHands),
        ("mouse", MouseHands),
        ("mouse beside keys", RestingMouse),
    ):
        print(f"{title:17} {of_devices(kind, chosen.seats, chosen.games, chosen.think):6.1f} plays a minute")
    for level in GAME.levels[:4]:
        print(f"{level:17} {of_bots(level, chosen.seats, chosen.games):6.1f} plays a minute")


if __name__ == "__main__":
    main()
