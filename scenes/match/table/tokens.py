"""The cards on a table: where each one is in a view, how they move, and how they react to the pointer."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any, NamedTuple, Protocol

from topping_out.game.engine import Seat

from ...kit.kit import Kit
from ...kit.sprites import FLYING, Motion, Pose, Sprite, ease_in_out, ease_out, ease_out_back, linear, send
from ...kit.theme import Feel
from ...system.context import Context

# -- touch


NEAR = 0.03
"""A value closer than this to its goal has arrived."""


class Touch:
    """The cards that are raised or tilted at the moment."""

    def __init__(self, feel: Feel) -> None:
        self.feel = feel
        self.is_still = True
        self._pointed: int | None = None
        self._lean = 0.0
        """Where the pointer is on the card, from -1 at its left edge to 1 at its right edge."""
        self._rises: dict[int, float] = {}
        self._tilts: dict[int, float] = {}
        self._last_x: dict[int, float] = {}

    def aim(self, card: int | None, lean: float) -> None:
        """Set the card under the pointer. `lean`: from -1 at its left edge to 1 at its right edge."""
        if (card, lean) != (self._pointed, self._lean):
            self._pointed, self._lean, self.is_still = card, lean, False

    def update(self, ms: float, cards: Mapping[int, Sprite], carried: Collection[int], is_reduced: bool) -> None:
        """Let `ms` milliseconds pass."""
        if self.is_still and not carried and not self._last_x:
            return
        share = 1.0 if is_reduced else 1 - math.exp(-ms / self.feel.reach)
        swings = {} if is_reduced else self._swings(ms, cards, carried)
        rises = {self._pointed: 1.0} if self._pointed is not None else {}
        tilts = {self._pointed: -self.feel.tilt * self._lean} if self._pointed is not None and not is_reduced else {}
        self._rises = _moved(self._rises, rises, share)
        self._tilts = _moved(self._tilts, {**tilts, **swings}, share)
        self.is_still = self._rises == rises and self._tilts == tilts and not swings

    def _swings(self, ms: float, cards: Mapping[int, Sprite], carried: Collection[int]) -> dict[int, float]:
        """Return by how many degrees each dragged card swings behind the pointer; faster cards swing more."""
        xs = {card: cards[card].x for card in carried if card in cards}
        speeds = {card: (x - self._last_x.get(card, x)) / max(ms, 1.0) for card, x in xs.items()}
        self._last_x = xs
        most = self.feel.most_swing
        return {card: max(-most, min(most, -speed * self.feel.swing)) for card, speed in speeds.items()}

    def of(self, card: object) -> tuple[float, float]:
        """Return how far a card is raised, in logical units, and by how many degrees it is tilted."""
        if not isinstance(card, int):
            return 0.0, 0.0
        return self._rises.get(card, 0.0) * self.feel.rise, self._tilts.get(card, 0.0)


def _moved(now: Mapping[int, float], goals: Mapping[int, float], share: float) -> dict[int, float]:
    """Return the values after a share of the way to their goals, without those at rest."""
    moved = dict[int, float]()
    for card in {*now, *goals}:
        goal = goals.get(card, 0.0)
        value = now.get(card, 0.0)
        value += (goal - value) * share
        value = goal if abs(goal - value) < NEAR else value
        if value or card in goals:
            moved[card] = value
    return moved


# -- tokens


HAND = 300
"""The z of the hand's first card; cards on the table have less, flying cards have more."""
HIDDEN = -1
"""In a zone, a card whose face the viewer may not see."""
TRAVEL, SHOWN = 320.0, 250.0
"""Milliseconds for which a card travels, and for which a card leaving another seat's hand is shown first."""
BETWEEN = 60.0
"""Milliseconds between the starts of two cards that travel one after the other."""

COPY = 1_000_000
"""The difference between the ids of identical cards: the first has the number of the card as its id."""
Ids = dict[Hashable, list[int]]
"""The ids of the tokens in each zone, in order; hidden cards have negative ids."""


