"""The places on the table of Towers: where they are, what can be chosen there, and how cards move between them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from topping_out.game.engine import Seat, why_not
from topping_out.game.language import mark, tr, tr_count
from topping_out.game.text import commas, signed
from topping_out.game.towers.actions import NEW, Action, Build, Built, Claim, Claimed, Demolished, Drew, End
from topping_out.game.towers.floors import Account, CardId
from topping_out.game.towers.rules import GAME, preview
from topping_out.game.towers.state import Variant, View
from topping_out.game.towers.words import points_words

from ..kit.kit import Kit
from ..kit.plates import lines_within, seat_plate_height
from ..kit.sprites import FLYING, Pose, Sprite, ease_in_out, ease_out, ease_out_back, linear, send
from ..match.table.game import CardsLayout, Span, X, within
from ..match.table.selection import Preview, Selection, Way, not_here, tried
from ..match.table.tokens import HIDDEN, Tokens
from ..ui.layout import Rect
from .art import STICKS_OUT, Size

# -- layout


TOP = 98.0
"""Smallest y of the top of a full tower, below the bar at the top and a spire's needle."""
EDGE = 24.0
SIDE = 216.0
"""Width of the plates on the right."""
PILE_SCALE = 0.42
ROWS = 2
"""Number of rows of cards in the hand."""
GAP = 8.0


