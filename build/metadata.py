"""The readme and the addresses of the program as an index of packages shows them; hatchling asks for them.

Such an index has none of our files. So links and pictures lead to the repository that `store.toml` names. As long as it
names none, the words of a link stay without it, and pictures are left out.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

HERE = Path(__file__).resolve().parent
PICTURE = re.compile(r"!\[([^]]*)\]\((?!https?:)([^)\s]+)\)(?:<br>)?")
LINK = re.compile(r"(?<!!)\[([^]]+)\]\((?!https?:|#)([^)\s]+)\)")


class Metadata(MetadataHookInterface):
    """Fills in what depends on `store.toml`."""

    def update(self, metadata: dict[str, Any]) -> None:
        store = tomllib.loads((HERE / "distribution" / "linux" / "store.toml").read_text(encoding="utf-8"))
        text = (HERE.parent / "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": readme(text, store["source"])}
        metadata["urls"] = urls(store["home"], store["source"])


def readme(text: str, source: str) -> str:
    """Return the readme with links and pictures in the repository with the address `source`, or without them."""
    if not source:
        return LINK.sub(r"\1", PICTURE.sub("", text))
    base = source.rstrip("/")
    text = PICTURE.sub(lambda found: found[0].replace(f"({found[2]})", f"({base}/raw/main/{found[2]})"), text)
    return LINK.sub(rf"[\1]({base}/blob/main/\2)", text)


def urls(home: str, source: str) -> dict[str, str]:
    """Return the addresses, as far as they are known."""
    found = {"Homepage": home, "Documentation": f"{home.rstrip('/')}/build/docs/playing.html"} if home else {}
    if source:
        base = source.rstrip("/")
        found |= {"Repository": base, "Issues": f"{base}/issues", "Changelog": f"{base}/blob/main/CHANGELOG.md"}
    return found
