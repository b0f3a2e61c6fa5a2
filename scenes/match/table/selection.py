"""A play being chosen at a table of cards, the widgets that can be chosen or explained there, and words about them.

The words are for listeners: the choice, what choosing a place does, and the groups of widgets.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from copy import copy
from dataclasses import replace
from functools import lru_cache
from typing import Any, NamedTuple, Protocol, TypeVar

import pygame

from topping_out.game.engine import AnyGame, Seat, Trial, try_out
from topping_out.game.language import YOU, mark, tr, tr_context, tr_count, tr_player
from topping_out.game.match import SeenEvent
from topping_out.game.roster import Moment
from topping_out.game.text import full_stop, paragraph, sentence

from ...accessibility.semantics import Group, Semantics
from ...devices.devices import Devices
from ...devices.intents import Verb
from ...kit.kit import Kit
from ...kit.sprites import painted_once
from ...kit.stage import Stage
from ...manager import Transition
from ...ui.layout import Rect, Widget
from ...ui.widgets import put_in
from .tokens import Tokens, card_of

W = TypeVar("W", bound=Widget)

# -- selection


@lru_cache(maxsize=64)
def tried(game: AnyGame, view: Any, action: Any) -> Trial[Any, Any, Any]:
    """Return a trial of an action, cached because its preview is drawn in every frame."""
    return try_out(game, view, action)


class Way(NamedTuple):
    """How a player does an action at the table: by choosing cards of the hand, then a place for them."""

    cards: tuple[int, ...]
    """The cards as actions name them (`TableGame.kind`), ascending; empty if only a place is chosen."""
    target: Hashable
    """The place; None for the action that the main button does while nothing is aimed at."""


class Preview(NamedTuple):
    """What choosing a place would do; for none, what the main button does, or what is to be done first."""

    title: str
    line: str
    """A clause about the result."""
    where: str = ""
    """The place, for use within a sentence, such as "onto your tower"; by default the title."""
    label: str = ""
    """The label of the main button if it plays there, by default the title; if it does nothing, "Choose a card"."""
    caution: str = ""
    """For no place: a warning that is shown if there are possible places but no default one.

    With no cards chosen: what the player has to do, if it is not simply to begin a turn."""
    rest: str = ""
    """For no place: what is said of cards that aim nowhere, instead of the main button's label."""


def not_here(why: str, label: str = "", caution: str = "", rest: str = "") -> Preview:
    """Return the preview of a place that cannot be chosen, or of none if the main button does nothing."""
    return Preview(tr("Not here"), why, "", label, caution, rest)


class Playing(Protocol):
    """The part of a `TableGame` that a selection uses."""

    def way(self, action: Any, /) -> Way: ...
    def kind(self, card: int, /) -> int: ...
    def with_cards(self, action: Any, cards: Sequence[int], /) -> Any: ...
    def first_aim(self, selection: Selection, /) -> Any: ...
    def preview(self, selection: Selection, target: Any, /) -> Preview: ...


def kind_of(game: Playing, token: int) -> int:
    """Return what actions call the card of a token."""
    return game.kind(card_of(token))


