"""Rooms: the parts of which the picture of a floor is put together, and which parts a floor without its own gets.

A room never changes what a floor does. In a `Floor` it is the text of its parts, so that the rules carry only a word.
"""

from __future__ import annotations

import random
import tomllib
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache, lru_cache
from zlib import crc32

from ..assets import decoded
from ..language import tr
from ..storage.files import files_in
from ..text import commas
from . import ENTRY
from .floors import PICTURES, ROOMS, SIGNS, Deck, EffectVerb, Floor

# -- parts


class PartPlace(StrEnum):
    """Where in a room a part stands."""

    MAIN = "main"
    """In the middle; a room has one, by which its floor is recognised."""
    FLOOR = "floor"
    """On the floor beside the main part."""
    WALL = "wall"
    """On the wall beside the main part."""
    CEILING = "ceiling"
    BACK = "back"
    """The wall itself."""


MOTIONS = ("works", "sways", "swings", "hops", "slides", "shakes", "swells", "rests")
"""How a part can move. What "works" does depends on the part: a wheel turns, a flame flickers."""


@dataclass(frozen=True, slots=True)
class RoomPart:
    """A part of rooms: its place, how it moves unless the room says otherwise, and the effects that suit it."""

    place: PartPlace
    motion: str
    suits: tuple[EffectVerb, ...] = ()


_V = EffectVerb
_MAIN: dict[str, tuple[str, tuple[EffectVerb, ...]]] = {
    # the standard deck
    "bed": ("works", (_V.DRAW,)),
    "desks": ("works", (_V.SCORE_MATCHING,)),
    "entrance": ("works", (_V.SCORE_ABOVE,)),
    "golden tower": ("works", (_V.SCORE,)),
    "lift": ("works", (_V.SCORE_TUCKS,)),
    "key collector": ("works", (_V.TAKE_BELOW,)),
    "loudspeakers": ("works", (_V.VACATE_BELOW,)),
    "flames": ("works", (_V.VACATE_BELOW,)),
    # the other decks
    "rocking horse": ("works", (_V.SCORE,)),
    "tree house": ("works", (_V.SCORE_BELOW,)),
    "sandcastle": ("works", (_V.SCORE_ABOVE,)),
    "kiosk": ("works", (_V.SCORE, _V.DRAW)),
    "parasol": ("sways", (_V.SCORE_MATCHING,)),
    "vault door": ("works", (_V.SCORE,)),
    "washing machines": ("works", (_V.SCORE_TUCKS,)),
    "ghost": ("works", (_V.SCORE_VACANT,)),
    "fireplace": ("works", (_V.SCORE_OWN,)),
    "alarm": ("works", (_V.VACATE_BELOW, _V.DRAW)),
    "flood": ("works", (_V.VACATE_BELOW,)),
    "wrecking ball": ("works", (_V.VACATE_BELOW,)),
    "bookshelves": ("works", (_V.DRAW,)),
    "dining table": ("works", (_V.SCORE_MATCHING,)),
    "pigeonholes": ("works", (_V.DRAW, _V.SCORE_OWN)),
    "cinema screen": ("works", (_V.SCORE_TUCKS,)),
    "market stall": ("works", (_V.SCORE_KINDS,)),
    "greenhouse": ("works", (_V.SCORE_BELOW,)),
    "barrels": ("works", (_V.SCORE_ABOVE,)),
    "bar": ("works", (_V.SCORE_BELOW,)),
    "belfry": ("works", (_V.SCORE_BELOW,)),
    "giant hand": ("works", (_V.TAKE_BELOW,)),
    "roulette wheel": ("works", (_V.SCORE,)),
    "carousel": ("works", (_V.SCORE_KINDS,)),
    # for decks of one's own
    "aquarium": ("works", (_V.SCORE_VACANT, _V.SCORE_KINDS)),
    "grand piano": ("works", (_V.SCORE_TUCKS, _V.SCORE)),
    "bathtub": ("works", (_V.SCORE_VACANT, _V.DRAW)),
    "stove": ("works", (_V.SCORE_KINDS, _V.SCORE_MATCHING)),
    "telescope": ("works", (_V.SCORE_BELOW,)),
    "car": ("works", (_V.SCORE_ABOVE, _V.TAKE_BELOW)),
    "laboratory": ("works", (_V.SCORE_KINDS,)),
    "stage": ("works", (_V.SCORE_TUCKS,)),
    "clockwork": ("works", (_V.SCORE_OWN, _V.SCORE_MATCHING)),
    "weights": ("works", (_V.SCORE_OWN,)),
    "swimming pool": ("works", (_V.SCORE_VACANT, _V.SCORE_ABOVE)),
    "spiral stairs": ("works", (_V.SCORE_ABOVE, _V.SCORE_BELOW)),
}
_FITTINGS: dict[PartPlace, dict[str, str]] = {
    PartPlace.FLOOR: {
        "palm": "sways", "cactus": "sways", "flowers": "sways", "guest": "hops", "two guests": "hops",
        "waiter": "slides", "child": "hops", "cat": "works", "dog": "works", "stool": "hops", "armchair": "hops",
        "standing lamp": "works", "crates": "shakes", "suitcases": "hops", "bicycle": "slides", "ladder": "sways",
        "television": "works", "balloons": "sways", "statue": "hops",
    },
    PartPlace.WALL: {
        "window": "works", "porthole": "works", "painting": "sways", "clock": "works", "mirror": "works",
        "shelf": "shakes", "neon star": "works", "notice board": "shakes", "map": "sways", "shields": "swells",
    },
    PartPlace.CEILING: {
        "lamp": "swings", "chandelier": "swings", "bunting": "works", "fairy lights": "works",
        "paper lanterns": "works", "ceiling fan": "works", "beams": "rests",
    },
    PartPlace.BACK: {
        "bricks": "rests", "tiles": "rests", "stripes": "rests", "panels": "rests", "arches": "rests",
        "lozenges": "rests", "curtains": "rests", "night sky": "works", "day sky": "works", "darkness": "rests",
    },
}  # fmt: skip
PARTS: dict[str, RoomPart] = {name: RoomPart(PartPlace.MAIN, *about) for name, about in _MAIN.items()} | {
    name: RoomPart(place, motion) for place, names in _FITTINGS.items() for name, motion in names.items()
}
"""All parts, by name."""
MAIN_PARTS = (*_MAIN,)
WALLED = frozenset((
    "golden tower", "tree house", "sandcastle", "parasol", "ghost", "wrecking ball", "cinema screen", "market stall",
    "greenhouse", "belfry", "giant hand", "telescope", "clockwork",
))  # fmt: skip
"""Main parts that fill the whole room, so that it has no other walls."""
MOST_PARTS = 8
"""Largest number of parts of a room."""


