"""The conformance suite: the same checks for every game, through the interface that all games share.

To run it on a game, put one line into any test module: `test_conformance = suite("my_game")`.
"""

import json
import pickle
import pickletools
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import FrozenInstanceError, fields, is_dataclass
from functools import cache, partial
from itertools import islice, zip_longest
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import examples
from tests.game.by_luck.random_games import Deal, deals, moments, play, whole_game
from topping_out.game import roster
from topping_out.game.assets import ROOT
from topping_out.game.bots import weights
from topping_out.game.bots.weights import bot_named
from topping_out.game.bots.worker import BotQuestion, think
from topping_out.game.engine import EVERYONE, AnyGame, BuiltTower, IllegalAction, Trial, hint, try_out
from topping_out.game.language import with_names
from topping_out.game.match import Match, Played, replay, watch_entry
from topping_out.game.options import resolve
from topping_out.game.record import Entry, Record, fold, parse_record
from topping_out.game.registry import load
from topping_out.game.text import sentence

CHECKS: list[Callable[..., None]] = []
"""Each takes a game."""
CHECKS_OF_EACH: list[Callable[..., None]] = []
"""Each takes a game and one of its bots by name."""
SCALARS = (bool, int, str)
PLAYERS = ("Ana", "Bo", "Cy", "Di", "Ed", "the ghost")


def check(function: Callable[..., None]) -> Callable[..., None]:
    CHECKS.append(function)
    return function


def check_deals(function: Callable[[AnyGame, Deal], None]) -> Callable[[AnyGame, Deal], None]:
    """Add a check of random deals, from a function that takes a game and one of its deals."""

    def check_some(game: AnyGame, data: st.DataObject) -> None:
        function(game, data.draw(deals(game.name)))

    check_some.__name__ = function.__name__
    check(given(data=st.data())(check_some))
    return function


def check_each(function: Callable[..., None]) -> Callable[..., None]:
    CHECKS_OF_EACH.append(function)
    return function


def who(seat: int | None) -> str:
    return "an onlooker" if seat is None else f"seat {seat}"


def seats_and_onlooker(deal: Deal) -> list[int | None]:
    return [*range(deal.seats), None]


def freeze(game: AnyGame, state: Any) -> str:
    """Return the whole state as text, so that states of any game can be compared."""
    return json.dumps(game.dump(state), sort_keys=True)


def is_json(value: Any) -> bool:
    """Tell whether a value can be written as JSON without changing its keys."""
    if isinstance(value, dict):
        return all(isinstance(key, str) for key in value) and all(map(is_json, value.values()))
    return all(map(is_json, value)) if isinstance(value, (list, tuple)) else value is None or isinstance(value, SCALARS)


# -- set-up


@check
def every_option_has_a_valid_default_and_a_description(game: AnyGame) -> None:
    for seats in game.seats:
        options = game.options(seats)
        assert len({option.key for option in options}) == len(options)
        for option in options:
            assert option.read(option.default) == option.default
            assert option.title
            assert option.help.endswith(".")
            assert all(option.label(value) for value, _ in option.choices)
        for preset in game.presets:
            assert resolve(options, dict(preset.options)).items() >= dict(preset.options).items()
        for default in game.presets[:1]:
            assert dict(default.options).items() <= resolve(options, {}).items()


@check_deals
def notes_refer_to_existing_options(game: AnyGame, deal: Deal) -> None:
    notes = game.notes(deal.seats, deal.options)
    assert set(notes) <= {option.key for option in game.options(deal.seats)}
    assert all(note.endswith(".") for note in notes.values())


@check_deals
def the_same_seed_deals_the_same_game(game: AnyGame, deal: Deal) -> None:
    assert freeze(game, deal.start()) == freeze(game, deal.start())


@check
def different_seeds_deal_different_games(game: AnyGame) -> None:
    options = resolve(game.options(game.seats[0]), {})
    starts = {freeze(game, game.setup(game.seats[0], options, seed)) for seed in range(20)}
    assert len(starts) in (1, 20), "some seeds deal the same game, but not all"


