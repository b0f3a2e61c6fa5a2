"""How two plays differ right after them."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from typing import ClassVar

from ...bots.reasons import (
    OTHERS,
    OWN,
    SEVERAL,
    Difference,
    Fact,
    Facts,
    Reasons,
    compare,
    greatest,
    many_things,
    whose,
)
from ...language import Message, Own, fill, mark
from .. import legality
from ..actions import Action, Place
from ..core import ONE, Stack, is_free, owner, spare, worth
from ..state import SMALL, View
from .core import MINE, NOTHING, PASSING, PLACE, Play, SearchBoard
from .evaluation import Position, gain_of, plays_begun_by, plays_of_held, values_of, weights_of


class IceTowersReasons(Reasons):
    """Compares what two plays bring at once, what rivals can cap right after each, and which pieces each leaves."""

    worths: ClassVar = {"gain": 0.7, "exposed": -0.7, "free": 3.0, "spare": 3.0, "small": 2.0}
    on_the_whole = mark("this play comes out better a few plays later.")
    """Without the number of pips: it is a mean over the rivals, in a search that is often wrong."""

    def differences(
        self, view: View, this: Sequence[Action], other: Sequence[Action], worlds: int, rng: random.Random
    ) -> list[Difference]:
        return between(Position(view, weights_of("master")), play_of(view, this), play_of(view, other))

    def whole(self, found: Sequence[Difference]) -> Difference | None:
        return next((difference for difference in found if difference.fact.kind == "lead"), None)

    def in_words(self, view: View, found: Sequence[Difference]) -> str:
        lead = self.whole(found)
        if lead is not None and lead.more <= 0:
            return many_things()
        later = [difference for difference in found if difference.fact.kind in LATER]
        lost = sum(difference.worth for difference in later if difference.worth < 0)
        gained = sum(difference.worth for difference in found if difference.fact.kind == "gain")
        plausible = [one for one in later if one.worth > max(-lost, -gained) and _is_much(one)]
        if at_once_of(found) > 0:  # else what rivals can cap next outweighs what the play takes, or the other way round
            plausible += [one for one in found if one.fact.kind in AT_ONCE]
        best = greatest(plausible, self.least)
        if best is None:
            return many_things()
        texts = TEXTS[best.fact.kind, whose(best.fact, view.variant.seats)]
        return fill(texts[0 if best.this else -1], this=round(best.this), other=round(best.other))


MUCH = 0.5
"""Of how many pieces there are, the least share that is mentioned: 2 rather than 3 is hardly a reason."""


def _is_much(difference: Difference) -> bool:
    return abs(difference.more) >= MUCH * max(difference.this, difference.other)


AT_ONCE, LATER = ("gain", "exposed"), ("free", "spare", "small")
"""Kinds of facts about pips now and after the next reply, and about pieces for later plays."""
TEXTS: dict[tuple[str, int], tuple[Message, ...]] = {
    ("gain", OWN): (mark("it gains more pips at once, {this} rather than {other}."),),
    ("exposed", OWN): (
        Own(
            "this way the biggest of your towers that can be capped next is worth {this} rather than {other}.",
            "this way the biggest of {name}'s towers that can be capped next is worth {this} rather than {other}.",
        ),
        Own(
            "this way none of your towers can be capped next; otherwise one worth {other} could be.",
            "this way none of {name}'s towers can be capped next; otherwise one worth {other} could be.",
        ),
    ),
    ("free", OTHERS): (mark("this way the opponent has fewer free-standing pieces, {this} rather than {other}."),),
    ("free", SEVERAL): (mark("this way the others have fewer free-standing pieces, {this} rather than {other}."),),
    ("spare", OWN): (
        Own(
            "this way you can take more of your pieces out of towers, {this} rather than {other}.",
            "this way {name} can take more of their pieces out of towers, {this} rather than {other}.",
        ),
    ),
    ("spare", OTHERS): (
        mark("this way the opponent can take fewer pieces out of towers, {this} rather than {other}."),
    ),
    ("spare", SEVERAL): (mark("this way the others can take fewer pieces out of towers, {this} rather than {other}."),),
    ("small", OWN): (
        Own(
            "this way you keep more small pieces, {this} rather than {other}, and those can cap anything.",
            "this way {name} keeps more small pieces, {this} rather than {other}, and those can cap anything.",
        ),
    ),
}
"""By kind of fact and by side: usually, and if it doesn't occur after the better play."""


