"""Explanations of why a play is good."""

from __future__ import annotations

from collections.abc import Iterable

from ...bots.reasons import Clause, adding, clause, many_things, reason
from ...language import Message, Own, fill, mark, tr, tr_count
from ...text import sentence
from ..core import ONE, TO_MINE, Stack, inside, is_free, leaders, owner, spare, worth
from ..state import LARGE, SMALL
from ..words import GHOSTS_SINGLE
from .core import CAP, MINE, NOTHING, PASSING, PLACE, SET_DOWN, SPLIT, Play, SearchBoard, changes
from .evaluation import Position, all_others_done, gain_of, leads, values_of
from .reasons import REASONS, after, at_once, cappers, replies

LEAST_MENTIONED = 1.0
"""The smallest difference between two plays that counts as one, in pips."""
FEW = 4
"""That fewer pieces can cap a tower is mentioned only if at most this many still can."""


def explain(position: Position, play: Play, is_compared: bool = False) -> str:
    """Return why the play is good, from its immediate effects, in words that continue the naming of the play.

    If it is compared with the play that takes most at once, what is just as true of that one is no reason.
    """
    first, *found = clauses(position, play)
    other = tempting(position, play) if found and is_compared else None
    if other is None:
        return reason([first, *found])
    shared, made = [clause.text for clause in clauses(position, other)[1:]], _made(other, position.seat)
    if made and len(inside(made, position.seat)) >= TO_MINE:
        shared.append(fill(INVESTS))
    return reason([first, *(clause for clause in found if clause.text not in shared)])


def clauses(position: Position, play: Play) -> list[Clause]:
    """Return the clauses of `explain`. They avoid the terms that lessons may not have taught yet."""
    kind, target = play[0], play[3]
    if kind == PASSING[0]:
        return _done(position)
    if kind == SPLIT:
        return _split(position, play)
    if kind == SET_DOWN:
        can_cap = any(other[0] == PLACE for other in position.plays())
        text = mark("nothing it could cap is worthwhile") if can_cap else mark("there's nothing it can cap")
        return [clause("set down", text, can_cap=can_cap)]
    if not target:
        return [_flees(position, play), *_returns(position, play)]
    return _cap(position, play)


def _flees(position: Position, play: Play) -> Clause:
    """Return who gains or loses the pips of a mined piece that stands alone."""
    _, at, source, _ = play
    piece, pips = source[at : at + 1], source[at] & 3
    words = {"pips": _pips(pips)}
    if owner(piece) == position.seat:
        return clause("flees", FLEES, words, pips=pips)
    if owner(source) == position.seat:
        return clause("flees", mark("there's nothing it can cap, so it becomes free-standing"), pips=pips)
    return clause(
        "flees",
        mark("there's nothing it can cap, so it becomes free-standing, which costs the opponent {pips}"),
        words,
        pips=pips,
    )


FLEES = Own(
    "there's nothing it can cap, so it becomes free-standing and counts {pips} for you",
    "there's nothing it can cap, so it becomes free-standing and counts {pips} for {name}",
)


def _returns(position: Position, play: Play) -> list[Clause]:
    """Return that a mined piece, once it stands alone, can cap the tower that it was taken out of (I4)."""
    rest, piece = changes(play)[1]
    if rest not in after(position, play).targets(piece[0]):
        return []
    text = mark("then it can cap the rest of that tower, worth {worth}")
    return adding([clause("returns", text, worth=worth(rest))])


