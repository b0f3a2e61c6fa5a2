"""How the cards and the Sky of Wyoming move, and the tags that show what each seat did last."""

from __future__ import annotations

import math
import random
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial

from topping_out.game.engine import Seat, TurnBegan
from topping_out.game.language import tr, tr_count, tr_label
from topping_out.game.text import with_minus
from topping_out.game.wyoming.actions import (
    CardId,
    Constructed,
    Deconstructed,
    Discarded,
    Drew,
    Event,
    Recycled,
    SkyMoved,
    Tossed,
    suit_of,
    suit_words,
)
from topping_out.game.wyoming.state import View

from ..kit.kit import Kit
from ..kit.plates import TOP as BAR
from ..kit.sprites import (
    FLYING,
    Pose,
    Sprite,
    ease_in,
    ease_in_out,
    ease_out,
    ease_out_back,
    ease_out_bounce,
    linear,
    send,
)
from ..kit.stage import Stage
from ..match.table.table import Table
from . import art
from .art import CARD_W, DISCARD, PENNY, Layout, Target

# -- last plays


LastPlays = dict[Seat, "LastPlay"]
"""The last plays by seat, the latest at the end."""


@dataclass(frozen=True, slots=True)
class LastPlay:
    """A seat's last play: its target, and by how many storeys the tower changed or how many cards were discarded."""

    seat: Seat
    target: Target
    change: int
    rising: tuple[CardId, ...] = ()
    """The tower that replaced the old one; empty if none did."""


def note(plays: LastPlays, event: Event, viewer: Seat | None) -> None:
    """Update the last plays by an event. A play of the viewer removes all others."""
    if isinstance(event, (Constructed, Deconstructed, Discarded)):
        if event.seat == viewer:
            plays.clear()
        plays.pop(event.seat, None)
        plays[event.seat] = _play_of(event)


def _play_of(event: Constructed | Deconstructed | Discarded) -> LastPlay:
    match event:
        case Constructed():
            return LastPlay(event.seat, (event.owner, event.foundation), len(event.cards))
        case Deconstructed():
            return LastPlay(event.seat, (event.owner, event.foundation), -len(event.fallen), event.rising)
        case Discarded():
            return LastPlay(event.seat, DISCARD, len(event.cards))


def last_plays(events: Iterable[Event], viewer: Seat | None) -> LastPlays:
    """Return the last plays after `events`, which are all events since the beginning."""
    plays: LastPlays = {}
    for event in events:
        note(plays, event, viewer)
    return plays


def tag_words(play: LastPlay, name: str) -> str:
    """Return the text of a tag, such as "Ana +3"."""
    if play.target == DISCARD:
        return tr("{name}: {number} discarded", name=tr_label(name), number=play.change)
    if play.rising:
        cards = suit_words(len(play.rising), suit_of(play.rising[0]))
        # Translators: {name} has replaced a tower by one of {cards}, such as "2 hearts".
        return tr("{name}: now {cards}", name=tr_label(name), cards=cards)
    return f"{tr_label(name)} {with_minus(f'{play.change:+d}')}"


# -- windows


class Flicker:
    """Now and then a light goes on or off in some window."""

    EVERY = 1300.0

    def __init__(self) -> None:
        self._rng = random.Random(21)
        self._time = 0.0
        self.window: tuple[Target, int, int, bool] | None = None

    def update(self, ms: float, view: View) -> None:
        self._time += ms
        if self._time < self.EVERY:
            return
        self._time -= self.EVERY
        towers = [((s, f), len(t)) for s, towers in enumerate(view.towers) for f, t in enumerate(towers) if t]
        if towers:
            target, height = self._rng.choice(towers)
            window = (self._rng.randrange(height), self._rng.randrange(art.WINDOWS))
            self.window = (target, *window, self._rng.random() < 0.6)


# -- cards


JOLT = 0.6
"""The jolt of a storey that falls, as a share of that of a topping out."""


