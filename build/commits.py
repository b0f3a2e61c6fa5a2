"""Check the subjects of the latest commits: `python build/commits.py`.

A subject has at most 72 letters, begins with a capital letter, and does not end with a full stop. Merges are not
checked. Outside a Git checkout there is nothing to check.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MAX_LETTERS = 72
COMMITS_CHECKED = 20


def latest_subjects() -> list[str]:
    """Return the subjects of the latest commits, or nothing outside a Git checkout."""
    command = ["git", "log", f"-{COMMITS_CHECKED}", "--no-merges", "--format=%s"]
    try:
        done = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", check=False)
    except FileNotFoundError:
        return []
    return [subject for subject in done.stdout.splitlines() if not subject.startswith("Merge ")]


def faults(subject: str) -> Iterator[str]:
    """Yield what is wrong with a subject."""
    if len(subject) > MAX_LETTERS:
        yield f"has {len(subject)} letters, more than {MAX_LETTERS}"
    if not subject[:1].isupper():
        yield "does not begin with a capital letter"
    if subject.endswith("."):
        yield "ends with a full stop"


def main() -> int:
    found = [f"{subject}: {fault}" for subject in latest_subjects() for fault in faults(subject)]
    print(*found, sep="\n", end="\n" if found else "", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
