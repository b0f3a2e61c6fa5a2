"""Command lines of anything: done, or refused with status 2 and one line that a terminal can show."""

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from tests.properties import examples
from tests.untrusted.hostile import WORDS, real_record
from topping_out.game.assets import ROOT
from topping_out.game.cli import main
from topping_out.game.cli.frontend import Frontend, WindowRequest
from topping_out.game.storage.files import HOME_VARIABLE
from topping_out.game.text import LONGEST_MESSAGE

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
"""Each with a place for any word."""
words = st.sampled_from([word for word in WORDS if "\x00" not in word]) | st.text(max_size=12)


def run(line: tuple[str, ...], word: str, errors: pytest.CaptureFixture[str]) -> None:
    """Run a command line with the word in it, and a window that shows nothing."""
    shown: list[WindowRequest] = []
    errors.readouterr()
    status = main.main([part.replace("{}", word) for part in line], Frontend(lambda request: shown.append(request)))
    said = errors.readouterr()
    assert status in (0, 2), said.err
    if status:
        assert not shown
        assert said.err.endswith("\n")
        assert said.err[:-1].isprintable(), "it is one line, and steers no terminal"
        assert len(said.err) < 2 * LONGEST_MESSAGE


# What was printed before is taken from `capsys` each time, so that it may be one for all examples.
@settings(examples(400), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(line=st.sampled_from(LINES), word=words)
@example(LINES[0], "")
@example(("doctor", "{}"), "\xa0")
@example(("replay", "{}"), "\u3000")
def test_a_command_line_with_any_word_in_it(
    tmp_path_factory: pytest.TempPathFactory, capsys: pytest.CaptureFixture[str], line: tuple[str, ...], word: str
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        folder = tmp_path_factory.getbasetemp() / "commands"
        folder.mkdir(exist_ok=True)
        patch.chdir(folder)
        patch.setenv(HOME_VARIABLE, str(folder / "home"))
        run(line, word, capsys)
        assert not list(folder.iterdir()), "a refused command writes nothing"


@pytest.mark.skipif(sys.platform == "win32", reason="its words are no bytes, and fewer than 32768")
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
def test_the_program_itself_refuses_in_one_line(tmp_path: Path, arguments: list[str | bytes]) -> None:
    command = [sys.executable, "-m", "topping_out.scenes", *arguments]
    environment = {HOME_VARIABLE: str(tmp_path / "home"), "PATH": "", "LC_ALL": "C.UTF-8"}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, check=False)
    assert done.returncode == 2
    assert done.stdout == b""
    assert len(done.stderr.splitlines()) == 1
    assert b"\x1b" not in done.stderr
    assert not (tmp_path / "home").exists()


def test_a_record_full_of_commands_to_a_terminal_is_replayed_without_them(tmp_path: Path) -> None:
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
