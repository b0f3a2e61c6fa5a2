"""Entry point of the packed programs."""

import io
import multiprocessing
import sys
import traceback
from types import ModuleType


class BeforeFpdf:
    """A module finder that finds nothing, but replaces modules for fpdf that are not packed before fpdf is imported.

    They are for pictures from the web and for signatures, which nothing here prints.
    """

    def find_spec(self, name: str, path: object = None, target: object = None) -> None:
        if name == "fpdf":
            import http.client
            import urllib.request

            urllib.request.HTTPSHandler = urllib.request.HTTPHandler  # type: ignore[misc, assignment]
            http.client.HTTPSConnection = http.client.HTTPConnection  # type: ignore[misc, assignment]
            sys.modules["unittest.mock"] = ModuleType("unittest.mock")
            setattr(sys.modules["unittest.mock"], "patch", None)  # noqa: B010


def tell_in_a_window(text: str) -> None:
    """Show the output of a program without a console in a message box."""
    import ctypes  # slow to import, and rarely needed

    ctypes.windll.user32.MessageBoxW(None, text[:2000], "Topping Out", 0)  # type: ignore[attr-defined]


def run_without_console() -> int:
    """Run the program; return its exit status. A message box shows its output, or why it failed.

    Warnings of a successful run go to the log, because a message box would keep the program from ending.
    """
    from topping_out.game.storage.faults import add_report
    from topping_out.scenes.__main__ import main

    output, warned = sys.stdout, sys.stderr = io.StringIO(), io.StringIO()
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
    if words := f"{output.getvalue()}{warnings if status else ''}".strip():
        tell_in_a_window(words)
    return status if isinstance(status, int) else int(status is not None)


if __name__ == "__main__":
    sys.meta_path.insert(0, BeforeFpdf())  # type: ignore[arg-type]
    multiprocessing.freeze_support()  # before any other import: the bots' process continues inside this call

    if sys.stderr is None:  # the program without a console on Windows
        sys.exit(run_without_console())

    from topping_out.scenes.__main__ import main

    main()
