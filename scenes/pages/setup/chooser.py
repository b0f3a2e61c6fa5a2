"""Who sits on a chair: a human, a bot of some level, a character, or nobody; each a click away."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from topping_out.game import roster
from topping_out.game.language import mark, tr
from topping_out.scenes.accessibility.semantics import Group, Role, Semantics
from topping_out.scenes.devices.intents import Intent, Verb
from topping_out.scenes.kit.kit import Kit
from topping_out.scenes.kit.pictures.faces import portrait
from topping_out.scenes.kit.pictures.ornament import panel, put_heading
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.kit.theme import Colour, mix
from topping_out.scenes.manager import Pop, Transition
from topping_out.scenes.pages.setup.even_match import even_match
from topping_out.scenes.pages.setup.seating import EMPTY, HUMAN, Chair, Seating
from topping_out.scenes.system.context import Context
from topping_out.scenes.ui.column import Label
from topping_out.scenes.ui.page import Page
from topping_out.scenes.ui.text import put_in
from topping_out.scenes.ui.widgets import Button, Press, Rect, Widget, arrow_down

EDGE, GAP = 34.0, 10.0
HEAD = 84.0
FACE = 96.0
COLUMNS = 3
ABOUT = {
    HUMAN: mark("Somebody at this screen."),
    EMPTY: mark("The chair stays empty."),
    "gentle": mark("for a first game, and for the youngest."),
    "easy": mark("plays along, and often overlooks something."),
    "medium": mark("knows the game, and makes mistakes."),
    "hard": mark("looks ahead, and makes few mistakes."),
    "master": mark("the strongest there is."),
}
"""What is said of each; of a level it follows its name and a colon."""


def kind_title(kind: str) -> str:
    """Return what is said of who sits on a chair: a level, and a character's temper, since the name says who it is."""
    if kind in roster.characters():
        return f"{roster.title(roster.level_of(kind))} · {tr(roster.characters()[kind].temper)}"
    if kind in (HUMAN, EMPTY):
        return tr("Human") if kind else tr("Nobody")
    return tr("Bot, {level}", level=roster.level_words(kind))


class OccupantButton(Widget):
    """Shows who sits on a chair, and opens the choice."""

    radius = 8.0

    def __init__(self, name: str, rect: Rect, kind: str, press: Press) -> None:
        super().__init__(name, rect, press)
        self.label = kind_title(kind)
        self._short = self.label if kind in (HUMAN, EMPTY) else roster.title(roster.level_of(kind))

    def semantics(self) -> Semantics:
        return Semantics(Role.BUTTON, tr("Who sits here"), self.label, self.hint)

    def draw(self, stage: Stage, kit: Kit, hovered: bool) -> None:
        theme, r = kit.theme, self.rect
        stage.blit(kit.plate(r.w, r.h, (*theme.night, 235), theme.mist if hovered else theme.rim, 1.2, 8), r.x, r.y)
        room = r.w - 38
        words = self.label if kit.text_size(self.label, 13, "bold")[0] <= room else self._short
        words, size = kit.first_fitting((words,), room, 15, "bold")
        stage.blit_centred(kit.text(words, size, "bold", theme.paper), r.x + 10 + room / 2, r.centery)
        stage.blit_centred(arrow_down(kit), r.right - 16, r.centery)


