"""The music: its notes keep the rules of harmony, its files the measured targets, and the measures the standards."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from dataclasses import replace

import make_music
import numpy as np
import pygame
import pytest
from music import hearing, measures
from music.checks import faults
from music.harmony import Chord, harmony
from music.piece import ENDINGS, RATE, Piece
from music.pieces import all_pieces
from music.writing import Note, placed, sing, theme

from topping_out.game.assets import ASSETS

PIECES = all_pieces()
MONO = (1.0, 1.0)


@pytest.fixture(scope="module", autouse=True)
def device() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SDL_AUDIODRIVER", "dummy")
        pygame.mixer.quit()
        yield
        pygame.mixer.quit()


# -- notes


@pytest.mark.parametrize("piece", PIECES.values(), ids=list(PIECES))
def test_a_piece_has_no_faults_of_harmony_range_or_form(piece: Piece) -> None:
    assert faults(piece) == []


def faults_after(part: str, change: object) -> list[str]:
    """Change a part of the calm layer of a faultless piece, and return the faults of the result."""
    piece = deepcopy(PIECES["wyoming"])
    piece.layers["calm"][part] = change(piece.layers["calm"][part])  # type: ignore[operator]
    return faults(piece)


def test_the_checker_finds_each_kind_of_fault() -> None:
    def doubled(notes: list[Note]) -> list[Note]:
        return [Note(note.start, note.length, note.pitch + 24, 70) for note in notes]

    bass = PIECES["wyoming"].layers["calm"]["bass"]
    assert any("parallel octaves" in fault for fault in faults_after("guitar", lambda _: doubled(bass)))
    assert any("out of range" in fault for fault in faults_after("bass", lambda notes: [replace(notes[0], pitch=20)]))
    assert any("leap over an octave" in f for f in faults_after("guitar", lambda n: [replace(n[0], pitch=95), *n[1:]]))
    assert any("leads nowhere" in f for f in faults_after("guitar", lambda n: [replace(x, pitch=66) for x in n]))
    silent = deepcopy(PIECES["wyoming"])
    silent.layers["calm"] = {part: [n for n in notes if n.start < 40] for part, notes in silent.layers["calm"].items()}
    assert any("again" in fault for fault in faults(silent))


def test_a_melody_resolves_the_leading_note_even_if_the_theme_does_not() -> None:
    spans = harmony("G7 | C", "C major", 4)
    bass = [Note(0, 4, 43, 70), Note(4, 4, 48, 70)]
    line = sing(placed(theme("7,w 5,w"), "C major", 60, 0), spans, bass, 55, 79, 70)
    assert [note.pitch for note in line] == [59, 60]


@pytest.mark.parametrize(
    ("symbol", "tones", "bass"), [("Bm7", {11, 2, 6, 9}, 11), ("A7/C#", {9, 1, 4, 7}, 1), ("Ebmaj7", {3, 7, 10, 2}, 3)]
)
def test_chord_symbols_are_parsed(symbol: str, tones: set[int], bass: int) -> None:
    chord = Chord.parse(symbol)
    assert (set(chord.tones), chord.bass) == (tones, bass)


# -- files


@pytest.mark.long
@pytest.mark.parametrize("piece", PIECES.values(), ids=PIECES)
def test_the_files_of_a_piece_meet_the_targets(piece: Piece) -> None:
    recording = hearing.hear(piece)
    assert len(next(iter(recording.mixes.values()))) == piece.bars // piece.link_bars * piece.link_samples
    for mix in recording.mixes:
        found = hearing.measure(recording, mix)
        missed = {n: found[n] for n, (low, high) in hearing.TARGETS.items() if not low <= found[n] <= high}
        assert not missed, (mix, missed)


def test_the_folder_contains_exactly_the_music_of_the_pieces_and_is_small() -> None:
    folder = ASSETS / "music"
    named = {f"{name}_{layer}" for name, piece in PIECES.items() for layer in piece.layers}
    assert {file.stem for file in folder.glob("*.ogg")} == named
    assert all(set(ENDINGS) <= set(piece.layers) for name, piece in PIECES.items() if name != "title")
    assert (folder / "music.toml").read_text(encoding="utf-8") == make_music.grid([*PIECES.values()])
    assert sum(file.stat().st_size for file in folder.iterdir()) < 9_000_000


# -- measures


def tone(level: float, seconds: float, sides: tuple[float, float] = MONO, pitch: float = 1000) -> np.ndarray:
    wave = 10 ** (level / 20) * np.sin(2 * np.pi * pitch * np.arange(round(seconds * RATE)) / RATE)
    return wave[:, None] * np.array(sides)


@pytest.mark.parametrize(
    ("signal", "lufs"),
    [
        (tone(-23, 20), -23),
        (tone(-33, 20), -33),
        (np.concatenate([tone(-36, 10), tone(-23, 60), tone(-36, 10)]), -23),
        (np.concatenate([tone(-72, 10), tone(-36, 10), tone(-23, 60), tone(-36, 10), tone(-72, 10)]), -23),
        (tone(0, 20, (1, 0), 997), -3.01),
    ],
    ids=["3341-1", "3341-2", "3341-3", "3341-4", "BS.1770"],
)
def test_loudness_agrees_with_the_test_signals_of_the_standards(signal: np.ndarray, lufs: float) -> None:
    assert measures.loudness(signal) == pytest.approx(lufs, abs=0.1)


def test_the_true_peak_is_found_between_the_samples() -> None:
    wave = 0.5 * np.sin(2 * np.pi * RATE / 4 * np.arange(RATE) / RATE + np.pi / 4)
    assert 20 * np.log10(np.abs(wave).max()) == pytest.approx(-9.03, abs=0.01)
    assert measures.true_peak(wave[:, None] * [1, 1]) == pytest.approx(-6.02, abs=0.3)


def test_a_click_at_a_seam_is_found() -> None:
    smooth = tone(-20, 8, pitch=250) + 1e-4 * np.random.default_rng(1).standard_normal((8 * RATE, 2))
    broken = smooth.copy()
    broken[:: 2 * RATE] += 0.5
    link = 2 * RATE
    assert measures.seam_rise(smooth, link) < 1.5 < measures.seam_rise(broken, link)
    assert measures.jumps(np.roll(smooth, 10, axis=0), link) < 3
    assert measures.jumps(np.where(np.arange(len(smooth))[:, None] < link, smooth, smooth + 0.3), link) > 3


def test_out_of_phase_sound_is_lost_in_mono() -> None:
    assert measures.fold_loss(tone(-20, 2)) == pytest.approx(0, abs=0.01)
    assert measures.fold_loss(tone(-20, 2, (1, -0.9))) > 20