def card_of(token: int) -> int:
    """Return the card that a token shows, given its id."""
    return HIDDEN if token < 0 else token % COPY


@dataclass(frozen=True)
class Zone:
    """A group of cards on the table: a hand, a tower or a pile."""

    name: Hashable
    kinds: Sequence[int]
    """The cards in order, as in the view; `HIDDEN` for those that the viewer may not see."""
    place: Callable[[int, int], Pose]
    """Returns the place of a token, given its index in the zone and its id."""
    z: float
    """The z of the first card, less than `HAND` on the table, otherwise at least `HAND`; it grows by 1 per card."""
    shown: int = 999
    """How many cards are drawn, counted from the last one."""
    hand_of: Seat | None = None
    """The seat whose hand it is. Cards that leave another seat's hand are shown before they travel."""
    lands: bool = False
    """Whether cards are put down here with a sound, instead of sliding."""
    back: Hashable = None
    """The key of the sprites of cards that lie here face down, if they do not show a plain back."""


class Move(NamedTuple):
    """A token's move from one zone to another."""

    token: int
    start: Hashable
    """The zone it comes from; None for the draw pile."""
    goal: Hashable
    was: int
    """Its previous id, which differs if a hidden card was turned up."""


class Lying(Protocol):
    """The part of a `TableGame` that tokens use."""

    def zones(self, view: Any, /) -> Sequence[Zone]: ...
    def eased(self, view: Any, /) -> Mapping[str, float]: ...


class Ground(Protocol):
    """The part of the table that tokens use."""

    context: Context
    motion: Motion
    eased: Any

    @property
    def kit(self) -> Kit: ...
    def layout_of(self, view: Any) -> Any: ...


def follow(zones: Iterable[Zone], before: Mapping[Hashable, Sequence[int]], leaves: int | None = None) -> Ids:
    """Return ids for all cards of the zones. Cards that stay or move keep the id they had `before`.

    If one of several identical cards leaves its zone, it is `leaves`, if possible.
    """

    def take(card: int, tokens: list[int]) -> int | None:
        """Remove and return the first token that can show a card; None if there is none."""
        found = next((number for number, token in enumerate(tokens) if card_of(token) == card), None)
        return None if found is None else tokens.pop(found)

    zones, found, moving = [*zones], dict[Hashable, list[int | None]](), list[int]()
    for zone in zones:
        had = sorted(before.get(zone.name, ()), key=lambda token: token == leaves)
        found[zone.name] = [take(card, had) for card in zone.kinds]
        moving += had
    taken = {*moving, *(token for row in found.values() for token in row)}
    ids = Ids()
    for zone in zones:
        row = ids[zone.name] = []
        for card, token in zip(zone.kinds, found[zone.name]):
            if token is None and (token := take(card, moving)) is None:
                free = count(-1, -1) if card == HIDDEN else count(card, COPY)
                token = next(token for token in free if token not in taken)
                taken.add(token)
            row.append(token)
    return ids


def moves(before: Ids, after: Ids) -> list[Move]:
    """Return the tokens whose zone has changed. A new token replaces one that is gone, if a card was turned over."""
    was, now = ({token: zone for zone, tokens in ids.items() for token in tokens} for ids in (before, after))
    gone = [token for token in was if token not in now]
    found = []
    for token, goal in now.items():
        if token in was:
            found += [Move(token, was[token], goal, token)] if was[token] != goal else []
            continue
        turned = next((other for other in gone if (other < 0) != (token < 0)), None)
        if turned is not None:
            gone.remove(turned)
        found.append(Move(token, was[turned], goal, turned) if turned is not None else Move(token, None, goal, token))
    return found


class Eased:
    """The measures of a table that change gradually, with an attribute for each name in `TableGame.eased`."""


