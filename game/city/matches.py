"""The matches of the city as they begin: who sits there, and how strong they play, by the player's rating."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from topping_out.game import roster
from topping_out.game.city.standing import StageStanding
from topping_out.game.language import YOU
from topping_out.game.options import parse_options
from topping_out.game.progress import series
from topping_out.game.progress.rating import nearest_bot
from topping_out.game.record import Header, Occasion, Player, new_header
from topping_out.game.registry import load
from topping_out.game.storage.history.statistics import career_of
from topping_out.game.storage.library import Saved


def elo_of(finished: Iterable[Saved], game: str) -> float:
    """Return how strong the player is in a game."""
    return career_of(finished, game, YOU).rating.elo


def rivals_of(standing: StageStanding, elo: float) -> tuple[str, ...]:
    """Return who plays a match against a player of that strength, each at the level that fits.

    Where nobody has measured the bots of a game, its characters play at their own.
    """
    game, wished = load(standing.stage.game), elo + standing.stage.stakes
    found = []
    for who in standing.district.rivals(standing.stage):
        words = [roster.at_level(who, level) for level in roster.LEVELS if level in game.levels]
        found.append(nearest_bot(game.name, wished, words) or who)
    return tuple(found)


def next_of_series(after: Header, seed: int, started: str) -> Header:
    """Return what the next game of a series starts from, as the last one has left it (`series.after`)."""
    header = new_header(load(after.game), after.seats, after.options, seed, started)
    return replace(header, occasion=after.occasion)


def header_for(standing: StageStanding, elo: float, seed: int, started: str) -> Header:
    """Return what a match starts from; a series that is under way goes on as it stands."""
    if standing.before and standing.before.outcome:
        return next_of_series(series.after(standing.before.header, standing.before.outcome), seed, started)
    stage, game = standing.stage, load(standing.stage.game)
    rivals = [Player(roster.title(who), "bot", who, colour) for colour, who in enumerate(rivals_of(standing, elo), 1)]
    options = parse_options(stage.options, game.presets)
    header = new_header(game, [Player(YOU), *rivals], options, seed, started)
    header = replace(header, occasion=Occasion(district=standing.district.name, stage=stage.name))
    return series.begun(header) if standing.is_last else header
