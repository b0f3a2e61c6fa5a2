"""Towers: a small jazz trio on a roof. Three choruses of thirty-two bars in F: the tune, a piano solo, a variation."""

from music.harmony import harmony
from music.piece import Instrument, Piece, Section
from music.writing import Note, beaten, broken, divided, held, mirrored, moved, swung, theme, voicings, walking

HOIST = theme("5e 6e 1'q 6e 5e rq | rq 3e 5e 6q 5q | 3e 2e 1q rq 6,q | 2h. rq | "
              "5e 6e 1'q 2'e 3'e rq | 6q 4e 3e 4h | 3q 5q 6e 5e 3q | 2h. rq")  # fmt: skip
CRANE = theme(
    "rq 2'q 1'e 2'e 1'q | 6h. rq | rq 1'q 7e 1'e 7q | 5h. rq | rq 6q 5e 6e 1'q | 7q 6q 4q 2q | 4q 6q 1'e 6e 4q | 5h. rq"
)
RUN = theme("1e 2e 3e 5e 6e 5e 3e 2e | 4q rq 6e 5e 4e 2e | 3e 5e 7e 2'e 1'q 6q | 5q rh. | 3'e 2'e 1'e 6e 5q rq | "
            "4e 5e 6e 1'e 2'q 1'q | 7e 6e 5e 3e 4q 6q | 5h rh")  # fmt: skip
TURN = theme("6e 5e 6e 1'e 5q rq | 4e 3e 4e 6e 2q rq | 5q. 3e 6q rq | 2e 4e 6e 1'e 7h")

A1 = "Fmaj7 D7 | Gm7 C7 | Am7 D7 | Gm7 C7 | F6 F7 | Bbmaj7 Bbm6 | Am7 D7 | Gm7 C7"
A2 = "Fmaj7 Am7 | Gm7 C7 | Am7 Dm7 | Gm7 C7 | Cm7 F7 | Bbmaj7 Eb9 | Gm7 C7 | F6 F6"
B1 = "Cm7 F7 | Bbmaj7 Gm7 | Em7b5 A7 | Dm7 Dm7 | Bm7b5 E7 | Am7 D7 | Gm7 Bbm6 | C7 C7"
A3 = "Am7 D7 | Gm7 C7 | Fmaj7 Dm7 | Bm7b5 Bbm6 | Am7 D7 | Gm7 Bbmaj7 | Am7 D7 | Gm7 C7"
B2 = "Bbmaj7 Bbmaj7 | Am7 D7 | Gm7 C7 | F6 Dm7 | Bm7b5 E7 | Am7 Dm7 | G7 G7 | Gm7 C7"

SECTIONS = (
    Section("tune", "F major", A1, HOIST),
    Section("tune, again", "F major", A2, moved(HOIST, 1)),
    Section("bridge", "F major", B1, CRANE),
    Section("tune, out", "F major", A3, divided(HOIST, 1)),
    Section("piano", "F major", A2, RUN),
    Section("piano, on", "F major", A1, TURN + moved(TURN, 2)),
    Section("piano, bridge", "F major", B2, moved(mirrored(CRANE, 5), 2)),
    Section("piano, home", "F major", A3, mirrored(RUN, 5)),
    Section("riff", "F major", A1, moved(TURN, 1) + mirrored(TURN, 5)),
    Section("tune, turned", "F major", A2, mirrored(HOIST, 4)),
    Section("bridge, sung", "F major", B1, divided(CRANE, 2)),
    Section("tune, last", "F major", A2, moved(divided(HOIST, 1), 2)),
)  # fmt: skip
COMPS = ("---x--x-", "-x---x--", "--x----x", "x--x----", "-x--x---", "---x---x", "--xx----", "x----x--", "---x-x--", "-x-----x",
         "--x--x--", "x---x---")  # fmt: skip


def comped(section: list, chords: list[list[int]], pattern: str, force: int) -> list[Note]:
    """Return the left hand's short chords, by a pattern of eighth notes per bar."""
    out = []
    for span, chord in zip(section, chords):
        for place, sign in enumerate(pattern):
            bar = span.start - span.start % 4
            beat = bar + place / 2
            if sign == "x" and span.start <= beat < span.end:
                out += [Note(beat, 0.45, pitch, force) for pitch in chord]
    return out


def compose() -> Piece:
    instruments = {
        "piano": Instrument(0, 62, 86, 0.15, 0.8, 0.25, human=0.011),
        "left": Instrument(0, 48, 70, -0.05, 0.66, 0.25, human=0.011),
        "bass": Instrument(32, 28, 55, -0.2, 0.92, 0.12, human=0.01),
        "brushes": Instrument(40, 0, 127, 0.3, 0.62, 0.25, bank=128, human=0.01),
        "vibes": Instrument(11, 58, 84, 0.55, 0.5, 0.4, human=0.01),
        "ride": Instrument(32, 0, 127, -0.35, 0.6, 0.25, bank=128, human=0.008),
        "organ": Instrument(26, 50, 74, -0.5, 0.6, 0.3, human=0.01),
    }
    piece = Piece("towers", 120, 4, SECTIONS, instruments, "piano", "bass", strict=False)
    spans, starts, rng = piece.spans(), piece.starts(), piece.rng("bass line")
    bass = [
        n
        for number, s in enumerate(spans)
        for n in (held(s, 29, 50, 80, (0, 1.5)) if number in (0, 2) else walking(s, 29, 52, rng))
    ]
    piece.add("calm", "bass", bass)
    piece.sing_all(bass, force=80)
    for number, (section, start) in enumerate(zip(spans, starts)):
        bars = SECTIONS[number].bars
        piece.add("calm", "left", comped(section, voicings(section, 50, 67, 3, rootless=True), COMPS[number], 54))
        brush = ((38, "o-x-o-x-"), (42, "--x---x-")) if number % 2 else ((38, "oox-o-xo"), (42, "--x---x-"))
        piece.add("building", "brushes", beaten(start, bars, 4, brush, 62), "01")
        riff = voicings(section, 62, 79, 3, rootless=True)
        piece.add(
            "building",
            "vibes",
            broken(section, riff, ("----2-1-", "--1-----", "2---1---", "---(12)----")[number % 4], 0.5, 54, 0.9),
            "02",
        )
        ride = (
            ((51, "x-xox-xo"), (44, "--x---x-"), (36, "o-------"))
            if number % 2
            else ((51, "x-xxx-xx"), (44, "--x---x-"), (36, "o---o---"))
        )
        piece.add("tense", "ride", beaten(start, bars, 4, ride, 58), "02")
        piece.add("tense", "organ", comped(section, voicings(section, 53, 72, 3), COMPS[(number + 5) % 12], 56), "12")
    for name, key, chords, tune, force in (
        ("won", "F major", "Gm7 C7 | F6 Bbmaj7 | F6 F6", "2e 4e 6q 5e 7e 2'q | 1'q 6e 5e 6q 1'q | 3'h rh", 84),
        ("lost", "F major", "Bbmaj7 Bbm6 | Am7 Dm7 | Dm Dm", "6q. 5e 4h | 3h 1q 6,q | 6,w", 70),
    ):
        end = harmony(chords, key, 4)
        under = {"left": comped(end, voicings(end, 50, 67, 3, rootless=True), "x--x----", force - 26)}
        piece.add_ending(name, key, chords, tune, held(end, 29, 50, force), under)
    piece.layers = {
        layer: {part: swung(notes) for part, notes in parts.items()} for layer, parts in piece.layers.items()
    }
    return piece
