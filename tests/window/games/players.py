"""Players, who read the record on the disk, choose with a bot and act only through input devices."""

import random
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from tests.scenes.tables import way_to
from tests.window.program import Look, Program
from topping_out.game.bots.weights import bot_named
from topping_out.game.engine import AnyGame
from topping_out.game.icetowers import legality
from topping_out.game.icetowers.actions import Action, Done, Lift, Mine, Place, Ready, SetDown, Split
from topping_out.game.icetowers.state import Phase, State, Tower, View
from topping_out.game.language import tr
from topping_out.game.record import fold
from topping_out.game.registry import load
from topping_out.game.storage.library import read_record
from topping_out.game.towering import actions as towering
from topping_out.game.towering.actions import colour_of, kind_of
from topping_out.game.towers import actions as towers
from topping_out.game.wyoming.actions import Play, PlayKind, suit_of
from topping_out.scenes.devices.intents import Verb
from topping_out.scenes.icetowers.animator import Layout, Spot
from topping_out.scenes.icetowers.cursors import KeyCursor
from topping_out.scenes.kit.kit import Kit, Metrics
from topping_out.scenes.ui.layout import Rect

# -- card games


Do = Callable[[Program, Look, Any], None]
"""Does an action on the table by some device."""


def choose(look: Look) -> Any:
    """Return the action of a fast bot for the player at the screen, computed from the record."""
    record = read_record(Path(look.table["file"]))
    game: AnyGame = load(record.header.game)
    state, seat = fold(record), look.table["actor"]
    actions = game.actions(state, seat)
    assert list(map(str, actions)) == look.table["actions"], "the table offers other actions than the record allows"
    return bot_named(game, "medium").choose(game.view(state, seat), actions, random.Random(0))


def cards_for(look: Look, action: Any) -> list[str]:
    """Return the names of the cards in the hand that an action uses, which is none for a draw or the end of a turn."""
    held = {w["name"]: w["card"] for w in look["widgets"] if w["card"] is not None}
    match action:
        case Play():
            return [name for name, card in held.items() if suit_of(card) == action.suit][: action.count]
        case towering.Build(card) | towering.Discard(card):
            return [name for name, held_card in held.items() if kind_of(held_card) == kind_of(card)][:1]
        case towers.Build() | towers.Claim():
            deck = fold(read_record(Path(look.table["file"]))).variant.deck
            return [name for name, card in held.items() if deck.floor_of(card).name == action.floor][:1]
    return []


def place_for(action: Any, look: Look | None = None) -> str:
    """Return the name of the place on the table where an action is done. A new tower in Towers needs `look`."""
    match action:
        case Play():
            return "discards" if action.kind is PlayKind.DISCARD else f"tower {action.owner}.{action.foundation}"
        case towering.Draw(colour):
            return "pile" if colour is None else f"river {colour}"
        case towering.Build(card) | towering.Discard(card):
            return f"{'site' if isinstance(action, towering.Build) else 'river'} {colour_of(card)}"
        case towers.Claim():
            return f"floor {action.plot}.{action.level}"
        case towers.Build(plot=towers.NEW):
            assert look, "needed to find the leftmost free plot"
            return f"tower {fold(read_record(Path(look.table['file']))).towers.index(b'')}"
        case towers.Build():
            return f"tower {action.plot}"
    return "play"


def play_on(program: Program, do: Do, turns: int = 1000, on: Callable[[Program], None] | None = None) -> Look:
    """Do `turns` actions, or all to the end of the game. `on` closes the account of a round."""
    for _ in range(turns):
        look = wait_for_turn(program, has_rounds=on is not None)
        while look.top == "RoundPage" and on:
            close_account(program, on)
            look = wait_for_turn(program, has_rounds=True)
        if look.is_over:
            return look
        done = len(look.table["entries"])
        do(program, look, choose(look))
        program.wait_until(lambda look, done=done: len(look.table["entries"]) > done, "the play to be done")
    return wait_for_turn(program)


def click_on(program: Program) -> None:
    program.click("on")


def close_account(program: Program, on: Callable[[Program], None]) -> None:
    """Continue after a round, once its account has been counted."""
    program.wait_until(lambda look: look.widgets["on"]["label"] != tr("Skip the counting"), "the count")
    on(program)
    program.wait_until(lambda look: look.top != "RoundPage", "the account to go")


