"""Reasons for building a floor: what it scores now, what it costs the rivals, and what it makes possible next."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ...bots.reasons import Clause, clause
from ...language import Message, Own, mark, mark_count, own_count, tr
from ...text import listed
from ..actions import Claim
from ..core import VACANT, Site, claimed
from ..floors import EffectVerb
from .search import PlayedPlan, cards, difference, drawn, grown, is_scored, more_drawn, named, score, sums, with_cards

Prospect = tuple[float, Clause]
"""(worth, reason): the worth is a rough number of points."""
SURE = 100.0
"""Added for a tower that is scored in this turn, so that it is always the reason."""
CARD = 0.75
"""The worth of a drawn card, in points."""
LATER = 0.6
"""The worth of a point that is not scored yet."""
RISKY = 0.25
"""The same if a rival may prevent it."""
FAR = 0.05
"""The same if the tower has to grow first."""
NEAR = 2
"""A tower is called near its scoring if it lacks at most this many floors."""
FALLBACK = 0.01
"""The worth of a reason that is always true, and so is only given if there is no other."""


def foremost(scene: PlayedPlan, plot: int) -> Prospect:
    """Return the best reason for what is built on a plot, and its worth."""
    after = scene.after[plot]
    found = _now(scene, plot) if is_scored(scene, after) else _open(scene, plot)
    return max(found, key=lambda prospect: prospect[0])


def _now(scene: PlayedPlan, plot: int) -> Iterator[Prospect]:
    """Yield the reasons for building on a tower that is scored this turn."""
    after, before = scene.after[plot], scene.board.sites[plot]
    points, number = list(score(scene, after).points), drawn(scene, plot, cards(scene, after))
    mine, others = points[scene.seat], sum(points) - points[scene.seat]
    words = _words(scene, plot)
    text: Message = mark("tower {tower} scores {points} this turn")
    worth = SURE + mine if mine else FALLBACK
    if before[0] and scene.ends:  # every tower is scored anyway
        worth = max(FALLBACK, _gain(scene, before, after)[0])
    yield worth, clause("scored", text, words, points=points)
    if worth > SURE:
        return
    if not any(points):
        yield from _counts(scene, plot)
    if number > 0:
        text = mark_count(
            "tower {tower} is scored this turn, with up to {number} card to draw from it",
            "tower {tower} is scored this turn, with up to {number} cards to draw from it",
        )
        yield SURE, clause("draws", text, words, number=number)
    yield from _costs(scene, plot)
    most = max((_others(scene, _best_for(scene, before, rival)) for rival in scene.followers if before[0]), default=0)
    if most > others:
        text = scene.one_of(
            mark("tower {tower} gives the opponent {others} now; left standing, it could give them {most}"),
            mark("tower {tower} gives the others {others} now; left standing, it could give them {most}"),
        )
        yield most - others, clause("cuts short", text, words, others=others, most=most)


def in_spite_of_rivals(scene: PlayedPlan, plot: int) -> list[Clause]:
    """Return what speaks for a tower that scores at least as much for a rival as for the seat."""
    before, after = scene.board.sites[plot], scene.after[plot]
    now, mine = _lead(scene, after), score(scene, after).points[scene.seat]
    if now > 0 or not before[0]:
        return []
    most = max(_ahead(scene, before, rival) for rival in scene.rivals)
    if is_scored(scene, after) and most > -now and not scene.ends:
        text = scene.one_of(*LEFT_STANDING)
        return [clause("left standing", text, number=most)]
    earlier = score(scene, before).points[scene.seat]
    if mine > earlier:
        return [clause("more than before", MORE_THAN_BEFORE, number=mine - earlier)] if earlier else []
    if not is_scored(scene, after) or now == 0:
        return []
    return [found for _, found in _counts(scene, plot)] or ([same_lead()] if now >= _lead(scene, before) else [])


LEFT_STANDING = (
    own_count(
        "left standing, it could put the opponent {number} point ahead of you",
        "left standing, it could put the opponent {number} points ahead of you",
        "left standing, it could put the opponent {number} point ahead of {name}",
        "left standing, it could put the opponent {number} points ahead of {name}",
    ),
    own_count(
        "left standing, it could put someone else {number} point ahead of you",
        "left standing, it could put someone else {number} points ahead of you",
        "left standing, it could put someone else {number} point ahead of {name}",
        "left standing, it could put someone else {number} points ahead of {name}",
    ),
)
MORE_THAN_BEFORE = own_count(
    "this turn adds {number} point to what it scores for you",
    "this turn adds {number} points to what it scores for you",
    "this turn adds {number} point to what it scores for {name}",
    "this turn adds {number} points to what it scores for {name}",
)


def _words(scene: PlayedPlan, plot: int) -> dict[str, str]:
    """Return the words about a tower that texts need: its number, its top floor, and its points."""
    site = scene.after[plot]
    top = tr(scene.deck.floors[site[0][-1]].name)
    return {"tower": str(plot + 1), "floor": top, "points": sums(scene, site)}


def _open(scene: PlayedPlan, plot: int) -> Iterator[Prospect]:
    """Yield the reasons for building on a tower that is not scored this turn."""
    yield from _gains(scene, plot)
    yield from _costs(scene, plot)
    yield from _cards_drawn(scene, plot)
    yield from _nears(scene, plot)
    if levels := [level for place, levels in scene.plan.claims if place == plot for level in levels]:
        later = [for_later(scene, plot, level) for level in levels]
        weight = RISKY if scene.plays_again else FALLBACK
        yield from ((weight * found.facts["mine"], found) for found in later if found.kind == "grows")
    else:
        yield from _lets_claim(scene, plot)
        yield from _harmless(scene, plot)
    yield from _counts(scene, plot)
    if kept := keeps_trigger(scene):
        yield RISKY * kept.facts["lead"], kept
    if _kept(scene):
        yield 1.5 * FALLBACK, keeps_floors(scene)
    yield FALLBACK, clause("must build", MUST_BUILD)


def _harmless(scene: PlayedPlan, plot: int) -> Iterator[Prospect]:
    """Yield that a new floor is worth nothing to a rival, or that a rival leads there by no more than before."""
    before, after = scene.board.sites[plot], scene.after[plot]
    ways = [after, *((after[0], claimed(after[1], len(before[0]), seat)) for seat in range(len(scene.board.points)))]
    if len({(score(scene, way), score(scene, grown(scene, way))) for way in ways}) == 1:
        text = mark("as tower {tower} stands, a card under this {floor} would be worth nothing to anyone")
        yield 1.8 * FALLBACK, clause("harmless", text, _words(scene, plot))
    if before[0] and _lead(scene, before) <= _lead(scene, after) < 0 and not _let_in(scene, before, after):
        yield 1.7 * FALLBACK, same_lead()


def same_lead() -> Clause:
    return clause("same lead", mark("the biggest lead there is no bigger than before"))


def _counts(scene: PlayedPlan, plot: int) -> Iterator[Prospect]:
    """Yield the claim on another tower that the turn is for."""
    found = [(0.0, 0, 0)]
    for place, level in ((place, level) for place, levels in scene.plan.claims if place != plot for level in levels):
        after, without = scene.after[place], scene.unclaimed(place, level)
        mine, others = difference(scene, after, without)
        found.append((mine - others + CARD * more_drawn(scene, place, without), place, level))
    gain, place, level = max(found)
    if gain > 0:
        words, text = {"step": named(Claim("", place, level))}, mark("what counts this turn is {step}")
        yield RISKY * gain, clause("counts", text, words, place=place, floor=level + 1, gain=gain)


KEEPS_FLOORS = Own("you keep {floors} for later", "{name} keeps {floors} for later")
MUST_BUILD = Own("you have to build something", "{name} has to build something")


def _gains(scene: PlayedPlan, plot: int) -> Iterator[Prospect]:
    before, after = scene.board.sites[plot], scene.after[plot]
    mine, others = _gain(scene, before, after)
    if mine > 0:
        text: Message = mark("tower {tower} would now score {points}")
        if before[0]:
            text = mark_count(
                "tower {tower} grows to {number} floor and would now score {points}",
                "tower {tower} grows to {number} floors and would now score {points}",
            )
        points = list(score(scene, after).points)
        stands = clause("stands", text, _words(scene, plot), points=points, number=len(after[0]))
        yield mine - max(0, others / (len(scene.board.points) - 1)), stands


def _costs(scene: PlayedPlan, plot: int) -> Iterator[Prospect]:
    before, after = scene.board.sites[plot], scene.after[plot]
    _, others = _gain(scene, before, after)
    if before[0] and others < 0:
        text = scene.one_of(
            mark("the opponent loses {loss} on tower {tower}, which would now score {points}"),
            mark("the others lose {loss} on tower {tower}, which would now score {points}"),
        )
        if is_scored(scene, after):
            text = scene.one_of(
                mark("the opponent loses {loss} on tower {tower}, which scores {points}"),
                mark("the others lose {loss} on tower {tower}, which scores {points}"),
            )
        points = list(score(scene, after).points)
        yield -others, clause("costs others", text, _words(scene, plot), points=points, loss=-others)


def _cards_drawn(scene: PlayedPlan, plot: int) -> Iterator[Prospect]:
    before, after = scene.board.sites[plot], scene.after[plot]
    number = drawn(scene, plot, cards(scene, after))
    if number > 0 and cards(scene, after) > (cards(scene, before) if before[0] else 0):
        text = mark_count(
            "as it stands, tower {tower} is worth up to {number} fresh card when it's scored",
            "as it stands, tower {tower} is worth up to {number} fresh cards when it's scored",
        )
        yield CARD * number, clause("draws later", text, _words(scene, plot), number=number)


def _nears(scene: PlayedPlan, plot: int) -> Iterator[Prospect]:
    """Yield how near to its scoring a tower is in which the seat leads, even if a rival tucks one more card there."""
    points, missing = list(score(scene, scene.after[plot]).points), scene.board.terms.height - len(scene.after[plot][0])
    lead = -max(_ahead(scene, scene.after[plot], rival) for rival in scene.rivals)
    if lead > 0 and missing <= NEAR and scene.board.sites[plot][0]:
        text = mark_count(
            "tower {tower} then needs only {number} more floor to be scored; as it stands, it scores {points}",
            "tower {tower} then needs only {number} more floors to be scored; as it stands, it scores {points}",
        )
        yield LATER * lead, clause("nears", text, _words(scene, plot), number=missing, points=points)


# -- what one more card would do


def _lets_claim(scene: PlayedPlan, plot: int) -> Iterator[Prospect]:
    """Yield what the seat would gain by a card under the new floor later, unless rivals are likely to be quicker."""
    after, (later, number) = scene.after[plot], _with_card(scene, plot)
    mine, others = difference(scene, with_cards(after, scene.seat)[-1][1], after)
    words = _words(scene, plot)
    if _let_in(scene, scene.board.sites[plot], after):
        return
    is_likely = len(scene.followers) <= 1
    if later > 0:
        worth = FAR * later if is_likely else 1.2 * FALLBACK
        yield worth, _if_free(scene, clause("lets grow", LETS_SCORE, words, number=later))
    if number > 0 and mine == others == 0:
        worth = RISKY * CARD * number if is_likely else 1.2 * FALLBACK
        yield worth, _if_free(scene, clause("lets draw", LETS_DRAW, words, number=number))
    if mine > 0 and scene.plays_again:
        yield LATER * mine, _if_free(scene, clause("lets score", LETS_SCORE, words, number=mine))
    if others < 0 <= mine and scene.plays_again:
        taken = clause("lets take", scene.one_of(*LETS_TAKE), words, number=-others)
        yield -LATER * others, _if_free(scene, taken)


def _with_card(scene: PlayedPlan, plot: int) -> tuple[int, int]:
    """Return what a card under the new floor could later bring the seat: points and cards."""
    after = scene.after[plot]
    if after[1][-1:] != VACANT or is_scored(scene, after) or not scene.may_play_again:
        return 0, 0
    taken = with_cards(after, scene.seat)[-1][1]
    return difference(scene, grown(scene, taken), grown(scene, after))[0], _cards_later(scene, taken, after)


def _cards_later(scene: PlayedPlan, after: Site, without: Site) -> int:
    """Return how many cards more the seat could draw when the tower is scored later."""
    number = max(0, cards(scene, after) - cards(scene, without))
    return min(number, scene.pile) * scene.may_play_again


LETS_SCORE = mark_count(
    "a card under this {floor} could score up to {number} point later",
    "a card under this {floor} could score up to {number} points later",
)
LETS_DRAW = mark_count(
    "a card under this {floor} could be worth up to {number} fresh card later",
    "a card under this {floor} could be worth up to {number} fresh cards later",
)
LETS_TAKE = (
    mark("a card under this {floor} could later take {number} from the opponent"),
    mark("a card under this {floor} could later take {number} from the others"),
)


def _if_free(scene: PlayedPlan, reason: Clause) -> Clause:
    if not scene.followers:
        return reason
    return replace(reason, text=tr("{reason}, unless someone else is quicker", reason=reason.text))


def _let_in(scene: PlayedPlan, before: Site, after: Site) -> int:
    """Return how much further ahead of the seat a rival can get on the tower than before, with one card at most."""
    return max(0, *(_ahead(scene, after, rival) - _ahead(scene, before, rival) for rival in scene.rivals))


def _ahead(scene: PlayedPlan, site: Site, rival: int) -> int:
    """Return by how many points the rival can at best be ahead of the seat on a tower."""
    if not site[0]:
        return 0
    return _ahead_with(scene, _best_for(scene, site, rival), rival)


def _ahead_with(scene: PlayedPlan, site: Site, rival: int) -> int:
    points = score(scene, site).points
    return points[rival] - points[scene.seat]


def _best_for(scene: PlayedPlan, site: Site, rival: int) -> Site:
    """Return the tower that suits the rival best, with one more card of the rival if it has a turn before scoring."""
    ways = [site]
    if rival in scene.followers and not is_scored(scene, site):
        ways += [way for _, way in with_cards(site, rival)]
    return max(ways, key=lambda way: _ahead_with(scene, way, rival))


# -- cards in hand, and claims


def keeps_trigger(scene: PlayedPlan) -> Clause | None:
    """Return that a floor is kept that can trigger the scoring of a tower in which the seat leads."""
    kept = [kind for kind in _kept(scene) if kind in scene.deck.triggers]
    if not kept or not scene.plays_again:
        return None
    nearly = scene.board.terms.height - 1  # a tower so high is scored with any floor
    leads = [(_lead(scene, site), plot) for plot, site in enumerate(scene.after) if 0 < len(site[0]) < nearly]
    leads = [(lead, plot) for lead, plot in leads if not is_scored(scene, scene.after[plot])]
    lead, plot = max(leads, default=(0, 0))
    if lead <= 0:
        return None
    words = {**_words(scene, plot), "floor": tr(scene.deck.floors[kept[0]].name)}
    points = list(score(scene, scene.after[plot]).points)
    return clause("keeps trigger", KEPT, words, place=plot, points=points, lead=lead)


KEPT = Own(
    "you keep {floor} to trigger the scoring of tower {tower}, which would now score {points}",
    "{name} keeps {floor} to trigger the scoring of tower {tower}, which would now score {points}",
)


def _lead(scene: PlayedPlan, site: Site) -> int:
    """Return by how many points the seat leads the best rival on a tower."""
    points = score(scene, site).points
    return points[scene.seat] - max(n for rival, n in enumerate(points) if rival != scene.seat)


def for_later(scene: PlayedPlan, plot: int, level: int) -> Clause:
    """Return why a floor is claimed that scores nothing as the tower stands."""
    (kinds, owners), (_, without) = scene.after[plot], scene.unclaimed(plot, level)
    words = {"tower": str(plot + 1), "floor": tr(scene.deck.floors[kinds[level]].name)}
    site = kinds, owners
    if mine := grows_by(scene, plot, level):
        return clause("grows", GROWS, words, level=level, floors=len(grown(scene, site)[0]), mine=mine)
    rivals = [rival for rival in scene.followers if not is_scored(scene, site)]
    kept = max(
        (
            _ahead_with(scene, (kinds, claimed(without, level, rival)), rival) - _ahead_with(scene, site, rival)
            for rival in rivals
        ),
        default=0,
    )
    if kept > 0:
        return clause("kept from others", KEPT_FROM_OTHERS, words, level=level, number=kept)
    return clause("closed", mark("then no one else can tuck a card under this {floor}"), words, level=level)


def grows_by(scene: PlayedPlan, plot: int, level: int) -> int:
    """Return what a card of the seat under that floor scores for it if the tower grows as far as it still can.

    It is 0 if that depends on which floors are built, or on whether they stay vacant.
    """
    after = scene.after[plot]
    if is_scored(scene, after) or not scene.turns or _has_unsure(scene, after):
        return 0
    more, _ = difference(scene, grown(scene, after), grown(scene, scene.unclaimed(plot, level)))
    return max(0, more)


UNSURE = (EffectVerb.SCORE_VACANT, EffectVerb.SCORE_KINDS)


def _has_unsure(scene: PlayedPlan, site: Site) -> bool:
    return any(effect.verb in UNSURE for kind in site[0] for effect in scene.deck.floors[kind].effects)


KEPT_FROM_OTHERS = own_count(
    "someone else could gain {number} point on you with this {floor}",
    "someone else could gain {number} points on you with this {floor}",
    "someone else could gain {number} point on {name} with this {floor}",
    "someone else could gain {number} points on {name} with this {floor}",
)
GROWS = Own(
    "if tower {tower} grows to {floors} floors, this {floor} is worth {mine} to you",
    "if tower {tower} grows to {floors} floors, this {floor} is worth {mine} to {name}",
)


def keeps_floors(scene: PlayedPlan) -> Clause:
    """Return what is kept in hand."""
    floors = [scene.deck.floors[kind].name for kind in _kept(scene)]
    return clause("keeps floors", KEEPS_FLOORS, {"floors": listed([*map(tr, floors)])}, floors=floors)


def _kept(scene: PlayedPlan) -> list[int]:
    """Return the kinds that the plan leaves in hand, without repetition."""
    left = [*scene.board.hands[scene.seat]]
    for kind in (*(kind for kind, _ in scene.plan.builds), *scene.plan.tucks):
        left.remove(kind)
    return sorted(set(left))


def _gain(scene: PlayedPlan, before: Site, after: Site) -> tuple[int, int]:
    if before[0]:
        return difference(scene, after, before)
    points = score(scene, after).points
    return points[scene.seat], sum(points) - points[scene.seat]


def _others(scene: PlayedPlan, site: Site) -> int:
    points = score(scene, site).points
    return sum(points) - points[scene.seat]
