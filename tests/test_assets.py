"""The sounds, fonts and icons in assets: content, origin, licences and size."""

import functools
from collections.abc import Iterator
from pathlib import Path

import make_icon
import make_sounds
import numpy as np
import pygame
import pytest
from fontTools.ttLib import TTFont
from sounds import synthesis
from sounds.recipes import LOOP, SOUNDS

from tests.golden import sampled
from topping_out.game.assets import ASSETS
from topping_out.scenes.audio import player

EFFECTS = [file for name in player.SOUNDS for file in player.files(name)]
LOOPS = [file for name in player.AMBIENCES for file in player.files(name)]
FONTS = ("JosefinSans-600", "JosefinSans-700", "AtkinsonNext-400", "AtkinsonNext-700")
SIGNS = "–—…·×−←↑→↓'\"‘’“”½°±©€•"
LETTERS = "".join(map(chr, [*range(0x20, 0x7F), *range(0xC0, 0x180)]))


@pytest.fixture(scope="module", autouse=True)
def mono() -> Iterator[None]:
    """Set up the mixer to decode sounds unchanged: one channel, at the rate of the files."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SDL_AUDIODRIVER", "dummy")
        pygame.mixer.quit()
        pygame.mixer.init(synthesis.RATE, -16, 1, 512, allowedchanges=0)
        yield
        pygame.mixer.quit()


@functools.cache
def decoded(file: str) -> np.ndarray:
    """Return the samples of a sound file; full scale is 1."""
    raw = pygame.mixer.Sound(str(ASSETS / "sounds" / f"{file}.ogg")).get_raw()
    return np.frombuffer(raw, "<i2") / 32768


def pitch(signal: np.ndarray) -> float:
    """Return the strongest frequency in hertz."""
    spectrum = np.abs(np.fft.rfft(signal * np.hanning(len(signal))))
    return float(spectrum.argmax() * synthesis.RATE / len(signal))


# -- sounds


def test_the_player_lists_exactly_the_sounds_that_the_script_makes() -> None:
    made = {name: sound.variants for name, sound in SOUNDS.items() if sound.level != "loop"}
    assert made == player.SOUNDS
    assert [name for name, sound in SOUNDS.items() if sound.level == "loop"] == LOOPS


def test_the_folder_contains_exactly_the_listed_sounds() -> None:
    assert sorted(path.stem for path in (ASSETS / "sounds").glob("*.ogg")) == sorted(EFFECTS + LOOPS)


@sampled("file", EFFECTS + LOOPS, EFFECTS[::3] + LOOPS[:1])
def test_a_sound_file_matches_what_the_script_makes(file: str) -> None:
    shipped, made = decoded(file), make_sounds.make(file)
    assert len(shipped) == len(made)
    assert np.corrcoef(shipped, made)[0, 1] > 0.93


@pytest.mark.parametrize("file", EFFECTS + LOOPS)
def test_a_sound_has_headroom_and_no_dc_offset(file: str) -> None:
    signal = decoded(file)
    assert synthesis.peak(signal) < -3
    assert abs(signal.mean()) < 0.0002


@pytest.mark.parametrize("file", EFFECTS + LOOPS)
def test_a_sound_has_the_loudness_of_its_class(file: str) -> None:
    """Loudness by EBU R128. All sounds of a class are within 1 LU of each other (2 would be acceptable)."""
    assert synthesis.loudness(decoded(file)) == pytest.approx(make_sounds.level(file), abs=0.5)


@pytest.mark.parametrize("file", EFFECTS)
def test_a_sound_begins_and_ends_in_silence(file: str) -> None:
    signal = decoded(file)
    assert abs(signal[0]) < 0.01
    assert np.abs(signal[-200:]).max() < 0.0005


@pytest.mark.parametrize("file", LOOPS)
def test_an_ambience_loops_without_a_click(file: str) -> None:
    signal = decoded(file)
    assert len(signal) == LOOP * synthesis.RATE
    turned = np.roll(signal, 1000)  # now the seam is between samples 999 and 1000
    for order in (1, 2):
        steps = np.abs(np.diff(turned, order))
        assert steps[990:1010].max() < np.quantile(steps, 0.9999)


def test_variants_of_a_sound_differ() -> None:
    for name in (name for name, count in player.SOUNDS.items() if count > 1):
        sounds = {decoded(file).tobytes() for file in player.files(name)}
        assert len(sounds) == player.SOUNDS[name]


def envelope(signal: np.ndarray) -> np.ndarray:
    """Return the amplitude envelope of a sound, scaled to a maximum of 1."""
    strength = np.convolve(np.abs(signal), np.ones(132), "same")  # over 3 ms
    return strength / strength.max()


def kind_of(file: str) -> str:
    return SOUNDS[file if file in SOUNDS else file.rpartition("_")[0]].level


MAX_ATTACK_MS = {"touch": 5, "focus": 5, "wood": 5, "glass": 5, "coin": 15, "card": 80}
"""Milliseconds until half of the maximum amplitude, by kind. Struck sounds start at once, brushed ones swell."""
MAX_SECONDS = {"focus": 0.15, "touch": 0.8, "card": 1.3, "wood": 1.0, "glass": 1.5, "coin": 1.5}
"""Seconds until the amplitude is below 1 %, by kind. Sounds for moments of the game may last 3 seconds."""


@pytest.mark.parametrize("file", EFFECTS)
def test_a_sound_starts_promptly_and_fades_in_time(file: str) -> None:
    strength, kind = envelope(decoded(file)), kind_of(file)
    assert 1000 * np.argmax(strength > 0.5) / synthesis.RATE < MAX_ATTACK_MS.get(kind, 500)
    assert np.nonzero(strength > 0.01)[0][-1] / synthesis.RATE < MAX_SECONDS.get(kind, 3.0)


D_MAJOR = {2, 6, 9}
"""Pitch classes of the D major triad, in semitones above C."""


def tones(signal: np.ndarray) -> list[int]:
    """Return the clearly audible pitches in ascending order, in semitones above C0 (16.35 Hz)."""
    spectrum = np.abs(np.fft.rfft(signal * np.hanning(len(signal))))
    audible = np.nonzero(spectrum > 0.2 * spectrum.max())[0] * synthesis.RATE / len(signal)
    return sorted({round(12 * np.log2(frequency / 16.352)) for frequency in audible})


def test_win_and_loss_both_end_in_d_major_and_the_loss_falls() -> None:
    for name in ("win", "lose"):
        end = tones(decoded(name)[int(1.1 * synthesis.RATE) :])
        assert {tone % 12 for tone in end} <= D_MAJOR
        assert end[0] % 12 == 2, "on its tonic"
    lose = decoded("lose")
    assert tones(lose[: int(0.24 * synthesis.RATE)])[0] > tones(lose[int(1.1 * synthesis.RATE) :])[0]


def test_larger_pyramids_clink_lower() -> None:
    small, medium, large = (pitch(decoded(f"clink_{size}_1")) for size in ("small", "medium", "large"))
    assert 2 * large < 1.5 * medium < 1.2 * small


def test_the_refusal_sound_is_gentle() -> None:
    """It is low, falling and short, has little treble, and is no louder than a button."""
    signal = decoded("refuse")
    second = round(0.105 * synthesis.RATE)
    assert 200 < pitch(signal[second:]) < pitch(signal[:second]) < 300
    power = np.abs(np.fft.rfft(signal)) ** 2
    frequencies = np.fft.rfftfreq(len(signal), 1 / synthesis.RATE)
    assert power[frequencies > 2000].sum() < 0.001 * power.sum()
    assert synthesis.loudness(signal) == pytest.approx(synthesis.loudness(decoded("button_1")), abs=1)
    assert np.nonzero(envelope(signal) > 0.01)[0][-1] < 0.5 * synthesis.RATE


def test_the_sound_for_your_turn_is_two_rising_notes() -> None:
    signal = decoded("turn_1")
    second = round(0.17 * synthesis.RATE)
    assert pitch(signal[:second]) < pitch(signal[second:]) < 600


def test_a_dropped_penny_bounces_faster_and_faster() -> None:
    envelope = np.abs(decoded("penny_drop"))
    strength = np.array([envelope[start : start + 220].max() for start in range(0, len(envelope) - 220, 220)])
    rises = np.flatnonzero((strength[1:] > 1.5 * strength[:-1]) & (strength[1:] > 0.05 * strength.max()))
    bounces = [0, *rises[rises > 3][:3]]
    assert len(bounces) == 4
    assert (np.diff(bounces, 2) < 0).all()


def test_the_focus_tick_is_the_softest_sound_and_effects_are_short() -> None:
    levels = {file: synthesis.loudness(decoded(file)) for file in EFFECTS}
    assert min(levels, key=levels.__getitem__).rpartition("_")[0] == "focus"
    assert max(len(decoded(file)) for file in EFFECTS) < 4 * synthesis.RATE


# -- fonts


@pytest.mark.parametrize("name", FONTS)
def test_a_font_has_all_latin_letters_and_the_signs_in_use(name: str) -> None:
    pygame.font.init()
    font = pygame.font.Font(ASSETS / "fonts" / f"{name}.ttf", 20)
    missing = [sign for sign in LETTERS + SIGNS if font.metrics(sign)[0] is None]
    assert missing == []


@pytest.mark.parametrize("name", FONTS)
def test_arrow_glyphs_point_the_right_way(name: str) -> None:
    pygame.font.init()
    font = pygame.font.Font(ASSETS / "fonts" / f"{name}.ttf", 60)
    for sign, axis, is_late in (("→", 0, True), ("←", 0, False), ("↓", 1, True), ("↑", 1, False)):
        ink = pygame.surfarray.array_alpha(font.render(sign, True, "black")) > 128
        along = ink.sum(axis=1 - axis)
        assert (along.argmax() > np.flatnonzero(along).mean()) == is_late, sign


@pytest.mark.parametrize("name", FONTS)
def test_a_modified_font_keeps_its_copyright_but_not_its_reserved_name(name: str) -> None:
    names = TTFont(ASSETS / "fonts" / f"{name}.ttf")["name"]
    assert "Project Authors" in names.getDebugName(0)
    own_names = [names.getDebugName(number) or "" for number in (1, 3, 4, 6, 16)]
    assert not any(reserved in name for reserved in ("Josefin", "Raleway") for name in own_names)


@pytest.mark.parametrize("family", ["JosefinSans", "AtkinsonNext", "Raleway", "NotoSans", "Mplus1"])
def test_a_typeface_has_its_licence(family: str) -> None:
    text = (ASSETS / "licences" / f"{family}-OFL.txt").read_text(encoding="utf-8")
    assert "SIL OPEN FONT LICENSE Version 1.1" in text
    assert text.startswith("Copyright")


# -- icon


@pytest.mark.parametrize("size", make_icon.SIZES)
def test_an_icon_file_matches_what_the_script_draws(size: int) -> None:
    icon = pygame.image.load(ASSETS / "icon" / f"icon-{size}.png")
    assert icon.get_size() == (size, size)
    shown, drawn = (pygame.surfarray.array3d(surface).astype(int) for surface in (icon, make_icon.draw(size)))
    assert np.abs(shown - drawn).mean() < 2


@pytest.mark.parametrize("size", make_icon.SIZES)
def test_an_icon_has_round_corners_and_a_symmetrical_tower(size: int) -> None:
    alpha = pygame.surfarray.array_alpha(pygame.image.load(ASSETS / "icon" / f"icon-{size}.png"))
    assert alpha[0, 0] == alpha[-1, -1] == 0
    assert alpha[size // 2, size // 2] == 255
    assert (alpha == alpha[::-1]).mean() > 0.98


# -- all


@pytest.mark.parametrize("folder", ["fonts", "icon", "music", "sounds"])
def test_each_folder_documents_the_origin_of_its_files(folder: str) -> None:
    note = (ASSETS / folder / "ORIGIN.md").read_text(encoding="utf-8")
    assert "build/assets/make_" in note


def test_assets_stay_within_their_size_limits() -> None:
    def size(folder: Path) -> int:
        return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())

    assert size(ASSETS / "sounds") < 1_000_000
    # of this, 520,000 for Greek, Cyrillic, Vietnamese and combining accents, and 2,300,000 for Japanese
    assert size(ASSETS / "fonts") < 3_000_000
    assert size(ASSETS / "icon") < 100_000
    # of this, 9,000,000 for music, about 550,000 for each language, and 300,000 for what bots have learnt
    assert size(ASSETS) < 17_500_000