class Layout(CardsLayout):
    """The layout for one window size: towers side by side, the seats on the right, the hand in two rows below."""

    radius, ring = 5.0, 8.0
    drop_margin = 8, 4
    tilt = -1.5
    nimble = 0.5  # cards are wide, and lie close together

    def __init__(self, kit: Kit, variant: Variant) -> None:
        self.width, self.height = kit.width, kit.height
        self.variant, self.text = variant, kit.text_scale
        self.plots = variant.limit
        self.side = SIDE * min(self.text, 1.12)
        """Width of the column on the right."""
        self.message_width = 214.0 + 26 * (self.text - 1) * 2
        self.plate_h = seat_plate_height(kit)
        self.label_h = 26 * self.text
        self.card = self._card_size()
        self.hand_top = self.height - 14 - ROWS * (self.card[1] + GAP) + GAP
        self.ground = self.hand_top - 14 - self.label_h
        self.cart_h = 17.0
        self.message_lines = lines_within(kit, self.height - 16 - self.hand_top + 6)
        self.caption_room = Span(20.0, self.plate(0).x - 12)
        self.tips_right = self.plate(0).x - 6

    def _card_size(self) -> Size:
        """Return the largest size of a card with which full towers and two rows of the hand fit."""
        room = self.height - TOP - self.label_h - 14 - ROWS * GAP - 16
        high = min(92.0, room / (self.variant.height + ROWS))
        pitch = (self.width - 2 * EDGE - self.side - 18) / self.plots
        wide = min(pitch - STICKS_OUT - 12, self.hand_room / 3 - GAP, high * 4.2)
        return round(wide, 1), round(high, 1)

    # -- the hand

    @property
    def hand_room(self) -> float:
        return self.width - 20 - self.message_width - 14 - SIDE * min(self.text, 1.25) - 34

    def hand_place(self, index: int, count: int, raised: bool = False) -> Pose:
        """Return the place of a card of the hand; more cards than half a full hand lie in two rows."""
        wide, high = self.card
        most = self.variant.hand // ROWS
        columns = count if count <= most else (count + 1) // ROWS
        row, column = divmod(index, max(1, columns))
        in_row = min(columns, count - row * columns)
        left = 20 + self.message_width + 14
        x = left + self.hand_room / 2 + (column - (in_row - 1) / 2) * (wide + GAP)
        first = 0.5 if count <= most else 0.0
        y = self.hand_top + high / 2 + (first + row) * (high + GAP)
        return Pose(x + (5 if raised else 0), y - (7 if raised else 0))

    # -- towers: tucked cards stick out to the right, on mirrored tables too

    def _pitch(self) -> float:
        return (self.width - EDGE - self.side - EDGE - 18) / self.plots

    def plot(self, plot: int) -> Rect:
        """Return the part of the table that a tower has."""
        return Rect(EDGE + self._pitch() * plot, 0, self._pitch(), self.ground)

    @within(plot)
    def tower_x(self, plot: int) -> X:
        """Return the x of the middle of a plot's floors."""
        return X(EDGE + self._pitch() * (plot + 0.5) - STICKS_OUT / 2)

    @within(lambda self, plot, level: self.plot(plot))
    def floor_place(self, plot: int, level: int) -> Pose:
        return Pose(self.tower_x(plot), self.ground - (level + 0.5) * self.card[1])

    @within(lambda self, plot, level: self.plot(plot))
    def tuck_place(self, plot: int, level: int) -> Pose:
        """Return the place of a tucked card: under its floor, with its end visible."""
        return Pose(self.tower_x(plot) + STICKS_OUT, self.ground - (level + 0.5) * self.card[1])

    @within(lambda self, plot, level: self.plot(plot))
    def floor_rect(self, plot: int, level: int) -> Rect:
        place = self.floor_place(plot, level)
        return Rect(place.x - self.card[0] / 2, place.y - self.card[1] / 2, *self.card)

    @within(lambda self, plot, level: self.plot(plot))
    def side_rect(self, plot: int, level: int) -> Rect:
        """Return the rectangle to the right of a floor where the end of a tucked card is visible."""
        floor = self.floor_rect(plot, level)
        return Rect(floor.right, floor.y + 2, STICKS_OUT, floor.h - 4)

    @within(lambda self, plot, floors: self.plot(plot))
    def column(self, plot: int, floors: int) -> Rect:
        """Return the rectangle of a tower with this number of floors, without its tucked cards."""
        high = floors * self.card[1]
        return Rect(self.tower_x(plot) - self.card[0] / 2, self.ground - high, self.card[0], high)

    # -- on the right, or on mirrored tables on the left

    def plate(self, seat: Seat) -> Rect:
        return Rect(self.width - EDGE + 4 - self.side, 76 + seat * (self.plate_h + 8), self.side, self.plate_h)

    @within(lambda self, seat: self.plate(seat))
    def plate_cards(self, seat: Seat) -> Pose:
        """Return the place on a seat's plate where cards of its hidden hand appear and vanish."""
        plate = self.plate(seat)
        return Pose(plate.centerx, plate.centery, scale=0.3)

    @within(lambda self, seat: self.plate(seat))
    def plate_score(self, seat: Seat) -> Pose:
        """Return the place on a seat's plate that scored points fly to."""
        plate = self.plate(seat)
        return Pose(plate.right - 30, plate.centery)

    def turned_up(self, seat: Seat) -> Pose:
        """Return the place beside a seat's plate where a card of its hidden hand is shown before it is built."""
        plate = self.plate(seat)
        return Pose(plate.x - self.card[0] * 0.45 - 16, plate.centery, scale=0.9)

    @property
    def _piles_left(self) -> float:
        return self.width - EDGE + 4 - self.side

    @property
    def pile_scale(self) -> float:
        return min(PILE_SCALE, (self.side / 2 - 8) / self.card[0])

    @property
    def draw_pile(self) -> Pose:
        scale = self.pile_scale
        return Pose(self._piles_left + self.side / 4, self.ground - self.card[1] * scale / 2 - 2, scale=scale)

    @property
    def discard_pile(self) -> Pose:
        scale = self.pile_scale
        y = self.ground - self.cart_h - self.card[1] * scale / 2
        return Pose(self._piles_left + self.side * 3 / 4, y, scale=scale)

    @property
    def account_button(self) -> Rect:
        """The rectangle of the button that opens the accounts, above the buttons of the turn."""
        high = 22 + 16 * self.text
        return Rect(self._piles_left, self.height - 16 - 3 * high - 2 * 9, self.side, high)


# -- moving


DISCARDS, TUCKS, FLOORS = 10, 50, 100
"""The z of the lowest card drawn in the discards, of the lowest tucked card, and of the ground floor."""
FLIGHT, TURN, VOLUME = 340.0, (50.0, 260.0), 0.7
"""How a card flies to the viewer's hand: duration, delay and duration of turning up in milliseconds, and volume."""


@dataclass(frozen=True)
class Tuck:
    """The key of a tucked card's sprite: its owner, and the card, `HIDDEN` if the viewer may not see it."""

    seat: Seat
    card: CardId


def tidy(tokens: Tokens) -> None:
    """Remove the cards that have moved to where they are not drawn, and send all others to their places."""
    tokens.loose.clear()
    tokens.arrange()


# -- drawing


def deal(tokens: Tokens) -> None:
    """Deal the hands from the draw pile, card by card."""
    view: View = tokens.view
    step = view.variant.seats * 45
    for number, card in enumerate(tokens.hand):
        tokens.deal_out(tokens.sprites[card], 240 + number * step, FLIGHT, TURN, VOLUME)
    for seat, size in enumerate(view.hand_sizes):
        if seat != view.seat:
            _draw_backs(tokens, seat, size, 240 + (seat + 1) * 45, step)
    tokens.motion.then(lambda: tidy(tokens))


