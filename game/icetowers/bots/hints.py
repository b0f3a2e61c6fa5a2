"""Explanations of why a play is good."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from ...bots.search import GAME_OVER, Clause, adding, clause, reason
from ...language import Message, Own, fill, mark, mark_count, seat_name
from ...text import full_stop, paragraph, sentence
from ..core import ONE, TO_MINE, Stack, inside, is_free, leaders, owner, spare, worth
from ..state import LARGE, SMALL
from .comparisons import (
    FEW,
    FIRST,
    OPENS,
    Explained,
    against,
    as_big,
    bigger,
    biggest,
    caps_rest,
    compared,
    explain_why_not,
    in_pips,
    is_of,
    least_lead,
    more_exposed,
    named,
    outlook,
    own_tower_made,
)
from .core import BEYOND, CAP, MINE, NOTHING, PASSING, PLACE, SET_DOWN, SPLIT, Play, SearchBoard, changes
from .evaluation import Position, after, all_others_done, cappers, gain_of, leads, replies

MUCH = 10
"""If a play takes so many pips, it is worth a word how many pieces could take them in turn."""
MANY = 12
"""The largest number of such pieces that is told of other plays, too. Early in a game there are more."""
USUAL = 0.75
"""What is true of so large a share of all caps is no reason for one of them."""
LEAST_MENTIONED = 1.0
"""The smallest difference between two plays that counts as one, in pips."""
WEAK = ("answers", "large")
"""Kinds of clauses that tell less than that no other play gains more."""
LASTING = ("wins", "ends", "alone", "saves", "safe", "returns")
"""Kinds of clauses that are said even if a play that takes more is mentioned, too, unless they are as true of that."""
BARE = ("even", "loses")
"""Kinds of clauses about splits that are no reasons for them."""


def explain(position: Position, play: Play, other: Play | None = None, lead: float = BEYOND) -> str:
    """Return why the play is good, in words that continue the naming of the play.

    That is from its immediate effects, and by comparison with the other play, which a player sees at once (see
    `Tempting`). If nothing that can be counted sets it apart, it is said how the bot's search compares the two.
    """
    found = _explained(position, play, clauses(position, play), other, lead)
    is_vague = play == PASSING and not least_lead(position) <= lead < BEYOND / 2
    if other is None or found.told or is_vague:
        return found.told or found.most
    return paragraph([found.most, compared(position, play, other, lead)])


def _explained(
    position: Position, play: Play, own: Sequence[Clause], other: Play | None, lead: float = 0.0
) -> Explained:
    """Return what `explain` may say of a play with these clauses, compared with the other one."""
    first, *found = own
    if other is None or first.kind in ("taken back", "last") or any(each.kind == "wins" for each in found):
        return Explained(_priced(position, play, _or_most(position, play, first, found)), "")
    gain, others_gain = (gain_of(each, position.seat) for each in (play, other))
    if _gains_next(position, play, own) >= others_gain > 0 or (other == PASSING and first.kind not in BARE):
        return Explained(_priced(position, play, own), "")
    is_equal = gain == others_gain
    found = _unshared(position, play, other, found)
    if is_equal and any(each.kind not in WEAK for each in found):
        return Explained(_priced(position, play, [first, *found]), "")
    most = _priced(position, play, _or_most(position, play, first, found, is_compared=not position.is_near_end))
    told = ""
    if why := against(position, play, other, lead):
        lasting = [each for each in found if each.kind in LASTING]
        text = _priced(position, play, [first, *lasting] if lasting else [_exposed(position, play, first)])
        told = paragraph([text, explain_why_not(position, play, other, why)])
    return Explained(told or most, "") if position.is_near_end else Explained(told, most)


def _priced(position: Position, play: Play, found: Sequence[Clause]) -> str:
    """Return a play's clauses as its reason, and which big tower of the seat's rivals can cap only then."""
    number = 1 + sum(each.adds for each in found[1:2])
    rest = [full_stop(sentence(each.text)) for each in found[number:2]]
    return paragraph([reason(found[:number]), _price(position, play), *rest])


def _price(position: Position, play: Play) -> str:
    """Return in a sentence which tower rivals can cap only after a play, if that can cost half of what it gains."""
    before, seat = cappers(position, position.board), position.seat
    gain = gain_of(play, seat) - (worth(play[2]) if play[0] == PLACE else 0)
    opened = [stack for stack in more_exposed(position, play) if stack not in before]
    found = [reply for reply in replies(position, after(position, play)) if reply[3] in opened]
    reply = max(found, key=lambda each: (-gain_of(each, seat), each), default=PASSING)
    if -2 * gain_of(reply, seat) <= max(0, gain):
        return ""
    takers = [colour for colour in position.rivals if is_of(reply, colour)]
    if reply[0] == MINE and reply[2] == own_tower_made(play, seat) and takers:
        return sentence(fill(TAKES_BACK, rival=seat_name(takers[0]), worth=worth(reply[3])))
    return sentence(fill(OPENS, worth=worth(reply[3])))


TAKES_BACK = Own(
    "{rival} could then take a piece out of that tower and cap yours worth {worth}.",
    "{rival} could then take a piece out of that tower and cap {name}'s worth {worth}.",
)


def _gains_next(position: Position, play: Play, own: Sequence[Clause]) -> int:
    """Return how many pips a play and the cap that it prepares gain, 0 if a rival could cap that tower before."""
    is_kept = any(each.kind in ("prepares", "returns") for each in own)
    if not is_kept or (tower := changes(play)[1][0]) in outlook(position, play).cappers:
        return 0
    return gain_of(play, position.seat) + worth(tower)


def _unshared(position: Position, play: Play, other: Play, found: Sequence[Clause]) -> list[Clause]:
    """Return those of a play's clauses that aren't as true of the other one, or of another tower that takes as much."""
    equal = [each for each in as_big(position, play) if each[3] != play[3]]
    shared = {each.text for like in {other, *equal} for each in clauses(position, like)}
    alike = _alike(play, other)
    if len(inside(own_tower_made(other, position.seat), position.seat)) >= TO_MINE:
        alike = [*alike, "invests"]
    return [each for each in found if each.text not in shared and each.kind not in alike]


def _or_most(
    position: Position, play: Play, first: Clause, found: list[Clause], is_compared: bool = False
) -> list[Clause]:
    """Return the clauses of a play, or that it gains most if that tells more than those after the first one.

    What makes up for the pieces that can cap its tower is that it gains much more than others, or one of its clauses.
    `is_compared`: whether another play is named that gains as much.
    """
    plays, gain = position.plays(), gain_of(play, position.seat)
    is_told = first.kind not in ("takes", "mines", "flees") or any(each.kind in (*LASTING, "kept") for each in found)
    if is_told or not plays[1:] or gain < max(gain_of(each, position.seat) for each in plays):
        return [first, *found] if found else [_exposed(position, play, first)]
    exposed, back = _exposed(position, play, first), [each for each in found if each.kind == "invests"]
    elsewhere = [each for each in plays if each[3] and (each[3] != play[3] or position.board.stacks[each[3]] > 1)]
    least = max((gain_of(each, position.seat) for each in elsewhere), default=0)
    if play[3] and 0 < least <= gain - LARGE and not _is_only_capper_exposed(position, play):
        return [exposed, clause("most", MOST_BY, number=least - (worth(play[2]) if play[0] == PLACE else 0))]
    if back or is_compared:
        return [first, *back] if back else [exposed]
    return [exposed, Clause("most", fill(MOST), {}, adds=exposed is first)]


def _is_only_capper_exposed(position: Position, play: Play) -> bool:
    """Tell whether the only piece that can cap the tower a play makes stands alone, and another play could cap it."""
    made = changes(play)[1][-1]
    found = [reply for reply in replies(position, after(position, play)) if reply[3] == made]
    is_one = len(found) == 1 == outlook(position, play).number
    return is_one and found[0][0] == CAP and any(found[0][2] == each[3] for each in position.plays())


def _exposed(position: Position, play: Play, first: Clause) -> Clause:
    """Return the first clause with how many pieces can cap the seat's new tower next, if that is worth a word."""
    number = outlook(position, play).number if play[3] else 0
    if not number or (number > MANY and worth(play[3]) < MUCH) or (number > FEW and _is_usual(position, play)):
        return first
    return replace(first, text=fill(EXPOSED, reason=first.text, number=number))


