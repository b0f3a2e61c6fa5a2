"""The scene of a hint: a plan, the towers before and after it, and what they score."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from itertools import count
from typing import TypeVar

from ...language import Own, fill, tr
from ..actions import NEW, Action, Build, Claim
from ..core import NONE, VACANT, Site, State, claimed
from ..floors import Deck, EffectVerb
from ..rules import TowerTally, tally
from .core import TurnPlan, carry_out
from .search import sites_after

W = TypeVar("W")


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


def after_tucks(scene: PlayedPlan, number: int) -> State:
    """Return the state after the plan's turn with only so many of its tucks, the first ones."""
    places = [(plot, (level,)) for plot, levels in scene.plan.claims for level in levels]
    ended = scene.board.copy()
    carry_out(ended, scene.plan._replace(claims=tuple(places[:number])))
    return ended


def tucks_to_end(scene: PlayedPlan) -> int:
    """Return how many of the plan's tucks it takes for its turn to end the game, as it does; it may be none."""
    return next(number for number in count() if after_tucks(scene, number).outcome is not None)


def loses_by_tucks(scene: PlayedPlan) -> bool:
    """Return whether the plan's tucks end the game, and the seat doesn't win it."""
    if not scene.ends or not tucks_to_end(scene):
        return False
    return after_tucks(scene, sum(len(levels) for _, levels in scene.plan.claims)).winner() != scene.seat


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
    kinds, owners = site
    return [(level, (kinds, claimed(owners, level, seat))) for level, owner in enumerate(owners) if owner == NONE]


def is_scored(scene: PlayedPlan, site: Site) -> bool:
    """Return whether such a tower is scored this turn."""
    return scene.ends or scene.board.terms.is_scored(site[0])


def grown(scene: PlayedPlan, site: Site) -> Site:
    """Return the tower with as many vacant floors without effects as can still be built on it."""
    more = VACANT * min(scene.board.terms.height - len(site[0]), scene.turns)
    return site[0] + more, site[1] + more


def score(scene: PlayedPlan, site: Site) -> TowerTally:
    return tally(scene.deck, *site, len(scene.board.points))


def sums(scene: PlayedPlan, site: Site) -> str:
    """Return what a tower scores for the seat, and for the only opponent or at most for any other."""
    points = score(scene, site).points
    mine, rivals = points[scene.seat], [n for rival, n in enumerate(points) if rival != scene.seat]
    if not any(points):
        return tr("nothing for anybody")
    if len(rivals) > 1 and any(rivals):
        return fill(AT_MOST, own=mine, most=max(rivals))
    return fill(scene.one_of(*SUMS), own=mine, others=max(rivals))


AT_MOST = Own("{own} for you and at most {most} for anyone else", "{own} for {name} and at most {most} for anyone else")
SUMS = (
    Own("{own} for you and {others} for the opponent", "{own} for {name} and {others} for the opponent"),
    Own("{own} for you and {others} for the others", "{own} for {name} and {others} for the others"),
)


def difference(scene: PlayedPlan, after: Site, without: Site) -> tuple[int, int]:
    """Return how many points more a tower scores for the seat, and for all others, than it does `without`."""
    more = [now - then for now, then in zip(score(scene, after).points, score(scene, without).points)]
    return more[scene.seat], sum(more) - more[scene.seat]


def undone_at(scene: PlayedPlan, site: Site, without: Site) -> int | None:
    """Return the floor under which a rival's card takes away all that a tower brings the seat more than `without` one.

    It is the lowest number of such a floor, or None without one, or if the tower is scored this turn.
    """
    if is_scored(scene, site) or difference(scene, site, without)[0] <= 0:
        return None
    for level, _ in with_cards(site, scene.seat):
        for rival in scene.followers:
            now, then = ((kinds, claimed(owners, level, rival)) for kinds, owners in (site, without))
            is_lost = difference(scene, now, then)[0] <= 0 and cards(scene, now) <= cards(scene, then)
            if is_lost and difference(scene, now, site)[0] < 0:
                return level + 1
    return None


def lead_on(scene: PlayedPlan, site: Site) -> int:
    """Return by how many points the seat leads the best rival on a tower."""
    points = score(scene, site).points
    return points[scene.seat] - max(n for rival, n in enumerate(points) if rival != scene.seat)


