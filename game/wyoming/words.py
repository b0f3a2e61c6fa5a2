"""The game in words: the move log, the reasons for refusals, the results."""

from __future__ import annotations

from collections.abc import Sequence

from ..engine import Advice, Ended, Outcome, Passed, Seat
from ..language import YOU, Message, Own, fill, mark, mark_count, tr, tr_context, tr_player
from ..text import drew, listed_players
from .actions import (
    CardId,
    Constructed,
    Deconstructed,
    Discarded,
    Drew,
    Event,
    LostContract,
    Play,
    PlayKind,
    Recycled,
    SkyMoved,
    Suit,
    Tossed,
    suit_name,
    suit_of,
    suit_played,
)
from .state import Variant, View


def why_not(variant: Variant, own: bool, tower: Suit | None, played: Suit, is_safe: bool) -> str:
    """Return why cards of suit `played` may not go onto a tower of suit `tower` (None: an empty foundation), or "".

    `own`: the seat's own tower; `is_safe`: nobody may deconstruct it before its owner's next turn (W12).
    """
    if tower is None:
        return "" if own else tr("only its owner may begin a tower here")
    if tower == played or (variant.opposes[played] == tower and not is_safe):
        return ""
    if variant.opposes[played] == tower:
        return tr("the scaffolding protects this tower until its owner's next turn")
    attacker = next(suit for suit, target in variant.opposes.items() if target == tower)
    return tr(
        "{played} do nothing here: {suit} build this tower up, {opposite} knock it down",
        played=suit_name(played),
        suit=suit_name(tower),
        opposite=suit_name(attacker),
    )


def describe(event: Event, names: Sequence[str]) -> str:
    """Return a sentence for the move log; empty if the event needs none."""
    match event:
        case Constructed(seat, owner, _, cards):
            return _of_tower(seat, owner, names, CONSTRUCTED, cards=_cards(cards))
        case Deconstructed(seat, owner, _, spent, fallen, rising):
            texts = DECONSTRUCTED if rising else KNOCKED
            new = fill(NEW_TOWER[suit_of(rising[0])], number=len(rising)) if rising else ""
            return _of_tower(seat, owner, names, texts, cards=_cards(spent + rising), fallen=_cards(fallen), new=new)
        case Discarded(seat, cards):
            yours, theirs = (
                mark("You can't play, so you discard {cards}."),
                mark("{name} can't play and discards {cards}."),
            )
            return tr_player(names[seat], yours, theirs, cards=_cards(cards))
        case Drew(seat, cards):
            return drew(names[seat], len(cards))
        case Passed(seat):
            yours, theirs = mark("You have no cards and pass."), mark("{name} has no cards and passes.")
            return tr_player(names[seat], yours, theirs)
        case LostContract(seat, _):
            yours = mark("You have no tower at the deadline and are out.")
            return tr_player(names[seat], yours, mark("{name} has no tower at the deadline and is out."))
        case Ended(outcome):
            return describe_outcome(outcome, names)
        case Tossed(heads):
            up, down = sum(heads), len(heads) - sum(heads)
            if up == down:
                again = mark("The pennies are tossed: {heads} heads, {tails} tails; a tie, so again.")
                return tr(again, heads=up, tails=down)
            return tr("The pennies are tossed: {heads} heads, {tails} tails.", heads=up, tails=down)
        case SkyMoved(pennies, by):
            text = mark("The Sky rises to {pennies}.") if by > 0 else mark("The Sky settles to {pennies}.")
            return tr(text, pennies=pennies)
        case Recycled(cards):
            return tr("The discards become a new draw pile of {cards}.", cards=cards)
    return ""


CONSTRUCTED = (
    mark("You construct {cards} on your own tower."),
    mark("You construct {cards} on {owner}'s tower."),
    mark("{name} constructs {cards} on their own tower."),
    mark("{name} constructs {cards} on your tower."),
    mark("{name} constructs {cards} on {owner}'s tower."),
)
"""The reader plays on their own tower, or on another's; another player on their own, on the reader's, on another's."""
KNOCKED = (
    mark("You play {cards} and knock {fallen} off your own tower."),
    mark("You play {cards} and knock {fallen} off {owner}'s tower."),
    mark("{name} plays {cards} and knocks {fallen} off their own tower."),
    mark("{name} plays {cards} and knocks {fallen} off your tower."),
    mark("{name} plays {cards} and knocks {fallen} off {owner}'s tower."),
)
NEW_TOWER = (
    mark_count("{number} spade becomes the new tower", "{number} spades become the new tower"),
    mark_count("{number} heart becomes the new tower", "{number} hearts become the new tower"),
    mark_count("{number} club becomes the new tower", "{number} clubs become the new tower"),
    mark_count("{number} diamond becomes the new tower", "{number} diamonds become the new tower"),
)
# Translators: {new} is "2 clubs become the new tower".
DECONSTRUCTED = (
    mark("You play {cards} and knock {fallen} off your own tower; {new}."),
    mark("You play {cards} and knock {fallen} off {owner}'s tower; {new}."),
    mark("{name} plays {cards} and knocks {fallen} off their own tower; {new}."),
    mark("{name} plays {cards} and knocks {fallen} off your tower; {new}."),
    mark("{name} plays {cards} and knocks {fallen} off {owner}'s tower; {new}."),
)


def _of_tower(seat: Seat, owner: Seat, names: Sequence[str], texts: Sequence[str], **places: object) -> str:
    """Return the sentence of `texts` (see `CONSTRUCTED`) that fits the player and the owner of the tower."""
    yours, yours_to_others, own, to_you, to_others = texts
    if seat == owner:
        return tr_player(names[seat], yours, own, **places)
    return tr_player(
        names[seat], yours_to_others, to_you if names[owner] == YOU else to_others, owner=names[owner], **places
    )


