"""The page that assigns devices to the players of a live game, and the picture of the table in the set-up."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import pygame

from topping_out.game.language import mark, tr, tr_label, tr_player
from topping_out.game.text import paragraph

from .. import routes
from ..accessibility.semantics import Group
from ..devices.intents import InputDevice, Verb, assign_devices, free_for, is_single_mouse, reassign
from ..devices.keyboard import Control, key_label, key_words
from ..kit.kit import Kit
from ..kit.ornament import card_back
from ..kit.sprites import painted_once
from ..kit.stage import Canvas, Stage
from ..kit.theme import Colour, mix
from ..manager import Transition
from ..match.scene import problem_of
from ..system.context import Context
from ..ui.column import ColumnPage, LinkRow, Rows
from ..ui.layout import Box, Press, Rect, fill, sized
from ..ui.widgets import PAD, Button, ListRow, Stepper
from .settings import SettingRows

# -- roundtable


POSITIONS: dict[int, tuple[tuple[float, float], ...]] = {
    2: ((0, 1), (0, -1)),
    3: ((0, 1), (-1, -0.62), (1, -0.62)),
    4: ((0, 1), (-1, 0), (0, -1), (1, 0)),
    5: ((0, 1), (-1, 0.3), (-0.72, -1), (0.72, -1), (1, 0.3)),
}
"""By number of chairs: the position of each plate, from (0, 0) in the middle of the area to 1 at its edges."""
SOFT_SCALE = 2.5
"""From this many device pixels per logical unit, the table top is painted at half resolution."""
CHAIR_OVERHANG = 16.0
"""How far the back of a chair sticks out from behind its plate."""


class TableLayout:
    """Where a table and the plates around it are in `area`."""

    def __init__(self, kit: Kit, area: Rect, chairs: int) -> None:
        self.area = area
        self.size = min(kit.wide(286), area.w * 0.38), 2 * (PAD + kit.line(15)) + 20
        self._spots = POSITIONS[chairs]
        self.table = area.inflate(-2 * CHAIR_OVERHANG - 70, -2 * CHAIR_OVERHANG - 60)

    def plate(self, index: int) -> Rect:
        """Return the rectangle of a chair's plate."""
        across, down = self._spots[index]
        width, height = self.size
        x = self.area.centerx + across * (self.area.w / 2 - width / 2 - CHAIR_OVERHANG)
        y = self.area.centery + down * (self.area.h / 2 - height / 2 - CHAIR_OVERHANG)
        return Rect(x - width / 2, y - height / 2, width, height)

    def face(self, index: int) -> Rect:
        """Return the rectangle of the portrait, at the left of a plate."""
        plate, side = self.plate(index), min(self.size[1] - 16, self.size[0] * 0.32)
        return Rect(plate.x + 8, plate.centery - side / 2, side, side)

    def beside_face(self, index: int) -> Rect:
        """Return the part of a plate beside the portrait."""
        plate, face = self.plate(index), self.face(index)
        return Rect(face.right + 8, plate.y + 8, plate.right - face.right - 16, plate.h - 16)

    def setting(self, index: int) -> tuple[float, float]:
        """Return where on the table a player's `place_setting` lies."""
        plate, (_, down) = self.plate(index), self.outward(index)
        if down:
            x = plate.x + 36 if plate.centerx < self.area.centerx - 1 else plate.right - 36
            return x, plate.centery - down * (plate.h / 2 + 30)
        return plate.centerx, plate.bottom + 32

    def outward(self, index: int) -> tuple[float, float]:
        """Return the unit vector from the table to a chair."""
        across, down = self._spots[index]
        if abs(down) >= 0.9:
            return 0.0, math.copysign(1, down)
        return math.copysign(1, across), 0.0

    @property
    def _free_height(self) -> tuple[float, float]:
        """The top and the bottom of the free space in the middle of the table."""
        middle = [self.plate(i) for i, (across, _) in enumerate(self._spots) if abs(across) < 0.7]
        top = max((p.bottom for p in middle if p.centery < self.area.centery), default=self.table.y)
        bottom = min((p.y for p in middle if p.centery > self.area.centery), default=self.table.bottom)
        return top + 8, bottom - 22

    @property
    def middle(self) -> Rect:
        """The space for words in the middle of the table, between the plates and the place settings."""
        places = [(self.plate(i), self.outward(i)) for i in range(len(self._spots))]
        top = max((plate.bottom + 8 for plate, (_, down) in places if down < 0), default=self.table.y + 8)
        low = min((plate.y - 96 for plate, (_, down) in places if down > 0), default=self.table.bottom - 8)
        sides = [plate for plate, (across, _) in places if across]
        low = min([low, *(plate.bottom - 40 for plate in sides)])
        wide = min([420.0, *(2 * abs(plate.centerx - self.area.centerx) - plate.w - 24 for plate in sides)])
        return Rect(self.area.centerx - wide / 2, top, wide, low - top)

    @property
    def model_height(self) -> float:
        """The height of the tower in the middle of the table, so that it also fits between the plates at the sides."""
        top, bottom = self._free_height
        beside = [self.plate(i) for i, (across, down) in enumerate(self._spots) if abs(across) == 1 and abs(down) < 0.5]
        across = min((2 * abs(p.centerx - self.area.centerx) - p.w for p in beside), default=self.table.w)
        return max(60.0, min(bottom - top, across * 1.9))

    @property
    def model_middle(self) -> tuple[float, float]:
        top, bottom = self._free_height
        return self.area.centerx, (top + bottom) / 2


