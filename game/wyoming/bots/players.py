"""The bots of all levels, each seat's chances of winning, and the analysis of positions for puzzles."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import cache, partial
from operator import itemgetter
from statistics import fmean
from typing import Any

import msgspec

from ...bots.puzzles import Analysis, Line, means, measure, with_reason
from ...bots.review import Shares
from ...bots.search import CLEAR, Candidate, clear_gain, cost_of, halve, reason, standard_error
from ...bots.weights import WeightTable, learnt
from ...engine import Advice, Bot, Seat, Verdict, try_out
from ...language import mark, tr
from ..actions import Play, PlayKind, parse_play, suit_of
from ..consequences import one_of
from ..core import PRIME, State
from ..rules import GAME, code_of
from ..state import View
from ..words import named
from .comparisons import (
    EQUAL,
    LEAD,
    LEAST_PART,
    LEAST_WINS,
    Safest,
    Trials,
    builds_up,
    is_considered,
    is_odd,
    is_settled,
)
from .core import DECIDED, PlayValues, TurnPosition, play_out
from .hints import LIKELY, clauses, explain, explain_found
from .kept import is_first_thought, is_plainer, next_thoughts, obvious_instead
from .learnt import values_for
from .search import REASONS, PlaySearch, Tried, position_of, world_of
from .weights import Weights, weights_of

# -- players


FORECASTS = 200
"""Number of worlds in which a hint looks ahead to the next turn."""
MOST = 4
"""So many times as many are tried if that doesn't settle which of two plays is better."""
LOOKS = 40
"""Number of worlds in which it looks for the play that loses least often there."""


class HeuristicBot(Bot[Play, View]):
    """A bot that chooses the play with the best resulting position, by its weights plus a random wobble."""

    def __init__(self, weights: Weights) -> None:
        self.weights = weights

    def choose(self, view: View, actions: Sequence[Play], rng: random.Random) -> Play:
        return self._ranked(view, actions, rng)[0][1]

    def advise(self, view: View, actions: Sequence[Play], rng: random.Random) -> Advice[Play]:
        play = self.choose(view, actions, rng)
        return Advice(play, explain(view, play))

    def _ranked(self, view: View, actions: Sequence[Play], rng: random.Random) -> list[tuple[float, Play]]:
        """Return the plays with their values, best first; equal ones stay in order."""
        evaluation, wobble = PlayValues(position_of(view, self.weights.memory), self.weights), self.weights.wobble
        worths = [evaluation.appraise(code_of(play, view.variant)) for play in actions]
        ranked = sorted(zip(worths, actions), key=itemgetter(0), reverse=True)
        if not wobble or ranked[0][0] >= DECIDED:  # no wobble may hide a winning play
            return ranked
        return sorted(((worth + wobble * rng.gauss(0, 1), play) for worth, play in ranked), key=lambda pair: -pair[0])


class LookaheadBot(HeuristicBot):
    """A bot that tries its best plays against possible hidden hands and the rivals' replies."""

    def choose(self, view: View, actions: Sequence[Play], rng: random.Random) -> Play:
        ranked, weights = self._ranked(view, actions, rng), self.weights
        candidates = [
            Candidate(play, weights.prior * worth) for worth, play in ranked[: weights.candidates] if worth > -DECIDED
        ]
        if ranked[0][0] >= DECIDED or not candidates:
            return ranked[0][1]
        return halve(candidates, [weights.tries], partial(GAME.determinize, view, rng), self._try)[0].choice

    def _try(self, world: State, candidate: Candidate[Play]) -> float:
        state, seat = world.copy(), world.turn
        GAME.apply(state, seat, candidate.choice)
        return self._play_out(state, seat)

    def _play_out(self, state: State, seat: Seat) -> float:
        """Let all seats make their best plays until `seat` has had its `rounds` turns; return its position's value."""
        turns = self.weights.rounds
        while state.outcome is None:
            if seat not in state.in_play:  # out at a reshuffle (W6)
                return -self.weights.stake
            worth, play = self._best(state)
            if state.turn == seat:
                turns -= 1
                if turns == 0 or abs(worth) >= DECIDED:
                    return max(-self.weights.stake, min(self.weights.stake, worth))
            GAME.apply(state, state.turn, play)
        winners = state.outcome.winners
        return self.weights.stake * (1 / len(winners) if seat in winners else -1 if winners else 0)

    def _best(self, state: State) -> tuple[float, Play]:
        """Return the best play of the seat on turn, and its value."""
        world, plays = world_of(state), GAME.actions(state, state.turn)
        evaluation = PlayValues(TurnPosition(world), self.weights)
        worths = list(map(evaluation.appraise, world.plays()))  # in the order of the actions
        best = max(worths)
        return best, plays[worths.index(best)]


