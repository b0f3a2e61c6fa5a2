"""A bot's reasons in words."""

from __future__ import annotations

from topping_out.game.bots.claims import Claim, adding, claim, reason
from topping_out.game.icetowers.bots.core.board import (
    CAP,
    MINE,
    NOTHING,
    PASSING,
    PLACE,
    SET_DOWN,
    SPLIT,
    Play,
    Stack,
    changes,
    worth,
)
from topping_out.game.icetowers.bots.evaluation import Position, leads
from topping_out.game.icetowers.pieces import Colour
from topping_out.game.icetowers.state import View
from topping_out.game.language import Own, mark, tr, tr_count
from topping_out.game.text import sentence

WORTH_SAYING = 1.0
"""From so many pips on a difference is worth a word."""


def explain(position: Position, play: Play) -> str:
    """Return why the play is good, from what it does at once; it goes on after the play."""
    return reason(claims(position, play))


def claims(position: Position, play: Play) -> list[Claim]:
    """Return what `explain` states. It names what pieces do without the words that lessons may teach only later."""
    kind, at, source, target = play
    if kind == PASSING[0]:
        return [_done(position.view)]
    if kind == SPLIT:
        return [_split(play)]
    if kind == SET_DOWN:
        return [claim("set down", mark("that frees the hand"))]
    if not target:
        return [claim("flees", mark("it can cap nothing, so it stands alone"), pips=source[at] & 3)]
    return _cap(position, play)


ANSWERS = (
    "",
    mark("only a small piece can cap that"),
    mark("only a small or medium piece can cap that"),
)
"""By the pips of the piece on top; any size can cap a large one."""


def _cap(position: Position, play: Play) -> list[Claim]:
    """Return what the cap takes, what could take it back, and what it prepares."""
    target, tower = play[3], changes(play)[1][-1]
    taken, made, size = worth(target), worth(tower), tower[-1] & 3
    takes, words = mark("that takes {pips} and makes a tower of {worth}"), {"pips": _pips(taken)}
    told = [claim("mines" if play[0] == MINE else "takes", takes, words, taken=taken, worth=made)]
    if not _can_be_capped(position, play, tower):
        told += adding([claim("safe", mark("nobody else can cap that now"))])
    elif size < len(ANSWERS):
        told += adding([claim("answers", ANSWERS[size], size=size)])
    if _spare(target, tower[-1] >> 2):
        text = mark("two of that colour are inside now, so whoever caps it, one of them can be taken out again")
        told.append(claim("invests", text))
    return told


def _can_be_capped(position: Position, play: Play, tower: Stack) -> bool:
    """Tell whether one of the others can cap the tower that a play makes, as the table then stands."""
    board = position.board.copy()
    board.make(position.seat, play)
    return any(answer[3] == tower for other in position.rivals for answer in board.plays(other))


def _spare(stack: Stack, colour: Colour) -> bool:
    return any(code >> 2 == colour for code in stack)


SPLITS = (
    "",
    mark("the lower part then has a small piece on top"),
    mark("the lower part then has a medium piece on top"),
    mark("the lower part then has a large piece on top"),
)
"""By the pips of the piece on top of the lower part."""


def _split(play: Play) -> Claim:
    lower, upper = changes(play)[1]
    size = lower[-1] & 3
    return claim("splits", SPLITS[size], size=size, lower=worth(lower), upper=worth(upper))


def _done(view: View) -> Claim:
    """Return why it is better to leave the table alone."""
    assert view.seat is not None
    if leads(view, view.seat):
        return claim("leads", LEADS)
    return claim("waits", mark("no play here looks worth it"))


LEADS = Own(mark("you lead, and no play here looks worth it"), mark("{name} leads, and no play here looks worth it"))


# -- what looking ahead has found


def explain_why_not(position: Position, best: Play, tempting: Play, loss: float) -> str:
    """Return why the play that looks best at once is not the best: what answer it invites, and what that costs.

    `loss` is in pips; "" where it is not worth a word, or where both plays are one to the eye.
    """
    if tempting == best or loss < WORTH_SAYING:
        return ""
    answer = _best_answer(position, tempting)
    name, pips = named(tempting), _pips(loss)
    if not answer:
        text = tr("{play} looks better at first, but comes out about {pips} worse.", play=name, pips=pips)
    else:
        # Translators: {answer} is a clause such as "then a small piece can cap a tower of 9".
        text = tr(
            "{play} looks better at first, but comes out about {pips} worse: {answer}.",
            play=name, pips=pips, answer=_name_answer(answer),
        )  # fmt: skip
    return f" {sentence(text)}"


def explain_lead(lead: float) -> str:
    """Return by how much the best play is ahead of the next, where that is worth a word."""
    return " " + tr("The next best play is about {pips} worse.", pips=_pips(lead)) if lead >= WORTH_SAYING else ""


def _best_answer(position: Position, play: Play) -> Play | None:
    """Return what one of the others would gain most by, next; None where nobody gains."""
    board = position.board.copy()
    board.make(position.seat, play)
    found: list[tuple[float, Play]] = []
    for other in range(board.seats):
        if other != position.seat:
            found += [(position.values.of_play(answer)[other], answer) for answer in board.plays(other)]
    most, best = max(found, key=lambda pair: pair[0], default=(0.0, PASSING))
    return best if most > 0 else None


CAN_CAP = (
    "",
    mark("then a small piece can cap a tower of {worth}"),
    mark("then a medium piece can cap a tower of {worth}"),
    mark("then a large piece can cap a tower of {worth}"),
)
MINED_CAN_CAP = (
    "",
    mark("then a small piece taken out of a tower can cap one of {worth}"),
    mark("then a medium piece taken out of a tower can cap one of {worth}"),
    mark("then a large piece taken out of a tower can cap one of {worth}"),
)
CAN_FLEE = (
    "",
    mark("then a small piece can be taken out of its tower"),
    mark("then a medium piece can be taken out of its tower"),
    mark("then a large piece can be taken out of its tower"),
)
"""By their pips."""


def _name_answer(answer: Play) -> str:
    kind, at, source, target = answer
    if kind == SPLIT:
        return tr("then a tower of {worth} can be parted", worth=worth(source))
    pips = source[at] & 3
    if not target:
        return tr(CAN_FLEE[pips])
    return tr((MINED_CAN_CAP if kind == MINE else CAN_CAP)[pips], worth=worth(target))


PIECE = "", mark("the small piece"), mark("the medium piece"), mark("the large piece")
SINGLE = "", mark("the single small piece"), mark("the single medium piece"), mark("the single large piece")
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
"""By their pips. {tower} is "the tower of 9" or "the single small piece"."""


def named(play: Play) -> str:
    """Return the play as something done: "capping the tower of 9 with a small piece"."""
    kind, at, source, target = play
    if play == PASSING:
        return tr("stopping there")
    if kind == SPLIT:
        return tr("parting the tower of {worth}", worth=worth(source))
    if target == NOTHING:
        if kind == SET_DOWN:
            return tr("setting it down")
        return tr("taking {piece} out of its tower", piece=tr(PIECE[source[at] & 3]))
    what = tr("the tower of {worth}", worth=worth(target)) if len(target) > 1 else tr(SINGLE[target[0] & 3])
    assert kind in (CAP, MINE, PLACE)
    return tr((WITH_MINED if kind == MINE else WITH_PIECE)[source[at] & 3], tower=what)


def _pips(number: float) -> str:
    return tr_count("{number} pip", "{number} pips", max(1, round(number)))
