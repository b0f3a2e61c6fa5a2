"""Checks on the rules of a game."""

import json
import random
from collections.abc import Callable
from dataclasses import FrozenInstanceError, fields, is_dataclass
from itertools import islice, zip_longest
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.game.by_luck.random_games import Deal, deals, moments, play, whole_game
from topping_out.game.engine import EVERYONE, AnyGame, BuiltTower, IllegalAction, Trial, try_out
from topping_out.game.match import Match, Played, replay, watch_entry
from topping_out.game.options import resolve
from topping_out.game.record import Entry, Record, fold, parse_record

CHECKS: list[Callable[..., None]] = []
"""Each takes a game."""
SCALARS = (bool, int, str)
PLAYERS = ("Ana", "Bo", "Cy", "Di", "Ed", "the ghost")


def check(function: Callable[..., None]) -> Callable[..., None]:
    CHECKS.append(function)
    return function


def who(seat: int | None) -> str:
    return "an onlooker" if seat is None else f"seat {seat}"


def seats_and_onlooker(deal: Deal) -> list[int | None]:
    return [*range(deal.seats), None]


def freeze(game: AnyGame, state: Any) -> str:
    """Return the whole state as text, to compare states of any game."""
    return json.dumps(game.dump(state), sort_keys=True)


def is_json(value: Any) -> bool:
    """Tell whether a value can be written as JSON without a change of its keys."""
    if isinstance(value, dict):
        return all(isinstance(key, str) for key in value) and all(map(is_json, value.values()))
    return all(map(is_json, value)) if isinstance(value, (list, tuple)) else value is None or isinstance(value, SCALARS)


# -- set-up


@check
def every_option_has_a_default_among_its_choices_and_says_what_it_does(game: AnyGame) -> None:
    for seats in game.seats:
        options = game.options(seats)
        assert len({option.key for option in options}) == len(options)
        for option in options:
            assert option.read(option.default) == option.default
            assert option.title
            assert option.help.endswith(".")
            assert all(option.label(value) for value, _ in option.choices)
        for preset in game.presets:
            assert resolve(options, dict(preset.options))


@check
@given(data=st.data())
def remarks_speak_of_options_that_are_there(game: AnyGame, data: st.DataObject) -> None:
    deal = data.draw(deals(game.name))
    notes = game.notes(deal.seats, deal.options)
    assert set(notes) <= {option.key for option in game.options(deal.seats)}
    assert all(note.endswith(".") for note in notes.values())


@check
@given(data=st.data())
def the_same_seed_deals_the_same_game(game: AnyGame, data: st.DataObject) -> None:
    deal = data.draw(deals(game.name))
    assert freeze(game, deal.start()) == freeze(game, deal.start())


@check
def another_seed_deals_another_game(game: AnyGame) -> None:
    options = resolve(game.options(game.seats[0]), {})
    starts = {freeze(game, game.setup(game.seats[0], options, seed)) for seed in range(20)}
    assert len(starts) in (1, 20), "some seeds deal the same game, and others do not"


# -- legal and illegal


@check
@given(data=st.data())
def a_legal_action_passes_the_check_and_leaves_other_copies_alone(game: AnyGame, data: st.DataObject) -> None:
    deal = data.draw(deals(game.name))
    for state in moments(deal, most=5):
        before = freeze(game, state)
        for seat in game.actors(state):
            for action in game.actions(state, seat):
                game.check(state, seat, action)
                game.apply(state.copy(), seat, action)
        assert freeze(game, state) == before, "what was done to a copy shows in the state: `copy` shares what changes"


@check
@given(data=st.data())
def looking_for_actions_changes_nothing_and_finds_the_same_again(game: AnyGame, data: st.DataObject) -> None:
    deal = data.draw(deals(game.name))
    for state in moments(deal):
        before = freeze(game, state)
        for seat in game.actors(state):
            assert list(game.actions(state, seat)) == list(game.actions(state, seat))
        assert freeze(game, state) == before


