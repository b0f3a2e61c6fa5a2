"""Audio measurements: loudness by ITU-R BS.1770 and EBU R128, peaks, spectral balance, seams.

Samples are arrays of shape (count, 2); full scale is 1.
"""

from __future__ import annotations

import numpy as np
from music.piece import RATE

Samples = np.ndarray
SHELF = ((1.53512485958697, -2.69169618940638, 1.19839281085285), (1.0, -1.69065929318241, 0.73248077421585))
HIGH_PASS = ((1.0, -2.0, 1.0), (1.0, -1.99004745483398, 0.99007225036621))
"""The two filters of BS.1770 for 48 kHz."""
BANDS = np.array([100 * 2 ** (number / 3) for number in range(20)])
"""Third-octave bands from 100 Hz to 8 kHz."""


def reference(bands: Samples = BANDS) -> Samples:
    """Return the typical level of third-octave bands in quiet acoustic music, in dB relative to 100 Hz.

    This is our own curve, based on published long-term average spectra (Pestana and others 2013, Elowsson and Friberg
    2017): its slope grows from 1.5 dB per octave below 800 Hz to 4.5 above and 8 beyond 3.2 kHz.
    """
    octaves = np.log2(bands / 100)
    return -1.5 * octaves - 3 * np.maximum(0, octaves - 3) - 3.5 * np.maximum(0, octaves - 5)


def _response(filters: tuple, frequencies: Samples) -> Samples:
    turn = np.exp(-2j * np.pi * frequencies / 48_000)
    above, below = (sum(factor * turn**power for power, factor in enumerate(part)) for part in filters)
    return above / below


def weighting(frequencies: Samples) -> Samples:
    """Return the complex gain of the frequency weighting of BS.1770."""
    return _response(SHELF, frequencies) * _response(HIGH_PASS, frequencies)


def _weighted(samples: Samples) -> Samples:
    """Return the weighted samples, computed in parts. Each part starts a second earlier to include what still rings."""
    count, parts = 2**18, []
    weights = weighting(np.fft.rfftfreq(count, 1 / RATE))[:, None]
    for start in range(0, len(samples), count - RATE):
        part = samples[max(0, start - RATE) : start + count - RATE]
        heard = np.fft.irfft(np.fft.rfft(part, count, axis=0) * weights, count, axis=0)
        parts.append(heard[min(start, RATE) : len(part)])
    return np.concatenate(parts)


def loudness(samples: Samples) -> float:
    """Return the integrated loudness in LUFS, gated at -70 LUFS and at 10 LU below the rest."""
    heard = _weighted(samples)
    block, hop = round(0.4 * RATE), round(0.1 * RATE)
    energy = np.concatenate([[0], np.cumsum((heard**2).sum(axis=1))])
    starts = np.arange(0, max(1, len(samples) - block + 1), hop)
    power = (energy[np.minimum(starts + block, len(samples))] - energy[starts]) / block
    power = power[power > 10 ** ((-70 + 0.691) / 10)]
    if not len(power):
        return float("-inf")
    power = power[power > power.mean() / 10]
    return float(-0.691 + 10 * np.log10(power.mean()))


def true_peak(samples: Samples) -> float:
    """Return the true peak in dBTP, with fourfold oversampling."""
    highest, block, margin = 1e-9, 2**15 - 512, 256
    for start in range(0, len(samples), block):
        part = samples[max(0, start - margin) : start + block + margin]
        count = len(part) + len(part) % 2
        spectrum = np.fft.rfft(part, count, axis=0)
        fine = np.fft.irfft(spectrum, 4 * count, axis=0)[: 4 * len(part)] * 4
        edge = 4 * margin // 2
        highest = max(highest, float(np.abs(fine[edge:-edge] if len(part) > 2 * margin else fine).max()))
    return 20 * float(np.log10(highest))


def third_octaves(samples: Samples) -> Samples:
    """Return the level of each third-octave band in dB."""
    size = 16_384
    mono = samples.mean(axis=1)
    frames = mono[: len(mono) // size * size].reshape(-1, size) * np.hanning(size)
    power = np.mean([np.abs(np.fft.rfft(frame)) ** 2 for frame in frames], axis=0)
    frequencies = np.fft.rfftfreq(size, 1 / RATE)
    edges = [(band / 2 ** (1 / 6), band * 2 ** (1 / 6)) for band in BANDS]
    return 10 * np.log10([power[(frequencies >= low) & (frequencies < high)].sum() + 1e-20 for low, high in edges])


def balance(samples: Samples) -> Samples:
    """Return each band's deviation from the reference curve, smoothed over an octave, minus the median."""
    off = third_octaves(samples) - reference()
    power = np.convolve(np.pad(10 ** (off / 10), 1, mode="edge"), np.ones(3) / 3, mode="valid")
    level = 10 * np.log10(power)
    return level - np.median(level)


def fold_loss(samples: Samples) -> float:
    """Return the loss in dB when left and right are mixed to mono."""
    both = (samples**2).mean()
    return float(10 * np.log10(both / (samples.mean(axis=1) ** 2).mean()))


def rises(samples: Samples, places: Samples) -> Samples:
    """Return the rise of the spectrum above 5 kHz (its flux) from just before each place to the place."""
    size, many = 256, 4096
    mono, window, found = samples.mean(axis=1), np.hanning(size), []
    for part in np.split(places.astype(int)[:, None] + np.arange(size), range(many, len(places), many)):
        before, there = (
            np.abs(np.fft.rfft(mono.take(part - back, mode="wrap") * window))[:, 30:]
            for back in (3 * size // 2, size // 2)
        )
        found.append(np.maximum(0, there - before).sum(axis=1))
    return np.concatenate(found)


def seam_rise(samples: Samples, link: int) -> float:
    """Return the median spectral flux at the seams of links, relative to the 99th percentile everywhere.

    Notes start at seams as at any bar line, but a click would stand out as few notes do.
    """
    everywhere = rises(samples, np.arange(0, len(samples), 512))
    return float(np.median(rises(samples, np.arange(0, len(samples) - 1, link))) / np.quantile(everywhere, 0.99))


def jumps(samples: Samples, link: int) -> float:
    """Return the largest step between two links' adjacent samples, relative to the 99.9th percentile of all steps."""
    steps = np.abs(np.diff(np.vstack([samples, samples[:1]]), axis=0)).max(axis=1)
    return float(steps[link - 1 :: link].max() / np.quantile(steps, 0.999))
