"""What shops and menus of Linux are told: valid, in every language, and true of what is in the tree."""

import json
import re
import shutil
import subprocess
from pathlib import Path
from xml.etree import ElementTree

import pygame
import pytest

from distribution.linux import store
from tests.package.packed import missing
from topping_out.game import registry
from topping_out.game.assets import ROOT

LINUX = ROOT / "build" / "distribution" / "linux"


@pytest.fixture
def written(tmp_path: Path) -> list[Path]:
    return store.write_store_files(tmp_path, epoch=1_800_000_000)


@pytest.mark.parametrize(
    ("number", "command"), [(0, ["appstreamcli", "validate", "--pedantic", "--no-net"]), (1, ["desktop-file-validate"])]
)
@pytest.mark.parametrize("home", ["", "https://example.com/topping-out"])
def test_nothing_is_wrong_with_them(
    number: int, command: list[str], home: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not shutil.which(command[0]):
        missing(f"needs {command[0]}")
    monkeypatch.setitem(store.STORE, "home", home)
    path = store.write_store_files(tmp_path, epoch=1_800_000_000)[number]
    done = subprocess.run([*command, str(path)], capture_output=True, text=True, check=False)
    assert (done.returncode, re.findall(r"^[EWIP]: .*", done.stdout, re.MULTILINE), done.stderr) == (0, [], "")


def test_they_speak_every_language_of_the_program(written: list[Path]) -> None:
    about, entry = (path.read_text(encoding="utf-8") for path in written)
    assert store.SAYINGS
    for code in store.SAYINGS:
        assert f'<summary xml:lang="{code}">' in about
        assert f"\nComment[{code}]=" in entry
        assert f"<lang>{code}</lang>" in about


def test_the_icon_offers_every_game(written: list[Path]) -> None:
    entry = written[1].read_text(encoding="utf-8")
    for game in registry.games():
        assert f"[Desktop Action {game.name}]\nName={game.title}\nExec=topping-out play {game.name}\n" in entry


@pytest.mark.parametrize("picture", store.STORE["picture"], ids=lambda picture: Path(picture["file"]).stem)
def test_its_pictures_are_as_wide_and_flat_as_shops_want_them(picture: dict[str, str]) -> None:
    width, height = pygame.image.load(ROOT / picture["file"]).get_size()
    assert width >= 620
    assert width * 9 == height * 16


def test_a_version_that_the_changelog_knows_is_a_release() -> None:
    assert store.RELEASED.findall("## Unreleased\n\n## 1.2.0 - 2027-01-02\n\n### Added\n") == [("1.2.0", "2027-01-02")]


def test_what_is_new_in_a_version_is_told_in_every_language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "CHANGELOG.md").write_text("# Changelog\n\n## 1.0.0 - 2027-01-02\n", encoding="utf-8")
    monkeypatch.setattr(store, "ROOT", tmp_path)
    told = ElementTree.fromstring(store.metainfo(epoch=1_800_000_000)).find("releases/release[@version='1.0.0']")
    assert told is not None
    assert len(told.findall("description/p")) == 1 + len(store.SAYINGS)


# -- Flatpak


@pytest.fixture
def manifest() -> Path:
    return LINUX / f"{store.STORE['id']}.json"


def test_in_a_sandbox_it_sees_no_file_of_the_players_and_no_network(manifest: Path) -> None:
    rights = json.loads(manifest.read_text())["finish-args"]
    wide = [right for right in rights if right.startswith(("--filesystem", "--share=network", "--talk-name"))]
    assert wide == ["--filesystem=xdg-run/speech-dispatcher:ro"], "the socket of what speaks"
    assert "--persist=." in rights, "what is saved in the home folder stays"


def test_the_manifest_builds_from_files_alone_that_are_there(manifest: Path) -> None:
    modules = json.loads(manifest.read_text())["modules"]
    assert {source["type"] for module in modules for source in module["sources"]} == {"dir"}
    commands = " ".join(command for module in modules for command in module["build-commands"])
    assert commands.count("pip3 install") == commands.count("--no-index")
    assert [name for name in re.findall(r"build/\S+\.py", commands) if not (ROOT / name).is_file()] == []
    sizes = re.search(r"for size in ([\d ]+);", commands)
    assert sizes
    assert all((ROOT / "assets" / "icon" / f"icon-{size}.png").is_file() for size in sizes[1].split())


def test_the_tool_that_builds_it_reads_the_manifest(manifest: Path) -> None:
    if not shutil.which("flatpak-builder"):
        pytest.skip("needs flatpak-builder")
    done = subprocess.run(
        ["flatpak-builder", "--show-manifest", str(manifest)], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
