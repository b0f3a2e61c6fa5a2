"""Metal: pennies, and the Sky coming down."""

from __future__ import annotations

import numpy as np

from sounds.synthesis import BAR, BLOCK, COPPER, RATE, Generator, Part, Signal, burst, mix, noise, room, struck, swell
from sounds.table import sound


def ping(rng: Generator, pitch: float, ring: float = 1.0) -> Signal:
    """Return a penny struck on its rim; its two faces are slightly out of tune."""
    other = pitch * rng.uniform(1.004, 1.009)
    return mix((0, 0.6, struck(COPPER, pitch, ring, 0.0004)), (0, 0.4, struck(COPPER, other, ring, 0.0004)))


@sound("coin")
def penny_drop(rng: Generator) -> Signal:
    """A penny falling on wood, with bounces that get faster and softer."""
    parts: list[Part] = []
    start, gap, gain = 0.0, 0.17, 1.0
    while gap > 0.02:
        parts.append((start, 0.55 * gain, ping(rng, rng.uniform(2550, 2750), 0.55)))
        parts.append((start, 0.45 * gain, struck(BLOCK, rng.uniform(300, 340), 0.9, 0.001)))
        start, gap, gain = start + gap, gap * 0.66, gain * 0.62
    return room(mix(*parts), 0.15)


@sound("coin", variants=3)
def penny_ring(rng: Generator) -> Signal:
    """A penny wobbling flat on the table, faster and faster, then still."""
    starts = 0.85 * (1 - np.linspace(1, 0, 26) ** 2.2)
    wobble = [(start, 0.5 - 0.4 * start, ping(rng, 2900 + 500 * start, 0.30)) for start in starts]
    return room(mix((0, 0.7, ping(rng, 2850, 1.1)), *wobble), 0.15)


@sound("air")
def medal(rng: Generator) -> Signal:
    """A medal: touched brass and two chime bars a fifth apart."""
    bars = (0.03, 0.5, struck(BAR, 1174.7, 0.5, 0.003)), (0.13, 0.45, struck(BAR, 1760, 0.5, 0.003))
    return room(mix((0, 0.7, ping(rng, 1760, 0.9)), *bars), 0.25)


@sound("coin")
def coin_toss(rng: Generator) -> Signal:
    """A thumb's flick, and the ring of a penny spinning away."""
    ring = ping(rng, 3300, 1.7)
    spin = 0.6 + 0.4 * np.cos(2 * np.pi * 24 * np.arange(len(ring)) / RATE)
    return room(mix((0.012, 0.8, ring * spin), (0, 0.2, burst(rng, 800, 4000, 0.005))), 0.2)


@sound("air", variants=3)
def sky_settle(rng: Generator) -> Signal:
    """The Sky settling by a storey: a low breath, then two falling chime bars."""
    breath = noise(1.5, rng, 110, 420) * swell(1.5, 0.35)
    air = noise(1.2, rng, 500, 1600) * swell(1.2, 0.30)
    bars = (0.42, 0.38, struck(BAR, 784, 0.45, 0.004)), (0.62, 0.42, struck(BAR, 587.3, 0.55, 0.004))
    return room(mix((0, 0.18, breath), (0, 0.06, air), *bars), 0.3, 0.15)
