"""Matches: who may act, what is recorded, and what can be undone."""

from typing import Any

import pytest

from topping_out.game.engine import IllegalAction
from topping_out.game.match import Match, replay
from topping_out.game.record import TICK, UNDO, Entry, Player, Record, fold, new_header
from topping_out.game.wyoming.actions import Drew, Tossed
from topping_out.game.wyoming.rules import GAME

ANA, BO, BOT = Player("Ana"), Player("Bo"), Player("Robo", "bot", "easy")


def match(*players: Player, seed: int = 7, **options: object) -> Match:
    return Match.new(new_header(GAME, players or (ANA, BO), {"first": 0, **options}, seed))


def play(match: Match, ms: int = 0) -> list[Any]:
    """Do the first legal action of the seat to play."""
    seat = match.state.turn
    return match.act(seat, GAME.actions(match.state, seat)[0], ms)


# -- acting


def test_an_action_changes_the_state_and_is_recorded() -> None:
    game = match()
    events = play(game, ms=1200)
    assert events
    assert game.record.entries == [Entry(1200, 0, "construct 1S @0.0")]
    assert game.state == fold(game.record)
    assert game.actors == {1}


def test_a_seat_acts_only_on_its_turn() -> None:
    game = match()
    with pytest.raises(IllegalAction, match="it isn't your turn"):
        game.act(1, GAME.actions(game.state, 1)[0])
    assert game.record.entries == []


def test_nobody_acts_when_the_game_is_over() -> None:
    game = match()
    while game.outcome is None:
        seat = game.state.turn
        builds = GAME.actions(game.state, seat)
        game.act(seat, max(builds, key=lambda play: (play.kind == "construct", play.owner == seat, play.count)))
    with pytest.raises(IllegalAction, match="the game is over"):
        game.act(0, GAME.parse("construct 1S @0.0"))


def test_a_match_knows_the_names_and_kinds_of_its_players() -> None:
    assert match(ANA, BOT).names == ("Ana", "Robo")
    assert [match(ANA, BOT).is_human(seat) for seat in (0, 1)] == [True, False]


def test_time_never_runs_backwards_in_the_record() -> None:
    game = match()
    play(game, ms=500)
    play(game, ms=200)
    game.mark_time(100)
    assert [entry.ms for entry in game.record.entries] == [500, 500, 500]
    assert game.record.entries[-1] == Entry(500, None, TICK)


# -- the journal


def test_the_journal_gets_every_entry_in_order() -> None:
    recorded: list[Entry] = []
    game = match()
    game.journal = recorded.append
    play(game)
    game.undo()
    play(game)
    assert recorded == game.record.entries
    assert [entry.text for entry in recorded] == ["construct 1S @0.0", UNDO, "construct 1S @0.0"]


def test_an_action_counts_even_if_the_journal_fails() -> None:
    def full(entry: Entry) -> None:
        raise OSError("the disk is full")

    game = match()
    game.journal = full
    with pytest.raises(OSError, match="the disk is full"):
        play(game)
    assert game.state.turn == 1
    assert len(game.record.entries) == 1


# -- undo


def test_the_last_action_of_a_human_can_be_undone() -> None:
    game = match()
    before = game.state.copy()
    play(game)
    assert game.can_undo()
    assert game.undo() == 0
    assert game.state == before
    assert not game.can_undo()


def test_several_actions_can_be_undone_one_by_one() -> None:
    game = match()
    states = [game.state.copy()]
    for _ in range(3):
        play(game)
        states.append(game.state.copy())
    for state in reversed(states[:-1]):
        game.undo()
        assert game.state == state


def test_undo_without_an_action_is_refused() -> None:
    with pytest.raises(IllegalAction, match="can't be taken back"):
        match().undo()


def test_an_action_cannot_be_undone_after_a_bot_has_played() -> None:
    game = match(ANA, BOT)
    play(game)
    assert game.can_undo()
    play(game)
    assert not game.can_undo()
    play(game)
    assert game.can_undo()
    game.undo()
    assert not game.can_undo(), "the bot's play comes before it"


def test_a_draw_that_its_player_has_seen_cannot_be_undone() -> None:
    game = match()
    game.look(frozenset((1,)))
    for _ in range(2):
        play(game)  # nobody has drawn yet, because all began with seven cards
    assert not any(
        isinstance(event, Drew) and event.seat == 1 for *_, events, _ in replay(game.record) for event in events
    )
    assert game.can_undo()
    events = play(game)
    assert [event.seat for event in events if isinstance(event, Drew)] == [1]
    assert not game.can_undo()


def test_a_draw_behind_the_curtain_can_be_undone_until_it_opens() -> None:
    game = match()
    game.look(frozenset((0,)))
    play(game)
    play(game)
    game.look(frozenset())
    play(game)  # seat 1 draws while nobody looks
    assert game.can_undo()
    game.look(frozenset((1,)))
    assert not game.can_undo()


def test_undo_goes_back_only_to_the_opening_of_the_curtain() -> None:
    game = match()
    for _ in range(3):
        play(game)
    game.look(frozenset((1,)))
    play(game)
    assert game.can_undo()
    game.undo()
    assert not game.can_undo()


def test_a_draw_of_a_seat_that_does_not_look_can_be_undone() -> None:
    game = match()
    game.look(frozenset((0,)))
    events = [*play(game), *play(game), *play(game)]
    assert {event.seat for event in events if isinstance(event, Drew)} == {0, 1}
    assert game.can_undo(), "seat 1 has drawn, and only seat 0 looks"


def test_an_action_after_which_a_bot_drew_can_be_undone() -> None:
    game = match(ANA, BOT)
    game.look(frozenset((0,)))
    for _ in range(2):
        play(game)
    events = play(game)
    assert any(isinstance(event, Drew) and event.seat == 1 for event in events)
    assert game.can_undo()


@pytest.mark.parametrize("eyes", [frozenset(), frozenset((0,))])
def test_a_toss_that_somebody_has_seen_cannot_be_undone(eyes: frozenset[int]) -> None:
    game, events = match(tidal=True), list[Any]()
    game.look(eyes)
    while not any(isinstance(event, Tossed) for event in events):
        plays = GAME.actions(game.state, game.state.turn)
        events = game.act(game.state.turn, plays[len(plays) // 2])
    assert game.can_undo() == (not eyes)


def test_a_resumed_game_cannot_be_undone_before_its_resumption() -> None:
    game = match()
    play(game)
    again = Match(Record(game.header, list(game.record.entries)))
    assert again.state == game.state
    assert not again.can_undo()
    play(again)
    assert again.can_undo()


def test_after_an_undo_another_action_may_be_chosen() -> None:
    game = match()
    play(game)
    game.undo()
    alternative = GAME.actions(game.state, 0)[-1]
    game.act(0, alternative)
    assert [entry.text for entry in game.record.effective()] == [str(alternative)]
    assert game.state == fold(game.record)


# -- replay


def test_a_replay_yields_each_action_with_its_events_and_state() -> None:
    game = match()
    events_of_plays = [play(game, ms) for ms in (0, 10, 20)]
    steps = replay(game.record)
    assert [entry.ms for entry, *_ in steps] == [0, 10, 20]
    assert [str(action) for _, action, _, _ in steps] == [entry.text for entry in game.record.entries]
    assert [events for _, _, events, _ in steps] == events_of_plays
    assert steps[-1][3] == game.state
    assert steps[0][3] != steps[1][3]