def wait_for_turn(program: Program, has_rounds: bool = False) -> Look:
    """Wait for a turn, a round's account, or the end. A game of rounds ends with the account of the last round."""

    def has_come(look: Look) -> bool:
        is_over = look.is_over and (not has_rounds or look.top == "ResultsPage")
        return bool(look.is_my_turn or look.top == "RoundPage" or is_over)

    return program.wait_until(has_come, "a turn of mine")


def wait_for_choice(program: Program, cards: list[str]) -> None:
    program.wait_until(lambda look: look.table["chosen"] == cards, f"{', '.join(cards)} to be chosen")


# -- mouse


def by_mouse(program: Program, look: Look, action: Any) -> None:
    """Click the cards, then where they go."""
    if cards := cards_for(look, action):
        program.click(*cards)
        wait_for_choice(program, cards)
    program.click(place_for(action, look))


def by_dragging(program: Program, look: Look, action: Any) -> None:
    """Click all cards except one, then drag that one together with the others. Draw by dragging from pile to hand."""
    *earlier, last = cards_for(look, action) or [""]
    place = place_for(action, look)
    if isinstance(action, towers.Build | towers.Claim):
        earlier = [last]  # choose it, so that only its own places are offered
    if earlier:
        program.click(*earlier)
        wait_for_choice(program, earlier)
    if last:
        program.drag(last, place)
    elif isinstance(action, towering.Draw):
        program.drag(place, "card 3")
    else:
        program.click(place)


# -- keyboard


def tab_to(program: Program, name: str, *then: str, to: str = "") -> None:
    """Move the focus to a widget with Tab, or with Shift+Tab if shorter, and tap keys on it. `to` is as for `key`."""
    back, steps = _way_round(program.look(), name)
    program.key(*["shift+Tab" if back else "Tab"] * steps)
    program.wait_until(lambda look: look["focus"] == name, f"the focus on {name}")
    program.key(*then, to=to)


def _way_round(look: Look, name: str) -> tuple[bool, int]:
    """Return whether to go backwards, and the number of steps."""
    stops = look.focusable
    assert name in stops, f"{name} cannot get the focus: {stops}"
    here = stops.index(look["focus"]) if look["focus"] in stops else -1
    ahead = (stops.index(name) - here) % len(stops)
    return (True, len(stops) - ahead) if here >= 0 and ahead > len(stops) / 2 else (False, ahead)


def by_digits(program: Program, look: Look, action: Any) -> None:
    """Choose the cards by number keys, go to the place, and press Enter. P draws or ends the turn."""
    cards = cards_for(look, action)
    if not cards:
        colour = getattr(action, "colour", None)
        program.key(*([] if colour is None else [str(colour + 1)]), "p")
        return
    program.key(*(str(int(name.split()[1]) + 1) for name in cards))
    wait_for_choice(program, cards)
    tab_to(program, place_for(action, look), "Return")


def by_arrows(program: Program, look: Look, action: Any) -> None:
    """Move along the hand with the arrow keys, choose with Space, go to the place, and press Space."""
    cards = cards_for(look, action)
    if cards and look["focus"].startswith("card"):
        steps = int(cards[0].split()[1]) - int(look["focus"].split()[1])
        program.key(*["Right" if steps > 0 else "Left"] * abs(steps))
    elif cards:
        tab_to(program, cards[0])
    for here, there in zip(cards, [*cards[1:], None]):
        steps = int(there.split()[1]) - int(here.split()[1]) if there else 0
        program.key("space", *["Right"] * steps)
    wait_for_choice(program, cards)
    tab_to(program, place_for(action, look), "space")


# -- gamepad


def pad_to(program: Program, name: str, *then: str, to: str = "") -> None:
    """Move the focus to a widget with the shoulder buttons, and tap buttons on it. `to` is as for `press`."""
    back, steps = _way_round(program.look(), name)
    program.press(*["leftshoulder" if back else "rightshoulder"] * steps)
    program.wait_until(lambda look: look["focus"] == name, f"the focus on {name}")
    program.press(*then, to=to)


