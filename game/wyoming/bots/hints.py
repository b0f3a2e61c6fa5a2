"""Why a play is good, in words that fit the position."""

from __future__ import annotations

from collections.abc import Sequence

from game.language import mark, tr, tr_count
from game.text import sentence
from game.wyoming.actions import Kind, Play
from game.wyoming.bots.core.evaluation import BARE, Position, Tower
from game.wyoming.bots.core.world import DECIDED, after, verdict, wins
from game.wyoming.bots.search import Forecast, Tried
from game.wyoming.bots.worlds import code_of, position_of
from game.wyoming.cards import Suit, suit_name, suit_words
from game.wyoming.state import View

CLOSE = 4
"""A tower that needs at most so many cards is called a threat."""
PLAIN = 0.1
"""The least difference between two plays' forecasts that is mentioned."""


def explain(view: View, play: Play) -> str:
    """Return a few short sentences on what the play is good for, from its seat's point of view."""
    return " ".join(filter(None, _reasons(view, play)))


def _reasons(view: View, play: Play) -> Sequence[str]:
    position = position_of(view)
    if play.kind is Kind.DISCARD:
        return (tr("No card can be played; of what you hold, {suit} help you least.", suit=suit_name(play.suit)),)
    place = code_of(play, view.variant) >> 5
    before = position.towers[place]
    left = after(*before, play.suit, play.count)
    decided = verdict(position.world, place, left[1])
    if decided == DECIDED:
        return (_victory(position, play, left),)
    if decided == -DECIDED:
        return (tr("Whatever you play, a rival's tower wins when this turn ends."),)
    if play.owner == position.seat:
        return _at_home(position, play, before, left)
    return _abroad(position, play, before, left)


def explain_found(view: View, found: Sequence[Tried], forecasts: Sequence[Forecast], first: Play | None = None) -> str:
    """Return what the first of two candidates is good for, and why it is better than the second.

    `forecasts` are theirs, in the same worlds; `first` is the play that looked best before any was played out.
    """
    best, other = found
    reason = explain(view, best.choice)
    if _wins(view, best.choice):
        return reason
    told = [reason]
    if first and named(view, first) not in (named(view, best.choice), named(view, other.choice)):
        told.append(sentence(tr("{play} looks better at first sight.", play=named(view, first))))
    told.append(_gain(found, forecasts, named(view, other.choice)))
    return " ".join(told)


def _wins(view: View, play: Play) -> bool:
    """Tell whether the play wins at once."""
    if play.kind is Kind.DISCARD:
        return False
    position, place = position_of(view), code_of(play, view.variant) >> 5
    return verdict(position.world, place, after(*position.towers[place], play.suit, play.count)[1]) == DECIDED


def _gain(found: Sequence[Tried], forecasts: Sequence[Forecast], other: str) -> str:
    """Return what the first does better than the second: what it prevents, prepares or wins."""
    now, then = forecasts
    if then.lost - now.lost >= PLAIN:
        # Translators: {play} is such as "playing 3 clubs on your clubs tower of 4".
        return tr(
            "Before your next turn a rival wins in {now} of 100 deals, after {play} in {then}.",
            now=round(100 * now.lost), play=other, then=round(100 * then.lost),
        )  # fmt: skip
    if now.won - then.won >= PLAIN:
        return tr(
            "On your next turn this lets you win in {now} of 100 deals, {play} in {then}.",
            now=round(100 * now.won), play=other, then=round(100 * then.won),
        )  # fmt: skip
    gain = round(100 * (found[0].mean - found[1].mean))
    if gain < 1:
        return sentence(tr("{play} would do about as well.", play=other))
    return tr("In trial games this wins about {number} more in 100 than {play}.", number=gain, play=other)


def named(view: View, play: Play) -> str:
    """Return a play as something done: the same for plays between which a player sees no difference."""
    cards = suit_words(play.count, play.suit)
    if play.kind is Kind.DISCARD:
        return tr("discarding {cards}", cards=cards)
    position = position_of(view)
    tower = position.towers[code_of(play, view.variant) >> 5]
    if tower == BARE:
        return tr("beginning a tower with {cards}", cards=cards)
    where = ON_YOURS if play.owner == position.seat else ON_RIVALS
    return tr(where[tower[0]], cards=cards, height=tower[1])


ON_YOURS = (
    mark("playing {cards} on your spades tower of {height}"),
    mark("playing {cards} on your hearts tower of {height}"),
    mark("playing {cards} on your clubs tower of {height}"),
    mark("playing {cards} on your diamonds tower of {height}"),
)
ON_RIVALS = (
    mark("playing {cards} on a rival's spades tower of {height}"),
    mark("playing {cards} on a rival's hearts tower of {height}"),
    mark("playing {cards} on a rival's clubs tower of {height}"),
    mark("playing {cards} on a rival's diamonds tower of {height}"),
)
YOURS = (
    mark("your spades tower"), mark("your hearts tower"), mark("your clubs tower"), mark("your diamonds tower"),
)  # fmt: skip
RIVALS = (
    mark("the spades tower of {height}"), mark("the hearts tower of {height}"),
    mark("the clubs tower of {height}"), mark("the diamonds tower of {height}"),
)  # fmt: skip
"""By the suit. They are always what a sentence is about, so that no language has to bend them."""


