"""The first script of each Windows program: it makes the loader read all modules from a file that programs share."""

import os
import sys

# PyInstaller's loader runs next and reads the archive named here. By default it reads one inside the program.
sys._pyinstaller_pyz = os.path.join(sys._MEIPASS, "modules.pyz")  # type: ignore[attr-defined]