class Selection:
    """A choice among the ways of all legal actions: cards of the hand and a place. The `TableGame` puts it into words.

    It works without a table: `Selection(SomeTable(), view, actions, names)` is the selection of a player at that table.
    """

    def __init__(self, game: Playing, view: Any, actions: Sequence[Any], names: Sequence[str]) -> None:
        self.game, self.view, self.names = game, view, names
        self.seat = view.seat
        self.cards: list[int] = []
        """The tokens of the chosen cards of the hand."""
        self.pointed: Any = None
        """The place that the pointer or the focus has come to since the choice was made."""
        self.ways = {Way(tuple(sorted(way.cards)), way.target): a for a in actions for way in [game.way(a)]}
        self.needs_cards = not any(way.target is not None and not way.cards for way in self.ways)
        """Whether the player must choose cards of the hand; if not, only a place."""
        self.takes_many = any(len(way.cards) > 1 for way in self.ways)
        """Whether several cards of the same kind can be chosen together."""
        self.drop()
        self.prompt = self.aimless.caution
        """What the player has to do, if it is not simply to begin a turn."""

    @property
    def aim(self) -> Any:
        """The place that the main button plays to: the one pointed at, else that of the choice; None: nowhere."""
        return self.pointed if self.pointed is not None and self.action_at(self.pointed) else self._aim

    @aim.setter
    def aim(self, target: Any) -> None:
        """Aim by a choice. The place under the pointer counts again after the pointer has moved."""
        self._aim, self.pointed = target, None

    @property
    def look(self) -> tuple[Hashable, ...]:
        """What is chosen and where it goes, for the key of a layer."""
        return self, *self.cards, self.aim

    @property
    def choice(self) -> tuple[Hashable, ...]:
        """The chosen cards and the place of the choice, wherever the pointer is."""
        return *self.cards, self._aim

    @property
    def chooses(self) -> bool:
        """Whether the player must choose a place now."""
        return bool(self.cards) or not self.needs_cards

    @property
    def card(self) -> int | None:
        """The chosen card, if the game allows one at a time."""
        return card_of(self.cards[0]) if self.cards else None

    # -- choosing

    def take(self, card: int) -> None:
        """Choose a card; cards of its kind stay chosen if the game allows several at once."""
        if self.needs_cards:
            alike = [other for other in self.cards if kind_of(self.game, other) == kind_of(self.game, card)]
            self.cards = [*alike, card] if self.takes_many else [card]
            self._aim_anew()

    def toggle(self, card: int) -> None:
        """Choose a card, or drop it if it is chosen already."""
        if card not in self.cards:
            self.take(card)
        elif len(self.cards) == 1:
            self.drop()
        else:
            self.cards.remove(card)
            self._aim_anew()

    def _aim_anew(self) -> None:
        self._aim_at(self.game.first_aim(self))

    def _aim_at(self, target: Any) -> None:
        self.aim = target
        self.aimless = self.preview(None)
        """The preview of no place, as it is when the choice is made."""

    def alike(self, card: int) -> list[int]:
        """Return the cards of the hand that can be chosen together with a card, and the card itself."""
        if not self.takes_many:
            return [card]
        return [other for other in self.view.hand if kind_of(self.game, other) == kind_of(self.game, card)]

    def take_alike(self, card: int) -> None:
        """Choose a card and all cards of the hand that go together with it."""
        self.drop()
        for each in self.alike(card):
            self.take(each)

    def drop(self) -> None:
        """Clear the choice."""
        self.cards = []
        self._aim_anew()

    @property
    def first_target(self) -> Any:
        """The place aimed at by default when only a place is chosen; None if there is none."""
        return next((way.target for way in self.ways if not way.cards), None)

    def choose(self, action: Any) -> None:
        """Choose the cards and the place of an action, as for a hint."""
        way, hand = self.game.way(action), [*self.view.hand]
        self.cards = []
        for kind in way.cards:
            card = next(card for card in hand if self.game.kind(card) == kind)
            hand.remove(card)
            self.cards.append(card)
        self._aim_at(way.target)

    # -- actions

    def targets(self) -> list[Any]:
        """Return the places where something can be done with what is chosen."""
        chosen = self._chosen
        return [way.target for way in self.ways if way.cards == chosen and way.target is not None]

    @property
    def _chosen(self) -> tuple[int, ...]:
        return tuple(sorted(kind_of(self.game, card) for card in self.cards))

    def action_at(self, target: Any) -> Any:
        """Return what would be done at a place, or by the main button if it is None; None if nothing can be done."""
        action = self.ways.get(Way((), None) if target is None else Way(self._chosen, target))
        return None if action is None else self.game.with_cards(action, [*map(card_of, self.cards)])

    @property
    def action(self) -> Any:
        """The action that the main button does; None if it does nothing."""
        return self.action_at(self.aim)

    # -- in words

    @property
    def caution(self) -> str:
        """The warning that there is no default place although there are possible ones; "" if there is none."""
        return "" if self.aim is not None or not self.targets() else self.aimless.caution

    @property
    def label(self) -> str:
        """The label of the main button."""
        if self.action is None:
            return self.aimless.label or tr("Choose a card")
        preview = self.preview(self.aim)
        return preview.label or preview.title

    def refusal(self, target: Any) -> str:
        """Return why nothing can be done at a place; "" if something can."""
        return "" if self.action_at(target) is not None else self.preview(target).line

    def preview(self, target: Any) -> Preview:
        """See `TableGame.preview`."""
        return self.game.preview(self, target)


