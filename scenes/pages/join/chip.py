"""What can be played with, at the foot of the page: what to press, or who has it."""

from __future__ import annotations

from topping_out.game.language import mark, tr, tr_context, tr_label, tr_player
from topping_out.scenes.accessibility.semantics import Role, Semantics
from topping_out.scenes.devices.input_devices import InputDevice
from topping_out.scenes.devices.intents import Verb
from topping_out.scenes.kit.keycaps import keycap
from topping_out.scenes.kit.kit import Kit
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.kit.theme import Colour
from topping_out.scenes.pages.keys.key_binding import key_words
from topping_out.scenes.system.context import Context
from topping_out.scenes.ui.widgets import PAD, Widget


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