def _cap(position: Position, play: Play) -> list[Clause]:
    """Return what the cap takes, what could cap it again, and what it prepares."""
    target, tower = play[3], changes(play)[1][-1]
    found = [_taken(position, play, worth(target), worth(tower))]
    if found[0].kind in ("gives", "ghost leads"):
        return found
    board, size = after(position, play), tower[-1] & 3
    guarded, is_own = _guarded(position, board), owner(tower) == position.seat
    saved = _most(stack for stack, left in guarded.items() if not left)
    if saved > worth(target):
        found += adding([clause("saves", SAVES, worth=saved)])
    elif tower not in cappers(position, board):
        found += adding([clause("safe", mark("nobody else can cap that now"))])
    elif is_own and len(inside(tower, position.seat)) == TO_MINE:
        found.append(clause("invests", INVESTS))
    elif disarms := _disarms(position, target, guarded):
        found += adding(disarms)
    elif not is_own and play[0] == CAP:
        found += adding(_guards(position, guarded))
    elif is_own and size == SMALL:
        found += adding([clause("answers", mark("only a small piece can cap that"))])
    elif is_own and size == LARGE and position.view.done <= {position.seat} and _could_stay(position, play):
        found.append(clause("large", mark("a large piece can cap only large ones, so it's best played early")))
    return found


def _could_stay(position: Position, play: Play) -> bool:
    return play[0] == CAP or (position.held is not None and not position.held.mined)


def _most(stacks: Iterable[Stack]) -> int:
    """Return what the biggest of some towers is worth, 0 if there are none."""
    return max(map(worth, stacks), default=0)


def _guarded(position: Position, board: SearchBoard) -> dict[Stack, int]:
    """Return the seat's towers that fewer pieces can cap on a later board, and few enough, with their number."""
    before, left = cappers(position, position.board), cappers(position, board)
    own = [stack for stack in before if owner(stack) == position.seat and not is_free(stack) and stack in board.stacks]
    return {stack: left[stack] for stack in own if left[stack] < before[stack] and left[stack] <= FEW}


def _guards(position: Position, guarded: dict[Stack, int]) -> list[Clause]:
    """Return that nobody, or fewer pieces, can cap the biggest of some towers then."""
    if not guarded:
        return []
    tower = max(guarded, key=worth)
    if not guarded[tower]:
        return [clause("saves", SAVES, worth=worth(tower))]
    left, before = guarded[tower], cappers(position, position.board)[tower]
    return [clause("guards", ONLY_ONE if left == 1 else FEWER, worth=worth(tower), left=left, before=before)]


ONLY_ONE = Own(
    "then only one piece can cap your tower worth {worth}, rather than {before}",
    "then only one piece can cap {name}'s tower worth {worth}, rather than {before}",
)
FEWER = Own(
    "then fewer pieces can cap your tower worth {worth}: {left} rather than {before}",
    "then fewer pieces can cap {name}'s tower worth {worth}: {left} rather than {before}",
)


def _disarms(position: Position, piece: Stack, guarded: dict[Stack, int]) -> list[Clause]:
    """Return which tower a capped free-stander could have capped, or how many of its kind are left."""
    if not is_free(piece) or piece[0] & 3 == LARGE or owner(piece) == position.seat:
        return []
    could_cap = position.board.targets(piece[0])
    if found := _guards(position, {stack: left for stack, left in guarded.items() if stack in could_cap}):
        return found
    number = position.board.stacks[piece]
    if number == 1 and piece not in position.board.hands:
        return [clause("buries", LAST_ONES[piece[0] & 3])] if could_cap else []
    own = [stack for stack in could_cap if owner(stack) == position.seat and not is_free(stack)]
    if own:
        return [clause("disarms", DISARMS, worth=_most(own))]
    if owner(piece) == position.board.ghost:
        return []
    return [clause("depletes", DEPLETES[piece[0] & 3], left=number - 1, before=number)]


DISARMS = Own(
    "the capped piece can no longer cap your tower worth {worth}",
    "the capped piece can no longer cap {name}'s tower worth {worth}",
)
DEPLETES = (
    "",
    mark(
        "the capped piece's owner then has fewer free-standing small pieces, which can cap anything: "
        "{left} rather than {before}"
    ),
    mark("the capped piece's owner then has fewer free-standing medium pieces: {left} rather than {before}"),
)
LAST_ONES = (
    "",
    mark("the capped piece's owner has no other free-standing small piece"),
    mark("the capped piece's owner has no other free-standing medium piece"),
)
"""By pips."""


