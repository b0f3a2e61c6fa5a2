"""Ways of playing for one who only listens."""

import re
import time
from collections.abc import Callable, Mapping
from types import MappingProxyType

from tests.unseen.listener import Listener, Node, nameless, top_page

RESULTS = "Rematch"
"""A button that only the results have."""
NEXT_ROUND, TO_THE_RESULT = "Next round", "See the results"
MOST_TURNS, MOST_VALUES = 300, 12
QUIET = 0.3
"""Seconds without a word after which a turn has begun."""


def begin(one: Listener, game: str, options: Mapping[str, str] = MappingProxyType({}), bot: str = "") -> None:
    """Begin a game from the title, with these options, a bot of that level, and else as it is set up there."""
    one.press("list item", game)
    if bot:
        one.do(one.wait_for(chair_of_bot, "the bot's chair"))
        one.press("list item", bot)
        one.wait_for(lambda tree: bot.lower() in (chair_of_bot(tree) or tree).name, f"a bot of the level {bot}")
    if options:
        one.press("push button", "More options")
    for option, value in options.items():
        set_option(one, option, value)
    one.press("push button", "Start")


def chair_of_bot(tree: Node) -> Node | None:
    chairs = tree.find_all("push button", "Who sits here, ")
    return next((chair for chair in chairs if not chair.name.endswith("Human")), None)


def set_option(one: Listener, option: str, value: str) -> None:
    """Press an option until its name says the value."""
    for _ in range(MOST_VALUES):
        before = one.find("slider", f"{option}, ").name
        if before == f"{option}, {value}":
            return
        one.press("slider", before)
        one.wait_for(lambda tree, before=before: not tree.find("slider", before), f"{before} to change")
    raise AssertionError(f"{option} is never {value}")


def play_turns(one: Listener, ready: Callable[[Node], Node]) -> Node:
    """Play a game to its end, and return the results. `ready` gets the page of a turn, and returns what plays there."""
    for _ in range(MOST_TURNS):
        page: Node = one.wait_for(turn_or_results, "a turn of mine")
        if page.find("push button", RESULTS):
            return page
        if leave_round(one, page):
            continue
        play = ready(page)
        one.do(play)
        one.wait_for(lambda _: told(one), f"a play to be told at {play.heard()}")
    raise AssertionError(f"the game does not end: {one.last(20)}")


def play_by_hints(one: Listener) -> Node:
    """Play a game to its end by doing what the hints advise; return the results."""

    def ready(page: Node) -> Node:
        one.press("push button", "Hint")
        one.wait_for_answer()
        advice = one.wait_for(lambda tree: (button := main_button(tree)) and button.is_enabled and button, "advice")
        assert isinstance(advice, Node)
        return advice

    return play_turns(one, ready)


def take_hint(one: Listener) -> Node:
    """Ask for a hint by its key, play it by its key, and wait for the next turn; return the page."""
    one.wait_for(turn_or_results, "a turn of mine")
    before = len(one.announced)
    one.type("h")
    one.wait_for(lambda tree: (button := main_button(tree)) and button.is_enabled and button, "advice")
    one.wait_for(lambda _: len(one.announced) > before, "advice to be said")
    said_since(one, one.last_key)  # the last word of it, too
    one.type("p")
    one.wait_for(lambda _: one.announced_since(one.last_key), "the play to be said")
    page: Node = one.wait_for(turn_or_results, "my next turn")
    return page


def said_since(one: Listener, at: float) -> list[str]:
    """Wait until nothing more is said; return what was since that time."""
    said: list[str] = []
    while said != (said := one.announced_since(at)):
        time.sleep(QUIET)
    return said


def leave_round(one: Listener, page: Node) -> bool:
    """Go on where a round has ended."""
    name = next((name for name in (NEXT_ROUND, TO_THE_RESULT) if page.find("push button", name)), "")
    if name:
        one.press("push button", name)
        one.wait_for(lambda tree: not tree.find("push button", name), "the round's end to be gone")
    return bool(name)


def turn_or_results(tree: Node) -> Node | None:
    page = top_page(tree)
    hint = page and page.find("push button", "Hint")
    is_between = page and any(page.find("push button", name) for name in (RESULTS, NEXT_ROUND, TO_THE_RESULT))
    return page if page and (is_between or (hint and hint.is_enabled)) else None


