"""Why a step is good, in words that fit the position and what the search has found."""

from __future__ import annotations

from dataclasses import dataclass

from game.text import counted
from game.towers.actions import NEW, Action, Build, Claim
from game.towers.bots.planner import sites_after, steps_of
from game.towers.bots.playout import Board, Plan, Site
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
    def rivals(self) -> str:
        return "the others" if len(self.board.scores) > 2 else "your rival"


def explain(view: View, board: Board, plan: Plan) -> str:
    """Return a sentence or two on what the plan's first step is good for, from its seat's point of view."""
    deck = view.variant.deck
    scene, step = Scene(deck, board, plan, sites_after(board, plan)), steps_of(deck, board, plan)[0]
    if isinstance(step, Build):
        kind, plot = plan.builds[0]
        return _built(scene, plot, deck.floors[kind].name)
    if isinstance(step, Claim):
        return _claimed(scene, step.plot, step.level)
    if not view.hand:
        return "No card is left to claim with: the turn can only end."
    if all(storey.owner is not None for tower in view.towers for storey in tower):
        return "Every floor has a tucked card: there is nothing to claim."
    return "No vacant floor promises more than the card that it would cost."


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
    other = tell(steps_of(deck, board, obvious.choice)[0])
    rivals = "the others" if len(board.scores) > 2 else "your rival"
    if kept_down > gain / 2:
        return f"{other} would let {rivals} score about {_points(kept_down)} more before your next turn."
    return f"With the turns to come it is about {_points(gain)} better than {other[0].lower() + other[1:]}."


def tell(step: Action) -> str:
    """Return what doing this step would be called."""
    match step:
        case Build(floor, plot):
            return f"Building {floor} {'as a new tower' if plot == NEW else f'on tower {plot + 1}'}"
        case Claim(_, plot, level):
            return f"Claiming floor {level + 1} of tower {plot + 1}"
    return "Ending the turn"


def _points(amount: float) -> str:
    return counted(max(1, round(amount)), "point")


def _built(scene: Scene, plot: int, floor: str) -> str:
    claims = sum(len(levels) for place, levels in scene.plan.claims if place == plot)
    told = _outlook(scene, scene.board.sites[plot], scene.after[plot], f"tower {plot + 1}", floor)
    told = f"With {'a claim' if claims == 1 else f'{claims} claims'} to come, {told}" if claims else told
    return told[0].upper() + told[1:]


def _outlook(scene: Scene, before: Site, after: Site, tower: str, floor: str) -> str:
    """Return what becomes of a tower by a floor of that name and the claims to come."""
    if _is_scored(scene, after):
        return f"{tower} is scored this turn: {_sums(scene, after)}."
    if not before[0]:
        return f"{tower} starts with {floor}, which gives nobody much to score yet."
    _, others = _difference(scene, after, before)
    if others < 0:
        loss = f"{floor} takes {-others} from {scene.rivals} on {tower}"
        return f"{loss}, which would now score {_sums(scene, after)}."
    if any(_tally(scene, after).points):
        return f"{tower} grows to {len(after[0])} floors, and as it stands it would score {_sums(scene, after)}."
    return f"{tower} takes {floor} without giving anybody points yet."


def _claimed(scene: Scene, plot: int, level: int) -> str:
    kinds, owners = after = scene.after[plot]
    without = kinds, owners[:level] + scene.board.sites[plot][1][level : level + 1] + owners[level + 1 :]
    floor = scene.deck.floors[kinds[level]].name
    mine, others = _difference(scene, after, without)
    drawn = _cards(scene, after) - _cards(scene, without)
    gains = [
        f"earns you {mine}" if mine > 0 else "",
        f"costs {scene.rivals} {-others}" if others < 0 else "",
        f"draws you {drawn} card{'s' if drawn > 1 else ''}" if drawn > 0 else "",
    ]
    told = " and ".join(filter(None, gains))
    if not told and _is_scored(scene, after):
        return f"This {floor} changes little, but the card would be worth still less in hand."
    if not told:
        return f"This {floor} pays nothing yet, but it will as tower {plot + 1} grows."
    when = "is scored this turn" if _is_scored(scene, after) else "is scored as it stands"
    return f"Owning this {floor} {told} when tower {plot + 1} {when}."


def _is_scored(scene: Scene, site: Site) -> bool:
    return len(site[0]) >= HEIGHT or site[0][-1] in scene.deck.triggers


def _tally(scene: Scene, site: Site) -> Tally:
    return tally(scene.deck, *site, len(scene.board.scores))


def _sums(scene: Scene, site: Site) -> str:
    points = _tally(scene, site).points
    mine = points[scene.seat]
    if not any(points):
        return "nothing for anybody"
    return f"{mine} for you, {sum(points) - mine} for {scene.rivals}"


def _difference(scene: Scene, after: Site, without: Site) -> tuple[int, int]:
    """Return what the tower scores more for oneself, and for all others."""
    more = [now - then for now, then in zip(_tally(scene, after).points, _tally(scene, without).points)]
    return more[scene.seat], sum(more) - more[scene.seat]


def _cards(scene: Scene, site: Site) -> int:
    return sum(count for drawer, count in _tally(scene, site).draws if drawer == scene.seat)
