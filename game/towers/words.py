"""The game in words: the move log, accounts, what a floor does, hints, the results."""

from __future__ import annotations

from collections.abc import Sequence

from ..engine import Advice, Ended, Outcome, Passed, Seat
from ..language import Message, fill, mark, mark_count, tr, tr_context, tr_count, tr_label, tr_player
from ..rules_text import Block, Section
from ..text import commas, drew, listed
from .actions import (
    NEW,
    Action,
    Build,
    Built,
    Claim,
    Claimed,
    Demolished,
    Drew,
    Event,
    FloorScored,
    LastRound,
    ScoringBegan,
)
from .floors import Cause, Deck, Effect, EffectVerb, Floor, Step
from .state import View

# -- floors


EFFECTS: dict[EffectVerb, Message] = {
    EffectVerb.DRAW: mark("draws {n}"),
    EffectVerb.SCORE: mark("scores {n}"),
    # Translators: {floor} is a floor's name; so many points for each of that name in the tower.
    EffectVerb.SCORE_MATCHING: mark("{n} per {floor} here"),
    EffectVerb.SCORE_ABOVE: mark("{n} per floor above"),
    EffectVerb.SCORE_BELOW: mark("{n} per floor below"),
    EffectVerb.SCORE_OWN: mark("{n} per floor you own"),
    EffectVerb.SCORE_VACANT: mark("{n} per vacant floor"),
    # Translators: so many points for each floor of another name in the tower.
    EffectVerb.SCORE_KINDS: mark("{n} per kind of floor"),
    EffectVerb.SCORE_TUCKS: mark("everyone: {n} per tuck"),
    EffectVerb.TAKE_BELOW: mark_count("takes the floor below", "takes the {number} floors below"),
    EffectVerb.VACATE_BELOW: mark_count("vacates the floor below", "vacates the {number} floors below"),
}
COUNTED: dict[EffectVerb, Message] = {
    EffectVerb.SCORE_MATCHING: mark_count("{number} {floor}", "{number} {floor} floors"),
    EffectVerb.SCORE_ABOVE: mark_count("{number} floor above", "{number} floors above"),
    EffectVerb.SCORE_BELOW: mark_count("{number} floor below", "{number} floors below"),
    EffectVerb.SCORE_OWN: mark_count("{number} floor owned", "{number} floors owned"),
    EffectVerb.SCORE_VACANT: mark_count("{number} vacant floor", "{number} vacant floors"),
    EffectVerb.SCORE_KINDS: mark_count("{number} kind of floor", "{number} kinds of floor"),
    EffectVerb.SCORE_TUCKS: mark_count("{number} tuck", "{number} tucks"),
}
"""What an effect counts, if it does."""


def effect_words(effect: Effect, floor: str) -> str:
    """Return the words on the card for an effect of the floor of that name."""
    return fill(EFFECTS[effect.verb], n=effect.amount, number=effect.amount, floor=tr(floor))


def floor_words(floor: Floor) -> str:
    """Return all that a floor does, in one line."""
    parts = [effect_words(effect, floor.name) for effect in floor.effects]
    return commas(parts + [tr("tower scores now")] * floor.triggers_scoring) or tr("no effect")


def _floor_item(floor: Floor) -> str:
    # Translators: the asterisks make it bold. {effect} is such as "draws 2, tower scores now".
    text = mark_count("**{floor}**, {number} card: {effect}", "**{floor}**, {number} cards: {effect}")
    return fill(text, number=floor.count, floor=tr(floor.name), effect=floor_words(floor))


def deck_section(deck: Deck) -> Section:
    """Return the section of the rules page on the floors of a deck that isn't the standard one."""
    intro = tr("This game's deck is {deck}. Its {number} cards are used instead of the standard deck's.",
               deck=tr(deck.title), number=len(deck.cards))  # fmt: skip
    items = map(_floor_item, deck.floors)
    blocks = [Block("text", intro), Block("text", tr(deck.about)), *(Block("item", item) for item in items)]
    return Section(tr("The floors in this game"), [block for block in blocks if block.text])


def propose(view: View, advice: Advice[Action], names: Sequence[str]) -> str:
    """Return what a hint says to do, such as "Build SUITE as a new tower"."""
    match advice.action:
        case Build(floor, plot):
            if plot == NEW:
                return tr("Build {floor} as a new tower", floor=tr(floor))
            return tr_context("a hint", "Build {floor} on tower {tower}", floor=tr(floor), tower=plot + 1)
        case Claim(floor, plot, level):
            return tr(
                "Tuck {floor} under floor {level} of tower {tower}", floor=tr(floor), level=level + 1, tower=plot + 1
            )
    return tr("End the turn")


# -- accounts


