"""`build/release.py` finds what is missing before a tag, in a tree with each fault."""

import hashlib
import shutil
import subprocess
from pathlib import Path

import pytest

import languages
import release
from topping_out.game import registry
from topping_out.game.assets import ROOT

LOG = "# Changelog\n\n## 1.0.0 - 2026-12-01\n\n- All of it.\n"


@pytest.mark.parametrize(
    ("version", "tags", "fault"),
    [
        ("1.0.0", ["v0.9.0"], ""),
        ("0.1.0", [], "none to hand out"),
        ("1.0.0rc1", [], "none to hand out"),
        ("1.0.0", ["v1.0.0"], "the tag of another commit"),
    ],
)
def test_a_version_is_final_and_new(version: str, tags: list[str], fault: str) -> None:
    assert_found(release.version_faults(version, tags), fault)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (LOG, ""),
        (LOG.replace("## 1.0.0", "## Unreleased\n\n## 1.0.0"), ""),
        (LOG.replace("1.0.0", "0.9.0"), "no heading `## 1.0.0"),
        (LOG.replace(" - 2026-12-01", ""), "no heading `## 1.0.0"),
        (LOG.replace("## 1.0.0", "## Unreleased\n\n- New.\n\n## 1.0.0"), "still unreleased"),
        (LOG.replace("## 1.0.0", "## 1.1.0 - 2027-01-01\n\n- More.\n\n## 1.0.0"), "1.1.0 stands before"),
    ],
)
def test_the_changelog_has_the_version_and_nothing_after_it(text: str, fault: str) -> None:
    assert_found(release.changelog_faults(text, "1.0.0"), fault)


def test_software_centres_are_told_a_sentence_on_the_version() -> None:
    assert_found(release.news_faults(release.store.STORE["release"], "1.0.0"), "")
    assert_found(release.news_faults(release.store.STORE["release"], "1.0.1"), "no sentence on 1.0.1")


