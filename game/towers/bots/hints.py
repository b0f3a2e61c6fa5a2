"""Explanations of why a step is good."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace

from ...bots.search import Clause, clause
from ...language import Message, Own, fill, mark, mark_count, tr
from ...text import full_stop, listed, paragraph, sentence
from ..actions import NEW, Action, Build, Claim
from ..core import State
from ..floors import Deck
from ..state import View
from .apart import COMPARED, apart_from_others, in_spite_of_rivals, is_needed, named_tucks
from .core import TurnPlan
from .first_sight import argues_against, at_first_sight, is_as_much, placed, unless_undone, what_is_kept, would_add
from .prospects import (
    CARD,
    NOW,
    counts_tucks,
    for_later,
    foremost,
    gains_of,
    grows_by,
    keeps_trigger,
    kept_from_others,
    kept_kinds,
    must_build,
    threat,
)
from .scene import (
    PlayedPlan,
    lets_draw_less,
    lets_in_less,
    opened_by,
    places_tucked,
    scene_of,
    with_cards,
)
from .search import steps_of

Differs = Callable[[Sequence[Action], Sequence[Action]], str]
"""Returns what the steps of one turn achieve that those of another do not."""
MUCH_MORE = 2
"""Growth is the reason for a tuck if it then scores at least this many points more than twice what it scores now."""
MUCH = 3
"""If a card would score so many points, it is worth a word why it is kept."""
ALONE = ("stands", "costs others", "draws later")
"""Kinds of clauses that may need only the tucks, and no build."""
NO_REASON = (
    "must build", "lets in", "lets in less", "closed", "same lead", "vain", "keeps for later", "keeps dear",
    "keeps trigger", "threatens",
)  # fmt: skip
"""Kinds of clauses that only stand in for a reason."""
VOID = ("must build", "vain", "same lead", "safer", "ends", "last")
"""Kinds of clauses that say nothing more beside a comparison."""
UNSURE = (*VOID, "keeps", "keeps dear")
"""The same beside a comparison in which the step is not better."""
MOST = 3
"""The largest number of sentences of a hint."""


def explain(
    view: View, board: State, plan: TurnPlan, compared: Clause | None = None, differs: Differs | None = None
) -> str:
    """Return why the plan's first step is good for its seat, in words that continue the naming of the step.

    The comparison with another plan (see `compare_turns`) follows the reason, and what the other step brings at first
    sight follows that. Without a reason, `differs` says at last why the step is better.
    """
    found, scene = clauses(view, board, plan), scene_of(view.variant.deck, board, plan)
    told = found[:2]
    if compared:
        less, void = less_let_in(scene, compared, found[0]), VOID if compared.kind == "better" else UNSURE
        found = [less] if less else found
        told = [each for each in found if each.kind not in void and not holds_as_well(scene, compared, each)][:2]
        theirs = _what_it_brings(scene, compared, told[:1]) if compared.kind == "better" or not told else []
        if less and (len(told) > 1 or not theirs):
            compared = replace(compared, text=compared.facts["short"])
        is_bare, told = not told, [*told, compared, *theirs]
        if is_bare and differs and compared.kind == "better" and "plan" in compared.facts:
            this, other = (steps_of(scene.deck, board, each) for each in (plan, compared.facts["plan"]))
            told.append(Clause("differs", differs(this, other), {}))
    texts = [sentence(each.text) if number else each.text for number, each in enumerate(told[:MOST])]
    return paragraph([*map(full_stop, texts)])


def less_let_in(scene: PlayedPlan, compared: Clause, found: Clause) -> Clause | None:
    """Return that a build without a reason lets rivals gain or draw less than the one that it is better than, if so."""
    step, tucked = compared.facts.get("step"), [plot for plot, _ in places_tucked(scene.plan)]
    if compared.kind != "better" or not isinstance(step, Build) or found.kind not in NO_REASON:
        return None
    (kind, plot), *_ = scene.plan.builds
    theirs = placed(scene, step)
    less = lets_in_less(scene, plot, *theirs) or lets_draw_less(scene, kind, plot, *theirs)
    return less if plot not in tucked else None


def holds_as_well(scene: PlayedPlan, compared: Clause, found: Clause) -> bool:
    """Return whether what stands in for a reason holds as well for the other step of a comparison."""
    step: Action | None = compared.facts.get("step")
    if "kept" in found.facts and step:
        return found.facts["kept"] in kept_kinds(scene_of(scene.deck, scene.board, compared.facts["plan"]))
    if found.kind == "threatens":
        theirs = threat(scene, *placed(scene, step)) if isinstance(step, Build) else None
        return bool(theirs and theirs.facts["worth"] >= found.facts["worth"])
    if found.kind in ("free", "kept from others") and isinstance(step, Claim):
        theirs = kept_from_others(scene, step.plot, step.level)
        return found.kind == "free" or bool(theirs and theirs.facts["number"] >= found.facts["number"])
    if found.kind == "lets in" and isinstance(step, Build):
        return opened_by(scene, *placed(scene, step)) <= int(found.facts["number"])
    return False


def _what_it_brings(scene: PlayedPlan, compared: Clause, told: Collection[Clause]) -> list[Clause]:
    """Return what the step of a comparison brings at first sight, if it is not told yet.

    With a build it is left out if the plan that was tried does not tuck the card. What the tower scores after a build,
    or what a card adds once it has grown, is left out if it is no more than for the plan's own step.
    """
    if "step" not in compared.facts:
        return []
    step, plan = compared.facts["step"], compared.facts["plan"]
    theirs = at_first_sight(scene, step, next((each.facts["plot"] for each in told if each.kind in NOW), NEW))
    if theirs is None or any(_is_of(each, theirs) or is_as_much(scene, each, theirs) for each in told):
        return []
    if compared.kind == "better" and argues_against(scene, theirs):
        return []
    if isinstance(step, Build):
        kind, places = scene.deck.kind_named[step.floor], [plot for plot, _ in places_tucked(plan)]
        if not any(other == kind and step.plot in (plot, NEW) and plot in places for other, plot in plan.builds):
            return []
    return [theirs]


def _is_of(told: Clause, tuck: Clause) -> bool:
    """Return whether a clause says why that tuck is left out."""
    place, of = ((each.facts.get("place"), each.facts.get("level")) for each in (told, tuck))
    return told.kind in ("keeps", "would grow") and place == of


def clauses(view: View, board: State, plan: TurnPlan) -> list[Clause]:
    """Return the clauses of `explain`, the most important first."""
    deck = view.variant.deck
    scene, step = scene_of(deck, board, plan), steps_of(deck, board, plan)[0]
    if isinstance(step, Build):
        plot = plan.builds[0][1]
        built = _with_tucks(scene, plot, lambda scene: foremost(scene, plot)[1])
        if _takes_cards(scene, plot, len(board.sites[plot][0])):
            built = _with_tucks(scene, plot, lambda scene: why_tucked(scene, plot, len(board.sites[plot][0])))
        apart = apart_from_others(scene, plot, built) if built.kind in COMPARED else []
        more = in_spite_of_rivals(scene, plot) if built.kind in NOW else []
        if built.kind in ALONE and not apart and not is_needed(scene, plot, built):
            built = must_build(scene, plot, {})  # the tucks are as good after any build
            built = replace(built, facts={**built.facts, "plot": plot, "tucks": []})
        grows = _grows_too(scene, plot, built)
        added = [] if "floors" in built.facts else would_add(scene, plot)
        return [built, *_ends(scene, plot), *apart, *more, *grows, *added, *_last(scene)]
    if isinstance(step, Claim):
        tucked = _tucked(scene, step.plot, step.level)
        free = [clause("free", FREE)] if scene.is_full_anyway() else []
        found = free if free and tucked.kind == "closed" else [tucked, *(_kept_too(scene, step.plot, tucked) or free)]
        return [*found, *_ends(scene, step.plot)]
    return clauses_of_end(scene, view)


def _takes_cards(scene: PlayedPlan, plot: int, level: int) -> bool:
    """Return whether a card that the plan tucks under a floor lets others draw fewer cards once the tower is scored."""
    is_tucked = (plot, level) in places_tucked(scene.plan) and not scene.is_scored(scene.after[plot])
    return is_tucked and _effects(scene, plot, level)[3] > 0


def _grows_too(scene: PlayedPlan, plot: int, built: Clause) -> list[Clause]:
    """Return what the card of the only tuck that a clause names will score if that is much more than the tower now."""
    if built.kind != "stands" or len(built.facts["tucks"]) != 1:
        return []
    (floor,) = built.facts["tucks"]
    later = for_later(named_tucks(scene, plot, built), plot, floor - 1)
    if later.kind != "grows" or later.facts["mine"] < 2 * built.facts["points"][scene.seat] + MUCH_MORE:
        return []
    return [replace(later, facts={"plot": plot, "tucks": built.facts["tucks"], **later.facts})]


def _last(scene: PlayedPlan) -> list[Clause]:
    """Return that the seat's last turn does not end the game, if this needs no tucks.

    It is certain if the round is the last one, or if the only rival's next turn ends the game.
    """
    if scene.ends or scene.may_play_again:
        return []
    bare = scene_of(scene.deck, scene.board, scene.plan._replace(claims=(), tucks=b""))
    is_certain = not bare.may_play_again and (len(scene.rivals) == 1 or scene.after_tucks(0).last_round)
    return [clause("last", LAST)] if is_certain else []


def _ends(scene: PlayedPlan, plot: int) -> list[Clause]:
    """Return that the game ends, if a tower is only scored because of that."""
    if not scene.ends or scene.board.terms.is_scored(scene.after[plot][0]):
        return []
    if number := scene.tucks_to_end():
        return [clause("ends by tucks", ENDS_BY_TUCKS, plot=plot, number=number)]
    return [clause("ends", ENDS, plot=plot)]


ENDS = mark("This turn ends the game, and all towers are scored as they stand.")
ENDS_BY_TUCKS = mark_count(
    "Tucking {number} card ends the game this turn, and all towers are scored as they stand.",
    "Tucking {number} cards ends the game this turn, and all towers are scored as they stand.",
)

LAST = Own("this is your last turn", "this is {name}'s last turn")
LAST_OF_ALL = Own(
    "this is your last turn, and no other floor would score anything",
    "this is {name}'s last turn, and no other floor would score anything",
)


def with_best_reason_first(view: View, board: State, plan: TurnPlan) -> TurnPlan:
    """Return the plan with the builds in the order that puts the better reason first, and then the best claims."""
    plan = _best_first(view.variant.deck, board, _without_vain(view.variant.deck, board, plan))
    return max(orders(board, plan), key=lambda way: outlook(view, board, way))


def orders(board: State, plan: TurnPlan) -> list[TurnPlan]:
    """Return the plan with the builds in both orders.

    Two new towers trade places, because the first one always gets the leftmost plot.
    """
    swapped = plan._replace(builds=plan.builds[::-1])
    if sum(not board.sites[plot][0] for _, plot in plan.builds) > 1:
        (first, one), (second, two) = plan.builds
        places = {one: two, two: one}
        claims = tuple((places.get(plot, plot), levels) for plot, levels in plan.claims)
        swapped = plan._replace(builds=((second, one), (first, two)), claims=claims)
    return [plan, swapped]


def _without_vain(deck: Deck, board: State, plan: TurnPlan) -> TurnPlan:
    """Return the plan without tucks that lose the game, or bring nothing on a tower that is scored this turn."""
    scene = scene_of(deck, board, plan)
    if scene.loses_by_tucks():
        left = scene.tucks_to_end() - 1
        fewer = without_tucks(plan, places_tucked(plan)[left:])
        return _without_vain(deck, board, fewer._replace(tucks=plan.tucks[:left]))
    for plot, level in places_tucked(plan):
        if scene.is_scored(scene.after[plot]) and not any(_brought(scene, plot, level)):
            return _without_vain(deck, board, without_tucks(plan, [(plot, level)]))
    return plan


def _best_first(deck: Deck, board: State, plan: TurnPlan) -> TurnPlan:
    """Return the plan with the claims on towers first that are scored this turn, and of these the best ones."""
    scene = scene_of(deck, board, plan)

    def order(place: tuple[int, int]) -> tuple[bool, float]:
        return not scene.is_scored(scene.after[place[0]]), -worth_of_tuck(scene, *place)

    places = sorted(places_tucked(plan), key=order)
    return plan._replace(claims=tuple((plot, (level,)) for plot, level in places))


def _brought(scene: PlayedPlan, plot: int, level: int) -> tuple[int, int, int, int]:
    """Return the points and cards that a tuck brings the seat, and those that it costs others; none are below 0."""
    mine, others, drawn, fewer = _effects(scene, plot, level)
    return max(0, mine), max(0, -others), max(0, drawn), max(0, fewer)


def _effects(scene: PlayedPlan, plot: int, level: int) -> tuple[int, int, int, int]:
    """Return how many points more a tuck scores for the seat and for others, and the cards more and fewer they draw."""
    after, without = scene.after[plot], scene.unclaimed(plot, level)
    is_now, followers = scene.is_scored(after), scene.followers
    less, more = (
        scene.drawn_by_others(site) if is_now else scene.cards_of(followers, site) for site in (after, without)
    )
    fewer = more - less
    return *scene.difference(after, without), scene.more_drawn(plot, without), fewer


def worth_of_tuck(scene: PlayedPlan, plot: int, level: int) -> float:
    """Return roughly how many points a tuck is worth."""
    mine, less, drawn, fewer = _brought(scene, plot, level)
    return mine + less + CARD * (drawn + fewer)


def outlook(view: View, board: State, plan: TurnPlan) -> float:
    """Return roughly how many points the reason for the plan's first build is worth."""
    return foremost(scene_of(view.variant.deck, board, plan), plan.builds[0][1])[0] if plan.builds else 0.0