CHOICES = re.compile(
    r", onto|, under|, as the start|, to the discards|Choose |Put down|Nothing is|or discard it|Wherever"
)
"""What is announced of cards that are chosen, and not yet played."""


def told(one: Listener) -> list[str]:
    """Return what was announced of plays since the last act: what was chosen before may come late."""
    return [words for words in one.announced_since(one.acted) if not CHOICES.search(words)]


def main_button(tree: Node) -> Node | None:
    """Return the table's main button: it stands after the hint, whatever it is called now."""
    buttons = tree.find_all("push button")
    names = [button.name.partition(",")[0] for button in buttons]
    place = next((place for place, name in enumerate(names) if name in ("Hint", "Thinking…")), None)
    return None if place is None else buttons[place + 1]


# -- Towers of Wyoming


def play_wyoming(one: Listener, listen: Callable[[], None] = lambda: None) -> Node:
    """Play by the names of cards and towers: most of a suit, where a target's description says that it goes.

    `listen` is called before each turn: it waits to hear of it.
    """
    for _ in range(MOST_TURNS):
        page = one.wait_for(turn_or_results, "a turn of mine")
        if page.find("push button", RESULTS):
            return page
        listen()
        place = choose_suit_and_place(one, page)
        one.do(place)
        one.wait_for(
            lambda tree: told(one) or tree.find("push button", RESULTS),
            f"a play to be told at {place.heard()}, or the results",  # the last play may be told with its choice
        )
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
    """Do what Enter does on cards of the hand, by their places: two may be called the same; hear what is chosen."""
    hand = list_of(one.tree(), "Your hand").children
    for place in places:
        one.do(hand[place])
        one.wait_for_answer()


def chosen_in(tree: Node) -> list[int]:
    """Return the places of the cards of the hand that are chosen."""
    return [place for place, card in enumerate(list_of(tree, "Your hand").children) if card.is_selected]


def best_place(tree: Node) -> Node | None:
    """Return where the chosen cards do most for the player: a tower of the player's, a rival's, the discards."""
    own = [node for node in list_of(tree, "Your towers").children if node.is_enabled]
    rivals = [found for found in tree.find_all("list") if found.name.endswith("'s towers")]
    towers = [node for found in rivals for node in found.children if node.is_enabled]
    grows = [node for node in own if node.description.startswith("Construct")]
    shrinks = [node for node in towers if not node.description.startswith("Construct")]
    discards = [node for node in tree.find_all("list item", "Discards") if node.is_enabled]
    return next(iter([*sorted(grows, key=how_tall, reverse=True), *shrinks, *own, *towers, *discards]), None)


def how_tall(node: Node) -> int:
    """Return how many storeys a tower has, by its name: "You: 3 clubs, 8 to go"."""
    number = node.name.partition(": ")[2].split()[0]
    return int(number) if number.isdigit() else 0


def list_of(tree: Node, name: str) -> Node:
    found = tree.find("list", name)
    assert found, f"there is no list {name!r} in {tree.outline()}"
    return found


# -- Towering


def play_towering(one: Listener) -> Node:
    """Play by what places say: build low cards first, discard what the rival cannot use, take what goes on a tower."""
    return play_turns(
        one, lambda page: (offer(page, PILES, "Draw") and what_to_draw(page)) or choose_card_and_place(one, page)
    )


PILES = "Discards and draw pile"
WORTH_A_TOWER = 16
"""Numbers of a colour in the hand, together, from which its tower is begun."""


def offer(tree: Node, group: str, *beginnings: str) -> Node | None:
    """Return the first place of a list whose description begins with one of these verbs."""
    places = list_of(tree, group).children
    return next((node for node in places if node.is_enabled and node.description.startswith(beginnings)), None)


def what_to_draw(tree: Node) -> Node | None:
    """Return the discards with a card for a tower of the player's, else the draw pile."""
    piles = list_of(tree, PILES).children
    useful = (node for node in piles if node.is_enabled and "Your tower could use it" in node.description)
    return next(useful, None) or offer(tree, PILES, "Draw")


def choose_card_and_place(one: Listener, page: Node) -> Node:
    """Choose card after card, and hear what each would do; return the place where one does most."""
    hand = [card.name for card in list_of(page, "Your hand").children]
    worth = [worth_of_card(choose_card(one, number), hand, card) for number, card in enumerate(hand)]
    chosen = choose_card(one, worth.index(max(worth)))
    place = offer(chosen, "Your towers", "Build") if max(worth) > 0 else None
    place = place or offer(chosen, PILES, "Discard")
    assert place, f"nothing can be done with {chosen.outline()}"
    return place


