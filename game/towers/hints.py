"""Why a step is good, in words that fit the position."""

from __future__ import annotations

from game.towers.actions import Build, Claim
from game.towers.planner import Plan, Planner, Site
from game.towers.scoring import Tally, tally
from game.towers.state import HEIGHT, View


def explain(view: View, planner: Planner, plan: Plan) -> str:
    """Return a sentence or two on what the plan's first step is good for, from its seat's point of view."""
    step = planner.steps(plan)[0]
    if isinstance(step, Build):
        kind, plot = plan.builds[0]
        return _built(planner, plan, plot, planner.deck.floors[kind].name)
    if isinstance(step, Claim):
        return _claimed(planner, plan, step.plot, step.level)
    if not view.hand:
        return "No card is left to claim with: the turn can only end."
    if all(storey.owner is not None for tower in view.towers for storey in tower):
        return "Every floor has a tucked card: there is nothing to claim."
    return "No vacant floor promises more than the card that it would cost."


def _built(planner: Planner, plan: Plan, plot: int, floor: str) -> str:
    before, after = planner.sites[plot], planner.after(plan)[plot]
    claims = sum(len(levels) for place, levels in plan.claims if place == plot)
    told = _outlook(planner, before, after, f"tower {plot + 1}", floor)
    told = f"With {'a claim' if claims == 1 else f'{claims} claims'} to come, {told}" if claims else told
    return told[0].upper() + told[1:]


def _outlook(planner: Planner, before: Site, after: Site, tower: str, floor: str) -> str:
    """Return what becomes of a tower by a floor of that name and the claims to come."""
    if _is_scored(planner, after):
        return f"{tower} is scored this turn: {_sums(planner, after)}."
    if not before[0]:
        return f"{tower} starts with {floor}, which gives nobody much to score yet."
    _, others = _difference(planner, after, before)
    if others < 0:
        loss = f"{floor} takes {-others} from {_rivals(planner)} on {tower}"
        return f"{loss}, which would now score {_sums(planner, after)}."
    if any(_tally(planner, after).points):
        return f"{tower} grows to {len(after[0])} floors, and as it stands it would score {_sums(planner, after)}."
    return f"{tower} takes {floor} without giving anybody points yet."


def _claimed(planner: Planner, plan: Plan, plot: int, level: int) -> str:
    kinds, owners = after = planner.after(plan)[plot]
    without = kinds, owners[:level] + planner.sites[plot][1][level : level + 1] + owners[level + 1 :]
    floor = planner.deck.floors[kinds[level]].name
    mine, others = _difference(planner, after, without)
    drawn = _cards(planner, after) - _cards(planner, without)
    gains = [
        f"earns you {mine}" if mine > 0 else "",
        f"costs {_rivals(planner)} {-others}" if others < 0 else "",
        f"draws you {drawn} card{'s' if drawn > 1 else ''}" if drawn > 0 else "",
    ]
    told = " and ".join(filter(None, gains))
    if not told and _is_scored(planner, after):
        return f"This {floor} changes little, but the card would be worth still less in hand."
    if not told:
        return f"This {floor} pays nothing yet, but it will as tower {plot + 1} grows."
    when = "is scored this turn" if _is_scored(planner, after) else "is scored as it stands"
    return f"Owning this {floor} {told} when tower {plot + 1} {when}."


def _is_scored(planner: Planner, site: Site) -> bool:
    return len(site[0]) >= HEIGHT or site[0][-1] in planner.deck.triggers


def _tally(planner: Planner, site: Site) -> Tally:
    return tally(planner.deck, *site, planner.seats)


def _sums(planner: Planner, site: Site) -> str:
    points = _tally(planner, site).points
    mine = points[planner.seat]
    if not any(points):
        return "nothing for anybody"
    return f"{mine} for you, {sum(points) - mine} for {_rivals(planner)}"


def _rivals(planner: Planner) -> str:
    return "the others" if planner.seats > 2 else "your rival"


def _difference(planner: Planner, after: Site, without: Site) -> tuple[int, int]:
    """Return what the tower scores more for oneself, and for all others."""
    more = [now - then for now, then in zip(_tally(planner, after).points, _tally(planner, without).points)]
    return more[planner.seat], sum(more) - more[planner.seat]


def _cards(planner: Planner, site: Site) -> int:
    return sum(count for drawer, count in _tally(planner, site).draws if drawer == planner.seat)
