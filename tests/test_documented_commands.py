"""Every command line in the documents is run, or read by its program as far as its arguments."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.game.cli.test_files_written import Pipe
from tests.game.cli.test_program import parsers
from tests.untrusted.hostile import real_record
from topping_out.game import registry, roster
from topping_out.game.arena import tuning
from topping_out.game.assets import ROOT
from topping_out.game.bots import weights
from topping_out.game.bots.weights import gauntlet
from topping_out.game.cli import main
from topping_out.game.cli.frontend import Frontend
from topping_out.game.storage.files import HOME_VARIABLE
from topping_out.game.towers import workshop
from topping_out.scenes import __main__ as program

# -- what the documents say


NOT_DOCUMENTS = re.compile(r"assets/games/.*|CHANGELOG\.md|(build/editable|tests|dist|out|\.(?!github/)[^/]+)/.*")
STARTS = ("topping-out", "python", "pip", "dask", "sudo", ".ci", "tar", "sha256sum", "ldd", "uninstall", "gh")
"""How a command line begins."""


def documents() -> list[Path]:
    return [path for path in sorted(ROOT.rglob("*.md")) if not NOT_DOCUMENTS.fullmatch(str(path.relative_to(ROOT)))]


def command_lines(text: str) -> Iterator[str]:
    """Yield the lines of blocks of commands, without comments, and the commands within sentences."""
    block = re.compile(r"^```(\w*).*?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
    for language, lines in block.findall(text):
        if language == "sh":
            yield from (re.sub(r"\s+#.*| &$", "", line) for line in lines.splitlines())
    for span in re.findall(r"(?<!`)`([^`]+)`(?!`)", block.sub("", text)):
        words = span.split()
        if len(words) > 1 and re.sub(r"^[A-Z_]+=\S+ ", "", " ".join(words)).startswith(STARTS):
            yield " ".join(words)


LINES = sorted({line for path in documents() for line in command_lines(path.read_text(encoding="utf-8"))})
PARTS = sorted({part.strip() for line in LINES for part in line.split("&&")})
OURS = [line for line in PARTS if re.match(r"topping-out\b", line)]
SCRIPTS = [line for line in PARTS if re.match(r"python\S* build/", line)]

ELSEWHERE = {
    r"(python3 -m venv \.venv|\. \.venv/bin/activate)": ".ci/run",
    r"python -m sphinx -c build/docs \. out/docs": "tests/test_documentation.py",
    r"dask .*|topping-out arena .* --cluster .*": "tests/game/arena/test_cluster.py",
    r"(topping-out (simulate|arena|play)|pip install --editable|python -m pytest) (\./)?last_storey.*": (
        "tests/examples/test_last_storey.py"
    ),
    r"topping-out --portable|tar xf topping-out-\S+": "tests/package/test_package.py",
    r"sudo apt (install|remove) (\./)?(FILE|topping-out\S*)": "tests/package/test_bare_machine.py",
    r"pip install( topping_out-\S+| FILE)?": "tests/package/test_install.py",
    r"sha256sum -c --ignore-missing SHA256SUMS": "tests/package/test_package.py",
    r"uninstall\.exe /S( /GAMES)?": "tests/package/windows/test_windows.py",
    r"ldd --version|gh attestation .*": "",  # of the system, and of a release that is on the web
}
"""Commands that need a network, a machine or an environment of their own, and the tests that give them one."""


def is_elsewhere(line: str) -> bool:
    return any(re.fullmatch(pattern, line) for pattern in ELSEWHERE)


def test_there_are_commands_in_all_kinds_of_documents() -> None:
    assert len(documents()) > 20
    assert len(OURS) > 35
    assert len(SCRIPTS) > 15


def test_every_command_line_is_run_somewhere() -> None:
    known = {*OURS, *SCRIPTS, *(line for line in PARTS if re.match(r"pip install|(\S+=\S+ )?python -m pytest", line))}
    assert [line for line in PARTS if line not in known and not is_elsewhere(line)] == []
    assert [name for name in ELSEWHERE.values() if not (ROOT / name).exists()] == []
    assert [pattern for pattern in ELSEWHERE if not any(re.fullmatch(pattern, line) for line in PARTS)] == []


# -- our own commands


SHORTER = {
    "--games": "1", "--pairs": "1", "--generations": "1", "--jobs": "1",
    "master": "easy", "hard": "gentle", "medium": "gentle", "tuned": "gentle",
}  # fmt: skip
"""What is replaced in a command line, so that it takes seconds."""
MEANT = {
    "COMMAND": "play", "GAME": "wyoming", "BOT": "easy", "NAME": "two", "my_bot.py": "tests/game/arena/example_bot.py",
}  # fmt: skip
"""What stands in a command line for something that the reader knows."""
FILES = {"replay": "game.jsonl", "export": "all.zip", "statistics": "games.csv", "balance": "mine.toml"}
SLOW = {
    "deck measure": "--games 1", "ladder": "--pairs 1", "arena": "--pairs 1", "tune": "--pairs 1",
    "print": "--no-backs", "replay game.jsonl --film": "--last 2",
}  # fmt: skip
ONLY_NAMED = ("topping-out simulate", "topping-out deck balance")
"""Commands that a sentence names without what they need."""
QUICK = ("arena towering", "tune towering")


def words_of(line: str, folder: Path) -> list[str]:
    """Return the words of a command line, with real files and with small numbers."""
    words = shlex.split(line)[1:]
    for place, word in enumerate(words):
        if word == "FILE":
            words[place] = FILES[next(name for name in reversed(words[:place]) if name in FILES)]
        elif place and words[place - 1] in SHORTER:
            words[place] = SHORTER[words[place - 1]]
        else:
            parts = [SHORTER.get(part, part) if not part.startswith("-") else part for part in word.split(",")]
            words[place] = MEANT.get(word, ",".join(parts))
    bot = f'exec:"{sys.executable}" "{folder / "my_bot.py"}"'
    words = [re.sub(r"^exec:python [^,\s]+", bot, word) for word in words]
    for name, more in SLOW.items():
        if " ".join(words).startswith(name) and more.split()[0] not in words and "--help" not in words:
            words += more.split()
    return [*words, *(["--options", "classic"] if " ".join(words).startswith(QUICK) else [])]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, with the files that the command lines name."""
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "game.jsonl").write_bytes(real_record("wyoming").to_bytes())
    shutil.copy(ROOT / "tests" / "game" / "arena" / "example_bot.py", tmp_path / "my_bot.py")
    for name in registry.names():
        monkeypatch.setattr(type(registry.load(name)), "levels", ("gentle", "easy"))
    monkeypatch.setattr(tuning, "CONFIRMATION", 1)
    monkeypatch.setattr(workshop, "ROUNDS", 1)
    monkeypatch.setattr(workshop, "GAMES_PER_TRIAL", 1)
    monkeypatch.setattr(weights, "gauntlet", lambda game: gauntlet(game)[:1])
    return tmp_path


