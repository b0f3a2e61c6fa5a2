"""The state of a game and all rules that change it, shared by table, records and search.

The rules only count the cards of each suit. Which cards they are, their *faces*, matters only to the record and the
display, so a search leaves the faces out, which makes it much faster. A play is encoded as one number, its *code*:
`place << 5 | suit << 3 | count`, where place 8 means a discard (W3).
"""

from __future__ import annotations

from struct import unpack
from typing import Any, Final

from ..engine import UNDECIDED, Ended, Open, Outcome, Passed, TurnBegan, next_generator
from .actions import (
    OTHER_SUITS,
    SUITS_OF,
    Constructed,
    Deconstructed,
    Discarded,
    Drew,
    LostContract,
    Recycled,
    SkyMoved,
    Tossed,
)
from .numbers import HAND, PER_SUIT, needed

NONE: Final = 4
"""The suit of an empty foundation, and of an unknown card."""
KINDS: Final = 5
"""Number of counts per hand: one for each of the four suits, and one for cards of unknown suit."""
UNKNOWN: Final = 255
"""The id of a card whose suit is unknown."""
AWAY: Final = 8
"""The place, in a code, that means a discard."""
PRIME: Final = 2147483647
"""Modulus of the random numbers without faces: `State.rng` is then from 1 to `PRIME - 1` (see `State.below`)."""
SUIT: Final = list(SUITS_OF)
"""The suit of each card, by id."""

Tower = tuple[int, int]
"""Suit and height; an empty foundation is `BARE`."""
BARE: Final = (NONE, 0)

Log = Any
"""The list to append events to; None if they are not needed.

Not `list`: compiled code would append to that by itself, without `append` of a class such as `WatchedLog`.
"""


def counts(cards: bytes) -> list[int]:
    """Return the number of cards of each suit, followed by the number of unknown suit."""
    suits = cards.translate(SUITS_OF)
    return [suits.count(suit) for suit in range(KINDS)]


def suits_onto(standing: int, attacker: int, is_own: bool, is_safe: bool) -> list[int]:
    """Return the suits that may be played onto a foundation on which the suit `standing` stands (W5, W12).

    The suit that constructs comes first, then the suit that deconstructs.
    """
    if standing == NONE:
        return [0, 1, 2, 3] if is_own else []
    return [standing] if is_safe else [standing, attacker]


