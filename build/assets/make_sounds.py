"""Synthesise every sound of the program into assets/sounds.

    python build/assets/make_sounds.py [FILE ...]

Needs numpy, and `oggenc` of vorbis-tools for the files. A FILE is named as in assets/sounds, without its ending.
Each file's chance has a fixed seed: the same script gives the same samples.
"""

from __future__ import annotations

import sys
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from synthesis import (
    BAR,
    BLOCK,
    COPPER,
    GLASS,
    MARIMBA,
    RATE,
    Chance,
    Part,
    Signal,
    burst,
    ended,
    loudness,
    mix,
    noise,
    peak,
    room,
    struck,
    swell,
    times,
    wound,
    write,
)

FOLDER = Path(__file__).resolve().parents[2] / "assets" / "sounds"
LOOP = 24
"""Seconds of an ambience."""
# The A-weighted level of the loudest 125 ms, for each class of sounds.
LEVELS = {
    "focus": -42,
    "touch": -34,
    "air": -29,
    "card": -28,
    "coin": -27,
    "glass": -25,
    "wood": -24,
    "music": -22,
    "loop": -42,
}

Recipe = Callable[[Chance], Signal]


@dataclass(frozen=True, slots=True)
class Sound:
    """How a sound is made, its class, and in how many variants it comes."""

    recipe: Recipe
    level: str
    variants: int


SOUNDS: dict[str, Sound] = {}


def sound(level: str, variants: int = 1) -> Callable[[Recipe], Recipe]:
    """Enter a recipe into the table under its own name."""

    def enter(recipe: Recipe) -> Recipe:
        SOUNDS[recipe.__name__] = Sound(recipe, level, variants)
        return recipe

    return enter


# -- paper


def brush(chance: Chance, seconds: float, low: float, high: float, top: float = 0.35) -> Signal:
    """Return paper drawn over felt: noise that brightens towards the end, with the grain of the fibres."""
    place = np.linspace(0, 1, round(seconds * RATE))
    dark, bright = noise(seconds, chance, low, high / 2), noise(seconds, chance, low * 2, high)
    grain = 1 + 0.3 * noise(seconds, chance, 20, 90)
    return (dark * (1 - place) + bright * place) * grain * swell(seconds, top)


def slap(chance: Chance, weight: float = 1.0) -> Signal:
    """Return a card laid down: a breath of air, the paper's edge, the wood below."""
    return mix(
        (0.000, 0.22, burst(chance, 500, 2200, 0.016)),
        (0.004, 0.16, burst(chance, 1500, 5500, 0.006)),
        (0.003, 0.30 * weight, struck(BLOCK, chance.uniform(185, 215), 0.9, 0.002)),
    )


@sound("card", variants=3)
def card_slide(chance: Chance) -> Signal:
    return brush(chance, chance.uniform(0.17, 0.21), 700, 5200)


@sound("card", variants=3)
def card_place(chance: Chance) -> Signal:
    return room(slap(chance), 0.18)


@sound("card")
def card_flip(chance: Chance) -> Signal:
    drawn, edge = brush(chance, 0.09, 1000, 6000, 0.6), burst(chance, 1800, 6500, 0.005)
    return room(mix((0.00, 0.40, drawn), (0.08, 0.35, edge), (0.12, 0.80, slap(chance, 0.7))), 0.12)


@sound("card")
def shuffle(chance: Chance) -> Signal:
    """A riffle, quickening; the bridge falling in; the pack squared on the table."""
    riffle = 0.46 * np.linspace(0, 1, 30) ** 0.8 + chance.normal(0, 0.003, 30) + 0.02
    cards = [(start, chance.uniform(0.12, 0.24), burst(chance, 1200, 5000, 0.005)) for start in riffle]
    under, bridge = brush(chance, 0.48, 500, 2600, 0.7), brush(chance, 0.26, 900, 5200, 0.4)
    squared = (0.90, 0.75, slap(chance)), (1.02, 0.45, slap(chance))
    return room(mix(*cards, (0.02, 0.10, under), (0.56, 0.18, bridge), *squared), 0.15)


@sound("air")
def curtain(chance: Chance) -> Signal:
    cloth = noise(0.75, chance, 180, 900) * swell(0.75, 0.45)
    hem = brush(chance, 0.6, 500, 2600, 0.5)
    return room(mix((0.00, 0.5, cloth), (0.08, 0.2, hem), (0.62, 0.5, struck(BLOCK, 150, 1.2, 0.004))), 0.2)


