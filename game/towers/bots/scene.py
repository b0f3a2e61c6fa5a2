"""The scene of a hint: a plan, the towers before and after it, what they score, and what rivals could gain there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, combinations, count
from typing import TypeVar

from ...bots.search import Clause, clause
from ...language import Own, fill, mark_count, tr
from ..actions import NEW, Action, Build, Claim
from ..core import NONE, VACANT, Site, State, claimed, with_floor
from ..floors import Deck, EffectVerb
from ..rules import TowerTally, tally
from .core import TurnPlan, carry_out
from .search import sites_after

W = TypeVar("W")

UNSURE = (EffectVerb.SCORE_VACANT, EffectVerb.SCORE_KINDS)
"""Effects that depend on which floors are still built, or on whether floors stay vacant."""


@dataclass(frozen=True, slots=True)
class PlayedPlan:
    """A plan, and the towers before and after it."""

    deck: Deck
    board: State
    plan: TurnPlan
    after: list[Site]
    followers: tuple[int, ...]
    """The rivals who have a turn before the seat's next one, if all seats only build and draw."""
    plays_again: bool
    """Whether the seat certainly has another turn: else the rivals could empty the pile and end the game first."""
    may_play_again: bool
    """Whether it has another turn if all seats only build and draw."""
    ends: bool
    """Whether the game ends with this turn."""
    pile: int
    """The most cards that the draw pile can have when the next tower is scored after this turn."""
    turns: int
    """The most turns that can follow this one, but no more than matter to the height of a tower."""

    @property
    def seat(self) -> int:
        return self.board.turn

    @property
    def rivals(self) -> list[int]:
        return [seat for seat in range(len(self.board.points)) if seat != self.seat]

    def one_of(self, one: W, several: W) -> W:
        """Return `one` if there is only one opponent, else `several`."""
        return one if len(self.board.points) == 2 else several

    def unclaimed(self, plot: int, level: int) -> Site:
        """Return the tower as the plan leaves it, but without the card that it tucks at `level`."""
        kinds, owners = self.after[plot]
        return kinds, owners[:level] + VACANT + owners[level + 1 :]

    def without(self, plot: int, level: int) -> PlayedPlan:
        """Return the scene without that card."""
        after = self.after.copy()
        after[plot] = self.unclaimed(plot, level)
        return replace(self, after=after)

    def levels_tucked(self, plot: int) -> list[int]:
        return [level for place, level in places_tucked(self.plan) if place == plot]

    def after_tucks(self, number: int) -> State:
        """Return the state after the plan's turn with only so many of its tucks, the first ones."""
        ended = self.board.copy()
        claims = tuple((plot, (level,)) for plot, level in places_tucked(self.plan)[:number])
        carry_out(ended, self.plan._replace(claims=claims))
        return ended

    def tucks_to_end(self) -> int:
        """Return how many of the plan's tucks it takes for its turn to end the game, as it does; it may be none."""
        return next(number for number in count() if self.after_tucks(number).outcome is not None)

    def loses_by_tucks(self) -> bool:
        """Return whether the plan's tucks end the game, and the seat doesn't win it."""
        if not self.ends or not self.tucks_to_end():
            return False
        return self.after_tucks(len(places_tucked(self.plan))).winner() != self.seat

    def most_by_rival(self, site: Site, level: int, measure: Callable[[Site, int], int]) -> int:
        """Return by how much a rival's card under a floor can raise a measure of the tower and that rival, or 0."""
        ways = [(with_owner(site, level, rival), rival) for rival in self.followers]
        return max((measure(way, rival) - measure(site, rival) for way, rival in ways), default=0)

    def is_scored(self, site: Site) -> bool:
        """Return whether such a tower is scored this turn."""
        return self.ends or (bool(site[0]) and self.board.terms.is_scored(site[0]))

    def grown(self, site: Site) -> Site:
        """Return the tower with as many vacant floors without effects as can still be built on it."""
        more = VACANT * min(self.board.terms.height - len(site[0]), self.turns)
        return site[0] + more, site[1] + more

    def score(self, site: Site) -> TowerTally:
        return tally(self.deck, *site, len(self.board.points))

    def sums(self, site: Site) -> str:
        """Return what a tower scores for the seat, and for the only opponent or at most for any other."""
        points = self.score(site).points
        mine, rivals = points[self.seat], [n for rival, n in enumerate(points) if rival != self.seat]
        if not any(points):
            return tr("nothing for anybody")
        if len(rivals) > 1 and any(rivals):
            return fill(AT_MOST, own=mine, most=max(rivals))
        return fill(self.one_of(*SUMS), own=mine, others=max(rivals))

    def difference(self, after: Site, without: Site) -> tuple[int, int]:
        """Return how many points more a tower scores for the seat, and for all others, than the one `without`."""
        more = [now - then for now, then in zip(self.score(after).points, self.score(without).points)]
        return more[self.seat], sum(more) - more[self.seat]

    def undone_at(self, site: Site, without: Site) -> int | None:
        """Return the floor under which a rival's card takes all that a tower brings the seat more than `without` it.

        It is the lowest number of such a floor, or None without one, or if the tower is scored this turn.
        """
        if self.is_scored(site) or self.difference(site, without)[0] <= 0:
            return None
        for level, _ in with_cards(site, self.seat):
            for rival in self.followers:
                now, then = (with_owner(each, level, rival) for each in (site, without))
                is_lost = self.difference(now, then)[0] <= 0 and self.cards(now) <= self.cards(then)
                if is_lost and self.difference(now, site)[0] < 0:
                    return level + 1
        return None

    def lead_on(self, site: Site) -> int:
        """Return by how many points the seat leads the best rival on a tower."""
        points = self.score(site).points
        return points[self.seat] - max(n for rival, n in enumerate(points) if rival != self.seat)

    def growth(self, site: Site, without: Site, unsure: Collection[EffectVerb] = UNSURE) -> int:
        """Return what a tower scores more for the seat than `without` a card, if it grows as far as it still can."""
        if self.is_scored(site) or not self.turns or self.has_unsure(site, unsure):
            return 0
        return max(0, self.difference(self.grown(site), self.grown(without))[0])

    def has_unsure(self, site: Site, unsure: Collection[EffectVerb] = UNSURE) -> bool:
        return any(effect.verb in unsure for kind in site[0] for effect in self.deck.floors[kind].effects)

    def cards(self, site: Site) -> int:
        """Return how many cards a tower grants the seat."""
        return self.cards_of((self.seat,), site)

    def cards_of(self, seats: Collection[int], site: Site) -> int:
        """Return how many cards a tower can let some seats draw.

        A seat has drawn to end its last turn, so its hand has room for no more than a turn's draw leaves.
        """
        draws, most = self.score(site).draws, self.board.terms.hand - self.board.terms.drawn
        return sum(min(most, sum(count for drawer, count in draws if drawer == seat)) for seat in seats)

    def drawn(self, plot: int, number: int) -> int:
        """Return how many of `number` cards that a tower grants can be drawn for the seat's next turn."""
        if not self.may_play_again:
            return 0
        if not self.is_scored(self.after[plot]):
            return min(number, self.pile, self.board.terms.hand)
        return self._draw(number)[0]

    def _draw(self, number: int, untucked: int = 0) -> tuple[int, int]:
        """Return how many of `number` cards granted this turn are drawn, and how many cards are then in hand.

        This is with the plan's tucks, or with `untucked` fewer.
        """
        board, kept = self.board, self._untucked() + untucked
        room = board.terms.hand - kept
        usual = max(0, min(board.terms.drawn, room, len(board.draw_pile)))
        more = min(number, room - usual, len(board.draw_pile) - usual)
        return more, kept + usual + more

    def _untucked(self) -> int:
        """Return how many cards the seat holds after the plan's builds and tucks."""
        return len(not_built(self.board, self.plan)) - len(places_tucked(self.plan))

    def is_full_anyway(self) -> bool:
        """Return whether the seat holds as many cards after drawing as it would with one tuck fewer."""
        return self._draw(0)[1] == self._draw(0, 1)[1]

    def drawn_by_others(self, site: Site) -> int:
        """Return the most cards that a tower scored this turn can let rivals draw for turns before the next."""
        hands, most = self.board.hands, self.board.terms.hand
        usual = self._draw(0)[1] - self._untucked()
        grants = [min(self.cards_of((rival,), site), most - len(hands[rival])) for rival in self.followers]
        return min(len(self.board.draw_pile) - usual, sum(grants))

    def more_drawn(self, plot: int, without: Site) -> int:
        """Return how many cards more the seat can draw with the tower on a plot than if it stood as `without` a tuck.

        If it is scored this turn, these are the cards more in hand after drawing, where the tucked card is missing.
        """
        after = self.after[plot]
        if not self.is_scored(after) or not self.may_play_again:
            return self.drawn(plot, self.cards(after)) - self.drawn(plot, self.cards(without))
        others = (site for other, site in enumerate(self.after) if other != plot)
        rest = sum(self.cards(site) for site in others if self.is_scored(site))
        granted, less = rest + self.cards(after), rest + self.cards(without)
        (now, hand), (then, _), (_, untucked) = self._draw(granted), self._draw(less), self._draw(less, 1)
        return min(now - then, max(0, hand - untucked))


