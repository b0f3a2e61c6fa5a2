"""There is a sprite for each material, though those of a colour are alike (T8)."""

import random
from itertools import chain, product
from types import SimpleNamespace
from typing import Any

from tests.game.towering.positions import table
from tests.sampling import sampled
from topping_out.game.match import WatchedLog
from topping_out.game.options import resolve
from topping_out.game.towering.cards import colour_of, kind_of
from topping_out.game.towering.rules import GAME
from topping_out.game.towering.state import SEATS, State, View
from topping_out.scenes.match.table.tokens import Ids, follow
from topping_out.scenes.towering.table import ToweringTable

VARIANTS: list[dict[str, object]] = [
    {},
    {"take_back": True, "rounds": 2, "materials": "4"},
    {"colours": 3, "hand": 5, "materials": "0", "rounds": 5},
    {"colours": 5, "materials": "3", "rounds": 1, "hand": 10},
]


def start(seed: int, options: dict[str, object]) -> State:
    return GAME.setup(SEATS, resolve(GAME.options(SEATS), options), seed)


def give_ids(view: View, before: Ids, leaves: int | None = None) -> Ids:
    """Return the ids of all cards that show their faces."""
    game: Any = ToweringTable()
    game.table = SimpleNamespace(layout_of=lambda view: None)
    ids = follow(game.zones(view), before, game.copies, leaves)
    return {zone: [card for card in cards if card >= 0] for zone, cards in ids.items()}


def groups(ids: Ids) -> dict[int, object]:
    """Return the group of each id; fail where two cards have the same."""
    assert len(list(chain(*ids.values()))) == len(set(chain(*ids.values()))), "two sprites with one id"
    return {card: group for group, cards in ids.items() for card in cards}


CASES = [*product(VARIANTS, [0, 1, None], [0.15, 0.97])]


@sampled("options, viewer, greed", CASES, CASES[::5], ids=str)
def test_with_each_event_one_card_at_most_moves_and_every_other_keeps_its_id(
    options: dict[str, object], viewer: int | None, greed: float
) -> None:
    rng = random.Random(f"{options}{viewer}{greed}")
    state = start(rng.randrange(1000), options)
    ids = give_ids(GAME.view(state, viewer), {})
    while GAME.outcome(state) is None:
        actions, accounts = GAME.actions(state, state.turn), len(state.accounts)
        takes = [action for action in actions[1:] if str(action).startswith("draw")]
        log = WatchedLog(GAME, state, viewer)
        GAME.apply(state, state.turn, rng.choice(takes if takes and rng.random() < greed else actions), log)
        for _, view in log.seen:
            before, ids = groups(ids), give_ids(view, ids)
            after = groups(ids)
            assert [*map(kind_of, ids["hand", viewer])] == [*view.hand] if viewer is not None else not view.hand
            if len(state.accounts) == accounts:
                assert sum(before[card] != after[card] for card in before.keys() & after.keys()) <= 1
                assert len(before.keys() ^ after.keys()) <= 1


def test_of_cards_that_are_alike_the_one_that_was_chosen_leaves_the_hand() -> None:
    state = table(hands=("rm rm rm r4", "b2"))
    before = give_ids(GAME.view(state, 0), {})
    one, other, third, four = before["hand", 0]
    GAME.apply(state, 0, GAME.parse("build rm"))
    after = give_ids(GAME.view(state, 0), before, other)
    assert after["hand", 0] == [one, third, four]
    assert after["tower", 0, colour_of(other)] == [other]
