"""What the messages carry: views, events and actions as data, and where data are not as they should be."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from typing import Any

import msgspec

from topping_out.game.arena.external.protocol import LONGEST_QUOTE, ActionData, BadLine, brief
from topping_out.game.arena.external.wire import tagged, types_of
from topping_out.game.text import leaves

LARGEST_NUMBER = 10_000_000
"""The largest number in a view: no game counts further, and a bot may count up to it."""


def raw(data: object) -> msgspec.Raw:
    return msgspec.Raw(msgspec.json.encode(data))


def plain(data: object) -> Any:
    """Return the data as a reader of JSON has them."""
    return msgspec.json.decode(msgspec.json.encode(data))


def action_data(action: Any) -> ActionData:
    """Return an action as it is offered, and as it is named in an answer."""
    data: ActionData = plain(tagged(action))
    return data


def missing(actions: Sequence[ActionData], among: Sequence[ActionData]) -> ActionData | None:
    """Return the first action that is not among others; None where all are. 1, 1.0 and true are three things."""
    there = {*map(_compact, among)}
    return next((action for action in actions if _compact(action) not in there), None)


def index_of(action: ActionData, offered: Sequence[ActionData]) -> int | None:
    """Return which of the offered actions one is, in the same sense; None where it is none of them."""
    text = _compact(action)
    return next((number for number, other in enumerate(offered) if _compact(other) == text), None)


def nearest(action: ActionData, offered: Sequence[ActionData]) -> ActionData:
    """Return the action most like one that is not offered."""
    texts = [_compact(other) for other in offered]
    return offered[texts.index(get_close_matches(_compact(action)[:LONGEST_QUOTE], texts, 1, cutoff=0)[0])]


def _compact(data: Any) -> str:
    return msgspec.json.encode(data, order="sorted").decode()


def read_view(game: str, view: msgspec.Raw) -> Any:
    """Return the view that was sent. Raises BadLine where it is no view of that game."""
    try:
        for value in leaves(msgspec.json.decode(view)):
            if isinstance(value, (int, float)) and abs(value) > LARGEST_NUMBER:
                raise ValueError(f"a number in it is larger than {LARGEST_NUMBER}")
        return msgspec.json.decode(view, type=types_of(game).view)
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError, ValueError) as error:
        raise BadLine(f"the view cannot be read: {error}") from None


def difference(told: Any, meant: Any, where: str = "it") -> str:
    """Return in words where plain data first differ from what they should be; empty where they do not."""
    if isinstance(told, dict) and isinstance(meant, dict):
        keys = dict.fromkeys((*told, *meant))
        pairs = [(key if where == "it" else f"{where}.{key}", told.get(key), meant.get(key)) for key in keys]
    elif isinstance(told, list) and isinstance(meant, list) and len(told) == len(meant):
        pairs = [(f"{where}[{place}]", one, other) for place, (one, other) in enumerate(zip(told, meant))]
    else:
        return "" if _compact(told) == _compact(meant) else f"{where} is {brief(told)}, but should be {brief(meant)}"
    return next((found for place, one, other in pairs if (found := difference(one, other, place))), "")
