"""The search of the strongest level in worlds that agree with the view, what is certain, and how two plays differ."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache, partial
from statistics import fmean
from typing import NamedTuple

from ...bots.search import (
    LEAST_KEPT,
    OTHERS,
    OWN,
    SEVERAL,
    WHOLE,
    Candidate,
    Difference,
    Fact,
    Facts,
    Reasons,
    compare,
    even_schedule,
    greatest,
    halve,
    is_clear,
    many_things,
    percent,
    sample_worlds,
    whole_of,
    whose,
)
from ...engine import Seat
from ...language import Message, Own, fill, mark, mark_count, own_count, tr
from ..actions import Play
from ..core import AWAY, KINDS, NONE, PRIME, State, counts
from ..rules import code_of
from ..state import View, state_of
from .core import DECIDED, Observation, TurnPosition, best_play, odds_of, play_out, share, verdict, weigh
from .learnt import kept_for, network_for, values_for
from .weights import Weights, weights_of

# -- worlds


def world_of(state: State) -> State:
    """Return the state without faces; its future shuffles differ."""
    world = state.copy()
    world.leave_out_faces(state.rng % (PRIME - 1) + 1)
    return world


def outline(view: View) -> State:
    """Return the partial state that the seat of a view knows, without faces."""
    assert view.seat is not None, "an onlooker has nothing to choose"
    state = state_of(view)
    state.leave_out_faces(1)
    return state


def position_of(view: View, memory: int = 100) -> TurnPosition:
    """Return the position as seen by the view's seat, if it remembers only the last `memory` discards."""
    forgotten = view.discards[: max(0, len(view.discards) - memory)]
    return TurnPosition(outline(view), counts(bytes(forgotten))[:4])


class Worlds:
    """The worlds that are consistent with a view. `kept`: which cards players keep, if known (see `odds_of`)."""

    def __init__(self, view: View, kept: list[int] | None = None) -> None:
        self.view = view
        self._known = outline(view)
        self.hidden = Observation(self._known).hidden
        self._odds = odds_of(self._known, kept) if kept else None
        self._sizes = [0 if seat == view.seat else size for seat, size in enumerate(view.hand_sizes)]
        for seat in range(view.variant.seats):
            self._known.held[KINDS * seat + NONE] = 0

    def draw(self, rng: random.Random) -> State:
        """Return a random world. Without `kept`, all deals are equally likely."""
        world = self._known.copy()
        world.rng = rng.randrange(1, PRIME)
        if self._odds:
            world.deal_kept(self.hidden, self._sizes, self._odds)
        else:
            world.deal(self.hidden, self._sizes)
        return world


# -- search


Tried = Candidate[Play]
"""A play; its results are shares of the win, from 0 to 1, and its prior is in the same unit."""


class Forecast(NamedTuple):
    """Whether a rival wins before the seat's next turn, and whether the seat can win by the end of that turn."""

    lost: bool
    won: bool


GAMES, STEPS = 200, 9000
"""How many games are played to their end to compare two plays; half of them will do after so many plays in all."""


PROMISING = 4
"""How many candidates short playouts leave, if all plays are looked at."""


