"""What a hint states: clauses, each with its facts as data, so that a test can check them against the state."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from topping_out.game.language import Message, fill, tr
from topping_out.game.text import full_stop, paragraph, sentence


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause of a hint; `facts` are what it states, by the names that its `kind` has for them."""

    kind: str
    text: str
    """Without its full stop: it may go on after the play that it is about."""
    facts: dict[str, Any]
    adds: bool = False
    """Whether it only adds to the one before, and is told in one sentence with it."""


NO_WORDS: Mapping[str, str] = MappingProxyType({})


def clause(kind: str, message: Message, words: Mapping[str, str] = NO_WORDS, /, **facts: Any) -> Clause:
    """Return a clause that fills its own message, with the facts and with `words`, which go before facts so named."""
    return Clause(kind, fill(message, **{**facts, **words}), facts)


def adding(clauses: Iterable[Clause]) -> list[Clause]:
    """Return the clauses as ones that only add to the one before."""
    return [replace(clause, adds=True) for clause in clauses]


def reason(clauses: Sequence[Clause]) -> str:
    """Return the first clause, and one more that belongs to it, as what a hint gives for its reason."""
    told = clauses[0].text
    if len(clauses) > 1 and clauses[1].adds:
        both = tr("{first}, and {then}", first=told, then=clauses[1].text)
        return full_stop(both)
    return paragraph([full_stop(told), *(full_stop(sentence(clause.text)) for clause in clauses[1:2])])
