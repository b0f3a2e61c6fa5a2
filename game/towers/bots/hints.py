"""Why a step is good, in words that fit the position and what the search has found."""

from __future__ import annotations

from collections.abc import Callable

from topping_out.game.bots.claims import Claim as Claimed
from topping_out.game.bots.claims import claim, reason
from topping_out.game.bots.search import clear_gain
from topping_out.game.language import mark, tr, tr_count
from topping_out.game.text import listed, sentence
from topping_out.game.towers.actions import Action, Build, Claim
from topping_out.game.towers.bots.boards import steps_of
from topping_out.game.towers.bots.core.board import Board, Plan, Site
from topping_out.game.towers.bots.prospects import LEAST, for_later, foremost, keeps_trigger
from topping_out.game.towers.bots.scene import Scene, cards, difference, drawn, is_scored, scene_of, tell, with_cards
from topping_out.game.towers.bots.search import Duel, Trial
from topping_out.game.towers.state import View

WORTH_TELLING = 1.0
"""Points by which a step must be better than another for the difference to be told."""


def explain(view: View, board: Board, plan: Plan, compared: str = "") -> str:
    """Return what the plan's first step is good for, from its seat's point of view; it goes on after the step.

    What the comparison with others has shown (see `compare`) is added, or told instead of no reason.
    """
    found = claims(view, board, plan)
    if compared and found[0].kind == "must build":
        return f"{compared}."
    return " ".join([reason(found), *([f"{sentence(compared)}."] if compared else [])])


def claims(view: View, board: Board, plan: Plan) -> list[Claimed]:
    """Return what `explain` states."""
    deck = view.variant.deck
    scene, step = scene_of(deck, board, plan), steps_of(deck, board, plan)[0]
    if isinstance(step, Build):
        return [_built(scene, plan.builds[0][1])]
    if isinstance(step, Claim):
        return [_claimed(scene, step.plot, step.level)]
    return [_ended(scene, view)]


def telling(view: View, board: Board, plan: Plan) -> Plan:
    """Return the plan with the floor built first of which there is most to tell; new towers keep their order."""
    swapped = plan._replace(builds=plan.builds[::-1])
    if sum(not board.sites[plot][0] for _, plot in plan.builds) > 1:
        return plan
    return max(plan, swapped, key=lambda way: outlook(view, board, way))


def outlook(view: View, board: Board, plan: Plan) -> float:
    """Return about how many points the reason for the plan's first floor is worth."""
    return foremost(scene_of(view.variant.deck, board, plan), plan.builds[0][1])[0] if plan.builds else 0.0


def _ended(scene: Scene, view: View) -> Claimed:
    """Return why nothing more is tucked."""
    if not view.hand:
        return claim("no card", tr("you have no card left to tuck"))
    if all(storey.owner is not None for tower in view.towers for storey in tower):
        return claim("all tucked", tr("every floor has a tucked card already"))
    after = scene.board.copy()
    after.end_turn()
    if after.is_last_round:
        if any(_gain_by_tuck(scene, site) > 0 for site in scene.board.sites):
            return claim("last turn", tr("this is your last turn"), is_all=False)
        return claim(
            "last turn", tr("this is your last turn, and no other floor would score you anything"), is_all=True
        )
    if kept := keeps_trigger(scene):
        return kept
    most = max(_gain_by_tuck(scene, site) for site in scene.board.sites)
    if most <= 0:
        return claim("keeps", tr("as the towers stand, no floor that you could take would bring you anything"), most=0)
    text = tr_count(
        "as the towers stand, a card would bring you {number} point at most, and it is worth more in your hand",
        "as the towers stand, a card would bring you {number} points at most, and it is worth more in your hand",
        most,
    )  # fmt: skip
    return claim("keeps", text, most=most)


def _gain_by_tuck(scene: Scene, site: Site) -> int:
    """Return what one more floor of a tower would score the seat, as the tower stands."""
    return max((difference(scene, after, site)[0] for _, after in with_cards(site, scene.seat)), default=0)


