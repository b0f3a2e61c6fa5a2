"""A bot's reasons in words."""

from __future__ import annotations

from game.icetowers.bots.evaluation import Moment, leads
from game.icetowers.bots.playout import CAP, MINE, NOTHING, PASSING, PLACE, SET_DOWN, SPLIT, Play, Stack, changes, worth
from game.icetowers.pieces import SIZE_NAMES, Colour
from game.icetowers.state import View
from game.text import counted

WORTH_SAYING = 1.0
"""From so many pips on a difference is worth a word."""


def explain(moment: Moment, play: Play) -> str:
    """Return why the play is good, from what it does at once."""
    kind, at, source, target = play
    if kind == PASSING[0]:
        return explain_done(moment.view)
    if kind == SPLIT:
        return _explain_split(play)
    if kind == SET_DOWN:
        return "There is nothing that it could cap well: set it down."
    if kind == MINE and not target:
        return f"Flee: mined, this {_size(source[at])} piece can cap nothing, so it stands free again."
    cap = _explain_cap(changes(play)[1][-1], target)
    if kind == MINE:
        return f"Mine the {_size(source[at])} piece out: it costs you no piece, and it {cap}"
    whose = "The ghost's" if source[0] >> 2 == moment.view.variant.ghost_colour else "Your"
    return f"{whose} {_size(source[0])} piece {cap}"


def _explain_cap(tower: Stack, target: Stack) -> str:
    """Return what the cap takes, and what could take it back."""
    answer = {1: "only a small piece", 2: "only a small or medium piece", 3: "any size"}[tower[-1] & 3]
    more = _spare(target, tower[-1] >> 2)
    invests = " With a second piece of that colour inside, it can be mined later." if more else ""
    return f"takes {worth(target)} and makes a tower of {worth(tower)}, which {answer} can cap.{invests}"


def _spare(stack: Stack, colour: Colour) -> bool:
    return any(code >> 2 == colour for code in stack)


def _explain_split(play: Play) -> str:
    lower, upper = changes(play)[1]
    return (
        f"Split it into {worth(lower)} and {worth(upper)}: "
        f"the lower part, with a {_size(lower[-1])} piece on top, is open to be capped."
    )


def explain_done(view: View) -> str:
    """Return why it is better to leave the table alone."""
    assert view.seat is not None
    if leads(view, view.seat):
        return "You lead, and every play would open more to the others than it wins: say that you are done."
    return "Every play now would open more to the others than it wins: wait, and say that you are done."


# -- what looking ahead has found


def explain_why_not(moment: Moment, best: Play, tempting: Play, loss: float) -> str:
    """Return why the play that looks best at once is not the best: what answer it invites, and what that costs.

    `loss` is in pips; "" where it is not worth a word, or where both plays are one to the eye.
    """
    if tempting == best or loss < WORTH_SAYING:
        return ""
    verdict = f"is about {_pips(loss)} worse in the end"
    answer = _best_answer(moment, tempting)
    because = f": {_name_answer(answer)}" if answer else ""
    return f" To {_name(tempting)} looks better at once, but {verdict}{because}."


def explain_lead(lead: float) -> str:
    """Return by how much the best play is ahead of the next, where that is worth a word."""
    return f" The next best is about {_pips(lead)} worse." if lead >= WORTH_SAYING else ""


def _best_answer(moment: Moment, play: Play) -> Play | None:
    """Return what one of the others would gain most by, next; None where nobody gains."""
    board = moment.board.copy()
    board.make(moment.seat, play)
    found: list[tuple[float, Play]] = []
    for other in range(board.seats):
        if other != moment.seat:
            found += [(moment.worths.of_play(answer)[other], answer) for answer in board.plays(other)]
    most, best = max(found, key=lambda pair: pair[0], default=(0.0, PASSING))
    return best if most > 0 else None


def _name_answer(answer: Play) -> str:
    kind, at, source, target = answer
    if kind == SPLIT:
        return f"then a tower of {worth(source)} can be split"
    size = _size(source[at])
    if kind == MINE:
        return f"then a mined {size} piece {_lands(target)}"
    return f"then a {size} piece {_lands(target)}"


def _lands(target: Stack) -> str:
    return f"can cap a tower of {worth(target)}" if target else "can flee"


def _name(play: Play) -> str:
    """Return the play as something to do: "cap the tower of 9 with a small piece"."""
    kind, at, source, target = play
    if kind == SPLIT:
        return f"split the tower of {worth(source)}"
    if target == NOTHING:
        return "set it down" if kind == SET_DOWN else f"flee with the {_size(source[at])} piece"
    what = f"the tower of {worth(target)}" if len(target) > 1 else f"the single {_size(target[0])} piece"
    mined = " mined" if kind == MINE else ""
    assert kind in (CAP, MINE, PLACE)
    return f"cap {what} with a{mined} {_size(source[at])} piece"


def _pips(number: float) -> str:
    return counted(max(1, round(number)), "pip")


def _size(code: int) -> str:
    return SIZE_NAMES[code & 3]
