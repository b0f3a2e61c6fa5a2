"""What a piece is: sections on one grid of bars, in layers that sound together, with an ending for each outcome."""

from __future__ import annotations

import random
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from music.harmony import Span, harmony
from music.writing import Note, Theme, placed, sing, theme

RATE = 44_100
GRAIN = 512
"""Samples that the program's mixer asks for at a time: links are whole numbers of these, and meet without a gap."""
LAYERS = ("calm", "building", "tense")
ENDINGS = ("won", "lost")


@dataclass(frozen=True)
class Instrument:
    """A voice of the sound font: its program, the range it has, where it stands (-1 to 1), how loud, how far."""

    program: int
    low: int
    high: int
    pan: float = 0.0
    gain: float = 0.8
    room: float = 0.35
    bank: int = 0
    human: float = 0.007
    """How far from the beat its player strays, in seconds."""


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
    """A piece as it is written. Layers and endings hold the notes of each part."""

    name: str
    tempo: float
    """Beats a minute, before it is brought onto the grid."""
    link_bars: int
    """Bars of a stretch that the program loads at a time."""
    sections: Sequence[Section]
    instruments: Mapping[str, Instrument]
    melody: str
    bass: str
    strict: bool = True
    """Whether fifths and octaves between melody and bass are faults in its style."""
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

    def chance(self, part: str) -> random.Random:
        """Return the fixed chance of a part."""
        return random.Random(zlib.crc32(f"{self.name}/{part}".encode()))

    def add(self, layer: str, part: str, notes: Sequence[Note], phrases: str = "012") -> None:
        """Enter a part's notes in these of every three phrases of four bars."""
        phrase = 4 * self.beats
        notes = [note for note in notes if str(int(note.start // phrase % 3)) in phrases]
        self.layers.setdefault(layer, {}).setdefault(part, []).extend(notes)

    def starts(self) -> list[float]:
        """Return the beat at which each section begins."""
        beats, out = 0.0, []
        for section in self.sections:
            out.append(beats)
            beats += section.bars * self.beats
        return out

    def spans(self) -> list[list[Span]]:
        """Return each section's harmony."""
        pairs = zip(self.sections, self.starts())
        return [harmony(section.chords, section.key, self.beats, start) for section, start in pairs]

    def sing_all(self, bass: Sequence[Note], force: int) -> None:
        """Have the melody sing the sections' themes, one after the other, over a bass."""
        voice, places = self.instruments[self.melody], []
        for section, start in zip(self.sections, self.starts()):
            places += placed(filled(section.theme, section.bars * self.beats), section.key, voice.low, start)
        spans = [span for section in self.spans() for span in section]
        self.add("calm", self.melody, sing(places, spans, bass, voice.low, voice.high, force))

    def add_ending(
        self, name: str, key: str, chords: str, written: str, bass: Sequence[Note], under: Mapping[str, Sequence[Note]]
    ) -> None:
        """Write the bars that tell an outcome: a theme over its bass, and what else plays."""
        voice, spans = self.instruments[self.melody], harmony(chords, key, self.beats)
        places = placed(theme(written), key, voice.low, 0)
        line = sing(places, spans, bass, voice.low, voice.high, 78)
        self.layers[name] = {self.melody: line, self.bass: [*bass], **{part: [*notes] for part, notes in under.items()}}


def filled(written: Theme, beats: float) -> Theme:
    """Return a theme cut or rested to a length."""
    out, sofar = [], 0.0
    for degree, length in written:
        if sofar + length > beats + 1e-6:
            break
        out.append((degree, length))
        sofar += length
    return (*out, (None, beats - sofar)) if sofar < beats else tuple(out)