@check
@given(data=st.data())
def an_action_of_another_moment_is_refused_with_a_reason_or_is_legal_now(game: AnyGame, data: st.DataObject) -> None:
    """A turn game lists all its legal actions; a live one may take more, positions being free."""
    deal = data.draw(deals(game.name))
    states = list(moments(deal))
    pool = {action for state in states for seat in game.actors(state) for action in game.actions(state, seat)}
    for state in states:
        for seat in game.actors(state):
            for action in sorted(pool - set(game.actions(state, seat)), key=str):
                if is_refused(game, state, seat, action):
                    continue
                assert game.live, f"{action} is legal but not listed"
                game.apply(state.copy(), seat, action)


def is_refused(game: AnyGame, state: Any, seat: int, action: Any) -> bool:
    """Tell whether the rules refuse an action; a refusal must give a reason."""
    try:
        game.check(state, seat, action)
    except IllegalAction as refusal:
        return bool(str(refusal)) or pytest.fail(f"{action} is refused without a reason")
    return False


@check
@given(data=st.data())
def a_refused_action_leaves_the_match_as_it_was(game: AnyGame, data: st.DataObject) -> None:
    deal = data.draw(deals(game.name))
    match = Match.new(deal.header())
    steps = list(play(deal, longest=20))
    actions = {step.action for step in steps if step.action is not None}
    for step in steps[1:]:
        before, entries = freeze(match.game, match.state), len(match.record.entries)
        for seat in set(range(deal.seats)) - match.actors:
            for action in actions:
                with pytest.raises(IllegalAction):
                    match.act(seat, action, match.ms)
        assert freeze(match.game, match.state) == before
        assert len(match.record.entries) == entries
        if step.action is None:
            match.tick(step.ms)
        else:
            match.act(step.seat, step.action, step.ms)


# -- text


@check
@given(data=st.data())
def texts_of_actions_are_unique_and_parse_back(game: AnyGame, data: st.DataObject) -> None:
    deal = data.draw(deals(game.name))
    for state in moments(deal):
        for seat in game.actors(state):
            actions = game.actions(state, seat)
            texts = list(map(str, actions))
            assert len(set(texts)) == len(texts), f"two actions of seat {seat} have the same text"
            assert all("\n" not in text for text in texts)
            assert [game.parse(text) for text in texts] == list(actions), "`parse(str(action))` is another action"


@check
@given(text=st.text(max_size=30))
def text_that_is_no_action_is_refused_by_name(game: AnyGame, text: str) -> None:
    with pytest.raises(ValueError, match=r"\S"):
        game.parse(text + "?")


@check
@given(data=st.data())
def every_event_is_told_in_a_sentence_or_not_at_all(game: AnyGame, data: st.DataObject) -> None:
    deal = data.draw(deals(game.name))
    for step in play(deal):
        for event in step.events:
            for seat in seats_and_onlooker(deal):
                told = game.describe(game.redact(event, seat), PLAYERS)
                assert told == "" or (told[-1] in ".!" and told == told.strip()), f"{told!r} is no whole sentence"


@check
@given(data=st.data())
def the_state_dumps_to_plain_json(game: AnyGame, data: st.DataObject) -> None:
    deal = data.draw(deals(game.name))
    for state in moments(deal):
        dump = game.dump(state)
        assert is_json(dump), "`dump` holds something that is not plain JSON"
        assert game.dump(state.copy()) == dump


# -- knowledge


@check
@given(data=st.data())
def permuting_what_a_seat_cannot_see_leaves_its_view_equal(game: AnyGame, data: st.DataObject) -> None:
    deal = data.draw(deals(game.name))
    rng = random.Random(deal.luck)
    for state in moments(deal):
        for seat in seats_and_onlooker(deal):
            view = game.view(state, seat)
            world = game.determinize(view, rng)
            game.check_invariants(world)
            assert game.view(world, seat) == view, (
                f"the view of {who(seat)} changes with what it cannot see, or `determinize` loses something of it"
            )


