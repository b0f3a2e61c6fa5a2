"""List what is missing before a version can be tagged, without changing anything.

    python build/release.py --check [--papers | --dist DIR] [--slow]

It checks the version, the changelog, the citation, the catalogues, the pictures, the licences, and the packages in
DIR: their checksums, and twine's opinion of those for pip. With `--papers`, packages are not checked. With `--slow`, it
also checks that new films and two newly made packages are identical. Rules, tables and golden pictures are checked by
`build/check.py`. What only stores and the web site need is reported too, but does not prevent a tag.
"""

from __future__ import annotations

import argparse
import hashlib
import io
import re
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Callable, Collection, Iterator
from contextlib import redirect_stdout
from importlib.util import find_spec
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().with_name("editable")))

import films
import languages
from distribution import licences
from distribution.linux import store
from topping_out.game import __version__, registry

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
FINAL = re.compile(r"[1-9]\d*\.\d+\.\d+")
"""A version that can be released; those before 1.0.0 cannot."""
Faults = Iterator[str]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", required=True, help="required, because this script only checks")
    packages = parser.add_mutually_exclusive_group()
    packages.add_argument("--papers", action="store_true", help="do not check packages")
    packages.add_argument("--dist", type=Path, default=ROOT / "dist", help="the packages (default: dist)")
    parser.add_argument("--slow", action="store_true", help="also make films and packages again")
    arguments = parser.parse_args()
    checks: dict[str, Callable[[], Faults]] = {
        "version": lambda: version_faults(__version__, tags()),
        "changelog": lambda: changelog_faults((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), __version__),
        "citation": lambda: citation_faults((ROOT / "CITATION.cff").read_text(encoding="utf-8"), __version__),
        "news": lambda: news_faults(store.STORE["release"], __version__),
        "catalogues": catalogue_faults,
        "pictures": lambda: picture_faults(ROOT),
        "licences": lambda: licence_faults(ROOT),
    }
    if not arguments.papers:
        checks |= {
            "sums": lambda: sum_faults(arguments.dist, __version__),
            "pip": lambda: pip_faults(arguments.dist, __version__),
        }
    if arguments.slow:
        checks |= {"films": lambda: film_faults(films.FOLDER), "twice the same": lambda: twin_faults(make_package)}
    found = [f"{name}: {fault}" for name, check in checks.items() for fault in check()]
    print("\n".join(found) or f"{__version__} can be tagged: git tag v{__version__}")
    print("".join(f"before it is on the web: {fault}\n" for fault in shop_faults(store.STORE)), end="")
    return 1 if found else 0


def tags() -> set[str]:
    """Return the tags of other commits. A tag of the current commit may be the one to release."""
    all_of_them, ours = (
        subprocess.run(["git", "tag", *where], cwd=ROOT, capture_output=True, text=True, check=False).stdout.split()
        for where in ((), ("--points-at", "HEAD"))
    )
    return set(all_of_them) - set(ours)


def version_faults(version: str, tags: Collection[str]) -> Faults:
    if not FINAL.fullmatch(version):
        yield f"{version} is not a version to release: set it in game/__init__.py"
    if f"v{version}" in tags:
        yield f"v{version} is the tag of another commit"


def changelog_faults(text: str, version: str) -> Faults:
    if version not in (known := [number for number, _ in store.RELEASED.findall(text)]):
        yield f"there is no heading `## {version} - YYYY-MM-DD`"
    elif known[0] != version:
        yield f"{known[0]} stands before {version}"
    if re.search(r"^## Unreleased\n+(?!## )\S", text, re.MULTILINE):
        yield "something is still unreleased"


def citation_faults(text: str, version: str) -> Faults:
    if f"\nversion: {version}\n" not in text:
        yield f"CITATION.cff names another version than {version}"


def news_faults(releases: list[dict[str, str]], version: str) -> Faults:
    if version not in {release["version"] for release in releases}:
        yield f"store.toml has no sentence on {version} for software centres"


def catalogue_faults() -> Faults:
    with redirect_stdout(output := io.StringIO()):
        languages.check()
    yield from output.getvalue().splitlines()


