"""Plays the games by screen reader."""

import re
import time
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

from tests.unseen.listener import Listener, Node, nameless, top_page

# -- card games


RESULTS = "Rematch"
"""A button that is only on the results page."""
NEXT_ROUND, TO_THE_RESULT = "Next round", "See the results"
MOST_TURNS, MOST_VALUES = 300, 12
ASK_AGAIN, NOT_YET = "Ask again to get it.", "'s turn."
QUIET = 0.3
"""Seconds without an announcement after which a turn has begun."""


def begin(listener: Listener, game: str, options: Mapping[str, str] = MappingProxyType({}), bot: str = "") -> None:
    """Start a game from the title page with these options and a bot of this level."""
    listener.press("list item", game)
    if bot:
        listener.do(listener.wait_for(chair_of_bot, "the bot's chair"))
        listener.press("list item", bot)
        listener.wait_for(lambda tree: bot.lower() in (chair_of_bot(tree) or tree).name, f"a bot of the level {bot}")
    if options:
        listener.press("push button", "More options")
    for option, value in options.items():
        set_option(listener, option, value)
    listener.press("push button", "Start")


def chair_of_bot(tree: Node) -> Node | None:
    chairs = tree.find_all("push button", "Who sits here, ")
    return next((chair for chair in chairs if not chair.name.endswith("Human")), None)


def set_option(listener: Listener, option: str, value: str) -> None:
    """Press an option until it has the value."""
    for _ in range(MOST_VALUES):
        before = listener.find("slider", f"{option}, ").name
        if before == f"{option}, {value}":
            return
        listener.press("slider", before)
        listener.wait_for(lambda tree, before=before: not tree.find("slider", before), f"{before} to change")
    raise AssertionError(f"{option} is never {value}")


def play_turns(listener: Listener, ready: Callable[[Node], Node]) -> Node:
    """Play a game to its end and return the results. `ready` returns the node to activate on the page of a turn."""
    for _ in range(MOST_TURNS):
        page: Node = listener.wait_for(turn_or_results, "a turn of mine")
        if page.find("push button", RESULTS):
            return page
        if leave_round(listener, page):
            continue
        play = ready(page)
        listener.do(play)
        listener.wait_for(lambda _: plays_announced(listener), f"a play to be told at {play.spoken()}")
    raise AssertionError(f"the game does not end: {listener.last(20)}")


def play_by_hints(listener: Listener) -> Node:
    """Play a game to its end by following the hints. Return the results."""

    def ready(page: Node) -> Node:
        listener.press("push button", "Hint")
        listener.wait_for_answer()
        while is_put_off(listener, listener.acted):
            listener.wait_for(turn_or_results, "a turn of mine")
            listener.press("push button", "Hint")
            listener.wait_for_answer()
        advice = listener.wait_for(
            lambda tree: (button := main_button(tree)) and button.is_enabled and button, "advice"
        )
        assert isinstance(advice, Node)
        return advice

    return play_turns(listener, ready)


def take_hint(listener: Listener) -> Node:
    """Request a hint and play it, both by key, and wait for the next turn. Return its page."""
    listener.wait_for(turn_or_results, "a turn of mine")
    before = len(listener.announced)
    listener.type("h")
    listener.wait_for(lambda _: listener.announced_since(listener.last_key), "an answer to the request")
    if is_put_off(listener, listener.last_key):
        listener.wait_for(turn_or_results, "a turn of mine")
        listener.type("h")
    listener.wait_for(lambda tree: (button := main_button(tree)) and button.is_enabled and button, "advice")
    listener.wait_for(lambda _: len(listener.announced) > before, "advice to be said")
    all_announced_since(listener, listener.last_key)  # wait until the advice is complete
    listener.type("p")
    listener.wait_for(lambda _: listener.announced_since(listener.last_key), "the play to be said")
    page: Node = listener.wait_for(turn_or_results, "my next turn")
    return page


def is_put_off(listener: Listener, at: float) -> bool:
    """Return whether the program has answered a request for a hint since that time without giving one.

    It warns that the game will not count with another hint, or says that it is not the player's turn yet: the tree
    that was read may be a moment old.
    """
    return any(said.endswith((ASK_AGAIN, NOT_YET)) for said in listener.announced_since(at))


def all_announced_since(listener: Listener, at: float) -> list[str]:
    """Wait until nothing more is announced. Return the announcements since that time."""
    announcements: list[str] = []
    while announcements != (announcements := listener.announced_since(at)):
        time.sleep(QUIET)
    return announcements


def leave_round(listener: Listener, page: Node) -> bool:
    """Continue if a round has ended. Tell whether it has."""
    name = next((name for name in (NEXT_ROUND, TO_THE_RESULT) if page.find("push button", name)), "")
    if name:
        listener.press("push button", name)
        listener.wait_for(lambda tree: not tree.find("push button", name), "the round's end to be gone")
    return bool(name)


