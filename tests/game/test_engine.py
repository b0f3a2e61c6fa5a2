"""What all games share: defaults of the interface, options, trials, texts, child processes, recorded games, presets."""

import ast
import os
import random
import re
import sys
from collections.abc import Callable, Set
from dataclasses import replace
from pathlib import Path
from statistics import fmean, stdev
from types import SimpleNamespace
from typing import Any

import pytest

from tests.conformance import check_trial
from tests.game.by_luck.random_games import Deal, play
from tests.game.matches import Case, Heap, Matches, counts, read_cases, turns_of, write_cases
from tests.golden import sampled
from topping_out.game import children, registry
from topping_out.game.assets import ROOT
from topping_out.game.boundary import fenced_class
from topping_out.game.engine import EVERYONE, NOBODY, Ended, Game, IllegalAction, Outcome, Seat, Trial, try_out
from topping_out.game.language import tr
from topping_out.game.match import replay
from topping_out.game.options import Option, OptionError, Preset, first_seat_option, parse_options, resolve
from topping_out.game.record import UNDO
from topping_out.game.registry import load
from topping_out.game.storage import translations
from topping_out.game.storage.library import read_record
from topping_out.game.text import clock_text, counted, listed, signed, with_minus
from topping_out.game.towering import state as towering
from topping_out.game.towers import actions as towers
from topping_out.game.wyoming import actions as wyoming
from topping_out.game.wyoming.core import UNKNOWN

# -- engine


class Secretive(Matches):
    """An event is a seat and its secret."""

    def redact(self, event: tuple[Seat, int], seat: Seat | None) -> tuple[Seat, int]:
        return event if event[0] == seat else (event[0], 0)


GAME = Matches()


def test_by_default_a_game_has_no_options_and_describes_no_event() -> None:
    assert GAME.options(2) == ()
    assert GAME.describe((0, 4), ("Ana", "Bo")) == ""


def test_by_default_only_listed_actions_are_legal() -> None:
    GAME.check(Heap(5), 0, 3)
    with pytest.raises(IllegalAction, match="can't be done now"):
        GAME.check(Heap(5), 0, 4)


def test_by_default_nothing_is_hidden() -> None:
    assert GAME.redact((0, 4), 1) == (0, 4)
    assert GAME.revealed_to((0, 4)) == frozenset()


def test_an_event_that_is_redacted_reveals_something_to_its_seat() -> None:
    assert Secretive().revealed_to((1, 9)) == {1}


def test_by_default_a_state_is_dumped_field_by_field() -> None:
    assert GAME.dump(Heap(5)) == {"left": 5, "turn": 0}


@pytest.mark.parametrize(
    ("winners", "words"), [((1,), "Bo wins."), ((0, 1), "Ana and Bo share the win."), ((), "It's a draw.")]
)
def test_the_outcome_names_the_winners(winners: tuple[Seat, ...], words: str) -> None:
    assert GAME.describe_outcome(Outcome(winners, (0, 0), "over"), ("Ana", "Bo")) == words


# -- events that not everybody sees


DEAL = towering.RoundBegan(1, 0, ((1, 2), (3, 4)), 50)
EVENTS: list[tuple[str, Any, dict[Seat | None, Any], Set[Seat]]] = [
    ("wyoming", wyoming.Drew(1, (5, 6)), dict.fromkeys((0, None), wyoming.Drew(1, (-1, -1))), {1}),
    ("wyoming", wyoming.Constructed(0, 0, 0, (1,)), {}, NOBODY),
    ("wyoming", wyoming.Tossed((True, False, True)), {}, EVERYONE),
    ("towering", towering.Drew(0, 22), dict.fromkeys((1, None), towering.Drew(0, -1)), {0}),
    ("towering", towering.Built(0, 3), {}, NOBODY),
    ("towering", towering.Took(0, 3), {}, NOBODY),
    ("towering", DEAL, {
        0: replace(DEAL, hands=((1, 2), (-1, -1))), 1: replace(DEAL, hands=((-1, -1), (3, 4))),
        None: replace(DEAL, hands=((-1, -1), (-1, -1))),
    }, EVERYONE),
    ("towers", towers.Drew(1, (4, 7)), dict.fromkeys((0, None), towers.Drew(1, (-1, -1))), {1}),
    ("towers", towers.Claimed(1, 0, 2, 33, "OFFICE"),
     dict.fromkeys((0, None), towers.Claimed(1, 0, 2, -1, "OFFICE")), NOBODY),
]  # fmt: skip
"""By game: an event, what those see who do not see all of it, and the seats to which it reveals something."""