# -- legal and illegal


@check_deals
def legal_actions_pass_the_check_and_do_not_change_other_copies(game: AnyGame, deal: Deal) -> None:
    for state in moments(deal, most=5):
        before = freeze(game, state)
        for seat in game.actors(state):
            for action in game.actions(state, seat):
                game.check(state, seat, action)
                game.apply(state.copy(), seat, action)
        assert freeze(game, state) == before, "an action on a copy changed the original: `copy` shares mutable data"


@check_deals
def listing_actions_changes_nothing_and_is_repeatable(game: AnyGame, deal: Deal) -> None:
    for state in moments(deal):
        before = freeze(game, state)
        for seat in game.actors(state):
            assert list(game.actions(state, seat)) == list(game.actions(state, seat))
        assert freeze(game, state) == before


@check_deals
def an_action_that_is_not_legal_now_is_refused_with_a_reason(game: AnyGame, deal: Deal) -> None:
    """A turn game lists all legal actions. A live game may accept more, because positions are free."""
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
    """Tell whether the rules refuse an action. Fail if they give no reason."""
    try:
        game.check(state, seat, action)
    except IllegalAction as refusal:
        return bool(str(refusal)) or pytest.fail(f"{action} is refused without a reason")
    return False


@check_deals
def a_refused_action_leaves_the_match_as_it_was(game: AnyGame, deal: Deal) -> None:
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


@check_deals
def texts_of_actions_are_unique_and_parse_back(game: AnyGame, deal: Deal) -> None:
    for state in moments(deal):
        for seat in game.actors(state):
            actions = game.actions(state, seat)
            texts = list(map(str, actions))
            assert len(set(texts)) == len(texts), f"two actions of seat {seat} have the same text"
            assert all("\n" not in text for text in texts)
            assert [game.parse(text) for text in texts] == list(actions), "`parse(str(action))` is another action"


@check
@given(text=st.text(max_size=30))
def text_that_is_not_an_action_is_refused(game: AnyGame, text: str) -> None:
    with pytest.raises(ValueError, match=r"\S"):
        game.parse(text + "?")


@check_deals
def every_event_is_described_by_a_whole_sentence_or_not_at_all(game: AnyGame, deal: Deal) -> None:
    for step in play(deal):
        for event in step.events:
            for seat in seats_and_onlooker(deal):
                text = game.describe(game.redact(event, seat), PLAYERS)
                assert text == "" or (text[-1] in ".!" and text == text.strip()), f"{text!r} is not a whole sentence"


@check_deals
def the_state_dumps_to_plain_json(game: AnyGame, deal: Deal) -> None:
    for state in moments(deal):
        dump = game.dump(state)
        assert is_json(dump), "`dump` holds something that is not plain JSON"
        assert game.dump(state.copy()) == dump


# -- hidden information


@check_deals
def a_view_does_not_depend_on_hidden_information(game: AnyGame, deal: Deal) -> None:
    rng = random.Random(deal.luck)
    for state in moments(deal):
        for seat in seats_and_onlooker(deal):
            view = game.view(state, seat)
            world = game.determinize(view, rng)
            game.check_invariants(world)
            assert game.view(world, seat) == view, (
                f"the view of {who(seat)} depends on what it cannot see, or `determinize` loses part of the view"
            )


@check_deals
def legal_actions_depend_only_on_the_view(game: AnyGame, deal: Deal) -> None:
    rng = random.Random(deal.luck)
    for state in moments(deal):
        for seat in game.actors(state):
            world = game.determinize(game.view(state, seat), rng)
            assert game.actors(world) == game.actors(state)
            assert list(game.actions(world, seat)) == list(game.actions(state, seat)), (
                f"what seat {seat} may do depends on what it cannot see"
            )


