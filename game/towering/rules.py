"""The rules: the sheet, and rulings T1 to T8."""

from __future__ import annotations

import random
from bisect import bisect
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from itertools import compress
from typing import Any

from topping_out.game.engine import EVERYONE, NOBODY, Advice, Game, IllegalAction, Outcome, Seat
from topping_out.game.language import mark, tr, tr_count
from topping_out.game.options import Option, Preset, Value, first_seat_option
from topping_out.game.tower import BuiltTower
from topping_out.game.towering import best_tower, invariants, words
from topping_out.game.towering.actions import BUILDS, DISCARDS, DRAW_PILE, TAKES, Action, Build, Draw, parse_action
from topping_out.game.towering.cards import (
    COLOUR_NAMES,
    COLOUR_OF,
    COLOURS,
    HIDDEN,
    ONE,
    CardId,
    Cards,
    Colour,
    card_words,
    colour_of,
    deck_of,
    without,
)
from topping_out.game.towering.events import (
    Built,
    Discarded,
    Drew,
    Ended,
    Event,
    RoundBegan,
    RoundEnded,
    Took,
    TurnBegan,
)
from topping_out.game.towering.options import MOST_ROUNDS, material_notes, materials_by_round, materials_option
from topping_out.game.towering.scoring import RoundAccount, score_tower
from topping_out.game.towering.state import SEATS, Stage, State, Variant, View

Log = list[Event] | None

PATIENCE = 60
"""So many draws in a row from discard piles end a round (T6)."""
PLAY, DRAW = Stage.PLAY, Stage.DRAW  # looked up on the enum, they would cost more than a test of them
_ALONE = tuple(frozenset((seat,)) for seat in range(SEATS))


