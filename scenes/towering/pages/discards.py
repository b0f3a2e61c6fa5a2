"""All discards laid out, to be looked through at any time: they are public."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from topping_out.game.language import tr
from topping_out.game.text import labelled
from topping_out.game.towering.cards import CardId, card_words
from topping_out.scenes.accessibility.semantics import Group, Role, Semantics
from topping_out.scenes.devices.intents import Intent, Verb
from topping_out.scenes.kit.pictures.ornament import panel, put_heading
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.manager import Pop, Transition
from topping_out.scenes.system.context import Context
from topping_out.scenes.towering.art import card_art
from topping_out.scenes.towering.art.card_art import CARD_H, CARD_W, HEAD
from topping_out.scenes.towering.words import site_and_letter, site_label
from topping_out.scenes.ui.frame import panel_foot
from topping_out.scenes.ui.layout import fill, row
from topping_out.scenes.ui.page import Page
from topping_out.scenes.ui.text import PagePart
from topping_out.scenes.ui.widgets import Button, Rect, Widget

SCALE = 0.9


class PilesPage(Page):
    """A column for every site, the card discarded last in front."""

    see_through = True

    def __init__(self, context: Context, piles: Sequence[Sequence[CardId]]) -> None:
        super().__init__(context)
        self.piles = piles

    @property
    def heading(self) -> str:  # type: ignore[override]
        return tr("Discards")

    @property
    def panel(self) -> Rect:
        width = min(self.kit.width - 40, 60.0 + 150 * len(self.piles))
        height = min(self.kit.height - 32, 660.0)
        return Rect((self.kit.width - width) / 2, (self.kit.height - height) / 2, width, height)

    def build(self) -> list[Widget]:
        box = self.panel
        close = Button("close", tr("Close"), self.cancel, Verb.LOOK, self.key(Verb.CANCEL), primary=True)
        row(fill(), close, fill()).place(self.kit, panel_foot(self.kit, box))
        pitch = (box.w - 48) / len(self.piles)
        piles = [
            part
            for colour, pile in enumerate(self.piles)
            for part in self._parts(colour, pile, box.x + 24 + (colour + 0.5) * pitch)
        ]
        return [*piles, close]

    def on_intent(self, intent: Intent) -> Transition:
        if intent.verb is Verb.PRESS and not self.panel.collidepoint(intent.position):
            return Pop()
        return super().on_intent(intent)

    def paint(self, stage: Stage) -> None:
        kit, box = self.kit, self.panel
        stage.blit(kit.veil(0.45), 0, 0)
        stage.blit(panel(kit, box.w, box.h, 248), box.x, box.y)
        put_heading(stage, kit, self.heading, box.centerx, box.y + 22, box.w - 60)
        pitch = (box.w - 48) / len(self.piles)
        for colour, pile in enumerate(self.piles):
            name = kit.text(f"{site_and_letter(colour)} · {len(pile)}", 15, "bold")
            stage.blit_centred(name, box.x + 24 + (colour + 0.5) * pitch, box.y + 84 + 8 * kit.text_scale)

    def _parts(self, colour: int, pile: Sequence[CardId], x: float) -> Iterator[PagePart]:
        """Yield the cards of a site, the one discarded first at the back; or that there are none."""
        box, text = self.panel, self.kit.text_scale
        top, foot = box.y + 84 + 24 * text, panel_foot(self.kit, box).y - 8
        name = labelled(site_label(colour), str(len(pile)))
        group = Group(f"pile{colour}", name, is_list=bool(pile))
        left, wide, high = x - CARD_W * SCALE / 2, CARD_W * SCALE, CARD_H * SCALE
        if not pile:
            said = Semantics(Role.TEXT, tr("none"))
            yield PagePart(f"none{colour}", Rect(left, top, wide, high), said, partial(self._draw_none, x, top), group)
        step = min(HEAD * SCALE, (foot - top - high) / max(1, len(pile) - 1))
        for number, card in enumerate(pile):
            said = Semantics(Role.ITEM, card_words(card))
            seen = high if number + 1 == len(pile) else step
            rect = Rect(left, top + number * step, wide, seen)
            draw = partial(self._draw_card, card, x, top + high / 2 + number * step)
            yield PagePart(f"card{card}", rect, said, draw, group)

    def _draw_none(self, x: float, top: float, stage: Stage) -> None:
        kit, middle = self.kit, top + CARD_H * SCALE / 2
        stage.blit_centred(kit.dashed(CARD_W * SCALE, CARD_H * SCALE, kit.theme.rim, 1.4, 8), x, middle)
        stage.blit_centred(kit.text(tr("none"), 14, "body", kit.theme.mist), x, middle)

    def _draw_card(self, card: CardId, x: float, middle: float, stage: Stage) -> None:
        stage.blit_centred(self.kit.tilted(card_art.card_face(self.kit, card), 0, SCALE), x, middle)