MOST = mark("no other play gains more now")
# Translators: {number} is a number of pips.
MOST_BY = mark("capping any other tower gains at most {number} now")
# Translators: {reason} is such as "that takes 9 pips".
EXPOSED = mark_count(
    "{reason}, but {number} piece can cap it next",
    "{reason}, but {number} pieces can cap it next",
)


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
        text = mark("so it can be played later") if can_cap else mark("there's nothing it can cap")
        return [clause("set down", text, can_cap=can_cap)]
    if not target:
        return [_flees(position, play), *_returns(position, play)]
    return _cap(position, play)


def _flees(position: Position, play: Play) -> Clause:
    """Return who gains or loses the pips of a mined piece that stands alone."""
    _, at, source, _ = play
    piece, pips = source[at : at + 1], source[at] & 3
    text: Message = mark("there's nothing it can cap, so it becomes free-standing, which costs the opponent {pips}")
    if owner(piece) == position.seat:
        text = FLEES
    elif owner(source) == position.seat:
        text = mark("there's nothing it can cap, so it becomes free-standing")
    return clause("flees", text, {"pips": in_pips(pips)}, pips=pips)


FLEES = Own(
    "there's nothing it can cap, so it becomes free-standing and counts {pips} for you",
    "there's nothing it can cap, so it becomes free-standing and counts {pips} for {name}",
)


