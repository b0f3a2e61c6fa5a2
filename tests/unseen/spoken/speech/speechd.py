"""Stand-in for Speech Dispatcher: writes all speech of a screen reader, and where it falls silent, to a file.

Each line is JSON: a time of the monotonic clock and a text. An empty text means that speech stops.
"""

import json
import os
import re
import time
from html import unescape
from types import SimpleNamespace

FILE = "SPEECH_FILE"
"""Environment variable with the path of the file."""
TAG = re.compile(r"<[^>]*>")
PunctuationMode = SimpleNamespace(ALL="all", MOST="most", SOME="some", NONE="none")
CallbackType = SimpleNamespace(BEGIN="begin", END="end", CANCEL="cancel", INDEX_MARK="index_mark")
Priority = SimpleNamespace(MESSAGE="message")
DataMode = SimpleNamespace(SSML="ssml", TEXT="text")


class SSIPCommunicationError(Exception):
    pass


class SSIPCommandError(Exception):
    pass


class SSIPClient:
    """Accepts all that Orca requests, and ignores most of it."""

    def __init__(self, *_names, **_more):
        self._path = os.environ[FILE]

    def _note(self, text):
        with open(self._path, "a") as file:
            file.write(json.dumps([time.monotonic(), text]) + "\n")

    def speak(self, text, callback=None, event_types=None):
        spoken = unescape(TAG.sub("", text)).strip()
        if spoken:
            self._note(spoken)
        if callback:
            callback(CallbackType.END)

    def char(self, text):
        self._note(text)

    key = char

    def cancel(self, *_):
        self._note("")

    stop = cancel

    def list_output_modules(self):
        return ("stand-in",)

    def list_synthesis_voices(self, *_):
        return ()

    def get_output_module(self):
        return "stand-in"

    def get_language(self):
        return "en"

    def get_rate(self):
        return 0

    get_pitch = get_volume = get_rate

    def __getattr__(self, name):
        if name.startswith("set_") or name == "close":
            return lambda *_, **__: None
        raise AttributeError(name)
