"""The looks of floors: their colours, and their rooms, each put together from the parts that its plan lists."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from itertools import zip_longest

from topping_out.game.towers.floors import COLOURS, ROOMS, Floor
from topping_out.game.towers.rooms import MAIN_PARTS, PARTS, STANDARD_FLOORS, WALLED, Place, RoomPlan, room_of

from ..kit.theme import Colour, Theme, mix
from .parts.room import Room

# -- parts


Painter = Callable[[Room], None]


@cache
def painters() -> dict[str, Painter]:
    """Return the painter of each part. It paints the part in a space of its own, as wide as the part may be."""
    from .parts import fittings, furniture, scenery, standard  # much that the title does without

    mains = vars(standard) | vars(furniture) | vars(scenery)
    keys = {name: name.replace(" ", "_") for name in PARTS}
    return {name: (mains if name in MAIN_PARTS else vars(fittings))[key] for name, key in keys.items()}


FLOOR_WIDTH = {"two guests": 20.0, "crates": 20.0, "bicycle": 22.0, "waiter": 17.0, "palm": 20.0}
USUAL_WIDTH = 18.0
"""Width of a part beside the main one, in drawing units; of wider ones by name."""
LEAST_MAIN = 50.0
"""Least width of the main part: fittings for which there is no room beside it are left out."""
WHOLE = frozenset(("fairy lights", "bunting", "paper lanterns", "beams"))
"""Parts on the ceiling that reach from wall to wall; others hang over the main part."""


# -- rooms


def furnish(plan: RoomPlan, room: Room) -> None:
    """Paint a room. Only its moving part is painted in the phase of `room`; the others rest."""
    moving = plan.parts[plan.moving]

    def put(name: str, x: float, width: float) -> None:
        moves = name == moving
        painters()[name](room.part(x, width, room.phase if moves else 0, plan.moves if moves else "rests"))

    at = {place: [name for name in plan.parts if PARTS[name].place is place] for place in Place}
    columns = [[*filter(None, pair)] for pair in zip_longest(at[Place.FLOOR], at[Place.WALL])]
    widths = [max(FLOOR_WIDTH.get(name, USUAL_WIDTH) for name in column) for column in columns]
    while sum(widths) > room.width - LEAST_MAIN and widths:
        widths.pop()
    edges = [sum(widths[side::2]) for side in (0, 1)]
    inner = room.width - sum(edges)
    for name in at[Place.BACK]:
        put(name, 0, room.width)
    if plan.main in WALLED:
        put(plan.main, edges[0], inner)
    for name in at[Place.CEILING]:
        put(name, *((0, room.width) if name in WHOLE else (edges[0], inner)))
    if plan.main not in WALLED:
        put(plan.main, edges[0], inner)
    for number, (column, width) in enumerate(zip(columns, widths)):
        before = sum(widths[number % 2 : number : 2])
        for name in column:
            put(name, room.width - before - width if number % 2 else before, width)


# -- styles


@dataclass(frozen=True)
class Style:
    """The look of a kind of floor: its colour, and the painter of its room."""

    colour: Colour
    furnish: Painter


def style_of(theme: Theme, floor: Floor) -> Style:
    """Return the look of a floor."""
    plan = room_of(floor)
    colour = colours(theme)[floor.colour] if floor.colour else _usual_colour(theme, floor, plan)
    return Style(colour, partial(furnish, plan))


def colours(theme: Theme) -> dict[str, Colour]:
    """Return the colours that a deck can choose, by name."""
    sites, seats = theme.sites, theme.seats
    plum = mix(theme.rose, seats[4], 0.4)
    named = (sites["forest"], theme.copper, plum, seats[4], sites["ice"], theme.brass, sites["city"], sites["heath"],
             sites["canyon"], seats[2])  # fmt: skip
    return dict(zip(COLOURS, named))


def _usual_colour(theme: Theme, floor: Floor, plan: RoomPlan) -> Colour:
    """Return the colour of a floor without its own: that of the standard room, or else one by the floor's name."""
    sites, seats = theme.sites, theme.seats
    of_rooms = (
        seats[4], sites["ice"], theme.suits[3], mix(theme.brass, theme.copper, 0.35),
        mix(sites["city"], theme.mist, 0.18), sites["heath"], seats[2], sites["canyon"],
    )  # fmt: skip
    if plan.main in STANDARD_MAINS:
        return of_rooms[STANDARD_MAINS.index(plan.main)]
    others = (sites["forest"], seats[0], theme.copper, seats[3], theme.suits[0], mix(theme.rose, seats[4], 0.4))
    return others[sum(map(ord, floor.name)) % len(others)]


STANDARD_MAINS = MAIN_PARTS[: len(ROOMS)]
"""The main parts of the standard deck's rooms, in the order of `STANDARD_FLOORS`."""
assert len(STANDARD_MAINS) == len(STANDARD_FLOORS)
