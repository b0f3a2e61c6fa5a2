"""Link the program's folders into `build/editable/topping_out`: `python build/link.py`.

The package's folder in a checkout only contains links to the folders at the top. Git stores them on systems with
symbolic links. After a checkout on Windows, or in an unpacked source archive, this script makes them.
"""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "build" / "editable" / "topping_out"
FOLDERS = ("game", "scenes", "assets")


def link(folder: str) -> None:
    place = PACKAGE / folder
    if place.is_dir():
        return
    place.unlink(missing_ok=True)  # Git for Windows writes a link's target into a plain file
    if sys.platform == "win32":
        import _winapi  # junctions, unlike symbolic links, need no privileges

        _winapi.CreateJunction(str(ROOT / folder), str(place))
    else:
        place.symlink_to(Path("../../..") / folder)


if __name__ == "__main__":
    for name in FOLDERS:
        link(name)
