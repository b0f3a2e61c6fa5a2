"""The user interface of Topping Out: pages, tables, drawing, sound and input devices."""

import os

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # pygame would print a greeting among the output of commands
