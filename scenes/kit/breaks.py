"""Where a line of text may be broken: at spaces, and between phrases where a script has none."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from budoux import Parser

UNSPACED = re.compile("[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff]")
"""Kana, kanji, and the signs that are as wide."""
NOT_FIRST = frozenset(
    "、。，．・：；？！ー〜～―…‥）」』】〕〉》］｝’”ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ々ゝゞヽヾ％,.:;?!)]}»"
)
NOT_LAST = frozenset("（「『【〔〈《［｛‘“([{«")
"""What kinsoku (JIS X 4051) keeps from the beginning and from the end of a line."""


def pieces(text: str) -> Iterator[tuple[str, str]]:
    """Yield the parts of a line between which it may be broken, each with what stands before it if it is not."""
    for word in text.split(" "):
        gap = " "
        for phrase in _phrases().parse(word) if UNSPACED.search(word) else [word]:
            yield gap, phrase
            gap = ""


def breakable(text: str, count: int) -> int:
    """Return after how many letters, `count` at most, kinsoku lets a text be broken that is too long for a line."""
    if not UNSPACED.search(text):
        return count
    allowed = (end for end in range(count, 0, -1) if text[end] not in NOT_FIRST and text[end - 1] not in NOT_LAST)
    return next(allowed, count)


@cache
def _phrases() -> Parser:
    import budoux  # few languages need it

    return budoux.load_default_japanese_parser()
