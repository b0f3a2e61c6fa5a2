"""The table waits for one who only listens."""

import pytest

from tests.sampling import sampled
from tests.unseen.conftest import Listen
from tests.unseen.games.players import main_button, turn_or_results
from tests.unseen.listener import Listener, Node

pytestmark = pytest.mark.window


@sampled("game", ["wyoming", "towering", "towers"], ["wyoming"])
def test_each_play_is_asked_for_and_each_bot_waits_for_its_key(listen: Listen, game: str) -> None:
    """A bot waits at first, as somebody listens; to be asked before a play counts is a setting."""
    arguments = ("play", game, "--seed", "4", "--seats", "human,easy", "--names", "You,Mesa")
    one = listen(*arguments, bots_wait="", ask_first=True)
    mine_first = one.wait_for(mine_or_waiting, "a turn").find("push button", WAITING) is None
    if not mine_first:
        one.type("p")
    one.wait_for(turn_or_results, "a turn of mine")
    questions = 0
    while not one.tree().find("push button", WAITING):
        one.type("h")
        one.wait_for(lambda tree: (button := main_button(tree)) and button.is_enabled and button, "advice")
        before = len(plays_of(one, "You"))  # the log may still get the last words of the hint

        def is_played(before: int = before) -> bool:
            return len(plays_of(one, "You")) > before

        one.type("p")
        if one.wait_for(lambda tree: tree.find("push button", "Yes") or is_played(), "a question or a play") is True:
            continue  # nothing else could be played, so nothing was asked
        questions += 1
        one.press("push button", "Yes")
        one.wait_for(lambda tree: is_played() and mine_or_waiting(tree), "what follows")
    assert questions
    one.wait_for(lambda _: any(said.startswith("P lets Mesa play.") for said in one.announced[-2:]), "the bot's key")
    plays = len(plays_of(one, "Mesa"))
    one.type("p")
    one.wait_for(lambda _: len(plays_of(one, "Mesa")) > plays, "Mesa's play")


WAITING = "Let Mesa play"


def mine_or_waiting(tree: Node) -> Node | None:
    return tree if tree.find("push button", WAITING) else turn_or_results(tree)


def plays_of(one: Listener, name: str) -> list[str]:
    return [said for said in one.announced if said.startswith(f"{name} ")]