class Towering(Game[State, Action, Event, View]):
    name = "towering"
    title = "Towering"
    designer = mark("designer not named on the rule sheet")
    blurb = mark("Six sites, three rounds: begin only what pays for itself.")
    seats = range(SEATS, SEATS + 1)
    endings = {"rounds": mark("By points after the last round")}
    presets = (
        Preset(
            "towering",
            mark("Towering"),
            mark("Three rounds of six colours, with 2, 3, then 4 materials in each."),
            (("colours", 6), ("materials", "2-3-4"), ("hand", 8), ("rounds", 3)),
        ),
        Preset(
            "classic",
            mark("Classic"),
            mark("One round of five colours with 3 materials in each: 60 cards."),
            (("colours", 5), ("materials", "3"), ("hand", 8), ("rounds", 1)),
        ),
    )

    # -- set-up

    def options(self, seats: int) -> tuple[Option, ...]:
        return (
            first_seat_option(seats),
            Option("take_back", tr("Taking back"), tr("The card just discarded may be drawn again in the same turn.")),
            Option(
                "colours",
                tr("Colours"),
                tr("How many sites there are to build on."),
                6,
                _counts(range(3, 7)),
                advanced=True,
            ),
            materials_option(),
            Option("hand", tr("Hand"), tr("Cards in each hand."), 8, _counts(range(5, 11)), advanced=True),
            Option(
                "rounds",
                tr("Rounds"),
                tr("How many rounds are played."),
                3,
                _counts(range(1, MOST_ROUNDS + 1)),
                advanced=True,
            ),
        )

    def notes(self, seats: int, options: Mapping[str, Value]) -> dict[str, str]:
        """A row of numbers of materials is cut off, or goes on with its last, where the rounds are not as many."""
        return material_notes(options)

    def setup(self, seats: int, options: Mapping[str, Value], seed: int) -> State:
        materials = materials_by_round(options["materials"], int(options["rounds"]))
        state = State()
        take_back = bool(options["take_back"])
        state.variant = Variant(int(options["colours"]), materials, int(options["hand"]), take_back)
        state.rng = seed
        state.accounts = ()
        state.outcome = None
        first = options["first"]
        _deal(state, _generator(state).randrange(seats) if first == "random" else int(first))  # T4
        return state

    # -- play

    def actors(self, state: State) -> frozenset[Seat]:
        return NOBODY if state.outcome else _ALONE[state.turn]

    def actions(self, state: State, seat: Seat) -> Sequence[Action]:
        if seat != state.turn or state.outcome:
            return ()
        if state.stage is PLAY:
            hand = dict.fromkeys(state.hands[seat])  # of materials that are alike one stands for all (T8)
            shut = state.shut[seat]
            return [BUILDS[card] for card in hand if card not in shut] + [DISCARDS[card] for card in hand]
        piles = state.discards
        if state.barred is not None:
            piles = piles[:]
            piles[state.barred] = b""
        return [DRAW_PILE, *compress(TAKES, piles)]

    def check(self, state: State, seat: Seat, action: Action) -> None:
        if seat not in self.actors(state):
            raise IllegalAction("the game is over" if state.outcome else "it is not your turn")
        if isinstance(action, Draw):
            self._check_draw(state, action.colour)
            return
        card = action.card
        if state.stage is DRAW:
            raise IllegalAction("a card is played already: now draw one")
        if card not in state.hands[seat]:
            raise IllegalAction(f"{card_words(card)} is not in the hand")
        if isinstance(action, Build):
            reason = words.why_not_build(state.towers_of(seat)[colour_of(card)], card)
            if reason:
                raise IllegalAction(reason)

    def _check_draw(self, state: State, colour: Colour | None) -> None:
        if state.stage is PLAY:
            raise IllegalAction("play a card first, then draw one")
        if colour is None:
            return
        if not state.discards[colour]:
            raise IllegalAction(f"there is no {COLOUR_NAMES[colour]} card among the discards")
        if colour == state.barred:
            raise IllegalAction("the card just discarded may not be taken back in the same turn")

    def apply(self, state: State, seat: Seat, action: Action, log: Log = None) -> None:
        if isinstance(action, Draw):
            self._draw(state, seat, action.colour, log)
            return
        card = action.card
        state.hands[seat] = state.hands[seat].replace(ONE[card], b"", 1)
        if state.known[seat]:
            state.known[seat] = state.known[seat].replace(ONE[card], b"", 1)
        if isinstance(action, Build):
            state.towers[seat * len(COLOURS) + COLOUR_OF[card]] += ONE[card]
            state.shut[seat] = state.shut_of(seat)
        else:
            colour = COLOUR_OF[card]
            state.discards[colour] += ONE[card]
            state.barred = None if state.variant.take_back else colour  # T3
        state.stage = DRAW
        if log is not None:
            log.append(Built(seat, card) if isinstance(action, Build) else Discarded(seat, card))

    def _draw(self, state: State, seat: Seat, colour: Colour | None, log: Log) -> None:
        if colour is None:
            card = state.deck[-1]
            state.deck = state.deck[:-1]
            state.streak = 0
        else:
            pile = state.discards[colour]
            card = pile[-1]
            state.discards[colour] = pile[:-1]
            state.known[seat] = _with(state.known[seat], card)
            state.streak += 1
        state.hands[seat] = _with(state.hands[seat], card)
        state.stage = PLAY
        state.barred = None
        if log is not None:
            log.append(Drew(seat, card) if colour is None else Took(seat, card))
        if not state.deck or state.streak == PATIENCE:
            self._end_round(state, log)
            return
        state.turn = 1 - seat
        if log is not None:
            log.append(TurnBegan(state.turn))

    # -- rounds

    def _end_round(self, state: State, log: Log) -> None:
        """Count the towers; then the next round, or the end (T5)."""
        account = _account(state)
        if log is not None:
            log.append(RoundEnded(account))  # while it still is the round on the table
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
            log.append(RoundBegan(state.round, state.first, tuple(map(tuple, state.hands)), len(state.deck)))
            log.append(TurnBegan(state.turn))

    def outcome(self, state: State) -> Outcome | None:
        return state.outcome

    # -- knowledge

    def view(self, state: State, seat: Seat | None) -> View:
        return View(
            seat=seat,
            variant=state.variant,
            hand=() if seat is None else tuple(state.hands[seat]),
            hand_sizes=tuple(map(len, state.hands)),
            known=tuple(map(tuple, state.known)),
            towers=_towers(state),
            discards=tuple(map(tuple, state.discards[: state.variant.colours])),
            draw_pile=len(state.deck),
            round=state.round,
            stage=state.stage,
            turn=state.turn,
            first=state.first,
            barred=state.barred,
            streak=state.streak,
            totals=state.totals,
            accounts=state.accounts,
            outcome=state.outcome,
        )

    def redact(self, event: Event, seat: Seat | None) -> Event:
        match event:
            case Drew(drawer, _) if drawer != seat:
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
        state = State()
        state.variant, state.accounts, state.outcome = view.variant, view.accounts, view.outcome
        state.rng = rng.getrandbits(64)
        absent = [b""] * (len(COLOURS) - view.variant.colours)
        state.towers = [tower for towers in view.towers for tower in (*map(bytes, towers), *absent)]
        state.shut = [state.shut_of(seat) for seat in range(SEATS)]
        state.discards = [*map(bytes, view.discards), *absent]
        state.known = [bytes(cards) for cards in view.known]
        everything = deck_of(view.variant.colours, view.variant.materials[view.round])
        theirs = [cards for seat, cards in enumerate(state.known) if seat != view.seat]
        seen = b"".join((bytes(view.hand), *theirs, *state.towers, *state.discards))
        unseen = _shuffle(state, without(everything, seen))
        state.hands = []
        for seat, known in enumerate(state.known):
            missing = 0 if seat == view.seat else view.hand_sizes[seat] - len(known)
            hand = bytes(view.hand) if seat == view.seat else known + unseen[:missing]
            state.hands.append(bytes(sorted(hand)))
            unseen = unseen[missing:]
        state.deck = unseen
        state.stage, state.turn, state.first = view.stage, view.turn, view.first
        state.barred, state.streak = view.barred, view.streak
        return state

    # -- text

    def price(self, cost: int) -> str:
        return tr_count("{number} point", "{number} points", cost)

    def parse(self, text: str) -> Action:
        return parse_action(text)

    def describe(self, event: Event, names: Sequence[str]) -> str:
        return words.describe(event, names)

    def propose(self, view: View, advice: Advice[Action], names: Sequence[str]) -> str:
        return words.propose(view, advice.action)

    def describe_outcome(self, outcome: Outcome, names: Sequence[str]) -> str:
        return words.describe_outcome(outcome, names)

    def dump(self, state: State) -> dict[str, Any]:
        return {
            "variant": asdict(state.variant),
            "round": state.round,
            "hands": list(map(list, state.hands)),
            "known": list(map(list, state.known)),
            "towers": [list(map(list, towers)) for towers in _towers(state)],
            "discards": list(map(list, state.discards[: state.variant.colours])),
            "draw_pile": list(state.deck),
            "stage": state.stage.value,
            "turn": state.turn,
            "first": state.first,
            "barred": state.barred,
            "streak": state.streak,
            "totals": list(state.totals),
            "accounts": [asdict(account) for account in state.accounts],
            "outcome": None if state.outcome is None else asdict(state.outcome),
        }

    def best_tower(self, state: State) -> BuiltTower | None:
        return best_tower.best_tower(state)

    def describe_tower(self, tower: BuiltTower) -> str:
        return best_tower.describe_tower(tower)

    def check_invariants(self, state: State) -> None:
        invariants.check(state)

    def number_turns(self, seats: Sequence[Seat | None]) -> list[int]:
        """Each two actions are a turn, for a seat that ends a round may begin the next one (T4)."""
        return [action // 2 + 1 for action in range(len(seats))]


def _counts(numbers: range) -> tuple[tuple[Value, str], ...]:
    return tuple((number, str(number)) for number in numbers)


def _generator(state: State) -> random.Random:
    """Return a generator of the state's own; the state moves on to the next."""
    rng = random.Random(state.rng)
    state.rng = rng.getrandbits(64)
    return rng


def _shuffle(state: State, cards: Cards) -> Cards:
    """Shuffle by sorting on random keys: far faster than `shuffle`, and the same under every Python."""
    draw = _generator(state).random
    return bytes([card for _, card in sorted([(draw(), card) for card in cards])])


def _deal(state: State, first: Seat) -> None:
    """Begin the round that comes after those accounted for."""
    size = state.variant.hand
    deck = _shuffle(state, deck_of(state.variant.colours, state.variant.materials[state.round]))
    state.hands = [bytes(sorted(deck[seat * size : seat * size + size])) for seat in range(SEATS)]
    state.deck = deck[SEATS * size :]
    state.known = [b""] * SEATS
    state.towers = [b""] * (SEATS * len(COLOURS))
    state.shut = [b""] * SEATS
    state.discards = [b""] * len(COLOURS)
    state.stage, state.barred, state.streak = PLAY, None, 0
    state.first = state.turn = first


def _account(state: State) -> RoundAccount:
    towers = _towers(state)
    points = tuple(sum(score_tower(tower).total for tower in of_seat) for of_seat in towers)
    totals = tuple(had + got for had, got in zip(state.totals, points))
    return RoundAccount(len(state.accounts), state.first, towers, points, totals, called=bool(state.deck))


def _towers(state: State) -> tuple[tuple[tuple[CardId, ...], ...], ...]:
    """Return the towers by seat, by colour in play."""
    colours = state.variant.colours
    return tuple(tuple(map(tuple, state.towers_of(seat)[:colours])) for seat in range(SEATS))


def _with(cards: Cards, card: CardId) -> Cards:
    place = bisect(cards, card)
    return cards[:place] + ONE[card] + cards[place:]


GAME = Towering()