# -- hit areas


RING = 18.0
"""By how much the focus ring is larger than a card, so that it surrounds the ring of a chosen card."""
CLOSE_UP = 20.0
"""Distance of a close-up above its card, in logical units."""


class HitArea(Widget):
    """A card, a place for cards, a seat's plate or the like. The board draws it."""

    def __init__(
        self,
        name: str,
        rect: Rect,
        target: Any = None,
        card: Any = None,
        seat: Seat | None = None,
        ring: Rect | None = None,
        radius: float = 9.0,
        is_focusable: bool = True,
        goal: Rect | None = None,
        opens: Callable[[], Transition] | None = None,
        tips_below: bool = False,
        is_offered: bool = True,
        has_key: bool = True,
    ) -> None:
        super().__init__(name, rect)
        self.target = target
        """The place, if cards can go to it or come from it."""
        self.card = card
        """The card, if it is one in the viewer's hand."""
        self.seat = seat
        """The owner of the plate, tower or hand."""
        self.ring, self.radius, self.is_focusable = ring or rect, radius, is_focusable
        """`ring`: the rectangle that the focus ring surrounds."""
        self.goal, self.opens, self.tips_below = goal or rect, opens, tips_below
        """`goal`: where the preview of choosing it is shown. `opens`: what a press opens while it cannot be chosen.
        `tips_below`: whether its tooltips are beside or below it, so that nothing above it is covered."""
        self.is_offered, self.has_key = is_offered, has_key
        """`is_offered`: whether the place might be chosen now, so that its preview or refusal is worth showing.
        `has_key`: whether a key goes to the place now; keys are given in the order of the areas."""
        self.on_press: Callable[[HitArea], Transition] = lambda area: None
        """Set by the board."""
        self.is_plate = False
        """Whether it is the plate of a seat."""
        self.describe: Callable[[HitArea], Semantics | None] = lambda area: None
        """Returns its semantics; set by the board."""

    def semantics(self) -> Semantics | None:
        return self.describe(self)

    def press(self) -> Transition:
        return self.on_press(self)

    def draw_focus(self, stage: Stage, kit: Kit) -> None:
        ring = self.ring
        outline = kit.focus_ring(ring.w + 10, ring.h + 10, self.radius + 5)
        stage.blit(outline, ring.x - 5, ring.y - 5)


class HeldCard(HitArea):
    """A card of the viewer's hand. Its focus ring follows the card as long as it is in the hand."""

    def __init__(self, number: int, card: int, tokens: Tokens, radius: float, is_focusable: bool) -> None:
        """`number`: the card's position in the hand, from 0."""
        place = tokens.layout.hand_place(*tokens.hand_place(card), card in tokens.raised)
        rect = place.rect(*tokens.layout.card)
        super().__init__(f"card {number}", rect, card=card, radius=radius, is_focusable=is_focusable)
        self.tokens, self.thing = tokens, f"held {card}"

    def draw_focus(self, stage: Stage, kit: Kit) -> None:
        tokens, ring = self.tokens, self.ring
        sprite = tokens.sprites.get(self.card)
        if sprite is None or sprite.flies or self.card not in tokens.hand:
            return
        rise, tilt = tokens.rise_of(self.card)
        outline = kit.focus_ring(ring.w + RING, ring.h + RING, self.radius + RING / 2)
        stage.blit_centred(kit.tilted(outline, sprite.angle + tilt), sprite.x, sprite.y - rise)


