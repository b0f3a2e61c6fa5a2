"""Bots by name, also in a game that brings few of them or none."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from topping_out.game import registry, roster
from topping_out.game.bots import weights
from topping_out.game.bots.playouts import PlayoutBot
from topping_out.game.bots.weights import bot_named, gauntlet, make_bot, weights_named
from topping_out.game.engine import RandomBot
from topping_out.game.registry import GameEntry
from topping_out.game.roster import UnknownBot

GAME = registry.load("towers")
MASTER = weights_named("towers", "master")


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Let the game's data lie in a folder that is empty so far."""
    monkeypatch.setattr(registry, "entry", lambda name: GameEntry("topping_out.game.towers.rules:GAME", tmp_path))
    weights._tables.cache_clear()
    yield tmp_path
    weights._tables.cache_clear()


@pytest.mark.parametrize("name", roster.names())
def test_without_weights_every_bot_plays_its_actions_out(data: Path, name: str) -> None:
    assert isinstance(bot_named(GAME, name), PlayoutBot)
    assert isinstance(bot_named(GAME, roster.RANDOM), RandomBot)


def test_a_level_that_has_no_weights_plays_its_actions_out(data: Path) -> None:
    (data / "bots.toml").write_text(f"[easy]\nnow = {MASTER['now']}\n")
    assert weights_named("towers", "easy") == {"now": MASTER["now"]}
    assert isinstance(bot_named(GAME, "hard"), PlayoutBot)


def test_without_tempers_a_character_plays_as_its_level(data: Path) -> None:
    (data / "bots.toml").write_text("".join(f"[{level}]\nnumber = {n}\n" for n, level in enumerate(roster.LEVELS)))
    for word in roster.characters():
        assert weights_named("towers", word) == weights_named("towers", roster.level_of(word))


def test_without_a_gauntlet_of_its_own_a_game_has_the_random_bot(data: Path) -> None:
    assert gauntlet("towers") == ("random",)


def test_an_unknown_name_is_answered_with_those_there_are(data: Path) -> None:
    with pytest.raises(UnknownBot, match=r"there is no bot 'one-turn' in towers: choose from gentle, .*, random"):
        bot_named(GAME, "one-turn")


def test_a_game_that_makes_no_bots_says_so_of_a_table_of_weights(data: Path) -> None:
    with pytest.raises(ValueError, match="the bots of Towers have no weights"):
        make_bot(GAME, MASTER)
