"""Checks of the notes against the rules of harmony, with faults as sentences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from music.harmony import Span, at
from music.piece import Piece
from music.writing import Note, parallels

LEAST_SECONDS = 180
WIDEST_LEAP = 12


def faults(piece: Piece) -> list[str]:
    """Return all faults of a piece, which should be none."""
    spans = [span for section in piece.spans() for span in section]
    calm = piece.layers["calm"]
    melody, bass = (sorted(calm[part], key=lambda note: note.start) for part in (piece.melody, piece.bass))
    found = [*_ranges(piece), *_leaps(melody), *_leading(melody, spans), *_foreign(melody, spans), *_form(piece)]
    if piece.strict:
        found += _parallels(melody, bass)
    return [f"{piece.name}: {fault}" for fault in found]


def _place(beat: float, beats: int = 4) -> str:
    return f"bar {int(beat // beats) + 1}, beat {beat % beats + 1:g}"


def _ranges(piece: Piece) -> Iterator[str]:
    for layer, parts in piece.layers.items():
        for part, notes in parts.items():
            voice = piece.instruments[part]
            strange = [n for n in notes if not voice.low <= n.pitch <= voice.high or not 1 <= n.force <= 127]
            if strange:
                first = strange[0]
                yield f"{layer}/{part}: {len(strange)} notes out of range, as {first.pitch} in {_place(first.start)}"


def _leaps(line: Sequence[Note]) -> Iterator[str]:
    for first, second in pairwise(line):
        if abs(second.pitch - first.pitch) > WIDEST_LEAP and second.start - first.end < 2:
            yield f"a leap over an octave in {_place(second.start)}"


def _leading(line: Sequence[Note], spans: Sequence[Span]) -> Iterator[str]:
    for first, second in pairwise(line):
        old, new = at(spans, first.start), at(spans, second.start)
        is_leading = old is not new and old.chord.leads_to(new.chord) and first.pitch % 12 == old.chord.third
        if is_leading and (second.pitch - first.pitch not in (0, 1) or second.pitch % 12 not in new.chord.tones):
            yield f"a leading note that leads nowhere in {_place(first.start)}"


def _foreign(line: Sequence[Note], spans: Sequence[Span]) -> Iterator[str]:
    for first, second in pairwise(line):
        if first.pitch % 12 not in at(spans, first.start).chord.tones and abs(second.pitch - first.pitch) > 2:
            yield f"a foreign tone left by leap in {_place(first.start)}"


def _parallels(upper: Sequence[Note], lower: Sequence[Note]) -> Iterator[str]:
    def sounding(line: Sequence[Note], beat: float) -> int | None:
        return next((note.pitch for note in reversed(line) if note.start <= beat + 1e-6), None)

    for note in lower:
        tones = [sounding(line, beat) for beat in (note.start - 1e-3, note.start) for line in (upper, lower)]
        if None not in tones:
            before, beneath, after, under = (tone or 0 for tone in tones)
            if parallels((before, after), (beneath, under)):
                kind = "octaves" if (after - under) % 12 == 0 else "fifths"
                yield f"parallel {kind} in {_place(note.start)}"


def bars(piece: Piece, layer: str = "calm") -> list[frozenset[tuple[str, float, float, int]]]:
    """Return the content of each bar of a layer: part, place in the bar, length and pitch of each note."""
    out: list[set[tuple[str, float, float, int]]] = [set() for _ in range(piece.bars)]
    for part, notes in piece.layers[layer].items():
        for note in notes:
            bar = min(int((note.start + 1e-6) // piece.beats), piece.bars - 1)
            out[bar].add((part, round(note.start - bar * piece.beats, 3), round(note.length, 3), note.pitch))
    return [frozenset(bar) for bar in out]


def _form(piece: Piece) -> Iterator[str]:
    if piece.seconds < LEAST_SECONDS:
        yield f"only {piece.seconds:.0f} s long"
    if piece.bars % piece.link_bars:
        yield f"{piece.bars} bars are not a whole number of links of {piece.link_bars}"
    whole = bars(piece)
    for number, (first, second) in enumerate(pairwise(whole)):
        if first == second:
            yield f"bar {number + 2} is bar {number + 1} again"
    phrases = Counter(tuple(whole[number : number + 4]) for number in range(0, piece.bars - 3, 4))
    yield from (f"a phrase of four bars is heard {count} times" for count in phrases.values() if count > 1)
    if any(note.start >= piece.bars * piece.beats for parts in map(piece.layers.get, ("calm", "building", "tense"))
           for notes in (parts or {}).values() for note in notes):  # fmt: skip
        yield "a note after the last bar"
