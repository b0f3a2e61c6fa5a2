"""Configuration of the documentation site, made from the pages in the source tree (extra `[docs]`).

`python -m sphinx -W -c build/docs . out/docs`
"""

import re
import sys
import tomllib
from pathlib import Path

from sphinx.application import Sphinx

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "editable"))

from topping_out.game import __version__ as release

project = "Topping Out"
copyright = "the Topping Out maintainers"
version = release
extensions = ["myst_parser", "sphinx.ext.autodoc"]
root_doc = "build/docs/index"
include_patterns = [
    "build/docs/*.md", "game/*.md", "game/environments/*.md", "assets/languages/*.md", "assets/games/*/rules.md",
    "CONTRIBUTING.md", "CHANGELOG.md",
]  # fmt: skip
BUILD = Path(__file__).resolve().parents[1]
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
}
html_theme = "furo"
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#7a4a00", "color-brand-content": "#7a4a00"},
    "dark_css_variables": {"color-brand-primary": "#d8a648", "color-brand-content": "#d8a648"},
}
html_title = "Topping Out"
html_show_sourcelink = False
myst_enable_extensions = ["colon_fence", "substitution"]
myst_heading_anchors = 3
autodoc_default_options = {"members": True, "member-order": "bysource"}
autodoc_typehints = "signature"
python_use_unqualified_type_names = True


def setup(app: Sphinx) -> None:
    app.connect("source-read", leave_out_figures)


def leave_out_figures(app: Sphinx, page: str, source: list[str]) -> None:
    """Leave out the figures of the rules, which the program draws; the site only has their descriptions."""
    if page.startswith("assets/games/"):
        source[0] = re.sub(r"^!\[.*\]\(.*\)$", "", source[0], flags=re.MULTILINE)
