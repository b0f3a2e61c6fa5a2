"""What comes of a play, and why it is good, in words that fit the position: clauses about a trial of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from topping_out.game.bots.clauses import Clause, adding, clause, reason
from topping_out.game.bots.search import clear_gain
from topping_out.game.language import Message, Own, mark, own_count
from topping_out.game.text import full_stop, paragraph, sentence
from topping_out.game.trial import Trial, try_out
from topping_out.game.wyoming.actions import Kind, Play
from topping_out.game.wyoming.bots.core.evaluation import BARE, Position, Tower
from topping_out.game.wyoming.bots.search import Forecast
from topping_out.game.wyoming.bots.worlds import position_of
from topping_out.game.wyoming.cards import suit_of, suit_played, suit_words
from topping_out.game.wyoming.core.numbers import HAND
from topping_out.game.wyoming.events import Deconstructed, Event, TurnBegan
from topping_out.game.wyoming.rules import GAME
from topping_out.game.wyoming.state import View
from topping_out.game.wyoming.words import named

W = TypeVar("W")
PlayTrial = Trial[Play, Event, View]
CLOSE = 4
"""A tower that needs at most so many cards is called a threat."""


def explain(view: View, play: Play) -> str:
    """Return what the play is good for, from its seat's point of view; it goes on after the play."""
    return reason(clauses(view, play))


def clauses(view: View, play: Play) -> list[Clause]:
    """Return what `explain` states, the most telling first. The tower that the play goes to is "it"."""
    trial = try_out(GAME, view, play)
    if end := _end(trial):
        return [end]
    position = position_of(view)
    if play.kind is Kind.DISCARD:
        return [_no_play(), *_fresh(position, trial)]
    return _at_home(position, trial) if play.owner == view.seat else _abroad(position, trial)


def result(trial: PlayTrial) -> Clause:
    """Return what comes of a play at once: how it ends the game, or what becomes of the tower that it goes to."""
    return _end(trial) or (_no_play() if trial.action.kind is Kind.DISCARD else _change(trial))


def _no_play() -> Clause:
    return clause("no play", mark("no card in hand can be played"))


def _towers(trial: PlayTrial) -> tuple[Tower, Tower]:
    """Return the tower that the play goes to, before and after it."""
    play = trial.action
    towers = [view.towers[play.owner][play.foundation] for view in (trial.before, trial.after)]
    before, left = [(suit_of(tower[0]), len(tower)) if tower else BARE for tower in towers]
    return before, left


# -- the end of the game


def _end(trial: PlayTrial) -> Clause | None:
    """Return how the play ends the game, if it does."""
    how, view, play = _how_it_ends(trial), trial.before, trial.action
    if not how:
        return None
    if how == "loses" and _is_lost(view):
        return clause("lost", LOST)
    if trial.after.outcome.reason != "tower" or trial.first(TurnBegan):  # type: ignore[union-attr]
        return clause(how, OVER_LATER[how])
    if how == "wins":
        height = 0 if play.kind is Kind.DISCARD else _towers(trial)[1][1]
        if play.owner != view.seat or not view.wins(height):
            return clause("wins", TALLEST)
        return clause("wins", EXACTLY if view.is_exact else OVER, height=height, pennies=view.pennies)
    if how == "shares":
        return clause("shares", SHARED)
    one, any_of = mark("then the opponent's tower wins at once"), mark("then an opponent's tower wins at once")
    return clause("loses", _one_of(view, one, any_of))


def _is_lost(view: View) -> bool:
    """Tell whether every play loses before anybody plays again."""
    assert view.seat is not None
    plays = GAME.actions(GAME.partial(view), view.seat)
    return all(_how_it_ends(try_out(GAME, view, play)) == "loses" for play in plays)


SHARED = Own(
    "you share the win, because the tallest winning towers are equally tall",
    "{name} shares the win, because the tallest winning towers are equally tall",
)
LOST = Own("whatever you play, you lose", "whatever {name} plays, {name} loses")
OVER_LATER: dict[str, Message] = {
    "wins": Own(
        "then the game is over before anybody plays again, and you win",
        "then the game is over before anybody plays again, and {name} wins",
    ),
    "shares": Own(
        "then the game is over before anybody plays again, and you share the win",
        "then the game is over before anybody plays again, and {name} shares the win",
    ),
    "loses": Own(
        "then the game is over before anybody plays again, and you lose",
        "then the game is over before anybody plays again, and {name} loses",
    ),
    "draws the game": mark("then the game is over before anybody plays again, and it's a draw"),
}
"""Where a tower's height alone does not end the game: by how it goes out."""


