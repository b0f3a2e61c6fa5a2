"""A whole match of each game as its motion and effects, compared with what somebody found good."""

import re
from collections import Counter

import pytest

from tests.golden import check_text
from tests.scenes.trace import played
from topping_out.game import registry
from topping_out.scenes.app import App
from topping_out.scenes.audio.player import SOUNDS

OFTEN, VARIED = 10, 3


@pytest.mark.parametrize("name", registry.names())
def test_a_match_moves_and_sounds_as_it_did(app: App, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    trace = str(played(app, name, monkeypatch))
    asked = Counter(re.findall(r" sound (\w+) ", trace))
    assert asked.total() > OFTEN
    few = [sound for sound, times in asked.items() if times > OFTEN and SOUNDS[sound] < VARIED]
    assert few == [], "what sounds more than ten times in a match does so in three variants at least"
    check_text(trace, f"traces/{name}")
