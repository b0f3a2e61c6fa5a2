"""Ways of playing for one who only listens."""

from __future__ import annotations

from tests.unseen.listener import Listener, Node, top_page

RESULTS = "Rematch"
"""A button that only the results have."""
NEXT_ROUND = "Next round"
MOST_TURNS = 300


def begin(one: Listener, game: str) -> None:
    """Begin a game from the title, as it is set up there."""
    one.press("list item", game)
    one.press("push button", "Start")


def play_by_hints(one: Listener) -> Node:
    """Play a game to its end by doing what the hints advise; return the results."""
    for _ in range(MOST_TURNS):
        page = one.wait_for(turn_or_results, "a turn of mine")
        if page.find("push button", RESULTS):
            return page
        if page.find("push button", NEXT_ROUND):
            one.press("push button", NEXT_ROUND)
            one.wait_for(lambda tree: not tree.find("push button", NEXT_ROUND), "the next round")
            continue
        one.press("push button", "Hint")
        play = one.wait_for(lambda tree: (button := main_button(tree)) and button.is_enabled and button, "advice")
        before = one.log()
        one.do(play)
        one.wait_for(lambda _, before=before: one.log() != before, f"{play.name} to be told")
    raise AssertionError(f"the game does not end: {one.last(20)}")


def turn_or_results(tree: Node) -> Node | None:
    page = top_page(tree)
    hint = page and page.find("push button", "Hint")
    is_between = page and (page.find("push button", RESULTS) or page.find("push button", NEXT_ROUND))
    return page if page and (is_between or (hint and hint.is_enabled)) else None


def main_button(tree: Node) -> Node | None:
    """Return the table's main button: it stands after the hint, whatever it is called now."""
    buttons = tree.find_all("push button")
    names = [button.name.partition(",")[0] for button in buttons]
    place = next((place for place, name in enumerate(names) if name in ("Hint", "Thinking…")), None)
    return None if place is None else buttons[place + 1]


# -- Towers of Wyoming


def play_wyoming(one: Listener) -> Node:
    """Play by the names of cards and towers: most of a suit, where a target's description says that it goes."""
    for _ in range(MOST_TURNS):
        page = one.wait_for(turn_or_results, "a turn of mine")
        if page.find("push button", RESULTS):
            return page
        place = choose_suit_and_place(one, page)
        before = one.log()
        one.do(place)
        one.wait_for(lambda _, before=before: one.log() != before, f"a play to be told at {place.heard()}")
    raise AssertionError(f"the game does not end: {one.last(20)}")


def choose_suit_and_place(one: Listener, page: Node) -> Node:
    """Choose all cards of a suit, most first; return the place that they can go to."""
    suits: dict[str, list[int]] = {}
    for place, card in enumerate(list_of(page, "Your hand").children):
        suits.setdefault(card.name.rpartition(" of ")[2], []).append(place)
    for places in sorted(suits.values(), key=len, reverse=True):
        toggle(one, places)
        chosen = one.wait_for(lambda tree, places=places: chosen_in(tree) == places and tree, f"{places} to be chosen")
        if place := best_place(chosen):
            return place
        toggle(one, places)
        one.wait_for(lambda tree: not chosen_in(tree), "nothing to be chosen")
    raise AssertionError(f"nothing can be played: {page.outline()}")


def toggle(one: Listener, places: list[int]) -> None:
    """Do what Enter does on cards of the hand, by their places: two may be called the same."""
    hand = list_of(one.tree(), "Your hand").children
    for place in places:
        one.do(hand[place])


def chosen_in(tree: Node) -> list[int]:
    """Return the places of the cards of the hand that are chosen."""
    return [place for place, card in enumerate(list_of(tree, "Your hand").children) if card.is_selected]


def best_place(tree: Node) -> Node | None:
    """Return where the chosen cards do most for the player: a tower of the player's, a rival's, the discards."""
    own = [node for node in list_of(tree, "Your towers").children if node.is_enabled]
    towers = [node for found in tree.find_all("list box", "Towers of ") for node in found.children if node.is_enabled]
    grows = [node for node in own if node.description.startswith("Construct")]
    shrinks = [node for node in towers if not node.description.startswith("Construct")]
    discards = [node for node in tree.find_all("list item", "Discards") if node.is_enabled]
    return next(iter([*sorted(grows, key=how_tall, reverse=True), *shrinks, *own, *towers, *discards]), None)


def how_tall(node: Node) -> int:
    """Return how many storeys a tower has, by its name: "You: 3 clubs, 8 to go"."""
    number = node.name.partition(": ")[2].split()[0]
    return int(number) if number.isdigit() else 0


def list_of(tree: Node, name: str) -> Node:
    found = tree.find("list box", name)
    assert found, f"there is no list {name!r} in {tree.outline()}"
    return found
