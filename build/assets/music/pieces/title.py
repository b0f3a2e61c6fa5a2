"""Dusk: a piano sings over a guitar while lights go on. D major, with a raised fourth where the sky opens."""

from music.piece import Instrument, Piece, Section
from music.writing import broken, divided, held, mirrored, moved, theme, voicings

LAMP = theme("5h 6q 5q | 3h. rq | 2q 3q 5q 6q | 5w | 1'h 7q 6q | 5h 3h | 2q. 3e 2h | 1h. rq")
RIVER = theme("rq 3q 2q 1q | 2h 6,h | rq 1q 2q 3q | 5h. 3q | 6h 5q 3q | 2h. 1q | 3h 2q 6,q | 1h. rq")
STAR = theme("1'w | 7h 5h | 6w | 4h 5h | 3h. 5q | 2w | 4h 3q 2q | 3h. rq")

SECTIONS = (
    Section("river", "D major", "D . Dmaj7 . | G/B . G . | D/A . . . | Asus4 . . . "
            "| Bm7 . . . | Em7 . . . | G . A7 . | D . . .", RIVER),
    Section("lamp", "D major", "D . . . | Bm7 . . . | Em7 . A7 . | D/F# . . . | G . . . | Bm . . . | Em7 . A7 . | D . . .",
            LAMP),
    Section("lamp, passing", "D major",
            "G . D/F# . | Em7 . . . | A7 . . . | Bm7 . . . | Gmaj7 . . . | D/F# . B7 . | Em7 . A7 . | Dadd9 . . .",
            divided(LAMP, 1)),
    Section("star", "G lydian", "Gmaj7 . . . | A/G . . . | F#m7 . . . | Bm7 . . . | Gmaj7 . . . | A . . . | Bm7 . F#m . | G . . .",
            STAR),
    Section("river, below", "B minor", "Bm . . . | G . . . | Em7 . . . | F#m . . . | G . Em . | A7 . . . | D . Bm . | F#7 . . .",
            mirrored(moved(RIVER, 2), 4)),
    Section("star, answered", "D major", "Bm7 . . . | Em9 . . . | A7 . . . | D/F# . . . | G . . . | Gm6 . . . | D/A . . . | A7 . . .",
            moved(STAR, -2)),
    Section("lamp, last", "D major", "D . . . | G/D . . . | D . A7/C# . | Bm7 . . . | G . Em7 . | D/A . A7 . | G . . . | D . . .",
            divided(moved(LAMP, 0), 2)),
)  # fmt: skip
PATTERNS = ("0-2132--", "0-213-2-", "02132-3-", "0---2---", "0-2-3-2-", "0-2---1-", "0-3-2-1-")


def compose() -> Piece:
    instruments = {
        "piano": Instrument(0, 60, 84, 0.12, 0.8, 0.5),
        "guitar": Instrument(24, 48, 76, -0.35, 0.72, 0.4),
        "bass": Instrument(32, 31, 55, 0.0, 0.78, 0.2),
        "strings": Instrument(48, 50, 76, 0.3, 0.34, 0.6, human=0.02),
    }
    piece = Piece("title", 69, 4, SECTIONS, instruments, "piano", "bass")
    spans = piece.spans()
    bass = [note for section in spans for note in held(section, 33, 53, 70)]
    piece.add("calm", "bass", bass)
    piece.sing_all(bass, force=72)
    for number, section in enumerate(spans):
        chords = voicings(section, 50, 69, 3)
        piece.add("calm", "guitar", broken(section, chords, PATTERNS[number], 0.5, 56, ring=1.6))
        if number in (3, 5, 6):
            pads = voicings(section, 55, 74, 3)
            piece.add("calm", "strings", [note for span, chord in zip(section, pads) for note in
                                          broken([span], [chord], "(012)", span.end - span.start, 44, span.end - span.start)])  # fmt: skip
    return piece
