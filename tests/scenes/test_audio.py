"""What the audio player plays, and its music; a missing device or file never stops the game."""

from __future__ import annotations

import itertools
import os
import shutil
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path

import pygame
import pytest

from topping_out.game import registry
from topping_out.game.assets import ROOT
from topping_out.scenes.app import App
from topping_out.scenes.audio import music
from topping_out.scenes.audio import player as audio_player
from topping_out.scenes.audio.music import FOLDER, HOME, LAYERS, Music, split
from topping_out.scenes.audio.player import (
    AMBIENCE_CHANNELS,
    AMBIENCES,
    BUFFER,
    DUCKED,
    IMPORTANT,
    IMPORTANT_SECONDS,
    MERGE_SECONDS,
    RATE,
    SOUNDS,
    Audio,
)

np = pytest.importorskip("numpy", reason="sounds are examined with numpy")

NO_SOUND = "There's no sound: no sound device can be opened."


class Clock:
    """A clock that stands still until it is turned."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


class Loudspeaker:
    """Replaces the mixer's sounds and records what is played: file, left and right gain."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.played: list[tuple[str, float, float]] = []
        monkeypatch.setattr(pygame.mixer, "Sound", lambda path: HeardSound(Path(path).stem, self.played))

    @property
    def files(self) -> list[str]:
        return [file for file, _, _ in self.played]


class HeardSound:
    def __init__(self, file: str, played: list[tuple[str, float, float]]) -> None:
        self.file, self.played = file, played

    def play(self) -> HeardSound:
        return self

    def set_volume(self, left: float, right: float) -> None:
        self.played.append((self.file, round(left, 3), round(right, 3)))


