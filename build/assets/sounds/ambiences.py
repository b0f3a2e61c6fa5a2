"""Ambiences: loops without a seam, because everything in them is periodic or wrapped around."""

from __future__ import annotations

import numpy as np

from sounds.synthesis import BAR, Generator, Part, Signal, mix, noise, struck, swell, times, wound
from sounds.table import sound

LOOP = 24
"""Length of an ambience in seconds."""


def drift(rng: Generator, least: float, most: float) -> Signal:
    """Return a slow random drift between two gains that ends where it began."""
    turn = 2 * np.pi * times(LOOP) / LOOP
    waves = sum(np.cos(cycles * turn + 2 * np.pi * rng.random()) / cycles for cycles in (1, 2, 3, 5, 8))
    return least + (most - least) * (waves - waves.min()) / (waves.max() - waves.min())


def wind(rng: Generator, low: float, high: float, least: float, most: float, order: int = 4) -> Signal:
    """Return a band of noise that swells and fades between two gains."""
    return noise(LOOP, rng, low, high, order) * drift(rng, least, most)


def cricket(rng: Generator, pitch: float, every: float, gain: float) -> list[Part]:
    """Return the song of a cricket: chirps of three pulses with occasional rests."""
    pulse = np.sin(2 * np.pi * pitch * times(0.024)) * swell(0.024, 0.4)
    chirps = [every * number + rng.uniform(0, 0.1) for number in range(round(LOOP / every))]
    return [(chirp + 0.038 * beat, gain, pulse) for chirp in chirps if rng.random() < 0.8 for beat in range(3)]


@sound("loop")
def ambience_dusk(rng: Generator) -> Signal:
    """Soft wind over roofs, the hum of a distant city, barely audible crickets."""
    roofs = wind(rng, 120, 420, 0.25, 0.7) + wind(rng, 400, 1100, 0.02, 0.12)
    hum = wind(rng, 60, 130, 0.35, 0.5)
    cars = [(rng.uniform(0, LOOP), 0.15, noise(6, rng, 140, 600) * swell(6, 0.5)) for _ in range(3)]
    songs = [
        *cricket(rng, 4150, 0.95, 0.06),
        *cricket(rng, 4480, 1.21, 0.035),
        *cricket(rng, 3890, 1.57, 0.02),
    ]
    return wound(mix((0, 1, roofs), (0, 1, hum), *cars, *songs), LOOP)


@sound("loop")
def ambience_ice(rng: Generator) -> Signal:
    """Whistling wind over ice, and faint tones like distant glass."""
    gusts = wind(rng, 180, 700, 0.12, 0.45) + wind(rng, 900, 2600, 0.01, 0.05)
    whistle = wind(rng, 525, 555, 0.0, 0.16, 24) + wind(rng, 695, 725, 0.0, 0.10, 24)
    pitches = (587.3, 659.3, 880.0, 880.0, 987.8, 1174.7, 1318.5, 1760.0)
    starts = np.linspace(0, LOOP, len(pitches), endpoint=False) + rng.uniform(0, 2, len(pitches))
    order = rng.permutation(pitches)
    tones = [(start, rng.uniform(0.08, 0.15), struck(BAR[:2], pitch, 2.0, 0.3)) for start, pitch in zip(starts, order)]
    return wound(mix((0, 1, gusts + whistle), *tones), LOOP)