class PlaySearch:
    """The search for the best play in one position, in possible worlds."""

    def __init__(self, view: View, weights: Weights, rng: random.Random) -> None:
        assert view.seat is not None
        self.seat = view.seat
        self.weights = weights
        self.rng = rng
        self.worlds = Worlds(view, kept_for(weights.values, view.variant.seats))
        self.values = values_for(weights.values, view.variant)
        self.network = network_for(weights.network, view.variant)
        self.rounds, playouts = weights.rounds, weights.playouts
        if self.network:
            self.rounds, playouts = weights.network_rounds, weights.network_playouts
        self.playouts = playouts * 2 // view.variant.seats
        """Total number of playouts: fewer with more seats or under rules that make each of them slower."""
        if view.variant.sudden_death or view.variant.deadlines or view.variant.finicky:
            self.playouts = self.playouts * 2 // 3

    def first_scores(self) -> dict[int, int]:
        """Return the score of each play by the policy of the playouts; keys are codes."""
        return {scored & 511: scored >> 9 for scored in weigh(self.worlds.draw(self.rng), self.values)}

    def narrow(self, candidates: Sequence[Tried], playouts: int) -> list[Tried]:
        """Return the candidates, best first, after a total of `playouts` playouts.

        With a network, of many candidates only the most promising ones, which are found by short playouts in addition.
        """
        if self.network and len(candidates) > PROMISING:
            candidates = self._promising(candidates)
        return halve(candidates, even_schedule(len(candidates), playouts), self.draw, self.play_out)

    def _promising(self, candidates: Sequence[Tried]) -> list[Tried]:
        """Return the `PROMISING` candidates that are best by the seat's next turn, still untried."""
        looked = [Tried(candidate.choice, candidate.prior) for candidate in candidates]
        sample_worlds(looked, self.weights.looks, self.draw, partial(self.play_out, rounds=1))
        ranks = sorted(range(len(looked)), key=lambda rank: -looked[rank].worth)
        return [candidates[rank] for rank in ranks[:PROMISING]]

    def compare(self, best: Tried, other: Tried, worlds: int) -> list[float]:
        """Return by how much `best` does better than `other` in each of `worlds` new worlds."""
        results = sample_worlds([best, other], worlds, self.draw, self.play_out)
        return [first - second for first, second in results]

    def to_the_end(self, best: Tried, other: Tried) -> list[float]:
        """Return by how much `best` does better than `other` in whole games; empty if they are too long for enough."""
        found, steps = list[float](), 0
        while len(found) < GAMES and steps < STEPS:
            world, shares = self.draw(), list[float]()
            for candidate in (best, other):
                after = self._after(world, candidate)
                while not after.outcome and steps < STEPS:
                    after.step(best_play(after, self.values) & 511)
                    steps += 1
                shares.append(share(after, self.seat) if after.outcome else 0.0)
            if steps < STEPS:
                found.append(shares[0] - shares[1])
        return found if len(found) >= GAMES // 2 else []

    def draw(self) -> State:
        return self.worlds.draw(self.rng)

    def play_out(self, world: State, candidate: Tried, rounds: int = 0) -> float:
        """Return the seat's share of the win, by default as estimated after as many of its turns as the search has."""
        after = self._after(world, candidate)
        return play_out(after, self.seat, rounds or self.rounds, self.values, self.network)

    def _after(self, world: State, candidate: Tried) -> State:
        after = world.copy()
        after.step(code_of(candidate.choice, self.worlds.view.variant))
        return after

    def forecasts(self, candidates: Sequence[Tried], worlds: int) -> list[list[Forecast]]:
        """Return, for each world, each candidate's forecast up to the seat's next turn."""
        found = []
        for world in [self.draw() for _ in range(worlds)]:
            afters = [self._after(world, candidate) for candidate in candidates]
            ends = [play_out(after, self.seat, 1, self.values) for after in afters]
            found.append([Forecast(bool(after.outcome) and end == 0, end == 1) for after, end in zip(afters, ends)])
        return found


# -- what is certain near the end of a game for two, because a seat knows every card that its rival will have


MOST = 6000
"""Endings with more positions than this are not played out."""


@lru_cache(maxsize=16)
def results(view: View) -> dict[int, float]:
    """Return by code the share of the win that each play is sure of in Sudden Death; empty if that can't be told.

    Every card is known if the rival draws the rest of the pile at its next turn.
    """
    if view.variant.seats > 2 or not view.variant.sudden_death:
        return {}
    position = position_of(view)
    if position.pile > position.draws or position.unseen != sum(position.hands):
        return {}
    ending, world = _Ending(position.seat), Worlds(view).draw(random.Random(0))
    try:
        return {code: ending.after(world, code) for code in world.plays()}
    except _TooLong:
        return {}


