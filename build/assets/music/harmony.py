"""Tools for harmony: scales, chord symbols, and the chord at each beat."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

LETTERS = {"C": 0, "D": 2, "E": 4, "F": 5, "G": 7, "A": 9, "B": 11}
SCALES = {
    "major": (0, 2, 4, 5, 7, 9, 11),
    "minor": (0, 2, 3, 5, 7, 8, 10),
    "dorian": (0, 2, 3, 5, 7, 9, 10),
    "lydian": (0, 2, 4, 6, 7, 9, 11),
    "mixolydian": (0, 2, 4, 5, 7, 9, 10),
}
QUALITIES = {
    "": (0, 4, 7), "m": (0, 3, 7), "5": (0, 7), "6": (0, 4, 7, 9), "m6": (0, 3, 7, 9), "7": (0, 4, 7, 10),
    "maj7": (0, 4, 7, 11), "m7": (0, 3, 7, 10), "m7b5": (0, 3, 6, 10), "dim": (0, 3, 6), "dim7": (0, 3, 6, 9),
    "sus2": (0, 2, 7), "sus4": (0, 5, 7), "add9": (0, 4, 7, 2), "madd9": (0, 3, 7, 2), "9": (0, 4, 10, 2),
    "m9": (0, 3, 10, 2), "maj9": (0, 4, 11, 2), "7b9": (0, 4, 10, 1), "13": (0, 4, 10, 9),
}  # fmt: skip
SYMBOL = re.compile(r"([A-G])([#b]?)([a-z0-9]*)(?:/([A-G])([#b]?))?$")


def pitch_class(letter: str, sign: str = "") -> int:
    return (LETTERS[letter] + {"#": 1, "b": -1, "": 0}[sign]) % 12


@dataclass(frozen=True)
class Chord:
    """A chord: pitch classes of the root, of all tones (root first) and of the bass."""

    root: int
    tones: tuple[int, ...]
    bass: int

    @classmethod
    def parse(cls, symbol: str) -> Chord:
        """Parse a symbol such as `Bm7` or `A7/C#`. Raises ValueError or KeyError."""
        if not (match := SYMBOL.match(symbol)):
            raise ValueError(f"no chord: {symbol}")
        letter, sign, quality, low, low_sign = match.groups()
        root = pitch_class(letter, sign)
        tones = tuple((root + step) % 12 for step in QUALITIES[quality])
        return cls(root, tones, pitch_class(low, low_sign) if low else root)

    @property
    def third(self) -> int:
        return self.tones[1] if len(self.tones) > 2 else self.root

    def leads_to(self, following: Chord) -> bool:
        """Tell whether this is a dominant and the following chord resolves it."""
        is_dominant = (self.third - self.root) % 12 == 4 and (self.root - following.root) % 12 == 7
        return is_dominant and (self.third + 1) % 12 in following.tones


@dataclass(frozen=True)
class Span:
    """A chord between two beats, with its scale."""

    start: float
    end: float
    chord: Chord
    scale: tuple[int, ...]


def scale_of(key: str) -> tuple[int, ...]:
    """Return the pitch classes of a key such as `Eb major`, starting with the tonic."""
    name, mode = key.split()
    tonic = pitch_class(name[0], name[1:])
    return tuple((tonic + step) % 12 for step in SCALES[mode])


def round_chord(scale: Sequence[int], chord: Chord) -> tuple[int, ...]:
    """Return the scale with the chord's tones in place of neighbours that would clash with them."""
    own = set(chord.tones)
    strange = own - set(scale)
    kept = [tone for tone in scale if tone in own or not {(tone + 1) % 12, (tone - 1) % 12} & strange]
    return tuple(sorted({*kept, *own}))


def harmony(text: str, key: str, beats: int, start: float = 0) -> list[Span]:
    """Parse a progression: bars are between `|`, chords share their bar equally, `.` prolongs the chord before."""
    spans: list[Span] = []
    scale = scale_of(key)
    for number, bar in enumerate(text.split("|")):
        symbols = bar.split()
        for place, symbol in enumerate(symbols):
            begin = start + beats * (number + place / len(symbols))
            if symbol == ".":
                last = spans.pop()
                spans.append(Span(last.start, begin + beats / len(symbols), last.chord, last.scale))
            else:
                chord = Chord.parse(symbol)
                spans.append(Span(begin, begin + beats / len(symbols), chord, round_chord(scale, chord)))
    return spans


def at(spans: Sequence[Span], beat: float) -> Span:
    """Return the span at a beat; after the end, the last one."""
    return next((span for span in spans if span.start <= beat + 1e-6 < span.end), spans[-1])
