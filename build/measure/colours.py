"""Measure how well the colours of seats, sites and suits can be told apart, for each kind of eye and in grey.

`python build/measure/colours.py` prints the smallest difference between two colours of a palette by CIEDE2000, for
normal vision and for people without one kind of cone (Machado, Oliveira, Fernandes 2009); in grey, by lightness alone.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from itertools import combinations

from topping_out.scenes.kit.theme import COLOURS, Colour, Theme, load_theme, luminance

Lab = tuple[float, float, float]
Matrix = tuple[tuple[float, ...], ...]

EYES: dict[str, Matrix] = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
"""Matrix from linear sRGB to the linear sRGB that each kind of eye sees."""
XYZ: Matrix = ((0.4124564, 0.3575761, 0.1804375), (0.2126729, 0.7151522, 0.0721750), (0.0193339, 0.1191920, 0.9503041))
WHITE = (0.95047, 1.0, 1.08883)


def apply(matrix: Matrix, values: tuple[float, ...]) -> tuple[float, ...]:
    return tuple(sum(a * b for a, b in zip(row, values)) for row in matrix)


def lab(colour: Colour, eye: str = "usual") -> Lab:
    """Return a colour in CIELAB as a kind of eye sees it."""
    parts = (part / 255 for part in colour)
    linear = tuple(part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    seen = tuple(min(1.0, max(0.0, part)) for part in apply(EYES[eye], linear))
    x, y, z = (_cube_root(part / white) for part, white in zip(apply(XYZ, seen), WHITE))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _cube_root(t: float) -> float:
    return t ** (1 / 3) if t > (6 / 29) ** 3 else t / (3 * (6 / 29) ** 2) + 4 / 29


def difference(first: Lab, second: Lab) -> float:
    """Return the CIEDE2000 difference (Sharma, Wu, Dalal 2005). A difference of 1 is just visible side by side."""
    (l1, a1, b1), (l2, a2, b2) = first, second
    c7 = ((math.hypot(a1, b1) + math.hypot(a2, b2)) / 2) ** 7
    g = 0.5 * (1 - math.sqrt(c7 / (c7 + 25.0**7)))
    a1, a2 = (1 + g) * a1, (1 + g) * a2
    c1, c2 = math.hypot(a1, b1), math.hypot(a2, b2)
    h1, h2 = math.degrees(math.atan2(b1, a1)) % 360, math.degrees(math.atan2(b2, a2)) % 360
    turn = (h2 - h1 + 180) % 360 - 180 if c1 * c2 else 0.0
    if turn == -180:
        turn = 180.0
    hue = 2 * math.sqrt(c1 * c2) * math.sin(math.radians(turn / 2))
    light, chroma = (l1 + l2) / 2, (c1 + c2) / 2
    mean = h1 + h2 if not c1 * c2 else (h1 + turn / 2) % 360
    t = 1 - 0.17 * _cos(mean - 30) + 0.24 * _cos(2 * mean) + 0.32 * _cos(3 * mean + 6) - 0.2 * _cos(4 * mean - 63)
    s_light = 1 + 0.015 * (light - 50) ** 2 / math.sqrt(20 + (light - 50) ** 2)
    s_chroma, s_hue = 1 + 0.045 * chroma, 1 + 0.015 * chroma * t
    bend = 60 * math.exp(-(((mean - 275) / 25) ** 2))
    r = -2 * math.sqrt(chroma**7 / (chroma**7 + 25.0**7)) * math.sin(math.radians(bend))
    parts = (l2 - l1) / s_light, (c2 - c1) / s_chroma, hue / s_hue
    return math.sqrt(sum(part**2 for part in parts) + r * parts[1] * parts[2])


def _cos(degrees: float) -> float:
    return math.cos(math.radians(degrees))


def lightness(colour: Colour) -> float:
    """Return the CIELAB lightness from 0 to 100, which is all that remains of a colour in grey."""
    return 116 * _cube_root(luminance(colour)) - 16


def palettes(theme: Theme) -> Iterator[tuple[str, dict[str, Colour]]]:
    """Yield the palettes of a theme whose colours appear side by side, with their names."""
    yield "seats", {**dict(zip(theme.seat_names, theme.seats)), "Ghost": theme.ghost}
    yield "sites", theme.sites
    yield "suits", dict(zip(("Spades", "Hearts", "Clubs", "Diamonds"), theme.suits))


Measure = Callable[[Colour, Colour], float]
MEASURES: dict[str, Measure] = {
    **{eye: lambda a, b, eye=eye: difference(lab(a, eye), lab(b, eye)) for eye in EYES},  # type: ignore[misc]
    "grey": lambda a, b: abs(lightness(a) - lightness(b)),
}


def closest(colours: Mapping[str, Colour], measure: Measure) -> tuple[float, str]:
    """Return the smallest difference in a palette, and the names of the two colours."""
    return min((measure(colours[a], colours[b]), f"{a}–{b}") for a, b in combinations(colours, 2))


def main() -> None:
    for name in COLOURS:
        for palette, colours in palettes(load_theme(name)):
            found = ((kind, *closest(colours, measure)) for kind, measure in MEASURES.items())
            print(f"{name:8} {palette}  " + "  ".join(f"{kind} {least:4.1f} {pair:16}" for kind, least, pair in found))


if __name__ == "__main__":
    main()