@check_deals
def a_determinized_state_can_be_played_on(game: AnyGame, deal: Deal) -> None:
    luck = random.Random(deal.luck)
    for state in moments(deal, most=3):
        world = game.determinize(game.view(state, min(game.actors(state), default=None)), luck)
        for _ in range(40):
            for seat in islice(sorted(game.actors(world)), 1):
                actions = game.actions(world, seat)
                if actions:
                    game.apply(world, seat, luck.choice(actions))
        assert json.dumps(game.dump(world))


@check_deals
def an_onlooker_sees_no_more_of_an_event_than_any_seat(game: AnyGame, deal: Deal) -> None:
    for step in play(deal):
        for event in step.events:
            public = game.redact(event, None)
            for seat in range(deal.seats):
                seen = game.redact(event, seat)
                assert game.redact(seen, seat) == seen, f"redacting {event} twice for seat {seat} changes it again"
                assert game.redact(seen, None) == public, f"an onlooker learns more from {event} than seat {seat}"
            assert game.revealed_to(event) <= EVERYONE


@check_deals
def an_action_that_reveals_hidden_information_cannot_be_undone(game: AnyGame, deal: Deal) -> None:
    """If an action shows its seat different events in different worlds, it has revealed hidden information."""
    before, luck = deal.start(), random.Random(deal.luck)
    for step in islice(play(deal), 1, 20):
        if step.seat is not None and step.action is not None:
            seat, view = step.seat, game.view(before, step.seat)
            entry = Entry(step.ms, seat, str(step.action))
            seen = [watch_entry(game, game.determinize(view, luck), entry, seat) for _ in range(2)]
            assert seen[0] == seen[1] or any(seat in game.revealed_to(event) for event in step.events), (
                f"{step.action} may show seat {seat} {seen[0]} or {seen[1]}: `revealed_to` must include the seat"
            )
        before = step.state.copy()


@check_deals
def a_trial_agrees_with_the_real_action(game: AnyGame, deal: Deal) -> None:
    """Trials are optional for a game. A value unknown to the seat is -1, or redacted as for an onlooker."""
    try:
        game.partial(game.view(deal.start(), 0))
    except NotImplementedError:
        return
    luck = random.Random(deal.luck)
    for step in play(deal):
        for seat in islice(game.actors(step.state), 1):
            view, actions = game.view(step.state, seat), game.actions(step.state, seat)
            assert game.view(game.partial(view), seat) == view, "`partial` loses part of the view"
            if actions:
                check_trial(game, view, luck.choice(actions), luck)


def check_trial(game: AnyGame, view: Any, action: Any, luck: random.Random) -> Trial[Any, Any, Any]:
    """Compare a trial with what the action does in a world consistent with the view. Return the trial."""
    trial, events, world = try_out(game, view, action), list[Any](), game.determinize(view, luck)
    game.apply(world, view.seat, action, events)
    real_events = [game.redact(event, view.seat) for event in events]
    assert trial.is_open or len(trial.events) == len(real_events), f"{action}: {trial.events}, but really {real_events}"
    for tried, real in zip(trial.events, real_events):
        assert is_partly(tried, real) or tried == game.redact(real, None), f"{action}: {tried}, not {real}"
    assert trial.is_open or trial.after.outcome == game.outcome(world)
    return trial


def is_partly(tried: Any, real: Any) -> bool:
    """Tell whether a value of a trial equals the real one, except for the cards that the trial leaves open."""
    if tried == real or tried == -1:
        return True
    if isinstance(tried, tuple) and isinstance(real, tuple):
        return len(tried) == len(real) and all(map(is_partly, tried, real))
    if not is_dataclass(tried) or type(tried) is not type(real):
        return False
    return all(is_partly(getattr(tried, field.name), getattr(real, field.name)) for field in fields(tried))


