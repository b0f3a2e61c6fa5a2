"""The rules: the sheet, and rulings W1 to W12."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from struct import unpack
from typing import Any

from topping_out.game.engine import EVERYONE, NOBODY, Game, IllegalAction, Outcome, Seat, next_generator
from topping_out.game.language import mark
from topping_out.game.options import Option, Value
from topping_out.game.wyoming import invariants, words
from topping_out.game.wyoming.actions import Kind, Play, parse_play
from topping_out.game.wyoming.best_tower import best_tower, describe_harm, describe_tower
from topping_out.game.wyoming.cards import DECK, HIDDEN, OTHER_SUITS, SUIT_NAMES, SUITS_OF, Cards, suit_of
from topping_out.game.wyoming.core.numbers import HAND
from topping_out.game.wyoming.events import (
    Constructed,
    Deconstructed,
    Discarded,
    Drew,
    Ended,
    Event,
    LostContract,
    Passed,
    Recycled,
    SkyMoved,
    Tossed,
    TurnBegan,
)
from topping_out.game.wyoming.legal_plays import EMPTY, SAFE, discards, play_tables
from topping_out.game.wyoming.options import PRESETS, idle_options, offered_options, starting_pennies
from topping_out.game.wyoming.state import State, View, bits_of
from topping_out.game.wyoming.variant import Variant

Log = list[Event] | None
FLAGS = ("sudden_death", "deadlines", "tidal", "wheel", "finicky", "scaffolding")
CONSTRUCT, DISCARD = Kind.CONSTRUCT, Kind.DISCARD  # looked up on the enum, they would cost as much as a whole step


class Wyoming(Game[State, Play, Event, View]):
    name = "wyoming"
    title = "Towers of Wyoming"
    designer = "Jonathan A. Leistiko, Invisible City Productions"
    blurb = mark("Build one suit through the settling Sky.")
    seats = range(2, 5)
    presets = PRESETS
    endings = {
        "tower": mark("With a tower through the Sky"),
        "sky": mark("With the tallest tower when the Sky was down"),
        "sudden death": mark("With the tallest tower when the cards ran out"),
        "stuck": mark("With the tallest tower when nobody could move"),
        "last seat": mark("As the last builder with a contract"),
    }

    # -- set-up

    def options(self, seats: int) -> tuple[Option, ...]:
        return offered_options(seats)

    def notes(self, seats: int, options: Mapping[str, Value]) -> dict[str, str]:
        return idle_options(options)

    def setup(self, seats: int, options: Mapping[str, Value], seed: int) -> State:
        foundations = 2 if seats == 2 else int(options.get("foundations", 1))
        flags = {key: bool(options.get(key)) for key in FLAGS}
        pennies = starting_pennies(seats, foundations, flags["tidal"], bool(options.get("short")))
        state = State()
        state.variant = Variant(seats, foundations, pennies, **flags)
        state.plays = play_tables(state.variant)
        state.rng = seed
        deck = _shuffle(state, DECK)
        state.hands = [deck[s * HAND : s * HAND + HAND] for s in range(seats)]
        state.deck = deck[seats * HAND :]
        state.discards = b""
        state.towers = [b""] * (seats * foundations)
        state.suits = [EMPTY] * len(state.towers)
        state.safe = 0
        state.pennies = pennies
        first = options["first"]
        state.first = state.turn = random.Random(state.rng).randrange(seats) if first == "random" else int(first)
        state.in_play = tuple(range(seats))
        state.owed = False
        state.outcome = None
        return state

    # -- play

    def actors(self, state: State) -> frozenset[Seat]:
        return NOBODY if state.outcome else frozenset((state.turn,))

    def actions(self, state: State, seat: Seat) -> Sequence[Play]:
        suits = state.hands[seat].translate(SUITS_OF)
        found: list[Play] = []
        rows = state.plays[seat][suits]
        if state.safe:
            for place, (suit, row) in enumerate(zip(state.suits, rows)):
                found += row[suit + SAFE if state.safe >> place & 1 else suit]
        else:
            for suit, row in zip(state.suits, rows):
                found += row[suit]
        return found or discards(suits)

    def check(self, state: State, seat: Seat, action: Play) -> None:
        suit, count = SUIT_NAMES[action.suit], action.count
        held = state.hands[seat].translate(SUITS_OF).count(action.suit)
        if held < count:
            raise IllegalAction(f"there are only {held} {suit} in the hand")
        cards = {card for card in action.cards if card in state.hands[seat] and suit_of(card) == action.suit}
        if action.cards and not len(cards) == len(action.cards) == count:
            raise IllegalAction("these cards are not in the hand")
        if action.kind is DISCARD:
            if any(play.kind is not DISCARD for play in self.actions(state, seat)):
                raise IllegalAction("a seat that can play may not discard instead")
            return
        if action.owner not in state.in_play or action.foundation >= state.variant.foundations:
            raise IllegalAction("there is no such foundation in the game")
        tower = state.towers_of(action.owner)[action.foundation]
        is_safe = state.is_safe(action.owner, action.foundation)
        reason = words.why_not(
            state.variant, seat == action.owner, suit_of(tower[0]) if tower else None, action.suit, is_safe
        )
        if reason:
            raise IllegalAction(reason)
        if (not tower or suit_of(tower[0]) == action.suit) != (action.kind is CONSTRUCT):
            raise IllegalAction(f"{suit} cannot {action.kind} there")

    def apply(self, state: State, seat: Seat, action: Play, log: Log = None) -> None:
        hand = state.hands[seat]
        if action.cards:
            played = bytes(action.cards)
        else:
            played = hand.translate(None, OTHER_SUITS[action.suit])[: action.count]
        state.hands[seat] = hand.translate(None, played)
        if action.kind is DISCARD:
            state.discards += played
            if log is not None:
                log.append(Discarded(seat, tuple(played)))
        else:
            self._build(state, seat, action, played, log)
        self._end_turn(state, log)

    def _build(self, state: State, seat: Seat, action: Play, played: Cards, log: Log) -> None:
        place = action.owner * state.variant.foundations + action.foundation
        tower = state.towers[place]
        if action.kind is CONSTRUCT:
            state.towers[place] = tower + played
            state.suits[place] = action.suit
            self._put_up(state, place)
            if log is not None:
                log.append(Constructed(seat, action.owner, action.foundation, tuple(played)))
            return
        spent, rising = played[: len(tower)], played[len(tower) :]
        fallen, left = tower[-len(played) :], tower[: -len(played)]
        state.towers[place] = rising or left
        if not left:
            state.suits[place] = action.suit if rising else EMPTY
        if rising:
            self._put_up(state, place)
        state.discards += fallen[::-1] + spent
        if log is not None:
            where = (seat, action.owner, action.foundation)
            log.append(Deconstructed(*where, tuple(spent), tuple(fallen), tuple(rising)))

    def _put_up(self, state: State, place: int) -> None:
        """Put scaffolding round a tower that new cards stand in, if that is played (W12)."""
        if state.variant.scaffolding:
            state.safe |= 1 << place

    # -- turns

    def _end_turn(self, state: State, log: Log) -> None:
        """End the turn and begin the next that has a choice to make."""
        while True:
            for tower in state.towers:
                if len(tower) >= state.pennies:
                    self._find_winner(state, log)
                    break
            else:
                if not (state.deck or any(state.hands)):
                    self._find_winner(state, log)
            if state.outcome:
                return
            state.turn = (state.turn + 1) % state.variant.seats
            if state.turn not in state.in_play:
                continue
            if state.safe:
                state.safe &= ~state.places_of(state.turn)
            if log is not None:
                log.append(TurnBegan(state.turn))
            self._draw_up(state, log)
            if state.outcome or state.hands[state.turn]:
                return
            if log is not None and state.turn in state.in_play:
                log.append(Passed(state.turn))

    def _find_winner(self, state: State, log: Log) -> None:
        """End the game where this turn's end does: a high enough tower, or nobody who could ever move again."""
        heights = set(map(len, state.towers))
        finicky = state.variant.finicky
        if state.pennies in heights - {0} if finicky else max(heights) > state.pennies:
            self._finish(state, "tower", log, exactly=state.pennies if finicky else max(heights))
        elif not (state.deck or any(state.hands)) and (state.variant.sudden_death or not state.discards):
            reason = "sudden death" if state.variant.sudden_death else "stuck"  # W9, W10
            self._finish(state, reason, log, exactly=max(heights))

    def _finish(self, state: State, reason: str, log: Log, exactly: int) -> None:
        """End the game for the seats with a tower of exactly that height (W4, W8, W9); 0: nobody has one."""
        scores = tuple(max(map(len, state.towers_of(seat))) for seat in range(state.variant.seats))
        winners = tuple(s for s in state.in_play if exactly and exactly in map(len, state.towers_of(s)))
        self._end(state, Outcome(winners, scores, reason), log)

    def _end(self, state: State, outcome: Outcome, log: Log) -> None:
        state.outcome = outcome
        if log is not None:
            log.append(Ended(outcome))

    # -- drawing

    def _draw_up(self, state: State, log: Log) -> None:
        """Fill the hand; the pile runs out the moment its last card is drawn (W1)."""
        seat, hands = state.turn, state.hands
        while need := HAND - len(hands[seat]):
            if state.owed and state.discards and not state.outcome:  # W8: a game that is over owes nothing
                self._recycle(state, log)
            deck = state.deck
            if not deck or state.outcome or seat not in state.in_play:
                return
            hands[seat] += deck[:need]
            state.deck = deck[need:]
            state.owed = not state.deck and not state.variant.sudden_death
            if log is not None:
                log.append(Drew(seat, tuple(deck[:need])))
            if not state.owed:
                return
            self._run_out(state, log)

    def _run_out(self, state: State, log: Log) -> None:
        """A penny leaves, or the tide is tossed; then the discards become the draw pile, if there are any (W2)."""
        if state.pennies:
            rises = state.variant.tidal and self._toss(state, log)
            self._move_sky(state, 1 if rises else -1, log)
        if state.discards and not state.outcome:
            self._recycle(state, log)

    def _toss(self, state: State, log: Log) -> bool:
        """Toss all pennies, again while exactly half show heads; tell whether more do."""
        coins = state.pennies
        rng = next_generator(state)
        while True:
            heads = tuple(rng.random() < 0.5 for _ in range(coins))
            if log is not None:
                log.append(Tossed(heads))
            if 2 * sum(heads) != coins:
                return 2 * sum(heads) > coins

    def _move_sky(self, state: State, by: int, log: Log) -> None:
        state.pennies += by
        if log is not None:
            log.append(SkyMoved(state.pennies, by))
        if state.pennies == 0 and state.variant.finicky:  # W8
            self._finish(state, "sky", log, exactly=max(map(len, state.towers)))

    def _recycle(self, state: State, log: Log) -> None:
        state.owed = False
        dropped = self._enforce_deadlines(state, log) if state.variant.deadlines else b""
        state.deck = _shuffle(state, state.discards + dropped)
        state.discards = b""
        if log is not None:
            log.append(Recycled(len(state.deck)))
        if len(state.in_play) == 1:
            scores = tuple(max(map(len, state.towers_of(seat))) for seat in range(state.variant.seats))
            self._end(state, Outcome(state.in_play, scores, "last seat"), log)

    def _enforce_deadlines(self, state: State, log: Log) -> Cards:
        """Take out the seats without a tower, unless that were all of them (W6); return their cards, never shown."""
        builders = [seat for seat in state.in_play if any(state.towers_of(seat))]
        dropped = b""
        for seat in state.in_play if builders else ():
            if seat not in builders:
                hand, state.hands[seat] = state.hands[seat], b""
                dropped += hand
                state.in_play = tuple(other for other in state.in_play if other != seat)
                if log is not None:
                    log.append(LostContract(seat, len(hand)))
        return dropped

    def outcome(self, state: State) -> Outcome | None:
        return state.outcome

    # -- knowledge

    def view(self, state: State, seat: Seat | None) -> View:
        return View(
            seat=seat,
            variant=state.variant,
            hand=() if seat is None else tuple(sorted(state.hands[seat])),
            hand_sizes=tuple(map(len, state.hands)),
            towers=tuple(tuple(map(tuple, state.towers_of(s))) for s in range(state.variant.seats)),
            discards=tuple(state.discards),
            draw_pile=len(state.deck),
            pennies=state.pennies,
            first=state.first,
            turn=state.turn,
            in_play=state.in_play,
            owed=state.owed,
            safe=state.safe_by_seat(),
            outcome=state.outcome,
        )

    def redact(self, event: Event, seat: Seat | None) -> Event:
        if isinstance(event, Drew) and event.seat != seat:
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
        state = State()
        state.variant = view.variant
        state.plays = play_tables(view.variant)
        state.towers = [bytes(tower) for towers in view.towers for tower in towers]
        state.suits = [suit_of(tower[0]) if tower else EMPTY for tower in state.towers]
        state.safe = bits_of(view.safe)
        state.discards = bytes(view.discards)
        seen = {*view.hand, *view.discards, *b"".join(state.towers)}
        unseen = bytes(card for card in DECK if card not in seen)
        state.rng = rng.getrandbits(64)
        unseen = _shuffle(state, unseen)
        state.hands = []
        for seat, size in enumerate(view.hand_sizes):
            if seat == view.seat:
                state.hands.append(bytes(view.hand))
            else:
                state.hands.append(unseen[:size])
                unseen = unseen[size:]
        state.deck = unseen
        state.pennies, state.first, state.turn = view.pennies, view.first, view.turn
        state.in_play, state.owed, state.outcome = view.in_play, view.owed, view.outcome
        return state

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
        """The heights of the final towers, by seat, by foundation."""
        return {"towers": [[len(t) for t in state.towers_of(s)] for s in range(state.variant.seats)]}


def _shuffle(state: State, cards: Cards) -> Cards:
    """Shuffle by sorting on random keys: far faster than `shuffle`, and the same under every Python."""
    keys = unpack(f"<{len(cards)}I", next_generator(state).randbytes(4 * len(cards)))
    key_of: dict[int, int] = dict(zip(cards, keys))
    order: list[int] = sorted(cards, key=key_of.__getitem__)
    return bytes(order)


GAME = Wyoming()
