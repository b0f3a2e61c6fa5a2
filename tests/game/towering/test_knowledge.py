"""Who knows what in Towering: hands and the draw pile are hidden, all else lies open."""

import pytest

from tests.game.towering.positions import GAME, cards, table
from topping_out.game.engine import IllegalAction
from topping_out.game.match import Match
from topping_out.game.record import Player, new_header
from topping_out.game.towering.cards import HIDDEN
from topping_out.game.towering.events import Built, Drew, RoundBegan, RoundEnded, Took

# -- views


def test_a_seat_sees_its_own_hand_and_the_size_of_the_others() -> None:
    state = table(hands=("r2 r3", "b2 b3 b4"))
    assert GAME.view(state, 0).hand == tuple(cards("r2 r3"))
    assert GAME.view(state, 0).hand_sizes == (2, 3)
    assert GAME.view(state, None).hand == ()


def test_towers_discards_and_the_count_of_the_pile_are_public() -> None:
    state = table(towers=("rm r4", "b2"), discards="y2 y9 g4", deck="p2 p3 p4")
    views = [GAME.view(state, seat) for seat in (0, 1, None)]
    for view in views:
        assert view.towers[0][1] == tuple(cards("rm r4"))
        assert view.towers[1][0] == tuple(cards("b2"))
        assert view.discards[2] == tuple(cards("y2 y9"))
        assert view.draw_pile == 3


# -- what could lie behind a view


# -- events


def test_only_the_drawer_sees_what_came_from_the_pile() -> None:
    drew = Drew(0, cards("r9")[0])
    assert GAME.redact(drew, 0) == drew
    assert GAME.redact(drew, 1) == GAME.redact(drew, None) == Drew(0, HIDDEN)
    assert GAME.revealed_to(drew) == {0}


def test_plays_and_taken_discards_are_seen_by_all_and_reveal_nothing() -> None:
    for event in (Built(0, 3), Took(0, 3)):
        assert GAME.redact(event, 1) == GAME.redact(event, None) == event
        assert not GAME.revealed_to(event)


def test_a_new_deal_shows_each_seat_its_own_hand() -> None:
    began = RoundBegan(1, 0, ((1, 2), (3, 4)), 50)
    assert GAME.redact(began, 0) == RoundBegan(1, 0, ((1, 2), (HIDDEN, HIDDEN)), 50)
    assert GAME.redact(began, None) == RoundBegan(1, 0, ((HIDDEN, HIDDEN), (HIDDEN, HIDDEN)), 50)
    assert GAME.revealed_to(began) >= {0, 1}


# -- taking back


def match(**options: object) -> Match:
    """Return a game of two humans, both hands open on the screen."""
    match = Match.new(new_header(GAME, (Player("Ana"), Player("Bo")), {"first": 0, **options}, 7))
    match.look(frozenset((0, 1)))
    return match


def act(match: Match, text: str) -> list[object]:
    (seat,) = match.actors
    return match.act(seat, GAME.parse(text))


def first_text(match: Match, verb: str) -> str:
    (seat,) = match.actors
    return next(text for text in map(str, GAME.actions(match.state, seat)) if text.startswith(verb))


def test_a_play_can_be_taken_back_until_the_draw() -> None:
    game = match()
    before = game.state.copy()
    act(game, first_text(game, "build"))
    assert game.can_undo()
    game.undo()
    assert game.state == before


def test_a_draw_from_the_pile_cannot_be_taken_back() -> None:
    game = match()
    act(game, first_text(game, "discard"))
    act(game, "draw pile")
    assert not game.can_undo()
    with pytest.raises(IllegalAction):
        game.undo()


def test_a_taken_discard_can_be_taken_back_for_it_was_seen_by_all() -> None:
    game = match()
    discard = first_text(game, "discard")
    act(game, discard)
    act(game, "draw pile")
    act(game, first_text(game, "build"))
    before = game.state.copy()
    act(game, f"draw {discard.split()[1][0]}")
    game.undo()
    assert game.state == before


def test_nothing_is_taken_back_over_a_new_deal() -> None:
    game = match()
    game.state.streak = 59
    game.state.discards[0] = cards("b2")
    build = next(text for text in map(str, GAME.actions(game.state, 0)) if not text.startswith("build b"))
    act(game, build)
    events = act(game, "draw b")
    assert any(isinstance(event, RoundEnded) for event in events)
    assert not game.can_undo()
