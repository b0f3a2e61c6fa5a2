"""Why something is not possible, in a word or two: the seat's plate has no room for the sentence."""

from __future__ import annotations

from topping_out.game.language import mark, tr

_WORDS = {
    "one hand, one piece: play the one you hold first": mark("hand full"),
    "there is no piece in your hand": mark("hand empty"),
    "this piece is not yours to lift": mark("not yours"),
    "only a free-standing piece can be lifted: this one is part of a tower": mark("part of a tower"),
    "somebody is holding this piece": mark("gone"),
    "there is no such piece": mark("gone"),
    "you can mine only pieces of your own": mark("not yours"),
    "this is your free-standing piece: lift it instead": mark("lift it"),
    "this is the ghost's free-standing piece: lift it instead": mark("lift it"),
    "a tower with your piece on top cannot be mined": mark("yours already"),
    "a tower with the ghost's piece on top cannot be mined": mark("the ghost is on top"),
    "to mine, two of your pieces must be in the tower": mark("needs two of yours"),
    "to mine, two of the ghost's pieces must be in the tower": mark("needs two of them"),
    "there is no piece above this one": mark("nothing to split"),
    "there is nothing to split here": mark("nothing to split"),
    "a tower is split only between two pieces of one colour": mark("two colours"),
    "you cannot split your own colour": mark("your own colour"),
    "a mined piece must cap a different tower": mark("another tower"),
    "your colour is on top already": mark("yours already"),
    "the ghost's colour is on top already": mark("the ghost's already"),
    "the ghost never caps a free-standing piece": mark("no tower yet"),
    "a medium piece cannot cap a small one": mark("too large"),
    "a large piece cannot cap a small one": mark("too large"),
    "a large piece cannot cap a medium one": mark("too large"),
    "this tower is gone": mark("gone"),
    "a mined piece must cap a tower while there is one that it can cap": mark("must cap"),
    "play has not begun": mark("not yet"),
    "it is not your turn": mark("not your turn"),
    "everybody is ready": mark("ready"),
    "play has begun": mark("play is on"),
    "you are ready already": mark("ready already"),
    "touch a piece of your own colour": mark("your own colour"),
    "play the piece in your hand first": mark("hand full"),
    "this is off the table": mark("off the ice"),
}
"""By the reason that the rules give."""


def word_of(reason: str) -> str:
    """Return the word for a reason; the reason itself where there is none."""
    return tr(_WORDS.get(reason, reason))
