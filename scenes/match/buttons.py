"""The buttons along the top of a table, and the room between them."""

from __future__ import annotations

from itertools import pairwise

from game.language import tr
from scenes.devices.intents import Verb
from scenes.match.scene import MatchScene
from scenes.system.settings import SPEED_LABELS
from scenes.ui.widgets import Button, Rect, Widget


def bar(table: MatchScene) -> list[Widget]:
    """Return the buttons along the top."""
    text, right = table.kit.text_scale, table.kit.width - 24
    widths = {"menu": 52 + 66 * text, "speed": 40 + 98 * text, "rules": 40 + 72 * text, "log": 36 + 54 * text}

    def place(name: str, x: float) -> Rect:
        return Rect(x, 18, widths[name], 24 + 14 * text)

    speed = tr(SPEED_LABELS[table.context.settings.speed])
    rules_x = right - widths["rules"]
    log_x = rules_x - 10 - widths["log"]
    return [
        Button("menu", place("menu", 24), tr("Menu"), table.pause, key=table.key(Verb.CANCEL)),
        Button("speed", place("speed", 34 + widths["menu"]), speed, table.next_speed, size=16),
        Button("log", place("log", log_x), tr("Log"), table.open_log, Verb.LOG, table.key(Verb.LOG)),
        Button("rules", place("rules", rules_x), tr("Rules"), table.rules, Verb.RULES, table.key(Verb.RULES)),
    ]


def room_between(buttons: list[Widget]) -> tuple[float, float]:
    """Return from where to where the bar has room between its buttons at the left and those at the right."""
    edges = [(one.rect.right, other.rect.x) for one, other in pairwise(sorted(buttons, key=lambda b: b.rect.x))]
    left, right = max(edges, key=lambda gap: gap[1] - gap[0])
    return left + 14, right - 14
