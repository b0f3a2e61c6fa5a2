"""Explanations of why a play is good."""

from __future__ import annotations

from ...bots.reasons import Clause, adding, clause, many_things, reason
from ...engine import Seat
from ...language import Message, Own, mark, tr, tr_count
from ...text import paragraph, sentence
from ..core import TO_MINE, Stack, inside, is_free, owner, worth
from .core import CAP, MINE, NOTHING, PASSING, PLACE, SET_DOWN, SPLIT, Play, SearchBoard, changes
from .evaluation import Position, gain_of, leads
from .reasons import REASONS, between

LEAST_MENTIONED, CLEAR = 1.0, 2.0
"""The smallest difference that hints mention, in pips, and the smallest that they mention without a reason."""


def explain(position: Position, play: Play) -> str:
    """Return why the play is good, from its immediate effects, in words that continue the naming of the play."""
    return reason(clauses(position, play))


def clauses(position: Position, play: Play) -> list[Clause]:
    """Return the clauses of `explain`. They avoid the terms that lessons may not have taught yet."""
    kind, at, source, target = play
    if kind == PASSING[0]:
        return [_done(position)]
    if kind == SPLIT:
        return [_split(play, position.seat)]
    if kind == SET_DOWN:
        can_cap = any(other[0] == PLACE for other in position.plays())
        text = mark("nothing it could cap is worthwhile") if can_cap else mark("there's nothing it can cap")
        return [clause("set down", text, can_cap=can_cap)]
    if not target:
        alone = clause("flees", mark("there's nothing it can cap, so it becomes free-standing"), pips=source[at] & 3)
        return [alone, *_returns(position, play)]
    return _cap(position, play)


def _returns(position: Position, play: Play) -> list[Clause]:
    """Return that a mined piece, once it stands alone, can cap the tower that it was taken out of (I4)."""
    rest, piece = changes(play)[1]
    board = position.board.copy()
    board.make(position.seat, play)
    if rest not in board.targets(piece[0]):
        return []
    text = mark("then it can cap the rest of that tower, worth {worth}")
    return adding([clause("returns", text, worth=worth(rest))])


CAN_CAP_BACK = (
    "",
    mark("only a small piece can cap that"),
    mark("only a small or medium piece can cap that"),
)
"""By the pips of the new top; any piece can cap a large one."""


def _cap(position: Position, play: Play) -> list[Clause]:
    """Return what the cap takes, what could cap it again, and what it prepares."""
    target, tower = play[3], changes(play)[1][-1]
    taken, made, size = worth(target), worth(tower), tower[-1] & 3
    found = [_taken(position, play, taken, made)]
    if found[0].kind == "gives":
        return found
    is_own = owner(tower) == position.seat
    after = position.board.copy()
    after.make(position.seat, play)
    capped = _capped_next(position, after)
    saved = [stack for stack in _capped_next(position, position.board) - capped if stack in after.stacks]
    most = max([worth(stack) for stack in saved if owner(stack) == position.seat], default=0)
    if most > taken:
        found += adding([clause("saves", SAVES, worth=most)])
    elif tower not in capped:
        found += adding([clause("safe", mark("nobody else can cap that now"))])
    elif is_own and len(inside(tower, position.seat)) == TO_MINE:
        found.append(clause("invests", INVESTS))
    elif size < len(CAN_CAP_BACK):
        found += adding([clause("answers", CAN_CAP_BACK[size], size=size)])
    elif is_own and (play[0] == CAP or (position.held and not position.held.mined)):
        found.append(clause("large", mark("a large piece can cap only large ones, so it shouldn't wait")))
    return found


INVESTS = Own(
    "two of your pieces are inside now, so even if someone caps it, you can take one of them out again",
    "two of {name}'s pieces are inside now, so even if someone caps it, {name} can take one of them out again",
)


SAVES = Own(
    "then nobody can cap your tower worth {worth}",
    "then nobody can cap {name}'s tower worth {worth}",
)


def _capped_next(position: Position, now: SearchBoard) -> set[Stack]:
    """Return what rivals can cap with their next play, or with the one after placing a held piece."""
    later = now.copy()
    for rival in position.rivals:
        later.hands[rival] = NOTHING
    return {reply[3] for board in (now, later) for rival in position.rivals for reply in board.plays(rival)}


