"""Draw the "house": the program's folders as rooms and their imports as arrows, as found in the code.

python build/house.py            writes build/docs/house.svg, and prints the numbers of rooms and arrows
python build/house.py --check    fails if the picture is out of date

An arrow goes from the importing to the imported room, always downwards. Arrows that follow from others are left out:
rooms that import `match`, which imports `ui`, may import `ui` too.
"""

from __future__ import annotations

import argparse
import re
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
"""Pixels: width of the picture, size of a room, gap between rooms, distance between storeys."""
MIDDLES = {"scenes": 410, "game": 1230}
"""Horizontal centre of the rooms of each part."""
STYLE = """
svg { font-family: sans-serif; } .night { fill: #0d1626; } .game rect { fill: #2b3a67; } .scenes rect { fill: #7b559e; }
g rect { stroke: #d8a648; } text { fill: #f6efe0; text-anchor: middle; font-size: 16px; }
path { fill: none; stroke: #f0a868; }
""".strip()


def rooms() -> dict[str, list[str]]:
    """Return the modules of each room.

    A room is a folder, a module beside the folders of `game` that imports from one, or the other modules beside them.
    """
    graph = grimp.build_graph("topping_out")
    found: dict[str, list[str]] = {}
    for part in ("game", "scenes"):
        for child in sorted(graph.find_children(f"topping_out.{part}")):
            is_above = any(re.match(r"topping_out\.game\.\w+\.", name) for name in imported(graph, child))
            is_room = is_above or bool(graph.find_children(child)) or part == "scenes"
            room = child.removeprefix("topping_out.") if is_room else part
            found.setdefault(room, []).extend([child, *graph.find_descendants(child)])
    return found


def arrows(found: dict[str, list[str]]) -> Arrows:
    """Return the imports between rooms."""
    graph = grimp.build_graph("topping_out")
    room_of = {module: room for room, modules in found.items() for module in modules}
    every = ((room, room_of.get(to)) for module, room in room_of.items() for to in imported(graph, module))
    return {
        (importer, imported_room) for importer, imported_room in every if imported_room and importer != imported_room
    }


def imported(graph: grimp.ImportGraph, module: str) -> Iterable[str]:
    return graph.find_modules_directly_imported_by(module)


def storeys(names: Iterable[str], found: Arrows) -> dict[str, int]:
    """Return the storey of each room, above all rooms that it imports. Raises ValueError for a cycle."""
    below = {name: {lower for upper, lower in found if upper == name} for name in names}
    heights: dict[str, int] = {}
    while len(heights) < len(below):
        ready = [name for name in below if name not in heights and below[name] <= heights.keys()]
        if not ready:
            raise ValueError(f"a circle among {', '.join(sorted(below.keys() - heights.keys()))}")
        heights |= {name: 1 + max((heights[lower] for lower in below[name]), default=-1) for name in ready}
    return heights


def needed(found: Arrows) -> Arrows:
    """Return the arrows that do not follow from others."""
    beyond: dict[str, set[str]] = {}

    def reach(name: str) -> set[str]:
        if name not in beyond:
            beyond[name] = {far for upper, lower in found if upper == name for far in {lower, *reach(lower)}}
        return beyond[name]

    return {
        (upper, lower)
        for upper, lower in found
        if not any(lower in reach(middle) for start, middle in found if start == upper and middle != lower)
    }


def draw() -> str:
    """Return the picture as SVG."""
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
    parts += [line(places[upper], places[lower]) for upper, lower in sorted(needed(all_arrows))]
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
    parser.add_argument("--check", action="store_true", help="write nothing, but fail if the picture is out of date")
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
