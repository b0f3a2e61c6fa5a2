"""Whatever deck can be written, a game with it comes to its end, and nothing is lost on the way."""

import random

from hypothesis import given
from hypothesis import strategies as st

from tests.game.towers.positions import GAME
from tests.properties import FACTOR, examples
from topping_out.game.letters import refusal
from topping_out.game.options import resolve
from topping_out.game.towers.bots.boards import board_of
from topping_out.game.towers.decks import FEWEST_CARDS, MOST_CARDS, deck_file, deck_text, parse_deck
from topping_out.game.towers.floors import COLOURS, LARGEST_AMOUNT, PICTURES, Deck, Effect, EffectVerb, Floor, deck_of
from topping_out.game.towers.refusals import MOST_COUNT, MOST_EFFECTS, MOST_FLOORS

QUICK, LONG = 20, 400
"""With `TOPPING_OUT_EXAMPLES=25` there are 10,000 decks."""
LETTERS = "".join(letter for letter in map(chr, range(0x10000)) if letter.isalnum() and not refusal(letter))
NAMES = st.text(st.sampled_from(LETTERS), min_size=1, max_size=20)


@st.composite
def decks(draw: st.DrawFn) -> Deck:
    """Draw any deck that a file can hold, with every field filled or not."""
    effects = st.builds(Effect, st.sampled_from([*EffectVerb]), st.integers(1, LARGEST_AMOUNT))
    names = draw(st.lists(NAMES, min_size=1, max_size=MOST_FLOORS - 1, unique=True))
    looks = st.sampled_from(["", *PICTURES]), st.sampled_from(["", *COLOURS])
    does = st.lists(effects, max_size=MOST_EFFECTS).map(tuple)
    floors = [
        Floor(name, draw(st.integers(1, MOST_COUNT)), draw(does), draw(st.booleans()), *map(draw, looks))
        for name in names
    ]
    while sum(floor.count for floor in floors) >= MOST_CARDS:
        floors.pop()
    missing = FEWEST_CARDS - sum(floor.count for floor in floors)
    return deck_of(draw(NAMES), (*floors, Floor("REST (", max(1, missing), ())), draw(st.just("") | NAMES))


@given(decks(), st.integers(2, 4), st.integers(0, 2**32), st.booleans())
@examples(QUICK if FACTOR == 1 else LONG)
def test_a_game_with_any_deck_comes_to_its_end(deck: Deck, seats: int, seed: int, at_once: bool) -> None:
    assert parse_deck(deck_file(deck), "any.toml") is deck
    options = resolve(GAME.options(seats), {"deck": deck_text(deck), "end": "deck" if at_once else "sheet"})
    state, luck, steps = GAME.setup(seats, options, seed), random.Random(seed), 0
    assert state.variant.deck is deck
    while state.outcome is None:
        actions = GAME.actions(state, state.turn)
        GAME.apply(state, state.turn, luck.choice(actions), [] if steps % 2 else None)
        GAME.check_invariants(state)
        steps += 1
        assert steps < 3 * len(deck.cards) + 100, "it does not end"
    assert board_of(state).winner() in state.outcome.winners
