"""The model of what is audible of several texts spoken one after the other."""

from __future__ import annotations

import pytest

from tests.unseen.listener import Sound, listen


def shares(*sounds: Sound) -> list[float]:
    return [round(sound.share, 2) for sound in listen(sounds, pace=10)]


@pytest.mark.parametrize(
    ("sounds", "expected"),
    [
        pytest.param([Sound(0, "x" * 10), Sound(0.1, "y" * 10)], [1, 1], id="announcements wait for each other"),
        pytest.param(
            [Sound(0, "x" * 10), Sound(0.5, "y" * 10, stops=True)], [0.5, 1], id="a move of the focus cuts off"
        ),
        pytest.param(
            [Sound(0, "x" * 10), Sound(0.1, "y" * 10), Sound(0.5, "z", stops=True)], [0.5, 0, 1],
            id="what waits is lost as well",
        ),
        pytest.param([Sound(0, "x" * 10), Sound(0.5, "", stops=True)], [0.5], id="a key says nothing and stops all"),
        pytest.param([Sound(0, "x" * 10), Sound(1, "y", stops=True)], [1, 1], id="what was said in time stays heard"),
    ],
)  # fmt: skip
def test_later_events_cut_off_speech(sounds: list[Sound], expected: list[float]) -> None:
    assert shares(*sounds) == expected
