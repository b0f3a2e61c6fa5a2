"""The feats of Towering, and the best tower of a game."""

from __future__ import annotations

from typing import Any

from ..engine import BuiltTower, Outcome, Part
from ..language import mark, tr, tr_count
from ..progress.summary import Feat, FeatFinder, only
from ..text import with_minus
from .actions import COLOUR_NAMES, COLOUR_OF, colour_of, number_of
from .core import BONUS_CARDS, SEATS, State
from .state import Built, Event, RoundAccount, RoundEnded, Took, score_tower

# -- best tower


def best_tower(state: State) -> BuiltTower | None:
    """Return the tower with the most points, a winner's if several are equal. Parts are cards: colour and number."""
    winners = state.outcome.winners if state.outcome else ()
    built = [
        (score_tower(tower).total, seat in winners, seat, tower)
        for account in state.accounts
        for seat, towers in enumerate(account.towers)
        for tower in towers
        if tower
    ]
    if not built:
        return None
    points, _, seat, tower = max(built, key=lambda each: each[:2])
    return BuiltTower(tuple(Part(COLOUR_NAMES[colour_of(card)], number_of(card)) for card in tower), seat, points)


def describe_tower(tower: BuiltTower) -> str:
    """Return the tower's colour and points, such as "blue, 60 points"."""
    colour, worth = tower.parts[-1].kind, tower.worth
    if colour not in COLOUR_NAMES:
        return ""
    points = tr_count("{points} point", "{points} points", abs(worth), points=with_minus(worth))
    # Translators: a tower of a colour, such as "blue, 60 points".
    return tr("{colour}, {points}", colour=tr(colour), points=points)


# -- feats


FEATS = (
    Feat("black", mark("All in the black"),
         mark("Begin four or more towers in a round and make every one pay."), 1, {"all_paid": 4}),
    Feat("restraint", mark("Restraint"), mark("Win a round after beginning only two towers.")),
    Feat("bonuses", mark("Two tall ones"), mark("Earn the bonus for tall towers twice in one round."), 1, {"tall": 2}),
    Feat("fivefold", mark("Fivefold"), mark("Score points with a tower of four materials."), 1, {"fivefold": 1}),
    Feat("hundred", mark("A hundred"), mark("Score a hundred points with one tower."), 1, {"best": 100}),
    Feat("rescue", mark("Rescued"), mark("Make a tower pay after it stood at −80 or worse."), 1, {"rescues": 1}),
    Feat("everywhere", mark("On every site"), mark("Build on every site in a round and still make a profit."), 2),
    Feat("sorter", mark("Second-hand"), mark("Take fifteen cards from the discards in one round."), 1, {"taken": 15}),
    Feat("last", mark("The last beam"), mark("Lift a tower out of the red with the last card you build in a round.")),
    Feat("comeback", mark("Comeback"), mark("Win after ending a round 50 points behind."), 2, {"won": 1, "behind": 50}),
    Feat("sweep", mark("Clean sweep"), mark("Outscore your rival in each of three rounds.")),
    Feat("round_150", mark("A good quarter"),
         mark("Score a hundred and fifty points in one round."), 1, {"round": 150}),
    Feat("round_200", mark("A golden quarter"), mark("Score two hundred points in one round."), 2, {"round": 200}),
    Feat("total_400", mark("Four hundred"), mark("Score four hundred points in one game."), 3, {"total": 400}),
    Feat("tower_150", mark("A hundred and fifty"),
         mark("Score a hundred and fifty points with one tower."), 2, {"best": 150}),
    Feat("tower_200", mark("Two hundred"), mark("Score two hundred points with one tower."), 3, {"best": 200}),
    Feat("tall_three", mark("Three tall ones"),
         mark("Earn the bonus for tall towers three times in one round."), 3, {"tall": 3}),
    Feat("ten_cards", mark("Ten storeys"), mark("End a round with a tower of ten cards."), 1, {"cards": 10}),
    Feat("eleven_cards", mark("Eleven storeys"), mark("End a round with a tower of eleven cards."), 2, {"cards": 11}),
    Feat("twelve_cards", mark("Twelve storeys"), mark("End a round with a tower of twelve cards."), 3, {"cards": 12}),
    Feat("eight_numbers", mark("Almost complete"),
         mark("End a round with eight building cards in one tower."), 1, {"numbers": 8}),
    Feat("complete", mark("Complete"),
         mark("End a round with all nine building cards of a colour in one tower."), 3, {"numbers": 9}),
    Feat("two_fivefold", mark("Twice fivefold"),
         mark("In one game, score points with two towers of four materials."), 2, {"fivefold": 2}),
    Feat("solo", mark("All on one"), mark("Win a round after beginning only one tower."), 3, {"solo": 1}),
    Feat("self_made", mark("Self-made"),
         mark("Win a round without taking a card from the discards."), 3, {"self_made": 1}),
    Feat("scavenger", mark("Scavenger"), mark("Take thirty cards from the discards in one round."), 3, {"taken": 30}),
    Feat("close", mark("By a whisker"), mark("Win by ten points or less."), 2, {"close": 1}),
    Feat("landslide", mark("By a mile"), mark("Win by a hundred and fifty points."), 2, {"lead": 150}),
    Feat("abyss", mark("Out of the abyss"), mark("Make a tower pay after it stood at −100."), 1, {"abyss": 1}),
    Feat("rescues", mark("Three rescued"),
         mark("In one game, make three towers pay after they stood at −80 or worse."), 2, {"rescues": 3}),
    Feat("long_way", mark("The long way back"),
         mark("Win after ending a round 100 points behind."), 3, {"won": 1, "behind": 100}),
    Feat("five_paid", mark("Five in the black"),
         mark("Begin five or more towers in a round and make every one pay."), 2, {"all_paid": 5}),
    Feat("six_paid", mark("Six in the black"),
         mark("Begin all six towers in a round and make every one pay."), 3, {"all_paid": 6}),
)  # fmt: skip
MOST_TOWERS, MATERIALS, DEEP, ROUNDS = 2, 4, -80, 3
"""Limits of feats: towers begun for "restraint"; materials in one tower; points of one to be rescued; rounds won."""
ABYSS, CLOSE = -100, 11
"""Points of a tower at its lowest; by how much less than this a close game is won."""