def table_top(kit: Kit, width: float, height: float) -> pygame.Surface:
    """Return a round table with an inlaid sunburst, seen from above."""

    def paint(scale: float) -> pygame.Surface:
        theme = kit.theme
        canvas = Canvas(width, height, scale, theme.brass, detail=2)
        wood = mix(theme.plate, theme.copper, 0.24)
        canvas.ellipse(0, 0, width, height, mix(theme.brass, theme.night, 0.25))
        canvas.ellipse(3, 3, width - 6, height - 6, wood)
        canvas.ellipse(22, 22, width - 44, height - 44, mix(theme.brass, theme.night, 0.4))
        canvas.ellipse(23.5, 23.5, width - 47, height - 47, mix(theme.rose, theme.plate, 0.5))
        cx, cy = width / 2, height / 2
        for number in range(24):
            a, b = (math.tau * (number + share) / 24 for share in (0, 0.5))
            corners = [(cx + math.cos(t) * (cx - 24), cy + math.sin(t) * (cy - 24)) for t in (a, (a + b) / 2, b)]
            canvas.polygon([(cx, cy), *corners], mix(theme.rose, theme.plate, 0.64))
        canvas.ellipse(cx - 74, cy - 62, 148, 124, mix(theme.brass, theme.night, 0.4))
        canvas.ellipse(cx - 72.5, cy - 60.5, 145, 121, mix(theme.rose, theme.plate, 0.56))
        return canvas.done()

    return kit.cached(("table top", round(width), round(height)), lambda: kit.soft(width, height, paint, SOFT_SCALE))


def chair_back(kit: Kit, places: TableLayout, index: int, colour: Colour | None) -> tuple[pygame.Surface, float, float]:
    """Return the picture of a chair and its top left corner, behind its plate; `colour` is None for an empty chair."""
    across, down = places.outward(index)
    plate = places.plate(index)
    wood = mix(kit.theme.plate, kit.theme.copper, 0.28)
    cloth = colour or mix(kit.theme.plate, kit.theme.mist, 0.12)
    width, height = (plate.w * 0.5, 44.0) if down else (44.0, plate.h * 0.82)

    def make() -> pygame.Surface:
        canvas = kit.canvas(width, height, wood)
        canvas.rect(0, 0, width, height, wood, 14)
        canvas.rect(4, 4, width - 8, height - 8, cloth, 11)
        canvas.rect(4, 4, width - 8, (height - 8) / 2, mix(cloth, kit.theme.paper, 0.12), 11)
        return canvas.done()

    x = plate.centerx + across * (plate.w / 2 + CHAIR_OVERHANG - width / 2) - width / 2
    y = plate.centery + down * (plate.h / 2 + CHAIR_OVERHANG - height / 2) - height / 2
    return kit.cached(("chair", width, height, cloth), make), x, y


