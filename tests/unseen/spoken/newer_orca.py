"""An Orca newer than the machine's: that of Debian's next release, in a small root of its own.

It is made once for each machine, in the user's cache, from where the machine gets its own packages.
"""

import fcntl
import os
import shutil
import subprocess
from pathlib import Path

RELEASE = "trixie"
PACKAGES = ("orca", "at-spi2-core", "python3-gi", "gir1.2-atspi-2.0", "dbus", "x11-xkb-utils", "x11-xserver-utils")
CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "topping-out-tests"
ROOT = CACHE / f"orca-of-{RELEASE}"
DONE = ROOT / "made"
ENTER = (
    'mount --bind "$1" "$0$1" && mount -t proc proc "$0/proc" && mount --bind "$2" "$0/mnt" && shift 2'
    ' && exec chroot "$0" "$@"'
)
"""Runs a command in the root $0, in which the folder $1 has its own name, and $2 is /mnt."""


class CannotMakeError(Exception):
    """There is no way to a newer Orca here; the message says why."""


def newer_orca() -> Path:
    """Return the root, which is made first if need be: that takes some minutes. Raises CannotMakeError."""
    if missing := what_is_missing():
        raise CannotMakeError(missing)
    CACHE.mkdir(parents=True, exist_ok=True)
    with (CACHE / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not DONE.exists():
            _make()
    return ROOT


def what_is_missing() -> str:
    """Return why no root can be made here; empty if one can."""
    if os.geteuid() != 0:
        return "only root can make a small Debian to run a newer Orca in"
    tools = [tool for tool in ("debootstrap", "apt-get", "unshare") if shutil.which(tool) is None]
    return f"install {', '.join(tools)} to run a newer Orca" if tools else ""


def inside(root: Path, shared: str, here: Path, *command: str) -> list[str]:
    """Return the command line that runs a command in the root; nothing of what it mounts outlives it."""
    return ["unshare", "--mount", "--propagation", "private", "sh", "-c", ENTER, str(root), shared, str(here), *command]


def _make() -> None:
    shutil.rmtree(ROOT, ignore_errors=True)
    _run("debootstrap", "--variant=minbase", RELEASE, str(ROOT), _mirror())
    shutil.copy("/etc/resolv.conf", ROOT / "etc")
    shutil.copytree("/etc/apt/apt.conf.d", ROOT / "etc/apt/apt.conf.d", dirs_exist_ok=True)
    for words in ("update", f"install -y --no-install-recommends {' '.join(PACKAGES)}", "clean"):
        _run("chroot", str(ROOT), "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", *words.split())
    DONE.touch()


def _mirror() -> str:
    """Return where this machine gets its packages."""
    places = _run("apt-get", "indextargets", "--format", "$(CODENAME) $(REPO_URI)", "Created-By: Packages")
    return min(places.splitlines()).split()[1]  # that of the release itself, not of its updates


def _run(*command: str) -> str:
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if done.returncode:
        raise CannotMakeError(f"{command[0]} could not make a root: {(done.stdout + done.stderr)[-400:]}")
    return done.stdout
