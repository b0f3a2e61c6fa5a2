"""Configuration of the documentation site, made from the pages in the source tree (extra `[docs]`).

`python -m sphinx -W -c build/docs . out/docs`
"""

import re
import shutil
import sys
import tomllib
from html import escape
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx

HERE = Path(__file__).resolve().parent
BUILD = HERE.parent
ROOT = BUILD.parent
sys.path.insert(0, str(HERE))
sys.path.insert(0, str(BUILD / "editable"))

import pages  # noqa: E402

from topping_out.game import __version__ as release  # noqa: E402
from topping_out.game import registry  # noqa: E402

project = "Topping Out"
copyright = "the Topping Out maintainers"
version = release
extensions = ["myst_parser", "sphinx.ext.autodoc"]
root_doc = "build/docs/index"
include_patterns = [
    "build/docs/*.md", "build/docs/games/*.md", "game/*.md", "assets/languages/*.md",
    "assets/games/*/rules.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md",
]  # fmt: skip
STORE = tomllib.loads((BUILD / "distribution" / "linux" / "store.toml").read_text(encoding="utf-8"))


def file(name: str) -> str:
    """Return a release file for the front page: a link if the download address is known, else its name."""
    return f"[{name}]({STORE['downloads'].rstrip('/')}/{name})" if STORE["downloads"] else f"`{name}`"


myst_substitutions = {
    "version": release,
    "windows": file(f"topping-out-{release}-windows-x86_64-setup.exe"),
    "macos_arm64": file(f"topping-out-{release}-macos-arm64.zip"),
    "macos_x86_64": file(f"topping-out-{release}-macos-x86_64.zip"),
    "debian": file(f"topping-out_{release}_amd64.deb"),
    "linux": file(f"topping-out-{release}-linux-x86_64.tar.gz"),
    "wheel": file(f"topping_out-{release}-py3-none-any.whl"),
    **{f"glance_{game.name}": pages.glance(game) for game in registry.games()},
}


def colours(brand: str, ground: str) -> dict[str, str]:
    """Return the theme's colours that are ours: of links and marks, and behind the titles of notes."""
    named = dict.fromkeys(("color-brand-primary", "color-brand-content", "color-brand-visited"), brand)
    return named | {"color-admonition-title--note": brand, "color-admonition-title-background--note": ground}


html_theme = "furo"
html_theme_options = {
    "light_css_variables": colours("#7a4a00", "#f7edda"),
    "dark_css_variables": colours("#d8a648", "#2d2413"),
}
html_logo = "../../assets/icon/icon-128.png"
html_favicon = "../../assets/icon/icon-32.png"
html_static_path = ["site.css"]
html_css_files = ["site.css"]
html_copy_source = False
html_title = "Topping Out"
html_show_sourcelink = False
myst_enable_extensions = ["colon_fence", "substitution"]
myst_heading_anchors = 3
autodoc_default_options = {"members": True, "member-order": "bysource"}
autodoc_typehints = "signature"
add_module_names = False
toc_object_entries_show_parents = "hide"
python_use_unqualified_type_names = True


CARD = "tests/golden/wyoming_late.png"
"""The picture that is shown where somebody posts a link to the site."""
LONGEST_DESCRIPTION = 160
FRONT = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Topping Out</title>
<meta http-equiv="refresh" content="0; url={page}">
<link rel="canonical" href="{page}">
</head>
<body><p><a href="{page}">Topping Out</a>: four tower-building table games</p></body>
</html>
"""
"""The page at the root of the site, which leads to the first of Sphinx's pages."""


def setup(app: Sphinx) -> None:
    app.connect("source-read", set_rules)
    app.connect("autodoc-process-signature", shorten_signature)
    app.connect("doctree-resolved", shorten_types)
    app.connect("html-page-context", describe)
    app.connect("build-finished", add_files)


def set_rules(app: Sphinx, page: str, source: list[str]) -> None:
    """Turn a game's rules, which have a form of their own, into Markdown."""
    if page.startswith("assets/games/"):
        source[0] = pages.rules_page(page.split("/")[2], source[0])


def shorten_signature(
    app: Sphinx, what: str, name: str, thing: object, options: object, arguments: str | None, returned: str | None
) -> tuple[str | None, str | None]:
    """Leave out of a signature what only matters to readers of files, and write defaults as one writes them."""
    short = [text and pages.plain_type(text) for text in (arguments, returned)]
    return short[0] and re.sub(r"<class '(\w+)'>", r"\1()", short[0]), short[1]


def shorten_types(app: Sphinx, tree: nodes.document, page: str) -> None:
    """Leave out of the types in the reference what only matters to readers of files."""
    if page != "build/docs/api":
        return
    for kind in (addnodes.desc_annotation, nodes.paragraph):
        for node in tree.findall(kind):
            if "Annotated[" in (text := node.astext()):
                node.clear()
                node += nodes.Text(pages.plain_type(text))


def describe(app: Sphinx, page: str, template: str, context: dict[str, Any], tree: nodes.document | None) -> None:
    """Say in the head of a page what it is about, for search engines and where a link to it is posted."""
    paragraphs = tree.findall(nodes.paragraph) if tree else ()
    text = next((words for part in paragraphs if len(words := " ".join(part.astext().split())) > 60), "")
    if len(text) > LONGEST_DESCRIPTION:
        text = text[:LONGEST_DESCRIPTION].rsplit(" ", 1)[0] + " …"
    title = context.get("title", project)
    tags = {"og:type": "website", "og:site_name": project, "og:title": title, "og:description": text}
    if home := STORE["home"].rstrip("/"):
        tags |= {"og:url": f"{home}/{page}.html", "og:image": f"{home}/_static/card.png"}
    lines = [f'<meta property="{key}" content="{escape(value)}">' for key, value in tags.items() if value]
    lines += [f'<meta name="description" content="{escape(text)}">'] if text else []
    lines += ['<meta name="twitter:card" content="summary_large_image">'] if home else []
    context["metatags"] = "\n".join([context.get("metatags", ""), *lines])


def add_files(app: Sphinx, error: Exception | None) -> None:
    """Add to the finished site its first page, the figures of the rules, and the pictures of shops and links."""
    if error or app.builder.name != "html":
        return
    site = Path(app.outdir)
    (site / "index.html").write_text(FRONT.format(page=f"{root_doc}.html"), encoding="utf-8")
    pages.paint_figures(site / "_static" / "figures")
    shutil.copyfile(ROOT / CARD, site / "_static" / "card.png")
    (site / "screenshots").mkdir(exist_ok=True)
    for picture in STORE["picture"]:
        shutil.copy(ROOT / picture["file"], site / "screenshots")
