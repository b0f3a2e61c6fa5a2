"""Why a play is good, in words that fit the position."""

from __future__ import annotations

from collections.abc import Sequence

from game.bots.claims import Claim, claim, sentences
from game.language import mark, tr, tr_count
from game.wyoming.actions import Kind, Play
from game.wyoming.bots.core.evaluation import BARE, Position, Tower
from game.wyoming.bots.core.world import AWAY, DECIDED, HAND, after, verdict, wins
from game.wyoming.bots.search import Forecast, Tried
from game.wyoming.bots.worlds import code_of, position_of
from game.wyoming.cards import suit_words
from game.wyoming.state import View

CLOSE = 4
"""A tower that needs at most so many cards is called a threat."""
CLEAR = 0.005
"""From so large a share of the win on, a difference between two plays is put as a number."""
PLAIN = 0.1
"""The least difference between two plays' forecasts that is mentioned."""
TEARS_DOWN = mark("{tower} comes down to {height}.")


def explain(view: View, play: Play) -> str:
    """Return a few short sentences on what the play is good for, from its seat's point of view."""
    return sentences(claims(view, play))


def claims(view: View, play: Play) -> list[Claim]:
    """Return what `explain` states."""
    position = position_of(view)
    if play.kind is Kind.DISCARD:
        return [claim("no play", tr("You cannot play, so you discard.")), *_fresh(position, play)]
    place = code_of(play, view.variant) >> 5
    before = position.towers[place]
    left = after(*before, play.suit, play.count)
    decided = verdict(position.world, place, left[1])
    if decided == DECIDED:
        return [_victory(position, play, left)]
    if decided == -DECIDED:
        return [_defeat(position)]
    if play.owner == position.seat:
        return _at_home(position, play, before, left)
    return _abroad(position, play, before, left)


def _defeat(position: Position) -> Claim:
    world = position.world
    for code in world.plays():
        place = code >> 5
        height = 0 if place == AWAY else after(*position.towers[place], code >> 3 & 3, code & 7)[1]
        if verdict(world, place, height) != -DECIDED:
            return claim("loses", tr("After this a rival's tower wins at the end of your turn."))
    return claim("lost", tr("Whatever you play, a rival's tower wins at the end of your turn."))


def explain_found(view: View, found: Sequence[Tried], forecasts: Sequence[Forecast], worlds: int, gain: float) -> str:
    """Return what the first of two candidates is good for, and why it is better than the second.

    `forecasts` are theirs, in the same so many `worlds`; `gain` is the share of the win between them.
    """
    best, other = found
    told = claims(view, best.choice)
    if told[0].kind != "wins":
        told.append(_gain(forecasts, worlds, gain, named(view, other.choice)))
    return sentences(told)


def _gain(forecasts: Sequence[Forecast], worlds: int, gain: float, other: str) -> Claim:
    """Return what the first does better than the second: what it prevents, prepares or wins."""
    now, then = forecasts
    if then.lost - now.lost >= PLAIN:
        lost = [round(worlds * forecast.lost) for forecast in forecasts]
        # Translators: {play} is such as "playing 3 clubs on your clubs tower of 4".
        text = tr(
            "In {worlds} trial deals a rival wins {now} times before your next turn; after {play}, {then} times.",
            worlds=worlds, now=lost[0], play=other, then=lost[1],
        )  # fmt: skip
        return claim("prevents", text, worlds=worlds, now=lost[0], then=lost[1])
    if now.won - then.won >= PLAIN:
        won = [round(worlds * forecast.won) for forecast in forecasts]
        text = tr(
            "In {worlds} trial deals you can win {now} times on your next turn; after {play}, {then} times.",
            worlds=worlds, now=won[0], play=other, then=won[1],
        )  # fmt: skip
        return claim("prepares", text, worlds=worlds, now=won[0], then=won[1])
    wins = max(1, round(100 * gain))
    if gain < CLEAR:
        return claim("as good", tr("{play} would do about as well.", play=other))
    text = tr("In 100 trial games this wins about {number} more than {play}.", number=wins, play=other)
    return claim("gains", text, wins=wins)


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


def _victory(position: Position, play: Play, left: Tower) -> Claim:
    world = position.world
    if play.owner != position.seat or not wins(world, left[1]):
        return claim("wins", tr("This wins: when the turn ends, the tallest winning tower is yours."))
    tower, height, pennies = tr(YOURS[left[0]]), left[1], world.pennies
    if position.terms.finicky:
        text = mark("This wins: {tower} reaches {height}, exactly the Sky of {pennies}.")
    else:
        text = mark("This wins: {tower} reaches {height}, over the Sky of {pennies}.")
    return claim("wins", tr(text, tower=tower, height=height, pennies=pennies), height=height, pennies=pennies)