def _how_it_ends(trial: PlayTrial) -> str:
    """Return how the game goes out by the play, before anybody plays again; empty where it goes on, or may."""
    end = trial.after.outcome
    if end is None:
        return ""
    if not end.winners:
        return "draws the game"
    if trial.before.seat not in end.winners:
        return "loses"
    return "wins" if len(end.winners) == 1 else "shares"


def _one_of(view: View, one: W, any_of: W) -> W:
    """Return the words for the only opponent, or for any of several."""
    return one if view.variant.seats == 2 else any_of


TALLEST = Own(
    "you win, because at the end of your turn the tallest winning tower is yours",
    "{name} wins, because at the end of the turn the tallest winning tower is {name}'s",
)
OVER = Own(
    "you win, because it reaches {height}, over the Sky of {pennies}",
    "{name} wins, because it reaches {height}, over the Sky of {pennies}",
)
EXACTLY = Own(
    "you win, because it reaches {height}, exactly the Sky of {pennies}",
    "{name} wins, because it reaches {height}, exactly the Sky of {pennies}",
)


# -- what becomes of the tower


def _at_home(position: Position, trial: PlayTrial) -> list[Clause]:
    play, (before, left) = trial.action, _towers(trial)
    is_bare = not any(position.towers[place][1] for place in position.home)
    if is_bare and position.terms.deadlines and position.runs_out(play.count) and any(position.world.discarded):  # W6
        return [clause("deadline", DEADLINE)]
    change, fresh = _change(trial), _fresh(position, trial)
    if left == BARE:
        return [clause("cleared", mark("it is cleared away, so any suit can begin there again")), *fresh]
    if left[0] == before[0] and left[1] < before[1]:
        if reasons := _too_tall(position, before) or _makes_way(position, play, left):
            return [change, *reasons, *fresh]
        return _fresh_first(fresh, change)
    return [change, *_safe(position), *_kept(position, play, left), *fresh]


DEADLINE = Own(
    "the discards are shuffled before you play again, and without a tower you may be out",
    "the discards are shuffled before {name} plays again, and without a tower {name} may be out",
)


def _change(trial: PlayTrial) -> Clause:
    """Return what becomes of the tower, and how far it is from a win, where it may still come to that."""
    before, left = _towers(trial)
    if left == BARE:
        return clause("cleared", mark("it is cleared away"))
    missing = trial.before.needed - left[1]
    how = "short" if missing > 0 else "too tall"
    if missing > 0 and trial.before.variant.sudden_death and not _can_come(trial, left, missing):
        how = ""
    facts = {"height": left[1], **({"number": abs(missing)} if how else {})}
    words = {"cards": suit_words(left[1], left[0])}
    kind = "becomes" if left[0] != before[0] else "grows" if left[1] > before[1] else "falls"
    if kind == "becomes":
        facts["suit"] = left[0]
    return clause(kind, BEGUN[how] if before == BARE else CHANGES[kind, how], words, **facts)


BEGUN = {
    "": mark("that makes a tower of {cards}"),
    "short": mark("that leaves {number} to go"),
    "too tall": mark("that is {number} too tall"),
}
CHANGES = {
    ("becomes", ""): mark("it becomes a tower of {cards}"),
    ("becomes", "short"): mark("it becomes a tower of {cards}, with {number} to go"),
    ("becomes", "too tall"): mark("it becomes a tower of {cards}, {number} too tall"),
    ("grows", ""): mark("it grows to {height}"),
    ("grows", "short"): mark("it grows to {height}, with {number} to go"),
    ("grows", "too tall"): mark("it grows to {height}, {number} too tall"),
    ("falls", ""): mark("it comes down to {height}"),
    ("falls", "short"): mark("it comes down to {height}, with {number} to go"),
    ("falls", "too tall"): mark("it comes down to {height}, still {number} too tall"),
}
"""By what becomes of a tower, and whether it is short of a win or past it."""