def parts_at(place: PartPlace) -> list[str]:
    """Return the names of the parts that stand at a place."""
    return [name for name, part in PARTS.items() if part.place is place]


# -- rooms


@dataclass(frozen=True, slots=True)
class RoomPlan:
    """The parts of a room, the main one first, and the one that moves: its index, and how."""

    parts: tuple[str, ...]
    moving: int = 0
    motion: str = ""
    """One of `MOTIONS`; if empty, that of the part."""

    @property
    def main(self) -> str:
        return self.parts[0]

    @property
    def moves(self) -> str:
        """How the moving part moves."""
        return self.motion or PARTS[self.parts[self.moving]].motion

    @property
    def entries(self) -> list[str]:
        """The parts as they are written in a deck file, the one that moves with its motion unless both are usual."""
        is_usual = not self.moving and self.moves == PARTS[self.main].motion
        marked = None if is_usual else self.moving
        return [f"{part}: {self.moves}" if n == marked else part for n, part in enumerate(self.parts)]

    def __str__(self) -> str:
        """Return the text form, `Floor.picture`."""
        return SEPARATOR.join(self.entries)


SEPARATOR = ", "


def parse_room(entries: Sequence[str]) -> RoomPlan:
    """Return the room with the parts that a deck file lists. Raises ValueError, which says what to change.

    How many there may be is not checked.
    """
    parts, moving, motion = list[str](), 0, ""
    for number, entry in enumerate(entries):
        name, colon, how = (text.strip() for text in entry.partition(":"))
        if name not in PARTS:
            from difflib import get_close_matches  # which starting the program should not wait for

            near = get_close_matches(name, PARTS, 3, 0.5) or parts_at(PartPlace.FLOOR if number else PartPlace.MAIN)
            raise ValueError(tr("there's no part {part}: use one such as {known}", part=repr(name), known=commas(near)))
        if name in parts:
            raise ValueError(tr("{part} is listed twice: leave one out", part=repr(name)))
        is_main = PARTS[name].place is PartPlace.MAIN
        if is_main and number:
            raise ValueError(tr("{part} is a second main part: leave it out", part=repr(name)))
        if not is_main and not number:
            raise ValueError(tr("{part} isn't a main part: begin with one, such as {known}", part=repr(name),
                                known=commas(MAIN_PARTS[:5])))  # fmt: skip
        if PARTS[name].place is PartPlace.BACK and parts[0] in WALLED:
            raise ValueError(tr("{main} has its own walls: leave out {part}", main=repr(parts[0]), part=repr(name)))
        if colon:
            if how not in MOTIONS:
                known = commas(MOTIONS)
                raise ValueError(tr("there's no motion {motion}: choose from {known}", motion=repr(how), known=known))
            if motion:
                raise ValueError(tr("only one part can move: leave out {motion}", motion=repr(entry.strip())))
            moving, motion = number, how
        parts.append(name)
    return RoomPlan(tuple(parts), moving, motion)


