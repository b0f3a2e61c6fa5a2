"""Everything of Topping Out that is seen, heard and touched."""

import os

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # pygame greets on the standard output, where answers stand