@check
@given(data=st.data())
def what_a_seat_may_do_depends_only_on_what_it_sees(game: AnyGame, data: st.DataObject) -> None:
    deal = data.draw(deals(game.name))
    rng = random.Random(deal.luck)
    for state in moments(deal):
        for seat in game.actors(state):
            world = game.determinize(game.view(state, seat), rng)
            assert game.actors(world) == game.actors(state)
            assert list(game.actions(world, seat)) == list(game.actions(state, seat)), (
                f"what seat {seat} may do depends on what it cannot see"
            )


@check
@given(data=st.data())
def a_world_that_could_lie_behind_a_view_plays_on_to_an_end(game: AnyGame, data: st.DataObject) -> None:
    deal = data.draw(deals(game.name))
    luck = random.Random(deal.luck)
    for state in moments(deal, most=3):
        world = game.determinize(game.view(state, min(game.actors(state), default=None)), luck)
        for _ in range(40):
            for seat in islice(sorted(game.actors(world)), 1):
                actions = game.actions(world, seat)
                if actions:
                    game.apply(world, seat, luck.choice(actions))
        assert json.dumps(game.dump(world))


@check
@given(data=st.data())
def an_onlooker_is_told_no_more_of_an_event_than_any_seat(game: AnyGame, data: st.DataObject) -> None:
    deal = data.draw(deals(game.name))
    for step in play(deal):
        for event in step.events:
            public = game.redact(event, None)
            for seat in range(deal.seats):
                seen = game.redact(event, seat)
                assert game.redact(seen, seat) == seen, f"redacted twice for seat {seat}, {event} is another event"
                assert game.redact(seen, None) == public, f"an onlooker learns of {event} what seat {seat} does not"
            assert game.revealed_to(event) <= EVERYONE


@check
@given(data=st.data())
def what_luck_has_brought_cannot_be_taken_back(game: AnyGame, data: st.DataObject) -> None:
    """An action that tells its seat one thing in one world and another in the next has shown what was hidden."""
    deal = data.draw(deals(game.name))
    before, luck = deal.start(), random.Random(deal.luck)
    for step in islice(play(deal), 1, 20):
        if step.seat is not None and step.action is not None:
            seat, view = step.seat, game.view(before, step.seat)
            entry = Entry(step.ms, seat, str(step.action))
            told = [watch_entry(game, game.determinize(view, luck), entry, seat) for _ in range(2)]
            assert told[0] == told[1] or any(seat in game.revealed_to(event) for event in step.events), (
                f"{step.action} may tell seat {seat} {told[0]} or {told[1]}: `revealed_to` must name the seat"
            )
        before = step.state.copy()


@check
@given(data=st.data())
def what_a_trial_tells_comes_true_in_every_world(game: AnyGame, data: st.DataObject) -> None:
    """A game may have no trials. What a seat does not see is -1, or hidden from it as from an onlooker."""
    deal = data.draw(deals(game.name))
    try:
        game.partial(game.view(deal.start(), 0))
    except NotImplementedError:
        return
    luck = random.Random(deal.luck)
    for step in play(deal):
        for seat in islice(game.actors(step.state), 1):
            view, actions = game.view(step.state, seat), game.actions(step.state, seat)
            assert game.view(game.partial(view), seat) == view, "`partial` loses something of the view"
            if actions:
                check_trial(game, view, luck.choice(actions), luck)


def check_trial(game: AnyGame, view: Any, action: Any, luck: random.Random) -> Trial[Any, Any, Any]:
    """Compare a trial with what the action does in a world that could lie behind the view, and return it."""
    trial, events, world = try_out(game, view, action), list[Any](), game.determinize(view, luck)
    game.apply(world, view.seat, action, events)
    told = [game.redact(event, view.seat) for event in events]
    assert trial.is_open or len(trial.events) == len(told), f"{action}: {trial.events} are not all of {told}"
    for tried, real in zip(trial.events, told):
        assert is_partly(tried, real) or tried == game.redact(real, None), f"{action}: {tried}, not {real}"
    assert trial.is_open or trial.after.outcome == game.outcome(world)
    return trial


