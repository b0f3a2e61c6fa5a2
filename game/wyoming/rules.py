"""The rules of Towers of Wyoming, and its views and plays encoded as numbers."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from functools import cache
from itertools import chain
from operator import getitem
from typing import Any

from ..engine import EVERYONE, NOBODY, Cells, Encoding, Game, IllegalAction, Outcome, Seat, Segment, turned
from ..language import mark, tr
from ..options import Value
from . import state as invariants
from . import words
from .actions import (
    DECK,
    HIDDEN,
    PER_SUIT,
    SUITS,
    SUITS_OF,
    Drew,
    Event,
    Play,
    PlayKind,
    Tossed,
    parse_play,
    suit_of,
    suit_words,
)
from .core import AWAY, NONE, UNKNOWN, State, Terms, shuffle, suits_onto
from .feats import best_tower, describe_harm, describe_tower
from .numbers import HAND
from .state import PRESETS, Variant, View, by_seat, idle_options, offered_options, state_of, terms_of, variant_of

# -- legal plays


CONSTRUCT, DECONSTRUCT, DISCARD = PlayKind.CONSTRUCT, PlayKind.DECONSTRUCT, PlayKind.DISCARD
"""Aliases, because looking members up on the enumeration takes as long as a whole step."""
SAFE = 5
"""Added to the suit, the column of a tower that nobody may deconstruct now (W12)."""

PlayRow = tuple[tuple[Play, ...], ...]
"""The plays onto one foundation, by column: the suit that stands there, `NONE`, or the suit plus `SAFE`."""


def code_of(play: Play, variant: Variant) -> int:
    """Return the code of a play for `State.step`, which leaves out which cards of the suit are played."""
    place = AWAY if play.kind is DISCARD else play.owner * variant.foundations + play.foundation
    return place << 5 | play.suit << 3 | play.count


def legal_plays(state: State, seat: Seat) -> Sequence[Play]:
    """Return the legal plays of the seat on turn, in the order of `State.plays`."""
    terms, standing = state.terms, state.suits
    suits = state.hands[seat].translate(SUITS_OF)
    rows = terms.plays[seat].get(suits) or _look_up(terms, seat, suits)
    if safe := state.safe:
        standing = [suit + SAFE if safe >> place & 1 else suit for place, suit in enumerate(standing)]
    return sum(map(getitem, rows, standing), ()) or _discards(suits)


def _look_up(terms: Terms, seat: int, suits: bytes) -> list[PlayRow]:
    """Return a seat's plays with a hand of these suits, and cache them. Hands of the same suits share a list."""
    table, in_order = terms.plays[seat], bytes(sorted(suits))
    if in_order not in table:
        table[in_order] = [_row(terms, seat, in_order, place) for place in range(terms.places)]
    rows: list[PlayRow] = table[in_order]
    table[suits] = rows
    return rows


def _row(terms: Terms, seat: int, suits: bytes, place: int) -> PlayRow:
    """Return a seat's plays onto one foundation. Foundations of seats that are out count as empty."""
    owner, foundation = divmod(place, terms.per_seat)

    def column(standing: int, is_safe: bool) -> tuple[Play, ...]:
        onto = suits_onto(standing, terms.attackers[standing], owner == seat, is_safe)
        return _column(standing, tuple([(suit, suits.count(suit)) for suit in onto]), owner, foundation)

    return (*(column(suit, False) for suit in (*range(4), NONE)), *(column(suit, True) for suit in range(4)))


@cache
def _column(standing: int, held: tuple[tuple[int, int], ...], owner: int, foundation: int) -> tuple[Play, ...]:
    """Return the plays onto the suit `standing` with the cards `held`, given as (suit, count); cached."""
    found: list[Play] = []
    for suit, count in held:
        kind = CONSTRUCT if standing in (suit, NONE) else DECONSTRUCT
        found += _plays(kind, suit, owner, foundation)[:count]
    return tuple(found)


@cache
def _plays(kind: PlayKind, suit: int, owner: int, foundation: int) -> tuple[Play, ...]:
    return tuple(Play(kind, suit, count, owner, foundation) for count in range(1, HAND + 1))


@cache
def _discards(suits: bytes) -> Sequence[Play]:
    """Return the discards that a hand without any other legal play may make (W3)."""
    return tuple(play for suit in SUITS for play in _plays(DISCARD, suit, 0, 0)[: suits.count(suit)])


# -- rules


Log = list[Event] | None
_UNKNOWN = bytes([UNKNOWN])