def without_tucks(plan: TurnPlan, places: Collection[tuple[int, int]]) -> TurnPlan:
    """Return the plan without the tucks at these places; their cards stay in it."""
    left = [(plot, tuple(level for level in levels if (plot, level) not in places)) for plot, levels in plan.claims]
    return plan._replace(claims=tuple((plot, levels) for plot, levels in left if levels))


def clauses_of_end(scene: PlayedPlan, view: View) -> list[Clause]:
    """Return why no more cards are tucked, and what a card is kept for that could be tucked."""
    if not view.hand:
        return [clause("no card", mark("there's no card left to tuck"))]
    if all(storey.owner is not None for tower in view.towers for storey in tower):
        return [clause("all tucked", mark("every floor already has a tucked card"))]
    after = scene.board.copy()
    after.end_turn()
    tucks = [*possible_tucks(scene)]
    if after.last_round:
        is_all = not any(_effects(tucked, plot, level)[0] > 0 for tucked, plot, level in tucks)
        return [clause("last turn", LAST_OF_ALL if is_all else LAST, is_all=is_all)]
    if all(kind in scene.deck.triggers for kind in kept_kinds(scene)):
        kept = keeps_trigger(scene)
        if kept and kept.kind == "keeps trigger":
            return [kept]
    tuck = max(tucks, key=lambda tuck: worth_of_tuck(*tuck))
    return _worth_more(scene, *tuck) if worth_of_tuck(*tuck) else [_none_would_score(scene)]


