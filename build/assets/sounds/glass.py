"""Glass: pyramids, splitting a tower, a hint."""

from __future__ import annotations

from sounds.synthesis import BAR, BLOCK, GLASS, Generator, Signal, burst, mix, room, struck
from sounds.table import sound


def clink(rng: Generator, pitch: float, ring: float, weight: float) -> Signal:
    """Return a glass pyramid set on another: the touch, the ring, a small bounce, the weight of the body."""
    touch = struck(GLASS, pitch * rng.uniform(0.995, 1.005), ring)
    bounce = struck(GLASS, pitch * rng.uniform(1.01, 1.03), ring * 0.8)
    body = struck(BLOCK[:2], pitch / 5, 0.8, 0.002)
    contact = burst(rng, 3000, 9000, 0.002)
    return room(
        mix(
            (0, 0.8, touch),
            (rng.uniform(0.028, 0.040), rng.uniform(0.2, 0.4), bounce),
            (0, weight, body),
            (0, 0.08, contact),
        ),
        0.18,
    )


@sound("glass", variants=3)
def clink_small(rng: Generator) -> Signal:
    return clink(rng, 2489, 0.8, 0.15)


@sound("glass", variants=3)
def clink_medium(rng: Generator) -> Signal:
    return clink(rng, 1760, 1.0, 0.3)


@sound("glass", variants=3)
def clink_large(rng: Generator) -> Signal:
    return clink(rng, 1175, 1.3, 0.5)


@sound("wood")
def thud(rng: Generator) -> Signal:
    """A tower of ten landing on the ice: its weight, the ice booming below, its pyramids ringing once."""
    weight = struck(BLOCK, 131, 2.0, 0.002)
    boom = struck(BLOCK[:1], 65, 3.5, 0.006)
    contact = burst(rng, 150, 1400, 0.02)
    rings = [(0.006 + 0.013 * n, 0.14, struck(GLASS, pitch, 1.2)) for n, pitch in enumerate((1175, 1760, 2489))]
    return room(mix((0, 1.0, weight), (0.004, 0.45, boom), (0, 0.5, contact), *rings), 0.2)


@sound("glass", variants=3)
def snap(rng: Generator) -> Signal:
    """A tower being split: two dry cracks, like ice, and short ringing splinters."""
    cracks = (0, 0.5, burst(rng, 1500, 9000, 0.004)), (0.011, 0.3, burst(rng, 2500, 9000, 0.003))
    splinters = (
        (0.012, 0.3, struck(GLASS, 1480 * rng.uniform(0.97, 1.03), 0.45)),
        (0.020, 0.2, struck(GLASS, 2217, 0.40)),
    )
    return room(mix(*cracks, (0, 0.7, struck(BLOCK, 620, 0.8)), *splinters), 0.2)


@sound("glass")
def shatter(rng: Generator) -> Signal:
    """The Sky breaking: a bursting sheet, running cracks, and splinters that tinkle for a second."""
    runs = (0.04, 0.3), (0.09, 0.2), (0.15, 0.2)
    cracks = [(start, gain, burst(rng, 1800, 9000, 0.004)) for start, gain in runs]
    sheet = (0, 0.8, burst(rng, 900, 9000, 0.03)), (0, 0.6, struck(BLOCK, 210, 1.2, 0.001))
    rings = [
        (0.02 + 1.0 * rng.uniform(0, 1) ** 1.7, rng.uniform(0.06, 0.2), struck(GLASS, pitch, 0.5))
        for pitch in rng.uniform(1400, 4200, 34)
    ]
    return room(mix(*cracks, *sheet, *rings), 0.3, 0.15)


@sound("glass")
def hint(rng: Generator) -> Signal:
    notes = (0.00, 0.5, 987.8), (0.11, 0.45, 1318.5), (0.22, 0.4, 1975.5)
    return room(mix(*((start, gain, struck(BAR, pitch, 0.3, 0.004)) for start, gain, pitch in notes)), 0.3, 0.15)
