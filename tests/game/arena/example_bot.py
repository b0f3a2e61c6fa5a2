"""A whole bot for all four games (`arena GAME --seats exec:"python example_bot.py",easy`): any action, all alike."""

import json
import random
import sys
from typing import Any


def say(**message: Any) -> None:
    print(json.dumps(message), flush=True)


def main() -> None:
    for line in sys.stdin:
        message = json.loads(line)
        match message["type"]:
            case "hello":  # a game begins; there may be many
                say(type="hello", protocol=2, name="Example", again=True)
            case "act":
                luck = random.Random(message["seed"])
                say(type="action", action=luck.choice(message["actions"]))


if __name__ == "__main__":
    main()
