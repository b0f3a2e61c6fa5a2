"""What a floor is good for: what it brings now, what it makes possible next, and what it denies the others."""

from __future__ import annotations

from collections.abc import Iterator

from topping_out.game.bots.claims import Claim, claim
from topping_out.game.language import mark, tr, tr_count
from topping_out.game.towers.actions import NEW, Build
from topping_out.game.towers.bots.core.board import VACANT, Site, claimed, with_floor
from topping_out.game.towers.bots.scene import (
    Scene,
    cards,
    difference,
    drawn,
    is_scored,
    score,
    sums,
    tell,
    with_cards,
)
from topping_out.game.towers.state import HEIGHT

Prospect = tuple[float, Claim]
"""A reason, and about how many points it is worth."""
SURE = 100.0
"""Added for what is scored in this turn: it is always told."""
CARD = 0.75
"""What a drawn card is worth."""
LATER = 0.6
"""What a point is worth that is not taken yet."""
RISKY = 0.25
"""What it is worth where another may take it first."""
NEAR = 2
"""Floors that a tower lacks at most to be called near its scoring."""
ALMOST = 0.9
"""The most that it is worth to have left another floor alone: less than any point gained."""
LEAST = 0.01
"""For what is always true, and told where no reason is found."""


def foremost(scene: Scene, plot: int) -> Prospect:
    """Return what speaks most for what is built on a plot, and how much it is worth."""
    after = scene.after[plot]
    found = _now(scene, plot) if is_scored(scene, after) else _open(scene, plot)
    return max(found, key=lambda prospect: prospect[0])


def _now(scene: Scene, plot: int) -> Iterator[Prospect]:
    """Yield what a tower that is scored this turn brings."""
    after, before = scene.after[plot], scene.board.sites[plot]
    points, gained = list(score(scene, after).points), drawn(scene, plot, cards(scene, after))
    mine, others = points[scene.seat], sum(points) - points[scene.seat]
    told = tr("tower {tower} is scored this turn, with {points}", tower=plot + 1, points=sums(scene, after))
    yield SURE + mine if mine else LEAST, claim("scored", told, points=points)
    if mine:
        return
    if gained > 0:
        text = tr_count(
            "tower {tower} is scored this turn, and you draw up to {number} card from it",
            "tower {tower} is scored this turn, and you draw up to {number} cards from it",
            gained, tower=plot + 1,
        )  # fmt: skip
        yield SURE, claim("draws", text, drawn=gained)
    yield from _costs(scene, plot)
    most = max((_others(scene, _best_for(scene, before, rival)) for rival in scene.followers if before[0]), default=0)
    if most > others:
        text = mark("tower {tower} is scored now with {others} for your opponent, who could make it {most}")
        if scene.has_rivals:
            text = mark("tower {tower} is scored now with {others} for the others, who could make it {most}")
        yield (
            most - others,
            claim("cuts short", tr(text, tower=plot + 1, others=others, most=most), others=others, most=most),
        )


def _open(scene: Scene, plot: int) -> Iterator[Prospect]:
    """Yield what a tower that goes on growing brings."""
    yield from _gains(scene, plot)
    yield from _costs(scene, plot)
    yield from _cards_drawn(scene, plot)
    yield from _nears(scene, plot)
    if not any(levels for place, levels in scene.plan.claims if place == plot):
        yield from _denies(scene, plot)
        yield from _lets_claim(scene, plot)
    if kept := keeps_trigger(scene):
        yield RISKY * kept.facts["lead"], kept
    yield LEAST, claim("must build", tr("you have to build something"))


def _gains(scene: Scene, plot: int) -> Iterator[Prospect]:
    before, after = scene.board.sites[plot], scene.after[plot]
    mine, others = _gain(scene, before, after)
    if mine > 0:
        points = list(score(scene, after).points)
        text = mark("tower {tower} grows to {floors} floors and would now score {points}")
        if not before[0]:
            text = mark("tower {tower} would now score {points}")
        told = tr(text, tower=plot + 1, floors=len(after[0]), points=sums(scene, after))
        yield mine - max(0, _share(scene, others)), claim("stands", told, points=points, floors=len(after[0]))


def _costs(scene: Scene, plot: int) -> Iterator[Prospect]:
    before, after = scene.board.sites[plot], scene.after[plot]
    _, others = _gain(scene, before, after)
    if before[0] and others < 0:
        points = list(score(scene, after).points)
        loss = mark("{floor} takes {loss} from your opponent on tower {tower}, which would now score {points}")
        if scene.has_rivals:
            loss = mark("{floor} takes {loss} from the others on tower {tower}, which would now score {points}")
        if is_scored(scene, after):
            loss = mark("{floor} takes {loss} from your opponent on tower {tower}, which is scored with {points}")
            if scene.has_rivals:
                loss = mark("{floor} takes {loss} from the others on tower {tower}, which is scored with {points}")
        text = tr(loss, floor=_top(scene, after), loss=-others, tower=plot + 1, points=sums(scene, after))
        yield -others, claim("costs others", text, points=points, loss=-others)


