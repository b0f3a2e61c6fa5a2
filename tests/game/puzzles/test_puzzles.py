"""Puzzles: difficulty, a player's progress, and the cost of a wrong line."""

import re
from collections import Counter
from collections.abc import Callable
from datetime import date, timedelta
from math import isfinite
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from tests.game.puzzles.test_shipped_puzzles import GAMES, view_of
from topping_out.game.bots import puzzle_progress, puzzles
from topping_out.game.bots.puzzle_progress import LEAST, MIXED, TITLES, PuzzleProgress, packs_of
from topping_out.game.bots.puzzles import (
    ANCHOR,
    ANCHORED,
    FAINT,
    KINDRED,
    NEAR,
    Line,
    Puzzle,
    analysis_of,
    is_deep,
    is_near,
    loss_of,
    people_find,
    puzzles_of,
    rate,
    rate_one,
    rises,
    told_apart,
    value_of,
)
from topping_out.game.icetowers.actions import Mine
from topping_out.game.progress.rating import Rating
from topping_out.game.record import Player, new_header
from topping_out.game.registry import load
from topping_out.game.storage.history import PuzzleTries, PuzzleTry
from topping_out.game.text import with_minus
from topping_out.game.towering.actions import COLOURS, Build, Discard, Draw, colour_of, number_of
from topping_out.game.wyoming.actions import PlayKind

# -- difficulty


TRIES = {"gentle": 40, "easy": 40, "medium": 40, "hard": 20, "master": 8}


def found(*shares: float) -> dict[str, float]:
    return dict(zip(TRIES, shares))


def test_puzzles_solved_less_often_are_rated_higher() -> None:
    finds = [found(0.4, 0.5, 0.5, 0.9, 1.0), found(0.1, 0.2, 0.3, 0.5, 1.0), found(0.0, 0.0, 0.1, 0.1, 0.6)]
    levels, puzzles = rate(finds, TRIES)
    assert puzzles == sorted(puzzles)
    assert levels[ANCHOR] == ANCHORED
    assert levels["gentle"] < levels["medium"] < levels["hard"] < levels["master"]


def test_a_level_that_finds_no_more_than_a_weaker_one_is_left_out() -> None:
    finds = [found(0.1, 0.1 + 0.3 * (number % 2), 0.5, 0.9 - 0.1 * (number % 3), 0.9) for number in range(12)]
    same = [replace_in(each, "master", each["hard"]) for each in finds]
    levels = dict(zip(TRIES, (400.0, 500.0, 1000.0, 1800.0, 1900.0)))
    assert told_apart(levels, finds) == levels
    assert list(told_apart(levels, same)) == ["gentle", "easy", "medium", "hard"]
    assert list(told_apart(levels, [replace_in(each, "easy", each["gentle"]) for each in finds])) == [
        "gentle", "medium", "hard", "master",
    ]  # fmt: skip


def replace_in(finds: dict[str, float], level: str, share: float) -> dict[str, float]:
    return {**finds, level: share}


def test_puzzles_that_nobody_or_everybody_solves_have_ratings() -> None:
    levels, puzzles = rate([found(0, 0, 0, 0, 0), found(1, 1, 1, 1, 1)], TRIES)
    assert all(isfinite(number) for number in (*levels.values(), *puzzles))
    assert puzzles[0] > puzzles[1] + 400


def test_a_level_solves_half_of_the_puzzles_of_its_rating() -> None:
    _, (even, hard) = rate([found(0.5, 0.5, 0.5, 0.5, 0.5), found(0.09, 0.09, 0.09, 0.09, 0.09)], TRIES)
    assert abs(even - ANCHORED) < 40
    assert abs(hard - even - 400) < 60


def test_solving_rates_must_rise_with_the_level_apart_from_chance() -> None:
    assert rises(found(0.1, 0.3, 0.5, 0.9, 1.0), TRIES)
    assert rises(found(0.5, 0.4, 0.5, 0.5, 0.5), TRIES)  # with forty tries, a difference of 10 % may be chance
    assert not rises(found(0.5, 0.2, 0.5, 0.9, 1.0), TRIES)
    assert not rises(found(0.3, 0.3, 0.3, 0.0, 1.0), TRIES)


