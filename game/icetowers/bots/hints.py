"""Explanations of why a play is good."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from ...bots.reasons import GAME_OVER, Clause, adding, clause, reason
from ...language import Message, Own, fill, mark, seat_name, tr, tr_count
from ...text import paragraph, sentence
from ..core import ONE, TO_MINE, Stack, inside, is_free, leaders, owner, spare, worth
from ..state import LARGE, SMALL
from ..words import tower_named
from .core import BEYOND, CAP, MINE, NOTHING, PASSING, PLACE, SET_DOWN, SPLIT, Play, SearchBoard, changes
from .evaluation import Position, all_others_done, gain_of, leads
from .reasons import REASONS, after, cappers, replies

LEAST_MENTIONED = 1.0
"""The smallest difference between two plays that counts as one, in pips."""
LEAST_WORTH = 0.3
"""The smallest worth of what sets a play apart from one that takes more, in pips, that is mentioned."""
LEAST_SHARE = 0.5
"""The smallest share of the pips that the other play takes more which some of the reasons against it must be worth."""
NEARLY = 0.8
"""The smallest share of the most pips that is nearly as much."""
LEAST_LEAD = 1.5
"""The smallest difference between two plays in the bot's search that counts as one, in pips. The search is rough."""
WEAK = ("answers", "large")
"""Kinds of clauses that tell less than that no other play gains more."""
LASTING = ("ends", "saves", "safe", "returns")
"""Kinds of clauses that are said even if a play that takes more is mentioned, too, unless they are as true of that."""


def explain(
    position: Position, play: Play, other: Play | None = None, lead: float = BEYOND, is_enough: bool = True
) -> str:
    """Return why the play is good, in words that continue the naming of the play.

    That is from its immediate effects, and by comparison with another play that takes as much or more, if there is one.
    `lead`: by how many pips the bot's search finds the play better than that one. It is only mentioned for want of a
    reason. `is_enough`: whether what speaks against that one speaks against all others that take as much or more.
    """
    texts = _explained(position, play, clauses(position, play), other)
    return texts[lead < LEAST_LEAD if is_enough or len(texts) < 3 else 2]


def _explained(position: Position, play: Play, own: Sequence[Clause], other: Play | None) -> Sequence[str]:
    """Return `explain` if the bot's search finds the play clearly better than the other one, and if not.

    If that depends on `is_enough`, return also what it says if that is false.
    """
    first, *found = own
    gain, others_gain = (gain_of(each, position.seat) for each in (play, other or play))
    later = [each.facts["lower"] for each in own if each.kind == "prepares"]
    later += [gain + each.facts["worth"] for each in own if each.kind == "returns"]
    is_told = first.kind == "taken back" or any(each.kind == "wins" for each in found)
    if other is None or is_told or any(pips >= others_gain for pips in later):
        return (reason([first, *_or_most(position, play, first, found)]),) * 2
    shared, alike = [each.text for each in clauses(position, other)], _alike(play, other)
    if len(inside(_made(other, position.seat), position.seat)) >= TO_MINE:
        alike = [*alike, "invests"]
    found = [each for each in found if each.text not in shared and each.kind not in alike]
    is_equal = gain == others_gain > 0
    why = "" if is_equal and found else against(position, play, other)
    if why:
        found = [each for each in found if each.kind in LASTING]
    elif is_equal:
        found = _or_most(position, play, first, found)
    has_value = play != PASSING and not position.is_near_end
    whys = [why] * 2 if why or is_equal or not has_value else _by_value(position, play, other)
    text = reason([first, *found])
    texts = [paragraph([text, explain_why_not(position, play, other, each)]) if each else text for each in whys]
    if why and is_equal:
        return [*texts, reason([first, *_or_most(position, play, first, [])])]
    return [*texts, paragraph([texts[0], sentence(tr(NONE_BETTER))])] if why and has_value else texts


def _by_value(position: Position, play: Play, other: Play) -> list[str]:
    """Return that the bot's search finds a play better than one that takes more, and that it finds them about the same.

    If others can take so much more out of the other play's tower that it makes up part of the difference, that comes
    first, and the last text is then that no play that takes more looks better.
    """
    values, (taken, fewer) = (tr(REASONS.on_the_whole), tr(ABOUT_THE_SAME)), _taken_out(position, play, other)
    more = gain_of(other, position.seat) - gain_of(play, position.seat)
    if sum(taken.values()) - sum(fewer.values()) < LEAST_SHARE * more:
        return [*values]
    text = _mined(position, taken, fewer)
    return [paragraph([text, sentence(value)]) for value in (*values, tr(NONE_BETTER))]


