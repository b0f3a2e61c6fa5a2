"""Worked examples: towers that show what the floors of a deck do."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from ..language import tr
from ..rules_text import Block, Section
from ..text import paragraph
from .floors import NONE, Account, Deck, EffectVerb, Kind, Kinds
from .numbers import HEIGHT
from .state import Variant, terms_of
from .words import step_words

SEATS, HELD, LEFT = 4, 2, 20
"""In the examples, the number of seats, of cards in each hand, and of cards left to draw."""
LETTERS = "ABCD"
"""The names of the players in the examples."""
EXAMPLES, DRAFTS = 3, 300
"""The most examples of a deck, and the number of towers among which they are chosen."""
OWNERS, OWNED = 3, 0.85
"""In these, the number of seats that own floors, and the share of floors that one of them owns."""


class Example(NamedTuple):
    """A tower to be scored, ground floor first."""

    deck: Deck
    kinds: Kinds
    owners: bytes

    @property
    def account(self) -> Account:
        hands = [HELD] * SEATS
        return terms_of(Variant(SEATS, self.deck)).account(self.kinds, self.owners, hands, LEFT)


def example_of(deck: Deck, floors: Sequence[tuple[str, int | None]]) -> Example:
    """Return the tower of these floors, top floor first, each a name and its owner's number, from 1, or None."""
    kinds = bytes(deck.kind_named[name] for name, _ in reversed(floors))
    return Example(deck, kinds, bytes(NONE if number is None else number - 1 for _, number in reversed(floors)))


@cache
def examples_of(deck: Deck) -> tuple[Example, ...]:
    """Return up to three towers, the same every time, in which most kinds of floors do something."""
    rng = random.Random(0)
    drafts = [_draft(deck, rng) for _ in range(DRAFTS)]
    facts = [(_working(draft), sum(map(bool, draft.account.points))) for draft in drafts]
    chosen: list[Example] = []
    seen: set[str] = set()
    while len(chosen) < EXAMPLES:
        values = [(len(working - seen), scoring, len(working)) for working, scoring in facts]
        best = values.index(max(values))
        if not values[best][0]:
            break
        chosen.append(drafts[best])
        seen |= facts[best][0]
    return tuple(chosen)


def _draft(deck: Deck, rng: random.Random) -> Example:
    """Return a tower that is scored now: it has six floors, or a floor on top that triggers the scoring.

    At most one floor scores for everybody, as the words beside it take several lines.
    """
    top, *rest = (deck.kinds[card] for card in rng.sample(deck.cards, len(deck.cards)))
    height = rng.randint(HEIGHT - 2, HEIGHT) if top in deck.triggers else HEIGHT
    kinds = [top]
    for kind in rest:
        is_long = _pays_all(deck, kind) and any(_pays_all(deck, other) for other in kinds)
        if len(kinds) < height and kind not in deck.triggers and not is_long:
            kinds.append(kind)
    owners = bytes(rng.randrange(OWNERS) if rng.random() < OWNED else NONE for _ in kinds)
    return Example(deck, bytes(reversed(kinds)), owners)


def _pays_all(deck: Deck, kind: Kind) -> bool:
    return any(effect.verb is EffectVerb.SCORE_TUCKS for effect in deck.floors[kind].effects)


def _working(example: Example) -> set[str]:
    """Return the names of the floors that score, draw or change an owner."""
    return {step.floor for step in example.account.steps if any(step.points) or step.drawn or step.changes}


# -- in words


def examples_section(deck: Deck) -> Section:
    """Return the section of the rules page with the examples of a deck, if any, as figures `example1` and so on."""
    blocks = [
        Block("figure", _result(example.account), f"example{number + 1}", _told(example.account))
        for number, example in enumerate(examples_of(deck))
    ]
    return Section(tr("Worked examples"), blocks)


def _result(account: Account) -> str:
    """Return what each seat scores and draws."""
    drawn = [sum(step.drawn for step in account.steps if step.owner == seat) for seat in range(SEATS)]
    sentences = []
    for letter, points, number in zip(LETTERS, account.points, drawn):
        if points and number:
            text = tr("Seat {letter} scores {points} and draws {number}.", letter=letter, points=points, number=number)
            sentences.append(text)
        elif points:
            sentences.append(tr("Seat {letter} scores {points}.", letter=letter, points=points))
        elif number:
            sentences.append(tr("Seat {letter} draws {number}.", letter=letter, number=number))
    return paragraph(sentences) or tr("Nobody scored.")


def _told(account: Account) -> str:
    """Return the scoring in words, floor by floor from the top."""
    return paragraph([step_words(step, LETTERS) for step in account.steps])
