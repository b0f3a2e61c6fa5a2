"""How the results of two plays differ after the likely replies."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import partial
from typing import ClassVar

from ...bots.reasons import (
    OTHERS,
    OWN,
    Difference,
    Fact,
    Facts,
    Reasons,
    compare,
    greatest,
    many_things,
)
from ...engine import Seat
from ...language import Own, fill, mark, mark_count
from .. import legality
from ..actions import Action, Place
from ..core import is_free, owner, spare, worth
from ..state import View
from .core import PASS, PASSING, Play, PlayLine, SearchBoard
from .evaluation import Position, line_of, plays_begun_by, plays_of_held, weights_of


class IceTowersReasons(Reasons):
    """Compares the pips after the likely replies, the towers capped meanwhile, and the pieces left to play."""

    worths: ClassVar = {"pips": 1.0, "lost": -0.9, "taken": 0.8, "free": 2.0, "spare": 1.5}
    on_the_whole = mark_count(
        "a few plays later it comes out about {number} pip better.",
        "a few plays later it comes out about {number} pips better.",
    )

    def differences(
        self, view: View, this: Sequence[Action], other: Sequence[Action], worlds: int, rng: random.Random
    ) -> list[Difference]:
        return between(Position(view, weights_of("master")), play_of(view, this), play_of(view, other))

    def whole(self, found: Sequence[Difference]) -> Difference | None:
        return next((difference for difference in found if difference.fact.kind == "lead"), None)

    def in_words(self, view: View, found: Sequence[Difference]) -> str:
        lead = self.whole(found)
        most = MOST_PER_LEAD * max(1.0, lead.more if lead else 0.0)
        if view.variant.seats > 2:  # lines contain the plays of one rival only
            plausible = [one for one in found if one.fact.kind != "pips" and one.fact.of == (OWN,)]
        else:
            plausible = [one for one in found if one.fact.kind != "pips" or abs(one.more) <= most]
        best = greatest(plausible, self.least)
        if best is None:
            return many_things()
        texts = TEXTS[best.fact.kind, best.fact.of[0]]
        text = texts[0] if len(texts) == 1 or (best.this and best.other) else texts[1] if best.this else texts[-1]
        return fill(text, this=round(best.this), other=round(best.other))


MOST_PER_LEAD = 2.0
"""Differences in pips above this many times the lead are ignored: they arise because lines end at different moments."""


CAPPED = Own(
    "the likely reply caps your tower worth {this}, rather than one worth {other}.",
    "the likely reply caps {name}'s tower worth {this}, rather than one worth {other}.",
)
TEXTS: dict[tuple[str, int], tuple[str | Own, ...]] = {
    ("pips", OWN): (
        Own(
            "after the likely replies you have {this} pips rather than {other}.",
            "after the likely replies {name} has {this} pips rather than {other}.",
        ),
    ),
    ("pips", OTHERS): (mark("after the likely replies the opponent has {this} pips rather than {other}."),),
    ("lost", OWN): (
        CAPPED,
        CAPPED,
        Own(
            "the likely reply caps none of your towers, rather than one worth {other}.",
            "the likely reply caps none of {name}'s towers, rather than one worth {other}.",
        ),
    ),
    ("taken", OWN): (
        Own(
            "your likely next play caps a tower worth {this}, rather than one worth {other}.",
            "{name}'s likely next play caps a tower worth {this}, rather than one worth {other}.",
        ),
        Own(
            "your likely next play caps a tower worth {this}, rather than none.",
            "{name}'s likely next play caps a tower worth {this}, rather than none.",
        ),
    ),
    ("free", OWN): (
        Own(
            "after the likely replies you have more free-standing pieces: {this} rather than {other}.",
            "after the likely replies {name} has more free-standing pieces: {this} rather than {other}.",
        ),
    ),
    ("free", OTHERS): (
        mark("after the likely replies the opponent has fewer free-standing pieces: {this} rather than {other}."),
    ),
    ("spare", OWN): (
        Own(
            "after the likely replies you can take more pieces out of towers: {this} rather than {other}.",
            "after the likely replies {name} can take more pieces out of towers: {this} rather than {other}.",
        ),
    ),
    ("spare", OTHERS): (
        mark("after the likely replies the opponent can take fewer pieces out of towers: {this} rather than {other}."),
    ),
}
"""By kind of fact and by side: if it occurs in both lines, only in the better one, only in the other one."""


def between(position: Position, this: Play, other: Play) -> list[Difference]:
    """Return the differences between two plays after equally many likely replies."""
    lead, rival, line = line_of(position, this, [this, other])
    _, others_rival, others_line = line_of(position, other, [this, other])
    most = min([len(plays) for plays in (line, others_line) if plays[-1] != PASSING], default=None)
    lines = (lead, rival, line[:most]), (0.0, others_rival, others_line[:most])
    return compare(lines, 1, lambda: position.board, partial(_facts, position.seat), REASONS.worth)


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


def _facts(seat: Seat, board: SearchBoard, line: tuple[float, Seat, PlayLine]) -> Facts:
    """Return the facts about the table after a line of plays, in which the seat and a rival alternate."""
    lead, rival, plays = line
    after, lost, taken = board.copy(), 0, 0
    for number, play in enumerate(plays):
        if play[0] == PASS:
            continue
        if number == 1 and len(play[3]) > 1 and owner(play[3]) == seat:
            lost = worth(play[3])
        if number == 2 and len(play[3]) > 1:
            taken = worth(play[3])
        after.make(rival if number % 2 else seat, play)
    found = {Fact("lead"): lead, Fact("lost", (OWN,)): float(lost), Fact("taken", (OWN,)): float(taken)}
    scores = after.scores()
    for side, colour in ((OWN, seat), (OTHERS, rival)):
        found[Fact("pips", (side,))] = float(scores[colour])
        free, spare = _left(after, colour)
        found[Fact("free", (side,))], found[Fact("spare", (side,))] = float(free), float(spare)
    return found


def _left(board: SearchBoard, colour: int) -> tuple[int, int]:
    """Return how many pieces of a colour are free-standers, and how many can be mined."""
    stacks = board.stacks.items()
    free = sum(number for stack, number in stacks if is_free(stack) and owner(stack) == colour)
    return free, sum(spare(stack, colour) * number for stack, number in stacks)


REASONS = IceTowersReasons()
