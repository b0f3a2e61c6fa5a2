"""The rules of Towering: those of the rules sheet, and rulings T1 to T8; and its views and actions as numbers."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from ..engine import (
    EVERYONE,
    NOBODY,
    UNDECIDED,
    Cells,
    Encoding,
    Ended,
    Game,
    IllegalAction,
    Open,
    Outcome,
    Seat,
    Segment,
    TurnBegan,
    next_generator,
    shuffled,
)
from ..language import mark, tr, tr_count
from ..options import Option, Preset, Value, first_seat_option
from . import state as invariants
from . import words
from .actions import (
    BUILDS,
    COLOUR_OF,
    DECK,
    DISCARDS,
    DRAW_PILE,
    HIDDEN,
    HIGHEST,
    LOWEST,
    MATERIALS,
    NUMBER_OF,
    TAKES,
    Action,
    Build,
    Colour,
    Draw,
    TurnStage,
    card_words,
    colour_of,
    deck_of,
    parse_action,
)
from .core import CARD, OPEN, PATIENCE, PER_COLOUR, PILE, PLACES, SEATS, UNKNOWN, WIDTH, State, empty_state
from .feats import best_tower, describe_tower
from .state import (
    MOST_ROUNDS,
    Built,
    Discarded,
    Drew,
    Event,
    RoundAccount,
    RoundBegan,
    RoundEnded,
    Took,
    Variant,
    View,
    material_notes,
    materials_by_round,
    materials_option,
    state_of,
    terms_of,
    unseen,
)

Log = list[Event] | None

_ALONE = tuple(frozenset((seat,)) for seat in range(SEATS))


class ColourPlays(dict[int, list[Action]]):
    """Maps a set of one colour's cards to the plays with them, one for all materials (T8). Filled on demand."""

    def __init__(self, plays: Sequence[Action]) -> None:
        super().__init__()
        self._plays = plays

    def __missing__(self, cards: int) -> list[Action]:
        found = self[cards] = [self._plays[CARD[place]] for place in dict.fromkeys(PLACES[cards])]
        return found


def _tables(plays: Sequence[Action]) -> list[ColourPlays]:
    return [ColourPlays(plays[first : first + PER_COLOUR]) for first in range(0, len(plays), PER_COLOUR)]


_BUILDS, _DISCARDS = _tables(BUILDS), _tables(DISCARDS)
_DRAWS = (*TAKES, DRAW_PILE)
"""The draws by colour, then from the draw pile, as an argument of `State.draws`."""