class Tokens:
    """The cards on a table by id, and their motion; a card keeps its id from view to view."""

    def __init__(self, table: Ground, game: Lying, view: Any, before: Ids | None = None) -> None:
        """Give ids to the cards of a view; cards that `before` has keep theirs."""
        self.table, self.game, self.view = table, game, view
        self.motion, self.audio = table.motion, table.context.audio
        self.sprites: dict[int, Sprite] = {}
        self.loose: list[Sprite] = []
        """Cards moving to a place where they are not drawn."""
        self.dragged_back: Sprite | None = None
        """The top card of the draw pile while it is dragged, else None."""
        self.raised: set[int] = set()
        """The chosen cards of the hand."""
        self.fresh: set[int] = set()
        """The cards of the hand that were drawn last, or since the viewer's last turn."""
        self.hinted: set[int] = set()
        """The cards of the hand that a hint has chosen."""
        self.carried: set[int] = set()
        """The cards that follow the pointer."""
        self.leaves: int | None = None
        """The card that was played last: of several identical cards, the one to leave the hand."""
        self.keeps_places = False
        """Whether cards that stay in the hand keep their places when others leave it."""
        self.kept: list[int | None] = []
        """The places of the hand if cards have kept theirs, with None for those left empty; empty if none has."""
        self.touch = Touch(self.kit.theme.feel)
        self.ids = self._ids_in(view, before or {})

    @property
    def kit(self) -> Kit:
        return self.table.kit

    @property
    def layout(self) -> Any:
        return self.table.layout_of(self.view)

    @property
    def hand(self) -> list[int]:
        """The ids of the viewer's cards, in the order in which they lie."""
        return self.ids.get(("hand", self.view.seat), [])

    def hand_place(self, token: int) -> tuple[int, int]:
        """Return the number of a card's place in the viewer's hand, and of how many places."""
        row = self.kept or self.hand
        return row.index(token), len(row)

    def rise_of(self, token: object) -> tuple[float, float]:
        """Return how far a card of the hand is raised under the pointer, and by how many degrees it is tilted."""
        rise, tilt = self.touch.of(token)
        return self.layout.nimble * rise, self.layout.nimble * tilt

    @property
    def is_dragging(self) -> bool:
        return bool(self.carried or self.dragged_back)

    def _ids_in(self, view: Any, before: Ids) -> Ids:
        return follow(self.game.zones(view), before, self.leaves)

    # -- placing

    def placements(self) -> dict[int, tuple[Pose, float, Hashable]]:
        """Return for each visible token its place, its z, and its sprite's key if it is face down."""
        places = {}
        for zone in self.game.zones(self.view):
            row = self.ids[zone.name]
            for number in range(max(0, len(row) - zone.shown), len(row)):
                places[row[number]] = zone.place(number, row[number]), zone.z + number, zone.back
        if self.kept:
            for token in self.hand:
                number, of = self.hand_place(token)
                places[token] = self.layout.hand_place(number, of, token in self.raised), HAND + number, None
        return places

    def settle(self) -> None:
        """Put everything in its place at once."""
        self.motion.clear()
        self.loose = []
        self.sprites = {token: _sprite(token, *place) for token, place in self.placements().items()}
        self._ease(0)

    def arrange(self, duration: float = 240, skip: Collection[int] = ()) -> None:
        """Send every token to its place in `duration` milliseconds, and remove those that have none any more."""
        places = self.placements()
        self.carried.clear()
        self._ease(duration)
        for token, (place, z, back) in places.items():
            if token not in skip:
                sprite = self.sprites.setdefault(token, _sprite(token, place, z, back))
                sprite.z = z
                send(self.motion, sprite, place, duration)
        for token in self.sprites.keys() - places.keys() - {*skip}:
            del self.sprites[token]

    def _ease(self, duration: float) -> None:
        eased = self.table.eased
        for name, value in self.game.eased(self.view).items():
            if not duration:
                setattr(eased, name, value)
            elif getattr(eased, name) != value:
                self.motion.to(eased, duration, 0, ease_in_out, **{name: value})

    def is_in_place(self) -> bool:
        """Tell whether everything is in its place; during a drag, the hand does not matter."""
        places = self.placements()
        free = {*self.hand, *self.carried} if self.is_dragging else ()
        at_rest = (sprite.place == places[token][0] for token, sprite in self.sprites.items() if token not in free)
        is_eased = (getattr(self.table.eased, name) == to for name, to in self.game.eased(self.view).items())
        return self.sprites.keys() == places.keys() and all(at_rest) and all(is_eased) and not self.loose

    def carry(self, tokens: Sequence[int], held: int, position: tuple[float, float]) -> None:
        """Let tokens follow the pointer, with `held` under it."""
        self.carried = set(tokens)
        for number, token in enumerate(sorted(tokens, key=lambda token: token != held)):
            sprite = self.sprites[token]
            x, y = position[0] + number * 26, position[1] + number * 5
            lag = self.kit.theme.feel.lag + number * 25
            self.motion.to(sprite, lag, 0, ease_out, x=x, y=y, angle=self.layout.tilt + number * 2)
            sprite.z = FLYING - 1 - number

    def carry_back(self, position: tuple[float, float]) -> None:
        """Let the top card of the draw pile follow the pointer, face down."""
        if self.dragged_back is None:
            self.dragged_back = Sprite(None, self.layout.draw_pile, turn=-1, z=FLYING)
        self.motion.to(self.dragged_back, 40, 0, ease_out, x=position[0], y=position[1])

    def put_back(self, duration: float) -> None:
        """Send dragged cards back to their places."""
        self.dragged_back = None
        self.arrange(duration)

    def mark_new(self, before: Sequence[int]) -> None:
        """Mark as new the cards of the hand that are not among those it had `before`."""
        left = Counter(before)
        for card, token in zip(self.view.hand, self.hand):
            left[card] -= 1
            if left[card] < 0:
                self.fresh.add(token)

    # -- from view to view

    def set_view(self, view: Any) -> None:
        """Make a view the one that the table shows."""
        before, seat = self.hand, self.view.seat
        self.view, self.ids = view, self._ids_in(view, self.ids)
        if seat != view.seat:
            self.kept = []
        elif self.kept or (self.keeps_places and not {*before} <= {*self.hand}):
            self.kept = self._in_places(self.kept or before)

    def _in_places(self, row: Sequence[int | None]) -> list[int | None]:
        """Return a row of places with the cards that still are in the hand, new ones in empty places or at the end."""
        hand = self.hand
        kept = [token if token in hand else None for token in row]
        for token in hand:
            if token not in kept and None in kept:
                kept[kept.index(None)] = token
            elif token not in kept:
                kept.append(token)
        return kept if kept != hand else []

    def close_up(self) -> bool:
        """Let cards that have kept their places in the hand close up; return whether any had."""
        had, self.kept = bool(self.kept), []
        if had:
            self.arrange()
        return had

    def coming(self, view: Any) -> list[Move]:
        """Return the moves that lead to a view."""
        return moves(self.ids, self._ids_in(view, self.ids))

    @property
    def hands(self) -> dict[Hashable, Zone]:
        """The hands' zones by name."""
        return {zone.name: zone for zone in self.game.zones(self.view) if zone.hand_of is not None}

    def plays(self, found: Iterable[Move]) -> list[Move]:
        """Return those moves by which a card goes from a hand to the table."""
        hands = self.hands
        return [move for move in found if move.start in hands and move.goal not in hands]

    def played(self, view: Any) -> int | None:
        """Return the card that is played to reach a view; of identical cards, the raised one. It is then `leaves`."""
        if self.plays(self.coming(view)):
            self.leaves = next(iter(self.raised), None)
            self.leaves = self.plays(self.coming(view))[0].token
            return self.leaves
        return None

    def show_leaving(self, view: Any) -> None:
        """Turn up the cards that are about to leave another seat's hand, so that the viewer can follow."""
        hands = self.hands
        shown = [move for move in self.plays(self.coming(view)) if hands[move.start].hand_of != self.view.seat]
        for number, move in enumerate(shown):
            if move.was != move.token:
                self._turn_into(move, hands[move.start])
            sprite = self.sprites[move.token]
            sprite.z = FLYING + number
            lift = 44 if sprite.y < self.kit.height / 2 else -64
            x = self.kit.flip_x(self.kit.flip_x(sprite.x) + 40)
            goal = Pose(x, sprite.y + lift, scale=0.86)
            send(self.motion, sprite, goal, 260, number * 45, ease_out)
            self.motion.to(sprite, 240, number * 45, linear, turn=1.0)
        if shown:
            self.audio.play("card_flip")
            self.motion.next(lambda: None, hold=SHOWN)

    def _turn_into(self, move: Move, hand: Zone) -> None:
        """Turn a hidden card from the middle of a hand into the token that moves."""
        row = [token for token in self.ids[move.start] if token < 0]
        backs = [self.sprites.pop(token) for token in row if token in self.sprites]
        sprite = backs.pop(len(backs) // 2) if backs else Sprite(None, hand.place(0, move.was), turn=-1)
        self.sprites |= zip((token for token in row if token != move.was), backs)
        sprite.key = move.token
        self.sprites[move.token] = sprite
        self.ids[move.start][self.ids[move.start].index(move.was)] = move.token

    def travel(self, view: Any) -> None:
        """Set the view and send the cards that it moves to their new places, then arrange all others."""
        found = self.coming(view)
        self.set_view(view)
        places = self.placements()
        if not found:
            if self.sprites.keys() != places.keys():  # cards were removed, or uncovered
                self.arrange()
            return
        zones = {zone.name: zone for zone in self.game.zones(view)}
        for number, move in enumerate(found):
            goal = zones[move.goal]
            if move.token not in places:
                if goal.hand_of is not None:
                    self.fly_away(goal.place(0, move.token), self.layout.draw_pile, number * BETWEEN, 260)
            elif goal.hand_of is not None:
                self._draw(move, goal, places[move.token][0], number * BETWEEN)
            else:
                self._put(move, goal, *places[move.token][:2], number)
        drawn = [move for move in found if zones[move.goal].hand_of is not None]
        duration = 280 if not drawn else 300 if drawn[0].token >= 0 else 340
        self.arrange(duration, [move.token for move in found if move.token in places])
        self.motion.next(self.arrange)

    def _put(self, move: Move, goal: Zone, place: Pose, z: float, number: int) -> None:
        """Let a card fly to its place on the table and fold on the way."""
        start = number * BETWEEN
        sprite = self.sprites.setdefault(move.token, _sprite(move.token, self.layout.draw_pile, z))
        sprite.z = FLYING + number
        if move.token < 0:
            sprite.key = goal.back
        self.audio.play("card_slide")
        self.motion.to(sprite, TRAVEL, start, ease_in_out, x=place.x, angle=0.0, scale=place.scale)
        self.motion.to(sprite, TRAVEL, start, ease_out_back if goal.lands else ease_in_out, y=place.y)
        if sprite.fold != place.fold:
            self.motion.to(sprite, TRAVEL, start, ease_in_out, fold=place.fold)
        sound = ("card_place", 1.0) if goal.lands else ("card_slide", 0.5)
        self.motion.at(start + TRAVEL - 40, lambda: self.land(sprite, z, number, *sound))

    def land(self, sprite: Sprite, z: float, number: int, sound: str = "card_place", volume: float = 1.0) -> None:
        """Let a card come to rest with a sound, higher for each of several cards in a row."""
        sprite.z = z
        notes = self.kit.theme.feel.notes
        self.audio.play(sound, volume, self.kit.pan(sprite.x), notes[min(number, len(notes) - 1)])

    def _draw(self, move: Move, hand: Zone, place: Pose, start: float) -> None:
        """Let a card fly to a hand, and turn it up if the viewer may see it."""
        if move.token not in self.sprites:
            self.sprites[move.token] = self.dragged_back or Sprite(None, self.layout.draw_pile, turn=-1)
            self.sprites[move.token].key = move.token if move.token >= 0 else None
            self.dragged_back = None
        sprite = self.sprites[move.token]
        sprite.z = FLYING
        if move.token < 0:
            self.audio.play("card_slide", 0.6)
            send(self.motion, sprite, place, 340, start)
            return
        if hand.hand_of == self.view.seat:
            self.fresh = {move.token}
        self.fly_in(sprite, place, start, 340, turn=(40, 260))

    def fly_in(
        self, sprite: Sprite, home: Pose, start: float, duration: float, turn: tuple[float, float], volume: float = 1.0
    ) -> None:
        """Let a card fly in from a pile and turn up, if it has a face. `turn` is the delay and duration of turning."""
        send(self.motion, sprite, home, duration, start, ease_out)
        if sprite.key is not None:
            self.motion.to(sprite, turn[1], start + turn[0], linear, turn=1.0)
        self.motion.at(start, lambda: self.audio.play("card_slide", volume, self.kit.pan(self.layout.draw_pile.x)))

    def draw(self, cards: Sequence[int], duration: float, turn: tuple[float, float], volume: float = 1.0) -> None:
        """Let cards fly one after another from the draw pile to the viewer's hand, and turn up: see `fly_in`."""
        places = self.placements()
        for number, card in enumerate(cards):
            sprite = self.sprites[card] = Sprite(card, self.layout.draw_pile, turn=-1, z=FLYING + number)
            self.fly_in(sprite, places[card][0], number * BETWEEN, duration, turn, volume)
        self.arrange(300, cards)

    def fly_away(self, goal: Pose, start: Pose, delay: float, duration: float, is_heard: bool = True) -> None:
        """Let a card slide face down to a place and vanish. It is hidden until it starts: shadows on a pile add up."""
        sprite = Sprite(None, start, turn=-1, z=FLYING)
        sprite.alpha = 0.0
        self.loose.append(sprite)
        self.motion.at(delay, lambda: setattr(sprite, "alpha", 1.0))
        self.motion.at(delay + duration + 10, lambda: self.loose.remove(sprite) if sprite in self.loose else None)
        if is_heard:
            self.audio.play("card_slide", 0.6)
        send(self.motion, sprite, goal, duration, delay)

    # -- dealing and gathering

    def deal(self, delay: float = 200) -> None:
        """Deal the hands from the draw pile card by card, after `delay` milliseconds."""
        pile = self.layout.draw_pile
        hands = self.hands.values()
        for seat, zone in enumerate(hands):
            for number, token in enumerate(sorted(self.ids[zone.name], key=lambda token: token < 0)):
                start = delay + (number * len(hands) + seat) * 45
                if token not in self.sprites:
                    self.fly_away(zone.place(0, token), pile, start, 260)
                    continue
                self.deal_out(self.sprites[token], start, volume=0.6)
        self.motion.then(self.arrange)

    def deal_out(
        self,
        sprite: Sprite,
        start: float,
        duration: float = TRAVEL,
        turn: tuple[float, float] = (60, 240),
        volume: float = 1.0,
    ) -> None:
        """Let a card fly from the draw pile to its current place, and turn up: see `fly_in`."""
        home, pile = sprite.place, self.layout.draw_pile
        sprite.x, sprite.y, sprite.scale, sprite.turn, sprite.angle = pile.x, pile.y, pile.scale, -1.0, 0.0
        self.fly_in(sprite, home, start, duration, turn, volume)

    def gather(self) -> None:
        """Let all cards slide to the draw pile, the topmost first."""
        pile = self.layout.draw_pile
        self.audio.play("shuffle")
        self.raised.clear()
        self.fresh.clear()
        everything = sorted(self.sprites.items(), key=lambda item: (-item[1].z, item[0] < 0))
        for number, (_, sprite) in enumerate(everything):
            self.motion.to(sprite, 150, number * 14, linear, fold=0.0, turn=-1.0)
            send(self.motion, sprite, Pose(pile.x, pile.y, scale=pile.scale), 420, number * 14)


def _sprite(token: int, place: Pose, z: float, back: Hashable = None) -> Sprite:
    return Sprite(token, place, z=z) if token >= 0 else Sprite(back, place, turn=-1, z=z)
