"""The command line speaks the reader's language: helps, errors, names of players, what `doctor` finds."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

import pytest

from topping_out.game.cli import main
from topping_out.game.cli.arguments import read_players
from topping_out.game.language import ENGLISH
from topping_out.game.storage.files import config_folder
from topping_out.game.storage.translations import languages

LANGUAGES = sorted(path.stem for path in languages.FOLDER.glob("*.po"))
ERRORS = (
    "play nogame", "play", "play wyoming --day 2999-01-01", "play wyoming --day x", "play wyoming --seed -1",
    "play wyoming --seats human,nobody", "play wyoming --names a,b,c", "replay nofile", "arena wyoming",
    "simulate wyoming --seats easy,easy --games 0", "arena wyoming --seats easy,easy --sprt 1",
    "ladder wyoming --seats 1",
    "tune wyoming --bot easy --out x.toml", "tune wyoming --bot easy --out x.toml --generations 1 --fix nothing",
    "play wyoming --month 2026-13", "play wyoming --month 2026-11 --seed 7", "play towering --month 2026-11",
    "play wyoming --options tidle", "play wyoming --options rain", "play wyoming --options tidal=maybe",
    "play towering --options materials=x", "play towers --options deck=nowhere",
    "export", "bot wyoming --level exec:true", "bot wyoming --level exec:no-such-program",
    "arena wyoming --seats easy,@nofile", "bot wyoming --level exec:", "--nothing", "nothing",
)  # fmt: skip


@pytest.fixture(params=LANGUAGES)
def spoken(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.setenv(languages.VARIABLE, request.param)
    languages.use(request.param)
    yield request.param
    languages.use(ENGLISH)


def parsers(parser: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
    """Yield a parser, and those of its commands."""
    yield parser
    for action in parser._actions:
        for command in action.choices.values() if isinstance(action, argparse._SubParsersAction) else ():
            yield from parsers(command)


def helps() -> list[str]:
    """Return what is said of each command and argument."""
    every = [*parsers(main._parser())]
    commands = [choice.help for choice in every[0]._subparsers._group_actions[0]._choices_actions]  # type: ignore
    return [*commands, *(str(action.help) for parser in every for action in parser._actions if action.help)]


def test_every_help_is_in_the_readers_language(spoken: str) -> None:
    translated = helps()
    languages.use(ENGLISH)
    english = helps()
    assert len(english) == len(translated) > 60
    same = {text for text, other in zip(english, translated) if text == other}
    assert all(", " in text or text == "==SUPPRESS==" for text in same), same  # lists of names, such as the games'


@pytest.mark.parametrize("line", ERRORS)
def test_every_error_is_in_the_readers_language(
    spoken: str, line: str, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main.main(line.split()) == 2
    said = capsys.readouterr().err
    monkeypatch.setenv(languages.VARIABLE, ENGLISH)
    assert main.main(line.split()) == 2
    assert said != capsys.readouterr().err


def test_players_without_a_name_are_called_in_the_readers_language(spoken: str) -> None:
    names = [player.name for player in read_players("human,medium,medium")]
    languages.use(ENGLISH)
    assert {*names}.isdisjoint(player.name for player in read_players("human,medium,medium"))


def test_doctor_speaks_it_too(spoken: str, capsys: pytest.CaptureFixture[str]) -> None:
    main.main(["doctor"])
    topics = {line[4:].partition(":")[0].strip() for line in capsys.readouterr().out.splitlines()}
    assert topics.isdisjoint({"settings", "records", "saved games", "languages", "games", "searches"})


def test_the_settings_choose_the_language(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    for name in (languages.VARIABLE, "LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    settings = config_folder() / languages.SETTINGS
    settings.parent.mkdir(parents=True, exist_ok=True)
    for content, word in ((b'{"language": "de"}', "Aufruf"), (b'{"language": 3}', "usage"), (b"{", "usage")):
        settings.write_bytes(content)
        assert main.main(["--help"]) == 0
        assert capsys.readouterr().out.startswith(word)
    languages.use(ENGLISH)
