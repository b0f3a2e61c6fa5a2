"""Links the folders of the program into `build/editable/topping_out`: `python build/link.py`.

The package's folder in a checkout holds nothing but links to the folders at the top. Git keeps them where the system
has symbolic links; after a checkout on Windows, or from an archive of the sources, this makes them.
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
        import _winapi  # a junction, unlike a symbolic link, needs no rights

        _winapi.CreateJunction(str(ROOT / folder), str(place))
    else:
        place.symlink_to(Path("../../..") / folder)


if __name__ == "__main__":
    for name in FOLDERS:
        link(name)
