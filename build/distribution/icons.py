"""The program's icon in the formats of Windows and macOS, which contain the PNG files of assets/icon."""

from __future__ import annotations

import struct
import sys
from pathlib import Path

PNGS = Path(__file__).resolve().parents[2] / "assets" / "icon"
ICO_SIZES = (16, 20, 24, 32, 40, 48, 64, 128, 256)
ICNS_TYPES = {b"icp4": 16, b"icp5": 32, b"icp6": 64, b"ic07": 128, b"ic08": 256, b"ic09": 512}


def png(size: int) -> bytes:
    return (PNGS / f"icon-{size}.png").read_bytes()


def ico() -> bytes:
    """Return an .ico file: a header, an entry for each size (256 is written as 0), and the pictures."""
    pictures = {size: png(size) for size in ICO_SIZES}
    head = struct.pack("<3H", 0, 1, len(pictures))
    offset = len(head) + 16 * len(pictures)
    for size, data in pictures.items():
        head += struct.pack("<4B2H2I", size % 256, size % 256, 0, 0, 1, 32, len(data), offset)
        offset += len(data)
    return head + b"".join(pictures.values())


def icns() -> bytes:
    """Return an .icns file: each picture after its type and length."""
    parts = [
        struct.pack(">4sI", kind, 8 + len(data)) + data for kind, size in ICNS_TYPES.items() if (data := png(size))
    ]
    body = b"".join(parts)
    return struct.pack(">4sI", b"icns", 8 + len(body)) + body


def icon_file(folder: str) -> str | None:
    """Write the icon for this platform's programs into a folder; return its path, or None on Linux."""
    kinds = {"win32": ("ico", ico), "darwin": ("icns", icns)}
    if sys.platform not in kinds:
        return None
    ending, make = kinds[sys.platform]
    path = Path(folder) / f"topping-out.{ending}"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(make())
    return str(path)
