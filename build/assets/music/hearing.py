"""The music as players hear it: files decoded by pygame, mixed for each mood, measured against targets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

import numpy as np
import pygame
from music import measures
from music.piece import ENDINGS, LAYERS, RATE, Piece
from music.sound import split

FOLDER = Path(__file__).resolve().parents[3] / "assets" / "music"
TARGETS = {
    "LUFS": (-24.0, -22.0),
    "dBTP": (-60.0, -3.0),
    "DC": (-60.0, 0.05),
    "balance": (0.0, 6.0),
    "mono dB": (0.0, 3.0),
    "click": (0.0, 1.5),
    "step": (0.0, 3.0),
}
"""Measurements with their permitted ranges. DC is in percent of full scale; `click` is the flux at seams relative to
the 99th percentile everywhere; `step` is the largest step at a seam relative to the 99.9th percentile of all steps."""


@dataclass
class Heard:
    """A decoded piece: the mix for each mood, and its endings."""

    name: str
    link: int
    mixes: Mapping[str, np.ndarray]


def decoded(data: bytes) -> np.ndarray:
    """Decode a chain of Ogg streams."""
    if not pygame.mixer.get_init():
        pygame.mixer.init(RATE, -16, 2, 512, allowedchanges=0)
    parts = [np.frombuffer(pygame.mixer.Sound(file=BytesIO(link)).get_raw(), "<i2") for link in split(data)]
    return np.concatenate(parts).reshape(-1, 2) / 32768


def hear(piece: Piece) -> Heard:
    """Decode a piece."""
    layers = [name for name in LAYERS if name in piece.layers]
    sounds = {name: decoded((FOLDER / f"{piece.name}_{name}.ogg").read_bytes()) for name in piece.layers}
    mixes = {name: sum(sounds[lower] for lower in layers[: number + 1]) for number, name in enumerate(layers)}
    mixes |= {name: sounds[name] for name in ENDINGS if name in sounds}
    return Heard(piece.name, piece.link_samples, mixes)


def measure(heard: Heard, mix: str) -> dict[str, float]:
    """Return the measurements of a mix, by the names of the targets."""
    samples = heard.mixes[mix]
    is_loop = mix in LAYERS
    return {
        "LUFS": measures.loudness(samples),
        "dBTP": measures.true_peak(samples),
        "DC": 100 * float(np.abs(samples.mean(axis=0)).max()),
        "balance": float(np.abs(measures.balance(samples)).max()) if is_loop else 0.0,
        "mono dB": measures.fold_loss(samples),
        "click": measures.seam_rise(samples, heard.link) if is_loop else 0.0,
        "step": measures.jumps(samples, heard.link) if is_loop else 0.0,
    }
