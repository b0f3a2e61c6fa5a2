"""Where a line of text may be broken: at spaces, and between phrases where a script has none."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import TYPE_CHECKING

from topping_out.game.text import MOST_MARKS, is_mark

if TYPE_CHECKING:
    from budoux import Parser

UNSPACED = re.compile("[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff]")
"""Kana, kanji, and the signs that are as wide."""
NOT_FIRST = frozenset(
    "、。，．・：；？！ー〜～―…‥）」』】〕〉》］｝’”ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ々ゝゞヽヾ％,.:;?!)]}»"
)
WITHIN_WORD = re.compile("[0-9A-Za-z]{2}")
"""Numbers and words in Latin letters are broken last."""
CLOSING = "、。，．：；？！）」』】〕〉》］｝"
"""Signs of which a phrase may begin with one by mistake: they belong to the one before."""
NOT_LAST = frozenset("（「『【〔〈《［｛‘“([{«")
"""What kinsoku (JIS X 4051) keeps from the beginning, and from the end, of a line."""


def pieces(text: str) -> Iterator[tuple[str, str]]:
    """Yield the parts of a line between which it may be broken, each with what stands before it if it is not."""
    for word in text.split(" "):
        gap = " "
        for phrase in _kept_together(_parsed(word)) if UNSPACED.search(word) else [word]:
            yield gap, phrase
            gap = ""


def _parsed(word: str) -> Iterator[str]:
    """Yield the phrases of a text; what follows a dot or a colon between parts is none with what is before it."""
    for phrase in _phrases().parse(word):
        yield from re.split("(?<=[・：])(?=.)", phrase)


def _kept_together(phrases: Iterable[str]) -> Iterator[str]:
    """Yield phrases, two in one where kinsoku does not let a line be broken between them."""
    before = ""
    for phrase in phrases:
        rest = phrase.lstrip(CLOSING)
        before += phrase[: len(phrase) - len(rest)]
        if before and rest and _may_break(before[-1], rest[0]) and not WITHIN_WORD.match(before[-1] + rest[0]):
            yield before
            before = ""
        before += rest
    yield before


def _may_break(before: str, after: str) -> bool:
    return after not in NOT_FIRST and before not in NOT_LAST


def breakable(text: str, count: int) -> int:
    """Return after how many letters, `count` at most, a text may be broken that is too long for a line.

    Kinsoku may forbid it after some letters, and no mark is parted from its letter.
    """
    whole = [end for end in range(count, max(0, count - MOST_MARKS - 1), -1) if not is_mark(text[end])]
    count = (whole or [count])[0]
    if not UNSPACED.search(text):
        return count
    ends = [end for end in range(count, 0, -1) if _may_break(text[end - 1], text[end])]
    return next((end for end in ends if not WITHIN_WORD.fullmatch(text, end - 1, end + 1)), (ends or [count])[0])


@cache
def _phrases() -> Parser:
    import budoux  # few languages need it

    return budoux.load_default_japanese_parser()