def scene_of(deck: Deck, board: State, plan: TurnPlan) -> PlayedPlan:
    ended, seats, pile = board.copy(), list[int](), 0
    carry_out(ended, plan)
    later = ended.copy()
    while later.outcome is None and (board.turn not in seats or len(seats) < board.terms.height):
        seats.append(later.turn)
        later.hands[later.turn] = later.hands[later.turn][board.terms.builds :]
        later.end_turn()
        pile = len(later.draw_pile) if len(seats) == 1 else pile
    may = board.turn in seats
    followers = tuple(seats[: seats.index(board.turn)] if may else seats)
    # No seat can draw more than a full hand.
    is_certain = len(ended.draw_pile) > board.terms.hand * len(followers)
    ends, after = ended.outcome is not None, sites_after(board, plan)
    return PlayedPlan(deck, board, plan, after, followers, may and is_certain, may, ends, pile, len(seats))


def places_tucked(plan: TurnPlan) -> list[tuple[int, int]]:
    """Return the plot and the level of each tuck."""
    return [(plot, level) for plot, levels in plan.claims for level in levels]


def not_built(board: State, plan: TurnPlan) -> list[int]:
    """Return the kinds of the cards in hand that the plan doesn't build."""
    return sorted((Counter(board.hands[board.turn]) - Counter([kind for kind, _ in plan.builds])).elements())


