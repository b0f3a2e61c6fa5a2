"""Matches (who may act, what is recorded, what can be undone) and records (contents, truncated files, errors)."""

import pickle
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec
import pytest

from tests.game.matches import Teller, new_match, play_on, row, stories
from topping_out.game import record as records
from topping_out.game.engine import IllegalAction
from topping_out.game.match import Match, replay, time_up_words
from topping_out.game.options import OptionError
from topping_out.game.record import (
    LONGEST_NOTE,
    MOST_HINTED,
    TICK,
    UNDO,
    Clock,
    Entry,
    Header,
    Occasion,
    Player,
    Record,
    RecordError,
    beginning_of,
    branch_of,
    count_turns,
    fold,
    new_header,
    new_seed,
    parse_record,
    start_state,
)
from topping_out.game.storage.library import read_record
from topping_out.game.wyoming.actions import Tossed
from topping_out.game.wyoming.rules import GAME

# -- matches


ANA, BO, BOT = Player("Ana"), Player("Bo"), Player("Robo", "bot", "easy")


def match(*players: Player, **options: object) -> Match:
    return new_match("wyoming", *players, first=0, **options)


def play(match: Match, ms: int = 0, which: int = 0) -> list[Any]:
    """Do a legal action of the seat to play, usually the first."""
    seat = match.state.turn
    return match.act(seat, match.game.actions(match.state, seat)[which], ms)


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
    game = play_on(match())
    assert game.outcome
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


class Undoing:
    """A match of these players, and its states so far."""

    def __init__(self, words: str) -> None:
        name, *names = words.split()
        self.match = new_match(name, *(BOT if name == "bot" else Player(name) for name in names), first=0)
        self.states = [self.match.game.dump(self.match.state)]

    def do(self, text: str) -> list[Any]:
        """Let these seats look, as in `look 0 1`, `undo`, or `play` the first action that begins with these words."""
        match, (verb, *words) = self.match, text.split()
        if verb == "look":
            match.look(frozenset(map(int, words)))
        elif verb == "undo":
            last = match.record.effective()[-1:]
            assert [match.undo()] == [entry.seat for entry in last]
            self.states.pop()
            assert match.game.dump(match.state) == self.states[-1]
        else:
            (seat,) = match.actors
            actions = match.game.actions(match.state, seat)
            events = match.act(seat, next(action for action in actions if str(action).startswith(" ".join(words))))
            self.states.append(match.game.dump(match.state))
            return events
        return []


UNDOING = Teller(
    Undoing,
    Undoing.do,
    {
        "undo": lambda undoing, _: "yes" if undoing.match.can_undo() else "no",
        "drew": lambda _, events: row(event.seat for event in events if type(event).__name__ == "Drew"),
    },
)
test_what_can_be_undone = stories(
    UNDOING,
    """
the actions of humans can be undone one by one
    wyoming Ana Bo > play; play; play = undo yes > undo = undo yes > undo = undo yes > undo = undo no
undo without an action is refused
    wyoming Ana Bo > undo ! …can't be taken back…
an action cannot be undone after a bot has played, nor can the bot's
    wyoming Ana bot > play = undo yes > play = undo no > play = undo yes > undo = undo no
a draw that its player has seen cannot be undone; seat 1 does not draw at first, because it begins with seven cards
    wyoming Ana Bo > look 1; play; play = drew 0; undo yes > play = drew 1; undo no
a draw behind the curtain can be undone until it opens
    wyoming Ana Bo > look 0; play; play; look; play = undo yes > look 1 = undo no
undo goes back only to the opening of the curtain
    wyoming Ana Bo > play; play; play; look 1; play = undo yes > undo = undo no
a draw of a seat that does not look can be undone
    wyoming Ana Bo > look 0; play; play; play = drew 0 1; undo yes
an action after which a bot drew can be undone
    wyoming Ana bot > look 0; play; play > play = drew 1; undo yes

a play of Towering can be undone until the draw
    towering Ana Bo > look 0 1; play build = undo yes > undo
a draw from the pile of Towering cannot be undone
    towering Ana Bo > look 0 1; play discard; play draw pile = undo no > undo ! …can't be taken back…
taking a discard of Towering can be undone
    towering Ana Bo > look 0 1; play discard b; play draw pile; play build; play draw b = undo yes > undo = undo yes
a turn of Towers can be undone step by step until cards are drawn
    towers Ana Bo > look 0; play; play; play > undo; undo; undo > play; play; play end = drew 0; undo no
""",
)


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


