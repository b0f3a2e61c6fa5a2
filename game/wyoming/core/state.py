"""The state of a game and all rules that change it: the table, the records and the search play by the same ones.

The rules look at how many cards of each suit lie where. Which cards those are, their *faces*, matters only to the
record and to the eye, so a search leaves them out and is much quicker: it counts. A play is one number, its *code*:
`place << 5 | suit << 3 | count`, where place 8 stands for a discard (W3).
"""

from __future__ import annotations

from struct import unpack
from typing import Any, Final

from ...engine import UNDECIDED, Ended, Open, Outcome, Passed, TurnBegan, next_generator
from ..cards import OTHER_SUITS, SUITS_OF
from ..events import Constructed, Deconstructed, Discarded, Drew, LostContract, Recycled, SkyMoved, Tossed
from .numbers import HAND, PER_SUIT, needed

NONE: Final = 4
"""The suit of an empty foundation, and of a card that nobody knows."""
KINDS: Final = 5
"""Counts of a hand: one for each of the four suits, and one for the cards whose suit is unknown."""
UNKNOWN: Final = 255
"""The id of a card whose suit is unknown."""
AWAY: Final = 8
"""The place of a discard."""
PRIME: Final = 2147483647
"""Without faces, `State.rng` is a number from 1 to one less than this; it moves on by multiplication."""
SUIT: Final = list(SUITS_OF)
"""The suit of each card by its id."""

Tower = tuple[int, int]
"""Suit and height; an empty foundation is `BARE`."""
BARE: Final = (NONE, 0)

Log = list[Any] | None
"""Where events are appended; None where nobody reads them."""


def counts(cards: bytes) -> list[int]:
    """Return how many cards of each suit there are, and then how many of unknown suit."""
    suits = cards.translate(SUITS_OF)
    return [suits.count(suit) for suit in range(KINDS)]


def suits_onto(standing: int, attacker: int, is_own: bool, is_safe: bool) -> list[int]:
    """Return the suits that may be played onto a foundation, by the suit that stands there (W3, W5, W12).

    The suit that builds comes first, then the one that knocks down.
    """
    if standing == NONE:
        return [0, 1, 2, 3] if is_own else []
    return [standing] if is_safe else [standing, attacker]


