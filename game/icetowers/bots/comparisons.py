"""Comparisons of plays: what speaks against one that takes as much as the best play, or more."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from ...bots.search import OWN
from ...engine import Seat
from ...language import Message, Own, fill, mark, mark_count, own_count, seat_name, tr, tr_count
from ...text import full_stop, sentence
from ..core import TO_MINE, Stack, inside, is_free, owner, spare, worth
from ..state import LARGE, MEDIUM
from ..words import tower_named
from .core import BEYOND, CAP, MINE, NOTHING, PASSING, PLACE, SET_DOWN, SPLIT, Play, changes
from .evaluation import REASONS, RECENT, TEXTS, Position, after, cappers, count_cappers, gain_of, replies

LEAST_WORTH = 0.3
"""The smallest worth of what sets a play apart from one that takes more, in pips, that is mentioned."""
LEAST_SHARE = 0.5
"""The smallest share of the pips that the other play takes more which some of the reasons against it must be worth."""
FEW = 3
"""The largest number of pieces that can cap a tower of which one fewer matters."""
LEAST_LEADS = (0.2, 1.5)
"""The smallest difference between two plays in the bot's search that counts as one, in pips, by whether there are
several rivals. With several, the search is rough."""


class Explained(NamedTuple):
    """What is said of a play, depending on how it compares with others."""

    told: str
    """If another one is dangerous, or something speaks against each of those that take as much or more."""
    most: str
    """If not: what can be said besides how much better the bot's search finds the play than the other one."""


class Tempting(NamedTuple):
    """The play that a player sees at once, if that isn't the best one, and how they compare."""

    play: Play | None
    """None if no other play comes near the best one."""
    lead: float = BEYOND
    """By how many pips the best one is better in the bot's search, `BEYOND` if that is not known."""


def tempting(position: Position, best: Play, ranked: Sequence[tuple[float, Play]] = ()) -> Tempting:
    """Return a play that takes more at once than the best play does, or else one that takes as much.

    It is onto the largest tower, if that is larger than the best one's, or else takes most. Of several, it is one with
    the same piece, and of these the one with the largest value in `ranked`. Of the pieces for its tower, it is the
    strongest (`_strongest`). If what sets the best play apart from it is not true of one that takes from the leader,
    that comes before it. The strongest is not named if all that speaks against it is how many pieces can cap its tower.
    A split that gains nothing is compared with making no play.
    """
    found, values = bigger(position, best), {play: value for value, play in ranked}
    if not found and best[0] == SPLIT:
        return Tempting(PASSING, values.get(best, BEYOND))
    equal = as_big(position, best)
    lead = {play: values.get(best, 0.0) - values.get(play, -BEYOND) for play in (*found, *equal)}
    if not found:
        equal.sort(key=lead.__getitem__)
        open_to = [each for each in equal if not against(position, best, each, lead[each])]
        if equal and equal[0][3] == best[3]:
            equal.sort(key=lambda play: outlook(position, play).number if play[3] == best[3] else BEYOND)
        other = next(iter(open_to or equal), None)
        return Tempting(other, lead[other]) if other else Tempting(None)
    keys = {play: (play[:3] == best[:3], -lead[play], position.gain(play)) for play in lead}
    largest = max(worth(play[3]) for play in lead)
    seen = [play for play in lead if worth(play[3]) == largest > worth(best[3])] or found
    most = max(_at_once(position, play) for play in seen)
    other = max((play for play in seen if _at_once(position, play) == most), key=keys.__getitem__)
    strongest = _strongest(position, other, lead)
    more_cappers = _more_cappers(position, best, strongest)
    if not more_cappers or against(position, best, strongest, lead[strongest]) != more_cappers:
        other = strongest
    if not _danger(position, best, other):
        other = _from_leader(position, best, other, values) or other
    return Tempting(other, values.get(best, 0.0) - values.get(other, -BEYOND))


def _from_leader(position: Position, best: Play, other: Play, values: Mapping[Play, float]) -> Play | None:
    """Return the most valuable play that gains as much as the best one, without the same objection as the other one.

    It must bring the seat closer to the leader than both do. None if nothing speaks against the other one.
    """
    least, why = max(_swing(position, play) for play in (best, other)), against(position, best, other)
    found = [play for play in [*bigger(position, best), *as_big(position, best)] if play in values]
    found = [play for play in found if _cost_to_first(position, play) and _swing(position, play) > least]
    found = [play for play in found if why and against(position, best, play) != why]
    return max(found, key=values.__getitem__, default=None)