class PersonCard(Widget):
    """A character: face, name, level and temper, and what they say of themselves."""

    def __init__(self, kind: str, rect: Rect, press: Press, ground: Colour, is_here: bool, enabled: bool) -> None:
        super().__init__(kind, rect, press, enabled)
        self.person = roster.characters()[kind]
        self.label, self.is_here, self._ground = self.person.name, is_here, ground

    def semantics(self) -> Semantics:
        about = " ".join(filter(None, (tr(self.person.line), self.hint)))
        return Semantics(
            Role.OPTION, self.label, kind_title(self.name), about, is_enabled=self.enabled, is_selected=self.is_here
        )

    @staticmethod
    def height_for(kit: Kit, width: float) -> float:
        """Return the height that the longest line needs on cards of that width."""
        lines = max(len(_line(kit, person, width)) for person in roster.characters().values())
        return max(FACE + 16, (44 + 18 * lines) * kit.text_scale + 18)

    def draw(self, stage: Stage, kit: Kit, hovered: bool) -> None:
        theme, r, text = kit.theme, self.rect, kit.text_scale
        rim = theme.brass if self.is_here else (theme.mist if hovered and self.enabled else theme.rim)
        fill = mix(theme.plate, theme.paper, 0.08) if hovered and self.enabled else theme.night
        stage.blit(kit.plate(r.w, r.h, (*fill, 235), rim, 2.2 if self.is_here else 1.2, 10), r.x, r.y)
        strength = 1.0 if self.enabled else 0.35
        stage.blit(portrait(kit, self.person.face, FACE, self._ground), r.x + 10, r.centery - FACE / 2, strength)
        lines = _line(kit, self.person, r.w)
        x, y = r.x + FACE + 22, r.centery - (44 + 18 * len(lines)) * text / 2
        stage.blit(kit.text(self.person.name, 17, "bold"), x, y, strength)
        stage.blit(kit.text(kind_title(self.name), 13.5, "bold", theme.brass), x, y + 22 * text, strength)
        for number, line in enumerate(lines):
            stage.blit(kit.text(line, 13.5, "body", theme.mist), x, y + (43 + 18 * number) * text, strength)


def _line(kit: Kit, person: roster.Character, width: float) -> list[str]:
    return kit.wrap(tr(person.line), width - FACE - 36, 13.5)


class KindButton(Button):
    """A human, a level, or nobody."""

    is_here = False
    about = ""

    def semantics(self) -> Semantics:
        return replace(super().semantics(), role=Role.OPTION, is_selected=self.is_here, description=self.about)