INVESTS = Own(
    "two of your pieces are inside now, so even if someone caps it, you can take one of them out again",
    "two of {name}'s pieces are inside now, so even if someone caps it, {name} can take one of them out again",
)


SAVES = Own(
    "then nobody can cap your tower worth {worth}",
    "then nobody can cap {name}'s tower worth {worth}",
)


def _taken(position: Position, play: Play, taken: int, made: int) -> Clause:
    """Return how many pips the cap takes, and for whom."""
    text: Message = mark("that takes {pips} and makes a tower worth {worth}")
    ghost, tower, gain = position.board.ghost, changes(play)[1][-1], gain_of(play, position.seat)
    if owner(tower) == ghost:
        text = mark("that takes {pips} for the ghost and makes a tower worth {worth}")
        if owner(play[3]) == position.seat:
            return clause("gives", _given(position, play), {"pips": _pips(taken)}, taken=taken, worth=made)
        if gain == 0:
            cost = -gain_of(play, owner(play[3]))
            if leaders(after(position, play).scores()) == [ghost]:
                return clause("ghost leads", COSTS_BUT, {"pips": _pips(cost)}, cost=cost)
            return clause("costs", COSTS, {"pips": _pips(cost)}, cost=cost)
    elif play[0] == MINE:
        return clause("mines", MINES, {"pips": _pips(gain)}, gain=gain, mined=gain - taken, taken=taken)
    return clause("takes", text, {"pips": _pips(taken)}, taken=taken, worth=made)


def _given(position: Position, play: Play) -> Message:
    """Return how to say that a tower of the seat goes to the ghost."""
    target, (rival,) = play[3], position.rivals
    if position.held and all(owner(play[3]) == position.seat for play in position.plays() if play[3]):
        return GIVES_ALL
    if not any(reply[3] == target and _is_of(reply, rival) for reply in replies(position, position.board)):
        return GIVES
    board, made = after(position, play), changes(play)[1][-1]
    if not any(reply[3] == made and _is_of(reply, rival) for reply in replies(position, board)):
        return GIVES_BUT
    is_mine = any(mine[3] == made and _is_of(mine, position.seat) for mine in board.plays(position.seat))
    return GIVES_BACK if is_mine and position.view.turn is None else GIVES


MINES = mark("that gains {pips}, {mined} for the piece taken out and {taken} for what it caps")
COSTS = Own(
    "that costs the opponent {pips} without using any of your pieces",
    "that costs the opponent {pips} without using any of {name}'s pieces",
)
COSTS_BUT = Own(
    "that costs the opponent {pips} without using any of your pieces, but then the ghost has the most pips",
    "that costs the opponent {pips} without using any of {name}'s pieces, but then the ghost has the most pips",
)
GIVES = Own(
    "that gives the ghost {pips} of yours and makes a tower worth {worth}",
    "that gives the ghost {pips} of {name}'s and makes a tower worth {worth}",
)
GIVES_BUT = Own(
    "that gives the ghost {pips} of yours, which the opponent could otherwise take",
    "that gives the ghost {pips} of {name}'s, which the opponent could otherwise take",
)
GIVES_BACK = Own(
    "that gives the ghost {pips} of yours, but if you're first, you take the {worth} back with a piece of your own",
    "that gives the ghost {pips} of {name}'s, but if {name} is first, a piece of {name}'s takes the {worth} back",
)
GIVES_ALL = Own(
    "it can only cap your towers, and this one gives the ghost {pips}",
    "it can only cap {name}'s towers, and this one gives the ghost {pips}",
)