def by_pad(program: Program, look: Look, action: Any) -> None:
    """Move along the hand with the d-pad, choose with A, go to the place by shoulder buttons, A. X ends a turn."""
    cards, place = cards_for(look, action), place_for(action, look)
    if place == "play":
        program.press("x")
        return
    if cards:
        pad_to(program, cards[0])
    for here, there in zip(cards, [*cards[1:], None]):
        steps = int(there.split()[1]) - int(here.split()[1]) if there else 0
        program.press("a", *["dpright"] * steps)
    wait_for_choice(program, cards)
    pad_to(program, place, "a")


def plug_in_pad(program: Program) -> None:
    program.ask("pad")
    program.wait_until(lambda look: look["pads"], "the gamepad")


def set_instant_speed(program: Program) -> None:
    """Set the speed to instant by its keys."""
    program.key("equal", "equal")
    program.wait_until(lambda look: look["settings"]["speed"] == "instant", "instant speed")


def finish(program: Program, do: Do, used: str, on: Callable[[Program], None] | None = None) -> Look:
    """Play to the results, and check that only this device was used."""
    play_on(program, do, on=on)
    over = program.wait_for_scene("ResultsPage")
    assert (over["used"], over["reports"]) == (used, [])
    return over


# -- IceTowers


GAME = load("icetowers")
Point = tuple[int, int]
GAP = 6
"""Distance between the tried points of a table, in units of the layout."""


