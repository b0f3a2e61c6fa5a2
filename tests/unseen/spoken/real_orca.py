"""A real Orca, from this Debian or from a newer one, and the program's own voice."""

import fcntl
import json
import os
import re
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from tests.unseen.listener import SYSTEM_PYTHON, Desktop, Heard, Sound, listen
from tests.unseen.spoken.speech.speechd import FILE
from tests.window.screen import PATIENCE

# -- newer orca


RELEASE = "trixie"
PACKAGES = ("orca", "at-spi2-core", "python3-gi", "gir1.2-atspi-2.0", "dbus", "x11-xkb-utils", "x11-xserver-utils")
CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "topping-out-tests"
ROOT = CACHE / f"orca-of-{RELEASE}"
DONE = ROOT / "made"
ENTER = (
    'mount --bind "$1" "$0$1" && mount -t proc proc "$0/proc" && mount --bind "$2" "$0/mnt" && shift 2'
    ' && exec chroot "$0" "$@"'
)
"""Shell script that runs a command in the root $0, with the folder $1 mounted under its own name and $2 as /mnt."""


class CannotMakeError(Exception):
    """No newer Orca can be installed here. The message says why."""


def newer_orca() -> Path:
    """Return the root with a newer Orca. Making it takes some minutes. Raise CannotMakeError if that is impossible."""
    if missing := what_is_missing():
        raise CannotMakeError(missing)
    CACHE.mkdir(parents=True, exist_ok=True)
    with (CACHE / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not DONE.exists():
            _make()
    return ROOT


def what_is_missing() -> str:
    """Return why no root can be made here, or an empty string."""
    if os.geteuid() != 0:
        return "only root can make a small Debian to run a newer Orca in"
    tools = [tool for tool in ("debootstrap", "apt-get", "unshare") if shutil.which(tool) is None]
    return f"install {', '.join(tools)} to run a newer Orca" if tools else ""


def inside(root: Path, shared: str, here: Path, *command: str) -> list[str]:
    """Return the command line that runs a command in the root. Its mounts end with it."""
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
    """Return the address from which this machine gets its packages."""
    places = _run("apt-get", "indextargets", "--format", "$(CODENAME) $(REPO_URI)", "Created-By: Packages")
    return min(places.splitlines()).split()[1]  # the release itself, not its updates


def _run(*command: str) -> str:
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if done.returncode:
        raise CannotMakeError(f"{command[0]} could not make a root: {(done.stdout + done.stderr)[-400:]}")
    return done.stdout


# -- what is spoken


HERE = Path(__file__).parent
KEPT = "KEEP_SPOKEN"
"""Environment variable: a folder in which the speech and Orca's own log are kept for reading."""
SILENCE = 8.0
"""Seconds after which a listener requests something again."""
BRAILLE = re.compile(r"BRAILLE LINE: +'(.*)'")
CELLS = re.compile(r"VISIBLE: +'(.*)', cursor")


class Speech:
    """Speech and silences, as recorded by a stand-in for the system's speech service."""

    def __init__(self, desktop: Desktop) -> None:
        self._speech, self._log = desktop.folder / "speech.json", desktop.folder / "orca.txt"

    def keep(self, test: str) -> None:
        """Keep the speech of a test if KEPT is set."""
        if folder := os.environ.get(KEPT):
            for path in filter(Path.exists, (self._speech, self._log)):
                shutil.copy(path, Path(folder, f"{test} {path.name}"))

    @property
    def sounds(self) -> list[Sound]:
        """Everything spoken and every silencing, with times of the monotonic clock."""
        lines = self._speech.read_text().splitlines() if self._speech.exists() else []
        notes = [json.loads(line) for line in lines if line.endswith("]")]
        return [Sound(at, text, stops=not text) for at, text in notes]

    @property
    def spoken(self) -> list[str]:
        return [sound.text for sound in self.sounds if sound.text]

    def heard(self, pace: float, since: float = 0.0) -> list[Heard]:
        """Return what is heard, at `pace` characters a second, of everything spoken since that time."""
        return listen([sound for sound in self.sounds if sound.at >= since], pace)

    def wait_to_hear(self, text: str, times: int = 1, ask: Callable[[], None] = lambda: None) -> None:
        """Wait until texts that contain `text` have been spoken `times` times.

        An Orca that has fallen far behind (before 46) skips things, so `ask` is called after each SILENCE.
        """
        until, asking = time.monotonic() + PATIENCE, time.monotonic() + SILENCE
        while sum(text in line for line in self.spoken) < times:
            now = time.monotonic()
            assert now < until, f"Orca does not say {text!r}; it said {self.spoken[-12:]}"
            if now > asking:
                ask()
                asking = now + SILENCE
            time.sleep(0.05)


class Orca(Speech):
    """The Orca installed on this machine, or the one in `root`."""

    options: tuple[str, ...] = ()

    def __init__(self, desktop: Desktop, root: Path | None = None) -> None:
        super().__init__(desktop)
        self.name = "orca of trixie" if root else "orca of bookworm"
        self.dialog = "dialog" if root else "form"
        """What it calls a dialog. In a real one an Orca before 46 would hear no announcements."""
        environment = ["env", f"{FILE}={self._speech}"]
        here = Path("/mnt") if root else HERE
        command = [*environment, SYSTEM_PYTHON, str(here / "run_orca.py"), "--debug-file", str(self._log)]
        if root:
            desktop.put_before("orca", f'exec chroot {root} orca "$@"')
            command = inside(root, tempfile.gettempdir(), HERE, "env", "PATH=/usr/bin:/bin", *command)
        desktop.run(*command)
        self.wait_to_hear("Screen reader on")

    @property
    def braille(self) -> list[str]:
        """All lines that a braille display has shown."""
        return BRAILLE.findall(self._log.read_text(errors="replace"))

    @property
    def cells(self) -> str:
        """What a display of 40 cells currently shows."""
        return CELLS.findall(self._log.read_text(errors="replace"))[-1]

    @staticmethod
    def what_is_missing() -> str:
        return "" if shutil.which("orca") else "install orca to hear what it says"


class OwnVoice(Speech):
    """The program's own voice, without a screen reader."""

    name, options = "own voice", ("--read-aloud",)

    def __init__(self, desktop: Desktop) -> None:
        super().__init__(desktop)
        desktop.more = {
            FILE: str(self._speech),
            "PYTHONPATH": f"{HERE / 'speech'}{os.pathsep}{os.environ['PYTHONPATH']}",
        }