class Moving:
    """Moves the cards and the Sky of a table as events say."""

    def __init__(self, table: Table, before: Moving | None) -> None:
        """Begin with the view that the table shows; `before` is what moved until now. A replay keeps its last plays."""
        self.table, self.tokens, self.sky = table, table.tokens, SkyLine(table, table.view)
        kept = before.plays if before and table.is_replay else {}
        self.plays: LastPlays = kept or last_plays(table.history(), table.view.seat)
        self.motion, self.audio = table.motion, table.context.audio
        self.flicker: Flicker = before.flicker if before else Flicker()
        self._rng = random.Random(3)
        self._falling: dict[Target, int] = {}
        """By target, how many storeys that a play knocks off still stand."""

    def standing(self, target: Target, tower: Sequence[CardId]) -> int:
        """Return how many storeys can be seen at a target: the landed ones of its tower, and those about to fall."""
        sprites = self.tokens.sprites
        landed = sum(card in sprites and not sprites[card].flies for card in tower)
        return landed + self._falling.get(target, 0)

    def _deal(self) -> None:
        """Queue the opening: hands are dealt from the draw pile."""
        for number, sprite in enumerate(self.tokens.sprites.values()):
            self.tokens.deal_out(sprite, 200 + number * 60)
        for seat, size in enumerate(self.table.view.hand_sizes):
            if seat != self.table.view.seat:
                self._deal_hidden(seat, size, 200)
        self.motion.then(self.tokens.arrange)

    def queue(self, event: Event | None, view: View) -> bool:
        """Queue the motion of an event, or of the deal; return whether it has one of its own.

        `view` is what the table shows after it.
        """
        then, arrange = self.motion.then, self.tokens.arrange
        match event:
            case TurnBegan():
                return False
            case None:
                self.sky.rise()
                self._deal()
            case Tossed(heads):
                then(lambda: self.sky.toss(heads), hold=900)
            case SkyMoved():
                self.sky.queue_move(event, view)
            case Constructed(seat, _, _, cards):
                self._reveal(seat, cards)
                then(lambda: self._construct(event, view), hold=60)
            case Deconstructed(seat, _, _, spent, _, rising):
                self._reveal(seat, spent + rising)
                then(lambda: self._gather_above(event), hold=40)
                then(lambda: self._knock(event, view), hold=60)
                then(arrange)
            case Discarded(seat, cards):
                self._reveal(seat, cards)
                then(lambda: self._discard(event, view), hold=60)
                then(arrange)
            case Drew():
                then(lambda: self._draw(event, view))
                then(arrange)
            case Recycled():
                then(lambda: self._recycle(event, view), hold=60)
                then(arrange)
            case _:
                then(lambda: self.tokens.set_view(view))
                then(arrange)
        return True

    def _reveal(self, seat: Seat, cards: Sequence[CardId]) -> None:
        """Queue the showing of cards from a hidden hand, with a pause, so that everyone can follow."""
        self.motion.then(lambda: self._drop_choice(seat))
        if seat != self.table.view.seat:
            self.motion.then(lambda: self._turn_up(seat, cards))
            self.motion.then(lambda: None, hold=250)

    def _drop_choice(self, seat: Seat) -> None:
        self.plays.pop(seat, None)
        self.tokens.raised.clear()

    def _turn_up(self, seat: Seat, cards: Sequence[CardId]) -> None:
        start, plate = self.table.layout.plate_cards(seat), self.table.layout.plate(seat)
        self.audio.play("card_flip")
        for number, card in enumerate(cards):
            sprite = self.tokens.sprites[card] = Sprite(card, start, turn=-1, z=FLYING + number)
            offset = (number - (len(cards) - 1) / 2) * min(60.0, 300 / len(cards))
            x = max(60.0, min(self.table.kit.width - 60, plate.centerx + offset))
            self.motion.to(sprite, 260, number * 45, ease_out, x=x, y=plate.y - 30, scale=0.8, turn=1.0)

    def _construct(self, event: Constructed, view: View) -> None:
        self.tokens.set_view(view)
        note(self.plays, event, self.table.view.seat)
        self._fly_home(event.cards)
        self.tokens.arrange(skip=event.cards)

    def _fly_home(self, cards: Sequence[CardId]) -> None:
        """Let cards fly to their storeys, one after another, and fold as they land."""
        places = self.tokens.placements()
        self.audio.play("card_slide")
        for number, card in enumerate(cards):
            place, z, _ = places[card]
            sprite, start = self.tokens.sprites.setdefault(card, Sprite(card, place)), number * 60
            sprite.z = FLYING + number
            self.motion.to(sprite, 300, start, ease_in_out, x=place.x, angle=0.0, scale=1.0)
            self.motion.to(sprite, 300, start, ease_out_back, y=place.y)
            self.motion.to(sprite, 300, start, ease_in_out, fold=1.0)
            self.motion.at(start + 270, partial(self.tokens.land, sprite, z, number))

    def _gather_above(self, event: Deconstructed) -> None:
        """Let the attacking cards gather over the tower that they attack."""
        top = self.table.layout.storey_place(
            event.owner, event.foundation, self.table.view.height(event.owner, event.foundation)
        )
        cards = event.spent + event.rising
        self.audio.play("card_slide")
        for number, card in enumerate(cards):
            offset = number - (len(cards) - 1) / 2
            sprite = self.tokens.sprites[card]
            sprite.z = FLYING + number
            x, y = top.x + offset * 22, max(90.0, top.y - 70)
            self.motion.to(sprite, 300, number * 40, ease_in_out, x=x, y=y, angle=-3 * offset, scale=0.7)

    def _knock(self, event: Deconstructed, view: View) -> None:
        """Let each card knock off one storey, from the top, and fly away with it; the rest becomes a new tower."""
        height = self.table.view.height(event.owner, event.foundation)
        self.tokens.set_view(view)
        note(self.plays, event, self.table.view.seat)
        step, place = 170, (event.owner, event.foundation)
        self._falling[place] = len(event.fallen)
        for number, (card, storey) in enumerate(zip(event.spent, reversed(event.fallen))):
            target = self.table.layout.storey_place(event.owner, event.foundation, height - 1 - number)
            pair = self.tokens.sprites[card], self.tokens.sprites[storey]
            self.motion.to(pair[0], 130, number * step, ease_in, x=target.x, y=target.y - 40, angle=0.0)
            self.motion.at(number * step + 130, partial(self._tumble, place, target, *pair))
        self.motion.at(len(event.spent) * step + 200, lambda: self._fly_home(event.rising) if event.rising else None)
        self.motion.at(len(event.spent) * step + 460, lambda: None)

    def _tumble(self, target: Target, storey: Pose, *pair: Sprite) -> None:
        """Let a storey of the tower at a target and the card that struck it fly to the discards, with dust and a jolt.

        The last storey that falls makes a lower sound.
        """
        self._falling[target] -= 1
        is_last = not self._falling[target]
        self.audio.play("knock", 0.6 if is_last else 1.0)
        if is_last:
            self.audio.play("topple", 1.0, self.table.kit.pan(storey.x))
        self.table.raise_dust(storey.x, storey.y + self.table.layout.storey / 2, CARD_W)
        self.table.shake(JOLT)
        pile = self.table.layout.discard_pile
        for sprite, whirl in zip(pair, (170, -230)):
            sprite.z = FLYING
            self.motion.to(sprite, 430, 0, ease_in_out, x=pile.x + self._rng.uniform(-6, 6))
            self.motion.to(sprite, 430, 0, ease_out_bounce, y=pile.y)
            self.motion.to(sprite, 430, 0, ease_out, scale=pile.scale, fold=0.0)
            sprite.angle = whirl * 0.12
            self.motion.to(sprite, 430, 0, linear, angle=0.0)

    def _discard(self, event: Discarded, view: View) -> None:
        self.tokens.set_view(view)
        note(self.plays, event, view.seat)
        self.audio.play("card_slide")
        for number, card in enumerate(event.cards):
            sprite = self.tokens.sprites[card]
            sprite.z = FLYING + number
            send(self.motion, sprite, self.table.layout.discard_pile, 320, number * 60)
        self.tokens.arrange(skip=event.cards)

    def _draw(self, event: Drew, view: View) -> None:
        self.tokens.set_view(view)
        if event.seat == self.table.view.seat:
            self.tokens.draw(event.cards, 320, turn=(40, 260))
            return
        self._deal_hidden(event.seat, len(event.cards))
        self.audio.play("card_slide", 0.6)

    def _recycle(self, event: Recycled, view: View) -> None:
        self.tokens.set_view(view)
        start, goal = self.table.layout.discard_pile, self.table.layout.draw_pile
        self.audio.play("shuffle")
        for number in range(min(9, max(1, event.cards // 6))):
            self.tokens.fly_away(goal, start, number * 50, 380, is_heard=False)
        self.tokens.arrange()

    def _deal_hidden(self, seat: Seat, count: int, delay: float = 0.0) -> None:
        """Let cards slide face down from the draw pile to a seat's plate."""
        goal = self.table.layout.plate_cards(seat)
        for number in range(count):
            self.tokens.fly_away(goal, self.table.layout.draw_pile, delay + number * 60, 260, is_heard=False)


# -- settling


HUSH = 260.0
"""Milliseconds in which the table gets dark, and in which it gets light again."""
DARK = 0.5
"""How dark it gets, from 0 to 1."""
FALL, ROLL = 720.0, 1150.0
LARGE = 2.4
"""Size factor of the coin in front of the table."""
STEP = 15
"""Degrees between two pictures of the rolling coin."""
TICK = 90.0
"""Milliseconds between the ticks of two towers' counts."""
READ = 1500.0
"""Minimum milliseconds for which the banner is shown."""


class Coin:
    """A falling penny. `x` and `y` are its centre."""

    __slots__ = ("angle", "size", "x", "y")

    def __init__(self, x: float, y: float) -> None:
        self.x, self.y, self.size, self.angle = x, y, 1.0, 0.0


class Countdown:
    """The count of cards that a tower still needs. It shows the old number until it ticks; then `shine` flares up."""

    __slots__ = ("has_ticked", "shine")

    def __init__(self) -> None:
        self.has_ticked, self.shine = False, 0.0


class Settling:
    """What is shown while the Sky moves. `dark` and `banner` run from 0 to 1."""

    def __init__(self, table: Table) -> None:
        self.motion, self.audio = table.motion, table.context.audio
        self.dark = self.banner = 0.0
        self.words = ""
        self.coin: Coin | None = None
        self.counts: dict[Target, Countdown] = {}
        self.by = 0
        """How many pennies the Sky moves by; 0 if it is at rest."""

    def hush(self) -> None:
        """Darken the table. This moment is never sped up."""
        self.motion.haste = 1.0
        if not self.motion.reduced:
            self.motion.to(self, HUSH, 0, ease_out, dark=1.0)

    def drop(self, x: float, y: float, layout: Layout) -> None:
        """Let a coin fall from the Sky at (x, y) and roll away in front of the towers."""
        if self.motion.reduced:
            self.audio.play("penny_drop")
            return
        coin = self.coin = Coin(x, y)
        foot, way = layout.ground + 16 - PENNY * LARGE, x + 3 * PENNY * LARGE
        self.motion.to(coin, FALL, 0, ease_out_bounce, y=foot)
        self.motion.to(coin, FALL * 0.6, 0, ease_in, size=LARGE)
        self.motion.at(FALL * 0.5, lambda: self.audio.play("penny_drop"))
        self.motion.to(coin, ROLL, FALL * 0.85, ease_in_out, x=-3 * PENNY * LARGE)
        self.motion.to(coin, ROLL, FALL * 0.85, ease_in_out, angle=math.degrees(way / (PENNY * LARGE)))
        self.motion.at(FALL, lambda: self.audio.play("penny_ring"))

    def settle(self, targets: Sequence[Target], by: int, view: View) -> None:
        """Show a banner that says how many cards win now, and let the count of each tower tick."""
        self.coin, self.by, self.words = None, by, settled_words(by, view)
        self.counts = {target: Countdown() for target in targets}
        self.motion.to(self, 200, 0, linear, banner=1.0)
        for number, count in enumerate(self.counts.values()):
            self.motion.at(320 + number * TICK, partial(self._tick, count))

    def _tick(self, count: Countdown) -> None:
        self.audio.play("tick")
        count.has_ticked, count.shine = True, 1.0
        self.motion.to(count, 500, 0, ease_out, shine=0.0)

    def breathe(self) -> None:
        """Lighten the table, and remove the banner."""
        self.by, self.counts = 0, {}
        self.motion.to(self, HUSH, 0, ease_out, dark=0.0)
        self.motion.to(self, HUSH, 0, linear, banner=0.0)

    def needed(self, target: Target, view: View) -> int:
        """Return how many cards a tower is shown to need: the old number until its count ticks."""
        count = self.counts.get(target)
        return view.needed - self.by if count and not count.has_ticked else view.needed

    def shine(self, target: Target) -> float:
        count = self.counts.get(target)
        return count.shine if count else 0.0

    @property
    def look(self) -> tuple[Hashable, ...]:
        """The state of the towers' counts, for the key of a layer."""
        return self.by, *((target, count.has_ticked, count.shine) for target, count in self.counts.items())

    # -- drawing

    def draw_dark(self, stage: Stage, kit: Kit) -> None:
        """Draw the dark behind the towers."""
        if self.dark > 0:
            stage.blit(kit.veil(DARK), 0, 0, round(self.dark * 8) / 8)

    def draw(self, stage: Stage, kit: Kit, bar_room: tuple[float, float] | None) -> None:
        """Draw the coin in front of everything, and the banner in the bar at the top or, without room, below it."""
        if self.coin:
            angle = round(-self.coin.angle / STEP) * STEP % 360
            face = kit.tilted(art.penny(kit, True, PENNY * LARGE), -angle, self.coin.size / LARGE)
            stage.blit_centred(kit.shadow(50, 10, 5, 8, 0.4), self.coin.x, self.coin.y + PENNY * self.coin.size)
            stage.blit_centred(face, self.coin.x, self.coin.y)
        if self.banner > 0:
            left, right = bar_room or (20.0, kit.width - 20)
            y = BAR / 2 if bar_room else BAR * 1.5
            words, size = kit.first_fitting((self.words,), right - left - 60, 27, "title")
            sign = kit.text(words, size, "title")
            plate = kit.plate(kit.size_of(sign)[0] + 56, BAR - 14, (*kit.theme.night, 235), kit.theme.brass, 2, 14)
            stage.blit_centred(plate, (left + right) / 2, y, self.banner)
            stage.blit_centred(sign, (left + right) / 2, y + kit.lift("title", size), self.banner)


def settled_words(by: int, view: View) -> str:
    """Return how the Sky moved, and how many cards win now."""
    number = view.needed
    if by < 0:
        if view.is_exact:
            return tr_count(
                "The Sky settles: exactly {number} card to win",
                "The Sky settles: exactly {number} cards to win",
                number,
            )
        return tr_count("The Sky settles: {number} card to win", "The Sky settles: {number} cards to win", number)
    if view.is_exact:
        return tr_count(
            "The Sky rises: exactly {number} card to win", "The Sky rises: exactly {number} cards to win", number
        )
    return tr_count("The Sky rises: {number} card to win", "The Sky rises: {number} cards to win", number)


# -- sky


class Penny:
    """A penny of the Sky. `x` is relative to its place in the row, `y` to the Sky's line, negative upwards."""

    __slots__ = ("alpha", "heads", "spin", "x", "y")

    def __init__(self, x: float = 0.0) -> None:
        self.x, self.y, self.alpha, self.spin, self.heads = x, 0.0, 1.0, 1.0, True


class SkyLine:
    """The Sky of a table."""

    def __init__(self, table: Table, view: View) -> None:
        """Show the Sky of a view."""
        self.table, self.motion, self.audio = table, table.motion, table.context.audio
        self.toss_words = ""
        """The result of a toss of the pennies, while it is shown."""
        self.settling = Settling(table)
        self.pennies = [Penny() for _ in range(view.pennies)]
        self.places = view.pennies
        """How many pennies the row has room for."""

    @property
    def level(self) -> float:
        """How many storeys fit below its line at the moment."""
        level: float = self.table.eased.sky
        return level

    @property
    def xs(self) -> list[float]:
        """Where the pennies are."""
        return [self._place_x(number) + penny.x for number, penny in enumerate(self.pennies)]

    def _place_x(self, number: int) -> float:
        x: float = self.table.layout.penny_x(number, self.places)
        return x

    def rise(self) -> None:
        """Let the pennies rise with their line, when a game begins."""
        self.table.eased.sky = 1.0
        self._move_line(900, self.table.view)

    def _move_line(self, duration: float, view: View) -> None:
        self.motion.to(self.table.eased, duration, 0, ease_in_out, sky=float(view.pennies))

    def queue_move(self, event: SkyMoved, view: View) -> None:
        """Queue the motion of a penny that falls or is added, and of its consequences."""
        then = self.motion.then
        then(self.settling.hush)
        then(lambda: self._move_penny(event))
        then(lambda: self._settle(event, view), hold=READ)
        then(self.settling.breathe)

    def toss(self, heads: tuple[bool, ...]) -> None:
        up = sum(heads)
        for number, (penny, shows) in enumerate(zip(self.pennies, heads)):
            delay = number * 70
            penny.spin = 1.0
            self.motion.to(penny, 260, delay, ease_out, y=-54.0)
            self.motion.to(penny, 520, delay, linear, spin=5.0)
            self.motion.at(delay + 260, partial(self._come_down, penny, shows))
        self.motion.at(len(heads) * 70 + 560, lambda: setattr(self, "toss_words", toss_words(up, len(heads) - up)))
        self.audio.play("coin_toss")

    def _come_down(self, penny: Penny, heads: bool) -> None:
        penny.heads = heads
        self.motion.to(penny, 320, 0, ease_out_bounce, y=0.0)
        self.motion.at(200, lambda: self.audio.play("penny_ring", 0.3))

    def _move_penny(self, event: SkyMoved) -> None:
        """Let the last penny drop and roll away, or add a new one to the row."""
        layout: Layout = self.table.layout
        if event.by < 0:
            self.settling.drop(self.xs[-1], layout.sky_y(self.level) - PENNY - 6, layout)
            self.pennies.pop()
        else:
            place = self._place_x(len(self.pennies))
            self.pennies.append(penny := Penny(layout.width + 30 - place))
            self.motion.to(penny, 420, 0, ease_out, x=layout.penny_x(event.pennies - 1, event.pennies) - place)
            self.audio.play("penny_ring")

    def _settle(self, event: SkyMoved, view: View) -> None:
        self.table.tokens.set_view(view)
        self.toss_words = ""
        del self.pennies[event.pennies :]
        towers = [(seat, f) for seat in view.in_play for f, tower in enumerate(view.towers[seat]) if tower]
        self.settling.settle(towers, event.by, view)
        self.audio.play("sky_settle")
        xs, self.places = self.xs, event.pennies
        for number, penny in enumerate(self.pennies):
            penny.heads = True
            penny.spin = 1.0
            penny.x = xs[number] - self._place_x(number)
            self.motion.to(penny, 500, 0, ease_in_out, x=0.0)
        self.table.tokens.arrange(500)
        self._move_line(0 if self.motion.reduced else 900, view)


def toss_words(heads: int, tails: int) -> str:
    """Return the result of a toss of the pennies."""
    if heads == tails:
        return tr("{heads} heads, {tails} tails: a tie, so again", heads=heads, tails=tails)
    if heads > tails:
        return tr("{heads} heads, {tails} tails: the Sky rises", heads=heads, tails=tails)
    return tr("{heads} heads, {tails} tails: the Sky settles", heads=heads, tails=tails)