# -- records


PLAYERS = (Player("Ana"), Player("Bo", "bot", "hard", 1))


def header(**options: object) -> Header:
    return new_header(GAME, PLAYERS, {"first": 0, **options}, seed=7, started="2026-01-02T03:04:05")


def played(turns: int = 6) -> Record:
    """Return a game in which every seat plays its first legal action."""
    game = Match.new(header())
    for number in range(turns):
        play(game, 1000 * number)
    return game.record


def edited(**changes: Any) -> bytes:
    """Return a record that is only a header with these changes. None leaves a field out."""
    fields = msgspec.to_builtins(header()) | changes
    return msgspec.json.encode({key: value for key, value in fields.items() if value is not None}) + b"\n"


# -- contents


def test_a_record_has_a_header_line_and_one_line_for_each_action() -> None:
    lines = played(2).to_bytes().splitlines()
    assert lines[0].startswith(b'{"record":"topping-out","format":1,"game":"wyoming","rules":')
    assert lines[1:] == [b'[0,0,"construct 1S @0.0"]', b'[1000,1,"construct 1S @0.0"]']


def test_the_header_contains_every_option() -> None:
    assert set(header().options) == {option.key for option in GAME.options(2)}


def test_an_older_record_without_an_option_uses_its_default() -> None:
    older = {key: value for key, value in header().options.items() if key != "short"}
    lines = played().to_bytes().splitlines()
    record = parse_record(b"\n".join([*edited(options=older).splitlines()[:1], *lines[1:]]) + b"\n")
    assert record.header.options == older
    assert fold(record) == fold(played())
    assert parse_record(record.to_bytes()) == record


def test_the_header_contains_the_occasion_only_if_there_is_one() -> None:
    assert b"occasion" not in played().to_bytes()
    record = Record(msgspec.structs.replace(header(), occasion=Occasion(day="2026-11-22", is_counted=True)))
    assert b'"occasion":{"day":"2026-11-22","is_counted":true}' in record.to_bytes()
    assert parse_record(record.to_bytes()) == record


@pytest.mark.parametrize("occasion", [{"day": "yesterday"}, {"branch": -1}, {"year": 2026}, {"origin": "at\nnoon"}])
def test_an_invalid_occasion_is_refused(occasion: dict[str, object]) -> None:
    with pytest.raises(RecordError):
        parse_record(edited(occasion=occasion))


def test_a_branch_contains_the_beginning_of_its_origin() -> None:
    old = Record(msgspec.structs.replace(header(), started="2026-11-21T12:03:00"), played().entries)
    old.entries.append(Entry(9, old.entries[-1].seat, UNDO))
    branch = branch_of(old, 4, "2026-11-22T08:00:00")
    assert branch.header.occasion == Occasion(branch=4, origin="2026-11-21T12:03:00")
    assert branch.header.started == "2026-11-22T08:00:00"
    assert parse_record(branch.to_bytes()) == branch
    assert fold(branch) == fold(old, 4)
    branch.entries.append(old.entries[4])
    assert beginning_of(branch).entries == old.effective()[:4]
    assert beginning_of(old).entries == []


def test_names_in_any_script_are_kept() -> None:
    named = new_header(GAME, (Player("Žofie 🏗"), Player('"\\')), {}, seed=1)
    assert parse_record(Record(named).to_bytes()).header == named


def test_new_seeds_differ() -> None:
    assert len({new_seed() for _ in range(20)}) > 1


@pytest.mark.parametrize("seats", [0, 1, 5])
def test_a_wrong_number_of_seats_is_refused(seats: int) -> None:
    with pytest.raises(ValueError, match=f"Towers of Wyoming is for 2 to 4 players, not {seats}"):
        new_header(GAME, [Player("Ana")] * seats, {}, seed=1)


