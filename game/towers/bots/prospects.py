"""Reasons for building a floor: what it scores now, what it costs the rivals, and what it makes possible next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from ...bots.search import Clause, clause
from ...language import Message, Own, fill, mark, mark_count, own_count, tr, tr_count
from ...text import listed, with_minus
from ..core import NONE, VACANT, Site, with_floor
from ..floors import EffectVerb
from .scene import (
    MUCH,
    UNSURE,
    PlayedPlan,
    ahead_with,
    best_for,
    further_ahead,
    grows_for_others,
    lets_in_less,
    most_ahead,
    not_built,
    opened_by,
    outcomes,
    places_tucked,
    with_owner,
    with_tucks,
    worth_to_others,
)

Placed = tuple[int, int]
"""A kind of floor, and the plot on which it could be built."""
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
NEAR = 2
"""A tower is called near its scoring if it lacks at most this many floors."""
FALLBACK = 0.01
"""The worth of a reason that is always true, and so is only given if there is no other."""
WEAK = 3 * FALLBACK
"""Reasons that are worth less are only given if there is no other."""
NOW = ("scored", "stands")
"""Kinds of clauses on what a tower scores as it stands."""


def foremost(scene: PlayedPlan, plot: int) -> Prospect:
    """Return the best reason for what is built on a plot, and its worth."""
    after = scene.after[plot]
    found = _now(scene, plot) if scene.is_scored(after) else _open(scene, plot)
    return max(found, key=lambda prospect: prospect[0])


def _now(scene: PlayedPlan, plot: int) -> Iterator[Prospect]:
    """Yield the reasons for building on a tower that is scored this turn."""
    after, before = scene.after[plot], scene.board.sites[plot]
    points, number = list(scene.score(after).points), scene.drawn(plot, scene.cards(after))
    mine, others = points[scene.seat], sum(points) - points[scene.seat]
    theirs = scene.drawn_by_others(after)
    is_shut = not any(points) and not scene.ends and not theirs
    words = _words(scene, plot, 0 if is_shut else number, theirs)
    text: Message = SCORES
    facts = dict[str, Any]()
    if not any(points) and (use := _use_of_cards(scene, plot)):
        text, facts, more = use
        words |= more
    elif is_shut:
        text = mark("tower {tower} scores {points} at once, so no one else can use it")
    worth = SURE + mine if mine or (any(points) and number > 0) else FALLBACK
    if before[0] and scene.ends:  # every tower is scored anyway
        worth = max(FALLBACK, scene.difference(after, before)[0])
    yield worth, clause("scored", text, words, points=points, number=number, theirs=theirs, **facts)
    if worth >= SURE:
        return
    if number > 0:
        draws = clause("draws", DRAWS, words, number=number)
        text = fill(scene.one_of(*THEIR_CARDS), points=draws.text, number=theirs) if theirs else draws.text
        yield SURE, replace(draws, text=text, facts={**draws.facts, "theirs": theirs})
    yield from _costs(scene, plot)
    most = max((_others(scene, best_for(scene, before, rival)) for rival in scene.followers if before[0]), default=0)
    if before[0] and scene.followers and not scene.has_unsure(before):
        most = max(most, _others(scene, scene.grown(before)))
    if most > others and not any(_price(scene, plot)):
        text = scene.one_of(
            mark("tower {tower} gives the opponent {others} now; left standing, it could give them {most}"),
            mark("tower {tower} gives the others {others} now; left standing, it could give them {most}"),
        )
        yield most - others, clause("cuts short", text, words, others=others, most=most)


def _use_of_cards(scene: PlayedPlan, plot: int) -> tuple[Message, dict[str, Any], dict[str, str]] | None:
    """Return a text on a tower that scores nothing for anybody, but would with cards that the seat could tuck.

    The cards are tucked there, or elsewhere on a tower that is scored this turn, if the plan does that and it brings no
    less. The text is returned with its facts and words. It is None if no cards would score anything for the seat.
    """
    site, spare = scene.after[plot], len(not_built(scene.board, scene.plan)) - len(scene.levels_tucked(plot))
    ways = with_tucks(site, scene.seat, spare).items()
    mine, _, levels, owned = max((scene.difference(way, site)[0], -len(levels), levels, way) for levels, way in ways)
    for place, level in places_tucked(scene.plan):
        gain, others = scene.difference(scene.after[place], scene.unclaimed(place, level))
        if place != plot and scene.is_scored(scene.after[place]) and gain > 0 and gain >= mine:
            words = {"place": str(place + 1), "level": str(level + 1), "gains": gains_of(scene, gain, others)}
            return USED_ELSEWHERE, {"place": place, "level": level + 1, "mine": gain, "others": others}, words
    if mine <= 0:
        return None
    words = {"floors": listed([str(level + 1) for level in levels]), "with_cards": scene.sums(owned)}
    facts = {"floors": [level + 1 for level in levels], "reached": list(scene.score(owned).points)}
    return SCORES_WITH[len(levels) > 1], facts, words


SCORES = mark("tower {tower} scores {points} this turn")
USED_ELSEWHERE = mark(
    "tower {tower} scores {points} this turn, while a card under floor {level} of tower {place} is worth {gains}"
)
SCORES_WITH = (
    mark("tower {tower} scores {points} this turn, but {with_cards} with a card under floor {floors}"),
    mark("tower {tower} scores {points} this turn, but {with_cards} with cards under floors {floors}"),
)
"""By whether several cards are needed: False, True."""

DRAWS = own_count(
    "tower {tower} is scored this turn, which lets you draw up to {number} card",
    "tower {tower} is scored this turn, which lets you draw up to {number} cards",
    "tower {tower} is scored this turn, which lets {name} draw up to {number} card",
    "tower {tower} is scored this turn, which lets {name} draw up to {number} cards",
)
DRAWS_LATER = own_count(
    "if tower {tower} is scored as it stands, it lets you draw up to {number} card",
    "if tower {tower} is scored as it stands, it lets you draw up to {number} cards",
    "if tower {tower} is scored as it stands, it lets {name} draw up to {number} card",
    "if tower {tower} is scored as it stands, it lets {name} draw up to {number} cards",
)


def _words(scene: PlayedPlan, plot: int, number: int = 0, theirs: int = 0) -> dict[str, str]:
    """Return the words about a tower that texts need: its number, its top floor, its points, and cards to draw."""
    site = scene.after[plot]
    top = tr(scene.deck.floors[site[0][-1]].name)
    return {"tower": str(plot + 1), "floor": top, "points": total(scene, site, number, theirs)}


def total(scene: PlayedPlan, site: Site, number: int, theirs: int) -> str:
    """Return what a tower scores, and the cards that the seat and its rivals can draw."""
    points = scene.sums(site)
    both = fill(PLUS_CARDS, points=points, number=number) if number > 0 else points
    return fill(scene.one_of(*THEIR_CARDS), points=both, number=theirs) if theirs else both


THEIR_CARDS = (
    mark_count(
        "{points}, with up to {number} card for the opponent", "{points}, with up to {number} cards for the opponent"
    ),
    mark_count(
        "{points}, with up to {number} card for the others", "{points}, with up to {number} cards for the others"
    ),
)
PLUS_CARDS = own_count(
    "{points}, plus up to {number} card for you",
    "{points}, plus up to {number} cards for you",
    "{points}, plus up to {number} card for {name}",
    "{points}, plus up to {number} cards for {name}",
)


def _open(scene: PlayedPlan, plot: int) -> Iterator[Prospect]:
    """Yield the reasons for building on a tower that is not scored this turn."""
    opened = _let_in_by_others(scene, plot)
    yield from _gains(scene, plot)
    yield from _costs(scene, plot)
    yield from _cards_drawn(scene, plot)
    yield from _nears(scene, plot)
    if levels := scene.levels_tucked(plot):
        top = len(scene.board.sites[plot][0])
        if top in levels and (found := for_later(scene, plot, top)).kind == "grows":
            yield (RISKY if scene.plays_again else FALLBACK) * found.facts["mine"], found
    else:
        yield from _harmless(scene, plot, opened)
    if kept := keeps_trigger(scene):
        yield (1.6 if kept.kind == "keeps trigger" else 1.2) * FALLBACK, kept
    yield FALLBACK, must_build(scene, plot, opened)


def _harmless(scene: PlayedPlan, plot: int, opened: Mapping[Placed, int]) -> Iterator[Prospect]:
    """Yield that another of the builds would give rivals more, now or later."""
    before, after = scene.board.sites[plot], scene.after[plot]
    let_in = further_ahead(scene, before, after)
    most = max(opened, key=lambda build: opened[build], default=(NONE, plot))
    is_most = 2 * sum(each > let_in for each in opened.values()) > len(opened)
    if is_most and (less := lets_in_less(scene, plot, *most)):
        yield 2.0 * FALLBACK, less
    if len(outcomes(scene, plot)) == 1 and not let_in and (found := _kept_here(scene, plot)):
        yield 1.9 * FALLBACK, found
    if before[0] and scene.lead_on(before) <= scene.lead_on(after) < 0 and not let_in and not _grants(scene, plot):
        yield 1.7 * FALLBACK, clause("same lead", SAME_LEAD)
    level = len(before[0])
    if scene.plays_again and after[1][level] == NONE and (found := threat(scene, after[0][level], plot)):
        yield 1.8 * FALLBACK, found


def threat(scene: PlayedPlan, kind: int, plot: int) -> Clause | None:
    """Return what a card under a floor of that kind on a plot, left vacant, can later take away from rivals.

    It is None if a rival's card there could cost the seat anything.
    """
    if not any(effect.verb in TAKING for effect in scene.deck.floors[kind].effects):
        return None
    vacant = with_floor(scene.board.sites[plot], kind)
    level = len(vacant[0]) - 1
    own, *theirs = (with_owner(vacant, level, seat) for seat in (scene.seat, *scene.followers))
    mine, others = scene.difference(own, vacant)
    fewer = scene.cards_of(scene.followers, vacant) - scene.cards_of(scene.followers, own)
    costs = min((scene.difference(way, vacant)[0] for way in theirs), default=0)
    if scene.is_scored(vacant) or min(mine, -others, fewer, costs) < 0 or not (others or fewer):
        return None
    words = {"floor": tr(scene.deck.floors[kind].name), "gains": gains_of(scene, mine, others, fewer=fewer)}
    worth = mine - others + CARD * fewer
    return clause("threatens", THREATENS, words, mine=mine, others=others, fewer=fewer, worth=worth)


TAKING = (EffectVerb.TAKE_BELOW, EffectVerb.VACATE_BELOW)
THREATENS = mark("on a later turn, a card under this {floor} could bring {gains}, as the tower stands")


def _kept_here(scene: PlayedPlan, plot: int) -> Clause | None:
    """Return which floor is kept that would be worth more to others here."""
    before, built = scene.board.sites[plot], scene.after[plot][0][-1]
    kinds = [kind for kind in kept_kinds(scene) if kind != built and not scene.deck.floors[kind].triggers_scoring]
    worths = {kind: worth_to_others(scene, before, kind) for kind in kinds}
    kind = max(kinds, key=lambda kind: worths[kind], default=built)
    words = {"floor": tr(scene.deck.floors[kind].name)}
    is_sure = not scene.has_unsure(scene.after[plot])
    if is_sure and worths.get(kind, 0) >= max(0, worth_to_others(scene, before, built)) + MUCH:
        return clause("keeps dear", KEEPS_DEAR, words, kept=kind)
    return None


KEEPS_DEAR = Own(
    "you keep {floor}, which could score more for someone else here",
    "{name} keeps {floor}, which could score more for someone else here",
)


def other_builds(scene: PlayedPlan, plot: int) -> list[Placed]:
    """Return the builds that could replace the one on a plot.

    It is the same floor on another tower, or another floor of the hand on this one.
    """
    board, built = scene.board, {place: kind for kind, place in scene.plan.builds}
    sites = board.sites
    empty = [place for place, site in enumerate(sites) if not site[0] and place not in built]
    places = [place for place, site in enumerate(sites) if place not in (*built, *board.built)]
    ways = [(built[plot], place) for place in places if sites[place][0] or place in empty[:1]]
    return sorted(ways + [(kind, plot) for kind in {*board.hands[scene.seat]} - {built[plot]}])


def possible_builds(scene: PlayedPlan) -> list[Placed]:
    """Return all builds that can be the next one, of which one at most is on a free plot."""
    sites = scene.board.sites
    free = [plot for plot, site in enumerate(sites) if not site[0]]
    plots = [plot for plot in range(len(sites)) if plot not in (*scene.board.built, *free[1:])]
    return [(kind, plot) for kind in sorted({*scene.board.hands[scene.seat]}) for plot in plots]


def promise(scene: PlayedPlan, before: Site, after: Site) -> float:
    """Return roughly how many points a change of a tower seems to be worth to the seat at first sight."""
    return _standing(scene, after) - _standing(scene, before)


def likely(scene: PlayedPlan, before: Site, after: Site, share: float = RISKY) -> float:
    """Return what a change of a tower promises at first sight, as it stands or, for a share, once it has grown."""
    vacant = after[0], before[1] + VACANT * (len(after[0]) - len(before[0]))
    return max(promise(scene, before, after), share * scene.growth(after, vacant))


def _standing(scene: PlayedPlan, site: Site) -> float:
    points = scene.score(site).points
    more = CARD * scene.cards(site) if scene.may_play_again else 0.0
    worth = points[scene.seat] - _others(scene, site) / len(scene.rivals) + more
    return worth if scene.is_scored(site) else LATER * worth


def _let_in_by_others(scene: PlayedPlan, plot: int) -> dict[Placed, int]:
    """Return how much each build that could replace the one on a plot lets a rival gain on the seat."""
    return {(kind, place): opened_by(scene, kind, place) for kind, place in other_builds(scene, plot)}


SAME_LEAD = Own("no one gets further ahead of you there", "no one gets further ahead of {name} there")


def gains_of(scene: PlayedPlan, mine: int, others: int, drawn: int = 0, fewer: int = 0, *, is_now: bool = False) -> str:
    """Return a list such as "3 for you, −2 for the opponent and up to 2 cards"."""
    gains = [
        fill(FOR_ONESELF[mine > 0], number=abs(mine)) if mine else "",
        fill(scene.one_of(*FOR_OTHERS)[others > 0], number=with_minus(others)) if others else "",
        _cards_in_hand(drawn) if is_now else _cards_to_draw(drawn),
        fill(FEWER_FOR_ONESELF, number=-drawn) if drawn < 0 else "",
        fill(scene.one_of(*FEWER_CARDS), number=fewer) if fewer > 0 else "",
    ]
    return listed([*filter(None, gains)])


def _cards_to_draw(number: int) -> str:
    return tr_count("up to {number} card", "up to {number} cards", number) if number > 0 else ""


def _cards_in_hand(number: int) -> str:
    return (
        tr_count("up to {number} more card in hand", "up to {number} more cards in hand", number) if number > 0 else ""
    )


FEWER_FOR_ONESELF = own_count(
    "up to {number} card fewer for you",
    "up to {number} cards fewer for you",
    "up to {number} card fewer for {name}",
    "up to {number} cards fewer for {name}",
)
FEWER_CARDS = (
    mark_count("up to {number} card fewer for the opponent", "up to {number} cards fewer for the opponent"),
    mark_count("up to {number} card fewer for the others", "up to {number} cards fewer for the others"),
)
FOR_ONESELF = (
    Own("{number} less for you", "{number} less for {name}"),
    Own("{number} for you", "{number} for {name}"),
)
FOR_OTHERS = (
    (mark("{number} for the opponent"), mark("{number} more for the opponent")),
    (mark("{number} for the others"), mark("{number} more for the others")),
)
"""By whether they score more: False, True."""


def must_build(scene: PlayedPlan, plot: int, opened: Mapping[Placed, int]) -> Clause:
    let_in, is_least = further_ahead(scene, scene.board.sites[plot], scene.after[plot]), all(opened.values())
    text = MUST_LET_NOBODY_IN if not let_in else MUST_LET_IN if let_in <= MUCH and is_least else MUST_BUILD
    if scene.levels_tucked(plot) or grows_for_others(scene, plot):
        text = MUST_BUILD
    elif _grants(scene, plot):
        text = MUST_BUILD if let_in else MUST_LET_DRAW
    return clause("must build" if text is MUST_BUILD else "lets in", text, number=let_in)


MUST_BUILD = Own("you have to build something", "{name} has to build something")
MUST_LET_IN = Own(
    "you have to build something, and this lets someone else gain at most {number} more on you by tucking cards there",
    "{name} has to build something, "
    "and this lets someone else gain at most {number} more on {name} by tucking cards there",
)
MUST_LET_DRAW = Own(
    "you have to build something, and by tucking a card there someone else could gain cards, but no points",
    "{name} has to build something, and by tucking a card there someone else could gain cards, but no points",
)
MUST_LET_NOBODY_IN = Own(
    "you have to build something, and this lets no one gain more on you by tucking cards there",
    "{name} has to build something, and this lets no one gain more on {name} by tucking cards there",
)


def _grants(scene: PlayedPlan, plot: int) -> bool:
    """Return whether the floor that is built on a plot lets its owner draw cards."""
    kind = scene.after[plot][0][len(scene.board.sites[plot][0])]
    return any(effect.verb is EffectVerb.DRAW for effect in scene.deck.floors[kind].effects)


def _gains(scene: PlayedPlan, plot: int) -> Iterator[Prospect]:
    before, after = scene.board.sites[plot], scene.after[plot]
    mine, others = scene.difference(after, before)
    if mine > 0 and not _undoes(scene, plot):
        text, points = mark("tower {tower} would now score {points}"), list(scene.score(after).points)
        number = scene.drawn(plot, scene.cards(after)) if scene.cards(after) > scene.cards(before) else 0
        stands = clause("stands", text, _words(scene, plot, number), points=points, number=number)
        yield mine - max(0, others / len(scene.rivals)) + CARD * number, stands


def _undoes(scene: PlayedPlan, plot: int) -> bool:
    """Return whether a rival's card under a floor that is built on a plot would take the seat's gain away again."""
    before, after = scene.board.sites[plot], scene.after[plot]
    top = len(before[0])
    ways = [with_owner(after, top, rival) for rival in scene.followers if after[1][top] == NONE]
    return any(scene.difference(way, before)[0] <= 0 for way in ways)


def _costs(scene: PlayedPlan, plot: int) -> Iterator[Prospect]:
    before, after = scene.board.sites[plot], scene.after[plot]
    _, others = scene.difference(after, before)
    if others < 0:
        text: Message = scene.one_of(
            mark("the opponent loses {loss} on tower {tower}, which would now score {points}"),
            mark("the others lose {loss} on tower {tower}, which would now score {points}"),
        )
        if scene.is_scored(after):
            text = scene.one_of(
                mark("the opponent loses {loss} on tower {tower}, which scores {points}"),
                mark("the others lose {loss} on tower {tower}, which scores {points}"),
            )
        words, points = _words(scene, plot), list(scene.score(after).points)
        own, fewer = _price(scene, plot)
        facts = {"points": points, "loss": -others, "own": own, "fewer": fewer}
        if own or fewer:
            cost = tr_count("{number} point", "{number} points", own) if own else ""
            text, words["cost"] = scene.one_of(*COSTS_BOTH), listed([*filter(None, [cost, _cards_to_draw(fewer)])])
        if -others > own + CARD * fewer:
            yield -others, clause("costs others", text, words, **facts)


def _price(scene: PlayedPlan, plot: int) -> tuple[int, int]:
    """Return how many points and cards what is built on a plot costs the seat there."""
    before, after = scene.board.sites[plot], scene.after[plot]
    mine, _ = scene.difference(after, before)
    return max(0, -mine), max(0, scene.cards(before) - scene.cards(after)) * scene.may_play_again


COSTS_BOTH: tuple[Message, Message] = (
    Own(
        "the opponent loses {loss} on tower {tower}, though it costs you {cost}",
        "the opponent loses {loss} on tower {tower}, though it costs {name} {cost}",
    ),
    Own(
        "the others lose {loss} on tower {tower}, though it costs you {cost}",
        "the others lose {loss} on tower {tower}, though it costs {name} {cost}",
    ),
)


def _cards_drawn(scene: PlayedPlan, plot: int) -> Iterator[Prospect]:
    before, after = scene.board.sites[plot], scene.after[plot]
    number = scene.drawn(plot, scene.cards(after))
    if number > 0 and scene.cards(after) > scene.cards(before):
        yield CARD * number, clause("draws later", DRAWS_LATER, _words(scene, plot), number=number)


def _nears(scene: PlayedPlan, plot: int) -> Iterator[Prospect]:
    """Yield how near to its scoring a tower is in which the seat leads, even if a rival tucks one more card there."""
    points, missing = list(scene.score(scene.after[plot]).points), scene.board.terms.height - len(scene.after[plot][0])
    lead = -max(most_ahead(scene, scene.after[plot], rival) for rival in scene.rivals)
    if lead > 0 and missing <= NEAR and scene.board.sites[plot][0]:
        text = mark_count(
            "tower {tower} then needs only {number} more floor to be scored; as it stands, it scores {points}",
            "tower {tower} then needs only {number} more floors to be scored; as it stands, it scores {points}",
        )
        yield LATER * lead, clause("nears", text, _words(scene, plot), number=missing, points=points)


# -- cards in hand, and claims


def keeps_trigger(scene: PlayedPlan) -> Clause | None:
    """Return that a floor is kept that can trigger the scoring of a tower, best of one in which the seat leads.

    The hand holds no other of its kind, so not every play keeps one.
    """
    hand = scene.board.hands[scene.seat]
    kept = [kind for kind in kept_kinds(scene) if kind in scene.deck.triggers and hand.count(kind) == 1]
    if not kept or not scene.plays_again:
        return None
    nearly = scene.board.terms.height - 1  # a tower so high is scored with any floor
    leads = [(scene.lead_on(site), plot) for plot, site in enumerate(scene.after) if 0 < len(site[0]) < nearly]
    leads = [(lead, plot) for lead, plot in leads if not scene.is_scored(scene.after[plot])]
    lead, plot = max(leads, default=(0, 0))
    words = {"floor": tr(scene.deck.floors[kept[0]].name)}
    if lead <= 0:
        return clause("keeps for later", KEPT_FOR_LATER, words, kept=kept[0])
    points, number = list(scene.score(scene.after[plot]).points), scene.drawn(plot, scene.cards(scene.after[plot]))
    facts = {"place": plot, "points": points, "lead": lead, "number": number}
    return clause("keeps trigger", KEPT, {**_words(scene, plot, number), **words}, **facts)


KEPT = Own(
    "you keep {floor} to trigger the scoring of tower {tower}, which would now score {points}",
    "{name} keeps {floor} to trigger the scoring of tower {tower}, which would now score {points}",
)


KEPT_FOR_LATER = Own(
    "you keep {floor}, so you can have a tower scored on a later turn",
    "{name} keeps {floor}, so {name} can have a tower scored on a later turn",
)


def for_later(scene: PlayedPlan, plot: int, level: int) -> Clause:
    """Return why a floor is claimed that scores nothing as the tower stands."""
    site = scene.after[plot]
    words = {"tower": str(plot + 1), "floor": tr(scene.deck.floors[site[0][level]].name)}
    of_tuck = counts_tucks(scene, site, level)
    if mine := grows_by(scene, plot, level):
        return clause("grows", GROWS[of_tuck], words, level=level, floors=len(scene.grown(site)[0]), mine=mine)
    if mine := grows_by(scene, plot, level, unsure=(EffectVerb.SCORE_KINDS,)):
        return clause("may grow", MAY_GROW[of_tuck], words, level=level, floors=len(scene.grown(site)[0]), mine=mine)
    if scene.is_scored(site):
        words["gains"] = tr("nothing for anybody")
        return clause(
            "vain", mark("tower {tower} is scored this turn, and owning this {floor} is worth {gains}"), words
        )
    text = mark("then no one else can tuck a card under this {floor}")
    return kept_from_others(scene, plot, level) or clause("closed", text, words, level=level)


def kept_from_others(scene: PlayedPlan, plot: int, level: int) -> Clause | None:
    """Return what a rival could gain on the seat with a card under that floor if it stayed vacant."""
    without = scene.unclaimed(plot, level)
    most = scene.most_by_rival(without, level, partial(ahead_with, scene))
    words = {"floor": tr(scene.deck.floors[without[0][level]].name)}
    return clause("kept from others", KEPT_FROM_OTHERS, words, level=level, number=most) if most > 0 else None


def grows_by(scene: PlayedPlan, plot: int, level: int, unsure: Collection[EffectVerb] = UNSURE) -> int:
    """Return what a card of the seat under that floor scores for it if the tower grows as far as it still can.

    It is 0 if an effect in the tower is unsure: it depends on which floors are built, or on whether they stay vacant.
    """
    return scene.growth(scene.after[plot], scene.unclaimed(plot, level), unsure)


KEPT_FROM_OTHERS = own_count(
    "someone else could gain {number} point on you with this {floor}",
    "someone else could gain {number} points on you with this {floor}",
    "someone else could gain {number} point on {name} with this {floor}",
    "someone else could gain {number} points on {name} with this {floor}",
)
MAY_GROW = (
    Own(
        "if tower {tower} grows to {floors} floors, this {floor} can be worth {mine} to you",
        "if tower {tower} grows to {floors} floors, this {floor} can be worth {mine} to {name}",
    ),
    Own(
        "if tower {tower} grows to {floors} floors, this tuck can be worth {mine} to you",
        "if tower {tower} grows to {floors} floors, this tuck can be worth {mine} to {name}",
    ),
)
GROWS = (
    Own(
        "if tower {tower} grows to {floors} floors, this {floor} is worth {mine} to you",
        "if tower {tower} grows to {floors} floors, this {floor} is worth {mine} to {name}",
    ),
    Own(
        "if tower {tower} grows to {floors} floors, this tuck is worth {mine} to you",
        "if tower {tower} grows to {floors} floors, this tuck is worth {mine} to {name}",
    ),
)
"""By whether another owned floor counts tucked cards: False, True."""


def counts_tucks(scene: PlayedPlan, site: Site, level: int) -> bool:
    """Return whether another floor than that one is owned that can score something for each tucked card."""
    owned = [kind for at, (kind, owner) in enumerate(zip(*site)) if owner != NONE and at != level]
    return any(effect.verb is EffectVerb.SCORE_TUCKS for kind in owned for effect in scene.deck.floors[kind].effects)


def kept_kinds(scene: PlayedPlan) -> list[int]:
    """Return the kinds that the plan leaves in hand, without repetition."""
    return sorted(Counter(not_built(scene.board, scene.plan)) - Counter(scene.plan.tucks))


def _others(scene: PlayedPlan, site: Site) -> int:
    points = scene.score(site).points
    return sum(points) - points[scene.seat]
