"""Tools for composing: themes in scale degrees, voice leading, basses, broken chords, rhythms.

A theme is written in degrees of its key: `5q. 6e 5h | rq 3'q 2h`. `,` and `'` mean the octave below and above, `r` is a
rest, and w h q e s are the lengths from whole to sixteenth notes (`.` adds a half, `t` makes a triplet note). `sing`
rest, and w h q e s are the lengths from whole to sixteenth notes (`.` adds a half, `t` makes a triplet note). `sing`
turns a theme into a line: the tones nearest to the written ones that fit the chords and obey the rules of voice
leading.
"""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from music.harmony import Span, at, scale_of

LENGTHS = {"w": 4.0, "h": 2.0, "q": 1.0, "e": 0.5, "s": 0.25}
TOKEN = re.compile(r"(r|[1-7][,']*)([whqes])([.t]?)$")


@dataclass(frozen=True)
class Note:
    """A note with start and length in beats, and pitch and force (velocity) as in MIDI."""

    start: float
    length: float
    pitch: int
    force: int

    @property
    def end(self) -> float:
        return self.start + self.length


Theme = tuple[tuple[int | None, float], ...]
"""Degrees, counted from 0 across octaves, or None for a rest; each with its length in beats."""


def theme(text: str) -> Theme:
    """Parse a theme. Raises ValueError."""
    found = []
    for token in text.replace("|", " ").split():
        if not (match := TOKEN.match(token)):
            raise ValueError(f"no note: {token}")
        tone, letter, dot = match.groups()
        length = LENGTHS[letter] * {"": 1, ".": 1.5, "t": 2 / 3}[dot]
        degree = None if tone == "r" else int(tone[0]) - 1 + 7 * (tone.count("'") - tone.count(","))
        found.append((degree, length))
    return tuple(found)


def moved(written: Theme, steps: int) -> Theme:
    """Return a theme transposed by this many degrees."""
    return tuple((degree if degree is None else degree + steps, length) for degree, length in written)


def mirrored(written: Theme, axis: int = 4) -> Theme:
    """Return a theme inverted around a degree."""
    return tuple((degree if degree is None else 2 * axis - degree, length) for degree, length in written)


def backwards(written: Theme) -> Theme:
    return tuple(reversed(written))


def stretched(written: Theme, factor: float) -> Theme:
    return tuple((degree, length * factor) for degree, length in written)


def divided(written: Theme, shortest: float = 1.0) -> Theme:
    """Return a theme with its long tones divided by a neighbour: (1, 2 beats) becomes 1 2 1."""
    out: list[tuple[int | None, float]] = []
    for number, (degree, length) in enumerate(written):
        if degree is None or length < 2 * shortest:
            out.append((degree, length))
        else:
            turn = 1 if number % 2 else -1
            out += [(degree, length / 2), (degree + turn, length / 4), (degree, length / 4)]
    return tuple(out)


# -- lines


def _candidates(span: Span, written: int, is_strong: bool, low: int, high: int) -> list[int]:
    allowed = span.chord.tones if is_strong else span.scale
    reach = 6 if is_strong else 3
    found = [p for p in range(max(low, written - reach), min(high, written + reach) + 1) if p % 12 in allowed]
    return found or [min((p for p in range(low, high + 1) if p % 12 in allowed), key=lambda p: abs(p - written))]


def _sounding(bass: Sequence[Note], beat: float) -> int | None:
    return next((note.pitch for note in reversed(bass) if note.start <= beat + 1e-6), None)


def parallels(upper: tuple[int, int], lower: tuple[int, int]) -> bool:
    """Tell whether two voices move in parallel fifths or octaves."""
    first, second = (upper[0] - lower[0]) % 12, (upper[1] - lower[1]) % 12
    return upper[0] != upper[1] and lower[0] != lower[1] and first == second and first in (0, 7)


