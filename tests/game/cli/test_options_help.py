"""What --help says of the games' options."""

import re

import pytest

from topping_out.game import registry
from topping_out.game.cli import main
from topping_out.game.cli.options_help import options_help

GAMES = [game.name for game in registry.games()]


def section_of(name: str, text: str) -> str:
    """Return what a help says of a game's options, on one line."""
    rest = text.partition(f"\noptions of {name}:\n")[2]
    return re.sub(r"\s+", " ", rest.partition("\noptions of ")[0])


@pytest.mark.parametrize("command", ["play", "simulate", "arena", "ladder", "tune"])
def test_the_help_of_a_command_that_takes_options_ends_with_those_of_each_game(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main.main([command, "--help"]) == 0
    text = capsys.readouterr().out
    assert text.startswith(f"usage: topping-out {command} ")
    assert text.endswith(options_help())
    assert [name for name in GAMES if not section_of(name, text)] == []


@pytest.mark.parametrize("name", GAMES)
def test_every_option_value_and_preset_of_a_game_is_in_the_help(name: str) -> None:
    game, text = registry.load(name), section_of(name, options_help())
    for seats in game.seats:
        for option in game.options(seats):
            assert re.search(rf" {option.key}[:=]", text)
            assert option.help in text
            values = re.search(rf" {option.key}=(\S+): ", text)
            offered = {str(value) for value in option.lasting}
            assert option.is_switch if values is None else offered <= set(values[1].split("|"))
    assert [preset.key for preset in game.presets if f" {preset.key}: {preset.about}" not in text] == []


def test_an_option_that_not_every_number_of_seats_has_says_so() -> None:
    assert "foundations=1|2: Room for one tower each, or for two under a Sky of 8. With 3 seats. (default: 1)" in (
        section_of("wyoming", options_help())
    )


def test_no_game_is_loaded_for_the_help_unless_it_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "games", lambda: pytest.fail("all games are loaded"))
    assert main.main(["--version"]) == 0
    assert main.main(["play", "nosuch"]) == 2


def test_presets_are_told_in_the_readers_language(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("topping_out.game.cli.options_help.tr", lambda text, **_: text.upper())
    monkeypatch.setattr("topping_out.game.options.tr", lambda text, **fields: text.format(**fields).upper())
    assert "SHORT_GAME: " not in options_help()
    assert "short_game: A SKY OF 7 PENNIES" in re.sub(r"\s+", " ", options_help())
