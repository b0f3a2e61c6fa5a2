"""The game in words: the move log, the reasons for refusals, the results."""

from __future__ import annotations

from collections.abc import Sequence

from ..engine import Advice, Ended, Outcome
from ..language import Own, fill, mark, tr, tr_context, tr_count, tr_label, tr_player
from ..text import commas, listed_players, with_minus
from .actions import Action, Build, CardId, Colour, Discard, Draw, colour_name, colour_of, is_material, number_of
from .state import Built, Discarded, Drew, Event, RoundAccount, RoundBegan, RoundEnded, Took, View


def why_not_build(tower: Sequence[CardId], card: CardId) -> str:
    """Return why the card may not be built onto this tower of its colour, or ""."""
    top = number_of(tower[-1]) if tower else 0
    if not top or number_of(card) > top:
        return ""
    if is_material(card):
        return tr("materials must be laid before the first building card")
    return tr(
        "the {colour} tower is already at {top}: only higher cards fit", colour=colour_name(colour_of(card)), top=top
    )


NONE_DISCARDED = (
    mark("There's no blue card among the discards."),
    mark("There's no red card among the discards."),
    mark("There's no yellow card among the discards."),
    mark("There's no green card among the discards."),
    mark("There's no black card among the discards."),
    mark("There's no purple card among the discards."),
)


def describe(event: Event, names: Sequence[str]) -> str:
    """Return a sentence for the move log; empty if the event needs none."""
    match event:
        case Built(seat, card):
            return tr_player(
                names[seat], mark("You build {card}."), mark("{name} builds {card}."), card=card_moved(card)
            )
        case Discarded(seat, card):
            yours, theirs = mark("You discard {card}."), mark("{name} discards {card}.")
            return tr_player(names[seat], yours, theirs, card=card_moved(card))
        case Drew(seat, _):
            return tr_player(names[seat], mark("You draw from the pile."), mark("{name} draws from the pile."))
        case Took(seat, card):
            yours, theirs = mark("You take {card} from the discards."), mark("{name} takes {card} from the discards.")
            return tr_player(names[seat], yours, theirs, card=card_moved(card))
        case RoundEnded(account):
            return _round_words(account, names)
        case RoundBegan(number, first, _, _):
            yours, theirs = mark("Round {number}: you begin."), mark("Round {number}: {name} begins.")
            return tr_player(names[first], yours, theirs, number=number + 1)
        case Ended(outcome):
            return describe_outcome(outcome, names)
    return ""


def describe_outcome(outcome: Outcome, names: Sequence[str]) -> str:
    """Return who won and how."""
    if len(outcome.winners) > 1:
        score = _points(outcome.scores[0])
        return tr("{names} share the win with {points} each.", names=listed_players(names), points=score)
    (winner,) = outcome.winners
    yours, theirs = mark("You win {best} to {points}."), mark("{name} wins {best} to {points}.")
    points = _points(outcome.scores[1 - winner])
    return tr_player(names[winner], yours, theirs, best=with_minus(outcome.scores[winner]), points=points)


def _round_words(account: RoundAccount, names: Sequence[str]) -> str:
    # Translators: {points} is "Ana 12, Ben −3".
    ends, called = (
        mark("Round {number} ends: {points}."),
        mark("Round {number} ends early, because nobody is drawing from the pile: {points}."),
    )
    points = commas(f"{tr_label(name)} {with_minus(got)}" for name, got in zip(names, account.points))
    return tr(called if account.called else ends, number=account.round + 1, points=points)


def propose(view: View, advice: Advice[Action], names: Sequence[str]) -> str:
    """Return what a hint says to do, such as "Build the red 7"."""
    match advice.action:
        case Build(card):
            return tr_context("a hint", "Build {card}", card=card_moved(card))
        case Discard(card):
            return tr_context("a hint", "Discard {card}", card=card_moved(card))
        case Draw(int(colour)):
            return tr("Take {card} from the discards", card=card_moved(view.discards[colour][-1]))
    return tr("Draw from the pile")


def one_card(card: CardId) -> str:
    """Return "the red 7", of which there is only one, or "a red material"."""
    return tr(_ONE_CARD[is_material(card)][colour_of(card)], number=number_of(card))


def card_moved(card: CardId) -> str:
    """Return the same as the object of "build", "discard" or "take": some languages inflect it."""
    number = number_of(card)
    numbers = (
        tr_context("moved", "the blue {number}", number=number),
        tr_context("moved", "the red {number}", number=number),
        tr_context("moved", "the yellow {number}", number=number),
        tr_context("moved", "the green {number}", number=number),
        tr_context("moved", "the black {number}", number=number),
        tr_context("moved", "the purple {number}", number=number),
    )
    materials = (
        tr_context("moved", "a blue material"), tr_context("moved", "a red material"),
        tr_context("moved", "a yellow material"), tr_context("moved", "a green material"),
        tr_context("moved", "a black material"), tr_context("moved", "a purple material"),
    )  # fmt: skip
    return (materials if is_material(card) else numbers)[colour_of(card)]


_ONE_CARD = (
    (
        mark("the blue {number}"), mark("the red {number}"), mark("the yellow {number}"),
        mark("the green {number}"), mark("the black {number}"), mark("the purple {number}"),
    ),
    (
        mark("a blue material"), mark("a red material"), mark("a yellow material"),
        mark("a green material"), mark("a black material"), mark("a purple material"),
    ),
)  # fmt: skip
"""By whether the card is a material, then by colour."""


def _points(count: int) -> str:
    return tr_count("{points} point", "{points} points", abs(count), points=with_minus(count))


_OWN_TOWERS = (
    Own("your blue tower", "{name}'s blue tower"),
    Own("your red tower", "{name}'s red tower"),
    Own("your yellow tower", "{name}'s yellow tower"),
    Own("your green tower", "{name}'s green tower"),
    Own("your black tower", "{name}'s black tower"),
    Own("your purple tower", "{name}'s purple tower"),
)
_RIVALS_TOWERS = (
    mark("the opponent's blue tower"), mark("the opponent's red tower"), mark("the opponent's yellow tower"),
    mark("the opponent's green tower"), mark("the opponent's black tower"), mark("the opponent's purple tower"),
)  # fmt: skip


def own_tower(colour: Colour) -> str:
    """Return "your red tower". Use it only as the subject of a sentence, so that no language has to inflect it."""
    return fill(_OWN_TOWERS[colour])


def rivals_tower(colour: Colour) -> str:
    return tr(_RIVALS_TOWERS[colour])
