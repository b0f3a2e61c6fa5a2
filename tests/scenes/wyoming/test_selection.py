"""A half-made play at the table of Wyoming: what is chosen, where it can go, what that would do."""

import random
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.game.wyoming.positions import NAMES, table
from topping_out.game.options import resolve
from topping_out.game.wyoming.rules import GAME
from topping_out.game.wyoming.state import View
from topping_out.scenes.wyoming.selection import DISCARD, Selection


def positions(seed: int, plies: int) -> tuple[View, list[object], Selection]:
    rng = random.Random(seed)
    state = GAME.setup(3, dict(resolve(GAME.options(3), {"wheel": bool(seed % 2)})), seed)
    for _ in range(plies):
        if state.outcome is None:
            GAME.apply(state, state.turn, rng.choice(GAME.actions(state, state.turn)))
    if state.outcome:
        return positions(seed + 1, plies)
    view, actions = GAME.view(state, state.turn), list(GAME.actions(state, state.turn))
    return view, actions, Selection(view, actions, ("Ana", "Ben", "Cleo"))


@given(st.integers(0, 10**6), st.integers(0, 40), st.data())
def test_a_choice_offers_exactly_what_the_rules_allow(seed: int, plies: int, data: st.DataObject) -> None:
    view, actions, selection = positions(seed, plies)
    first = data.draw(st.sampled_from(view.hand))
    same = [card for card in view.hand if card // 25 == first // 25]
    for card in data.draw(st.lists(st.sampled_from(same), min_size=1, unique=True)):
        selection.toggle(card)
    allowed = {
        (a.owner, a.foundation) if a.kind != "discard" else DISCARD
        for a in actions
        if a.suit == first // 25 and a.count == len(selection.cards)
    }
    assert set(selection.targets()) == allowed
    assert selection.action is None or selection.aim in allowed
    places = [(s, f) for s in view.in_play for f in range(view.variant.foundations)]
    for place in places:
        assert bool(selection.refusal(place)) == (place not in allowed)
        title, line = selection.preview(place)
        assert line
        assert bool(title) == (place in allowed)


@given(st.integers(0, 10**6), st.integers(0, 40), st.data())
def test_a_play_moves_the_very_cards_that_were_chosen(seed: int, plies: int, data: st.DataObject) -> None:
    _, actions, selection = positions(seed, plies)
    selection.choose(data.draw(st.sampled_from(actions)))
    assert sorted(selection.action.cards) == sorted(selection.cards)


def test_choosing_another_suit_starts_anew() -> None:
    view, _, selection = positions(3, 0)
    one = view.hand[0]
    other = next(card for card in view.hand if card // 25 != one // 25)
    selection.toggle(one)
    selection.toggle(other)
    assert selection.cards == [other]
    selection.toggle(other)
    assert selection.cards == []
    assert selection.action is None


def at(*hands: str, towers: Sequence[str], **options: object) -> Selection:
    """Return a selection of seat 0 at a position laid out by hand."""
    state = table(*hands, towers=towers, **options)
    return Selection(GAME.view(state, 0), list(GAME.actions(state, 0)), NAMES)


def test_where_cards_cannot_go_the_rules_reason_is_given() -> None:
    selection = at("1C 6D", "7S", towers=["3C"])
    selection.toggle(selection.view.hand[0])
    assert selection.refusal((1, 0)) == "Only its owner may begin a tower here."


def test_choosing_another_suit_aims_anew() -> None:
    """Clubs aim at one's own clubs tower, which diamonds would knock down: these aim at the free foundation."""
    selection = at("1C 6D", "7S", towers=["3C"])
    club, diamond = selection.view.hand[:2]
    selection.toggle(club)
    assert selection.aim == (0, 0)
    selection.toggle(diamond)
    assert selection.aim == (0, 1)


@pytest.mark.parametrize(
    "towers",
    [
        ["3C", "2H"],  # one's own tower would fall
        ["3H", "2H", "4D"],  # another's would grow
        ["3H", "2H", "1C"],  # another's would stand anew, and as high
    ],
    ids=str,
)
def test_what_harms_oneself_is_never_the_default_and_the_table_says_so(towers: Sequence[str]) -> None:
    selection = at("7D", "7S", towers=towers)
    for card in selection.view.hand[:2]:
        selection.toggle(card)
    (target,) = selection.targets()
    assert (selection.aim, selection.action, selection.label) == (None, None, "Choose where to play")
    assert "choose the tower yourself" in selection.caution
    selection.pointed = target
    assert selection.action
    assert (selection.label, selection.caution) == ("Play 2 diamonds", "")


def test_a_tower_too_high_to_win_is_not_the_default_for_finicky_clients() -> None:
    selection = at("7D", "7S", towers=["10D"], finicky=True)
    selection.toggle(selection.view.hand[0])
    assert selection.aim == (0, 1)