def _cards_drawn(scene: Scene, plot: int) -> Iterator[Prospect]:
    before, after = scene.board.sites[plot], scene.after[plot]
    number = drawn(scene, plot, cards(scene, after))
    if number > 0 and cards(scene, after) > (cards(scene, before) if before[0] else 0):
        text = tr(
            "as it stands, tower {tower} lets you draw up to {drawn} when it is scored", tower=plot + 1, drawn=number
        )
        yield CARD * number, claim("draws later", text, drawn=number)


def _nears(scene: Scene, plot: int) -> Iterator[Prospect]:
    """Yield how near a tower that pays the seat best now is to its scoring."""
    points, missing = list(score(scene, scene.after[plot]).points), HEIGHT - len(scene.after[plot][0])
    lead = _lead(scene, scene.after[plot])
    if lead > 0 and missing <= NEAR and scene.board.sites[plot][0]:
        text = tr_count(
            "tower {tower} then lacks only {number} floor to be scored, with {points} as it stands",
            "tower {tower} then lacks only {number} floors to be scored, with {points} as it stands",
            missing, tower=plot + 1, points=sums(scene, scene.after[plot]),
        )  # fmt: skip
        yield LATER * lead, claim("nears", text, missing=missing, points=points)


# -- what one card more would do


def _lets_claim(scene: Scene, plot: int) -> Iterator[Prospect]:
    """Yield what a card under the new floor would do on the seat's next turn."""
    after = scene.after[plot]
    if not scene.plays_again:
        return
    taken = with_cards(after, scene.seat)[-1][1]
    mine, others = difference(scene, taken, after)
    number = cards(scene, taken) - cards(scene, after)
    is_risky = _let_in(scene, scene.board.sites[plot], after) > 0
    weight, floor = RISKY if is_risky else LATER, _top(scene, after)
    if mine > 0:
        text = tr_count(
            "on your next turn a card under this {floor} would score you {number} point",
            "on your next turn a card under this {floor} would score you {number} points",
            mine, floor=floor,
        )  # fmt: skip
        yield weight * mine, _if_free(is_risky, "lets score", text, gain=mine)
    if others < 0 <= mine:
        text = mark("on your next turn a card under this {floor} would take {points} from your opponent")
        if scene.has_rivals:
            text = mark("on your next turn a card under this {floor} would take {points} from the others")
        yield -weight * others, _if_free(is_risky, "lets take", tr(text, floor=floor, points=-others), gain=-others)
    if number > 0 and mine == others == 0:
        text = tr_count(
            "with a card under this {floor} you could draw up to {number} card later",
            "with a card under this {floor} you could draw up to {number} cards later",
            number, floor=floor,
        )  # fmt: skip
        yield RISKY * CARD * number, claim("lets draw", text, drawn=number)


def _if_free(is_risky: bool, kind: str, text: str, **facts: int) -> Claim:
    if is_risky:
        text = tr("{reason}, unless someone else is quicker", reason=text)
    return claim(kind, text, is_risky=is_risky, **facts)


def _denies(scene: Scene, plot: int) -> Iterator[Prospect]:
    """Yield that the others gain less from this floor than from anything else that could be built instead."""
    own = _let_in(scene, scene.board.sites[plot], scene.after[plot])
    others = [(_let_in(scene, scene.board.sites[place], site), step) for step, place, site in _instead(scene, plot)]
    if not others or min(others, key=lambda pair: pair[0])[0] < own:
        return
    least, (most, step) = min(points for points, _ in others), max(others, key=lambda pair: pair[0])
    if least > own:
        text = tr_count(
            "anything else that you could build lets someone gain {number} point on you",
            "anything else that you could build lets someone gain {number} points on you",
            least,
        )  # fmt: skip
        if any(points > least for points, _ in others):
            text = tr_count(
                "anything else that you could build lets someone gain {number} point or more on you",
                "anything else that you could build lets someone gain {number} points or more on you",
                least,
            )  # fmt: skip
        yield least - own, claim("denies all", text, least=least, own=own)
    elif most > own:
        text = mark("{step} would let your opponent gain {points} on you")
        if scene.has_rivals:
            text = mark("{step} would let someone gain {points} on you")
        points = tr_count("{number} point", "{number} points", most)
        told = tr(text, step=tell(step), points=points)
        yield min(ALMOST, RISKY * (most - own)), claim("denies", told, own=own, gain=most, step=str(step))


def _instead(scene: Scene, plot: int) -> Iterator[tuple[Build, int, Site]]:
    """Yield what else could be built beside the plan's other floor, with the tower that comes of it."""
    board, deck = scene.board, scene.deck
    hand, beside = [*board.hands[scene.seat]], [build for build in scene.plan.builds if build[1] != plot]
    this = next(kind for kind, place in scene.plan.builds if place == plot)
    for kind, _ in beside:
        hand.remove(kind)
    taken = {*board.built, *(place for _, place in beside)}
    free = [place for place, site in enumerate(board.sites) if not site[0] and place not in taken][:1]
    for place, site in enumerate(board.sites):
        if place not in taken and (site[0] or place in free):
            for kind in sorted({*hand} - ({this} if place == plot else set())):
                yield Build(deck.floors[kind].name, place if site[0] else NEW), place, with_floor(site, kind)


