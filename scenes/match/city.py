"""The ways to the matches of the player's city, and how it stands."""

from __future__ import annotations

from msgspec.structs import replace

from topping_out.game.city.districts import CityPlan, plan
from topping_out.game.city.matches import elo_of, header_for, next_of_series
from topping_out.game.city.standing import DistrictStanding, StageStanding, stage_of, standing_of
from topping_out.game.language import tr
from topping_out.game.record import Header, new_seed
from topping_out.game.text import full_stop
from topping_out.scenes.manager import Transition
from topping_out.scenes.match import definition, start
from topping_out.scenes.system.context import Context


def plan_here() -> CityPlan:
    """Return the city without the matches whose game has no table here."""
    whole, games = plan(), definition.playable()
    districts = (
        replace(each, stages=stages)
        for each in whole.districts
        if (stages := tuple(stage for stage in each.stages if stage.game in games))
    )
    return CityPlan(tuple(districts), whole.problems)


def problems_of() -> list[str]:
    """Return a sentence for each game of another package whose matches are left out, with the reason."""
    return [full_stop(tr("Some matches are missing from your city: {problem}", problem=why)) for why in plan().problems]


def city_of(context: Context) -> list[DistrictStanding]:
    """Return how each district stands by the saved games."""
    return standing_of(plan_here(), context.library.games())


def begin_stage(context: Context, standing: StageStanding) -> Transition:
    """Begin a match of the city, or go on with the one that is under way."""
    saved = standing.under_way
    if saved and not context.library.is_elsewhere(saved.path):
        return start.resume(context, saved)
    elo = elo_of(context.library.finished(), standing.stage.game)
    return start.begin(context, header_for(standing, elo, new_seed(), start.now()))


def play_again(context: Context, old: Header) -> Transition:
    """Begin another game as one that was played (see `start.play_again`).

    A match of the city begins anew, with rivals as strong as the player is by now; not in the midst of a series.
    """
    place = stage_of(old)
    stages = (stage for district in city_of(context) for stage in district.stages if place[0])
    standing = next((each for each in stages if (each.district.name, each.stage.name) == place), None)
    if standing is None:
        return start.play_again(context, old)
    if old.occasion and old.occasion.won:
        return start.begin(context, next_of_series(old, new_seed(), start.now()))
    return begin_stage(context, standing)
