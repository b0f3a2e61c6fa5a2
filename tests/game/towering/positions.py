"""Positions of Towering for tests."""

from functools import partial

from tests.game.matches import Teller, act, kinds, legal, options_in, row, start, words_of
from topping_out.game.towering.actions import COLOUR_LETTERS, COLOURS, Cards, card_name, deck_of, parse_card, without
from topping_out.game.towering.core import SEATS, UNDRAWN, WIDTH, State, set_of
from topping_out.game.towering.rules import GAME

NAMES = ("Ana", "Bo")


def cards(text: str) -> Cards:
    return bytes(map(parse_card, text.split()))


new = partial(start, GAME, SEATS)
do = partial(act, GAME)
texts = partial(legal, GAME)


def table(
    hands: tuple[str, str] = ("", ""),
    towers: tuple[str, str] = ("", ""),
    discards: str = "",
    deck: str = "p9 p10",
    known: tuple[str, str] = ("", ""),
    **options: object,
) -> State:
    """Return a position with seat 0 to play. Cards are given by name, those of towers and discards in playing order."""
    state = new(**{"first": 0, **options})
    state.hands[:UNDRAWN], state.known, state.towers = map(rows, (hands, known, towers))
    state.discards = [_pile(cards(discards), colour) for colour in COLOURS]
    state.stack(cards(deck))
    return state


def whole(hand: str, towers: tuple[str, str] = ("", ""), discards: str = "", pile: int | None = None) -> State:
    """Return a complete position of the first round, with seat 0 to play from `hand`.

    Of the cards not named, the rival holds 8. The draw pile has the rest, or `pile` of it with the others under the
    discards.
    """
    named = cards(" ".join([hand, *towers, discards]))
    rest = bytes(sorted(without(deck_of(6, 2), named), key=lambda card: card * 31 % 79))
    rival, rest = rest[:8], rest[8:]
    keep = len(rest) if pile is None else pile
    state = table((hand, ""), towers, discards)
    state.hold(1, rival)
    state.stack(rest[:keep])
    state.discards = [_pile(rest[keep:], colour) + laid for colour, laid in enumerate(state.discards)]
    return state


def rows(of_seats: tuple[str, str]) -> list[int]:
    """Return the cards of both seats, given by name, as sets of a state."""
    return [set_of(_pile(cards(names), colour)) for names in of_seats for colour in COLOURS]


def give(state: State, seat: int, hand: Cards, known: Cards = b"") -> None:
    """Set a seat's hand, and the part of it that the other seat knows."""
    own = slice(seat * WIDTH, seat * WIDTH + WIDTH)
    state.hands[own] = [set_of(_pile(hand, colour)) for colour in COLOURS]
    state.known[own] = [set_of(_pile(known, colour)) for colour in COLOURS]


def change_seats(state: State) -> None:
    """Let the seats change their hands and towers, and the turn."""
    for of_both in (state.hands, state.towers, state.known):
        of_both[:UNDRAWN] = of_both[WIDTH:UNDRAWN] + of_both[:WIDTH]
    state.turn = 1 - state.turn


def hands(state: State) -> list[Cards]:
    return [state.hand(seat) for seat in range(SEATS)]


def _pile(laid: Cards, colour: int) -> Cards:
    return bytes(card for card in laid if card // 13 == colour)


def tower(state: State, seat: int, letter: str) -> Cards:
    return state.tower(seat, COLOUR_LETTERS.index(letter))


def laid_out(text: str) -> State:
    """Parse a position, such as `r3 b2 / g4, towers rm r2 / r9, discards y2, deck p9 p10, streak 59`."""
    hands, *rest = text.split(", ")
    words = words_of(rest)
    pairs = {key: halves(words.pop(key, "")) for key in ("towers", "known")}
    streak = int(words.pop("streak", 0))
    state = table(halves(hands), **pairs, **options_in(words))
    state.streak = streak
    return state


def whole_out(text: str) -> State:
    """Parse a complete position for `whole`, such as `r9 b2, towers rm r2 / r3, discards y2, pile 9`."""
    hand, *rest = text.split(", ")
    words = words_of(rest)
    pile = int(words["pile"]) if "pile" in words else None
    return whole(hand, halves(words.get("towers", "")), words.get("discards", ""), pile)


def halves(text: str) -> tuple[str, str]:
    first, _, second = text.partition("/")
    return first.strip(" -"), second.strip(" -")


def names(held: Cards) -> str:
    return row(map(card_name, held))


FACTS = {
    r"hand (\d)": lambda state, _, seat: names(state.hand(int(seat))),
    r"known (\d)": lambda state, _, seat: names(GAME.view(state, 1 - int(seat)).known[int(seat)]),
    r"tower (\d)(\w)": lambda state, _, seat, letter: names(tower(state, int(seat), letter)),
    r"pile (\w)": lambda state, _, letter: names(state.discards[COLOUR_LETTERS.index(letter)]),
    "deck": lambda state, _: names(state.deck),
    "turn": lambda state, _: state.turn,
    "stage": lambda state, _: state.stage.name.lower(),
    "may": lambda state, _: ", ".join(texts(state)),
    "builds": lambda state, _: row(text[6:] for text in texts(state) if text.startswith("build")),
    "winners": lambda state, _: row(state.outcome.winners) if state.outcome else "not yet",
    "points": lambda state, _: " then ".join(row(account.points) for account in state.accounts),
    "totals": lambda state, _: row(state.totals),
    "streak": lambda state, _: state.streak,
    "events": lambda _, events: kinds(events),
    "told": lambda _, events: " ".join(filter(None, (GAME.describe(event, NAMES) for event in events))),
}
TELLER = Teller(laid_out, do, FACTS)
