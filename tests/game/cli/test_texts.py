"""The texts of the command line: help, completion, man page, and what commands print in every language."""

from __future__ import annotations

import argparse
import errno
import io
import os
import platform
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from gettext import NullTranslations
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from distribution.linux.manual import RECORDS, completions, manual, roff
from tests.game.cli.test_program import LANGUAGES, parsers
from tests.game.processes import Shell
from tests.untrusted.hostile import real_record
from topping_out.game import language, registry, roster
from topping_out.game.arena import tuning
from topping_out.game.bots import weights
from topping_out.game.bots.weights import gauntlet
from topping_out.game.cli import console, main
from topping_out.game.cli.console import PARSER_SAYS, PROGRAM, Parser, option_lines, options_help
from topping_out.game.cli.main import SHELLS
from topping_out.game.language import ENGLISH
from topping_out.game.storage import translations
from topping_out.game.storage.files import HOME_VARIABLE, records_folder, user_folder
from topping_out.game.text import SYSTEM_SAYS, escaped, not_opened, printable, system_says

GAMES = list(registry.names())
WITH_OPTIONS = ("play", "simulate", "arena", "ladder", "tune", "print")


def flat(text: str) -> str:
    return re.sub(r"\s+", " ", text)


# -- a game's options


@pytest.mark.parametrize("command", WITH_OPTIONS)
@pytest.mark.parametrize("name", GAMES)
def test_the_help_has_the_options_of_the_named_game_only(command: str, name: str, shell: Shell) -> None:
    for words in (f"{name} --help", f"--help {name}"):
        text = shell.run(f"{command} {words}")
        assert text.startswith(f"usage: topping-out {command} ")
        assert text.endswith(options_help(registry.load(name)))
        assert text.count("options of ") == 1


@pytest.mark.parametrize("command", WITH_OPTIONS)
def test_without_a_game_the_help_says_where_its_options_are(command: str, shell: Shell) -> None:
    text = shell.run(f"{command} --help")
    assert "options of " not in text.replace("The options of a game", "")
    assert text.endswith("The options of a game: `topping-out help GAME`\n")


@pytest.mark.parametrize("name", GAMES)
def test_every_option_value_and_preset_of_a_game_is_in_its_help(name: str, shell: Shell) -> None:
    game, text = registry.load(name), flat(shell.run(f"help {name}"))
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
    """Return the words of each command."""
    return [parser.prog.split()[1:] for parser in parsers(main.make_parser())]


@pytest.mark.parametrize("words", command_words(), ids=" ".join)
def test_help_of_a_command_is_what_its_option_shows(words: list[str], shell: Shell) -> None:
    line = " ".join(words)
    assert shell.run(f"help {line}") == shell.run(f"{line} --help")


def test_help_of_a_command_may_name_a_game(shell: Shell) -> None:
    assert shell.run("help play towers") == shell.run("play towers --help")
    for words, said in (
        ("play x", "there's no 'x' here: choose from wyoming"),
        ("towers x", "unrecognized arguments: x"),
    ):
        assert said in shell.refuse(f"help {words}")


# -- did you mean


MISSPELT = {
    "plya": "'play'", "play --sed 7 wyoming": "--seed", "play wyomin": "'wyoming'", "help wyomin": "'wyoming'",
    "help deck mesure": "'measure'", "deck mesure two": "'measure'", "play wyoming --seats human,hrad": "'hard'",
    "arena wyoming --seat hard,easy": "--seats", "play wyoming --options tidle": "'tidal'",
    "bot wyoming --level maste": "'master'", "print towers --paper leter": "'letter'", "completion bsh": "'bash'",
    "--portble": "--portable",
}  # fmt: skip


@pytest.mark.parametrize(("line", "meant"), MISSPELT.items())
def test_what_was_probably_meant_is_suggested(line: str, meant: str, shell: Shell) -> None:
    assert f"(did you mean {meant}?)" in shell.refuse(line)


def long_options() -> Iterator[tuple[list[str], str]]:
    for parser in parsers(main.make_parser()):
        for action in parser._actions:
            for option in action.option_strings:
                if option.startswith("--"):
                    yield parser.prog.split()[1:], option


@pytest.mark.parametrize(("words", "option"), list(long_options()), ids=str)
def test_a_letter_too_many_in_any_option_is_noticed(words: list[str], option: str, shell: Shell) -> None:
    assert f"(did you mean {option}?)" in shell.refuse("", *words, f"{option}x")


# -- completion


