"""A plan of a turn with the towers before and after it, and what they come to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

from ...language import Own, fill, tr
from ..actions import NEW, Action, Build, Claim
from ..core.state import NONE, Site, State, claimed
from ..floors import Deck
from ..rules import TowerTally, tally
from .core.planner import TurnPlan, carry_out
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
    """The others who have a turn before the seat's next one, if all only build and draw."""
    plays_again: bool
    """Whether the seat is sure of a next turn: the others could empty the pile and end the game before."""

    @property
    def seat(self) -> int:
        return self.board.turn

    def one_of(self, one: W, several: W) -> W:
        """Return the words for the only opponent, or for several others."""
        return one if len(self.board.points) == 2 else several

    def unclaimed(self, plot: int, level: int) -> Site:
        """Return a tower as the plan leaves it, but for the card that it tucks there."""
        kinds, owners = self.after[plot]
        return kinds, owners[:level] + self.board.sites[plot][1][level : level + 1] + owners[level + 1 :]


def scene_of(deck: Deck, board: State, plan: TurnPlan) -> PlayedPlan:
    ended, followers = board.copy(), list[int]()
    carry_out(ended, plan)
    later = ended.copy()
    while later.outcome is None and later.turn != board.turn:
        followers.append(later.turn)
        later.hands[later.turn] = later.hands[later.turn][board.terms.builds :]
        later.end_turn()
    # Whatever they draw: more than a hand nobody can.
    is_certain = len(ended.draw_pile) > board.terms.hand * len(followers) and later.outcome is None
    return PlayedPlan(
        deck, board, plan, sites_after(board, plan), tuple(followers), is_certain and later.outcome is None
    )


def named(step: Action) -> str:
    """Return what doing this step would be called, for the midst of a sentence."""
    match step:
        case Build(floor, plot):
            if plot == NEW:
                return tr("building {floor} as a new tower", floor=tr(floor))
            return tr("building {floor} on tower {tower}", floor=tr(floor), tower=plot + 1)
        case Claim(_, plot, level):
            return tr("tucking a card under floor {level} of tower {tower}", level=level + 1, tower=plot + 1)
    return tr("ending the turn")


def with_cards(site: Site, seat: int) -> list[tuple[int, Site]]:
    """Return the tower with a card of the seat under each vacant floor, by floor."""
    kinds, owners = site
    return [(level, (kinds, claimed(owners, level, seat))) for level, owner in enumerate(owners) if owner == NONE]


def is_scored(scene: PlayedPlan, site: Site) -> bool:
    return scene.board.terms.is_scored(site[0])


def score(scene: PlayedPlan, site: Site) -> TowerTally:
    return tally(scene.deck, *site, len(scene.board.points))


def sums(scene: PlayedPlan, site: Site) -> str:
    points = score(scene, site).points
    mine = points[scene.seat]
    if not any(points):
        return tr("nothing for anybody")
    return fill(scene.one_of(*SUMS), own=mine, others=sum(points) - mine)


SUMS = (
    Own("{own} for you and {others} for the opponent", "{own} for {name} and {others} for the opponent"),
    Own("{own} for you and {others} for the others", "{own} for {name} and {others} for the others"),
)


def difference(scene: PlayedPlan, after: Site, without: Site) -> tuple[int, int]:
    """Return what the tower scores more for oneself, and for all others."""
    more = [now - then for now, then in zip(score(scene, after).points, score(scene, without).points)]
    return more[scene.seat], sum(more) - more[scene.seat]


def cards(scene: PlayedPlan, site: Site) -> int:
    return sum(count for drawer, count in score(scene, site).draws if drawer == scene.seat)


def drawn(scene: PlayedPlan, plot: int, number: int) -> int:
    """Return how many of so many cards can be drawn for another turn when the tower is scored: there are limits."""
    if not scene.plays_again:
        return 0
    board, tucks = scene.board, len(scene.plan.tucks)
    if not is_scored(scene, scene.after[plot]):
        return min(number, len(board.draw_pile))
    kept = len(board.hands[scene.seat]) - tucks - len(scene.plan.builds)
    room = board.terms.hand - kept
    usual = max(0, min(board.terms.drawn, room, len(board.draw_pile)))
    return min(number, room - usual, len(board.draw_pile) - usual)