def is_partly(tried: Any, real: Any) -> bool:
    """Tell whether a value of a trial is the real one, but for the cards that it leaves open."""
    if tried == real or tried == -1:
        return True
    if isinstance(tried, tuple) and isinstance(real, tuple):
        return len(tried) == len(real) and all(map(is_partly, tried, real))
    if not is_dataclass(tried) or type(tried) is not type(real):
        return False
    return all(is_partly(getattr(tried, field.name), getattr(real, field.name)) for field in fields(tried))


@check
@given(data=st.data())
def a_watched_log_goes_from_view_to_view_and_ends_where_the_action_does(game: AnyGame, data: st.DataObject) -> None:
    deal = data.draw(deals(game.name))
    seat, before = data.draw(st.sampled_from(seats_and_onlooker(deal))), deal.start()
    for step in islice(play(deal), 1, 80):
        seen = watch_entry(game, before, step.entry, seat)
        assert [event for event, _ in seen] == [game.redact(event, seat) for event in step.events], (
            f"{who(seat)} sees other events of {step.action} than `redact` makes of them"
        )
        if seen and not game.live:
            assert seen[-1].view == game.view(step.state, seat), (
                f"the view of {who(seat)} with the last event of {step.action} is not the view after it: "
                "append each event as soon as the state shows what it tells, and change nothing after the last"
            )
        before = step.state.copy()


@check
@given(data=st.data())
def views_events_and_actions_are_values(game: AnyGame, data: st.DataObject) -> None:
    deal = data.draw(deals(game.name))
    for step in islice(play(deal), 30):
        views = [game.view(step.state, seat) for seat in seats_and_onlooker(deal)]
        for value in [*views, *step.events, *([] if step.action is None else [step.action])]:
            what = f"{value!r} is no frozen dataclass: views, events and actions are values that nobody changes"
            assert is_dataclass(value), what
            assert hash(value) is not None, what
            for field in fields(value):
                with pytest.raises(FrozenInstanceError):
                    setattr(value, field.name, None)


# -- the end


@check
@given(data=st.data())
def every_random_game_keeps_its_invariants_and_ends(game: AnyGame, data: st.DataObject) -> None:
    deal = data.draw(deals(game.name))
    for last in play(deal):
        game.check_invariants(last.state)
    outcome = game.outcome(last.state)
    assert outcome is not None, f"a game of {deal.seats} seats does not end"
    assert game.actors(last.state) == frozenset(), "somebody may still act after the end"
    assert len(outcome.scores) >= deal.seats
    assert list(outcome.winners) == sorted(set(outcome.winners))
    assert outcome.reason
    assert game.describe_outcome(outcome, PLAYERS).endswith(".")
    assert is_json(game.summary(last.state))


@check
@given(data=st.data())
def the_best_tower_of_a_finished_game_can_be_kept_and_told(game: AnyGame, data: st.DataObject) -> None:
    deal = data.draw(deals(game.name))
    *_, last = play(deal)
    tower = game.best_tower(last.state)
    if tower:
        assert msgspec.json.decode(msgspec.json.encode(tower), type=BuiltTower) == tower
        assert tower.seat is None or tower.seat < deal.seats
        assert game.describe_tower(tower).isprintable()


@check
@given(data=st.data())
def somebody_can_act_until_the_game_is_over(game: AnyGame, data: st.DataObject) -> None:
    deal = data.draw(deals(game.name))
    for state in moments(deal):
        actors = game.actors(state)
        assert bool(actors) == (game.outcome(state) is None), "nobody can act, and there is no outcome; or both"
        assert actors <= set(range(deal.seats))
        assert game.live or all(game.actions(state, seat) for seat in actors), "a seat is to act and has no action"


# -- time