@pytest.mark.parametrize(("name", "event", "shown", "seats"), EVENTS)
def test_an_event_shows_each_seat_what_it_may_see(
    name: str, event: Any, shown: dict[Seat | None, Any], seats: Set[Seat]
) -> None:
    for seat in (0, 1, None):
        assert load(name).redact(event, seat) == shown.get(seat, event)
    assert load(name).revealed_to(event) == seats


# -- options


SWITCH = Option("tidal", "Tides", "They come and go.")
NUMBER = Option("timer", "Timer", "When it rings.", 3, (("off", "Off"), (1, "1 minute"), (3, "3 minutes")))


@pytest.mark.parametrize(
    ("given", "value"),
    [(True, True), (False, False), ("on", True), ("YES", True), ("true", True), ("off", False), ("no", False)],
)
def test_a_switch_reads_booleans_and_words(given: object, value: bool) -> None:
    assert SWITCH.read(given) is value


@pytest.mark.parametrize(("given", "value"), [(1, 1), ("1", 1), (3, 3), ("off", "off")])
def test_a_choice_reads_its_values_and_their_text(given: object, value: object) -> None:
    assert NUMBER.read(given) == value


@pytest.mark.parametrize("given", ["maybe", 1, 0, None, "", 1.0, ["on"]])
def test_a_switch_refuses_other_values(given: object) -> None:
    with pytest.raises(OptionError, match=r"^option tidal can't be .*: choose from on, off$"):
        SWITCH.read(given)


@pytest.mark.parametrize("given", [True, 2, "on", "Off", None, 3.0])
def test_a_choice_refuses_other_values_and_lists_its_own(given: object) -> None:
    with pytest.raises(OptionError, match=r"^option timer can't be .*: choose from off, 1, 3$"):
        NUMBER.read(given)


def test_a_value_has_a_label() -> None:
    assert NUMBER.label(1) == "1 minute"
    assert SWITCH.label(True) == "on"


def test_missing_options_take_their_defaults() -> None:
    assert resolve([SWITCH, NUMBER], {"tidal": "on"}) == {"tidal": True, "timer": 3}
    assert resolve([SWITCH, NUMBER], {}) == {"tidal": False, "timer": 3}


def test_an_unknown_option_is_refused_with_a_suggestion() -> None:
    meant = r"there's no option 'tidle' here \(did you mean 'tidal'\?\): choose from tidal, timer"
    with pytest.raises(OptionError, match=meant):
        resolve([SWITCH, NUMBER], {"tidle": True})


def test_the_first_seat_is_random_or_an_existing_seat() -> None:
    option = first_seat_option(3)
    assert option.default == "random"
    assert [option.read(given) for given in ("random", "0", 2)] == ["random", 0, 2]
    assert option.label(0) == "Seat 1"
    with pytest.raises(OptionError):
        option.read(3)


@pytest.mark.parametrize(("text", "options"), [
    ("", {}),
    ("tidal", {"tidal": "on"}),
    ("tidal,first=0", {"tidal": "on", "first": "0"}),
    (" tidal = off , timer=1,", {"tidal": "off", "timer": "1"}),
])  # fmt: skip
def test_options_are_parsed_from_a_command_line(text: str, options: dict[str, str]) -> None:
    assert parse_options(text) == options


