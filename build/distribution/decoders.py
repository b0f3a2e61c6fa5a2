"""Libraries of decoders for formats that the program does not use: sounds are Ogg Vorbis, pictures PNG, fonts not WOFF.

On Windows SDL loads these libraries only when needed, so they are just left out. On Linux SDL is linked with them, so
they are replaced by one small library with their names whose functions decode nothing.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

STAND_IN = "libdecodes-nothing.so"
NEVER_USED = re.compile(
    r"lib(FLAC|brotlicommon|brotlidec|fluidsynth|jpeg|mpg123|opus|opusfile|sndfile|tiff|vorbisenc|wavpack|xmp)[-.].*"
    r"|(freetype|libjpeg-62|libogg-0|libopus-0|libopusfile-0|libtiff-5|libwavpack-1|libwebpdemux-2|libxmp)\.dll"
)

Entry = tuple[str, str, str]
"""PyInstaller's entry: name in the package, source, kind."""


def without_unused(entries: list[Entry], scratch: Path) -> list[Entry]:
    """Return the entries to pack without those libraries; `scratch` is a folder for building the replacement."""
    unused = [entry for entry in entries if NEVER_USED.fullmatch(Path(entry[0]).name)]
    kept = [entry for entry in entries if entry not in unused]
    if sys.platform == "win32":
        return kept
    libraries = {Path(name).name: Path(source) for name, source, kind in unused if kind == "BINARY"}
    if sys.platform != "linux" or not libraries or not shutil.which("cc"):
        return entries
    linked = {name: wanted_of(path, kept) for name, path in libraries.items()}
    stand_in = make_stand_in(set().union(*linked.values()), scratch)
    folder = next(Path(name).parent for name, _, kind in unused if kind == "BINARY")
    links = [(str(folder / name), STAND_IN, "SYMLINK") for name, wanted in linked.items() if wanted]
    return [*kept, (str(folder / STAND_IN), str(stand_in), "BINARY"), *links]


def wanted_of(library: Path, kept: list[Entry]) -> set[str]:
    """Return the functions of a library, with their versions, that the libraries beside it use."""
    beside = [Path(source) for _, source, kind in kept if kind == "BINARY" and Path(source).parent == library.parent]
    undefined = {name.partition("@")[0] for path in beside for name in symbols(path, "--undefined-only")}
    return {name for name in symbols(library, "--defined-only") if name.partition("@")[0] in undefined}


def symbols(library: Path, which: str) -> list[str]:
    command = ["nm", "--dynamic", "--format=just-symbols", which, str(library)]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()


def make_stand_in(wanted: set[str], scratch: Path) -> Path:
    """Build a library whose functions all return 0. For SDL this means that a file cannot be decoded.

    The exception is mpg123, where 0 means success and SDL would use uninitialised data; its first function fails.
    """
    versions = defaultdict(list)
    for name, _, version in sorted(whole.partition("@@") for whole in wanted):
        versions[version].append(name)
    scratch.mkdir(parents=True, exist_ok=True)
    source, script, made = scratch / "nothing.c", scratch / "nothing.map", scratch / STAND_IN
    names = [name for named in versions.values() for name in named]
    source.write_text("".join(f"long {name}(void) {{ return {int(name == 'mpg123_init')}; }}\n" for name in names))
    script.write_text(
        "".join(f"{version} {{ {'; '.join(versions[version])}; }};\n" for version in filter(None, versions))
    )
    command = ["cc", "-shared", "-fPIC", "-Os", "-s", "-nostdlib", "-Wl,--build-id=none", f"-Wl,-soname,{STAND_IN}"]
    subprocess.run([*command, f"-Wl,--version-script={script}", "-o", made, source], check=True)
    return made