class Terms:
    """What the rules need to know of seats and options, computed once."""

    def __init__(self, variant: Any) -> None:
        self.variant: Any = variant
        self.seats: int = variant.seats
        self.per_seat: int = variant.foundations
        self.places: int = variant.seats * variant.foundations
        self.owners: list[int] = [place // self.per_seat for place in range(self.places)]
        """The owner of each place; `homes` has the places of each owner."""
        self.homes: list[list[int]] = [
            list(range(seat * self.per_seat, (seat + 1) * self.per_seat)) for seat in range(self.seats)
        ]
        attackers = {tower: played for played, tower in variant.opposes.items()}
        self.attackers: list[int] = [*[attackers[suit] for suit in range(4)], NONE + 1]
        """For each suit of a tower, the suit that deconstructs it (W5)."""
        self.sudden_death: bool = variant.sudden_death
        self.deadlines: bool = variant.deadlines
        self.tidal: bool = variant.tidal
        self.finicky: bool = variant.finicky
        self.scaffolding: bool = variant.scaffolding
        self.plays: list[dict[bytes, Any]] = [{} for _ in range(self.seats)]
        """The cache of `legal_plays`: for each seat, by the suits of its hand."""


FIELDS: Final = (
    "alive", "deck", "discarded", "discards", "first", "hands", "heights", "held", "outcome", "owed", "pennies",
    "rng", "safe", "suits", "towers", "turn",
)  # fmt: skip
"""The attributes of a state besides its terms."""


class State:
    """The state of a game. `play` and `step` advance it to the next choice.

    With faces, the cards are in `hands`, `towers` and `discards`: ids as bytes, which are immutable, so that copies can
    share them. In a search these are empty, and `held` and `discarded` have counts instead.
    """

    __slots__ = ("terms", *FIELDS)

    terms: Terms
    held: list[int]
    """Without faces, `KINDS` counts for the hand of each seat."""
    suits: list[int]
    """The suit of the tower at each place, `NONE` if empty. Foundation f of seat s is place s * per_seat + f."""
    heights: list[int]
    discarded: list[int]
    """Without faces, `KINDS` counts for the discard pile."""
    hands: list[bytes]
    """By seat, in the order drawn."""
    towers: list[bytes]
    """By place, bottom card first."""
    discards: bytes
    """The last card is the top."""
    deck: bytes
    """Card ids; the first is drawn next. Without faces, only their suits mean anything."""
    alive: tuple[bool, ...]
    """By seat, whether it is still in the game (W6)."""
    pennies: int
    first: int
    turn: int
    owed: bool
    """Whether the draw pile has run out and no discards have been recycled yet, because there were none (W2)."""
    safe: int
    """A bit for each place whose tower nobody may deconstruct before its owner's next turn (W12)."""
    rng: int
    """The seed of the next shuffle or toss; without faces, the state of the generator of `below`.

    If it is `UNDECIDED`, shuffles return unknown cards, and a toss raises `Open`.
    """
    outcome: Outcome | None

    def copy(self) -> State:
        twin = State()
        twin.terms = self.terms
        twin.held = self.held.copy()
        twin.suits = self.suits.copy()
        twin.heights = self.heights.copy()
        twin.discarded = self.discarded.copy()
        twin.hands = self.hands.copy()
        twin.towers = self.towers.copy()
        twin.discards = self.discards
        twin.deck = self.deck
        twin.alive = self.alive
        twin.pennies = self.pennies
        twin.first = self.first
        twin.turn = self.turn
        twin.owed = self.owed
        twin.safe = self.safe
        twin.rng = self.rng
        twin.outcome = self.outcome
        return twin

    def leave_out_faces(self, rng: int) -> None:
        """Replace the faces by counts, for a search. `rng` (from 1 to `PRIME - 1`) seeds its random numbers."""
        self.discarded = counts(self.discards)
        for hand in self.hands:
            self.held += counts(hand)
        self.hands, self.towers, self.discards, self.rng = [], [], b"", rng

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and all(getattr(self, at) == getattr(other, at) for at in ("variant", *FIELDS))

    def read_faces(self) -> None:
        """Set the suits and heights of the towers from the faces."""
        self.suits = [SUIT[tower[0]] if tower else NONE for tower in self.towers]
        self.heights = [len(tower) for tower in self.towers]
        self.held, self.discarded = [], []

    # -- queries

    @property
    def variant(self) -> Any:
        return self.terms.variant

    @property
    def in_play(self) -> tuple[int, ...]:
        """The seats that are still in the game (W6)."""
        return tuple([seat for seat in range(self.terms.seats) if self.alive[seat]])

    def towers_of(self, seat: int) -> list[bytes]:
        n = self.terms.per_seat
        return self.towers[seat * n : seat * n + n]

    def heights_of(self, seat: int) -> list[int]:
        n = self.terms.per_seat
        return self.heights[seat * n : seat * n + n]

    def is_safe(self, owner: int, foundation: int) -> bool:
        return bool(self.safe >> owner * self.terms.per_seat + foundation & 1)

    def size(self, seat: int) -> int:
        """Return the number of cards in the seat's hand."""
        if self.hands:
            return len(self.hands[seat])
        held, base = self.held, KINDS * seat
        return held[base] + held[base + 1] + held[base + 2] + held[base + 3] + held[base + 4]

    def suits_onto(self, place: int) -> list[int]:
        """Return the suits that the seat on turn may play onto a place."""
        standing, terms = self.suits[place], self.terms
        is_safe = (self.safe >> place & 1) == 1
        return suits_onto(standing, terms.attackers[standing], terms.owners[place] == self.turn, is_safe)

    def plays(self) -> list[int]:
        """Return the codes of all legal plays of the seat on turn, in a fixed order; only without faces."""
        codes: list[int] = []
        hand = self.held[KINDS * self.turn : KINDS * self.turn + 4]
        for place in range(self.terms.places):
            for suit in self.suits_onto(place):
                codes += [place << 5 | suit << 3 | count for count in range(1, hand[suit] + 1)]
        return codes or [AWAY << 5 | suit << 3 | count for suit in range(4) for count in range(1, hand[suit] + 1)]

    def winning(self, heights: list[int]) -> int:
        """Return the height of the tallest winning towers, if a turn ended with these heights (W4, W8); 0: none win."""
        return max([height for height in heights if height and self.wins(height)], default=0)

    @property
    def needed(self) -> int:
        """How many cards a tower needs to win (W8)."""
        return needed(self.pennies, self.terms.finicky)

    def wins(self, height: int) -> bool:
        """Return whether a tower of this height wins, unless a taller one also does (W4, W8)."""
        return height == self.needed if self.terms.finicky else height >= self.needed

    # -- a play

    def step(self, code: int) -> None:
        """Make the legal play of this code, and advance to the next choice; only without faces."""
        self.play(code >> 5, code >> 3 & 3, code & 7)

    def play(self, place: int, suit: int, count: int, chosen: bytes = b"", log: Log = None) -> None:
        """Make a legal play of the seat on turn, and advance to the next choice.

        With faces, `chosen` has the ids of the cards; if it is empty, the cards that were drawn first are played. Only
        a state with faces can log events.
        """
        seat, hands, played = self.turn, self.hands, b""
        if hands:
            hand = hands[seat]
            played = chosen or hand.translate(None, OTHER_SUITS[suit])[:count]
            hands[seat] = hand.translate(None, played)
        else:
            self.held[KINDS * seat + suit] -= count
        if place == AWAY:
            self._discard(suit, count, played, log)
        elif (standing := self.suits[place]) == suit or standing == NONE:
            self.suits[place] = suit
            self.heights[place] += count
            if hands:
                self.towers[place] += played
            if self.terms.scaffolding:
                self.safe |= 1 << place  # the tower has grown (W12)
            if log is not None:
                n = self.terms.per_seat
                log.append(Constructed(seat, place // n, place % n, tuple(played)))
        else:
            self._knock(place, suit, count, played, log)
        self._end_turn(log)

    def _discard(self, suit: int, count: int, played: bytes, log: Log) -> None:
        if played:
            self.discards += played
        else:
            self.discarded[suit] += count
        if log is not None:
            log.append(Discarded(self.turn, tuple(played)))

    def after(self, place: int, played: int, count: int) -> tuple[int, int]:
        """Return suit and height of the tower at `place` after `count` cards of suit `played` go onto it (W5)."""
        suit, height = self.suits[place], self.heights[place]
        if suit in (played, NONE):
            return played, height + count
        if count < height:
            return suit, height - count
        return (played, count - height) if count > height else (NONE, 0)

    def _knock(self, place: int, suit: int, count: int, played: bytes, log: Log) -> None:
        """Deconstruct: each played card removes one of the tower; any left over become the new tower."""
        standing, height = self.suits[place], self.heights[place]
        self.suits[place], self.heights[place] = self.after(place, suit, count)
        if self.terms.scaffolding and count > height:
            self.safe |= 1 << place
        if not played:
            gone = min(count, height)
            self.discarded[suit] += gone
            self.discarded[standing] += gone
            return
        tower = self.towers[place]
        spent, rising = played[:height], played[height:]
        fallen, left = tower[-count:], tower[:-count]
        self.towers[place] = rising or left
        self.discards += fallen[::-1] + spent
        if log is not None:
            n = self.terms.per_seat
            log.append(Deconstructed(self.turn, place // n, place % n, tuple(spent), tuple(fallen), tuple(rising)))

    # -- turns

    def _end_turn(self, log: Log) -> None:
        """End the turn, and begin the next one in which a seat has a choice."""
        terms, seat = self.terms, self.turn
        while True:
            if max(self.heights) >= self.pennies or not self.deck:
                self._find_winner(log)
                if self.outcome is not None:
                    return
            seat = self.turn = (seat + 1) % terms.seats
            if not self.alive[seat]:
                continue
            if self.safe:
                for place in terms.homes[seat]:
                    self.safe &= ~(1 << place)
            if log is not None:
                log.append(TurnBegan(seat))
            if self._draw_up(seat, log) or self.outcome is not None:
                return
            if log is not None and self.alive[seat]:
                log.append(Passed(seat))

    def _find_winner(self, log: Log) -> None:
        """End the game if a tower wins at the end of this turn, or if nobody can ever move again."""
        if winning := self.winning(self.heights):
            self._finish("tower", winning, log)
        elif not self.deck and not any(self.hands or self.held):
            if self.terms.sudden_death:
                self._finish("sudden death", max(self.heights), log)  # W9
            elif not self.discards and not any(self.discarded):
                self._finish("stuck", max(self.heights), log)  # W10

    def _finish(self, reason: str, exactly: int, log: Log) -> None:
        """End the game. Seats with a tower of exactly this height win (W4, W8, W9); 0: nobody wins."""
        seats = range(self.terms.seats) if exactly else range(0)
        self._end([seat for seat in seats if self.alive[seat] and exactly in self.heights_of(seat)], reason, log)

    def _end(self, winners: list[int], reason: str, log: Log) -> None:
        scores = tuple([max(self.heights_of(seat)) for seat in range(self.terms.seats)])
        self.outcome = Outcome(tuple(winners), scores, reason)
        if log is not None:
            log.append(Ended(self.outcome))

    # -- drawing

    def _draw_up(self, seat: int, log: Log) -> bool:
        """Draw up to a full hand; return whether the seat can play. The pile runs out with its last card (W1)."""
        hands = self.hands
        size = len(hands[seat]) if hands else self.size(seat)
        while size < HAND:
            need, deck = HAND - size, self.deck
            if deck:
                drawn = deck[:need]
                self.deck = deck = deck[need:]
                if hands:
                    hands[seat] += drawn
                else:
                    held, base = self.held, KINDS * seat
                    for card in drawn:
                        held[base + SUIT[card]] += 1
                if log is not None:
                    log.append(Drew(seat, tuple(drawn)))
                if deck:
                    return True
                size += len(drawn)
                if not self.terms.sudden_death:
                    self._run_out(log)
            elif self.owed and (self.discards or any(self.discarded)):
                self._recycle(log)
            else:
                break
            if self.outcome is not None or not self.alive[seat]:  # W6, W8
                break
        return size > 0 and self.alive[seat]

    def _run_out(self, log: Log) -> None:
        """Move the Sky; then recycle the discards, if there are any (W2)."""
        self.owed = True
        if self.pennies:
            by = 1 if self.terms.tidal and self._toss(log) else -1
            self.pennies += by
            if log is not None:
                log.append(SkyMoved(self.pennies, by))
            if self.pennies == 0 and self.terms.finicky:  # W8
                self._finish("sky", max(self.heights), log)
                return
        if self.discards or any(self.discarded):
            self._recycle(log)

    def _recycle(self, log: Log) -> None:
        self.owed = False
        dropped = self._enforce_deadlines(log) if self.terms.deadlines else b""
        if self.hands:
            self.deck = shuffle(self, self.discards + dropped)
            self.discards = b""
        else:
            self.deck = self.shuffled(self.discarded)
            self.discarded = [0] * KINDS
        if log is not None:
            log.append(Recycled(len(self.deck)))
        if self.terms.deadlines and sum(self.alive) == 1:
            self._end([self.alive.index(True)], "last seat", log)

    def _enforce_deadlines(self, log: Log) -> bytes:
        """Remove the seats without a tower, unless that is all of them (W6); return their hands' faces."""
        dropped = b""
        if not any(self.heights):
            return dropped
        for seat in range(self.terms.seats):
            if self.alive[seat] and not any(self.heights_of(seat)):
                self.alive = (*self.alive[:seat], False, *self.alive[seat + 1 :])
                if log is not None:
                    log.append(LostContract(seat, self.size(seat)))
                if self.hands:
                    dropped += self.hands[seat]
                    self.hands[seat] = b""
                    continue
                for suit in range(KINDS):
                    self.discarded[suit] += self.held[KINDS * seat + suit]
                    self.held[KINDS * seat + suit] = 0
        return dropped

    # -- chance

    def _toss(self, log: Log) -> bool:
        """Toss all pennies, again while exactly half show heads; return whether more than half do."""
        if not self.hands:
            return self.below(2) == 1  # both are equally likely, so one bit is enough
        if self.rng == UNDECIDED:
            raise Open
        rng = next_generator(self)
        while True:
            heads = tuple([rng.random() < 0.5 for _ in range(self.pennies)])
            if log is not None:
                log.append(Tossed(heads))
            if 2 * sum(heads) != self.pennies:
                return 2 * sum(heads) > self.pennies

    def below(self, bound: int) -> int:
        """Return a random number from 0 to `bound - 1`; only without faces."""
        self.rng = self.rng * 48271 % PRIME
        return self.rng * bound // PRIME

    def shuffled(self, counts: list[int]) -> bytes:
        """Return `counts[suit]` cards of each suit in random order; only without faces."""
        cards: list[int] = []
        for suit in range(4):
            cards += [suit * PER_SUIT] * counts[suit]
        for last in range(len(cards) - 1, 0, -1):
            other = self.below(last + 1)
            card = cards[last]
            cards[last] = cards[other]
            cards[other] = card
        cards.reverse()
        return bytes(cards)

    def deal(self, hidden: list[int], sizes: list[int]) -> None:
        """Deal the cards that are `hidden` (counts by suit): `sizes[seat]` to each hand, the rest to the draw pile."""
        cards, at = self.shuffled(hidden), 0
        for seat in range(self.terms.seats):
            for _ in range(sizes[seat]):
                self.held[KINDS * seat + SUIT[cards[at]]] += 1
                at += 1
        self.deck = cards[at:]

    def deal_kept(self, hidden: list[int], sizes: list[int], odds: list[int]) -> None:
        """Do the same, but weight the suits in each hand by `odds`, four per seat: players keep useful cards."""
        left = hidden[:]
        for seat in range(self.terms.seats):
            for _ in range(sizes[seat]):
                chances = [left[suit] * odds[4 * seat + suit] for suit in range(4)]
                suit, pick = 0, self.below(sum(chances))
                while pick >= chances[suit]:
                    pick -= chances[suit]
                    suit += 1
                left[suit] -= 1
                self.held[KINDS * seat + suit] += 1
        self.deck = self.shuffled(left)


def shuffle(state: State, cards: bytes) -> bytes:
    """Return cards in random order; all unknown if the seed is `UNDECIDED`.

    Sorting by random keys is far faster than `random.shuffle`, and gives the same order in every version of Python.
    """
    if state.rng == UNDECIDED:
        return bytes([UNKNOWN]) * len(cards)
    keys = unpack(f"<{len(cards)}I", next_generator(state).randbytes(4 * len(cards)))
    key_of: dict[int, int] = dict(zip(cards, keys))
    order: list[int] = sorted(cards, key=key_of.__getitem__)
    return bytes(order)