def _or_most(position: Position, play: Play, first: Clause, found: list[Clause]) -> list[Clause]:
    """Return the clauses after the first one, or that no other play gains more if they tell less than that."""
    gains = [gain_of(each, position.seat) for each in position.plays()]
    is_told = first.kind not in ("takes", "mines", "flees") or any(each.kind not in WEAK for each in found)
    if is_told or not gains[1:] or gain_of(play, position.seat) < max(gains):
        return found
    pieces = {(each[2][each[1]], each[3]) for each, gain in zip(position.plays(), gains) if gain == max(gains)}
    return adding([clause("most", MOST[len(pieces) > 1])])


MOST = mark("no other play gains more now"), mark("no other play gains more now, though others gain as much")
"""By whether another piece, or another tower to cap, gains as much."""


def _alike(play: Play, other: Play) -> list[str]:
    """Return the kinds of clauses that are about the piece, or whose tower is capped, if these are the same."""
    found = ["answers", "large"] if play[:3] == other[:3] else []
    return [*found, "first"] if play[3] and other[3] and owner(play[3]) == owner(other[3]) else found


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
    if not any(board.plays(seat) for seat in range(board.seats)):
        found.append(_ends(position, board))
    elif saved > worth(target):
        found += adding([clause("saves", SAVES, worth=saved)])
    elif tower not in cappers(position, board):
        found += adding([clause("safe", mark("nobody else can cap that now"))])
    elif is_own and len(inside(tower, position.seat)) == TO_MINE:
        found.append(clause("invests", INVESTS))
    elif is_free(target) and owner(target) in position.rivals and target[0] & 3 < LARGE:
        found += adding([clause("depletes", DEPLETES[target[0] & 3], {"name": seat_name(owner(target))})])
    elif not is_own and play[0] == CAP:
        found += adding(_guards(guarded))
    elif play[0] == PLACE and _is_from_first(position, play):
        found.append(clause("first", FIRST, {"name": seat_name(owner(target))}))
    elif is_own and size == SMALL:
        found += adding([clause("answers", mark("only a small piece can cap that"))])
    elif is_own and size == LARGE and position.view.done <= {position.seat} and _could_stay(position, play):
        found.append(clause("large", mark("a large piece can cap only large ones, so it's best played early")))
    elif _is_from_first(position, play):
        found.append(clause("first", FIRST, {"name": seat_name(owner(target))}))
    return found


def _ends(position: Position, board: SearchBoard) -> Clause:
    """Return how the game ends on a board on which nobody has a play."""
    first = leaders(board.scores())
    how = "loses" if position.seat not in first else "shares" if first[1:] else "wins"
    return clause("wins" if how == "wins" else "ends", GAME_OVER[how])


FIRST = mark("of the others, {name} has the most pips")


def _is_from_first(position: Position, play: Play) -> bool:
    """Tell whether a cap costs the first of several rivals, and as much could be taken from another one's tower."""
    scores, rivals, gain = position.view.scores, position.rivals, gain_of(play, position.seat)
    if any(scores[rival] >= scores[owner(play[3])] for rival in rivals if rival != owner(play[3])):
        return False
    equal = [like for like in position.plays() if like[:3] == play[:3] and like[3]]
    owners = {owner(like[3]) for like in equal if gain_of(like, position.seat) == gain}
    return owner(play[3]) in rivals and len(owners.intersection(rivals)) > 1


def _could_stay(position: Position, play: Play) -> bool:
    return play[0] == CAP or (position.held is not None and not position.held.mined)


def _most(stacks: Iterable[Stack]) -> int:
    """Return what the biggest of some towers is worth, 0 if there are none."""
    return max(map(worth, stacks), default=0)


def _guarded(position: Position, board: SearchBoard) -> dict[Stack, int]:
    """Return the seat's towers that fewer pieces can cap on a later board, at most one, with their number."""
    before, left = cappers(position, position.board), cappers(position, board)
    own = [stack for stack in before if owner(stack) == position.seat and not is_free(stack) and stack in board.stacks]
    return {stack: left[stack] for stack in own if left[stack] < before[stack] and left[stack] <= 1}