def _victory(position: Position, play: Play, left: Tower) -> str:
    if play.owner != position.seat or not wins(position.world, left[1]):
        return tr("This wins: when the turn ends, the tallest winning tower is yours.")
    tower, height, pennies = tr(YOURS[left[0]]), left[1], position.world.pennies
    if position.terms.finicky:
        text = mark("This wins: {tower} reaches {height}, exactly the Sky of {pennies}.")
    else:
        text = mark("This wins: {tower} reaches {height}, over the Sky of {pennies}.")
    return tr(text, tower=tower, height=height, pennies=pennies)


def _at_home(position: Position, play: Play, before: Tower, left: Tower) -> Sequence[str]:
    if before == BARE:
        start = tr("This begins a tower of {cards}.", cards=suit_words(left[1], left[0]))
        is_bare = not any(position.towers[place][1] for place in position.home)
        if position.terms.deadlines and position.runs_out(play.count) and is_bare:
            return tr("Without a tower you would be out at the coming reshuffle."), start
        return start, _distance(position, left), *_kept(position, play, left)
    yours = tr(YOURS[before[0]])
    if left == BARE:
        return tr("{tower} is cleared away: any suit can begin there again.", tower=sentence(yours)), *_fresh(
            position, play
        )
    if left[0] == before[0] and left[1] < before[1]:
        down = sentence(tr("{tower} comes down to {height}.", tower=yours, height=left[1]))
        exact = tr("Only a tower of exactly {height} wins.", height=position.world.pennies)
        return down, exact if position.terms.finicky else ""
    if left[0] != before[0]:
        start = tr("{tower} becomes one of {cards}.", tower=yours, cards=suit_words(left[1], left[0]))
    else:
        start = tr("{tower} grows to {height}.", tower=yours, height=left[1])
    return sentence(start), _distance(position, left), *_kept(position, play, left)


def _distance(position: Position, tower: Tower) -> str:
    goal = position.world.pennies + (not position.terms.finicky)
    missing = goal - tower[1]
    if missing <= 0:
        return tr("That is past the Sky.")
    return tr("It is {missing} short of the {goal} that win.", missing=missing, goal=goal)


def _kept(position: Position, play: Play, tower: Tower) -> Sequence[str]:
    """Return what stays in hand for the tower, and what that may lead to."""
    kept = position.held[tower[0]] - (play.count if play.suit == tower[0] else 0)
    if not kept:
        return _fresh(position, play)
    needed = [cards for suit, cards in position.ways(tower, position.world.pennies) if suit == tower[0]]
    cards = suit_words(kept, tower[0])
    if needed and kept >= min(needed):
        return (tr("You keep {cards} for it: enough to win next turn if it stands.", cards=cards),)
    return (tr("You keep {cards} for it.", cards=cards),)


def _abroad(position: Position, play: Play, before: Tower, left: Tower) -> Sequence[str]:
    suit, cards = _nearest(position, play, before)
    what = tr(RIVALS[before[0]], height=before[1])
    change = _change(before, left)
    if not cards:
        return sentence(tr("{tower} wins unless it is stopped now.", tower=what)), change
    if cards <= CLOSE:
        text = tr("{tower} needs only {cards} more to win.", tower=what, cards=suit_words(cards, suit))
        return sentence(text), change
    if left[1] > before[1] and not position.terms.finicky:
        spare = tr("{cards} can be spared here.", cards=suit_words(play.count, play.suit))
        short = position.skies[play.owner] + 1 - left[1]
        grows = tr("{tower} grows to {height}, still {short} short.", tower=what, height=left[1], short=short)
        return spare, sentence(grows), *_fresh(position, play)
    return _fall(what, before, left), *_fresh(position, play)


def _fall(tower: str, before: Tower, left: Tower) -> str:
    """Return what becomes of a tower, named as `tower`."""
    if left == BARE:
        return sentence(tr("{tower} is cleared away.", tower=tower))
    if left[0] != before[0]:
        return sentence(tr("{tower} gives way to {cards}.", tower=tower, cards=suit_words(left[1], left[0])))
    if left[1] > before[1]:
        return sentence(tr("{tower} rises to {height}.", tower=tower, height=left[1]))
    return sentence(tr("{tower} falls to {height}.", tower=tower, height=left[1]))


def _nearest(position: Position, play: Play, tower: Tower) -> tuple[Suit, int]:
    """Return the suit and the fewest cards with which the tower's owner wins; more than a hand where it cannot."""
    sky = position.skies[play.owner]
    ways = position.ways(tower, sky)
    return min(ways, key=lambda way: way[1], default=(tower[0], 99))


def _change(before: Tower, left: Tower) -> str:
    if left == BARE:
        return tr("This clears it away.")
    if left[0] != before[0]:
        return tr("This leaves {cards} in its place.", cards=suit_words(left[1], left[0]))
    if left[1] > before[1]:
        return tr("This takes it up to {height}.", height=left[1])
    return tr("This takes it down to {height}.", height=left[1])


def _fresh(position: Position, play: Play) -> Sequence[str]:
    """Return what the play brings into the hand, where the pile will not have run dry by then."""
    if not position.falls and position.pile <= position.draws:
        return ()
    return (tr_count("You draw {number} fresh card.", "You draw {number} fresh cards.", play.count),)