def at_once_of(found: Sequence[Difference]) -> float:
    """Return the worth of what differs in pips now and in what can be capped next."""
    return sum(difference.worth for difference in found if difference.fact.kind in AT_ONCE)


def between(position: Position, this: Play, other: Play) -> list[Difference]:
    """Return the differences right after two plays, and by how much a search finds the first to be better."""
    values = values_of(position, [this, other])
    lead = Difference(Fact("lead"), values[0] - values[1], 0.0)
    return [*at_once(position, this, other), lead]


def at_once(position: Position, this: Play, other: Play) -> list[Difference]:
    """Return the differences right after two plays.

    That pieces of the seat in the tower that it caps can't be taken out then is no loss, because the tower is its own.
    Nor is it one that a piece which a play takes out can't be taken out again.
    """
    found = compare((this, other), 1, lambda: position, _facts, REASONS.worth)
    if any(play[0] == MINE or spare(play[3], position.seat) for play in (this, other)):
        return [difference for difference in found if difference.fact != Fact("spare", (OWN,))]
    return found


def play_of(view: View, actions: Sequence[Action]) -> Play:
    """Return the play that the actions complete or begin."""
    assert view.seat is not None
    position = Position(view, weights_of("master"))
    held = view.hands[view.seat]
    plays = plays_of_held(view, held) if held else position.board.plays(view.seat)
    plays = plays_begun_by(view, actions[0], plays)
    if len(actions) > 1 and isinstance(actions[1], Place):
        tower = legality.tower_by_id(view, actions[1].tower)
        plays = [play for play in plays if tower and play[3] == tower.stack] or plays
    return max(plays, key=position.gain, default=PASSING)


def after(position: Position, play: Play) -> SearchBoard:
    """Return the board after a play of the seat."""
    board = position.board.copy()
    board.make(position.seat, play)
    return board


def replies(position: Position, now: SearchBoard) -> set[Play]:
    """Return the rivals' next plays, and those after placing a held piece."""
    later = now.copy()
    later.hands = [NOTHING] * now.seats
    found = {reply for rival in position.rivals for reply in later.plays(rival)}
    return found.union(*(_placings(position, rival, now) for rival in position.rivals if now.hands[rival]))


def _placings(position: Position, rival: int, now: SearchBoard) -> list[Play]:
    """Return a rival's plays with its held piece. It may only cap a tower that is barred to it (I4) once set down.

    A mined piece can't be set down while it can cap another tower.
    """
    held, towers, plays = position.view.hands[rival], position.view.towers, now.plays(rival)
    if held is None or not held.barred:
        return plays
    free = {tower.stack for tower in towers if tower.id not in held.barred}
    barred = {tower.stack for tower in towers} - free
    before = position.board.stacks
    found = [
        play
        for play in plays
        if play[3] and not (play[3] in barred and now.stacks[play[3]] <= before[play[3]])
        if play[3] in before or play[3][:-1] not in barred
    ]
    return found or plays


def cappers(position: Position, now: SearchBoard) -> Counter[Stack]:
    """Return how many pieces can cap each stack by a reply."""
    found = Counter[Stack]()
    for kind, at, source, target in replies(position, now):
        if target:
            rest = source[at:]
            equal = len(rest) - len(rest.lstrip(rest[:1]))  # the search plays only the first of equal neighbours
            found[target] += 1 if kind == PLACE else equal * now.stacks[source]
    return found


def _facts(position: Position, play: Play) -> Facts:
    """Return the facts about the table right after a play."""
    seat, board = position.seat, after(position, play)
    towers = [stack for stack in cappers(position, board) if len(stack) > 1 and owner(stack) == seat]
    found = {
        Fact("gain", (OWN,)): float(gain_of(play, seat)),
        Fact("exposed", (OWN,)): float(max(map(worth, towers), default=0)),
    }
    for stack, number in board.stacks.items():
        if is_free(stack) and owner(stack) in position.rivals:
            _add(found, Fact("free", (OTHERS,)), number)
        if stack == ONE[seat * 4 + SMALL]:
            _add(found, Fact("small", (OWN,)), number)
        _add(found, Fact("spare", (OWN,)), spare(stack, seat) * number)
        for rival in position.rivals:
            _add(found, Fact("spare", (OTHERS,)), spare(stack, rival) * number)
    return found


def _add(found: dict[Fact, float], fact: Fact, number: int) -> None:
    found[fact] = found.get(fact, 0.0) + number


REASONS = IceTowersReasons()