def _returns(position: Position, play: Play) -> list[Clause]:
    """Return that a mined piece, once it stands alone, can cap the tower that it was taken out of (I4)."""
    if not caps_rest(position, play):
        return []
    text = mark("then it can cap the rest of that tower, worth {worth}")
    return adding([clause("returns", text, worth=worth(changes(play)[1][0]))])


def _cap(position: Position, play: Play) -> list[Clause]:
    """Return what the cap takes, what could cap it again, and what it prepares."""
    target, tower = play[3], changes(play)[1][-1]
    found = [_taken(position, play, worth(target), worth(tower))]
    if found[0].kind in ("gives", "ghost leads"):
        return found
    board, size = after(position, play), tower[-1] & 3
    guarded, is_own = _guarded(position, board), owner(tower) == position.seat
    saved = biggest(stack for stack, left in guarded.items() if not left)
    number = cappers(position, board)[tower]
    if ending := _ends(position, board):
        found.append(ending)
    elif saved > worth(target):
        found += adding([clause("saves", SAVES, worth=saved)])
    elif not number and not _can_lose_pieces(position, tower):
        found += adding([clause("kept", KEPT) if _is_usual(position, play) else clause("safe", SAFE)])
    elif number and is_own and len(inside(tower, position.seat)) >= TO_MINE:
        found += adding([clause("invests", INVESTS)])
    elif target[0] & 3 < LARGE and _is_one_of_few(position, target):
        found += adding([clause("depletes", DEPLETES[target[0] & 3], {"name": seat_name(owner(target))})])
    elif not is_own and play[0] == CAP:
        found += adding(_guards(guarded))
    elif play[0] == PLACE and _is_from_first(position, play):
        found.append(clause("first", FIRST, {"name": seat_name(owner(target))}))
    elif number and is_own and size == SMALL:
        found += adding([clause("answers", mark("only a small piece can cap it"))])
    elif is_own and size == LARGE and _is_early(position, play):
        found.append(clause("large", mark("a large piece can cap only large ones, so it's best played early")))
    elif _is_from_first(position, play):
        found.append(clause("first", FIRST, {"name": seat_name(owner(target))}))
    return found


