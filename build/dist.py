"""Make everything that a release attaches, on this machine: a rehearsal of what a tag does.

    python build/dist.py [--dist DIR] [--packed] [--only-site]

First it checks the papers (`build/release.py`). Then it makes the packages of this system, the site with its links
filled in from `store.toml`, the news of the version and one SHA256SUMS for all files in DIR, checks these, and lists
what would be attached. With `--packed`, the packages in DIR are kept. With `--only-site`, only the site is made. Files
of other systems that lie in DIR are kept and listed too.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().with_name("editable")))

from package import source_date, write_sums, zipped
from topping_out.game import __version__

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
NAME = "topping-out"
NEWS = "news.md"
"""The text of the release; it is not attached."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--dist", type=Path, default=ROOT / "dist", help="where the files go (default: dist)")
    parser.add_argument("--packed", action="store_true", help="keep the packages that are there")
    parser.add_argument("--only-site", action="store_true", help="make the site and nothing else")
    arguments = parser.parse_args()
    dist: Path = arguments.dist.resolve()
    dist.mkdir(parents=True, exist_ok=True)
    if arguments.only_site:
        print(make_site(dist))
        return 0
    say("1. What the papers lack")
    faults = run("release.py", "--check", "--papers")
    if not arguments.packed:
        say("2. The packages of this system")
        if run("package.py", "--dist", str(dist)):
            return 1
    say("3. The site")
    make_site(dist)
    say("4. The news, and the sums of all files")
    (dist / NEWS).write_text(news((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), __version__), encoding="utf-8")
    files = attached(dist)
    write_sums(files, dist)
    say("5. What the files lack")
    faults += run("release.py", "--check", "--dist", str(dist))
    say(f"6. A tag v{__version__} would attach, with the text of {NEWS}:")
    for path in [*files, dist / "SHA256SUMS"]:
        print(f"{path.stat().st_size / 1e6:8.2f} MB  {path.name}")
    return 1 if faults else 0


def say(line: str) -> None:
    print(f"\n== {line}", flush=True)


def run(script: str, *words: str) -> int:
    return subprocess.run([sys.executable, str(HERE / script), *words], cwd=ROOT).returncode


def make_site(dist: Path, conf: Path = HERE / "docs", sources: Path = ROOT) -> Path:
    """Build the site, and return the archive with it."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) / f"{NAME}-documentation"
        command = [sys.executable, "-m", "sphinx", "-q", "-W", "-d", str(Path(scratch) / "doctrees")]
        subprocess.run([*command, "-c", str(conf), str(sources), str(folder)], cwd=ROOT, check=True)
        shutil.rmtree(folder / ".doctrees", ignore_errors=True)
        (folder / ".buildinfo").unlink(missing_ok=True)
        return zipped(folder, dist / f"{NAME}-{__version__}-documentation.zip", source_date())


def news(changelog: str, version: str) -> str:
    """Return what the changelog says of a version, or of what is unreleased if it doesn't have the version yet."""
    for heading in (version, "Unreleased"):
        if found := re.search(rf"^## {re.escape(heading)}\b.*\n((?:(?!## ).*\n?)*)", changelog, re.MULTILINE):
            return found[1].strip() + "\n"
    return ""


def attached(dist: Path) -> list[Path]:
    """Return the files in a folder that belong to a release."""
    return sorted(path for path in dist.iterdir() if path.is_file() and path.name not in (NEWS, "SHA256SUMS"))


if __name__ == "__main__":
    sys.exit(main())
