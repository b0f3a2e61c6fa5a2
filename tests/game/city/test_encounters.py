"""What there was between a player and a character: the score of all games, and what is remembered of the last."""

from dataclasses import replace as changed
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.game.matches import play_on, played_by_chance
from topping_out.game.bots.talk import Remark
from topping_out.game.city.encounters import HeadToHead, head_to_head, remembrance
from topping_out.game.engine import BuiltTower, Outcome, Part
from topping_out.game.match import Match
from topping_out.game.progress.feat import Harm
from topping_out.game.progress.summary import Summary, summarise
from topping_out.game.record import Header, Occasion, Player, new_header
from topping_out.game.registry import load, names
from topping_out.game.roster import characters
from topping_out.game.storage.library import Saved

YOU, NELL = Player("You"), Player("Nell Nettle", "bot", "nell", 1)
SAYS = characters()["nell"].says


def met(day: int, winners: tuple[int, ...], *others: Player, game: str = "towers", **summary: object) -> Saved:
    header = new_header(load(game), (YOU, *(others or (NELL,))), {}, day, f"2026-11-{day:02}T12:00:00")
    outcome = Outcome(winners, (9, 5, 3), "points")
    return Saved(Path(f"{day}.jsonl"), header, 9, outcome, Summary(1, **summary))  # type: ignore[arg-type]


def now(*others: Player) -> Header:
    return new_header(load("towers"), (YOU, *(others or (NELL,))), {}, 1)


def test_the_score_counts_all_games_at_any_level_and_shared_wins_for_nobody() -> None:
    stronger = replace(NELL, level="nell@master")
    games = [met(1, (0,)), met(2, (1,)), met(3, (1,), stronger), met(4, (0, 1)), met(5, (0,), game="wyoming")]
    assert head_to_head(games, "You", "nell") == HeadToHead(2, 2)
    assert head_to_head(games, "Ana", "nell") == head_to_head(games, "You", "ada") == HeadToHead()


def test_a_win_of_a_third_at_the_table_counts_for_neither() -> None:
    otto = Player("Otto Overreach", "bot", "otto", 2)
    assert head_to_head([met(1, (2,), NELL, otto)], "You", "nell") == HeadToHead()


def test_a_game_gone_on_with_from_another_is_no_encounter() -> None:
    game = met(1, (0,))
    branch = changed(game, header=replace(game.header, occasion=Occasion(branch=3)))
    assert head_to_head([branch], "You", "nell") == HeadToHead()
    assert remembrance([branch], now()) is None


def test_whom_nobody_has_met_is_greeted_as_ever() -> None:
    assert remembrance([], now()) is None
    assert remembrance([met(1, (0,))], now(Player("Mesa", "bot", "easy", 1))) is None


def test_harm_is_remembered_first_and_with_its_words() -> None:
    harms = (Harm(1, 0, "SPIRE"),)
    remark = remembrance([met(1, (0,), harms=harms)], now())
    assert remark == Remark(1, f"Last time you took my SPIRE. {SAYS['wronged'][0]}")


def test_the_last_game_counts_and_nobody_elses_harm() -> None:
    old, new = met(1, (0,), harms=(Harm(1, 0, "SPIRE"),)), met(2, (1,), harms=(Harm(2, 0, "OFFICE"),))
    assert remembrance([new, old], now()) == Remark(1, SAYS["ahead"][0])


def test_a_win_is_remembered_by_its_tower() -> None:
    tower = BuiltTower((Part("SPIRE"), Part("SUITE")), 0, 12)
    remark = remembrance([met(1, (0,), tower=tower)], now())
    assert remark == Remark(1, f"Last time you won with this tower: 2 floors, 12 points. {SAYS['beaten'][0]}")
    assert remembrance([met(1, (0,))], now()) == Remark(1, SAYS["beaten"][0])


def test_a_shared_win_leaves_nothing_to_say() -> None:
    assert remembrance([met(1, (0, 1))], now()) is None


def test_whoever_plays_at_another_level_remembers_too() -> None:
    assert remembrance([met(1, (1,))], now(replace(NELL, level="nell@gentle"))) == Remark(1, SAYS["ahead"][0])


def test_of_several_humans_nobody_is_meant() -> None:
    assert remembrance([met(1, (1,))], now(Player("Ana", colour=2), NELL)) is None


@pytest.mark.parametrize("name", names())
def test_only_harm_that_a_human_did_to_a_bot_is_kept_and_the_game_has_words_for_it(name: str) -> None:
    game = load(name)
    found: list[Harm] = []
    for seed in range(6):
        record = played_by_chance(name, YOU, NELL, seed=seed)
        found += summarise(record)[1].harms
    assert all((harm.seat, harm.by) == (1, 0) for harm in found)
    words = [game.describe_harm(harm.what, harm.size) for harm in found]
    assert all(not text or text.endswith(".") for text in words)
    assert (not words) or all(words)


def test_some_games_have_harm_to_remember() -> None:
    kept = {
        name
        for name in names()
        for seed in range(6)
        if summarise(played_by_chance(name, YOU, NELL, seed=seed))[1].harms
    }
    assert len(kept) >= 3


def test_what_was_not_there_is_not_made_up() -> None:
    """A tower of hearts is a goal only of the winner's, and of the suit that it has."""
    match = play_on(Match.new(new_header(load("wyoming"), (YOU, NELL), {"first": 0}, 7)))
    outcome, summary = summarise(match.record)
    assert outcome
    assert {goal.seat for goal in summary.goals} <= {*outcome.winners} & {0}
