"""Words at the table of IceTowers: moments for the characters, refusals and results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeGuard

from topping_out.game.engine import Outcome, Seat
from topping_out.game.icetowers.actions import Capped, Event, WasSetDown, WasSplit
from topping_out.game.icetowers.results import TitleKind, count_up, titles
from topping_out.game.icetowers.state import COLOUR_OF, PER_COLOUR, View
from topping_out.game.language import mark, tr, tr_count
from topping_out.game.roster import Moment
from topping_out.game.text import dots, full_stop, labelled, listed_players, paragraph

from .art import Colours

# -- moments


MIN_REMARKED_WORTH = 5
"""Least worth of a captured tower on which characters comment."""


def moments_of(event: Event, past: Sequence[Event]) -> list[tuple[Seat, Moment]]:
    """Return the moments for the characters' comments in an event, each with the seat that comments."""
    match event:
        case Capped(seat, _, _, taken_from, worth) if taken_from != seat and worth >= MIN_REMARKED_WORTH:
            return [(taken_from, "hurt"), (seat, "attacks")]
    return []


# -- refusals


_WORDS = {
    "one hand, one piece: first play the one you're holding": mark("hand full"),
    "you aren't holding a piece": mark("hand empty"),
    "this piece isn't yours to lift": mark("not yours"),
    "only a free-standing piece can be lifted: this one is part of a tower": mark("part of a tower"),
    "somebody is holding this piece": mark("gone"),
    "there's no such piece": mark("gone"),
    "you can only mine your own pieces": mark("not yours"),
    "this is your free-standing piece: lift it instead": mark("lift it"),
    "this is the ghost's free-standing piece: lift it instead": mark("lift it"),
    "you can't mine a tower that has your own piece on top": mark("already yours"),
    "you can't mine a tower that has the ghost's piece on top": mark("the ghost is on top"),
    "to mine, you need two of your pieces in the tower": mark("needs two of yours"),
    "to mine, you need two of the ghost's pieces in the tower": mark("needs two of the ghost's"),
    "there's no piece above this one": mark("nothing to split"),
    "there's nothing to split here": mark("nothing to split"),
    "a tower can only be split between two pieces of the same colour": mark("two colours"),
    "you can't split your own colour": mark("your own colour"),
    "a mined piece must cap a different tower": mark("another tower"),
    "your colour is on top already": mark("already yours"),
    "the ghost's colour is on top already": mark("already the ghost's"),
    "the ghost never caps a free-standing piece": mark("no tower yet"),
    "a medium piece can't cap a small one": mark("too large"),
    "a large piece can't cap a small one": mark("too large"),
    "a large piece can't cap a medium one": mark("too large"),
    "this tower is gone": mark("gone"),
    "a mined piece must cap a tower if it can cap any": mark("must cap"),
    "play hasn't begun": mark("not yet"),
    "it isn't your turn": mark("not your turn"),
    "everybody is ready": mark("ready"),
    "play has already begun": mark("play has begun"),
    "you're already ready": mark("already ready"),
    "touch a piece of your own colour": mark("your own colour"),
    "play the piece in your hand first": mark("hand full"),
    "that spot is off the table": mark("off the ice"),
}
"""Short words for the reasons that the rules give."""


def word_of(reason: str) -> str:
    """Return a short word for a reason, or the reason itself if there is none."""
    return tr(_WORDS.get(reason, reason))


# -- results


_HOW_IT_ENDED = {
    "agreed": mark("Everyone agreed there was nothing left to play."),
    "no moves": mark("Nobody had a move left."),
    "showdown": mark("It came to a final showdown."),
    "timer": mark("The timer rang."),
}
"""Sentences by the reason of the outcome."""


def how_it_ended(outcome: Outcome) -> str:
    return tr(_HOW_IT_ENDED[outcome.reason])


def ghosts_headline(view: View, colours: Colours) -> str:
    """Return a headline with the winners if the ghost has won, alone or with others (I11); "" if it has not."""
    ghost = view.variant.ghost_colour
    if ghost not in view.leaders:
        return ""
    won = [colours.players[seat].name for seat in view.outcome.winners] if view.outcome else []
    if not won:
        return tr("The ghost topped out")
    # Translators: {names} is a list such as "Ana and Ben".
    return tr("{names} topped out", names=listed_players([*won, tr("the ghost")]))


def result_rows(view: View, colours: Colours, events: Sequence[Event]) -> Iterator[Sequence[str]]:
    """Yield the headings, then a row for each colour. `events` are those of the whole game."""
    plays = Counter(event.seat for event in events if is_play(event))
    caps = [event for event in events if isinstance(event, Capped)]
    minutes = 0.0 if view.began is None or view.in_turns else (view.ms - view.began) / 60_000
    pace = tr("Plays a minute") if minutes else tr("Plays")
    yield "", tr("Score"), pace, tr("Tallest tower"), tr("Best cap"), tr("Pieces lost")
    for count in count_up(view):
        colour = count.colour
        made = plays[colour] / minutes if minutes else plays[colour]
        best = max((cap.worth for cap in caps if COLOUR_OF[cap.piece] == colour), default=0)
        kept = sum(tower.count(colour) for tower in count.towers) + sum(COLOUR_OF[p] == colour for p in count.held)
        tallest = max((len(tower.pieces) for tower in count.towers), default=0)
        is_seat = colours.is_seat(colour)
        cells = str(round(made)) if is_seat else "–", str(tallest), str(best), str(PER_COLOUR - kept)
        yield colours.name(colour), str(count.total), *cells


TITLES = {
    TitleKind.CAPS: mark("Most caps"),
    TitleKind.HOLD: mark("Longest hold"),
    TitleKind.SPLIT: mark("Best split"),
    TitleKind.CAP: mark("Best cap"),
    TitleKind.TOWERS: mark("Most towers"),
    TitleKind.TALL: mark("Tallest tower"),
    TitleKind.DEPTH: mark("Deepest mine"),
    TitleKind.MINES: mark("Most mines"),
    TitleKind.SPLITS: mark("Most splits"),
    TitleKind.FIRST: mark("First cap"),
    TitleKind.LAST: mark("Last cap"),
}


def titles_of(events: Sequence[Event], seats: int) -> dict[Seat, str]:
    """Return what each player was best at, such as "Most caps: 14". `events` are those of the whole game."""
    return {seat: _title(kind, figure) for seat, (kind, figure) in titles(events, seats).items()}


def _title(kind: TitleKind, figure: int) -> str:
    match kind:
        case TitleKind.FIRST | TitleKind.LAST:
            return tr(TITLES[kind])
        case TitleKind.HOLD:
            words = tr_count("{number} play", "{number} plays", figure)
        case TitleKind.SPLIT | TitleKind.CAP:
            words = tr_count("{number} pip", "{number} pips", figure)
        case TitleKind.TALL | TitleKind.DEPTH:
            words = tr_count("{number} piece", "{number} pieces", figure)
        case _:
            words = str(figure)
    return labelled(tr(TITLES[kind]), words)


def titles_told(titles: Mapping[Seat, str], colours: Colours) -> str:
    """Return the players' titles as sentences."""
    return paragraph(full_stop(dots((colours.name(seat), title))) for seat, title in sorted(titles.items()))


def is_play(event: Event) -> TypeGuard[Capped | WasSplit | WasSetDown]:
    """Return whether an event completes a play. Putting back a lifted piece does not."""
    return isinstance(event, (Capped, WasSplit)) or (isinstance(event, WasSetDown) and event.mined)
