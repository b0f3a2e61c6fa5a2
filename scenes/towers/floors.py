"""The pages for a floor of a deck, the parts of its room and its effects, and what all pages about a deck share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from topping_out.game.language import mark, tr
from topping_out.game.text import commas, listed, sentence
from topping_out.game.towers.actions import HEIGHT
from topping_out.game.towers.decks import find_decks
from topping_out.game.towers.floors import COLOURS, LARGEST_AMOUNT, Effect, EffectVerb, Floor
from topping_out.game.towers.rooms import (
    MOST_PARTS,
    MOTIONS,
    PARTS,
    WALLED,
    PartPlace,
    RoomPlan,
    parts_at,
    picture_of,
    room_of,
    shown_floors,
)
from topping_out.game.towers.state import LONGEST_NAME, MOST_COUNT, MOST_EFFECTS
from topping_out.game.towers.words import effect_words
from topping_out.game.towers.workshop import (
    Bench,
)

from ..accessibility.semantics import Group, Role, Semantics
from ..devices.intents import Verb
from ..kit.kit import Kit
from ..kit.stage import Paint, Stage
from ..manager import Pop, Push, Transition
from ..system.context import Context
from ..ui.column import ColumnPage, LinkRow, Rows, body_area
from ..ui.fields import TextField
from ..ui.layout import Box, Press, Rect, Widget, fill, row, space
from ..ui.widgets import Button, ListRow, Stepper, Switch
from . import art
from .art import colours, floor_colour
from .room import PHASES
from .words import effect_in_full, effects_in_full

# -- preview


MAX_WIDTH, MAX_HEIGHT = 300.0, 76.0
"""Largest size of a floor."""
ROOF = 20.0


class TowerPreview(Widget):
    """A picture of a tower; `floors` start with the ground floor, and the one at index `marked` is outlined."""

    def __init__(self, floors: Sequence[Floor], marked: int = -1) -> None:
        super().__init__("preview")
        self.is_focusable = False
        self.floors, self.marked = floors, marked
        self.phase = 0
        """The phase of the motion of the marked floor's room."""

    def semantics(self) -> Semantics:
        names = [tr(floor.name) for floor in reversed(self.floors)]
        return Semantics(Role.TEXT, tr("A tower, top floor first: {floors}", floors=listed(names)))

    def draw(self, stage: Stage, kit: Kit, hovered: bool) -> None:
        rect = self.rect
        high = min(MAX_HEIGHT, (rect.h - ROOF - 8) / HEIGHT)
        wide = min(MAX_WIDTH, rect.w)
        x, foot = rect.x + (rect.w - wide) / 2, rect.bottom - 6
        if high < 20 or wide < 120:
            return
        for level, floor in enumerate(self.floors):
            y = foot - (level + 1) * high
            stage.blit(art.face(kit, floor, (wide, high), self.phase if level == self.marked else 0), x, y)
            if level == self.marked:
                stage.blit(kit.outline(wide + 6, high + 6, kit.theme.brass, 2, 7), x - 3, y - 3)
        if self.floors:
            stage.blit(art.flat_roof(kit, wide), x, foot - len(self.floors) * high - ROOF + 3)
        ground = kit.plate(wide + 40, 2.4, kit.theme.ember, kit.theme.ember, 0.5, 1)
        stage.blit(ground, x - 20, foot)


