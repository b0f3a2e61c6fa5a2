"""The curtain between two players at one screen: hands stay hidden until the right one looks."""

from __future__ import annotations

from typing import Protocol

import pygame

from game.engine import Seat
from game.match import Match
from game.narration import address
from scenes.devices.intents import Verb
from scenes.kit.kit import Kit
from scenes.kit.pieces import badge
from scenes.kit.stage import Stage
from scenes.kit.theme import mix
from scenes.manager import Pop, Transition
from scenes.system.context import Context
from scenes.ui.page import Page
from scenes.ui.widgets import Button, Rect, Widget


class Table(Protocol):
    """What the page needs of the table below it."""

    match: Match

    def recap(self, seat: Seat) -> list[str]: ...
    def hand_over(self, seat: Seat) -> None: ...
    def undo(self) -> Transition: ...
    def pause(self) -> Transition: ...


class HandoverPage(Page):
    """Covers the table whole; lifting it hands the screen to `seat`."""

    def __init__(self, context: Context, table: Table, seat: Seat) -> None:
        super().__init__(context)
        self.table, self.seat = table, seat
        self.recap = table.recap(seat)
        context.audio.play("curtain")

    def build(self) -> list[Widget]:
        kit = self.kit
        width, high = 300 * min(kit.text_scale, 1.3), 30 + 18 * kit.text_scale
        top = kit.height - 40 - high
        lift = Rect(kit.width / 2 - width / 2, top, width, high)
        menu = Rect(24, 18, 52 + 66 * kit.text_scale, 24 + 14 * kit.text_scale)
        widgets: list[Widget] = [
            Button("lift", lift, "I am looking alone", self.lift, Verb.PLAY, self.key(Verb.CONFIRM), primary=True),
            Button("menu", menu, "Menu", self.table.pause, key=self.key(Verb.CANCEL)),
        ]
        if self.table.match.can_undo():
            last = self.table.match.names[self.table.match.record.effective()[-1].seat or 0]
            place = Rect(kit.width / 2 - width / 2, top - high - 12, width, high)
            widgets.append(
                Button("undo", place, address(f"Take {last}'s play back"), self.undo, Verb.UNDO, self.key(Verb.UNDO))
            )
        return widgets

    def lift(self) -> Transition:
        self.context.audio.play("curtain")
        self.table.hand_over(self.seat)
        return Pop()

    def undo(self) -> Transition:
        return Pop(self.table.undo)

    def cancel(self) -> Transition:
        return self.table.pause()

    def paint(self, stage: Stage) -> None:
        kit, theme = self.kit, self.kit.theme
        stage.blit(_drapes(kit), 0, 0)
        player = self.table.match.header.seats[self.seat]
        middle, text = kit.width / 2, kit.text_scale
        top = 134.0 if self.recap else kit.height * 0.4
        stage.blit_centred(badge(kit, player, 30), middle, top - 38)
        stage.blit_centred(kit.text(player.name, 38, "title"), middle, top + 24 * text)
        line = kit.fit("Press a key when only you are looking.", kit.width - 80, 18)
        stage.blit_centred(kit.text(line, 18, "body", theme.mist), middle, top + 62 * text)
        self._draw_recap(stage, top + 96 * text)

    def _draw_recap(self, stage: Stage, top: float) -> None:
        kit, theme = self.kit, self.kit.theme
        width = min(720.0, kit.width - 80)
        room = kit.height - 40 - 2 * (30 + 18 * kit.text_scale) - 24 - top
        step = 20 * kit.text_scale
        lines = [part for line in self.recap for part in kit.wrap(line, width - 48, 15)]
        fits = max(1, int((room - 56 * kit.text_scale) // step))
        lines = lines[-fits:]
        if not lines:
            return
        height = step * len(lines) + 50 * kit.text_scale
        left = kit.width / 2 - width / 2
        stage.blit(kit.plate(width, height, (*theme.night, 200), theme.rim, 1, 12), left, top)
        stage.blit(kit.text("Since your last turn", 15, "bold", theme.brass), left + 24, top + 12)
        for number, line in enumerate(lines):
            stage.blit(kit.text(line, 15), left + 24, top + 38 * kit.text_scale + number * step)


def _drapes(kit: Kit) -> pygame.Surface:
    """Return the curtain: heavy folds of night blue with a brass hem."""

    def make() -> pygame.Surface:
        theme = kit.theme
        sheet = pygame.Surface(kit.metrics.pixels)
        width, height = sheet.get_size()
        period = max(8, round(74 * kit.scale))
        for x in range(width):
            share = abs((x % period) / period - 0.5) * 2
            shade = mix(mix(theme.dusk, theme.night, 0.55), theme.night, share**1.5)
            pygame.draw.line(sheet, shade, (x, 0), (x, height))
        hem = round(10 * kit.scale)
        sheet.fill(mix(theme.brass, theme.night, 0.35), (0, height - hem, width, max(2, hem // 3)))
        return sheet.convert()

    return kit.cached(("drapes",), make)