def sum_words(step: Step, seat: Seat) -> str:
    """Return how a seat's points of a step are computed: "2 OFFICE floors × 2 = 4"; empty if it scores none."""
    points = step.points[seat]
    if step.effect is None or not points:
        return ""
    if step.effect.verb not in COUNTED:
        return str(points)
    what = fill(COUNTED[step.effect.verb], number=points // step.effect.amount, floor=tr(step.floor))
    return f"{what} × {step.effect.amount} = {points}"


def step_words(step: Step, names: Sequence[str]) -> str:
    """Return a sentence about a step of an account."""
    if step.owner is None:
        return tr("{floor} is vacant.", floor=tr(step.floor))
    owner, floor = names[step.owner], tr(step.floor)
    if step.effect is None:
        theirs = mark("{name}'s {floor} does nothing.")
        return tr_player(owner, mark("Your {floor} does nothing."), theirs, floor=floor)
    scored = [f"{tr_label(names[seat])} {sum_words(step, seat)}" for seat, points in enumerate(step.points) if points]
    if scored:
        return tr("{floor}: {points}.", floor=floor, points=commas(scored))
    change = _change_words(step, step.effect, names)
    # Translators: {change} is such as "nothing changes below".
    yours = mark("Your {floor}: {change}.")
    return tr_player(owner, yours, mark("{name}'s {floor}: {change}."), floor=floor, change=change)


def _change_words(step: Step, effect: Effect, names: Sequence[str]) -> str:
    """Return what a step that scores nothing does instead."""
    if effect.verb is EffectVerb.DRAW:
        return tr("draws {n}", n=step.drawn) if step.drawn else tr("nothing to draw")
    if effect.verb not in (EffectVerb.TAKE_BELOW, EffectVerb.VACATE_BELOW):
        return tr("scores nothing")
    if not step.changes:
        return tr("nothing changes below") if step.level else tr("there's nothing below")
    levels = [str(change.level + 1) for change in step.changes]
    heir = step.changes[0].after
    if heir is None:
        if len(levels) == 1:
            return tr("floor {level} is now vacant", level=levels[0])
        return tr("floors {levels} are now vacant", levels=listed(levels))
    if len(levels) == 1:
        yours, theirs = mark("floor {level} is now yours"), mark("floor {level} now belongs to {name}")
        return tr_player(names[heir], yours, theirs, level=levels[0])
    yours, theirs = mark("floors {levels} are now yours"), mark("floors {levels} now belong to {name}")
    return tr_player(names[heir], yours, theirs, levels=listed(levels))


# -- the move log

_CAUSES: dict[Cause, str] = {
    "height": mark("Tower {tower} has enough floors and is scored."),
    "trigger": mark("Tower {tower} is scored for its top floor."),
    "game end": mark("Tower {tower} is scored as it stands."),
}


def describe(event: Event, names: Sequence[str]) -> str:
    """Return a sentence for the move log; empty if the event needs none."""
    match event:
        case Built(seat, plot, level, _, floor):
            yours, theirs = _ON if level else _START
            return tr_player(names[seat], yours, theirs, floor=tr(floor), tower=plot + 1)
        case Claimed(seat, plot, level, _, floor):
            yours = mark("You claim {floor}, floor {level} of tower {tower}.")
            theirs = mark("{name} claims {floor}, floor {level} of tower {tower}.")
            return tr_player(names[seat], yours, theirs, floor=tr(floor), level=level + 1, tower=plot + 1)
        case Drew(seat, cards):
            return drew(names[seat], len(cards))
        case LastRound(seat):
            yours = mark("The deck is empty after your turn: this round is the last.")
            theirs = mark("The deck is empty after {name}'s turn: this round is the last.")
            return tr_player(names[seat], yours, theirs)
        case Passed(seat):
            yours, theirs = mark("You have no cards and pass."), mark("{name} has no cards and passes.")
            return tr_player(names[seat], yours, theirs)
        case Ended(outcome):
            return describe_outcome(outcome, names)
        case ScoringBegan(plot, cause):
            return tr(_CAUSES[cause], tower=plot + 1)
        case FloorScored(_, step):
            return step_words(step, names)
        case Demolished(plot, points):
            if not any(points):
                return tr("Tower {tower} is cleared away: nobody scores.", tower=plot + 1)
            # Translators: {points} is "Ana 12, Ben 3".
            return tr("Tower {tower} is cleared away: {points}.", tower=plot + 1, points=points_words(points, names))
    return ""


_ON = mark("You build {floor} on tower {tower}."), mark("{name} builds {floor} on tower {tower}.")
_START = (
    mark("You start tower {tower} with {floor}."),
    mark("{name} starts tower {tower} with {floor}."),
)


def describe_outcome(outcome: Outcome, names: Sequence[str]) -> str:
    """Return who won and how."""
    seat = outcome.winners[0]
    points = tr_count("{number} point", "{number} points", outcome.scores[seat])
    if outcome.reason == "turn order":
        yours = mark("You win with {points}: tied, but earlier in turn order.")
        return tr_player(
            names[seat], yours, mark("{name} wins with {points}: tied, but earlier in turn order."), points=points
        )
    return tr_player(names[seat], mark("You win with {points}."), mark("{name} wins with {points}."), points=points)


def points_words(points: Sequence[int], names: Sequence[str]) -> str:
    """Return who scores how much: "Ana 12, Ben 3"; empty if nobody scores."""
    return commas(f"{tr_label(names[seat])} {n}" for seat, n in enumerate(points) if n)