def _strongest(position: Position, other: Play, lead: Mapping[Play, float]) -> Play:
    """Return which of the plays onto the same tower is valued most, or else leaves the fewest pieces that can cap that.

    Without values, the other play stays if it caps a free-standing piece: a small piece is too good for that.
    """
    if not other[3] or (is_free(other[3]) and lead[other] >= BEYOND / 2):
        return other
    same = [play for play in lead if play[3] == other[3]]
    return min(same, key=lambda play: (lead[play], outlook(position, play).number))


def least_lead(position: Position) -> float:
    """Return by how many pips a play must be better than another one in the bot's search to be clearly so."""
    return LEAST_LEADS[len(position.rivals) > 1]


def as_big(position: Position, best: Play) -> list[Play]:
    """Return the plays with another piece or onto another tower that take as much, the most promising one first.

    A tower that is smaller is none that a player thinks of, even if taking a piece out makes up for that.
    """
    gain = gain_of(best, position.seat)
    if not best[3] or gain <= 0:
        return []
    found = [play for play in position.plays() if worth(play[3]) >= worth(best[3])]
    found = [play for play in found if gain_of(play, position.seat) == gain]
    found = [play for play in found if (play[2][play[1]], play[3]) != (best[2][best[1]], best[3])]
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
    return play[0] in (CAP, MINE, PLACE) and is_of(play, position.board.ghost)


def explain_why_not(position: Position, best: Play, other: Play, why: str) -> str:
    """Return in a sentence what speaks against a play that takes as much at once as the best one, or more."""
    gain = gain_of(other, position.seat)
    then, now = (outlook(position, play) for play in (other, best))
    is_safer = bool(best[3] and other[3] and then.made) and 2 * then.number <= now.number > 0
    text = ((GAINS_AS_MUCH, EVEN_SAFER), (GAINS_MORE, MORE_SAFER))[gain > gain_of(best, position.seat)][is_safer]
    if gain <= 0 and _is_ghosts(position, other):
        text = COSTS_MORE
    return sentence(tr(text, play=named(other, position, best), reason=why, number=now.number, fewer=then.number))


# Translators: {reason} is such as "this way you keep one more free-standing small piece, which can cap anything.".
GAINS_MORE = mark("{play} would gain more now, but {reason}")
GAINS_AS_MUCH = mark("{play} would gain as much, but {reason}")
MORE_SAFER = mark(
    "{play} would gain more now, and fewer pieces could cap that, {fewer} rather than {number}, but {reason}"
)
EVEN_SAFER = mark(
    "{play} would gain as much, and fewer pieces could cap that, {fewer} rather than {number}, but {reason}"
)
COSTS_MORE = mark("{play} would cost the opponent more now, but {reason}")
WORSE = mark_count(
    "it comes out about {number} pip worse a few plays later.",
    "it comes out about {number} pips worse a few plays later.",
)


def compared(position: Position, best: Play, other: Play, lead: float) -> str:
    """Return in a sentence how the bot's search compares the best play with another one."""
    is_bigger = gain_of(other, position.seat) > gain_of(best, position.seat)
    if lead < least_lead(position) or not (round(lead) or is_bigger):
        return sentence(tr("{play} is about as good.", play=named(other, position, best)))
    is_known = round(lead) > 0 and lead < BEYOND / 2
    why = fill(WORSE, number=round(lead)) if is_known else tr(REASONS.on_the_whole)
    return explain_why_not(position, best, other, why)


def against(position: Position, best: Play, other: Play, lead: float = 0.0) -> str:
    """Return what speaks against a play: what rivals can do next with the tower it makes, or what sets it apart.

    If it is clearly worse in the bot's search, by as many pips as `lead`, a reason that weighs less will also do.
    """
    is_worse = lead >= least_lead(position)
    why = _danger(position, best, other, is_worse) or _merit(position, best, other, LEAST_SHARE)
    return _merit(position, best, other, 0.0) if is_worse and not why else why


