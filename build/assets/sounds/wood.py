"""Wood: storeys, and responses to the player's input."""

from __future__ import annotations

from sounds.paper import brush
from sounds.synthesis import BLOCK, MARIMBA, Generator, Signal, burst, mix, noise, room, struck, swell
from sounds.table import sound


def blow(rng: Generator, pitch: float) -> Signal:
    """Return wood hit by wood: the block, the hollow below it, the fibres at the contact."""
    return mix(
        (0, 0.70, struck(BLOCK, pitch * rng.uniform(0.99, 1.01), 1.0, 0.0009)),
        (0, 0.40, struck(BLOCK[:2], pitch * 0.46, 1.5, 0.002)),
        (0, 0.10, burst(rng, 700, 3600, 0.004)),
    )


@sound("wood", variants=3)
def knock(rng: Generator) -> Signal:
    """A storey knocked off: the blow, and the storey tipping over the edge."""
    pitch = rng.uniform(400, 520)
    tipping, falling = rng.uniform(0.075, 0.095), rng.uniform(0.140, 0.160)
    hits = (0, 1.0, blow(rng, pitch)), (tipping, 0.38, blow(rng, 1.24 * pitch))
    return room(mix(*hits, (falling, 0.16, blow(rng, 0.93 * pitch))), 0.25)


@sound("wood", variants=3)
def topple(rng: Generator) -> Signal:
    """A tower that comes down: a low blow on hollow wood, beams that follow, and settling dust."""
    pitch = rng.uniform(118, 138)
    beams = [
        (rng.uniform(0.06, 0.34), rng.uniform(0.15, 0.3), blow(rng, rng.uniform(1.5, 2.4) * pitch)) for _ in range(4)
    ]
    dust = noise(0.7, rng, 180, 1400) * swell(0.7, 0.12)
    low = mix((0, 1.0, struck(BLOCK, pitch, 1.6, 0.002)), (0, 0.6, struck(BLOCK[:2], 0.5 * pitch, 2.4, 0.004)))
    return room(mix((0, 1.0, low), *beams, (0.03, 0.07, dust)), 0.3, 0.12)


@sound("touch", variants=3)
def button(rng: Generator) -> Signal:
    pitch = 784 * rng.uniform(0.975, 1.025)
    return room(
        mix((0, 1, struck(BLOCK, pitch, rng.uniform(0.72, 0.88), 0.001)), (0, 0.06, burst(rng, 900, 3000, 0.004))),
        0.15,
    )


@sound("focus", variants=3)
def focus(rng: Generator) -> Signal:
    return struck(BLOCK[:2], 1175 * rng.uniform(0.975, 1.025), rng.uniform(0.36, 0.44), 0.0015)


@sound("touch", variants=3)
def tick(rng: Generator) -> Signal:
    """The tick of a clock, with a varying resonance of the case."""
    tooth, case = struck(BLOCK, 1319 * rng.uniform(0.985, 1.015), 0.6, 0.0008), struck(BLOCK, 494, 0.6, 0.001)
    return room(mix((0, 1, tooth), (0, rng.uniform(0.4, 0.6), case)), 0.2)


@sound("touch", variants=3)
def score_tick(rng: Generator) -> Signal:
    """A tuned bar, struck slightly harder or softer each time."""
    return room(struck(MARIMBA, 1047, rng.uniform(0.22, 0.28), rng.uniform(0.0006, 0.0016)), 0.15)


@sound("touch")
def refuse(rng: Generator) -> Signal:
    first, second = struck(BLOCK[:2], 262, 1.2, 0.003), struck(BLOCK[:2], 220, 1.3, 0.003)
    return room(mix((0, 1, first), (0.10, 0.9, second)), 0.15)


@sound("touch")
def undo(rng: Generator) -> Signal:
    back = brush(rng, 0.22, 600, 3500, 0.7)[::-1]
    notes = (0, 0.7, struck(MARIMBA, 659, 0.3, 0.001)), (0.09, 0.7, struck(MARIMBA, 494, 0.35, 0.001))
    return room(mix(*notes, (0, 0.06, back)), 0.15)


@sound("music", variants=3)
def turn(rng: Generator) -> Signal:
    """Two rising notes, struck slightly differently each time."""
    first = struck(MARIMBA, 392, rng.uniform(0.45, 0.55), rng.uniform(0.0015, 0.003))
    second = struck(MARIMBA, 523.3, rng.uniform(0.55, 0.65), rng.uniform(0.0015, 0.003))
    return room(mix((0, rng.uniform(0.7, 0.9), first), (rng.uniform(0.152, 0.168), 1, second)), 0.2)