def loses_next(position: TurnPosition) -> bool:
    """Return whether the only rival draws all cards that the seat has not seen, and wins with them next turn."""
    world, terms = position.world, position.terms
    if terms.seats > 2 or terms.tidal or terms.deadlines or position.pile > position.draws:
        return False
    rival = 1 - position.seat
    sky = position.skies[rival]
    if position.unseen != position.pile + world.size(rival):
        return False
    for code in world.plays():
        towers, place = position.towers[:], code >> 5
        if place != AWAY:
            towers[place] = world.after(place, code >> 3 & 3, code & 7)
        if (end := verdict(world, place, 0 if place == AWAY else towers[place][1])) == -DECIDED:
            continue
        threats = [way for home in terms.homes[rival] for way in position.ways(towers[home], sky)]
        is_won = end or any(cards == 0 for home in position.home for _, cards in position.ways(towers[home], sky))
        if is_won or not any(
            max(1, cards) <= position.hidden[suit] and (cards or not terms.finicky) for suit, cards in threats
        ):
            return False
    return sky > 0


class _TooLong(Exception):
    """The ending has too many positions."""


class _Ending:
    """The positions played out so far, with the share of the win that the seat is sure of in each."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self.known: dict[tuple[int, ...], float] = {}

    def after(self, world: State, code: int) -> float:
        after = world.copy()
        after.step(code)
        return share(after, self.seat) if after.outcome else self._of(after)

    def _of(self, world: State) -> float:
        key = (world.turn, world.safe, *world.held, *world.suits, *world.heights)
        if key not in self.known:
            if len(self.known) >= MOST:
                raise _TooLong
            is_own = world.turn == self.seat
            self.known[key] = _best((self.after(world, code) for code in world.plays()), is_own)
        return self.known[key]


def _best(shares: Iterable[float], is_own: bool) -> float:
    """Return the share that the seat on turn chooses, without looking further than needed."""
    best, aim = (0.0, 1.0) if is_own else (1.0, 0.0)
    for found in shares:
        best = max(best, found) if is_own else min(best, found)
        if best == aim:
            break
    return best


# -- how two plays differ over the next turns


TURNS, LONGEST = 3, 6
"""How many of its own turns a seat looks ahead; and how many for wins, if a shorter search finds no reason."""
SOONER_FACTOR, MIN_WINS_IN_100 = 8, 3
"""If wins by some turn differ by more than `SOONER_FACTOR` times the difference in all wins (taken as at least
`MIN_WINS_IN_100`), they only come sooner or later, which is no reason."""
DISCOUNT = 0.9
"""The worth of something is multiplied by this for each turn that it comes later."""
WORTH = {
    ("lack", OWN): -0.045, ("tall", OWN): 0.0, ("held", OWN): 0.0, ("fresh", OWN): 0.005,
    ("lack", OTHERS): 0.06, ("tall", OTHERS): 0.0, ("against", OTHERS): 0.025,
}  # fmt: skip
"""Worth of one more card with two seats, as a share of the win: rounded from least squares over 84 judged plays.

