"""An AT-SPI client, run by a Python that has gi. It reads JSON lines and writes one JSON line for each.

It is independent of the program. Each request is a list: a verb and its arguments. Nodes have numbers, which each
`tree` request assigns anew.
"""

import json
import os
import sys
import time

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, Gio, GLib  # noqa: E402

EVENTS = (
    "object:announcement", "object:state-changed:focused", "object:state-changed:selected",
    "object:state-changed:checked", "object:property-change:accessible-name",
    "object:property-change:accessible-value", "window:activate",
)  # fmt: skip
WORDS_IN_EVENT = ("object:announcement", "object:property-change:accessible-name")
STATES = (
    "focused", "focusable", "selected", "selectable", "checked", "checkable", "pressed", "showing",
)  # fmt: skip
LEAVES = frozenset(
    ("push button", "toggle button", "slider", "slider", "entry", "list item", "label", "heading", "image")
)
"""Roles without children. Asking for them would cost a round trip to the program."""
KEPT = Atspi.Cache.ROLE | Atspi.Cache.INTERFACES | Atspi.Cache.STATES
"""What the library caches of a node until an event announces a change. Names and descriptions are always read anew."""
QUICK, LONG = 1000, 15000
"""Timeouts for a reply in milliseconds: the usual one, and the one while a program starts."""


def switch_on():
    """Tell the session that a screen reader is running, as a desktop does when it starts one.

    If the program's own voice is being recorded, no screen reader is announced.
    """
    set_status("ScreenReaderEnabled", "SPEECH_FILE" not in os.environ)
    set_status("IsEnabled", True)


def set_status(name, is_on):
    status = GLib.Variant("(ssv)", ("org.a11y.Status", name, GLib.Variant("b", is_on)))
    place = ("org.a11y.Bus", "/org/a11y/bus", "org.freedesktop.DBus.Properties", "Set")
    bus = Gio.bus_get_sync(Gio.BusType.SESSION, None)
    bus.call_sync(*place, status, None, Gio.DBusCallFlags.NONE, LONG, None)


class Client:
    """Replies to requests, and keeps the events received meanwhile, in order."""

    def __init__(self):
        self.events = []
        self.nodes = []
        self.waiting = None
        self.actions = {}
        """The action names of each node. They don't change while a node exists."""

    def run(self):
        switch_on()
        Atspi.init()
        Atspi.set_timeout(QUICK, LONG)
        Atspi.get_desktop(0).set_cache_mask(KEPT)
        listener = Atspi.EventListener.new(self.on_event)
        for event in EVENTS:
            listener.register(event)
        GLib.io_add_watch(sys.stdin.fileno(), GLib.PRIORITY_LOW, GLib.IO_IN | GLib.IO_HUP, self.read)
        self.reply(True)
        Atspi.event_main()  # the library's cache only works within its own main loop

    # -- events

    def on_event(self, event):
        try:
            text = event.any_data if event.type.startswith(WORDS_IN_EVENT) else event.source.get_name()
            role = event.source.get_role_name()
            is_focused = event.source.get_state_set().contains(Atspi.StateType.FOCUSED)
        except GLib.Error:  # the source of the event is gone
            return
        found = {"type": event.type, "role": role, "text": text or "", "on": event.detail1, "is_focused": is_focused}
        self.events.append({**found, "at": time.monotonic()})
        self.reply_if_due()

    def reply_if_due(self):
        """Reply to a waiting request if new events have come or its time is over. Return whether it still waits."""
        if self.waiting and (len(self.events) > self.waiting[0] or time.monotonic() > self.waiting[1]):
            after, self.waiting = self.waiting[0], None
            self.reply(self.events[after:])
        return bool(self.waiting)

    # -- requests

    def read(self, _source, condition):
        line = sys.stdin.readline() if condition & GLib.IO_IN else ""
        if not line:
            Atspi.event_quit()
            return False
        verb, *arguments = json.loads(line)
        if verb == "wait":
            self.wait(*arguments)
            return True
        try:
            self.reply(getattr(self, "do_" + verb)(*arguments))
        except (GLib.Error, AttributeError, ValueError) as error:  # the node is gone, or no longer supports this
            self.reply({"error": str(error)})
        return True

    def reply(self, reply):
        print(json.dumps(reply), flush=True)

    def wait(self, after, seconds):
        """Reply with the events after the first `after`, once there are any, or after `seconds`."""
        self.waiting = (after, time.monotonic() + seconds)
        if self.reply_if_due():
            GLib.timeout_add(20, self.reply_if_due)

    def do_tree(self):
        """Return the application as nested nodes, or None if there is none or it is changing."""
        first = self.read_application()
        return first if first == self.read_application() else None

    def read_application(self):
        self.nodes = []
        desktop = Atspi.get_desktop(0)
        applications = [desktop.get_child_at_index(place) for place in range(desktop.get_child_count())]
        return self.read_node(applications[-1]) if applications and applications[-1] else None

    def read_node(self, node):
        self.nodes.append(node)
        states = node.get_state_set()
        role = node.get_role_name()
        value = node.get_value_iface()
        text = node.get_text_iface() if role == "entry" else None
        return {
            "id": len(self.nodes) - 1,
            "role": role,
            "name": node.get_name(),
            "description": node.get_description(),
            "states": [name for name in STATES if states.contains(getattr(Atspi.StateType, name.upper()))],
            "actions": self.actions_of(node),
            "value": value and Atspi.Value.get_current_value(value),
            "text": text and Atspi.Text.get_text(text, 0, -1),
            "children": [] if role in LEAVES else [self.read_node(child) for child in children_of(node)],
        }

    def actions_of(self, node):
        if node not in self.actions:
            actions = node.get_action_iface()
            count = Atspi.Action.get_n_actions(actions) if actions else 0
            self.actions[node] = [Atspi.Action.get_action_name(actions, place) for place in range(count)]
        return self.actions[node]

    def do_act(self, number, action):
        """Do an action of a node, given by name."""
        node = self.nodes[number]
        return Atspi.Action.do_action(node.get_action_iface(), self.actions_of(node).index(action))

    def do_status(self, name, is_on):
        """Switch a session-wide accessibility setting on or off."""
        set_status(name, is_on)
        return True

    def do_focus(self, number):
        return Atspi.Component.grab_focus(self.nodes[number].get_component_iface())

    def do_set(self, number, value):
        return Atspi.Value.set_current_value(self.nodes[number].get_value_iface(), value)

    def do_letters(self, number):
        """Return a text's caret, its selections, and the letter and word at the caret."""
        text = self.nodes[number].get_text_iface()
        caret = Atspi.Text.get_caret_offset(text)
        selected = [Atspi.Text.get_selection(text, n) for n in range(Atspi.Text.get_n_selections(text))]
        kinds = (Atspi.TextGranularity.CHAR, Atspi.TextGranularity.WORD)
        letter, word = (Atspi.Text.get_string_at_offset(text, caret, kind).content for kind in kinds)
        selections = [[part.start_offset, part.end_offset] for part in selected]
        return {"caret": caret, "selected": selections, "letter": letter, "word": word}

    def do_caret(self, number, place):
        return Atspi.Text.set_caret_offset(self.nodes[number].get_text_iface(), place)

    def do_write(self, number, text):
        return Atspi.EditableText.set_text_contents(self.nodes[number].get_editable_text_iface(), text)


def children_of(node):
    children = (node.get_child_at_index(place) for place in range(node.get_child_count()))
    return [child for child in children if child]


if __name__ == "__main__":
    Client().run()
