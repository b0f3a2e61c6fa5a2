"""The music follows pages and moods at bar lines, never restarts without need, and stops when it must be silent."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path

import pygame
import pytest

from topping_out.game import registry
from topping_out.scenes.audio import music
from topping_out.scenes.audio.music import FOLDER, HOME, LAYERS, Music, split
from topping_out.scenes.audio.player import AMBIENCE_CHANNELS, BUFFER, RATE, Audio

np = pytest.importorskip("numpy", reason="the mixer's output is examined with numpy")


@pytest.fixture(autouse=True)
def device(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Open a new device without output for each test."""
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    pygame.mixer.quit()
    pygame.mixer.init(RATE, -16, 2, BUFFER, allowedchanges=0)
    pygame.mixer.set_num_channels(AMBIENCE_CHANNELS + music.CHANNELS)
    yield
    pygame.mixer.quit()


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
        assert self.music.now
        return [round(sound.get_volume(), 2) for sound in self.music.now.sounds]

    def to_the_bar(self) -> None:
        """Go on until just before the next bar line."""
        assert self.music.now
        grid = self.music.now.grid
        self.go_on(grid.bar_seconds - self.music.now.seconds % grid.bar_seconds - 0.11)


@pytest.fixture
def conductor(monkeypatch: pytest.MonkeyPatch) -> Conductor:
    return Conductor(monkeypatch)


def wait_for(condition: Callable[[], object]) -> None:
    deadline = time.monotonic() + 30
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.01)


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
    assert now
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
    assert first
    assert conductor.music.now
    assert conductor.music.now.name == HOME
    assert not any(channel.get_busy() for channel in first.channels)
    assert all(channel.get_busy() for channel in conductor.music.now.channels)


def test_only_the_last_of_several_quickly_changed_pieces_plays(conductor: Conductor) -> None:
    for piece in ("towers", HOME, "wyoming", "towers", "icetowers"):
        conductor.music.play(piece)
        conductor.go_on(0.3)
    conductor.go_on(4)
    assert conductor.music.now
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
    assert now
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
    assert conductor.music.now
    (channel,) = conductor.music.now.channels
    loud = channel.get_volume()
    conductor.music.is_ducked = True
    conductor.go_on(1)
    assert channel.get_volume() == pytest.approx(loud * music.DUCKED, abs=0.02)


def test_a_game_without_a_piece_plays_the_home_piece(conductor: Conductor) -> None:
    conductor.music.play("nim")
    conductor.go_on(1)
    assert conductor.music.now
    assert conductor.music.now.name == HOME


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


def test_music_pauses_when_muted_and_when_the_window_is_away() -> None:
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


def test_muting_takes_effect_at_once_while_the_thread_sleeps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(music, "REST_SECONDS", 600.0)
    player = Audio()
    player.theme(HOME)
    wait_for(lambda: player.music.now and not player.music._is_busy)
    for muted in (True, False, True):
        player.muted = muted
        wait_for(lambda muted=muted: player.music._is_paused is muted)
    player.close()


@pytest.mark.long  # it plays a link in real time
def test_links_of_a_piece_join_without_a_gap(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
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


def test_a_player_without_a_device_has_no_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    pygame.mixer.quit()
    player = Audio.silent()
    player.theme(HOME)
    assert player.music._thread is None
    player.close()
