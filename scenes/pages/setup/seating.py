"""Who sits where: the chairs round the table of the set-up, and the rules of sitting down."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain, count

from game import roster
from game.assets import ASSETS
from game.engine import AnyGame
from game.language import tr, tr_label
from game.record import Player
from scenes.system.settings import SELF

EMPTY, HUMAN = "", "human"
"""Kinds of a chair beside the bots' levels and the characters."""


@cache
def bot_names() -> tuple[str, ...]:
    return tuple(tomllib.loads((ASSETS / "names.toml").read_text(encoding="utf-8"))["bots"])


@dataclass
class Chair:
    """A place at the table: nobody, a human, or the level or character `kind`."""

    kind: str = EMPTY
    name: str = ""
    colour: int = 0

    @property
    def is_taken(self) -> bool:
        return self.kind != EMPTY


class Seating:
    """As many chairs as the game seats at most. No two players share a colour."""

    def __init__(self, game: AnyGame, human_names: Sequence[str], remembered: Iterable[Player] = ()) -> None:
        """Seat those who sat here last, where they still fit, else one human and bots."""
        self.game = game
        self.human_names = human_names
        self.chairs = [Chair(colour=colour) for colour in range(game.seats[-1])]
        players = list(remembered)
        if self._fits(players):
            for chair, player in zip(self._spread(len(players)), players):
                chair.kind = HUMAN if player.is_human else player.level
                chair.name = roster.title(chair.kind) if chair.kind in roster.characters() else player.name
            self._remember_colours(players)
        else:
            for number, chair in enumerate(self._spread(game.seats[0])):
                self._sit(chair, self._usual_level if number else HUMAN)
                self._swap_colours(chair, number)

    @property
    def _usual_level(self) -> str:
        return self.game.levels[len(self.game.levels) // 2]

    def _fits(self, players: list[Player]) -> bool:
        kinds = {HUMAN, *roster.names()}
        persons = [player.level for player in players if player.level in roster.characters()]
        if len({*persons}) < len(persons):
            return False
        return len(players) in self.game.seats and all((HUMAN if p.is_human else p.level) in kinds for p in players)

    def _spread(self, number: int) -> list[Chair]:
        """Return so many chairs, evenly round the table."""
        return [self.chairs[index * len(self.chairs) // number] for index in range(number)]

    def _remember_colours(self, players: list[Player]) -> None:
        wished = [player.colour for player in players]
        if len({*wished}) < len(wished) or not all(0 <= colour < len(self.chairs) for colour in wished):
            wished = [*range(len(players))]
        for chair, colour in zip(self.taken, wished):
            self._swap_colours(chair, colour)

    # -- what there is

    @property
    def taken(self) -> list[Chair]:
        return [chair for chair in self.chairs if chair.is_taken]

    @property
    def humans(self) -> list[Chair]:
        return [chair for chair in self.chairs if chair.kind == HUMAN]

    @property
    def players(self) -> tuple[Player, ...]:
        """The players as a record has them, in the order of their turns."""
        return tuple(
            Player(chair.name.strip(), "human" if chair.kind == HUMAN else "bot",
                   "" if chair.kind == HUMAN else chair.kind, chair.colour)
            for chair in self.taken
        )  # fmt: skip

    def kinds(self, chair: Chair) -> list[str]:
        """Return what may sit on a chair: no character twice, and no fewer players than the game needs."""
        may_leave = not chair.is_taken or len(self.taken) > self.game.seats[0]
        elsewhere = {other.kind for other in self.taken if other is not chair} & roster.characters().keys()
        bots = [word for word in roster.names() if word not in elsewhere]
        return [HUMAN, *bots, *([EMPTY] if may_leave else [])]

    def seat_of(self, chair: Chair) -> int:
        """Return the place of a taken chair in the order of turns, from 0."""
        return next(index for index, other in enumerate(self.taken) if other is chair)

    @property
    def problem(self) -> str:
        """Why the game cannot begin like this; empty if it can."""
        names = [chair.name.strip() for chair in self.taken]
        if not all(names):
            return tr("Everybody needs a name.")
        twice = next((name for name in names if names.count(name) > 1), "")
        return tr("Two players are called {name}.", name=tr_label(twice)) if twice else ""

    # -- changes

    def set_kind(self, chair: Chair, kind: str) -> None:
        """Seat somebody else; a human and a bot do not share a name, and a character has its own."""
        if kind == chair.kind or kind not in self.kinds(chair):
            return
        if kind == EMPTY:
            chair.kind, chair.name = EMPTY, ""
        elif kind in roster.characters():
            chair.kind, chair.name = kind, roster.title(kind)
        elif chair.kind in roster.characters() or (kind == HUMAN) != (chair.kind == HUMAN) or not chair.is_taken:
            self._sit(chair, kind)
        else:
            chair.kind = kind

    def add(self, chair: Chair) -> None:
        """Seat a bot on an empty chair."""
        self.set_kind(chair, self._usual_level)

    def _sit(self, chair: Chair, kind: str) -> None:
        chair.kind = EMPTY
        taken = {other.name for other in self.taken}
        own = [] if self.humans else [SELF]
        names = [*own, *self.human_names] if kind == HUMAN else bot_names()
        chair.kind = kind
        chair.name = next(
            n for n in chain(names, (tr("Player {number}", number=n) for n in count(1))) if n not in taken
        )

    def suggestions(self, chair: Chair) -> tuple[str, ...]:
        """Return names for a chair that nobody else has."""
        taken = {other.name for other in self.taken if other is not chair}
        names = (SELF, *self.human_names) if chair.kind == HUMAN else bot_names()
        return tuple(name for name in dict.fromkeys(names) if name not in taken) or (chair.name,)

    def next_colour(self, chair: Chair, by: int = 1) -> None:
        """Give the chair the next colour; whoever had it gets the old one."""
        self._swap_colours(chair, (chair.colour + by) % len(self.chairs))

    def _swap_colours(self, chair: Chair, colour: int) -> None:
        other = next(c for c in self.chairs if c.colour == colour)
        other.colour, chair.colour = chair.colour, colour
