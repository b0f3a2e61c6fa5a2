"""Positions of Towers of Wyoming for tests. Cards are given by number and suit, such as `3C 2S`."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from tests.game.matches import Teller, act, kinds, legal, of, options_in, row, start, words_of
from topping_out.game.engine import Passed
from topping_out.game.wyoming.actions import PER_SUIT, SUIT_LETTERS, SUITS, Cards, Drew, LostContract, Recycled
from topping_out.game.wyoming.core import State
from topping_out.game.wyoming.rules import GAME

NAMES = ("Ana", "Bo", "Cy", "Di")


class Box:
    """The cards that are not yet used in a position."""

    def __init__(self) -> None:
        self._left: list[Iterator[int]] = [iter(range(suit * PER_SUIT, (suit + 1) * PER_SUIT)) for suit in SUITS]

    def take(self, text: str) -> Cards:
        """Return unused cards of the numbers and suits in `text`, in order."""
        return bytes(
            next(self._left[SUIT_LETTERS.index(word[-1])]) for word in text.split() for _ in range(int(word[:-1]))
        )


new = partial(start, GAME)
do = partial(act, GAME)
texts = partial(legal, GAME)


def table(
    *hands: str,
    towers: Sequence[str] = (),
    deck: str = "",
    discards: str = "",
    pennies: int | None = None,
    **options: object,
) -> State:
    """Return a position with seat 0 to play: hands by seat, towers by seat and foundation, the deck in drawing order.

    With `deck=""` all remaining cards are in the deck; `deck="-"` is an empty deck.
    """
    box = Box()
    start = new(len(hands), **{"first": 0, **options})
    laid = [tuple(box.take(tower)) for tower in towers]
    held = [box.take(hand) for hand in hands]
    per_seat = start.variant.foundations
    laid += [()] * (len(hands) * per_seat - len(laid))
    view = replace(
        GAME.view(start, None),
        towers=tuple(tuple(laid[s * per_seat : (s + 1) * per_seat]) for s in range(len(hands))),
        discards=tuple(box.take(discards)),
        pennies=start.pennies if pennies is None else pennies,
        hand_sizes=(0,) * len(hands),
    )
    state = GAME.determinize(view, random.Random(1))
    state.hands[:] = held
    state.deck = bytes(c for c in state.deck if c not in b"".join(held)) if not deck else box.take(deck.strip("-"))
    state.read_faces()
    return state


def shown(state: State) -> list[str]:
    """Return the towers as text, such as `5C`, or `-` for an empty foundation."""
    return [f"{len(tower)}{SUIT_LETTERS[tower[0] // PER_SUIT]}" if tower else "-" for tower in state.towers]


def suits(cards: Sequence[int]) -> str:
    """Return the suits of cards as letters, sorted."""
    return "".join(sorted(SUIT_LETTERS[card // PER_SUIT] for card in cards))


def laid_out(text: str) -> State:
    """Parse a position, such as `4C / 1H 2S, deck 2S, towers 5C . 3H, sky 9, finicky`, or `new 3` for a new game."""
    hands, *rest = text.split(", ")
    words = words_of(rest)
    options = options_in({key: value for key, value in words.items() if key not in LAID})
    if hands.startswith("new"):
        return new(int(hands[4:]), **options)
    state = table(
        *(hand.strip(" -") for hand in hands.split("/")),
        towers=[tower.strip(".") for tower in words.get("towers", "").split()],
        deck=words.get("deck", ""),
        discards=words.get("discards", ""),
        pennies=int(words["sky"]) if "sky" in words else None,
        **options,
    )
    state.owed = "owed" in words
    return state


LAID = ("towers", "deck", "discards", "sky", "owed")
FACTS = {
    "sky": lambda state, _: state.pennies,
    "pile": lambda state, _: len(state.deck),
    "deck": lambda state, _: suits(state.deck) or "-",
    "discards": lambda state, _: suits(state.discards) or "-",
    "towers": lambda state, _: row(shown(state)),
    "hands": lambda state, _: row(map(len, state.hands)),
    r"hand (\d)": lambda state, _, seat: suits(state.hands[int(seat)]) or "-",
    "turn": lambda state, _: state.turn,
    "in play": lambda state, _: row(state.in_play),
    "owed": lambda state, _: "yes" if state.owed else "no",
    r"may at (\d\.\d)": lambda state, _, place: may(state, f"@{place}"),
    "may": lambda state, _: ", ".join(texts(state)),
    "winners": lambda state, _: row(state.outcome.winners) if state.outcome else "not yet",
    "scores": lambda state, _: row(state.outcome.scores),
    "reason": lambda state, _: state.outcome.reason,
    "events": lambda _, events: kinds(events),
    "drawn": lambda _, events: row(len(event.cards) for event in of(events, Drew)),
    "passed": lambda _, events: row(event.seat for event in of(events, Passed)),
    "lost": lambda _, events: row(f"{event.seat}:{event.hand}" for event in of(events, LostContract)),
    "recycled": lambda _, events: row(event.cards for event in of(events, Recycled)),
    "told": lambda _, events: " ".join(filter(None, (GAME.describe(GAME.redact(e, None), NAMES) for e in events))),
}


def may(state: State, place: str) -> str:
    """Return the legal plays on a place as text without the place, such as `construct 1C`."""
    return ", ".join(text.removesuffix(f" {place}") for text in texts(state) if text.endswith(place)) or "-"


TELLER = Teller(laid_out, do, FACTS)
