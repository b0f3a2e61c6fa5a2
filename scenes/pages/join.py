"""Joining a live table: each player presses a key or button of their device."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pygame

from topping_out.game.language import mark, tr, tr_context, tr_label, tr_player
from topping_out.game.record import Header, Player
from topping_out.game.registry import load
from topping_out.game.text import dots, paragraph

from ..accessibility.semantics import Group, Role, Semantics
from ..devices.input_devices import KEYBOARD_HALVES, InputDevice, is_single_mouse
from ..devices.intents import Intent, Verb
from ..devices.keyboard import in_brackets
from ..kit.kit import Kit
from ..kit.motion import ease_in, ease_out_bounce
from ..kit.pictures.ornament import pointer
from ..kit.plates import badge, keycap, seat_sign
from ..kit.stage import Stage
from ..kit.theme import Colour, mix
from ..manager import Pop, Transition
from ..match.phrases import series_words
from ..match.start import begin_gathered
from ..system.context import Context
from ..ui.column import body_area, foot_area, paint_frame
from ..ui.layout import Box, Rect, Text, Widget, column, fill, fitting, level, row
from ..ui.page import Page
from ..ui.widgets import PAD, Button, PagePart, Swatch, Words, put_in
from .keys import key_words
from .setup import NameField
from .setup_devices import TableLayout, paint_chairs, paint_plate
from .setup_seats import EMPTY, Chair, Seating, chair_group, kind_title

# -- chip


def confirm_sign(context: Context, device: str) -> str:
    """Return what joins with a device: its key or button, or a click."""
    return context.devices.signs(device).get(Verb.CONFIRM) or tr("Click")


def leave_sign(context: Context, device: str) -> str:
    """Return what steps back with a device."""
    # Translators: of the mouse, in "Click ready · Right leave".
    return context.devices.signs(device).get(Verb.CANCEL) or tr_context("of a mouse", "Right")


class DeviceChip(Widget):
    """A device, with the key that joins; once somebody has joined, in their colour and with their name."""

    def __init__(self, context: Context, device: InputDevice, owner: str, colour: Colour | None) -> None:
        super().__init__(f"device {device.id}")
        self.is_focusable = False
        self.device, self.owner, self.colour = device, owner, colour
        self.sign = confirm_sign(context, device.id)

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


FALL = 300.0
"""Logical units from which a pyramid falls."""
SIZES = (66.0, 44.0)
"""How wide the pyramids of the first and of the second press are; the second stands on the first."""
STACKED = 0.56
"""Where the second one stands, as a share of the first one's height."""


@dataclass(eq=False)
class Fallen:
    """A pyramid on its way down, or at its place."""

    up: float = FALL
    alpha: float = 1.0


def glass(kit: Kit, colour: Colour, width: float) -> pygame.Surface:
    """Return a pyramid of coloured glass, a little higher than wide, with light from the left."""
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
    """Show the pyramids of one player, which stand at (x, foot) or are falling there."""
    if pieces:
        shade = kit.shadow(SIZES[0] * 0.8, 10, 5, 8, 0.5)
        stage.blit_centred(shade, x, foot - 6, max(0.0, 1 - pieces[0].up / FALL))
    under = 0.0
    for piece, width in zip(pieces, SIZES):
        picture = glass(kit, colour, width)
        wide, high = kit.size_of(picture)
        stage.blit(picture, x - wide / 2, foot - under - high - piece.up, piece.alpha)
        under += high * STACKED


# -- joining


