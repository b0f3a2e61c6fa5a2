"""What a hint states: clauses, each with its facts as data, so that a test can check them against the state."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from topping_out.game.language import Message, fill, tr
from topping_out.game.text import full_stop, paragraph, sentence


@dataclass(frozen=True, slots=True)
class Claim:
    """A clause of a hint; `facts` are what it states, by the names that its `kind` has for them."""

    kind: str
    text: str
    """Without its full stop: it may go on after the play that it is about."""
    facts: dict[str, Any]
    adds: bool = False
    """Whether it only adds to the one before, and is told in one sentence with it."""


NO_WORDS: Mapping[str, str] = MappingProxyType({})


def claim(kind: str, message: Message, words: Mapping[str, str] = NO_WORDS, /, **facts: Any) -> Claim:
    """Return a claim that fills its own message, with the facts and with `words`, which go before facts so named."""
    return Claim(kind, fill(message, **{**facts, **words}), facts)


def adding(claims: Iterable[Claim]) -> list[Claim]:
    """Return the claims as ones that only add to the one before."""
    return [replace(claim, adds=True) for claim in claims]


def reason(claims: Sequence[Claim]) -> str:
    """Return the first claim, and one more that belongs to it, as what a hint gives for its reason."""
    told = claims[0].text
    if len(claims) > 1 and claims[1].adds:
        both = tr("{first}, and {then}", first=told, then=claims[1].text)
        return full_stop(both)
    return paragraph([full_stop(told), *(full_stop(sentence(claim.text)) for claim in claims[1:2])])