class ChooserPage(Page):
    """A panel over the set-up: the levels in a row, the characters as cards with their faces."""

    heading = mark("Who sits here?")
    see_through = True

    def __init__(self, context: Context, seating: Seating, chair: Chair, choose: Callable[[str], Transition]) -> None:
        """Offer what may sit on `chair`; `choose` is called with its kind once this page has gone."""
        super().__init__(context)
        self.seating, self.chair, self._choose = seating, chair, choose
        self.offered = seating.kinds(chair)
        self.even = even_match(context, seating, chair)
        self.focus = chair.kind

    def build(self) -> list[Widget]:
        kit, text = self.kit, self.kit.text_scale
        wide = min(kit.width - 60, 980 * (0.5 + 0.5 * text))
        inner, label, row = wide - 2 * EDGE, 26 * text, 20 + 22 * text
        card_w = (inner - GAP * (COLUMNS - 1)) / COLUMNS
        card_h = PersonCard.height_for(kit, card_w)
        rows = -(-len(roster.characters()) // COLUMNS)
        between = label + 12
        tall = HEAD + label + row + 14 + between + rows * (card_h + GAP) + row + 26
        self._panel = Rect((kit.width - wide) / 2, max(6.0, (kit.height - tall) / 2), wide, tall)
        x, y = self._panel.x + EDGE, self._panel.y + HEAD
        below = y + label + row + 14
        even = self._even(Rect(x, below - 2, inner, between - 6))
        room = inner - sum(widget.rect.w for widget in even)
        title = Label("label characters", Rect(x, below, room, between - 6), tr("A character"))
        people = self._people(x, below + between, card_w, card_h)
        title.names_group = True
        put_in(Group("characters", title.text, is_list=True), title, *people)
        return [*self._plain(Rect(x, y, inner, label), row), *even, title, *people, self._back(row)]

    def _even(self, line: Rect) -> list[Widget]:
        """Return the button that chooses an even match, at the right end of a line; nothing where nobody is one."""
        if self.even is None:
            return []
        label = tr("Even match")
        wide = min(self.kit.text_size(label, 16, "head")[0] + 48, line.w / 2)
        place = Rect(line.right - wide, line.y, wide, line.h)
        button = Button("even", place, label, partial(self._take, self.even.kind), size=16)
        button.hint = self.even.why
        return [button]

    def _plain(self, top: Rect, row: float) -> list[Widget]:
        """Return the human, the levels and nobody in one row, with what stands over them."""
        aside, gap = top.w * 0.14, 22.0
        pill = (top.w - 2 * aside - 2 * gap - GAP * (len(roster.LEVELS) - 1)) / len(roster.LEVELS)
        y, x = top.bottom, top.x + aside + gap
        widgets: list[Widget] = [self._pill(HUMAN, Rect(top.x, y, aside, row))]
        title = Label("label levels", Rect(x, top.y, pill * 5, top.h - 4), tr("A bot, from weak to strong"))
        levels = [
            self._pill(level, Rect(x + number * (pill + GAP), y, pill, row))
            for number, level in enumerate(roster.LEVELS)
        ]
        title.names_group = True
        put_in(Group("levels", title.text, is_list=True), title, *levels)
        widgets += [title, *levels]
        if EMPTY in self.offered:
            widgets.append(self._pill(EMPTY, Rect(top.right - aside, y, aside, row)))
        return widgets

    def _pill(self, kind: str, place: Rect) -> Button:
        title = kind_title(kind) if kind in (HUMAN, EMPTY) else roster.title(kind)
        is_here = kind == self.chair.kind
        pill = KindButton(kind or "nobody", place, title, partial(self._take, kind), primary=is_here)
        pill.is_here, pill.about = is_here, tr(ABOUT[kind])
        pill.hint = tr("{title}: {line}", title=title, line=pill.about) if kind in roster.LEVELS else pill.about
        return pill

    def _people(self, left: float, top: float, width: float, height: float) -> list[Widget]:
        ground = self.kit.theme.seats[self.chair.colour]
        cards: list[Widget] = []
        for number, kind in enumerate(roster.characters()):
            down, across = divmod(number, COLUMNS)
            place = Rect(left + across * (width + GAP), top + down * (height + GAP), width, height)
            is_free, is_here = kind in self.offered, kind == self.chair.kind
            cards.append(PersonCard(kind, place, partial(self._take, kind), ground, is_here, is_free))
            cards[-1].hint = "" if is_free else tr("{name} sits in another chair.", name=roster.title(kind))
        return cards

    def _back(self, high: float) -> Button:
        wide = self.kit.text_size(tr("Back"), 18, "head")[0] + 90 * self.kit.text_scale
        place = Rect(self._panel.right - EDGE - wide, self._panel.bottom - high - 20, wide, high)
        self._footer = Rect(self._panel.x + EDGE, place.y, place.x - self._panel.x - EDGE - 16, high)
        return Button("back", place, tr("Back"), Pop, key=self.key(Verb.CANCEL))

    def _take(self, kind: str) -> Transition:
        return Pop(lambda: self._choose(kind))

    def on_intent(self, intent: Intent) -> Transition:
        if intent.verb is Verb.PRESS and not self._panel.collidepoint(intent.position):
            return Pop()
        return super().on_intent(intent)

    def paint(self, stage: Stage) -> None:
        kit, box = self.kit, self._panel
        stage.blit(kit.veil(), 0, 0)
        stage.blit(panel(kit, box.w, box.h, 250), box.x, box.y)
        put_heading(stage, kit, tr(self.heading), box.centerx, box.y + 24, box.w - 2 * EDGE)
        if self.pointed and self.pointed.hint:
            lines = kit.wrap(self.pointed.hint, self._footer.w, 15)
            for number, line in enumerate(lines):
                y = self._footer.centery + (number - len(lines) / 2) * 20 * kit.text_scale
                stage.blit(kit.text(line, 15, "body", kit.theme.mist), self._footer.x, y)