def test_options_given_beside_a_preset_override_it() -> None:
    preset = Preset("classic", "Classic", "", (("colours", 5), ("rounds", 1)))
    assert parse_options("classic", [preset]) == {"colours": 5, "rounds": 1}
    assert parse_options("rounds=2,classic,take_back", [preset]) == {"colours": 5, "rounds": "2", "take_back": "on"}
    assert parse_options("classic=on", [preset]) == {"classic": "on"}


# -- trial


def trials(name: str, seats: int, options: dict[str, Any], games: int) -> list[Trial[Any, Any, Any]]:
    """Return checked trials of random actions in each state of some random games."""
    game, found = load(name), []
    for seed in range(games):
        luck = random.Random(seed)
        deal = Deal(name, seats, resolve(game.options(seats), options), seed, seed)
        for step in play(deal):
            for seat in game.actors(step.state):
                actions = game.actions(step.state, seat)
                found.append(check_trial(game, game.view(step.state, seat), luck.choice(actions), luck))
    return found


def test_a_trial_stops_at_a_toss_of_pennies() -> None:
    found = trials("wyoming", 3, {"tidal": True}, 12)
    opened = [trial for trial in found if trial.is_open]
    assert opened
    assert all(isinstance(trial.events[-1], wyoming.Drew) for trial in opened)
    assert not any(trial.first(wyoming.Tossed) for trial in found)


def test_a_trial_of_another_packages_game_may_stay_open() -> None:
    game, blamed = load("wyoming"), list[str]()
    fenced = fenced_class(type(game), Game, lambda message: blamed.append(message) or ValueError(message))()
    opened = next(trial for trial in trials("wyoming", 3, {"tidal": True}, 12) if trial.is_open)
    assert try_out(fenced, opened.before, opened.action) == opened
    assert not blamed


def test_in_a_trial_cards_drawn_after_a_shuffle_are_unknown() -> None:
    """The discards are public, but their order after the shuffle is not."""
    game, found = load("wyoming"), [trial for trial in trials("wyoming", 2, {}, 30) if trial.first(wyoming.Recycled)]
    assert found
    for trial in found:
        state = game.partial(trial.before)
        game.apply(state, trial.before.seat, trial.action)
        assert set(state.deck) <= {UNKNOWN}
    assert game.redact(wyoming.Drew(0, (UNKNOWN,)), 0) == wyoming.Drew(0, (-1,))


def test_a_trial_knows_that_the_last_card_ends_a_round() -> None:
    found = [trial for trial in trials("towering", 2, {"rounds": 2}, 3) if trial.first(towering.RoundEnded)]
    over = [trial for trial in found if trial.first(Ended)]
    assert over
    assert all(trial.is_open for trial in found if trial not in over), "the next round is dealt by chance"


def test_a_trial_scores_floors_with_unknown_tucked_cards() -> None:
    found = [trial for trial in trials("towers", 3, {}, 6) if trial.first(towers.Demolished)]
    hidden = [trial for trial in found if -1 in trial.first(towers.Demolished).tucks]
    assert hidden
    assert all(-1 in trial.after.discards for trial in hidden)