def chosen_ring(kit: Kit, width: float, height: float, radius: float, is_hinted: bool) -> pygame.Surface:
    """Return the ring of a chosen card, which is dashed and of another colour if a hint has chosen it."""
    if is_hinted:
        return kit.dashed(width, height, kit.theme.good, 3.5, radius)
    return kit.outline(width, height, kit.theme.brass, 3.5, radius)


@painted_once
def fresh_sign(kit: Kit) -> pygame.Surface:
    """Return the small diamond above a card that is new in the hand."""
    brass = kit.theme.brass
    return kit.canvas(11, 11, brass).polygon([(5.5, 0), (11, 5.5), (5.5, 11), (0, 5.5)], brass).done()


def hand_areas(tokens: Tokens, radius: float = 9.0, is_focusable: bool = True) -> list[HitArea]:
    """Return an area for each card of the viewer's hand."""
    return [HeldCard(number, card, tokens, radius, is_focusable) for number, card in enumerate(tokens.hand)]


def plate_areas(place: Callable[[Seat], Rect], seats: int, radius: float = 9.0) -> list[HitArea]:
    """Return an area for each seat's plate, for the pointer only."""
    return [HitArea(f"plate {s}", place(s), seat=s, radius=radius, is_focusable=False) for s in range(seats)]


def target_at(areas: Iterable[Widget], position: tuple[float, float], margin: tuple[float, float]) -> Any:
    """Return the place at which a card is dropped, the smallest if there are several. `margin` enlarges each place."""
    places = (area for area in areas if isinstance(area, HitArea) and area.target is not None and area.is_pointable)
    hit = [place for place in places if place.rect.inflate(margin).collidepoint(position)]
    return min(hit, key=lambda place: place.rect.w * place.rect.h).target if hit else None


def draw_close_up(stage: Stage, kit: Kit, face: pygame.Surface, held: HitArea) -> HitArea:
    """Draw a large face above a card of the hand; return an area of both, which tooltips must not cover."""
    width, height = kit.size_of(face)
    x = max(8.0, min(held.rect.centerx - width / 2, kit.width - width - 8))
    place = Rect(x, max(8.0, held.rect.y - height - CLOSE_UP), width, height)
    stage.blit(kit.shadow(width, height, 12, 16, 0.6), place.x - 16, place.y - 10)
    stage.blit(face, place.x, place.y)
    both = copy(held)
    both.rect = held.rect.union(place)
    return both


# -- words for listeners


CHOOSE_A_CARD = {
    "mouse": mark("Choose a card first: click on it."),
    "keys": mark("Choose a card first: press its number, or Enter on it."),
    "pad": mark("Choose a card first: go to it, then {key}."),
}
CHOOSE_A_PLACE = {
    "mouse": mark("Choose where it goes: click on a tower."),
    "keys": mark("Choose where it goes: press a tower's key, or Enter on it."),
    "pad": mark("Choose where it goes: go to a tower, then {key}."),
}


class GameWords(Protocol):
    """A game's module of words for listeners. See the methods of `Board` with the same names."""

    def describe_scores(self, view: Any, names: Sequence[str], /) -> str: ...
    def describe_hand(self, view: Any, /) -> str: ...
    def describe_towers(self, view: Any, names: Sequence[str], /) -> str: ...
    def describe_table(self, view: Any, names: Sequence[str], /) -> str: ...
    def details(self, seen: Sequence[SeenEvent], names: Sequence[str], /) -> list[str]: ...
    def moments(self, event: Any, past: Sequence[Any], /) -> Sequence[tuple[Seat, Moment]]: ...


def card_count(number: int) -> str:
    return tr_count("{number} card", "{number} cards", number)