def _worth_more(scene: PlayedPlan, tucked: PlayedPlan, plot: int, level: int) -> list[Clause]:
    """Return that a card is worth more in hand than in that place, and what is gained by keeping it."""
    kinds, is_now = kept_kinds(scene), tucked.is_scored(scene.board.sites[plot])
    mine, others, drawn, fewer = _effects(tucked, plot, level)
    gains = gains_of(scene, mine, others, drawn, fewer, is_now=is_now)
    words = {"floor": tr(scene.deck.floors[kinds[0]].name), "tower": str(plot + 1), "gains": gains}
    facts = {"mine": mine, "others": others, "drawn": drawn, "fewer": fewer, "is_scored": is_now, "place": plot}
    told = clause("keeps", WORTH_MORE[len(kinds) > 1][is_now], words, level=level + 1, **facts)
    told = unless_undone(tucked, tucked.after[plot], tucked.unclaimed(plot, level), told)
    if tucked.loses_by_tucks():
        return [told, clause("would end", ENDS_BY_TUCKS, place=plot, level=level + 1, number=1)]
    kept = what_is_kept(scene, tucked, worth_of_tuck(tucked, plot, level))
    return [told, kept] if kept else [told]


def possible_tucks(scene: PlayedPlan) -> Iterator[tuple[PlayedPlan, int, int]]:
    """Yield each tuck that is possible now, as the plan with only this tuck, its plot and its level."""
    for plot, site in enumerate(scene.board.sites):
        for level, _ in with_cards(site, scene.seat):
            plan = scene.plan._replace(claims=((plot, (level,)),), tucks=scene.board.hands[scene.seat][:1])
            yield scene_of(scene.deck, scene.board, plan), plot, level


