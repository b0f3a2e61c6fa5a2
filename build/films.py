"""Make the films in the README: the end of one game of each kind, played by changing characters.

    python build/films.py

The games are simulated with fixed seeds, so the films only change if rules, bots or tables change.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().with_name("editable")))

from topping_out.game import registry
from topping_out.game.roster import characters

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "tests" / "golden" / "films"
SEED, SECONDS = 7, 15


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    people = list(characters())
    for number, game in enumerate(registry.games()):
        cast = [people[(number + seat) % len(people)] for seat in range(min(3, game.seats[-1]))]
        with tempfile.TemporaryDirectory() as folder:
            words = f"simulate {game.name} --seats {','.join(cast)} --games 1 --seed {SEED} --records"
            run(*words.split(), folder)
            (record,) = Path(folder).iterdir()
            film = FOLDER / f"{game.name}.webp"
            film.unlink(missing_ok=True)
            run("replay", str(record), "--film", str(film), "--last", str(SECONDS), "--most", "1")


def run(*words: str) -> None:
    subprocess.run([sys.executable, "-m", "topping_out.scenes", *words], cwd=ROOT, check=True)


if __name__ == "__main__":
    main()
