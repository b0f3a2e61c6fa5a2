"""The buttons along the top of a table, and the room between them."""

from __future__ import annotations

from itertools import pairwise

from game.language import tr
from scenes.devices.intents import Verb
from scenes.match.scene import MatchScene
from scenes.system.settings import SPEED_LABELS
from scenes.ui.widgets import Button, Rect, Widget

SMALL = 15.0
"""The least size of letters in a label that is longer than usual."""


def bar(scene: MatchScene, second: Button | None = None) -> list[Widget]:
    """Return the buttons along the top: the menu and `second` at the left, which is placed here; log and rules."""
    kit, text, right = scene.kit, scene.kit.text_scale, scene.kit.width - 24

    def width(label: str, verb: Verb, least: float) -> float:
        """Return the width that a button with that label and key needs."""
        key = kit.size_of(kit.keycap(scene.key(verb)))[0] if scene.key(verb) else 0
        return max(least, kit.text_size(label, SMALL, "head")[0] + key + 34)

    menu = width(tr("Menu"), Verb.CANCEL, 52 + 66 * text)
    rules, log = width(tr("Rules"), Verb.RULES, 40 + 72 * text), width(tr("Log"), Verb.LOG, 36 + 54 * text)

    def place(x: float, width: float) -> Rect:
        return Rect(x, 18, width, 24 + 14 * text)

    if second:
        second.rect = place(34 + menu, second.rect.w)
    rules_x = right - rules
    log_place, rules_place = place(rules_x - 10 - log, log), place(rules_x, rules)
    return [
        Button("menu", place(24, menu), tr("Menu"), scene.pause, key=scene.key(Verb.CANCEL)),
        *([second] if second else []),
        Button("log", log_place, tr("Log"), scene.open_log, Verb.LOG, scene.key(Verb.LOG)),
        Button("rules", rules_place, tr("Rules"), scene.rules, Verb.RULES, scene.key(Verb.RULES)),
    ]


def speed_button(scene: MatchScene) -> Button:
    """Return the button that changes the speed of play, for the bar."""
    label = tr(SPEED_LABELS[scene.context.settings.speed])
    width = max(40 + 98 * scene.kit.text_scale, scene.kit.text_size(label, SMALL, "head")[0] + 34)
    return Button("speed", Rect(0, 0, width, 0), label, scene.next_speed, size=16)


def room_between(buttons: list[Widget]) -> tuple[float, float]:
    """Return from where to where the bar has room between its buttons at the left and those at the right."""
    edges = [(one.rect.right, other.rect.x) for one, other in pairwise(sorted(buttons, key=lambda b: b.rect.x))]
    left, right = max(edges, key=lambda gap: gap[1] - gap[0])
    return left + 14, right - 14