def _cost(
    before: tuple[float, int, int], now: tuple[float, int, int], spans: Sequence[Span], bass: Sequence[Note]
) -> float:
    """Return how badly a tone (beat, written pitch, sung pitch) follows the one before."""
    (last, last_written, last_sung), (beat, written, sung) = before, now
    step, meant = sung - last_sung, written - last_written
    cost = (
        abs(sung - written) + 0.7 * abs(step - meant) + (3 if step == 0 != meant else 0) + (40 if abs(step) > 12 else 0)
    )
    old, new = at(spans, last), at(spans, beat)
    if last_sung % 12 not in old.chord.tones and abs(step) > 2:
        cost += 30  # a non-chord tone should move by step
    if abs(step) in (6, 10, 11):
        cost += 6
    if old is not new and old.chord.leads_to(new.chord) and last_sung % 12 == old.chord.third:
        cost += 0 if step in (0, 1) and sung % 12 in new.chord.tones else 120
    low = _sounding(bass, beat - 1e-3), _sounding(bass, beat)
    if low[0] is not None and low[1] is not None and parallels((last_sung, sung), (low[0], low[1])):
        cost += 200
    return cost


Place = tuple[float, float, int]
"""Start and length in beats, and the written pitch."""


def placed(written: Theme, key: str, low: int, start: float) -> list[Place]:
    """Return a theme's tones in a key, with its first degree in the lowest octave of a voice."""
    scale, beat, out = scale_of(key), start, []
    root = next(pitch for pitch in range(low, low + 12) if pitch % 12 == scale[0])
    for degree, length in written:
        if degree is not None:
            octave, step = divmod(degree, 7)
            out.append((beat, length, root + 12 * octave + (scale[step] - scale[0]) % 12))
        beat += length
    return out


def sing(
    places: Sequence[Place], spans: Sequence[Span], bass: Sequence[Note], low: int, high: int, force: int
) -> list[Note]:
    """Return the line nearest to the written one that fits the chords and leads well over the bass (Viterbi search)."""
    best: dict[int, tuple[float, list[int]]] = {}
    for number, (beat, length, pitch) in enumerate(places):
        is_strong = length >= 1.5 or beat % 2 < 1e-6 or (length >= 1 and beat % 1 < 1e-6)
        options = _candidates(at(spans, beat), pitch, is_strong, low, high)
        if number == 0:
            best = {tone: (float(abs(tone - pitch)), [tone]) for tone in options}
            continue
        was_beat, _, was_pitch = places[number - 1]
        best = {
            tone: min(
                (cost + _cost((was_beat, was_pitch, path[-1]), (beat, pitch, tone), spans, bass), [*path, tone])
                for cost, path in best.values()
            )
            for tone in options
        }
    tones = min(best.values())[1]
    return [
        Note(beat, length, tone, force + (6 if beat % 2 < 1e-6 else 0) + (4 if length >= 2 else 0))
        for (beat, length, _), tone in zip(places, tones)
    ]


# -- accompaniment


def nearest(tone: int, to: int, low: int, high: int) -> int:
    """Return the pitch of a pitch class that is nearest to another pitch, within a range."""
    return min((p for p in range(low, high + 1) if p % 12 == tone), key=lambda p: (abs(p - to), p))


