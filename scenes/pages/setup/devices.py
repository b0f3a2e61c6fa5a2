"""The page on which the players of a live game choose their devices; mice join by a click."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from topping_out.game.language import mark, tr, tr_label, tr_player
from topping_out.game.text import paragraph
from topping_out.scenes import routes
from topping_out.scenes.accessibility.semantics import Group
from topping_out.scenes.devices.input_devices import InputDevice, assign_devices, free_for, is_single_mouse, reassign
from topping_out.scenes.devices.intents import Verb
from topping_out.scenes.devices.keyboard import key_label
from topping_out.scenes.devices.keyboard_halves import Control
from topping_out.scenes.kit.cache import painted_once
from topping_out.scenes.kit.kit import Kit
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.manager import Transition
from topping_out.scenes.match.seats.player_devices import problem_of
from topping_out.scenes.pages.keys.key_binding import key_words
from topping_out.scenes.pages.setting_rows import SettingRows
from topping_out.scenes.system.context import Context
from topping_out.scenes.ui.column import ColumnPage, LinkRow, Rows
from topping_out.scenes.ui.layout import Box, fill, sized
from topping_out.scenes.ui.widgets import Button, ListRow, Press, Stepper

JOIN = mark("Click to join")
TICK = 16.0
"""Width of the tick, in logical units."""


def joined_label(name: str) -> str:
    return tr_player(name, mark("You have joined"), mark("{name} has joined"))


def join_width(kit: Kit, names: list[str]) -> float:
    """Return the width that a button needs for each of these players."""
    joined = max(kit.text_size(joined_label(name), 16, "head")[0] for name in names) + TICK + 8
    return max(kit.text_size(tr(JOIN), 16, "head")[0], min(joined, 200 * kit.text_scale)) + 40


class JoinButton(Button):
    """Clicked with a mouse, it has that mouse play for a player."""

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
    """Return a tick, in the paint of what is well."""
    ink = kit.theme.good
    return kit.canvas(TICK, TICK, ink).line([(2, TICK * 0.55), (TICK * 0.4, TICK - 3), (TICK - 2, 3)], ink, 2.8).done()


NOBODY = mark("nothing")
"""What a player has who has no device."""
ACTIONS = (Verb.CONFIRM, Verb.SPLIT, Verb.CANCEL, Verb.DONE)


def how_to(context: Context, device: InputDevice) -> str:
    """Return in short how one plays with a device."""
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
    """A row for each human. If there are several mice, also a button that a player clicks with the own mouse."""

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
        """Show the devices `assigned` in the order of the names, and call `change` with each new choice.

        `go`: what the main button does; without it there is only the button back.
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
        """Return what the arrows of a player go through: all that nobody else has, or, if that is nothing, all."""
        own = self.assigned[place]
        free = free_for(self.assigned, place, self.devices)
        ids = free if [id for id in free if id != own] else [device.id for device in self.devices]
        return ids if own else ["", *ids]

    def foot(self) -> list[Box]:
        back = self.back()
        if not self._go:
            return [fill(), back, fill()]
        back.primary, key = False, self.key(Verb.PLAY)
        go = Button("go", tr("Go on"), self._go, Verb.PLAY, key, primary=True, enabled=all(self.assigned), size=20)
        return [fill(), back, go, fill()]

    # -- choosing

    def _choose(self, place: int, device: str) -> Transition:
        if device:
            self._take(place, reassign(self.assigned, place, device, self.devices))
        return None

    def _join(self, place: int) -> Transition:
        """Seat the mouse that clicked the button."""
        devices = self.context.devices
        mouse = devices.clicked_by if devices.active == "mouse" else ""
        if mouse:
            self._take(place, reassign(self.assigned, place, mouse, self.devices, devices.mice.recent))
        else:
            self._say(tr("Which mouse was that? Click the button with the mouse that will play."), is_bad=True)
        return None

    def _take(self, place: int, assigned: list[str]) -> None:
        """Have the devices so, by the choice of the player at `place`; say what others have instead."""
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

    # -- devices come and go

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
