"""The page where players join a live game by pressing a key or button of their device."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pygame

from topping_out.game.language import mark, tr, tr_context, tr_label, tr_player
from topping_out.game.record import Header
from topping_out.game.registry import load
from topping_out.game.text import dots, paragraph

from ..accessibility.semantics import Group, Role, Semantics
from ..devices.intents import KEYBOARD_HALVES, InputDevice, Intent, Verb, is_single_mouse
from ..devices.keyboard import key_words
from ..kit.kit import Kit
from ..kit.ornament import pointer
from ..kit.plates import badge, keycap, seat_sign
from ..kit.sprites import ease_in, ease_out_bounce
from ..kit.stage import Stage
from ..kit.theme import Colour, mix
from ..manager import Transition
from ..match.phrases import series_words
from ..match.start import begin_gathered
from ..system.context import Context
from ..ui.column import body_area, foot_area, paint_frame
from ..ui.layout import Box, Rect, Text, Widget, column, fill, fitting, level, row
from ..ui.page import Page
from ..ui.widgets import PAD, PagePart, Swatch, Words, put_in
from .setup_devices import TableLayout, paint_chairs, paint_plate
from .setup_seats import EMPTY, Chair, NameField, Seating, chair_group, kind_title

# -- chip


def confirm_sign(context: Context, device: str) -> str:
    """Return the key or button that joins with a device, or "Click" for a mouse."""
    return context.devices.signs(device).get(Verb.CONFIRM) or tr("Click")


def join_sign(context: Context, device: str) -> str:
    """Return the key or button that joins with a device; with half of the keyboard, all its keys do."""
    # Translators: on a sign before the name of half of the keyboard, such as "Arrows": all its keys do the same.
    return tr("any key") if device in KEYBOARD_HALVES else confirm_sign(context, device)


def leave_sign(context: Context, device: str) -> str:
    """Return the key or button that steps back with a device."""
    # Translators: of the mouse, in "Click ready · Right leave".
    return context.devices.signs(device).get(Verb.CANCEL) or tr_context("of a mouse", "Right")


class DeviceChip(Widget):
    """A device with the key that joins or, once a player has joined with it, their name in their colour."""

    def __init__(self, context: Context, device: InputDevice, owner: str, colour: Colour | None) -> None:
        super().__init__(f"device {device.id}")
        self.is_focusable = False
        self.device, self.owner, self.colour = device, owner, colour
        self.sign = join_sign(context, device.id)

    def semantics(self) -> Semantics:
        if self.owner:
            words = mark("You play with this: {device}."), mark("{name} plays with this: {device}.")
            return Semantics(Role.ITEM, tr_player(self.owner, *words, device=self.device.label))
        return Semantics(Role.ITEM, tr("{name}: {key}", name=self.device.label, key=key_words(self.sign)))

    @property
    def _label(self) -> str:
        return tr_label(self.owner) if self.owner else self.device.label.partition(" + ")[0]

    def width_for(self, kit: Kit) -> float:
        cap = 0.0 if self.colour else kit.size_of(keycap(kit, self.sign))[0] + 9
        return kit.text_size(self._label, 15, "bold")[0] + cap + 32

    def height_for(self, kit: Kit, width: float) -> float:
        return PAD + kit.line(15)

    def draw(self, stage: Stage, kit: Kit, hovered: bool) -> None:
        theme, r = kit.theme, self.rect
        fill = (*self.colour, 235) if self.colour else (*theme.night, 215)
        stage.blit(kit.plate(r.w, r.h, fill, theme.paper if self.colour else theme.rim, 1.3, r.h / 2), r.x, r.y)
        left = r.x + 16
        if not self.colour:
            cap = keycap(kit, self.sign)
            width = kit.size_of(cap)[0]
            stage.blit_centred(cap, left + width / 2, r.centery)
            left += width + 9
        words, size = kit.first_fitting((self._label, self._label.partition(" (")[0]), r.right - left - 14, 15, "bold")
        stage.blit(kit.text(words, size, "bold"), left, r.centery - kit.size_of(kit.text(words, size, "bold"))[1] / 2)


# -- picture


FALL_HEIGHT = 300.0
"""Height from which a pyramid falls, in logical units."""
WIDTHS = (66.0, 44.0)
"""Widths of the pyramids of the first and second press; the second one stands on the first."""
STACKED = 0.56
"""Height at which the second pyramid stands, as a share of the first one's height."""