class Wyoming(Game[State, Play, Event, View]):
    name = "wyoming"
    title = "Towers of Wyoming"
    designer = "Jonathan A. Leistiko, Invisible City Productions"
    blurb = mark("Build one suit through the settling Sky.")
    seats = range(2, 5)
    presets = PRESETS
    endings = {
        "tower": mark("With a tower through the Sky"),
        "sky": mark("With the tallest tower when no Sky was left"),
        "sudden death": mark("With the tallest tower when the cards ran out"),
        "stuck": mark("With the tallest tower when nobody could move"),
        "last seat": mark("As the last builder with a contract"),
    }

    # -- set-up

    options = staticmethod(offered_options)

    def notes(self, seats: int, options: Mapping[str, Value]) -> dict[str, str]:
        return idle_options(options)

    def setup(self, seats: int, options: Mapping[str, Value], seed: int) -> State:
        state = State()
        state.terms, state.rng = terms_of(variant_of(seats, options)), seed
        deck = shuffle(state, DECK)
        state.hands, state.deck = [deck[s * HAND : s * HAND + HAND] for s in range(seats)], deck[seats * HAND :]
        state.towers, state.discards = [b""] * state.terms.places, b""
        state.pennies, state.alive = state.variant.pennies, (True,) * seats
        first = options["first"]
        state.first = state.turn = random.Random(state.rng).randrange(seats) if first == "random" else int(first)
        state.owed, state.safe, state.outcome = False, 0, None
        state.read_faces()
        return state

    # -- play

    def actors(self, state: State) -> frozenset[Seat]:
        return NOBODY if state.outcome else frozenset((state.turn,))

    actions = staticmethod(legal_plays)

    def check(self, state: State, seat: Seat, action: Play) -> None:
        count, held = action.count, state.hands[seat].translate(SUITS_OF).count(action.suit)
        if held < count:
            raise IllegalAction(tr("there are only {cards} in hand", cards=suit_words(held, action.suit)))
        cards = {card for card in action.cards if card in state.hands[seat] and suit_of(card) == action.suit}
        if action.cards and not len(cards) == len(action.cards) == count:
            raise IllegalAction(mark("these cards aren't in hand"))
        if action.kind is PlayKind.DISCARD:
            if any(play.kind is not PlayKind.DISCARD for play in self.actions(state, seat)):
                raise IllegalAction(mark("You can play, so you can't discard instead."))
            return
        if not 0 <= action.owner < state.variant.seats or not 0 <= action.foundation < state.variant.foundations:
            raise IllegalAction(mark("There's no such foundation."))
        if action.owner not in state.in_play:
            raise IllegalAction(mark("That seat is out of the game."))
        tower = state.towers_of(action.owner)[action.foundation]
        is_safe = state.is_safe(action.owner, action.foundation)
        reason = words.why_not(
            state.variant, seat == action.owner, suit_of(tower[0]) if tower else None, action.suit, is_safe
        )
        if reason:
            raise IllegalAction(reason)
        if (not tower or suit_of(tower[0]) == action.suit) != (action.kind is PlayKind.CONSTRUCT):
            raise IllegalAction(mark("cards of this suit can't do that there"))

    def apply(self, state: State, seat: Seat, action: Play, log: Log = None) -> None:
        cards = action.cards
        place = AWAY if action.kind is DISCARD else state.terms.homes[action.owner][action.foundation]
        state.play(place, action.suit, action.count, bytes(cards) if cards else b"", log)

    def outcome(self, state: State) -> Outcome | None:
        return state.outcome

    # -- knowledge

    def view(self, state: State, seat: Seat | None) -> View:
        return View(
            seat=seat,
            variant=state.variant,
            hand=() if seat is None else tuple(sorted(state.hands[seat].rstrip(_UNKNOWN))),
            hand_sizes=tuple(map(len, state.hands)),
            towers=tuple(tuple(map(tuple, state.towers_of(s))) for s in range(state.variant.seats)),
            discards=tuple(state.discards),
            draw_pile=len(state.deck),
            pennies=state.pennies,
            first=state.first,
            turn=state.turn,
            in_play=state.in_play,
            owed=state.owed,
            safe=by_seat(state.safe, state.variant.seats, state.variant.foundations),
            outcome=state.outcome,
        )

    def redact(self, event: Event, seat: Seat | None) -> Event:
        if isinstance(event, Drew) and (event.seat != seat or UNKNOWN in event.cards):
            return Drew(event.seat, (HIDDEN,) * len(event.cards))
        return event

    def revealed_to(self, event: Event) -> frozenset[Seat]:
        match event:
            case Drew(seat, _):
                return frozenset((seat,))
            case Tossed():
                return EVERYONE
        return NOBODY

    def determinize(self, view: View, rng: random.Random) -> State:
        seen = {*view.hand, *view.discards, *chain.from_iterable(chain.from_iterable(view.towers))}
        state = state_of(view)
        state.rng = rng.getrandbits(64)
        unseen = shuffle(state, bytes(card for card in DECK if card not in seen))
        for seat, size in enumerate(view.hand_sizes):
            if seat != view.seat:
                state.hands[seat], unseen = unseen[:size], unseen[size:]
        state.deck = unseen
        state.read_faces()
        return state

    partial = staticmethod(state_of)

    # -- text

    parse = staticmethod(parse_play)
    describe = staticmethod(words.describe)
    propose = staticmethod(words.propose)
    describe_outcome = staticmethod(words.describe_outcome)
    best_tower = staticmethod(best_tower)
    describe_harm = staticmethod(describe_harm)
    describe_tower = staticmethod(describe_tower)
    check_invariants = staticmethod(invariants.check)

    def dump(self, state: State) -> dict[str, Any]:
        return {
            "variant": asdict(state.variant),
            "hands": [list(hand) for hand in state.hands],
            "towers": [[list(t) for t in state.towers_of(s)] for s in range(state.variant.seats)],
            "draw_pile": list(state.deck[::-1]),
            "discards": list(state.discards),
            "pennies": state.pennies,
            "first": state.first,
            "turn": state.turn,
            "in_play": list(state.in_play),
            "owed": state.owed,
            "safe": state.safe,
            "outcome": None if state.outcome is None else asdict(state.outcome),
        }

    def number_turns(self, seats: Sequence[Seat | None]) -> list[int]:
        return [*range(1, len(seats) + 1)]

    def summary(self, state: State) -> dict[str, Any]:
        """Return the heights of the final towers, by seat and foundation."""
        return {"towers": [[len(t) for t in state.towers_of(s)] for s in range(state.variant.seats)]}