def _danger(position: Position, best: Play, other: Play, is_worse: bool = False) -> str:
    """Return what rivals can do after another play, but not after the best one.

    That they can cap a new tower either way is none, because the seat loses no more by that than its own piece. What
    else they can do is none if the best play's tower can be capped by many more pieces, or no other one, or if the
    best play leaves the seat with less after the costliest reply. `is_worse`: whether the search makes up for that.
    """
    then, now = (outlook(position, play) for play in (other, best))
    made, capping, capped = then.made, then.cappers, now.cappers
    gains = [gain_of(play, position.seat) for play in (other, best)]
    board, later = (after(position, play) for play in (other, best))
    takers = [reply for reply in replies(position, board) if made and reply[3] == made]
    after_reply = gains[1] - now.cost - (gains[0] - then.cost)
    is_riskier = after_reply < -LARGE
    is_exposed = now.number > 0 or (best[0] == SPLIT and _is_exposed_next(position, best))
    if takers and not is_exposed and gains[0] - worth(made) <= gains[1] and not is_riskier:
        colours = [colour for colour in position.rivals if any(is_of(reply, colour) for reply in takers)]
        if not colours:
            return tr("the opponent could cap that with a piece of the ghost's at once.")
        return tr("{name} could take all of it at once.", name=seat_name(colours[0]))
    opened = [stack for stack in capping if stack in later.stacks and stack not in capped]
    lost = biggest(stack for stack in opened if owner(stack) == position.seat and not is_free(stack) and stack != made)
    if after_reply > 0 and lost > gains[0] - gains[1] and lost >= then.cost - LARGE:
        return fill(OPENS, worth=lost)
    if after_reply > LARGE and then.exposed > now.exposed:
        return fill(TEXTS["exposed", OWN][not now.exposed], this=now.exposed, other=then.exposed)
    taken, fewer = _taken_out(position, best, other)
    left, kept = (gain - sum(out.values()) for gain, out in zip(gains, (taken, fewer)))
    is_open = now.number > 2 * then.number or (is_riskier and not is_worse)
    is_less = left < kept + (is_worse and not fewer) if gains[0] > gains[1] else left < kept and not fewer
    are_few = is_worse or sum(spare(made, colour) for colour in taken) <= FEW
    is_less = is_less and not is_open and are_few
    to_cap_with, after_best = (count_cappers(now)[0] for now in (board, later))
    if is_less and (left < kept or all(to_cap_with[colour] > after_best[colour] for colour in taken)):
        return _mined(position, taken, fewer, left == kept)
    return tr("this way nobody else has a play left.") if now.is_last and not then.is_last else ""


def _merit(position: Position, best: Play, other: Play, share: float) -> str:
    """Return what sets the best play apart from another one. `share`: see `_set_apart`.

    It is none if rivals can cap only the best one's tower.
    """
    then, now = (outlook(position, play) for play in (other, best))
    made, mine = then.made, now.made
    if made and now.number and not then.number:
        return ""
    worths, more = _worths(position, best, other), gain_of(other, position.seat) - gain_of(best, position.seat)
    found = [*_set_apart(position, best, other, worths, share)]
    if (text := _more_cappers(position, best, other)) and made[-1] & 3 > mine[-1] & 3:
        found.append((worths["tower", position.seat], text))
    pips, text = max(found, default=(0.0, ""))
    if pips < max(LEAST_WORTH, LEAST_SHARE * more):
        is_invested = len(inside(mine, position.seat)) >= TO_MINE > len(inside(made, position.seat))
        text = _next(position, best, other) or (fill(INVESTED) if is_invested and more <= LARGE else "")
    return text


def _more_cappers(position: Position, best: Play, other: Play) -> str:
    """Return that more pieces could cap another play's tower, nothing if none or if a play makes no own one."""
    then, now = (outlook(position, play) for play in (other, best))
    is_more = now.made and then.made and then.number > now.number
    return fill(COULD_CAP, number=then.number, fewer=now.number) if is_more else ""


def _next(position: Position, best: Play, other: Play) -> str:
    """Return what the seat can gain by a second play, if that makes the best one better than the other one."""
    then, now = (outlook(position, play) for play in (other, best))
    gains = [gain_of(play, position.seat) for play in (other, best)]
    if gains[1] + now.next > gains[0] + then.next:
        return fill(NEXT, pips=in_pips(now.next), fewer=then.next)
    return ""