@dataclass(eq=False)
class Fallen:
    """A pyramid that is falling or has fallen; `up` is its height above its place."""

    up: float = FALL_HEIGHT
    alpha: float = 1.0


def glass(kit: Kit, colour: Colour, width: float) -> pygame.Surface:
    """Return the picture of a pyramid of coloured glass, a little higher than wide, lit from the left."""
    height = width * 1.12

    def make() -> pygame.Surface:
        white, night, half = (255, 255, 255), kit.theme.night, width / 2
        canvas = kit.canvas(width, height, colour)
        tip, left, front, right = (
            (half, 1.0),
            (1.0, height * 0.84),
            (width * 0.6, height - 1),
            (width - 1, height * 0.8),
        )
        canvas.polygon([tip, left, front], (*mix(colour, white, 0.34), 240))
        canvas.polygon([tip, front, right], (*mix(colour, night, 0.18), 245))
        glint = [(half - width * 0.05, height * 0.22), (width * 0.2, height * 0.76), (width * 0.31, height * 0.81)]
        canvas.polygon(glint, (*mix(colour, white, 0.62), 150))
        canvas.polygon([(width * 0.66, height * 0.9), (width * 0.9, height * 0.79), (width * 0.62, height * 0.5)],
                       (*mix(colour, white, 0.2), 110))  # fmt: skip
        canvas.line([tip, front], mix(colour, white, 0.72), 1.4)
        canvas.line([left, tip, right, front, left], mix(colour, night, 0.45), 1.2)
        return canvas.done()

    return kit.cached(("glass", colour, round(width)), make)


def draw_stack(stage: Stage, kit: Kit, colour: Colour, pieces: list[Fallen], x: float, foot: float) -> None:
    """Draw a player's pyramids, which stand at (x, foot) or are falling there."""
    if pieces:
        shade = kit.shadow(WIDTHS[0] * 0.8, 10, 5, 8, 0.5)
        stage.blit_centred(shade, x, foot - 6, max(0.0, 1 - pieces[0].up / FALL_HEIGHT))
    under = 0.0
    for piece, width in zip(pieces, WIDTHS):
        picture = glass(kit, colour, width)
        wide, high = kit.size_of(picture)
        stage.blit(picture, x - wide / 2, foot - under - high - piece.up, piece.alpha)
        under += high * STACKED


# -- joining


