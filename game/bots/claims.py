"""What a hint states: sentences, each with its facts as data, so that a test can check them against the state."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Claim:
    """A sentence of a hint; `facts` are what it states, by the names that its `kind` has for them."""

    kind: str
    text: str
    facts: dict[str, Any]


def claim(kind: str, text: str, **facts: Any) -> Claim:
    """Return a claim, its sentence begun with a capital."""
    return Claim(kind, text[:1].upper() + text[1:], facts)


def sentences(claims: Iterable[Claim]) -> str:
    """Return the claims as one text."""
    return " ".join(claim.text for claim in claims)
