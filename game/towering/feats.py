"""The feats of Towering."""

from __future__ import annotations

from typing import Any

from topping_out.game.engine import Outcome
from topping_out.game.language import mark
from topping_out.game.progress.feat import Feat, FeatFinder, only
from topping_out.game.towering.cards import COLOUR_OF
from topping_out.game.towering.core.sets import BONUS_CARDS
from topping_out.game.towering.events import Built, Event, RoundEnded, Took
from topping_out.game.towering.scoring import RoundAccount, score_tower
from topping_out.game.towering.state import SEATS, State

FEATS = (
    Feat("black", mark("All in the black"), mark("Begin four or more towers in a round and make every one pay.")),
    Feat("restraint", mark("Restraint"), mark("Win a round after beginning only two towers.")),
    Feat("bonuses", mark("Two tall ones"), mark("Earn the bonus for tall towers twice in one round.")),
    Feat("fivefold", mark("Fivefold"), mark("Score points with a tower of four materials.")),
    Feat("hundred", mark("A hundred"), mark("Score a hundred points with one tower.")),
    Feat("rescue", mark("Rescued"), mark("Make a tower pay after it stood at −80 or worse.")),
    Feat("everywhere", mark("On every site"), mark("Build on every site in a round and still make a profit.")),
    Feat("sorter", mark("Second hand"), mark("Take fifteen cards from the discards in one round.")),
    Feat("last", mark("The last beam"), mark("Lift a tower out of the red with the last card you build in a round.")),
    Feat("comeback", mark("Comeback"), mark("Win after ending a round 50 points behind.")),
    Feat("sweep", mark("Clean sweep"), mark("Outscore your rival in each of three rounds.")),
)
MOST_TOWERS, MATERIALS, HUNDRED, DEEP, TAKEN, BEHIND, LEAST_BEGUN, ROUNDS = 2, 4, 100, -80, 15, 50, 4, 3


class Finder(FeatFinder):
    """Keeps what happens within a round."""

    feats = FEATS

    def __init__(self) -> None:
        super().__init__()
        self._begin_round()
        self._accounts: list[RoundAccount] = []

    def _begin_round(self) -> None:
        self._taken = [0] * SEATS
        self._deep: set[tuple[int, int]] = set()
        self._lifted: list[bool] = [False] * SEATS

    def see(self, step: Any) -> None:
        state: State = step.state
        for event in step.events:
            self._look(event, state)

    def _look(self, event: Event, state: State) -> None:
        match event:
            case Built(seat, card):
                colour = COLOUR_OF[card]
                tower = state.towers_of(seat)[colour]
                before, now = (score_tower(cards).total for cards in (tower[:-1], tower))
                self._lifted[seat] = before < 0 <= now
                if now <= DEEP:
                    self._deep.add((seat, colour))
            case Took(seat):
                self._taken[seat] += 1
                self.get(seat, "sorter", self._taken[seat] == TAKEN)
            case RoundEnded(account):
                self._count(account)
                self._begin_round()

    def _count(self, account: RoundAccount) -> None:
        self._accounts.append(account)
        for seat, scores in enumerate(account.scores):
            begun = [score for score in scores if score.cards]
            won = account.points[seat] > account.points[1 - seat]
            paid = [score.total > 0 for score in begun]
            tall = sum(score.cards >= BONUS_CARDS for score in begun)
            rescued = any((seat, colour) in self._deep and score.total > 0 for colour, score in enumerate(scores))
            reached = {
                "black": len(begun) >= LEAST_BEGUN and all(paid),
                "restraint": won and 0 < len(begun) <= MOST_TOWERS,
                "bonuses": tall >= 2,
                "fivefold": any(score.materials >= MATERIALS and score.total > 0 for score in begun),
                "hundred": any(score.total >= HUNDRED for score in begun),
                "rescue": rescued,
                "everywhere": len(begun) == len(scores) and account.points[seat] > 0,
                "last": self._lifted[seat],
            }
            for feat, is_reached in reached.items():
                self.get(seat, feat, is_reached)

    def close(self, state: State, outcome: Outcome) -> None:
        for seat in only(range(SEATS), outcome):
            if any(account.totals[1 - seat] - account.totals[seat] >= BEHIND for account in self._accounts):
                self.get(seat, "comeback")
            won = [account.points[seat] > account.points[1 - seat] for account in self._accounts]
            self.get(seat, "sweep", len(won) >= ROUNDS and all(won))