@check
@given(data=st.data())
def two_ticks_do_what_the_later_one_alone_would_have_done(game: AnyGame, data: st.DataObject) -> None:
    deal = data.draw(deals(game.name))
    for step in islice(play(deal), 0, 60, 7):
        once, twice = step.state.copy(), step.state.copy()
        end = step.ms + data.draw(st.integers(0, 400_000), label="end")
        middle = data.draw(st.integers(step.ms, end), label="middle")
        events_once: list[Any] = []
        events_twice: list[Any] = []
        game.tick(once, end, events_once)
        game.tick(twice, middle, events_twice)
        game.tick(twice, end, events_twice)
        assert freeze(game, once) == freeze(game, twice)
        assert events_once == events_twice
        assert game.live or freeze(game, once) == freeze(game, step.state)


# -- records


@check
@given(data=st.data())
def a_record_goes_through_bytes_and_gives_the_same_game(game: AnyGame, data: st.DataObject) -> None:
    deal = data.draw(deals(game.name))
    record, events, last = whole_game(deal)
    read = parse_record(record.to_bytes())
    assert read == record
    assert freeze(game, fold(read)) == freeze(game, last)
    assert [step.events for step in replay(read)] == events


@check
@given(data=st.data())
def a_match_plays_the_game_that_its_record_tells(game: AnyGame, data: st.DataObject) -> None:
    deal = data.draw(deals(game.name))
    match = Match.new(deal.header())
    told = [match.act(step.seat, step.action, step.ms) for step in play(deal) if step.action is not None]
    assert [step.events for step in replay(match.record)] == told
    assert freeze(match.game, fold(match.record)) == freeze(match.game, match.state)
    assert match.steps == [Played(*step[:3]) for step in replay(match.record)]


@check
@given(data=st.data())
def a_record_cut_anywhere_is_a_game_that_goes_on_the_same(game: AnyGame, data: st.DataObject) -> None:
    deal = data.draw(deals(game.name))
    record, events, _ = whole_game(deal)
    cut = data.draw(st.integers(0, len(events)))
    state = fold(record, cut)
    assert continue_with(deal, state, record, cut) == events[cut:]


@check
@given(data=st.data())
def games_played_in_turns_do_not_disturb_each_other(game: AnyGame, data: st.DataObject) -> None:
    first, second = data.draw(deals(game.name)), data.draw(deals())
    alone = [[step.events for step in play(deal)] for deal in (first, second)]
    mixed: list[list[list[Any]]] = [[], []]
    for steps in zip_longest(play(first), play(second)):
        for told, step in zip(mixed, steps):
            if step is not None:
                told.append(step.events)
    assert mixed == alone


@check
@given(data=st.data())
def a_game_that_is_told_and_one_that_is_not_come_to_the_same(game: AnyGame, data: st.DataObject) -> None:
    deal = data.draw(deals(game.name))
    silent, steps = deal.start(), list(play(deal))
    for step in steps:
        game.tick(silent, step.ms)
        if step.action is not None:
            game.apply(silent, step.seat, step.action)
    assert freeze(game, silent) == freeze(game, steps[-1].state), "`apply` does something else without a log"


@check
@given(data=st.data())
def a_copy_goes_its_own_way_with_the_same_luck(game: AnyGame, data: st.DataObject) -> None:
    deal = data.draw(deals(game.name))
    record, events, _ = whole_game(deal)
    cut = data.draw(st.integers(0, len(events)))
    state = fold(record, cut)
    twin = state.copy()
    before = freeze(game, twin)
    told: list[list[list[Any]]] = []
    for each in (state, twin):
        told.append(continue_with(deal, each, record, cut))
        assert each is twin or freeze(game, twin) == before
    assert told == [events[cut:]] * 2


def continue_with(deal: Deal, state: Any, record: Record, cut: int) -> list[list[Any]]:
    """Do a record's entries from `cut` on; return the events of each."""
    told = []
    for entry in record.entries[cut:]:
        log: list[Any] = []
        deal.game.tick(state, entry.ms, log)
        if entry.text != "tick":
            deal.game.apply(state, entry.seat, deal.game.parse(entry.text), log)
        told.append(log)
    return told