def _low_tones(spans: Sequence[Span], low: int, high: int) -> list[int]:
    """Return the bass tone of each span. The third of a dominant in the bass resolves upwards."""
    tones: list[int] = []
    for number, span in enumerate(spans):
        tone = nearest(span.chord.bass, tones[-1] if tones else (low + high) // 2, low, high)
        before = spans[number - 1].chord if number else None
        if before and before.leads_to(span.chord) and before.bass == before.third:
            tone = nearest(span.chord.bass, tones[-1] + 1, low, high)
        tones.append(tone)
    return tones


def held(spans: Sequence[Span], low: int, high: int, force: int = 74, rhythm: Sequence[float] = (0,)) -> list[Note]:
    """Return a bass that plays the chord's bass tone at these beats after each change."""
    out = []
    for span, tone in zip(spans, _low_tones(spans, low, high)):
        starts = [span.start + after for after in rhythm if span.start + after < span.end - 0.1]
        ends = [*starts[1:], span.end]
        out += [Note(start, end - start, tone, force - 6 * (k > 0)) for k, (start, end) in enumerate(zip(starts, ends))]
    return out


def walking(spans: Sequence[Span], low: int, high: int, rng: random.Random, force: int = 78) -> list[Note]:
    """Return a walking bass: the bass tone at each change, chord tones between, and a step into the next one."""
    out, tones = [], _low_tones(spans, low, high)
    for number, (span, tone) in enumerate(zip(spans, tones)):
        aim = tones[number + 1] if number + 1 < len(tones) else tones[0]
        count = round(span.end - span.start)
        line = [tone]
        for place in range(1, count):
            if place == count - 1:
                steps = [p for p in (aim - 1, aim + 1, aim - 2, aim + 2) if low <= p <= high and p % 12 in span.scale]
                options = [p for p in steps if p != line[-1]] or [aim + 1]
            else:
                tones_near = [p for p in range(line[-1] - 7, line[-1] + 8) if p % 12 in span.chord.tones]
                options = [p for p in tones_near if low <= p <= high and p != line[-1]] or [tone]
            line.append(min(options, key=lambda p: abs(p - (line[-1] + aim) / 2) + rng.random() * 4))
        out += [Note(span.start + k, 0.92, p, force + (4 if k == 0 else -2)) for k, p in enumerate(line)]
    return out


def voicings(spans: Sequence[Span], low: int, high: int, count: int = 3, rootless: bool = False) -> list[list[int]]:
    """Return close-position chords, each as near as possible to the one before."""
    out: list[list[int]] = []
    for span in spans:
        tones = [tone for tone in span.chord.tones if not (rootless and tone == span.chord.root)] or [span.chord.root]
        choices = []
        for bottom in range(low, high - 6):
            if bottom % 12 in tones:
                chord, pitch = [bottom], bottom
                while len(chord) < count:
                    pitch += 1
                    if pitch % 12 in tones:
                        chord.append(pitch)
                if chord[-1] <= high and len({p % 12 for p in chord}) >= min(count, len(tones)):
                    choices.append(chord)
        middle = out[-1] if out else [(low + high) // 2] * count
        out.append(min(choices, key=lambda chord: sum(abs(a - b) for a, b in zip(chord, middle))))
    return out


def broken(
    spans: Sequence[Span],
    chords: Sequence[Sequence[int]],
    pattern: str,
    step: float,
    force: int = 62,
    ring: float = 1.0,
    shift: int = 0,
) -> list[Note]:
    """Return broken chords: digits are tones from below, `-` is a rest, `(02)` several tones together."""
    groups = [group.strip("()") for group in re.findall(r"\(\d+\)|\d|-", pattern)]
    out = []
    for span, chord in zip(spans, chords):
        count = round((span.end - span.start) / step)
        for place in range(count):
            beat = span.start + place * step
            for digit in groups[round(beat / step) % len(groups)].replace("-", ""):
                octave, tone = divmod(int(digit), len(chord))
                accent = 7 if beat % 2 < 1e-6 else 3 if beat % 1 < 1e-6 else 0
                out.append(Note(beat, ring, chord[tone] + 12 * octave + shift, force + accent))
    return out


def beaten(start: float, bars: int, beats: int, rhythms: Sequence[tuple[int, str]], force: int = 60) -> list[Note]:
    """Return percussion, with a bar of text for each drum: `x` is a stroke, `o` soft, `X` strong, `-` none."""
    forces = {"x": force, "o": force - 18, "X": force + 14}
    return [
        Note(start + beats * (bar + place / len(text)), 0.25, drum, forces[sign])
        for bar in range(bars)
        for drum, text in rhythms
        for place, sign in enumerate(text)
        if sign != "-"
    ]


# -- players


def humanised(notes: Sequence[Note], seconds_per_beat: float, rng: random.Random, spread: float = 0.007) -> list[Note]:
    """Return notes as people play them, with small random deviations in time and force."""

    def touched(note: Note) -> Note:
        off = max(-2.0, min(2.0, rng.gauss(0, 1))) * spread / seconds_per_beat
        force = round(note.force + rng.gauss(0, 3.5))
        return replace(note, start=max(0.0, note.start + off), force=max(18, min(118, force)))

    return [touched(note) for note in notes]


def swung(notes: Sequence[Note], late: float = 2 / 3) -> list[Note]:
    """Return notes with late off-beats, as in jazz."""

    def bent(beat: float) -> float:
        whole, part = divmod(beat, 1)
        return whole + (part * late / 0.5 if part <= 0.5 else late + (part - 0.5) * (1 - late) / 0.5)

    return [replace(n, start=bent(n.start), length=max(0.1, bent(n.end) - bent(n.start))) for n in notes]