With more seats it is divided among the rivals, as a rule of thumb. Wins count 1, more than the 0.2 to 0.5 of those
plays, because they explain most.
"""
HALF, ONE = 0.3, 0.75
"""Smallest differences worded "half a card" and "a card"."""
MOSTLY = 0.6
"""A part that makes up at least this share of a difference is mentioned instead of it."""


class WyomingReasons(Reasons):
    """Compares who wins when, how near to a win each side comes, and what the seat holds against the rivals."""

    worlds = 60
    least = 0.004
    on_the_whole = mark_count(
        "in 100 trial games it wins about {number} more.", "in 100 trial games it wins about {number} more."
    )

    def differences(
        self, view: View, this: Sequence[Play], other: Sequence[Play], worlds: int, rng: random.Random
    ) -> list[Difference]:
        assert view.seat is not None
        search = PlaySearch(view, weights_of("master"), rng)
        codes = code_of(this[0], view.variant), code_of(other[0], view.variant)
        is_long = worlds > self.worlds
        play_out = partial(_play_out, view.seat, search.values, LONGEST if is_long else TURNS)
        found = compare(codes, worlds, search.draw, play_out, partial(self.worth, others=view.variant.seats - 1))
        if is_long:
            gains = [100 * gain for gain in search.compare(Tried(this[0]), Tried(other[0]), worlds)]
            found.append(Difference(Fact(WHOLE), fmean(gains), 0.0, 0.0, is_clear(gains)))
        return found

    def worth(self, fact: Fact, others: int = 1) -> float:
        """Return what one more of a fact is worth to the seat, as a share of the win."""
        side, *turns = fact.of
        if turns:
            return (1 if side == OWN else -1) * DISCOUNT ** max(0, turns[0] - 1)
        return WORTH[fact.kind, side] / others

    def stands_out(self, view: View, found: Sequence[Difference]) -> bool:
        """Return whether the best reason is a win, fresh cards, or at least about a card some turns from now."""
        best = self._best(found)
        return best is not None and (best.fact.kind in ("won", "fresh") or abs(best.more) >= ONE)

    def _best(self, found: Sequence[Difference]) -> Difference | None:
        return greatest(
            [
                difference for difference in found
                if _is_seen(difference) and _lasts(difference, found) and not _costs_as_much(difference, found)
            ],
            self.least,
        )  # fmt: skip

    def in_words(self, view: View, found: Sequence[Difference]) -> str:
        best = self._best(found)
        if best is None:
            return many_things()
        who, turns = whose(best.fact, view.variant.seats), best.fact.of[1:]
        if not turns:
            parts = {part.fact.kind: part for part in found if part.fact.of == best.fact.of}
            if not (view.seat is not None and any(view.towers[view.seat])):
                parts.pop("held", None)  # there is no tower to hold cards for
            return _nearness(who, best, parts)
        if turns == (0,):
            return tr("it wins at once.")
        text = WINS[who][turns[0] > 1]
        return fill(text, number=turns[0], this=percent(best.this), other=percent(best.other))


WINS: tuple[tuple[Message, Message], ...] = (
    (
        Own(
            "in {this}% of trial games you win on your next turn; with the other play, in {other}%.",
            "in {this}% of trial games {name} wins on their next turn; with the other play, in {other}%.",
        ),
        own_count(
            "in {this}% of trial games you win within {number} turn; with the other play, in {other}%.",
            "in {this}% of trial games you win within {number} turns; with the other play, in {other}%.",
            "in {this}% of trial games {name} wins within {number} turn; with the other play, in {other}%.",
            "in {this}% of trial games {name} wins within {number} turns; with the other play, in {other}%.",
        ),
    ),
    (
        Own(
            "in {this}% of trial games the opponent wins before your next turn; with the other play, in {other}%.",
            "in {this}% of trial games the opponent wins before {name}'s next turn; with the other play, in {other}%.",
        ),
        mark_count(
            "in {this}% of trial games the opponent wins within {number} turn; with the other play, in {other}%.",
            "in {this}% of trial games the opponent wins within {number} turns; with the other play, in {other}%.",
        ),
    ),
    (
        Own(
            "in {this}% of trial games another player wins before your next turn; with the other play, in {other}%.",
            "in {this}% of trial games another player wins before "
            "{name}'s next turn; with the other play, in {other}%.",
        ),
        mark_count(
            "in {this}% of trial games another player wins within {number} turn; with the other play, in {other}%.",
            "in {this}% of trial games another player wins within {number} turns; with the other play, in {other}%.",
        ),
    ),
)
"""By who wins: by the next turn, or within more turns."""


def _nearness(who: int, found: Difference, parts: Mapping[str, Difference]) -> str:
    """Return by how many cards a side is nearer to a win or further from it, naming the kind of most of them."""
    cards, kind = abs(found.more), found.fact.kind
    sign = 1 if who == OWN else -1
    if "tall" in parts and sign * parts["tall"].more <= -HALF:
        parts = {}  # what is held is only not laid down yet
    for part in ("tall", "held"):
        if kind == "lack" and part in parts and sign * parts[part].more >= max(ONE, MOSTLY * cards):
            kind, cards = part, abs(parts[part].more)
    if cards < ONE:
        return fill(HALVES[kind, who])
    return fill(CARDS[kind, who], number=max(1, round(cards)))


HALVES: dict[tuple[str, int], Message] = {
    ("lack", OWN): Own(
        "in three turns you'll be about half a card closer to winning.",
        "in three turns {name} will be about half a card closer to winning.",
    ),
    ("lack", OTHERS): mark("in three turns the opponent will be about half a card further from winning."),
    ("lack", SEVERAL): mark("in three turns the closest of the others will be about half a card further from winning."),
    ("against", OTHERS): Own(
        "in three turns you'll hold about half a card more to use against the opponent's tower.",
        "in three turns {name} will hold about half a card more to use against the opponent's tower.",
    ),
    ("against", SEVERAL): Own(
        "in three turns you'll hold about half a card more to use against the tower closest to winning.",
        "in three turns {name} will hold about half a card more to use against the tower closest to winning.",
    ),
}
CARDS: dict[tuple[str, int], Message] = {
    ("fresh", OWN): mark_count("it draws {number} more fresh card.", "it draws {number} more fresh cards."),
    ("lack", OWN): own_count(
        "in three turns you'll be about {number} card closer to winning.",
        "in three turns you'll be about {number} cards closer to winning.",
        "in three turns {name} will be about {number} card closer to winning.",
        "in three turns {name} will be about {number} cards closer to winning.",
    ),
    ("lack", OTHERS): mark_count(
        "in three turns the opponent will be about {number} card further from winning.",
        "in three turns the opponent will be about {number} cards further from winning.",
    ),
    ("lack", SEVERAL): mark_count(
        "in three turns the closest of the others will be about {number} card further from winning.",
        "in three turns the closest of the others will be about {number} cards further from winning.",
    ),
    ("tall", OWN): own_count(
        "in three turns your tower will be about {number} card taller.",
        "in three turns your tower will be about {number} cards taller.",
        "in three turns {name}'s tower will be about {number} card taller.",
        "in three turns {name}'s tower will be about {number} cards taller.",
    ),
    ("tall", OTHERS): mark_count(
        "in three turns the opponent's tower will be about {number} card lower.",
        "in three turns the opponent's tower will be about {number} cards lower.",
    ),
    ("tall", SEVERAL): mark_count(
        "in three turns the others' tower closest to winning will be about {number} card lower.",
        "in three turns the others' tower closest to winning will be about {number} cards lower.",
    ),
    ("held", OWN): own_count(
        "in three turns you'll hold about {number} more card for your tower.",
        "in three turns you'll hold about {number} more cards for your tower.",
        "in three turns {name} will hold about {number} more card for their tower.",
        "in three turns {name} will hold about {number} more cards for their tower.",
    ),
    ("against", OTHERS): own_count(
        "in three turns you'll hold about {number} more card to use against the opponent's tower.",
        "in three turns you'll hold about {number} more cards to use against the opponent's tower.",
        "in three turns {name} will hold about {number} more card to use against the opponent's tower.",
        "in three turns {name} will hold about {number} more cards to use against the opponent's tower.",
    ),
    ("against", SEVERAL): own_count(
        "in three turns you'll hold about {number} more card to use against the tower closest to winning.",
        "in three turns you'll hold about {number} more cards to use against the tower closest to winning.",
        "in three turns {name} will hold about {number} more card to use against the tower closest to winning.",
        "in three turns {name} will hold about {number} more cards to use against the tower closest to winning.",
    ),
}
"""By kind of fact and by side: `HALVES` for about half a card, `CARDS` for a number of cards."""


def _is_seen(found: Difference) -> bool:
    """Return whether a difference is still visible in rounded figures."""
    if found.fact.kind == "won":
        return percent(found.this) != percent(found.other)
    return abs(found.more) >= HALF


def _lasts(difference: Difference, found: Sequence[Difference]) -> bool:
    """Return whether a difference in wins by some turn remains some turns later and at the end of the game."""
    if difference.fact.kind != "won" or difference.fact.of[1] == 0:
        return True
    whole = whole_of(found)
    if whole and 100 * abs(difference.more) > SOONER_FACTOR * max(MIN_WINS_IN_100, whole.more):
        return False
    longest = LONGEST if any(later.fact.of[1:] > (TURNS,) for later in found if later.fact.kind == "won") else TURNS
    fact = Fact("won", (difference.fact.of[0], longest))
    last = next((later.more for later in found if later.fact == fact), 0.0)
    return last / difference.more >= LEAST_KEPT


def _costs_as_much(difference: Difference, found: Sequence[Difference]) -> bool:
    """Return whether what a play achieves costs the seat about as much: as many wins, or the same on the other side."""
    kind = difference.fact.kind
    if kind not in ("won", "lack") or difference.worth <= 0:
        return False
    side, *turns = difference.fact.of
    mirrored = Fact(kind, (OTHERS if side == OWN else OWN, *turns))
    return sum(other.worth for other in found if other.fact == mirrored) <= -LEAST_KEPT * difference.worth


def _play_out(seat: Seat, values: list[int], longest: int, world: State, code: int) -> Facts:
    """Play a world out; return who has won by each of the seat's turns, and how near to a win each side then is."""
    after, turns, best, found = world.copy(), 0, 0, dict[Fact, float]()
    after.step(code)
    if after.outcome and share(after, seat) == 1:
        return {Fact("won", (OWN, turn)): 1.0 for turn in range(longest + 1)}
    while not after.outcome and after.alive[seat]:
        best = best_play(after, values)
        if after.turn == seat:
            turns += 1
            if turns == TURNS:
                found = _measure(after, seat)
            if turns == longest or best >> 9 >= DECIDED:
                break
        after.step(best & 511)
    found = found or _measure(after, seat)
    found[Fact("fresh", (OWN,))] = float(code & 7)
    if after.outcome or not after.alive[seat]:
        # the seat may also win in a rival's turn: a penny falls, or the cards run out
        won = share(after, seat) if after.outcome else 0.0
        for side, part, first in ((OWN, won, max(2, turns + 1)), (OTHERS, 1 - won, turns + 1)):
            found.update({Fact("won", (side, turn)): part for turn in range(first, longest + 1)})
    elif best >> 9 >= DECIDED:
        found.update({Fact("won", (OWN, turn)): 1.0 for turn in range(turns, longest + 1)})
    return found