def choose_card(one: Listener, number: int) -> Node:
    """Choose a card of the hand by its place; return all that can be read then."""
    if chosen_in(one.tree()) != [number]:
        toggle(one, [number])
    return one.wait_for(lambda tree: chosen_in(tree) == [number] and tree, f"card {number} to be chosen")


def worth_of_card(tree: Node, hand: list[str], card: str) -> int:
    """Return how good it is to build the chosen card, more than 0, or to discard it."""
    site, pile = offer(tree, "Your towers", "Build"), offer(tree, PILES, "Discard")
    assert pile, tree.outline()
    of_colour = [other for other in hand if other.split()[0] == card.split()[0]]
    helps_rival = "could use it" in pile.description
    goes_on = site is not None and "(now " in site.description
    is_begun = goes_on or sum(map(number_of, of_colour)) >= WORTH_A_TOWER
    if site and is_begun and "could not go on" not in site.description:
        return 40 * goes_on + 20 - number_of(card)
    return -number_of(card) - 20 * helps_rival - 40 * is_begun


def number_of(card: str) -> int:
    """Return a card's number by its name, "red 7"; a material has none."""
    number = card.split()[-1]
    return int(number) if number.isdigit() else 0


# -- Towers


def play_towers(one: Listener) -> Node:
    """Play by what places say that a card would do there: build what scores most, claim what pays, end the turn."""

    def ready(page: Node) -> Node:
        assert not nameless(page), page.outline()
        step = choose_build(one, page) or choose_claim(one, page)
        if step is None:
            toggle(one, chosen_in(one.tree()))  # a chosen card would be claimed with, where that pays
            step = one.find("push button", "End turn")
        return step

    results = play_turns(one, ready)
    assert not nameless(results), results.outline()
    return results


TO_KEEP = 3
"""So many cards stay in the hand: a turn's draw fills it from there."""
BUILDS = ("Build", "Start")
"""How the description of a place begins where a card can be built, on a tower or on a free plot."""


def choose_build(one: Listener, page: Node) -> Node | None:
    """Choose a card of each name, and hear where it can be built; return the best place, its card chosen."""
    hand = [card.name for card in list_of(page, "Your hand").children]
    gains: dict[int, int] = {}
    for number in sorted({hand.index(name) for name in hand}):
        if not (sites := offers(choose_card(one, number), *BUILDS)):
            return None
        gains[number] = max(map(gain_of_build, sites))
    if not gains:
        return None
    best = max(gains, key=lambda number: gains[number])
    return max(offers(choose_card(one, best), *BUILDS), key=gain_of_build)


def choose_claim(one: Listener, page: Node) -> Node | None:
    """Choose a card that can be spared; return the floor where it pays most to be tucked, if it pays."""
    if len(list_of(page, "Your hand").children) <= TO_KEEP:
        return None
    best = max(offers(choose_card(one, 0), "Claim"), key=gain_of_claim, default=None)
    return best if best and gain_of_claim(best) > 0 else None


def offers(tree: Node, *verbs: str) -> list[Node]:
    """Return the places of all towers whose descriptions begin with one of the verbs."""
    towers = tree.find_all("list", "Tower ")
    assert towers, f"there is no tower in {tree.outline()}"
    places = [node for tower in towers for node in tower.children if node.description.startswith(verbs)]
    assert all(node.is_enabled for node in places), tree.outline()
    return places


def gain_of_build(place: Node) -> int:
    """Return how much better a tower would stand for the player than it stands now, against the others."""
    return lead(place.description) - lead(place.name.partition(" of ")[2].partition(", ")[2])


def lead(said: str) -> int:
    """Return the player's points less those of others at the end of what is said: "as it stands: You 4, Mesa 1"."""
    points = re.findall(r"(\w+) (\d+)(?=,|$)", said.rpartition(": ")[2])
    return sum(int(number) if name == "You" else -int(number) for name, number in points)


def gain_of_claim(floor: Node) -> int:
    """Return what the player gains, by "1 to 4 points for you"."""
    found = re.search(r"(\d+) to (\d+) points for you", floor.description)
    return int(found[2]) - int(found[1]) if found else 0
