"""The state of a game and all rules that change it, shared by table, records and search.

The rules only use the kinds of floors. Which cards they are, their *faces*, matters only to the record and the display,
so a search leaves the faces out.
"""

from __future__ import annotations

from typing import Any, Final

from ..engine import Ended, Outcome, Passed, TurnBegan
from .actions import Built, Claimed, Demolished, Drew, FloorScored, LastRound, ScoringBegan
from .floors import Account, EffectVerb, OwnerChange, Scored, Step

NONE: Final = 255
"""The byte that means a vacant floor, or an unknown card."""
CACHED: Final = 3_000
"""Number of entries above which a cache is emptied."""
VERBS: Final = list(EffectVerb)
"""The verbs of effects, in the order of the numbers below."""
DRAW: Final = 0
SCORE: Final = 1
SCORE_MATCHING: Final = 2
SCORE_ABOVE: Final = 3
SCORE_TUCKS: Final = 4
TAKE_BELOW: Final = 5
VACATE_BELOW: Final = 6
SCORE_BELOW: Final = 7
SCORE_OWN: Final = 8
SCORE_VACANT: Final = 9
SCORE_KINDS: Final = 10

Site = tuple[bytes, bytes]
"""A tower as the kinds and the owners of its floors, ground floor first; both are empty on a free plot."""
PlainTally = tuple[tuple[int, ...], tuple[tuple[int, int], ...]]
"""The points of each seat for a tower, and (seat, cards) for each draw."""
Told = tuple[int, int, int, list[int], list[int]]
"""An effect that was carried out: level, owner, index of the effect or -1 for none, points and owners after it."""
Log = Any
"""The list to append events to; None if they are not needed.

Not `list`: compiled code would append to that by itself, without `append` of a class such as `WatchedLog`.
"""
FREE: Final = (b"", b"")
VACANT: Final = b"\xff"
_SEATS: Final = (b"\0", b"\1", b"\2", b"\3")
_BYTES: Final = [bytes((kind,)) for kind in range(256)]


class Terms:
    """What the rules need to know of seats, deck and options, computed once."""

    def __init__(self, variant: Any) -> None:
        deck = variant.deck
        self.variant: Any = variant
        self.deck: Any = deck
        self.seats: int = int(variant.seats)
        self.plots: int = int(variant.limit)
        self.height: int = int(variant.height)
        self.hand: int = int(variant.hand)
        self.drawn: int = int(variant.drawn)
        self.builds: int = int(variant.builds)
        self.effects: list[list[tuple[int, int]]] = [
            [(VERBS.index(effect.verb), effect.amount) for effect in floor.effects] for floor in deck.floors
        ]
        """By kind, (verb, amount) of each effect."""
        self.triggers: bytes = deck.triggers
        """The kinds that trigger the scoring of a tower."""
        self.kinds: bytes = deck.kinds
        """Translation table of cards to kinds."""
        self.ends_at_once: bool = variant.end == "deck"
        """Whether a round is the last as soon as the deck is empty (F7)."""
        self.kind_named: dict[str, int] = deck.kind_named
        self._tallies: dict[Site, PlainTally] = {}

    def tally(self, kinds: bytes, owners: bytes) -> PlainTally:
        """Return the points of each seat for such a tower, and (seat, cards) for each draw."""
        known = self._tallies.get((kinds, owners))
        if known is None:
            if len(self._tallies) > CACHED:
                self._tallies.clear()
            known = self._tallies[kinds, owners] = self._run_down(kinds, owners, None)
        return known

    def account(self, kinds: bytes, owners: bytes, sizes: list[int], pile: int) -> Account:
        """Return the scoring of such a tower, step by step, with hands and a draw pile of these sizes."""
        told: list[Told] = []
        points, _ = self._run_down(kinds, owners, told)
        room, steps, before, held = [self.hand - size for size in sizes], [], [0] * self.seats, list(owners)
        for level, owner, number, now, after in told:
            floor: Any = self.deck.floors[kinds[level]]
            effect: Any = floor.effects[number] if number >= 0 else None
            drawn = 0
            if number >= 0 and self.effects[kinds[level]][number][0] == DRAW:
                drawn = min(effect.amount, room[owner], pile)
                room[owner] -= drawn
                pile -= drawn
            gained = tuple([new - old for new, old in zip(now, before)])
            changes = [
                OwnerChange(n, seat_of(held[n]), seat_of(after[n])) for n in range(len(held)) if held[n] != after[n]
            ]
            steps.append(Step(level, floor.name, seat_of(owner), effect, gained, drawn, tuple(changes[::-1])))
            before, held = now, after
        return Account(tuple(steps), points)

    def _run_down(self, kinds: bytes, owners: bytes, told: list[Told] | None) -> PlainTally:
        """Carry out the effects from the top floor down; one that reaches below the ground does what it can (F4).

        An entry for each effect is appended to `told`.
        """
        points, draws, held = [0] * self.seats, list[tuple[int, int]](), list(owners)
        for level in range(len(kinds) - 1, -1, -1):
            owner, number = held[level], -1
            if owner != NONE:
                for verb, amount in self.effects[kinds[level]]:
                    number += 1
                    if verb == DRAW:
                        draws.append((owner, amount))
                    elif verb == SCORE_TUCKS:
                        for tucker in owners:
                            if tucker != NONE:
                                points[tucker] += amount
                    elif verb in (TAKE_BELOW, VACATE_BELOW):
                        for below in range(max(0, level - amount), level):
                            held[below] = owner if verb == TAKE_BELOW else NONE
                    else:
                        points[owner] += amount * number_of(verb, kinds, held, level)
                    if told is not None:
                        told.append((level, owner, number, points[:], held[:]))
            if told is not None and number < 0:
                told.append((level, owner, -1, points[:], held[:]))
        return tuple(points), tuple(draws)

    def is_scored(self, kinds: bytes) -> bool:
        """Return whether a tower of these kinds is scored at the end of the turn."""
        return len(kinds) >= self.height or kinds[-1] in self.triggers

    def filled(self, kinds: bytes, owners: bytes) -> Site:
        """Return the tower filled up with vacant floors without effects."""
        room = VACANT * (self.height - len(kinds))
        return kinds + room, owners + room


