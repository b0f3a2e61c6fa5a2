"""Pages: scenes made of widgets, with a focus for keys and gamepads."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from topping_out.game.language import mark, tr
from topping_out.game.text import full_stop, sentence

from .. import routes
from ..accessibility.semantics import Element, Group, Reading, Role, Semantics
from ..devices.intents import Intent, Verb
from ..kit.kit import Kit
from ..kit.plates import TOP
from ..kit.stage import Stage
from ..manager import Pop, Push, Transition
from ..system.context import Context
from .fields import TextField
from .layout import Press, Rect, Widget
from .widgets import Button

# -- stops


def nearest(here: Rect, way: tuple[int, int], widgets: Sequence[Widget]) -> Widget | None:
    """Return the widget nearest to a rectangle in a direction. Distance to the side counts more than ahead."""
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


def elements_of(widgets: Sequence[Widget], is_short: bool) -> list[Element]:
    """Return the elements for screen readers, of all widgets with semantics. `is_short` omits their descriptions."""
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
    """Return the first or last stop of the group of `here`, or its next stop with a word that begins with a letter."""
    group = of_group(stops, here)
    if intent.verb is Verb.FIND:
        after = group.index(here) + 1 if here in group else 0
        return next((stop for stop in [*group[after:], *group[:after]] if _has_word_with(stop, intent.text)), None)
    return group[0 if intent.verb is Verb.FIRST else -1] if group else None


def of_group(stops: Sequence[Widget], here: Widget) -> list[Widget]:
    return [stop for stop in stops if stop.group == here.group]


def beside(stops: Sequence[Widget], here: Widget | None, by: int) -> Widget | None:
    """Return the next (+1) or previous (-1) stop in reading order: arrow keys move so for players who listen.

    They also lead from the last stop of a group to the next group, so that they reach everything on a page.
    """
    order = [*_in_reading_order(stops)]
    place = order.index(here) + by if here in order else 0
    return order[place] if 0 <= place < len(order) else None


def _in_reading_order(stops: Sequence[Widget]) -> Iterator[Widget]:
    """Yield the stops with those of each group together."""
    begun = set[Group]()
    for stop in stops:
        if stop.group is None:
            yield stop
        elif stop.group not in begun:
            begun.add(stop.group)
            yield from of_group(stops, stop)


def of_next_group(stops: Sequence[Widget], here: Widget, by: int) -> Widget | None:
    """Return the first stop of the next (+1) or previous (-1) group."""
    firsts: dict[Group | None, Widget] = {}
    for stop in stops:
        firsts.setdefault(stop.group, stop)
    groups = list(firsts)
    place = groups.index(here.group) + by if here.group in groups else 0
    return firsts[groups[place % len(groups)]] if groups else None


def _has_word_with(widget: Widget, letter: str) -> bool:
    semantics = widget.semantics()
    return semantics is not None and any(word.startswith(letter) for word in semantics.label.lower().split())


# -- replies


SIZE = 15.0
NOTHING_HERE = {
    Verb.PLAY: mark("There's nothing to play on this page."),
    Verb.FINISH: mark("There's nothing to play on this page."),
    Verb.UNDO: mark("There's nothing to take back on this page."),
    Verb.HINT: mark("You can ask for hints at the table, on your own turn."),
    Verb.LOG: mark("The move log opens from a game."),
    Verb.RULES: mark("The rules open from a game, or where you set one up."),
    Verb.LOOK: mark("There are no face-up cards to look through here."),
    Verb.RECAP: mark("Nothing has happened since your last turn."),
    Verb.REMATCH: mark("You can start a rematch on the results page, once a game is over."),
    Verb.FASTER: mark("There's no speed to change here."),
    Verb.SLOWER: mark("There's no speed to change here."),
    Verb.PICK: mark("Numbers choose cards in your hand, and there are none here."),
    Verb.ALIKE: mark("This key takes a whole suit, but there are no suits here."),
    Verb.PLACE: mark("This key is for the towers of a game, and there are none here."),
}
"""Replies to keys that do nothing on a page, by verb."""


HEADING = Rect(0, 0, 10_000, 74)
"""The area of a page's own heading."""