def _taken(position: Position, play: Play, taken: int, made: int) -> Clause:
    """Return how many pips the cap takes, and for whom."""
    text: Message = mark("that takes {pips} and makes a tower worth {worth}")
    kind, ghost, tower = "mines" if play[0] == MINE else "takes", position.board.ghost, changes(play)[1][-1]
    if owner(tower) == ghost:
        text = mark("that takes {pips} for the ghost and makes a tower worth {worth}")
        if owner(play[3]) == position.seat:
            can_only_give = position.held is not None and all(
                owner(target) == position.seat for _, _, _, target in position.plays() if target
            )
            kind, text = "gives", GIVES_ALL if can_only_give else GIVES
        elif gain_of(play, position.seat) == 0:
            cost = -gain_of(play, owner(play[3]))
            return clause("costs", COSTS, {"pips": _pips(cost)}, cost=cost)
    return clause(kind, text, {"pips": _pips(taken)}, taken=taken, worth=made)


COSTS = Own(
    "that costs the opponent {pips} without using a piece of yours",
    "that costs the opponent {pips} without using a piece of {name}'s",
)
GIVES = Own(
    "that gives the ghost {pips} of yours and makes a tower worth {worth}",
    "that gives the ghost {pips} of {name}'s and makes a tower worth {worth}",
)
GIVES_ALL = Own(
    "it can only cap your towers, and this one gives the ghost {pips}",
    "it can only cap {name}'s towers, and this one gives the ghost {pips}",
)


SPLITS = (
    "",
    mark("the lower part then has a small piece on top"),
    mark("the lower part then has a medium piece on top"),
    mark("the lower part then has a large piece on top"),
)
"""By the pips of the top of the lower part."""


def _split(play: Play, seat: Seat) -> Clause:
    """Return what its owner loses by a split, or else which piece is then on top of the lower part."""
    lower, upper = changes(play)[1]
    size = lower[-1] & 3
    if owner(upper) not in (owner(lower), seat):
        text, words = mark("that leaves its owner only {pips} of it"), {"pips": _pips(worth(upper))}
        return clause("splits off", text, words, size=size, lower=worth(lower), upper=worth(upper))
    return clause("splits", SPLITS[size], size=size, lower=worth(lower), upper=worth(upper))


def _done(position: Position) -> Clause:
    """Return why it is better to make no play."""
    if not position.plays():
        return clause("stuck", mark("there's nothing to play right now"))
    if leads(position.view, position.seat):
        return clause("leads", LEADS)
    return clause("waits", mark("no play here looks worth it"))


LEADS = Own("you lead, and no play here looks worth it", "{name} leads, and no play here looks worth it")


# -- results of the search


def explain_why_not(position: Position, best: Play, tempting: Play, loss: float) -> str:
    """Return why the play that takes most at once is not the best, by comparing both after the likely replies.

    `loss`: how much worse it is, in pips. Return "" if that is too little to mention.
    """
    if loss < LEAST_MENTIONED:
        return ""
    text = tr(
        "{play} gains more now, but ends up about {pips} worse.", play=named(tempting), pips=_pips(loss)
    )  # fmt: skip
    why = REASONS.in_words(position.view, between(position, best, tempting))
    if why == many_things():
        return sentence(text) if loss >= CLEAR else ""
    return paragraph([sentence(text), sentence(why)])


def explain_split(position: Position, play: Play) -> str:
    """Return what a split makes possible after the likely replies; "" for another play, or if nothing stands out."""
    if play[0] != SPLIT:
        return ""
    why = REASONS.in_words(position.view, between(position, play, PASSING))
    return "" if why == many_things() else sentence(why)


PIECE = "", mark("the small piece"), mark("the medium piece"), mark("the large piece")
SINGLE = (
    "",
    mark("the free-standing small piece"),
    mark("the free-standing medium piece"),
    mark("the free-standing large piece"),
)
WITH_PIECE = (
    "",
    mark("capping {tower} with a small piece"),
    mark("capping {tower} with a medium piece"),
    mark("capping {tower} with a large piece"),
)
WITH_MINED = (
    "",
    mark("capping {tower} with a small piece from another tower"),
    mark("capping {tower} with a medium piece from another tower"),
    mark("capping {tower} with a large piece from another tower"),
)
"""By pips. {tower} is "the tower of 9" or "the single small piece"."""


def named(play: Play) -> str:
    """Return a play such as "capping the tower worth 9 with a small piece"."""
    kind, at, source, target = play
    if play == PASSING:
        return tr("stopping there")
    if kind == SPLIT:
        return tr("splitting the tower worth {worth}", worth=worth(source))
    if target == NOTHING:
        if kind == SET_DOWN:
            return tr("setting it down")
        return tr("taking {piece} out of its tower", piece=tr(PIECE[source[at] & 3]))
    what = tr("the tower worth {worth}", worth=worth(target)) if not is_free(target) else tr(SINGLE[target[0] & 3])
    assert kind in (CAP, MINE, PLACE)
    return tr((WITH_MINED if kind == MINE else WITH_PIECE)[source[at] & 3], tower=what)


def _pips(number: float) -> str:
    return tr_count("{number} pip", "{number} pips", max(1, round(number)))
