"""Why something is not possible, in a word or two: the seat's plate has no room for the sentence."""

from __future__ import annotations

from topping_out.game.language import mark, tr

_WORDS = {
    "one hand, one piece: play the one you hold first": mark("hand full"),
    "you aren't holding a piece": mark("hand empty"),
    "this piece is not yours to lift": mark("not yours"),
    "only a free-standing piece can be lifted: this one is part of a tower": mark("part of a tower"),
    "somebody is holding this piece": mark("gone"),
    "there is no such piece": mark("gone"),
    "you can only mine your own pieces": mark("not yours"),
    "this is your free-standing piece: lift it instead": mark("lift it"),
    "this is the ghost's free-standing piece: lift it instead": mark("lift it"),
    "you can't mine a tower that has your own piece on top": mark("already yours"),
    "you can't mine a tower that has the ghost's piece on top": mark("the ghost is on top"),
    "to mine, you need two of your pieces in the tower": mark("needs two of yours"),
    "to mine, you need two of the ghost's pieces in the tower": mark("needs two of them"),
    "there's no piece above this one": mark("nothing to split"),
    "there's nothing to split here": mark("nothing to split"),
    "a tower can only be split between two pieces of the same colour": mark("two colours"),
    "you cannot split your own colour": mark("your own colour"),
    "a mined piece must cap a different tower": mark("another tower"),
    "your colour is on top already": mark("already yours"),
    "the ghost's colour is on top already": mark("already the ghost's"),
    "the ghost never caps a free-standing piece": mark("no tower yet"),
    "a medium piece cannot cap a small one": mark("too large"),
    "a large piece cannot cap a small one": mark("too large"),
    "a large piece cannot cap a medium one": mark("too large"),
    "this tower is gone": mark("gone"),
    "a mined piece must cap a tower if it can cap any": mark("must cap"),
    "play has not begun": mark("not yet"),
    "it isn't your turn": mark("not your turn"),
    "everybody is ready": mark("ready"),
    "play has already begun": mark("play has begun"),
    "you're already ready": mark("already ready"),
    "touch a piece of your own colour": mark("your own colour"),
    "play the piece in your hand first": mark("hand full"),
    "this has left the table": mark("off the ice"),
}
"""By the reason that the rules give."""


def word_of(reason: str) -> str:
    """Return the word for a reason; the reason itself where there is none."""
    return tr(_WORDS.get(reason, reason))
