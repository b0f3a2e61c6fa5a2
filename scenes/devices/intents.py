"""Intents: what a player wants to do, whatever the device. Scenes get nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

DOUBLE = 400.0
"""Milliseconds after which a press is no more the second one of a double click."""


class Verb(StrEnum):
    # the pointer
    POINT = "point"
    PRESS = "press"
    RELEASE = "release"
    SCROLL = "scroll"
    LET_GO = "let go"
    """Let go of all that is held, without doing anything by it: whether it still is held can't be known any more."""
    # moving about and choosing
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
    """Look through what lies open on the table."""
    FINISH = "finish"
    """Play what is chosen, and what usually ends the turn after it."""
    PICK = "pick"
    """A numbered thing: `text` is its digit."""
    ALIKE = "alike"
    """All cards of the hand that can be chosen together with one."""
    PLACE = "place"
    """A place to play to: `text` is its key."""
    FIRST = "first"
    """To the first thing of a group."""
    LAST = "last"
    NEXT_GROUP = "next group"
    PREVIOUS_GROUP = "previous group"
    FIND = "find"
    """To the next thing of a group that begins with a letter: `text`."""
    RECAP = "recap"
    """To what happened since one's last turn."""
    REMATCH = "rematch"
    FASTER = "faster"
    SLOWER = "slower"
    # questions, answered in words
    ASK_TURN = "ask turn"
    ASK_SCORES = "ask scores"
    ASK_HAND = "ask hand"
    ASK_TABLE = "ask table"
    ASK_TOWERS = "ask towers"
    ASK_AGAIN = "ask again"
    ASK_EARLIER = "ask earlier"
    ASK_LATER = "ask later"
    # from a screen reader: `text` is the name of a widget, or a value
    FOCUS = "focus"
    SET = "set"
    SELECT = "select"
    """Part of a text: `text` is where it begins and ends, such as "0 4"."""
    # of a player's own device
    SPLIT = "split"
    DONE = "done"
    # the program
    MUTE = "mute"
    FULLSCREEN = "fullscreen"
    READ_ALOUD = "read aloud"
    """The program's own voice, on or off."""
    KEYS = "keys"
    """To the page of all keys."""
    DROP = "drop"
    """A file is dropped onto the window: `text` is its path."""
    # writing
    TYPE = "type"
    COMPOSE = "compose"
    """What an input method is about to write, such as kana before they become kanji; empty once it is done."""
    ERASE = "erase"
    """The letter before the caret; with an `amount` of 1 the one after it."""
    CARET = "caret"
    """The caret moves: `text` says where to, as `Line.move` has it; an `amount` of 1 selects what lies between."""
    COPY = "copy"
    CUT = "cut"
    PASTE = "paste"
    """What the clipboard has; with the `text` "selected", what is selected anywhere (X11's middle button)."""
    KEY = "key"
    """A key as such, for a page that asks for keys: `text` is its place, `amount` 1 for down and 0 for up."""


@dataclass(frozen=True, slots=True)
class Intent:
    """A verb with its position (logical units) and text. `seat` is set if the device is assigned to a seat."""

    verb: Verb
    position: tuple[float, float] = (0.0, 0.0)
    text: str = ""
    amount: float = 0.0
    seat: int | None = None
