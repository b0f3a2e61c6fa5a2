"""Hints use no word of a game that its guided first game may not have taught yet."""

import re

import pytest

from languages import template

UNTAUGHT = {
    "icetowers": r"\b(mine[ds]?|mining|flee\w*|split\w*|free-stander\w*|stall\w*|showdown)\b",
    "towers": r"\b(claim\w*|vacant|vacate\w*)\b",
    "towering": r"\b(bonus|multipl\w+)\b",
    "wyoming": r"\b(construct\w*|deconstruct\w*|recycl\w*|oppos\w*)\b",
}
"""By game: the words of its own that are taught late, or not at all."""


@pytest.mark.parametrize("game", UNTAUGHT)
def test_hints_use_no_word_that_is_not_taught_yet(game: str) -> None:
    places = {f"game/{game}/bots/{name}.py" for name in ("hints", "prospects", "scene")}
    messages = [message for message in template() if any(file in places for file, _ in message.locations)]
    assert len(messages) > 10
    for message in messages:
        for text in message.id if isinstance(message.id, tuple) else (message.id,):
            words = re.sub(r"{\w+}", "", text)
            assert not re.search(UNTAUGHT[game], words, re.IGNORECASE), text