def draw(tokens: Tokens, event: Drew, view: View) -> None:
    tokens.set_view(view)
    if event.seat == view.seat:
        tokens.draw(event.cards, FLIGHT, TURN, VOLUME)
    else:
        _draw_backs(tokens, event.seat, len(event.cards))


def _draw_backs(tokens: Tokens, seat: Seat, count: int, delay: float = 0.0, step: float = 60) -> None:
    """Let cards slide face down from the draw pile to a seat's plate, and fade there.

    The first starts after `delay` milliseconds, and each further one `step` milliseconds after the one before.
    """
    motion, goal = tokens.motion, tokens.layout.plate_cards(seat)
    for number in range(count):
        sprite = Sprite(None, tokens.layout.draw_pile, turn=-1, z=FLYING + number)
        sprite.alpha = 0.0 if delay else 1.0
        tokens.loose.append(sprite)
        start = delay + number * step
        motion.at(start, lambda sprite=sprite: setattr(sprite, "alpha", 1.0))  # type: ignore[misc]
        send(motion, sprite, goal, 280, start)
        motion.to(sprite, 90, start + 240, linear, alpha=0.0)
        motion.at(start, lambda: tokens.audio.play("card_slide", 0.5))


# -- building


def turn_up(tokens: Tokens, event: Built) -> None:
    """Turn up the card that another seat builds, beside its plate, so that the viewer can follow."""
    layout = tokens.layout
    place = layout.turned_up(event.seat)
    sprite = tokens.sprites[event.card] = Sprite(event.card, layout.plate_cards(event.seat), turn=-1, z=FLYING)
    tokens.audio.play("card_flip")
    tokens.motion.to(sprite, 280, 0, ease_out, x=place.x, y=place.y, scale=place.scale)
    tokens.motion.to(sprite, 260, 0, linear, turn=1.0)


def build(tokens: Tokens, event: Built, view: View) -> None:
    """Let a floor fly to its place on the tower."""
    tokens.set_view(view)
    place, z, _ = tokens.placements()[event.card]
    sprite = tokens.sprites[event.card]
    sprite.z = FLYING
    tokens.audio.play("card_slide")
    tokens.motion.to(sprite, 340, 0, ease_in_out, x=place.x, angle=0.0, scale=1.0)
    tokens.motion.to(sprite, 400, 0, ease_out_back, y=place.y)
    tokens.motion.at(330, lambda: tokens.land(sprite, z, 0))
    tokens.arrange(280, (event.card,))


# -- claiming


def fly_to_floor(tokens: Tokens, event: Claimed) -> None:
    """Let a card turn face down and fly to the right of the floor that it claims."""
    own = event.seat == tokens.view.seat
    start = tokens.layout.plate_cards(event.seat)
    sprite = tokens.sprites.pop(event.card) if own else Sprite(None, start, turn=-1)
    sprite.key = Tuck(event.seat, event.card if own else HIDDEN)
    sprite.z = FLYING
    tokens.loose.append(sprite)
    goal = tokens.layout.tuck_place(event.plot, event.level)
    tokens.audio.play("card_flip" if own else "card_slide")
    tokens.motion.to(sprite, 380, 0, ease_in_out, x=goal.x + STICKS_OUT + 14, y=goal.y, angle=0.0, scale=1.0)
    tokens.motion.to(sprite, 280, 0, linear, turn=-1.0)


def tuck_in(tokens: Tokens, event: Claimed, view: View) -> None:
    """Let the card slide under the floor until only its end is visible."""
    tokens.set_view(view)
    (token,) = tokens.ids["tuck", event.plot, event.level]
    sprite = tokens.sprites[token] = tokens.loose.pop()
    sprite.z = TUCKS + event.level
    goal = tokens.layout.tuck_place(event.plot, event.level)
    tokens.motion.to(sprite, 240, 0, ease_out, x=goal.x, y=goal.y)
    tokens.audio.play("card_slide")
    tokens.motion.at(200, lambda: tokens.audio.play("card_place", 0.6))
    tokens.arrange(240, (token,))


# -- clearing away


