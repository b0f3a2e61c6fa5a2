"""The buttons of a table: what they say, how wide they are, and the room between them."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

from topping_out.game.language import tr, tr_context
from topping_out.scenes.devices.intents import Verb
from topping_out.scenes.kit.keycaps import keycap
from topping_out.scenes.manager import Transition
from topping_out.scenes.match.board import Board
from topping_out.scenes.system.context import Context
from topping_out.scenes.system.settings import SPEED_LABELS
from topping_out.scenes.ui.widgets import SMALL_LABEL, Button, Press, Rect, Widget

STANDS_OUT = 24.0
"""How far two buttons may stand out of their room, towards the hand."""


def needed_width(context: Context, label: str, verb: Verb | None) -> float:
    """Return the least width of a button with that label and the key of that verb, if any."""
    kit, key = context.kit, context.devices.label(verb) if verb else ""
    cap = kit.size_of(keycap(kit, key))[0] + 8 if key else 0
    return kit.text_size(label, SMALL_LABEL, "head")[0] + cap + 24


def two_widths(context: Context, room: float, first: tuple[str, Verb], second: tuple[str, Verb]) -> tuple[float, float]:
    """Return how wide two buttons are side by side: half each if they can; without their keys if they must."""
    least = [needed_width(context, *button) for button in (first, second)]
    if sum(least) > room + STANDS_OUT:
        least = [needed_width(context, label, None) for label, _ in (first, second)]
    right = max(least[1], min(room / 2, room - least[0]))
    return max(least[0], room - right), right


def places_over(context: Context, main: Rect, first: tuple[str, Verb], second: tuple[str, Verb]) -> tuple[Rect, Rect]:
    """Return the places of two lesser buttons, side by side over the main one."""
    left, right = two_widths(context, main.w - 8, first, second)
    place = Rect(main.right - right, main.y - main.h - 9, right, main.h)
    return Rect(place.x - 8 - left, place.y, left, main.h), place


def speed_button(context: Context, press: Press) -> Button:
    """Return the button that changes the speed of play, wherever."""
    label = tr(SPEED_LABELS[context.settings.speed])
    width = max(40 + 98 * context.kit.text_scale, context.kit.text_size(label, SMALL_LABEL, "head")[0] + 34)
    return Button("speed", label, press, size=16).placed(Rect(0, 0, width, 0))


def room_between(widgets: list[Widget]) -> tuple[float, float]:
    """Return from where to where the bar has room between its buttons at the left and those at the right."""
    buttons = [button for button in widgets if isinstance(button, Button)]
    edges = [(one.rect.right, other.rect.x) for one, other in pairwise(sorted(buttons, key=lambda b: b.rect.x))]
    left, right = max(edges, key=lambda gap: gap[1] - gap[0])
    return left + 14, right - 14


def play_button(context: Context, board: Board, act: Callable[[Any], Transition]) -> Button:
    """Return the main button: it names the play that is chosen, which `act` does, or tells whose turn it is."""

    def press() -> Transition:
        main = board.main_button()
        return act(main.action) if main and main.action is not None else None

    main = board.main_button()
    label = main.label if main else tr("Your turn") if board.turn else tr("Please wait")
    return main_button(context, board, label, press, main is not None and main.action is not None)


def main_button(context: Context, board: Board, label: str, press: Press, can: bool = True) -> Button:
    """Return the main button at its place, while the game goes on."""
    key = context.devices.label(Verb.PLAY)
    return Button("play", label, press, Verb.PLAY, key, primary=can, enabled=can, size=17).placed(board.main_place)


def results_button(context: Context, board: Board, press: Press) -> Button:
    """Return the main button once the game is over."""
    key = context.devices.label(Verb.PLAY)
    return Button("results", tr("Results"), press, Verb.PLAY, key, primary=True).placed(board.main_place)


def done_button(context: Context, board: Board, press: Press, may: bool) -> Button:
    """Return the main button at a turn's end; its key is not the one that has drawn a card."""
    label, key = tr_context("of a player", "Done"), context.devices.label(Verb.CONFIRM)
    return Button("done", label, press, key=key, primary=may, size=17).placed(board.main_place)


def undo_and_hint(
    context: Context, board: Board, thinks: bool, undo: tuple[Press, bool], hint: tuple[Press, bool], why_none: str
) -> list[Button]:
    """Return the two lesser buttons over the main one: what each does, and whether it can.

    `thinks`: about a hint; `why_none`: why there are no hints in this game, if so.
    """
    key, says = context.devices.label, tr("Thinking…") if thinks else tr("Hint")
    left, right = places_over(context, board.main_place, (tr("Undo"), Verb.UNDO), (says, Verb.HINT))
    asks = Button("hint", says, hint[0], Verb.HINT, key(Verb.HINT), enabled=hint[1] and not why_none).placed(right)
    asks.hint = why_none
    return [Button("undo", tr("Undo"), undo[0], Verb.UNDO, key(Verb.UNDO), enabled=undo[1]).placed(left), asks]


def hint_button(context: Context, thinks: bool, press: Press, why_none: str) -> Button:
    """Return a button of its own that asks for a hint, wherever."""
    label, key = tr("Thinking…") if thinks else tr("Hint"), context.devices.label(Verb.HINT)
    place = Rect(0, 0, max(40 + 84 * context.kit.text_scale, needed_width(context, label, Verb.HINT)), 0)
    button = Button("hint", label, press, Verb.HINT, key, enabled=not (thinks or why_none)).placed(place)
    button.hint = why_none
    return button