def compare(view: View, board: Board, trials: list[Trial], duel: Callable[[Plan, Plan], Duel]) -> str:
    """Return a clause on how the best of the trials (the first) differs from what else looks good; maybe none.

    A choice that looks worse than another at first sight is explained by what the turns to come have shown.
    """
    best = trials[0]
    chosen, *planned = steps_of(view.variant.deck, board, best.choice)
    others = [trial for trial in trials[1:] if chosen not in steps_of(view.variant.deck, board, trial.choice)]
    if not others or not best.tried:
        return ""
    obvious = max(others, key=lambda trial: trial.choice.worth)
    other = next(step for step in steps_of(view.variant.deck, board, obvious.choice) if step not in planned[:-1])
    has_reason = not isinstance(chosen, Build) or outlook(view, board, best.choice) > LEAST
    if has_reason and obvious.choice.worth < best.choice.worth - WORTH_TELLING:
        return ""
    gains, kept_down = duel(best.choice, obvious.choice)
    gain = clear_gain(gains)
    if gain < WORTH_TELLING:
        return "" if has_reason else tr("it makes no real difference from {step}", step=tell(other))
    if kept_down > gain / 2:
        text = mark("in trial turns {step} lets your opponent score about {points} more before your next turn")
        if len(board.scores) > 2:
            text = mark("in trial turns {step} lets the others score about {points} more before your next turn")
        return tr(text, step=tell(other), points=_points(kept_down))
    return better(other, gain)


def better(other: Action, gain: float) -> str:
    """Return by how much a choice is better than another step."""
    return tr("in trial turns it comes out about {points} better than {step}", points=_points(gain), step=tell(other))


def _points(amount: float) -> str:
    return tr_count("{number} point", "{number} points", max(1, round(amount)))


def _built(scene: Scene, plot: int) -> Claimed:
    """Return what speaks most for building there."""
    return _with_tucks(scene, plot, foremost(scene, plot)[1], 0)


def _with_tucks(scene: Scene, plot: int, told: Claimed, done: int) -> Claimed:
    """Return what is told of a tower, with the cards that the plan tucks there, beside the one that is `done`."""
    taken = sum(len(levels) for place, levels in scene.plan.claims if place == plot) - done
    facts = {"plot": plot, "taken": taken, **told.facts}
    if not taken:
        return Claimed(told.kind, told.text, facts)
    # Translators: {text} is a clause such as "tower 2 is scored this turn, with 5 for you and 2 for your opponent".
    text = tr_count(
        "tuck {number} more card there, and {text}", "tuck {number} more cards there, and {text}", taken, text=told.text
    )
    if not done:
        text = tr_count(
            "tuck {number} card there, and {text}", "tuck {number} cards there, and {text}", taken, text=told.text
        )
    return Claimed(told.kind, text, facts)


def _claimed(scene: Scene, plot: int, level: int) -> Claimed:
    kinds, owners = after = scene.after[plot]
    without = kinds, owners[:level] + scene.board.sites[plot][1][level : level + 1] + owners[level + 1 :]
    floor, tower = tr(scene.deck.floors[kinds[level]].name), plot + 1
    mine, others = difference(scene, after, without)
    more = drawn(scene, plot, cards(scene, after) - cards(scene, without))
    gains = [
        _own(mine) if mine else "",
        _others(scene, others) if others else "",
        tr_count("up to {number} card to draw", "up to {number} cards to draw", more) if more > 0 else "",
    ]
    told, ends = listed([*filter(None, gains)]), is_scored(scene, after)
    facts = {"level": level, "mine": mine, "others": others, "drawn": more, "is_scored": ends}
    if told:
        # Translators: {gains} is a list such as "3 for you and 2 cards to draw".
        text = mark("if tower {tower} is scored as it stands, owning this {floor} means {gains}")
        if ends:
            text = mark("tower {tower} is scored this turn, and owning this {floor} means {gains}")
        return _with_tucks(scene, plot, claim("owning", tr(text, floor=floor, tower=tower, gains=told), **facts), 1)
    return _with_tucks(scene, plot, for_later(scene, plot, level), 1)


def _own(points: int) -> str:
    if points > 0:
        return tr("{number} for you", number=points)
    return tr("{number} less for you", number=-points)


def _others(scene: Scene, points: int) -> str:
    if points > 0:
        text = mark("{number} more for the others") if scene.has_rivals else mark("{number} more for your opponent")
    else:
        text = mark("{number} less for the others") if scene.has_rivals else mark("{number} less for your opponent")
    return tr(text, number=abs(points))
