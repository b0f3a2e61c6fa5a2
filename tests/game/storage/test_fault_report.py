"""The report for a bug report: it contains what its sentences name, only the newest files, and nothing else."""

import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.game.processes import refusal
from tests.untrusted.hostile import real_record
from topping_out.game.cli import main
from topping_out.game.storage import translations
from topping_out.game.storage.faults import MOST_LOGS, pack, without_login
from topping_out.game.storage.files import HOME_VARIABLE, log_folder, records_folder
from topping_out.game.storage.transfer import TransferError

RECORD = real_record("wyoming").to_bytes()


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a home folder with ten reports, two games, and private settings."""
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path / "home"))
    for name, data in {
        **{log_folder() / f"report-2026010{n}-000000.txt": b"it failed" for n in range(10)},
        records_folder() / "old.jsonl": RECORD,
        records_folder() / "new.jsonl": RECORD,
        tmp_path / "home" / "config" / "settings.json": b"{}",
    }.items():
        name.parent.mkdir(parents=True, exist_ok=True)
        name.write_bytes(data)
    return tmp_path / "home"


def content(path: Path) -> dict[str, bytes]:
    with ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def test_a_report_contains_exactly_what_it_names(home: Path, tmp_path: Path) -> None:
    lines = pack(tmp_path / "report.zip", "ok  all is well\n")
    inside = content(tmp_path / "report.zip")
    assert inside["doctor.txt"] == b"ok  all is well\n"
    assert inside["record/new.jsonl"] == RECORD
    assert sum(name.startswith("log/") for name in inside) == MOST_LOGS
    assert len(inside) == MOST_LOGS + 2
    assert "Nothing has been sent" in lines[0]
    assert lines[1:] == [
        "doctor.txt: details about the program and this computer",
        f"log: {MOST_LOGS} error reports",
        "In paths in these files, ~ stands for your home folder and your login name.",
        "new.jsonl: your last game, with the players' names",
    ]


def test_a_report_without_files_contains_the_findings_of_doctor(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path / "nothing"))
    pack(tmp_path / "report.zip", "here")
    assert list(content(tmp_path / "report.zip")) == ["doctor.txt"]


def test_a_report_replaces_no_file_and_needs_an_existing_folder(home: Path, tmp_path: Path) -> None:
    (tmp_path / "mine.zip").write_text("mine")
    for path in (tmp_path / "mine.zip", tmp_path / "no" / "report.zip"):
        with pytest.raises(TransferError, match=path.stem):
            pack(path, "here")
    assert (tmp_path / "mine.zip").read_text() == "mine"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["home", "mine.zip"]


def test_the_command_packs_the_findings_of_doctor(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main.main(["report", "now.zip"]) == 0
    assert "now.zip is ready. Nothing has been sent" in capsys.readouterr().out
    assert b"ok  Topping Out: " in content(tmp_path / "now.zip")["doctor.txt"]
    assert main.main(["report", "now.zip"]) == 2
    assert "already exists" in refusal(capsys)
    assert main.main(["report"]) == 0
    assert len(list(tmp_path.glob("topping-out-report-*.zip"))) == 1


def test_the_command_speaks_the_language_of_the_system(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(translations.VARIABLE, "de")
    try:
        assert main.main(["report", str(tmp_path / "r.zip")]) == 0
    finally:
        translations.use("en")
    assert "Gesendet wurde nichts" in capsys.readouterr().out


UNDER_POSIX = [
    ("ok  settings: /home/ana/.config/x", "ok  settings: ~/.config/x"),
    ("/home/ana", "~"),
    ("/home/ana:/home/ana/a /home/anabel/b", "~:~/a /home/anabel/b"),
    ("/home/ana/\udcff", "~/\udcff"),
]
"""(Windows does not use HOME for the user's folder.)"""


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        *(UNDER_POSIX if sys.platform != "win32" else ()),
        ('File "/media/ana/stick/a.py", line 3', 'File "/media/~/stick/a.py", line 3'),
        ("ana, bananas/and/mana/", "ana, bananas/and/mana/"),
        (r"C:\Users\ana\AppData and 'C:\\Users\\ana\\x' and C:/Users/ana/y", r"~\AppData and '~\\x' and ~/y"),
    ],
)
def test_paths_do_not_reveal_the_users_name(text: str, shown: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/ana")
    monkeypatch.setenv("USERPROFILE", r"C:\Users\ana")
    for name in ("USER", "LOGNAME", "USERNAME"):
        monkeypatch.setenv(name, "ana")
    assert without_login(text.encode("utf-8", "surrogateescape")) == shown.encode("utf-8", "surrogateescape")


def test_a_report_does_not_contain_the_login_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Findings of doctor and logs contain it in paths."""
    home = tmp_path / "ana-with-a-name"
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("USERPROFILE", str(home))
    monkeypatch.setenv(HOME_VARIABLE, str(home / "topping"))
    log_folder().mkdir(parents=True)
    (log_folder() / "report-1.txt").write_text(f'File "{home}/program/x.py"\n', "utf-8")
    assert main.main(["report", str(tmp_path / "r.zip")]) == 0
    inside = content(tmp_path / "r.zip")
    assert [name for name, data in inside.items() if b"ana-with-a-name" in data] == []
    assert b"~" in inside["doctor.txt"]
    assert b'File "~/program/x.py"' in inside["log/report-1.txt"]
    assert "~ stands for your home folder and your login name" in capsys.readouterr().out