def _none_would_score(scene: PlayedPlan) -> Clause:
    """Return that no tuck would score as the towers stand, and which one would score most once its tower has grown."""
    most, plot, level = max(
        (scene.growth(then, site), -plot, -level)
        for plot, site in enumerate(scene.board.sites)
        for level, then in with_cards(site, scene.seat)
    )
    if not most:
        return clause("in vain", mark("as the towers stand, none of the remaining floors would score"))
    height = len(scene.grown(scene.board.sites[-plot])[0])
    words = {"tower": str(1 - plot)}
    return clause("would grow", WOULD_GROW, words, place=-plot, level=1 - level, floors=height, mine=most)


WOULD_GROW = Own(
    "as the towers stand, none of the remaining floors would score, "
    "and floor {level} of tower {tower} would be worth {mine} to you only once it has {floors} floors",
    "as the towers stand, none of the remaining floors would score, "
    "and floor {level} of tower {tower} would be worth {mine} to {name} only once it has {floors} floors",
)
WORTH_MORE: tuple[tuple[Message, Message], ...] = (
    (
        mark(
            "{floor} is worth more in hand than under floor {level} of tower {tower}, "
            "where it would bring {gains} as the tower stands"
        ),
        mark(
            "{floor} is worth more in hand than under floor {level} of tower {tower}, "
            "where it would bring {gains} this turn"
        ),
    ),
    (
        mark(
            "a card is worth more in hand than under floor {level} of tower {tower}, "
            "where it would bring {gains} as the tower stands"
        ),
        mark(
            "a card is worth more in hand than under floor {level} of tower {tower}, "
            "where it would bring {gains} this turn"
        ),
    ),
)
"""By whether there are several kinds of cards, and then by whether the tower is scored this turn: False, True."""