def propose(view: View, advice: Advice[Play], names: Sequence[str]) -> str:
    """Return what a hint says to do, such as "Play 2 clubs on your club tower (height 4)"."""
    play = advice.action
    cards = suit_played(play.count, play.suit)
    if play.kind is PlayKind.DISCARD:
        return tr_context("a hint", "Discard {cards}", cards=cards)
    tower = view.towers[play.owner][play.foundation]
    if not tower:
        return tr("Begin a tower with {cards}", cards=cards)
    suit, height = suit_of(tower[0]), len(tower)
    if play.owner == view.seat:
        return tr(ON_YOURS[suit], cards=cards, height=height)
    return tr(ON_THEIRS[suit], cards=cards, name=names[play.owner], height=height)


ON_YOURS = (
    mark("Play {cards} on your spade tower (height {height})"),
    mark("Play {cards} on your heart tower (height {height})"),
    mark("Play {cards} on your club tower (height {height})"),
    mark("Play {cards} on your diamond tower (height {height})"),
)
ON_THEIRS = (
    mark("Play {cards} on {name}'s spade tower (height {height})"),
    mark("Play {cards} on {name}'s heart tower (height {height})"),
    mark("Play {cards} on {name}'s club tower (height {height})"),
    mark("Play {cards} on {name}'s diamond tower (height {height})"),
)
"""By suit."""


def named(view: View, play: Play) -> str:
    """Return a play such as "playing 2 clubs on your club tower (height 4)"; the same for plays that look the same."""
    cards = suit_played(play.count, play.suit)
    if play.kind is PlayKind.DISCARD:
        return tr("discarding {cards}", cards=cards)
    tower = view.towers[play.owner][play.foundation]
    if not tower:
        return tr("beginning a tower with {cards}", cards=cards)
    on_others = DONE_ON_OPPONENTS if view.variant.seats == 2 else DONE_ON_ANOTHERS
    where: tuple[Message, ...] = DONE_ON_YOURS if play.owner == view.seat else on_others
    return fill(where[suit_of(tower[0])], cards=cards, height=len(tower))


DONE_ON_YOURS = (
    Own(
        "playing {cards} on your spade tower (height {height})",
        "playing {cards} on {name}'s spade tower (height {height})",
    ),
    Own(
        "playing {cards} on your heart tower (height {height})",
        "playing {cards} on {name}'s heart tower (height {height})",
    ),
    Own(
        "playing {cards} on your club tower (height {height})",
        "playing {cards} on {name}'s club tower (height {height})",
    ),
    Own(
        "playing {cards} on your diamond tower (height {height})",
        "playing {cards} on {name}'s diamond tower (height {height})",
    ),
)
DONE_ON_OPPONENTS = (
    mark("playing {cards} on the opponent's spade tower (height {height})"),
    mark("playing {cards} on the opponent's heart tower (height {height})"),
    mark("playing {cards} on the opponent's club tower (height {height})"),
    mark("playing {cards} on the opponent's diamond tower (height {height})"),
)
DONE_ON_ANOTHERS = (
    mark("playing {cards} on an opponent's spade tower (height {height})"),
    mark("playing {cards} on an opponent's heart tower (height {height})"),
    mark("playing {cards} on an opponent's club tower (height {height})"),
    mark("playing {cards} on an opponent's diamond tower (height {height})"),
)
"""By suit. `DONE_ON_OPPONENTS` is for the only opponent, `DONE_ON_ANOTHERS` for one of several."""


OUTCOMES = {
    "tower": (
        mark("You win with a tower of {height}."),
        mark("{name} wins with a tower of {height}."),
        mark("{names} share the win with a tower of {height}."),
    ),
    "last seat": (
        mark("You win as the last builder with a contract."),
        mark("{name} wins as the last builder with a contract."),
        mark("{names} share the win as the last builders with a contract."),
    ),
    "sudden death": (
        mark("You win with the tallest tower (height {height}): the cards are gone."),
        mark("{name} wins with the tallest tower (height {height}): the cards are gone."),
        mark("{names} share the win with the tallest towers (height {height}): the cards are gone."),
    ),
    "sky": (
        mark("You win with the tallest tower (height {height}): the Sky has come all the way down."),
        mark("{name} wins with the tallest tower (height {height}): the Sky has come all the way down."),
        mark("{names} share the win with the tallest towers (height {height}): the Sky has come all the way down."),
    ),
    "stuck": (
        mark("You win with the tallest tower (height {height}): nobody can move."),
        mark("{name} wins with the tallest tower (height {height}): nobody can move."),
        mark("{names} share the win with the tallest towers (height {height}): nobody can move."),
    ),
}
"""By reason: the reader wins, another player wins, several players share the win."""


def describe_outcome(outcome: Outcome, names: Sequence[str]) -> str:
    """Return who won and how."""
    if not outcome.winners:
        return tr("Nobody has a tower: a draw.")
    yours, theirs, shared = OUTCOMES[outcome.reason]
    height = max(outcome.scores[seat] for seat in outcome.winners)
    if len(outcome.winners) == 1:
        return tr_player(names[outcome.winners[0]], yours, theirs, height=height)
    return tr(shared, names=listed_players([names[seat] for seat in outcome.winners]), height=height)


def _cards(cards: tuple[CardId, ...]) -> str:
    return suit_played(len(cards), suit_of(cards[0]))