def test_a_trial_of_a_game_without_partial_states_raises(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load("wyoming")
    state = game.setup(2, resolve(game.options(2), {}), 1)
    monkeypatch.delattr(type(game), "partial")
    with pytest.raises(NotImplementedError, match="wyoming"):
        try_out(game, game.view(state, state.turn), game.actions(state, state.turn)[0])


# -- text


@pytest.mark.parametrize(("number", "words"), [(0, "0 pennies"), (1, "1 penny"), (2, "2 pennies"), (12, "12 pennies")])
def test_counts_choose_singular_or_plural(number: int, words: str) -> None:
    assert counted(number, "penny", "pennies") == words
    assert counted(number, "card") == words.replace("pennies", "cards").replace("penny", "card")


@pytest.mark.parametrize(
    ("names", "words"), [([], ""), (["Ana"], "Ana"), (["Ana", "Bo"], "Ana and Bo"), ("ABC", "A, B and C")]
)
def test_names_are_listed(names: list[str], words: str) -> None:
    assert listed(names) == words


@pytest.mark.parametrize(("last", "words"), [
    ("Ana", "Bo y Ana"), ("Inés", "Bo e Inés"), ("Íñigo", "Bo e Íñigo"), ("HILDA", "Bo e HILDA"), ("Ian", "Bo y Ian"),
    ("Hugo", "Bo y Hugo"),
])  # fmt: skip
def test_the_spanish_word_for_and_changes_before_an_i(last: str, words: str) -> None:
    translations.use("es")
    assert listed(["Bo", last]) == words


def test_a_name_that_ends_in_a_full_stop_ends_its_sentence() -> None:
    assert [tr("Two players are called {name}.", name=name) for name in ("Mia B.", "Mia")] == [
        "Two players are called Mia B.",
        "Two players are called Mia.",
    ]


def test_negative_numbers_have_a_real_minus_sign() -> None:
    assert [signed(number) for number in (3, 0, -24)] == ["+3", "0", "−24"]
    assert with_minus(-5) == "−5"


@pytest.mark.parametrize(("ms", "shown"), [(0, " 0:00"), (61_500, " 1:01"), (3_600_000, "60:00")])
def test_time_is_shown_in_minutes_and_seconds(ms: int, shown: str) -> None:
    assert clock_text(ms) == shown


# -- children


STARTS = {
    "subprocess": {"Popen", "run", "call", "check_call", "check_output", "getoutput", "getstatusoutput"},
    "os": {"system", "popen", "startfile", "posix_spawn", "posix_spawnp", "fork", "forkpty"},
    "webbrowser": {"open", "open_new", "open_new_tab", "get"},
    "asyncio": {"create_subprocess_exec", "create_subprocess_shell"},
    "pty": {"spawn", "fork"},
}
"""Functions that start a program, by module."""
IMPORT_OF_ONE = re.compile(rf"^\s*(import|from)\b.*\b({'|'.join(STARTS)})\b", re.MULTILINE)
PACKED = {
    "PATH": "/usr/bin", "LD_LIBRARY_PATH": "/game/_internal", "LD_LIBRARY_PATH_ORIG": "/home/me/lib",
    "_PYI_ARCHIVE_FILE": "/game/topping-out", "_PYI_PARENT_PROCESS_LEVEL": "1", "_MEIPASS2": "/game",
}  # fmt: skip


def starts_of(source: str) -> list[str]:
    """Return where a module starts other programs, whatever the form of its imports."""
    tree, found = ast.parse(source), []
    modules = {name: name for name in STARTS}
    types = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Subscript)}  # as in Popen[bytes]
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            modules |= {alias.asname: alias.name for alias in node.names if alias.asname and alias.name in STARTS}
        elif isinstance(node, ast.ImportFrom) and node.module in STARTS:
            found += [f"{node.lineno}: {alias.name}" for alias in node.names if is_start(node.module, alias.name)]
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and id(node) not in types:
            module = modules.get(node.value.id, "")
            if is_start(module, node.attr):
                found.append(f"{node.lineno}: {module}.{node.attr}")
    return found


def is_start(module: str, name: str) -> bool:
    return name in STARTS.get(module, ()) or (module == "os" and name.startswith(("exec", "spawn")))


def test_only_the_module_children_starts_programs() -> None:
    files = [file for part in ("game", "scenes") for file in (ROOT / part).rglob("*.py")]
    found = {
        file.relative_to(ROOT).as_posix(): starts
        for file in files
        if IMPORT_OF_ONE.search(source := file.read_text(encoding="utf-8")) and (starts := starts_of(source))
    }
    assert list(found) == ["game/children.py"], found


@pytest.mark.parametrize(
    "source",
    [
        "import subprocess\nsubprocess.run([])", "import subprocess as s\ns.Popen([])", "from os import system",
        "import os\nos.execv('a', [])", "import os\nos.spawnlp(0, 'a')", "import webbrowser\nwebbrowser.open('a')",
    ],
)  # fmt: skip
def test_the_search_for_started_programs_finds_them(source: str) -> None:
    assert starts_of(source)