class SearchBot(HeuristicBot):
    """A bot that plays its candidates out in many worlds, several turns deep, and chooses the one that wins most."""

    def choose(self, view: View, actions: Sequence[Play], rng: random.Random) -> Play:
        search = PlaySearch(view, self.weights, rng)
        candidates = self.candidates(search, view, actions, rng)
        return search.narrow(candidates, search.playouts)[0].choice

    def candidates(
        self, search: PlaySearch, view: View, actions: Sequence[Play], rng: random.Random, *, also: Play | None = None
    ) -> list[Tried]:
        """Return the plays to try, most promising first; only one if it wins at once, or if every play loses.

        Candidates come from both evaluations: the one that all levels share, and the one of the playouts. `also` is
        tried in any case. With a network, all plays are candidates.
        """
        worths = {play: worth for worth, play in self._ranked(view, actions, rng)}
        scores, plays = search.first_scores(), list(worths)
        if worths[plays[0]] >= DECIDED and also is None:
            return [Tried(plays[0])]
        codes = {play: code_of(play, view.variant) for play in plays}
        liked = sorted(plays, key=lambda play: -scores[codes[play]])
        if search.network is None:
            liked = liked[: self.weights.candidates]
        proposed = [play for play in dict.fromkeys(plays[:2] + liked) if worths[play] > -DECIDED] or plays[:1]
        if also is not None and also not in proposed:
            proposed.append(also)
        stake, prior = self.weights.stake, self.weights.prior
        return [Tried(play, prior * max(-stake, min(stake, worths[play]))) for play in proposed]

    def advise(self, view: View, actions: Sequence[Play], rng: random.Random) -> Advice[Play]:
        search = PlaySearch(view, self.weights, rng)
        candidates = self.candidates(search, view, actions, rng)
        if len(candidates) == 1:
            return Advice(candidates[0].choice, explain(view, candidates[0].choice))
        return Adviser(view, actions, search).advise(search.narrow(candidates, search.playouts))

    def judge(self, view: View, actions: Sequence[Play], played: Play, rng: random.Random) -> Verdict[Play]:
        """Find the best play, then compare it with `played` in new worlds.

        The cost is in wins per 100 games; a difference that may be chance costs nothing.
        """
        twin = replace(played, cards=())
        search = PlaySearch(view, self.weights, rng)
        candidates = self.candidates(search, view, actions, rng, also=twin)
        best = search.narrow(candidates, search.playouts * 2 // 5)[0]
        own = next(candidate for candidate in candidates if candidate.choice == twin)
        if best is own:
            return Verdict(Advice(twin, ""), 0.0)
        return Verdict(Advice(best.choice, ""), 100 * cost_of(search.compare(best, own, search.playouts // 5)))

    why = staticmethod(REASONS.why)


class Adviser:
    """Compares the play that a search prefers with others, in further worlds."""

    def __init__(self, view: View, actions: Sequence[Play], search: PlaySearch) -> None:
        self.view, self.actions, self.search = view, actions, search
        self._known = dict[tuple[Play, Play], list[float]]()

    def advise(self, ranked: list[Tried]) -> Advice[Play]:
        """Return the best of the ranked plays, or one that is about as good and plainer, and why it is better."""
        best, *rest = self._plainest(ranked)
        view, play = self.view, best.choice
        if plays := obvious_instead(view, self.actions, play):
            thought = [next((found for found in rest if found.choice == each), Tried(each)) for each in plays]
            return self._against(best, max(thought, key=_standing))
        rest = [found for found in rest if are_told_apart(view, play, found.choice) or found.choice.count > play.count]
        if not rest:
            return Advice(play, explain(view, play))
        likely = next_thoughts(view, self.actions, play)
        asked = [found for found in rest if found.choice in likely] or rest
        other = min(asked, key=partial(strangeness, view, best))
        near = [found.choice for found in rest if best.worth - found.worth <= LEAD and found is not other]
        return self._against(best, other, [rival for rival in near if is_considered(view, play, rival)])

    def _plainest(self, ranked: list[Tried]) -> list[Tried]:
        """Return the candidates with a play in front that is about as good as the best and plainer, if there is one."""
        best, *rest = ranked
        tried = {found.choice for found in rest}
        thought = [Tried(play) for play in obvious_instead(self.view, self.actions, best.choice) if play not in tried]
        # few trials of a play that is near may have been unlucky
        near = [found for found in rest if best.worth - found.worth <= 2 * EQUAL]
        plain = [found for found in (*near, *thought) if is_plainer(self.view, self.actions, best.choice, found.choice)]
        if not plain:
            return ranked
        most = EQUAL if is_odd(self.view, best.choice) else LEAST_WINS / 100
        for first in (max(plain, key=partial(_plainness, self.view, self.actions, best)), max(plain, key=_standing)):
            gains = self.gains(best, first)
            least = fmean(gains) - CLEAR * standard_error(gains)
            if fmean(gains) <= most and 100 * least < LEAST_WINS:  # else the hint says by how much the best wins more
                return self._plainest([first, *(found for found in ranked if found is not first)])
        return ranked

    def _against(self, best: Tried, other: Tried, rivals: Sequence[Play] | None = None) -> Advice[Play]:
        """Return the best play, and why it is better than the other one, or that they are about equal.

        If it often loses before the seat's next turn, that is a safer one if that is about as good. Without `rivals`,
        the other play is an obvious one.
        """
        is_obvious, forecasts = rivals is None, self.search.forecasts([best, other], FORECASTS)
        trials = Trials(
            forecasts,
            partial(self.gains if is_obvious else self.search.to_the_end, best, other),
            partial(_difference, self.view, best.choice, other.choice, self.search.rng),
            cache(partial(self.safest, best)),
            partial(self.is_soonest, best),
            best.worth - other.worth if other.tried else 1.0,
        )
        safest = trials.safest() if sum(own.lost for own, _ in forecasts) >= LIKELY * FORECASTS else None
        if safest and 100 * fmean(safest.gains) <= LEAST_WINS:
            turned = Trials([pair[::-1] for pair in safest.forecasts], list)
            return Advice(safest.play, explain_found(self.view, safest.play, best.choice, turned))
        why = explain_found(self.view, best.choice, other.choice, trials, rivals or (), is_obvious)
        return Advice(best.choice, why)

    def gains(self, best: Tried, other: Tried) -> list[float]:
        """Return by how much the best play does better in new worlds, which are more if few don't tell; cached."""
        pair, known = (best.choice, other.choice), self._known
        if pair[::-1] in known:
            return [-gain for gain in known[pair[::-1]]]
        if pair not in known:
            known[pair] = self.search.compare(best, other, FORECASTS)
            while not is_settled(known[pair]) and len(known[pair]) < MOST * FORECASTS:
                known[pair] += self.search.compare(best, other, FORECASTS)
        return known[pair]

    def safest(self, best: Tried) -> Safest | None:
        """Return the play that most seldom loses before the seat's next turn; None if not clearly more seldom."""
        tried = [Tried(play) for play in self.actions if are_told_apart(self.view, best.choice, play)]
        losses = self._count(tried, "lost")
        other = tried[losses.index(min(losses))] if tried else best
        forecasts = self.search.forecasts([best, other], FORECASTS)
        if clear_gain([now.lost - then.lost for now, then in forecasts]) < LEAST_PART:
            return None
        return Safest(other.choice, forecasts, self.gains(best, other))

    def is_soonest(self, best: Tried) -> bool:
        """Return whether no other play clearly lets the seat win by its next turn more often, in as many new worlds."""
        tried = [best, *map(Tried, self.actions)]
        wins = self._count(tried, "won")
        if wins[0] == max(wins):
            return True
        forecasts = self.search.forecasts([best, tried[wins.index(max(wins))]], FORECASTS)
        return not clear_gain([other.won - own.won for own, other in forecasts])

    def _count(self, tried: Sequence[Tried], result: str) -> list[int]:
        """Return in how many of a few worlds each play is "lost" or "won" by the seat's next turn."""
        columns = zip(*self.search.forecasts(tried, LOOKS))
        return [sum(getattr(forecast, result) for forecast in column) for column in columns]


def strangeness(view: View, best: Tried, other: Tried) -> tuple[bool, bool, bool]:
    """Return how strange the question would be why not to make the other play: less for one that isn't odd.

    It is less strange for the same cards elsewhere, and strangest for more cards there.
    """
    play, choice = best.choice, other.choice
    is_new = (play.suit, play.count) != (choice.suit, choice.count)
    is_more = not are_told_apart(view, play, choice)
    return is_more, is_odd(view, choice), is_new


def _standing(other: Tried) -> tuple[bool, float]:
    """Return how good the other play seems to be."""
    return other.tried > 0, other.worth


def _plainness(view: View, actions: Sequence[Play], best: Tried, other: Tried) -> tuple[bool, bool, bool, int]:
    """Return how plain a play is: most one that a player thinks of first, then the same cards elsewhere.

    Then come one that builds an own tower, and many cards.
    """
    play, choice = best.choice, other.choice
    is_same = (play.suit, play.count) == (choice.suit, choice.count)
    return is_first_thought(view, actions, choice), is_same, builds_up(view, choice), choice.count


def are_told_apart(view: View, best: Play, other: Play) -> bool:
    """Tell whether a play isn't the best with a card more or less."""
    towers = [[*map(suit_of, view.towers[play.owner][play.foundation])] for play in (best, other)]
    return (best.owner, towers[0], best.suit) != (other.owner, towers[1], other.suit)


def _difference(view: View, this: Play, other: Play, rng: random.Random) -> str | None:
    """Return what one play achieves in some turns that another does not, or None if nothing stands out twice.

    Of many differences the greatest is partly chance, so it is measured again in new worlds.
    """
    for _ in range(2):
        differences = REASONS.differences(view, [this], [other], REASONS.worlds, rng)
        # Fresh cards have been told by the hint; and so few worlds can't tell how often rare wins come.
        found = [difference for difference in differences if difference.fact.kind not in ("fresh", "won")]
        if not REASONS.stands_out(view, found):
            return None
    return REASONS.in_words(view, found)


def make_bot(table: WeightTable) -> Bot[Play, View]:
    """Return the bot that these weights define."""
    weights = msgspec.convert(table, Weights)
    if weights.playouts:
        for name in filter(None, (weights.values, weights.network)):
            learnt("wyoming", name)  # if the file is missing, raise here and not in mid-game
        return SearchBot(weights)
    return LookaheadBot(weights) if weights.tries else HeuristicBot(weights)


# -- chances


WORLDS = 16
"""Number of orders of the draw pile in which the position is played out."""
TURNS = 4
"""Number of a seat's own turns that are played before its chance is estimated."""
TRUST = {2: 1.5, 3: 0.8, 4: 0.9}
"""By number of seats, the power to which the estimates are raised: above 1 where they were too cautious."""


def chances(state: State, rng: random.Random) -> Shares:
    """Return each seat's estimated share of the win."""
    values, seats = values_for(weights_of("master").values, state.variant), range(state.variant.seats)
    worlds = [world_of(state) for _ in range(WORLDS)]
    for world in worlds:
        world.deck = bytes(rng.sample(world.deck, len(world.deck)))
        world.rng = rng.randrange(1, PRIME)
    found = [sum(play_out(world.copy(), seat, TURNS, values) for world in worlds) / WORLDS for seat in seats]
    weights = [max(share, 1e-4) ** TRUST[len(found)] for share in found]
    return [weight / sum(weights) for weight in weights]


# -- puzzles


class WyomingAnalysis(Analysis):
    """Values plays by their share of the win."""

    margin = 0.04
    scale = 100.0
    proof_level = "medium"
    setups = (
        (2, {}), (3, {"short": True}), (2, {}), (2, {"finicky": True}), (2, {"wheel": True}), (4, {"short": True}),
    )  # fmt: skip
    game = GAME
    reasons = REASONS

    def lines(self, view: View, effort: int, rng: random.Random) -> list[Line]:
        """Return the legal plays, best first, with their shares of the win."""
        search = PlaySearch(view, weights_of("master"), rng)
        plays = GAME.actions(GAME.determinize(view, rng), view.turn)
        found = measure(plays, effort * search.playouts, search.draw, search.play_out)
        return [
            Line((str(play),), round(value, 4), samples, round(error, 4), number == 0)
            for number, (play, value, samples, error) in enumerate(found)
        ]

    def compare(self, view: View, lines: Sequence[Line], worlds: int, rng: random.Random) -> list[float]:
        search = PlaySearch(view, weights_of("master"), rng)
        return means([parse_play(line.steps[0]) for line in lines], worlds, search.draw, search.play_out)

    def is_open(self, view: View, best: Line) -> bool:
        return 0.15 < best.value < 0.95

    def result(self, state: Any, seat: Seat, actions: Sequence[Play]) -> str:
        (play,) = actions
        return str(replace(play, cards=()))

    def parting(self, view: View, this: Sequence[str], other: Sequence[str]) -> tuple[str, str]:
        return named(view, parse_play(this[0])), named(view, parse_play(other[0]))

    def turn(self, view: View, this: Sequence[str], other: Sequence[str]) -> list[str]:
        play = parse_play(this[0])
        return [with_reason(named(view, play), reason(clauses(view, play)))]

    def counts(self, view: View) -> dict[str, float]:
        """Return, by play, how many more cards the nearest rival then needs for a win than the seat does."""
        missing = {str(play): _missing(view, play) for play in GAME.actions(GAME.partial(view), view.turn)}
        return {step: float(theirs - mine) for step, (mine, theirs) in missing.items()}

    def counted(self, view: View, steps: Sequence[str]) -> str:
        one, any_of = (
            mark(
                "Cards still needed to win, beyond those in hand: {mine}; the opponent needs {theirs}. "
                "No other play does as well."
            ),
            mark(
                "Cards still needed to win, beyond those in hand: {mine}; the nearest opponent needs {theirs}. "
                "No other play does as well."
            ),
        )
        mine, theirs = _missing(view, parse_play(steps[0]))
        return tr(one_of(view, one, any_of), mine=mine, theirs=theirs)

    def motif(self, view: View, line: Line) -> str:
        play = parse_play(line.steps[0])
        found = clauses(view, play)
        first, *others = [part.kind for clause in found for part in clause.facts.get("parts", [clause])]
        kinds = {first, *others}
        if play.kind is PlayKind.DISCARD:
            return "farewell"
        if play.owner != view.seat and not kinds & {"waits", "threat"}:
            return "takeover" if "becomes" in kinds else "denial" if first in ("falls", "cleared") else "supply"
        if play.owner != view.seat:
            return "race"
        if play.kind is PlayKind.DECONSTRUCT or kinds & {"cleared", "cleared for", "falls"}:
            return "clearance"
        if "keeps enough" in kinds:
            return "race"
        if "keeps" in kinds:
            return "hold back"
        return "growth" if view.height(play.owner, play.foundation) else "foundation"


def _missing(view: View, play: Play) -> tuple[int, int]:
    """Return how many cards the seat then needs for a win besides its hand, and how many its nearest rival needs."""
    after = try_out(GAME, view, play).after
    held = Counter(suit_of(card) for card in after.hand if card in view.hand)
    missing: dict[bool, list[int]] = {True: [], False: []}
    for owner, towers in enumerate(after.towers):
        for tower in towers:
            number = (held[suit_of(tower[0])] if tower else max(held.values(), default=0)) if owner == view.seat else 0
            left = after.needed - len(tower)
            # A tower that is too tall to win has to be replaced.
            missing[owner == view.seat].append(after.needed if left < 0 and after.is_exact else max(0, left - number))
    return min(missing[True]), min(missing[False])


PUZZLES = WyomingAnalysis()