def _at_home(position: Position, play: Play, before: Tower, left: Tower) -> list[Claim]:
    if before == BARE:
        text = tr("This begins a tower of {cards}.", cards=suit_words(left[1], left[0]))
        begins = claim("becomes", text, suit=left[0], height=left[1])
        is_bare = not any(position.towers[place][1] for place in position.home)
        if position.terms.deadlines and position.runs_out(play.count) and is_bare:
            text = tr("The discards are shuffled before your next turn: without a tower you may be out.")
            return [claim("deadline", text), begins]
        return [begins, *_distance(position, left), *_kept(position, play, left)]
    yours = tr(YOURS[before[0]])
    if left == BARE:
        text = tr("{tower} is cleared away: any suit can begin there again.", tower=yours)
        return [claim("cleared", text), *_fresh(position, play)]
    if left[0] == before[0] and left[1] < before[1]:
        down = claim("falls", tr(TEARS_DOWN, tower=yours, height=left[1]), height=left[1])
        return [down, *_too_tall(position, before), *_distance(position, left), *_fresh(position, play)]
    if left[0] != before[0]:
        text = tr("{tower} becomes one of {cards}.", tower=yours, cards=suit_words(left[1], left[0]))
        grown = claim("becomes", text, suit=left[0], height=left[1])
    else:
        grown = claim("grows", tr("{tower} grows to {height}.", tower=yours, height=left[1]), height=left[1])
    return [grown, *_distance(position, left), *_kept(position, play, left)]


def _too_tall(position: Position, before: Tower) -> list[Claim]:
    """Return why a tower past an exact goal has to come down."""
    pennies = position.world.pennies
    if not position.terms.finicky or before[1] <= pennies:
        return []
    return [claim("exact", tr("Only a tower of exactly {height} wins.", height=pennies), height=pennies)]


def _distance(position: Position, tower: Tower) -> list[Claim]:
    """Return how many cards the tower lacks, or has too many of, under the Sky as it is."""
    missing = position.world.pennies + (not position.terms.finicky) - tower[1]
    if missing > 0:
        return [claim("to go", tr("That leaves {number} to go.", number=missing), number=missing)]
    return [claim("too tall", tr("That is {number} too tall.", number=-missing), number=-missing)]


def _kept(position: Position, play: Play, tower: Tower) -> list[Claim]:
    """Return what stays in hand for the tower, and what that may lead to."""
    kept = position.held[tower[0]] - (play.count if play.suit == tower[0] else 0)
    if not kept:
        return _fresh(position, play)
    needed = [cards for suit, cards in position.ways(tower, position.world.pennies) if suit == tower[0]]
    cards = suit_words(kept, tower[0])
    if needed and kept >= min(needed):
        text = tr("You keep {cards} for it: enough to win next turn, if nothing changes.", cards=cards)
        return [claim("keeps enough", text, suit=tower[0], number=kept)]
    return [claim("keeps", tr("You keep {cards} for it.", cards=cards), suit=tower[0], number=kept)]


def _abroad(position: Position, play: Play, before: Tower, left: Tower) -> list[Claim]:
    what, sky, pennies = tr(RIVALS[before[0]], height=before[1]), position.skies[play.owner], position.world.pennies
    suit, cards = min(position.ways(before, sky), key=lambda way: way[1], default=(before[0], 99))
    change = _change(before, left)
    if not cards:
        text = mark("{tower} wins at the end of your turn unless you stop it.")
        if sky < pennies:
            text = mark("{tower} wins when the next penny falls, unless it is stopped.")
        return [claim("waits", tr(text, tower=what), sky=sky), change]
    if cards <= CLOSE:
        text = mark("{tower} wins with only {cards}.")
        if sky < pennies:
            text = mark("{tower} wins with only {cards}, for a penny falls first.")
        threat = tr(text, tower=what, cards=suit_words(cards, suit))
        return [claim("threat", threat, suit=suit, number=cards, sky=sky), change]
    if left[1] > before[1] and left[0] == before[0] and not position.terms.finicky:
        text = tr("{tower} grows to {height}.", tower=what, height=left[1])
        return [claim("grows", text, height=left[1]), *_distance(position, left), *_fresh(position, play)]
    return [_fall(what, before, left), *_fresh(position, play)]


def _fall(tower: str, before: Tower, left: Tower) -> Claim:
    """Return what becomes of a tower, named as `tower`."""
    if left == BARE:
        return claim("cleared", tr("{tower} is cleared away.", tower=tower))
    if left[0] != before[0]:
        text = tr("{tower} gives way to {cards}.", tower=tower, cards=suit_words(left[1], left[0]))
        return claim("becomes", text, suit=left[0], height=left[1])
    if left[1] > before[1]:
        return claim("grows", tr("{tower} grows to {height}.", tower=tower, height=left[1]), height=left[1])
    return claim("falls", tr(TEARS_DOWN, tower=tower, height=left[1]), height=left[1])


def _change(before: Tower, left: Tower) -> Claim:
    if left == BARE:
        return claim("cleared", tr("This clears it away."))
    if left[0] != before[0]:
        text = tr("This leaves {cards} in its place.", cards=suit_words(left[1], left[0]))
        return claim("becomes", text, suit=left[0], height=left[1])
    if left[1] > before[1]:
        return claim("grows", tr("This takes it up to {height}.", height=left[1]), height=left[1])
    return claim("falls", tr("This takes it down to {height}.", height=left[1]), height=left[1])


def _fresh(position: Position, play: Play) -> list[Claim]:
    """Return how many cards come into the hand by the next turn, where the pile will not have run dry by then."""
    if not position.falls and position.pile < position.draws + play.count:
        return []
    number = HAND - sum(position.held) + play.count
    text = tr_count("You draw {number} fresh card.", "You draw {number} fresh cards.", number)
    return [claim("draws", text, number=number)]
