"""The buttons along the top of a table, and the room between them."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from topping_out.game.language import tr
from topping_out.scenes.accessibility.semantics import Group, Role, Semantics
from topping_out.scenes.devices.intents import Verb
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.manager import Transition
from topping_out.scenes.match.scene import MatchScene
from topping_out.scenes.system.settings import SPEED_LABELS
from topping_out.scenes.ui.page import Page
from topping_out.scenes.ui.phrases import branch_words
from topping_out.scenes.ui.text import Part
from topping_out.scenes.ui.widgets import SMALL_LABEL, Button, Rect, Widget

STANDS_OUT = 24.0
"""How far two buttons may stand out of their room, towards the hand."""

ORIGIN = 14.0
"""Size of the letters that tell where a game was gone on with."""


def needed_width(scene: Page, label: str, verb: Verb | None) -> float:
    """Return the least width of a button with that label and the key of that verb, if any."""
    kit, key = scene.kit, scene.key(verb) if verb else ""
    cap = kit.size_of(kit.keycap(key))[0] + 8 if key else 0
    return kit.text_size(label, SMALL_LABEL, "head")[0] + cap + 24


def two_widths(scene: Page, room: float, first: tuple[str, Verb], second: tuple[str, Verb]) -> tuple[float, float]:
    """Return how wide two buttons are side by side: half each if they can; without their keys if they must."""
    least = [needed_width(scene, *button) for button in (first, second)]
    if sum(least) > room + STANDS_OUT:
        least = [needed_width(scene, label, None) for label, _ in (first, second)]
    right = max(least[1], min(room / 2, room - least[0]))
    return max(least[0], room - right), right


def places_over(scene: Page, main: Rect, first: tuple[str, Verb], second: tuple[str, Verb]) -> tuple[Rect, Rect]:
    """Return the places of two lesser buttons, side by side over the main one."""
    left, right = two_widths(scene, main.w - 8, first, second)
    place = Rect(main.right - right, main.y - main.h - 9, right, main.h)
    return Rect(place.x - 8 - left, place.y, left, main.h), place


def play_button(scene: MatchScene, press: Callable[[], Transition]) -> Button:
    """Return the main button: it names the play that is chosen, or tells whose turn it is."""
    board = scene.board
    main = board.main_button()
    label = main.label if main else tr("Your turn") if board.turn else tr("Please wait")
    can, key = main is not None and main.action is not None, scene.key(Verb.PLAY)
    return Button("play", label, press, Verb.PLAY, key, primary=can, enabled=can, size=17).placed(board.main_place)


def bar(scene: MatchScene, second: Button | None = None) -> list[Widget]:
    """Return the buttons along the top: the menu and `second` at the left, which is placed here; log and rules."""
    text, right = scene.kit.text_scale, scene.kit.width - 24
    menu = max(52 + 66 * text, needed_width(scene, scene.menu_label, Verb.CANCEL))
    rules = max(40 + 72 * text, needed_width(scene, tr("Rules"), Verb.RULES))
    log = max(36 + 54 * text, needed_width(scene, tr("Log"), Verb.LOG))

    opens = scene.coach.lesson is None  # else the key puts the coach's note away

    def place(x: float, width: float) -> Rect:
        return Rect(x, 18, width, 24 + 14 * text)

    if second:
        second.rect = place(34 + menu, second.rect.w)
    rules_x = right - rules
    log_place, rules_place = place(rules_x - 10 - log, log), place(rules_x, rules)
    return [
        Button("menu", scene.menu_label, scene.pause, key=scene.key(Verb.CANCEL) if opens else "").placed(
            place(24, menu)
        ),
        *([second] if second else []),
        *_origin(scene),
        Button("log", tr("Log"), scene.open_log, Verb.LOG, scene.key(Verb.LOG)).placed(log_place),
        Button("rules", tr("Rules"), scene.rules, Verb.RULES, scene.key(Verb.RULES)).placed(rules_place),
    ]


def _origin(scene: MatchScene) -> list[Widget]:
    """Return the plate under the bar that tells of a game that was gone on with from another one."""
    where = branch_words(scene.match.record)
    if not where:
        return []
    kit, (first, last) = scene.kit, scene.board.caption_room
    # Translators: {where} is "from turn 12" or "from 1:25".
    words = tr("Gone on with {where} · not counted", where=where)
    width, height = kit.text_size(words, ORIGIN)[0] + 24, 12 + 14 * kit.text_scale
    left = 24 if scene.game.live else (first + last - width) / 2  # a live game's clock stands in the middle
    place = Rect(left, 33 + 24 * kit.text_scale, width, height)

    def draw(stage: Stage) -> None:
        stage.blit(kit.plate(width, height, (*kit.theme.night, 200), kit.theme.rim, 1, height / 2), place.x, place.y)
        stage.blit_centred(kit.text(words, ORIGIN), *place.center)

    return [Part("origin", place, Semantics(Role.TEXT, words), draw, Group("origin", tr("This game")))]


def speed_button(scene: MatchScene) -> Button:
    """Return the button that changes the speed of play, for the bar."""
    label = tr(SPEED_LABELS[scene.context.settings.speed])
    width = max(40 + 98 * scene.kit.text_scale, scene.kit.text_size(label, SMALL_LABEL, "head")[0] + 34)
    return Button("speed", label, scene.next_speed, size=16).placed(Rect(0, 0, width, 0))


def room_between(widgets: list[Widget]) -> tuple[float, float]:
    """Return from where to where the bar has room between its buttons at the left and those at the right."""
    buttons = [button for button in widgets if isinstance(button, Button)]
    edges = [(one.rect.right, other.rect.x) for one, other in pairwise(sorted(buttons, key=lambda b: b.rect.x))]
    left, right = max(edges, key=lambda gap: gap[1] - gap[0])
    return left + 14, right - 14
