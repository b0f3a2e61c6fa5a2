"""Writes down what a page shows: what a screen reader reads, where keys lead, and a sketch of the picture.

    SettingsPage "Settings"
    list "Sound"
      > slider "Effects" = 80% (0.80), key E: How loud sounds are.

`>` has the focus, `-` can get it, `·` is only read. See `tests.golden.sketch` for the sketch.
"""

from collections.abc import Iterator

from tests.golden import differences, sketch
from tests.scenes.robot import SCENES_WITH_A_BOARD, Robot
from topping_out.scenes.accessibility.semantics import Role, Semantics
from topping_out.scenes.app import App
from topping_out.scenes.devices.intents import Verb
from topping_out.scenes.ui.page import Page

MOST_GROUPS = 12
DOES_SOMETHING = {Role.BUTTON, Role.SWITCH, Role.SLIDER, Role.SPIN_BUTTON, Role.TEXT_FIELD, Role.OPTION}


def shown(app: App) -> str:
    """Return what the page on top shows: its picture as sighted players see it, then its reading for screen readers."""
    robot = Robot(app, app.context.devices.active)
    page, picture = robot.page, sketch(robot.see())
    before, rested = [*reading(page)], app.manager.at_rest
    app.manager.resize(app.context.kit)
    robot.see()
    stale = [*differences(before, [*reading(page)])] if rested else []
    assert stale == [], "\n".join(["it was not laid out again after a change:", *stale])
    focus = page.focus
    ways = [walked(robot, "Tab", Verb.NEXT, len(page.widgets) + 1)]
    page.focus = focus if page.find(focus) else page.focus
    app.context.announcer.is_heard = True
    app.manager.resize(app.context.kit)
    assert [*faults(page)] == []
    read = [*reading(page)]
    ways.append(walked(robot, "to the next group", Verb.NEXT_GROUP, MOST_GROUPS))
    return "\n".join([*read, *filter(None, ways), *picture, ""])


def faults(page: Page) -> Iterator[str]:
    """Yield faults in what a page reads out; on a table, elements may be alike."""
    read, seen = page.reading(), set[tuple[str, ...]]()
    names = {element.name for element in read.elements}
    if not read.title:
        yield "it has no heading"
    yield from (f"{element.name} has no name" for element in read.elements if not element.semantics.label.strip())
    if isinstance(page, SCENES_WITH_A_BOARD):
        return
    yield from (f"{w.name} isn't read" for w in page.widgets if w.is_focusable and w.name not in names)
    for element in read.elements:
        what = element.semantics
        known = (element.group.name if element.group else "", what.label, what.value, what.description)
        if what.role in DOES_SOMETHING and known in seen:
            yield f"two elements are called {what.label!r}"
        seen.add(known)


def reading(page: Page) -> Iterator[str]:
    """Yield a line for each element that is read out."""
    found = page.reading()
    yield f'{type(page).__name__} "{found.title}"' + (", a dialog" if found.is_dialog else "")
    for group, elements in found.grouped():
        indent = "  " if group else ""
        if group:
            yield f'{"list" if group.is_list else "group"} "{group.label}"'
        for element in elements:
            widget = page.find(element.name)
            can_focus = widget is not None and widget.is_focusable
            sign = ">" if element.name == found.focus else "-" if can_focus else "·"
            yield f"{indent}{sign} {described(element.semantics)}"


def described(what: Semantics) -> str:
    """Return all that an element reads out, in a line."""
    states = (
        {True: "on", False: "off"}.get(what.is_on),  # type: ignore[call-overload]
        {True: "chosen", False: "not chosen"}.get(what.is_selected),  # type: ignore[call-overload]
        "" if what.is_enabled else "unavailable",
        f"level {what.level}" if what.level else "",
        f"at {what.share:.0%}" if what.share is not None else "",
        f"key {what.key}" if what.key else "",
    )
    value = f" = {what.value}" if what.value else ""
    about = f": {what.description}" if what.description else ""
    line = f'{what.role} "{what.label}"{value}' + "".join(f", {state}" for state in states if state) + about
    return line.replace("\n", " / ")


def walked(robot: Robot, how: str, verb: Verb, most: int) -> str:
    """Press a key repeatedly; return the widgets that get the focus, until one does so again."""
    page, stops = robot.page, [robot.page.focus]
    for _ in range(most):
        robot.do(verb)
        if robot.app.manager.top is not page or page.focus in stops:
            break
        stops.append(page.focus)
    return f"{how}: {' > '.join(stops)}"
