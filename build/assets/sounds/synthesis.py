"""Building blocks of the recipes: noise, struck bodies, a room, levels.

Signals are float arrays at `RATE`; times are in seconds, frequencies in hertz, levels in dB below full scale.
"""

from __future__ import annotations

import subprocess
import wave
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from music.measures import weighting

RATE = 44_100
Signal = np.ndarray
Generator = np.random.Generator
Part = tuple[float, float, Signal]
"""A part of a mix: start, gain, signal."""

# Partials of a struck body: (ratio to the pitch, amplitude, decay time to 1/e).
Material = tuple[tuple[float, float, float], ...]
BLOCK: Material = ((1, 1, 0.045), (2.76, 0.45, 0.022), (5.40, 0.22, 0.010), (8.93, 0.08, 0.005))
MARIMBA: Material = ((1, 1, 0.34), (3.93, 0.16, 0.09), (9.24, 0.05, 0.025))
BAR: Material = ((1, 1, 0.80), (2.76, 0.22, 0.34), (5.40, 0.09, 0.16), (8.93, 0.03, 0.07))
GLASS: Material = ((1, 1, 0.20), (1.006, 0.5, 0.17), (2.32, 0.55, 0.12), (4.25, 0.30, 0.07), (6.63, 0.15, 0.04))
COPPER: Material = ((1, 0.7, 0.16), (1.53, 1, 0.20), (2.31, 0.65, 0.14), (3.08, 0.4, 0.10), (4.22, 0.2, 0.06))


def times(seconds: float) -> Signal:
    """Return the time of each sample."""
    return np.arange(round(seconds * RATE)) / RATE


def struck(material: Material, pitch: float, ring: float = 1.0, attack: float = 0.0006) -> Signal:
    """Return a body struck once. It rings `ring` times as long as the material's partials."""
    audible = [(pitch * ratio, amplitude, decay * ring) for ratio, amplitude, decay in material if pitch * ratio < 16e3]
    time = times(7 * max(decay for _, _, decay in audible))
    body = sum(amplitude * np.exp(-time / decay) * np.sin(2 * np.pi * f * time) for f, amplitude, decay in audible)
    return body * (1 - np.exp(-time / attack))


def band(count: int, low: float, high: float, order: int = 4) -> Signal:
    """Return a band pass's gain at the frequencies of a real FFT; its slopes are `order` × 3 dB per octave."""
    frequencies = np.fft.rfftfreq(count, 1 / RATE)
    below = np.divide(low, frequencies, out=np.full_like(frequencies, 1e9), where=frequencies > 0)
    return 1 / np.sqrt((1 + below**order) * (1 + (frequencies / high) ** order))


def noise(seconds: float, rng: Generator, low: float, high: float, order: int = 4) -> Signal:
    """Return noise in a band with RMS 1. As a sum of whole waves, it repeats without a seam."""
    count = round(seconds * RATE)
    spectrum = np.exp(2j * np.pi * rng.random(count // 2 + 1)) * band(count, low, high, order)
    spectrum[0] = 0
    wave = np.fft.irfft(spectrum, count)
    return wave / np.sqrt(np.mean(wave**2))


def burst(rng: Generator, low: float, high: float, decay: float) -> Signal:
    """Return a puff of noise, as when two surfaces meet."""
    time = times(7 * decay)
    return noise(7 * decay, rng, low, high) * np.exp(-time / decay) * (1 - np.exp(-time / 0.0008))


def swell(seconds: float, top: float) -> Signal:
    """Return a smooth rise from 0 to 1, reached at fraction `top` of the time, and a fall to 0."""
    place = np.linspace(0, 1, round(seconds * RATE))
    bent = np.where(place < top, place / top, (1 - place) / (1 - top))
    return np.sin(np.pi / 2 * bent) ** 2


def mix(*parts: Part) -> Signal:
    """Return the sum of the parts, each at its start and with its gain."""
    placed = [(round(start * RATE), gain, signal) for start, gain, signal in parts]
    total = np.zeros(max(start + len(signal) for start, _, signal in placed))
    for start, gain, signal in placed:
        total[start : start + len(signal)] += gain * signal
    return total


def wound(signal: Signal, seconds: float) -> Signal:
    """Return the signal as a loop of this length; what extends beyond the end is added at the beginning."""
    length = round(seconds * RATE)
    turns = -(-len(signal) // length)
    return np.pad(signal, (0, turns * length - len(signal))).reshape(turns, length).sum(axis=0)


def room(signal: Signal, share: float, fade: float = 0.07) -> Signal:
    """Return the signal in a small wooden room. Reverberation has `share` of its level, and falls to 1/e in `fade`."""
    rng = np.random.default_rng(1931)
    time = times(6 * fade)
    tail = noise(6 * fade, rng, 200, 3500) * np.exp(-time / fade) * (1 - np.exp(-time / 0.012))
    count = len(signal) + len(tail)
    wet = np.fft.irfft(np.fft.rfft(signal, count) * np.fft.rfft(tail, count), count)
    wet *= share * np.sqrt(np.sum(signal**2) / np.sum(wet**2))
    wet[: len(signal)] += signal
    return wet


def ended(signal: Signal) -> Signal:
    """Return a sound without rumble and hiss, cut at -60 dB, with faded ends and silence around it."""
    margin = np.zeros(RATE // 4)
    padded = np.concatenate([margin, signal, margin])
    clean = np.fft.irfft(np.fft.rfft(padded) * band(len(padded), 35, 17_000), len(padded))[len(margin) : -len(margin)]
    last = np.flatnonzero(np.abs(clean) > np.abs(clean).max() / 1000)[-1]
    clean = clean[: last + 1]
    count = min(len(clean) // 3, RATE // 15)
    clean[-count:] *= np.cos(np.linspace(0, np.pi / 2, count)) ** 2
    clean[:32] *= np.linspace(0, 1, 32)
    return np.concatenate([np.zeros(RATE // 1000), clean, np.zeros(RATE // 100)])


def loudness(signal: Signal) -> float:
    """Return the loudness of the loudest 400 ms in LUFS: the maximum momentary loudness of EBU R128."""
    window = round(0.4 * RATE)
    padded = np.concatenate([np.zeros(window), signal, np.zeros(window)])
    frequencies = np.fft.rfftfreq(len(padded), 1 / RATE)
    heard = np.fft.irfft(np.fft.rfft(padded) * weighting(frequencies), len(padded))
    energy = np.concatenate([[0], np.cumsum(heard**2)])
    return float(-0.691 + 10 * np.log10(np.max(energy[window:] - energy[:-window]) / window))


def peak(signal: Signal) -> float:
    """Return the level of the highest sample."""
    return float(20 * np.log10(np.abs(signal).max()))


def write(path: Path, signal: Signal) -> int:
    """Encode the signal as Ogg Vorbis; return the file's size in bytes."""
    with TemporaryDirectory() as folder:
        source = str(Path(folder) / "sound.wav")
        with wave.open(source, "wb") as out:
            out.setparams((1, 2, RATE, 0, "NONE", ""))
            out.writeframes(np.round(signal * 32767).astype("<i2").tobytes())
        subprocess.run(["oggenc", "-Q", "-q", "2", "-s", "1", "-o", str(path), source], check=True)
    return path.stat().st_size
