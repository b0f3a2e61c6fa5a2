"""The rules: the sheet, and rulings F1 to F7. A new tower takes the leftmost free plot, so that F1 has an order."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from itertools import compress
from typing import Any

import msgspec

from topping_out.game.engine import EVERYONE, NOBODY, Game, Outcome, Seat, shuffled
from topping_out.game.language import mark, tr, tr_count, tr_player
from topping_out.game.options import Option, Value, first_seat_option
from topping_out.game.towers import invariants, words
from topping_out.game.towers.actions import NEW, Action, Build, Claim, End, parse_action
from topping_out.game.towers.best_tower import best_tower, describe_harm, describe_tower
from topping_out.game.towers.core.numbers import DEAL, DRAWN, HAND, HEIGHT
from topping_out.game.towers.decks import deck_meant, deck_option
from topping_out.game.towers.events import (
    Built,
    Claimed,
    Demolished,
    Drew,
    Ended,
    Event,
    FloorScored,
    LastRound,
    Passed,
    ScoringBegan,
    TurnBegan,
)
from topping_out.game.towers.floors import HIDDEN, NONE, CardId
from topping_out.game.towers.legality import END, build_rows, check_step, claim_rows, must_build
from topping_out.game.towers.scoring import recount, tally
from topping_out.game.towers.state import (
    NO_TOWER,
    Cause,
    Scored,
    State,
    Storey,
    Tower,
    Variant,
    View,
    floors_of,
    owners_of,
    tucks_of,
    vacancies_of,
    with_claim,
    with_floor,
)

Log = list[Event] | None


class Towers(Game[State, Action, Event, View]):
    name = "towers"
    title = "Towers"
    designer = "Patrick Bene"
    blurb = mark("Build shared towers and own the right floors when they score.")
    seats = range(2, 5)
    endings = {"points": mark("On points"), "turn order": mark("Tied on points: earlier in turn order")}

    # -- set-up

    def options(self, seats: int) -> tuple[Option, ...]:
        about = tr("When the last round begins: once a hand runs short, or as soon as the deck is empty.")
        choices = (("sheet", tr("Short hand")), ("deck", tr("Empty deck")))
        end = Option("end", tr("Last round"), about, "sheet", choices)
        return first_seat_option(seats), end, deck_option()

    def setup(self, seats: int, options: Mapping[str, Value], seed: int) -> State:
        rng = random.Random(seed)
        deck = deck_meant(str(options["deck"]))
        cards = shuffled(deck.cards, rng)
        state = State()
        state.variant = Variant(seats, deck, "deck" if options["end"] == "deck" else "sheet")
        state.hands = [bytes(sorted(cards[s * DEAL : s * DEAL + DEAL])) for s in range(seats)]
        state.towers = [NO_TOWER] * state.variant.limit
        state.draw_pile = cards[seats * DEAL :]
        state.discards = b""
        state.scores = (0,) * seats
        state.first = state.turn = rng.randrange(seats) if options["first"] == "random" else int(options["first"])
        state.built = b""
        state.last_round = False
        state.ledger = ()
        state.outcome = None
        return state

    # -- play

    def actors(self, state: State) -> frozenset[Seat]:
        return NOBODY if state.outcome else frozenset((state.turn,))

    def actions(self, state: State, seat: Seat) -> Sequence[Action]:
        """One floor or card at a time; a hand of fewer than two cards builds what it has (F3)."""
        deck, hand = state.variant.deck, state.hands[seat]
        found: list[Action] = []
        if must_build(state, seat):
            rows = build_rows(deck, hand.translate(deck.kinds))
            for plot, tower in enumerate(state.towers):
                if tower and plot not in state.built:
                    found += rows[plot]
            if NO_TOWER in state.towers:
                found += rows[NEW]
            return found
        if hand:
            vacant = b"".join([vacancies_of(tower) for tower in state.towers])
            for claims in compress(claim_rows(deck, hand.translate(deck.kinds)), vacant):
                found += claims
        found.append(END)
        return found

    def apply(self, state: State, seat: Seat, action: Action, log: Log = None) -> None:
        match action:
            case Build():
                self._build(state, seat, action, log)
            case Claim():
                self._claim(state, seat, action, log)
            case End():
                self._end_turn(state, log)

    def _build(self, state: State, seat: Seat, action: Build, log: Log) -> None:
        card = _take_from_hand(state, seat, action)
        plot = state.towers.index(NO_TOWER) if action.plot == NEW else action.plot
        tower = state.towers[plot]
        state.towers[plot] = with_floor(tower, card)
        state.built += bytes((plot,))
        if log is not None:
            log.append(Built(seat, plot, len(floors_of(tower)), card, action.floor))

    def _claim(self, state: State, seat: Seat, action: Claim, log: Log) -> None:
        card = _take_from_hand(state, seat, action)
        tower = state.towers[action.plot]
        state.towers[action.plot] = with_claim(tower, action.level, seat, card)
        if log is not None:
            floor = state.variant.deck.floor_of(floors_of(tower)[action.level]).name
            log.append(Claimed(seat, action.plot, action.level, card, floor))

    # -- turns

    def _end_turn(self, state: State, log: Log) -> None:
        """End the turn and begin the next that has a choice to make: a seat without cards has none (F3)."""
        self._draw(state, state.turn, DRAWN, log)
        triggers, kinds = state.variant.deck.triggers, state.variant.deck.kinds
        for plot, tower in enumerate(state.towers):  # F1
            if tower and kinds[tower[-3]] in triggers:
                self._score(state, plot, "trigger", log)
            elif len(tower) >= 3 * HEIGHT:
                self._score(state, plot, "height", log)
        while not self._has_ended(state, log):
            state.turn = _next_seat(state)
            state.built = b""
            if log is not None:
                log.append(TurnBegan(state.turn))
            if state.hands[state.turn]:
                return
            if log is not None:
                log.append(Passed(state.turn))

    def _has_ended(self, state: State, log: Log) -> bool:
        """See at a turn's end whether this round is the last (F7), and end the game with the round."""
        if not state.last_round and not state.draw_pile:
            state.last_round = state.variant.end == "deck" or len(state.hands[state.turn]) < DRAWN
            if state.last_round and log is not None:
                log.append(LastRound(state.turn))
        if not state.last_round or _next_seat(state) != state.first:
            return False
        for plot, tower in enumerate(state.towers):
            if tower:
                self._score(state, plot, "game end", log)
        state.outcome = _result(state)
        if log is not None:
            log.append(Ended(state.outcome))
        return True

    def _draw(self, state: State, seat: Seat, count: int, log: Log) -> None:
        hand = state.hands[seat]
        count = min(count, HAND - len(hand))
        if not (count and state.draw_pile):
            return
        drawn = state.draw_pile[: -count - 1 : -1]
        state.draw_pile = state.draw_pile[:-count]
        state.hands[seat] = bytes(sorted(hand + drawn))
        if log is not None:
            log.append(Drew(seat, tuple(drawn)))

    def _score(self, state: State, plot: int, cause: Cause, log: Log) -> None:
        """Score the tower and move its cards, tucked ones too, to the discards."""
        tower, deck = state.towers[plot], state.variant.deck
        floors, owners, tucks = floors_of(tower), owners_of(tower), tucks_of(tower)
        points, draws = tally(deck, floors.translate(deck.kinds), owners, state.variant.seats)
        sizes = tuple([len(hand) for hand in state.hands])
        owned = tuple([None if owner == NONE else owner for owner in owners])
        scored = Scored(state.turn, plot, cause, tuple(floors), owned, sizes, len(state.draw_pile), points)
        if log is None:
            for seat, count in draws:
                self._draw(state, seat, count, None)
        else:
            self._tell(state, scored, log)
        state.ledger += (scored,)
        state.scores = tuple(map(sum, zip(state.scores, points)))
        state.towers[plot] = NO_TOWER
        state.discards += floors + tucks
        if log is not None:
            log.append(Demolished(plot, points, tuple(floors), tuple(tucks)))

    def _tell(self, state: State, scored: Scored, log: list[Event]) -> None:
        """Log the scoring floor by floor, doing its draws on the way."""
        log.append(ScoringBegan(scored.plot, scored.cause))
        for step in recount(state.variant.deck, scored).steps:
            log.append(FloorScored(scored.plot, step))
            if step.owner is not None:
                self._draw(state, step.owner, step.drawn, log)

    def outcome(self, state: State) -> Outcome | None:
        return state.outcome

    # -- knowledge

    def view(self, state: State, seat: Seat | None) -> View:
        return View(
            seat=seat,
            variant=state.variant,
            hand=() if seat is None else tuple(state.hands[seat]),
            hand_sizes=tuple(map(len, state.hands)),
            towers=tuple(tuple(_storeys(tower, seat)) for tower in state.towers),
            discards=tuple(state.discards),
            draw_pile=len(state.draw_pile),
            scores=state.scores,
            first=state.first,
            turn=state.turn,
            built=tuple(state.built),
            last_round=state.last_round,
            ledger=state.ledger,
            outcome=state.outcome,
        )

    def redact(self, event: Event, seat: Seat | None) -> Event:
        """Hide what was drawn and tucked (F5); a demolished tower's cards lie open, tucked ones too."""
        match event:
            case Drew(drawer, cards) if drawer != seat:
                return Drew(drawer, (HIDDEN,) * len(cards))
            case Claimed(owner, plot, level, _, floor) if owner != seat:
                return Claimed(owner, plot, level, HIDDEN, floor)
        return event

    def revealed_to(self, event: Event) -> frozenset[Seat]:
        match event:
            case Drew(seat, _):
                return frozenset((seat,))
            case Demolished(tucks=tucks) if tucks:
                return EVERYONE
        return NOBODY

    def determinize(self, view: View, rng: random.Random) -> State:
        deck = view.variant.deck
        own = {s.tuck for tower in view.towers for s in tower if s.tuck not in (None, HIDDEN)}
        seen = {*view.hand, *view.discards, *own, *(s.card for tower in view.towers for s in tower)}
        unseen = list(shuffled(bytes(card for card in deck.cards if card not in seen), rng))
        state = State()
        state.variant = view.variant
        state.towers = [_tower(storeys, unseen) for storeys in view.towers]
        state.hands = []
        for seat, size in enumerate(view.hand_sizes):
            hand = view.hand if seat == view.seat else [unseen.pop() for _ in range(size)]
            state.hands.append(bytes(sorted(hand)))
        state.draw_pile, state.discards = bytes(unseen), bytes(view.discards)
        state.scores, state.first, state.turn = view.scores, view.first, view.turn
        state.built, state.last_round, state.outcome = bytes(view.built), view.last_round, view.outcome
        state.ledger = view.ledger
        return state

    # -- text

    parse = staticmethod(parse_action)
    describe = staticmethod(words.describe)
    propose = staticmethod(words.propose)
    describe_outcome = staticmethod(words.describe_outcome)
    best_tower = staticmethod(best_tower)
    describe_harm = staticmethod(describe_harm)
    describe_tower = staticmethod(describe_tower)
    check_invariants = staticmethod(invariants.check)
    check = staticmethod(check_step)

    def price(self, cost: int) -> str:
        return tr_count("{number} point", "{number} points", cost)

    def describe_action(self, seat: Seat, action: Action, names: Sequence[str]) -> str:
        if not isinstance(action, End):
            return ""
        return tr_player(names[seat], mark("You end the turn."), mark("{name} ends the turn."))

    def dump(self, state: State) -> dict[str, Any]:
        return {
            "variant": asdict(state.variant),
            "hands": [list(hand) for hand in state.hands],
            "towers": [[msgspec.structs.asdict(storey) for storey in _storeys(tower)] for tower in state.towers],
            "draw_pile": list(state.draw_pile),
            "discards": list(state.discards),
            "scores": list(state.scores),
            "first": state.first,
            "turn": state.turn,
            "built": list(state.built),
            "last_round": state.last_round,
            "ledger": [msgspec.structs.asdict(scored) for scored in state.ledger],
            "outcome": None if state.outcome is None else asdict(state.outcome),
        }


