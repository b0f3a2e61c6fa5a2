"""What the system tells of the player: applied at first only, and no answer can do harm."""

import sys
from collections.abc import Callable, Sequence
from typing import Any

import pygame
import pytest

from tests.scenes.robot import Blank
from topping_out.game.cli.frontend import WindowRequest
from topping_out.scenes.app import App, start
from topping_out.scenes.system.preferences import SYSTEMS, Preferences, from_desktop, from_mac, run
from topping_out.scenes.system.settings import Settings


def told(answer: Callable[[], dict[str, Any]], settings: Settings) -> bool:
    """Let the system answer, and apply it; tell whether anything changed."""
    preferences = Preferences(answer)
    preferences.begin()
    assert preferences._thread
    preferences._thread.join()
    return preferences.apply(settings)


def test_what_the_system_tells_is_taken_over() -> None:
    settings = Settings()
    assert told(lambda: {"reduced_motion": True, "high_contrast": True, "text_size": 1.25}, settings)
    assert (settings.reduced_motion, settings.high_contrast, settings.text_size) == (True, True, 1.15)


def test_what_the_player_has_chosen_stays() -> None:
    settings = Settings(text_size=1.5)
    assert not told(lambda: {"text_size": 1.3, "reduced_motion": False}, settings)
    assert settings.text_size == 1.5


@pytest.mark.parametrize("answer", [lambda: 1 / 0, dict, lambda: {"text_size": 0.5}])
def test_who_tells_nothing_changes_nothing(answer: Callable[[], Any]) -> None:
    settings = Settings()
    assert not told(answer, settings)
    assert settings == Settings()


def test_nothing_is_applied_before_it_was_asked_for() -> None:
    assert not Preferences(lambda: {"reduced_motion": True}).apply(Settings())


@pytest.mark.usefixtures("home")
def test_the_system_is_asked_at_the_first_start_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[App] = []
    monkeypatch.setattr(App, "run", lambda app, scene: started.append(app))
    monkeypatch.setattr(pygame, "quit", lambda: None)
    monkeypatch.setitem(SYSTEMS, sys.platform, lambda: {"high_contrast": True, "text_size": 1.3})
    for _ in range(2):
        start(WindowRequest("title"))
        thread = started[-1].preferences._thread
        if thread:
            thread.join()
        started[-1].open(Blank())
        started[-1].frame([], 16)
        assert (thread is not None) is (len(started) == 1)
        assert started[-1].context.kit.theme.is_high
        assert started[-1].context.settings.text_size == 1.3
        started[-1].close()


GNOME = {"enable-animations": "false", "high-contrast": "true", "text-scaling-factor": "1.5"}
PORTAL = {"enable-animations": "(<<false>>,)", "contrast": "(<<uint32 1>>,)", "text-scaling-factor": "(<<1.5>>,)"}


@pytest.mark.parametrize(("program", "answers"), [("gsettings", GNOME), ("gdbus", PORTAL)])
def test_desktops_tell_it_by_gsettings_or_their_portal(program: str, answers: dict[str, str]) -> None:
    def answer(command: Sequence[str]) -> str:
        return answers.get(command[-1], "") if command[0] == program else ""

    assert from_desktop(answer) == {"reduced_motion": True, "high_contrast": True, "text_size": 1.5}


def test_a_desktop_without_answers_tells_nothing() -> None:
    assert from_desktop(lambda command: "") == {"reduced_motion": False, "high_contrast": False, "text_size": 1.0}
    assert from_desktop(lambda command: "<'no such thing'>")["text_size"] == 1.0


def test_a_mac_tells_it_by_its_defaults() -> None:
    assert from_mac(lambda command: "1" if command[-1] == "reduceMotion" else "") == {
        "reduced_motion": True,
        "high_contrast": False,
    }


def test_a_program_that_is_not_there_or_fails_says_nothing() -> None:
    assert run(("no-such-program-of-anybody",)) == ""
    assert run((sys.executable, "-c", "print(1); raise SystemExit(1)")) == ""
    assert run((sys.executable, "-c", "print(1)")) == "1"