class Towering(Game[State, Action, Event, View]):
    name = "towering"
    title = "Towering"
    designer = mark("Designer not named on the rule sheet")
    blurb = mark("Six sites, three rounds: begin only what pays for itself.")
    seats = range(SEATS, SEATS + 1)
    endings = {"rounds": mark("On points, after the last round")}
    # Turns per game: means of 60 games each of gentle, easy and medium bots (`topping-out simulate`, from seed 12000).
    presets = (
        Preset(
            "towering",
            mark("Towering"),
            mark("Three rounds of six colours, with 2, 3, then 4 materials in each."),
            (("colours", 6), ("materials", "2-3-4"), ("hand", 8), ("rounds", 3)),
            {SEATS: 115},
        ),
        Preset(
            "classic",
            mark("Classic"),
            mark("One round of five colours with 3 materials in each: 60 cards."),
            (("colours", 5), ("materials", "3"), ("hand", 8), ("rounds", 1)),
            {SEATS: 30},
        ),
    )

    # -- set-up

    def options(self, seats: int) -> tuple[Option, ...]:
        return (
            first_seat_option(seats),
            Option(
                "take_back", tr("Taking back"), tr("The card you just discarded may be drawn again in the same turn.")
            ),
            _number_option("colours", tr("Colours"), tr("How many sites you can build on."), 6, range(3, 7)),
            materials_option(),
            _number_option("hand", tr("Hand"), tr("How many cards you hold."), 8, range(5, 11)),
            _number_option("rounds", tr("Rounds"), tr("How many rounds you play."), 3, range(1, MOST_ROUNDS + 1)),
        )

    def notes(self, seats: int, options: Mapping[str, Value]) -> dict[str, str]:
        """Return a remark if there are more or fewer numbers of materials than rounds."""
        return material_notes(options)

    def setup(self, seats: int, options: Mapping[str, Value], seed: int) -> State:
        materials = materials_by_round(options["materials"], int(options["rounds"]))
        take_back = bool(options["take_back"])
        state = empty_state(terms_of(Variant(int(options["colours"]), materials, int(options["hand"]), take_back)))
        state.rng = seed
        first = options["first"]
        _deal(state, next_generator(state).randrange(seats) if first == "random" else int(first))  # T4
        return state

    # -- play

    def actors(self, state: State) -> frozenset[Seat]:
        return NOBODY if state.outcome else _ALONE[state.turn]

    def actions(self, state: State, seat: Seat) -> Sequence[Action]:
        if seat != state.turn or state.outcome:
            return ()
        if state.has_played:
            return state.draws(_DRAWS)
        rows = slice(seat * WIDTH, seat * WIDTH + WIDTH)
        builds: list[Action] = []
        discards: list[Action] = []
        for hand, tower, build, discard in zip(state.hands[rows], state.towers[rows], _BUILDS, _DISCARDS):
            if hand:
                discards += discard[hand]
                if fitting := hand & OPEN[tower]:
                    builds += build[fitting]
        builds += discards
        return builds

    def check(self, state: State, seat: Seat, action: Action) -> None:
        if seat not in self.actors(state):
            raise IllegalAction("the game is over" if state.outcome else "it isn't your turn")
        if isinstance(action, Draw):
            self._check_draw(state, action.colour)
            return
        card = action.card
        if state.has_played:
            raise IllegalAction(mark("You've played your card: now draw one, from the pile or from the discards."))
        if card not in state.hand(seat):
            raise IllegalAction(tr("{card} isn't in hand", card=card_words(card)))
        if isinstance(action, Build):
            reason = words.why_not_build(state.tower(seat, colour_of(card)), card)
            if reason:
                raise IllegalAction(reason)

    def _check_draw(self, state: State, colour: Colour | None) -> None:
        if not state.has_played:
            raise IllegalAction(mark("Play a card first, then draw one."))
        if colour is None:
            return
        if not state.discards[colour]:
            raise IllegalAction(words.NONE_DISCARDED[colour])
        if colour == state.barred:
            raise IllegalAction(mark("You've just discarded this card: you can't take it back in the same turn."))

    def apply(self, state: State, seat: Seat, action: Action, log: Log = None) -> None:
        if not isinstance(action, Draw):
            is_built = isinstance(action, Build)
            state.play(action.card * 2 + is_built)
            if log is not None:
                log.append(Built(seat, action.card) if is_built else Discarded(seat, action.card))
            return
        colour = action.colour
        card = state.draw(PILE if colour is None else colour)
        if log is not None:
            log.append(Drew(seat, card) if colour is None else Took(seat, card))
        if state.turn == seat:  # the round is over
            self._end_round(state, log)
        elif log is not None:
            log.append(TurnBegan(state.turn))

    # -- rounds

    def _end_round(self, state: State, log: Log) -> None:
        """Score the towers, then begin the next round or end the game (T5)."""
        account = _account(state)
        if log is not None:
            log.append(RoundEnded(account))  # before the next round replaces it on the table
        state.accounts += (account,)
        totals = account.totals
        if len(state.accounts) == state.variant.rounds:
            best = max(totals)
            winners = tuple(seat for seat in range(SEATS) if totals[seat] == best)
            state.outcome = Outcome(winners, totals, "rounds")
            if log is not None:
                log.append(Ended(state.outcome))
            return
        _deal(state, 1 - account.first if totals[0] == totals[1] else totals.index(max(totals)))  # T4
        if log is not None:
            hands = tuple(tuple(state.hand(seat)) for seat in range(SEATS))
            log.append(RoundBegan(state.round, state.first, hands, len(state.deck)))
            log.append(TurnBegan(state.turn))

    def outcome(self, state: State) -> Outcome | None:
        return state.outcome

    # -- knowledge

    def view(self, state: State, seat: Seat | None) -> View:
        hands = [state.hand(of) for of in range(SEATS)]
        sizes = map(state.full_hand, range(SEATS)) if state.rng == UNDECIDED else map(len, hands)
        return View(
            seat=seat,
            variant=state.variant,
            hand=() if seat is None else tuple(hands[seat]),
            hand_sizes=tuple(sizes),
            known=tuple(tuple(state.known_of(of)) for of in range(SEATS)),
            towers=tuple(map(state.towers_of, range(SEATS))),
            discards=tuple(map(tuple, state.discards[: state.terms.colours])),
            draw_pile=len(state.deck),
            round=state.round,
            stage=state.stage,
            turn=state.turn,
            first=state.first,
            barred=None if state.barred < 0 else state.barred,
            streak=state.streak,
            totals=state.totals,
            accounts=state.accounts,
            outcome=state.outcome,
        )

    def redact(self, event: Event, seat: Seat | None) -> Event:
        match event:
            case Drew(drawer, card) if drawer != seat or card == UNKNOWN:
                return Drew(drawer, HIDDEN)
            case RoundBegan(number, first, hands, draw_pile):
                seen = tuple(h if s == seat else (HIDDEN,) * len(h) for s, h in enumerate(hands))
                return RoundBegan(number, first, seen, draw_pile)
        return event

    def revealed_to(self, event: Event) -> frozenset[Seat]:
        match event:
            case Drew(seat, _):
                return _ALONE[seat]
            case RoundBegan():
                return EVERYONE
        return NOBODY

    def determinize(self, view: View, rng: random.Random) -> State:
        state = state_of(view)
        state.rng = rng.getrandbits(64)
        hidden = shuffled(unseen(view), next_generator(state))
        for seat, known in enumerate(view.known):
            missing = 0 if seat == view.seat else view.hand_sizes[seat] - len(known)
            state.hold(seat, hidden[:missing])
            hidden = hidden[missing:]
        state.stack(hidden)
        return state

    partial = staticmethod(state_of)

    # -- text

    parse = staticmethod(parse_action)
    describe = staticmethod(words.describe)
    propose = staticmethod(words.propose)
    describe_outcome = staticmethod(words.describe_outcome)
    best_tower = staticmethod(best_tower)
    describe_tower = staticmethod(describe_tower)
    check_invariants = staticmethod(invariants.check)

    def price(self, cost: int) -> str:
        return tr_count("{number} point", "{number} points", cost)

    def dump(self, state: State) -> dict[str, Any]:
        return {
            "variant": asdict(state.variant),
            "round": state.round,
            "hands": [list(state.hand(seat)) for seat in range(SEATS)],
            "known": [list(state.known_of(seat)) for seat in range(SEATS)],
            "towers": [list(map(list, state.towers_of(seat))) for seat in range(SEATS)],
            "discards": list(map(list, state.discards[: state.terms.colours])),
            "draw_pile": list(state.deck),
            "stage": state.stage.value,
            "turn": state.turn,
            "first": state.first,
            "barred": None if state.barred < 0 else state.barred,
            "streak": state.streak,
            "totals": list(state.totals),
            "accounts": [asdict(account) for account in state.accounts],
            "outcome": None if state.outcome is None else asdict(state.outcome),
        }

    def number_turns(self, seats: Sequence[Seat | None]) -> list[int]:
        """Count every two actions as a turn, because the seat that ends a round may begin the next one (T4)."""
        return [action // 2 + 1 for action in range(len(seats))]


def _number_option(key: str, title: str, text: str, default: int, numbers: range) -> Option:
    choices = tuple((number, str(number)) for number in numbers)
    return Option(key, title, text, default, choices, advanced=True)


def _deal(state: State, first: Seat) -> None:
    """Deal the round after the finished ones."""
    if state.rng == UNDECIDED:
        raise Open
    variant = state.variant
    deck = shuffled(deck_of(variant.colours, variant.materials[state.round]), next_generator(state))
    state.clear()
    state.turn = state.first = first
    for seat in range(SEATS):
        state.hold(seat, deck[: variant.hand])
        deck = deck[variant.hand :]
    state.stack(deck)


def _account(state: State) -> RoundAccount:
    points = tuple(map(state.points, range(SEATS)))
    totals = tuple(had + got for had, got in zip(state.totals, points))
    towers = tuple(map(state.towers_of, range(SEATS)))
    return RoundAccount(len(state.accounts), state.first, towers, points, totals, called=bool(state.deck))


GAME = Towering()


# -- views and actions as numbers


KINDS = HIGHEST - LOWEST + 2
"""Kinds of card in each colour."""
KIND_OF = tuple(COLOUR_OF[card] * KINDS + (NUMBER_OF[card] and NUMBER_OF[card] - LOWEST + 1) for card in DECK)
MOST_POINTS = 10_000


class ToweringEncoding(Encoding[Action, View]):
    """Cards are counted by kind: for each colour the material, then 2 to 10."""

    def __init__(self, view: View) -> None:
        colours, rounds = view.variant.colours, view.variant.rounds
        self._kinds = colours * KINDS
        self._draw = 2 * self._kinds
        self.actions = self._draw + 1 + colours
        self.parts = (
            Segment("hand", self._kinds, MATERIALS),
            Segment("known", SEATS * self._kinds, MATERIALS),
            Segment("towers", SEATS * self._kinds, MATERIALS),
            Segment("discards", self._kinds, MATERIALS),
            Segment("depths", self._kinds, KINDS - 1 + MATERIALS),
            Segment("barred", colours, 1),
            Segment("hand_sizes", SEATS, view.variant.hand),
            Segment("totals", SEATS, MOST_POINTS, -MOST_POINTS),
            Segment("draw_pile", 1, len(DECK)),
            Segment("round", 1, max(1, rounds - 1)),
            Segment("materials", 1, MATERIALS),
            Segment("streak", 1, PATIENCE),
            Segment("draws", 1, 1),
            Segment("is_turn", 1, 1),
            Segment("is_first", 1, 1),
        )
        self.prepare()

    def fill(self, view: View, cells: Cells) -> None:
        kinds, own = self._kinds, view.seat or 0
        for card in view.hand:
            cells[KIND_OF[card]] += 1
        begin = kinds
        for cards in (view.known[own], view.known[1 - own]):
            for card in cards:
                cells[begin + KIND_OF[card]] += 1
            begin += kinds
        for towers in (view.towers[own], view.towers[1 - own]):
            for tower in towers:
                for card in tower:
                    cells[begin + KIND_OF[card]] += 1
            begin += kinds
        for pile in view.discards:
            depth = len(pile)
            for card in pile:
                kind = begin + KIND_OF[card]
                cells[kind] += 1
                cells[kind + kinds] = depth  # of equal cards the uppermost counts, which comes last
                depth -= 1
        self._fill_rest(view, own, cells, begin + 2 * kinds)

    def _fill_rest(self, view: View, own: int, cells: Cells, at: int) -> None:
        if view.barred is not None:
            cells[at + view.barred] = 1
        at += view.variant.colours
        cells[at], cells[at + 1] = view.hand_sizes[own], view.hand_sizes[1 - own]
        cells[at + 2], cells[at + 3] = view.totals[own], view.totals[1 - own]
        cells[at + 4], cells[at + 5] = view.draw_pile, view.round
        cells[at + 6], cells[at + 7] = view.materials, view.streak
        cells[at + 8] = view.stage is TurnStage.DRAW
        cells[at + 9], cells[at + 10] = view.turn == own, view.first == own

    def numbers(self, view: View, actions: Sequence[Action]) -> list[int]:
        kinds, draw = self._kinds, self._draw
        return [
            (draw if action.colour is None else draw + 1 + action.colour)
            if isinstance(action, Draw)
            else KIND_OF[action.card] + (0 if isinstance(action, Build) else kinds)
            for action in actions
        ]
