"""The help texts in every language, on every terminal, and with users' own catalogues."""

import argparse
import io
import sys
from collections.abc import Iterator
from gettext import NullTranslations
from pathlib import Path

import pytest

from tests.game.cli.test_program import LANGUAGES, parsers
from topping_out.game import language
from topping_out.game.cli import main
from topping_out.game.cli.console import PARSER_SAYS, Parser
from topping_out.game.language import ENGLISH
from topping_out.game.storage import translations
from topping_out.game.storage.files import HOME_VARIABLE, user_folder

TERMINALS = ("ascii", "latin-1", "cp1252", "utf-8", "shift_jis", "koi8-u")
SIGNS = ("100 %", "100%", "%", "%%", "% d", "%d", "%s", "%(prog)", "%(nothing)s", "%(default)d", "%(prog)s", "50%-60%")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path / "100%d %s home"))
    yield tmp_path
    translations.use(ENGLISH)


def commands() -> list[list[str]]:
    """Return the words of each command."""
    return [parser.prog.split()[1:] for parser in parsers(main.make_parser())]


@pytest.mark.parametrize("encoding", TERMINALS)
@pytest.mark.parametrize("language_code", [ENGLISH, *LANGUAGES])
def test_every_help_is_shown_on_every_terminal(
    language_code: str, encoding: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(translations.VARIABLE, language_code)
    for command in commands() if encoding == "ascii" else [[], ["ladder"], ["replay"]]:
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


@pytest.mark.parametrize("sign", SIGNS)
def test_percent_signs_in_help_texts_are_kept(sign: str) -> None:
    language.speak("xx", Signed(sign))
    parser = main.make_parser()
    for each in parsers(parser):
        assert each.format_help()
    help_text = parser.format_help()
    shown = sign.replace("%(prog)s", "topping-out").replace("%%", "%")
    assert f"measure bots against each other {shown}" in " ".join(help_text.split())


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