def cart_off(tokens: Tokens, event: Demolished, view: View) -> None:
    """Let a tower's floors fly to the discards from the top down, with the tucked cards, which turn face up."""
    faces, pile = iter(event.tucks), tokens.layout.discard_pile
    rows = [tokens.ids.get(("tuck", event.plot, level), ()) for level in range(len(event.floors))]
    tucks = [(next(faces), tokens.sprites.pop(row[0])) if row else None for row in rows]
    tokens.set_view(view)
    for number, (card, tuck) in enumerate(reversed([*zip(event.floors, tucks)])):
        _send_off(tokens, tokens.sprites[card], pile, number * 70, FLYING + 2 * number)
        if tuck:
            face, sprite = tuck
            sprite.key, tokens.sprites[face] = face, sprite
            tokens.motion.to(sprite, 200, number * 70, linear, turn=1.0)
            _send_off(tokens, sprite, pile, number * 70 + 30, FLYING + 2 * number + 1)
    tokens.motion.at(len(event.floors) * 70 + 420, lambda: tokens.audio.play("knock", 0.6))


def _send_off(tokens: Tokens, sprite: Sprite, pile: Pose, delay: float, z: float) -> None:
    tokens.motion.at(delay, lambda: setattr(sprite, "z", z))
    tokens.motion.to(sprite, 460, delay, ease_in_out, x=pile.x, scale=pile.scale)
    tokens.motion.to(sprite, 460, delay, ease_out_back, y=pile.y)
    tokens.motion.at(delay, lambda: tokens.audio.play("card_slide", 0.5))


# -- choosing


class Target(NamedTuple):
    """A place for a card on the table: the top of a plot's tower or, with a level, under that floor."""

    plot: int
    level: int | None = None


def way(view: View, action: Action) -> Way:
    if isinstance(action, End):
        return Way((), None)
    plot = free_plot(view) if action.plot == NEW else action.plot
    level = action.level if isinstance(action, Claim) else None
    return Way((view.variant.deck.kind_named[action.floor],), Target(plot, level))


def free_plot(view: View) -> int:
    """Return the plot of a new tower, the leftmost free one; -1 if there is none."""
    return next((plot for plot, tower in enumerate(view.towers) if not tower), -1)


def builds(selection: Selection) -> bool:
    """Tell whether the player must still build; if not, the player may claim floors."""
    view: View = selection.view
    return view.builds_left > 0


def is_claiming(selection: Selection | None) -> bool:
    """Tell whether a card is chosen to claim a floor with."""
    return selection is not None and selection.card is not None and not builds(selection)


# -- where a card goes


def first_aim(selection: Selection) -> Target | None:
    """Return the floor where a claim pays most; none if none pays, or while the player must build."""
    best = None if selection.card is None or builds(selection) else next(iter(_ranked(selection)), None)
    return best if best and _lead(selection, best) > 0 else None


def _ranked(selection: Selection) -> list[Target]:
    """Return the floors that can be claimed, best first; of equally good ones the higher, which is scored earlier."""
    return sorted(sorted(selection.targets()), key=lambda to: (_lead(selection, to), to.level or 0), reverse=True)


def _lead(selection: Selection, target: Target) -> int:
    """Return the player's gain in points by a claim minus that of the others, if the tower were scored now."""
    before, after = _claimed(selection, target)
    own: int = after.points[selection.seat] - before.points[selection.seat]
    return 2 * own - (sum(after.points) - sum(before.points))


def places_in(selection: Selection, target: Target) -> list[Target] | None:
    """Return the floors of a tower that the chosen card can claim, best first.

    Return None if no card is chosen for a claim, or if the target is a floor.
    """
    if not is_claiming(selection) or target.level is not None:
        return None
    return [floor for floor in _ranked(selection) if floor.plot == target.plot]


# -- in words


def _pays(selection: Selection, target: Target) -> bool:
    """Tell whether the player would get more points or cards by a claim, if the tower were scored now."""
    (before, after), seat = _claimed(selection, target), selection.seat
    return after.points[seat] > before.points[seat] or _drawn(after, seat) > _drawn(before, seat)


def _prompt(selection: Selection) -> str:
    view: View = selection.view
    if view.builds_left == view.variant.builds:
        return ""
    if builds(selection):
        return tr("Now build on another tower.")
    return tr("Claim floors, or end the turn.") if len(selection.ways) > 1 else tr("End the turn.")


