"""Run Orca, even if another Orca is running, with recorded speech. The arguments are Orca's own."""

import shutil
import sys
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path


def open_unbuffered(path, mode="r"):
    return open(path, mode, buffering=1)


def main():
    sys.path.insert(0, str(Path(__file__).with_name("speech")))
    loader = SourceFileLoader("run_orca_itself", shutil.which("orca"))
    orca = module_from_spec(spec_from_loader(loader.name, loader))
    loader.exec_module(orca)
    orca.otherOrcas = list  # ignore an Orca on another desktop
    orca.open = open_unbuffered
    return orca.main()


if __name__ == "__main__":
    sys.exit(main())