def _with_tucks(
    scene: PlayedPlan, plot: int, explained: Callable[[PlayedPlan], Clause], done: int | None = None
) -> Clause:
    """Return the clause about a tower, extended by the tucks there that it needs, but not the one at `done`."""
    found, floors = explained(scene), list[int]()
    for level in scene.levels_tucked(plot):
        if level == done:
            continue
        fewer = scene.without(plot, level)
        if explained(fewer).text == found.text:
            scene = fewer
        else:
            floors.append(level + 1)
    text = found.text
    if floors:
        # Translators: {text} is a clause such as "tower 2 scores 5 for you and 2 for the opponent this turn".
        one = mark("tuck a card under floor {floors}, and {text}"), mark("tuck cards under floors {floors}, and {text}")
        also = (
            mark("also tuck a card under floor {floors}, and {text}"),
            mark("also tuck cards under floors {floors}, and {text}"),
        )
        message = (one if done is None else also)[len(floors) > 1]
        text = fill(message, floors=listed([str(floor) for floor in sorted(floors)]), text=text)
    return replace(found, text=text, facts={"plot": plot, "tucks": floors, **found.facts})


def _tucked(scene: PlayedPlan, plot: int, level: int) -> Clause:
    """Return why a card is tucked under that floor, with the other tucks that this needs.

    If it brings something alone, only this counts, because a later hint counts what the others add.
    """
    alone = scene
    for place, other in places_tucked(scene.plan):
        alone = alone.without(plot, other) if place == plot and other != level else alone
    if any(_brought(alone, plot, level)[::2]) or not any(_brought(scene, plot, level)[::2]):
        scene = alone
    return _with_tucks(scene, plot, lambda scene: why_tucked(scene, plot, level), level)


