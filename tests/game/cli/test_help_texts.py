"""What `--help`, `help`, `completion` and the man page say of commands and games."""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from distribution.linux.manual import RECORDS, completions, manual, roff
from tests.game.cli.refusals import refusal
from tests.game.cli.test_program import parsers
from topping_out.game import registry
from topping_out.game.cli import console, main
from topping_out.game.cli.console import option_lines, options_help
from topping_out.game.cli.main import SHELLS
from topping_out.game.storage.files import records_folder

GAMES = list(registry.names())
WITH_OPTIONS = ("play", "simulate", "arena", "ladder", "tune", "print")


def flat(text: str) -> str:
    return re.sub(r"\s+", " ", text)


def shown(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main.main(list(words)) == 0
    return capsys.readouterr().out


# -- a game's options


@pytest.mark.parametrize("command", WITH_OPTIONS)
@pytest.mark.parametrize("name", GAMES)
def test_the_help_has_the_options_of_the_named_game_only(
    command: str, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for words in ((command, name, "--help"), (command, "--help", name)):
        text = shown(capsys, *words)
        assert text.startswith(f"usage: topping-out {command} ")
        assert text.endswith(options_help(registry.load(name)))
        assert text.count("options of ") == 1


@pytest.mark.parametrize("command", WITH_OPTIONS)
def test_without_a_game_the_help_says_where_its_options_are(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = shown(capsys, command, "--help")
    assert "options of " not in text.replace("The options of a game", "")
    assert text.endswith("The options of a game: `topping-out help GAME`\n")


@pytest.mark.parametrize("name", GAMES)
def test_every_option_value_and_preset_of_a_game_is_in_its_help(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    game, text = registry.load(name), flat(shown(capsys, "help", name))
    assert text.startswith(f"{game.title} ({name}) ")
    few, most = game.seats[0], game.seats[-1]
    assert f"For: {f'{few} seats' if few == most else f'{few} to {most} seats'} " in text
    for seats in game.seats:
        for option in game.options(seats):
            assert re.search(rf" {option.key}[:=]", text)
            assert option.help in text
            values = re.search(rf" {option.key}=(\S+): ", text)
            offered = {str(value) for value in option.lasting}
            assert option.is_switch if values is None else offered <= set(values[1].split("|"))
    assert [preset.key for preset in game.presets if f" {preset.key}: {preset.about}" not in text] == []


@pytest.mark.parametrize("columns", [30, 60, 80, 200])
def test_lines_fit_the_terminal_and_no_word_to_type_is_broken(columns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    for name in GAMES:
        game = registry.load(name)
        text = options_help(game)
        longest = max(map(len, " ".join(option_lines(game)).split())) + 6
        assert max(map(len, text.splitlines())) <= max(columns, console.NARROWEST, longest)
        assert {*" ".join(option_lines(game)).split()} <= {*text.split()}


def test_the_help_says_for_how_many_seats_an_option_exists() -> None:
    assert "foundations=1|2: Room for one tower each, or for two under a Sky of 8. With 3 seats. (default: 1)" in flat(
        options_help(registry.load("wyoming"))
    )


def test_games_are_loaded_for_the_help_only_when_it_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "load", lambda name: pytest.fail("a game is loaded"))
    assert main.main(["--version"]) == 0
    assert main.main(["help"]) == 0


def test_presets_in_the_help_are_translated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("topping_out.game.cli.console.tr", lambda text, **_: text.upper())
    monkeypatch.setattr("topping_out.game.options.tr", lambda text, **fields: text.format(**fields).upper())
    text = options_help(registry.load("wyoming"))
    assert "SHORT_GAME: " not in text
    assert "short_game: A SKY OF 7 PENNIES" in flat(text)


# -- help


def command_words() -> list[list[str]]:
    return [parser.prog.split()[1:] for parser in parsers(main.make_parser())]


@pytest.mark.parametrize("words", command_words(), ids=" ".join)
def test_help_of_a_command_is_what_its_option_shows(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert shown(capsys, "help", *words) == shown(capsys, *words, "--help")


def test_help_of_a_command_may_name_a_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert shown(capsys, "help", "play", "towers") == shown(capsys, "play", "towers", "--help")
    for words, said in (
        ("play x", "there's no 'x' here: choose from wyoming"),
        ("towers x", "unrecognized arguments: x"),
    ):
        assert main.main(["help", *words.split()]) == 2
        assert said in capsys.readouterr().err


# -- did you mean


MISSPELT = {
    "plya": "'play'", "play --sed 7 wyoming": "--seed", "play wyomin": "'wyoming'", "help wyomin": "'wyoming'",
    "help deck mesure": "'measure'", "deck mesure two": "'measure'", "play wyoming --seats human,hrad": "'hard'",
    "arena wyoming --seat hard,easy": "--seats", "play wyoming --options tidle": "'tidal'",
    "bot wyoming --level maste": "'master'", "print towers --paper leter": "'letter'", "completion bsh": "'bash'",
    "--portble": "--portable",
}  # fmt: skip


@pytest.mark.parametrize(("line", "meant"), MISSPELT.items())
def test_what_was_probably_meant_is_suggested(line: str, meant: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main.main(line.split()) == 2
    assert f"(did you mean {meant}?)" in refusal(capsys)


def long_options() -> Iterator[tuple[list[str], str]]:
    for parser in parsers(main.make_parser()):
        for action in parser._actions:
            for option in action.option_strings:
                if option.startswith("--"):
                    yield parser.prog.split()[1:], option


@pytest.mark.parametrize(("words", "option"), list(long_options()), ids=str)
def test_a_letter_too_many_in_any_option_is_noticed(
    words: list[str], option: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main.main([*words, f"{option}x"]) == 2
    assert f"(did you mean {option}?)" in refusal(capsys)


# -- completion


@pytest.mark.parametrize("shell", SHELLS)
def test_the_completion_knows_every_command_and_game(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    script = shown(capsys, "completion", shell)
    names = [word for words in command_words() for word in words]
    assert [name for name in (*names, *GAMES) if name not in script] == []


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_shells_can_read_their_completion(shell: str, tmp_path: Path) -> None:
    if not shutil.which(shell):
        pytest.skip(f"needs {shell}")
    script = tmp_path / "completion"
    script.write_text(next(text for place, text in completions().items() if shell in place), encoding="utf-8")
    subprocess.run([shell, "-n", str(script)], check=True)


def test_pages_of_the_package_name_no_folder_of_the_machine_that_makes_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TOPPING_OUT_HOME", str(tmp_path))
    pages = [manual("1 May 2026"), *completions().values()]
    assert RECORDS in pages[0].replace(r"\-", "-")
    assert [page for page in pages if tmp_path.name in page.replace(r"\-", "-")] == []


@pytest.mark.skipif(sys.platform != "linux", reason="the folders are those of Linux")
def test_the_man_page_names_the_folder_of_records(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("TOPPING_OUT_HOME", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    assert records_folder() == Path(RECORDS.replace("~", str(tmp_path)))


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("topping-out pl", "play"), ("topping-out play tower", "towers"), ("topping-out play wyoming --se", "--seed"),
        ("topping-out bot wyoming --level ma", "master"), ("topping-out deck me", "measure"),
        ("topping-out print towers --paper l", "letter"),
    ],
)  # fmt: skip
def test_bash_completes_words(line: str, offered: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    if not shutil.which("bash"):
        pytest.skip("needs bash")
    words = line.split()
    script = (
        shown(capsys, "completion", "bash")
        + f"\nCOMP_WORDS=({line}); COMP_CWORD={len(words) - 1}\n"
        + f'_shtab_topping_out topping-out "{words[-1]}" "{words[-2]}"; echo "${{COMPREPLY[@]}}"'
    )
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True, cwd=tmp_path)
    assert offered in done.stdout.split()


# -- man page


def test_the_man_page_has_every_command_option_and_preset() -> None:
    page = manual("2026-11-29")
    for parser in parsers(main.make_parser()):
        assert roff(parser.prog) in page
        for action in parser._actions:
            if action.help != argparse.SUPPRESS:
                assert [option for option in action.option_strings if roff(option) not in page] == []
    for name in GAMES:
        game = registry.load(name)
        assert [line for line in option_lines(game) if roff(line.partition(": ")[2]) not in page] == []


def test_the_man_page_has_no_errors() -> None:
    if not shutil.which("groff"):
        pytest.skip("needs groff")
    done = subprocess.run(
        ["groff", "-man", "-Tutf8", "-ww", "-z"], input=manual("2026-11-29").encode(), capture_output=True, check=True
    )
    assert done.stderr == b""


def test_the_man_page_is_the_same_for_every_user(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    page = manual("2026-11-29")
    monkeypatch.setenv("TOPPING_OUT_HOME", str(tmp_path))
    assert manual("2026-11-29") == page