def test_a_header_with_an_unknown_option_is_refused() -> None:
    with pytest.raises(OptionError, match="there's no option 'tide' here"):
        new_header(GAME, PLAYERS, {"tide": True}, seed=1)


# -- undo and time


def test_an_undo_removes_the_last_effective_action() -> None:
    texts = ["a", "b", UNDO, "c", UNDO, UNDO, "d"]
    record = Record(header(), [Entry(0, 0, text) for text in texts])
    assert [entry.text for entry in record.effective()] == ["d"]


def test_an_undo_without_an_action_does_nothing() -> None:
    assert Record(header(), [Entry(0, 0, UNDO), Entry(0, 0, "a")]).effective() == [Entry(0, 0, "a")]


def test_an_undo_restores_the_state_before_the_action() -> None:
    record = played(4)
    record.entries.append(Entry(9000, record.entries[-1].seat, UNDO))
    assert fold(record) == fold(played(3))


def test_ticks_do_not_count_as_actions() -> None:
    record = played(3)
    record.entries.insert(1, Entry(500, None, TICK))
    assert record.actions() == played(3).entries
    assert fold(record) == fold(played(3))
    assert count_turns(record) == 3


def test_a_record_can_be_replayed_up_to_an_action() -> None:
    assert fold(played(6), until=2) == fold(played(2))
    assert fold(played(6), until=0) == start_state(header())


# -- truncated


def test_a_record_truncated_at_any_byte_keeps_every_whole_line() -> None:
    data = played().to_bytes()
    first = data.index(b"\n") + 1
    for cut in range(first, len(data)):
        record = parse_record(data[:cut])
        lacks_only_its_end = data[cut : cut + 1] == b"\n"
        whole = data[:cut].count(b"\n") - 1 + lacks_only_its_end
        assert record.entries == played().entries[:whole]
        fold(record)


def test_a_record_truncated_in_its_header_is_refused() -> None:
    data = played().to_bytes()
    for cut in (0, 1, data.index(b"\n")):
        with pytest.raises(RecordError, match=r"game\.jsonl has no first line: it's empty, or not a record"):
            parse_record(data[:cut], "game.jsonl")


# -- invalid


@pytest.mark.parametrize(("line", "problem"), [
    (b"", "line 3 can't be read"),
    (b"{", "line 3 can't be read"),
    (b"[1,0]", "line 3 can't be read: .*at least length 3"),
    (b'["1",0,"discard 1S"]', r"line 3 can't be read: Expected `int`, got `str` - at `\$\[0\]`"),
    (b"[1,0,5]", "line 3 can't be read: Expected `str`"),
    (b'{"ms":1}', "line 3 can't be read: Expected `array`"),
    (b'[1,0,"\xff\xfe"]', "line 3 can't be read"),
    pytest.param(b"[" * 100_000, "line 3 can't be read", id="nested"),
    (b"\x00" * 50, "line 3 can't be read"),
])  # fmt: skip
def test_an_invalid_line_is_refused_with_its_number(line: bytes, problem: str) -> None:
    lines = played().to_bytes().splitlines()
    with pytest.raises(RecordError, match=problem):
        parse_record(b"\n".join([*lines[:2], line, *lines[2:], b""]))


@pytest.mark.parametrize(("changes", "problem"), [
    ({"record": "chess"}, r"line 1 can't be read: Invalid enum value 'chess' - at `\$.record`"),
    ({"record": None, "format": 2}, "has format 2; this program reads format 1"),
    ({"game": "chess"}, "there's no game 'chess'"),
    ({"game": None}, "missing required field `game`"),
    ({"rules": 99}, "was played under version 99 of the rules of Towers of Wyoming; this program has version"),
    ({"seats": []}, "is for 2 to 4 players, not 0"),
    ({"seats": [{"name": "Ana"}] * 5}, "is for 2 to 4 players, not 5"),
    ({"seats": [{"name": "Ana"}, {"name": "Bo", "kind": "cat"}]}, "Invalid enum value 'cat'"),
    ({"seats": [{"name": "Ana"}, {"name": "Bo", "kind": "bot", "level": "mad"}]}, "there's no bot 'mad'"),
    ({"seats": [{"name": "Ana"}, {"name": "Bo", "age": 7}]}, "unknown field `age`"),
    ({"options": {"tide": True}}, "there's no option 'tide' here"),
    ({"options": {"first": 7}}, "option first can't be 7"),
    ({"options": {}}, "doesn't set every option"),
    ({"seed": "seven"}, "Expected `int`, got `str`"),
    ({"seed": -1}, "a seed can't be negative"),
    ({"more": 1}, "unknown field `more`"),
])  # fmt: skip
def test_an_invalid_header_is_refused_with_a_reason(changes: dict[str, Any], problem: str) -> None:
    with pytest.raises(RecordError, match=problem):
        parse_record(edited(**changes))