class Outlook(NamedTuple):
    """What can be played right after a play."""

    made: Stack
    """The tower or free-stander of the seat's own that the play makes, `NOTHING` if none."""
    cappers: Mapping[Stack, int]
    """How many pieces can cap each stack by a reply."""
    number: int
    """How many can cap the one that the play makes."""
    cost: int
    """The most pips that one reply can cost the seat."""
    exposed: int
    """The worth of the seat's biggest tower that one reply can cap."""
    is_last: bool
    """Whether no rival can play anything."""
    next: int
    """The most pips that the seat can gain by a second play, if no rival plays before."""


@lru_cache(RECENT)
def outlook(position: Position, play: Play) -> Outlook:
    """Return what can be played right after a play of the seat."""
    seat, board = position.seat, after(position, play)
    made, counts, found = own_tower_made(play, seat), cappers(position, board), replies(position, board)
    cost = max((-gain_of(reply, seat) for reply in found), default=0)
    exposed = biggest(stack for stack in counts if owner(stack) == seat and not is_free(stack))
    gains = [gain_of(following, seat) for following in board.plays(seat)]
    return Outlook(made, counts, counts[made], max(0, cost), exposed, not found, max([0, *gains]))


def more_exposed(position: Position, play: Play) -> list[Stack]:
    """Return the seat's towers that more pieces can cap after a play than before."""
    before, now = cappers(position, position.board), outlook(position, play).cappers
    own = [stack for stack in position.board.stacks if owner(stack) == position.seat and not is_free(stack)]
    return [stack for stack in own if now[stack] > before[stack]]


def _is_exposed_next(position: Position, split: Play) -> bool:
    """Tell whether rivals can cap whatever tower the seat makes by capping the lower part of a split next."""
    seat, board, lower = position.seat, after(position, split), changes(split)[1][0]
    nexts, exposed = {play for play in board.plays(seat) if play[3] == lower and is_of(play, seat)}, list[bool]()
    for play in nexts:
        later = board.copy()
        later.make(seat, play)
        exposed.append(changes(play)[1][-1] in cappers(position, later))
    return bool(exposed) and all(exposed)


def _taken_out(position: Position, best: Play, other: Play) -> tuple[Mapping[int, int], Mapping[int, int]]:
    """Return how many pips of each colour rivals can take out of the tower that another play makes, and the best one.

    That is nothing if the best one's piece will cap the rest of its tower, and they could take pieces out of that, too.
    """
    made, mine = (_removable(position, own_tower_made(play, position.seat)) for play in (other, best))
    is_mine = best[0] == MINE and not best[3]
    if is_mine and caps_rest(position, best) and _removable(position, b"".join(changes(best)[1])):
        return {}, mine
    return made, mine


def _set_apart(
    position: Position, best: Play, other: Play, worths: Mapping[tuple[str, int], float], share: float
) -> Iterator[tuple[float, str]]:
    """Yield what the best play does that the other one doesn't, each with its worth to the bot in pips.

    `share`: which part of what the other takes more some must be worth. If any, one piece fewer of the only rival's
    must also be one of few that can cap the other tower; it is none for 2 pips. That the first rival loses more is one
    if no bigger play brings the seat as close to it, and if it is as far ahead of the next one or `share` is 0. That
    the seat can still take pieces out of the other tower is none if that gains more and far fewer pieces can cap it:
    they can be taken out after that, too.
    """
    seat, target, more = position.seat, best[3], gain_of(other, position.seat) - gain_of(best, position.seat)
    own, enough = worths["free", seat], share * more
    made, _, number, *_ = outlook(position, other)
    is_only_rivals = is_free(target) and position.rivals == [owner(target)] and more < MEDIUM
    if is_only_rivals and (not share or (0 < number <= FEW and target[0] & 3 <= made[-1] & 3)):
        text = tr(FEWER[target[0] & 3], name=seat_name(owner(target)))
        yield worths["free", owner(target)] + min(0.0, own), text
    is_kept = other[0] == CAP and owner(other[2]) == seat and other[2] != best[2] and other[2][0] & 3 < LARGE
    if is_kept and own >= enough:
        yield own, fill(KEEPS[other[2][0] & 3])
    stays = _left_of(other[3], best)
    is_safer = more > 0 and 2 * number <= outlook(position, best).number > 0
    if spare(stays, seat) and worths["spare", seat] >= enough and not is_safer:
        yield worths["spare", seat], fill(CAN_TAKE, number=spare(stays, seat))
    lost, otherwise = (_cost_to_first(position, play) for play in (best, other))
    is_closest = all(_swing(position, play) < _swing(position, best) for play in bigger(position, best))
    is_far_ahead = _ahead(position) >= more
    if lost > otherwise and is_closest and (is_far_ahead or not share):
        if position.view.leaders == [_first(position)]:
            yield float(lost - otherwise), tr(LEADER_LOSES[otherwise > 0], pips=in_pips(lost), fewer=otherwise)
        elif target and otherwise == 0 and is_far_ahead:
            yield float(lost), full_stop(tr(FIRST, name=seat_name(_first(position))))


