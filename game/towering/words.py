"""The game in words: the move log, the reasons for refusals, the results."""

from __future__ import annotations

from collections.abc import Sequence

from game.engine import Outcome
from game.text import with_minus
from game.towering.cards import COLOUR_NAMES, CardId, card_words, colour_of, is_material, number_of
from game.towering.events import Built, Discarded, Drew, Ended, Event, RoundBegan, RoundEnded, Took
from game.towering.scoring import RoundAccount


def why_not_build(tower: Sequence[CardId], card: CardId) -> str:
    """Return why the card may not go onto that tower of its colour, or ""."""
    top = number_of(tower[-1]) if tower else 0
    if not top or number_of(card) > top:
        return ""
    if is_material(card):
        return "materials are laid only before the first building card"
    return f"the {COLOUR_NAMES[colour_of(card)]} tower stands at {top} already: only higher cards go on"


def describe(event: Event, names: Sequence[str]) -> str:
    """Return one sentence for the move log; empty where it needs none."""
    match event:
        case Built(seat, card):
            return f"{names[seat]} builds {_a(card)}."
        case Discarded(seat, card):
            return f"{names[seat]} discards {_a(card)}."
        case Drew(seat, _):
            return f"{names[seat]} draws from the pile."
        case Took(seat, card):
            return f"{names[seat]} takes {_a(card)} from the discards."
        case RoundEnded(account):
            return _round_words(account, names)
        case RoundBegan(number, first, _, _):
            return f"Round {number + 1}: {names[first]} begins."
        case Ended(outcome):
            return describe_outcome(outcome, names)
    return ""


def describe_outcome(outcome: Outcome, names: Sequence[str]) -> str:
    """Return who won and how."""
    if len(outcome.winners) > 1:
        return f"{' and '.join(names)} share the win with {_points(outcome.scores[0])} each."
    (winner,) = outcome.winners
    return f"{names[winner]} wins with {with_minus(outcome.scores[winner])} to {_points(outcome.scores[1 - winner])}."


def _round_words(account: RoundAccount, names: Sequence[str]) -> str:
    how = "is called, for nobody draws from the pile" if account.called else "ends"
    points = ", ".join(f"{name} {with_minus(got)}" for name, got in zip(names, account.points))
    return f"Round {account.round + 1} {how}: {points}."


def _a(card: CardId) -> str:
    """Return "a red material", "the red 7": numbers are single cards."""
    return f"{'a' if is_material(card) else 'the'} {card_words(card)}"


def _points(count: int) -> str:
    return f"{with_minus(count)} point{'s' * (abs(count) != 1)}"