def test_a_catalogue_that_lacks_a_sentence_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (languages.FOLDER / "de.po").read_text(encoding="utf-8")
    (tmp_path / "de.po").write_text(
        text.replace('msgid "Settings"\nmsgstr "Einstellungen"', 'msgid "Settings"\nmsgstr ""'), encoding="utf-8"
    )
    monkeypatch.setattr(languages, "FOLDER", tmp_path)
    assert_found(release.catalogue_faults(), "de.po: untranslated: 'Settings'")


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A tree with what is looked at: papers, fonts' names, licences, pictures' names."""
    for name in ("README.md", "pyproject.toml", "assets/licences", "build/docs", "build/distribution/licences"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copyfile
        copy(ROOT / name, tmp_path / name)
    for folder in ("assets/fonts", "tests/golden"):
        for path in (ROOT / folder).rglob("*.*"):
            place = tmp_path / path.relative_to(ROOT)
            place.parent.mkdir(parents=True, exist_ok=True)
            place.touch()
    return tmp_path


def test_nothing_is_wrong_with_pictures_and_licences_of_this_tree(tree: Path) -> None:
    assert [*release.picture_faults(tree), *release.licence_faults(tree)] == []


@pytest.mark.parametrize(
    "name", [release.store.STORE["picture"][0]["file"], f"tests/golden/films/{registry.names()[0]}.webp"]
)
def test_a_picture_that_is_not_there_is_named(tree: Path, name: str) -> None:
    (tree / name).unlink()
    assert f"{name} is not there" in [*release.picture_faults(tree)]


def test_a_page_that_shows_none_is_named(tree: Path) -> None:
    page = tree / "README.md"
    page.write_text(page.read_text(encoding="utf-8") + "\n![A tower](tower.png)\n", encoding="utf-8")
    assert_found(release.picture_faults(tree), "README.md shows tower.png")


def test_a_font_a_library_and_a_dependency_without_licence_are_named(tree: Path) -> None:
    (tree / "assets" / "fonts" / "Strange-400.ttf").touch()
    assert_found(release.licence_faults(tree), "Strange-400.ttf has none")
    (tree / "assets" / "fonts" / "Strange-400.ttf").unlink()
    (tree / "build" / "distribution" / "licences" / "zlib.txt").unlink()
    assert_found(release.licence_faults(tree), "zlib.txt is not in")
    (tree / "build" / "distribution" / "licences" / "zlib.txt").touch()
    project = tree / "pyproject.toml"
    project.write_text(project.read_text(encoding="utf-8").replace('"msgspec>=', '"strange>=1", "msgspec>='))
    assert_found(release.licence_faults(tree), "of strange, which the program needs")


@pytest.mark.parametrize(
    ("name", "data", "fault"),
    [
        ("topping-out-1.0.0.zip", b"program", ""),
        ("topping-out-1.0.0.zip", b"changed", "that of topping-out-1.0.0.zip is another"),
        ("topping-out-0.9.0.zip", b"program", "is not of version 1.0.0"),
        ("more-1.0.0.zip", b"program", "more-1.0.0.zip has none"),
        ("", b"", "topping-out-1.0.0.zip is not there"),
    ],
)
def test_sums_are_those_of_the_files(tmp_path: Path, name: str, data: bytes, fault: str) -> None:
    listed = name if name.startswith("topping") else "topping-out-1.0.0.zip"
    (tmp_path / "SHA256SUMS").write_text(f"{hashlib.sha256(b'program').hexdigest()}  {listed}\n")
    if name:
        (tmp_path / name).write_bytes(data)
    if name and name != listed:
        (tmp_path / listed).write_bytes(b"program")
    assert_found(release.sum_faults(tmp_path, "1.0.0"), fault)


def test_without_packages_it_says_how_to_make_them(tmp_path: Path) -> None:
    assert_found(release.sum_faults(tmp_path, "1.0.0"), "python build/package.py")


def test_what_pip_installs_is_there_and_well_described(tmp_path: Path) -> None:
    assert_found(release.pip_faults(tmp_path, "1.0.0"), "a wheel and its sources are not in")
    (tmp_path / "topping_out-1.0.0.tar.gz").touch()
    (tmp_path / "topping_out-1.0.0-py3-none-any.whl").touch()
    assert_found(release.pip_faults(tmp_path, "1.0.0"), "twine ")


def test_a_tag_of_this_very_commit_is_what_is_released(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def git(*words: str) -> None:
        who = ["-c", "user.name=A", "-c", "user.email=a@example.com", "-c", "commit.gpgsign=false"]
        subprocess.run(["git", *who, *words], cwd=tmp_path, check=True, capture_output=True)

    monkeypatch.setattr(release, "ROOT", tmp_path)
    git("init")
    for version in ("v0.9.0", "v1.0.0"):
        git("commit", "--allow-empty", "-m", version)
        git("tag", version)
    assert release.tags() == {"v0.9.0"}


def test_the_web_wants_a_home_page_a_folder_of_files_and_an_id_of_ones_own() -> None:
    home = "https://example.org"
    assert [*release.shop_faults({"home": home, "downloads": f"{home}/files", "id": "org.example.game"})] == []
    assert len([*release.shop_faults({"home": "", "downloads": "", "id": "com.example.game"})]) == 3


def test_a_film_that_shows_an_older_game_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, data in (("one.webp", b"same"), ("two.webp", b"old")):
        (tmp_path / name).write_bytes(data)
    monkeypatch.setattr(release.films, "FOLDER", tmp_path)

    def make() -> None:
        (release.films.FOLDER / "one.webp").write_bytes(b"same")
        (release.films.FOLDER / "two.webp").write_bytes(b"new")

    monkeypatch.setattr(release.films, "main", make)
    assert_found(release.film_faults(tmp_path), "two.webp is not what the game shows now")


def test_a_package_that_differs_the_second_time_is_named() -> None:
    times = iter("12")

    def make(dist: Path) -> None:
        (dist / "SHA256SUMS").write_text(f"0  same.deb\n{next(times)}  other.tar.gz\n")

    assert_found(release.twin_faults(make), "other.tar.gz became another file")


def assert_found(faults: release.Faults, fault: str) -> None:
    """Expect that one fault, or none for an empty text."""
    found = list(faults)
    assert len(found) == bool(fault), found
    assert fault in "".join(found)