@pytest.mark.parametrize(("entry", "problem"), [
    (Entry(0, 0, "build a wall"), "'build a wall' of seat 0 doesn't fit the game so far: .* is not a play"),
    (Entry(0, 1, "construct 1S @1.0"), "seat 1 can't act now"),
    (Entry(0, None, "construct 1S @0.0"), "seat None can't act now"),
    (Entry(0, 0, "discard 1S"), "You can play, so you can't discard instead"),
])  # fmt: skip
def test_an_illegal_entry_is_refused(entry: Entry, problem: str) -> None:
    with pytest.raises(RecordError, match=problem):
        fold(Record(header(), [entry]))


def test_an_entry_after_the_end_is_refused() -> None:
    game = play_on(match())
    record = game.record
    assert game.outcome
    assert fold(record) == game.state
    record.entries.append(record.entries[-1])
    with pytest.raises(RecordError, match="can't act now"):
        fold(record)


def test_an_entry_with_too_late_a_time_is_refused_with_its_line() -> None:
    lines = played(2).to_bytes().splitlines()
    last, late = (b'[%d,null,"tick"]' % (records.LONGEST_GAME + more) for more in (0, 1))
    assert parse_record(b"\n".join([*lines, last, b""])).entries[-1].ms == records.LONGEST_GAME
    for end in ([b""], []):  # also if the last line is torn
        with pytest.raises(RecordError, match=r"game\.jsonl, line 4 is 31622400001 ms into the game"):
            parse_record(b"\n".join([*lines, late, *end]), "game.jsonl")


def test_a_file_that_is_too_large_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records, "LARGEST_FILE", 100)
    path = tmp_path / "game.jsonl"
    path.write_bytes(played().to_bytes())
    with pytest.raises(RecordError, match="is larger than 100 bytes, so it can't be a game record"):
        read_record(path)


# -- files