class Joining:
    """The chairs around the table, and the humans who have joined.

    A device that was used in the previous game keeps its chair and name for the player who presses it. Bots keep their
    chairs; if no chair is free, the last bot makes way for as long as the human stays.
    """

    def __init__(self, seating: Seating, wished: Sequence[str]) -> None:
        """Empty the humans' chairs. `wished` has the device of each of these humans, in order."""
        self.seating = seating
        self.kept = {device: (chair, chair.name) for chair, device in zip(seating.humans, wished) if device}
        """The chair and the name kept for each device."""
        self._names = [*(chair.name for chair in seating.humans), *seating.known_names]
        for chair in seating.humans:
            seating.stand_up(chair)
        self.chairs: dict[str, Chair] = {}
        """The chair of the player who has joined, by device."""
        self.ready: set[str] = set()
        self._bots_that_made_way: list[tuple[Chair, str, str]] = []

    def press(self, device: str) -> bool:
        """Join with a device or, if it has joined, mark it as ready; return False if no chair is left."""
        if device in self.chairs:
            self.ready.add(device)
            return True
        chair = self._chair_for(device)
        if chair is None:
            return False
        self.seating.sit_down(chair, self._name_for(device))
        self.chairs[device] = chair
        return True

    def _name_for(self, device: str) -> str:
        """Return the name kept for a device, else a known name that is kept for none; empty if there is none free."""
        kept = {name for owner, (_, name) in self.kept.items() if owner not in self.chairs}
        names = [self.kept[device][1]] if device in self.kept else []
        names += [name for name in self._names if name not in kept]
        taken = {other.name for other in self.seating.taken}
        return next((name for name in names if name not in taken), "")

    def step_back(self, device: str) -> None:
        """Mark a device as not ready; if it was not, remove it, and let a bot that made way return."""
        if device in self.ready:
            self.ready.discard(device)
        elif device in self.chairs:
            self.seating.stand_up(self.chairs.pop(device))
            if self._bots_that_made_way:
                chair, kind, name = self._bots_that_made_way.pop()
                if not chair.is_taken:
                    chair.kind, chair.name = kind, name

    def keep(self, there: Sequence[str]) -> list[str]:
        """Remove the players whose device is not among those `there`; return these devices."""
        gone = [device for device in self.chairs if device not in there]
        for device in gone:
            self.ready.discard(device)
            self.step_back(device)
        return gone

    def _chair_for(self, device: str) -> Chair | None:
        free = [chair for chair in self.seating.chairs if not chair.is_taken]
        if device in self.kept and self.kept[device][0] in free:
            return self.kept[device][0]
        kept = [chair for chair, _ in self.kept.values()]
        found = next((chair for chair in free if chair not in kept), next(iter(free), None))
        return found or self._make_way()

    def _make_way(self) -> Chair | None:
        """Empty the chair of the last bot and return it; None if there is no bot."""
        bots = [chair for chair in self.seating.taken if chair not in self.chairs.values()]
        if not bots:
            return None
        self._bots_that_made_way.append((bots[-1], bots[-1].kind, bots[-1].name))
        bots[-1].kind = EMPTY
        return bots[-1]

    def device_of(self, chair: Chair) -> str:
        """Return the device of the human on a chair; empty if there is none."""
        return next((device for device, own in self.chairs.items() if own is chair), "")

    def waits_for(self, chair: Chair) -> tuple[str, str]:
        """Return the device and the name for which an empty chair is kept; both empty if it is not kept."""
        kept = (device for device, (own, _) in self.kept.items() if own is chair and device not in self.chairs)
        return next(((device, self._name_for(device)) for device in kept), ("", ""))

    @property
    def devices(self) -> list[str]:
        """The devices of the humans who have joined, in the order of the seats."""
        return [self.device_of(chair) for chair in self.seating.humans]

    @property
    def is_full_house(self) -> bool:
        """Whether everybody who has joined is ready and the number of players is right."""
        is_enough = len(self.seating.taken) in self.seating.game.seats and not self.seating.problem
        return bool(self.chairs) and self.ready == {*self.chairs} and is_enough


# -- join


LAST_CALL = 1500.0
"""Milliseconds from the last press until the table opens; players may still join or step back."""
STEPS = {Verb.LEFT: -1, Verb.RIGHT: 1, Verb.UP: -1, Verb.DOWN: 1}
"""To the previous or the next name or colour."""


