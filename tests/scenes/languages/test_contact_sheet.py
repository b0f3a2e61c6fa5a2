"""The script that puts all pages in a language side by side."""

import subprocess
import sys
from pathlib import Path

import pygame

SCRIPT = Path(__file__).resolve().parents[3] / "build" / "measure" / "contact_sheet.py"


def test_contact_sheets_show_pages_in_two_window_sizes(tmp_path: Path) -> None:
    command = [sys.executable, str(SCRIPT), "pl", str(tmp_path), "--only", "notice", "--width", "320", "--across", "2"]
    output = subprocess.run(command, capture_output=True, encoding="utf-8", check=True).stdout
    assert output.count("notice; long notice") == 2
    sheets = {file.name: pygame.image.load(file).get_size() for file in tmp_path.iterdir()}
    assert sheets == {"pl-1280x720-1.png": (656, 188), "pl-1024x768-1.png": (656, 248)}
