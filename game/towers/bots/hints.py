"""Why a step is good, in words that fit the position and what the search has found."""

from __future__ import annotations

from dataclasses import dataclass

from game.bots.claims import Claim as Claimed
from game.bots.claims import claim, sentences
from game.language import mark, tr, tr_count
from game.text import listed
from game.towers.actions import NEW, Action, Build, Claim
from game.towers.bots.boards import sites_after, steps_of
from game.towers.bots.core.board import Board, Plan, Site
from game.towers.bots.search import Trial
from game.towers.floors import Deck
from game.towers.scoring import Tally, tally
from game.towers.state import HEIGHT, View

WORTH_TELLING = 1.0
"""Points by which a step must be better than another for the difference to be told."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A plan, and the towers before and after it."""

    deck: Deck
    board: Board
    plan: Plan
    after: list[Site]

    @property
    def seat(self) -> int:
        return self.board.turn

    @property
    def has_rivals(self) -> bool:
        """Whether there are several others, not one."""
        return len(self.board.scores) > 2


def explain(view: View, board: Board, plan: Plan) -> str:
    """Return a sentence or two on what the plan's first step is good for, from its seat's point of view."""
    return sentences(claims(view, board, plan))


def claims(view: View, board: Board, plan: Plan) -> list[Claimed]:
    """Return what `explain` states."""
    deck = view.variant.deck
    scene, step = Scene(deck, board, plan, sites_after(board, plan)), steps_of(deck, board, plan)[0]
    if isinstance(step, Build):
        kind, plot = plan.builds[0]
        return [_built(scene, plot, deck.floors[kind].name)]
    if isinstance(step, Claim):
        return [_claimed(scene, step.plot, step.level)]
    if not view.hand:
        return [claim("no card", tr("You have no card left to tuck: the turn can only end."))]
    if all(storey.owner is not None for tower in view.towers for storey in tower):
        return [claim("all tucked", tr("Every floor has a tucked card: there is none left to take."))]
    number = len(view.hand)
    text = tr_count("You keep {number} card for your next turn.", "You keep {number} cards for your next turn.", number)
    return [claim("keeps", text, number=number)]


def compare(view: View, board: Board, trials: list[Trial]) -> str:
    """Return a sentence on how the best of the trials (the first) differs from what else looks good; maybe none.

    A choice that looks worse than another at first sight is explained by what the turns to come have shown.
    """
    deck, best = view.variant.deck, trials[0]
    chosen = steps_of(deck, board, best.choice)[0]
    others = [trial for trial in trials[1:] if steps_of(deck, board, trial.choice)[0] != chosen]
    if not others or not best.tried:
        return ""
    obvious = max(others, key=lambda trial: trial.choice.worth)
    gain, kept_down = best.mean - obvious.mean, obvious.rivals - best.rivals
    if gain < WORTH_TELLING or obvious.choice.worth < best.choice.worth - WORTH_TELLING:
        return ""
    other = steps_of(deck, board, obvious.choice)[0]
    if kept_down > gain / 2:
        text = mark("In trial turns {step} lets your rival score about {points} more before your next turn.")
        if len(board.scores) > 2:
            text = mark("In trial turns {step} lets the others score about {points} more before your next turn.")
        return tr(text, step=tell(other), points=_points(kept_down))
    return better(other, gain)


def better(other: Action, gain: float) -> str:
    """Return by how much a choice is better than another step."""
    return tr("In trial turns it comes out about {points} better than {step}.", points=_points(gain), step=tell(other))


def tell(step: Action) -> str:
    """Return what doing this step would be called, for the midst of a sentence."""
    match step:
        case Build(floor, plot):
            if plot == NEW:
                return tr("building {floor} as a new tower", floor=tr(floor))
            return tr("building {floor} on tower {tower}", floor=tr(floor), tower=plot + 1)
        case Claim(_, plot, level):
            return tr("tucking a card under floor {level} of tower {tower}", level=level + 1, tower=plot + 1)
    return tr("ending the turn")


def _points(amount: float) -> str:
    return tr_count("{number} point", "{number} points", max(1, round(amount)))


def _built(scene: Scene, plot: int, floor: str) -> Claimed:
    taken = sum(len(levels) for place, levels in scene.plan.claims if place == plot)
    told = _outlook(scene, scene.board.sites[plot], scene.after[plot], plot + 1, tr(floor))
    facts = {"plot": plot, "taken": taken, **told.facts}
    if not taken:
        return Claimed(told.kind, told.text, facts)
    # Translators: {text} is a whole sentence.
    text = tr_count(
        "With {number} more floor of your own there: {text}", "With {number} more floors of your own there: {text}",
        taken, text=told.text,
    )  # fmt: skip
    return Claimed(told.kind, text, facts)


