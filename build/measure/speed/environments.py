"""How many steps a second the environments do, as ratios to PettingZoo's own card games, all in one run.

`python build/measure/speed/environments.py`, after `pip install 'pettingzoo[classic]==1.25.0'`: later versions have no
gin rummy any more. Agents act at random. Computing time counts, and of several rounds of each game the best one: so
what else the machine does counts little. Games that are not installed are left out.
"""

from __future__ import annotations

import argparse
import random
import sys
import warnings
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np

ROOT = Path(__file__).resolve().parents[3]
SOURCES = ROOT / "build" / "editable"
if str(SOURCES) not in sys.path:
    sys.path.append(str(SOURCES))

from topping_out.game import registry  # noqa: E402
from topping_out.game.environments import env  # noqa: E402

THEIRS = ("gin_rummy_v4", "hanabi_v5", "texas_holdem_v4")
STEPS = 200
"""Between two looks at the clock."""


def steps_a_second(environment: Any, seconds: float) -> float:
    """Play game after game at random, with all that a learner calls."""
    environment.reset(seed=1)
    done, began = 0, process_time()
    while process_time() - began < seconds:
        for _ in range(STEPS):
            observation, _, termination, truncation, _ = environment.last()
            if termination or truncation:
                environment.reset()
            else:
                environment.step(random.choice(np.flatnonzero(observation["action_mask"]).tolist()))
        done += STEPS
    return done / (process_time() - began)


def makers() -> dict[str, Callable[[], Any]]:
    """Return what makes each environment that there is."""
    found: dict[str, Callable[[], Any]] = {name: lambda name=name: env(name) for name in registry.names()}
    for name in THEIRS:
        try:
            found[name] = import_module(f"pettingzoo.classic.{name}").env
            found[name]()
        except (ImportError, AttributeError) as error:
            found.pop(name, None)
            print(f"{name} is left out: {error}")
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=1.0, help="of each game in each round")
    told = parser.parse_args()
    warnings.simplefilter("ignore")
    made = makers()
    best = dict.fromkeys(made, 0.0)
    for _ in range(told.rounds):
        for name, make in made.items():
            best[name] = max(best[name], steps_a_second(make(), told.seconds))
    theirs = [name for name in THEIRS if name in made]
    print(f"{'steps a second':16}" + "".join(f"{name:>18}" for name in ("", *theirs)))
    for name, rate in best.items():
        ratios = "".join(f"{rate / best[other]:17.2f}x" for other in theirs) if name not in THEIRS else ""
        print(f"{name:16}{rate:18.0f}{ratios}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