def named(step: Action) -> str:
    """Return a step such as "building SUITE on tower 2"."""
    match step:
        case Build(floor, plot):
            if plot == NEW:
                return tr("building {floor} as a new tower", floor=tr(floor))
            return tr("building {floor} on tower {tower}", floor=tr(floor), tower=plot + 1)
        case Claim(_, plot, level):
            return tr("tucking a card under floor {level} of tower {tower}", level=level + 1, tower=plot + 1)
    return tr("ending the turn")


def with_cards(site: Site, seat: int) -> list[tuple[int, Site]]:
    """Return (level, tower) for each vacant floor: the tower as if the seat had tucked a card there."""
    return [(level, with_owner(site, level, seat)) for level, owner in enumerate(site[1]) if owner == NONE]


def with_owner(site: Site, level: int, seat: int) -> Site:
    """Return the tower as if the seat owned the floor at `level`."""
    return site[0], claimed(site[1], level, seat)


def with_tucks(site: Site, seat: int, most: int) -> dict[tuple[int, ...], Site]:
    """Return the tower with each set of up to `most` of the seat's cards tucked there, by their levels."""
    kinds, owners = site
    vacant = [level for level, owner in enumerate(owners) if owner == NONE]
    sets = chain.from_iterable(combinations(vacant, number) for number in range(min(most, len(vacant)) + 1))
    return {
        levels: (kinds, bytes(seat if level in levels else owner for level, owner in enumerate(owners)))
        for levels in sets
    }


AT_MOST = Own("{own} for you and at most {most} for anyone else", "{own} for {name} and at most {most} for anyone else")
SUMS = (
    Own("{own} for you and {others} for the opponent", "{own} for {name} and {others} for the opponent"),
    Own("{own} for you and {others} for the others", "{own} for {name} and {others} for the others"),
)


# -- rivals


MUCH = 2
"""Rivals must be let in by so many points less than by another build, if this is a reason."""


def lets_in_less(scene: PlayedPlan, plot: int, kind: int, place: int) -> Clause | None:
    """Return that what is left vacant on a plot lets rivals gain much less than another build, now and later."""
    let_in, most = further_ahead(scene, scene.board.sites[plot], scene.after[plot]), opened_by(scene, kind, place)
    grants = len({way.draws for way in outcomes(scene, plot)}) > 1
    if most - let_in < (MUCH if let_in else 1) or grants or grows_for_others(scene, plot):
        return None
    words = {"step": named_build(scene, kind, place)}
    text = LETS_IN_LESS if let_in else LETS_NOBODY_IN
    return clause("lets in less", text, words, plot=plot, place=place, number=let_in, most=most)


def lets_draw_less(scene: PlayedPlan, kind: int, plot: int, other: int, place: int) -> Clause | None:
    """Return that another build lets rivals draw cards by a tuck under it, if this one does not, nor lets them in."""
    own, theirs = (_cards_let(scene, *build) for build in ((kind, plot), (other, place)))
    is_safer = opened_by(scene, kind, plot) <= opened_by(scene, other, place) and not grows_for_others(scene, plot)
    if own or not theirs or not is_safer:
        return None
    words = {"step": named_build(scene, other, place)}
    return clause("lets draw less", LETS_DRAW, words, plot=plot, place=place, built=other, number=theirs)