def _outlook(scene: Scene, before: Site, after: Site, tower: int, floor: str) -> Claimed:
    """Return what becomes of a tower by a floor of that name and the floors then taken."""
    points = list(_tally(scene, after).points)
    if _is_scored(scene, after):
        text = tr("Tower {tower} is scored this turn: {points}.", tower=tower, points=_sums(scene, after))
        return claim("scored", text, points=points)
    _, others = _difference(scene, after, before) if before[0] else (0, 0)
    if others < 0:
        loss = mark("{floor} takes {loss} from your rival on tower {tower}, which would now score {points}.")
        if scene.has_rivals:
            loss = mark("{floor} takes {loss} from the others on tower {tower}, which would now score {points}.")
        text = tr(loss, floor=floor, loss=-others, tower=tower, points=_sums(scene, after))
        return claim("costs others", text, points=points, loss=-others)
    if any(points):
        text = tr(
            "Tower {tower} grows to {floors} floors, and as it stands it would score {points}.",
            tower=tower, floors=len(after[0]), points=_sums(scene, after),
        )  # fmt: skip
        return claim("stands", text, points=points, floors=len(after[0]))
    text = mark("Tower {tower} takes {floor}; as it stands it gives nobody points.")
    if not before[0]:
        text = mark("Tower {tower} starts with {floor}; as it stands it gives nobody points.")
    return claim("pointless", tr(text, tower=tower, floor=floor), points=points)


def _claimed(scene: Scene, plot: int, level: int) -> Claimed:
    kinds, owners = after = scene.after[plot]
    without = kinds, owners[:level] + scene.board.sites[plot][1][level : level + 1] + owners[level + 1 :]
    floor, tower = tr(scene.deck.floors[kinds[level]].name), plot + 1
    mine, others = _difference(scene, after, without)
    drawn = _cards(scene, after) - _cards(scene, without)
    gains = [
        _own(mine) if mine else "",
        _others(scene, others) if others else "",
        tr_count("up to {number} card to draw", "up to {number} cards to draw", drawn) if drawn > 0 else "",
    ]
    told, is_scored = listed([*filter(None, gains)]), _is_scored(scene, after)
    facts = {"plot": plot, "level": level, "mine": mine, "others": others, "drawn": drawn, "is_scored": is_scored}
    if told:
        # Translators: {gains} is a list such as "3 for you and 2 cards to draw".
        text = mark("If tower {tower} is scored as it stands, owning this {floor} means {gains}.")
        if is_scored:
            text = mark("Tower {tower} is scored this turn, and owning this {floor} means {gains}.")
        return claim("owning", tr(text, floor=floor, tower=tower, gains=told), **facts)
    text = mark("This {floor} pays nothing yet, as tower {tower} stands.")
    if is_scored:
        text = mark("This {floor} adds nothing to what tower {tower} scores this turn.")
    return claim("owning", tr(text, floor=floor, tower=tower), **facts)


def _own(points: int) -> str:
    if points > 0:
        return tr("{number} for you", number=points)
    return tr("{number} less for you", number=-points)


def _others(scene: Scene, points: int) -> str:
    if points > 0:
        text = mark("{number} more for the others") if scene.has_rivals else mark("{number} more for your rival")
    else:
        text = mark("{number} less for the others") if scene.has_rivals else mark("{number} less for your rival")
    return tr(text, number=abs(points))


def _is_scored(scene: Scene, site: Site) -> bool:
    return len(site[0]) >= HEIGHT or site[0][-1] in scene.deck.triggers


def _tally(scene: Scene, site: Site) -> Tally:
    return tally(scene.deck, *site, len(scene.board.scores))


def _sums(scene: Scene, site: Site) -> str:
    points = _tally(scene, site).points
    mine = points[scene.seat]
    if not any(points):
        return tr("nothing for anybody")
    if scene.has_rivals:
        return tr("{own} for you, {others} for the others", own=mine, others=sum(points) - mine)
    return tr("{own} for you, {others} for your rival", own=mine, others=sum(points) - mine)


def _difference(scene: Scene, after: Site, without: Site) -> tuple[int, int]:
    """Return what the tower scores more for oneself, and for all others."""
    more = [now - then for now, then in zip(_tally(scene, after).points, _tally(scene, without).points)]
    return more[scene.seat], sum(more) - more[scene.seat]


def _cards(scene: Scene, site: Site) -> int:
    return sum(count for drawer, count in _tally(scene, site).draws if drawer == scene.seat)