def test_a_puzzle_that_only_the_strongest_solves_is_deep() -> None:
    assert is_deep(found(0.2, 0.1, 0.0, 0.0, 1.0))
    assert is_deep(found(0.0, 0.0, 0.0, 0.0, 0.0))
    assert not is_deep(found(0.0, 0.0, 0.0, 0.3, 1.0))


def test_clearer_puzzles_and_better_people_have_higher_solving_rates() -> None:
    clear, close = ([Line(("a",), lead, is_right=True), Line(("b",), 0.0), Line(("c",), 0.0)] for lead in (6.0, 1.0))
    for lines in (clear, close):
        shares = [*people_find(lines, 1.0).values()]
        assert shares == sorted(shares)
        assert shares[0] > 1 / 3
    assert all(a > b for a, b in zip(people_find(clear, 1.0).values(), people_find(close, 1.0).values()))


def test_the_solving_rate_of_two_lines_follows_the_normal_distribution() -> None:
    """The difference of two errors of one margin exceeds a lead of 2 margins as often as 1.414 sigma."""
    lines = [Line(("a",), 4.0, is_right=True), Line(("b",), 0.0)]
    assert people_find(lines, 2.0)["master"] == pytest.approx(0.9214, abs=0.001)
    even = [Line(("a",), 4.0, is_right=True), Line(("b",), 4.0, is_right=True), Line(("c",), 0.0)]
    assert people_find(even, 1e6)["gentle"] == pytest.approx(2 / 3, abs=0.001)


def test_rating_a_single_puzzle_agrees_with_rating_all() -> None:
    finds = [found(0.4, 0.5, 0.5, 0.9, 1.0), found(0.1, 0.2, 0.3, 0.5, 1.0), found(0.0, 0.0, 0.1, 0.1, 0.6)]
    levels, puzzles = rate(finds, TRIES)
    assert [rate_one(each, TRIES, levels) for each in finds] == pytest.approx(puzzles, abs=5)


# -- progress


RATINGS = (1500.0, 700.0, 900.0, 1200.0)
LINE = Line(("discard 1S",), 0.5, is_right=True)


