"""Compile the modules given on the command line in place. `build/compile.py` runs this in its copy."""

import sys
from pathlib import Path

import mypyc
from mypyc.build import mypycify
from setuptools import setup

NAME = "cores"
"""Name of the library with all the machine code, beside the packages. Each compiled module only redirects to it."""


def extensions(paths: list[str]) -> list[object]:
    """Return the extensions to build, with options that keep paths of this machine out of the files."""
    elsewhere = Path(mypyc.__file__).parent
    made = mypycify(paths, debug_level="0", group_name=NAME)
    for extension in made:
        extension.extra_compile_args.append(f"-ffile-prefix-map={elsewhere}=mypyc")
    return list(made)


if __name__ == "__main__":
    setup(name=NAME, ext_modules=extensions(sys.argv[1:]), script_args=["build_ext", "--inplace"])