def _can_come(trial: PlayTrial, tower: Tower, cards: int) -> bool:
    """Tell whether so many cards of the tower's suit can still come where no card comes twice (W9)."""
    position, play = position_of(trial.before), trial.action
    spent = play.count if play.suit == tower[0] else 0
    return position.held[tower[0]] - spent + position.hidden[tower[0]] >= cards


def _too_tall(position: Position, before: Tower) -> list[Clause]:
    """Return why a tower past an exact goal has to come down."""
    height = position.world.needed
    if not position.terms.finicky or before[1] <= height:
        return []
    return [clause("exact", mark("only a tower of exactly {height} wins"), height=height)]


def makes_way_for(view: View, play: Play) -> str:
    """Return in a sentence what in hand can begin where one's own tower is cleared away, if that has no other place."""
    if play.kind is not Kind.DECONSTRUCT or play.owner != view.seat:
        return ""
    _, left = _towers(try_out(GAME, view, play))
    ways = _makes_way(position_of(view), play, left)
    return "".join(full_stop(sentence(one.text)) for one in ways if left == BARE)


def _makes_way(position: Position, play: Play, left: Tower) -> list[Clause]:
    """Return what is held for the foundation instead of its tower, where that is more and has no other place."""
    towers = [position.towers[place] for place in position.home]
    kept = position.held[:]
    kept[play.suit] -= play.count
    suit = max(range(len(kept)), key=kept.__getitem__)
    if BARE in towers or suit in (tower[0] for tower in towers) or kept[suit] <= left[1]:
        return []
    return adding(
        [clause("makes way", MAKES_WAY, {"cards": suit_played(kept[suit], suit)}, suit=suit, number=kept[suit])]
    )


MAKES_WAY = Own(
    "once it is cleared, your {cards} can begin there", "once it is cleared, {name}'s {cards} can begin there"
)


def _safe(position: Position) -> list[Clause]:
    """Return that the scaffolding protects what has been built, where that is played (W12)."""
    return adding([clause("safe", SAFE)]) if position.terms.scaffolding else []


SAFE = Own("nobody can knock it down before your next turn", "nobody can knock it down before {name}'s next turn")


def _kept(position: Position, play: Play, tower: Tower) -> list[Clause]:
    """Return what stays in hand for the tower, and what that may lead to."""
    kept = position.held[tower[0]] - (play.count if play.suit == tower[0] else 0)
    if not kept:
        return []
    needed = [cards for suit, cards in position.ways(tower, position.world.pennies) if suit == tower[0]]
    kind, text = ("keeps enough", ENOUGH) if needed and kept >= min(needed) else ("keeps", KEEPS)
    return adding([clause(kind, text, {"cards": suit_played(kept, tower[0])}, suit=tower[0], number=kept)])


ENOUGH = Own(
    "you keep {cards} for it, enough to win next turn if nothing changes",
    "{name} keeps {cards} for it, enough to win next turn if nothing changes",
)
KEEPS = Own("you keep {cards} for it", "{name} keeps {cards} for it")


# -- others' towers


def _abroad(position: Position, trial: PlayTrial) -> list[Clause]:
    play, (before, left) = trial.action, _towers(trial)
    change, fresh, sky = _change(trial), _fresh(position, trial), position.skies[play.owner]
    threat = _threat(position, play, before, sky)
    if threat and _need(position, left, sky) > _need(position, before, sky):
        return [change, threat, *fresh]
    if left[0] == before[0] and left[1] > before[1]:
        return _fresh_first(fresh, change)
    return [change, *fresh]


def _need(position: Position, tower: Tower, sky: int) -> int:
    """Return how many cards bring the owner of a tower the win under that Sky; past a hand, where none do."""
    return min([cards for _, cards in position.ways(tower, sky)], default=HAND + 1)