def _left_of(stack: Stack, play: Play) -> Stack:
    """Return what is left of a stack after a play that takes a piece out of it, nothing if the play caps it."""
    if not stack or stack == play[3]:
        return NOTHING
    return changes(play)[1][0] if stack == play[2] else stack


def _first(position: Position) -> Seat:
    """Return the rival with the most pips."""
    return max(position.rivals, key=lambda seat: position.view.scores[seat])


def _ahead(position: Position) -> int:
    """Return by how many pips the first of several rivals is ahead of the next one, 0 with one rival."""
    first, *rest = sorted((position.view.scores[rival] for rival in position.rivals), reverse=True)
    return first - rest[0] if rest else 0


def _cost_to_first(position: Position, play: Play) -> int:
    """Return how many pips a play costs the first of the rivals, 0 if several are or if there is only one."""
    return max(0, -gain_of(play, _first(position))) if _ahead(position) else 0


def _swing(position: Position, play: Play) -> int:
    """Return by how many pips a play brings the seat closer to the first of the rivals."""
    return gain_of(play, position.seat) + _cost_to_first(position, play)


LEADER_LOSES = (
    mark("this way the leader loses {pips}."),
    mark("this way the leader loses {pips} rather than {fewer}."),
)
"""By whether the leader also loses some by the other play."""
FIRST = mark("of the others, {name} has the most pips")


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


def caps_rest(position: Position, play: Play) -> bool:
    """Tell whether a mined piece, once it stands alone, can cap the tower that it was taken out of (I4)."""
    rest, piece = changes(play)[1]
    return rest in after(position, play).targets(piece[0])


def _removable(position: Position, stack: Stack) -> dict[int, int]:
    """Return how many pips of each colour the others can take out of a stack of the seat's: all pieces but one."""
    found = dict[int, int]()
    for colour in range(position.board.colours):
        sizes = sorted(stack[i] & 3 for i in inside(stack, colour))
        if colour != position.seat and sizes[1:]:
            found[colour] = sum(sizes[1:])
    return found


def _mined(position: Position, taken: Mapping[int, int], fewer: Mapping[int, int], is_even: bool) -> str:
    """Return that a rival, or several, can take pieces out of a tower, and out of that of the best play.

    `is_even`: whether that leaves the seat no more than the best play does.
    """
    rivals = [colour for colour in position.rivals if colour in taken or colour in fewer] or position.rivals
    texts, pips = RATHER if fewer else UNDOES if is_even else TAKES_OUT, in_pips(sum(taken.values()))
    return tr(texts[len(rivals) > 1], name=seat_name(rivals[0]), pips=pips, fewer=sum(fewer.values()))