def picture_faults(root: Path) -> Faults:
    wanted = [picture["file"] for picture in store.STORE["picture"]]
    wanted += [f"tests/golden/films/{name}.webp" for name in registry.names()]
    yield from (f"{name} is not there" for name in wanted if not (root / name).is_file())
    for page in (root / "README.md", *sorted((root / "build" / "docs").glob("*.md"))):
        shown = re.findall(r"(?:!\[[^]]*\]\(|\{image\} )([^)\s]+)", page.read_text(encoding="utf-8"))
        yield from (
            f"{page.name} shows {name}, which is not there" for name in shown if not (page.parent / name).is_file()
        )


def licence_faults(root: Path) -> Faults:
    """Check what can be seen without a package. Making a package checks that every library's licence is known."""
    texts = {path.name.partition("-")[0] for path in (root / "assets" / "licences").iterdir()}
    for font in sorted((root / "assets" / "fonts").glob("*.?tf")):
        if font.name.partition("-")[0] not in texts:
            yield f"{font.name} has none in assets/licences"
    known = licences.known_libraries()
    for name in sorted({library.licence for library in known} - {"", "Python"}):
        if not (root / "build" / "distribution" / "licences" / f"{name}.txt").is_file():
            yield f"{name}.txt is not in build/distribution/licences"
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    for needed in project["dependencies"]:
        name = re.split(r"[^\w-]", needed)[0]
        if name not in (*licences.DISTRIBUTIONS, *(library.name for library in known)):
            yield f"the package lacks {name}, which the program needs"


def sum_faults(dist: Path, version: str) -> Faults:
    if not (dist / "SHA256SUMS").is_file():
        yield f"there is no SHA256SUMS in {dist}: python build/package.py"
        return
    sums = dict(reversed(line.split("  ")) for line in (dist / "SHA256SUMS").read_text("utf-8").splitlines())
    files = {path.name for path in dist.iterdir() if path.is_file()} - {"SHA256SUMS", "news.md"}
    for name in sorted(files | sums.keys()):
        if name not in files:
            yield f"{name} is not there"
        elif name not in sums:
            yield f"{name} has none"
        elif hashlib.sha256((dist / name).read_bytes()).hexdigest() != sums[name]:
            yield f"that of {name} is another"
        elif version not in name:
            yield f"{name} is not of version {version}"


def pip_faults(dist: Path, version: str) -> Faults:
    """Let twine check what pip installs."""
    files = sorted(dist.glob(f"topping_out-{version}[-.]*"))
    if len(files) != 2:
        yield f"a wheel and its sources are not in {dist}: python build/package.py, on Linux"
    elif find_spec("twine") is None:
        yield "twine is not here to look at them: pip install twine"
    else:
        command = [sys.executable, "-m", "twine", "--no-color", "check", "--strict", *map(str, files)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            yield f"twine refuses them: {' '.join([*done.stdout.split(), *done.stderr.splitlines()[-1:]])}"


def shop_faults(shop: dict[str, object]) -> Faults:
    if not shop["home"]:
        yield "build/distribution/linux/store.toml names no home page, where the pictures lie"
    if not shop["downloads"]:
        yield "store.toml doesn't name the folder of the web with the files, to which the site's front page links"
    if not shop["source"]:
        yield "store.toml doesn't name the page of the repository, for links in what pip's index shows and for reports"
    if str(shop["id"]).startswith("com.example."):
        yield f"{shop['id']} in store.toml is an id of nobody's domain"


# -- what takes minutes


def film_faults(folder: Path) -> Faults:
    """Make the films of the README again. They only differ if rules, bots or tables have changed."""
    with tempfile.TemporaryDirectory() as scratch:
        films.FOLDER = Path(scratch)
        films.main()
        for film in sorted(films.FOLDER.iterdir()):
            if film.read_bytes() != (folder / film.name).read_bytes():
                yield f"{film.name} is not what the game shows now: python build/films.py"


def twin_faults(make: Callable[[Path], object]) -> Faults:
    with tempfile.TemporaryDirectory() as first, tempfile.TemporaryDirectory() as second:
        sums = []
        for dist in map(Path, (first, second)):
            make(dist)
            sums.append(set((dist / "SHA256SUMS").read_text("utf-8").splitlines()))
        yield from (f"{line.split()[1]} became another file the second time" for line in sorted(sums[0] - sums[1]))


def make_package(dist: Path) -> None:
    command = [sys.executable, str(HERE / "package.py"), "--dist", str(dist)]
    subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    sys.exit(main())