class Ice:
    """A live table in a window, and its state."""

    def __init__(
        self,
        program: Program,
        seats: int,
        size: tuple[int, int] = (1280, 720),
        text: float = 1.0,
        is_guided: bool = False,
    ) -> None:
        self.program = program
        self.layout = Layout(Kit(Metrics(size), text), seats, is_taught=is_guided)
        self.scale = Metrics(size).scale
        """Window pixels per unit of the layout."""

    def look(self) -> tuple[Look, State]:
        """Return what the program shows, and the state according to record and clock."""
        look = self.program.look()
        state: State = fold(read_record(Path(look["live"]["file"])))
        GAME.tick(state, look["live"]["ms"])
        return look, state

    def entries(self, seat: int | None = None) -> list[str]:
        """Return the texts of the actions of one seat or of all."""
        path = Path(self.program.look()["live"]["file"])
        return [e.text for e in read_record(path).entries if seat in (None, e.seat)]

    def wait_for_hand(self, seat: int) -> Look:
        """Wait until a seat's cursor is over a tower, which is soon after the start."""
        return self.program.wait_until(lambda look: look["live"]["towers"][str(seat)] is not None, "a hand's place")

    def wait_for_play(self) -> None:
        self.program.wait_until(lambda look: self.look()[1].phase is Phase.PLAY, "the end of the countdown")

    # -- where things are

    def on_piece(self, view: View, piece: int) -> Point:
        """Return a point where a piece is visible."""
        place = self.layout.place(_tower_of(view, piece))
        return self._point(view, lambda spot: spot is not None and spot.piece == piece, f"piece {piece}", place)

    def on_tower(self, view: View, tower: int) -> Point:
        place = self.layout.place(next(t for t in view.towers if t.id == tower))
        return self._point(view, lambda spot: spot is not None and spot.tower == tower, f"tower {tower}", place)

    def on_gap(self, view: View, piece: int) -> Point:
        tower = _tower_of(view, piece)
        x, y = self.layout.gap(tower, tower.pieces.index(piece))
        return round(x), round(y)

    def on_ice(self, view: View) -> Point:
        """Return a point on the free ice."""
        layout = self.layout
        whole = Rect(layout.left, layout.back - 150, layout.right - layout.left, layout.front + 162 - layout.back)
        return self._point(view, lambda spot: spot is None, "free ice", whole)

    def _point(self, view: View, is_it: Callable[[object], bool], what: str, area: Rect) -> Point:
        """Return a point of an area at which `is_it` holds. Raise LookupError if there is none."""
        gaps = legality.gaps(view, view.seat or 0)
        step = GAP if area.w > 300 else GAP / 2
        found = [
            (round(x), round(y))
            for x in (area.x + step * n for n in range(int(area.w / step)))
            for y in (area.y + step * n for n in range(int(area.h / step)))
            if self.layout.is_on_table(x, y) or what != "free ice"
            if is_it(self.layout.piece_at(view, x, y)) and not self.layout.gap_at(view, gaps, x, y)
        ]
        if not found:
            raise LookupError(f"{what} is not visible")
        return found[len(found) // 2]


def _tower_of(view: View, piece: int) -> Tower:
    tower = legality.tower_of(view, piece)
    assert tower is not None
    return tower


class Player:
    """A player at the table. Subclasses add the input device."""

    def __init__(self, ice: Ice, seat: int) -> None:
        self.ice, self.seat = ice, seat
        self._rng = random.Random(seat)

    def play(self) -> bool:
        """Do the best action, if any. Tell whether one was chosen."""
        look, state = self.ice.look()
        view: View = GAME.view(state, self.seat)
        actions = GAME.actions(state, self.seat) if self.seat in GAME.actors(state) else ()
        action = self.choose(view, actions)
        if action is None or look.top != "LiveScene":
            return False
        before = len(self.ice.entries())
        with suppress(LookupError):  # hidden behind a tower, or gone
            self.do(look, view, action)
        until = time.monotonic() + 1.0
        while len(self.ice.entries()) == before and time.monotonic() < until:
            time.sleep(0.01)
        return True

    def gets_ready(self) -> bool:
        """Touch a piece to be ready. Tell whether the record shows it."""
        return bool(self.ice.entries(self.seat)) or (self.play() and bool(self.ice.entries(self.seat)))

    def choose(self, view: View, actions: Sequence[Action]) -> Action | None:
        action: Action | None = bot_named(GAME, "medium").choose(view, actions, self._rng)
        return action

    def do(self, look: Look, view: View, action: Action) -> None:
        raise NotImplementedError

    def let_go(self) -> None:
        """Release all buttons at the end of the game."""


class MousePlayer(Player):
    """Plays by mouse, alternately dragging and clicking twice."""

    def __init__(self, ice: Ice, seat: int) -> None:
        super().__init__(ice, seat)
        self._is_down = False
        self._drags = 0

    def do(self, look: Look, view: View, action: Action) -> None:
        match action:
            case Done():
                self._switch_done(look)
            case Ready(piece):
                self._xdo(self.ice.on_piece(view, piece), "click", 1)
            case Split(piece):
                self._xdo(self.ice.on_gap(view, piece), "click", 1)
            case Lift(piece) | Mine(piece):
                self._take(self.ice.on_piece(view, piece))
            case Place(tower):
                self._put(self.ice.on_tower(view, tower))
            case SetDown() if isinstance(held := view.hands[self.seat], object) and held and not held.mined:
                self._put_back()
            case SetDown():
                self._put(self.ice.on_ice(view))

    def _take(self, point: Point) -> None:
        self._drags += 1
        self._is_down = self._drags % 2 == 1
        self._xdo(point, "mousedown" if self._is_down else "click", 1)

    def _put(self, point: Point) -> None:
        self._xdo(point, "mouseup" if self._is_down else "click", 1)
        self._is_down = False

    def _put_back(self) -> None:
        """Put the piece back by the right button."""
        up = ("mouseup", 1) if self._is_down else ()
        self._is_down = False
        self.ice.program.screen.do("click", 3, *up)

    def let_go(self) -> None:
        """Release the mouse button if the game ended during a drag."""
        if self._is_down:
            self.ice.program.screen.do("mouseup", 1)
        self._is_down = False

    def _switch_done(self, look: Look) -> None:
        """Click where the button was: if the game has just ended, it is gone."""
        x, y, width, height = look.widgets["done"]["rect"]
        program = self.ice.program
        program.screen.do("mousemove", "--window", program.window, x + width // 2, y + height // 2, "click", 1)

    def _xdo(self, point: Point, *words: object) -> None:
        program, scale = self.ice.program, self.ice.scale
        x, y = (round(side * scale) for side in point)
        program.screen.do("mousemove", "--window", program.window, x, y, *words)


class CursorPlayer(Player):
    """Plays with a cursor moved by keys or a gamepad."""

    TAPS: dict[Verb, str]

    def tap(self, *verbs: Verb) -> None:
        raise NotImplementedError

    def do(self, look: Look, view: View, action: Action) -> None:
        match action:
            case Done():
                self.tap(Verb.DONE)
            case Ready(piece) | Lift(piece):
                self.go(look, view, _tower_of(view, piece).id, Verb.CONFIRM)
            case Mine(piece):
                self._inside(look, view, piece, Verb.CONFIRM, legality.mineable(view, self.seat))
            case Split(piece):
                self._inside(look, view, piece, Verb.SPLIT, legality.gaps(view, self.seat))
            case Place(tower):
                self.go(look, view, tower, Verb.CONFIRM)
            case SetDown():
                self.tap(Verb.CANCEL)

    def go(self, look: Look, view: View, tower: int, *then: Verb) -> None:
        """Move to a tower by jumps, then tap `then`."""
        if look["live"]["towers"][str(self.seat)] is None:
            look = self.ice.wait_for_hand(self.seat)
        x, y = look["live"]["cursors"][str(self.seat)]
        cursor, here = KeyCursor(self.seat, (x, y)), look["live"]["towers"][str(self.seat)]
        if (at := legality.tower_by_id(view, here)) is not None:
            cursor.spot = Spot(here, at.top)
        out = [Verb.CANCEL] if self.seat in look["live"]["inside"] else []
        try:
            way = way_to(cursor, view, self.ice.layout, tower)
        except LookupError:
            return  # the table has changed
        self.tap(*out, *way, *then)

    def _inside(self, look: Look, view: View, piece: int, verb: Verb, of_kind: Sequence[int]) -> None:
        """Go to the tower, and then to a piece inside it."""
        tower = _tower_of(view, piece)
        possible = {*legality.mineable(view, self.seat), *legality.gaps(view, self.seat)}
        stops = [p for p in reversed(tower.pieces) if p in possible]
        first = next(p for p in stops if p in of_kind)
        only = verb is Verb.SPLIT and sum(p in of_kind for p in stops) == 1
        steps = stops.index(piece) - stops.index(first)
        climb = [] if only else [verb, *[Verb.DOWN] * steps]
        self.go(look, view, tower.id, *climb, verb)


class KeyPlayer(CursorPlayer):
    """Plays on one half of the keyboard with its default keys."""

    KEYS = (
        {Verb.UP: "w", Verb.LEFT: "a", Verb.DOWN: "s", Verb.RIGHT: "d",
         Verb.CONFIRM: "f", Verb.SPLIT: "g", Verb.CANCEL: "r", Verb.DONE: "t"},
        {Verb.UP: "Up", Verb.LEFT: "Left", Verb.DOWN: "Down", Verb.RIGHT: "Right",
         Verb.CONFIRM: "comma", Verb.SPLIT: "period", Verb.CANCEL: "slash", Verb.DONE: "semicolon"},
    )  # fmt: skip

    def __init__(self, ice: Ice, seat: int, half: int) -> None:
        super().__init__(ice, seat)
        self.keys = self.KEYS[half]

    def tap(self, *verbs: Verb) -> None:
        if verbs:
            self.ice.program.key(*(self.keys[verb] for verb in verbs))


class PadPlayer(CursorPlayer):
    """Plays on the gamepad of the driver."""

    BUTTONS = {
        Verb.UP: "dpup", Verb.LEFT: "dpleft", Verb.DOWN: "dpdown", Verb.RIGHT: "dpright",
        Verb.CONFIRM: "a", Verb.SPLIT: "x", Verb.CANCEL: "b", Verb.DONE: "y",
    }  # fmt: skip

    def tap(self, *verbs: Verb) -> None:
        self.ice.program.press(*(self.BUTTONS[verb] for verb in verbs))


def start_playing(players: Sequence[Player]) -> None:
    """Make every player touch a piece, and wait for the end of the countdown."""
    for player in players:
        player.ice.program.wait_until(lambda _, player=player: player.gets_ready(), "a piece to be touched")
    players[0].ice.wait_for_play()


def play_to_the_end(ice: Ice, players: Sequence[Player], seconds: float = 600.0) -> State:
    """Let all players play until the end. Return the final state."""
    until = time.monotonic() + seconds
    while (look := ice.program.look())["live"] and not look["live"]["outcome"]:
        if time.monotonic() > until:
            ice.program.fail("the game does not end")
        have_played = [player.play() for player in players]
        if not any(have_played):
            time.sleep(0.05)
    for player in players:
        player.let_go()
    return ice.look()[1]


def go_to_results(program: Program) -> Look:
    """Wait for the end of the counting, and go to the results (unless the last input has already done so)."""
    look = program.wait_until(lambda look: look.top in ("CountPage", "ResultsPage") and look["at_rest"], "the count")
    if look.top == "CountPage":
        program.click("results")
    return program.wait_for_scene("ResultsPage")
