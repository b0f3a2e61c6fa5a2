"""Who would be an even match for the human at the table, by the rating in this game."""

from __future__ import annotations

from typing import NamedTuple

from topping_out.game import roster
from topping_out.game.language import mark, tr_player
from topping_out.game.progress.rating import bots_of, nearest_bot
from topping_out.game.storage.history.statistics import career_of
from topping_out.game.text import with_minus
from topping_out.scenes.pages.setup.seating import Chair, Seating
from topping_out.scenes.system.context import Context


class EvenMatch(NamedTuple):
    """A level or character, and why it is that one."""

    kind: str
    why: str


def even_match(context: Context, seating: Seating, chair: Chair) -> EvenMatch | None:
    """Return who would be even with the first human at the table; None without one, or where nobody was measured."""
    game, human = seating.game, next((other for other in seating.humans if other is not chair), None)
    if human is None or not bots_of(game.name):
        return None
    rating = career_of(context.library.finished(), game.name, human.name.strip()).rating
    kind = nearest_bot(game.name, rating.elo, (word for word in seating.kinds(chair) if word in roster.names()))
    if kind is None:
        return None
    rated = (
        mark("{bot}, {strength}: the closest to your rating in {game}, {rating} ± {margin}."),
        mark("{bot}, {strength}: the closest to the rating of {name} in {game}, {rating} ± {margin}."),
    )
    unrated = (
        mark("{bot}, {strength}: you have no rating in {game} yet; ratings begin at {rating} ± {margin}."),
        mark("{bot}, {strength}: {name} has no rating in {game} yet; ratings begin at {rating} ± {margin}."),
    )
    yours, theirs = rated if rating.games else unrated
    places = {
        "bot": roster.title(kind), "strength": round(bots_of(game.name)[kind]), "game": game.title,
        "rating": with_minus(round(rating.elo)), "margin": round(rating.margin),
    }  # fmt: skip
    return EvenMatch(kind, tr_player(human.name.strip(), yours, theirs, **places))
