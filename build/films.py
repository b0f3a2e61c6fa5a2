"""Make the films that the README shows: the end of one game of each, between characters.

    python build/films.py

The games are simulated by fixed seeds: the films show the same for as long as rules, bots and tables stay as they are.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "tests" / "golden" / "films"
GAMES = {
    "wyoming": ("otto,nell,pia", 7, 15),
    "towering": ("ada,amos", 7, 15),
    "towers": ("pia,otto,nell", 7, 15),
    "icetowers": ("nell,otto,pia", 7, 15),
}
"""By game: who sits there, the seed, and the seconds shown."""


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for game, (seats, seed, seconds) in GAMES.items():
        with tempfile.TemporaryDirectory() as folder:
            run("simulate", game, "--seats", seats, "--games", "1", "--seed", str(seed), "--records", folder)
            (record,) = Path(folder).iterdir()
            film = FOLDER / f"{game}.webp"
            film.unlink(missing_ok=True)
            run("replay", str(record), "--film", str(film), "--last", str(seconds), "--most", "1")


def run(*words: str) -> None:
    subprocess.run([sys.executable, "-m", "topping_out.scenes", *words], cwd=ROOT, check=True)


if __name__ == "__main__":
    main()
