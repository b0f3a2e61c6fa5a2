"""What happened, in sentences; a player whose name is You is addressed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from game.engine import AnyGame
from game.language import YOU

_IRREGULAR = {"is": "are", "has": "have", "does": "do", "was": "were", "goes": "go"}
_VERB = re.compile(r"((?:^|[:;.] )You )([a-z]+s)\b")
_SECOND_VERB = re.compile(r"(?<= and )([a-z]+s)\b(?=[ .])")


def tell(game: AnyGame, events: Iterable[Any], names: Sequence[str]) -> list[str]:
    """Return a sentence for each event that has one."""
    sentences = (game.describe(event, names) for event in events)
    return [sentence for sentence in sentences if sentence]


def address(sentence: str) -> str:
    """Put a sentence about a player called You into the second person: "You plays" is "You play"."""
    if YOU not in sentence:
        return sentence
    sentence = re.sub(r"\bYou's\b", "your", sentence)
    if _VERB.search(sentence):
        sentence = _VERB.sub(lambda found: found[1] + _second_person(found[2]), sentence)
        sentence = _SECOND_VERB.sub(lambda found: _second_person(found[1]), sentence, count=1)
        sentence = sentence.replace(" their own ", " your own ")
    return re.sub(r"(?<=[a-z0-9,] )You\b", "you", sentence[:1].upper() + sentence[1:])


def _second_person(verb: str) -> str:
    """Return a verb of the third person in the second: "passes" is "pass"."""
    if verb in _IRREGULAR:
        return _IRREGULAR[verb]
    return verb[:-2] if verb.endswith(("sses", "shes", "ches", "xes")) else verb[:-1]