def _split(position: Position, play: Play) -> list[Clause]:
    """Return who gains or loses by a split, or else what can be capped then."""
    seat, (lower, upper), board = position.seat, changes(play)[1], after(position, play)
    facts = {"lower": worth(lower), "upper": worth(upper)}
    guards = _guards(position, _guarded(position, board))
    made, lost = _made_by_split(position, board, play[2], lower, upper), {"pips": _pips(worth(lower))}
    if owner(upper) not in (owner(lower), seat):
        is_first, gets_first = position.view.leaders == [owner(upper)], leaders(board.scores()) == [owner(lower)]
        return [clause("splits off", SPLITS_OFF[is_first, gets_first], lost, **facts), *guards]
    if owner(upper) != owner(lower):
        if made is None and _spare(position, upper) < _spare(position, play[2]):
            made = mark("the others can then take fewer pieces out of the upper part, worth {upper}")
        if made is None:
            return [clause("loses", LOSES, lost, **facts), *guards]
        text = fill(LOSES_BUT, **lost, reason=fill(made, **facts))
        return [Clause("loses", text, facts)]
    return (
        guards if made is None and guards else [clause("splits", made or mark("nobody gains or loses pips"), **facts)]
    )


def _spare(position: Position, stack: Stack) -> int:
    """Return how many pieces the rivals could take out of a stack."""
    return sum(spare(stack, rival) for rival in position.rivals)


SPLITS_OFF = {
    (True, False): mark("that costs the leader {pips}"),
    (True, True): mark("that costs the leader {pips}, but then whoever gets the lower part leads"),
    (False, False): mark("that costs the tower's owner {pips}"),
    (False, True): mark("that costs the tower's owner {pips}, but then whoever gets the lower part leads"),
}
"""By whether the tower's owner leads alone, and whether the owner of the lower part does then."""
LOSES = Own("that costs you {pips}", "that costs {name} {pips}")
LOSES_BUT = Own("that costs you {pips}, but {reason}", "that costs {name} {pips}, but {reason}")


def _is_of(play: Play, colour: int) -> bool:
    """Tell whether a play moves a piece of a colour."""
    return play[2][play[1]] >> 2 == colour


def _made_by_split(position: Position, board: SearchBoard, tower: Stack, lower: Stack, upper: Stack) -> Message | None:
    """Return what a split of a tower into a lower and an upper part makes possible on the board after it."""
    seat, stacks = position.seat, (tower, lower, upper)
    own = [[play for play in now.plays(seat) if _is_of(play, seat)] for now in (position.board, board, board)]
    whole, below, above = (_largest(plays, stack) for plays, stack in zip(own, stacks))
    if position.view.turn is not None:  # another player comes before, who can use a part or cap it
        used = {stack for reply in replies(position, board) for stack in reply[2:]}
        below, above = (0 if stack in used else size for stack, size in ((lower, below), (upper, above)))
    if below > whole:
        return LARGER[below]
    piece = ONE[seat * 4 + below]
    if below and spare(tower + piece, owner(tower)) and not spare(lower + piece, owner(lower)):
        return mark("if the lower part, worth {lower}, is capped then, whoever loses it can't take a piece out of it")
    if below and above:
        return BOTH
    if all_others_done(position.view, seat) and seat not in position.view.leaders:
        return LAST_HOPE if _could_profit(board, seat, lower) or _could_profit(board, seat, upper) else LAST
    if _largest(replies(position, board), lower) > _largest(replies(position, position.board), tower):
        return mark("then another player can cap the lower part, worth {lower}, with a larger piece")
    return None


def _could_profit(board: SearchBoard, seat: int, piece: Stack) -> bool:
    """Tell whether a free-stander could cap a tower of the seat, which could then take out a piece."""
    if not is_free(piece):
        return False
    own = [stack for stack in board.targets(piece[0]) if owner(stack) == seat]
    return any(spare(stack + piece, seat) for stack in own)


