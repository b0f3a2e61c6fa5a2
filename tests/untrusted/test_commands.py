"""Any words on the command line, and control characters in what is printed to a terminal."""

import ast
import subprocess
import sys
import unicodedata
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from tests.conftest import examples
from tests.golden import sampled
from tests.untrusted.hostile import WORDS, real_record
from topping_out.game.assets import ROOT
from topping_out.game.cli import main
from topping_out.game.cli.frontend import Frontend, WindowRequest
from topping_out.game.storage import translations
from topping_out.game.storage.files import HOME_VARIABLE, records_folder, user_folder
from topping_out.game.text import LONGEST_MESSAGE, escaped
from topping_out.scenes.__main__ import check_settings

# -- commands


LINES = tuple(
    tuple(line.split(" "))
    for line in (
        "{}",
        "{} {} {}",
        "doctor {}",
        "play {}",
        "play wyoming {}",
        "play wyoming --{}",
        "play wyoming --seats {}",
        "play wyoming --seats={}",
        "play wyoming --seats human,{}",
        "play wyoming --names {}",
        "play towers --seed {}",
        "play towers --options deck={}",
        "play towering --options {}",
        "play towering --options colours={}",
        "replay {}",
        "replay --text {}",
        "replay {} {}",
        "simulate {} --seats easy,easy",
        "simulate wyoming --seats {}",
        "simulate wyoming --seats easy,easy --games {}0x",
        "simulate wyoming --seats easy,easy --seed x{}",
        "simulate wyoming --seats easy,easy --jobs 0{}x",
        "simulate wyoming --seats easy,easy --records {} --games 0x",
        "arena {} --seats easy,easy",
        "arena wyoming --seats {} --options x",
        "arena wyoming --seats @{},easy --options x",
        "arena wyoming --seats exec:{},easy --options x",
        "arena wyoming --seats easy,easy --pairs {}0x",
        "arena wyoming --seats easy,easy --sprt {},x",
        "arena wyoming --seats easy,easy --patience {}x",
        "ladder {}",
        "ladder wyoming --options x={}",
        "ladder wyoming --picture {} --pairs 0x",
        "tune wyoming --bot {} --generations 1 --out nowhere/x",
        "tune wyoming --bot @{} --generations 1 --out nowhere/x",
        "tune wyoming --bot easy --generations 1 --fix {} --out nowhere/x",
        "tune wyoming --bot easy --generations 1 --out {}/nowhere/x",
        "tune wyoming --bot easy --seconds {}x --out x",
        "bot {}",
        "bot wyoming --level {}x",
    )
)
"""Command lines; each `{}` stands for an arbitrary word."""
words = st.sampled_from([word for word in WORDS if "\x00" not in word]) | st.text(max_size=12)


def run(line: tuple[str, ...], word: str, errors: pytest.CaptureFixture[str]) -> None:
    """Run a command line with the word inserted, without opening a window."""
    shown: list[WindowRequest] = []
    errors.readouterr()
    status = main.main([part.replace("{}", word) for part in line], Frontend(lambda request: shown.append(request)))
    printed = errors.readouterr()
    assert status in (0, 2), printed.err
    if status:
        assert not shown
        assert printed.err.endswith("\n")
        assert printed.err[:-1].isprintable(), "the message is not a single line, or contains control characters"
        assert len(printed.err) < 2 * LONGEST_MESSAGE


