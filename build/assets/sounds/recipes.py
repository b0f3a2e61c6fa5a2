"""The recipes of all sounds, by material, and the table into which they enter themselves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from sounds.synthesis import (
    BAR,
    BLOCK,
    COPPER,
    GLASS,
    MARIMBA,
    RATE,
    Generator,
    Part,
    Signal,
    burst,
    mix,
    noise,
    room,
    struck,
    swell,
    times,
    wound,
)  # fmt: skip

# -- the table

# Target loudness of the loudest 400 ms in LUFS (maximum momentary loudness of EBU R128), by class of sounds.
LEVELS = {
    "focus": -43,
    "touch": -34,
    "air": -26,
    "card": -26,
    "coin": -24,
    "glass": -24,
    "wood": -22,
    "music": -19,
    "loop": -35,
}

Recipe = Callable[[Generator], Signal]


@dataclass(frozen=True, slots=True)
class Sound:
    """A sound: its recipe, its class of loudness, and the number of variants."""

    recipe: Recipe
    level: str
    variants: int


SOUNDS: dict[str, Sound] = {}


def sound(level: str, variants: int = 1) -> Callable[[Recipe], Recipe]:
    """Return a decorator that enters a recipe into the table under its own name."""

    def enter(recipe: Recipe) -> Recipe:
        SOUNDS[recipe.__name__] = Sound(recipe, level, variants)
        return recipe

    return enter


# -- paper and cloth: cards, the curtain, confetti


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


# -- wood: storeys, and responses to the player's input


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


# -- glass: pyramids, splitting a tower, a hint


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


# -- metal: pennies, and the Sky coming down


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


# -- the music at the end of a game


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


# -- ambiences: loops without a seam, because everything in them is periodic or wrapped around


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