def _guards(guarded: dict[Stack, int]) -> list[Clause]:
    """Return that nobody, or only one piece, can cap the biggest of some towers then."""
    if not guarded:
        return []
    tower = max(guarded, key=worth)
    if guarded[tower]:
        return [clause("guards", ONLY_ONE, worth=worth(tower))]
    return [clause("saves", SAVES, worth=worth(tower))]


ONLY_ONE = Own(
    "then only one piece can still cap your tower worth {worth}",
    "then only one piece can still cap {name}'s tower worth {worth}",
)
DEPLETES = (
    "",
    mark("then {name} has one fewer small piece to cap with"),
    mark("then {name} has one fewer medium piece to cap with"),
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
    "that gives the ghost {pips} of yours, but if you're quicker, you take the tower worth {worth} back with a piece "
    "of your own",
    "that gives the ghost {pips} of {name}'s, but if {name} is quicker, a piece of {name}'s takes the tower worth "
    "{worth} back",
)
GIVES_ALL = Own(
    "it can only cap your towers, and this one gives the ghost {pips}",
    "it can only cap {name}'s towers, and this one gives the ghost {pips}",
)


def _split(position: Position, play: Play) -> list[Clause]:
    """Return who gains or loses by a split, or else what can be capped then."""
    seat, (lower, upper), board = position.seat, changes(play)[1], after(position, play)
    facts = {"lower": worth(lower), "upper": worth(upper)}
    guards = _guards(_guarded(position, board))
    made, lost = _made_by_split(position, board, play[2], lower, upper), {"pips": _pips(worth(lower))}
    if owner(upper) not in (owner(lower), seat):
        is_first, gets_first = position.view.leaders == [owner(upper)], leaders(board.scores()) == [owner(lower)]
        return [clause("splits off", SPLITS_OFF[is_first, gets_first], lost, **facts), *guards]
    if owner(upper) != owner(lower):
        if made is None and _spare(position, upper) < _spare(position, play[2]):
            made = mark("then fewer pieces can be taken out of the upper part, worth {upper}")
        if made is None:
            return [clause("loses", LOSES, lost, **facts), *guards]
        text = fill(LOSES_BUT, **lost, reason=fill(made, **facts))
        return [Clause("loses", text, facts)]
    if made is None and guards:
        return guards
    kind = "prepares" if made in (*LARGER, BOTH) else "splits"
    return [clause(kind, made or mark("nobody gains or loses pips"), **facts)]


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
        return mark("if the lower part, worth {lower}, is then capped, whoever loses it can't take a piece out of it")
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
    "everyone else is done and you aren't winning, so your only hope is that the freed piece caps a tower of yours, "
    "which lets you take a piece out of it",
    "everyone else is done and {name} isn't winning, so the only hope is that the freed piece caps a tower of {name}'s"
    ", which lets {name} take a piece out of it",
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
    if all(gain_of(play, position.seat) <= 0 for play in plays):
        return [clause("no gain", NO_GAIN), *_watches(position)]
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
NO_GAIN = Own("no play here gains you anything", "no play here gains {name} anything")
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


def tempting(
    position: Position, best: Play, ranked: Sequence[tuple[float, Play]] = ()
) -> tuple[Play | None, float, bool]:
    """Return the play that takes most at once, if that is more than the best play does, or else one that takes as much.

    Of several, it is one with the same piece, and of these the one with the largest value in `ranked`. If nothing
    speaks against it but its value, one that takes nearly as much and is valued about as the best play comes before it.
    Return also how much less its value is, and whether what speaks against it speaks against all others, too.
    """
    found, values = bigger(position, best), {play: value for value, play in ranked}
    if not found:
        equal = _as_big(position, best)
        return next(iter(equal), None), BEYOND, _is_enough(position, best, equal)
    lead = {play: values.get(best, 0.0) - values.get(play, -BEYOND) for play in found}
    most = max(_at_once(position, play) for play in found)
    keys = {play: (play[:3] == best[:3], -lead[play], position.gain(play)) for play in found}
    other = max((play for play in found if _at_once(position, play) == most), key=keys.__getitem__)
    close = [play for play in found if lead[play] < LEAST_LEAD and _at_once(position, play) >= NEARLY * most]
    if close and other not in close and best != PASSING and not against(position, best, other):
        other = max(close, key=lambda play: (_at_once(position, play), keys[play]))
    return other, lead[other], _is_enough(position, best, [other, *(found if ranked else [])])