# `run` clears `capsys` each time, so all examples may share it.
@settings(examples(400), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(line=st.sampled_from(LINES), word=words)
@example(LINES[0], "")
@example(("doctor", "{}"), "\xa0")
@example(("replay", "{}"), "\u3000")
def test_a_command_line_with_any_word_runs_or_is_refused_in_one_line(
    tmp_path_factory: pytest.TempPathFactory, capsys: pytest.CaptureFixture[str], line: tuple[str, ...], word: str
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        folder = tmp_path_factory.getbasetemp() / "commands"
        folder.mkdir(exist_ok=True)
        patch.chdir(folder)
        patch.setenv(HOME_VARIABLE, str(folder / "home"))
        run(line, word, capsys)
        assert not list(folder.iterdir()), "a refused command wrote a file"


@pytest.mark.skipif(sys.platform == "win32", reason="arguments cannot be bytes or longer than 32,768 characters there")
@pytest.mark.parametrize(
    "arguments",
    [
        ["play", "wyoming", "--names", b"\xff\xfe,\xed\xa0\x80"],
        ["replay", b"\xff\xfe"],
        ["replay", "../" * 1000 + "etc/passwd"],
        ["replay", "/dev/zero"],
        ["play", "A" * 100_000],
        ["play", "\x1b[2J"],
        ["replay", "A" * 70_000],
        ["replay", "--text", "A" * 300],
        ["tune", "wyoming", "--bot", "easy", "--generations", "1", "--out", "A" * 300],
        ["arena", "wyoming", "--seats", "@" + "A" * 300 + ",easy"],
        ["play", "towers", "--options", "deck=" + "[" * 100_000],
    ],
    ids=lambda arguments: str(arguments)[:30],
)
def test_the_real_program_refuses_bad_arguments_in_one_line(tmp_path: Path, arguments: list[str | bytes]) -> None:
    command = [sys.executable, "-m", "topping_out.scenes", *arguments]
    environment = {HOME_VARIABLE: str(tmp_path / "home"), "PATH": "", "LC_ALL": "C.UTF-8"}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, check=False)
    assert done.returncode == 2
    assert done.stdout == b""
    assert len(done.stderr.splitlines()) == 1
    assert b"\x1b" not in done.stderr
    assert not (tmp_path / "home").exists()


def test_replaying_a_record_never_prints_escape_sequences(tmp_path: Path) -> None:
    record = real_record("wyoming").to_bytes()
    path = tmp_path / "record.jsonl"
    path.write_bytes(record.replace(b'"construct', b'"\\u001b]0;gone\\u0007construct', 1))
    done = subprocess.run(
        [sys.executable, "-m", "topping_out.scenes", "replay", "--text", str(path)],
        cwd=ROOT,
        capture_output=True,
        check=False,
    )
    assert done.returncode == 2
    assert b"\x1b" not in done.stdout + done.stderr


# -- terminal


CONTROL_CHARACTERS = {
    "colours": "\x1b[31m", "title": "\x1b]0;gone\x07", "C1": "\x9b2J", "backspace": "\b\b", "return": "\r",
    "new line": "\n",
    "line separator": "\u2028", "next line": "\x85", "right to left": "\u202e", "isolate": "\u2066", "mark": "\u200f",
    "no width": "\u200b", "tags": "\U000e0041", "private": "\ue000", "delete": "\x7f", "form feed": "\f",
}  # fmt: skip
PRINTING = ("print", "sys.stdout.write", "sys.stderr.write")
every_control_character = pytest.mark.parametrize("sign", CONTROL_CHARACTERS.values(), ids=CONTROL_CHARACTERS)
some_control_characters = sampled(
    "sign", CONTROL_CHARACTERS.values(), [CONTROL_CHARACTERS["title"], CONTROL_CHARACTERS["right to left"]], ids=ascii
)
posix = pytest.mark.skipif(sys.platform == "win32", reason="such file names are impossible there")


def assert_plain(text: str) -> None:
    strange = {char for char in text if char != "\n" and unicodedata.category(char) != "Zs" and not char.isprintable()}
    assert not strange, f"{strange} in {text!r}"


@every_control_character
def test_escaped_text_shows_control_characters_as_escapes(sign: str) -> None:
    assert escaped(f"a{sign}b") == f"a{sign.encode('unicode_escape').decode()}b"
    assert escaped("b ż 日本 🏠") == "b ż 日本 🏠"
    assert escaped("\udcff") == "\\udcff"


@pytest.mark.parametrize("space", [chr(code) for code in range(0x110000) if chr(code).isspace() and chr(code) != " "])
def test_unusual_spaces_are_escaped_except_in_translations_that_use_them(space: str) -> None:
    seen = space.encode("unicode_escape").decode()
    assert escaped(f"a{space}b") == f"a{seen}b"
    translations.use("fr")
    assert escaped(f"a{space}b") == (f"a{space}b" if unicodedata.category(space) == "Zs" else f"a{seen}b")


@posix
@some_control_characters
def test_control_characters_in_file_names_are_not_printed(
    sign: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path / f"home{sign}"))
    strange = tmp_path / f"a{sign}b"
    strange.mkdir()
    file = strange / f"c{sign}d"
    for path in (records_folder() / f"x{sign}.jsonl", user_folder("decks") / f"x{sign}.toml",
                 user_folder("languages") / f"x{sign}.po", user_folder("languages") / f"x{sign}.md"):  # fmt: skip
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"nothing")
    record = file.with_suffix(".jsonl")
    record.write_bytes(real_record("wyoming").to_bytes())
    for words in (
        ["doctor"], ["statistics"], ["statistics", "--csv", f"{file}.csv"], ["statistics", "--csv", f"{file}.csv"],
        ["statistics", "--csv", str(strange)], ["export", f"{file}.zip"], ["import", f"{file}.zip"],
        ["import", str(file)],
        ["report", f"{file}-report.zip"], ["replay", str(file)], ["replay", str(strange)], ["replay", "--help"],
        ["--help"],
        ["replay", "--text", str(record)], ["replay", "--json", str(records_folder() / f"x{sign}.jsonl")],
        ["deck", "measure", f"{file}.toml"], ["deck", "measure", f"nobody{sign}"], ["play", f"x{sign}"], [f"x{sign}"],
        ["play", "wyoming", "--names", f"x{sign}"], ["play", "wyoming", "--seats", f"x{sign}"], [f"--x{sign}"],
        ["play", "wyoming", "--options", f"x{sign}"], ["play", "wyoming", "--day", f"x{sign}"],
        ["simulate", "wyoming", "--seats", f"exec:/no{sign}where,easy", "--games", "1"],
        ["simulate", "wyoming", "--seats", f"@{file},easy", "--games", "1"], ["bot", "wyoming", "--level", f"x{sign}"],
        ["simulate", "wyoming", "--seats", "easy,easy", "--games", "1", "--records", str(record)],
    ):  # fmt: skip
        main.main(words, Frontend(check_settings=check_settings))
        out, err = capsys.readouterr()
        assert_plain(out + err)
        assert err.count("\n") <= 1
        assert sign not in (out if sign != "\n" else err[:-1])