class JoinPage(Page):
    """The chairs and who has joined. The first press drops a pyramid; the second, a smaller one onto it: ready."""

    heading = mark("Press to join")

    def __init__(self, context: Context, header: Header, wished: Sequence[str] = ()) -> None:
        """Let players join a game with the options of `header`, whose humans had the devices `wished`, by seat."""
        super().__init__(context)
        self.header, self.game = header, load(header.game)
        self.joining = Joining(Seating(self.game, context.settings.player_names, header.seats), wished)
        self.offered: list[InputDevice] = []
        """The devices that can join; an intent's seat is an index into this list."""
        self.pieces: dict[str, list[Fallen]] = {}
        """The pyramids of each device."""
        self.motion = context.motion()
        self._time_left = LAST_CALL

    # -- devices

    def enter(self) -> None:
        self._assign_devices()
        super().enter()
        self.context.announcer.say(self._instructions())

    def leave(self) -> None:
        self.context.devices.unassign()

    def _assign_devices(self) -> None:
        """Assign all available devices; all mice count as one device only if they cannot be told apart."""
        devices = self.context.devices
        there = devices.available()
        apart = devices.mice.several
        self.offered = [device for device in there if device.kind != "mouse" or is_single_mouse(device.id) == apart]
        devices.assign({place: device.id for place, device in enumerate(self.offered)})
        for device in self.joining.keep([device.id for device in self.offered]):
            self.pieces.pop(device, None)

    # -- layout

    def build(self) -> list[Widget]:
        kit, chairs = self.kit, self.joining.seating.chairs
        room = body_area(kit, kit.width).inflate(0, -12)
        area = Rect(0, 0, min(room.w, room.h * 1.9), min(room.h, room.w * 0.95))
        area.center = room.center
        self.places = TableLayout(kit, area, len(chairs))
        self._bots: list[Text] = []
        """The names of the bots, which are not widgets."""
        plates = [w for index, chair in enumerate(chairs) for w in self._chair(index, chair)]
        return [*plates, *self._middle(), *self._foot().lay(kit, foot_area(kit))]

    def _chair(self, index: int, chair: Chair) -> list[Widget]:
        """Return the widgets on a plate: colour, name, and what the next press does."""
        if not chair.is_taken:
            return [self._empty_chair(index, chair)]
        device, theme = self.joining.device_of(chair), self.kit.theme
        face, ink = ("bold", theme.good) if device in self.joining.ready else ("body", theme.mist)
        status = Words(f"status{index}", self._status(chair, device), 14, face, ink, most=2, align=0)
        if device:
            name: Box = self._name(index, chair)
        else:
            self._bots.append(Text(chair.name, 17, "bold", most=1))
            name = level(self._bots[-1])
        column(fill(name), fill(status), gap=4).place(self.kit, self.places.beside_face(index))
        widgets = [*([self._swatch(index, chair)] if device else []), *name.widgets(), status]
        put_in(chair_group(index, chair), *widgets)
        return widgets

    def _empty_chair(self, index: int, chair: Chair) -> Widget:
        """Return the plate of an empty chair: the name it is kept for and the key that joins, if it is kept."""
        plate, (device, name) = self.places.plate(index), self.joining.waits_for(chair)
        is_kept = device in [offered.id for offered in self.offered]
        title = tr_label(name) if is_kept and name else tr("A free chair")
        words = tr("{name}: {key}", name=title, key=key_words(join_sign(self.context, device))) if is_kept else title

        def draw(stage: Stage) -> None:
            kit, y = self.kit, plate.centery - (15 * self.kit.text_scale if is_kept else 0)
            label, size = kit.first_fitting((title,), plate.w - 24, 17, "head")
            stage.blit_centred(kit.text(label, size, "head", kit.theme.mist), plate.centerx, y)
            if is_kept:
                cap = keycap(kit, join_sign(self.context, device))
                stage.blit_centred(cap, plate.centerx, plate.centery + 17 * kit.text_scale)

        semantics = Semantics(Role.TEXT, words)
        return PagePart(f"free{index}", plate, semantics, draw, chair_group(index, chair))

    def _swatch(self, index: int, chair: Chair) -> Widget:
        sign = seat_sign(self.joining.seating.players, self.joining.seating.taken.index(chair))
        colour = tr(self.kit.theme.seat_names[chair.colour])
        return Swatch(f"colour{index}", self.places.face(index), sign, colour, lambda: self._recolour(chair, 1))

    def _name(self, index: int, chair: Chair) -> Widget:
        seating = self.joining.seating
        names = dict.fromkeys((*seating.suggestions(chair), seating.numbered(chair)))
        return NameField(f"name{index}", chair.name, [*names], lambda text: self._rename(chair, text))

    def _status(self, chair: Chair, device: str) -> str:
        """Return the line under a name: what the next press does, or the bot's level."""
        if not device:
            return kind_title(chair.kind)
        confirm, back = key_words(confirm_sign(self.context, device)), key_words(leave_sign(self.context, device))
        if device in self.joining.ready:
            return tr("Ready · {back} not yet", back=back)
        return tr("{confirm} ready · {back} leave", confirm=confirm, back=back)

    def _middle(self) -> list[Widget]:
        """Return the words on the table, as large as fits between the plates."""
        kit, room = self.kit, self.places.middle

        def words(size: float) -> Box:
            head = Words("head", self._title_words(), 2 * size, "title", most=1)
            return column(head, Words("about", self._instructions(), size, colour=kit.theme.paper), gap=0)

        return level(fitting(kit, room, map(words, (15, 14, 13)))).lay(kit, room)

    def _title_words(self) -> str:
        joining = self.joining
        if joining.is_full_house:
            return tr("Here we go")
        if not joining.chairs:
            return tr("Who plays?")
        return tr("{ready} of {number} ready", ready=len(joining.ready), number=len(joining.chairs))

    def _instructions(self) -> str:
        joining = self.joining
        if joining.is_full_house:
            return series_words(self.header) or tr("The table opens.")
        if not joining.chairs:
            return tr("Press your keys, click your mouse or press a button: a pyramid drops onto your chair.")
        if joining.seating.problem:
            return joining.seating.problem
        if joining.ready == {*joining.chairs}:
            return tr("One more player or bot has to join: choose bots in the set-up.")
        keys = dots(key_words(self.context.devices.signs(half)[Verb.SPLIT]) for half in KEYBOARD_HALVES)
        return tr(
            "Left and right: your name. {keys}: write it. Up and down: your colour. Press again: ready.", keys=keys
        )

    def _foot(self) -> Box:
        chips: list[Widget] = []
        for device in self.offered:
            chair = self.joining.chairs.get(device.id)
            colour = self.kit.theme.seats[chair.colour] if chair else None
            chips.append(DeviceChip(self.context, device, chair.name if chair else "", colour))
        put_in(Group("devices", tr("What you can play with"), is_list=True), *chips)
        return row(self.back_button(), fill(), *chips, gap=10)

    def initial_focus(self) -> Widget | None:
        return self.find("back")

    # -- joining

    def on_intent(self, intent: Intent) -> Transition:
        if intent.seat is None or intent.seat >= len(self.offered):
            return super().on_intent(intent)
        device = self.offered[intent.seat].id
        if intent.verb in (Verb.PRESS, Verb.RELEASE, Verb.POINT):
            found = self.at(intent.position)
            if intent.verb is Verb.PRESS and (found is None or not found.is_focusable):
                self.stop_writing()
                self._press_device(device)
                return None
            return super().on_intent(intent)
        if intent.verb is Verb.CONFIRM or (device in KEYBOARD_HALVES and device not in self.joining.chairs):
            self._press_device(device)
        elif intent.verb is Verb.CANCEL:
            self._step_back(device)
        elif device in self.joining.chairs and device not in self.joining.ready:
            self._change_player(device, intent.verb)
        return None

    def _press_device(self, device: str) -> None:
        joining = self.joining
        is_new, was_ready = device not in joining.chairs, device in joining.ready
        if was_ready:
            return
        if not joining.press(device):
            self.context.audio.play("refuse")
            return
        fallen = Fallen()
        self.pieces.setdefault(device, []).append(fallen)
        self.motion.to(fallen, 520, 0, ease_out_bounce, up=0.0)
        self.motion.at(190, lambda: self.context.audio.play("clink_large" if is_new else "clink_small"))
        self._announce_press(device, is_new)

    def _announce_press(self, device: str, is_new: bool) -> None:
        """Announce what the press did."""
        name = self.joining.chairs[device].name
        if is_new:
            label = next(offered.label for offered in self.offered if offered.id == device)
            words = mark("You've joined with this: {device}."), mark("{name} has joined with this: {device}.")
            self._changed(tr_player(name, *words, device=label))
        else:
            ready = tr_player(name, mark("You're ready."), mark("{name} is ready."))
            self._changed(paragraph([ready, self._instructions()]) if self.joining.is_full_house else ready)

    def _step_back(self, device: str) -> None:
        if device not in self.joining.chairs:
            return
        name, has_left = self.joining.chairs[device].name, device not in self.joining.ready
        self.joining.step_back(device)
        gone = self.pieces[device].pop()
        if has_left:
            words = mark("You've left the table."), mark("{name} has left the table.")
        else:
            words = mark("You aren't ready yet."), mark("{name} isn't ready yet.")
        self.motion.to(gone, 200, 0, ease_in, up=FALL_HEIGHT, alpha=0.0)
        self.context.audio.play("undo")
        self._changed(tr_player(name, *words))

    def _change_player(self, device: str, verb: Verb) -> None:
        """Change a player's name or colour, or start writing the name."""
        chair = self.joining.chairs[device]
        field = self.find(f"name{self.joining.seating.chairs.index(chair)}")
        assert isinstance(field, NameField)
        if verb in (Verb.LEFT, Verb.RIGHT):
            field.suggest(STEPS[verb])
            self.context.announcer.say(tr_label(chair.name), urgent=True)
        elif verb in (Verb.UP, Verb.DOWN):
            self._recolour(chair, STEPS[verb])
            self.context.announcer.say(tr(self.kit.theme.seat_names[chair.colour]), urgent=True)
        elif verb is Verb.SPLIT and device in KEYBOARD_HALVES:
            self.focus = field.name
            field.press()

    def _rename(self, chair: Chair, text: str) -> None:
        chair.name = text
        self.rebuild()

    def _recolour(self, chair: Chair, by: int) -> None:
        self.joining.seating.next_colour(chair, by)
        self.context.audio.play("focus")
        self.rebuild()

    def _changed(self, words: str) -> None:
        self._time_left = LAST_CALL
        self.context.announcer.say(words, urgent=True)
        self.rebuild()

    # -- time

    def update(self, ms: float) -> Transition:
        self.motion.update(ms)
        self._update_devices()
        if not self.joining.is_full_house or self.typing:
            self._time_left = LAST_CALL
            return None
        self._time_left -= ms
        if self._time_left > 0:
            return None
        return begin_gathered(self.context, self.header, self.joining.seating.players, self.joining.devices)

    def _update_devices(self) -> None:
        """Assign devices anew if some were plugged in or out; release them while a name is being written."""
        devices = self.context.devices
        if self.typing:
            if devices.are_assigned:
                devices.unassign()
        elif not devices.are_assigned or devices.changes():
            self._assign_devices()
            self.rebuild()

    @property
    def at_rest(self) -> bool:
        return not self.motion.busy and not self.joining.is_full_house

    # -- drawing

    def paint(self, stage: Stage) -> None:
        kit, places, seating = self.kit, self.places, self.joining.seating
        paint_frame(stage, kit, tr(self.heading))
        paint_chairs(stage, kit, places, seating.colours(kit.theme))
        for index, chair in enumerate(seating.chairs):
            paint_plate(stage, kit, places.plate(index), chair.is_taken)
            if chair.is_taken and not self.joining.device_of(chair):
                self._paint_bot(stage, index, chair)
        for name in self._bots:
            name.draw_words(stage, kit)

    def _paint_bot(self, stage: Stage, index: int, chair: Chair) -> None:
        kit, face = self.kit, self.places.face(index)
        sign = seat_sign(self.joining.seating.players, self.joining.seating.taken.index(chair))
        stage.blit_centred(badge(kit, sign, face.w / 2 - 2.5), *face.center)
        draw_stack(stage, kit, kit.theme.seats[chair.colour], [Fallen(0.0)] * 2, *self._pyramids_place(index))

    def _pyramids_place(self, index: int) -> tuple[float, float]:
        """Return where on the table the pyramids of a chair stand, in front of its plate."""
        plate, (across, down) = self.places.plate(index), self.places.outward(index)
        if down:
            return plate.centerx, plate.bottom + 96 if down < 0 else plate.y - 8
        return plate.centerx - across * (plate.w / 2 + 40), plate.bottom + 26

    def draw(self, stage: Stage) -> None:
        super().draw(stage)
        kit, chairs = self.kit, self.joining.seating.chairs
        for device, chair in self.joining.chairs.items():
            colour, place = kit.theme.seats[chair.colour], self._pyramids_place(chairs.index(chair))
            draw_stack(stage, kit, colour, self.pieces[device], *place)
        for seat, (x, y) in self.context.devices.cursors.items():
            device = self.offered[seat].id
            if is_single_mouse(device):
                chair_of = self.joining.chairs.get(device)
                stage.blit(pointer(kit, kit.theme.seats[chair_of.colour] if chair_of else kit.theme.mist), x - 1, y - 1)
