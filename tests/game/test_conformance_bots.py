"""What the bots of every game keep, whichever it is: seen only through the interface that all games share."""

from __future__ import annotations

import random
import subprocess
import sys
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import deals, moments

from game.catalogue import NAMES
from game.files import ROOT

every_game = pytest.mark.parametrize("name", NAMES)


@every_game
@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
@settings(max_examples=3)
@given(data=st.data())
def test_a_bot_chooses_a_legal_action_and_the_same_one_again(name: str, level: str, data: st.DataObject) -> None:
    deal = data.draw(deals(name))
    game = deal.game
    for state in moments(deal, most=2):
        for seat in islice(sorted(game.actors(state)), 1):
            view, actions = game.view(state, seat), game.actions(state, seat)
            if actions:
                chosen = [game.bot(level).choose(view, actions, random.Random(7)) for _ in range(2)]
                assert chosen[0] == chosen[1]
                assert chosen[0] in actions or (game.live and chosen[0] is None)


@every_game
@settings(max_examples=3)
@given(data=st.data())
def test_advice_is_a_legal_action_with_a_reason_in_words(name: str, data: st.DataObject) -> None:
    deal = data.draw(deals(name))
    game = deal.game
    for state in moments(deal, most=4):
        for seat in islice(sorted(game.actors(state)), 1):
            actions = game.actions(state, seat)
            advice = game.bot("medium").advise(game.view(state, seat), actions, random.Random(7)) if actions else None
            if advice is not None:
                assert advice.action in actions
                assert advice.reason[0].isupper() or advice.reason[0].isdigit()
                assert advice.reason.endswith(".")


def test_bots_think_without_the_screens_library() -> None:
    names = ", ".join(f"game.{name}.bots" for name in NAMES)
    code = f"import sys, {names}; sys.exit('pygame' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0