def _largest(plays: Iterable[Play], stack: Stack) -> int:
    """Return the size of the largest piece with which one of the plays caps a stack, 0 if there is none."""
    return max((source[at] & 3 for _, at, source, target in plays if target == stack), default=0)


LARGER = (
    "",
    Own(
        "a small piece of yours can then cap the lower part, worth {lower}",
        "a small piece of {name}'s can then cap the lower part, worth {lower}",
    ),
    Own(
        "a medium piece of yours can then cap the lower part, worth {lower}",
        "a medium piece of {name}'s can then cap the lower part, worth {lower}",
    ),
    Own(
        "a large piece of yours can then cap the lower part, worth {lower}",
        "a large piece of {name}'s can then cap the lower part, worth {lower}",
    ),
)
"""By the pips of the piece."""
BOTH = Own(
    "then you can cap both parts, worth {lower} and {upper}",
    "then {name} can cap both parts, worth {lower} and {upper}",
)
LAST = Own(
    "everyone else is done, so without this play the game would end, and you wouldn't win",
    "everyone else is done, so without this play the game would end, and {name} wouldn't win",
)


LAST_HOPE = Own(
    "everyone else is done and you aren't winning, so you can only hope that the freed piece caps a tower of yours",
    "everyone else is done and {name} isn't winning, so all hope is that the freed piece caps a tower of {name}'s",
)


def _done(position: Position) -> list[Clause]:
    """Return why it is better to make no play, and how a player who makes none can answer a cap."""
    plays = position.plays()
    if not plays:
        return [clause("stuck", mark("there's nothing to play right now"))]
    if len(plays) == 1 and gain_of(plays[0], position.seat) == 0:
        text = ONLY_LEADS if leads(position.view, position.seat) else ONLY
        return [clause("only", text, {"play": named(plays[0], position)}), *_watches(position)]
    if leads(position.view, position.seat):
        return [clause("leads", LEADS)]
    if _is_taken_back(position):
        return [clause("taken back", TAKEN_BACK)]
    return [clause("waits", mark("no play here looks worth it"))]


def _watches(position: Position) -> list[Clause]:
    """Return out of which tower the seat can take a piece if someone caps it."""
    if position.held is not None:
        return []
    own = [stack for stack in cappers(position, position.board) if owner(stack) == position.seat]
    most = _most(stack for stack in own if len(inside(stack, position.seat)) >= TO_MINE)
    return [clause("watches", WATCHES, worth=most)] if most else []


LEADS = Own("you lead, and no play here looks worth it", "{name} leads, and no play here looks worth it")
# Translators: {play} is such as "splitting the tower worth 9".
ONLY_LEADS = Own(
    "you lead, and the only play left is {play}, which gains you nothing",
    "{name} leads, and the only play left is {play}, which gains {name} nothing",
)
ONLY = Own(
    "the only play left is {play}, which gains you nothing",
    "the only play left is {play}, which gains {name} nothing",
)
WATCHES = Own(
    "if someone caps your tower worth {worth}, you can take a piece out of it",
    "if someone caps {name}'s tower worth {worth}, {name} can take a piece out of it",
)
TAKEN_BACK = Own(
    "whatever you take here, just as much can be taken from you at once",
    "whatever {name} takes here, just as much can be taken from {name} at once",
)


def _is_taken_back(position: Position) -> bool:
    """Tell whether some play gains pips, and each such play has a reply that costs the seat as many."""
    gains = {play: gain for play in position.plays() if (gain := gain_of(play, position.seat)) > 0}
    return bool(gains) and all(_costliest(position, play) >= gain for play, gain in gains.items())


def _costliest(position: Position, play: Play) -> int:
    """Return how many pips the rivals' replies to a play can cost the seat."""
    board = after(position, play)
    return max(-gain_of(reply, position.seat) for rival in position.rivals for reply in [PASSING, *board.plays(rival)])


# -- another play that takes more


