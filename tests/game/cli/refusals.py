"""A check that the command line refuses in one line of standard error."""

import pytest


def refusal(capsys: pytest.CaptureFixture[str]) -> str:
    """Check that the only output is one line on standard error, and return it."""
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("topping-out: ")
    assert err.count("\n") == 1
    return err
