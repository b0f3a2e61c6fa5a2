"""The numbers in the rules. All other modules import them from here."""

from __future__ import annotations

from typing import Final

DEAL: Final = 4
"""Number of cards dealt to each seat."""
BUILDS: Final = 2
"""Number of floors built in a turn."""
DRAWN: Final = 3
"""Number of cards drawn in a turn."""
HAND: Final = 6
"""Maximum number of cards in a hand."""
HEIGHT: Final = 6
"""Number of floors at which a tower is scored."""
FEW_PLOTS: Final = 3
MANY_PLOTS: Final = 4
"""Maximum number of towers at once: `MANY_PLOTS` with four seats, else `FEW_PLOTS`."""
