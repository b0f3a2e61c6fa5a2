"""A bot's reasons in words."""

from __future__ import annotations

from game.icetowers.pieces import SIZE_NAMES, Colour
from game.icetowers.sketch import Kind, Play, Stack, worth
from game.icetowers.state import View


def explain(view: View, play: Play) -> str:
    """Return why the play is good, from what it does at once."""
    match play.kind:
        case Kind.SPLIT:
            return _explain_split(play)
        case Kind.SET_DOWN:
            return "There is nothing that it could cap well: set it down."
        case Kind.MINE if not play.target:
            return f"Flee: mined, this {_size(play.source[play.at])} piece can cap nothing, so it stands free again."
        case Kind.MINE:
            cap = _explain_cap(play.come[-1], play.target)
            return f"Mine the {_size(play.source[play.at])} piece out: it costs you no piece, and it {cap}"
    whose = "The ghost's" if play.source[0] >> 2 == view.variant.ghost_colour else "Your"
    return f"{whose} {_size(play.source[0])} piece {_explain_cap(play.come[-1], play.target)}"


def _explain_cap(tower: Stack, target: Stack) -> str:
    """Return what the cap takes, and what could take it back."""
    answer = {1: "only a small piece", 2: "only a small or medium piece", 3: "any size"}[tower[-1] & 3]
    more = _spare(target, tower[-1] >> 2)
    invests = " With a second piece of that colour inside, it can be mined later." if more else ""
    return f"takes {worth(target)} and makes a tower of {worth(tower)}, which {answer} can cap.{invests}"


def _spare(stack: Stack, colour: Colour) -> bool:
    return any(code >> 2 == colour for code in stack)


def _explain_split(play: Play) -> str:
    lower, upper = play.come
    return (
        f"Split it into {worth(lower)} and {worth(upper)}: "
        f"the lower part, with a {_size(lower[-1])} piece on top, is open to be capped."
    )


def explain_done(view: View) -> str:
    """Return why it is better to leave the table alone."""
    assert view.seat is not None
    scores = view.scores
    if all(score < scores[view.seat] for colour, score in enumerate(scores) if colour != view.seat):
        return "You lead, and every play would open more to the others than it wins: say that you are done."
    return "Every play now would open more to the others than it wins: wait, and say that you are done."


def _size(code: int) -> str:
    return SIZE_NAMES[code & 3]
