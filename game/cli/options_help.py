"""What --help says of the games' options."""

from __future__ import annotations

from textwrap import fill

from topping_out.game import registry
from topping_out.game.engine import AnyGame
from topping_out.game.options import Option, Preset

WIDTH = 79


def options_help() -> str:
    """Return the options of each game, with their values and what they mean."""
    return "".join(f"\noptions of {game.name}:\n{_lines_of(game)}" for game in registry.games())


def _lines_of(game: AnyGame) -> str:
    """Return the options and presets of a game; each as with the most seats that have it."""
    offered = {option.key: option for seats in game.seats for option in game.options(seats)}
    texts = [*(_words(game, option) for option in offered.values()), *map(_preset_words, game.presets)]
    return "".join(fill(text, WIDTH, initial_indent="  ", subsequent_indent="      ") + "\n" for text in texts)


def _words(game: AnyGame, option: Option) -> str:
    """Return an option in words; a switch is turned on by its key alone."""
    having = [seats for seats in game.seats if any(other.key == option.key for other in game.options(seats))]
    only = "" if len(having) == len(game.seats) else f" With {' or '.join(map(str, having))} seats."
    if option.is_switch:
        return f"{option.key}: {option.help}{only}"
    values = "|".join(str(value) for value, _ in option.choices)
    return f"{option.key}={values}: {option.help}{only} (default: {option.default})"


def _preset_words(preset: Preset) -> str:
    values = ",".join(f"{key}={value}" for key, value in preset.options)
    return f"{preset.key}: {preset.help} ({values})"
