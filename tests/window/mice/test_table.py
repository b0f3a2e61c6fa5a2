"""IceTowers played with two mice at the same time in a real window."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.window.mice.fake_mice import FakeMice, FakeMouse
from tests.window.program import Program, write_settings
from tests.window.screen import PATIENCE, Screen
from topping_out.game.icetowers.state import COLOUR_OF, PIPS_OF
from topping_out.game.record import Record, fold
from topping_out.game.storage.library import read_record
from topping_out.scenes.icetowers.animator import Layout
from topping_out.scenes.kit.kit import Kit, Metrics

pytestmark = pytest.mark.window

SIZE = (1280, 720)
Place = tuple[float, float]


class Player:
    """A player with a mouse, who keeps track of the position of its cursor."""

    def __init__(self, mouse: FakeMouse, seat: int) -> None:
        self.mouse, self.seat = mouse, seat
        self.x, self.y = round(SIZE[0] * (seat + 1) / 3), SIZE[1] // 2

    def go(self, place: Place) -> None:
        x, y = map(round, place)
        self.mouse.move(x - self.x, y - self.y)
        self.x, self.y = x, y


class Table:
    """The program with two mice at the table, and its record on the disk."""

    def __init__(self, screen: Screen, home: Path, shots: Path) -> None:
        self.mice = FakeMice(screen)
        self.players = [Player(self.mice.plug(name), seat) for seat, name in enumerate(("Ann", "Ben"))]
        setup: dict[str, Any] = {"seats": [], "options": {}, "hands": ["mouse 2", "mouse 3"]}
        write_settings(home, {"window": SIZE, "setups": {"icetowers": setup}})
        words = ("play", "icetowers", "--seats", "human,human", "--seed", "5", "--options", "timer=off")
        self.program = Program(screen, home, shots, words)
        self.program.wait_for_window()
        self._records = home / "records" / "games"
        self.layout = Layout(Kit(Metrics(SIZE)), 2)

    @property
    def record(self) -> Record:
        (path,) = self._records.glob("*.jsonl")
        return read_record(path)

    @property
    def state(self) -> Any:
        return fold(self.record)

    def done(self, verb: str) -> dict[int, int]:
        """Return the time of each seat's first action of that kind, in milliseconds since the start."""
        found: dict[int, int] = {}
        for entry in self.record.entries:
            if entry.seat is not None and entry.text.startswith(verb):
                found.setdefault(entry.seat, entry.ms)
        return found

    def wait_for(self, condition: Callable[[], object]) -> None:
        until = time.monotonic() + PATIENCE
        while not condition():
            if time.monotonic() > until:
                self.program.fail("the condition did not come true")
            time.sleep(0.05)

    def together(self, *steps: Callable[[Player], None]) -> None:
        """Make both players do each step at the same time, one step after the other."""
        for step in steps:
            for player in self.players:
                step(player)
            self.mice.send()
            time.sleep(0.15)

    # -- where things are

    def _singles(self) -> list[tuple[int, Place]]:
        """Return the visible free-standing pieces, each with a point on it."""
        found = []
        for tower in self.state.towers:
            x, y = self.layout.at(tower.x, tower.y)
            spot = self.layout.piece_at(self.state, x, y - 8)
            if len(tower.pieces) == 1 and spot and spot.piece == tower.top:
                found.append((tower.top, (x, y - 8)))
        return found

    def own(self, seat: int) -> tuple[int, Place]:
        """Return a small piece of this seat."""
        return next((p, place) for p, place in self._singles() if COLOUR_OF[p] == seat and PIPS_OF[p] == 1)

    def goal(self, seat: int) -> tuple[int, Place]:
        """Return a large piece of the other seat, which this seat may cap."""
        return next((p, place) for p, place in self._singles() if COLOUR_OF[p] != seat and PIPS_OF[p] == 3)


@pytest.fixture
def table(screen: Screen, home: Path, tmp_path: Path) -> Iterator[Table]:
    table = Table(screen, home, tmp_path)
    yield table
    table.program.end()
    table.mice.close()


def press(player: Player) -> None:
    player.mouse.press()


def release(player: Player) -> None:
    player.mouse.release()


def test_two_players_can_cap_towers_simultaneously(table: Table) -> None:
    assert table.program.look().top == "LiveScene"
    own, goals = ([find(seat) for seat in (0, 1)] for find in (table.own, table.goal))
    table.together(lambda player: player.go(own[player.seat][1]), press, release)
    table.wait_for(lambda: len(table.done("ready")) == 2)
    table.program.wait_until(lambda look: "done" in look.widgets, "the end of the countdown")
    table.together(press, lambda player: player.go(goals[player.seat][1]), release)
    table.wait_for(lambda: len(table.done("place")) == 2)
    assert max(table.done("lift").values()) < min(table.done("place").values()), "not at the same time"
    towers = {tower.pieces for tower in table.state.towers}
    for seat in (0, 1):
        assert (goals[seat][0], own[seat][0]) in towers


def test_players_can_join_with_their_mice_in_mid_game(screen: Screen, home: Path, tmp_path: Path) -> None:
    mice = FakeMice(screen)
    ann = mice.plug("Ann")
    write_settings(home, {"window": SIZE})
    program = Program(screen, home, tmp_path, ("play", "icetowers", "--seats", "human,human", "--seed", "5"))
    program.wait_for_window()
    program.wait_for_scene("LiveScene")
    ben = mice.plug("Ben")
    program.wait_for_scene("Notice")
    for mouse, button, scene in (
        (ann, "answer1", "DevicesPage"),
        (ben, "join1", "DevicesPage"),
        (ann, "back", "LiveScene"),
    ):
        x, y, wide, high = program.look().widgets[button]["rect"]
        mouse.go(round(x + wide / 2), round(y + high / 2))
        mouse.press()
        mice.send()
        time.sleep(0.1)
        mouse.release()
        mice.send()
        program.wait_for_scene(scene)
    assert program.look()["live"]["seating"] == {"0": "mouse 2", "1": "mouse 3"}
    ann_begins, ben_begins = ([SIZE[0] * place / 3, SIZE[1] / 2] for place in (1, 2))
    begin = {"0": ann_begins, "1": ben_begins}
    program.wait_until(lambda look: look["live"]["cursors"] == begin, "both pointers at their places")
    ann.move(40, 0)
    ben.move(0, 30)
    mice.send()
    moved = {"0": [ann_begins[0] + 40, ann_begins[1]], "1": [ben_begins[0], ben_begins[1] + 30]}
    program.wait_until(lambda look: look["live"]["cursors"] == moved, "both pointers to move")
    program.end()
    mice.close()
