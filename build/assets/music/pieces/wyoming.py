"""Towers of Wyoming: a wide plain. Two guitars, a distant harmonica, a patient bass. G major with a flat seventh."""

from music.harmony import harmony
from music.piece import Instrument, Piece, Section
from music.writing import beaten, broken, divided, held, mirrored, moved, theme, voicings

TRAIL = theme("5q. 6e 5q 3q | 2h rh | 1q. 2e 3q 5q | 6h. rq | 5q. 6e 1'q 6q | 5h 3h | 2q 3q 2q 1q | 6,h. rq")
WIND = theme("1'h. 7q | 6h 5h | 4h. 3q | 5w | 6h. 5q | 3h 2h | 1h 2q 3q | 2h. rq")
FENCE = theme("3e 5e 6q 5q rq | 3e 2e 1q rh | 3e 5e 6q 1'q 6q | 5h. rq")

SECTIONS = (
    Section("trail", "G major", "G . . . | D/F# . . . | Em7 . . . | C . . . | G . . . | Em . D . | C . . . | D . . .", TRAIL),
    Section("trail, on", "G major", "G . G/B . | C . . . | Am7 . . . | D7 . . . | Em . . . | C . G/B . | Am7 . D7 . | G . . .",
            divided(TRAIL, 1)),
    Section("wind", "G mixolydian", "G . . . | F . . . | C . . . | G . . . | Dm7 . . . | F . . . | C . Am7 . | D7 . . .", WIND),
    Section("fence", "E minor", "Em . . . | Am7 . . . | C . D . | Em . . . | C . . . | Bm7 . . . | Am7 . . . | B7 . . . | "
            "Em . . . | C . . . | Am7 . D7 . | Gadd9 . . .", FENCE + moved(FENCE, 2) + mirrored(FENCE, 5)),
    Section("trail, far", "C major", "C . . . | G/B . . . | Am7 . . . | F . . . | C . Em . | F . . . | Dm7 . G7 . | C . . .",
            moved(TRAIL, 1)),
    Section("open", "G mixolydian", "F . . . | C . . . | G/B . . . | Am7 . . . | F . . . | Em7 . . . | Am7 . . . | D7 . . .",
            moved(mirrored(WIND, 5), 3)),
    Section("wind, home", "G major", "G . . . | Bm7 . . . | C . . . | G/B . . . | Am7 . . . | Em7 . . . | C . Am7 . | D7 . . .",
            divided(WIND, 2)),
)  # fmt: skip
PATTERNS = ("0-2-1-2-", "02-12-1-", "0---2-1-", "0-21-021", "0-1-2-1-", "0--2--1-", "02-1-2-1")
SECOND = ("-2-3-2-3", "-3-2-1-2", "--(13)---(13)-", "-2-1-3-1", "--3-2-3-", "-(12)---(12)--", "-3-1-2-1")


def compose() -> Piece:
    instruments = {
        "guitar": Instrument(25, 60, 84, -0.15, 0.8, 0.25),
        "nylon": Instrument(24, 45, 72, 0.45, 0.66, 0.25),
        "bass": Instrument(32, 31, 55, 0.0, 0.8, 0.15),
        "harmonica": Instrument(22, 60, 84, 0.3, 0.3, 0.95, human=0.015),
        "picked": Instrument(25, 50, 79, -0.55, 0.6, 0.3),
        "shaker": Instrument(0, 0, 127, 0.4, 0.4, 0.25, bank=128),
        "muted": Instrument(28, 40, 64, 0.2, 0.7, 0.2),
        "toms": Instrument(0, 0, 127, -0.1, 0.62, 0.5, bank=128),
    }
    piece = Piece("wyoming", 76, 3, SECTIONS, instruments, "guitar", "bass")
    spans, starts = piece.spans(), piece.starts()
    bass = [note for section in spans for note in held(section, 33, 52, 72)]
    piece.add("calm", "bass", bass)
    piece.sing_all(bass, force=78)
    for number, (section, start) in enumerate(zip(spans, starts)):
        low = voicings(section, 47, 66, 3)
        piece.add("calm", "nylon", broken(section, low, PATTERNS[number], 0.5, 54, ring=1.5))
        high = voicings(section, 57, 76, 3)
        piece.add("building", "picked", broken(section, high, SECOND[number], 0.5, 56, ring=0.9), "02")
        bars = SECTIONS[number].bars
        shakes = ((70, "o-x-o-xo"),) if number % 2 else ((70, "oox-oox-"),)
        piece.add("building", "shaker", beaten(start, bars, 4, shakes, 58), "1")
        piece.add(
            "tense",
            "muted",
            broken(section, voicings(section, 43, 60, 2), "01101011"[number:] + "01101011"[:number], 0.5, 62, 0.4),
            "1",
        )
        piece.add(
            "tense",
            "toms",
            beaten(start, bars, 4, ((41, "x-----o-"), (45, "---o--x-" if number % 2 else "----o---")), 66),
            "02",
        )
    far = [note for note in piece.layers["calm"]["guitar"] if note.length >= 2 and starts[2] <= note.start < starts[6]]
    piece.add("calm", "harmonica", [type(n)(n.start + 1, n.length - 0.5, _over(n.pitch), 56) for n in far])
    end = harmony("C . D7 . | G . . . | G . . . ", "G major", 4)
    low = held(end, 33, 52, 74)
    under = {"nylon": broken(end, voicings(end, 47, 66, 3), "0121", 0.5, 58, 1.5)}
    piece.add_ending("won", "G major", "C . D7 . | G . . . | G . . .", "5q 6q 7q 2'q | 1'h 5q 6q | 1'w", low, under)
    end = harmony("Am7 . C . | Em . . . | Em . . .", "E minor", 4)
    low = held(end, 33, 52, 66)
    under = {"nylon": broken(end, voicings(end, 47, 66, 3), "0-1-", 0.5, 50, 1.5)}
    piece.add_ending("lost", "E minor", "Am7 . C . | Em . . . | Em . . .", "1'h 6q 5q | 3h. 2q | 1w", low, under)
    return piece


def _over(pitch: int) -> int:
    """Return the harmonica's pitch for a tone of the guitar: the same, or an octave higher if that is low."""
    return pitch + 12 if pitch < 66 else pitch