class Joining:
    """The chairs round the table, and who at the screen has come to one.

    A device that somebody played with last keeps that chair and that name for whoever presses it. Bots have the chairs
    that they had; where none is free, the last bot gives way for as long as the human stays.
    """

    def __init__(self, seating: Seating, wished: Sequence[str]) -> None:
        """Free the humans' chairs; `wished`: the device of each of these humans."""
        self.seating = seating
        self.kept = {device: (chair, chair.name) for chair, device in zip(seating.humans, wished) if device}
        """By device: the chair and the name that wait for whoever presses it."""
        self._names = [*(chair.name for chair in seating.humans), *seating.known_names]
        for chair in seating.humans:
            seating.stand_up(chair)
        self.chairs: dict[str, Chair] = {}
        """By device: the chair of whoever has joined with it."""
        self.ready: set[str] = set()
        self._gave_way: list[tuple[Chair, str, str]] = []

    def press(self, device: str) -> bool:
        """Join with a device, or be ready; return False where no chair is left."""
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
        """Return the name that waits for a device, else one known here that waits for nobody; empty if none is free."""
        kept = {name for other, (_, name) in self.kept.items() if other not in self.chairs}
        wished = [self.kept[device][1]] if device in self.kept else []
        wished += [name for name in self._names if name not in kept]
        taken = {other.name for other in self.seating.taken}
        return next((name for name in wished if name not in taken), "")

    def step_back(self, device: str) -> None:
        """Be ready no more; or, if that is so already, leave."""
        if device in self.ready:
            self.ready.discard(device)
        elif device in self.chairs:
            self.seating.stand_up(self.chairs.pop(device))
            if self._gave_way:
                chair, kind, name = self._gave_way.pop()
                if not chair.is_taken:
                    chair.kind, chair.name = kind, name

    def keep(self, there: Sequence[str]) -> list[str]:
        """Have those leave whose device is not there any more; return these devices."""
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
        """Return the chair of a bot who gives way; None where all are humans."""
        bots = [chair for chair in self.seating.taken if chair not in self.chairs.values()]
        if not bots:
            return None
        self._gave_way.append((bots[-1], bots[-1].kind, bots[-1].name))
        bots[-1].kind = EMPTY
        return bots[-1]

    def device_of(self, chair: Chair) -> str:
        """Return what somebody at a chair has joined with; empty for a bot and for nobody."""
        return next((device for device, own in self.chairs.items() if own is chair), "")

    def waits_for(self, chair: Chair) -> tuple[str, str]:
        """Return for whom an empty chair is kept: the device, and the name; empty if for nobody in particular."""
        kept = (device for device, (own, _) in self.kept.items() if own is chair and device not in self.chairs)
        return next(((device, self._name_for(device)) for device in kept), ("", ""))

    @property
    def devices(self) -> list[str]:
        """What the humans have joined with, in the order of the seats."""
        return [self.device_of(chair) for chair in self.seating.humans]

    @property
    def players(self) -> tuple[Player, ...]:
        return self.seating.players

    @property
    def is_full_house(self) -> bool:
        """Whether everybody who has joined is ready, and so many can play."""
        is_enough = len(self.seating.taken) in self.seating.game.seats and not self.seating.problem
        return bool(self.chairs) and self.ready == {*self.chairs} and is_enough


# -- join


LAST_CALL = 1500.0
"""Milliseconds between the last press and the table, in which anybody may still join or step back."""
WAYS = {Verb.LEFT: -1, Verb.RIGHT: 1, Verb.UP: -1, Verb.DOWN: 1}