@posix
@some_control_characters
def test_control_characters_in_the_output_of_an_external_bot_are_not_printed(
    sign: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text(f"import sys\nsys.stderr.write('last' + {sign!a} + 'words')\nprint('say' + {sign!a})\n", "utf-8")
    main.main(["simulate", "wyoming", "--seats", f"exec:{sys.executable} {bot},easy", "--games", "1"])
    out, err = capsys.readouterr()
    assert "words" in out
    assert_plain(out + err)


@some_control_characters
def test_control_characters_in_a_translation_are_not_printed(
    sign: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = user_folder("languages") / "xx.po"
    path.parent.mkdir(parents=True)
    text = sign.replace("\n", "\\n").replace("\r", "\\r")
    path.write_text(
        f'msgid ""\nmsgstr "X-Language-Name: X{text}\\n"\n\nmsgid "play a game"\nmsgstr "x{text}y"\n', "utf-8"
    )
    monkeypatch.setenv(translations.VARIABLE, "xx")
    for words in (["--help"], ["doctor"]):
        main.main(words)
        assert_plain("".join(capsys.readouterr()))


def test_only_the_console_module_prints() -> None:
    """Only `console` prints: the progress bar, and escaped lines."""
    found = set()
    for half in ("game", "scenes"):
        for path in (ROOT / half).rglob("*.py"):
            source = path.read_text(encoding="utf-8")
            for node in ast.walk(ast.parse(source)) if any(f"{name}(" in source for name in PRINTING) else ():
                if isinstance(node, ast.Call) and ast.unparse(node.func) in PRINTING:
                    found.add(path.relative_to(ROOT).as_posix())
    assert found == {"game/cli/console.py"}