def test_a_packed_program_restores_the_library_path_for_others() -> None:
    assert children.environment(PACKED, is_packed=True) == {"PATH": "/usr/bin", "LD_LIBRARY_PATH": "/home/me/lib"}


def test_without_an_original_library_path_others_get_none() -> None:
    now = {name: value for name, value in PACKED.items() if name != "LD_LIBRARY_PATH_ORIG"}
    assert children.environment(now, is_packed=True) == {"PATH": "/usr/bin"}


def test_an_unpacked_program_passes_its_environment_on() -> None:
    assert children.environment(PACKED, is_packed=False) == PACKED


def test_our_own_variables_are_not_passed_to_other_programs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(children, "_set_here", set())
    monkeypatch.setenv("A_HINT_OF_THE_PLAYER", "theirs")
    monkeypatch.setenv("A_HINT", "")
    monkeypatch.delenv("A_HINT")
    children.set_for_us("A_HINT", "ours")
    children.set_for_us("A_HINT_OF_THE_PLAYER", "ours")
    assert os.environ["A_HINT"] == "ours"
    output = children.run([sys.executable, "-c", "import os; print(sorted(os.environ.items()))"], 60)
    assert "('A_HINT_OF_THE_PLAYER', 'theirs')" in output
    assert "'A_HINT'" not in output


@pytest.mark.parametrize(
    "command", [["there is no such program"], [sys.executable, "-c", "raise SystemExit(3)"], ["a\0b"]]
)
def test_a_missing_or_failing_program_gives_no_output(command: list[str]) -> None:
    assert children.run(command, 60) == ""


def test_a_program_that_takes_too_long_is_killed(tmp_path: Path) -> None:
    program = "import os, sys, time; open(sys.argv[1], 'w').write(str(os.getpid())); time.sleep(600)"
    note = tmp_path / "process"
    assert children.run([sys.executable, "-c", program, str(note)], 1) == ""
    if sys.platform != "win32" and note.exists():  # it may have been killed before writing the note
        with pytest.raises(ProcessLookupError):
            os.kill(int(note.read_text()), 0)


# -- recorded games and perft


HERE = Path(__file__).parent
RERECORD = bool(os.environ.get("TOPPING_OUT_RERECORD"))


def games_with(file: str) -> list[str]:
    return [name for name in registry.names() if (HERE / name / file).exists()]


def story(record: Path) -> str:
    """Return a recorded game as text: each action, followed by its events, as values and in words."""
    read, lines = read_record(record), []
    game, names = registry.load(read.header.game), [player.name for player in read.header.seats]
    for step in replay(read):
        entry = step.entry
        lines.append(f"{entry.ms} {entry.seat}: {entry.text}" if game.live else f"{entry.seat}: {entry.text}")
        for event in step.events:
            sentence = game.describe(event, names)
            lines += [f"    {event!r}", *([f"      {sentence}"] if sentence else [])]
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("name", games_with("golden.jsonl"))
def test_the_golden_game_replays_as_recorded(name: str) -> None:
    golden = HERE / name / "golden.txt"
    if RERECORD:
        golden.write_text(story(HERE / name / "golden.jsonl"), encoding="utf-8")
    assert story(HERE / name / "golden.jsonl") == golden.read_text(encoding="utf-8")


def test_a_golden_game_contains_an_undo() -> None:
    records = [read_record(HERE / name / "golden.jsonl") for name in games_with("golden.jsonl")]
    assert any(UNDO in [entry.text for entry in record.entries] for record in records)


def cases() -> list[tuple[str, Case]]:
    return [(name, case) for name in games_with("perft.json") for case in read_cases(HERE / name / "perft.json")]


@pytest.mark.parametrize(
    ("name", "case"), cases(), ids=lambda value: value["name"] if isinstance(value, dict) else value
)
def test_perft_counts(name: str, case: Case) -> None:
    found = counts(registry.load(name), case)
    if RERECORD:
        path = HERE / name / "perft.json"
        write_cases(path, [old | {"counts": found} if old["name"] == case["name"] else old for old in read_cases(path)])
    else:
        assert found == case["counts"]