def _measure(world: State, seat: Seat) -> dict[Fact, float]:
    """Return how near to a win each side is, and what the seat holds against the nearest rival's tower."""
    found, lacks = dict[Fact, float](), [_lacking(world, player) for player in range(world.terms.seats)]
    own = lacks.pop(seat)
    for side, (lack, tall, held, attack) in ((OWN, own), (OTHERS, min(lacks))):
        found[Fact("lack", (side,))], found[Fact("tall", (side,))] = float(lack), float(tall)
        if side == OWN:
            found[Fact("held", (side,))] = float(held)
        elif attack < NONE:
            found[Fact("against", (side,))] = float(world.held[KINDS * seat + attack])
    return found


def _lacking(world: State, seat: Seat) -> tuple[int, int, int, int]:
    """Return how many cards a seat lacks for a win, with those in its hand counted as played.

    Then, for the tower nearest to a win: its height, the cards held for it, and the suit that deconstructs it.
    """
    goal, hand = world.needed, world.held[KINDS * seat : KINDS * seat + 4]
    if not world.alive[seat]:
        return goal, 0, 0, NONE
    found = []
    for place in world.terms.homes[seat]:
        suit, height = world.suits[place], world.heights[place]
        held = max(hand) if suit == NONE else hand[suit]
        lack = abs(min(0, goal - height)) or max(0, goal - height - held)
        found.append((lack, height, held, NONE if suit == NONE else world.terms.attackers[suit]))
    return min(found)


REASONS = WyomingReasons()