@painted_once
def place_setting(kit: Kit, colour: Colour, has_pieces: bool) -> pygame.Surface:
    """Return what lies in front of a player: three cards or three pyramids, and a cup."""
    theme, scale = kit.theme, kit.scale
    canvas = kit.canvas(112, 54, theme.night)
    canvas.ellipse(80, 20, 30, 30, (*theme.night, 110))
    canvas.circle(95, 32, 14, mix(theme.paper, colour, 0.25)).circle(95, 32, 11, mix(theme.copper, theme.ink, 0.62))
    canvas.circle(92, 29, 3, mix(theme.copper, theme.paper, 0.3))
    if has_pieces:
        for x, foot, size in ((20, 40, 17.0), (44, 48, 13.0), (62, 44, 9.0)):
            canvas.polygon([(x - size, foot), (x, foot - 2 * size), (x, foot + 3)], mix(colour, theme.paper, 0.25))
            canvas.polygon([(x + size, foot), (x, foot - 2 * size), (x, foot + 3)], mix(colour, theme.night, 0.3))
    sheet = canvas.done()
    back = card_back(kit, 30, 43, 4)
    for number in () if has_pieces else range(3):
        card = pygame.transform.rotozoom(back, 14 - 14 * number, 1)
        sheet.blit(
            card, card.get_rect(center=(round((22 + 16 * number) * scale), round((30 - number % 2 * 2) * scale)))
        )
    return sheet


def paint_chairs(stage: Stage, kit: Kit, places: TableLayout, colours: Sequence[Colour | None]) -> None:
    """Draw the table, and around it a chair for each of the colours; None is an empty chair."""
    for index, colour in enumerate(colours):
        stage.blit(*chair_back(kit, places, index, colour))
    stage.blit(table_top(kit, places.table.w, places.table.h), *places.table.topleft)


def paint_plate(stage: Stage, kit: Kit, plate: Rect, is_taken: bool) -> None:
    """Draw the plate of a chair, which lies under its widgets."""
    theme = kit.theme
    if is_taken:
        stage.blit(kit.shadow(plate.w, plate.h, 12, 9), plate.x - 9, plate.y - 5)
        stage.blit(kit.plate(plate.w, plate.h, (*theme.plate, 250), theme.rim, 1.3, 12), plate.x, plate.y)
    else:
        stage.blit(kit.plate(plate.w, plate.h, (*theme.plate, 150), (*theme.plate, 150), 1, 12), plate.x, plate.y)
        stage.blit(kit.dashed(plate.w, plate.h, theme.rim, 1.6, 12), plate.x, plate.y)


# -- devices


JOIN = mark("Click to join")
TICK = 16.0
"""Width of the tick in logical units."""


def joined_label(name: str) -> str:
    return tr_player(name, mark("You've joined"), mark("{name} has joined"))


def join_width(kit: Kit, names: list[str]) -> float:
    """Return the width at which a join button fits all these players."""
    joined = max(kit.text_size(joined_label(name), 16, "head")[0] for name in names) + TICK + 8
    return max(kit.text_size(tr(JOIN), 16, "head")[0], min(joined, 200 * kit.text_scale)) + 40


