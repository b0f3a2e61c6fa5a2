"""A plan of a turn, the towers before and after it, and their scores."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

from ...language import Own, fill, tr
from ..actions import NEW, Action, Build, Claim
from ..core import NONE, VACANT, Site, State, claimed
from ..floors import Deck
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


def scene_of(deck: Deck, board: State, plan: TurnPlan) -> PlayedPlan:
    ended, followers = board.copy(), list[int]()
    carry_out(ended, plan)
    later = ended.copy()
    while later.outcome is None and later.turn != board.turn:
        followers.append(later.turn)
        later.hands[later.turn] = later.hands[later.turn][board.terms.builds :]
        later.end_turn()
    # No seat can draw more than a full hand.
    is_certain = len(ended.draw_pile) > board.terms.hand * len(followers) and later.outcome is None
    return PlayedPlan(
        deck, board, plan, sites_after(board, plan), tuple(followers), is_certain and later.outcome is None
    )


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
    return scene.board.terms.is_scored(site[0])


def score(scene: PlayedPlan, site: Site) -> TowerTally:
    return tally(scene.deck, *site, len(scene.board.points))


def sums(scene: PlayedPlan, site: Site) -> str:
    """Return what a tower scores for the seat, and for all others or, if several score, for the best of them."""
    points = score(scene, site).points
    mine, rivals = points[scene.seat], [n for rival, n in enumerate(points) if rival != scene.seat]
    if not any(points):
        return tr("nothing for anybody")
    if sum(map(bool, rivals)) > 1:
        return fill(AT_MOST, own=mine, most=max(rivals))
    return fill(scene.one_of(*SUMS), own=mine, others=sum(rivals))


AT_MOST = Own("{own} for you and at most {most} for anyone else", "{own} for {name} and at most {most} for anyone else")
SUMS = (
    Own("{own} for you and {others} for the opponent", "{own} for {name} and {others} for the opponent"),
    Own("{own} for you and {others} for the others", "{own} for {name} and {others} for the others"),
)


def difference(scene: PlayedPlan, after: Site, without: Site) -> tuple[int, int]:
    """Return how many points more a tower scores for the seat, and for all others, than it does `without`."""
    more = [now - then for now, then in zip(score(scene, after).points, score(scene, without).points)]
    return more[scene.seat], sum(more) - more[scene.seat]


def cards(scene: PlayedPlan, site: Site) -> int:
    return sum(count for drawer, count in score(scene, site).draws if drawer == scene.seat)


def drawn(scene: PlayedPlan, plot: int, number: int) -> int:
    """Return how many of `number` cards that a tower grants can be drawn for the seat's next turn."""
    if not scene.plays_again:
        return 0
    board, tucks = scene.board, len(scene.plan.tucks)
    if not is_scored(scene, scene.after[plot]):
        return min(number, len(board.draw_pile))
    kept = len(board.hands[scene.seat]) - tucks - len(scene.plan.builds)
    room = board.terms.hand - kept
    usual = max(0, min(board.terms.drawn, room, len(board.draw_pile)))
    return min(number, room - usual, len(board.draw_pile) - usual)