@pytest.fixture(autouse=True)
def device(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let each test open a new device without output."""
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    pygame.mixer.quit()
    yield
    pygame.mixer.quit()


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def loudspeaker(monkeypatch: pytest.MonkeyPatch) -> Loudspeaker:
    return Loudspeaker(monkeypatch)


def wait_for(condition: Callable[[], object]) -> None:
    deadline = time.monotonic() + 30
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def sounding() -> list[pygame.mixer.Sound]:
    """Return the sounds on the two ambience channels."""
    playing = (pygame.mixer.Channel(number).get_sound() for number in range(audio_player.AMBIENCE_CHANNELS))
    return [sound for sound in playing if sound]


def wait_until_sounding(count: int) -> None:
    wait_for(lambda: len(sounding()) == count)


def wait_until_loud(sound: pygame.mixer.Sound) -> None:
    """Wait until the sound's fade has begun."""
    channel = next(
        c for c in map(pygame.mixer.Channel, range(audio_player.AMBIENCE_CHANNELS)) if c.get_sound() is sound
    )
    wait_for(channel.get_volume)


# -- a device that is removed


def test_ambience_and_music_go_on_when_a_device_is_there_again(clock: Clock) -> None:
    player = Audio(clock=clock)
    player.ambience("dusk")
    player.theme("wyoming")
    player.lose_device()
    assert pygame.mixer.get_init() is None
    player.play("knock")
    player.ambience("ice")
    player.theme("towers")
    player.recover()
    assert pygame.mixer.get_init() is None, "too soon"
    clock.now += 1
    player.recover()
    wait_until_sounding(1)
    assert player.music.piece == "towers"
    wait_for(lambda: player.music.now and player.music.now.channels[0].get_busy())
    player.close()


def test_the_player_looks_for_a_device_until_there_is_one(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    player = Audio(clock=clock)
    player.lose_device()
    monkeypatch.setenv("SDL_AUDIODRIVER", "none such")
    for _ in range(3):
        clock.now += audio_player.RETRY_SECONDS
        player.recover()
        assert player.problem == NO_SOUND
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    player.recover()
    assert pygame.mixer.get_init() is None, "it looks only now and then"
    clock.now += audio_player.RETRY_SECONDS
    player.recover()
    assert pygame.mixer.get_init()
    assert player.problem is None


def test_a_closed_player_opens_no_device_again(clock: Clock) -> None:
    player = Audio(clock=clock)
    player.lose_device()
    player.close()
    clock.now += 60
    player.recover()
    assert pygame.mixer.get_init() is None


# -- sounds


def test_every_sound_and_ambience_plays_on_a_device() -> None:
    player = Audio()
    player.preload([*SOUNDS, *AMBIENCES])
    for name in SOUNDS:
        player.play(name)
    assert pygame.mixer.get_busy()
    assert player.problem is None


def test_importing_the_player_opens_no_device() -> None:
    code = "import pygame, topping_out.scenes.audio; raise SystemExit(pygame.mixer.get_init() is not None)"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT).returncode == 0


def test_an_unknown_name_is_an_error_even_without_sound() -> None:
    player = Audio.silent()
    with pytest.raises(KeyError):
        player.play("knok")
    with pytest.raises(KeyError):
        player.ambience("noon")
    with pytest.raises(KeyError):
        player.preload(["knok"])


def test_a_sound_never_plays_the_same_variant_twice_in_a_row(loudspeaker: Loudspeaker, clock: Clock) -> None:
    player = Audio(clock=clock)
    for _ in range(60):
        player.play("knock")
        clock.now += 1
    files = loudspeaker.files
    assert set(files) == {"knock_1", "knock_2", "knock_3"}
    assert all(first != second for first, second in itertools.pairwise(files))


def test_the_same_sound_repeated_at_once_plays_once(loudspeaker: Loudspeaker, clock: Clock) -> None:
    player = Audio(clock=clock)
    for _ in range(10):
        player.play("thud")
        player.play("refuse")
        clock.now += MERGE_SECONDS / 20
    assert Counter(loudspeaker.files) == {"thud": 1, "refuse": 1}
    clock.now += MERGE_SECONDS
    player.play("thud")
    assert loudspeaker.files.count("thud") == 2


def test_more_sounds_than_channels_do_not_stop_the_ambience(clock: Clock) -> None:
    player = Audio(clock=clock)
    player.ambience("dusk")
    (ambience,) = sounding()
    for _ in range(100):
        player.play("win")
        clock.now += 1
    assert sounding() == [ambience]
    assert player.problem is None


# -- volumes


def test_half_the_volume_is_a_quarter_of_the_amplitude(loudspeaker: Loudspeaker) -> None:
    Audio(effects_volume=0.5).play("win")
    assert loudspeaker.played == [("win", 0.25, 0.25)]


@pytest.mark.parametrize(
    ("pan", "left", "right"), [(-1, 1, 0.5), (-0.5, 1, 0.75), (0, 1, 1), (0.5, 0.75, 1), (2, 0.5, 1)]
)
def test_panning_turns_the_other_side_down(loudspeaker: Loudspeaker, pan: float, left: float, right: float) -> None:
    Audio(effects_volume=1).play("win", pan=pan)
    assert loudspeaker.played == [("win", left, right)]


def test_volumes_are_limited_to_the_range_of_the_slider(loudspeaker: Loudspeaker) -> None:
    player = Audio(effects_volume=7, ambience_volume=-1)
    assert (player.effects_volume, player.ambience_volume) == (1, 0)
    player.play("win", volume=3)
    assert loudspeaker.played == [("win", 1, 1)]


def test_a_sound_an_octave_higher_keeps_every_second_sample() -> None:
    sound = np.arange(40_000, dtype="<i2").reshape(-1, 2)
    higher = np.frombuffer(audio_player.raised(sound.tobytes(), 12), "<i2").reshape(-1, 2)
    assert len(higher) == len(sound) // 2
    assert (abs(higher[:, 0] - sound[::2, 0]) <= 2).all()
    assert (higher[:, 1] - higher[:, 0] == 1).all()


def test_a_sound_a_semitone_higher_is_shorter() -> None:
    assert len(audio_player.raised(bytes(4 * 44_100), 1)) == 4 * int(44_100 / 2 ** (1 / 12))


def test_muting_silences_current_and_later_sounds(clock: Clock) -> None:
    player = Audio(clock=clock)
    player.play("win")
    player.ambience("dusk")
    (ambience,) = sounding()
    player.muted = True
    player.play("lose")
    busy = [number for number in range(audio_player.CHANNELS) if pygame.mixer.Channel(number).get_busy()]
    assert [pygame.mixer.Channel(number).get_sound() for number in busy] == [ambience]
    assert ambience.get_volume() == 0


def test_sounds_missed_while_muted_are_not_played_later(loudspeaker: Loudspeaker) -> None:
    player = Audio(effects_volume=1, muted=True)
    player.play("win")
    player.muted = False
    assert loudspeaker.played == []
    player.play("win")
    assert loudspeaker.played == [("win", 1, 1)]


def test_the_ambience_is_quieter_while_somebody_speaks() -> None:
    player = Audio(ambience_volume=1)
    player.ambience("ice")
    (ambience,) = sounding()
    player.duck(True)
    assert ambience.get_volume() == pytest.approx(DUCKED, abs=0.01)
    player.duck(False)
    assert ambience.get_volume() == 1


@pytest.mark.parametrize("name", sorted(IMPORTANT))
def test_the_music_is_quieter_during_an_important_sound(clock: Clock, name: str) -> None:
    player = Audio(clock=clock)
    for sound, is_ducked in (("button", False), (name, True)):
        player.play(sound)
        player.duck(False)  # called in every frame with whether somebody speaks
        assert player.music.is_ducked is is_ducked
    clock.now += IMPORTANT_SECONDS
    player.duck(False)
    assert not player.music.is_ducked


def test_volume_and_muting_change_the_ambience_at_once() -> None:
    player = Audio(ambience_volume=1)
    player.ambience("ice")
    (ambience,) = sounding()
    assert ambience.get_volume() == 1
    player.set_volumes(effects=1, ambience=0.5, music=1)
    assert ambience.get_volume() == 0.25
    player.muted = True
    assert ambience.get_volume() == 0
    player.muted = False
    assert ambience.get_volume() == 0.25


# -- ambience


def test_sounds_can_be_played_or_closed_while_they_are_preloaded() -> None:
    player = Audio()
    player.preload_aside(("dusk",))
    player.ambience("dusk")
    assert len(sounding()) == 1
    player = Audio()
    player.preload_aside(AMBIENCES)
    player.close()
    assert player.problem is None


def test_one_ambience_fades_into_another(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(audio_player, "CROSSFADE_MS", 300)
    player = Audio()
    player.ambience("dusk")
    (dusk,) = sounding()
    wait_until_loud(dusk)
    player.ambience("ice")
    assert len(sounding()) == 2
    wait_until_sounding(1)
    assert sounding() != [dusk]


def test_only_the_last_of_several_quickly_changed_ambiences_plays() -> None:
    player = Audio()
    player.ambience("dusk")
    (dusk,) = sounding()
    for name in ("ice", "dusk", None, "ice", "dusk"):
        player.ambience(name)
    wait_until_sounding(1)
    assert sounding() == [dusk]
    wait_until_loud(dusk)


def test_the_same_ambience_continues_and_none_fades_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(audio_player, "CROSSFADE_MS", 100)
    player = Audio()
    player.ambience("dusk")
    player.ambience("dusk")
    assert len(sounding()) == 1
    player.ambience(None)
    wait_until_sounding(0)


# -- no device, no file


def test_the_player_works_silently_without_a_device(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "no such driver")
    player = Audio()
    player.preload()
    player.play("knock")
    player.ambience("dusk")
    player.set_volumes(1, 1, 1)
    player.muted = True
    player.close()
    assert player.problem == NO_SOUND, "in our words, not in SDL's"
    assert capfd.readouterr().err == ""


def test_a_missing_or_broken_file_is_named_and_others_play(tmp_path: Path, clock: Clock) -> None:
    (tmp_path / "thud.ogg").write_bytes((audio_player.FOLDER / "thud.ogg").read_bytes())
    (tmp_path / "win.ogg").write_bytes(b"OggS, but not really")
    player = Audio(folder=tmp_path, clock=clock)
    player.play("thud")
    assert player.problem is None
    player.play("win")
    assert "win.ogg" in str(player.problem)
    player.play("win")
    assert "win.ogg" in str(player.problem)
    player.ambience("dusk")
    assert "ambience_dusk.ogg" in str(player.problem)
    pygame.mixer.stop()
    clock.now += 1
    player.play("thud")
    assert pygame.mixer.get_busy()


def test_a_player_whose_mixer_was_closed_stays_silent() -> None:
    player = Audio()
    player.ambience("dusk")
    pygame.mixer.quit()
    player.play("knock")
    player.ambience("ice")
    player.set_volumes(1, 1, 1)
    player.muted = True
    player.close()


def test_a_silent_player_opens_no_device_and_reports_no_problem() -> None:
    player = Audio.silent()
    player.play("knock")
    player.ambience("dusk")
    player.preload()
    player.muted = True
    player.close()
    assert player.problem is None
    assert pygame.mixer.get_init() is None


# -- the device's output


def test_a_sound_on_the_far_left_is_half_as_loud_on_the_right(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    out = tmp_path / "out.raw"
    monkeypatch.setenv("SDL_AUDIODRIVER", "disk")
    monkeypatch.setenv("SDL_DISKAUDIOFILE", str(out))
    player = Audio()
    player.play("knock", pan=-1)
    while pygame.mixer.get_busy():
        time.sleep(0.01)
    player.close()
    left, right = np.frombuffer(out.read_bytes(), "<i2").reshape(-1, 2).T
    assert np.abs(left.astype(int)).max() > 3000
    assert np.abs(right.astype(int)).max() == pytest.approx(np.abs(left.astype(int)).max() / 2, rel=0.02)


def test_both_sides_are_equally_loud_without_stereo(loudspeaker: Loudspeaker) -> None:
    player = Audio(effects_volume=1)
    player.is_stereo = False
    player.play("win", pan=-1)
    assert loudspeaker.played == [("win", 1, 1)]


def test_a_game_may_have_sounds_of_its_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    entry = registry.GameEntry("nowhere:GAME", tmp_path)
    monkeypatch.setattr(audio_player, "entry", lambda game: entry)
    (tmp_path / "sounds").mkdir()
    shutil.copy(audio_player.FOLDER / "knock_1.ogg", tmp_path / "sounds" / "set.ogg")
    audio = Audio()
    audio.play("nim/set")
    assert audio.problem is None
    audio.play("nim/absent")
    assert audio.problem == "The sound nim/absent.ogg can't be played."


@pytest.mark.parametrize(
    ("what", "is_lost"), [({"which": 2, "iscapture": 0}, True), ({"which": 0, "iscapture": 0}, False)]
)
def test_the_window_reacts_to_the_removal_of_its_sound_device(app: App, what: dict[str, int], is_lost: bool) -> None:
    """0 means a device other than the one in use."""
    app.context.audio = Audio()
    app._on_window_event(pygame.Event(pygame.AUDIODEVICEREMOVED, what))
    assert (pygame.mixer.get_init() is None) == is_lost
    app.context.audio.close()


# -- interrupting the music


INTERRUPTED = """
from topping_out.game.cli.frontend import WindowRequest
from topping_out.scenes.app import start
from topping_out.scenes.audio import music

music.STEP_SECONDS = music.REST_SECONDS = 0.00001  # it hardly ever sleeps

def wait_for_music(app):
    frame = app.frame
    def interrupted(events, ms):
        frame(events, ms)
        if app.context.audio.music.now and app.context.audio.music.now.next:
            raise KeyboardInterrupt
    app.frame = interrupted

start(WindowRequest("title"), wait_for_music)
"""


def test_a_program_interrupted_during_music_exits_cleanly(home: Path) -> None:
    """The thread that plays music once used the device after it was closed: a crash instead of the error."""
    dummies = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "TOPPING_OUT_HOME": str(home)}
    path = {"PYTHONPATH": os.pathsep.join([str(ROOT / "build" / "editable"), os.environ.get("PYTHONPATH", "")])}
    command = [sys.executable, "-c", INTERRUPTED]
    ended = subprocess.run(
        command, env={**os.environ, **dummies, **path}, capture_output=True, encoding="utf-8", timeout=120
    )
    assert ended.stderr.rstrip().endswith("KeyboardInterrupt")
    assert ended.returncode in (1, 130, -2, 0xC000013A)  # the last under Windows


# -- music


@pytest.fixture
def mixer(device: None) -> None:
    """Open a device without output, as the player does."""
    pygame.mixer.init(RATE, -16, 2, BUFFER, allowedchanges=0)
    pygame.mixer.set_num_channels(AMBIENCE_CHANNELS + music.CHANNELS)


class Conductor:
    """Music that runs in this thread, with a clock turned by hand."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, folder: Path = FOLDER) -> None:
        self.time = 0.0
        monkeypatch.setattr(Music, "_begin", lambda music: None)
        self.music = Music(AMBIENCE_CHANNELS, folder, lambda: self.time)

    def go_on(self, seconds: float) -> None:
        for _ in range(round(seconds / 0.05)):
            self.time += 0.05
            self.music.step()

    @property
    def levels(self) -> list[float]:
        """The volume of each layer of the piece."""
        return [round(sound.get_volume(), 2) for sound in self.music.now.sounds]

    def to_the_bar(self) -> None:
        """Go on until just before the next bar line."""
        grid = self.music.now.grid
        self.go_on(grid.bar_seconds - self.music.now.seconds % grid.bar_seconds - 0.11)


@pytest.fixture
def conductor(mixer: None, monkeypatch: pytest.MonkeyPatch) -> Conductor:
    return Conductor(monkeypatch)


def test_every_game_has_three_minutes_of_music_in_equal_layers(conductor: Conductor) -> None:
    assert set(conductor.music.grids) == {HOME, *registry.names()}
    for name in registry.names():
        chains = [split((FOLDER / f"{name}_{layer}.ogg").read_bytes()) for layer in LAYERS]
        assert len({len(chain) for chain in chains}) == 1
        grid = conductor.music.grids[name]
        assert len(chains[0]) * grid.link_bars * grid.bar_seconds >= 180


@pytest.mark.parametrize("piece", [HOME, "icetowers"])
def test_a_piece_begins_calm_with_its_next_link_queued(conductor: Conductor, piece: str) -> None:
    conductor.music.play(piece)
    conductor.go_on(2)
    now = conductor.music.now
    assert conductor.levels == [1.0, 0.0, 0.0][: len(now.files)]
    assert [channel.get_queue() for channel in now.channels] == now.next
    assert all(len(sound.get_raw()) % (4 * BUFFER) == 0 for sound in now.sounds)


def test_a_mood_changes_at_the_next_bar_line(conductor: Conductor) -> None:
    conductor.music.play("wyoming")
    conductor.go_on(1)
    conductor.music.lean(2)
    conductor.to_the_bar()
    assert conductor.levels == [1, 0, 0]
    conductor.go_on(4)
    assert conductor.levels == [1, 1, 1]
    conductor.music.lean(0)
    conductor.go_on(8)
    assert conductor.levels == [1, 0, 0]


def test_the_same_piece_continues_and_another_replaces_it(conductor: Conductor) -> None:
    conductor.music.play("towers")
    conductor.go_on(2)
    first = conductor.music.now
    conductor.music.play("towers")
    conductor.go_on(1)
    assert conductor.music.now is first
    conductor.music.play(HOME)
    conductor.go_on(3)
    assert conductor.music.now.name == HOME
    assert not any(channel.get_busy() for channel in first.channels)
    assert all(channel.get_busy() for channel in conductor.music.now.channels)


def test_only_the_last_of_several_quickly_changed_pieces_plays(conductor: Conductor) -> None:
    for piece in ("towers", HOME, "wyoming", "towers", "icetowers"):
        conductor.music.play(piece)
        conductor.go_on(0.3)
    conductor.go_on(4)
    assert conductor.music.now.name == "icetowers"
    first = AMBIENCE_CHANNELS
    assert sum(pygame.mixer.Channel(first + number).get_busy() for number in range(music.CHANNELS)) == len(LAYERS)


def test_the_end_of_a_game_silences_the_layers_at_the_bar_line(conductor: Conductor) -> None:
    channel = pygame.mixer.Channel(AMBIENCE_CHANNELS + music.CHANNELS - 1)
    conductor.music.play("wyoming")
    conductor.go_on(1)
    conductor.music.end(is_won=True)
    assert not channel.get_busy()
    conductor.go_on(7)
    assert channel.get_busy()
    assert conductor.levels == [0, 0, 0]
    channel.stop()
    conductor.go_on(7)
    assert not channel.get_busy()
    assert conductor.levels == [1, 0, 0]


def test_music_pauses_at_volume_zero_and_continues_afterwards(conductor: Conductor) -> None:
    conductor.music.play("wyoming")
    conductor.go_on(2)
    now = conductor.music.now
    at = now.seconds
    conductor.music.volume = 0
    conductor.go_on(5)
    assert now.seconds == at
    conductor.music.volume = 0.5
    conductor.go_on(1)
    assert conductor.music.now is now
    assert now.seconds == pytest.approx(at + 1, abs=0.06)


def test_music_is_quieter_while_somebody_speaks(conductor: Conductor) -> None:
    conductor.music.play(HOME)
    conductor.go_on(3)
    (channel,) = conductor.music.now.channels
    loud = channel.get_volume()
    conductor.music.is_ducked = True
    conductor.go_on(1)
    assert channel.get_volume() == pytest.approx(loud * music.DUCKED, abs=0.02)


def test_a_game_without_a_piece_plays_the_home_piece(conductor: Conductor) -> None:
    conductor.music.play("nim")
    conductor.go_on(1)
    assert conductor.music.now.name == HOME


@pytest.mark.usefixtures("mixer")
def test_missing_or_broken_music_files_are_reported_and_silent(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    Conductor(monkeypatch, tmp_path).music.play(HOME)
    shutil.copy(FOLDER / "music.toml", tmp_path)
    (tmp_path / "title_calm.ogg").write_bytes(b"OggS\0\2, but not really")
    conductor = Conductor(monkeypatch, tmp_path)
    for piece in (HOME, "wyoming"):
        conductor.music.play(piece)
        conductor.go_on(1)
        assert conductor.music.now is None
        assert conductor.music.problem == f"the music {piece} can't be played"


# -- with the thread, through the player


def test_music_pauses_when_muted_and_when_the_window_is_away(mixer: None) -> None:
    player = Audio()
    player.theme(HOME)
    wait_for(lambda: player.music.now and player.music.now.channels[0].get_busy())
    player.muted = True
    wait_for(lambda: player.music._is_paused)
    player.muted = False
    wait_for(lambda: not player.music._is_paused)
    player.be_away(True)
    wait_for(lambda: player.music._is_paused)
    player.close()
    assert pygame.mixer.get_init() is None


def test_muting_takes_effect_at_once_while_the_thread_sleeps(monkeypatch: pytest.MonkeyPatch, mixer: None) -> None:
    monkeypatch.setattr(music, "REST_SECONDS", 600.0)
    player = Audio()
    player.theme(HOME)
    wait_for(lambda: player.music.now and not player.music._is_busy)
    for muted in (True, False, True):
        player.muted = muted
        wait_for(lambda muted=muted: player.music._is_paused is muted)
    player.close()


@pytest.mark.long  # it plays a link in real time
def test_links_of_a_piece_join_without_a_gap(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, mixer: None) -> None:
    out = tmp_path / "out.raw"
    monkeypatch.setenv("SDL_AUDIODRIVER", "disk")
    monkeypatch.setenv("SDL_DISKAUDIOFILE", str(out))
    pygame.mixer.quit()
    player = Audio(music_volume=1)
    chain = split((FOLDER / "towers_calm.ogg").read_bytes())
    links = [np.frombuffer(pygame.mixer.Sound(file=BytesIO(link)).get_raw(), "<i2")[::2] for link in chain[:2]]
    player.theme("towers")
    wait_for(lambda: player.music.now and player.music.now.link == 1 and player.music.now.seconds > 0.5)
    player.close()
    samples, end = np.frombuffer(out.read_bytes(), "<i2")[::2].astype(float), len(links[0])
    meant = np.concatenate(links).astype(float)[end - 20_000 : end + 8_000]
    count = len(samples) + len(meant)
    likeness = np.fft.irfft(np.fft.rfft(samples, count) * np.conj(np.fft.rfft(meant, count)), count)
    at = int(likeness[: len(samples)].argmax())
    assert np.abs(samples[at : at + len(meant)] - meant).max() < 40


def test_a_player_without_a_device_has_no_thread(monkeypatch: pytest.MonkeyPatch, mixer: None) -> None:
    pygame.mixer.quit()
    player = Audio.silent()
    player.theme(HOME)
    assert player.music._thread is None
    player.close()
