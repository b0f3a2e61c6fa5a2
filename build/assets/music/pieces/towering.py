"""Towering: a calm pulse of mallets. Two marimbas interlock, a vibraphone muses; F lydian, D dorian, distant A flat."""

from music.harmony import harmony
from music.piece import Instrument, Piece, Section
from music.writing import beaten, broken, held, mirrored, moved, stretched, theme, voicings

STEP = theme("5h 6h | 3'h. 2'q | 1'h 7h | 5w")
ARCH = theme("3q 5q 6h | 5q 3q 2h | 3q 6q 7h | 6w")
LEAN = theme("rh 1'q 7q | 6h. 5q | 3h 5h | 6w")

SECTIONS = (
    Section("step", "F lydian", "Fmaj7 . . . | Fmaj7 . . . | G/F . . . | Am7 . . . | Fmaj7 . . . | Em7 . . . | Dm7 . . . | C . . .",
            STEP + moved(STEP, -1)),
    Section("arch", "D dorian", "Dm7 . . . | G . . . | Am7 . . . | Em7 . . . | Fmaj7 . . . | C/E . . . | Dm7 . . . | Am7 . . .",
            ARCH + mirrored(ARCH, 4)),
    Section("lean", "F lydian", "Am7 . . . | Fmaj7 . . . | G . . . | Dm7 . . . | Am7 . . . | C . . . | Fmaj7 . . . | G . . .",
            LEAN + moved(LEAN, 1)),
    Section("far", "Ab lydian", "Abmaj7 . . . | Bb/Ab . . . | Gm7 . . . | Cm7 . . . | Fm7 . . . | Cm7 . . . | Abmaj7 . . . | Bb . . .",
            stretched(theme("1'q 7q 5h | 6q 5q 3h"), 2)),
    Section("far, closer", "C dorian", "Cm7 . . . | F . . . | Gm7 . . . | Cm7 . . . | Ebmaj7 . . . | Bb/D . . . | Cm7 . . . | Dm7 . . .",
            moved(ARCH, 2) + mirrored(moved(LEAN, 1), 5)),
    Section("bridge", "A minor", "Fmaj7 . . . | Em7 . . . | Dm7 . . . | E7 . . .", mirrored(STEP, 5)),
    Section("step, above", "A dorian", "Am7 . . . | Bm7 . . . | D/A . . . | Em7 . . . | Cmaj7 . . . | Bm7 . . . | D . . . | Em7 . . .",
            moved(STEP, 2) + moved(ARCH, 1)),
    Section("lean, high", "G major", "Cmaj7 . . . | Bm7 . . . | Em7 . . . | D . . . | Cmaj7 . . . | G/B . . . | Am7 . . . | D7 . . .",
            mirrored(LEAN, 5) + moved(STEP, 1)),
    Section("arch, whole", "G major", "G . . . | Em7 . . . | C . . . | G/B . . . | Am7 . . . | Em7 . . . | Fmaj7 . . . | C . . .",
            moved(ARCH, 3) + moved(mirrored(ARCH, 3), 1)),
    Section("going home", "C major", "Dm7 . . . | Am7 . . . | Fmaj7 . . . | G . . . | Dm7 . . . | Em7 . . . | Fmaj7 . . . | Gsus4 . . .",
            moved(LEAN, -1) + moved(STEP, 1)),
)  # fmt: skip
PULSES = (
    "0-21-021",
    "02-12-10",
    "0-12-2-1",
    "0---2-1-",
    "0-1-20-1",
    "0-2-1-2-",
    "021-021-",
    "0-210-12",
    "01-2-12-",
    "0--1--2-",
)
ANSWERS = ("-1-20-2-1-2-0-21", "--12--20--12--01", "2--1-2--0-2--1-2", "--0-1--2--1-0---", "-2-01-2--1-20-1-",
           "0-12-0-12-0-1-2-", "-0-2-1-0-2-1-0-2", "1-02--1-02--1-0-", "-12--0-21--0-12-", "--2---1---0---1-")  # fmt: skip


def compose() -> Piece:
    instruments = {
        "vibraphone": Instrument(11, 60, 86, 0.2, 0.72, 0.5),
        "marimba": Instrument(12, 48, 79, -0.3, 0.86, 0.35),
        "low": Instrument(32, 33, 55, 0.0, 0.74, 0.25),
        "second": Instrument(12, 53, 88, 0.5, 0.7, 0.35),
        "glocken": Instrument(9, 79, 103, -0.55, 0.26, 0.6),
        "blocks": Instrument(0, 0, 127, 0.35, 0.36, 0.4, bank=128),
        "drum": Instrument(47, 36, 57, -0.1, 0.6, 0.5),
        "pulse": Instrument(13, 60, 96, -0.45, 0.46, 0.3),
    }
    piece = Piece("towering", 96, 4, SECTIONS, instruments, "vibraphone", "low")
    spans, starts = piece.spans(), piece.starts()
    bass = [
        note for number, section in enumerate(spans) for note in held(section, 33, 52, 70, ((0,), (0, 2.5))[number % 2])
    ]
    piece.add("calm", "low", bass)
    piece.sing_all(bass, force=74)
    for number, (section, start) in enumerate(zip(spans, starts)):
        bars = SECTIONS[number].bars
        middle = voicings(section, 50, 69, 3)
        piece.add("calm", "marimba", broken(section, middle, PULSES[number], 0.5, 60, 0.5))
        piece.add(
            "building", "second", broken(section, voicings(section, 60, 79, 3), ANSWERS[number], 0.25, 54, 0.25), "02"
        )
        if number % 2:
            tops = [chord[-1:] for chord in voicings(section, 79, 96, 3)]
            piece.add("building", "glocken", broken(section, tops, "0--------0------", 0.5, 52, 1), "01")
        piece.add(
            "tense",
            "pulse",
            broken(section, voicings(section, 65, 82, 2), "0101-101" if number % 3 else "01-101-1", 0.25, 56, 0.25),
            "1",
        )
        piece.add("tense", "drum", held(section, 36, 50, 62, (0, 1.5, 3) if number % 2 else (0, 3)), "02")
        piece.add(
            "tense", "blocks", beaten(start, bars, 4, ((76, "--x---o---x--o--"), (77, "------o-------x-")), 58), "0"
        )
    end = harmony("Dm7 . G7 . | C . . . | C . . .", "C major", 4)
    under = {"marimba": broken(end, voicings(end, 50, 69, 3), "0121", 0.5, 62, 0.5)}
    piece.add_ending(
        "won",
        "C major",
        "Dm7 . G7 . | C . . . | C . . .",
        "4q 5q 7q 2'q | 1'h 3'q 2'q | 1'w",
        held(end, 33, 52, 72),
        under,
    )
    end = harmony("Dm7 . Fmaj7 . | Am . . . | Am . . .", "A minor", 4)
    under = {"marimba": broken(end, voicings(end, 50, 69, 3), "0--1", 0.5, 54, 0.5)}
    piece.add_ending(
        "lost", "A minor", "Dm7 . Fmaj7 . | Am . . . | Am . . .", "6h 5q 4q | 3h. 2q | 1w", held(end, 33, 52, 66), under
    )
    return piece
