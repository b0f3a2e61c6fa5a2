"""What the tables have in common at which a card is chosen, and then a place for it."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any, ClassVar

import pygame

from topping_out.game.engine import Seat
from topping_out.game.language import YOU, tr, tr_count, tr_label
from topping_out.game.match import SeenEvent
from topping_out.game.record import Header
from topping_out.game.text import listed

from ...accessibility.semantics import Role, Semantics
from ...devices.intents import DOUBLE
from ...kit.kit import Kit
from ...kit.motion import Motion
from ...kit.pictures.city import Twinkle
from ...kit.plates import draw_seat, seat_sign
from ...kit.stage import Stage
from ...manager import Transition
from ...system.context import Context
from ...ui.layout import Widget
from ..board import Board, MainButton, Turn
from . import spoken
from .animator import CardAnimator
from .hit_area import HitArea, draw_close_up, target_at
from .selection import CardSelection


class CardBoard(Board):
    """A table of cards: its game's `CardSelection` says what can be done where, its `CardAnimator` moves the cards."""

    selection_of: ClassVar[Callable[..., CardSelection]]
    """Makes a selection from the view, the actions and the names of the players."""
    says: ClassVar[spoken.GameWords]
    """What the game's module of words says of its table."""
    selection: Any = None
    """A `CardSelection`, while a player at the screen may choose."""
    deck: ClassVar[Sequence[int]] = ()
    """Cards to be painted ahead, one in a quiet frame, so that none holds up a motion."""
    _pressed: int | None = None
    """The card of the hand that was pressed last."""
    _double_until = 0.0
    """Milliseconds for which another press makes that a double one."""
    _touched: HitArea | None = None
    """The card of the hand that is pointed at."""
    drop_margin: ClassVar[tuple[float, float]]
    """How much wider and higher than it looks a place is for a card that is let go there."""

    def __init__(self, context: Context, header: Header, motion: Motion, view: Any, **more: Any) -> None:
        super().__init__(context, header, motion, view, **more)
        self.twinkle = Twinkle()
        self._unpainted: Iterator[int] = iter(self.deck)
        self.animator: Any = self.make_animator(view)

    @abstractmethod
    def make_animator(self, view: Any) -> CardAnimator:
        """Return what moves the cards, with everything where a view says."""

    @property
    def tokens(self) -> Any:
        """What moves, by the name that the one table of cards has for it."""
        return self.animator

    @property
    def view(self) -> Any:
        return self.animator.view

    @property
    def layout(self) -> Any:
        return self.animator.layout

    def left_alone(self, view: Any, focus: Widget | None) -> str:
        left = {f"held {card}": f"card {place}" for place, card in enumerate(self.animator.hand) if card in view.hand}
        return "" if focus and focus.thing in left else next(iter(left.values()), "")

    # -- views and events

    def sync(self, view: Any) -> None:
        self.animator = self.make_animator(view)

    def deal(self, view: Any) -> None:
        self.sync(view)
        self.animator.deal()

    def resize(self, kit: Kit) -> None:
        self._unpainted = iter(self.deck)
        self.motion.finish()
        self.animator.kit = kit
        self.animator.settle()

    def is_synced(self, view: Any) -> bool:
        return bool(self.animator.view == view and self.animator.is_in_place())

    def animate(self, event: Any, view: Any) -> None:
        self.animator.animate(event, view)

    def clear_selection(self) -> None:
        if self.selection:
            self.selection.drop()
        self.animator.raised.clear()
        self.animator.arrange()

    # -- the player's turn

    def begin_turn(self, turn: Turn) -> None:
        self.turn = turn
        self.selection = self.selection_of(turn.view, turn.actions, self.names)

    def end_turn(self) -> None:
        if self.turn:
            self.animator.fresh.clear()
        self.turn = self.selection = None

    def mark_new(self, before: Sequence[int]) -> None:
        self.animator.mark_new(before)

    def main_button(self) -> MainButton | None:
        return MainButton(self.selection.label, self.selection.action) if self.selection else None

    def raise_chosen(self) -> None:
        """Show in the hand what is chosen."""
        self.animator.raised, self.animator.hinted = {*self.selection.cards}, set()
        self.animator.arrange(140)

    def press_area(self, area: HitArea) -> Transition:
        """Do what a click on something on the table does; where that is nothing, tell what it is."""
        if area.card is not None:
            return self.press_card(area.card)
        if area.target is not None:
            return self.press_target(area)
        return self.tell_of(area)

    def press_target(self, area: HitArea) -> Transition:
        return self.act_at(area.target) if self.turn else self.tell_of(area)

    def tell_of(self, area: HitArea) -> Transition:
        """Tell a player who goes by keys what a thing is."""
        said = self.describe(area)
        if said and self.context.devices.active != "mouse":
            self.context.reply(tr("{sentence}.", sentence=said.spoken().removesuffix(".")))
        return None

    def press_card(self, card: int) -> Transition:
        """Choose a card, or drop it; by a double press of mouse or pad, choose all that go with it."""
        is_double = self._pressed == card and self._double_until >= 0 and self.context.devices.active != "keys"
        self._pressed, self._double_until = card, DOUBLE
        if self.selection and is_double and self._has_more(card):
            return self._choose(self.selection.take_alike, card)
        return self._choose(self.selection.toggle, card) if self.selection else None

    def _has_more(self, card: int) -> bool:
        """Tell whether other cards can be chosen together with a card, and not all of them are."""
        alike = {*self.selection.alike(card)}
        return len(alike) > 1 and not alike <= {*self.selection.cards}

    def _choose(self, choose: Callable[[int], None], card: int) -> Transition:
        """Choose or drop cards; whoever listens hears what is chosen then."""
        before, label, chosen = self.selection.caution, self.selection.label, [*self.selection.cards]
        choose(card)
        self.context.audio.play("card_slide", 0.5)
        self.raise_chosen()
        if self.context.devices.active != "mouse":
            self.context.announcer.reply(spoken.choice_words(self.selection, chosen, label, self.cards_words))
        if self.turn and self.selection.caution not in ("", before):
            self.turn.say(self.selection.caution)
        return None

    def cards_words(self, cards: Sequence[int]) -> str:
        """Return cards of the hand in words."""
        return listed([*map(self.card_label, cards)])

    def pick(self, number: int) -> str:
        hand = self.animator.hand
        if number > len(hand):
            return tr_count("You hold {number} card.", "You hold {number} cards.", len(hand))
        if self.selection:
            self._choose(self.selection.toggle, hand[number - 1])
        return ""

    def pick_alike(self, widget: Widget | None) -> str:
        focused = widget.card if isinstance(widget, HitArea) else None
        card = self.selection.card if focused is None else focused
        if card is None:
            return spoken.choose_words(spoken.CHOOSE_A_CARD, self.context.devices)
        if not self._has_more(card):
            return tr("There's no other card to take with it.")
        self._choose(self.selection.take_alike, card)
        return ""

    @property
    def places(self) -> Sequence[HitArea]:
        """The places that cards can go to, in the order of their keys."""
        return [area for area in self.areas() if isinstance(area, HitArea) and area.target is not None]

    def play_to(self, number: int) -> Transition:
        places = self.places
        if number >= len(places):
            return super().play_to(number)
        place = places[number]
        place.describe = self.describe
        chooses = self.selection is not None and self.selection.may_choose(place.target)
        return self.press_target(place) if chooses else self.tell_of(place)

    def why_no_play(self) -> str:
        if not self.selection.cards:
            return spoken.choose_words(spoken.CHOOSE_A_CARD, self.context.devices)
        return self.selection.caution or spoken.choose_words(spoken.CHOOSE_A_PLACE, self.context.devices)

    def act_at(self, target: Any) -> Transition:
        """Do what can be done at a target with what is chosen, or say why not."""
        if self.turn is None or self.selection is None:
            return None
        if (action := self.selection.action_at(target)) is None:
            self.context.audio.play("refuse")
            self.turn.say(self.selection.refusal(target))
            return None
        return self.turn.act(action)

    def suggest(self, action: Any, then: Any = None) -> None:
        if self.selection:
            self.selection.choose(action)
            self.raise_chosen()
            self.animator.hinted = {*self.selection.cards}

    def point(self, widget: Widget | None) -> None:
        if self.selection:
            self.selection.pointed = widget.target if isinstance(widget, HitArea) else None

    @property
    def aimed(self) -> Any:
        """The place where the main button plays to; None: nowhere, or something moves."""
        return self.selection.aim if self.selection and not self.motion.busy else None

    def meant(self, pointed: Widget | None) -> HitArea | None:
        """Return the thing to be explained: a place where the pointer only rests gives way to the aim of a choice."""
        area, selection = pointed if isinstance(pointed, HitArea) else None, self.selection
        if area is None or area.target is None or selection is None or self.is_replay:
            return area
        rests = selection.may_choose(area.target) and area.target not in (selection.pointed, selection.aim)
        return None if rests else area

    # -- drag and drop

    def drag(self, widget: Widget, position: tuple[float, float]) -> None:
        if not isinstance(widget, HitArea) or widget.card is None or self.selection is None:
            return
        if widget.card not in self.selection.cards:
            self.selection.take(widget.card)
            self.animator.raised = {*self.selection.cards}
        self.animator.carry(self.selection.cards, widget.card, position)
        self.selection.pointed = self.target_at(position)

    def drop(self, widget: Widget, position: tuple[float, float]) -> Transition:
        if self.selection is None or not isinstance(widget, HitArea) or widget.card is None:
            return None
        if target := self.target_at(position):
            done = self.act_at(target)
            if self.selection is None:
                return done
        self.raise_chosen()
        return None

    def target_at(self, position: tuple[float, float]) -> Any:
        """Return the place where a dragged card is let go; None where there is none."""
        return target_at(self.areas(), position, self.drop_margin)

    # -- widgets

    @abstractmethod
    def areas(self) -> Sequence[Widget]:
        """Return what can be chosen or explained, in the order in which the focus comes to it."""

    def widgets(self) -> list[Widget]:
        areas = [*self.areas()]
        for area in areas:
            if isinstance(area, HitArea):
                area.on_press, area.describe = self.press_area, self.describe
        return areas

    @abstractmethod
    def explain(self, area: HitArea) -> tuple[str, str]:
        """Return a title and a line about a thing on the table; "" and "" where there is nothing to say."""

    # -- for those who listen

    def describe_scores(self, view: Any) -> str:
        return self.says.describe_scores(view, self.names)

    def describe_hand(self, view: Any) -> str:
        return self.says.describe_hand(view)

    def describe_towers(self, view: Any) -> str:
        return self.says.describe_towers(view, self.names)

    def describe_table(self, view: Any) -> str:
        return self.says.describe_table(view, self.names)

    def details(self, seen: Sequence[SeenEvent]) -> list[str]:
        return self.says.details(seen, self.names)

    def describe(self, area: HitArea) -> Semantics | None:
        """Return what a thing on the table is, in words: what its tip says, and what choosing it does."""
        if area.card is not None:
            label, selection = self.card_label(area.card), self.selection
            if not label or selection is None:
                return Semantics(Role.OPTION, label, description=self.card_line(area.card)) if label else None
            number = int(area.name.split()[1]) + 1
            key, is_chosen = str(number) if number <= 9 else "", area.card in selection.cards
            value = tr("just drawn") if area.card in self.animator.fresh else ""
            return Semantics(Role.OPTION, label, value, self.card_line(area.card), key=key, is_selected=is_chosen)
        if area.is_plate and area.seat is not None:
            status = spoken.aloud(self._seat_lines(area.seat)[0])
            return Semantics(Role.ITEM, tr_label(self.name(area.seat)), status, self.explain(area)[1])
        if (said := self.describe_place(area)) is None:
            return None
        said, standing = spoken.offered(said, area.target, self.selection), self.standing(area)
        return replace(said, description=spoken.joined(said.description, standing)) if standing else said

    def standing(self, area: HitArea) -> str:
        """Return what stands at a place, where its name has no room for that."""
        return ""

    def describe_place(self, area: HitArea) -> Semantics | None:
        """Return what a place is, whatever is chosen: what its tip says; None where there is nothing to say."""
        title, line = self.explain(area)
        role = Role.ITEM if area.target is None else Role.OPTION
        return Semantics(role, title, description=line) if title else None

    def card_label(self, card: int) -> str:
        """Return what a card of the hand is called; "" where nothing is said of it."""
        return ""

    def card_line(self, card: int) -> str:
        """Return what a card of the hand does, where its name does not say it; else ""."""
        return ""

    def owner(self, seat: Seat | None) -> str:
        """Return whose something is, as words about the table have it."""
        return self.header.seats[seat].name if seat is not None and (seat != self.view.seat or self.is_replay) else YOU

    # -- drawing

    def update(self, ms: float) -> None:
        if not self.motion.busy and (card := next(self._unpainted, None)) is not None:
            self.face(card, self.kit)
        self._double_until -= ms
        animator, is_reduced = self.animator, self.context.settings.reduced_motion
        animator.touch.update(ms, animator.cards, animator.carried, is_reduced)
        if self.context.has_idle_life:
            self.update_idle_life(ms)
        self.confetti.update(ms)

    @abstractmethod
    def face(self, card: Any, kit: Kit) -> pygame.Surface:
        """Return the face of a card; those of the `deck` are painted ahead."""

    def draw_under_tips(self, stage: Stage, area: HitArea | None) -> HitArea | None:
        """Show the coach's note and, where the player wants it, the card that is pointed at twice as large.

        Returns what tips are about: `area`, with the large card where there is one.
        """
        self.under_tips(stage)
        held = self._touched
        if held is None or not self.context.settings.close_up or held.card not in self.animator.cards:
            return area
        both = draw_close_up(stage, self.kit, self.face(self.animator.cards[held.card].key, self.kit.closer), held)
        return both if area is not None and area.name == held.name else area

    def touch(self, widget: Widget | None) -> None:
        area = widget if isinstance(widget, HitArea) and not self.motion.busy else None
        card = self._touched = area if area and area.card is not None else None
        is_mouse = self.context.devices.active == "mouse"
        lean = (self.context.devices.pointer[0] - card.rect.centerx) / card.rect.w * 2 if card and is_mouse else 0.0
        self.animator.touch.aim(card.card if card else None, round(max(-1.0, min(1.0, lean)), 1))

    @property
    def at_rest(self) -> bool:
        return super().at_rest and self.animator.touch.is_still

    def update_idle_life(self, ms: float) -> None:
        self.twinkle.update(ms)

    @abstractmethod
    def status(self, seat: Seat) -> Sequence[str]:
        """Return the line under a seat's name, and shorter ones where that has no room."""

    def _seat_lines(self, seat: Seat) -> Sequence[str]:
        has_won = self.view.outcome and seat in self.view.outcome.winners
        return (tr("winner"),) if has_won else self.status(seat)

    def draw_plates(self, stage: Stage, figure: Callable[[Seat], str] | None = None) -> None:
        """Show every seat; `figure`: see `draw_seat`."""
        seats = range(len(self.header.seats))
        lines = tuple((*self._seat_lines(seat),) for seat in seats)
        figures = tuple(figure(seat) if figure else "" for seat in seats)
        key = self.looks, self.layout, self.view, lines, figures
        stage.layer("plates", key, lambda: self._paint_plates(stage, lines, figures))

    def _paint_plates(self, stage: Stage, lines: Sequence[Sequence[str]], figures: Sequence[str]) -> None:
        view, players = self.view, self.header.seats
        for seat in range(len(players)):
            active = seat in view.outcome.winners if view.outcome else seat == view.turn
            plate, sign, is_out = self.layout.plate(seat), seat_sign(players, seat), self.is_out(seat)
            draw_seat(stage, self.kit, plate, self.name(seat), sign, lines[seat], active, is_out, figures[seat])
        self.draw_wins(stage, self.layout.plate, view.outcome)
