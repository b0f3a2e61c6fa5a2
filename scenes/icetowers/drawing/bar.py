"""What stands over and under the ice in words and figures: the clock, and the seats' plates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from topping_out.game.engine import Seat
from topping_out.game.icetowers.state import Phase, View
from topping_out.game.language import tr
from topping_out.scenes.icetowers import art, captions
from topping_out.scenes.icetowers.drawing.ice import Ice
from topping_out.scenes.kit.plates import draw_seat, seat_sign
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.ui.widgets import Rect

CAPTION = 15.0
"""Text size under the clock."""

LARGE = 54.0
"""Size of the clock in the last seconds."""
SWELL = (14.0, 11.0, 8.0, 5.0, 2.0, 0.0)
BEAT = 60.0
"""How much larger it is as each second begins, and so many milliseconds later, and so on."""


def draw_clock(stage: Stage, ice: Ice, is_live: bool, resuming: float) -> None:
    """The time left and what goes on, at the top. Large figures count down to start, end and `resuming` (ms)."""
    kit, view, theme = ice.kit, ice.view, ice.kit.theme
    figure, words = captions.clock(view), captions.under_clock(view, ice.colours, is_live)
    middle, text = kit.width / 2, kit.text_scale
    top = 0.0 if is_live else 42 + 14 * text
    is_last = bool(figure and captions.hurry(view))
    if is_last:
        picture = kit.text(figure, _beat(ice), "title", art.HURRY)
        stage.blit_centred(picture, middle, top + 26 + 18 * text)
        words = words if view.last_call is not None else ""
    elif figure:
        stage.blit_centred(kit.text(figure, 40, "title", theme.ink), middle, top + 26 + 18 * text)
    line, size = kit.first_fitting((words,), kit.width - 60, CAPTION)
    stage.blit_centred(kit.text(line, size, "body", theme.ink), middle, top + 58 + 16 * text)
    until = resuming or _until(view)
    if until:
        number = kit.text(str(max(1, -(-round(until) // 1000))), 170, "title", theme.dusk, fixed=True)
        stage.blit_centred(number, middle, kit.height * 0.44, 0.85)


def _beat(ice: Ice) -> float:
    """Return how large the clock is in the last seconds: it swells with each, or stays large where nothing moves."""
    if ice.is_still or ice.view.rings is None:
        return LARGE
    since = -(ice.view.rings - ice.view.ms) % 1000
    return LARGE + SWELL[min(len(SWELL) - 1, int(since // BEAT))]


def clock_place(ice: Ice, is_live: bool) -> Rect:
    """Return the rectangle of the clock and the caption under it, on a live table."""
    kit, figure = ice.kit, captions.clock(ice.view)
    words = captions.under_clock(ice.view, ice.colours, is_live)
    wide, high = kit.text_size(words, CAPTION)
    foot = 58 + 16 * kit.text_scale + high / 2
    top = 26.0 if figure else foot - high
    return Rect((kit.width - wide) / 2, top, wide, foot - top)


def _draw_refusal(stage: Stage, ice: Ice, plate: Rect, reason: str) -> None:
    """A rim of the colour of what is wrong, and the word under the name."""
    kit = ice.kit
    stage.blit(kit.outline(plate.w, plate.h, kit.theme.bad, 2.2, 10), plate.x, plate.y)
    word, size = kit.first_fitting((reason,), plate.w - 104, 13.5, "bold")
    stage.blit(kit.text(word, size, "bold", kit.theme.bad), plate.x + 48, plate.centery + kit.text_scale)


def draw_sentence(stage: Stage, ice: Ice, sentence: str) -> None:
    """The whole reason of a refusal, in the room between the plates and the button; nothing where it has none."""
    kit, last = ice.kit, ice.layout.plate(ice.view.variant.seats - 1)
    left, room = last.right + 18, ice.layout.done.x - last.right - 36
    lines = kit.wrap(sentence, room, 14) if room > 120 else []
    step = 18 * kit.text_scale
    if not lines or len(lines) * step > last.h + 14:
        return
    for number, line in enumerate(lines):
        y = last.centery + (number - (len(lines) - 1) / 2) * step
        words = kit.text(line, 14, "body", kit.theme.bad)
        stage.blit(words, left, y - kit.size_of(words)[1] / 2)


def _until(view: View) -> float:
    """Return the milliseconds until the game begins or ends; 0 if neither is near."""
    if view.outcome is not None:
        return 0.0
    if view.phase is Phase.COUNTDOWN and view.starts is not None:
        return view.starts - view.ms
    return view.last_call - view.ms if view.last_call is not None else 0.0


def draw_plates(stage: Stage, ice: Ice, lines: Sequence[Sequence[str]], refusals: Mapping[Seat, str]) -> None:
    """The seats' plates at the foot with their scores, and the ghost's at the top.

    `lines`: by seat, what stands under its name, the first one that has room; of a refusal its word stands there.
    """
    view = ice.view
    scores = view.scores
    for seat in range(view.variant.seats):
        leads = view.turn == seat or (view.outcome is not None and seat in view.outcome.winners) or seat in view.done
        place = ice.layout.plate(seat)
        refusal, sign = refusals.get(seat), seat_sign(ice.colours.players, seat)
        status = ("",) if refusal else lines[seat]
        draw_seat(stage, ice.kit, place, ice.colours.name(seat), sign, status, leads, False, str(scores[seat]))
        if refusal:
            _draw_refusal(stage, ice, place, refusal)
    if view.variant.ghost_colour is not None:
        kit = ice.kit
        words = kit.text(tr("The ghost: {score}", score=scores[-1]), 16, "bold", kit.theme.ink)
        width, height = kit.size_of(words)
        tag = kit.plate(width + 26, height + 10, (*kit.theme.ghost, 235), kit.theme.mist, 1.4, (height + 10) / 2)
        x, y = ice.kit.width - width - 46, 62 + 14 * kit.text_scale
        stage.blit(tag, x, y)
        stage.blit_centred(words, x + (width + 26) / 2, y + (height + 10) / 2)