def _is_enough(position: Position, best: Play, others: Sequence[Play]) -> bool:
    """Tell whether what speaks against the first of several plays speaks against all others that aren't named alike."""
    if not others:
        return True
    name, (kind, text) = named(others[0], position, best), _objection(position, best, others[0])
    rest = (_objection(position, best, other) for other in others if named(other, position, best) != name)
    if kind == "leader" and bigger(position, best):  # that is only said if it is true of all of these
        return True
    return all(kind and each == (kind, text if kind == "apart" else each[1]) for each in rest)


def _as_big(position: Position, best: Play) -> list[Play]:
    """Return the plays with another piece or onto another tower that take as much, the most promising one first.

    A tower of the same owner that is worth as much is none, because both would be named alike.
    """
    gain = gain_of(best, position.seat)
    if not best[3] or gain <= 0:
        return []
    found = [play for play in position.plays() if play[3] and gain_of(play, position.seat) == gain]
    found = [play for play in found if (play[2][play[1]], play[3]) != (best[2][best[1]], best[3])]
    found = [play for play in found if play[3] == best[3] or named(play, position) != named(best, position)]
    return sorted(found, key=position.gain, reverse=True)


def bigger(position: Position, best: Play) -> list[Play]:
    """Return the plays that take more at once than the best play does.

    A play that only costs the opponent pips is also compared with other such plays.
    """
    least, plays = _at_once(position, best), position.plays()
    found = [play for play in plays if gain_of(play, position.seat) > least]
    if not found and _is_ghosts(position, best):
        found = [play for play in plays if _at_once(position, play) > least]
    return found


def _at_once(position: Position, play: Play) -> int:
    """Return how many pips a play gains the seat, or else how many one with the ghost's piece costs the opponent."""
    gain = gain_of(play, position.seat)
    return -gain_of(play, position.rivals[0]) if not gain and _is_ghosts(position, play) else gain


def _is_ghosts(position: Position, play: Play) -> bool:
    """Tell whether a play moves a piece of the ghost's."""
    return play[0] in (CAP, MINE, PLACE) and _is_of(play, position.board.ghost)


def explain_why_not(position: Position, best: Play, other: Play, why: str) -> str:
    """Return in a sentence what speaks against a play that takes as much at once as the best one, or more."""
    gain = gain_of(other, position.seat)
    text = COSTS_MORE if gain <= 0 else GAINS_MORE if gain > gain_of(best, position.seat) else GAINS_AS_MUCH
    return sentence(tr(text, play=named(other, position, best), reason=why))


# Translators: {reason} is such as "this way you keep one more free-standing small piece, which can cap anything.".
GAINS_MORE = mark("{play} would gain more now, but {reason}")
GAINS_AS_MUCH = mark("{play} would gain as much, but {reason}")
COSTS_MORE = mark("{play} would cost the opponent more now, but {reason}")
NONE_BETTER = mark("no bigger gain looks better a few plays later.")
ABOUT_THE_SAME = mark("both come out about the same a few plays later.")


def explanations(position: Position, play: Play, hint: str) -> set[str]:
    """Return what `explain` may say of a play, as far as a hint says it."""
    own, more = clauses(position, play), bigger(position, play)
    others: list[Play | None] = [other for other in more if named(other, position, play)[1:] in hint]
    if not more:
        others = [*_as_big(position, play)[:1]] or [None]
    found = {reason(own), *(text for other in others for text in _explained(position, play, own, other))}
    return {text for text in found if text in hint}


def against(position: Position, best: Play, other: Play) -> str:
    """Return what speaks against a play: what rivals can do next with the tower it makes, or what sets it apart."""
    return _objection(position, best, other)[1]


