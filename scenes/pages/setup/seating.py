"""Who sits where: the chairs round the table of the set-up, and the rules of sitting down."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain, count
from typing import Literal

from topping_out.game import roster
from topping_out.game.assets import ASSETS
from topping_out.game.engine import AnyGame
from topping_out.game.language import tr, tr_label
from topping_out.game.record import Player
from topping_out.game.text_files import read_toml
from topping_out.scenes.accessibility.semantics import Group
from topping_out.scenes.kit.theme import Colour, Theme
from topping_out.scenes.system.settings import SELF

EMPTY, HUMAN = "", "human"
"""Kinds of a chair beside the bots' levels and the characters."""


@cache
def usual_names(kind: Literal["bots", "humans"]) -> tuple[str, ...]:
    """Return names for whoever has none."""
    return tuple(read_toml(ASSETS / "names.toml", dict[str, list[str]])[kind])


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
    """As many chairs as the game seats at most. No two players share a colour.

    A human alone is "You"; where several share the screen, each has a name.
    """

    def __init__(self, game: AnyGame, human_names: Sequence[str], remembered: Iterable[Player] = ()) -> None:
        """Seat those who sat here last, where they still fit, else one human and bots."""
        self.game = game
        self.known_names = [name for name in human_names if name not in usual_names("humans")]
        """Names that humans have entered here before."""
        self.chairs = [Chair(colour=colour) for colour in range(game.seats[-1])]
        players = list(remembered)
        if self._fits(players):
            for chair, player in zip(self._spread(len(players)), players):
                chair.kind = HUMAN if player.is_human else player.level
                chair.name = roster.title(chair.kind) if chair.kind in roster.characters() else player.name
            self._remember_colours(players)
        else:
            for number, chair in enumerate(self._spread(game.seats[0])):
                self.set_kind(chair, self._guests[0] if number else HUMAN)
                self._swap_colours(chair, number)
        self._name_humans()

    @property
    def _guests(self) -> list[str]:
        """The characters who do not sit here yet, those of a medium level first."""
        seated, middle = {chair.kind for chair in self.chairs}, len(roster.LEVELS) // 2
        free = (kind for kind in roster.characters() if kind not in seated)
        return sorted(free, key=lambda kind: abs(roster.LEVELS.index(roster.level_of(kind)) - middle))

    def guest(self, chair: Chair) -> str:
        """Return the character who would come to an empty chair."""
        return self._guests[next(n for n, other in enumerate(self._empty) if other is chair)]

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
    def _empty(self) -> list[Chair]:
        return [chair for chair in self.chairs if not chair.is_taken]

    @property
    def taken(self) -> list[Chair]:
        return [chair for chair in self.chairs if chair.is_taken]

    def colours(self, theme: Theme) -> list[Colour | None]:
        """Return the colour of each chair; None: nobody sits there."""
        return [theme.seats[chair.colour] if chair.is_taken else None for chair in self.chairs]

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

    @property
    def unnamed(self) -> list[Chair]:
        """The humans who have still to say their names, since they are not alone."""
        humans = self.humans
        return [chair for chair in humans if len(humans) > 1 and chair.name.strip() in ("", SELF)]

    @property
    def problem(self) -> str:
        """Why the game cannot begin like this; empty if it can."""
        names = [chair.name.strip() for chair in self.taken]
        if self.unnamed:
            return tr("What are your names? Everybody at this screen needs one.")
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
            chair.kind, chair.name = kind, ""
            if kind != HUMAN:
                taken = {other.name for other in self.taken}
                others = (tr("Player {number}", number=n) for n in count(1))
                chair.name = next(name for name in chain(usual_names("bots"), others) if name not in taken)
        else:
            chair.kind = kind
        self._name_humans()

    def add(self, chair: Chair) -> None:
        """Seat a character on an empty chair."""
        self.set_kind(chair, self.guest(chair))

    def sit_down(self, chair: Chair, name: str = "") -> None:
        """Seat a human who need not say a name: without one, several are numbered, and one alone is "You"."""
        chair.kind, chair.name = HUMAN, name
        is_alone = len(self.humans) == 1
        for human in self.humans:
            if human.name in ("", SELF):
                human.name = SELF if is_alone else self.numbered(human)

    def stand_up(self, chair: Chair) -> None:
        """Let a chair be empty, however few are left."""
        chair.kind, chair.name = EMPTY, ""

    def numbered(self, chair: Chair) -> str:
        """Return the name of somebody who says none, such as "Player 1"."""
        taken = {other.name for other in self.taken if other is not chair}
        return next(name for n in count(1) if (name := tr("Player {number}", number=n)) not in taken)

    def move_round(self) -> None:
        """Have everybody sit where the next one sat, with the own colour."""
        taken = self.taken
        moved = [(chair.kind, chair.name, chair.colour) for chair in taken]
        for chair, (kind, name, colour) in zip(taken, [*moved[-1:], *moved[:-1]]):
            chair.kind, chair.name, chair.colour = kind, name, colour

    def _name_humans(self) -> None:
        """Call a human who is alone "You" until another name is entered, and several by the names known of them."""
        for chair in self.humans:
            if len(self.humans) == 1:
                chair.name = chair.name or SELF
            elif chair.name in ("", SELF):
                taken = {other.name for other in self.taken}
                chair.name = next((name for name in self.known_names if name not in taken), "")

    def suggestions(self, chair: Chair) -> tuple[str, ...]:
        """Return names for a chair that nobody else has."""
        taken = {other.name for other in self.taken if other is not chair}
        own = [SELF] if self.humans == [chair] else []
        names = [*own, *self.known_names, *usual_names("humans")] if chair.kind == HUMAN else usual_names("bots")
        return tuple(name for name in dict.fromkeys(names) if name not in taken) or (chair.name,)

    def next_colour(self, chair: Chair, by: int = 1) -> None:
        """Give the chair the next colour; whoever had it gets the old one."""
        self._swap_colours(chair, (chair.colour + by) % len(self.chairs))

    def _swap_colours(self, chair: Chair, colour: int) -> None:
        other = next(c for c in self.chairs if c.colour == colour)
        other.colour, chair.colour = chair.colour, colour


def chair_group(index: int, chair: Chair) -> Group:
    """Return what is read together of a chair."""
    if not chair.is_taken:
        return Group(f"chair{index}", tr("Chair {number}, empty", number=index + 1))
    return Group(f"chair{index}", tr("Chair {number}: {name}", number=index + 1, name=tr_label(chair.name)))