def _threat(position: Position, play: Play, tower: Tower, sky: int) -> Clause | None:
    """Return how near its owner was to a win with the tower as it was, so far as the seat can know."""
    suit, cards = min(position.ways(tower, sky), key=lambda way: way[1], default=(tower[0], HAND))
    if position.world.wins(tower[1]):
        sky, cards = position.world.pennies, 0
    falls = sky < position.world.pennies
    if position.terms.finicky and not sky:  # the game ends with that penny, for the tallest tower (W8)
        return None
    if not cards:
        text = mark("it would have won with the next penny") if falls else mark("it would have won")
        return clause("waits", text, sky=sky)
    held = position.hands[position.rivals.index(play.owner)]
    if cards > min(CLOSE, held, position.hidden[suit]):
        return None
    text = mark("with {cards} it would have won")
    if falls:
        text = mark("with {cards} it would have won, because a penny drops first")
    return clause("threat", text, {"cards": suit_played(cards, suit)}, suit=suit, number=cards, sky=sky)


# -- fresh cards


def _fresh(position: Position, trial: PlayTrial) -> list[Clause]:
    """Return how many cards come into the hand by the next turn, where nothing that the rules do can prevent it."""
    wanted, world, terms = position.draws + trial.action.count, position.world, position.terms
    is_renewed = world.owed or position.pile <= wanted
    discards = 0 if terms.sudden_death else sum(world.discarded) + _discarded(trial)  # others only add to them
    is_over = terms.finicky and world.pennies == 1  # W8
    if position.pile + discards < wanted or (is_renewed and (terms.deadlines or is_over)):
        return []
    number = HAND - sum(position.held) + trial.action.count
    return adding([clause("draws", DRAWS, number=number)])


DRAWS = own_count(
    "you draw {number} fresh card",
    "you draw {number} fresh cards",
    "{name} draws {number} fresh card",
    "{name} draws {number} fresh cards",
)


def _fresh_first(fresh: list[Clause], change: Clause) -> list[Clause]:
    """Return what a play is good for that harms oneself or helps another: the fresh cards, before what it changes."""
    return [replace(fresh[0], adds=False), *adding([change])] if fresh else [change]


def _discarded(trial: PlayTrial) -> int:
    """Return how many cards a play lays on the discards."""
    if trial.action.kind is Kind.DISCARD:
        return trial.action.count
    fall = trial.first(Deconstructed)
    return len(fall.spent) + len(fall.fallen) if fall else 0


# -- what trial games have shown


def explain_found(view: View, play: Play, other: Play, forecasts: Sequence[Sequence[Forecast]], gain: float) -> str:
    """Return what a play is good for, and why it is better than another.

    `forecasts` are theirs, by world; `gain` is the share of the win between them, 0 where that is within the error.
    """
    told = clauses(view, play)
    if told[0].kind in ("wins", "lost"):
        return reason(told)
    more = _gain(view, forecasts, gain, named(view, other)).text
    return paragraph([reason(told), sentence(more)])


def _gain(view: View, forecasts: Sequence[Sequence[Forecast]], gain: float, other: str) -> Clause:
    """Return what the first does better than the second: what it prevents, prepares or wins."""
    words, worlds = {"play": other}, len(forecasts)
    lost, won = [[[getattr(row[i], part) for row in forecasts] for i in (0, 1)] for part in ("lost", "won")]
    if clear_gain([then - now for now, then in zip(*lost)]):
        now, then = map(sum, lost)
        text = _one_of(view, *PREVENTS)
        return clause("prevents", text, words, worlds=worlds, now=now, then=then)
    if clear_gain([now - then for now, then in zip(*won)]):
        now, then = map(sum, won)
        return clause("prepares", PREPARES, words, worlds=worlds, now=now, then=then)
    if not gain:
        return clause("as good", mark("There is no real difference between this and {play}."), words)
    more = mark("In 100 trial games this wins about {number} more than {play}.")
    return clause("gains", more, words, number=max(1, round(100 * gain)))


PREVENTS = (
    Own(
        "In {now} of {worlds} trial games the opponent wins before your next turn; after {play}, in {then}.",
        "In {now} of {worlds} trial games the opponent wins before {name}'s next turn; after {play}, in {then}.",
    ),
    Own(
        "In {now} of {worlds} trial games an opponent wins before your next turn; after {play}, in {then}.",
        "In {now} of {worlds} trial games an opponent wins before {name}'s next turn; after {play}, in {then}.",
    ),
)
# Translators: {play} is such as "playing 3 clubs on your clubs tower of 4".
PREPARES = Own(
    "In {now} of {worlds} trial games you can win by your next turn; after {play}, in {then}.",
    "In {now} of {worlds} trial games {name} can win by the next turn; after {play}, in {then}.",
)