class JoinPage(Page):
    """The chairs, and what has joined at each: a first press drops a pyramid, a second one caps it."""

    heading = mark("Press to join")

    def __init__(self, context: Context, header: Header, wished: Sequence[str] = ()) -> None:
        """Ask who plays a game as `header` says; its humans had the devices `wished`, in the order of the seats."""
        super().__init__(context)
        self.header, self.game = header, load(header.game)
        self.joining = Joining(Seating(self.game, context.settings.player_names, header.seats), wished)
        self.offered: list[InputDevice] = []
        """The devices that can join now; an intent's seat is a place in this list."""
        self.pieces: dict[str, list[Fallen]] = {}
        """By device: the pyramids on the table."""
        self.motion = context.motion()
        self._left = LAST_CALL

    # -- devices

    def enter(self) -> None:
        self._offer()
        super().enter()
        self.context.announcer.say(self._about())

    def leave(self) -> None:
        self.context.devices.unassign()

    def _offer(self) -> None:
        """Listen to every device that is there: to all mice together only where they cannot be told apart."""
        devices = self.context.devices
        there = devices.available()
        apart = devices.several_mice
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
        """The names of the bots, which the page draws."""
        plates = [w for index, chair in enumerate(chairs) for w in self._chair(index, chair)]
        return [*plates, *self._middle(), *self._foot().lay(kit, foot_area(kit))]

    def _chair(self, index: int, chair: Chair) -> list[Widget]:
        """Return what is on a plate: colour and name above, and below what the next press does."""
        if not chair.is_taken:
            return [self._free(index, chair)]
        device, theme = self.joining.device_of(chair), self.kit.theme
        face, ink = ("bold", theme.good) if device in self.joining.ready else ("body", theme.mist)
        shown, said = (self._status(chair, device, write) for write in (in_brackets, key_words))
        status = Words(f"status{index}", shown, 14, face, ink, most=2, align=0, spoken=said)
        if device:
            name: Box = self._name(index, chair)
        else:
            self._bots.append(Text(chair.name, 17, "bold", most=1))
            name = level(self._bots[-1])
        column(fill(name), fill(status), gap=4).place(self.kit, self.places.beside_face(index))
        widgets = [*([self._swatch(index, chair)] if device else []), *name.widgets(), status]
        put_in(chair_group(index, chair), *widgets)
        return widgets

    def _free(self, index: int, chair: Chair) -> Widget:
        """Return what an empty chair says: for whom it waits, if for somebody in particular, and the key."""
        plate, (device, name) = self.places.plate(index), self.joining.waits_for(chair)
        is_kept = device in [offered.id for offered in self.offered]
        title = tr_label(name) if is_kept and name else tr("A free chair")
        words = tr("{name}: {key}", name=title, key=key_words(confirm_sign(self.context, device))) if is_kept else title

        def draw(stage: Stage) -> None:
            kit, y = self.kit, plate.centery - (15 * self.kit.text_scale if is_kept else 0)
            label, size = kit.first_fitting((title,), plate.w - 24, 17, "head")
            stage.blit_centred(kit.text(label, size, "head", kit.theme.mist), plate.centerx, y)
            if is_kept:
                cap = keycap(kit, confirm_sign(self.context, device))
                stage.blit_centred(cap, plate.centerx, plate.centery + 17 * kit.text_scale)

        semantics = Semantics(Role.TEXT, words)
        return PagePart(f"free{index}", plate, semantics, draw, chair_group(index, chair))

    def _swatch(self, index: int, chair: Chair) -> Widget:
        sign = seat_sign(self.joining.players, self.joining.seating.taken.index(chair))
        colour = tr(self.kit.theme.seat_names[chair.colour])
        swatch = Swatch(f"colour{index}", self.places.face(index), sign, colour, lambda: self._recolour(chair, 1))
        swatch.hint = tr("Another colour; whoever has it swaps with you.")
        return swatch

    def _name(self, index: int, chair: Chair) -> Widget:
        seating = self.joining.seating
        names = dict.fromkeys((*seating.suggestions(chair), seating.numbered(chair)))
        return NameField(f"name{index}", chair.name, [*names], lambda text: self._rename(chair, text))

    def _status(self, chair: Chair, device: str, write: Callable[[str], str]) -> str:
        """Return what stands under a name: what the next press does, or who the bot is; `write` writes a key."""
        if not device:
            return kind_title(chair.kind)
        confirm, back = write(confirm_sign(self.context, device)), write(leave_sign(self.context, device))
        if device in self.joining.ready:
            return tr("Ready · {back} wait", back=back)
        return tr("{confirm} ready · {back} leave", confirm=confirm, back=back)

    def _middle(self) -> list[Widget]:
        """Return what is said on the table, as large as there is room for between the plates."""
        kit, room = self.kit, self.places.middle

        def words(size: float) -> Box:
            head = Words("head", self._head(), 2 * size, "title", most=1)
            shown, said = self._about(in_brackets), self._about()
            return column(head, Words("about", shown, size, colour=kit.theme.paper, spoken=said), gap=0)

        return level(fitting(kit, room, map(words, (15, 14, 13)))).lay(kit, room)

    def _head(self) -> str:
        joining = self.joining
        if joining.is_full_house:
            return tr("Here we go")
        if not joining.chairs:
            return tr("Who plays?")
        return tr("{ready} of {number} ready", ready=len(joining.ready), number=len(joining.chairs))

    def _about(self, write: Callable[[str], str] = key_words) -> str:
        joining = self.joining
        if joining.is_full_house:
            return series_words(self.header) or tr("The table opens.")
        if not joining.chairs:
            return tr("Press your keys, click your mouse or press a button: a pyramid drops onto your chair.")
        if joining.seating.problem:
            return joining.seating.problem
        if joining.ready == {*joining.chairs}:
            return tr("One more player or bot has to join: choose bots in the set-up.")
        keys = dots(write(self.context.devices.signs(half)[Verb.SPLIT]) for half in KEYBOARD_HALVES)
        return tr(
            "Left and right: your name ({keys}: write it). Up and down: your colour. Press again: ready.", keys=keys
        )

    def _foot(self) -> Box:
        chips: list[Widget] = []
        for device in self.offered:
            chair = self.joining.chairs.get(device.id)
            colour = self.kit.theme.seats[chair.colour] if chair else None
            chips.append(DeviceChip(self.context, device, chair.name if chair else "", colour))
        put_in(Group("devices", tr("What you can play with"), is_list=True), *chips)
        return row(Button("back", tr("Back"), Pop, key=self.key(Verb.CANCEL)), fill(), *chips, gap=10)

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
                self._hit(device)
                return None
            return super().on_intent(intent)
        if intent.verb is Verb.CONFIRM:
            self._hit(device)
        elif intent.verb is Verb.CANCEL:
            self._step_back(device)
        elif device in self.joining.chairs and device not in self.joining.ready:
            self._change(device, intent.verb)
        return None

    def _hit(self, device: str) -> None:
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
        self._tell(device, is_new)

    def _tell(self, device: str, is_new: bool) -> None:
        """Say what the press did."""
        name = self.joining.chairs[device].name
        if is_new:
            label = next(offered.label for offered in self.offered if offered.id == device)
            words = mark("You have joined with this: {device}."), mark("{name} has joined with this: {device}.")
            self._changed(tr_player(name, *words, device=label))
        else:
            ready = tr_player(name, mark("You are ready."), mark("{name} is ready."))
            self._changed(paragraph([ready, self._about()]) if self.joining.is_full_house else ready)

    def _step_back(self, device: str) -> None:
        if device not in self.joining.chairs:
            return
        name, has_left = self.joining.chairs[device].name, device not in self.joining.ready
        self.joining.step_back(device)
        gone = self.pieces[device].pop()
        if has_left:
            words = mark("You have left the table."), mark("{name} has left the table.")
        else:
            words = mark("You are not ready yet."), mark("{name} is not ready yet.")
        self.motion.to(gone, 200, 0, ease_in, up=FALL, alpha=0.0)
        self.context.audio.play("undo")
        self._changed(tr_player(name, *words))

    def _change(self, device: str, verb: Verb) -> None:
        """Have another name or colour, or write the name."""
        chair = self.joining.chairs[device]
        field = self.find(f"name{self.joining.seating.chairs.index(chair)}")
        assert isinstance(field, NameField)
        if verb in (Verb.LEFT, Verb.RIGHT):
            field.suggest(WAYS[verb])
            self.context.announcer.say(tr_label(chair.name), urgent=True)
        elif verb in (Verb.UP, Verb.DOWN):
            self._recolour(chair, WAYS[verb])
            self.context.announcer.say(tr(self.kit.theme.seat_names[chair.colour]), urgent=True)
        elif verb is Verb.SPLIT and device in KEYBOARD_HALVES:
            self.focus = field.name
            field.press()

    def _rename(self, chair: Chair, text: str) -> Transition:
        chair.name = text
        self.rebuild()
        return None

    def _recolour(self, chair: Chair, by: int) -> Transition:
        self.joining.seating.next_colour(chair, by)
        self.context.audio.play("focus")
        self.rebuild()
        return None

    def _changed(self, words: str) -> None:
        self._left = LAST_CALL
        self.context.announcer.say(words, urgent=True)
        self.rebuild()

    # -- time

    def update(self, ms: float) -> Transition:
        self.motion.update(ms)
        self._listen()
        if not self.joining.is_full_house or self.typing:
            self._left = LAST_CALL
            return None
        self._left -= ms
        if self._left > 0:
            return None
        return begin_gathered(self.context, self.header, self.joining.players, self.joining.devices)

    def _listen(self) -> None:
        """Keep up with what is plugged in or out; while a name is written, keys write."""
        devices = self.context.devices
        if self.typing:
            if devices.are_assigned:
                devices.unassign()
        elif not devices.are_assigned or devices.changes():
            self._offer()
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
        sign = seat_sign(self.joining.players, self.joining.seating.taken.index(chair))
        stage.blit_centred(badge(kit, sign, face.w / 2 - 2.5), *face.center)
        draw_stack(stage, kit, kit.theme.seats[chair.colour], [Fallen(0.0)] * 2, *self._stand(index))

    def _stand(self, index: int) -> tuple[float, float]:
        """Return where on the table the pyramids of a chair stand: before its plate."""
        plate, (across, down) = self.places.plate(index), self.places.outward(index)
        if down:
            return plate.centerx, plate.bottom + 96 if down < 0 else plate.y - 8
        return plate.centerx - across * (plate.w / 2 + 40), plate.bottom + 26

    def draw(self, stage: Stage) -> None:
        super().draw(stage)
        kit, chairs = self.kit, self.joining.seating.chairs
        for device, chair in self.joining.chairs.items():
            draw_stack(
                stage, kit, kit.theme.seats[chair.colour], self.pieces[device], *self._stand(chairs.index(chair))
            )
        for place, (x, y) in self.context.devices.cursors.items():
            device = self.offered[place].id
            if is_single_mouse(device):
                chair_of = self.joining.chairs.get(device)
                stage.blit(pointer(kit, kit.theme.seats[chair_of.colour] if chair_of else kit.theme.mist), x - 1, y - 1)
