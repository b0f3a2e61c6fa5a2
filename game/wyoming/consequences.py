"""The immediate consequences of a play, as clauses that hints, tips and speech share."""

from __future__ import annotations

from functools import lru_cache
from typing import TypeVar

from ..bots.search import GAME_OVER, Clause, clause
from ..engine import Trial, TurnBegan, try_out
from ..language import Message, Own, mark
from .actions import Event, Play, PlayKind, suit_of, suit_words
from .core import BARE, Tower
from .rules import GAME
from .state import View

W = TypeVar("W")
PlayTrial = Trial[Play, Event, View]


def result(trial: PlayTrial) -> Clause:
    """Return the immediate consequence of a play: how it ends the game, or how it changes the target tower."""
    return end_of(trial) or (no_play() if trial.action.kind is PlayKind.DISCARD else change_of(trial))


def no_play() -> Clause:
    return clause("no play", mark("no card in hand can be played"))


def towers_of(trial: PlayTrial) -> tuple[Tower, Tower]:
    """Return the target tower before and after the play."""
    play = trial.action
    towers = [view.towers[play.owner][play.foundation] for view in (trial.before, trial.after)]
    before, left = [(suit_of(tower[0]), len(tower)) if tower else BARE for tower in towers]
    return before, left


# -- the end of the game


def end_of(trial: PlayTrial) -> Clause | None:
    """Return how the play ends the game; None if it doesn't, or may not."""
    how, view, play = _how_it_ends(trial), trial.before, trial.action
    if not how:
        return None
    if how == "loses" and _is_lost(view):
        return clause("lost", LOST)
    if trial.after.outcome.reason != "tower" or trial.first(TurnBegan):  # type: ignore[union-attr]
        return clause(how, GAME_OVER[how])
    if how == "wins":
        height = 0 if play.kind is PlayKind.DISCARD else towers_of(trial)[1][1]
        if play.owner == view.seat and view.wins(height):
            return clause("wins", EXACTLY if view.is_exact else OVER, height=height, pennies=view.pennies)
        text: Message = Own(
            "you win, because at the end of your turn the tallest winning tower is yours",
            "{name} wins, because at the end of the turn the tallest winning tower is {name}'s",
        )
    elif how == "shares":
        text = Own(
            "you share the win, because the tallest winning towers are equally tall",
            "{name} shares the win, because the tallest winning towers are equally tall",
        )
    else:
        one, any_of = mark("then the opponent's tower wins at once"), mark("then an opponent's tower wins at once")
        text = one_of(view, one, any_of)
    return clause(how, text)


OVER = Own(
    "you win, because it reaches {height}, over the Sky of {pennies}",
    "{name} wins, because the tower reaches {height}, over the Sky of {pennies}",
)
EXACTLY = Own(
    "you win, because it reaches {height}, exactly the Sky of {pennies}",
    "{name} wins, because the tower reaches {height}, exactly the Sky of {pennies}",
)
LOST = Own("whatever you play, you lose", "whatever {name} plays, {name} loses")


@lru_cache(maxsize=16)
def _is_lost(view: View) -> bool:
    """Return whether every legal play loses the game before anybody plays again."""
    assert view.seat is not None
    plays = GAME.actions(GAME.partial(view), view.seat)
    return all(_how_it_ends(try_out(GAME, view, play)) == "loses" for play in plays)


def _how_it_ends(trial: PlayTrial) -> str:
    """Return the seat's result if the game ends before anybody plays again; empty if it goes on, or may go on."""
    end = trial.after.outcome
    if end is None:
        return ""
    if not end.winners:
        return "draws the game"
    if trial.before.seat not in end.winners:
        return "loses"
    return "wins" if len(end.winners) == 1 else "shares"


def one_of(view: View, one: W, any_of: W) -> W:
    """Return `one` if there is only one opponent, else `any_of`."""
    return one if view.variant.seats == 2 else any_of


# -- what becomes of the tower


def change_of(trial: PlayTrial, *, is_measured: bool = True) -> Clause:
    """Return how the tower changes, and if `is_measured`, how far it then is from a winning height that is in reach."""
    before, left = towers_of(trial)
    if left == BARE:
        return clause("cleared", mark("it's cleared away"))
    missing = trial.before.needed - left[1]
    how = "short" if missing > 0 else "too tall"
    if not is_measured or (missing > 0 and trial.before.pile_end == "no draws" and not _can_come(trial, left, missing)):
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
    "too tall": mark("that's {number} too tall"),
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
"""By how a tower changes, and by whether it is then too short or too tall to win (empty: say neither)."""


def _can_come(trial: PlayTrial, tower: Tower, cards: int) -> bool:
    """Return whether enough cards of the tower's suit are left, in hand or unseen, if none are reshuffled (W7)."""
    view, (suit, _) = trial.before, tower
    spent = trial.action.count if trial.action.suit == suit else 0
    held = sum(suit_of(card) == suit for card in view.hand)
    return held - spent + view.unseen(suit) >= cards
