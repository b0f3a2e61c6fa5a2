"""All that moves on the table of Wyoming, and how each event moves it."""

from __future__ import annotations

import math
import random
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass

from topping_out.game.engine import Seat, TurnBegan
from topping_out.game.language import tr, tr_count, tr_label
from topping_out.game.text import with_minus
from topping_out.game.wyoming.cards import CardId
from topping_out.game.wyoming.events import (
    Constructed,
    Deconstructed,
    Discarded,
    Drew,
    Event,
    LostContract,
    Recycled,
    SkyMoved,
    Tossed,
)
from topping_out.game.wyoming.state import View

from ..audio.player import Audio
from ..kit.kit import Kit
from ..kit.motion import Motion, ease_in, ease_in_out, ease_out, ease_out_back, ease_out_bounce, linear
from ..kit.plates import TOP as BAR
from ..kit.sprites import FLYING, Pose, Sprite, send
from ..kit.stage import Stage
from ..match.cards.animator import HAND, CardAnimator
from . import art
from .layout import PENNY, Layout
from .selection import DISCARD, Target

# -- last plays


LastPlays = dict[Seat, "LastPlay"]
"""By seat, the latest play last."""


@dataclass(frozen=True, slots=True)
class LastPlay:
    """A seat's last play: where, and by how many storeys a tower grew or shrank; of discards, how many cards."""

    seat: Seat
    target: Target
    change: int


def note(plays: LastPlays, event: Event, viewer: Seat | None) -> None:
    """Take an event into account; with the viewer's own play the others' are forgotten."""
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
            return LastPlay(event.seat, (event.owner, event.foundation), -len(event.fallen))
        case Discarded():
            return LastPlay(event.seat, DISCARD, len(event.cards))


def last_plays(events: Iterable[Event], viewer: Seat | None) -> LastPlays:
    """Return what each seat did last. Needs every event from the beginning."""
    plays: LastPlays = {}
    for event in events:
        note(plays, event, viewer)
    return plays


def tag_words(play: LastPlay, name: str) -> str:
    """Return what a tag says: "Ana +3"."""
    if play.target == DISCARD:
        return tr("{name}: {number} discarded", name=tr_label(name), number=play.change)
    return f"{tr_label(name)} {with_minus(f'{play.change:+d}')}"


# -- settling


HUSH = 260.0
"""Milliseconds in which the table goes dark, and light again."""
DARK = 0.5
"""How dark it goes, from 0 to 1."""
FALL, ROLL = 720.0, 1150.0
LARGE = 2.4
"""How large the coin is in front, as a factor."""
STEP = 15
"""Degrees from one picture of the rolling coin to the next."""
TICK = 90.0
"""Milliseconds from one tower's count to the next one's."""
READ = 1500.0
"""Milliseconds that the banner stays at least."""


class Coin:
    """The penny on its way: `x` and `y` are the middle of the coin."""

    __slots__ = ("angle", "size", "x", "y")

    def __init__(self, x: float, y: float) -> None:
        self.x, self.y, self.size, self.angle = x, y, 1.0, 0.0


class Countdown:
    """What is to go for one tower: `shine` flares up as it ticks. Until then it shows the number before."""

    __slots__ = ("has_ticked", "shine")

    def __init__(self) -> None:
        self.has_ticked, self.shine = False, 0.0