def _objection(position: Position, best: Play, other: Play) -> tuple[str, str]:
    """Return the kind and the text of `against`.

    That they can cap a new tower either way is none, because the seat loses no more by that than its own piece.
    """
    made, mine = (_made(play, position.seat) for play in (other, best))
    board, capped = after(position, other), cappers(position, after(position, best))
    takers = [reply for reply in replies(position, board) if made and reply[3] == made]
    if takers and (not mine or mine not in capped):
        colours = [colour for colour in position.rivals if any(_is_of(reply, colour) for reply in takers)]
        if not colours:
            return "taken", tr("the opponent could cap that with a piece of the ghost's at once.")
        return "taken", tr("{name} could take all of it at once.", name=seat_name(colours[0]))
    gains = [gain_of(play, position.seat) for play in (other, best)]
    opened = [stack for stack in cappers(position, board) if stack in position.board.stacks and stack not in capped]
    lost = _most(stack for stack in opened if owner(stack) == position.seat and not is_free(stack) and stack != made)
    if lost and lost >= LEAST_SHARE * (gains[0] - gains[1]):
        return "opens", fill(OPENS, worth=lost)
    taken, fewer = _taken_out(position, best, other)
    left, kept = (gain - sum(out.values()) for gain, out in zip(gains, (taken, fewer)))
    if taken and left <= kept and (gains[0] > gains[1] or not fewer):
        return "mined", _mined(position, taken, fewer)
    worths = _worths(position, best, other)
    found = [*_set_apart(position, best, other, worths, bool(takers))]
    largest = max((reply[2][reply[1]] & 3 for reply in takers), default=0)
    if mine and largest > mine[-1] & 3:
        found.append((worths["tower", position.seat], "apart", tr(CAPPED_BY[largest])))
    pips, kind, text = max(found, default=(0.0, "", ""))
    if pips >= LEAST_WORTH:
        return kind, text
    is_invested = len(inside(mine, position.seat)) >= TO_MINE > len(inside(made, position.seat))
    return ("apart", fill(INVESTED)) if is_invested else ("", "")


def _taken_out(position: Position, best: Play, other: Play) -> tuple[Mapping[int, int], Mapping[int, int]]:
    """Return how many pips of each colour rivals can take out of the tower that another play makes, and the best one.

    That is nothing if the best one's piece will cap the rest of its tower, and they could take pieces out of that, too.
    """
    made, mine = (_removable(position, _made(play, position.seat)) for play in (other, best))
    is_mine = best[0] == MINE and not best[3]
    if is_mine and _returns(position, best) and _removable(position, b"".join(changes(best)[1])):
        return {}, mine
    return made, mine


def _set_apart(
    position: Position, best: Play, other: Play, worths: Mapping[tuple[str, int], float], is_taken: bool
) -> Iterator[tuple[float, str, str]]:
    """Yield what the best play does that the other one doesn't, each with its worth to the bot in pips and its kind.

    `is_taken`: whether rivals can cap the tower that the other one makes. With several rivals, one piece fewer for that
    is no reason.
    """
    seat, target = position.seat, best[3]
    own, enough = worths["free", seat], LEAST_SHARE * (gain_of(other, seat) - gain_of(best, seat))
    is_only_rivals = is_free(target) and position.rivals == [owner(target)]
    if is_taken and is_only_rivals and target[0] & 3 <= _made(other, seat)[-1] & 3:
        text = tr(FEWER[target[0] & 3], name=seat_name(owner(target)))
        yield worths["free", owner(target)] + min(0.0, own), "apart", text
    is_kept = other[0] == CAP and owner(other[2]) == seat and other[2] != best[2] and other[2][0] & 3 < LARGE
    if is_kept and own >= enough:
        yield own, "apart", fill(KEEPS[other[2][0] & 3])
    if spare(other[3], seat) and other[3] not in best[2:] and worths["spare", seat] >= enough:
        yield worths["spare", seat], "apart", fill(CAN_TAKE)
    lost, otherwise = (_cost_to_leader(position, play) for play in (best, other))
    if lost > 2 * otherwise and all(_cost_to_leader(position, play) < lost for play in bigger(position, best)):
        first = position.view.leaders[0]
        pips = worths["tower", first] + worths["free", first]
        if pips >= enough:
            yield pips, "leader", tr(LEADER_LOSES[otherwise > 0], pips=_pips(lost), fewer=otherwise)


def _cost_to_leader(position: Position, play: Play) -> int:
    """Return how many pips a play costs the leader, 0 if there are several or only two seats."""
    leaders = position.view.leaders
    return max(0, -gain_of(play, leaders[0])) if len(leaders) == 1 and len(position.rivals) > 1 else 0


LEADER_LOSES = (
    mark("this way the leader loses {pips}."),
    mark("this way the leader loses {pips} rather than {fewer}."),
)
"""By whether the leader also loses some by the other play."""


