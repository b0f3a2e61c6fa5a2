"""Why a play is good, in words that fit the position."""

from __future__ import annotations

from collections.abc import Sequence

from game.wyoming.actions import Kind, Play
from game.wyoming.bots.core.evaluation import BARE, Position, Tower
from game.wyoming.bots.core.world import DECIDED, after, verdict, wins
from game.wyoming.bots.search import Forecast, Tried
from game.wyoming.bots.worlds import code_of, position_of
from game.wyoming.cards import SUIT_NAMES, Suit, suit_words
from game.wyoming.state import View

CLOSE = 4
"""A tower that needs so few cards is spoken of as a threat."""
PLAIN = 0.1
"""A difference in what comes of two plays that is worth telling."""
WINS = "This wins"


def explain(view: View, play: Play) -> str:
    """Return one or two sentences on what the play is good for, from its seat's point of view."""
    position = position_of(view)
    if play.kind is Kind.DISCARD:
        return f"No card can be played; of what you hold, {SUIT_NAMES[play.suit]} help you least."
    place = code_of(play, view.variant) >> 5
    before = position.towers[place]
    left = after(*before, play.suit, play.count)
    decided = verdict(position.world, place, left[1])
    if decided == DECIDED:
        return _victory(position, play, left)
    if decided == -DECIDED:
        return "Whatever you play, a rival's tower wins when this turn ends."
    if play.owner == position.seat:
        return _at_home(position, play, before, left)
    return _abroad(position, play, before, left)


def explain_found(view: View, found: Sequence[Tried], forecasts: Sequence[Forecast], first: Play | None = None) -> str:
    """Return why the first of two candidates was found better than the second, beside what it is good for.

    `forecasts` are theirs, in the same worlds; `first` is the play that looked best before any was played out.
    """
    best, other = found
    reason = explain(view, best.choice)
    if reason.startswith(WINS):
        return reason
    more, link = _gain(found, forecasts, named(view, other.choice)), "but"
    if not more:
        more, link = f"{named(view, other.choice)} would do about as well.", "but does worse in trial games;"
    if first and named(view, first) not in (named(view, best.choice), named(view, other.choice)):
        more = f"{named(view, first)} looks better at first sight, {link} {more}"
    return f"{reason} {more[0].upper()}{more[1:]}"


def _gain(found: Sequence[Tried], forecasts: Sequence[Forecast], other: str) -> str:
    """Return what the first does better than the second: what it prevents, prepares or wins; empty: nothing."""
    now, then = forecasts
    if then.lost - now.lost >= PLAIN:
        return f"before your next turn a rival wins in {_of(now.lost)}, after {other} in {_of(then.lost)}."
    if now.won - then.won >= PLAIN:
        return f"on your next turn this lets you win in {_of(now.won)}, {other} in {_of(then.won)}."
    gain = round(100 * (found[0].mean - found[1].mean))
    if gain < 1:
        return ""
    return f"in trial games this wins about {gain} more in 100 than {other}."


def _of(share: float) -> str:
    return f"{round(100 * share)} of 100 deals"


def named(view: View, play: Play) -> str:
    """Return a play as a noun: the same one for plays between which a player sees no difference."""
    cards = suit_words(play.count, play.suit)
    if play.kind is Kind.DISCARD:
        return f"discarding {cards}"
    position = position_of(view)
    tower = position.towers[code_of(play, view.variant) >> 5]
    if tower == BARE:
        return f"a new tower of {cards}"
    whose = "your" if play.owner == position.seat else "a rival's"
    return f"playing {cards} on {whose} {_tower(tower)} of {tower[1]}"


def _victory(position: Position, play: Play, left: Tower) -> str:
    if play.owner != position.seat or not wins(position.world, left[1]):
        return f"{WINS}: when the turn ends, the tallest winning tower is yours."
    how = "exactly" if position.terms.finicky else "over"
    return f"{WINS}: your {_tower(left)} reaches {left[1]}, {how} the Sky of {position.world.pennies}."


