"""Packs of puzzles, whose puzzles must fit the pack's theme; and the puzzle of the day."""

from collections import Counter
from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

import pytest

from tests.game.puzzles.test_shipped_puzzles import GAMES, view_of
from topping_out.game.bots import puzzles as today
from topping_out.game.bots.puzzles import LEAST, MIXED, TITLES, Puzzle, analysis_of, packs_of, puzzles_of
from topping_out.game.bots.reasons import OTHERS, TOTAL, Fact
from topping_out.game.icetowers.actions import Mine
from topping_out.game.storage.history import PuzzleTry
from topping_out.game.towering.actions import COLOURS, Build, Discard, Draw, colour_of, number_of
from topping_out.game.wyoming.actions import PlayKind

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
    for pack, puzzles in packs.items():
        if pack != MIXED and (game, pack) not in TOLD_BY_HINTS:
            assert [puzzle.name for puzzle in puzzles if not SHOWN[game, pack](puzzle)] == [], pack


@pytest.mark.parametrize("game", GAMES)
def test_each_puzzle_is_in_one_pack_and_packs_are_not_too_small(game: str) -> None:
    packs = packs_of(puzzles_of(game))
    assert Counter(p.name for pack in packs.values() for p in pack) == Counter(p.name for p in puzzles_of(game))
    assert all(len(puzzles) >= LEAST for puzzles in packs.values())
    assert packs.keys() <= TITLES.keys()


@pytest.mark.parametrize("game", GAMES)
def test_no_two_puzzles_are_alike(game: str) -> None:
    alike = Counter(analysis_of(game).alike(view_of(puzzle)) for puzzle in puzzles_of(game))
    assert max(alike.values()) == 1


@pytest.mark.parametrize("game", GAMES)
def test_a_solution_describes_its_idea(game: str) -> None:
    """At most 5 % of the puzzles have no idea; then the difference of the lines is described instead."""
    ideas = [
        analysis_of(game).idea(view_of(puzzle), puzzle.lines[0].steps, puzzle.mistake) for puzzle in puzzles_of(game)
    ]
    assert all(len(idea.split()) > 6 and "must build" not in idea for idea in ideas if idea)
    assert 20 * ideas.count("") < len(ideas)


def test_a_draw_described_as_costing_time_does_so_in_playouts() -> None:
    analysis, number = analysis_of("towering"), 0
    for puzzle in puzzles_of("towering"):
        if "leaves the opponent less time" in analysis.idea(view_of(puzzle), puzzle.lines[0].steps, puzzle.mistake):
            (theirs,) = (each for each in puzzle.differences if each.fact == Fact(TOTAL, (OTHERS,)))
            assert theirs.is_clear
            assert theirs.more < -2
            number += 1
    assert number == 11


# -- the puzzle of the day


def test_the_puzzle_of_the_day_depends_on_the_date_and_does_not_repeat() -> None:
    month = [today.puzzle_of(DAY + timedelta(days=number), GAMES) for number in range(30)]
    assert month == [today.puzzle_of(DAY + timedelta(days=number), [*reversed(GAMES)]) for number in range(30)]
    names = [(puzzle.header.game, puzzle.name) for puzzle in month if puzzle]
    assert len(set(names)) == len(month) == 30
    assert {game for game, _ in names} == set(GAMES)
    assert not any(puzzle.is_deep for puzzle in month if puzzle)


def test_an_additional_game_changes_only_its_own_days() -> None:
    fewer = GAMES[1:]
    for number in range(30):
        day = DAY + timedelta(days=number)
        puzzle = today.puzzle_of(day, GAMES)
        assert puzzle
        assert puzzle.header.game == GAMES[0] or puzzle == today.puzzle_of(day, fewer)
    assert today.puzzle_of(DAY, []) is None


def test_a_day_counts_if_its_puzzle_was_solved_on_that_day() -> None:
    puzzle = today.puzzle_of(DAY, GAMES)
    assert puzzle

    def is_solved(when: str, is_right: bool = True) -> bool:
        return today.is_solved(DAY, GAMES, [PuzzleTry(puzzle.header.game, puzzle.name, is_right, when)])

    assert is_solved("2026-11-25T12:00:00+00:00")
    assert is_solved("2026-11-26T00:30:00+02:00")  # still the day before in UTC
    assert not is_solved("2026-11-24T12:00:00+00:00")
    assert not is_solved("2026-11-25T12:00:00+00:00", is_right=False)
    assert not is_solved("")
    assert [day for day, _ in today.week(DAY, GAMES, [])] == [DAY - timedelta(days=6 - number) for number in range(7)]
