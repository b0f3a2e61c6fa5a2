"""Measure the music as an engineer would, and its notes as a harmony book would; exit status 1: a target is missed.

    python build/measure/measure_music.py [--pictures FOLDER] [PIECE ...]

Loudness by EBU R128, true peak, constant part, click at the links' seams, third-octave balance against the reference
curve of `build/assets/music/measures.py`, loss in mono. With --pictures: a spectrogram and a self-similarity matrix of
each piece. Needs numpy.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "editable"), str(HERE.parent / "assets")]
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import numpy as np  # noqa: E402
import pygame  # noqa: E402
from music.checks import faults  # noqa: E402
from music.hearing import TARGETS, Heard, hear, measure  # noqa: E402
from music.measures import similarity, spectrogram  # noqa: E402
from music.pieces import all_pieces  # noqa: E402


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pictures", type=Path, help="where to draw what is heard")
    parser.add_argument("pieces", nargs="*")
    arguments = parser.parse_args()
    pieces, failed = all_pieces(), 0
    print(f"{'piece':11}{'heard':10}" + "".join(f"{name:>9}" for name in TARGETS))
    for name in arguments.pieces or pieces:
        heard = hear(pieces[name])
        for mix in heard.mixes:
            found = measure(heard, mix)
            failed += len(missed := [key for key, (low, high) in TARGETS.items() if not low <= found[key] <= high])
            row = "".join(f"{value:9.2f}" for value in found.values())
            print(f"{name:11}{mix:10}{row}" + (f"   missed: {', '.join(missed)}" if missed else ""), flush=True)
        if arguments.pictures:
            draw(heard, arguments.pictures)
        wrong = faults(pieces[name])
        failed += len(wrong)
        print("\n".join(wrong) or f"{name:11}notes: no fault")
    return 1 if failed else 0


def draw(heard: Heard, folder: Path) -> None:
    """Draw the spectrogram and the self-similarity of a piece with all its layers."""
    folder.mkdir(parents=True, exist_ok=True)
    whole = [*heard.mixes.values()][heard.layer_count - 1]
    for kind, picture in (
        ("spectrum", spectrogram(whole)),
        ("similarity", similarity(whole, heard.link / heard.link_bars)),
    ):
        grey = np.repeat((255 * picture.T[::-1] if kind == "spectrum" else 255 * picture)[:, :, None], 3, axis=2)
        surface = pygame.surfarray.make_surface(grey.swapaxes(0, 1) if kind == "spectrum" else grey)
        pygame.image.save(pygame.transform.scale(surface, (1000, 400 if kind == "spectrum" else 1000)),
                          folder / f"{heard.name}_{kind}.png")  # fmt: skip


if __name__ == "__main__":
    sys.exit(main())
