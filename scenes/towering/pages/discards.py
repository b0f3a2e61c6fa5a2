"""All discards laid out, to be looked through at any time: they are public."""

from __future__ import annotations

from collections.abc import Sequence

from game.towering.cards import COLOUR_LETTERS, CardId
from scenes.devices.intents import Intent, Verb
from scenes.kit.pictures.ornament import panel, put_heading
from scenes.kit.stage import Stage
from scenes.manager import Pop, Transition
from scenes.system.context import Context
from scenes.towering.art import card_art
from scenes.towering.art.card_art import CARD_H, CARD_W, HEAD
from scenes.towering.selection import SITE_NAMES
from scenes.ui.page import Page
from scenes.ui.widgets import Button, Rect, Widget

SCALE = 0.9


class PilesPage(Page):
    """A column for every site, the card discarded last in front."""

    see_through = True

    def __init__(self, context: Context, piles: Sequence[Sequence[CardId]]) -> None:
        super().__init__(context)
        self.piles = piles

    @property
    def panel(self) -> Rect:
        width = min(self.kit.width - 40, 60.0 + 150 * len(self.piles))
        height = min(self.kit.height - 32, 660.0)
        return Rect((self.kit.width - width) / 2, (self.kit.height - height) / 2, width, height)

    def build(self) -> list[Widget]:
        box, text = self.panel, self.kit.text_scale
        width, high = 90 + 70 * text, 22 + 18 * text
        place = Rect(box.centerx - width / 2, box.bottom - high - 22, width, high)
        return [Button("close", place, "Close", self.cancel, Verb.LOOK, self.key(Verb.CANCEL), primary=True)]

    def on_intent(self, intent: Intent) -> Transition:
        if intent.verb is Verb.PRESS and not self.panel.collidepoint(intent.position):
            return Pop()
        return super().on_intent(intent)

    def paint(self, stage: Stage) -> None:
        kit, box = self.kit, self.panel
        stage.blit(kit.veil(0.45), 0, 0)
        stage.blit(panel(kit, box.w, box.h, 248), box.x, box.y)
        put_heading(stage, kit, "Discards", box.centerx, box.y + 22, box.w - 60)
        pitch = (box.w - 48) / len(self.piles)
        for colour, pile in enumerate(self.piles):
            self._draw_column(stage, colour, pile, box.x + 24 + (colour + 0.5) * pitch)

    def _draw_column(self, stage: Stage, colour: int, pile: Sequence[CardId], x: float) -> None:
        kit, box, text = self.kit, self.panel, self.kit.text_scale
        y = box.y + 84
        name = kit.text(f"{SITE_NAMES[colour]} {COLOUR_LETTERS[colour]} · {len(pile)}", 15, "bold")
        stage.blit_centred(name, x, y + 8 * text)
        top, foot = y + 24 * text, box.bottom - 30 - (22 + 18 * text)
        if not pile:
            stage.blit_centred(
                kit.dashed(CARD_W * SCALE, CARD_H * SCALE, kit.theme.rim, 1.4, 8), x, top + CARD_H * SCALE / 2
            )
            stage.blit_centred(kit.text("none", 14, "body", kit.theme.mist), x, top + CARD_H * SCALE / 2)
            return
        step = min(HEAD * SCALE, (foot - top - CARD_H * SCALE) / max(1, len(pile) - 1))
        for number, card in enumerate(pile):
            picture = kit.tilted(card_art.card_face(kit, card), 0, SCALE)
            stage.blit_centred(picture, x, top + CARD_H * SCALE / 2 + number * step)