@sound("air")
def confetti(chance: Chance) -> Signal:
    """A soft pop, paper fluttering down, a few sparks of glass."""
    starts = 0.05 + 0.9 * chance.random(60) ** 1.4
    flutter = [(start, chance.uniform(0.03, 0.10), burst(chance, 1600, 6500, 0.007)) for start in starts]
    pitches = enumerate((2093, 2637, 3136, 2793, 3520, 4186))
    sparks = [(0.06 + 0.1 * number, 0.12 * 0.85**number, struck(GLASS, pitch, 0.9)) for number, pitch in pitches]
    pop = (0, 0.5, burst(chance, 250, 1800, 0.025)), (0, 0.4, struck(BLOCK, 260, 0.8, 0.003))
    return room(mix(*pop, *flutter, *sparks), 0.25, 0.12)


# -- wood


def blow(chance: Chance, pitch: float) -> Signal:
    """Return wood hit by wood: the block, the hollow below it, the fibres at the contact."""
    return mix(
        (0, 0.70, struck(BLOCK, pitch * chance.uniform(0.99, 1.01), 1.0, 0.0009)),
        (0, 0.40, struck(BLOCK[:2], pitch * 0.46, 1.5, 0.002)),
        (0, 0.10, burst(chance, 700, 3600, 0.004)),
    )


@sound("wood", variants=3)
def knock(chance: Chance) -> Signal:
    """A storey knocked off: the blow, and the storey tipping over its edge."""
    pitch = chance.uniform(400, 520)
    tipping, falling = chance.uniform(0.075, 0.095), chance.uniform(0.140, 0.160)
    hits = (0, 1.0, blow(chance, pitch)), (tipping, 0.38, blow(chance, 1.24 * pitch))
    return room(mix(*hits, (falling, 0.16, blow(chance, 0.93 * pitch))), 0.25)


@sound("touch")
def button(chance: Chance) -> Signal:
    return room(mix((0, 1, struck(BLOCK, 784, 0.8, 0.001)), (0, 0.06, burst(chance, 900, 3000, 0.004))), 0.15)


@sound("focus")
def focus(chance: Chance) -> Signal:
    return struck(BLOCK[:2], 1175, 0.4, 0.0015)


@sound("touch")
def tick(chance: Chance) -> Signal:
    return room(mix((0, 1, struck(BLOCK, 1319, 0.6, 0.0008)), (0, 0.5, struck(BLOCK, 494, 0.6, 0.001))), 0.2)


@sound("touch")
def score_tick(chance: Chance) -> Signal:
    return room(struck(MARIMBA, 1047, 0.25, 0.001), 0.15)


@sound("touch")
def refuse(chance: Chance) -> Signal:
    first, second = struck(BLOCK[:2], 262, 1.2, 0.003), struck(BLOCK[:2], 220, 1.3, 0.003)
    return room(mix((0, 1, first), (0.10, 0.9, second)), 0.15)


@sound("touch")
def undo(chance: Chance) -> Signal:
    back = brush(chance, 0.22, 600, 3500, 0.7)[::-1]
    notes = (0, 0.7, struck(MARIMBA, 659, 0.3, 0.001)), (0.09, 0.7, struck(MARIMBA, 494, 0.35, 0.001))
    return room(mix(*notes, (0, 0.06, back)), 0.15)


@sound("music")
def turn(chance: Chance) -> Signal:
    return room(mix((0, 0.8, struck(MARIMBA, 392, 0.5, 0.002)), (0.16, 1, struck(MARIMBA, 523.3, 0.6, 0.002))), 0.2)


# -- metal


def ping(chance: Chance, pitch: float, ring: float = 1.0) -> Signal:
    """Return a penny struck on its rim, its two faces slightly out of tune."""
    other = pitch * chance.uniform(1.004, 1.009)
    return mix((0, 0.6, struck(COPPER, pitch, ring, 0.0004)), (0, 0.4, struck(COPPER, other, ring, 0.0004)))


@sound("coin")
def penny_drop(chance: Chance) -> Signal:
    """A penny falling on wood: each bounce sooner and softer than the one before."""
    parts: list[Part] = []
    start, gap, gain = 0.0, 0.17, 1.0
    while gap > 0.02:
        parts.append((start, 0.55 * gain, ping(chance, chance.uniform(2550, 2750), 0.55)))
        parts.append((start, 0.45 * gain, struck(BLOCK, chance.uniform(300, 340), 0.9, 0.001)))
        start, gap, gain = start + gap, gap * 0.66, gain * 0.62
    return room(mix(*parts), 0.15)


