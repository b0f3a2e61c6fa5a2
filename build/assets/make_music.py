"""Render the program's music into assets/music.

    python build/assets/make_music.py [PIECE ...]

The pieces are written as notes in `music/pieces/`; `music/MUSIC.md` gives the reasons for their form. Needs numpy,
`fluidsynth` with the sound font FluidR3 (Debian: fluidsynth, fluid-soundfont-gm), and `oggenc` from vorbis-tools.
Random numbers have fixed seeds, so the same notes and tools give the same samples.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from music.checks import faults
from music.piece import ENDINGS, Piece
from music.pieces import all_pieces
from music.sound import encoded, linked, made

FOLDER = Path(__file__).resolve().parents[2] / "assets" / "music"


def grid(pieces: Sequence[Piece]) -> str:
    """Return what the program needs to know about the pieces, as TOML."""
    head = "# Written by build/assets/make_music.py: how many bars the program reads at a time, and how long one is.\n"
    bars = ((piece.name, piece.link_bars, piece.beats * piece.seconds_per_beat) for piece in pieces)
    return head + "".join(f"\n[{name}]\nlink_bars = {count}\nbar_seconds = {bar:.6f}\n" for name, count, bar in bars)


def make(piece: Piece) -> int:
    """Write the files of a piece; return their size in bytes."""
    size = 0
    for layer in piece.layers:
        samples = made(piece, layer)
        data = encoded(samples) if layer in ENDINGS else linked(samples, piece.link_samples)
        (FOLDER / f"{piece.name}_{layer}.ogg").write_bytes(data)
        print(f"{piece.name:10} {layer:9} {len(samples) / 44_100:6.1f} s {len(data):9,} bytes", flush=True)
        size += len(data)
    return size


def main(wanted: Sequence[str]) -> int:
    pieces = all_pieces()
    if wrong := [fault for piece in pieces.values() for fault in faults(piece)]:
        print("\n".join(wrong))
        return 1
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / "music.toml").write_text(grid([*pieces.values()]), encoding="utf-8")
    print(f"{sum(make(pieces[name]) for name in wanted or pieces):,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
