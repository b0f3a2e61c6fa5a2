"""Where the packed programs start."""

import io
import multiprocessing
import sys
import traceback
from types import ModuleType


class BeforeFpdf:
    """Finds no module; but when fpdf is about to be imported, replaces what it imports and the package leaves out.

    These are for pictures from the web and for signatures, which nothing here prints.
    """

    def find_spec(self, name: str, path: object = None, target: object = None) -> None:
        if name == "fpdf":
            import http.client
            import urllib.request

            urllib.request.HTTPSHandler = urllib.request.HTTPHandler  # type: ignore[misc, assignment]
            http.client.HTTPSConnection = http.client.HTTPConnection  # type: ignore[misc, assignment]
            sys.modules["unittest.mock"] = ModuleType("unittest.mock")
            setattr(sys.modules["unittest.mock"], "patch", None)  # noqa: B010


def tell_in_a_window(said: str) -> None:
    """Show what a program without a console has to say."""
    import ctypes  # only here: it takes a while to load, and this is rare

    ctypes.windll.user32.MessageBoxW(None, said[:2000], "Topping Out", 0)  # type: ignore[attr-defined]


def run_without_console() -> int:
    """Run the program; return its exit status. A window tells what was asked for, and what made it fail.

    Warnings of a program that went well go into the log: a window would keep it from ending.
    """
    from topping_out.game.storage.faults import add_report
    from topping_out.scenes.__main__ import main

    said, warned = sys.stdout, sys.stderr = io.StringIO(), io.StringIO()
    status: object = 0
    try:
        main()
    except SystemExit as end:
        status = end.code
        if isinstance(status, str):
            print(status, file=warned)
    except BaseException:
        status = 1
        traceback.print_exc()
    if warnings := warned.getvalue().strip():
        add_report(warnings)
    if words := f"{said.getvalue()}{warnings if status else ''}".strip():
        tell_in_a_window(words)
    return status if isinstance(status, int) else int(status is not None)


if __name__ == "__main__":
    sys.meta_path.insert(0, BeforeFpdf())  # type: ignore[arg-type]
    multiprocessing.freeze_support()  # before any other import: a bots' process goes its own way here

    if sys.stderr is None:  # the program of Windows that has no console
        sys.exit(run_without_console())

    from topping_out.scenes.__main__ import main

    main()