def drawn_words(name: str, cards: str) -> str:
    """Return that the viewer, a player of this name, draws cards."""
    return tr_player(name, mark("You draw {cards}."), mark("{name} draws {cards}."), cards=cards)


def choose_words(sentences: Mapping[str, str], devices: Devices) -> str:
    """Return the sentence for the device in use: the mouse, the keyboard or a gamepad."""
    return tr(sentences[devices.active], key=devices.label(Verb.CONFIRM))


def choice_words(selection: Selection, before: Sequence[int], label: str, name: Callable[[Sequence[int]], str]) -> str:
    """Return what is chosen now, where it would go, and which of the cards chosen `before` no longer are.

    If only one card can be chosen, the previous one is not mentioned. `label`: the former label of the main button.
    """
    down = [card for card in before if card not in selection.cards]
    is_news = down and (selection.takes_many or not selection.cards)
    sentences = [tr("Put down: {cards}.", cards=name(down))] if is_news else []
    if selection.cards:
        sentences.insert(0, aim_words(selection, name, label))
    elif len(before) > 1 or not down:
        sentences.append(tr("Nothing is chosen."))
    return paragraph(sentences)


def aim_words(selection: Selection, name: Callable[[Sequence[int]], str], label: str = "") -> str:
    """Return the chosen cards, named by `name`, and what would be done with them, if that differs from `label`."""
    cards, aim = sentence(name(selection.cards)), selection.aim
    if aim is None:
        rest = selection.aimless.rest or (selection.label if selection.label != label else "")
        rest = "" if selection.caution else rest
        return paragraph(tr("{sentence}.", sentence=words) for words in (cards, rest) if words)
    title, line, where, *_ = selection.preview(aim)
    result = aloud(line).removesuffix(".")
    text = mark("{cards}, {where}: {result}.") if result else mark("{cards}, {where}.")
    return tr(text, cards=cards, where=where or title, result=result)


def offered(semantics: Semantics, area: HitArea, selection: Selection | None) -> Semantics:
    """Return the semantics of an area, including what choosing it does, or why it cannot be chosen."""
    target = area.target
    if target is None or selection is None or not (selection.chooses and area.is_offered):
        return semantics
    if selection.action_at(target) is None:
        return replace(semantics, description=selection.refusal(target), is_enabled=False)
    title, line, *_ = selection.preview(target)
    about = tr("{title}: {line}", title=title, line=aloud(line))
    return replace(semantics, description=about, is_selected=selection.aim == target or None)


def hand_group(areas: Sequence[HitArea], owner: str) -> Sequence[HitArea]:
    """Group the cards of a hand."""
    number = len(areas)
    label = tr_count("Your hand, {number} card", "Your hand, {number} cards", number)
    if owner != YOU:
        label = tr_count("{name}'s hand, {number} card", "{name}'s hand, {number} cards", number, name=owner)
    return together("hand", label, areas)


def tower_group(areas: Sequence[HitArea], seat: Seat, owner: str) -> Sequence[HitArea]:
    """Group the towers of a seat."""
    return together(f"towers {seat}", tr_player(owner, mark("Your towers"), mark("{name}'s towers")), areas)


def seat_group(areas: Sequence[HitArea]) -> Sequence[HitArea]:
    """Group the plates of the seats."""
    for area in areas:
        area.is_plate = area.seat is not None
    return together("seats", tr("Players"), areas)


def together(name: str, label: str, widgets: Sequence[W]) -> Sequence[W]:
    """Group widgets as a list with a label."""
    put_in(Group(name, label, is_list=True), *widgets)
    return widgets


def joined(*sentences: str) -> str:
    """Return sentences joined to a paragraph, each with its full stop."""
    return paragraph(full_stop(one) for one in sentences if one)


def aloud(text: str) -> str:
    """Return a text in which signs that screen readers misread are replaced by words."""
    return text.replace("→", tr_context("between two numbers", "to")).replace(" · ", ", ")