@check
@given(data=st.data())
def watched_events_are_redacted_and_end_at_the_final_view(game: AnyGame, data: st.DataObject) -> None:
    deal = data.draw(deals(game.name))
    seat, before = data.draw(st.sampled_from(seats_and_onlooker(deal))), deal.start()
    for step in islice(play(deal), 1, 80):
        seen = watch_entry(game, before, step.entry, seat)
        assert [event for event, _ in seen] == [game.redact(event, seat) for event in step.events], (
            f"{who(seat)} sees events of {step.action} that differ from those of `redact`"
        )
        if seen and not game.live:
            assert seen[-1].view == game.view(step.state, seat), (
                f"the view of {who(seat)} at the last event of {step.action} is not the view after the action: "
                "append each event as soon as the state shows its effect, and change nothing after the last"
            )
        before = step.state.copy()


@check_deals
def views_events_and_actions_are_immutable(game: AnyGame, deal: Deal) -> None:
    for step in islice(play(deal), 30):
        views = [game.view(step.state, seat) for seat in seats_and_onlooker(deal)]
        for value in [*views, *step.events, *([] if step.action is None else [step.action])]:
            what = f"{value!r} is not a frozen dataclass: views, events and actions must be immutable"
            assert is_dataclass(value), what
            assert hash(value) is not None, what
            for field in fields(value):
                with pytest.raises(FrozenInstanceError):
                    setattr(value, field.name, None)


# -- the end


@check_deals
def every_random_game_keeps_its_invariants_and_ends(game: AnyGame, deal: Deal) -> None:
    for last in play(deal):
        game.check_invariants(last.state)
    outcome = game.outcome(last.state)
    assert outcome is not None, f"a game of {deal.seats} seats does not end"
    assert game.actors(last.state) == frozenset(), "a seat may still act after the end"
    assert len(outcome.scores) >= deal.seats
    assert list(outcome.winners) == sorted(set(outcome.winners))
    assert outcome.reason
    assert game.describe_outcome(outcome, PLAYERS).endswith(".")
    assert is_json(game.summary(last.state))


@check_deals
def the_best_tower_of_a_finished_game_can_be_saved_and_described(game: AnyGame, deal: Deal) -> None:
    *_, last = play(deal)
    tower = game.best_tower(last.state)
    if tower:
        assert msgspec.json.decode(msgspec.json.encode(tower), type=BuiltTower) == tower
        assert tower.seat is None or tower.seat < deal.seats
        assert game.describe_tower(tower).isprintable()


@check_deals
def some_seat_can_act_until_the_game_is_over(game: AnyGame, deal: Deal) -> None:
    for state in moments(deal):
        actors = game.actors(state)
        assert bool(actors) == (game.outcome(state) is None), "seats can act exactly while there is no outcome"
        assert actors <= set(range(deal.seats))
        assert game.live or all(game.actions(state, seat) for seat in actors), "a seat must act but has no action"


# -- time


@check
@given(data=st.data())
def two_ticks_have_the_same_effect_as_the_later_one_alone(game: AnyGame, data: st.DataObject) -> None:
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


@check_deals
def a_record_round_trips_through_bytes(game: AnyGame, deal: Deal) -> None:
    record, events, last = whole_game(deal)
    read = parse_record(record.to_bytes())
    assert read == record
    assert freeze(game, fold(read)) == freeze(game, last)
    assert [step.events for step in replay(read)] == events


@check_deals
def a_match_and_its_record_agree(game: AnyGame, deal: Deal) -> None:
    match = Match.new(deal.header())
    events = [match.act(step.seat, step.action, step.ms) for step in play(deal) if step.action is not None]
    assert [step.events for step in replay(match.record)] == events
    assert freeze(match.game, fold(match.record)) == freeze(match.game, match.state)
    assert match.steps == [Played(*step[:3]) for step in replay(match.record)]


@check
@given(data=st.data())
def a_game_resumed_from_a_truncated_record_continues_the_same(game: AnyGame, data: st.DataObject) -> None:
    deal = data.draw(deals(game.name))
    record, events, _ = whole_game(deal)
    cut = data.draw(st.integers(0, len(events)))
    state = fold(record, cut)
    assert continue_with(deal, state, record, cut) == events[cut:]


