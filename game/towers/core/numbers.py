"""The numbers of the rules. Whoever shows, says or plays by one of them takes it from here."""

from __future__ import annotations

from typing import Final

DEAL: Final = 4
"""Cards that each seat begins with."""
BUILDS: Final = 2
"""Floors that a turn builds."""
DRAWN: Final = 3
"""Cards that a turn draws."""
HAND: Final = 6
"""The most cards a seat ever holds."""
HEIGHT: Final = 6
"""Floors at which a tower is scored."""
FEW_PLOTS: Final = 3
MANY_PLOTS: Final = 4
"""Towers that may stand at once; many where all seats are taken."""