class JoinButton(Button):
    """The button of a player: the mouse that clicks it is assigned to that player."""

    def __init__(self, name: str, player: str, has_joined: bool, press: Press) -> None:
        super().__init__(name, joined_label(player) if has_joined else tr(JOIN), press, size=16)
        self.has_joined = has_joined
        self.hint = tr_player(
            player, mark("With the mouse that will play for you."), mark("With the mouse that will play for {name}.")
        )

    def draw(self, stage: Stage, kit: Kit, hovered: bool) -> None:
        if not self.has_joined:
            super().draw(stage, kit, hovered)
            return
        theme, r = kit.theme, self.rect
        rim = theme.mist if hovered else theme.good
        stage.blit(kit.plate(r.w, r.h, (*theme.plate, 245), rim, 1.6, self.radius), r.x, r.y)
        label, size = kit.first_fitting((self.label,), r.w - 30 - TICK, self.size, "head")
        sign = kit.text(label, size, "head", theme.paper)
        wide = kit.size_of(sign)[0] + TICK + 8
        stage.blit_centred(tick(kit), r.centerx - wide / 2 + TICK / 2, r.centery)
        stage.blit_centred(sign, r.centerx + (TICK + 8) / 2, r.centery + kit.lift("head", size))


@painted_once
def tick(kit: Kit) -> pygame.Surface:
    """Return a tick in the theme's colour for "good"."""
    ink = kit.theme.good
    return kit.canvas(TICK, TICK, ink).line([(2, TICK * 0.55), (TICK * 0.4, TICK - 3), (TICK - 2, 3)], ink, 2.8).done()


NOBODY = mark("nothing")
"""Shown for a player without a device."""
ACTIONS = (Verb.CONFIRM, Verb.SPLIT, Verb.CANCEL, Verb.DONE)


def how_to(context: Context, device: InputDevice) -> str:
    """Return a short description of how to play with a device."""
    devices = context.devices
    if device.kind == "mouse":
        return tr("Click or drag · Split: click on a gap · Put back: right button")
    if device.kind == "pad":
        moves, signs = tr("stick or pad"), devices.signs(device.id)
    else:
        moves, _, _ = device.label.partition(" + ")
        keys = {verb: key_label(devices.keyboard_halves.place(Control(device.id, verb))) for verb in ACTIONS}
        signs = {verb: key_words(key) for verb, key in keys.items()}
    lift, split, back, done = (signs[verb] for verb in ACTIONS)
    return tr(
        "Move: {moves} · Lift, place, mine: {lift} · Split: {split} · Put back: {back} · Done: {done}",
        moves=moves,
        lift=lift,
        split=split,
        back=back,
        done=done,
    )