@check
@given(data=st.data())
def interleaved_games_do_not_affect_each_other(game: AnyGame, data: st.DataObject) -> None:
    first, second = data.draw(deals(game.name)), data.draw(deals())
    alone = [[step.events for step in play(deal)] for deal in (first, second)]
    mixed: list[list[list[Any]]] = [[], []]
    for steps in zip_longest(play(first), play(second)):
        for events, step in zip(mixed, steps):
            if step is not None:
                events.append(step.events)
    assert mixed == alone


@check_deals
def applying_without_a_log_has_the_same_effect(game: AnyGame, deal: Deal) -> None:
    silent, steps = deal.start(), list(play(deal))
    for step in steps:
        game.tick(silent, step.ms)
        if step.action is not None:
            game.apply(silent, step.seat, step.action)
    assert freeze(game, silent) == freeze(game, steps[-1].state), "`apply` behaves differently without a log"


@check
@given(data=st.data())
def a_copy_is_independent_and_continues_the_same(game: AnyGame, data: st.DataObject) -> None:
    deal = data.draw(deals(game.name))
    record, events, _ = whole_game(deal)
    cut = data.draw(st.integers(0, len(events)))
    state = fold(record, cut)
    twin = state.copy()
    before = freeze(game, twin)
    continued: list[list[list[Any]]] = []
    for each in (state, twin):
        continued.append(continue_with(deal, each, record, cut))
        assert each is twin or freeze(game, twin) == before
    assert continued == [events[cut:]] * 2


def continue_with(deal: Deal, state: Any, record: Record, cut: int) -> list[list[Any]]:
    """Apply a record's entries from `cut` on. Return the events of each."""
    continued = []
    for entry in record.entries[cut:]:
        log: list[Any] = []
        deal.game.tick(state, entry.ms, log)
        if entry.text != "tick":
            deal.game.apply(state, entry.seat, deal.game.parse(entry.text), log)
        continued.append(log)
    return continued


# -- bots


def bot_names(name: str) -> list[str]:
    """Return the names of all bots of a game: levels, characters, random play, old bots."""
    return [*roster.names(), *weights.gauntlet(name)]


def first_choice(game: AnyGame, state: Any) -> tuple[Any, Any] | None:
    """Return the view and the actions of the first seat that may act, or None if it has no action."""
    for seat in islice(sorted(game.actors(state)), 1):
        if actions := game.actions(state, seat):
            return game.view(state, seat), actions
    return None


# -- choices and advice


@check
@examples(3)
@given(data=st.data())
def a_bot_chooses_a_legal_action_and_repeats_its_choice(game: AnyGame, data: st.DataObject) -> None:
    """The strongest bots are too slow for this check."""
    level = data.draw(st.sampled_from(game.levels[:-1]))
    for state in moments(data.draw(deals(game.name)), most=2):
        if found := first_choice(game, state):
            view, actions = found
            chosen = [bot_named(game, level).choose(view, actions, random.Random(7)) for _ in range(2)]
            assert chosen[0] == chosen[1]
            assert chosen[0] in actions or (game.live and chosen[0] is None)


@check
@examples(3)
@given(data=st.data())
def advice_is_a_legal_action_with_a_reason_in_words(game: AnyGame, data: st.DataObject) -> None:
    for state in moments(data.draw(deals(game.name)), most=4):
        if found := first_choice(game, state):
            view, actions = found
            advice = bot_named(game, "medium").advise(view, actions, random.Random(7))
            if advice is not None:
                assert advice.action in actions
                names = ["Ana", "Bo", "Cy", "Di", "Eve"]
                text, reason = hint(game, view, advice, names), with_names(advice.reason, names)
                assert "{" not in text
                assert text[0].isupper() or text[0].isdigit()
                assert text.endswith(".")
                assert reason in text or sentence(reason) == text


# -- bots know no more than their seat sees


