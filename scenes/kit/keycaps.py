"""Keys and gamepads' buttons as they are shown on what they press, drawn from shapes."""

from __future__ import annotations

import math
from collections.abc import Callable

import pygame

from topping_out.scenes.kit.cache import painted_once
from topping_out.scenes.kit.canvas import Canvas
from topping_out.scenes.kit.kit import Kit
from topping_out.scenes.kit.theme import Colour, mix

SIZE = 13
LINE = 1.7
"""How thick the lines of a gamepad's signs are."""
WAYS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}


def keycap(kit: Kit, label: str, colour: Colour | None = None, back: Colour | None = None) -> pygame.Surface:
    """Return a small key with its label; of a gamepad's button, whose label has a `picture`, that."""
    ink, base = colour or kit.theme.paper, back or kit.theme.night
    picture = getattr(label, "picture", "")
    return _button(kit, picture, ink, base) if picture else _key(kit, str(label), ink, base)


@painted_once
def _key(kit: Kit, label: str, ink: Colour, base: Colour) -> pygame.Surface:
    sign = kit.text(label, SIZE, "body", ink)
    width, height = kit.size_of(sign)
    width = max(width + 12, height + 2)
    canvas = kit.canvas(width, height + 2, ink)
    canvas.rect(0, 0, width, height + 2, mix(base, ink, 0.45), 5)
    canvas.rect(1, 1, width - 2, height, mix(base, ink, 0.16), 4)
    return _with(canvas.done(), sign)


@painted_once
def _button(kit: Kit, picture: str, ink: Colour, base: Colour) -> pygame.Surface:
    """Return a gamepad's button: a disc, or where it is wider a bar, with its sign."""
    shape, _, letters = picture.partition(" ")
    sign = kit.text(letters, SIZE, "bold", ink) if letters and shape != "cross" else None
    high = kit.size_of(kit.text("A", SIZE, "bold", ink))[1] + 4
    wide = max(high, kit.size_of(sign)[0] + 14) if sign and shape == "shoulder" else high
    rim, ground = mix(base, ink, 0.6), mix(base, ink, 0.16)
    canvas = kit.canvas(wide, high, ink)
    if shape == "cross":
        return _cross(canvas, high, letters, ink, mix(base, ink, 0.4)).done()
    if shape == "shoulder":  # rounder above than below, as they lie on a gamepad
        for inset, paint in ((0.0, rim), (1.2, ground)):
            canvas.rect(inset, inset, wide - 2 * inset, high - 2 * inset, paint, high / 2 - inset)
            canvas.rect(inset, high / 2, wide - 2 * inset, high / 2 - inset, paint, 4 - inset)
        return _with(canvas.done(), sign)
    middle = high / 2
    for radius, paint in ((middle, rim), (middle - 1.2, ground)):
        canvas.circle(middle, middle, radius, paint)
    if shape == "stick":
        canvas.circle(middle, middle, middle - 2.6, rim, 1.0)
    if shape in SIGNS:
        SIGNS[shape](canvas, middle, high * 0.24, ink)
    return _with(canvas.done(), sign)


def _with(cap: pygame.Surface, sign: pygame.Surface | None) -> pygame.Surface:
    """Return a cap with its letters in the middle."""
    if sign:
        cap.blit(sign, sign.get_rect(center=cap.get_rect().center))
    return cap


def _cross(canvas: Canvas, high: float, way: str, ink: Colour, rest: Colour) -> Canvas:
    """Draw the four directions, one of them in ink."""
    arm, middle = high * 0.34, high / 2
    canvas.rect(middle - arm / 2, 1, arm, high - 2, rest, 2).rect(1, middle - arm / 2, high - 2, arm, rest, 2)
    x, y = WAYS[way]
    at = middle + x * (middle - 1 - arm / 2), middle + y * (middle - 1 - arm / 2)
    return canvas.rect(at[0] - arm / 2, at[1] - arm / 2, arm, arm, ink, 2)


# -- signs, about a middle, so far to each side


def _times(canvas: Canvas, at: float, far: float, ink: Colour) -> None:
    canvas.line([(at - far, at - far), (at + far, at + far)], ink, LINE)
    canvas.line([(at - far, at + far), (at + far, at - far)], ink, LINE)


def _circle(canvas: Canvas, at: float, far: float, ink: Colour) -> None:
    canvas.circle(at, at, far * 1.15, ink, LINE)


def _square(canvas: Canvas, at: float, far: float, ink: Colour) -> None:
    canvas.rect(at - far, at - far, 2 * far, 2 * far, ink, 0.5, LINE)


def _triangle(canvas: Canvas, at: float, far: float, ink: Colour) -> None:
    turns = [math.radians(degrees) for degrees in (-90, 30, 150, 270)]
    points = [(at + 1.3 * far * math.cos(turn), at + 0.12 * far + 1.3 * far * math.sin(turn)) for turn in turns]
    canvas.line(points, ink, LINE)


def _lines(canvas: Canvas, at: float, far: float, ink: Colour) -> None:
    for down in (-0.85, 0.0, 0.85):
        canvas.line([(at - far, at + down * far), (at + far, at + down * far)], ink, LINE)


def _windows(canvas: Canvas, at: float, far: float, ink: Colour) -> None:
    side = far * 1.35
    canvas.rect(at - far, at - far, side, side, ink, 0.5, LINE * 0.8)
    canvas.rect(at + far - side, at + far - side, side, side, ink, 0.5)


def _rays(canvas: Canvas, at: float, far: float, ink: Colour) -> None:
    for degrees in (-135, -90, -45):
        x, y = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
        foot = at + far * 0.8
        canvas.line([(at + x * far * 0.6, foot + y * far * 0.6), (at + x * far * 1.7, foot + y * far * 1.7)], ink, LINE)


def _minus(canvas: Canvas, at: float, far: float, ink: Colour) -> None:
    canvas.line([(at - far, at), (at + far, at)], ink, LINE * 1.2)


def _plus(canvas: Canvas, at: float, far: float, ink: Colour) -> None:
    _minus(canvas, at, far, ink)
    canvas.line([(at, at - far), (at, at + far)], ink, LINE * 1.2)


SIGNS: dict[str, Callable[[Canvas, float, float, Colour], None]] = {
    "times": _times, "circle": _circle, "square": _square, "triangle": _triangle, "lines": _lines, "windows": _windows,
    "rays": _rays, "minus": _minus, "plus": _plus,
}  # fmt: skip
