"""Compiles the modules named by the command line where they are; `build/compile.py` runs this in its copy."""

import sys
from pathlib import Path

import mypyc
from mypyc.build import mypycify
from setuptools import setup

NAME = "cores"
"""Of the library with all the machine code, beside the packages; each module is only a door to it."""


def extensions(paths: list[str]) -> list[object]:
    """Return what is to be compiled, so that the files made tell nothing of this machine."""
    elsewhere = Path(mypyc.__file__).parent
    made = mypycify(paths, debug_level="0", group_name=NAME)
    for extension in made:
        extension.extra_compile_args.append(f"-ffile-prefix-map={elsewhere}=mypyc")
    return list(made)


if __name__ == "__main__":
    setup(name=NAME, ext_modules=extensions(sys.argv[1:]), script_args=["build_ext", "--inplace"])