@sound("coin")
def penny_ring(chance: Chance) -> Signal:
    """A penny wobbling flat on the table: ever quicker, then still."""
    starts = 0.85 * (1 - np.linspace(1, 0, 26) ** 2.2)
    wobble = [(start, 0.5 - 0.4 * start, ping(chance, 2900 + 500 * start, 0.30)) for start in starts]
    return room(mix((0, 0.7, ping(chance, 2850, 1.1)), *wobble), 0.15)


@sound("coin")
def coin_toss(chance: Chance) -> Signal:
    """A thumb's flick, and the ring of a penny spinning away."""
    ring = ping(chance, 3300, 1.7)
    spin = 0.6 + 0.4 * np.cos(2 * np.pi * 24 * np.arange(len(ring)) / RATE)
    return room(mix((0.012, 0.8, ring * spin), (0, 0.2, burst(chance, 800, 4000, 0.005))), 0.2)


@sound("air")
def sky_settle(chance: Chance) -> Signal:
    """The Sky coming down by a storey: a low breath, then two chime bars, falling."""
    breath = noise(1.5, chance, 110, 420) * swell(1.5, 0.35)
    air = noise(1.2, chance, 500, 1600) * swell(1.2, 0.30)
    bars = (0.42, 0.38, struck(BAR, 784, 0.45, 0.004)), (0.62, 0.42, struck(BAR, 587.3, 0.55, 0.004))
    return room(mix((0, 0.18, breath), (0, 0.06, air), *bars), 0.3, 0.15)


# -- glass


def clink(chance: Chance, pitch: float, ring: float, weight: float) -> Signal:
    """Return a glass pyramid set on another: the touch, the ring, a little bounce, the body's weight."""
    touch = struck(GLASS, pitch * chance.uniform(0.995, 1.005), ring)
    bounce = struck(GLASS, pitch * 1.02, ring * 0.8)
    body = struck(BLOCK[:2], pitch / 5, 0.8, 0.002)
    contact = burst(chance, 3000, 9000, 0.002)
    return room(mix((0, 0.8, touch), (0.034, 0.3, bounce), (0, weight, body), (0, 0.08, contact)), 0.18)


@sound("glass")
def clink_small(chance: Chance) -> Signal:
    return clink(chance, 2489, 0.8, 0.15)


@sound("glass")
def clink_medium(chance: Chance) -> Signal:
    return clink(chance, 1760, 1.0, 0.3)


@sound("glass")
def clink_large(chance: Chance) -> Signal:
    return clink(chance, 1175, 1.3, 0.5)


@sound("glass")
def snap(chance: Chance) -> Signal:
    """A tower parted: two dry cracks, as of ice, and short splinters of ring."""
    cracks = (0, 0.5, burst(chance, 1500, 9000, 0.004)), (0.011, 0.3, burst(chance, 2500, 9000, 0.003))
    splinters = (0.012, 0.3, struck(GLASS, 1480, 0.45)), (0.020, 0.2, struck(GLASS, 2217, 0.40))
    return room(mix(*cracks, (0, 0.7, struck(BLOCK, 620, 0.8)), *splinters), 0.2)


@sound("glass")
def hint(chance: Chance) -> Signal:
    notes = (0.00, 0.5, 987.8), (0.11, 0.45, 1318.5), (0.22, 0.4, 1975.5)
    return room(mix(*((start, gain, struck(BAR, pitch, 0.3, 0.004)) for start, gain, pitch in notes)), 0.3, 0.15)


# -- endings


@sound("music")
def win(chance: Chance) -> Signal:
    """The last beam goes up: chime bars over marimba, rising through D major to a wide, warm chord."""
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
def lose(chance: Chance) -> Signal:
    """A friendly good evening: low marimba notes that come home."""
    notes = (0.00, 0.50, 440.0), (0.24, 0.50, 392.0), (0.48, 0.50, 329.6)
    home = (0.84, 0.50, 293.7), (0.86, 0.35, 220.0), (0.88, 0.22, 146.8)
    return room(mix(*((at, gain, struck(MARIMBA, pitch, 1.1, 0.006)) for at, gain, pitch in notes + home)), 0.3, 0.2)


