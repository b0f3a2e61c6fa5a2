"""Files for software centres and menus on Linux: AppStream metainfo and menu entry, in every language of the program.

    python build/distribution/linux/store.py FOLDER

writes both into a folder. Texts and pictures come from `store.toml`.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "build" / "editable"))

from topping_out.game import __version__, registry  # noqa: E402
from topping_out.game.storage.translations import FOLDER, LARGEST_CATALOGUE, load_catalogue  # noqa: E402

NAME, TITLE = "topping-out", "Topping Out"
STORE: dict[str, Any] = tomllib.loads(Path(__file__).with_name("store.toml").read_text(encoding="utf-8"))
LANGUAGE = "{http://www.w3.org/XML/1998/namespace}lang"
RELEASED = re.compile(r"^## (\d\S*) - (\d{4}-\d\d-\d\d)$", re.MULTILINE)
"""Heading of a version in the changelog."""
CATEGORIES = ("Game", "BoardGame", "CardGame")
CONTROLS = ("pointing", "keyboard", "gamepad")


def write_store_files(folder: Path, epoch: int) -> list[Path]:
    """Write both files; return their paths. `epoch` is the date of a version without a date in the changelog."""
    folder.mkdir(parents=True, exist_ok=True)
    about, entry = folder / f"{STORE['id']}.metainfo.xml", folder / f"{NAME}.desktop"
    about.write_text(metainfo(epoch), encoding="utf-8", newline="\n")
    entry.write_text(menu_entry(), encoding="utf-8", newline="\n")
    return [about, entry]


def translated(text: str) -> Iterator[tuple[str, str]]:
    """Yield code and translation for each language in which the text differs from the English one."""
    for code, translate in SAYINGS.items():
        if (translation := translate(text)) != text:
            yield code, translation


def sayings() -> dict[str, Callable[[str], str]]:
    return {path.stem: load_catalogue(path, LARGEST_CATALOGUE).gettext for path in sorted(FOLDER.glob("*.po"))}


SAYINGS = sayings()


# -- the menu entry


def menu_entry() -> str:
    """Return the .desktop file. Each game is an action of the icon."""
    lines = ["[Desktop Entry]", "Type=Application", f"Name={TITLE}"]
    lines += [*in_all_languages("GenericName", STORE["generic"]), *in_all_languages("Comment", STORE["summary"])]
    lines += [f"Exec={NAME}", f"Icon={NAME}", f"Categories={';'.join(CATEGORIES)};"]
    lines += in_all_languages("Keywords", STORE["keywords"], ";")
    lines += [f"StartupWMClass={NAME}", "Terminal=false", f"Actions={''.join(f'{name};' for name in registry.names())}"]
    for game in registry.games():
        lines += ["", f"[Desktop Action {game.name}]", f"Name={game.title}", f"Exec={NAME} play {game.name}"]
    return "\n".join(lines) + "\n"


def in_all_languages(key: str, text: str, end: str = "") -> list[str]:
    return [f"{key}={text}{end}", *(f"{key}[{code}]={translation}{end}" for code, translation in translated(text))]


# -- the metainfo


def metainfo(epoch: int) -> str:
    root = Element("component", type="desktop-application")
    for tag, text in (
        ("id", STORE["id"]),
        ("metadata_license", "CC0-1.0"),
        ("project_license", "MIT"),
        ("name", TITLE),
    ):
        SubElement(root, tag).text = text
    add_text(root, "summary", STORE["summary"])
    developer = SubElement(root, "developer", id=STORE["id"].rpartition(".")[0])
    SubElement(developer, "name").text = f"The {TITLE} authors"
    describe(SubElement(root, "description"))
    SubElement(root, "launchable", type="desktop-id").text = f"{NAME}.desktop"
    SubElement(SubElement(root, "provides"), "binary").text = NAME
    SubElement(root, "content_rating", type="oars-1.1")  # nothing in the game needs a rating
    for tag, names, parent in (("category", CATEGORIES, "categories"), ("control", CONTROLS, "supports")):
        group = SubElement(root, parent)
        for name in names:
            SubElement(group, tag).text = name
    languages = SubElement(root, "languages")
    for code in ("en", *SAYINGS):
        SubElement(languages, "lang").text = code
    keywords = SubElement(root, "keywords")
    for word in STORE["keywords"].split(";"):
        SubElement(keywords, "keyword").text = word
    for code, translation in translated(STORE["keywords"]):
        for word in translation.split(";"):
            SubElement(keywords, "keyword", {LANGUAGE: code}).text = word
    for kind, address in addresses():
        SubElement(root, "url", type=kind).text = address
    if STORE["home"]:
        show_pictures(SubElement(root, "screenshots"))
    tell_releases(SubElement(root, "releases"), epoch)
    ElementTree.indent(root)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{ElementTree.tostring(root, encoding="unicode")}\n'


def add_text(parent: Element, tag: str, text: str) -> None:
    SubElement(parent, tag).text = text
    for code, translation in translated(text):
        SubElement(parent, tag, {LANGUAGE: code}).text = translation


def describe(description: Element) -> None:
    """Add the description, with the list of points after the first paragraph."""
    first, *others = STORE["about"]
    add_text(description, "p", first)
    points = SubElement(description, "ul")
    for point in STORE["points"]:
        add_text(points, "li", point)
    for paragraph in others:
        add_text(description, "p", paragraph)


def addresses() -> Iterator[tuple[str, str]]:
    """Yield each address of the program by its kind in the metainfo, as far as store.toml names them."""
    if home := STORE["home"].rstrip("/"):
        yield "homepage", home + "/"
        yield "help", f"{home}/build/docs/playing.html"
    if source := STORE["source"].rstrip("/"):
        yield "bugtracker", f"{source}/issues"
        yield "vcs-browser", source
        yield "contribute", f"{source}/blob/main/CONTRIBUTING.md"


def show_pictures(screenshots: Element) -> None:
    """Add the pictures, which must be in the folder `screenshots` of the home page."""
    for number, picture in enumerate(STORE["picture"]):
        shown = SubElement(screenshots, "screenshot", {"type": "default"} if number == 0 else {})
        add_text(shown, "caption", picture["caption"])
        SubElement(shown, "image").text = f"{STORE['home'].rstrip('/')}/screenshots/{Path(picture['file']).name}"


def tell_releases(releases: Element, epoch: int) -> None:
    known = RELEASED.findall((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"))
    if __version__ not in {version for version, _ in known}:
        day = datetime.fromtimestamp(epoch, UTC).strftime("%Y-%m-%d")
        SubElement(releases, "release", type="development", version=__version__, date=day)
    for version, day in known:
        release = SubElement(releases, "release", version=version, date=day)
        for entry in STORE["release"]:
            if entry["version"] == version:
                add_text(SubElement(release, "description"), "p", entry["news"])


if __name__ == "__main__":
    for made in write_store_files(Path(sys.argv[1]), int(datetime.now(UTC).timestamp())):
        print(made)
