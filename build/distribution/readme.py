"""README.txt at the top of the unpacked program: how to start it, and what is beside it."""

from __future__ import annotations

import sys
from pathlib import Path

from distribution.linux.store import STORE
from topping_out.game import __version__

README = "README.txt"
STARTS = {
    "linux": "Start the program topping-out in this folder. `./topping-out doctor` says what your system lacks.",
    "win32": """\
If this came as a zip file, extract all of it first. Then double-click topping-out.exe.
Windows may say that it protected your PC, because this program isn't signed: choose More info, then Run anyway.
To give commands, use topping-out-cli.exe: `topping-out-cli --help` lists them.""",
    "darwin": """\
Drag Topping Out into Applications and open it. macOS may say that it couldn't verify the program, because it isn't
signed: choose Open Anyway in System Settings, Privacy & Security.""",
}
TEXT = """\
Topping Out {version}
Four tower-building table games: alone against bots, or together at one computer.

{start}

F2 lists all keys. F3 reads everything aloud, and reads nothing when you press it again.
The folder licences says under which licences you have this program and each part of it.
{home}"""


def write_readme(folder: Path) -> None:
    """Write the file for this system, with its line ends."""
    home = f"{STORE['home']}\n" if STORE["home"] else ""
    text = TEXT.format(version=__version__, start=STARTS[sys.platform], home=home)
    newline = "\r\n" if sys.platform == "win32" else "\n"
    (folder / README).write_text(text, encoding="utf-8", newline=newline)
