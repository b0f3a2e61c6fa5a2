"""Captions: sounds in words on the screen, for players who cannot hear them."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import pygame

from topping_out.game.language import mark, tr

from ..accessibility.semantics import Reading
from ..audio.player import Audio
from ..kit.kit import Kit
from ..kit.stage import Stage

WORDS = {
    "card_flip": mark("Cards turn over"), "card_place": mark("A card is set down"),
    "card_slide": mark("Cards slide"), "clink_large": mark("A deep clink of glass"),
    "clink_medium": mark("A clink of glass"), "clink_small": mark("A high clink of glass"),
    "coin_toss": mark("A coin is tossed"), "confetti": mark("Confetti pops"), "curtain": mark("A curtain falls"),
    "hint": mark("A chime: a hint"), "knock": mark("A knock on wood"), "lose": mark("A falling melody"),
    "medal": mark("A medal chimes"),
    "penny_drop": mark("A penny drops"), "penny_ring": mark("A penny rings"), "river": mark("Water rushes by"),
    "shatter": mark("Glass shatters"),
    "shuffle": mark("Cards are shuffled"), "sky_settle": mark("The Sky rumbles"), "snap": mark("Glass snaps"),
    "thud": mark("A thud"), "tick": mark("A clock ticks"), "topple": mark("A tower comes down"),
    "turn": mark("A bell: your turn"), "undo": mark("A sound plays backwards"), "win": mark("A fanfare"),
}  # fmt: skip
"""Captions by sound. Sounds of buttons and the focus have none, nor have sounds of events that are put into words."""
CAPTION_TIME = 2200.0
"""Milliseconds that a caption stays after its sound."""
MAX_CAPTIONS = 2
"""Most captions shown at once; newer ones replace older ones."""
SIZE = 15.0
LAST_WORDS = (340.0, 140.0)
"""Width and height of the lower left corner, where tables write the last play, in logical units."""
STEP = 24.0
"""Distance between the heights that are tried for the plate, in logical units."""


class Captions:
    """Shows captions of the latest sounds on a plate, placed where it covers least of the page."""

    def __init__(self, audio: Audio) -> None:
        self._audio = audio
        self._seen = audio.play_count
        self._left: dict[str, float] = {}
        self._plate: pygame.FRect | None = None

    @property
    def words(self) -> str:
        """The captions shown, as one line."""
        return "  ·  ".join(tr(WORDS[name]) for name in self._left)

    def update(self, ms: float, is_on: bool) -> bool:
        """Let time pass, and take the sounds played meanwhile. Return whether the captions have changed."""
        before, count = [*self._left], self._audio.play_count - self._seen
        self._seen = self._audio.play_count
        self._left = {name: left - ms for name, left in self._left.items() if is_on and left > ms}
        for name in [*self._audio.recent][-count:] if is_on and count else ():
            if name in WORDS:
                self._left[name] = CAPTION_TIME
        self._left = dict([*self._left.items()][-MAX_CAPTIONS:])
        if before == [*self._left]:
            return False
        self._plate = None
        return True

    def draw(self, stage: Stage, kit: Kit, reading: Callable[[], Reading | None]) -> None:
        """Draw the captions. `reading` returns the description of the page."""
        if not self._left:
            return
        sign = kit.text(kit.fit(self.words, kit.width - 60, SIZE, "bold"), SIZE, "bold")
        width, height = kit.size_of(sign)
        if self._plate is None or self._plate.size != (width + 28, height + 12):
            page = reading()
            taken = [pygame.FRect(element.rect) for element in page.elements] if page else []
            last_words = pygame.FRect(0, kit.height - LAST_WORDS[1], *LAST_WORDS)
            self._plate = self._free(kit, (width + 28, height + 12), [*taken, last_words])
        plate = self._plate
        stage.blit(kit.plate(plate.w, plate.h, kit.theme.night, kit.theme.mist, 1.2, 8), plate.x, plate.y)
        stage.blit_centred(sign, *plate.center)

    def _free(self, kit: Kit, size: tuple[float, float], taken: Sequence[pygame.FRect]) -> pygame.FRect:
        """Return the lowest place where a plate of that size covers nothing, or else where it covers least."""
        right, low = kit.width - size[0] - 16, kit.height - size[1] - 12
        rows = range(math.ceil(low / STEP))
        plates = [pygame.FRect((x, low - row * STEP), size) for row in rows for x in (right / 2, 16.0, right)]
        free = (plate for plate in plates if plate.collidelist(taken) < 0)
        return next(free, None) or min(plates, key=lambda plate: sum(_area(plate.clip(rect)) for rect in taken))


def _area(rect: pygame.FRect) -> float:
    return rect.w * rect.h
