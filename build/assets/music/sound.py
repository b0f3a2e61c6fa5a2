"""From notes to samples: MIDI file, FluidSynth with a sound font, levels, and Ogg Vorbis in links.

Samples are float arrays of shape (count, 2) at `RATE`.
"""

from __future__ import annotations

import re
import struct
import subprocess
import wave
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from music.measures import BANDS, balance, loudness
from music.piece import ENDINGS, RATE, Instrument, Piece
from music.writing import Note, humanised

SOUND_FONT = Path("/usr/share/sounds/sf2/FluidR3_GM.sf2")
TAIL = 6.0
"""Seconds of reverberation after the last bar."""
DRUM_CHANNEL = 9
QUALITY = ("-q", "-1", "--advanced-encode-option")
LOWPASS = {1: "lowpass_frequency=8.5", 2: "lowpass_frequency=9.5"}
"""Frequencies that are kept, in kilohertz, by number of channels."""
LIFT = 4.0
"""The most by which a band of the calm layer is raised, in dB."""
LEVELS = {"calm": -23.8, "building": -31.5, "tense": -32.0, "ending": -23.0}
"""Loudness in LUFS. The calm layer, alone and with one or two others, is within a decibel of -23."""
Samples = np.ndarray

ROOM = {"room-size": 0.72, "damp": 0.35, "width": 0.9, "level": 0.7}


def _number(value: int) -> bytes:
    """Return a number in the variable-length format of MIDI files."""
    out = [value & 0x7F]
    while value := value >> 7:
        out.insert(0, value & 0x7F | 0x80)
    return bytes(out)


def midi(parts: Mapping[str, Sequence[Note]], instruments: Mapping[str, Instrument], beat: float, end: float) -> bytes:
    """Return a MIDI file with the parts; a tick is a sample. `beat` and `end` are in seconds."""
    events: list[tuple[int, int, bytes]] = []
    free = (channel for channel in range(16) if channel != DRUM_CHANNEL)
    for name, notes in parts.items():
        voice = instruments[name]
        channel = DRUM_CHANNEL if voice.bank else next(free)
        controls = {7: 127 * voice.gain, 10: 64 + 63 * voice.pan, 91: 127 * voice.room}
        events.append((0, 0, bytes((0xC0 | channel, voice.program))))
        events += [(0, 1, bytes((0xB0 | channel, control, round(value)))) for control, value in controls.items()]
        for note in notes:
            start, stop = round(note.start * beat * RATE), round(note.end * beat * RATE)
            events.append((start, 3, bytes((0x90 | channel, note.pitch, note.force))))
            events.append((max(start + 600, stop - 200), 2, bytes((0x80 | channel, note.pitch, 0))))
    events.append((round(end * RATE), 4, b"\xff\x2f\x00"))
    track, now = bytearray(b"\x00\xff\x51\x03" + (500_000).to_bytes(3, "big")), 0
    for time, _, data in sorted(events):
        track += _number(time - now) + data
        now = time
    return b"MThd" + struct.pack(">IHHH", 6, 0, 1, RATE // 2) + b"MTrk" + struct.pack(">I", len(track)) + track


def played(piece: Piece, layer: str) -> Samples:
    """Return a layer played by FluidSynth, with `TAIL` seconds of reverberation after the last bar."""
    beat = piece.seconds_per_beat
    parts = {
        part: humanised(notes, beat, piece.rng(f"{layer}/{part}"), piece.instruments[part].human)
        for part, notes in piece.layers[layer].items()
    }
    bars = 3 if layer in ENDINGS else piece.bars
    length = bars * piece.beats * beat + TAIL
    with TemporaryDirectory() as folder:
        score, out = Path(folder, "score.mid"), Path(folder, "out.raw")
        score.write_bytes(midi(parts, piece.instruments, beat, length))
        room = [word for name, value in ROOM.items() for word in ("-o", f"synth.reverb.{name}={value}")]
        command = ["fluidsynth", "-q", "-n", "-i", "-r", str(RATE), "-g", "0.4", "-C", "0", *room, "-O", "float"]
        subprocess.run([*command, "-T", "raw", "-F", str(out), str(SOUND_FONT), str(score)], check=True)
        samples = np.fromfile(out, "<f4").astype(float).reshape(-1, 2)
    count = round(length * RATE)
    return np.pad(samples[:count], ((0, max(0, count - len(samples))), (0, 0)))


def wound(samples: Samples, count: int) -> Samples:
    """Return a loop of this many samples; what extends beyond the end is added at the beginning."""
    out = samples[:count].copy()
    out[: len(samples) - count] += samples[count:]
    return out


def tempered(samples: Samples, lift: float) -> Samples:
    """Return samples equalised towards the reference curve: bands are lowered by up to 9 dB, raised by up to `lift`.

    The filter has zero phase and is circular over the loop, so it causes no seam.
    """
    frequencies = np.fft.rfftfreq(len(samples), 1 / RATE)
    for _ in range(2):
        gain = np.interp(
            np.log2(np.maximum(frequencies, 20)), np.log2(BANDS), np.clip(-0.7 * balance(samples), -6, lift)
        )
        spectrum = np.fft.rfft(samples, axis=0) * 10 ** (gain / 20)[:, None]
        spectrum[frequencies < 30] = 0
        samples = np.fft.irfft(spectrum, len(samples), axis=0)
    return samples


def levelled(samples: Samples, lufs: float) -> Samples:
    """Return samples with this loudness and without a constant component."""
    even = samples - samples.mean(axis=0)
    return even * 10 ** ((lufs - loudness(even)) / 20)


def encoded(samples: Samples, serial: int = 1) -> bytes:
    """Return samples as an Ogg Vorbis stream with this serial number and as many channels."""
    channels = samples.shape[1]
    with TemporaryDirectory() as folder:
        source, out = Path(folder, "in.wav"), Path(folder, "out.ogg")
        with wave.open(str(source), "wb") as file:
            file.setparams((channels, 2, RATE, 0, "NONE", ""))
            file.writeframes(np.round(np.clip(samples, -1, 1) * 32767).astype("<i2").tobytes())
        command = ["oggenc", "-Q", *QUALITY, LOWPASS[channels], "-s", str(serial), "-o", str(out), str(source)]
        subprocess.run(command, check=True, stderr=subprocess.DEVNULL)
        return out.read_bytes()


def linked(samples: Samples, link: int) -> bytes:
    """Return samples as a chain of Ogg streams of equal length, one per link, which players treat as one file."""
    return b"".join(encoded(samples[at : at + link], at // link + 1) for at in range(0, len(samples), link))


def split(data: bytes) -> list[bytes]:
    """Return the streams of a chain of Ogg streams."""
    starts = [match.start() for match in re.finditer(rb"OggS\x00\x02", data)]
    return [data[start:end] for start, end in zip(starts, [*starts[1:], len(data)])]


def made(piece: Piece, layer: str) -> Samples:
    """Return a finished layer or ending. Layers other than the calm one are mono."""
    raw = played(piece, layer)
    if layer in ENDINGS:
        count = np.flatnonzero(np.abs(raw).max(axis=1) > np.abs(raw).max() / 300)[-1]
        fade = np.clip(np.linspace(count / RATE / 1.5, 0, count), 0, 1)[:, None]
        return levelled(tempered(raw[:count], LIFT) * fade, LEVELS["ending"])
    loop = wound(raw, piece.bars // piece.link_bars * piece.link_samples)
    loop = loop if layer == "calm" else loop.mean(axis=1, keepdims=True)
    return levelled(tempered(loop, LIFT if layer == "calm" else 0.0), LEVELS[layer])