@pytest.fixture
def tries(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> PuzzleTries:
    """The attempts of a player with four puzzles named 0.0, 1.0 and so on."""
    game = load("wyoming")
    players = [Player("A", "bot", "master"), Player("B", "bot", "master", 1)]
    headers = [new_header(game, players, {}, seed) for seed in range(len(RATINGS))]
    puzzles = [Puzzle(header, (), 0, (LINE,), {}, "race", rating) for header, rating in zip(headers, RATINGS)]
    monkeypatch.setattr(puzzle_progress, "puzzles_of", lambda name: tuple(puzzles))
    return PuzzleTries(tmp_path)


def look(tries: PuzzleTries, *done: tuple[str, bool]) -> PuzzleProgress:
    for name, is_right in done:
        tries.add(PuzzleTry("wyoming", name, is_right))
    return PuzzleProgress("wyoming", tries)


def test_the_first_puzzle_is_solved_by_60_percent_of_beginners(tries: PuzzleTries) -> None:
    found = look(tries).next()
    assert found.name == "1.0"


def test_puzzles_get_harder_after_success_and_easier_after_failure(tries: PuzzleTries) -> None:
    up = look(tries, ("2.0", True), ("3.0", True))
    assert up.rating.elo > Rating().elo
    found = up.next()
    assert found.name in ("0.0", "1.0")
    down = look(tries, ("0.0", False))
    assert down.rating.elo < up.rating.elo


def test_only_the_first_attempt_counts(tries: PuzzleTries) -> None:
    before = look(tries, ("1.0", False))
    after = look(tries, ("1.0", True))
    assert after.rating == before.rating
    assert before.solved == set()
    assert after.solved == {"1.0"}


def test_unsolved_puzzles_come_again_before_the_oldest(tries: PuzzleTries) -> None:
    seen = look(tries, ("0.0", True), ("1.0", True), ("2.0", False), ("3.0", True))
    found = seen.next()
    assert found.name == "2.0"
    oldest = look(tries, ("2.0", True), ("0.0", True)).next()
    assert oldest.name == "1.0"


def test_the_puzzle_just_tried_does_not_come_next(tries: PuzzleTries) -> None:
    found = look(tries, ("1.0", False)).next(after="1.0")
    assert found.name != "1.0"


def test_puzzles_are_numbered_by_difficulty(tries: PuzzleTries) -> None:
    progress = look(tries)
    assert [progress.number_of(puzzle) for puzzle in progress.puzzles.values()] == [1, 2, 3, 4]
    assert [puzzle.rating for puzzle in progress.puzzles.values()] == sorted(RATINGS)


@pytest.mark.parametrize("game", GAMES)
def test_puzzles_that_can_be_counted_come_first_in_each_pack(game: str, tmp_path: Path) -> None:
    progress = PuzzleProgress(game, PuzzleTries(tmp_path))
    for own in (progress.puzzles.values(), *progress.packs.values()):
        order = [(not puzzle.counted, puzzle.rating) for puzzle in own]
        assert order == sorted(order)


def test_attempts_at_a_removed_puzzle_do_not_count(tries: PuzzleTries) -> None:
    gone = look(tries, ("77.7", True))
    assert (gone.solved, gone.rating) == (set(), Rating())


# -- the cost of a line


@pytest.mark.parametrize("game", GAMES)
def test_a_line_in_the_proof_costs_its_recorded_difference(game: str) -> None:
    puzzle = puzzles_of(game)[0]
    for line in puzzle.lines[:4]:
        assert loss_of(puzzle, line.steps) == pytest.approx(puzzle.lines[0].value - line.value)


def test_a_line_missing_in_the_proof_is_evaluated_by_playouts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    whole = max(puzzles_of("towers"), key=lambda candidate: candidate.lead)
    steps = max((line for line in whole.lines if not line.is_right), key=lambda line: line.value).steps
    puzzle = replace(whole, lines=tuple(line for line in whole.lines if line.steps != steps))
    monkeypatch.setattr(puzzles, "WORLDS", 60)
    assert value_of(puzzle, steps) is None
    loss = loss_of(puzzle, steps)
    assert loss == pytest.approx(whole.lines[0].value - (value_of(whole, steps) or 0.0), abs=1)
    assert loss > 0
    monkeypatch.setattr(puzzles, "FAINT", loss + 0.01)
    assert loss_of(puzzle, steps) == 0


@pytest.mark.parametrize("game", GAMES)
def test_a_line_within_1_5_margins_is_nearly_right(game: str) -> None:
    puzzle, margin = puzzles_of(game)[0], analysis_of(game).margin
    assert is_near(puzzle, margin)
    assert is_near(puzzle, 1.5 * margin)
    assert not is_near(puzzle, 1.6 * margin)
    assert FAINT < 1 < NEAR < KINDRED


@pytest.mark.parametrize("game", GAMES)
def test_a_line_with_the_right_idea_is_nearly_right_if_it_beats_most(game: str) -> None:
    margin = analysis_of(game).margin
    lines = [Line((str(loss),), -loss * margin, is_right=not loss) for loss in (0, 1, 2, 2.6, 3, 4)]
    puzzle = replace(puzzles_of(game)[0], lines=tuple(lines))
    assert not is_near(puzzle, 2 * margin)
    assert is_near(puzzle, 2 * margin, shares_idea=True)
    assert not is_near(puzzle, 2.6 * margin, shares_idea=True)
    few = replace(puzzle, lines=(lines[0], lines[2]))
    assert not is_near(few, 2 * margin, shares_idea=True)


@pytest.mark.parametrize("game", GAMES)
def test_what_is_right_about_a_wrong_line_does_not_tell_the_best(game: str) -> None:
    analysis, found = analysis_of(game), Counter[str]()
    for puzzle in puzzles_of(game):
        view, best = view_of(puzzle), puzzle.lines[0].steps
        for line in puzzle.lines:
            if not line.is_right and (text := analysis.shared(view, line.steps, best)):
                found[text] += 1
                assert analysis.parting(view, best, line.steps)[0] not in text
    assert found
    if game == "towers":
        assert len(found) == 3


# -- packs


DAY = date(2026, 11, 25)


def answer(puzzle: Puzzle) -> list[Any]:
    return [analysis_of(puzzle.header.game).game.parse(step) for step in puzzle.lines[0].steps]


def after(puzzle: Puzzle) -> Any:
    """Return the seat's view after the solution."""
    analysis, state = analysis_of(puzzle.header.game), puzzle.state()
    for action in answer(puzzle):
        while reply := analysis.meanwhile(state, puzzle.seat):
            analysis.game.apply(state, *reply)
        analysis.game.apply(state, puzzle.seat, action)
    return analysis.game.view(state, puzzle.seat)


# -- the theme of each pack


def tower_falls(puzzle: Puzzle, is_own: bool) -> bool:
    """Tell whether the solution deconstructs an own tower (`is_own`) or another's."""
    (play,) = answer(puzzle)
    return play.kind is PlayKind.DECONSTRUCT and (play.owner == puzzle.seat) == is_own


def another_suit_stands(puzzle: Puzzle) -> bool:
    """Tell whether the solution replaces another's tower by one of another suit."""
    (play,) = answer(puzzle)
    before, now = view_of(puzzle), after(puzzle)
    towers = [view.towers[play.owner][play.foundation] for view in (before, now)]
    return play.owner != puzzle.seat and bool(towers[0]) and bool(towers[1]) and not set(towers[0]) & set(towers[1])


def another_grows(puzzle: Puzzle) -> bool:
    (play,) = answer(puzzle)
    before, now = (view.height(play.owner, play.foundation) for view in (view_of(puzzle), after(puzzle)))
    return play.owner != puzzle.seat and now > before


def leaves_numbers_out(puzzle: Puzzle) -> bool:
    """Tell whether the solution builds a floor that skips numbers."""
    (build,) = answer(puzzle)
    tower = view_of(puzzle).towers[puzzle.seat][colour_of(build.card)]
    return number_of(build.card) > max([1, *map(number_of, tower)]) + 1


def begins_with_a_number(puzzle: Puzzle) -> bool:
    (build,) = answer(puzzle)
    tower = view_of(puzzle).towers[puzzle.seat][colour_of(build.card)]
    return number_of(build.card) > 0 and not any(map(number_of, tower))


def has_not_begun(puzzle: Puzzle) -> bool:
    """Tell whether the solution discards a card of a colour that the other has not begun."""
    (discard,) = answer(puzzle)
    return isinstance(discard, Discard) and not view_of(puzzle).towers[1 - puzzle.seat][colour_of(discard.card)]


def draws(puzzle: Puzzle) -> bool:
    return isinstance(answer(puzzle)[0], Draw)


def leaves_the_pile(puzzle: Puzzle) -> bool:
    (draw,) = answer(puzzle)
    return draw.colour in range(len(COLOURS))


def adds_material(puzzle: Puzzle) -> bool:
    (build,) = answer(puzzle)
    return isinstance(build, Build) and number_of(build.card) == 0


def scores_now(puzzle: Puzzle) -> bool:
    return bool(after(puzzle).scores[puzzle.seat] > view_of(puzzle).scores[puzzle.seat])


def tucks_nothing(puzzle: Puzzle) -> bool:
    return not claimed(puzzle) and bool(view_of(puzzle).hand)


def claimed(puzzle: Puzzle) -> list[str]:
    return [step for step in puzzle.lines[0].steps if step.startswith("claim")]


def is_last_round(puzzle: Puzzle) -> bool:
    return bool(view_of(puzzle).last_round)


def claims_a_new_tower(puzzle: Puzzle) -> bool:
    """Tell whether the solution claims a floor of a tower that it starts."""
    free = {str(plot) for plot, tower in enumerate(view_of(puzzle).towers) if not tower}
    plots = {step.split("@")[1].split(".")[0] for step in claimed(puzzle)}
    return any(plot in free or int(plot) >= len(view_of(puzzle).towers) for plot in plots)


def takes_out(puzzle: Puzzle) -> bool:
    return any(isinstance(action, Mine) for action in answer(puzzle))


SHOWN: dict[tuple[str, str], Callable[[Puzzle], bool]] = {
    ("wyoming", "clearance"): lambda puzzle: tower_falls(puzzle, is_own=True),
    ("wyoming", "denial"): lambda puzzle: tower_falls(puzzle, is_own=False),
    ("wyoming", "race"): lambda puzzle: tower_falls(puzzle, is_own=False),
    ("wyoming", "takeover"): another_suit_stands,
    ("wyoming", "supply"): another_grows,
    ("towering", "leap"): leaves_numbers_out,
    ("towering", "foundation"): begins_with_a_number,
    ("towering", "denial"): has_not_begun,
    ("towering", "supply"): draws,
    ("towering", "time"): leaves_the_pile,
    ("towering", "multiplier"): adds_material,
    ("towers", "harvest"): scores_now,
    ("towers", "hold back"): tucks_nothing,
    ("towers", "finale"): is_last_round,
    ("towers", "foundation"): claims_a_new_tower,
    ("icetowers", "dig"): takes_out,
    ("icetowers", "invest"): lambda puzzle: not takes_out(puzzle),
}
"""Checks that a puzzle fits the theme of its pack, by game and pack."""
TOLD_BY_HINTS = {("towers", "growth"), ("towers", "denial"), ("towers", "supply")}
"""Packs whose theme comes from the hints, which have their own tests."""


@pytest.mark.parametrize("game", GAMES)
def test_each_puzzle_fits_the_theme_of_its_pack(game: str) -> None:
    packs = packs_of(puzzles_of(game))
    for pack, its_puzzles in packs.items():
        if pack != MIXED and (game, pack) not in TOLD_BY_HINTS:
            assert [puzzle.name for puzzle in its_puzzles if not SHOWN[game, pack](puzzle)] == [], pack


@pytest.mark.parametrize("game", GAMES)
def test_each_puzzle_is_in_one_pack_and_packs_are_not_too_small(game: str) -> None:
    packs = packs_of(puzzles_of(game))
    assert Counter(p.name for pack in packs.values() for p in pack) == Counter(p.name for p in puzzles_of(game))
    assert all(len(puzzles) >= LEAST for puzzles in packs.values())
    assert packs.keys() <= TITLES.keys()


@pytest.mark.parametrize(
    ("numbers", "packs"),
    [
        ({"hold": LEAST, "denial": LEAST + 1}, {"denial": LEAST + 1, "hold": LEAST}),
        ({"hold": LEAST - 1, "denial": LEAST}, {MIXED: 2 * LEAST - 1}),
        ({"hold": LEAST - 1, "denial": LEAST, "growth": LEAST + 1}, {"growth": LEAST + 1, MIXED: 2 * LEAST - 1}),
    ],
)
def test_packs_have_at_least_so_many_puzzles_and_the_largest_is_first(
    numbers: dict[str, int], packs: dict[str, int]
) -> None:
    """If too few are left over for the mixed pack, the smallest pack joins it."""
    puzzles: Any = [SimpleNamespace(motif=motif) for motif, number in numbers.items() for _ in range(number)]
    assert [(pack, len(found)) for pack, found in packs_of(puzzles).items()] == [*packs.items()]


@pytest.mark.parametrize("game", GAMES)
def test_no_two_puzzles_are_alike(game: str) -> None:
    alike = Counter(analysis_of(game).alike(view_of(puzzle)) for puzzle in puzzles_of(game))
    assert max(alike.values()) == 1


@pytest.mark.parametrize("game", GAMES)
def test_a_solution_describes_each_step_of_the_turn(game: str) -> None:
    """At most 5 % of the puzzles have no reason for the first step; then the difference of the lines is described."""
    firsts = []
    for puzzle in puzzles_of(game):
        steps = (*puzzle.lines[0].steps, *puzzle.rest)
        first, *others = analysis_of(game).turn(view_of(puzzle), steps, puzzle.mistake)
        firsts.append(first)
        assert all(text[0].isupper() and text.endswith((".", "!")) for text in others), puzzle.name
        if game == "towers":  # the end is left out if no card could be tucked any more
            assert len(others) + 1 in (len(steps) - 1, len(steps)), puzzle.name
            assert sum("Tucking" in text for text in others) == sum(step.startswith("claim") for step in steps)
        if game == "towering":
            assert len(others) == (not puzzle.lines[0].steps[0].startswith("draw")), puzzle.name
    assert 20 * sum(len(text.split()) <= 5 for text in firsts) < len(firsts), "these say only what is done"


def test_the_pips_of_each_play_of_a_solution_come_to_its_total() -> None:
    analysis, several = analysis_of("icetowers"), 0
    for puzzle in puzzles_of("icetowers"):
        *plays, total = analysis.turn(view_of(puzzle), (*puzzle.lines[0].steps, *puzzle.rest), puzzle.mistake)
        gains = [int(found.replace("−", "-")) for text in plays for found in re.findall(r", for ([−\d]+)\.$", text)]
        assert len(gains) == len(plays)
        assert total.startswith(f"In all, that gains {with_minus(sum(gains))} rather than ")
        several += len({*gains}) > 1
    assert several > 5


# -- the puzzle of the day


def test_the_puzzle_of_the_day_depends_on_the_date_and_does_not_repeat() -> None:
    year = [puzzle_progress.puzzle_of(DAY + timedelta(days=number), GAMES) for number in range(365)]
    assert year[:30] == [
        puzzle_progress.puzzle_of(DAY + timedelta(days=number), [*reversed(GAMES)]) for number in range(30)
    ]
    names = [(puzzle.header.game, puzzle.name) for puzzle in year if puzzle]
    assert len(names) == 365
    for first in range(365 - puzzle_progress.NO_REPEAT_DAYS):
        month = names[first : first + puzzle_progress.NO_REPEAT_DAYS]
        assert len(set(month)) == len(month)
    for first in range(0, 365, puzzle_progress.NO_REPEAT_DAYS):
        assert {game for game, _ in names[first : first + 30]} == set(GAMES) or first > 335
    assert not any(puzzle.is_deep for puzzle in year if puzzle)


def test_the_puzzle_of_the_day_can_be_counted_where_its_game_has_such() -> None:
    judged = set()
    for number in range(90):
        puzzle = puzzle_progress.puzzle_of(DAY + timedelta(days=number), GAMES)
        assert puzzle
        if not puzzle.counted:
            judged.add(puzzle.header.game)
    for game in judged:
        assert not [puzzle.name for puzzle in puzzles_of(game) if puzzle.counted and not puzzle.is_deep], game


def test_an_additional_game_changes_only_its_own_days() -> None:
    fewer = GAMES[1:]
    for number in range(30):
        day = DAY + timedelta(days=number)
        puzzle = puzzle_progress.puzzle_of(day, GAMES)
        assert puzzle
        assert puzzle.header.game == GAMES[0] or puzzle == puzzle_progress.puzzle_of(day, fewer)
    assert puzzle_progress.puzzle_of(DAY, []) is None


def test_a_day_counts_if_its_puzzle_was_solved_on_that_day() -> None:
    puzzle = puzzle_progress.puzzle_of(DAY, GAMES)
    assert puzzle

    def is_solved(when: str, is_right: bool = True) -> bool:
        return puzzle_progress.is_solved(DAY, GAMES, [PuzzleTry(puzzle.header.game, puzzle.name, is_right, when)])

    assert is_solved("2026-11-25T12:00:00+00:00")
    assert is_solved("2026-11-26T00:30:00+02:00")  # still the day before in UTC
    assert not is_solved("2026-11-24T12:00:00+00:00")
    assert not is_solved("2026-11-25T12:00:00+00:00", is_right=False)
    assert not is_solved("")
    assert [day for day, _ in puzzle_progress.week(DAY, GAMES, [])] == [
        DAY - timedelta(days=6 - number) for number in range(7)
    ]