def tempting(position: Position, best: Play) -> Play | None:
    """Return the play that takes most at once, if that is more than the best play does, or else None.

    A play that only costs the opponent pips is also compared with other such plays.
    """
    least, plays = _at_once(position, best), position.plays()
    found = [play for play in plays if gain_of(play, position.seat) > least]
    if not found and _is_ghosts(position, best):
        found = [play for play in plays if _at_once(position, play) > least]
    return max(found, key=lambda play: (_at_once(position, play), position.gain(play)), default=None)


def _at_once(position: Position, play: Play) -> int:
    """Return how many pips a play gains the seat, or else how many one with the ghost's piece costs the opponent."""
    gain = gain_of(play, position.seat)
    return -gain_of(play, position.rivals[0]) if not gain and _is_ghosts(position, play) else gain


def _is_ghosts(position: Position, play: Play) -> bool:
    """Tell whether a play moves a piece of the ghost's."""
    return play[0] in (CAP, MINE, PLACE) and _is_of(play, position.board.ghost)


def explain_why_not(position: Position, best: Play) -> str:
    """Return what speaks against the play that takes most at once, compared with the best one.

    It is "" if nothing that is certain right after both speaks for the best one.
    """
    other = tempting(position, best)
    if other is None or (best == PASSING and _is_taken_back(position)):
        return ""
    why = against(position, best, other)
    if why == many_things():
        return ""
    values = values_of(position, [best, other])
    if values[0] <= values[1]:
        return ""
    text = GAINS_MORE if gain_of(other, position.seat) > 0 else COSTS_MORE
    return sentence(tr(text, play=named(other, position, best), reason=why))


# Translators: {reason} is such as "this way none of your towers can be capped next; otherwise one worth 9 could be.".
GAINS_MORE = mark("{play} would gain more now, but {reason}")
COSTS_MORE = mark("{play} would cost the opponent more now, but {reason}")


def said_at_once(position: Position, play: Play) -> list[str]:
    """Return all that a hint may say about a play that needs no search."""
    said, other = [explain(position, play, is_compared) for is_compared in (False, True)], tempting(position, play)
    if other is None:
        return said
    return [*said, named(other, position, play), against(position, play, other)]


def against(position: Position, best: Play, other: Play) -> str:
    """Return what speaks against another play: what rivals can do next with the tower it makes, or a difference.

    That they can cap a new tower either way is none, because the seat loses no more by that than its own piece.
    """
    crowd, (made, mine) = len(position.rivals) > 1, (_made(play, position.seat) for play in (other, best))
    if made is None:
        return REASONS.in_words(position.view, at_once(position, best, other))
    takers = [reply for reply in replies(position, after(position, other)) if reply[3] == made]
    if takers and (mine is None or mine not in cappers(position, after(position, best))):
        if all(_is_of(reply, position.board.ghost) for reply in takers):
            return tr("the opponent could cap that with a piece of the ghost's at once.")
        text = TAKEN_AT_ONCE if crowd else mark("the opponent could take all of it back at once.")
        return tr(text)
    taken, fewer = _removable(position, made), _removable(position, mine or NOTHING)
    if taken and gain_of(other, position.seat) - taken <= gain_of(best, position.seat) - fewer:
        return tr(MINED[crowd, fewer > 0], pips=_pips(taken), fewer=fewer)
    found = at_once(position, best, other)
    lasting = [each for each in found if each.fact.kind != "exposed" or each.other != worth(made)]
    why, small = REASONS.in_words(position.view, lasting), ONE[position.seat * 4 + SMALL]
    if why != many_things():
        return why
    if best != PASSING and other[2] == small != best[2]:
        return fill(KEEPS_SMALL)
    first = position.view.leaders
    if crowd and len(first) == 1 and gain_of(best, first[0]) < 0 <= gain_of(other, first[0]):
        return tr("this way the leader loses {pips}.", pips=_pips(-gain_of(best, first[0])))
    return why


