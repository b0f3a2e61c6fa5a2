"""Plays IceTowers by screen reader, with the option that time stands still."""

import time
from collections.abc import Iterator

from tests.unseen.games.players import MOST_TURNS, RESULTS, all_announced_since
from tests.unseen.listener import Listener, Node, nameless, top_page

MY_TURN = "Time stands still: your move"
COUNTED = "Results"
"""The button from the counting to the results."""
MOST_PLAYS = 16
"""After this many plays, the player chooses Done whenever it can."""
OPENED = ", from the top"
"""The end of the name of the list that shows the inside of a tower."""


def begin_icetowers(listener: Listener) -> None:
    """Start a game in which time stands still from the title page, and touch a piece to be ready."""
    listener.press("list item", "IceTowers")
    listener.press("toggle button", "Take turns")
    listener.wait_for(lambda tree: "pressed" in tree.find("toggle button", "Take turns").states, "time to stand")
    listener.press("push button", "Start")
    be_ready(listener)


def be_ready(listener: Listener) -> None:
    """Touch a piece, so that the game begins."""
    listener.do(listener.wait_for(lambda tree: next(iter(offering(tree, "Touch")), None), "a piece to touch"))
    listener.wait_to_hear("You're ready.")


def play_icetowers(listener: Listener) -> Node:
    """Mine, lift and cap as the descriptions suggest, then choose Done. Return the results."""
    plays: list[str] = []
    useless: set[str] = set()
    for _ in range(MOST_TURNS):
        page = listener.wait_for(my_turn_or_end, "a turn of mine")
        assert not nameless(page), page.outline()
        if page.find("push button", RESULTS):
            return page
        choice = counted(page) or choose(page, useless, is_tired=len(plays) >= MOST_PLAYS)
        do_and_see(listener, page, choice, useless)
        if not choice.description.startswith("Look"):
            plays.append(choice.spoken())
    raise AssertionError(f"the game does not end: {plays[-20:]}")


def do_and_see(listener: Listener, page: Node, choice: Node, useless: set[str]) -> None:
    """Do what was chosen, and wait until the page changes."""
    before = page.outline()
    listener.do(choice)
    listener.wait_for(
        lambda tree: (now := top_page(tree)) and now.outline() != before, f"something to come of {choice.spoken()}"
    )
    if choice.description.startswith("Cap"):
        useless.clear()


def acts(listener: Listener, count: int) -> Iterator[float]:
    """Do `count` actions, each after all announcements. Yield the start time of each, once the next is possible."""
    useless: set[str] = set()
    for _ in range(count):
        page = listener.wait_for(my_turn_or_end, "a turn of mine")
        if page.find("push button", RESULTS) or counted(page):
            return
        all_announced_since(listener, 0.0)
        began = time.monotonic()
        do_and_see(listener, page, choose(page, useless, is_tired=False), useless)
        listener.wait_for(my_turn_or_end, "my next turn")
        yield began


def be_ready_and_play(listener: Listener) -> Node:
    """Play from the first touch to the results."""
    be_ready(listener)
    return play_icetowers(listener)


def my_turn_or_end(tree: Node) -> Node | None:
    page = top_page(tree)
    is_mine = page and page.find("list item", MY_TURN)
    return page if page and (is_mine or counted(page) or page.find("push button", RESULTS)) else None


def counted(page: Node) -> Node | None:
    return next((button for button in page.find_all("push button") if button.name.partition(",")[0] == COUNTED), None)


def choose(page: Node, useless: set[str], is_tired: bool) -> Node:
    """Choose what to do next. `useless` holds the kinds of pieces that could cap nothing when lifted."""
    held = page.find("list item", "In your hand: ")
    assert held is None or held.actions, "a held piece cannot be set down by a reader"
    if caps := offering(page, "Cap"):
        return max(caps, key=worth_of_cap)
    if held:
        useless.add(held.name.removeprefix("In your hand: "))
        return held
    lifts = [node for node in offering(page, "Lift") if node.name.partition(",")[0] not in useless]
    if not is_tired:
        found = inside(page, "Mine") or offering(page, "Look inside: ", "to mine") or lifts
        found = found or inside(page, "Split") or offering(page, "Look inside: ", "to split")
        if found:
            return found[0]
    done = page.find("push button", "Done")
    assert done, f"there is no way to be done: {page.outline()}"
    return done


def offering(page: Node, beginning: str, ending: str = "") -> list[Node]:
    """Return the enabled entries in the list of towers whose description matches."""
    towers = page.find("list", "Towers, sorted by ")
    places = towers.children if towers else []
    return [node for node in places if node.is_enabled and says(node, beginning, ending)]


def inside(page: Node, beginning: str) -> list[Node]:
    """Return the enabled entries in the opened tower whose description matches."""
    opened = [group for group in page.find_all("list") if group.name.endswith(OPENED)]
    return [node for group in opened for node in group.children if node.is_enabled and says(node, beginning)]


def says(node: Node, beginning: str, part: str = "") -> bool:
    return node.description.startswith(beginning) and part in node.description


def worth_of_cap(node: Node) -> int:
    """Return the worth of a tower after a cap, parsed from "Cap: makes 6."."""
    return int(node.description.removeprefix("Cap: makes ").partition(".")[0])
