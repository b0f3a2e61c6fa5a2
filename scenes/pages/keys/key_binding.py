"""What the pages share on which keys are changed: a row with its key, and waiting for another one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from topping_out.game.language import mark, tr
from topping_out.scenes.accessibility.semantics import Role, Semantics
from topping_out.scenes.devices.intents import Intent, Verb
from topping_out.scenes.devices.key_table import KeyTable
from topping_out.scenes.kit.kit import Kit
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.manager import Transition
from topping_out.scenes.system.context import Context
from topping_out.scenes.ui.widgets import Button, ListRow, Press

SPOKEN = {
    ",": mark("comma"), ".": mark("full stop"), ";": mark("semicolon"), "/": mark("slash"), "-": mark("minus"),
    "=": mark("equals"), "+": mark("plus"), "'": mark("apostrophe"), "←": mark("left arrow"),
    "→": mark("right arrow"), "↑": mark("up arrow"), "↓": mark("down arrow"),
}  # fmt: skip
"""What keys are called that have no letter on them."""

What = TypeVar("What")


def key_words(label: str) -> str:
    """Return what is said of a key with that label."""
    return tr(SPOKEN[label]) if label in SPOKEN else label


class KeyRow(ListRow):
    """What a key does, and the key; pressed, it waits for another."""

    def __init__(self, name: str, title: str, label: str, press: Press | None, help: str = "") -> None:
        super().__init__(name, title, help, press)
        self.label = label
        self.is_waiting = False
        self.clash = ""

    def semantics(self) -> Semantics:
        role = Role.BUTTON if self._press else Role.ITEM
        key = tr("press a key") if self.is_waiting else key_words(self.label)
        return Semantics(role, self.title, key, self.note or self.help)

    def value_width(self, kit: Kit) -> float:
        return kit.text_size(tr("press a key"), 16, "bold")[0] + 24

    def draw_value(self, stage: Stage, kit: Kit) -> None:
        theme = kit.theme
        if self.is_waiting:
            sign = kit.text(tr("press a key"), 16, "bold", theme.glow)
            stage.blit_centred(sign, self.rect.right - 14 - kit.size_of(sign)[0] / 2, self.rect.centery)
            return
        sign = kit.text(self.label, 17, "bold", theme.paper)
        wide = max(42 * kit.text_scale, kit.size_of(sign)[0] + 24)
        rim = theme.bad if self.clash else theme.mist
        x, high = self.rect.right - 14 - wide, min(self.rect.h - 10, 34 * kit.text_scale)
        stage.blit(
            kit.plate(wide, high, theme.night, rim, 2.5 if self.clash else 1.4, 7), x, self.rect.centery - high / 2
        )
        stage.blit_centred(sign, x + wide / 2, self.rect.centery)


@dataclass(eq=False)
class KeyBinder(Generic[What]):
    """Gives things other keys: one waits for the next key. Every change takes effect at once, and is remembered."""

    context: Context
    keys: KeyTable[What]
    bind: Callable[[What, str], str]
    """Gives a thing the key at a place; returns why it cannot have it, empty where it can."""
    store: Callable[[], None]
    """Puts what has changed into the settings."""
    read_anew: Callable[[], str]
    """Lays the page out anew; returns what has the focus then, in words."""
    waiting: What | None = None
    """What gets the next key."""
    message: str = ""
    """What has just been said of a change."""
    told_of: What | None = None
    """What the message is about: its row shows it, wherever the page is scrolled to."""

    def note(self, what: What) -> str:
        """Return what the row of `what` says of the last change."""
        return self.message if what == self.told_of else ""

    def wait_for(self, what: What, title: str) -> Transition:
        """Give the next key that is pressed to `what`."""
        self.waiting, self.message = what, ""
        self.read_anew()
        self.context.announcer.reply(tr("Press the key for: {title}. Escape leaves it as it is.", title=title))
        return None

    def settle(self, message: str = "") -> Transition:
        """Wait no longer, put what there is into effect, and say something."""
        self.waiting, self.message, self.told_of = None, message, self.waiting
        self.store()
        self.context.save_settings()
        focused = self.read_anew()
        self.context.announcer.reply(message or focused)
        return None

    def reset(self) -> Transition:
        """Go back to the usual keys."""
        self.keys.reset()
        return self.settle()

    def usual_button(self) -> Button:
        return Button("usual", tr("Default keys"), self.reset, enabled=not self.keys.is_usual)

    def takes(self, intent: Intent) -> bool:
        """Tell whether an intent was for this, and has been done."""
        if intent.verb is Verb.KEY:
            if self.waiting is not None and intent.amount:
                self.settle("" if intent.text == "escape" else self.bind(self.waiting, intent.text))
            return True
        if self.waiting is not None and intent.verb in (Verb.PRESS, Verb.CANCEL):
            self.settle()
            return intent.verb is Verb.CANCEL
        return False
