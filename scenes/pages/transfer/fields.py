"""A field for the path of a file, and the button that uses it."""

from __future__ import annotations

import sys
from collections.abc import Callable
from urllib.parse import unquote

from topping_out.game.language import mark, tr
from topping_out.game.letters import sift_path
from topping_out.scenes.manager import Transition
from topping_out.scenes.ui.column import Rows
from topping_out.scenes.ui.fields.text_field import TextField
from topping_out.scenes.ui.widgets import Button, Press


class PathField(TextField):
    """The path of a file."""

    longest = 400
    placeholder = mark("File")
    sift = staticmethod(sift_path)

    def pasted(self, text: str) -> str:
        """Return a path without the quotes in which Windows copies it, and without the `file://` of some desktops."""
        path = super().pasted(text).strip().strip('"')
        if not path.startswith("file://"):
            return path
        host, slash, name = path.removeprefix("file://").partition("/")
        path = unquote(slash + name)
        if sys.platform == "win32":
            return path.lstrip("/") if host in ("", "localhost") else f"//{host}{path}"
        return path


def add_file(rows: Rows, name: str, text: str, label: str, change: Callable[[str], Transition], press: Press) -> None:
    """Add the field `name` and, beside it, the button `use name`, which is off while the field is empty."""
    field = PathField(name, text, [], change)
    field.hint = tr("The full path of the file; ~ is your own folder.")
    rows.put(field, Button(f"use {name}", label, press, size=16, enabled=bool(text.strip())))