def test_errors_name_the_file(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(played().to_bytes())
    assert read_record(path) == played()
    path.write_bytes(b"not a record\n")
    with pytest.raises(RecordError, match=r"game\.jsonl, line 1 can't be read"):
        read_record(path)
    assert path.read_bytes() == b"not a record\n"


# -- hints


def test_the_mark_of_a_hint_and_a_note_do_not_disturb_older_programs() -> None:
    class OldEntry(msgspec.Struct, array_like=True):
        ms: int
        seat: int | None
        text: str

    plain, hinted = Entry(7, 0, "end"), Entry(7, 0, "end", is_hinted=True)
    noted = Entry(7, 0, "end", note="Here it was lost")
    assert plain.to_bytes() == b'[7,0,"end"]'
    assert hinted.to_bytes() == b'[7,0,"end",true]'
    for entry in (plain, hinted, noted):
        assert msgspec.json.decode(entry.to_bytes(), type=Entry) == entry
        assert msgspec.json.decode(entry.to_bytes(), type=OldEntry).text == "end"


@pytest.mark.parametrize("note", ["x" * (LONGEST_NOTE + 1), "two\nlines", "\x1b[31m"])
def test_a_note_that_nobody_could_have_typed_is_refused(note: str) -> None:
    with pytest.raises(RecordError, match="line 2 has a note"):
        parse_record(Record(header(), [Entry(7, 0, "end", note=note)]).to_bytes())


@pytest.mark.parametrize("is_restarted", [False, True])
def test_a_hint_counts_for_the_next_action_even_after_an_undo(is_restarted: bool) -> None:
    game = match()
    game.note_hint(0)
    play(game)
    game.undo()
    if is_restarted:
        game = Match(game.record)
    for which in (1, 0, 0):
        play(game, which=which)
    assert game.record.hinted(0) == (1, 2)
    assert game.record.hinted(1) == (0, 1)


def test_the_fourth_hint_is_one_too_many_for_a_game_to_count() -> None:
    game = match()
    for number in range(MOST_HINTED + 1):
        assert game.is_last_hint_over(0) == (number == MOST_HINTED)
        assert game.record.helped() == ()
        game.note_hint(0)
        assert not game.is_last_hint_over(0), "another hint for the same action changes nothing"
        play_on(game, 2)
    assert game.record.helped() == (0,)
    assert not game.is_last_hint_over(0)


# -- clock


def timed() -> Match:
    """Return a match in which both seats have thought: Ana 3 s, 4 s for what she took back and 5 s, Bo 7 s."""
    game = Match.new(msgspec.structs.replace(match().record.header, clock=Clock("game", 300)))
    for seat, thought in ((0, 3000), (1, 7000), (0, 4000)):
        act_after(game, seat, thought)
    game.undo()
    act_after(game, 0, 5000)
    return game


def act_after(match: Match, seat: int, thought: int, is_up: bool = False) -> None:
    match.note_time(seat, thought, is_up)
    assert seat == match.state.turn
    play(match)


def test_the_clock_is_in_the_file_only_if_there_is_one() -> None:
    assert b"clock" not in played().to_bytes()
    record = timed().record
    assert b'"clock":{"per":"game","seconds":300}' in record.to_bytes()
    assert parse_record(record.to_bytes()) == record


def test_time_counts_even_if_what_it_was_for_was_taken_back() -> None:
    record = timed().record
    assert (record.thought(0), record.thought(1)) == (12_000, 7000)
    assert (record.thought(0, since=2), record.thought(1, since=2)) == (9000, 0)


def test_thinking_before_a_game_is_left_is_no_step_of_it() -> None:
    match = timed()
    before, steps = match.record.effective(), [*match.steps]
    match.write_time(1, 2500)
    assert (match.record.thought(1), match.record.effective(), match.steps) == (9500, before, steps)
    again = Match(parse_record(match.record.to_bytes()))
    assert (again.record.thought(1), again.record.effective()) == (9500, before)
    assert fold(again.record) == match.state
    assert again.turn_start == len(before)


def test_a_turn_begins_after_the_last_action_of_another_seat() -> None:
    match, starts = new_match("towering", first=0), []
    for _ in range(5):
        starts.append(match.turn_start)
        play(match)
    assert starts == [0, 0, 2, 2, 4]


def test_what_a_bot_did_when_time_was_up_is_marked_and_stays() -> None:
    match = timed()
    act_after(match, 1, 1000, is_up=True)
    assert not match.can_undo()
    assert match.record.helps(1) == 1
    entry = parse_record(match.record.to_bytes()).entries[-1]
    assert (entry.is_by_clock, entry.is_hinted, entry.thought) == (True, False, 1000)
    names = ["Ana", "You"]
    assert time_up_words(match.steps, 3, names) == "Your time is up: a bot plays for you."
    assert time_up_words(match.steps, 2, names) == ""


def test_hints_and_the_help_of_the_clock_together_are_too_many() -> None:
    game = match()
    for number in range(MOST_HINTED + 1):
        assert game.record.helped() == ()
        if number % 2:
            game.note_hint(0)
        act_after(game, 0, 1000, is_up=not number % 2)
        act_after(game, 1, 0)
    assert game.record.helped() == (0,)


@pytest.mark.parametrize(
    "clock", [{"per": "year", "seconds": 5}, {"per": "turn", "seconds": 0}, {"per": "game", "seconds": 10**9}, 30]
)
def test_an_impossible_clock_is_refused(clock: object) -> None:
    with pytest.raises(RecordError, match="line 1 can't be read"):
        parse_record(edited(clock=clock))


class Lazy(ModuleType):
    """A module that raises ImportError for every attribute."""

    def __getattr__(self, name: str) -> object:
        raise ImportError(name)


def test_a_header_can_be_pickled_whatever_modules_are_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "modules", {"lazy": Lazy("lazy"), **sys.modules})
    assert pickle.loads(pickle.dumps(header())) == header()
