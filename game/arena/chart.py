"""A ladder drawn as SVG: a tower for each level, with a floor for each level below it."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Any

from topping_out.game.arena.ladder import Ladder
from topping_out.game.assets import ASSETS
from topping_out.game.text_files import read_toml

WIDTH, HEIGHT = 128, 66
"""The size of a floor."""
GAP = 8
LEFT, TOP, RIGHT, BOTTOM = 40, 96, 40, 72
CLEAR = 0.6
"""From this share of the wins on, a level is clearly stronger, and its floors are lit."""
LEGEND = f"Share of the wins, and points a game ahead ± standard error. Lit: from {100 * CLEAR:.0f} % on."

Palette = Mapping[str, str]


def draw_ladder(ladder: Ladder) -> str:
    """Return the chart as SVG, in the program's colours."""
    colours: Palette = read_toml(ASSETS / "theme.toml", dict[str, Any])["palette"]
    levels = len(ladder.words)
    width = LEFT + levels * (WIDTH + GAP) + WIDTH + RIGHT
    ground = TOP + levels * (HEIGHT + GAP)
    parts = [
        _rectangle(0, 0, width, ground + BOTTOM, colours["night"], 0),
        _text(LEFT, 48, ladder.title, colours["paper"], 26, "start"),
        _text(LEFT, 74, f"wins of each level against those below: {ladder.extent}", colours["mist"], 14, "start"),
        _rectangle(LEFT, ground, width - LEFT - RIGHT, 3, colours["rim"], 1),
    ]
    for level, word in enumerate(ladder.words):
        x, roof = LEFT + level * (WIDTH + GAP), ground - level * (HEIGHT + GAP)
        parts += [_floor(ladder, level, other, x, ground, colours) for other in range(level)]
        parts.append(_text(x + WIDTH / 2, roof - 16, word, colours["brass"], 20))
        if level < levels - 1:
            side, middle = LEFT + levels * (WIDTH + GAP), roof - HEIGHT / 2
            parts.append(_text(side + 8, middle + 2, f"against {word}", colours["mist"], 15, "start"))
    parts.append(_text(LEFT, ground + 34, LEGEND, colours["mist"], 14, "start"))
    return _svg(width, ground + BOTTOM, parts)


def _floor(ladder: Ladder, level: int, other: int, x: float, ground: float, colours: Palette) -> str:
    share = ladder.share(level, other)
    paint = paint_of(share, colours)
    ink = max(colours["ink"], colours["paper"], key=lambda colour: contrast(colour, paint))
    y = ground - (other + 1) * (HEIGHT + GAP) + GAP / 2
    middle = x + WIDTH / 2
    return "\n".join(
        (
            _rectangle(x, y, WIDTH, HEIGHT, paint, 6),
            _text(middle, y + 32, f"{100 * share:.0f}%", ink, 24),
            _text(middle, y + 53, ladder.rungs[level, other].margin_words, ink, 13),
        )
    )


# -- colours


def paint_of(share: float, colours: Palette) -> str:
    """Return the colour of a share of the wins; the middle tones, on which no text can be read, are left out."""
    if share < 0.5:
        return colours["ember"]
    dim, lit = 3 * (share - 0.5), 0.7 + 0.75 * (share - CLEAR)
    return blend(colours["dusk"], colours["glow"], dim if share < CLEAR else lit)


def blend(low: str, high: str, part: float) -> str:
    """Return the colour that lies so far on the way from `low` (0) to `high` (1)."""
    pairs = zip(_channels(low), _channels(high))
    return "#" + "".join(f"{round(start + (end - start) * part):02x}" for start, end in pairs)


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours as WCAG counts it: 1 to 21."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    shares = (channel / 255 for channel in _channels(colour))
    linear = [share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares]
    return sum(weight * value for weight, value in zip((0.2126, 0.7152, 0.0722), linear))


def _channels(colour: str) -> tuple[int, ...]:
    return tuple(int(colour[place : place + 2], 16) for place in (1, 3, 5))


# -- SVG


def _svg(width: float, height: float, parts: list[str]) -> str:
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}" height="{height:g}"'
    font = 'font-family="Atkinson Hyperlegible Next, Helvetica, Arial, sans-serif" font-weight="600"'
    return "\n".join([f'{head} viewBox="0 0 {width:g} {height:g}" {font}>', *parts, "</svg>", ""])


def _rectangle(x: float, y: float, width: float, height: float, paint: str, corner: float) -> str:
    return f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{corner:g}" fill="{paint}"/>'


def _text(x: float, y: float, text: str, paint: str, size: int, anchor: str = "middle") -> str:
    place = f'x="{x:g}" y="{y:g}" text-anchor="{anchor}"'
    return f'<text {place} font-size="{size}" fill="{paint}">{escape(text, quote=False)}</text>'
