"""What commands print, in every language: nothing stays English, and nothing is escaped."""

from __future__ import annotations

import errno
import os
import platform
import re
from collections.abc import Iterator
from gettext import NullTranslations
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from tests.game.cli.test_program import ERRORS, LANGUAGES
from tests.untrusted.hostile import real_record
from topping_out.game import language, registry, roster
from topping_out.game.arena import tuning
from topping_out.game.bots import weights
from topping_out.game.bots.weights import gauntlet
from topping_out.game.cli import main
from topping_out.game.cli.console import PROGRAM
from topping_out.game.language import ENGLISH
from topping_out.game.storage import translations
from topping_out.game.text import SYSTEM_SAYS, escaped, not_opened, printable, system_says

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
    translations.use(ENGLISH)


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
    translations.use(ENGLISH)
