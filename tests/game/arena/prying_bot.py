"""A bot that tries to find the deal from the seed of its first choice, in every way ever used by this program."""

import json
import random
import sys
from collections.abc import Iterator
from hashlib import sha256

DEALS, MOMENTS = 100, 8


def made_of(deal: int, seat: int) -> Iterator[int | str]:
    """Yield the possible first seeds of a bot in the game with this deal."""
    texts = [f"{deal}", f"{deal}.{seat}", *(f"{deal}.{seat}.{moment}" for moment in range(MOMENTS))]
    yield from (sha256(text.encode()).hexdigest()[:32] for text in texts)
    hand = random.Random(deal * 64 + seat * 8 + 1)
    yield from (int(hand.random() * 2**32) for _ in range(MOMENTS))
    yield deal


def main() -> None:
    seat = json.loads(sys.stdin.readline())["seat"]
    print('{"type":"hello","protocol":2}', flush=True)
    act = next(message for message in map(json.loads, sys.stdin) if message["type"] == "act")
    found = [deal for deal in range(DEALS) if act["seed"] in made_of(deal, seat)]
    print(json.dumps({"type": "error", "message": f"found {found}"}), flush=True)


if __name__ == "__main__":
    main()