def _can_lose_pieces(position: Position, tower: Stack) -> bool:
    """Tell whether the others could take pieces out of a tower, their own or the ghost's."""
    return any(spare(tower, colour) for colour in range(position.board.colours) if colour != position.seat)


def _is_usual(position: Position, play: Play) -> bool:
    """Tell whether as many pieces can cap the tower that a play makes as after nearly all caps of other ones.

    Only those with a piece of the same size count.
    """
    size, number = play[2][play[1]] & 3, outlook(position, play).number
    caps = [each for each in position.plays() if each[3] not in (NOTHING, play[3]) and is_of(each, position.seat)]
    numbers = [outlook(position, each).number for each in caps if each[2][each[1]] & 3 == size]
    return bool(numbers) and numbers.count(number) >= USUAL * len(numbers)


def _is_one_of_few(position: Position, target: Stack) -> bool:
    """Tell whether a piece is one of a rival's last free-standing ones that can cap as much as it can."""
    stacks = position.board.stacks
    like = {stack: number for stack, number in stacks.items() if is_free(stack) and owner(stack) == owner(target)}
    number = sum(number for stack, number in like.items() if stack[0] <= target[0])
    return is_free(target) and owner(target) in position.rivals and number <= FEW


def _ends(position: Position, board: SearchBoard) -> Clause | None:
    """Return how the game ends on a board on which nobody has a play, or on which only the seat has, and leads."""
    first = leaders(board.scores())
    if any(map(board.plays, position.rivals)):
        return None
    if board.plays(position.seat):
        return clause("alone", ALONE) if first == [position.seat] else None
    how = "loses" if position.seat not in first else "shares" if first[1:] else "wins"
    return clause("wins" if how == "wins" else "ends", GAME_OVER[how])


ALONE = Own(
    "then nobody else has a play left, so you win",
    "then nobody else has a play left, so {name} wins",
)


def _is_from_first(position: Position, play: Play) -> bool:
    """Tell whether a cap costs the first of several rivals, and as much could be taken from another one's tower."""
    scores, rivals, gain = position.view.scores, position.rivals, gain_of(play, position.seat)
    if any(scores[rival] >= scores[owner(play[3])] for rival in rivals if rival != owner(play[3])):
        return False
    equal = [like for like in position.plays() if like[:3] == play[:3] and like[3]]
    owners = {owner(like[3]) for like in equal if gain_of(like, position.seat) == gain}
    return owner(play[3]) in rivals and len(owners.intersection(rivals)) > 1


def _is_early(position: Position, play: Play) -> bool:
    """Tell whether a piece could be played later, and the seat has smaller ones that can wait for that."""
    could_stay = play[0] == CAP or (position.held is not None and not position.held.mined)
    stacks, smaller = position.board.stacks, [ONE[position.seat * 4 + size] for size in range(SMALL, LARGE)]
    return could_stay and position.view.done <= {position.seat} and any(piece in stacks for piece in smaller)


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
    "if someone caps it, you can take one of yours out again",
    "if someone caps it, {name} can take one of theirs out again",
)
SAFE = mark("nobody else can cap it now")
KEPT = mark("nobody else can take a piece out of it")
SAVES = Own(
    "then nobody can cap your tower worth {worth}",
    "then nobody can cap {name}'s tower worth {worth}",
)


def _taken(position: Position, play: Play, taken: int, made: int) -> Clause:
    """Return how many pips the cap takes, and for whom."""
    text: Message = mark("that takes {pips}")
    ghost, tower, gain = position.board.ghost, changes(play)[1][-1], gain_of(play, position.seat)
    if owner(tower) == ghost:
        text = mark("that takes {pips} for the ghost")
        if owner(play[3]) == position.seat:
            return clause("gives", _given(position, play), {"pips": in_pips(taken)}, taken=taken, worth=made)
        if gain == 0:
            cost = -gain_of(play, owner(play[3]))
            if leaders(after(position, play).scores()) == [ghost]:
                return clause("ghost leads", COSTS_BUT, {"pips": in_pips(cost)}, cost=cost)
            return clause("costs", COSTS, {"pips": in_pips(cost)}, cost=cost)
    elif play[0] == MINE:
        return clause("mines", mark("that gains {pips}"), {"pips": in_pips(gain)}, gain=gain)
    return clause("takes", text, {"pips": in_pips(taken)}, taken=taken)