@cache
def room_in(picture: str) -> RoomPlan | None:
    """Return the room of a floor whose `picture` lists its parts; None if it does not."""
    with suppress(ValueError):
        return None if not picture or picture in PICTURES else parse_room(picture.split(SEPARATOR))
    return None  # a deck that is still being written


# -- rooms of floors without their own


@cache
def usual_rooms() -> dict[str, tuple[str, RoomPlan]]:
    """Return the picture and the room of each floor of the decks that come with the program, by name."""
    paths = files_in(ENTRY.data / "decks", "*.toml")
    tables = [floor for path in paths for floor in tomllib.loads(decoded(path.read_bytes()))["floor"]]
    return {floor["name"]: (floor.get("picture", ""), parse_room(floor["room"])) for floor in tables}


def picture_of(name: str, picture: str, room: RoomPlan) -> str:
    """Return the `Floor.picture` for a room: what the floor has without it if that is the usual room for its name."""
    return picture if usual_rooms().get(name) == (picture, room) else str(room)


def room_of(floor: Floor, taken: Collection[str] = ()) -> RoomPlan:
    """Return the room of a floor: its own, the usual one for its name, or one by its name and effect.

    Main parts in `taken` are avoided, except in a room of the floor's own.
    """
    return room_in(floor.picture) or next(room for room in _rooms_for(floor) if room.main not in taken)


def _rooms_for(floor: Floor) -> Iterator[RoomPlan]:
    """Yield the rooms that suit a floor, the most suitable first, one for each main part."""
    usual, name = usual_rooms(), floor.name.upper()
    if name in usual and floor.picture in ("", usual[name][0]):
        yield usual[name][1]
    if floor.picture in ROOMS:
        yield usual[STANDARD_FLOORS[ROOMS.index(floor.picture)]][1]
    yield from (room for known, (_, room) in usual.items() if not floor.picture and known in name)
    rng = random.Random(crc32(f"{floor.name} {floor.picture} {SEPARATOR.join(map(str, floor.effects))}".encode()))
    named = [part for part in MAIN_PARTS if part.upper() in name]
    yield from (room_by_lot(rng, part) for part in [*named, *mains_for(floor, rng)])


STANDARD_FLOORS = ("SUITE", "OFFICE", "LOBBY", "SPIRE", "ELEVATOR", "LANDLORD", "NOISE COMPLAINT", "INFERNO")
"""The floors of the standard deck, in the order of `ROOMS`."""


def mains_for(floor: Floor, rng: random.Random) -> list[str]:
    """Return all main parts in random order, first those that suit the effect of a floor or of its old picture."""
    verbs = [*EffectVerb]
    sign = SIGNS.index(floor.picture) if floor.picture in SIGNS else len(verbs)
    verb = verbs[sign] if sign < len(verbs) else floor.effects[0].verb if floor.effects else None
    drawn = rng.sample(MAIN_PARTS, len(MAIN_PARTS))
    return sorted(drawn, key=lambda part: verb not in PARTS[part].suits)


FITTING_CHANCES = {
    PartPlace.FLOOR: (1, 1),
    PartPlace.WALL: (0, 1, 1),
    PartPlace.CEILING: (0, 1),
    PartPlace.BACK: (0, 1, 1),
}
"""How many fittings of each place a room by lot has, each number as likely as it is often here."""


def room_by_lot(rng: random.Random, main: str) -> RoomPlan:
    """Return a room with a main part, and fittings drawn by lot."""
    fittings = [
        part for place, counts in FITTING_CHANCES.items() for part in rng.sample(parts_at(place), rng.choice(counts))
        if place is not PartPlace.BACK or main not in WALLED
    ]  # fmt: skip
    return RoomPlan((main, *fittings))


@lru_cache(maxsize=64)
def shown_floors(deck: Deck) -> tuple[Floor, ...]:
    """Return the floors of a deck, each with its room in `picture`. No two have the same main part.

    An exception are decks that list the same main part for two floors, which cannot be played.
    """
    rooms = {kind: room for kind, floor in enumerate(deck.floors) if (room := room_in(floor.picture))}
    usual = usual_rooms()
    # floors with a usual name choose before others
    for kind in sorted(range(len(deck.floors)), key=lambda kind: deck.floors[kind].name.upper() not in usual):
        if kind not in rooms:
            rooms[kind] = room_of(deck.floors[kind], {room.main for room in rooms.values()})
    return tuple(replace(floor, picture=str(rooms[kind])) for kind, floor in enumerate(deck.floors))
