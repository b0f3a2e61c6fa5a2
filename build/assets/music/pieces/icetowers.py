"""IceTowers: glass and bells over a low tone. Nothing is struck hard; the pulse is in eighths, then in sixteenths."""

from music.harmony import harmony
from music.piece import Instrument, Piece, Section
from music.writing import beaten, broken, held, mirrored, moved, stretched, theme, voicings

GLINT = theme("5h 3'h | 2'q. 1'e 7h | 5h 6h | 3w")
FROST = theme("rq 1'e 2'e 3'h | 2'q 7q 5h | rq 6e 7e 1'h | 7q 5q 3h")
CRACK = theme("1'q 5q 3h | 2q 6q 4h | 3q 7q 5h | 6h 5h")

SECTIONS = (
    Section("glint", "E minor", "Em . . . | C . . . | G/B . . . | D . . . | Em . . . | Am7 . . . | C . . . | Bm7 . . .", GLINT + moved(GLINT, -1)),
    Section("frost", "E minor", "C . . . | G/B . . . | Am7 . . . | Em . . . | C . . . | D . . . | Em . . . | Bm . . .", FROST + mirrored(FROST, 9)),
    Section("crack", "B minor", "Bm . . . | F#m . . . | G . . . | D/F# . . . | Em7 . . . | Bm/D . . . | G . . . | F#7 . . .", CRACK + moved(CRACK, 2)),
    Section("deep", "G lydian", "Gmaj7 . . . | A/G . . . | Bm . . . | F#m7 . . . | Gmaj7 . . . | D/F# . . . | Em9 . . . | A . . .", stretched(theme("1'q 7q 5q 6q 3q 5q 2q 3q"), 4)),
    Section("glint, warmer", "D major", "D . . . | A/C# . . . | Bm . . . | G . . . | D/F# . . . | Em7 . . . | G . . . | A . . .", mirrored(GLINT, 8) + moved(GLINT, 1)),
    Section("frost, high", "D major", "Bm . . . | G . . . | D/F# . . . | Em7 . . . | Bm . . . | A . . . | G . . . | Em7 . . .", moved(FROST, 1) + mirrored(moved(FROST, 1), 8)),
    Section("floe", "C lydian", "Cmaj7 . . . | D/C . . . | Bm7 . . . | Em . . . | Am7 . . . | Bm7 . . . | Cmaj7 . . . | D . . .", stretched(CRACK, 2)),
    Section("crack, under", "A minor", "Am . . . | Em/G . . . | F . . . | C/E . . . | Dm7 . . . | Am . . . | F . . . | E7 . . .", mirrored(CRACK, 6) + moved(CRACK, 1)),
    Section("far bells", "A minor", "Am . . . | F . . . | C/E . . . | G . . . | Dm7 . . . | F . . . | G . . . | Am . . .", moved(stretched(theme("5q 3'q 2'q 1'q"), 4), 0) + moved(GLINT, 2)),
    Section("thaw", "E minor", "Am7 . . . | Em/G . . . | F#m7b5 . . . | B7 . . . | Em . . . | C . . . | Am7 . . . | D . . .", moved(FROST, 2) + moved(CRACK, 3)),
    Section("glint, again", "E minor", "G . . . | D/F# . . . | Em . . . | Bm/D . . . | C . . . | G/B . . . | Am7 . . . | B7 . . .", moved(GLINT, 2) + mirrored(FROST, 8)),
)  # fmt: skip
CHIMES = (
    "0---2-1-",
    "0-2-1---",
    "--2-0-1-",
    "0-----2-",
    "0-1-2---",
    "-0--2-1-",
    "0--1----",
    "0-12----",
    "----0-2-",
    "-1-02---",
    "0-2---1-",
)
SPARKS = (
    "--2--1--",
    "-2-----1",
    "---1-2--",
    "--1----2",
    "-1-2-1--",
    "2---1---",
    "----2-1-",
    "-2--1---",
    "--12----",
    "1----2--",
    "---2---1",
)


def compose() -> Piece:
    instruments = {
        "celesta": Instrument(8, 60, 91, 0.15, 0.8, 0.6),
        "glass": Instrument(11, 55, 79, -0.3, 0.6, 0.6),
        "deep": Instrument(32, 33, 55, 0.0, 0.7, 0.4),
        "breath": Instrument(89, 50, 76, 0.35, 0.3, 0.7, human=0.02),
        "box": Instrument(10, 67, 96, -0.5, 0.55, 0.5),
        "hat": Instrument(0, 0, 127, 0.3, 0.34, 0.3, bank=128),
        "quick": Instrument(12, 55, 84, 0.5, 0.6, 0.4),
        "beat": Instrument(0, 0, 127, -0.15, 0.46, 0.3, bank=128),
        "bell": Instrument(14, 60, 84, -0.4, 0.4, 0.7),
    }
    piece = Piece("icetowers", 112, 4, SECTIONS, instruments, "celesta", "deep")
    spans, starts = piece.spans(), piece.starts()
    bass = [note for section in spans for note in held(section, 33, 52, 70)]
    piece.add("calm", "deep", bass)
    piece.sing_all(bass, force=76)
    for number, (section, start) in enumerate(zip(spans, starts)):
        bars = SECTIONS[number].bars
        middle = voicings(section, 57, 76, 3)
        piece.add("calm", "glass", broken(section, middle, CHIMES[number], 0.5, 54, 1.5))
        pads = voicings(section, 52, 71, 3)
        piece.add(
            "calm",
            "breath",
            [
                note
                for span, chord in zip(section, pads)
                for note in broken([span], [chord], "(012)", span.end - span.start, 46, span.end - span.start)
            ],
        )
        piece.add("building", "box", broken(section, voicings(section, 69, 88, 3), SPARKS[number], 0.5, 56, 1), "02")
        piece.add(
            "building",
            "hat",
            beaten(start, bars, 4, ((42, "o-x-o-xo"), (36, "x-------" if number % 2 else "x----o--")), 58),
            "01",
        )
        piece.add(
            "tense",
            "quick",
            broken(section, voicings(section, 57, 76, 2), "01-101-1" if number % 2 else "0101-101", 0.25, 58, 0.25),
            "1",
        )
        piece.add(
            "tense",
            "beat",
            beaten(
                start,
                bars,
                4,
                ((42, "o-xo--o-o-x---o-" if number % 2 else "o--o--x-o-xo--o-"), (37, "----x-------x---")),
                56,
            ),
            "02",
        )
        if number % 3 == 0:
            piece.add("tense", "bell", held([section[0]], 60, 76, 58))
    end = harmony("C . D . | G . . . | G . . .", "G major", 4)
    under = {"glass": broken(end, voicings(end, 57, 76, 3), "012-", 0.5, 58, 1.5)}
    piece.add_ending(
        "won",
        "G major",
        "C . D . | G . . . | G . . .",
        "5q 6q 7q 2'q | 1'h 2'q 3'q | 5'w",
        held(end, 33, 52, 72),
        under,
    )
    end = harmony("Am7 . C . | Em . . . | Em . . .", "E minor", 4)
    under = {"glass": broken(end, voicings(end, 57, 76, 3), "0-1-", 0.5, 50, 1.5)}
    piece.add_ending(
        "lost",
        "E minor",
        "Am7 . C . | Em . . . | Em . . .",
        "4'h 3'q 1'q | 7q 5h 4q | 3w",
        held(end, 33, 52, 66),
        under,
    )
    return piece