def _let_in(scene: Scene, before: Site, after: Site) -> int:
    """Return by how much more than before another one can get ahead of the seat there, by a card at most."""
    rivals = [rival for rival in range(len(scene.board.scores)) if rival != scene.seat]
    return max(0, *(_ahead(scene, after, rival) - _ahead(scene, before, rival) for rival in rivals))


def _ahead(scene: Scene, site: Site, rival: int) -> int:
    """Return by how much the rival comes out ahead of the seat on a tower, at best."""
    if not site[0]:
        return 0
    return _ahead_with(scene, _best_for(scene, site, rival), rival)


def _ahead_with(scene: Scene, site: Site, rival: int) -> int:
    points = score(scene, site).points
    return points[rival] - points[scene.seat]


def _best_for(scene: Scene, site: Site, rival: int) -> Site:
    """Return the tower as it suits the rival best after one card at most, if another turn comes to the tower."""
    ways = [site]
    if rival in scene.followers and not is_scored(scene, site):
        ways += [way for _, way in with_cards(site, rival)]
    return max(ways, key=lambda way: _ahead_with(scene, way, rival))


# -- what is left


def keeps_trigger(scene: Scene) -> Claim | None:
    """Return that a floor is kept which brings on the scoring of a tower that pays the seat best."""
    kept = [kind for kind in _kept(scene) if kind in scene.deck.triggers]
    if not kept or not scene.plays_again:
        return None
    leads = [
        (_lead(scene, site), plot) for plot, site in enumerate(scene.after) if site[0] and not is_scored(scene, site)
    ]
    lead, plot = max(leads, default=(0, 0))
    if lead <= 0:
        return None
    text = tr(
        "you keep {floor} to have tower {tower} scored, now with {points}",
        floor=tr(scene.deck.floors[kept[0]].name), tower=plot + 1, points=sums(scene, scene.after[plot]),
    )  # fmt: skip
    return claim("keeps trigger", text, place=plot, points=list(score(scene, scene.after[plot]).points), lead=lead)


def _lead(scene: Scene, site: Site) -> int:
    """Return by how much the seat is ahead of the best of the others on a tower."""
    points = score(scene, site).points
    return points[scene.seat] - max(n for rival, n in enumerate(points) if rival != scene.seat)


def for_later(scene: Scene, plot: int, level: int) -> Claim:
    """Return why a floor is taken that brings nothing as the tower stands."""
    kinds, owners = scene.after[plot]
    without = owners[:level] + scene.board.sites[plot][1][level : level + 1] + owners[level + 1 :]
    floor, padding = tr(scene.deck.floors[kinds[level]].name), VACANT * (HEIGHT - len(kinds))
    grown = (kinds + padding, owners + padding), (kinds + padding, without + padding)
    mine, _ = difference(scene, *grown)
    if mine > 0 and scene.plays_again and not is_scored(scene, scene.after[plot]):
        text = tr(
            "if tower {tower} grows to {floors} floors, this {floor} means {mine} for you",
            tower=plot + 1, floors=HEIGHT, floor=floor, mine=mine,
        )  # fmt: skip
        return claim("grows", text, level=level, floors=HEIGHT, mine=mine)
    site = kinds, owners
    rivals = [rival for rival in scene.followers if not is_scored(scene, site)]
    kept = max(
        (
            _ahead_with(scene, (kinds, claimed(without, level, rival)), rival) - _ahead_with(scene, site, rival)
            for rival in rivals
        ),
        default=0,
    )
    if kept > 0:
        text = tr_count(
            "someone else could gain {number} point on you with this {floor}",
            "someone else could gain {number} points on you with this {floor}",
            kept, floor=floor,
        )  # fmt: skip
        return claim("kept from others", text, level=level, kept=kept)
    return claim("closed", tr("then no one else can take this {floor}", floor=floor), level=level)


def _kept(scene: Scene) -> list[int]:
    """Return the kinds that the plan leaves in hand, one of each."""
    left = [*scene.board.hands[scene.seat]]
    for kind in (*(kind for kind, _ in scene.plan.builds), *scene.plan.tucks):
        left.remove(kind)
    return sorted(set(left))


def _gain(scene: Scene, before: Site, after: Site) -> tuple[int, int]:
    if before[0]:
        return difference(scene, after, before)
    points = score(scene, after).points
    return points[scene.seat], sum(points) - points[scene.seat]


def _others(scene: Scene, site: Site) -> int:
    points = score(scene, site).points
    return sum(points) - points[scene.seat]


def _share(scene: Scene, points: int) -> float:
    """Return the points of the others as the average of them."""
    return points / (len(scene.board.scores) - 1)


def _top(scene: Scene, site: Site) -> str:
    return tr(scene.deck.floors[site[0][-1]].name)