def turn_or_results(tree: Node) -> Node | None:
    page = top_page(tree)
    hint = page and page.find("push button", "Hint")
    is_between = page and any(page.find("push button", name) for name in (RESULTS, NEXT_ROUND, TO_THE_RESULT))
    return page if page and (is_between or (hint and hint.is_enabled)) else None


CHOICES = re.compile(
    r", onto|, under|, as the start|, to the discards|Choose |Put down|Nothing is|or discard it|Wherever"
)
"""Matches announcements about cards that are chosen but not played."""


def plays_announced(listener: Listener) -> list[str]:
    """Return the announcements of plays since the last action. (Those of choices may come late.)"""
    return [words for words in listener.announced_since(listener.acted) if not CHOICES.search(words)]


def main_button(tree: Node) -> Node | None:
    """Return the table's main button, which follows the hint button, whatever its current name."""
    buttons = tree.find_all("push button")
    names = [button.name.partition(",")[0] for button in buttons]
    place = next((place for place, name in enumerate(names) if name in ("Hint", "Thinking…")), None)
    return None if place is None else buttons[place + 1]


# -- Towers of Wyoming


def play_wyoming(listener: Listener, listen: Callable[[], None] = lambda: None) -> Node:
    """Play by the names of cards and towers: as many of a suit as possible, wherever a description allows it.

    `listen` is called before each turn, to wait for its announcement.
    """
    for _ in range(MOST_TURNS):
        page = listener.wait_for(turn_or_results, "a turn of mine")
        if page.find("push button", RESULTS):
            return page
        listen()
        place = choose_suit_and_place(listener, page)
        listener.do(place)
        listener.wait_for(
            lambda tree: plays_announced(listener) or tree.find("push button", RESULTS),
            f"a play to be told at {place.spoken()}, or the results",  # the last play may be announced with its choice
        )
    raise AssertionError(f"the game does not end: {listener.last(20)}")


def choose_suit_and_place(listener: Listener, page: Node) -> Node:
    """Choose all cards of one suit, trying the longest first. Return a place where they can go."""
    suits: dict[str, list[int]] = {}
    for place, card in enumerate(list_of(page, "Your hand").children):
        suits.setdefault(card.name.rpartition(" of ")[2], []).append(place)
    for places in sorted(suits.values(), key=len, reverse=True):
        toggle(listener, places)
        chosen = listener.wait_for(
            lambda tree, places=places: chosen_in(tree) == places and tree, f"{places} to be chosen"
        )
        if place := best_place(chosen):
            return place
        toggle(listener, places)
        listener.wait_for(lambda tree: not chosen_in(tree), "nothing to be chosen")
    raise AssertionError(f"nothing can be played: {page.outline()}")


def toggle(listener: Listener, places: list[int]) -> None:
    """Toggle cards of the hand, given by place because two may have the same name, and wait for the announcements."""
    hand = list_of(listener.tree(), "Your hand").children
    for place in places:
        listener.do(hand[place])
        listener.wait_for_answer()


def chosen_in(tree: Node) -> list[int]:
    """Return the places of the chosen cards in the hand."""
    return [place for place, card in enumerate(list_of(tree, "Your hand").children) if card.is_selected]


def best_place(tree: Node) -> Node | None:
    """Return the best place for the chosen cards: own towers first, then a rival's, then the discards."""
    own = [node for node in list_of(tree, "Your towers").children if node.is_enabled]
    rivals = [found for found in tree.find_all("list") if found.name.endswith("'s towers")]
    towers = [node for found in rivals for node in found.children if node.is_enabled]
    grows = [node for node in own if node.description.startswith("Construct")]
    shrinks = [node for node in towers if not node.description.startswith("Construct")]
    discards = [node for node in tree.find_all("list item", "Discards") if node.is_enabled]
    return next(iter([*sorted(grows, key=how_tall, reverse=True), *shrinks, *own, *towers, *discards]), None)


def how_tall(node: Node) -> int:
    """Return the height of a tower, parsed from its name, such as "You: 3 clubs, 8 to go"."""
    number = node.name.partition(": ")[2].split()[0]
    return int(number) if number.isdigit() else 0


def list_of(tree: Node, name: str) -> Node:
    found = tree.find("list", name)
    assert found, f"there is no list {name!r} in {tree.outline()}"
    return found


# -- Towering


def play_towering(listener: Listener) -> Node:
    """Play by the descriptions: build low cards first, discard what the rival cannot use, draw what fits a tower."""
    return play_turns(
        listener,
        lambda page: (offer(page, PILES, "Draw") and what_to_draw(page)) or choose_card_and_place(listener, page),
    )


PILES = "Discards and draw pile"
WORTH_A_TOWER = 16
"""Start a colour's tower if the numbers of that colour in the hand add up to at least this."""


def offer(tree: Node, group: str, *beginnings: str) -> Node | None:
    """Return the first enabled place of a list whose description starts with one of these verbs."""
    places = list_of(tree, group).children
    return next((node for node in places if node.is_enabled and node.description.startswith(beginnings)), None)


