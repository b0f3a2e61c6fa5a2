"""Paper and cloth: cards, the curtain, confetti."""

from __future__ import annotations

import numpy as np

from sounds.synthesis import BLOCK, GLASS, RATE, Generator, Signal, burst, mix, noise, room, struck, swell
from sounds.table import sound


def brush(rng: Generator, seconds: float, low: float, high: float, top: float = 0.35) -> Signal:
    """Return paper drawn over felt: noise that gets brighter towards the end, with the grain of fibres."""
    place = np.linspace(0, 1, round(seconds * RATE))
    dark, bright = noise(seconds, rng, low, high / 2), noise(seconds, rng, low * 2, high)
    grain = 1 + 0.3 * noise(seconds, rng, 20, 90)
    return (dark * (1 - place) + bright * place) * grain * swell(seconds, top)


def slap(rng: Generator, weight: float = 1.0) -> Signal:
    """Return a card being laid down: a puff of air, the edge of the paper, the wood below."""
    return mix(
        (0.000, 0.22, burst(rng, 500, 2200, 0.016)),
        (0.004, 0.16, burst(rng, 1500, 5500, 0.006)),
        (0.003, 0.30 * weight, struck(BLOCK, rng.uniform(185, 215), 0.9, 0.002)),
    )


@sound("card", variants=3)
def card_slide(rng: Generator) -> Signal:
    return brush(rng, rng.uniform(0.17, 0.21), 700, 5200)


@sound("card", variants=3)
def card_place(rng: Generator) -> Signal:
    return room(slap(rng), 0.18)


@sound("card", variants=3)
def card_flip(rng: Generator) -> Signal:
    drawn, edge = brush(rng, 0.09, 1000, 6000, 0.6), burst(rng, 1800, 6500, 0.005)
    return room(mix((0.00, 0.40, drawn), (0.08, 0.35, edge), (0.12, 0.80, slap(rng, 0.7))), 0.12)


@sound("card")
def shuffle(rng: Generator) -> Signal:
    """A riffle that gets faster, the falling bridge, and the pack being squared on the table."""
    riffle = 0.46 * np.linspace(0, 1, 30) ** 0.8 + rng.normal(0, 0.003, 30) + 0.02
    cards = [(start, rng.uniform(0.12, 0.24), burst(rng, 1200, 5000, 0.005)) for start in riffle]
    under, bridge = brush(rng, 0.48, 500, 2600, 0.7), brush(rng, 0.26, 900, 5200, 0.4)
    squared = (0.90, 0.75, slap(rng)), (1.02, 0.45, slap(rng))
    return room(mix(*cards, (0.02, 0.10, under), (0.56, 0.18, bridge), *squared), 0.15)


@sound("air")
def curtain(rng: Generator) -> Signal:
    cloth = noise(0.75, rng, 180, 900) * swell(0.75, 0.45)
    hem = brush(rng, 0.6, 500, 2600, 0.5)
    return room(mix((0.00, 0.5, cloth), (0.08, 0.2, hem), (0.62, 0.5, struck(BLOCK, 150, 1.2, 0.004))), 0.2)


@sound("air")
def confetti(rng: Generator) -> Signal:
    """A soft pop, fluttering paper, and a few sparks of glass."""
    starts = 0.05 + 0.9 * rng.random(60) ** 1.4
    flutter = [(start, rng.uniform(0.03, 0.10), burst(rng, 1600, 6500, 0.007)) for start in starts]
    pitches = enumerate((2093, 2637, 3136, 2793, 3520, 4186))
    sparks = [(0.06 + 0.1 * number, 0.12 * 0.85**number, struck(GLASS, pitch, 0.9)) for number, pitch in pitches]
    pop = (0, 0.5, burst(rng, 250, 1800, 0.025)), (0, 0.4, struck(BLOCK, 260, 0.8, 0.003))
    return room(mix(*pop, *flutter, *sparks), 0.25, 0.12)


@sound("air")
def river(rng: Generator) -> Signal:
    """Water that rises and carries cards away: a long rush, gurgles in it, cards that brush one another."""
    rush = noise(2.6, rng, 160, 900) * swell(2.6, 0.16) + 0.35 * noise(2.6, rng, 900, 2600) * swell(2.6, 0.2)
    gurgles = [(rng.uniform(0.2, 1.9), rng.uniform(0.3, 0.6), noise(0.22, rng, 240, 520) * swell(0.22, 0.3))
               for _ in range(9)]  # fmt: skip
    cards = [(rng.uniform(0.1, 1.5), 0.25, noise(0.16, rng, 1400, 4200) * swell(0.16, 0.2)) for _ in range(6)]
    return room(mix((0, 1.0, rush), *gurgles, *cards), 0.25, 0.1)