GAME = Wyoming()


# -- views and actions as numbers


SKY = PER_SUIT + 1
"""Largest encoded Sky, above every possible tower: a higher Sky is encoded as this."""
PLAYS = len(SUITS) * HAND
"""Number of plays onto one foundation, and of discards: ordered by suit, then by count."""


class WyomingEncoding(Encoding[Play, View]):
    """Cards are counted by suit, since the rules don't tell them apart."""

    def __init__(self, view: View) -> None:
        self._seats, self._foundations = view.variant.seats, view.variant.foundations
        places = self._seats * self._foundations
        self._deconstruct, self._discard = places * PLAYS, 2 * places * PLAYS
        self.actions = (2 * places + 1) * PLAYS
        self.parts = (
            Segment("hand", len(SUITS), HAND),
            Segment("hand_sizes", self._seats, HAND),
            Segment("towers", places * len(SUITS), PER_SUIT),
            Segment("discards", len(SUITS), PER_SUIT),
            Segment("draw_pile", 1, len(DECK)),
            Segment("pennies", 1, SKY),
            Segment("owed", 1, 1),
            Segment("in_play", self._seats, 1),
            Segment("turn", self._seats, 1),
            Segment("safe", places, 1),
        )
        self.prepare()

    def fill(self, view: View, cells: Cells) -> None:
        seats, starts, foundations = turned(view.seat, self._seats), self.starts, self._foundations
        discards, sizes, heights = starts["discards"], starts["hand_sizes"], starts["towers"]
        for card in view.hand:
            cells[card // PER_SUIT] += 1
        for card in view.discards:
            cells[discards + card // PER_SUIT] += 1
        for seat, size, towers in zip(seats, view.hand_sizes, view.towers):
            cells[sizes + seat] = size
            place = heights + seat * foundations * len(SUITS)
            for tower in towers:
                if tower:
                    cells[place + tower[0] // PER_SUIT] = len(tower)
                place += len(SUITS)
        at = starts["draw_pile"]
        cells[at], cells[at + 1], cells[at + 2] = view.draw_pile, min(view.pennies, SKY), view.owed
        for player in view.in_play:
            cells[starts["in_play"] + seats[player]] = 1
        cells[starts["turn"] + seats[view.turn]] = 1
        for seat, safe in zip(seats, view.safe if view.variant.scaffolding else ()):
            for foundation, is_safe in enumerate(safe):
                cells[starts["safe"] + seat * foundations + foundation] = is_safe

    def numbers(self, view: View, actions: Sequence[Play]) -> list[int]:
        foundations = self._foundations
        first = [place * foundations * PLAYS for place in turned(view.seat, self._seats)]
        found = []
        for play in actions:
            number = play.suit * HAND + play.count - 1
            if play.kind is DISCARD:
                number += self._discard
            else:
                number += first[play.owner] + play.foundation * PLAYS
                if play.kind is not CONSTRUCT:
                    number += self._deconstruct
            found.append(number)
        return found