def why_tucked(scene: PlayedPlan, plot: int, level: int) -> Clause:
    """Return why the plan tucks a card under that floor."""
    after = scene.after[plot]
    mine, others, more, fewer = _effects(scene, plot, level)
    is_much_less = grows_by(scene, plot, level) >= 2 * max(0, mine, mine - others) + MUCH_MORE
    if is_much_less or (mine <= 0 and others >= 0 and more <= 0 and fewer <= 0):
        return for_later(scene, plot, level)
    is_now = scene.is_scored(after)
    floor = tr(scene.deck.floors[after[0][level]].name)
    words = {"tower": str(plot + 1), "floor": floor}
    facts = {"mine": mine, "others": others, "drawn": more, "fewer": fewer}
    if not mine and not more and fewer <= 0:
        text = scene.one_of(*COSTS)[is_now]
        return clause("owning", text, words, level=level, number=-others, is_scored=is_now, **facts)
    # Translators: {gains} is a list such as "3 for you and 2 cards to draw".
    text = WORTH[counts_tucks(scene, after, level)][is_now]
    words["gains"] = gains_of(scene, mine, others, more, fewer, is_now=is_now)
    told = clause("owning", text, words, level=level, is_scored=is_now, **facts)
    return unless_undone(scene, after, scene.unclaimed(plot, level), told)


FREE = Own(
    "your hand is full after drawing in any case, so this costs you no card",
    "{name}'s hand is full after drawing in any case, so this costs {name} no card",
)
WORTH = (
    (
        mark("if tower {tower} is scored as it stands, owning this {floor} is worth {gains}"),
        mark("tower {tower} is scored this turn, and owning this {floor} is worth {gains}"),
    ),
    (
        mark("if tower {tower} is scored as it stands, this tuck is worth {gains}"),
        mark("tower {tower} is scored this turn, and this tuck is worth {gains}"),
    ),
)
"""By whether another owned floor counts tucked cards, and then by whether the tower is scored now: False, True."""


def _kept_too(scene: PlayedPlan, plot: int, tucked: Clause) -> list[Clause]:
    """Return what a rival could gain with the tuck, if that is more than it scores for the seat."""
    facts = tucked.facts
    if tucked.kind != "owning" or facts["is_scored"] or facts["mine"] <= 0:
        return []
    kept = kept_from_others(named_tucks(scene, plot, tucked), plot, facts["level"])
    if not kept or kept.facts["number"] <= facts["mine"]:
        return []
    return [replace(kept, facts={"plot": plot, "tucks": facts["tucks"], **kept.facts})]


COSTS = (
    (
        mark("if tower {tower} is scored as it stands, owning this {floor} costs the opponent {number}"),
        mark("tower {tower} is scored this turn, and owning this {floor} costs the opponent {number}"),
    ),
    (
        mark("if tower {tower} is scored as it stands, owning this {floor} costs the others {number}"),
        mark("tower {tower} is scored this turn, and owning this {floor} costs the others {number}"),
    ),
)
"""By whether the tower is scored this turn: False, True."""
