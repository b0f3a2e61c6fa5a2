"""The first script of each program for Windows: all its modules are in a file that the programs share."""

import os
import sys

# PyInstaller's loader, which comes next, reads the archive named here; its own choice is one inside the program.
sys._pyinstaller_pyz = os.path.join(sys._MEIPASS, "modules.pyz")  # type: ignore[attr-defined]