# -- presets


NUMBERS = {"One": 1, "Three": 3, "five": 5, "six": 6}
SWITCHES = {"sudden_death", "deadlines", "tidal", "wheel", "finicky", "scaffolding"}


def switched_on(variant: object) -> set[str]:
    return {name for name in SWITCHES if getattr(variant, name)}


def number(words: str) -> int:
    return NUMBERS.get(words) or int(words)


def is_shorter(new: SimpleNamespace) -> bool:
    return all(turns < 0.75 * new.sheet.turns[seats] for seats, turns in new.preset.turns.items())


CLAIMS: dict[str, list[tuple[str, Callable[..., bool]]]] = {
    "wyoming": [
        (r"[Aa] Sky of (\d+)( pennies)?", lambda new, sky, _: new.variant.pennies == int(sky)),
        (r"no optional rules|Original rules", lambda new: switched_on(new.variant) == set()),
        (r"With scaffolding|scaffolding holds what's just been built", lambda new: new.variant.scaffolding),
        (r"House rules", lambda new: new.variant.pennies < 10),
        (r"Short game|Short", lambda new: new.variant.pennies < 10 and is_shorter(new)),
        (r"so it's over sooner", is_shorter),
        (r"on the wheel|each suit knocks down only the next", lambda new: switched_on(new.variant) == {"wheel"}),
        (
            r"One pack|The pack is played once, and the tallest tower wins",
            lambda new: switched_on(new.variant) == {"sudden_death"},
        ),
    ],
    "towering": [
        (r"(Three|One) rounds? of (six|five) colours", lambda new, rounds, colours: (
            new.variant.rounds == number(rounds) and new.variant.colours == number(colours)
        )),
        (r"with 2, 3, then 4 materials in each", lambda new: new.variant.materials == (2, 3, 4)),
        (r"with 3 materials in each", lambda new: {*new.variant.materials} == {3}),
        (r"(\d+) cards", lambda new, cards: len(new.state.deck) + 2 * new.variant.hand == int(cards)),
        (r"^(Towering|Classic)\b", lambda new, title: (new.preset is new.sheet) == (title == "Towering")),
    ],
}  # fmt: skip
"""By game: patterns of claims in a preset's text, and functions that check them on a new game."""

PRESETS = [
    (game, preset, seats)
    for game in registry.names()
    for preset in registry.load(game).presets
    for seats in registry.load(game).seats
]


@pytest.mark.parametrize(("name", "preset", "seats"), PRESETS, ids=lambda part: getattr(part, "key", str(part)))
def test_a_preset_does_what_its_text_claims(name: str, preset: Preset, seats: int) -> None:
    game = registry.load(name)
    state = game.setup(seats, resolve(game.options(seats), dict(preset.options)), 7)
    new = SimpleNamespace(preset=preset, sheet=game.presets[0], state=state, variant=state.variant)
    words = f"{preset.title}. {preset.about}"
    for claim, holds in CLAIMS[name]:
        for match in re.finditer(claim, words):
            assert holds(new, *match.groups()), match[0]
        words = re.sub(claim, "", words)
    assert set(re.findall(r"\w+", words)) <= {"a", "and"}


@sampled(
    "name, preset, seats",
    PRESETS,
    [
        case
        for case in PRESETS
        if case[0] == "wyoming" and case[2] == 3 and case[1].key in ("short_game", "on_the_wheel")
    ],
    ids=lambda part: getattr(part, "key", str(part)),
)
def test_a_preset_states_the_usual_number_of_turns(name: str, preset: Preset, seats: int) -> None:
    """The preset gives the mean of three bot levels, from which these games may differ by chance."""
    games = 15
    found = [turns_of(name, dict(preset.options), seats, level, games) for level in ("gentle", "easy", "medium")]
    mean, error = fmean(map(fmean, found)), fmean(map(stdev, found)) / (3 * games) ** 0.5
    assert abs(preset.turns[seats] - mean) < 0.1 * mean + 2 * error, f"{mean:.1f} turns"