class State:
    """The state of a game. `build`, `claim` and `end_turn` advance it.

    With faces, cards are ids, one per byte. A search leaves the faces out: hands and draw pile then have kinds, and
    `floors`, `tucks` and `discards` are empty.
    """

    __slots__ = (
        "built", "discards", "draw_pile", "first", "floors", "hands", "last_round", "ledger", "outcome", "points",
        "sites", "terms", "tucks", "turn",
    )  # fmt: skip

    terms: Terms
    hands: list[bytes]
    """By seat, ascending."""
    sites: list[Site]
    """By plot, left to right."""
    floors: list[bytes]
    """By plot, the cards of the floors, ground floor first; `sites` has their kinds."""
    tucks: list[bytes]
    """By plot, the tucked card of each floor; `NONE` if it is vacant."""
    draw_pile: bytes
    """The last card is drawn next."""
    discards: bytes
    """The last card is the top."""
    points: list[int]
    first: int
    turn: int
    built: bytes
    """The plots that were built on in this turn."""
    last_round: bool
    ledger: tuple[Scored, ...]
    """The towers scored so far, in order; only kept with faces."""
    outcome: Outcome | None

    def copy(self) -> State:
        twin = State()
        twin.terms = self.terms
        twin.hands = self.hands.copy()
        twin.sites = self.sites.copy()
        twin.floors = self.floors.copy()
        twin.tucks = self.tucks.copy()
        twin.draw_pile = self.draw_pile
        twin.discards = self.discards
        twin.points = self.points.copy()
        twin.first = self.first
        twin.turn = self.turn
        twin.built = self.built
        twin.last_round = self.last_round
        twin.ledger = self.ledger
        twin.outcome = self.outcome
        return twin

    def leave_out_faces(self) -> None:
        """Replace the cards by their kinds, for a search."""
        table = self.terms.kinds
        self.hands = [hand.translate(table) for hand in self.hands]
        self.draw_pile = self.draw_pile.translate(table)
        self.floors, self.tucks, self.discards = [], [], b""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self._all() == other._all()

    def _all(self) -> tuple[object, ...]:
        """Return everything by which states are compared."""
        return (
            self.variant,
            self.hands,
            self.sites,
            self.floors,
            self.tucks,
            self.draw_pile,
            self.discards,
            self.points,
            self.first,
            self.turn,
            self.built,
            self.last_round,
            self.ledger,
            self.outcome,
        )

    def winner(self) -> int:
        """Return the seat with the most points; if several have them, the earliest in turn order (F6)."""
        best, seat = max(self.points), self.first
        while self.points[seat] != best:
            seat = (seat + 1) % self.terms.seats
        return seat

    # -- steps

    def build(self, kind: int, plot: int, card: int = -1, log: Log = None) -> None:
        """Build a floor. With faces, `card` is the id of the card, or -1 for the lowest of its kind."""
        taken = self._take(kind, card)
        kinds, owners = self.sites[plot]
        self.sites[plot] = kinds + _BYTES[kind], owners + VACANT
        self.built += _BYTES[plot]
        if self.floors:
            self.floors[plot] += taken
            self.tucks[plot] += VACANT
            if log is not None:
                log.append(Built(self.turn, plot, len(kinds), taken[0], self.terms.deck.floors[kind].name))

    def claim(self, kind: int, plot: int, level: int, card: int = -1, log: Log = None) -> None:
        """Tuck a card under a floor; `card` as for `build`."""
        taken = self._take(kind, card)
        kinds, owners = self.sites[plot]
        self.sites[plot] = kinds, claimed(owners, level, self.turn)
        if self.floors:
            tucks = self.tucks[plot]
            self.tucks[plot] = tucks[:level] + taken + tucks[level + 1 :]
            if log is not None:
                log.append(Claimed(self.turn, plot, level, taken[0], self.terms.deck.floors[kinds[level]].name))

    def end_turn(self, log: Log = None) -> None:
        """End the turn, and begin the next one in which a seat has a choice; without cards it has none (F3)."""
        self._draw(self.turn, self.terms.drawn, log)
        for plot in range(self.terms.plots):  # F1
            kinds = self.sites[plot][0]
            if kinds and self.terms.is_scored(kinds):
                self._score(plot, "trigger" if kinds[-1] in self.terms.triggers else "height", log)
        while not self._has_ended(log):
            self.turn = (self.turn + 1) % self.terms.seats
            self.built = b""
            if log is not None:
                log.append(TurnBegan(self.turn))
            if self.hands[self.turn]:
                return
            if log is not None:
                log.append(Passed(self.turn))

    def _take(self, kind: int, card: int) -> bytes:
        """Remove a card from the hand of the seat on turn; return it as bytes."""
        hand = self.hands[self.turn]
        if card >= 0:
            at = hand.index(card)
        else:
            at = (hand.translate(self.terms.kinds) if self.floors else hand).index(kind)
        taken = hand[at : at + 1]
        self.hands[self.turn] = hand.replace(taken, b"", 1)
        return taken

    def _draw(self, seat: int, count: int, log: Log) -> None:
        hand, pile = self.hands[seat], self.draw_pile
        count = min(count, self.terms.hand - len(hand), len(pile))
        if count > 0:
            drawn = pile[-count:]
            self.draw_pile = pile[:-count]
            self.hands[seat] = bytes(sorted(hand + drawn))
            if log is not None:
                log.append(Drew(seat, tuple(drawn[::-1])))

    def _score(self, plot: int, cause: Any, log: Log) -> None:
        """Score the tower, and move its cards and the tucked ones to the discards."""
        kinds, owners = self.sites[plot]
        points, draws = self.terms.tally(kinds, owners)
        if self.floors:
            self._note(plot, cause, points)
        if log is None:
            for seat, count in draws:
                self._draw(seat, count, None)
        else:
            log.append(ScoringBegan(plot, cause))
            for step in self.terms.account(
                kinds, owners, [len(hand) for hand in self.hands], len(self.draw_pile)
            ).steps:
                log.append(FloorScored(plot, step))
                if step.owner is not None:
                    self._draw(step.owner, step.drawn, log)
        for seat in range(self.terms.seats):
            self.points[seat] += points[seat]
        self.sites[plot] = FREE
        if self.floors:
            floors, tucks = self.floors[plot], self.tucks[plot].replace(VACANT, b"")
            self.floors[plot], self.tucks[plot] = b"", b""
            self.discards += floors + tucks
            if log is not None:
                log.append(Demolished(plot, points, tuple(floors), tuple(tucks)))

    def _note(self, plot: int, cause: Any, points: tuple[int, ...]) -> None:
        owned = tuple([seat_of(owner) for owner in self.sites[plot][1]])
        sizes, floors = tuple([len(hand) for hand in self.hands]), tuple(self.floors[plot])
        self.ledger += (Scored(self.turn, plot, cause, floors, owned, sizes, len(self.draw_pile), points),)

    def _has_ended(self, log: Log) -> bool:
        """Decide at the end of a turn whether the round is the last (F7); end the game, and return True, at its end."""
        if not self.last_round and not self.draw_pile:
            self.last_round = self.terms.ends_at_once or len(self.hands[self.turn]) < self.terms.drawn
            if self.last_round and log is not None:
                log.append(LastRound(self.turn))
        if not self.last_round or not self.is_round_complete():
            return False
        for plot in range(self.terms.plots):
            if self.sites[plot][0]:
                self._score(plot, "game end", log)
        best = max(self.points)
        reason = "points" if self.points.count(best) == 1 else "turn order"
        self.outcome = Outcome((self.winner(),), tuple(self.points), reason)
        if log is not None:
            log.append(Ended(self.outcome))
        return True

    # -- legal steps

    def must_build(self, seat: int) -> bool:
        """Return whether the seat must build before anything else; with too few cards, it builds those (F3)."""
        return len(self.built) < self.terms.builds and len(self.hands[seat]) > 0

    def builds(self, rows: Any) -> list[Any]:
        """Return the legal ones of some builds: `rows` are those on each plot, then those as a new tower (F3)."""
        found: list[Any] = []
        is_free = False
        for plot in range(self.terms.plots):
            if not self.sites[plot][0]:
                is_free = True
            elif plot not in self.built:
                found += rows[plot]
        if is_free:
            found += rows[-1]
        return found

    def claims(self, rows: Any) -> list[Any]:
        """Return the legal ones of some claims: `rows` are those of each plot, by level."""
        found: list[Any] = []
        for plot in range(self.terms.plots):
            owners = self.sites[plot][1]
            for level in range(len(owners)):
                if owners[level] == NONE:
                    found += rows[plot][level]
        return found

    # -- queries

    def is_round_complete(self) -> bool:
        """Return whether the round is complete after this turn."""
        return (self.turn + 1) % self.terms.seats == self.first

    @property
    def variant(self) -> Any:
        return self.terms.variant

    @property
    def scores(self) -> tuple[int, ...]:
        return tuple(self.points)

    @property
    def towers(self) -> list[bytes]:
        """Three bytes per floor, ground floor first: card, owner, tucked card; the last two are `NONE` if vacant."""
        return [
            b"".join([bytes(three) for three in zip(floors, owners, tucks)])
            for floors, (_, owners), tucks in zip(self.floors, self.sites, self.tucks)
        ]

    def read_faces(self, owners: list[bytes]) -> None:
        """Set `sites` from the faces; `owners` has the owners of the floors, by plot."""
        table = self.terms.kinds
        self.sites = [(floors.translate(table), owner) for floors, owner in zip(self.floors, owners)]


def seat_of(owner: int) -> int | None:
    return None if owner == NONE else owner


def number_of(verb: int, kinds: bytes, held: list[int], level: int) -> int:
    """Return the number by which the effect of the floor at `level` multiplies, if `held` are the floors' owners."""
    if verb == SCORE_MATCHING:
        return kinds.count(kinds[level])
    if verb == SCORE_ABOVE:
        return len(kinds) - 1 - level
    if verb == SCORE_BELOW:
        return level
    if verb == SCORE_OWN:
        return held.count(held[level])
    if verb == SCORE_VACANT:
        return held.count(NONE)
    if verb == SCORE_KINDS:
        return len(set(kinds))
    return 1


def claimed(owners: bytes, level: int, seat: int) -> bytes:
    return owners[:level] + _SEATS[seat] + owners[level + 1 :]


def with_floor(site: Site, kind: int) -> Site:
    return site[0] + _BYTES[kind], site[1] + VACANT