def _refusal(selection: Selection, target: Target) -> str:
    """Return why nothing can be done at a target."""
    if selection.card is None:
        return tr("Choose a card in your hand first.")
    if places_in(selection, target) == []:
        return tr("No floor of tower {tower} is free to claim.", tower=target.plot + 1)
    view, floor = selection.view, _name(selection.view, selection.card)
    if target.level is not None:
        return why_not(GAME, view, Claim(floor, target.plot, target.level))
    return why_not(GAME, view, Build(floor, NEW if target.plot == free_plot(view) else target.plot))


def preview_of(selection: Selection, target: Target | None) -> Preview:
    if target is None:
        return _aimless(selection)
    action = selection.action_at(target)
    if action is None:
        return not_here(_refusal(selection, target))
    where = _where(selection.view, *target)
    if isinstance(action, Claim):
        floor = tr(_name(selection.view, selection.view.towers[action.plot][action.level].card))
        title = tr("Claim this {floor} with {card}", floor=floor, card=tr(action.floor))
        return Preview(title, _gain(selection, target), where, tr("Claim the floor"))
    text, label = mark("Build {floor} on tower {tower}"), tr("Build on tower {tower}", tower=target.plot + 1)
    if not selection.view.towers[target.plot]:
        text, label = mark("Start tower {tower} with {floor}"), tr("Start a tower")
    line = worth_words(_after(selection, target), target.plot, selection.names)
    return Preview(tr(text, floor=tr(action.floor), tower=target.plot + 1), line, where, label)


def _aimless(selection: Selection) -> Preview:
    """Return the preview of no place: the end of the turn, or what has to be chosen first."""
    label, caution, rest = tr("Choose a tower"), "", ""
    if selection.card is None:
        label, caution = "", _prompt(selection)
    elif is_claiming(selection) and not any(_pays(selection, target) for target in selection.targets()):
        rest = tr("It pays nothing as it stands")
    if selection.action_at(None):
        return Preview(tr("End turn"), "", caution=caution, rest=rest)
    return not_here(tr("Choose a card in your hand first."), label, caution, rest)


def _gain(selection: Selection, target: Target) -> str:
    """Return in words what the player and the others would gain by a claim, if the tower were scored now."""
    (before, after), seat = _claimed(selection, target), selection.seat
    now, then = before.points[seat], after.points[seat]
    others = sum(after.points) - then - sum(before.points) + now
    cards = _drawn(after, seat) - _drawn(before, seat)
    clauses = [tr("{now} to {then} points for you", now=now, then=then)] if now != then else []
    clauses += [tr("others {points}", points=signed(others))] if others else []
    clauses += [tr_count("you draw {number} card", "you draw {number} cards", cards)] if cards > 0 else []
    return commas(clauses) or tr("It pays nothing as it stands")


def _where(view: View, plot: int, level: int | None) -> str:
    if level is None:
        text = mark("onto tower {tower}") if view.towers[plot] else mark("as the start of tower {tower}")
        return tr(text, tower=plot + 1)
    floor = tr(_name(view, view.towers[plot][level].card))
    return tr("under {floor}, floor {level} of tower {tower}", floor=floor, level=level + 1, tower=plot + 1)


def _name(view: View, card: CardId) -> str:
    return view.floor(card).name


def _after(selection: Selection, target: Target) -> View:
    """Return the player's view after the action at a target."""
    after: View = tried(GAME, selection.view, selection.action_at(target)).after
    return after


def _claimed(selection: Selection, target: Target) -> tuple[Account, Account]:
    """Return the accounts of the target's tower, if it were scored now, without the claim and with it."""
    return preview(selection.view, target.plot), preview(_after(selection, target), target.plot)


def _drawn(account: Account, seat: Seat) -> int:
    """Return how many cards a seat draws in a scoring."""
    return sum(step.drawn for step in account.steps if step.owner == seat)


def worth_words(view: View, plot: int, names: Sequence[str]) -> str:
    """Return the height of a tower that was just built on, and what it would score, in words."""
    points, tower = points_words(preview(view, plot).points, names) or tr("nobody scores"), view.towers[plot]
    if view.floor(tower[-1].card).triggers_scoring:
        return tr("It's scored at the end of this turn: {points}", points=points)
    text = mark("Floor {number} of {total}. Scored as it stands: {points}")
    if view.is_due(plot):
        text = mark("Floor {number} of {total}: scored at the end of this turn, {points}")
    return tr(text, number=len(tower), total=view.variant.height, points=points)


def owner_points(points: Sequence[int]) -> list[tuple[Seat, int]]:
    """Return the seats with points, each with its points."""
    return [(seat, n) for seat, n in enumerate(points) if n]
