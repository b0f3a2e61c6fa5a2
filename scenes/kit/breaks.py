"""Line breaking: at spaces, and between phrases in scripts without spaces."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import TYPE_CHECKING

from topping_out.game.text import MOST_MARKS, is_mark

if TYPE_CHECKING:
    from budoux import Parser

UNSPACED = re.compile("[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff]")
"""Kana, kanji and full-width signs."""
NOT_FIRST = frozenset(
    "、。，．・：；？！ー〜～―…‥）」』】〕〉》］｝’”ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ々ゝゞヽヾ％,.:;?!)]}»"
)
WITHIN_WORD = re.compile("[0-9A-Za-z]{2}")
"""Two letters of a number or Latin word, which is broken only if nothing else is possible."""
CLOSING = "、。，．：；？！）」』】〕〉》］｝"
"""Signs that the parser may put at the beginning of a phrase, but that belong to the phrase before."""
NOT_LAST = frozenset("（「『【〔〈《［｛‘“([{«")
"""NOT_FIRST and NOT_LAST are the letters that kinsoku (JIS X 4051) forbids at the beginning and end of a line."""


def pieces(text: str) -> Iterator[tuple[str, str]]:
    """Yield the pieces between which a line may be broken, each with the gap (" " or "") before it if it is not."""
    for word in text.split(" "):
        gap = " "
        for phrase in _kept_together(_parsed(word)) if UNSPACED.search(word) else [word]:
            yield gap, phrase
            gap = ""


def _parsed(word: str) -> Iterator[str]:
    """Yield the phrases of a text, also split after a middle dot or colon."""
    for phrase in _phrases().parse(word):
        yield from re.split("(?<=[・：])(?=.)", phrase)


def _kept_together(phrases: Iterable[str]) -> Iterator[str]:
    """Yield phrases, joined if kinsoku forbids a line break between them."""
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
    """Return after how many letters, at most `count`, a text without gaps that is too long for a line may be broken.

    It obeys kinsoku and keeps combining marks with their letters, if possible.
    """
    whole = [end for end in range(count, max(0, count - MOST_MARKS - 1), -1) if not is_mark(text[end])]
    count = (whole or [count])[0]
    if not UNSPACED.search(text):
        return count
    ends = [end for end in range(count, 0, -1) if _may_break(text[end - 1], text[end])]
    return next((end for end in ends if not WITHIN_WORD.fullmatch(text, end - 1, end + 1)), (ends or [count])[0])


@cache
def _phrases() -> Parser:
    import budoux  # imported here, as few languages need it

    return budoux.load_default_japanese_parser()
