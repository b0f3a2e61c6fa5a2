"""Testing a keyboard: what it can tell apart when several keys are down at once."""

from __future__ import annotations

import pygame

from topping_out.game.language import mark, tr
from topping_out.game.text import commas, full_stop, paragraph
from topping_out.scenes.devices.input_devices import KEYBOARD_HALVES
from topping_out.scenes.devices.intents import Intent, Verb
from topping_out.scenes.devices.keyboard import key_label
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.kit.theme import mix
from topping_out.scenes.manager import Pop, Transition
from topping_out.scenes.system.context import Context
from topping_out.scenes.ui.frame import EDGE, body_area, foot_area, paint_frame
from topping_out.scenes.ui.layout import column, fill, row, sized, space
from topping_out.scenes.ui.page import Page
from topping_out.scenes.ui.text import Words
from topping_out.scenes.ui.widgets import Button, Rect, Widget

Key = tuple[str, float]
"""A place and its width, where an ordinary key is 1 wide."""


def _row(places: str, first: Key | None = None, last: Key | None = None) -> list[Key]:
    return [*([first] if first else []), *((place, 1.0) for place in places.split()), *([last] if last else [])]


ROWS = (
    _row("grave 1 2 3 4 5 6 7 8 9 0 minus equals", last=("backspace", 2.0)),
    _row("q w e r t y u i o p leftbracket rightbracket", ("tab", 1.5), ("backslash", 1.5)),
    _row("a s d f g h j k l semicolon apostrophe", ("capslock", 1.75), ("return", 2.25)),
    _row("nonusbackslash z x c v b n m comma period slash", ("lshift", 1.25), ("rshift", 2.75)),
    [("lctrl", 1.5), ("lgui", 1.25), ("lalt", 1.25), ("space", 6.5), ("ralt", 1.5), ("menu", 1.25), ("rctrl", 1.75)],
)
ARROWS = (("up", 16.5, 3.0), ("left", 15.5, 4.0), ("down", 16.5, 4.0), ("right", 17.5, 4.0))
"""Place, and how far from the left and from the top."""
WIDE, HIGH = 18.5, 5.0
CASE = 40.0
"""Room round the keys."""
UNNAMED = ("lgui", "menu")
LETTERS = 14, 13
"""Sizes of the letters of a word on a key; one that is too long for its key is left out."""
WORDS = mark(
    "Both players: hold down the keys you might press at the same time. Every key you hold should "
    "light up, and no others. If one stays dark, your keyboard can't tell these keys apart: choose "
    "others."
)


def keys() -> list[tuple[str, Rect]]:
    """Return the keys of the picture with their rectangles, in widths of an ordinary key."""
    places = []
    for number, line in enumerate(ROWS):
        x = 0.0
        for place, width in line:
            places.append((place, Rect(x, number, width, 1)))
            x += width
    return places + [(place, Rect(x, y, 1, 1)) for place, x, y in ARROWS]


class KeyTestPage(Page):
    """A keyboard whose keys light up while they are held; Esc leads back."""

    heading = mark("Test the keyboard")
    wants_raw_keys = True

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.down: list[str] = []
        """The places of the keys that are held, the first pressed first."""
        self.most = 0
        """How many keys were held at once so far."""

    # -- intents

    def on_intent(self, intent: Intent) -> Transition:
        if intent.verb is not Verb.KEY:
            return super().on_intent(intent)
        if intent.amount and intent.text == "escape":
            return Pop()
        self.down = [place for place in self.down if place != intent.text]
        if intent.amount:
            self.down.append(intent.text)
        self.most = max(self.most, len(self.down))
        if intent.amount:
            self.context.announcer.reply(paragraph([full_stop(key_label(intent.text)), self._count()]))
        self.rebuild()
        return None

    def let_go(self) -> None:
        super().let_go()
        self.down = []
        self.rebuild()

    # -- layout

    def build(self) -> list[Widget]:
        kit = self.kit
        wide = kit.width - 2 * EDGE
        self._picture = space(min(60.0, (wide - CASE) / WIDE) * HIGH + CASE)
        about = row(fill(), sized(Words("about", tr(WORDS), 16), min(1000.0, kit.width - 100)), fill())
        count = Words("count", self._count(), 16, "bold", kit.theme.glow)
        done = Button("back", tr("Done"), Pop, key=self.key(Verb.CANCEL), primary=True)
        body = column(space(0), about, fill(), self._picture, count, fill(), gap=8)
        return [
            *body.lay(kit, body_area(kit, kit.width)),
            *row(fill(), done, fill()).lay(kit, foot_area(kit)),
        ]

    # -- drawing

    def _places(self) -> tuple[float, float, float]:
        """Return where the keys begin, and how wide an ordinary one is."""
        room = self._picture.rect.inflate(-CASE, -CASE)
        unit = min(room.w / WIDE, room.h / HIGH, 60.0)
        return room.centerx - unit * WIDE / 2, room.centery - unit * HIGH / 2, unit

    def paint(self, stage: Stage) -> None:
        kit, (left, top, unit) = self.kit, self._places()
        paint_frame(stage, kit, tr(self.heading))
        case = kit.plate(unit * WIDE + CASE, unit * HIGH + CASE, (*kit.theme.night, 150), kit.theme.rim, 1.2, 16)
        stage.blit_centred(case, *self._picture.rect.center)
        for place, rect in keys():
            picture = self._key(place, rect.w * unit - 5, unit - 5)
            stage.blit(picture, left + rect.x * unit, top + rect.y * unit)

    def _count(self) -> str:
        if not self.most:
            return tr("No key is being pressed.")
        shown = {place for place, _ in keys()}
        others = [key_label(place) for place in self.down if place not in shown]
        if not others:
            return tr("Pressed now: {number}. Most at once: {most}.", number=len(self.down), most=self.most)
        # Translators: {keys} are names of keys that the picture does not show.
        text = mark("Pressed now: {number} (also {keys}). Most at once: {most}.")
        return tr(text, number=len(self.down), keys=commas(others), most=self.most)

    def _key(self, place: str, width: float, height: float) -> pygame.Surface:
        kit, theme = self.kit, self.kit.theme
        control = self.context.devices.keyboard_halves.at(place)
        own = theme.seats[KEYBOARD_HALVES.index(control.half)] if control else None
        label, is_down = "" if place in UNNAMED else key_label(place), place in self.down

        def make() -> pygame.Surface:
            rim = mix(own, theme.paper, 0.35) if own else theme.rim
            fill = mix(theme.night, own, 0.45) if own else theme.plate
            if is_down:
                rim, fill = theme.paper, theme.glow
            canvas = kit.canvas(width, height, rim)
            canvas.rect(0, 0, width, height, rim, 8).rect(2, 2, width - 4, height - 4, fill, 6.5)
            cap = canvas.done()
            ink = theme.ink if is_down else theme.paper if own else theme.mist
            sizes = (size for size in LETTERS if kit.text_size(label, size, "bold", fixed=True)[0] <= width - 6)
            size = 18 if len(label) == 1 else next(sizes, 0)
            sign = kit.text(label if size else "", size or LETTERS[0], "bold", ink, fixed=True)
            cap.blit(sign, sign.get_rect(center=cap.get_rect().center))
            return cap

        return kit.cached(("testkey", label, own, is_down, round(width, 1), round(height, 1)), make)
