"""Pieces: sections on a grid of bars, in layers that sound together, with an ending for each outcome."""

from __future__ import annotations

import random
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from music.harmony import Span, harmony
from music.writing import Note, Theme, placed, sing, theme

RATE = 44_100
GRAIN = 512
"""Samples that the program's mixer requests at a time. Links are whole multiples of this, to join without a gap."""
LAYERS = ("calm", "building", "tense")
ENDINGS = ("won", "lost")


@dataclass(frozen=True)
class Instrument:
    """An instrument of the sound font: program, range, pan (-1 to 1), volume and share of reverberation."""

    program: int
    low: int
    high: int
    pan: float = 0.0
    gain: float = 0.8
    room: float = 0.35
    bank: int = 0
    human: float = 0.007
    """Random deviation of the player from the beat, in seconds."""


@dataclass(frozen=True)
class Section:
    name: str
    key: str
    chords: str
    theme: Theme

    @property
    def bars(self) -> int:
        return len(self.chords.split("|"))


@dataclass
class Piece:
    """A piece as written. Layers and endings contain the notes of each part."""

    name: str
    tempo: float
    """Beats per minute, before rounding to the grid."""
    link_bars: int
    """Bars of a link, which is the part that the program loads at a time."""
    sections: Sequence[Section]
    instruments: Mapping[str, Instrument]
    melody: str
    bass: str
    strict: bool = True
    """Whether parallel fifths and octaves between melody and bass are faults in its style."""
    beats: int = 4
    layers: dict[str, dict[str, list[Note]]] = field(default_factory=dict)

    @property
    def bars(self) -> int:
        return sum(section.bars for section in self.sections)

    @property
    def link_samples(self) -> int:
        return round(self.link_bars * self.beats * 60 / self.tempo * RATE / GRAIN) * GRAIN

    @property
    def seconds_per_beat(self) -> float:
        return self.link_samples / RATE / self.link_bars / self.beats

    @property
    def seconds(self) -> float:
        return self.bars * self.beats * self.seconds_per_beat

    def rng(self, part: str) -> random.Random:
        """Return a random generator with a fixed seed for a part."""
        return random.Random(zlib.crc32(f"{self.name}/{part}".encode()))

    def add(self, layer: str, part: str, notes: Sequence[Note], phrases: str = "012") -> None:
        """Add a part's notes in the selected ones of every three four-bar phrases."""
        phrase = 4 * self.beats
        notes = [note for note in notes if str(int(note.start // phrase % 3)) in phrases]
        self.layers.setdefault(layer, {}).setdefault(part, []).extend(notes)

    def starts(self) -> list[float]:
        """Return the beat at which each section starts."""
        beats, out = 0.0, []
        for section in self.sections:
            out.append(beats)
            beats += section.bars * self.beats
        return out

    def spans(self) -> list[list[Span]]:
        """Return the harmony of each section."""
        pairs = zip(self.sections, self.starts())
        return [harmony(section.chords, section.key, self.beats, start) for section, start in pairs]

    def sing_all(self, bass: Sequence[Note], force: int) -> None:
        """Add the melody that sings the sections' themes one after the other, over a bass."""
        voice, places = self.instruments[self.melody], []
        for section, start in zip(self.sections, self.starts()):
            places += placed(filled(section.theme, section.bars * self.beats), section.key, voice.low, start)
        spans = [span for section in self.spans() for span in section]
        self.add("calm", self.melody, sing(places, spans, bass, voice.low, voice.high, force))

    def add_ending(
        self, name: str, key: str, chords: str, written: str, bass: Sequence[Note], under: Mapping[str, Sequence[Note]]
    ) -> None:
        """Add the ending for an outcome: a theme over its bass, and the other parts."""
        voice, spans = self.instruments[self.melody], harmony(chords, key, self.beats)
        places = placed(theme(written), key, voice.low, 0)
        line = sing(places, spans, bass, voice.low, voice.high, 78)
        self.layers[name] = {self.melody: line, self.bass: [*bass], **{part: [*notes] for part, notes in under.items()}}


def filled(written: Theme, beats: float) -> Theme:
    """Return a theme cut to a length, or filled up with a rest."""
    out, sofar = [], 0.0
    for degree, length in written:
        if sofar + length > beats + 1e-6:
            break
        out.append((degree, length))
        sofar += length
    return (*out, (None, beats - sofar)) if sofar < beats else tuple(out)
