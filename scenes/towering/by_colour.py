"""Sentences of Towering with a colour in them: one for each, as the word may change with what it goes with."""

from __future__ import annotations

from topping_out.game.language import mark

ONLY_TO_TOWER = (
    mark("{card} can only go to the blue tower."),
    mark("{card} can only go to the red tower."),
    mark("{card} can only go to the yellow tower."),
    mark("{card} can only go to the green tower."),
    mark("{card} can only go to the black tower."),
    mark("{card} can only go to the purple tower."),
)
ONLY_TO_DISCARDS = (
    mark("{card} can only go to the blue discards."),
    mark("{card} can only go to the red discards."),
    mark("{card} can only go to the yellow discards."),
    mark("{card} can only go to the green discards."),
    mark("{card} can only go to the black discards."),
    mark("{card} can only go to the purple discards."),
)
NO_TOWER_OF_RIVAL = (
    mark("{name} has no blue tower yet"),
    mark("{name} has no red tower yet"),
    mark("{name} has no yellow tower yet"),
    mark("{name} has no green tower yet"),
    mark("{name} has no black tower yet"),
    mark("{name} has no purple tower yet"),
)
NO_TOWER_OF_YOURS = (
    mark("You have no blue tower yet"),
    mark("You have no red tower yet"),
    mark("You have no yellow tower yet"),
    mark("You have no green tower yet"),
    mark("You have no black tower yet"),
    mark("You have no purple tower yet"),
)
NO_COST = (
    mark("No blue tower, so no cost: 0 points"),
    mark("No red tower, so no cost: 0 points"),
    mark("No yellow tower, so no cost: 0 points"),
    mark("No green tower, so no cost: 0 points"),
    mark("No black tower, so no cost: 0 points"),
    mark("No purple tower, so no cost: 0 points"),
)
TOWER = (
    mark("{name}: blue tower, {cards}"),
    mark("{name}: red tower, {cards}"),
    mark("{name}: yellow tower, {cards}"),
    mark("{name}: green tower, {cards}"),
    mark("{name}: black tower, {cards}"),
    mark("{name}: purple tower, {cards}"),
)
NO_DISCARDS = (
    mark("{site}: no blue discards"),
    mark("{site}: no red discards"),
    mark("{site}: no yellow discards"),
    mark("{site}: no green discards"),
    mark("{site}: no black discards"),
    mark("{site}: no purple discards"),
)