def _cards_let(scene: PlayedPlan, kind: int, plot: int) -> int:
    """Return how many cards a floor of that kind on a plot, left vacant, lets a rival draw."""
    site = with_floor(scene.board.sites[plot], kind)
    most = scene.most_by_rival(site, len(site[0]) - 1, lambda site, rival: scene.cards_of((rival,), site))
    return max(0, most) * (not scene.is_scored(site))


LETS_DRAW = mark_count(
    "after {step} someone else could gain up to {number} card by tucking one there",
    "after {step} someone else could gain up to {number} cards by tucking one there",
)


def outcomes(scene: PlayedPlan, plot: int) -> set[TowerTally]:
    """Return what a tower can score as it stands, by whoever has a card under the floor that is built on it."""
    site, top = scene.after[plot], len(scene.board.sites[plot][0])
    ways = (with_owner(site, top, seat) for seat in (scene.seat, *scene.rivals))
    return {scene.score(each) for each in (site, *ways)}


def grows_for_others(scene: PlayedPlan, plot: int) -> bool:
    """Return whether what is built on a plot, if left vacant, will be worth more to a rival as the tower grows."""
    before, after = scene.board.sites[plot], scene.after[plot]
    level = len(before[0])
    if after[1][level] != NONE or scene.is_scored(after):
        return False
    now = scene.most_by_rival(after, level, partial(points_of, scene))
    return worth_to_others(scene, before, after[0][level]) > max(0, now)


def worth_to_others(scene: PlayedPlan, before: Site, kind: int) -> int:
    """Return what a floor of that kind could score for a rival if the tower grew, or -1 if that is unsure."""
    site = with_floor(before, kind)
    if scene.has_unsure(site):
        return -1
    return scene.most_by_rival(scene.grown(site), len(before[0]), partial(points_of, scene))


LETS_IN_LESS = Own(
    "that lets someone else gain only {number} more on you by tucking cards there, against {most} after {step}",
    "that lets someone else gain only {number} more on {name} by tucking cards there, against {most} after {step}",
)


LETS_NOBODY_IN = Own(
    "that lets no one gain more on you by tucking cards there, while after {step} someone else could gain {most} more",
    "that lets no one gain more on {name} by tucking cards there, "
    "while after {step} someone else could gain {most} more",
)


def opened_by(scene: PlayedPlan, kind: int, plot: int) -> int:
    """Return how much a floor of that kind on a plot, left vacant, lets a rival gain on the seat."""
    before = scene.board.sites[plot]
    return further_ahead(scene, before, with_floor(before, kind))


def named_build(scene: PlayedPlan, kind: int, plot: int) -> str:
    """Return a build such as "building SUITE on tower 1"."""
    return named(Build(scene.deck.floors[kind].name, plot if scene.board.sites[plot][0] else NEW))


def further_ahead(scene: PlayedPlan, before: Site, after: Site) -> int:
    """Return how much further ahead of the seat a rival can get on the tower than before, in one turn."""
    return max(0, *(most_ahead(scene, after, rival) - most_ahead(scene, before, rival) for rival in scene.rivals))


def most_ahead(scene: PlayedPlan, site: Site, rival: int, *, is_grown: bool = False) -> int:
    """Return by how many points the rival can at best be ahead of the seat on a tower, which may grow afterwards."""
    return max(ahead_with(scene, scene.grown(way) if is_grown else way, rival) for way in _ways_of(scene, site, rival))


def points_of(scene: PlayedPlan, site: Site, seat: int) -> int:
    return scene.score(site).points[seat]


def ahead_with(scene: PlayedPlan, site: Site, rival: int) -> int:
    points = scene.score(site).points
    return points[rival] - points[scene.seat]


def best_for(scene: PlayedPlan, site: Site, rival: int) -> Site:
    return max(_ways_of(scene, site, rival), key=lambda way: ahead_with(scene, way, rival))


def _ways_of(scene: PlayedPlan, site: Site, rival: int) -> list[Site]:
    """Return the tower with each set of the rival's cards tucked there, if it has a turn before scoring."""
    if rival not in scene.followers or scene.is_scored(site):
        return [site]
    most = max(1, len(scene.board.hands[rival]) - scene.board.terms.builds)
    return [*with_tucks(site, rival, most).values()]