@pytest.mark.parametrize("name", SHELLS)
def test_the_completion_knows_every_command_and_game(name: str, shell: Shell) -> None:
    script = shell.run(f"completion {name}")
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
def test_bash_completes_words(line: str, offered: str, tmp_path: Path, shell: Shell) -> None:
    if not shutil.which("bash"):
        pytest.skip("needs bash")
    words = line.split()
    script = (
        shell.run("completion bash")
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


# -- help in every language, on every terminal, and with users' own catalogues


TERMINALS = ("ascii", "latin-1", "cp1252", "utf-8", "shift_jis", "koi8-u")
SIGNS = ("100 %", "100%", "%", "%%", "% d", "%d", "%s", "%(prog)", "%(nothing)s", "%(default)d", "%(prog)s", "50%-60%")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path / "100%d %s home"))
    return tmp_path


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize("encoding", TERMINALS)
@pytest.mark.parametrize("language_code", [ENGLISH, *LANGUAGES])
def test_every_help_is_shown_on_every_terminal(
    language_code: str, encoding: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(translations.VARIABLE, language_code)
    for command in command_words() if encoding == "ascii" else [[], ["ladder"], ["replay"]]:
        out, err = (io.TextIOWrapper(io.BytesIO(), encoding) for _ in range(2))
        with monkeypatch.context() as terminal:
            terminal.setattr(sys, "stdout", out)
            terminal.setattr(sys, "stderr", err)
            assert main.main([*command, "--help"]) == 0
            assert main.main([*command, "--nothing"]) == 2
        out.flush(), err.flush()
        assert out.buffer.getvalue()
        assert err.buffer.getvalue().count(b"\n") == 1


HEADING = "%(heading)s:"
"""A text that `argparse` fills in itself since Python 3.13."""


class Signed(NullTranslations):
    """A language in which every sentence ends with the same text."""

    def __init__(self, sign: str) -> None:
        super().__init__()
        self.sign = sign

    def gettext(self, message: str) -> str:
        return message if message in (*PARSER_SAYS, HEADING) else f"{message} {self.sign}"


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize("sign", SIGNS)
def test_percent_signs_in_help_texts_are_kept(sign: str) -> None:
    language.speak("xx", Signed(sign))
    parser = main.make_parser()
    for each in parsers(parser):
        assert each.format_help()
    help_text = parser.format_help()
    shown = sign.replace("%(prog)s", "topping-out").replace("%%", "%")
    assert f"measure bots against each other {shown}" in " ".join(help_text.split())


@pytest.mark.usefixtures("home")
def test_placeholders_of_argparse_are_filled_in() -> None:
    parser = Parser(prog="x")
    parser.add_argument("--number", default=7, help="of %(prog)s, 50%% (default: %(default)s, %(nothing)s, 100%)")
    assert "of x, 50% (default: 7, %(nothing)s, 100%)" in parser.format_help()


BAD = [
    (message, text)
    for message in PARSER_SAYS
    if "%" in message
    for text in ("", "%", "%d", "100 %", "%s %s %s", "%(nothing)s", message + " 100%", message.replace("s", "d"))
    if text and text != message
]


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize(("message", "text"), BAD)
def test_a_translation_with_bad_placeholders_stays_english(message: str, text: str) -> None:
    """A user's catalogue may contain a translation on which argparse would fail."""
    path = user_folder("languages") / "xx.po"
    path.parent.mkdir(parents=True)
    path.write_text(f'msgid ""\nmsgstr "X-Language-Name: X\\n"\n\nmsgid "{message}"\nmsgstr "{text}"\n', "utf-8")
    translations.use("xx")
    assert language.tr(message) == message
    assert any("xx.po, line 4" in problem for problem in translations.broken_catalogues())


def test_placeholders_may_be_reordered_in_a_translation(home: Path) -> None:
    path = user_folder("languages") / "xx.po"
    path.parent.mkdir(parents=True)
    message = "argument %(argument_name)s: %(message)s"
    path.write_text(f'msgid "{message}"\nmsgstr "%(message)s (%(argument_name)s, 100%%)"\n', "utf-8")
    translations.use("xx")
    error = argparse.ArgumentError(argparse.Action(["--x"], "x"), "bad")
    assert str(error) == "bad (--x, 100%)"


# -- what commands print, in every language: nothing stays English, and nothing is escaped


OPENING, CLOSING = "⟦", "⟧"
PLACE = re.compile(r"(\{\w+\}|%\(\w+\)[rs]|%[rs])")


class Bracketed(NullTranslations):
    """A language in which each piece of a sentence stands in brackets, but not what is filled in."""

    def gettext(self, message: str) -> str:
        return "".join(
            piece if PLACE.fullmatch(piece) or not piece.strip() else f"{OPENING}{piece}{CLOSING}"
            for piece in PLACE.split(message)
        )

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)

    def pgettext(self, context: str, message: str) -> str:
        return self.gettext(message)

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        return self.ngettext(msgid1, msgid2, n)