def _at_home(position: Position, play: Play, before: Tower, left: Tower) -> str:
    if before == BARE:
        start = f"{suit_words(left[1], left[0])} begin{'s' if left[1] == 1 else ''} a tower"
        is_bare = not any(position.towers[place][1] for place in position.home)
        if position.terms.deadlines and position.runs_out(play.count) and is_bare:
            return f"Without a tower you would be out at the coming reshuffle: {start}."
        return f"{start}, {_distance(position, left)}{_kept(position, play, left)}."
    old = f"your {_tower(before)} of {before[1]}"
    if left == BARE:
        return f"This clears {old} away: any suit can begin there again{_fresh(position, play)}."
    if left[0] == before[0] and left[1] < before[1]:
        return f"This brings {old} down to {left[1]}: only a tower of exactly {position.world.pennies} wins."
    if left[0] != before[0]:
        start = f"This turns {old} into one of {suit_words(left[1], left[0])}"
    else:
        start = f"Your {_tower(left)} grows to {left[1]}"
    return f"{start}, {_distance(position, left)}{_kept(position, play, left)}."


def _distance(position: Position, tower: Tower) -> str:
    goal = position.world.pennies + (not position.terms.finicky)
    missing = goal - tower[1]
    return f"{missing} short of the {goal} that win{'s' if goal == 1 else ''}" if missing > 0 else "past the Sky"


def _kept(position: Position, play: Play, tower: Tower) -> str:
    """Return what stays in hand for the tower, and what that may lead to."""
    kept = position.held[tower[0]] - (play.count if play.suit == tower[0] else 0)
    if not kept:
        return _fresh(position, play)
    needed = [cards for suit, cards in position.ways(tower, position.world.pennies) if suit == tower[0]]
    last = ": enough to win next turn if it stands" if needed and kept >= min(needed) else " for it"
    return f"; {suit_words(kept, tower[0])} stay{'s' if kept == 1 else ''} in your hand{last}"


def _abroad(position: Position, play: Play, before: Tower, left: Tower) -> str:
    suit, cards = _nearest(position, play, before)
    what = f"{_tower(before)} of {before[1]}"
    change = _change(before, left)
    if not cards:
        return f"The {what} wins unless it is stopped now; this {change}."
    if cards <= CLOSE:
        return f"The {what} needs only {cards} more {SUIT_NAMES[suit]} to win; this {change}."
    if left[1] > before[1] and not position.terms.finicky:
        cast = f"{suit_words(play.count, play.suit)} can be spared where {_does(play.count)} little harm"
        short = position.skies[play.owner] + 1 - left[1]
        return f"{cast}: the {what} grows to {left[1]}, still {short} short{_fresh(position, play)}."
    return f"Against the {what}: this {change}{_fresh(position, play)}."


def _does(count: int) -> str:
    return "it does" if count == 1 else "they do"


def _nearest(position: Position, play: Play, tower: Tower) -> tuple[Suit, int]:
    """Return the suit and the fewest cards with which the tower's owner wins; more than a hand where it cannot."""
    sky = position.skies[play.owner]
    ways = position.ways(tower, sky)
    return min(ways, key=lambda way: way[1], default=(tower[0], 99))


def _change(before: Tower, left: Tower) -> str:
    if left == BARE:
        return "clears it away"
    if left[0] != before[0]:
        return f"leaves {suit_words(left[1], left[0])} in its place"
    return f"takes it {'up' if left[1] > before[1] else 'down'} to {left[1]}"


def _tower(tower: Tower) -> str:
    return f"{SUIT_NAMES[tower[0]]} tower"


def _fresh(position: Position, play: Play) -> str:
    """Return what the play brings into the hand, where the pile will not have run dry by then."""
    if not position.falls and position.pile <= position.draws:
        return ""
    return ", and you draw a fresh card" if play.count == 1 else f", and you draw {play.count} fresh cards"
