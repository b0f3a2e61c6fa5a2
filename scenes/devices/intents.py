"""Intents: what a player wants to do, whatever the device. They are the only input of scenes."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

DOUBLE = 400.0
"""Most milliseconds between the presses of a double click."""


class Verb(StrEnum):
    """What an intent does."""

    # the pointer
    POINT = "point"
    PRESS = "press"
    RELEASE = "release"
    SCROLL = "scroll"
    LET_GO = "let go"
    """Let go of everything held, without any effect, as it is no longer known whether it still is held."""
    # navigating and choosing
    LEFT = "left"
    RIGHT = "right"
    UP = "up"
    DOWN = "down"
    NEXT = "next"
    PREVIOUS = "previous"
    CONFIRM = "confirm"
    CANCEL = "cancel"
    # shortcuts, shown on the buttons
    PLAY = "play"
    UNDO = "undo"
    HINT = "hint"
    LOG = "log"
    RULES = "rules"
    LOOK = "look"
    """Look through the face-up cards on the table."""
    FINISH = "finish"
    """Play what is chosen, and then what usually ends the turn."""
    PICK = "pick"
    """Choose a thing by its number; `text` is the digit."""
    ALIKE = "alike"
    """Choose all cards of the hand that can be chosen together with the current one."""
    PLACE = "place"
    """Play to a place; `text` is the place's key."""
    FIRST = "first"
    """Go to the first element of a group."""
    LAST = "last"
    NEXT_GROUP = "next group"
    PREVIOUS_GROUP = "previous group"
    FIND = "find"
    """Go to the next element of a group with a word that begins with the letter `text`."""
    RECAP = "recap"
    """Show what has happened since the player's last turn."""
    REMATCH = "rematch"
    FASTER = "faster"
    SLOWER = "slower"
    # questions, with replies in words
    ASK_TURN = "ask turn"
    ASK_SCORES = "ask scores"
    ASK_HAND = "ask hand"
    ASK_TABLE = "ask table"
    ASK_TOWERS = "ask towers"
    ASK_AGAIN = "ask again"
    ASK_EARLIER = "ask earlier"
    ASK_LATER = "ask later"
    # requests of a screen reader: `text` is the name of a widget, or a value
    FOCUS = "focus"
    SET = "set"
    SELECT = "select"
    """Select a part of a text; `text` contains its beginning and end, such as "0 4"."""
    # from a device that plays for one seat
    SPLIT = "split"
    DONE = "done"
    # the program
    MUTE = "mute"
    FULLSCREEN = "fullscreen"
    READ_ALOUD = "read aloud"
    """Switch the program's own voice on or off."""
    KEYS = "keys"
    """Open the page of all keys."""
    DROP = "drop"
    """A file was dropped onto the window; `text` is its path."""
    # typing
    TYPE = "type"
    COMPOSE = "compose"
    """`text` is what an input method is composing, such as kana before they become kanji; empty once it is done."""
    ERASE = "erase"
    """Delete the letter before the caret, or with an `amount` of 1 the letter after it."""
    CARET = "caret"
    """Move the caret in the way `text` (see `TypedLine.move`); an `amount` of 1 extends the selection."""
    COPY = "copy"
    CUT = "cut"
    PASTE = "paste"
    """Paste the clipboard; with the `text` "selected", paste the primary selection (X11's middle button)."""
    KEY = "key"
    """A raw key, for pages where players choose keys; `text` is its place, `amount` 1 for down and 0 for up."""


@dataclass(frozen=True, slots=True)
class Intent:
    """A verb with its position (in logical units) and text. `seat` is set if the device is assigned to a seat."""

    verb: Verb
    position: tuple[float, float] = (0.0, 0.0)
    text: str = ""
    amount: float = 0.0
    seat: int | None = None
