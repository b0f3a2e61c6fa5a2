"""Positions of Towers for tests. Seats, plots and levels count from 0; the ground floor comes first."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from tests.game.matches import Teller, act, kinds, legal, of, row, start, words_of
from topping_out.game.engine import Passed
from topping_out.game.towers.actions import Built, Demolished, Drew, FloorScored, LastRound, ScoringBegan
from topping_out.game.towers.core import State
from topping_out.game.towers.decks import find_decks
from topping_out.game.towers.floors import NONE, Account, CardId, Deck
from topping_out.game.towers.rules import GAME, account
from topping_out.game.towers.state import NO_TOWER, Tower, floors_of, owners_of

NAMES = ("Ana", "Bo", "Cy", "Di")
STANDARD: Deck = find_decks().built_in["standard"]


new = partial(start, GAME)
do = partial(act, GAME)
texts = partial(legal, GAME)


class _Box:
    """The cards of the deck that are not yet used in a position."""

    def __init__(self) -> None:
        self.cards = list(STANDARD.cards)

    def take(self, name: str) -> CardId:
        card = next(card for card in self.cards if STANDARD.floor_of(card).name == name)
        self.cards.remove(card)
        return card

    def take_any(self) -> CardId:
        """Take a card off the end, where the floors are that tests rarely name."""
        return self.cards.pop()


def table(hands: Sequence[str], *towers: str, pile: int | None = None, **options: object) -> State:
    """Return a position with seat 0 to play. Floors are given by name, separated by commas.

    A floor claimed by seat 1 is `LOBBY:1`, or `LOBBY:1:SUITE` with the name of the tucked card. The remaining cards are
    the draw pile, or with `pile` only this many of them, and the others are on the discard pile.
    """
    state, box = new(len(hands), first=0, **options), _Box()
    state.hands = [bytes(sorted(map(box.take, _split(hand)))) for hand in hands]
    laid = [_tower(text, box) for text in towers] + [NO_TOWER] * (len(state.towers) - len(towers))
    state.floors, state.tucks = [floors_of(each) for each in laid], [each[2::3] for each in laid]
    rest = bytes(box.cards)
    keep = len(rest) if pile is None else pile
    state.draw_pile, state.discards = rest[:keep], rest[keep:]
    state.read_faces([owners_of(each) for each in laid])
    return state


def _tower(text: str, box: _Box) -> Tower:
    tower = NO_TOWER
    for floor in _split(text):
        name, owner, tuck = [*floor.split(":"), "", ""][:3]
        card, claim = box.take(name), (NONE, NONE)
        if owner:
            claim = int(owner), box.take(tuck) if tuck else box.take_any()
        tower += bytes((card, *claim))
    return tower


def _split(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


def end_turn(state: State) -> list[Any]:
    """Do the first legal builds and end the turn without a claim. Return the events."""
    log = []
    while texts(state)[-1] != "end":
        log += do(state, texts(state)[0])
    return log + do(state, "end")


def floors(state: State, plot: int) -> list[str]:
    return [STANDARD.floor_of(card).name for card in floors_of(state.towers[plot])]


def points(events: list[Any]) -> list[tuple[int, tuple[int, ...]]]:
    """Return the plot and the points of each tower scored in these events."""
    return [(event.plot, event.points) for event in of(events, Demolished)]


def steps(events: list[Any]) -> list[Any]:
    return [event.step for event in of(events, FloorScored)]


def scored(tower: str, seats: int = 4, hand: int = 0, pile: int = 64) -> Account:
    """Return the account of a tower, with `hand` cards in each seat's hand."""
    laid = _tower(tower, _Box())
    return account(STANDARD, floors_of(laid).translate(STANDARD.kinds), owners_of(laid), [hand] * seats, pile)


def laid_out(text: str) -> State:
    """Parse a position, such as `SUITE LOBBY / OFFICE, towers SPIRE:1 LOBBY | OFFICE, pile 3, end deck`.

    `turn` and `first` give the seat to play and the first seat, `built 0 1` the plots built on this turn, and `last
    round` marks the last round.
    """
    hands, *rest = text.split(", ")
    words = words_of(rest)
    towers = [floor_list(tower) for tower in words.pop("towers", "").split("|")]
    built, is_last = words.pop("built", ""), words.pop("last", None) is not None
    pile, first, turn = (int(words.pop(key)) if key in words else None for key in ("pile", "first", "turn"))
    state = table([floor_list(hand) for hand in hands.split("/")], *towers, pile=pile, **words)
    state.built, state.last_round, state.first = bytes(map(int, built.split())), is_last, first or 0
    state.turn = state.first if turn is None else turn
    return state


def floor_list(text: str) -> str:
    return ", ".join(text.strip(" -").split()).replace("_", " ")


def play(state: State, text: str) -> list[Any]:
    """Do an action. `pass the turn` does the first legal builds and ends the turn without a claim."""
    return end_turn(state) if text == "pass the turn" else do(state, text)


FACTS = {
    "may": lambda state, _: ", ".join(texts(state)),
    r"plot (\d)": lambda state, _, plot: row(floors(state, int(plot))),
    r"owners (\d)": lambda state, _, plot: row("-" if n == 255 else n for n in owners_of(state.towers[int(plot)])),
    r"hand (\d)": lambda state, _, seat: row(STANDARD.floor_of(card).name for card in state.hands[int(seat)]),
    "hands": lambda state, _: row(map(len, state.hands)),
    "pile": lambda state, _: len(state.draw_pile),
    "turn": lambda state, _: state.turn,
    "last round": lambda state, _: "yes" if state.last_round else "no",
    "scores": lambda state, _: row(state.scores),
    "over": lambda state, _: "yes" if state.outcome else "no",
    "events": lambda _, events: kinds(events),
    "built": lambda _, events: row(f"{e.floor}@{e.plot}.{e.level}" for e in of(events, Built)),
    "drawn": lambda _, events: row(f"{e.seat}:{len(e.cards)}" for e in of(events, Drew)),
    "scored": lambda _, events: row(f"{e.plot}:{e.cause}" for e in of(events, ScoringBegan)),
    "worth": lambda _, events: ", ".join(f"{plot}: {row(each)}" for plot, each in points(events)) or "-",
    "passed": lambda _, events: row(e.seat for e in of(events, Passed)),
    "short": lambda _, events: row(e.seat for e in of(events, LastRound)),
    "told": lambda _, events: " ".join(filter(None, (GAME.describe(event, NAMES) for event in events))),
}
TELLER = Teller(laid_out, play, FACTS)
