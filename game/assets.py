"""The program's own data: where it lies, in a checkout, an installation and a package alike."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ASSETS = ROOT / "assets"
GAMES = ASSETS / "games"
"""A folder for each of the program's own games."""