def draw_reply(stage: Stage, kit: Kit, text: str, headings: Sequence[Rect]) -> None:
    """Show a reply to a key, in the middle of a page and as far up as it covers no heading."""
    lines = kit.wrap(text, min(760.0, kit.width - 80), SIZE)
    step = 20 * kit.text_scale
    width, height = max(kit.text_size(line, SIZE)[0] for line in lines) + 32, step * len(lines) + 16
    place = Rect((kit.width - width) / 2, TOP, width, height)
    for heading in sorted(headings, key=lambda area: area.y):
        if place.colliderect(heading):
            place.y = heading.bottom + 4
    x, y = place.x, min(place.y, kit.height - height - 4)
    stage.blit(kit.plate(width, height, (*kit.theme.night, 245), kit.theme.brass, 1.4, 10), x, y)
    for number, line in enumerate(lines):
        stage.blit(kit.text(line, SIZE), x + 16, y + 7 + number * step)


# -- ui


DIRECTIONS = {Verb.LEFT: (-1, 0), Verb.RIGHT: (1, 0), Verb.UP: (0, -1), Verb.DOWN: (0, 1)}

QUESTIONS = frozenset((Verb.ASK_TURN, Verb.ASK_SCORES, Verb.ASK_HAND, Verb.ASK_TABLE, Verb.ASK_TOWERS))
REPEATS = {Verb.ASK_AGAIN: 0, Verb.ASK_EARLIER: -1, Verb.ASK_LATER: 1}
PLAIN = frozenset((Role.TEXT, Role.HEADING, Role.FIGURE, Role.ITEM, Role.SPIN_BUTTON))
"""Roles of elements on which Enter does nothing, or shows its effect at once."""
LEAPS = frozenset((Verb.FIRST, Verb.LAST, Verb.NEXT_GROUP, Verb.PREVIOUS_GROUP, Verb.FIND))
WRITING = frozenset((Verb.TYPE, Verb.COMPOSE, Verb.ERASE, Verb.CARET, Verb.CONFIRM, Verb.CANCEL))
"""The verbs that go to the text field while the player is typing."""
EDITING = frozenset((Verb.COPY, Verb.CUT, Verb.PASTE))


def _identity(widget: Widget | None) -> tuple[str, str, bool] | None:
    """Return what a press on a widget is meant for: its thing or name, a button's label, and whether it is enabled."""
    if widget is None:
        return None
    return widget.thing or widget.name, widget.label if isinstance(widget, Button) else "", widget.enabled