def _given(position: Position, play: Play) -> Message:
    """Return how to say that a tower of the seat goes to the ghost."""
    target, (rival,) = play[3], position.rivals
    if position.held and all(owner(play[3]) == position.seat for play in position.plays() if play[3]):
        return GIVES_ALL
    if not any(reply[3] == target and is_of(reply, rival) for reply in replies(position, position.board)):
        return GIVES
    board, made = after(position, play), changes(play)[1][-1]
    if not any(reply[3] == made and is_of(reply, rival) for reply in replies(position, board)):
        return GIVES_BUT
    is_mine = any(mine[3] == made and is_of(mine, position.seat) for mine in board.plays(position.seat))
    return GIVES_BACK if is_mine and position.view.turn is None else GIVES


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
    made, lost = _made_by_split(position, board, play[2], lower, upper), {"pips": in_pips(worth(lower))}
    if owner(upper) not in (owner(lower), seat):
        is_first, gets_first = position.view.leaders == [owner(upper)], _takes_lead(position, board, owner(lower))
        return [clause("splits off", SPLITS_OFF[is_first, gets_first], lost, **facts), *guards]
    if owner(upper) != owner(lower):
        if made is None and not guards and _spare(position, upper) < _spare(position, play[2]):
            made = mark("then fewer pieces can be taken out of the upper part, worth {upper}")
        if made is None:
            return [clause("loses", LOSES, lost, **facts), *guards]
        text = fill(LOSES_BUT, **lost, reason=fill(made, **facts))
        return [Clause("last" if made == NOBODY_PLAYS else "pays", text, facts)]
    if made is None:
        return guards or [clause("even", mark("nobody gains or loses pips"), **facts)]
    kind = "last" if made == NOBODY_PLAYS else "prepares" if made in (*LARGER, BOTH) else "splits"
    return [clause(kind, made, **facts)]


def _takes_lead(position: Position, board: SearchBoard, colour: int) -> bool:
    """Tell whether a colour that doesn't lead alone now does on a later board."""
    return leaders(board.scores()) == [colour] != position.view.leaders


def _spare(position: Position, stack: Stack) -> int:
    """Return how many pieces the rivals could take out of a stack."""
    return sum(spare(stack, rival) for rival in position.rivals)


SPLITS_OFF = {
    (True, False): mark("that costs the leader {pips}"),
    (True, True): mark("that costs the leader {pips}, but then whoever gets the lower part leads"),
    (False, False): mark("that costs the tower's owner {pips}"),
    (False, True): mark("that costs the tower's owner {pips}, but then whoever gets the lower part leads"),
}
"""By whether the tower's owner leads alone, and whether the owner of the lower part does only then."""
LOSES = Own("that costs you {pips}", "that costs {name} {pips}")
LOSES_BUT = Own("that costs you {pips}, but {reason}", "that costs {name} {pips}, but {reason}")