def _next_seat(state: State) -> Seat:
    return (state.turn + 1) % state.variant.seats


def _result(state: State) -> Outcome:
    """Most points win; among equals the earliest in turn order (F6)."""
    best = max(state.scores)
    seats = state.variant.seats
    in_order = [(state.first + n) % seats for n in range(seats)]
    winner = next(seat for seat in in_order if state.scores[seat] == best)
    return Outcome((winner,), state.scores, "points" if state.scores.count(best) == 1 else "turn order")


def _take_from_hand(state: State, seat: Seat, action: Build | Claim) -> CardId:
    deck, hand = state.variant.deck, state.hands[seat]
    if action.card is None:
        at = hand.translate(deck.kinds).index(deck.kind_named[action.floor])
    else:
        at = hand.index(action.card)
    state.hands[seat] = hand[:at] + hand[at + 1 :]
    return hand[at]


# -- between towers and what is seen of them


def _storeys(tower: Tower, seat: Seat | None = None) -> list[Storey]:
    """Return the floors as the seat sees them."""
    return [
        Storey(card) if owner == NONE else Storey(card, owner, tuck if owner == seat else HIDDEN)
        for card, owner, tuck in zip(tower[::3], tower[1::3], tower[2::3])
    ]


def _tower(storeys: Sequence[Storey], unseen: list[CardId]) -> Tower:
    """Return the tower with cards off `unseen` for the tucks that are hidden."""
    tower = NO_TOWER
    for level, storey in enumerate(storeys):
        tower = with_floor(tower, storey.card)
        if storey.owner is not None and storey.tuck is not None:
            tuck = unseen.pop() if storey.tuck == HIDDEN else storey.tuck
            tower = with_claim(tower, level, storey.owner, tuck)
    return tower


GAME = Towers()
