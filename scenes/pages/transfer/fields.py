"""A field for the path of a file, and the button that uses it."""

from __future__ import annotations

from collections.abc import Callable

from topping_out.game.language import mark, tr
from topping_out.scenes.manager import Transition
from topping_out.scenes.ui.column import GAP, ColumnLayout
from topping_out.scenes.ui.text_field import TextField
from topping_out.scenes.ui.widgets import Button, Press, Rect


class PathField(TextField):
    """The path of a file."""

    longest = 400
    placeholder = mark("File")


def add_file(
    stack: ColumnLayout, name: str, text: str, label: str, change: Callable[[str], Transition], press: Press
) -> None:
    """Add the field `name` and, beside it, the button `use name`, which is off while the field is empty."""
    high = 18 + 22 * stack.kit.text_scale
    side = stack.kit.text_size(label, 16, "head")[0] + 44
    field = PathField(name, Rect(0, 0, 0, 0), text, [], change)
    field.hint = tr("The whole path of the file; ~ is your own folder.")
    stack.put(field, high)
    field.rect.w -= side + GAP
    place = Rect(stack.width - side, field.rect.y, side, high)
    stack.add(Button(f"use {name}", place, label, press, size=16, enabled=bool(text.strip())))
