"""How the command line refuses: on one line of the standard error, and nowhere else."""

import pytest


def refusal(capsys: pytest.CaptureFixture[str]) -> str:
    """Return what was said, having seen that it is one line of the program's and all that there is."""
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("topping-out: ")
    assert err.count("\n") == 1
    return err