class Settling:
    """What shows of a penny's fall, while it does; `dark` and `banner` run from 0 to 1."""

    def __init__(self, motion: Motion, audio: Audio) -> None:
        self.motion, self.audio = motion, audio
        self.dark = self.banner = 0.0
        self.words = ""
        self.coin: Coin | None = None
        self.counts: dict[Target, Countdown] = {}
        self.by = 0
        """By how much the Sky moves; 0: it rests."""

    def hush(self) -> None:
        """Let the table hold its breath: this moment is never hurried."""
        self.motion.haste = 1.0
        if not self.motion.reduced:
            self.motion.to(self, HUSH, 0, ease_out, dark=1.0)

    def drop(self, x: float, y: float, layout: Layout) -> None:
        """Let a coin fall from its place in the Sky, and roll away in front of all the towers."""
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
        """Say how many cards win now, and let the count of each tower tick."""
        self.coin, self.by, self.words = None, by, settled_words(by, view)
        self.counts = {target: Countdown() for target in targets}
        self.motion.to(self, 200, 0, linear, banner=1.0)
        for number, count in enumerate(self.counts.values()):
            self.motion.at(320 + number * TICK, lambda count=count: self._tick(count))  # type: ignore[misc]

    def _tick(self, count: Countdown) -> None:
        self.audio.play("tick")
        count.has_ticked, count.shine = True, 1.0
        self.motion.to(count, 500, 0, ease_out, shine=0.0)

    def breathe(self) -> None:
        """Let the table go on."""
        self.by, self.counts = 0, {}
        self.motion.to(self, HUSH, 0, ease_out, dark=0.0)
        self.motion.to(self, HUSH, 0, linear, banner=0.0)

    def needed(self, target: Target, view: View) -> int:
        """Return how many cards a tower is counted against now."""
        count = self.counts.get(target)
        return view.needed - self.by if count and not count.has_ticked else view.needed

    def shine(self, target: Target) -> float:
        count = self.counts.get(target)
        return count.shine if count else 0.0

    @property
    def look(self) -> tuple[Hashable, ...]:
        """What it tells of the towers' counts, for the key of a layer."""
        return self.by, *((target, count.has_ticked, count.shine) for target, count in self.counts.items())

    # -- drawing

    def draw_dark(self, stage: Stage, kit: Kit) -> None:
        """Darken what lies behind the towers."""
        if self.dark > 0:
            stage.blit(kit.veil(DARK), 0, 0, round(self.dark * 8) / 8)

    def draw(self, stage: Stage, kit: Kit, bar_room: tuple[float, float] | None) -> None:
        """Show the coin in front of all else, and the banner in the bar at the top, or below one without room."""
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
    """Return how the Sky moved, and what that comes to."""
    number = view.needed
    if by < 0:
        if view.is_exact:
            return tr_count(
                "The Sky settles: exactly {number} card wins", "The Sky settles: exactly {number} cards win", number
            )
        return tr_count("The Sky settles: {number} card wins", "The Sky settles: {number} cards win", number)
    if view.is_exact:
        return tr_count(
            "The Sky rises: exactly {number} card wins", "The Sky rises: exactly {number} cards win", number
        )
    return tr_count("The Sky rises: {number} card wins", "The Sky rises: {number} cards win", number)


# -- animator


class Penny:
    """A penny of the Sky; `y` counts from the Sky's line, up is negative."""

    __slots__ = ("alpha", "heads", "spin", "x", "y")

    def __init__(self, x: float) -> None:
        self.x, self.y, self.alpha, self.spin, self.heads = x, 0.0, 1.0, 1.0, True


class SkyLine:
    __slots__ = ("level",)

    def __init__(self, level: float) -> None:
        self.level = level