def _worths(position: Position, best: Play, other: Play) -> Mapping[tuple[str, int], float]:
    """Return what the bot likes more about the best play before any reply, by kind and colour, in pips."""
    found, values = defaultdict[tuple[str, int], float](float), position.values
    for better, play in ((1, best), (-1, other)):
        gone, come = changes(play)
        if play[0] in (PLACE, SET_DOWN):
            gone = [*gone, play[2]]
        for stack, sign in [*((stack, better) for stack in come), *((stack, -better) for stack in gone)]:
            for colour, value in enumerate(values.by_colour(stack) if stack else ()):
                kind = "spare" if colour != owner(stack) else "free" if is_free(stack) else "tower"
                found[kind, colour] += sign * value * values.stakes[position.seat][colour]
    return found


def _removable(position: Position, stack: Stack) -> dict[int, int]:
    """Return how many pips of each colour the others can take out of a stack of the seat's: all pieces but one."""
    found = dict[int, int]()
    for colour in range(position.board.colours):
        sizes = sorted(stack[i] & 3 for i in inside(stack, colour))
        if colour != position.seat and sizes[1:]:
            found[colour] = sum(sizes[1:])
    return found


def _mined(position: Position, taken: Mapping[int, int], fewer: Mapping[int, int]) -> str:
    """Return that a rival, or several, can take pieces out of a tower, and out of that of the best play."""
    rivals = [colour for colour in position.rivals if colour in taken or colour in fewer] or position.rivals
    texts, pips = RATHER if fewer else TAKES_OUT, _pips(sum(taken.values()))
    return tr(texts[len(rivals) > 1], name=seat_name(rivals[0]), pips=pips, fewer=sum(fewer.values()))


OPENS = Own("your tower worth {worth} could then be capped.", "{name}'s tower worth {worth} could then be capped.")
TAKES_OUT = (
    mark("{name} could then take {pips} out of it."),
    mark("the others could then take {pips} out of it."),
)
RATHER = (
    mark("{name} could then take {pips} out of it rather than {fewer}."),
    mark("the others could then take {pips} out of it rather than {fewer}."),
)
"""By whether several rivals can do that."""
CAPPED_BY = "", "", mark("medium pieces could cap that tower, too."), mark("any piece could cap that tower.")
FEWER = (
    "",
    mark("it could be capped again, and this way {name} has one fewer small piece for that."),
    mark("it could be capped again, and this way {name} has one fewer medium piece for that."),
    mark("it could be capped again, and this way {name} has one fewer large piece for that."),
)
KEEPS: tuple[Message, ...] = (
    "",
    Own(
        "this way you keep one more free-standing small piece, which can cap anything.",
        "this way {name} keeps one more free-standing small piece, which can cap anything.",
    ),
    Own(
        "this way you keep one more free-standing medium piece, which can cap more than a large one.",
        "this way {name} keeps one more free-standing medium piece, which can cap more than a large one.",
    ),
)
"""By pips."""
CAN_TAKE = Own(
    "this way you can still take a piece of yours out of that tower.",
    "this way {name} can still take a piece of theirs out of that tower.",
)
INVESTED = Own(
    "this way, even if someone caps your new tower, you can take a piece of yours out of it again.",
    "this way, even if someone caps {name}'s new tower, {name} can take a piece of theirs out of it again.",
)


def _made(play: Play, seat: int) -> Stack:
    """Return the tower or free-stander of the seat's own that a play with a piece makes, `NOTHING` if none."""
    if play[0] in (PASSING[0], SPLIT):
        return NOTHING
    made = changes(play)[1][-1]
    return made if owner(made) == seat else NOTHING


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
    """Return a tower, and in a position whose it is, unless the best play caps or takes from the same one."""
    if position is None:
        return tr(SINGLE[stack[0] & 3]) if is_free(stack) else tr("the tower worth {worth}", worth=worth(stack))
    if stack == (best[3] or best[2]) and position.board.stacks[stack] == 1 and not is_free(stack):
        return tr("the same tower")
    tower = next(tower for tower in position.view.towers if tower.stack == stack)
    return tower_named(position.view, tower, [seat_name(seat) for seat in range(position.board.seats)])


def _pips(number: float) -> str:
    return tr_count("{number} pip", "{number} pips", max(1, round(number)))