def _made_by_split(position: Position, board: SearchBoard, tower: Stack, lower: Stack, upper: Stack) -> Message | None:
    """Return what a split of a tower into a lower and an upper part makes possible on the board after it."""
    seat, stacks = position.seat, (tower, lower, upper)
    own = [[play for play in now.plays(seat) if is_of(play, seat)] for now in (position.board, board, board)]
    whole, below, above = (_largest(plays, stack) for plays, stack in zip(own, stacks))
    if position.view.turn is not None:  # another player comes before, who can use a part or cap it
        used = {stack for reply in replies(position, board) for stack in reply[2:]}
        below, above = (0 if stack in used else size for stack, size in ((lower, below), (upper, above)))
    is_last = not replies(position, board) and replies(position, position.board)
    if below > whole and (owner(lower) == owner(upper) or not is_last):
        return LARGER[below]
    if is_last:
        return NOBODY_PLAYS
    piece = ONE[seat * 4 + below]
    if below and spare(tower + piece, owner(tower)) and not spare(lower + piece, owner(lower)):
        return mark("if the lower part, worth {lower}, is then capped, whoever loses it can't take a piece out of it")
    if below and above and _free_cappers(board, seat, lower, upper) > 1:
        return BOTH
    if all_others_done(position.view, seat) and seat not in position.view.leaders:
        return LAST_HOPE if _could_profit(board, seat, lower) or _could_profit(board, seat, upper) else LAST
    return None


def _free_cappers(board: SearchBoard, seat: int, *towers: Stack) -> int:
    """Return how many free-standing pieces of a seat can cap one of some towers."""
    free = [(stack, number) for stack, number in board.stacks.items() if is_free(stack) and owner(stack) == seat]
    return sum(number for stack, number in free if any(tower in board.targets(stack[0]) for tower in towers))


def _could_profit(board: SearchBoard, seat: int, piece: Stack) -> bool:
    """Tell whether a free-stander could cap a tower of the seat, which could then take out a piece."""
    if not is_free(piece):
        return False
    own = [stack for stack in board.targets(piece[0]) if owner(stack) == seat]
    return any(spare(stack + piece, seat) for stack in own)


def _largest(plays: Iterable[Play], stack: Stack) -> int:
    """Return the size of the largest piece with which one of the plays caps a stack, 0 if there is none."""
    return max((source[at] & 3 for _, at, source, target in plays if target == stack), default=0)


NOBODY_PLAYS = mark("then nobody else has a play left")
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
    if all(gain_of(play, position.seat) <= 0 for play in plays):
        return [clause("no gain", NO_GAIN), *_watches(position)]
    if leads(position.view, position.seat):
        return [clause("leads", LEADS)]
    if not all_others_done(position.view, position.seat) and _is_taken_back(position):
        return [clause("taken back", TAKEN_BACK)]
    return [clause("waits", mark("no play here looks worth it"))]


def _watches(position: Position) -> list[Clause]:
    """Return out of which tower the seat can take a piece if someone caps it."""
    if position.held is not None:
        return []
    own = [stack for stack in cappers(position, position.board) if owner(stack) == position.seat]
    most = biggest(stack for stack in own if len(inside(stack, position.seat)) >= TO_MINE)
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
    """Tell whether some play gains pips, and each such play has a reply that costs the seat as many.

    A reply that can as well be made if the seat does nothing doesn't count.
    """
    gains, anyway = [(play, gain_of(play, position.seat)) for play in position.plays()], _costliest(position, PASSING)
    return any(gain > 0 for _, gain in gains) and all(
        _costliest(position, play) >= gain + anyway for play, gain in gains if gain > 0
    )


def _costliest(position: Position, play: Play) -> int:
    """Return how many pips the rivals' replies to a play can cost the seat."""
    board = after(position, play)
    return max(-gain_of(reply, position.seat) for rival in position.rivals for reply in [PASSING, *board.plays(rival)])


def explanations(position: Position, play: Play, hint: str) -> set[str]:
    """Return what `explain` may say of a play, as far as a hint says it."""
    own, equal = clauses(position, play), as_big(position, play)
    others = {named(each, position, play): each for each in [*bigger(position, play), *equal, PASSING]}
    told = {name: other for name, other in others.items() if re.search(re.escape(name[1:]) + r"(?!\d)", hint)}
    found = {reason(own), *(name[1:] for name in told)}
    for other in [None, *equal[:1], *told.values()]:
        for lead in (0.0, BEYOND):
            found.update(_explained(position, play, own, other, lead))
    return {text for text in found if text and text in hint}