def what_to_draw(tree: Node) -> Node | None:
    """Return a discard pile whose top card fits one of the player's towers, or else the draw pile."""
    piles = list_of(tree, PILES).children
    useful = (node for node in piles if node.is_enabled and "Your tower could use it" in node.description)
    return next(useful, None) or offer(tree, PILES, "Draw")


def choose_card_and_place(listener: Listener, page: Node) -> Node:
    """Choose each card in turn and read what it would do. Return the place of the best one."""
    hand = [card.name for card in list_of(page, "Your hand").children]
    worth = [worth_of_card(choose_card(listener, number), hand, card) for number, card in enumerate(hand)]
    chosen = choose_card(listener, worth.index(max(worth)))
    place = offer(chosen, "Your towers", "Build") if max(worth) > 0 else None
    place = place or offer(chosen, PILES, "Discard")
    assert place, f"nothing can be done with {chosen.outline()}"
    return place


def choose_card(listener: Listener, number: int) -> Node:
    """Choose a card of the hand by its place. Return the tree afterwards."""
    if chosen_in(listener.tree()) != [number]:
        toggle(listener, [number])
    return listener.wait_for(lambda tree: chosen_in(tree) == [number] and tree, f"card {number} to be chosen")


def worth_of_card(tree: Node, hand: list[str], card: str) -> int:
    """Return a value for the chosen card: positive for building it, otherwise for discarding it."""
    site, pile = offer(tree, "Your towers", "Build"), offer(tree, PILES, "Discard")
    assert pile, tree.outline()
    of_colour = [each for each in hand if each.split()[0] == card.split()[0]]
    helps_rival = "could use it" in pile.description
    goes_on = site is not None and "(now " in site.description
    is_begun = goes_on or sum(map(number_of, of_colour)) >= WORTH_A_TOWER
    if site and is_begun and "could not go on" not in site.description:
        return 40 * goes_on + 20 - number_of(card)
    return -number_of(card) - 20 * helps_rival - 40 * is_begun


def number_of(card: str) -> int:
    """Return a card's number, parsed from its name, such as "red 7". A material card counts 0."""
    number = card.split()[-1]
    return int(number) if number.isdigit() else 0


# -- Towers


def play_towers(listener: Listener) -> Node:
    """Play by the descriptions: build what scores most, claim what pays, then end the turn."""

    def ready(page: Node) -> Node:
        assert not nameless(page), page.outline()
        step = choose_build(listener, page) or choose_claim(listener, page)
        if step is None:
            toggle(listener, chosen_in(listener.tree()))  # otherwise the chosen card might be used to claim
            step = listener.find("push button", "End turn")
        return step

    results = play_turns(listener, ready)
    assert not nameless(results), results.outline()
    return results


TO_KEEP = 3
"""Cards to keep in the hand; the turn's draw fills it up."""
BUILDS = ("Build", "Start")
"""Beginnings of the descriptions of places where a card can be built."""


def choose_build(listener: Listener, page: Node) -> Node | None:
    """Choose one card of each name and read where it can be built. Return the best place, with its card chosen."""
    hand = [card.name for card in list_of(page, "Your hand").children]
    gains: dict[int, int] = {}
    for number in sorted({hand.index(name) for name in hand}):
        if not (sites := offers(choose_card(listener, number), *BUILDS)):
            return None
        gains[number] = max(map(gain_of_build, sites))
    if not gains:
        return None
    best = max(gains, key=lambda number: gains[number])
    return max(offers(choose_card(listener, best), *BUILDS), key=gain_of_build)


def choose_claim(listener: Listener, page: Node) -> Node | None:
    """Choose a spare card. Return the floor where tucking it pays most, or None."""
    if len(list_of(page, "Your hand").children) <= TO_KEEP:
        return None
    best = max(offers(choose_card(listener, 0), "Claim"), key=gain_of_claim, default=None)
    return best if best and gain_of_claim(best) > 0 else None


def offers(tree: Node, *verbs: str) -> list[Node]:
    """Return the places of all towers whose descriptions start with one of the verbs."""
    towers = tree.find_all("list", "Tower ")
    assert towers, f"there is no tower in {tree.outline()}"
    places = [node for tower in towers for node in tower.children if node.description.startswith(verbs)]
    assert all(node.is_enabled for node in places), tree.outline()
    return places


def gain_of_build(place: Node) -> int:
    """Return by how much a build improves the player's lead in a tower."""
    return lead(place.description) - lead(place.name.partition(" of ")[2].partition(", ")[2])


def lead(text: str) -> int:
    """Return the player's points minus the others', parsed from text such as "as it stands: You 4, Mesa 1"."""
    points = re.findall(r"(\w+) (\d+)(?=,|$)", text.rpartition(": ")[2])
    return sum(int(number) if name == "You" else -int(number) for name, number in points)


def gain_of_claim(floor: Node) -> int:
    """Return the player's gain, parsed from text such as "1 to 4 points for you"."""
    found = re.search(r"(\d+) to (\d+) points for you", floor.description)
    return int(found[2]) - int(found[1]) if found else 0


# -- IceTowers, with the option that time stands still


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