class Animator(CardAnimator):
    view: View

    def __init__(self, view: View, kit: Kit, motion: Motion, audio: Audio, is_replay: bool = False) -> None:
        self._is_replay = is_replay
        self.last_plays: LastPlays = {}
        self.toss_words = ""
        """What a toss of the pennies came to, while that shows."""
        self.sky = SkyLine(view.pennies)
        self.pennies: list[Penny] = []
        self.settling = Settling(motion, audio)
        self._rng = random.Random(3)
        super().__init__(view, kit, motion, audio)

    # -- placing

    @property
    def layout(self) -> Layout:
        view = self.view
        levels = max(view.starting_pennies + 1, view.pennies + 1, view.tallest)
        own_hand, is_replay = view.seat is not None, self._is_replay
        key = ("wyoming layout", view.variant, levels, own_hand, is_replay)
        return self.kit.cached(key, lambda: Layout(self.kit, view.variant, levels, own_hand, is_replay))

    def placements(self) -> dict[CardId, tuple[Pose, float]]:
        """Return where each card that shows its face belongs, and how high."""
        layout, view = self.layout, self.view
        places: dict[CardId, tuple[Pose, float]] = {}
        for number, card in enumerate(view.discards[-3:]):
            places[card] = layout.discard_pile, 10 + number
        for seat, towers in enumerate(view.towers):
            for foundation, tower in enumerate(towers):
                for level, card in enumerate(tower):
                    places[card] = layout.storey_place(seat, foundation, level), 100 + level
        for index, card in enumerate(view.hand):
            places[card] = layout.hand_place(index, len(view.hand), card in self.raised), HAND + index
        return places

    def settle(self) -> None:
        super().settle()
        self.toss_words = ""
        self.settling = Settling(self.motion, self.audio)
        self.sky.level = self.view.pennies
        self.pennies = [Penny(self.layout.penny_x(i, self.view.pennies)) for i in range(self.view.pennies)]

    def is_in_place(self) -> bool:
        return super().is_in_place() and self.view.pennies == self.sky.level == len(self.pennies)

    def deal(self) -> None:
        """Queue the opening: the hand is dealt from the draw pile, the pennies rise with their line."""
        level, self.sky.level = self.sky.level, 1.0
        self.motion.to(self.sky, 900, 0, ease_in_out, level=level)
        for number, sprite in enumerate(self.cards.values()):
            home = sprite.place
            self.put_on_pile(sprite)
            self.fly_in(sprite, home, 200 + number * 60, 320, turn=(60, 240))
        for seat, size in enumerate(self.view.hand_sizes):
            if seat != self.view.seat:
                self._deal_hidden(seat, size, 200)
        self.motion.then(self.tidy)

    def _deal_hidden(self, seat: Seat, count: int, delay: float = 0.0) -> None:
        """Cards slide face down from the draw pile to a seat's plate."""
        goal = self.layout.plate_cards(seat)
        for number in range(count):
            sprite = Sprite(None, self.layout.draw_pile, turn=-1, z=FLYING)
            start = delay + number * 60
            self._show_during(sprite, start, start + 270)
            send(self.motion, sprite, goal, 260, start)

    def _show_during(self, sprite: Sprite, start: float, end: float) -> None:
        """Let a card without a face be seen for a time only: piled up, the shadows would add up."""
        sprite.alpha = 0.0
        self.loose.append(sprite)
        self.motion.at(start, lambda: setattr(sprite, "alpha", 1.0))
        self.motion.at(end, lambda: setattr(sprite, "alpha", 0.0))

    # -- events

    def animate(self, event: Event, view: View) -> None:
        """Queue the motion of one event, which leads to `view`."""
        match event:
            case Constructed(seat, _, _, cards):
                self._reveal(seat, cards)
                self.motion.then(lambda: self._construct(event, view), hold=60)
            case Deconstructed(seat, _, _, spent, _, rising):
                self._reveal(seat, spent + rising)
                self.motion.then(lambda: self._gather_above(event), hold=40)
                self.motion.then(lambda: self._knock(event, view), hold=60)
                self.motion.then(self.tidy)
            case Discarded(seat, cards):
                self._reveal(seat, cards)
                self.motion.then(lambda: self._discard(event, view), hold=60)
                self.motion.then(self.tidy)
            case Drew():
                self.motion.then(lambda: self._draw(event, view))
                self.motion.then(self.tidy)
            case Tossed(heads):
                self.motion.then(lambda: self._toss(heads), hold=900)
            case SkyMoved():
                self.motion.then(self.settling.hush)
                self.motion.then(lambda: self._move_penny(event))
                self.motion.then(lambda: self._settle_sky(event, view), hold=READ)
                self.motion.then(self.settling.breathe)
            case Recycled():
                self.motion.then(lambda: self._recycle(event, view), hold=60)
                self.motion.then(self.tidy)
            case TurnBegan(seat):
                self.motion.then(lambda: self.begin_turn(seat, view), hold=60)
            case LostContract():
                self.motion.then(lambda: self._lose_contract(view), hold=60)
            case _:
                self.motion.then(lambda: self.set_view(view))

    def _lose_contract(self, view: View) -> None:
        self.set_view(view)
        self.arrange()

    def _reveal(self, seat: Seat, cards: Sequence[CardId]) -> None:
        """A hidden hand shows its cards first, and pauses, so that everyone can follow."""
        self.motion.then(lambda: self._drop_choice(seat))
        if seat != self.view.seat:
            self.motion.then(lambda: self._turn_up(seat, cards))
            self.motion.then(lambda: None, hold=250)

    def _drop_choice(self, seat: Seat) -> None:
        self.last_plays.pop(seat, None)
        self.raised.clear()

    def _turn_up(self, seat: Seat, cards: Sequence[CardId]) -> None:
        start, plate = self.layout.plate_cards(seat), self.layout.plate(seat)
        self.audio.play("card_flip")
        for number, card in enumerate(cards):
            sprite = self.cards[card] = Sprite(card, start, turn=-1, z=FLYING + number)
            offset = (number - (len(cards) - 1) / 2) * min(60.0, 300 / len(cards))
            x = max(60.0, min(self.kit.width - 60, plate.centerx + offset))
            self.motion.to(sprite, 260, number * 45, ease_out, x=x, y=plate.y - 30, scale=0.8, turn=1.0)

    def _construct(self, event: Constructed, view: View) -> None:
        self.set_view(view)
        note(self.last_plays, event, self.view.seat)
        self._fly_home(event.cards)
        self.arrange(skip=event.cards)

    def _fly_home(self, cards: Sequence[CardId], delay: float = 0.0) -> None:
        """Cards fly to their storeys, one after another, folding as they land."""
        places = self.placements()
        self.audio.play("card_slide")
        for number, card in enumerate(cards):
            place, z = places[card]
            sprite = self.cards.setdefault(card, Sprite(card, place))
            sprite.z = FLYING + number
            start = delay + number * 60
            self.motion.to(sprite, 300, start, ease_in_out, x=place.x, angle=0.0, scale=1.0)
            self.motion.to(sprite, 300, start, ease_out_back, y=place.y)
            self.motion.to(sprite, 300, start, ease_in_out, fold=1.0)
            self.motion.at(start + 270, lambda s=sprite, z=z, n=number: self.land(s, z, number=n))  # type: ignore[misc]

    def _gather_above(self, event: Deconstructed) -> None:
        """The attacking cards gather over the tower that they came for."""
        top = self.layout.storey_place(event.owner, event.foundation, self.view.height(event.owner, event.foundation))
        cards = event.spent + event.rising
        self.audio.play("card_slide")
        for number, card in enumerate(cards):
            offset = number - (len(cards) - 1) / 2
            sprite = self.cards[card]
            sprite.z = FLYING + number
            x, y = top.x + offset * 22, max(90.0, top.y - 70)
            self.motion.to(sprite, 300, number * 40, ease_in_out, x=x, y=y, angle=-3 * offset, scale=0.7)

    def _knock(self, event: Deconstructed, view: View) -> None:
        """Each card knocks one storey off from the top, and goes with it; what is left over stands as a new tower."""
        height = self.view.height(event.owner, event.foundation)
        self.set_view(view)
        note(self.last_plays, event, self.view.seat)
        step = 170
        for number, (card, storey) in enumerate(zip(event.spent, reversed(event.fallen))):
            target = self.layout.storey_place(event.owner, event.foundation, height - 1 - number)
            self.motion.to(self.cards[card], 130, number * step, ease_in, x=target.x, y=target.y - 40, angle=0.0)
            pair = (self.cards[card], self.cards[storey])
            self.motion.at(number * step + 130, lambda pair=pair: self._tumble(pair))  # type: ignore[misc]
        self.motion.at(len(event.spent) * step + 200, lambda: self._fly_home(event.rising) if event.rising else None)
        self.motion.at(len(event.spent) * step + 460, lambda: None)

    def _tumble(self, pair: tuple[Sprite, Sprite]) -> None:
        """A storey and the card that struck it fly off to the discards."""
        self.audio.play("knock")
        pile = self.layout.discard_pile
        for sprite, whirl in zip(pair, (170, -230)):
            sprite.z = FLYING
            self.motion.to(sprite, 430, 0, ease_in_out, x=pile.x + self._rng.uniform(-6, 6))
            self.motion.to(sprite, 430, 0, ease_out_bounce, y=pile.y)
            self.motion.to(sprite, 430, 0, ease_out, scale=pile.scale, fold=0.0)
            sprite.angle = whirl * 0.12
            self.motion.to(sprite, 430, 0, linear, angle=0.0)

    def _discard(self, event: Discarded, view: View) -> None:
        self.set_view(view)
        note(self.last_plays, event, view.seat)
        self.audio.play("card_slide")
        for number, card in enumerate(event.cards):
            self.cards[card].z = FLYING + number
            send(self.motion, self.cards[card], self.layout.discard_pile, 320, number * 60)
        self.arrange(skip=event.cards)

    def _draw(self, event: Drew, view: View) -> None:
        self.set_view(view)
        if event.seat == self.view.seat:
            places = self.placements()
            for number, card in enumerate(event.cards):
                sprite = self.cards[card] = Sprite(card, self.layout.draw_pile, turn=-1, z=FLYING + number)
                self.fly_in(sprite, places[card][0], number * 60, 320, turn=(40, 260))
            self.arrange(300, skip=event.cards)
            return
        self._deal_hidden(event.seat, len(event.cards))
        self.audio.play("card_slide", 0.6)

    # -- the Sky

    def _toss(self, heads: tuple[bool, ...]) -> None:
        up = sum(heads)
        for number, (penny, shows) in enumerate(zip(self.pennies, heads)):
            delay = number * 70
            penny.spin = 1.0
            self.motion.to(penny, 260, delay, ease_out, y=-54.0)
            self.motion.to(penny, 520, delay, linear, spin=5.0)
            self.motion.at(delay + 260, lambda penny=penny, shows=shows: self._come_down(penny, shows))  # type: ignore[misc]
        self.motion.at(len(heads) * 70 + 560, lambda: setattr(self, "toss_words", toss_words(up, len(heads) - up)))
        self.audio.play("coin_toss")

    def _come_down(self, penny: Penny, heads: bool) -> None:
        penny.heads = heads
        self.motion.to(penny, 320, 0, ease_out_bounce, y=0.0)
        self.motion.at(200, lambda: self.audio.play("penny_ring", 0.3))

    def _move_penny(self, event: SkyMoved) -> None:
        """The last penny drops and rolls away, or a new one rises into the row."""
        if event.by < 0:
            penny, line = self.pennies.pop(), self.layout.sky_y(self.sky.level)
            self.settling.drop(penny.x, line - PENNY - 6, self.layout)
        else:
            self.pennies.append(penny := Penny(self.kit.width + 30))
            self.motion.to(penny, 420, 0, ease_out, x=self.layout.penny_x(event.pennies - 1, event.pennies))
            self.audio.play("penny_ring")

    def _settle_sky(self, event: SkyMoved, view: View) -> None:
        self.set_view(view)
        self.toss_words = ""
        del self.pennies[event.pennies :]
        towers = [(seat, f) for seat in view.in_play for f, tower in enumerate(view.towers[seat]) if tower]
        self.settling.settle(towers, event.by, view)
        self.audio.play("sky_settle")
        duration = 0 if self.motion.reduced else 900
        self.motion.to(self.sky, duration, 0, ease_in_out, level=float(event.pennies))
        for index, penny in enumerate(self.pennies):
            penny.heads = True
            penny.spin = 1.0
            self.motion.to(penny, 500, 0, ease_in_out, x=self.layout.penny_x(index, event.pennies))
        self.arrange(500)

    def _recycle(self, event: Recycled, view: View) -> None:
        self.set_view(view)
        start, goal = self.layout.discard_pile, self.layout.draw_pile
        self.audio.play("shuffle")
        for number in range(min(9, max(1, event.cards // 6))):
            sprite = Sprite(None, start, turn=-1, z=FLYING)
            self._show_during(sprite, number * 50, number * 50 + 390)
            send(self.motion, sprite, goal, 380, number * 50)
        self.arrange()


def toss_words(heads: int, tails: int) -> str:
    """Return what a toss of the pennies comes to."""
    if heads == tails:
        return tr("{heads} heads, {tails} tails: a tie, so again", heads=heads, tails=tails)
    if heads > tails:
        return tr("{heads} heads, {tails} tails: the Sky rises", heads=heads, tails=tails)
    return tr("{heads} heads, {tails} tails: the Sky settles", heads=heads, tails=tails)