def around(floors: Sequence[Floor], index: int) -> tuple[list[Floor], int]:
    """Return up to `HEIGHT` neighbouring floors of a deck with the one at `index`, and its index among them."""
    first = max(0, min(index - HEIGHT // 2, len(floors) - HEIGHT))
    return [*floors[first : first + HEIGHT]], index - first


# -- pages about a deck


MIN_WINDOW_WIDTH = 900.0
"""Width from which a window shows the tower."""


class BenchPage(ColumnPage):
    """A page about a deck on the bench."""

    def __init__(self, context: Context, bench: Bench) -> None:
        super().__init__(context)
        self.bench = bench

    def undo_button(self) -> Button:
        undo = Button("undo", tr("Undo"), self._undo, Verb.UNDO, self.key(Verb.UNDO))
        undo.enabled = len(self.bench.history) > 1
        return undo

    def _undo(self) -> Transition:
        self.bench.undo()
        self.rebuild()
        return None


class BenchFloorPage(BenchPage):
    """A page about the floor at an index of the deck. It closes when the floor's addition is undone.

    Rows are on the left and, if the window is wide enough, the floor in a tower is on the right.
    """

    def __init__(self, context: Context, bench: Bench, index: int) -> None:
        super().__init__(context, bench)
        self.index = index
        self._room = space(0)

    def preview(self) -> TowerPreview:
        """Return the tower to show."""
        return TowerPreview(*around(shown_floors(self.bench.deck), self.index))

    def viewport_rect(self) -> Rect:
        kit, is_wide = self.kit, self.kit.width >= MIN_WINDOW_WIDTH
        column, self._room = fill(), space(min(310.0, kit.width * 0.3) if is_wide else 0)
        area = body_area(kit, kit.wide(1060))
        row(column, self._room, gap=56 if is_wide else 0).place(kit, area.inflate(-56, -24))
        return column.rect

    def build(self) -> list[Widget]:
        preview = self.preview()
        laid = super().build()
        return [*laid, preview.placed(self._room.rect)] if self.kit.width >= MIN_WINDOW_WIDTH else laid

    def _undo(self) -> Transition:
        self.bench.undo()
        if self.index >= len(self.bench.deck.floors):
            return Pop()
        self.rebuild()
        return None


# -- names


PART_NAMES = dict(
    zip(
        PARTS,
        (
            # main parts
            mark("bed"), mark("desks"), mark("entrance"), mark("golden tower"), mark("lift"), mark("key collector"),
            mark("loudspeakers"), mark("flames"), mark("rocking horse"), mark("tree house"), mark("sandcastle"),
            mark("kiosk"), mark("parasol"), mark("vault door"), mark("washing machines"), mark("ghost"),
            mark("fireplace"), mark("alarm"), mark("flood"), mark("wrecking ball"), mark("bookshelves"),
            mark("dining table"), mark("pigeonholes"), mark("cinema screen"), mark("market stall"),
            mark("greenhouse"), mark("barrels"), mark("bar"), mark("belfry"), mark("giant hand"),
            mark("roulette wheel"), mark("carousel"), mark("aquarium"), mark("grand piano"), mark("bathtub"),
            mark("stove"), mark("telescope"), mark("car"), mark("laboratory"), mark("stage"), mark("clockwork"),
            mark("weights"), mark("swimming pool"), mark("spiral stairs"),
            # on the floor
            mark("palm"), mark("cactus"), mark("flowers"), mark("guest"), mark("two guests"), mark("waiter"),
            mark("child"), mark("cat"), mark("dog"), mark("stool"), mark("armchair"), mark("standing lamp"),
            mark("crates"), mark("suitcases"), mark("bicycle"), mark("ladder"), mark("television"), mark("balloons"),
            mark("statue"),
            # on the wall
            mark("window"), mark("porthole"), mark("painting"), mark("clock"), mark("mirror"), mark("shelf"),
            mark("neon star"), mark("notice board"), mark("map"), mark("shields"),
            # on the ceiling
            mark("lamp"), mark("chandelier"), mark("bunting"), mark("fairy lights"), mark("paper lanterns"),
            mark("ceiling fan"), mark("beams"),
            # walls
            mark("bricks"), mark("tiles"), mark("stripes"), mark("panels"), mark("arches"), mark("lozenges"),
            mark("curtains"), mark("night sky"), mark("day sky"), mark("darkness"),
        ),
        strict=True,
    )
)  # fmt: skip
PLACE_NAMES = {
    PartPlace.MAIN: mark("Main part"),
    PartPlace.FLOOR: mark("Standing"),
    PartPlace.WALL: mark("On the wall"),
    PartPlace.CEILING: mark("On the ceiling"),
    PartPlace.BACK: mark("Walls"),
}
MOTION_NAMES = dict(
    zip(
        MOTIONS,
        (
            mark("in its own way"), mark("sways"), mark("swings"), mark("hops"), mark("slides"), mark("shakes"),
            mark("swells"), mark("rests"),
        ),
    )
)  # fmt: skip


# -- parts


TILE_WIDTH, TILE_HEIGHT = 112.0, 62.0
"""Least width of a part's picture, and its height."""
NAME_SIZE = 13.5


class PartTile(Widget):
    """A part with its picture and name, framed if it is in the room."""

    radius = 8.0

    def __init__(self, part: str, floor: Floor, is_chosen: bool, press: Press, why_not: str = "") -> None:
        """`why_not` says why it cannot be chosen; empty if it can."""
        super().__init__(f"part {part}", None, press, not why_not)
        self.part, self.floor, self.is_chosen, self.hint = part, floor, is_chosen, why_not

    def height_for(self, kit: Kit, width: float) -> float:
        return TILE_HEIGHT + len(self._lines(kit, width)) * kit.line(NAME_SIZE) + 8

    def _lines(self, kit: Kit, width: float) -> Sequence[str]:
        return kit.wrap(tr(PART_NAMES[self.part]), width - 4, NAME_SIZE, "bold")

    def semantics(self) -> Semantics:
        name = tr(PART_NAMES[self.part])
        return Semantics(Role.OPTION, name, "", self.hint, is_enabled=self.enabled, is_selected=self.is_chosen)

    def draw(self, stage: Stage, kit: Kit, hovered: bool) -> None:
        rect, theme = self.rect, kit.theme
        picture = art.part(kit, self.part, floor_colour(theme, self.floor), (rect.w - 8, TILE_HEIGHT))
        stage.blit(picture, rect.x + 4, rect.y + 4, 1 if self.enabled else 0.35)
        rim = theme.brass if self.is_chosen else theme.mist if hovered and self.enabled else None
        if rim:
            stage.blit(kit.outline(rect.w - 2, TILE_HEIGHT + 6, rim, 3, 6), rect.x + 1, rect.y + 1)
        paint = theme.brass if self.is_chosen else theme.paper if self.enabled else theme.mist
        for number, line in enumerate(self._lines(kit, rect.w)):
            sign = kit.text(line, NAME_SIZE, "bold" if self.is_chosen else "body", paint)
            stage.blit_centred(sign, rect.centerx, rect.y + TILE_HEIGHT + 6 + (number + 0.5) * kit.line(NAME_SIZE))


# -- page of a room


MOTION_TIME = 1400.0
"""How long the floor moves after each change, in milliseconds."""


class RoomPage(BenchFloorPage):
    """The page for the room of a floor of an own deck. Each change is saved, and shown on the floor in its tower."""

    back_label = mark("Done")

    def __init__(self, context: Context, bench: Bench, index: int) -> None:
        super().__init__(context, bench, index)
        self._moved = MOTION_TIME
        """Milliseconds since the last change, after which the floor shows its motion."""

    @property
    def heading(self) -> str:  # type: ignore[override]
        return tr("The room of {floor}", floor=tr(self.floor.name))

    @property
    def floor(self) -> Floor:
        """The floor, with its room."""
        return shown_floors(self.bench.deck)[self.index]

    @property
    def plan(self) -> RoomPlan:
        return room_of(self.floor)

    def preview(self) -> TowerPreview:
        self._preview = super().preview()
        return self._preview

    @property
    def at_rest(self) -> bool:
        return self._moved >= MOTION_TIME and super().at_rest

    def update(self, ms: float) -> Transition:
        """Let the changed floor move as in two scorings."""
        if self._moved < MOTION_TIME:
            self._moved += ms
            self._preview.phase = int(2 * PHASES * self._moved / MOTION_TIME) % PHASES
        return super().update(ms)

    # -- rows

    def put_rows(self, rows: Rows) -> None:
        plan = self.plan
        across = max(2, int(self.viewport.w // (TILE_WIDTH * self.kit.text_scale)))
        self._put_motion(rows, plan)
        for place, title in PLACE_NAMES.items():
            rows.label(f"place {place}", tr(title))
            rows.grid([self._tile(part, plan) for part in parts_at(place)], across)

    def _put_motion(self, rows: Rows, plan: RoomPlan) -> None:
        parts, motions = [tr(PART_NAMES[part]) for part in plan.parts], [tr(name) for name in MOTION_NAMES.values()]
        about = tr("One part moves when the floor scores.")
        rows.put(Stepper("moving", tr("What moves"), about, parts, plan.moving, partial(self._move_part, plan)))
        at = MOTIONS.index(plan.moves)
        rows.put(Stepper("motion", tr("How it moves"), "", motions, at, partial(self._set_motion, plan)))

    def _tile(self, part: str, plan: RoomPlan) -> PartTile:
        return PartTile(part, self.floor, part in plan.parts, partial(self._choose, part), self._why_not(part, plan))

    def _why_not(self, part: str, plan: RoomPlan) -> str:
        """Return why a part cannot be chosen; empty if it can, or is."""
        if part in plan.parts:
            return ""
        place = PARTS[part].place
        if place is PartPlace.MAIN:
            other = next((f for f in shown_floors(self.bench.deck) if room_of(f).main == part), None)
            return tr("{floor} has it already.", floor=tr(other.name)) if other else ""
        if place is PartPlace.BACK and plan.main in WALLED:
            return tr("The main part has its own walls.")
        is_full = len(plan.parts) == MOST_PARTS and not (place is PartPlace.BACK and self._back(plan))
        return tr("A room has at most {most} parts.", most=MOST_PARTS) if is_full else ""

    def foot(self) -> list[Box]:
        lot = Button("lot", tr("Surprise me"), self._draw_lot)
        return [self.undo_button(), fill(), self.back_button(primary=True), fill(), lot]

    # -- changes

    def _back(self, plan: RoomPlan) -> Sequence[str]:
        return [part for part in plan.parts if PARTS[part].place is PartPlace.BACK]

    def _choose(self, part: str) -> Transition:
        """Put a part into the room, or take it out; another main part or wall replaces the one before."""
        plan, place = self.plan, PARTS[part].place
        parts = [*plan.parts]
        if place is PartPlace.MAIN:
            parts[0] = part
            parts = [each for each in parts if PARTS[each].place is not PartPlace.BACK or part not in WALLED]
        elif part in parts:
            parts.remove(part)
        else:
            replaced = self._back(plan) if place is PartPlace.BACK else ()
            parts = [*(each for each in parts if each not in replaced), part]
        moving = plan.parts[plan.moving]
        keeps = moving in parts
        return self._furnish(RoomPlan((*parts,), parts.index(moving) if keeps else 0, plan.motion if keeps else ""))

    def _move_part(self, plan: RoomPlan, at: int) -> Transition:
        return self._furnish(replace(plan, moving=at, motion=""))

    def _set_motion(self, plan: RoomPlan, at: int) -> Transition:
        return self._furnish(replace(plan, motion=MOTIONS[at]))

    def _draw_lot(self) -> Transition:
        return self._furnish(self.bench.some_room(self.floor))

    def _furnish(self, plan: RoomPlan) -> Transition:
        floor = self.bench.deck.floors[self.index]
        self.bench.set_floor(self.index, replace(floor, picture=picture_of(floor.name, "", plan)))
        self._moved = MOTION_TIME if self.context.settings.reduced_motion else 0.0
        self.rebuild()
        return None


# -- page of a floor


COLOUR_NAMES = dict(
    zip(
        COLOURS,
        (
            mark("Moss"), mark("Copper"), mark("Plum"), mark("Pink"), mark("Frost"), mark("Brass"),
            mark("Slate"), mark("Heather"), mark("Ember"), mark("Lagoon"),
        ),
    )
)  # fmt: skip


class FloorField(TextField):
    longest = LONGEST_NAME
    placeholder = mark("Name of the floor")


class FloorPage(BenchFloorPage):
    """The page for editing a floor. It shows the floor's effects in sentences, and its card in a tower."""

    heading = mark("A floor")
    back_label = mark("Done")

    @property
    def floor(self) -> Floor:
        return self.bench.deck.floors[self.index]

    # -- rows

    def put_rows(self, rows: Rows) -> None:
        floor = self.floor
        rows.put(FloorField("name", floor.name, self._names(), self._set_name))
        rows.words("says", effects_in_full(floor))
        if self.bench.problem:
            rows.words("problem", sentence(self.bench.problem), is_bad=True)
        counts = [str(n) for n in range(1, MOST_COUNT + 1)]
        rows.put(Stepper("count", tr("Cards"), "", counts, floor.count - 1, lambda n: self._set(count=n + 1)))
        for number in range(min(len(floor.effects) + 1, MOST_EFFECTS)):
            self._put_effect(rows, number)
        text = tr("Claimed or not, it triggers scoring in the turn it's built.")
        triggers = floor.triggers_scoring
        rows.put(Switch("triggers", tr("Triggers scoring"), text, triggers, lambda on: self._set(triggers_scoring=on)))
        self._put_looks(rows, floor)
        rows.put(Button("remove", tr("Remove this floor"), self._remove, size=16))

    def _put_effect(self, rows: Rows, number: int) -> None:
        current = effect_at(self.floor, number)
        words = effect_words(current, self.floor.name) if current else tr("nothing more")
        title = tr("Effect {number}", number=number + 1)
        rows.put(LinkRow(f"effect {number}", title, sentence(words), partial(self._choose_effect, number)))
        if current:
            numbers = [str(n) for n in range(1, LARGEST_AMOUNT + 1)]
            title, change = tr("Number for effect {number}", number=number + 1), partial(self._set_amount, number)
            rows.put(Stepper(f"amount {number}", title, "", numbers, current.amount - 1, change))

    def _put_looks(self, rows: Rows, floor: Floor) -> None:
        parts = sentence(commas(tr(PART_NAMES[part]) for part in self.shown.parts))
        rows.put(LinkRow("room", tr("Room"), parts, self._furnish))
        names, theme = ["", *COLOURS], self.kit.theme
        labels = [tr("chosen by name"), *(tr(COLOUR_NAMES[name]) for name in COLOURS)]
        usual = floor_colour(theme, replace(floor, colour="", picture=str(self.shown)))
        swatches = [usual, *colours(theme).values()]
        at = names.index(floor.colour)
        rows.put(Stepper("colour", tr("Colour"), "", labels, at, lambda n: self._set(colour=names[n]), swatches))

    @property
    def shown(self) -> RoomPlan:
        """The floor's room."""
        return room_of(shown_floors(self.bench.deck)[self.index])

    def _furnish(self) -> Transition:
        return Push(RoomPage(self.context, self.bench, self.index))

    def _choose_effect(self, number: int) -> Transition:
        return Push(EffectsPage(self.context, self.bench, self.index, number))

    def foot(self) -> list[Box]:
        return [self.undo_button(), fill(), self.back_button(primary=True), fill()]

    def _names(self) -> list[str]:
        """Return unused names of built-in floors, those with the same first effect first; then the current name."""
        used = {floor.name for floor in self.bench.deck.floors}
        known = {floor.name: floor for deck in find_decks().built_in.values() for floor in deck.floors}
        floors = sorted(known.values(), key=lambda floor: (floor.effects[:1] != self.floor.effects[:1], floor.name))
        names = [tr(floor.name) for floor in floors]
        return [*(name for name in names if len(name) <= LONGEST_NAME and name not in used), self.floor.name]

    # -- changes

    def _set_name(self, text: str) -> Transition:
        return self._set(name=text)

    def _set(self, **changed: Any) -> Transition:
        self.bench.set_floor(self.index, replace(self.floor, **changed))
        self.rebuild()
        return None

    def _set_amount(self, number: int, at: int) -> Transition:
        effect = replace(self.floor.effects[number], amount=at + 1)
        return self._set(effects=effects_with(self.floor, number, effect))

    def _remove(self) -> Transition:
        self.bench.set_floor(self.index, None)
        return Pop()


# -- effects


def effect_at(floor: Floor, number: int) -> Effect | None:
    """Return the effect of a floor at `number`, from 0; None if it has fewer."""
    return floor.effects[number] if number < len(floor.effects) else None


def effects_with(floor: Floor, number: int, effect: Effect | None) -> tuple[Effect, ...]:
    """Return the effects of a floor with another one at `number`, or without the one there if `effect` is None."""
    return (*floor.effects[:number], *((effect,) if effect else ()), *floor.effects[number + 1 :])


class EffectRow(ListRow):
    """An effect to choose, framed if the floor has it."""

    def __init__(self, name: str, title: str, help: str, press: Press, is_chosen: bool) -> None:
        super().__init__(name, title, help, press)
        self.is_chosen = is_chosen

    def semantics(self) -> Semantics:
        return replace(super().semantics(), role=Role.OPTION, is_selected=self.is_chosen)

    def value_width(self, kit: Kit) -> float:
        return 0.0

    def paints(self, kit: Kit, hovered: bool) -> tuple[Paint, Paint, float]:
        plate, rim, wide = super().paints(kit, hovered)
        return (plate, kit.theme.brass, 2.2) if self.is_chosen else (plate, rim, wide)


class EffectsPage(BenchFloorPage):
    """The list of effects, from which one is chosen for a floor. Choosing leads back to the floor."""

    back_label = mark("Back")

    def __init__(self, context: Context, bench: Bench, index: int, number: int) -> None:
        """List the effects for the place `number`, from 0, of the floor at `index`, with the amount that is there."""
        super().__init__(context, bench, index)
        self.floor, self.number = bench.deck.floors[index], number
        self.current = effect_at(self.floor, number)
        self.focus = self._name(self.current)

    @property
    def heading(self) -> str:  # type: ignore[override]
        return tr("Effect {number} of {floor}", number=self.number + 1, floor=tr(self.floor.name))

    def _name(self, effect: Effect | None) -> str:
        return f"choose {effect.verb}" if effect else "choose nothing"

    def put_rows(self, rows: Rows) -> None:
        rows.group = Group("effects", tr("What it does"), is_list=True)
        amount, name = self.current.amount if self.current else 1, self.floor.name
        for effect in (Effect(verb, amount) for verb in EffectVerb):
            self._put(rows, effect, effect_words(effect, name), effect_in_full(effect, name))
        self._put(rows, None, tr("nothing more"), "")

    def _put(self, rows: Rows, effect: Effect | None, words: str, about: str) -> None:
        press = partial(self._choose, effect)
        rows.put(EffectRow(self._name(effect), sentence(words), about, press, effect == self.current))

    def _choose(self, effect: Effect | None) -> Transition:
        effects = effects_with(self.floor, self.number, effect)
        self.bench.set_floor(self.index, replace(self.floor, effects=effects))
        return Pop()