UNSURE = (EffectVerb.SCORE_VACANT, EffectVerb.SCORE_KINDS)


def growth(scene: PlayedPlan, site: Site, without: Site, unsure: Collection[EffectVerb] = UNSURE) -> int:
    """Return what a tower scores more for the seat than `without` a card, if it grows as far as it still can."""
    if is_scored(scene, site) or not scene.turns or has_unsure(scene, site, unsure):
        return 0
    return max(0, difference(scene, grown(scene, site), grown(scene, without))[0])


def has_unsure(scene: PlayedPlan, site: Site, unsure: Collection[EffectVerb] = UNSURE) -> bool:
    return any(effect.verb in unsure for kind in site[0] for effect in scene.deck.floors[kind].effects)


def gain_on(scene: PlayedPlan, before: Site, after: Site) -> tuple[int, int]:
    if before[0]:
        return difference(scene, after, before)
    points = score(scene, after).points
    return points[scene.seat], sum(points) - points[scene.seat]


def cards(scene: PlayedPlan, site: Site) -> int:
    """Return how many cards a tower grants the seat."""
    return cards_of((scene.seat,), scene, site)


def cards_of(seats: Collection[int], scene: PlayedPlan, site: Site) -> int:
    """Return how many cards a tower can let some seats draw.

    A seat has drawn to end its last turn, so its hand has room for no more than a turn's draw leaves.
    """
    draws, most = score(scene, site).draws, scene.board.terms.hand - scene.board.terms.drawn
    return sum(min(most, sum(count for drawer, count in draws if drawer == seat)) for seat in seats)


def drawn(scene: PlayedPlan, plot: int, number: int) -> int:
    """Return how many of `number` cards that a tower grants can be drawn for the seat's next turn."""
    if not scene.may_play_again:
        return 0
    if not is_scored(scene, scene.after[plot]):
        return min(number, scene.pile, scene.board.terms.hand)
    return _draw(scene, number)[0]


def _draw(scene: PlayedPlan, number: int, untucked: int = 0) -> tuple[int, int]:
    """Return how many of `number` cards granted this turn are drawn, and how many cards are then in hand.

    This is with the plan's tucks, or with `untucked` fewer.
    """
    board, tucks = scene.board, sum(len(levels) for _, levels in scene.plan.claims)
    kept = len(board.hands[scene.seat]) - tucks - len(scene.plan.builds) + untucked
    room = board.terms.hand - kept
    usual = max(0, min(board.terms.drawn, room, len(board.draw_pile)))
    more = min(number, room - usual, len(board.draw_pile) - usual)
    return more, kept + usual + more


def is_full_anyway(scene: PlayedPlan) -> bool:
    """Return whether the seat holds as many cards after drawing as it would with one tuck fewer."""
    return _draw(scene, 0)[1] == _draw(scene, 0, 1)[1]


def drawn_by_others(scene: PlayedPlan, site: Site) -> int:
    """Return the most cards that a tower which is scored this turn can let rivals draw for turns before the next."""
    hands, most = scene.board.hands, scene.board.terms.hand
    tucks = sum(len(levels) for _, levels in scene.plan.claims)
    usual = _draw(scene, 0)[1] - (len(hands[scene.seat]) - tucks - len(scene.plan.builds))
    grants = [min(cards_of((rival,), scene, site), most - len(hands[rival])) for rival in scene.followers]
    return min(len(scene.board.draw_pile) - usual, sum(grants))


def more_drawn(scene: PlayedPlan, plot: int, without: Site) -> int:
    """Return how many cards more the seat can draw with the tower on a plot than if it stood as `without` a tuck.

    If it is scored this turn, these are the cards more in hand after drawing, where the tucked card is missing.
    """
    after = scene.after[plot]
    if not is_scored(scene, after) or not scene.may_play_again:
        return drawn(scene, plot, cards(scene, after)) - drawn(scene, plot, cards(scene, without))
    others = (site for other, site in enumerate(scene.after) if other != plot)
    rest = sum(cards(scene, site) for site in others if site[0] and is_scored(scene, site))
    granted, less = rest + cards(scene, after), rest + cards(scene, without)
    (now, hand), (then, _), (_, untucked) = _draw(scene, granted), _draw(scene, less), _draw(scene, less, 1)
    return min(now - then, max(0, hand - untucked))
