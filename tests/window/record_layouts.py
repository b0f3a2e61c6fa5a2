"""Record what the keys of various keyboard layouts send to a window, for tests without a window.

    python tests/window/record_layouts.py

Under Xvfb it presses every key on which layouts differ, alone, with AltGr and with Shift, and writes
tests/scenes/devices/layouts.json: for each layout and key position, SDL's key code and the three typed texts.
"""

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "build" / "editable")]

import pygame  # noqa: E402

from tests.window.screen import Screen  # noqa: E402
from topping_out.scenes.devices.keyboard import place_of  # noqa: E402

FILE = ROOT / "tests" / "scenes" / "devices" / "layouts.json"
LAYOUTS = (
    "us", "gb", "de", "fr", "es", "pl", "ua", "jp", "be", "ch", "ch(fr)", "ca", "latam", "us(dvorak)", "us(colemak)",
    "us(intl)", "fr(bepo)", "ru", "gr", "bg", "bg(phonetic)", "rs", "cz", "sk", "hu", "ro", "tr", "pt", "br", "it",
    "se", "dk", "no", "fi", "nl", "lt", "lv", "il", "ara", "ge", "am", "kz", "by",
)  # fmt: skip
KEYCODES = (*range(10, 22), *range(24, 36), *range(38, 50), *range(51, 62), 94, 97, 132)
"""X key codes of the keys on which layouts differ."""
WAYS = ([], ["ISO_Level3_Shift"], ["shift"])


def record(screen: Screen) -> dict[str, list[object]]:
    """Return what each key sends, by its position."""
    found: dict[str, list[object]] = {}
    for number, modifiers in enumerate(WAYS):
        keys = ["+".join([*modifiers, str(keycode)]) for keycode in KEYCODES]
        for place, code, typed in _press(screen, keys):
            if number == 0:
                found[place] = [code]
            found[place].append(typed)
    return found


def _press(screen: Screen, keys: list[str]) -> Iterator[tuple[str, int, str]]:
    """Press keys. Yield the position, code and text of each. Esc after each key cancels a dead key."""
    screen.do("key", "--delay", 1, *(word for key in keys for word in (key, "Escape")))
    seen, place, code, text = 0, "", 0, ""
    while seen < len(keys):
        try:
            event = pygame.event.wait(2000)
        except SystemError:  # pygame cannot read some letters
            continue
        if event.type == pygame.NOEVENT:
            raise RuntimeError("a key did not come")
        if event.type == pygame.TEXTINPUT:
            text += event.text
        elif event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE:
            yield place, code, text
            seen, text = seen + 1, ""
        elif event.type == pygame.KEYDOWN and event.key not in (pygame.K_LSHIFT, pygame.K_RALT):
            place, code = place_of(event.scancode), event.key


def main() -> None:
    screen = Screen((640, 480))
    os.environ["DISPLAY"] = screen.display
    try:
        pygame.display.init()
        pygame.display.set_mode((320, 240))
        window = pygame.display.get_wm_info()["window"]
        screen.do("windowfocus", "--sync", window)
        pygame.key.start_text_input()
        tables = {}
        for layout in LAYOUTS:
            screen.use_layout(layout)
            pygame.time.wait(300)
            pygame.event.clear()
            tables[layout] = record(screen)
        lines = (f"{json.dumps(name)}: {json.dumps(table, ensure_ascii=False)}" for name, table in tables.items())
        FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
    finally:
        pygame.quit()
        screen.close()


if __name__ == "__main__":
    main()