COMMANDS = (
    "simulate wyoming --seats random,random --games 2",
    "arena wyoming --seats random,gentle --pairs 2 --sprt 0,100",
    "arena towering --seats random --gauntlet --pairs 1 --options classic",
    "ladder towering --pairs 1 --picture ladder.svg --options classic",
    "ladder wyoming --pairs 1 --seats 3",
    "tune towering --bot gentle --generations 1 --pairs 1 --out tuned.toml --options classic",
    "replay game.jsonl --text",
    "replay game.jsonl --review",
    "statistics",
    "statistics --csv games.csv",
    "export all.zip",
    "import all.zip",
    "report report.zip",
    "doctor",
    "deck measure two --games 1",
)
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
DATA = re.compile(
    r"""(?xm)
    \S*[/\\.@=]\S*                   # files, options with values
    | --[\w-]+ | -\w\b | `[^`]*`     # options, commands
    | '[^']*' | “[^”]*”              # what was typed
    | \b[A-Z]{2,}\b                  # metavariables
    | ^(ok|!!)\b | U\+\w+ | \bElo\b | \bSPRT\b | AccessKit\ \S+
    """
)
NAMES = re.compile(r"[^\W\d_]+")


def allowed() -> set[str]:
    """Return the words that are the same in every language: names, and what users type."""
    games = [registry.load(name) for name in registry.names()]
    words = {
        PROGRAM,
        "Topping Out",
        "Python",
        "pygame-ce",
        "msgspec",
        "platformdirs",
        platform.system(),
        "Player",
        "English",
    }
    words |= {name for name, _, _ in translations.coverage()}
    for game in games:
        words |= {game.name, game.title, *gauntlet(game.name)}
        for seats in game.seats:
            for option in game.options(seats):
                words |= {option.key, *map(str, option.lasting)}
        words |= {preset.key for preset in game.presets}
    words |= {*roster.names(), *(roster.title(who) for who in roster.characters()), "human", "random"}
    return {part for word in words for part in NAMES.findall(word)}


def leftovers(text: str, typed: str = "") -> list[str]:
    """Return the words of a text that are neither translated nor data nor what was typed."""
    text = re.sub(rf"choose from {CLOSING}.*", CLOSING, text)  # lists of what can be typed
    while (shorter := re.sub(rf"{OPENING}[^{OPENING}{CLOSING}]*{CLOSING}", " ", text)) != text:
        text = shorter
    return [word for word in NAMES.findall(DATA.sub(" ", text)) if word not in {*allowed(), *NAMES.findall(typed)}]


@pytest.fixture
def bracketed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(translations, "use", lambda code: None)
    for name in ("wyoming", "towering"):
        monkeypatch.setattr(type(registry.load(name)), "levels", ("gentle", "easy"))  # they decide at once
    monkeypatch.setattr(weights, "gauntlet", lambda game: gauntlet(game)[:1])
    monkeypatch.setattr(tuning, "CONFIRMATION", 1)
    (tmp_path / "game.jsonl").write_bytes(real_record("wyoming").to_bytes())
    language.speak("xx", Bracketed())
    yield tmp_path
    language.speak(ENGLISH, NullTranslations())


@pytest.mark.parametrize("line", COMMANDS)
def test_all_that_a_command_prints_is_translated(
    line: str, bracketed: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if line.startswith("import"):
        main.main(["export", "all.zip"])
    assert main.main(line.split()) in (0, 1)
    printed = capsys.readouterr()
    assert printed.err == ""
    assert leftovers(printed.out) == [], printed.out


@pytest.mark.parametrize("line", ERRORS)
def test_every_refusal_is_translated(line: str, bracketed: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main.main(line.split()) == 2
    error = capsys.readouterr().err
    assert leftovers(error, line) == [], error


@pytest.mark.parametrize("code", LANGUAGES)
def test_what_the_system_says_is_in_the_readers_language(code: str) -> None:
    translations.use(code)
    for number in SYSTEM_SAYS:
        error = OSError(number, os.strerror(number))
        assert os.strerror(number) not in not_opened("x", error)
    assert system_says(OSError(errno.ENOENT, "said by us")) == "said by us"
    assert system_says(OSError(errno.EXDEV, os.strerror(errno.EXDEV))) == os.strerror(errno.EXDEV)


# -- spaces


@pytest.mark.parametrize("code", LANGUAGES)
def test_no_letter_of_a_translation_is_escaped_on_the_terminal(code: str) -> None:
    translations.use(code)
    with open(translations.FOLDER / f"{code}.po", "rb") as file:
        catalogue = read_po(file)
    texts = [text for message in catalogue for text in ([message.string] if message.id else [])]
    flat = [part for text in texts for part in (text if isinstance(text, (list, tuple)) else [text])]
    assert len(flat) > 3000
    lines = [line for text in flat for line in text.split("\n")]
    assert [line for line in lines if escaped(line) != line or printable(line) != line] == []
