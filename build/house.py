"""Draws the house: the folders of the program as rooms, their imports as arrows, read from the code.

python build/house.py            writes build/docs/house.svg and says how many rooms and arrows there are
python build/house.py --check    fails where the picture is not that of today's code

An arrow goes from who imports to what is imported, always downwards. What follows from other arrows is left out of the
picture: who imports `match`, which imports `ui`, may import `ui` too.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from html import escape
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "build" / "editable"
PICTURE = ROOT / "build" / "docs" / "house.svg"
sys.path.insert(0, str(SOURCES))

import grimp  # noqa: E402

Arrows = set[tuple[str, str]]
WIDTH, ROOM, GAP, STOREY = 1640, (122, 44), 10, 92
"""Pixels: of the picture, of a room, between two rooms, from one storey to the next."""
MIDDLES = {"scenes": 410, "game": 1230}
"""Where the rooms of each part stand, from the left."""
STYLE = """
svg { font-family: sans-serif; } .night { fill: #0d1626; } .game rect { fill: #2b3a67; } .scenes rect { fill: #7b559e; }
g rect { stroke: #d8a648; } text { fill: #f6efe0; text-anchor: middle; font-size: 16px; }
path { fill: none; stroke: #f0a868; }
""".strip()


def rooms() -> dict[str, list[str]]:
    """Return the modules of each room: a folder, or the modules that lie beside the folders of `game`."""
    graph = grimp.build_graph("topping_out")
    found: dict[str, list[str]] = {}
    for part in ("game", "scenes"):
        for child in sorted(graph.find_children(f"topping_out.{part}")):
            is_folder = bool(graph.find_children(child)) or part == "scenes"
            room = child.removeprefix("topping_out.") if is_folder else part
            found.setdefault(room, []).extend([child, *graph.find_descendants(child)])
    return found


def arrows(found: dict[str, list[str]]) -> Arrows:
    """Return who imports whom."""
    graph = grimp.build_graph("topping_out")
    room_of = {module: room for room, modules in found.items() for module in modules}
    every = ((room, room_of.get(to)) for module, room in room_of.items() for to in imported(graph, module))
    return {(one, other) for one, other in every if other and one != other}


def imported(graph: grimp.ImportGraph, module: str) -> Iterable[str]:
    return graph.find_modules_directly_imported_by(module)


def storeys(names: Iterable[str], found: Arrows) -> dict[str, int]:
    """Return how high each room stands: above all that it imports. Raises ValueError for a circle."""
    below = {name: {other for one, other in found if one == name} for name in names}
    heights: dict[str, int] = {}
    while len(heights) < len(below):
        ready = [name for name in below if name not in heights and below[name] <= heights.keys()]
        if not ready:
            raise ValueError(f"a circle among {', '.join(sorted(below.keys() - heights.keys()))}")
        heights |= {name: 1 + max((heights[other] for other in below[name]), default=-1) for name in ready}
    return heights


def needed(found: Arrows) -> Arrows:
    """Return the arrows that do not follow from others."""
    beyond: dict[str, set[str]] = {}

    def reach(name: str) -> set[str]:
        if name not in beyond:
            beyond[name] = {far for one, other in found if one == name for far in {other, *reach(other)}}
        return beyond[name]

    return {
        (one, other)
        for one, other in found
        if not any(other in reach(middle) for start, middle in found if start == one and middle != other)
    }


def draw() -> str:
    """Return the picture, as SVG."""
    found = rooms()
    all_arrows = arrows(found)
    heights = storeys(found, all_arrows)
    top = max(heights.values())
    places = {}
    for part, middle in MIDDLES.items():
        for height in range(top + 1):
            row = sorted(name for name in found if name.split(".")[0] == part and heights[name] == height)
            left = middle - (len(row) * (ROOM[0] + GAP) - GAP) / 2
            places |= {name: (left + n * (ROOM[0] + GAP), 24 + (top - height) * STOREY) for n, name in enumerate(row)}
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {(top + 1) * STOREY}">']
    parts += [f'<title>Who imports whom</title><style>{STYLE}</style><rect class="night" width="100%" height="100%"/>']
    parts += [line(places[one], places[other]) for one, other in sorted(needed(all_arrows))]
    parts += [box(name, places[name]) for name in sorted(found)]
    return "\n".join([*parts, "</svg>", ""])


def line(start: tuple[float, float], end: tuple[float, float]) -> str:
    x, y, to_x, to_y = start[0] + ROOM[0] / 2, start[1] + ROOM[1], end[0] + ROOM[0] / 2, end[1]
    return f'<path d="M{x:g} {y:g}C{x:g} {y + 40:g} {to_x:g} {to_y - 40:g} {to_x:g} {to_y:g}"/>'


def box(name: str, place: tuple[float, float]) -> str:
    part, _, room = name.partition(".")
    width, height = ROOM
    return (
        f'<g class="{part}" transform="translate({place[0]:g} {place[1]:g})"><rect width="{width}" height="{height}" '
        f'rx="8"/><text x="{width / 2:g}" y="{height / 2 + 6:g}">{escape(room or f"{part}/*.py")}</text></g>'
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing; fail where the picture is an old one")
    is_check = parser.parse_args().check
    picture = draw()
    found = rooms()
    for part in ("game", "scenes"):
        inside = {name: modules for name, modules in found.items() if name.startswith(part)}
        print(f"{part}: {len(inside)} rooms, {len(arrows(inside))} arrows between them")
    if is_check:
        return int(not PICTURE.is_file() or PICTURE.read_text(encoding="utf-8") != picture)
    PICTURE.write_text(picture, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