class DevicesPage(ColumnPage):
    """A row for each human. If there are several mice, each player also has a button to click with their mouse."""

    # Translators: what each player plays with: a mouse, half of the keyboard, a gamepad.
    heading = mark("Controllers")
    column_width = 860.0

    def __init__(
        self,
        context: Context,
        names: Sequence[str],
        assigned: Sequence[str],
        change: Callable[[list[str]], None],
        go: Callable[[], Transition] | None = None,
        back: str = mark("Done"),
    ) -> None:
        """Show the devices `assigned`, in the order of `names`, and call `change` with each new assignment.

        `go` is what the main button does; if None, there is only the back button.
        """
        super().__init__(context)
        self.names, self._change, self._go = names, change, go
        self.back_label = back
        self.devices = context.devices.available()
        self.assigned = assign_devices(len(names), self.devices, assigned)
        self.message, self._is_bad = "", False

    # -- layout

    def put_rows(self, rows: Rows) -> None:
        problem = self.message or problem_of(self.names, self.assigned)
        if problem:
            rows.words("problem", problem, is_bad=self._is_bad or not self.message)
        for place, name in enumerate(self.names):
            self._add_player(rows, place, name)
        make = SettingRows(self.context, self._changed)
        if len(self.names) > 1:
            rows.put(make.even_hands())
        rows.put(make.bots_hands())
        rows.put(make.slower_hands())
        about = tr("Each mouse can play for somebody: use it to click the button beside the name.")
        rows.words("mice", self.context.devices.mice_note or about)
        help = tr("Which keys the two halves use, and which your keyboard can tell apart.")
        rows.put(LinkRow("keyboard", tr("Keyboard"), help, self.opens(routes.KEYBOARD)))

    def _changed(self) -> None:
        self._change(self.assigned)
        self.rebuild()

    def _add_player(self, rows: Rows, place: int, name: str) -> None:
        """Add one human's row, and the button for mice beside it."""
        has_mice = any(is_single_mouse(device.id) for device in self.devices)
        rows.group = Group(f"player{place}", tr_label(name)) if has_mice else None
        has_joined = is_single_mouse(self.assigned[place])
        join = JoinButton(f"join{place}", name, has_joined, lambda: self._join(place))
        rows.put(self._row(place, name), *([sized(join, join_width(self.kit, [*self.names]))] if has_mice else []))
        rows.group = None

    def _row(self, place: int, name: str) -> ListRow:
        assigned = self.assigned[place]
        ids = self._offered(place)
        by_id = {device.id: device for device in self.devices}
        room = self.viewport.w * 0.4
        help = how_to(self.context, by_id[assigned]) if assigned else tr("No device is left.")
        short = [self.kit.fit(by_id[id].label if id else tr(NOBODY), room, 16, "bold") for id in ids]
        return Stepper(
            f"device{place}", tr_label(name), help, short, ids.index(assigned),
            lambda at: self._choose(place, ids[at]),
        )  # fmt: skip

    def _offered(self, place: int) -> list[str]:
        """Return the device ids that a player's stepper offers: those nobody else has or, if there are none, all."""
        own = self.assigned[place]
        free = free_for(self.assigned, place, self.devices)
        ids = free if [id for id in free if id != own] else [device.id for device in self.devices]
        return ids if own else ["", *ids]

    def foot(self) -> list[Box]:
        if not self._go:
            return super().foot()
        key, can_go = self.key(Verb.PLAY), all(self.assigned)
        go = Button("go", tr("Go on"), self._go, Verb.PLAY, key, primary=True, enabled=can_go, size=20)
        return [fill(), self.back_button(), go, fill()]

    # -- choosing

    def _choose(self, place: int, device: str) -> None:
        if device:
            self._assign(place, reassign(self.assigned, place, device, self.devices))

    def _join(self, place: int) -> None:
        """Assign the mouse that clicked the button to the player at `place`."""
        devices = self.context.devices
        mouse = devices.clicked_by if devices.active == "mouse" else ""
        if mouse:
            self._assign(place, reassign(self.assigned, place, mouse, self.devices, devices.mice.recent))
        else:
            self._say(tr("Which mouse was that? Click the button with the mouse that will play."), is_bad=True)

    def _assign(self, place: int, assigned: list[str]) -> None:
        """Change the assignment as the player at `place` chose, and say which devices others have now."""
        before, self.assigned = self.assigned, assigned
        self._change(assigned)
        labels = {device.id: device.label for device in self.devices}
        others = [at for at, id in enumerate(assigned) if at != place and id and id != before[at]]
        yours, theirs = mark("You now play with this: {device}."), mark("{name} now plays with this: {device}.")
        self._say(paragraph(tr_player(self.names[at], yours, theirs, device=labels[assigned[at]]) for at in others))

    def _say(self, text: str, is_bad: bool = False) -> None:
        self.message, self._is_bad = text, is_bad
        if text:
            self.context.announcer.say(text, urgent=True)
        self.rebuild()

    # -- devices plugged in and out

    def enter(self) -> None:
        self._refresh_devices()
        super().enter()

    def update(self, ms: float) -> Transition:
        if [device.id for device in self.context.devices.available()] != [device.id for device in self.devices]:
            self._refresh_devices()
            self.rebuild()
        return super().update(ms)

    def _refresh_devices(self) -> None:
        self.devices = self.context.devices.available()
        self.assigned = assign_devices(len(self.names), self.devices, self.assigned)
        self._change(self.assigned)
