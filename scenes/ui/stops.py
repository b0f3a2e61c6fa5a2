"""Where the focus can go from where it is: the stops of a page, their ways and groups."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from topping_out.scenes.accessibility.semantics import Element, Group
from topping_out.scenes.devices.intents import Intent, Verb
from topping_out.scenes.ui.widgets import Rect, Widget


def nearest(here: Rect, way: tuple[int, int], widgets: Sequence[Widget]) -> Widget | None:
    """Return the widget of `widgets` nearest to a rectangle in a direction; straight ahead counts as nearer."""
    best, least = None, math.inf
    for widget in widgets:
        dx, dy = widget.rect.centerx - here.centerx, widget.rect.centery - here.centery
        ahead, aside = (dx * way[0], dy) if way[0] else (dy * way[1], dx)
        if ahead <= 1 or ahead < abs(aside) * 0.2:
            continue
        cost = ahead + 2.2 * abs(aside)
        if cost < least:
            best, least = widget, cost
    return best


def elements(widgets: Sequence[Widget], is_short: bool) -> list[Element]:
    """Return what readers are told of the widgets that say something; `is_short`: without what their tips say."""
    return [
        Element(
            widget.thing or widget.name,
            replace(semantics, description="") if is_short else semantics,
            (*widget.rect.topleft, *widget.rect.size),
            widget.group,
        )
        for widget in widgets
        if (semantics := widget.semantics())
    ]


def in_group(stops: Sequence[Widget], here: Widget, intent: Intent) -> Widget | None:
    """Return where a leap in a group leads: to its first or last stop, or to a word that begins with a letter."""
    group = of_group(stops, here)
    if intent.verb is Verb.FIND:
        after = group.index(here) + 1 if here in group else 0
        return next((stop for stop in [*group[after:], *group[:after]] if _has_word_with(stop, intent.text)), None)
    return group[0 if intent.verb is Verb.FIRST else -1] if group else None


def of_group(stops: Sequence[Widget], here: Widget) -> list[Widget]:
    return [stop for stop in stops if stop.group == here.group]


def beside(stops: Sequence[Widget], here: Widget | None, by: int) -> Widget | None:
    """Return the next stop of the same group (+1), or the one before (-1): for those who cannot see ways."""
    group = of_group(stops, here) if here else stops
    place = group.index(here) + by if here in group else 0
    return group[place] if 0 <= place < len(group) else None


def of_next_group(stops: Sequence[Widget], here: Widget, by: int) -> Widget | None:
    """Return the first stop of the next group (+1), or of the one before (-1)."""
    firsts: dict[Group | None, Widget] = {}
    for stop in stops:
        firsts.setdefault(stop.group, stop)
    groups = list(firsts)
    place = groups.index(here.group) + by if here.group in groups else 0
    return firsts[groups[place % len(groups)]] if groups else None


def _has_word_with(widget: Widget, letter: str) -> bool:
    semantics = widget.semantics()
    return semantics is not None and any(word.startswith(letter) for word in semantics.label.lower().split())