class Finder(FeatFinder):
    """Finds feats; it remembers what has happened in the current round."""

    feats = FEATS

    def __init__(self) -> None:
        super().__init__()
        self._begin_round()
        self._accounts: list[RoundAccount] = []

    def _begin_round(self) -> None:
        self._taken = [0] * SEATS
        self._deep: set[tuple[int, int]] = set()
        self._deepest: set[tuple[int, int]] = set()
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
                if now <= ABYSS:
                    self._deepest.add((seat, colour))
            case Took(seat):
                self._taken[seat] += 1
            case RoundEnded(account):
                self._count(account)
                self._begin_round()

    def _count(self, account: RoundAccount) -> None:
        self._accounts.append(account)
        for seat, scores in enumerate(account.scores):
            begun = [score for score in scores if score.cards]
            won = account.points[seat] > account.points[1 - seat]
            paid = [score.total > 0 for score in begun]
            self.get(seat, "restraint", won and 0 < len(begun) <= MOST_TOWERS)
            self.get(seat, "everywhere", len(begun) == len(scores) and account.points[seat] > 0)
            self.get(seat, "last", self._lifted[seat])
            self.most(seat, "round", account.points[seat])
            self.most(seat, "tall", sum(score.cards >= BONUS_CARDS for score in begun))
            for score in begun:
                self.most(seat, "best", score.total)
                self.most(seat, "cards", score.cards)
                self.most(seat, "numbers", score.cards - score.materials)
                self.count(seat, "fivefold", score.materials >= MATERIALS and score.total > 0)
            self.count(seat, "solo", won and len(begun) == 1)
            self.count(seat, "self_made", won and not self._taken[seat])
            self.most(seat, "taken", self._taken[seat])
            for measure, low in (("rescues", self._deep), ("abyss", self._deepest)):
                paying = ((seat, colour) in low and score.total > 0 for colour, score in enumerate(scores))
                self.count(seat, measure, sum(paying))
            self.most(seat, "all_paid", len(begun) * all(paid))

    def close(self, state: State, outcome: Outcome) -> None:
        for seat, total in enumerate(outcome.scores):
            self.most(seat, "total", total)
        for seat in only(range(SEATS), outcome):
            lead = outcome.scores[seat] - outcome.scores[1 - seat]
            self.most(seat, "won", 1)
            self.most(seat, "lead", lead)
            self.most(seat, "close", CLOSE - lead)
            for account in self._accounts:
                self.most(seat, "behind", account.totals[1 - seat] - account.totals[seat])
            won = [account.points[seat] > account.points[1 - seat] for account in self._accounts]
            self.get(seat, "sweep", len(won) >= ROUNDS and all(won))