@cache
def middle(name: str, seats: int) -> tuple[Any, int]:
    """Return a state from the middle of a random game, and a seat that has several actions in it."""
    game = load(name)
    deal = Deal(name, seats, resolve(game.options(seats), {}), seed=5, luck=3)
    found = []
    for step in play(deal, longest=80):
        choices = {seat: len(game.actions(step.state, seat)) for seat in sorted(game.actors(step.state))}
        found += [(step.state.copy(), seat) for seat, number in choices.items() if number > 1]
    return found[len(found) // 2]


def choice(game: AnyGame, bot: str, state: Any, seat: int) -> Any:
    """Return the bot's action, computed as for the window and the arena."""
    return think(BotQuestion(1, game.name, bot, game.view(state, seat), game.actions(state, seat), 7)).action


@check_each
def a_bot_does_not_depend_on_hidden_information(game: AnyGame, bot: str) -> None:
    for seats in {game.seats[0], game.seats[-1]}:
        state, seat = middle(game.name, seats)
        view = game.view(state, seat)
        alternative = game.determinize(view, random.Random(1))
        assert game.view(alternative, seat) == view
        assert game.actions(alternative, seat) == game.actions(state, seat)
        chosen = choice(game, bot, state, seat)
        assert chosen in game.actions(state, seat) or (game.live and chosen is None)
        assert choice(game, bot, alternative, seat) == chosen


@check
def determinize_varies_hidden_information_if_there_is_any(game: AnyGame) -> None:
    state, seat = middle(game.name, game.seats[-1])
    view = game.view(state, seat)
    worlds = [state, *(game.determinize(view, random.Random(n)) for n in range(4))]
    assert all(game.view(world, seat) == view for world in worlds)
    assert len({str(game.dump(world)) for world in worlds}) in (1, len(worlds))


@check
def the_bots_process_never_receives_a_state(game: AnyGame) -> None:
    assert {field.name for field in fields(BotQuestion)} == {
        "ticket", "game", "level", "view", "actions", "moment", "kind", "is_first", "language", "player",
    }  # fmt: skip
    state, seat = middle(game.name, game.seats[0])
    sent = pickle.dumps(BotQuestion(1, game.name, "hard", game.view(state, seat), game.actions(state, seat), 3))
    classes = {str(word) for code, word, _ in pickletools.genops(sent) if "UNICODE" in code.name}
    assert type(game.view(state, seat)).__name__ in classes
    assert type(state).__name__ not in classes


@check
def a_bot_remembers_nothing_between_choices(game: AnyGame) -> None:
    places = [middle(game.name, game.seats[0]), middle(game.name, game.seats[-1])]
    for bot in (*game.levels[:-1], *weights.gauntlet(game.name)[:3]):
        first = [choice(game, bot, state, seat) for state, seat in places]
        again = [choice(game, bot, state, seat) for state, seat in reversed(places)]
        assert again[::-1] == first, bot


@check
def bots_do_not_import_pygame(game: AnyGame) -> None:
    load = "from topping_out.game.bots.weights import bot_named; from topping_out.game.registry import load"
    code = f"import sys; {load}; bot_named(load({game.name!r}), {game.levels[0]!r}); sys.exit('pygame' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0


# -- the suite


def suite(*games: str) -> Callable[..., None]:
    """Return a test that runs every check on each of these games, which must be installed."""
    cases = [pytest.param(load(name), check, id=f"{name}-{what}") for name in games for what, check in checks(name)]

    @pytest.mark.parametrize(("game", "check"), cases)
    def test(game: AnyGame, check: Callable[[AnyGame], None]) -> None:
        check(game)

    return test


def checks(name: str) -> Iterator[tuple[str, Callable[[AnyGame], None]]]:
    """Yield all checks on a game, each with the name of its case."""
    for check in CHECKS:
        yield check.__name__, check
    for check in CHECKS_OF_EACH:
        for bot in bot_names(name):
            yield f"{check.__name__}-{bot}", partial(check, bot=bot)
