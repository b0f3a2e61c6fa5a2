"""The buttons of a table: those along the top, and those of the player's turn at the lower right."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from scenes.devices.intents import Verb
from scenes.ui.widgets import Button, Rect, Widget

if TYPE_CHECKING:
    from scenes.match.turns import TableScene


def bar(table: TableScene) -> list[Widget]:
    """Return the buttons along the top."""
    text, right = table.kit.text_scale, table.kit.width - 24
    widths = {"menu": 52 + 66 * text, "speed": 40 + 98 * text, "rules": 40 + 72 * text, "log": 36 + 54 * text}

    def place(name: str, x: float) -> Rect:
        return Rect(x, 18, widths[name], 24 + 14 * text)

    speed = f"Speed: {table.context.settings.speed}"
    rules_x = right - widths["rules"]
    log_x = rules_x - 10 - widths["log"]
    return [
        Button("menu", place("menu", 24), "Menu", table.pause, key=table.key(Verb.CANCEL)),
        Button("speed", place("speed", 34 + widths["menu"]), speed, table.next_speed, size=16),
        Button("log", place("log", log_x), "Log", table.open_log, Verb.LOG, table.key(Verb.LOG)),
        Button("rules", place("rules", rules_x), "Rules", table.rules, Verb.RULES, table.key(Verb.RULES)),
    ]


def room_between(buttons: list[Widget]) -> tuple[float, float]:
    """Return from where to where the bar has room between its buttons at the left and those at the right."""
    edges = [(one.rect.right, other.rect.x) for one, other in pairwise(sorted(buttons, key=lambda b: b.rect.x))]
    left, right = max(edges, key=lambda gap: gap[1] - gap[0])
    return left + 14, right - 14


def tools(table: TableScene) -> list[Widget]:
    """Return undo, hint and the main button; once the game is over, the way to its results."""
    key, place = table.key, table.board.main_place
    left, low, width, high = place
    if table.match.outcome:
        return [Button("results", place, "Results", table.show_results, Verb.PLAY, key(Verb.PLAY), primary=True)]
    if not table.humans:
        return []
    half, row = (width - 8) / 2, low - high - 9
    thinks = table.asking.is_asked("advise")
    says = "Thinking…" if thinks else "Hint"
    may_undo, may_hint = table.match.can_undo(), table.board.turn is not None and not thinks
    undo_place, hint_place = Rect(left, row, half, high), Rect(left + half + 8, row, half, high)
    main = table.board.primary()
    label = main.label if main else ("Your turn" if table.board.turn else "Please wait")
    can, press = main is not None and main.action is not None, table.press_main
    return [
        Button("undo", undo_place, "Undo", table.undo, Verb.UNDO, key(Verb.UNDO), enabled=may_undo),
        Button("hint", hint_place, says, table.hint, Verb.HINT, key(Verb.HINT), enabled=may_hint),
        Button("play", place, label, press, Verb.PLAY, key(Verb.PLAY), primary=can, enabled=can, size=17),
    ]