def _removable(position: Position, stack: Stack) -> int:
    """Return how many pips the others can take out of a stack of the seat's, each colour all its pieces but one."""
    found = 0
    for colour in range(position.board.colours):
        own = sorted(stack[i] & 3 for i in inside(stack, colour))
        found += sum(own[1:]) if colour != position.seat else 0
    return found


TAKEN_AT_ONCE = mark("another player could take all of it at once.")
MINED = {
    (False, False): mark(
        "the opponent could then take {pips} out of it, which leaves no more than the suggested play gains."
    ),
    (False, True): mark(
        "the opponent could take {pips} out of it and only {fewer} after the suggested play, which makes up for it."
    ),
    (True, False): mark(
        "the others could then take {pips} out of it, which leaves no more than the suggested play gains."
    ),
    (True, True): mark(
        "the others could take {pips} out of it and only {fewer} after the suggested play, which makes up for it."
    ),
}
"""By whether there are several rivals, and whether they can take pieces out of the better play's tower as well."""
KEEPS_SMALL = Own(
    "this way you keep one more free-standing small piece, which can cap anything.",
    "this way {name} keeps one more free-standing small piece, which can cap anything.",
)


def _made(play: Play, seat: int) -> Stack | None:
    """Return the tower or free-stander of the seat's own that a play with a piece makes, if any."""
    if play[0] in (PASSING[0], SPLIT):
        return None
    made = changes(play)[1][-1]
    return made if owner(made) == seat else None


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
WITH_GHOSTS = (
    "",
    mark("capping {tower} with a small piece of the ghost's"),
    mark("capping {tower} with a medium piece of the ghost's"),
    mark("capping {tower} with a large piece of the ghost's"),
)
"""By pips. {tower} is "the tower worth 9" or "the free-standing small piece"."""


def named(play: Play, position: Position | None = None, best: Play = PASSING) -> str:
    """Return a play such as "capping the tower worth 9 with a small piece".

    In a position, it is said whose the tower is, seen from the best play.
    """
    kind, at, source, target = play
    if play == PASSING:
        return tr("stopping there")
    if kind == SPLIT:
        return tr("splitting the tower worth {worth}", worth=worth(source))
    if target == NOTHING:
        if kind == SET_DOWN:
            return tr("setting it down")
        return tr("taking {piece} out of its tower", piece=tr(PIECE[source[at] & 3]))
    assert kind in (CAP, MINE, PLACE)
    texts = WITH_MINED if kind == MINE else WITH_PIECE
    if position and _is_ghosts(position, play):
        texts = WITH_GHOSTS
    return tr(texts[source[at] & 3], tower=_tower(target, position, best))


def _tower(stack: Stack, position: Position | None, best: Play) -> str:
    """Return a tower, and whose it is, unless the best play changes it too.

    In a crowd, that is whether it has the same owner as the one that the best play caps.
    """
    if is_free(stack):
        is_ghosts = position is not None and owner(stack) == position.board.ghost
        return tr((GHOSTS_SINGLE if is_ghosts else SINGLE)[stack[0] & 3])
    text = mark("the tower worth {worth}")
    capped = best[3] or best[2]
    if position and stack == capped and position.board.stacks[stack] == 1:
        text = mark("the same tower")
    elif position and owner(stack) == position.board.ghost:
        text = mark("the ghost's tower worth {worth}")
    elif position and len(position.rivals) == 1 and owner(stack) != position.seat:
        text = mark("the opponent's tower worth {worth}")
    elif position and capped and owner(stack) == owner(capped):
        text = mark("the same player's tower worth {worth}")
    elif position and stack != best[2]:
        text = mark("another player's tower worth {worth}")
    return tr(text, worth=worth(stack))


def _pips(number: float) -> str:
    return tr_count("{number} pip", "{number} pips", max(1, round(number)))