class Page:
    """A `Scene` that shows the widgets from `build` over what `paint` draws, and passes intents to them."""

    see_through = False
    is_top = False
    wants_raw_keys = False

    heading = ""
    """The page's title, a marked text; screen readers say it first."""
    back_label = mark("Back")

    def __init__(self, context: Context) -> None:
        self.context = context
        self.widgets: list[Widget] = []
        self.focus = ""
        """Name of the focused widget."""
        self.painted: Sequence[Widget] = ()
        """Widgets that `paint` draws itself, because something else lies over them."""
        self._pressed: Widget | None = None
        self._pressed_at: tuple[float, float] = (0, 0)
        self._pressed_as: tuple[str, str, bool] | None = None
        """What was pressed, to tell whether something else has taken its place before it is released."""

    @property
    def kit(self) -> Kit:
        return self.context.kit

    # -- for subclasses to override

    def build(self) -> list[Widget]:
        """Return the widgets for the current window and content, in tab order."""
        return []

    def paint(self, stage: Stage) -> None:
        """Draw what lies under the widgets."""

    def cancel(self) -> Transition:
        """Do what Esc does."""
        return Pop()

    def update(self, ms: float) -> Transition:
        """Let `ms` milliseconds pass."""
        return None

    @property
    def at_rest(self) -> bool:
        """Whether nothing will change until the player does something."""
        return True

    def refresh(self) -> None:
        """Show the saved games again, as more of them have been read."""

    def leave(self) -> None:
        """Do what is needed when this leaves the stack."""

    # -- layout and focus

    def resize(self, kit: Kit) -> None:
        self.rebuild()

    def enter(self) -> None:
        self.rebuild()

    def let_go(self) -> None:
        self._pressed = None
        for widget in self.widgets:
            if isinstance(widget, TextField):
                widget.composed = ""

    def rebuild(self) -> None:
        """Lay the widgets out again. New widgets with the same names take over focus, press and unfinished text."""
        older = {w.name: w for w in self.widgets if isinstance(w, TextField)}
        thing = self.focused_thing
        self.widgets = self.build()
        self.focus = next((w.name for w in self.widgets if thing and w.thing == thing), self.focus)
        for widget in self.widgets:
            if isinstance(widget, TextField) and widget.name in older:
                widget.take_over(older[widget.name])
        if self._pressed:
            self._pressed = self.find(self._pressed.thing or self._pressed.name)
        focused = self.find(self.focus)
        if focused is None or not self.can_focus(focused):
            first = self.initial_focus()
            self.focus = first.name if first else ""

    def show_anew(self, focus: str) -> None:
        """Lay the widgets out again, and move the focus to the widget named `focus`, unless that is empty."""
        self.focus = focus or self.focus
        self.rebuild()

    def read_anew(self) -> str:
        """Lay the widgets out again, and return the focused element in words."""
        self.rebuild()
        here = self.focused.semantics() if self.focused else None
        return here.spoken() if here else ""

    def find(self, name: str) -> Widget | None:
        """Return the widget with that name, or the one that stands for the thing with that name."""
        return next((w for w in self.widgets if name and name in (w.name, w.thing)), None)

    def at(self, position: tuple[float, float]) -> Widget | None:
        """Return the topmost widget under a point."""
        return next((w for w in reversed(self.widgets) if w.is_pointable and w.rect.collidepoint(position)), None)

    @property
    def focusable(self) -> list[Widget]:
        """The widgets that can have the focus; if a screen reader or voice is in use, all that have semantics."""
        if self.context.announcer.is_heard:
            return [w for w in self.widgets if w.semantics()]
        return [w for w in self.widgets if w.enabled and w.is_focusable]

    def can_focus(self, widget: Widget) -> bool:
        """Return whether a widget can keep the focus; if a screen reader or voice is in use, all with semantics can."""
        return widget.is_focusable or (self.context.announcer.is_heard and widget.semantics() is not None)

    def initial_focus(self) -> Widget | None:
        """Return the widget that has the focus at first: the primary button, if there is one."""
        stops = [w for w in self.focusable if w.enabled and w.is_focusable]
        primary = (w for w in stops if isinstance(w, Button) and w.primary)
        return next(primary, next(iter(stops), None))

    @property
    def focused(self) -> Widget | None:
        return self.find(self.focus)

    @property
    def focused_thing(self) -> str:
        """The `thing` of the focused widget, which its name may not identify; "" if it has none."""
        return self.focused.thing if self.focused else ""

    @property
    def typing(self) -> bool:
        return self.writing_at is not None

    @property
    def writing_at(self) -> Rect | None:
        field = self.focused
        return field.rect if isinstance(field, TextField) and field.writing else None

    # -- intents

    def on_intent(self, intent: Intent) -> Transition:
        match intent.verb:
            case verb if verb in EDITING or (self.typing and verb in WRITING):
                return self._edit(intent) if verb in EDITING else self._write(intent)
            case Verb.PRESS:
                self._press(intent)
            case Verb.RELEASE:
                return self._release(intent)
            case Verb.POINT if self._pressed:
                self._pressed.drag_to(*intent.position)
            case verb if verb in DIRECTIONS:
                return self._move(verb)
            case Verb.NEXT | Verb.PREVIOUS as verb:
                self._cycle(1 if verb is Verb.NEXT else -1)
            case Verb.CONFIRM:
                return self._confirm()
            case Verb.CANCEL:
                return self.cancel()
            case verb if verb in QUESTIONS or verb in REPEATS:
                self._reply_to(verb)
            case Verb.FOCUS | Verb.SET | Verb.SELECT:
                self._on_request(intent)
            case verb if verb in LEAPS:
                self._leap(intent)
            case verb:
                return self.open_keys() if verb is Verb.KEYS else self._press_key(verb)
        return None

    def _confirm(self) -> Transition:
        """Press the focused widget. If nothing changes, say so."""
        before = self._focus_state()
        transition = self.activate(self.focused)
        role = before[2].role if before[2] else Role.TEXT
        if transition is None and self._focus_state() == before:
            if role is Role.SLIDER:
                self.context.reply(tr("Left and right change this."))
            elif role in PLAIN:
                self.context.reply(tr("There's nothing to press here."))
        return transition

    def _focus_state(self) -> tuple[int, str, Semantics | None]:
        """Return the number of announcements so far, and the name and semantics of the focused widget."""
        return self.context.announcer.count, self.focus, self.focused.semantics() if self.focused else None

    def _press_key(self, verb: Verb) -> Transition:
        """Press the button that a verb's key presses on this page."""
        if (button := self.button_for(verb)) is not None:
            return self.activate(button)
        if verb in NOTHING_HERE:
            self.context.reply(self.why_not(verb))
        return None

    def opens(self, route: routes.Route, *arguments: Any, **options: Any) -> Press:
        """Return the action of a button that opens another page over this one."""
        return lambda: Push(route(self.context, *arguments, **options))

    def back_button(self, primary: bool = False) -> Button:
        """Return the button that does what Esc does."""
        return Button("back", tr(self.back_label), self.cancel, key=self.key(Verb.CANCEL), primary=primary)

    def open_keys(self) -> Transition:
        """Show the page of all keys."""
        return Push(routes.KEYS(self.context))

    # -- for screen readers and the program's own voice

    def reading(self) -> Reading:
        elements = elements_of(self.widgets, self.context.settings.tips_said == "short")
        return Reading(tr(self.heading), elements, self.focused_thing or self.focus, self.see_through)

    def reply_to(self, verb: Verb) -> str:
        """Return the reply to one of QUESTIONS."""
        return tr("There's no game on this page.")

    def _reply_to(self, verb: Verb) -> None:
        is_repeat = verb in REPEATS
        self.context.reply(self.context.announcer.earlier(REPEATS[verb]) if is_repeat else self.reply_to(verb))

    def _on_request(self, intent: Intent) -> None:
        """Do what a screen reader requests: focus a widget, or set the value or selection of the focused one."""
        if intent.verb is Verb.SET and (field := self.focused):
            field.set_value(intent.text)
            self._report_refused(field)  # not `self.focused`: the new layout may have moved the focus
        elif intent.verb is Verb.SELECT and isinstance(self.focused, TextField):
            self.focused.select(*map(int, intent.text.split()))
        elif intent.verb is Verb.FOCUS and (widget := self.find(intent.text)):
            self.focus_on(widget)

    def _leap(self, intent: Intent) -> None:
        """Move the focus to the first or last stop of its group, to a word by its first letter, or to another group."""
        here = self.focused
        if here is None:
            return
        if intent.verb in (Verb.NEXT_GROUP, Verb.PREVIOUS_GROUP):
            found = self.next_group(here, 1 if intent.verb is Verb.NEXT_GROUP else -1)
        else:
            found = in_group(self.focusable, here, intent)
        if found and found is not here:
            self.focus_on(found)
        elif intent.verb is Verb.FIND:
            self.context.reply(tr("Nothing else here begins with {letter}.", letter=intent.text.upper()))
        else:
            self._stay()

    def _stay(self) -> None:
        """Announce that the focus stays where it is, if a screen reader or voice is in use."""
        if self.context.announcer.is_heard:
            self.context.announcer.reply(tr("There's nothing more that way."))

    def next_group(self, here: Widget, by: int) -> Widget | None:
        """Return the first stop of the next (+1) or previous (-1) group."""
        return of_next_group(self.focusable, here, by)

    def activate(self, widget: Widget | None) -> Transition:
        """Press a widget and play its sound."""
        if widget is None:
            self.context.reply(tr("Nothing is chosen: {key} goes to the first item.", key=self.key(Verb.NEXT)))
            return None
        if not widget.enabled:
            self.context.audio.play("refuse")
            self.context.reply(self.why_disabled(widget))
            return None
        if isinstance(widget, Button):
            self.context.audio.play("button")
        if isinstance(widget, TextField) and self.context.devices.active == "pad":
            return Push(routes.LETTERS(self.context, widget, partial(self.take_text, widget.name)))
        pressed = widget.press()
        if self.typing:
            self.context.announcer.reply(tr("You're typing. Enter finishes."), urgent=False)
        return pressed

    def why_not(self, verb: Verb) -> str:
        """Return why a verb's key does nothing now, and what would make it possible."""
        button = self.button_for(verb)
        return self.why_disabled(button) if button else tr(NOTHING_HERE[verb])

    def why_disabled(self, widget: Widget) -> str:
        """Return why a widget cannot be pressed now."""
        semantics = widget.semantics()
        return widget.hint or tr("{thing}: not possible now.", thing=semantics.label if semantics else "")

    def button_for(self, verb: Verb) -> Button | None:
        """Return the button that a verb's key presses."""
        return next((w for w in self.widgets if isinstance(w, Button) and w.verb is verb), None)

    def _press(self, intent: Intent) -> None:
        self.stop_writing()
        self.put_finger(intent.position)
        if self._pressed and self._pressed.enabled:
            if self._pressed.is_focusable:
                self.focus = self._pressed.name
            self._pressed.drag_to(*intent.position)

    def _release(self, intent: Intent) -> Transition:
        pressed = self.lift_finger(intent.position)
        return self.activate(pressed) if pressed else None

    def put_finger(self, position: tuple[float, float]) -> None:
        """Note what is pressed at a position."""
        self._pressed, self._pressed_at = self.at(position), position
        self._pressed_as = _identity(self._pressed)

    def lift_finger(self, position: tuple[float, float]) -> Widget | None:
        """Return what is released at a position, if it was there as it is now when it was pressed."""
        pressed, self._pressed = self._pressed, None
        if pressed is None or _identity(pressed) != self._pressed_as:
            return None
        was_here = pressed.rect.collidepoint(self._pressed_at)
        return pressed if was_here and pressed.rect.collidepoint(position) else None

    def stop_writing(self) -> None:
        for widget in self.widgets:
            if isinstance(widget, TextField):
                widget.writing = False

    def take_text(self, name: str, text: str) -> Transition:
        """Put a text typed on another page into the field named `name`."""
        field = self.find(name)
        if isinstance(field, TextField):
            field.set_value(text)
            self._report_refused(field)
            self.context.announcer.reply(self.written(field), urgent=False)
        return None

    def _write(self, intent: Intent) -> Transition:
        field = self.focused
        assert isinstance(field, TextField)
        passed = field.on_intent(intent)
        self._report_refused(field)
        if passed and self.context.voice.reads_everything:  # screen readers say it themselves
            self.context.voice.say(passed)
        if not field.writing:
            self.context.announcer.reply(self.written(field), urgent=False)
        return None

    def _edit(self, intent: Intent) -> Transition:
        """Copy, cut or paste in the focused field, or paste into the one that the middle button was pressed on."""
        field = self.at(intent.position) if intent.text else self.focused
        if not isinstance(field, TextField) or not field.enabled:
            return None
        if field.writing or intent.text or self.context.devices.active != "mouse":  # otherwise its focus is not visible
            self.focus_on(field)
            words, is_done = field.edit(intent)
            (self.context.announcer.reply if is_done else self.context.reply)(words)
            self._report_refused(field)
        return None

    def _report_refused(self, field: Widget) -> None:
        """Show and announce, once, which typed letter a field has rejected."""
        if isinstance(field, TextField) and field.refused:
            self.context.reply(full_stop(sentence(field.refused)))
            field.refused = ""

    def written(self, field: TextField) -> str:
        """Return the announcement for the end of typing in a field."""
        return tr("Typed: {text}", text=field.shown) if field.shown else tr("Nothing has been typed.")

    def _announce_value(self, before: Semantics | None) -> None:
        """Announce a changed value that a screen reader would not say; the program's own voice says every change."""
        now = self.focused.semantics() if self.focused else None
        is_read = self.context.announcer.is_heard and not self.context.voice.reads_everything
        if before and now and is_read and now.is_much_like(before):
            self.context.announcer.reply(now.value)

    def _move(self, verb: Verb) -> Transition:
        here, before = self.focused, self.focused.semantics() if self.focused else None
        if here and verb in (Verb.LEFT, Verb.RIGHT) and here.adjust(1 if verb is Verb.RIGHT else -1):
            self.context.audio.play("focus")
            self._announce_value(before)
            if before and self.focused and self.focused.semantics() == before:
                self._stay()
            return None
        listens = self.context.announcer.is_heard
        way = DIRECTIONS[verb]
        target = beside(self.focusable, here, sum(way)) if listens else self.neighbour(here, way)
        if target:
            self.focus_on(target)
        else:
            self._stay()
        return None

    def focus_on(self, widget: Widget) -> None:
        if widget.name != self.focus:
            self.stop_writing()
            self.focus = widget.name
            self.context.audio.play("focus")

    def _cycle(self, by: int) -> None:
        widgets = self.focusable
        here = next((i for i, w in enumerate(widgets) if w.name == self.focus), -by)
        if widgets and (goal := widgets[(here + by) % len(widgets)]).name != self.focus:
            self.focus_on(goal)
        else:
            self._stay()

    def neighbour(self, here: Widget | None, way: tuple[int, int]) -> Widget | None:
        """Return the focusable widget nearest in a direction."""
        if here is None:
            return next(iter(self.focusable), None)
        return nearest(here.rect, way, [widget for widget in self.focusable if widget is not here])

    # -- drawing

    @property
    def hovered(self) -> Widget | None:
        """The widget under the pointer, while the mouse is in use."""
        return self.at(self.context.devices.pointer) if self.context.devices.active == "mouse" else None

    @property
    def pointed(self) -> Widget | None:
        """The widget under the pointer while the mouse is in use, otherwise the focused one."""
        return self.hovered if self.context.devices.active == "mouse" else self.focused

    @property
    def pointed_name(self) -> str:
        """The name, in the reading, of the element under the pointer or with the focus."""
        return self.pointed.thing or self.pointed.name if self.pointed else ""

    def key(self, verb: Verb) -> str:
        """Return the label of the key or pad button for a verb."""
        return self.context.devices.label(verb)

    def draw(self, stage: Stage) -> None:
        self.paint(stage)
        self.draw_widgets(stage, [widget for widget in self.widgets if widget not in self.painted])
        self.draw_reply(stage)

    def draw_reply(self, stage: Stage) -> None:
        """Show the last reply to a key, if it is still due."""
        if self.is_top and (text := self.context.last_reply.text):
            draw_reply(stage, self.kit, text, self.headings())

    def headings(self) -> list[Rect]:
        """Return the areas of all headings on the page."""
        return [HEADING, *(widget.rect for widget in self.widgets if widget.is_heading)]

    def draw_widgets(self, stage: Stage, widgets: Sequence[Widget]) -> None:
        """Draw widgets, and the focus ring if one of them has the focus."""
        hovered, focused, is_typing = self.hovered, self.focused, self.typing
        for widget in widgets:
            if isinstance(widget, Button):
                widget.is_key_shown = not is_typing  # while typing, keys write letters and Esc ends typing
            widget.draw(stage, self.kit, widget is hovered)
        if focused and self.context.devices.active != "mouse" and focused in widgets and self.is_top:
            focused.draw_focus(stage, self.kit)