@pytest.mark.parametrize("line", [line for line in OURS if not is_elsewhere(line)])
def test_a_command_line_of_ours_does_what_it_says(
    line: str, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    opened = []
    frontend = Frontend(
        window=lambda request: opened.append(request) or 0,
        check_settings=program.check_settings, make_film=program.make_film, print_game=program.print_game,
    )  # fmt: skip
    said = ""
    for part in line.split(" | "):
        monkeypatch.setattr(sys, "stdin", Pipe(said.encode()))
        words = words_of(part, folder)
        words += ["--help"] if line in ONLY_NAMED else []
        if words[:1] == ["deck"]:
            shutil.copy(ROOT / "assets" / "games" / "towers" / "decks" / "two.toml", "mine.toml")
        before = {path.name for path in folder.iterdir()}
        assert main.main(words, frontend) == 0, words
        out = capsys.readouterr()
        assert out.err == "" or words[0] in ("doctor", "report"), out.err
        said = out.out
    made = {path.name for path in folder.iterdir()} - before - {"home"}
    is_for_files = {"--film", "print", "export", "--csv", "report", "--picture", "--out"} & {*words}
    assert bool(made) == bool(is_for_files), made
    is_for_window = not words or words[0] in ("play", "replay", "--quiet", "--read-aloud")
    assert bool(opened) == (is_for_window and not is_for_files and "--help" not in words)
    assert said or opened or words[0] == "bot"


def test_every_bot_in_a_command_line_exists() -> None:
    for line in OURS:
        seats = re.search(r"--(?:seats|level|bot) ([\w,]+)", line)
        names = seats[1].split(",") if seats else []
        game = next((word for word in line.split() if word in registry.names()), "")
        own = {"human", "BOT", *(gauntlet(game) if game else ())}
        assert {name for name in names if not name.isdigit()} <= {*roster.names(), *own}, line


# -- scripts and packages


READ_WORDS = """
import argparse, runpy, sys
parse = argparse.ArgumentParser.parse_args
def read(self, *words, **settings):
    parse(self, *words, **settings)
    sys.exit(0)
argparse.ArgumentParser.parse_args = read
sys.argv = sys.argv[1:]
sys.path.insert(0, sys.argv[0].rpartition("/")[0])
runpy.run_path(sys.argv[0], run_name="__main__")
sys.exit("it read no arguments")
"""
WITHOUT_WORDS = ("build/assets/make_sounds.py", "build/assets/make_music.py", "build/measure/colours.py")
"""Scripts that take no arguments. They make files for hours or need other programs."""


@pytest.mark.parametrize("line", SCRIPTS)
def test_a_script_takes_the_arguments_of_a_command_line(line: str) -> None:
    script, *words = shlex.split(line)[1:]
    assert (ROOT / script).is_file()
    if script in WITHOUT_WORDS:
        assert words == []
        return
    done = subprocess.run(
        [sys.executable, "-c", READ_WORDS, script, *words], cwd=ROOT, capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stderr


def test_every_extra_that_is_installed_exists() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    asked = {name for line in PARTS for found in re.findall(r"^pip .*\[([\w,]+)\]", line) for name in found.split(",")}
    assert {"dev", "docs", "voice", "print", "cluster", "rl"} == asked
    assert asked <= extras.keys()


def test_every_path_that_pytest_is_given_exists() -> None:
    given = [word for line in PARTS if "-m pytest" in line for word in line.partition("pytest")[2].split()]
    assert [name for name in given if not (ROOT / name).exists() and "last_storey" not in name] == []


# -- options


FOREIGN = {"--host", "--no-dashboard", "--nworkers", "--nthreads", "--editable", "--ignore-missing", "--repo"}
"""Options of others: of Dask, pip, sha256sum and gh."""


def test_every_option_in_the_documents_exists() -> None:
    ours = {option for parser in parsers(main.make_parser()) for option in parser._option_string_actions}
    scripts = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "build").rglob("*.py"))
    named = {
        (path.name, option)
        for path in documents()
        for option in re.findall(r"(?<![\w-])--[a-z][\w-]+", path.read_text(encoding="utf-8"))
    }
    assert len(named) > 50
    known = {*ours, *FOREIGN, *re.findall(r'"(--[\w-]+)"', scripts)}
    unknown = {(name, option) for name, option in named if option not in known}
    assert unknown == set()
