"""Synthesise the program's sounds into assets/sounds.

    python build/assets/make_sounds.py [FILE ...]

The recipes are in `sounds/recipes.py`. Needs numpy, and `oggenc` from vorbis-tools to write files. A FILE is named as
in assets/sounds, without its ending. Each file has a fixed random seed, so the same recipes give the same samples.
"""

from __future__ import annotations

import sys
import zlib
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from sounds.recipes import LEVELS, SOUNDS, Sound
from sounds.synthesis import RATE, Signal, ended, loudness, peak, write

FOLDER = Path(__file__).resolve().parents[2] / "assets" / "sounds"


def files(name: str) -> list[str]:
    """Return the files of a sound, without endings; variants have a number."""
    count = SOUNDS[name].variants
    return [name] if count == 1 else [f"{name}_{number + 1}" for number in range(count)]


def level(file: str) -> int:
    """Return the target loudness of a file."""
    return LEVELS[_sound(file).level]


def make(file: str) -> Signal:
    """Return the finished samples of a file; full scale is 1."""
    raw = _sound(file).recipe(np.random.default_rng(zlib.crc32(file.encode())))
    signal = raw - raw.mean() if _sound(file).level == "loop" else ended(raw)
    return signal * 10 ** ((level(file) - loudness(signal)) / 20)


def _sound(file: str) -> Sound:
    return SOUNDS.get(file) or SOUNDS[file.rpartition("_")[0]]


def main(wanted: Sequence[str]) -> int:
    FOLDER.mkdir(parents=True, exist_ok=True)
    print(f"{'file':16}{'seconds':>8}{'peak':>8}{'loudest':>9}{'bytes':>8}")
    for file in wanted or [file for name in SOUNDS for file in files(name)]:
        signal = make(file)
        size = write(FOLDER / f"{file}.ogg", signal)
        print(f"{file:16}{len(signal) / RATE:8.2f}{peak(signal):8.1f}{loudness(signal):9.1f}{size:8d}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