# -- loops: everything in them is periodic or wound round, so that the end runs into the beginning


def drift(chance: Chance, least: float, most: float) -> Signal:
    """Return a slow wandering between two gains that closes on itself."""
    turn = 2 * np.pi * times(LOOP) / LOOP
    waves = sum(np.cos(cycles * turn + 2 * np.pi * chance.random()) / cycles for cycles in (1, 2, 3, 5, 8))
    return least + (most - least) * (waves - waves.min()) / (waves.max() - waves.min())


def wind(chance: Chance, low: float, high: float, least: float, most: float, order: int = 4) -> Signal:
    """Return a band of noise that comes and goes between two gains."""
    return noise(LOOP, chance, low, high, order) * drift(chance, least, most)


def cricket(chance: Chance, pitch: float, every: float, gain: float) -> list[Part]:
    """Return one cricket's song: chirps of three pulses, now and then a rest."""
    pulse = np.sin(2 * np.pi * pitch * times(0.024)) * swell(0.024, 0.4)
    chirps = [every * number + chance.uniform(0, 0.1) for number in range(round(LOOP / every))]
    return [(chirp + 0.038 * beat, gain, pulse) for chirp in chirps if chance.random() < 0.8 for beat in range(3)]


@sound("loop")
def ambience_dusk(chance: Chance) -> Signal:
    """Soft wind over roofs, the hum of a far city, crickets at the edge of hearing."""
    roofs = wind(chance, 120, 420, 0.25, 0.7) + wind(chance, 400, 1100, 0.02, 0.12)
    hum = wind(chance, 60, 130, 0.35, 0.5)
    cars = [(chance.uniform(0, LOOP), 0.15, noise(6, chance, 140, 600) * swell(6, 0.5)) for _ in range(3)]
    songs = [
        *cricket(chance, 4150, 0.95, 0.06),
        *cricket(chance, 4480, 1.21, 0.035),
        *cricket(chance, 3890, 1.57, 0.02),
    ]
    return wound(mix((0, 1, roofs), (0, 1, hum), *cars, *songs), LOOP)


@sound("loop")
def ambience_ice(chance: Chance) -> Signal:
    """Wind over ice, its whistle, and faint tones as of glass touched far away."""
    gusts = wind(chance, 180, 700, 0.12, 0.45) + wind(chance, 900, 2600, 0.01, 0.05)
    whistle = wind(chance, 525, 555, 0.0, 0.16, 24) + wind(chance, 695, 725, 0.0, 0.10, 24)
    pitches = (587.3, 659.3, 880.0, 880.0, 987.8, 1174.7, 1318.5, 1760.0)
    starts = np.linspace(0, LOOP, len(pitches), endpoint=False) + chance.uniform(0, 2, len(pitches))
    order = chance.permutation(pitches)
    tones = [
        (start, chance.uniform(0.08, 0.15), struck(BAR[:2], pitch, 2.0, 0.3)) for start, pitch in zip(starts, order)
    ]
    return wound(mix((0, 1, gusts + whistle), *tones), LOOP)


# -- files


def files(name: str) -> list[str]:
    """Return a sound's files, without ending: a number at the end for each variant."""
    count = SOUNDS[name].variants
    return [name] if count == 1 else [f"{name}_{number + 1}" for number in range(count)]


def level(file: str) -> int:
    """Return how loud a file is meant to be."""
    return LEVELS[_sound(file).level]


def make(file: str) -> Signal:
    """Return the finished samples of one file, full scale being 1."""
    raw = _sound(file).recipe(np.random.default_rng(zlib.crc32(file.encode())))
    signal = raw - raw.mean() if _sound(file).level == "loop" else ended(raw)
    return signal * 10 ** ((level(file) - loudness(signal)) / 20)


def _sound(file: str) -> Sound:
    return SOUNDS.get(file) or SOUNDS[file.rpartition("_")[0]]


def main(wanted: Sequence[str]) -> int:
    FOLDER.mkdir(parents=True, exist_ok=True)
    print(f"{'file':16}{'seconds':>8}{'peak':>8}{'loudest':>9}{'bytes':>8}")
    for file in wanted or [file for name in SOUNDS for file in files(name)]:
        signal = make(file)
        size = write(FOLDER / f"{file}.ogg", signal)
        print(f"{file:16}{len(signal) / RATE:8.2f}{peak(signal):8.1f}{loudness(signal):9.1f}{size:8d}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
