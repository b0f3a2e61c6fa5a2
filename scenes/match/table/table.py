"""The table of cards of any `TableGame`: it shows and moves the cards and lets the player choose actions.

`topping_out.scenes.match.table.game` explains what a game defines.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Sequence
from dataclasses import replace
from typing import Any, final

import pygame

from topping_out.game.engine import Seat, TurnBegan
from topping_out.game.language import YOU, tr, tr_count, tr_label
from topping_out.game.record import Header
from topping_out.game.text import sentence

from ...accessibility.semantics import Role, Semantics
from ...devices.intents import DOUBLE
from ...kit.city import Twinkle
from ...kit.kit import Kit
from ...kit.plates import draw_seat, draw_tooltip, seat_sign
from ...kit.sprites import Motion, Pose, Sprite
from ...kit.stage import Stage
from ...manager import Transition
from ...system.context import Context
from ...ui.layout import Rect, Widget
from ..board import MainButton, Turn
from .game import CardsLayout, Described, Status, TableGame, mirrored
from .selection import (
    CHOOSE_A_CARD,
    CHOOSE_A_PLACE,
    HitArea,
    Selection,
    aim_words,
    aloud,
    choice_words,
    choose_words,
    chosen_ring,
    draw_close_up,
    fresh_sign,
    hand_areas,
    hand_group,
    joined,
    kind_of,
    offered,
    target_at,
)
from .tokens import HAND, Eased, Tokens, Zone, card_of

NEAR_HAND = 24.0
"""By how much the pointer may be beside the hand without leaving it, twice."""


@final
class Table(Described):
    """A table of cards, as its `TableGame` defines it."""

    def __init__(
        self, context: Context, header: Header, motion: Motion, view: Any, game: TableGame, **more: Any
    ) -> None:
        """Show a view. `Board` explains `more`."""
        super().__init__(context, header, motion, view, **more)
        self.game, game.table = game, self
        self.twinkle = Twinkle()
        self.eased: Any = Eased()
        """The current values of the measures of `TableGame.eased`."""
        self._laid: tuple[Any, Kit, CardsLayout] | None = None
        self._unpainted = iter(game.painted_ahead)
        self._idle: Hashable = None
        """What the cards of the table show of the idle animation."""
        self._pressed: int | None = None
        """The last pressed card of the hand."""
        self._double_until = 0.0
        """Milliseconds left in which another press counts as a double press."""
        self._touched: HitArea | None = None
        """The card of the hand under the pointer."""
        self._is_over_hand = False
        """Whether the pointer has been over the hand since the last play and is there still."""
        self._spots: dict[Any, HitArea] = {}
        """The places by target, as last laid out."""
        self._begin_with(view)

    def _begin_with(self, view: Any) -> None:
        before = getattr(self, "tokens", None)
        self.tokens = Tokens(self, self.game, view, before.ids if before else None)
        self.topping = None
        self.game.restore(view)
        self.tokens.settle()

    @property
    def view(self) -> Any:
        return self.tokens.view

    @property
    def layout(self) -> Any:
        return self.layout_of(self.tokens.view)

    def layout_of(self, view: Any) -> Any:
        """Return the layout for a view, mirrored if tables are."""
        kit, laid = self.kit, self._laid
        if laid is None or laid[0] is not view or laid[1] is not kit:
            laid = self._laid = view, kit, mirrored(self.game.layout(view), kit)
        return laid[2]

    def own_hand(self, view: Any) -> Zone:
        """Return the zone of the viewer's hand, for `TableGame.zones`."""
        layout = self.layout_of(view)

        def place(number: int, card: int) -> Pose:
            pose: Pose = layout.hand_place(number, len(view.hand), card in self.tokens.raised)
            return pose

        return Zone(("hand", view.seat), view.hand, place, HAND, hand_of=view.seat)

    # -- views and events

    def sync(self, view: Any) -> None:
        self._begin_with(view)

    def deal(self, view: Any) -> None:
        self.sync(view)
        if not self.game.effects(None, view):
            self.tokens.deal()

    def resize(self, kit: Kit) -> None:
        self._unpainted = iter(self.game.painted_ahead)
        self.motion.finish()
        self.tokens.settle()

    def is_synced(self, view: Any) -> bool:
        return bool(self.view == view and self.tokens.is_in_place())

    def animate(self, event: Any, view: Any) -> None:
        motion = self.motion
        if self.game.effects(event, view):
            return
        if isinstance(event, TurnBegan):
            motion.then(lambda: self._begin(event.seat, view), hold=60)
            return
        motion.then(lambda: self._lower_hand(view))
        motion.then(lambda: self.tokens.show_leaving(view))
        motion.then(lambda: self.tokens.travel(view))

    def _begin(self, seat: Seat, view: Any) -> None:
        self.tokens.set_view(view)
        self.tokens.keeps_places, self.tokens.kept = False, []
        if seat == view.seat:
            self.context.audio.play("turn")
        self.tokens.arrange()

    def _lower_hand(self, view: Any) -> None:
        if self.tokens.played(view) is not None:
            self.tokens.raised.clear()
            self.tokens.fresh.clear()

    # -- the player's turn

    def begin_turn(self, turn: Turn) -> None:
        self.turn = turn
        self.selection = Selection(self.game, turn.view, turn.actions, self.names)

    def end_turn(self) -> None:
        if self.turn:
            self.tokens.fresh.clear()
            self.tokens.keeps_places = self.context.devices.active == "mouse"
            self._is_over_hand = False
        self.turn = self.selection = None

    def clear_selection(self) -> None:
        if self.selection:
            self.selection.drop()
        self.tokens.raised.clear()
        self.tokens.arrange()

    @property
    def choice(self) -> Hashable:
        return self.selection.choice if self.selection else None

    def mark_new(self, before: Sequence[int]) -> None:
        self.tokens.mark_new(before)

    @property
    def home(self) -> str:
        if self.selection and not self.selection.needs_cards:
            spot = self.spot(self.selection.first_target)
            return spot.name if spot else ""
        new = next((place for place, card in enumerate(self.tokens.hand) if card in self.tokens.fresh), 0)
        return f"card {new}" if self.tokens.hand else "play"

    def left_alone(self, view: Any, focus: Widget | None) -> str:
        kept, hand = view.hand, enumerate(self.tokens.hand)
        left = {f"held {token}": f"card {place}" for place, token in hand if card_of(token) in kept}
        return "" if focus and focus.thing in left else next(iter(left.values()), "")

    def main_button(self) -> MainButton | None:
        return MainButton(self.selection.label, self.selection.action) if self.selection else None

    def why_no_play(self) -> str:
        if self.selection and not self.selection.cards:
            return choose_words(CHOOSE_A_CARD, self.context.devices)
        caution = self.selection.caution if self.selection else ""
        return caution or choose_words(CHOOSE_A_PLACE, self.context.devices)

    def suggest(self, action: Any, then: Any = None) -> None:
        if self.selection:
            self.selection.choose(action)
            self.raise_chosen()
            self.tokens.hinted = {*self.selection.cards}

    def raise_chosen(self) -> None:
        """Raise the chosen cards in the hand; replace cards that are not there by identical ones that are."""
        found: list[int] = []
        for card in self.selection.cards if self.selection else ():
            found.append(self.in_hand(card, found))
        if self.selection:
            self.selection.cards = found
        self.tokens.raised, self.tokens.hinted = {*found}, set()
        self.tokens.arrange(140)

    def in_hand(self, card: int, but: Collection[int] = ()) -> int:
        """Return a card if it is in the hand and not in `but`, else an identical one that is; else the card itself."""
        held = [other for other in self.tokens.hand if other not in but and other >= 0]
        held = [other for other in held if kind_of(self.game, other) == kind_of(self.game, card)]
        return card if card in held else next(iter(held), card)

    # -- pointer

    def press_area(self, area: HitArea) -> Transition:
        """Do what a click on an area does; if it does nothing, say what the area is."""
        if area.card is not None:
            return self.press_card(area.card)
        if area.opens and not (area.target is not None and self.selection and self.selection.chooses):
            return area.opens()
        return self.act_at(area.target) if area.target is not None and self.turn else self.tell_of(area)

    def tell_of(self, area: HitArea) -> Transition:
        """Say what an area is, unless the player uses the mouse."""
        semantics = self.describe(area)
        if semantics and self.context.devices.active != "mouse":
            self.context.reply(tr("{sentence}.", sentence=semantics.spoken().removesuffix(".")))
        return None

    def press_card(self, card: int) -> Transition:
        """Choose a card or drop it; a double press with mouse or gamepad chooses it with all cards that go with it."""
        if self.turn and self.selection and not self.selection.needs_cards:
            return self._refuse(self.selection.refusal(None))
        is_double = self._pressed == card and self._double_until >= 0 and self.context.devices.active != "keys"
        self._pressed, self._double_until = card, DOUBLE
        if self.selection is None:
            return None
        if is_double and self._has_more(card):
            return self._choose(self.selection.take_alike, card)
        if is_double and card in self.selection.cards:
            return None
        return self._choose(self.selection.toggle, card)

    def _refuse(self, why: str) -> Transition:
        self.context.audio.play("refuse")
        if self.turn:
            self.turn.say(why)
        return None

    def may_choose(self, area: HitArea) -> bool:
        """Tell whether a place might be chosen now, so that its preview or refusal is worth showing."""
        return self.selection is not None and self.selection.chooses and area.is_offered

    def act_at(self, target: Any) -> Transition:
        """Do the chosen action at a place, or say why it is not possible."""
        if self.turn is None or self.selection is None:
            return None
        action = self.selection.action_at(target)
        return self._refuse(self.selection.refusal(target)) if action is None else self.turn.act(action)

    def point(self, widget: Widget | None) -> None:
        if self.selection:
            self.selection.pointed = widget.target if isinstance(widget, HitArea) else None

    def drag(self, widget: Widget, position: tuple[float, float]) -> None:
        """Drag cards from the hand to a place, or from a place to the hand."""
        selection, tokens = self.selection, self.tokens
        if not isinstance(widget, HitArea) or selection is None:
            return
        if widget.card is not None and selection.needs_cards:
            if widget.card not in selection.cards:
                selection.take(widget.card)
                tokens.raised = {*selection.cards}
            tokens.carry(selection.cards, widget.card, position)
            selection.pointed = self.target_at(position)
        elif not selection.needs_cards and selection.action_at(widget.target) is not None:
            selection.pointed = widget.target
            if lying := tokens.ids.get(widget.target):
                tokens.carry(lying[-1:], lying[-1], position)
            else:
                tokens.carry_back(position)

    def drop(self, widget: Widget, position: tuple[float, float]) -> Transition:
        if self.selection is None or not isinstance(widget, HitArea):
            return None
        if (target := self._drop_target(widget, position)) is not None:
            done = self.act_at(target)
            if self.selection is None:
                return done
        self.tokens.raised = {*self.selection.cards}
        self.tokens.put_back(140)
        return None

    def _drop_target(self, widget: HitArea, position: tuple[float, float]) -> Any:
        """Return the place that a drop chooses; None if it chooses none.

        It is where a card of the hand is dropped, or the pile whose card is dropped over the hand.
        """
        if self.selection and self.selection.needs_cards:
            return self.target_at(position) if widget.card is not None else None
        return widget.target if position[1] > self.layout.hand_top else None

    def target_at(self, position: tuple[float, float]) -> Any:
        """Return the place for dropping a card at a position; None if there is none."""
        return target_at(self.areas(), position, self.layout.drop_margin)

    # -- keys

    def _has_more(self, card: int) -> bool:
        """Tell whether there are unchosen cards that can be chosen together with a card."""
        if self.selection is None:
            return False
        alike, chosen = (Counter(map(card_of, cards)) for cards in (self.selection.alike(card), self.selection.cards))
        return alike.total() > 1 and not alike <= chosen

    def _choose(self, choose: Callable[[int], None], card: int) -> Transition:
        """Choose or drop cards, and announce the new choice unless the player uses the mouse."""
        assert self.selection
        before, label, chosen = self.selection.caution, self.selection.label, [*self.selection.cards]
        choose(card)
        self.context.audio.play("card_slide", 0.5)
        self.raise_chosen()
        if self.context.devices.active != "mouse":
            self.context.announcer.reply(choice_words(self.selection, chosen, label, self.cards_words))
        if self.turn and self.selection.caution not in ("", before):
            self.turn.say(self.selection.caution)
        return None

    def pick(self, number: int) -> str:
        if self.selection and not self.selection.needs_cards:
            return self._pick_place(number, self.selection)
        hand = self.tokens.hand
        if number > len(hand):
            return tr_count("You hold {number} card.", "You hold {number} cards.", len(hand))
        if self.selection:
            self._choose(self.selection.toggle, hand[number - 1])
        return ""

    def _pick_place(self, number: int, selection: Selection) -> str:
        """Aim at a place, or at the default place if it is aimed at already."""
        places = self.places
        if number > len(places):
            return tr_count("There's {number} place to choose.", "There are {number} places to choose.", len(places))
        target = places[number - 1].target
        if selection.action_at(target) is None:
            self.act_at(target)  # says why it is not possible
            return ""
        selection.aim = selection.first_target if selection.aim == target else target
        title, line, *_ = selection.preview(selection.aim)
        return tr("{title}: {line}.", title=title, line=line)

    def pick_alike(self, widget: Widget | None) -> str:
        focused = widget.card if isinstance(widget, HitArea) else None
        card = next(iter(self.selection.cards), None) if focused is None and self.selection else focused
        if card is None or self.selection is None:
            return choose_words(CHOOSE_A_CARD, self.context.devices)
        if not self._has_more(card):
            return tr("There's no other card to take with it.")
        self._choose(self.selection.take_alike, card)
        return ""

    @property
    def places(self) -> Sequence[HitArea]:
        """The places that have keys, in the order of the keys."""
        areas = (area for area in self.areas() if isinstance(area, HitArea))
        return [area for area in areas if area.target is not None and area.has_key]

    def play_to(self, number: int) -> Transition:
        places = self.places
        if number >= len(places):
            return super().play_to(number)
        place = places[number]
        if (within := self._places_in(place)) is not None:
            return self._aim_in(place, within)
        place.describe = self.describe
        return self.press_area(place) if self.may_choose(place) or place.opens else self.tell_of(place)

    def aims_at(self, number: int) -> bool:
        within = self._places_in(self.places[number]) if number < len(self.places) else None
        return within is not None and self.selection is not None and self.selection.aim in within

    def _places_in(self, place: HitArea) -> Sequence[Any] | None:
        return self.game.places_in(self.selection, place.target) if self.selection else None

    def _aim_in(self, place: HitArea, within: Sequence[Any]) -> Transition:
        """Aim at the best of the places within a place, or at the next one if one is aimed at already."""
        assert self.selection
        if not within:
            self.context.audio.play("refuse")
            self.context.reply(self.selection.refusal(place.target))
            return None
        number = within.index(self.selection.aim) + 1 if self.selection.aim in within else 0
        self.selection.aim = within[number % len(within)]
        self.context.announcer.reply(aim_words(self.selection, self.cards_words))
        return None

    # -- areas and their words

    def areas(self) -> list[Widget]:
        """Return what can be chosen or explained, in the order of the focus."""
        can_choose = self.selection is None or self.selection.needs_cards
        hand = hand_areas(self.tokens, self.layout.radius, can_choose)
        return [*hand_group(hand, self.owner(self.view.seat)), *self.game.spots(self.view)]

    def widgets(self) -> list[Widget]:
        areas = self.areas()
        self._spots = {}
        for area in areas:
            if isinstance(area, HitArea):
                area.on_press, area.describe = self.press_area, self.describe
                if area.target is not None:
                    self._spots.setdefault(area.target, area)
        return areas

    def spot(self, target: Any) -> HitArea | None:
        """Return the area of a place, as last laid out; None if there is none."""
        return self._spots.get(target)

    def describe(self, area: HitArea) -> Semantics | None:
        """Return the description of an area for screen readers, with what choosing it does; None if it has no name."""
        said = self.game.said(area if area.card is None else card_of(area.card))
        label, about = said.label or said.title, said.line if said.about is None else said.about
        if area.card is not None:
            return self._describe_card(area, label, about)
        if area.is_plate and area.seat is not None:
            status = aloud(self._status(area.seat).lines[0])
            value = tr("{points}, {status}", points=said.value, status=status) if said.value else status
            return Semantics(Role.ITEM, tr_label(self.name(area.seat)), value, about)
        if not label:
            return None
        role = said.role or (Role.ITEM if area.target is None else Role.OPTION)
        semantics = offered(Semantics(role, label, said.value, about), area, self.selection)
        if not said.more:
            return semantics
        return replace(semantics, description=joined(semantics.description, said.more))

    def _describe_card(self, area: HitArea, label: str, line: str) -> Semantics | None:
        if not label or self.selection is None:
            return Semantics(Role.OPTION, label, description=line) if label else None
        number = int(area.name.split()[1]) + 1
        key, is_chosen = str(number) if number <= 9 else "", area.card in self.selection.cards
        value = tr("just drawn") if area.card in self.tokens.fresh else ""
        return Semantics(Role.OPTION, label, value, line, key=key, is_selected=is_chosen)

    def owner(self, seat: Seat | None) -> str:
        """Return the owner's name for words about a seat's things: YOU for the viewer's, except in a replay."""
        return self.header.seats[seat].name if seat is not None and (seat != self.view.seat or self.is_replay) else YOU

    # -- time

    def update(self, ms: float) -> None:
        if not self.motion.busy and (card := next(self._unpainted, None)) is not None:
            self.face(card, self.kit)
        self._double_until -= ms
        tokens = self.tokens
        tokens.touch.update(ms, tokens.sprites, tokens.carried, self.context.settings.reduced_motion)
        if self.context.has_idle_life:
            self.twinkle.update(ms)
            self._idle = self.game.idle(ms)
        self.confetti.update(ms)
        self.dust.update(ms)

    def touch(self, widget: Widget | None) -> None:
        area = widget if isinstance(widget, HitArea) and not self.motion.busy else None
        card = self._touched = area if area and area.card is not None else None
        is_mouse = self.context.devices.active == "mouse"
        lean = (self.context.devices.pointer[0] - card.rect.centerx) / card.rect.w * 2 if card and is_mouse else 0.0
        self.tokens.touch.aim(card.card if card else None, round(max(-1.0, min(1.0, lean)), 1))

    def close_up(self) -> bool:
        tokens, devices = self.tokens, self.context.devices
        if not tokens.kept or tokens.is_dragging or self.motion.busy:
            return False
        was_over, rects = self._is_over_hand, [area.rect for area in hand_areas(tokens)]
        hand = rects[0].unionall(rects).inflate(NEAR_HAND, NEAR_HAND) if rects else Rect(0, 0, 0, 0)
        self._is_over_hand = hand.collidepoint(devices.pointer)
        has_left = was_over and not self._is_over_hand
        return (has_left or devices.active != "mouse") and tokens.close_up()

    @property
    def at_rest(self) -> bool:
        return super().at_rest and self.tokens.touch.is_still

    # -- drawing

    def face(self, card: int, kit: Kit) -> pygame.Surface:
        """Return the picture of a card, given by its token."""
        return self.game.face(card_of(card), kit)

    @property
    def aimed(self) -> Any:
        """The place where the main button plays; None if there is none, or while something moves."""
        return self.selection.aim if self.selection and not self.motion.busy else None

    def meant(self, pointed: Widget | None) -> HitArea | None:
        """Return the area to explain; None if the pointer only rests at a place and the choice aims elsewhere."""
        area, selection = pointed if isinstance(pointed, HitArea) else None, self.selection
        if area is None or area.target is None or selection is None or self.is_replay:
            return area
        rests = self.may_choose(area) and area.target not in (selection.pointed, selection.aim)
        return None if rests else area

    def draw(self, stage: Stage, pointed: Widget | None) -> None:
        area, game = self.meant(pointed), self.game
        game.draw_ground(stage)
        sprites = sorted(self.tokens.sprites.values(), key=lambda sprite: sprite.z)
        standing = [sprite for sprite in sprites if sprite.z < HAND]
        stage.layer("standing", (*self._look_of(standing), self._idle), lambda: self._draw_standing(stage, standing))
        game.draw_over(stage, area)
        self.dust.draw(stage, self.kit)
        self._draw_plates(stage)
        self._draw_held(stage, [sprite for sprite in sprites if sprite.z >= HAND])
        game.draw_front(stage)
        self.under_tips(stage)
        if not game.draw_tips(stage, area := self._close_up(stage, area)):
            self._draw_tips(stage, area)
        self.confetti.draw(stage, self.kit)

    def draw_targets(self, stage: Stage) -> None:
        """Draw rings around the possible places, with a stronger one around the place aimed at."""
        if self.selection is None or self.motion.busy:
            return
        kit, brass = self.kit, self.kit.theme.brass
        for target in self.selection.targets():
            if spot := self.spot(target):
                rect, is_aimed = spot.goal, target == self.selection.aim
                if is_aimed:
                    glow = kit.plate(rect.w + 8, rect.h + 8, (*brass, 44), (*brass, 0), 1, 10)
                    stage.blit(glow, rect.x - 4, rect.y - 4)
                ring = kit.dashed(rect.w + 8, rect.h + 8, brass, 2.6 if is_aimed else 1.8, 10)
                stage.blit(ring, rect.x - 4, rect.y - 4)

    @property
    def shown(self) -> tuple[Hashable, ...]:
        """What everything on the table depends on, for the keys of layers."""
        return *self.looks, self.layout, self.view

    def _look_of(self, sprites: Sequence[Sprite]) -> tuple[Hashable, ...]:
        """Return everything that the pictures of these sprites depend on, for the key of a layer."""
        eased, looks = vars(self.eased).values(), (sprite.look for sprite in sprites)
        return *self.shown, self.topping is not None, self.motion.busy, *eased, *looks

    def _draw_standing(self, stage: Stage, sprites: Sequence[Sprite]) -> None:
        for sprite in sprites:
            self.game.draw_token(stage, sprite)

    def _draw_held(self, stage: Stage, sprites: Sequence[Sprite]) -> None:
        """Draw the hands and the cards that fly over the table."""
        tokens = self.tokens
        over = [*tokens.loose, *([tokens.dragged_back] if tokens.dragged_back else [])]
        held = [sprite for sprite in sprites if not sprite.flies]
        touched = tuple(tokens.touch.of(sprite.key) for sprite in held)
        marked = map(frozenset, (tokens.hand, tokens.raised, tokens.hinted, tokens.fresh))
        stage.layer("held", (*self._look_of(held), *touched, *marked), lambda: self._draw_hands(stage, held))
        flying = sorted([*sprites[len(held) :], *over], key=lambda sprite: sprite.z)
        self._draw_hands(stage, flying)

    def _draw_hands(self, stage: Stage, sprites: Sequence[Sprite]) -> None:
        kit, tokens, is_busy, (wide, high) = self.kit, self.tokens, self.motion.busy, self.layout.card
        own = {*tokens.hand}
        for sprite in sprites:
            if sprite.key not in own:
                self.game.draw_token(stage, sprite)
                continue
            rise, tilt = tokens.rise_of(sprite.key)
            self.game.draw_token(stage, sprite, -rise, tilt)
            if sprite.key in tokens.raised and not sprite.flies:
                ring = chosen_ring(kit, wide + 8, high + 8, self.layout.ring, sprite.key in tokens.hinted)
                stage.blit_centred(kit.tilted(ring, sprite.angle + tilt), sprite.x, sprite.y - rise)
            elif sprite.key in tokens.fresh and not is_busy:
                stage.blit_centred(fresh_sign(kit), sprite.x, sprite.y - high / 2 - 7 - rise)

    def _close_up(self, stage: Stage, area: HitArea | None) -> HitArea | None:
        """Draw the card under the pointer twice as large if the setting is on; return the area for tooltips."""
        held = self._touched
        if held is None or not self.context.settings.close_up or held.card not in self.tokens.sprites:
            return area
        both = draw_close_up(stage, self.kit, self.face(held.card, self.kit.closer), held)
        return both if area is not None and area.name == held.name else area

    def _draw_tips(self, stage: Stage, area: HitArea | None) -> None:
        """Draw a tooltip: what the main button would do at the pointed or aimed place, else what the area is."""
        selection, layout = self.selection, self.layout
        if self.motion.busy:
            return
        is_place = area is not None and area.target is not None
        if selection and area and is_place and self.may_choose(area):
            self._preview(stage, selection, area.target)
        elif selection and selection.cards and selection.aim is not None and not is_place:
            self._preview(stage, selection, selection.aim)
        elif area and area.card is None and (said := self.game.said(area)).title:
            is_above = not area.tips_below
            draw_tooltip(stage, self.kit, area.rect, said.title, said.line, above=is_above, right=layout.tips_right)

    def _preview(self, stage: Stage, selection: Selection, target: Any) -> None:
        if spot := self.spot(target):
            (title, line, *_), is_above = selection.preview(target), not spot.tips_below
            left, right = self.layout.tips_left, self.layout.tips_right
            draw_tooltip(stage, self.kit, spot.goal, title, sentence(line), above=is_above, left=left, right=right)

    def _status(self, seat: Seat) -> Status:
        """Return what the seat's plate shows under the name."""
        status, outcome = self.game.status(seat), self.view.outcome
        return replace(status, lines=(tr("winner"),)) if outcome and seat in outcome.winners else status

    def _draw_plates(self, stage: Stage) -> None:
        states = map(self._status, range(len(self.header.seats)))
        plates = tuple(((*status.lines,), status.is_out, status.figure) for status in states)
        stage.layer("plates", (*self.shown, *plates), lambda: self._paint_plates(stage, plates))
        self.draw_clocks(stage, self.layout.plate, [figure for *_, figure in plates])

    def _paint_plates(self, stage: Stage, plates: Sequence[tuple[Sequence[str], bool, str]]) -> None:
        view, players, layout = self.view, self.header.seats, self.layout
        places = self.clock_places(layout.plate, [figure for *_, figure in plates])
        for seat, (lines, is_out, figure) in enumerate(plates):
            active = seat in view.outcome.winners if view.outcome else seat == view.turn
            sign, name = seat_sign(players, seat), self.name(seat)
            draw_seat(
                stage, self.kit, layout.plate(seat), name, sign, lines, active, is_out, figure, clock=places.get(seat)
            )
        self.draw_wins(stage, layout.plate, view.outcome)
