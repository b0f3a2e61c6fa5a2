"""A way of playing IceTowers for one who only listens, while time stands still."""

import time
from collections.abc import Iterator

from tests.unseen.games.players import MOST_TURNS, RESULTS, said_since
from tests.unseen.listener import Listener, Node, nameless, top_page

MY_TURN = "Time stands still: your move"
COUNTED = "Results"
"""The button that leads from the counting to the results."""
MOST_PLAYS = 16
"""After so many plays the player is done whenever it can be."""
OPENED = ", from the top"
"""With this ends the name of the list of a tower that is looked into."""


def begin_icetowers(one: Listener) -> None:
    """Begin a game in which time stands still, from the title, and touch a piece to be ready."""
    one.press("list item", "IceTowers")
    one.press("toggle button", "Time stands still")
    one.wait_for(lambda tree: "pressed" in tree.find("toggle button", "Time stands still").states, "time to stand")
    one.press("push button", "Start")
    be_ready(one)


def be_ready(one: Listener) -> None:
    """Touch a piece, so that the game begins."""
    one.do(one.wait_for(lambda tree: next(iter(offering(tree, "Touch")), None), "a piece to touch"))
    one.wait_to_hear("You are ready.")


def play_icetowers(one: Listener) -> Node:
    """Mine, lift and cap by what things say of themselves, then be done; return the results."""
    plays: list[str] = []
    useless: set[str] = set()
    for _ in range(MOST_TURNS):
        page = one.wait_for(my_turn_or_end, "a turn of mine")
        assert not nameless(page), page.outline()
        if page.find("push button", RESULTS):
            return page
        choice = counted(page) or choose(page, useless, is_tired=len(plays) >= MOST_PLAYS)
        do_and_see(one, page, choice, useless)
        if not choice.description.startswith("Look"):
            plays.append(choice.heard())
    raise AssertionError(f"the game does not end: {plays[-20:]}")


def do_and_see(one: Listener, page: Node, choice: Node, useless: set[str]) -> None:
    """Do what was chosen, and wait until something has come of it."""
    before = page.outline()
    one.do(choice)
    one.wait_for(
        lambda tree: (now := top_page(tree)) and now.outline() != before, f"something to come of {choice.heard()}"
    )
    if choice.description.startswith("Cap"):
        useless.clear()


def acts(one: Listener, count: int) -> Iterator[float]:
    """Act so many times, each time once all was said; yield when each began, once one can act again."""
    useless: set[str] = set()
    for _ in range(count):
        page = one.wait_for(my_turn_or_end, "a turn of mine")
        if page.find("push button", RESULTS) or counted(page):
            return
        said_since(one, 0.0)
        began = time.monotonic()
        do_and_see(one, page, choose(page, useless, is_tired=False), useless)
        one.wait_for(my_turn_or_end, "my next turn")
        yield began


def play_on_ice(one: Listener) -> Node:
    """Play from the table as it is set up to the results."""
    be_ready(one)
    return play_icetowers(one)


def my_turn_or_end(tree: Node) -> Node | None:
    page = top_page(tree)
    is_mine = page and page.find("list item", MY_TURN)
    return page if page and (is_mine or counted(page) or page.find("push button", RESULTS)) else None


def counted(page: Node) -> Node | None:
    return next((button for button in page.find_all("push button") if button.name.partition(",")[0] == COUNTED), None)


def choose(page: Node, useless: set[str], is_tired: bool) -> Node:
    """Choose what to do next. `useless`: kinds of pieces that could cap nothing when they were lifted."""
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
    """Return the entries of the list of towers that say that choosing them does this."""
    towers = page.find("list", "Towers, sorted by ")
    places = towers.children if towers else []
    return [node for node in places if node.is_enabled and says(node, beginning, ending)]


def inside(page: Node, beginning: str) -> list[Node]:
    """Return what can be done so in the tower that is looked into."""
    opened = [group for group in page.find_all("list") if group.name.endswith(OPENED)]
    return [node for group in opened for node in group.children if node.is_enabled and says(node, beginning)]


def says(node: Node, beginning: str, part: str = "") -> bool:
    return node.description.startswith(beginning) and part in node.description


def worth_of_cap(node: Node) -> int:
    """Return what a tower would be worth, by "Cap: makes 6."."""
    return int(node.description.removeprefix("Cap: makes ").partition(".")[0])
