"""The music at the end of a game."""

from __future__ import annotations

from sounds.synthesis import BAR, MARIMBA, Generator, Signal, mix, room, struck
from sounds.table import sound


@sound("music")
def win(rng: Generator) -> Signal:
    """Topping out: chime bars over marimba, rising through D major to a wide, warm chord."""
    rise = [(0.14 * step, pitch) for step, pitch in enumerate((293.7, 370.0, 440.0, 587.3, 740.0, 880.0))]
    chord = [(0.98 + 0.025 * voice, pitch) for voice, pitch in enumerate((293.7, 440.0, 740.0, 1174.7))]
    return room(
        mix(
            *((start, 0.50, struck(MARIMBA, pitch, 0.9, 0.002)) for start, pitch in rise),
            *((start, 0.25, struck(BAR, 2 * pitch, 0.35, 0.003)) for start, pitch in rise),
            *((start, 0.42, struck(MARIMBA, pitch, 1.2, 0.002)) for start, pitch in chord),
            *((start, 0.26, struck(BAR, pitch, 0.5, 0.004)) for start, pitch in chord),
        ),
        0.3,
        0.2,
    )


@sound("music")
def lose(rng: Generator) -> Signal:
    """A friendly good evening: low marimba notes that come to rest on the tonic."""
    notes = (0.00, 0.50, 440.0), (0.24, 0.50, 392.0), (0.48, 0.50, 329.6)
    home = (0.84, 0.50, 293.7), (0.86, 0.35, 220.0), (0.88, 0.22, 146.8)
    return room(
        mix(
            *((at, gain, struck(MARIMBA, pitch, 0.4, 0.006)) for at, gain, pitch in notes),
            *((at, gain, struck(MARIMBA, pitch, 1.1, 0.006)) for at, gain, pitch in home),
        ),
        0.3,
        0.2,
    )
