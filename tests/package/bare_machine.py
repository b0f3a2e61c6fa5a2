"""A machine with X libraries but without Python: a root file system made by debootstrap."""

import os
import platform
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.package.packed import Place
from tests.window.screen import ALONE

NEEDED = ("debootstrap", "unshare", "chroot", "apt-get")
LIBRARIES = ("libx11-6", "libxcursor1", "libxext6", "libxfixes3", "libxi6", "libxrandr2")
PLAYER = "player"
LIST = "mirror+file:"
"""Prefix of an address that leads to a list of addresses, as on the runners of public forges."""
ENTER = """
root=$1; shift
mount --rbind /proc "$root/proc"
mount --bind /tmp/.X11-unix "$root/tmp/.X11-unix"
exec chroot --userspec="$USER" "$root" /usr/bin/env PATH=/usr/games:/usr/bin:/bin "$@"
"""
"""Shell script, run in a separate mount namespace so that its mounts end with the program."""
PYTHON = re.compile(r"(lib)?python[0-9.]*(\.so[0-9.]*)?")


def what_is_missing() -> str:
    """Return why no such machine can be made here, or an empty string."""
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        return "only root can make a root file system"
    tools = [tool for tool in NEEDED if shutil.which(tool) is None]
    return f"{' and '.join(tools)} cannot be found: install them for a machine without Python" if tools else ""


def mirror() -> tuple[str, str]:
    """Return the address of this system's packages, and the code name of its release."""
    system = platform.freedesktop_os_release()
    targets = ["apt-get", "indextargets", "--format", "$(ORIGIN) $(CODENAME) $(REPO_URI)", "Created-By: Packages"]
    sources = subprocess.run(targets, check=True, capture_output=True, text=True).stdout.splitlines()
    ours = f"{system['ID']} {system['VERSION_CODENAME']} ".lower()
    address = next(line for line in sources if line.lower().startswith(ours)).split()[2]
    return first_of(address), system["VERSION_CODENAME"]


def first_of(address: str) -> str:
    """Return the address, or the first address in the list it leads to. (debootstrap does not support lists.)"""
    if not address.startswith(LIST):
        return address
    return Path(address.removeprefix(LIST).rstrip("/")).read_text(encoding="utf-8").split()[0]


def make_root(root: Path) -> None:
    """Fill the folder with a minimal system, the libraries and a user account."""
    address, codename = mirror()
    include = f"--include={','.join(LIBRARIES)}"
    command = ["debootstrap", "--variant=minbase", include, codename, str(root), address]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr
    inside(root, "useradd", "--create-home", PLAYER)
    (root / "tmp" / ".X11-unix").mkdir(exist_ok=True)


def inside(root: Path, *command: str) -> str:
    """Run a command inside it as root. Return its output."""
    done = subprocess.run(["chroot", str(root), *command], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def pythons(root: Path) -> list[Path]:
    """Return every Python interpreter and library in it."""
    return [path for path in root.rglob("*") if PYTHON.fullmatch(path.name) and not path.is_dir()]


@dataclass
class Installed(Place):
    """A program installed in such a root, started by its user."""

    root: Path
    program: str = "topping-out"
    home_inside: str = f"/home/{PLAYER}"

    @property
    def home(self) -> Path:  # type: ignore[override]
        return self.root / self.home_inside[1:]

    def command(self) -> list[str]:
        return ["unshare", "--mount", "sh", "-e", "-c", ENTER, "sh", str(self.root), self.program]

    def environment(self) -> dict[str, str]:
        return ALONE | {"HOME": self.home_inside, "USER": PLAYER, "PATH": os.environ["PATH"]}

    def write_settings(self, **settings: Any) -> None:
        super().write_settings(**settings)
        inside(self.root, "chown", "-R", PLAYER, self.home_inside)
