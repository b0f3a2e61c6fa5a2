"""Who sits on a chair: a human, a bot of some level, a character, or nobody; each a click away."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from topping_out.game import roster
from topping_out.game.city.encounters import head_to_head
from topping_out.game.language import mark, tr, tr_player
from topping_out.game.progress.rating import bots_of, nearest_bot
from topping_out.game.storage.history.statistics import career_of
from topping_out.game.text import full_stop, paragraph, with_minus
from topping_out.scenes.accessibility.semantics import Group, Role, Semantics
from topping_out.scenes.devices.intents import Intent, Verb
from topping_out.scenes.kit.canvas import Paint
from topping_out.scenes.kit.kit import Kit
from topping_out.scenes.kit.pictures.faces import portrait
from topping_out.scenes.kit.stage import Stage
from topping_out.scenes.kit.theme import Colour, mix
from topping_out.scenes.manager import Pop, Transition
from topping_out.scenes.pages.district.words import score_words
from topping_out.scenes.pages.setup.seating import EMPTY, HUMAN, Chair, Seating
from topping_out.scenes.system.context import Context
from topping_out.scenes.ui.card import Card
from topping_out.scenes.ui.column import Label
from topping_out.scenes.ui.frame import lay_panel, paint_panel
from topping_out.scenes.ui.layout import Box, Text, column, fill, grid, row
from topping_out.scenes.ui.page import Page
from topping_out.scenes.ui.text import put_in
from topping_out.scenes.ui.widgets import Button, Press, Widget, arrow_down


class EvenMatch(NamedTuple):
    """A level or character, and why it is that one."""

    kind: str
    why: str


def even_match(context: Context, seating: Seating, chair: Chair) -> EvenMatch | None:
    """Return who would be even with the first human at the table; None without one, or where nobody was measured."""
    game, human = seating.game, next((other for other in seating.humans if other is not chair), None)
    if human is None or not bots_of(game.name):
        return None
    rating = career_of(context.library.finished(), game.name, human.name.strip()).rating
    kind = nearest_bot(game.name, rating.elo, (word for word in seating.kinds(chair) if word in roster.names()))
    if kind is None:
        return None
    rated = (
        mark("{bot}, {strength}: the closest to your rating in {game}, {rating} ± {margin}."),
        mark("{bot}, {strength}: the closest to the rating of {name} in {game}, {rating} ± {margin}."),
    )
    unrated = (
        mark("{bot}, {strength}: you have no rating in {game} yet; ratings begin at {rating} ± {margin}."),
        mark("{bot}, {strength}: {name} has no rating in {game} yet; ratings begin at {rating} ± {margin}."),
    )
    yours, theirs = rated if rating.games else unrated
    places = {
        "bot": roster.title(kind), "strength": round(bots_of(game.name)[kind]), "game": game.title,
        "rating": with_minus(round(rating.elo)), "margin": round(rating.margin),
    }  # fmt: skip
    return EvenMatch(kind, tr_player(human.name.strip(), yours, theirs, **places))


GAP = 10.0
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

    def __init__(self, name: str, kind: str, press: Press) -> None:
        super().__init__(name, None, press)
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


class PersonCard(Card):
    """A character: face, name, level and temper, and what they say of themselves."""

    radius = 10.0

    def __init__(self, kind: str, press: Press, ground: Colour, is_here: bool, enabled: bool) -> None:
        super().__init__(kind, None, press, enabled)
        self.person = roster.characters()[kind]
        self.label, self.is_here, self._ground = self.person.name, is_here, ground
        self.strength = 1.0 if enabled else 0.35

    def semantics(self) -> Semantics:
        about = paragraph([tr(self.person.line), self.hint])
        return Semantics(
            Role.OPTION, self.label, kind_title(self.name), about, is_enabled=self.enabled, is_selected=self.is_here
        )

    def height_for(self, kit: Kit, width: float) -> float:
        """Return the height that the longest line of all characters needs: the cards are alike."""
        return max(FACE, *(_words(kit, kind).height_for(kit, width - FACE - 36) for kind in roster.characters())) + 16

    def sides(self, kit: Kit, width: float) -> tuple[float, float]:
        return FACE + 22, 14.0

    def words(self, kit: Kit, width: float) -> Box:
        return _words(kit, self.name)

    def paints(self, kit: Kit, hovered: bool) -> tuple[Paint, Paint, float]:
        theme, is_lit = kit.theme, hovered and self.enabled
        fill = mix(theme.plate, theme.paper, 0.08) if is_lit else theme.night
        rim = theme.brass if self.is_here else theme.mist if is_lit else theme.rim
        return (*fill, 235), rim, 2.2 if self.is_here else 1.2

    def draw_more(self, stage: Stage, kit: Kit, hovered: bool) -> None:
        face = portrait(kit, self.person.face, FACE, self._ground)
        stage.blit(face, self.rect.x + 10, self.rect.centery - FACE / 2, self.strength)


def _words(kit: Kit, kind: str) -> Box:
    """Return name, level and temper, and what a character says, one below the other."""
    person, theme = roster.characters()[kind], kit.theme
    temper = Text(kind_title(kind), 13.5, "bold", theme.brass)
    return column(Text(person.name, 17, "bold"), temper, Text(tr(person.line), 13.5, colour=theme.mist), gap=0)


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
        self.scores = self._scores()
        self.focus = chair.kind

    def build(self) -> list[Widget]:
        people = self._people()
        title = Label("label characters", tr("A character"))
        title.names_group = True
        put_in(Group("characters", title.text, is_list=True), title, *people)
        back = Button("back", tr("Back"), Pop, key=self.key(Verb.CANCEL))
        self._hints = fill()
        content = column(
            self._kinds(),
            row(fill(title), *self._even()),
            grid(COLUMNS, people, GAP),
            row(self._hints, back, gap=16),
            gap=14,
        )
        self._panel = lay_panel(self.kit, content, 980)
        return [*content.widgets()]

    def _even(self) -> list[Button]:
        """Return the button that chooses an even match; nothing where nobody is one."""
        if self.even is None:
            return []
        button = Button("even", tr("Even match"), partial(self._take, self.even.kind), size=16)
        button.hint = self.even.why
        return [button]

    def _kinds(self) -> Box:
        """Return the human, the levels and nobody in one row, with what stands over them."""
        title = Label("label levels", tr("A bot, from weak to strong"))
        title.names_group = True
        levels = [self._pill(level) for level in roster.LEVELS]
        put_in(Group("levels", title.text, is_list=True), title, *levels)
        nobody = [self._pill(EMPTY)] if EMPTY in self.offered else []
        return row(
            fill(column(fill(), self._pill(HUMAN)), 0.14),
            fill(column(title, grid(len(levels), levels, GAP), gap=4), 0.72),
            fill(column(fill(), *nobody), 0.14),
            gap=22,
        )

    def _pill(self, kind: str) -> Button:
        title = kind_title(kind) if kind in (HUMAN, EMPTY) else roster.title(kind)
        is_here = kind == self.chair.kind
        pill = KindButton(kind or "nobody", title, partial(self._take, kind), primary=is_here)
        pill.is_here, pill.about = is_here, tr(ABOUT[kind])
        pill.hint = tr("{title}: {line}", title=title, line=pill.about) if kind in roster.LEVELS else pill.about
        return pill

    def _people(self) -> list[Widget]:
        ground = self.kit.theme.seats[self.chair.colour]
        cards: list[Widget] = []
        for kind in roster.characters():
            is_free, is_here = kind in self.offered, kind == self.chair.kind
            cards.append(PersonCard(kind, partial(self._take, kind), ground, is_here, is_free))
            taken = tr("{name} sits in another chair.", name=roster.title(kind))
            cards[-1].hint = self.scores.get(kind, "") if is_free else taken
        return cards

    def _scores(self) -> dict[str, str]:
        """Return how the human at the table stands against each character in all games; nothing without a human."""
        human = next((other.name.strip() for other in self.seating.humans if other is not self.chair), "")
        finished = self.context.library.finished() if human else []
        names = roster.characters() if human else ()
        return {who: full_stop(score_words(head_to_head(finished, human, who), who, human)) for who in names}

    def _take(self, kind: str) -> Transition:
        return Pop(lambda: self._choose(kind))

    def on_intent(self, intent: Intent) -> Transition:
        if intent.verb is Verb.PRESS and not self._panel.collidepoint(intent.position):
            return Pop()
        return super().on_intent(intent)

    def paint(self, stage: Stage) -> None:
        paint_panel(stage, self.kit, self._panel, tr(self.heading))
        hint = Text(self.pointed.hint if self.pointed else "", 15, colour=self.kit.theme.mist)
        hint.place(self.kit, self._hints.rect)
        hint.draw_words(stage, self.kit)
