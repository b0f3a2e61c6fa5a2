"""What --help says of the games' options."""

from __future__ import annotations

from textwrap import fill

from topping_out.game import registry
from topping_out.game.engine import AnyGame
from topping_out.game.language import tr
from topping_out.game.options import Option, Preset

WIDTH = 79


def options_help() -> str:
    """Return the options of each game, with their values and what they mean."""
    heads = {game.name: tr("options of {game}:", game=game.name) for game in registry.games()}
    return "".join(f"\n{heads[game.name]}\n{_lines_of(game)}" for game in registry.games())


def _lines_of(game: AnyGame) -> str:
    """Return the options and presets of a game; each as with the most seats that have it."""
    offered = {option.key: option for seats in game.seats for option in game.options(seats)}
    texts = [*(_words(game, option) for option in offered.values()), *map(_preset_words, game.presets)]
    return "".join(fill(text, WIDTH, initial_indent="  ", subsequent_indent="      ") + "\n" for text in texts)


def _words(game: AnyGame, option: Option) -> str:
    """Return an option in words; a switch is turned on by its key alone."""
    having = [seats for seats in game.seats if any(other.key == option.key for other in game.options(seats))]
    seats = tr(" or ").join(map(str, having))
    words = (
        option.help
        if len(having) == len(game.seats)
        else tr("{help} With {seats} seats.", help=option.help, seats=seats)
    )
    if option.is_switch:
        return f"{option.key}: {words}"
    values = "|".join(map(str, option.lasting))
    return tr("{option}: {help} (default: {value})", option=f"{option.key}={values}", help=words, value=option.default)


def _preset_words(preset: Preset) -> str:
    values = ",".join(f"{key}={value}" for key, value in preset.options)
    return f"{preset.key}: {preset.about} ({values})"
