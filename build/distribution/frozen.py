"""Where the packed programs start."""

import io
import multiprocessing
import sys


def tell_in_a_window(said: str) -> None:
    """Show what a program without a console has to say."""
    import ctypes  # only here: it takes a while to load, and this is rare

    ctypes.windll.user32.MessageBoxW(None, said, "Topping Out", 0)  # type: ignore[attr-defined]


if __name__ == "__main__":
    multiprocessing.freeze_support()  # before any other import: a bots' process goes its own way here

    from topping_out.scenes.__main__ import main

    if sys.stderr is None:  # the program of Windows that has no console
        sys.stdout = sys.stderr = io.StringIO()
        try:
            main()
        finally:
            if said := sys.stderr.getvalue().strip():
                tell_in_a_window(said[:2000])
    else:
        main()