class Terms:
    """What options and seats settle for a whole game, as the rules read it."""

    def __init__(self, variant: Any) -> None:
        self.variant: Any = variant
        self.seats: int = variant.seats
        self.per_seat: int = variant.foundations
        self.places: int = variant.seats * variant.foundations
        self.owners: list[int] = [place // self.per_seat for place in range(self.places)]
        """By place; `homes` are the places by owner."""
        self.homes: list[list[int]] = [
            list(range(seat * self.per_seat, (seat + 1) * self.per_seat)) for seat in range(self.seats)
        ]
        attackers = {tower: played for played, tower in variant.opposes.items()}
        self.attackers: list[int] = [*[attackers[suit] for suit in range(4)], NONE + 1]
        """By the suit of a tower, the suit that knocks it down (W5)."""
        self.sudden_death: bool = variant.sudden_death
        self.deadlines: bool = variant.deadlines
        self.tidal: bool = variant.tidal
        self.finicky: bool = variant.finicky
        self.scaffolding: bool = variant.scaffolding
        self.plays: list[dict[bytes, Any]] = [{} for _ in range(self.seats)]
        """By seat, what `legal_plays` has worked out, by the suits of a hand."""


class State:
    """A moment of a game. `play` and `step` move it on to the next choice.

    With faces, the cards are `hands`, `towers` and `discards`: ids as bytes, which are immutable, so that copies share
    them. In a search these are empty, and `held` and `discarded` count instead.
    """

    __slots__ = (
        "alive", "deck", "discarded", "discards", "first", "hands", "heights", "held", "outcome", "owed", "pennies",
        "rng", "safe", "suits", "terms", "towers", "turn",
    )  # fmt: skip

    terms: Terms
    held: list[int]
    """The hands without faces: `KINDS` counts a seat."""
    suits: list[int]
    """The towers' suits, `NONE` for an empty foundation; foundation f of seat s is number s * foundations + f."""
    heights: list[int]
    discarded: list[int]
    """The discard pile without faces: `KINDS` counts."""
    hands: list[bytes]
    """By seat, in the order drawn."""
    towers: list[bytes]
    """By place, bottom card first."""
    discards: bytes
    """The last card is the top."""
    deck: bytes
    """Card ids; the first is the next drawn. A search has them too, but knows only their suits."""
    alive: tuple[bool, ...]
    """By seat: whether it is still in play (W6)."""
    pennies: int
    first: int
    turn: int
    owed: bool
    """Whether the draw pile has run out and the discards are not recycled yet: there may be none (W2)."""
    safe: int
    """A bit for each tower, by its number, that nobody may knock down before its owner's next turn (W12)."""
    rng: int
    """The seed of the next shuffle or toss; without faces, the number that `below` moves on.

    If it is `UNDECIDED`, shuffles give unknown cards, and a toss raises `Open`.
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
        """Count the cards, as a search does, which takes its luck from this number."""
        self.discarded = counts(self.discards)
        for hand in self.hands:
            self.held += counts(hand)
        self.hands, self.towers, self.discards, self.rng = [], [], b"", rng

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self._all() == other._all()

    def _all(self) -> tuple[object, ...]:
        """Return all that a state consists of."""
        return (
            self.variant,
            self.hands,
            self.towers,
            self.discards,
            self.held,
            self.suits,
            self.heights,
            self.discarded,
            self.deck,
            self.alive,
            self.pennies,
            self.first,
            self.turn,
            self.owed,
            self.safe,
            self.rng,
            self.outcome,
        )

    def read_faces(self) -> None:
        """Take the towers' suits and heights from the faces."""
        self.suits = [SUIT[tower[0]] if tower else NONE for tower in self.towers]
        self.heights = [len(tower) for tower in self.towers]
        self.held, self.discarded = [], []

    # -- what is asked

    @property
    def variant(self) -> Any:
        return self.terms.variant

    @property
    def in_play(self) -> tuple[int, ...]:
        """The seats that are not out (W6)."""
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
        """Return how many cards the seat holds."""
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
        """Return the codes of all legal plays of the seat on turn, in a fixed order; only of a state without faces."""
        codes: list[int] = []
        hand = self.held[KINDS * self.turn : KINDS * self.turn + 4]
        for place in range(self.terms.places):
            for suit in self.suits_onto(place):
                codes += [place << 5 | suit << 3 | count for count in range(1, hand[suit] + 1)]
        return codes or [AWAY << 5 | suit << 3 | count for suit in range(4) for count in range(1, hand[suit] + 1)]

    def winning(self, heights: list[int]) -> int:
        """Return the height of the towers that would win at a turn's end, if they were so high (W4, W8); 0: none."""
        return max([height for height in heights if height and self.wins(height)], default=0)

    @property
    def needed(self) -> int:
        """How many cards a tower needs to win (W4, W8)."""
        return needed(self.pennies, self.terms.finicky)

    def wins(self, height: int) -> bool:
        """Tell whether a tower so high wins, if none is higher that does (W4, W8)."""
        return height == self.needed if self.terms.finicky else height >= self.needed

    # -- a play

    def step(self, code: int) -> None:
        """Do a legal play by its code, and what follows up to the next choice; only in a state without faces."""
        self.play(code >> 5, code >> 3 & 3, code & 7)

    def play(self, place: int, suit: int, count: int, chosen: bytes = b"", log: Log = None) -> None:
        """Do a legal play of the seat on turn, and what follows up to the next choice.

        `chosen` names the cards, in a state with faces; else those that have been in the hand longest are played. Only
        such a state can keep a log of events.
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
                self.safe |= 1 << place  # new cards stand in it (W12)
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
        """Return suit and height of a tower once `count` cards of the suit `played` went onto it (W5)."""
        suit, height = self.suits[place], self.heights[place]
        if suit in (played, NONE):
            return played, height + count
        if count < height:
            return suit, height - count
        return (played, count - height) if count > height else (NONE, 0)

    def _knock(self, place: int, suit: int, count: int, played: bytes, log: Log) -> None:
        """Take cards off a tower, one for one; those played beyond them rise in its place."""
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
        """End the turn and begin the next that has a choice to make."""
        while True:
            if max(self.heights) >= self.pennies or not self.deck:
                self._find_winner(log)
                if self.outcome is not None:
                    return
            seat = self.turn = (self.turn + 1) % self.terms.seats
            if not self.alive[seat]:
                continue
            if self.safe:
                for place in self.terms.homes[seat]:
                    self.safe &= ~(1 << place)
            if log is not None:
                log.append(TurnBegan(seat))
            if self._draw_up(seat, log) or self.outcome is not None:
                return
            if log is not None and self.alive[seat]:
                log.append(Passed(seat))

    def _find_winner(self, log: Log) -> None:
        """End the game where this turn's end does: by a high enough tower, or because nobody could ever move again."""
        if winning := self.winning(self.heights):
            self._finish("tower", winning, log)
        elif not self.deck and not any(self.hands or self.held):
            if self.terms.sudden_death:
                self._finish("sudden death", max(self.heights), log)  # W9
            elif not self.discards and not any(self.discarded):
                self._finish("stuck", max(self.heights), log)  # W10

    def _finish(self, reason: str, exactly: int, log: Log) -> None:
        """End the game for the seats with a tower of exactly that height (W4, W8, W9); 0: nobody has one."""
        seats = range(self.terms.seats) if exactly else range(0)
        self._end([seat for seat in seats if self.alive[seat] and exactly in self.heights_of(seat)], reason, log)

    def _end(self, winners: list[int], reason: str, log: Log) -> None:
        scores = tuple([max(self.heights_of(seat)) for seat in range(self.terms.seats)])
        self.outcome = Outcome(tuple(winners), scores, reason)
        if log is not None:
            log.append(Ended(self.outcome))

    # -- drawing

    def _draw_up(self, seat: int, log: Log) -> bool:
        """Draw to a full hand; tell whether there is a card in it. The pile runs out with its last card (W1)."""
        hands = self.hands
        size = len(hands[seat]) if hands else self.size(seat)
        while size < HAND:
            need, deck = HAND - size, self.deck
            if deck:
                drawn = deck[:need]
                self.deck = deck = deck[need:]
                size += len(drawn)
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
                if not self.terms.sudden_death:
                    self._run_out(log)
            elif self.owed and (self.discards or any(self.discarded)):
                self._recycle(log)
            else:
                break
            if self.outcome is not None or not self.alive[seat]:  # W8: a game that is over owes nothing
                break
        return size > 0 and self.alive[seat]

    def _run_out(self, log: Log) -> None:
        """Move the Sky; then the discards become the draw pile, if there are any (W2)."""
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
        """Take out the seats without a tower, unless that were all of them (W6); return their cards, never shown."""
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

    # -- luck

    def _toss(self, log: Log) -> bool:
        """Toss all pennies, again while exactly half show heads; tell whether more do."""
        if self.hands:
            return toss(self, log)
        return self.below(2) == 1  # heads and tails are alike: no penny need be tossed

    def below(self, bound: int) -> int:
        """Return a number from 0 to one less than `bound`; only of a state without faces."""
        self.rng = self.rng * 48271 % PRIME
        return self.rng * bound // PRIME

    def shuffled(self, counts: list[int]) -> bytes:
        """Return so many cards of each suit in a random order; only of a state without faces."""
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
        """Deal what nobody has seen, by suits, to the hands (`sizes`: cards each seat gets) and the draw pile."""
        cards, at = self.shuffled(hidden), 0
        for seat in range(self.terms.seats):
            for _ in range(sizes[seat]):
                self.held[KINDS * seat + SUIT[cards[at]]] += 1
                at += 1
        self.deck = cards[at:]

    def deal_kept(self, hidden: list[int], sizes: list[int], odds: list[int]) -> None:
        """Deal likewise, but hands by the odds of each card to be in them, four a seat: players keep what helps."""
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
    """Shuffle cards by sorting them on random keys: far faster than `shuffle`, and the same under every Python."""
    if state.rng == UNDECIDED:
        return bytes([UNKNOWN]) * len(cards)
    keys = unpack(f"<{len(cards)}I", next_generator(state).randbytes(4 * len(cards)))
    key_of: dict[int, int] = dict(zip(cards, keys))
    order: list[int] = sorted(cards, key=key_of.__getitem__)
    return bytes(order)


def toss(state: State, log: Log) -> bool:
    """Toss all pennies, again while exactly half show heads; tell whether more do."""
    if state.rng == UNDECIDED:
        raise Open
    coins, rng = state.pennies, next_generator(state)
    while True:
        heads = tuple([rng.random() < 0.5 for _ in range(coins)])
        if log is not None:
            log.append(Tossed(heads))
        if 2 * sum(heads) != coins:
            return 2 * sum(heads) > coins