NEXT = Own(
    "this way your next play can gain {pips} rather than {fewer}, unless someone gets in first.",
    "this way {name}'s next play can gain {pips} rather than {fewer}, unless someone gets in first.",
)
OPENS = Own("your tower worth {worth} could then be capped.", "{name}'s tower worth {worth} could then be capped.")
TAKES_OUT = (
    mark("{name} could then take {pips} out of it."),
    mark("the others could then take {pips} out of it."),
)
UNDOES = (
    mark("{name} could then take {pips} out of it, which undoes that and gives {name} more to cap with."),
    mark("the others could then take {pips} out of it, which undoes that and gives them more to cap with."),
)
RATHER = (
    mark("{name} could then take {pips} out of it rather than {fewer}."),
    mark("the others could then take {pips} out of it rather than {fewer}."),
)
"""By whether several rivals can do that. The second ones are for what leaves no more than the best play takes."""
COULD_CAP = mark_count(
    "{number} piece could cap that next rather than {fewer}.",
    "{number} pieces could cap that next rather than {fewer}.",
)
FEWER = (
    "",
    mark("this way {name} has one fewer small piece to cap with."),
    mark("this way {name} has one fewer medium piece to cap with."),
    mark("this way {name} has one fewer large piece to cap with."),
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
CAN_TAKE = own_count(
    "this way you can still take a piece of yours out of that tower.",
    "this way you can still take {number} pieces of yours out of that tower.",
    "this way {name} can still take a piece of theirs out of that tower.",
    "this way {name} can still take {number} pieces of theirs out of that tower.",
)
INVESTED = Own(
    "this way, even if someone caps your new tower, you can take a piece of yours out of it again.",
    "this way, even if someone caps {name}'s new tower, {name} can take a piece of theirs out of it again.",
)


def own_tower_made(play: Play, seat: int) -> Stack:
    """Return the tower or free-stander of the seat's own that a play with a piece makes, `NOTHING` if none."""
    if play[0] in (PASSING[0], SPLIT):
        return NOTHING
    made = changes(play)[1][-1]
    return made if owner(made) == seat else NOTHING


def is_of(play: Play, colour: int) -> bool:
    """Tell whether a play moves a piece of a colour."""
    return play[2][play[1]] >> 2 == colour


def biggest(stacks: Iterable[Stack]) -> int:
    """Return what the biggest of some towers is worth, 0 if there are none."""
    return max(map(worth, stacks), default=0)


# -- plays in words


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
    mark("capping {tower} with a small piece taken out of a tower"),
    mark("capping {tower} with a medium piece taken out of a tower"),
    mark("capping {tower} with a large piece taken out of a tower"),
)
WITH_ANOTHER = (
    "",
    mark("capping {tower} with another small piece"),
    mark("capping {tower} with another medium piece"),
    mark("capping {tower} with another large piece"),
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

    In a position, it is said whose the tower is, seen from the best play, and no piece is named that is also its own.
    """
    kind, at, source, target = play
    if play == PASSING:
        return tr("being done") if position else tr("stopping there")
    if kind == SPLIT:
        return tr("splitting the tower worth {worth}", worth=worth(source))
    if target == NOTHING:
        if kind == SET_DOWN:
            return tr("setting it down")
        return tr("taking {piece} out of its tower", piece=tr(PIECE[source[at] & 3]))
    assert kind in (CAP, MINE, PLACE)
    texts = WITH_MINED if kind == MINE else WITH_PIECE
    if play[:3] == best[:3]:
        return tr("capping {tower}", tower=_tower(target, position, best))
    if position and _is_ghosts(position, play):
        texts = WITH_GHOSTS
    elif position and kind == best[0] == MINE and source[at] == best[2][best[1]]:
        texts = WITH_ANOTHER
    return tr(texts[source[at] & 3], tower=_tower(target, position, best))


def _tower(stack: Stack, position: Position | None, best: Play) -> str:
    """Return a tower, and in a position whose it is, unless the best play caps or takes from the same one."""
    if position is None:
        return tr(SINGLE[stack[0] & 3]) if is_free(stack) else tr("the tower worth {worth}", worth=worth(stack))
    if stack == (best[3] or best[2]) and position.board.stacks[stack] == 1 and not is_free(stack):
        return tr("the same tower")
    if not is_free(stack) and best[3] not in (NOTHING, stack) and _is_alike(stack, best[3]):
        return tr("the same player's other tower worth {worth}", worth=worth(stack))
    tower = next(tower for tower in position.view.towers if tower.stack == stack)
    return tower_named(position.view, tower, [seat_name(seat) for seat in range(position.board.seats)])


def _is_alike(stack: Stack, other: Stack) -> bool:
    """Tell whether two towers are named alike."""
    return (owner(stack), worth(stack)) == (owner(other), worth(other)) and not is_free(other)


def in_pips(number: float) -> str:
    return tr_count("{number} pip", "{number} pips", max(1, round(number)))
