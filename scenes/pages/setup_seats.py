"""The seats of a match being set up: who sits on a chair, and gentler opponents on offer."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import count
from typing import NamedTuple

from msgspec import structs

from topping_out.game import roster
from topping_out.game.bots.weights import as_bot
from topping_out.game.city import head_to_head
from topping_out.game.engine import AnyGame
from topping_out.game.language import mark, tr, tr_label, tr_player
from topping_out.game.progress.rating import bots_of, limit_words, nearest_bot
from topping_out.game.record import Header, Player
from topping_out.game.registry import load
from topping_out.game.storage.history import career_of
from topping_out.game.text import full_stop, paragraph, with_minus

from ..accessibility.semantics import Group, Role, Semantics
from ..devices.intents import Intent, Verb
from ..kit.faces import portrait
from ..kit.kit import Kit
from ..kit.stage import Paint, Stage
from ..kit.theme import Colour, Theme, mix
from ..manager import Pop, Push, Transition
from ..match.phrases import bot_words
from ..system.context import Context
from ..system.settings import SELF
from ..ui.column import Label, Notice, lay_panel, paint_panel
from ..ui.fields import TextField
from ..ui.layout import Box, Press, Text, Widget, column, fill, grid, row
from ..ui.page import Page
from ..ui.widgets import Button, Card, arrow_down, put_in
from .district import score_words

# -- seating


EMPTY, HUMAN = "", "human"
"""Kinds of a chair, besides the bots' levels and the characters."""


@dataclass
class Chair:
    """A place at the table; `kind` is `EMPTY`, `HUMAN`, a bot's level, or a character."""

    kind: str = EMPTY
    name: str = ""
    colour: int = 0

    @property
    def is_taken(self) -> bool:
        return self.kind != EMPTY


class Seating:
    """The chairs of a table, as many as the game can seat. No two players share a colour.

    A single human is called "You"; several at one screen each have a name.
    """

    def __init__(self, game: AnyGame, human_names: Sequence[str], remembered: Iterable[Player] = ()) -> None:
        """Seat the `remembered` players if the game still allows them, otherwise one human and bots."""
        self.game = game
        self.known_names = [name for name in human_names if name not in roster.usual_names("humans")]
        """Names that humans have entered before."""
        self.chairs = [Chair(colour=colour) for colour in range(game.seats[-1])]
        players = list(remembered)
        if self._fits(players):
            for chair, player in zip(self._spread(len(players)), players):
                chair.kind = HUMAN if player.is_human else player.level
                chair.name = roster.title(chair.kind) if chair.kind in roster.characters() else player.name
            self._remember_colours(players)
        else:
            for number, chair in enumerate(self._spread(game.seats[0])):
                self.set_kind(chair, self._free_characters[0] if number else HUMAN)
                self._swap_colours(chair, number)
        self._name_humans()

    @property
    def _free_characters(self) -> list[str]:
        """The characters who are not seated, those closest to the medium level first."""
        seated, middle = {chair.kind for chair in self.chairs}, len(roster.LEVELS) // 2
        free = (kind for kind in roster.characters() if kind not in seated)
        return sorted(free, key=lambda kind: abs(roster.LEVELS.index(roster.level_of(kind)) - middle))

    def guest(self, chair: Chair) -> str:
        """Return the character whom `add` would seat on an empty chair."""
        return self._free_characters[next(n for n, other in enumerate(self.empty) if other is chair)]

    def _fits(self, players: list[Player]) -> bool:
        kinds = {HUMAN, *roster.names()}
        persons = [player.level for player in players if player.level in roster.characters()]
        if len({*persons}) < len(persons):
            return False
        return len(players) in self.game.seats and all((HUMAN if p.is_human else p.level) in kinds for p in players)

    def _spread(self, number: int) -> list[Chair]:
        """Return `number` chairs, spread evenly around the table."""
        return [self.chairs[index * len(self.chairs) // number] for index in range(number)]

    def _remember_colours(self, players: list[Player]) -> None:
        wanted = [player.colour for player in players]
        if len({*wanted}) < len(wanted) or not all(0 <= colour < len(self.chairs) for colour in wanted):
            wanted = [*range(len(players))]
        for chair, colour in zip(self.taken, wanted):
            self._swap_colours(chair, colour)

    # -- who sits where

    @property
    def empty(self) -> list[Chair]:
        return [chair for chair in self.chairs if not chair.is_taken]

    @property
    def taken(self) -> list[Chair]:
        return [chair for chair in self.chairs if chair.is_taken]

    def colours(self, theme: Theme) -> list[Colour | None]:
        """Return the colour of each chair; None for an empty chair."""
        return [theme.seats[chair.colour] if chair.is_taken else None for chair in self.chairs]

    @property
    def humans(self) -> list[Chair]:
        return [chair for chair in self.chairs if chair.kind == HUMAN]

    @property
    def players(self) -> tuple[Player, ...]:
        """The players for a record, in turn order."""
        return tuple(
            Player(chair.name.strip(), "human" if chair.kind == HUMAN else "bot",
                   "" if chair.kind == HUMAN else chair.kind, chair.colour)
            for chair in self.taken
        )  # fmt: skip

    def kinds(self, chair: Chair) -> list[str]:
        """Return the kinds that a chair can have: no character twice, and enough players for the game."""
        may_leave = not chair.is_taken or len(self.taken) > self.game.seats[0]
        elsewhere = {other.kind for other in self.taken if other is not chair} & roster.characters().keys()
        bots = [word for word in roster.names() if word not in elsewhere]
        return [HUMAN, *bots, *([EMPTY] if may_leave else [])]

    @property
    def unnamed(self) -> list[Chair]:
        """The humans who still need a name because there are several."""
        humans = self.humans
        return [chair for chair in humans if len(humans) > 1 and chair.name.strip() in ("", SELF)]

    @property
    def problem(self) -> str:
        """Why the game cannot begin; empty if it can."""
        names = [chair.name.strip() for chair in self.taken]
        if self.unnamed:
            return tr("What are your names? Everybody at this screen needs one.")
        if not all(names):
            return tr("Everybody needs a name.")
        twice = next((name for name in names if names.count(name) > 1), "")
        return tr("Two players are called {name}.", name=tr_label(twice)) if twice else ""

    # -- changes

    def set_kind(self, chair: Chair, kind: str) -> None:
        """Change who sits on a chair, with a new name if a human replaces a bot or a character is involved."""
        if kind == chair.kind or kind not in self.kinds(chair):
            return
        if kind == EMPTY:
            chair.kind, chair.name = EMPTY, ""
        elif kind in roster.characters():
            chair.kind, chair.name = kind, roster.title(kind)
        elif chair.kind in roster.characters() or (kind == HUMAN) != (chair.kind == HUMAN) or not chair.is_taken:
            chair.kind, chair.name = kind, ""
            if kind != HUMAN:
                taken = {other.name for other in self.taken}
                free = (name for name in roster.usual_names("bots") if name not in taken)
                chair.name = next(free, "") or self.numbered(chair)
        else:
            chair.kind = kind
        self._name_humans()

    def add(self, chair: Chair) -> None:
        """Seat a character on an empty chair."""
        self.set_kind(chair, self.guest(chair))

    def sit_down(self, chair: Chair, name: str = "") -> None:
        """Seat a human. Without a name, a single human is "You" and several are numbered."""
        chair.kind, chair.name = HUMAN, name
        is_alone = len(self.humans) == 1
        for human in self.humans:
            if human.name in ("", SELF):
                human.name = SELF if is_alone else self.numbered(human)

    def stand_up(self, chair: Chair) -> None:
        """Empty a chair, even if too few players are left."""
        chair.kind, chair.name = EMPTY, ""

    def numbered(self, chair: Chair) -> str:
        """Return a free name such as "Player 1" for a human without a name."""
        taken = {other.name for other in self.taken if other is not chair}
        return next(name for n in count(1) if (name := tr("Player {number}", number=n)) not in taken)

    def move_round(self) -> None:
        """Move each player to the next taken chair; they keep their colours."""
        taken = self.taken
        moved = [(chair.kind, chair.name, chair.colour) for chair in taken]
        for chair, (kind, name, colour) in zip(taken, [*moved[-1:], *moved[:-1]]):
            chair.kind, chair.name, chair.colour = kind, name, colour

    def _name_humans(self) -> None:
        """Name a single human "You" unless they have a name; give several humans known names."""
        for chair in self.humans:
            if len(self.humans) == 1:
                chair.name = chair.name or SELF
            elif chair.name in ("", SELF):
                taken = {other.name for other in self.taken}
                chair.name = next((name for name in self.known_names if name not in taken), "")

    def suggestions(self, chair: Chair) -> tuple[str, ...]:
        """Return names for a chair that no other chair has."""
        taken = {other.name for other in self.taken if other is not chair}
        own = [SELF] if self.humans == [chair] else []
        humans = [*own, *self.known_names, *roster.usual_names("humans")]
        names = humans if chair.kind == HUMAN else roster.usual_names("bots")
        return tuple(name for name in dict.fromkeys(names) if name not in taken) or (chair.name,)

    def next_colour(self, chair: Chair, by: int = 1) -> None:
        """Give the chair the next colour; the chair that had it gets the old one."""
        self._swap_colours(chair, (chair.colour + by) % len(self.chairs))

    def _swap_colours(self, chair: Chair, colour: int) -> None:
        other = next(c for c in self.chairs if c.colour == colour)
        other.colour, chair.colour = chair.colour, colour


def chair_group(index: int, chair: Chair) -> Group:
    """Return the group of a chair's widgets."""
    if not chair.is_taken:
        return Group(f"chair{index}", tr("Chair {number}, empty", number=index + 1))
    return Group(f"chair{index}", tr("Chair {number}: {name}", number=index + 1, name=tr_label(chair.name)))


# -- chooser


class EvenMatch(NamedTuple):
    """The bot that is an even match, and a sentence why."""

    kind: str
    why: str


def even_match(context: Context, seating: Seating, chair: Chair) -> EvenMatch | None:
    """Return the bot whose rating is closest to that of the first human on another chair.

    None if there is no such human, or the game's bots have no ratings.
    """
    game, human = seating.game, next((other for other in seating.humans if other is not chair), None)
    if human is None or not bots_of(game.name):
        return None
    rating = career_of(context.library.finished(), game.name, human.name.strip()).rating
    kind = nearest_bot(game.name, rating.elo, (word for word in seating.kinds(chair) if word in roster.names()))
    if kind is None:
        return None
    rated = (
        mark("{bot}, {strength}: the closest to your rating in {game}, {rating} ± {margin}."),
        mark("{bot}, {strength}: the closest to {name}'s rating in {game}, {rating} ± {margin}."),
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
    why = limit_words(game.name, rating) if rating.games else ""
    return EvenMatch(kind, paragraph([tr_player(human.name.strip(), yours, theirs, **places), why]))


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
"""Descriptions by kind; that of a level follows its name and a colon."""


def kind_title(kind: str) -> str:
    """Return the description of a kind: a level, or the level and temper of a character."""
    if kind in roster.characters():
        return f"{roster.title(roster.level_of(kind))} · {tr(roster.characters()[kind].temper)}"
    if kind in (HUMAN, EMPTY):
        return tr("Human") if kind else tr("Nobody")
    return tr("Bot, {level}", level=roster.level_words(kind))


class OccupantButton(Widget):
    """Shows who sits on a chair. Pressing it opens the chooser."""

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
    """A character's face, name, level, temper and line."""

    radius = 10.0

    def __init__(self, kind: str, press: Press, ground: Colour, is_current: bool, enabled: bool) -> None:
        super().__init__(kind, None, press, enabled)
        self.person = roster.characters()[kind]
        self.label, self.is_current, self._ground = self.person.name, is_current, ground
        self.strength = 1.0 if enabled else 0.35

    def semantics(self) -> Semantics:
        about = paragraph([tr(self.person.line), self.hint])
        return Semantics(
            Role.OPTION, self.label, kind_title(self.name), about, is_enabled=self.enabled, is_selected=self.is_current
        )

    def height_for(self, kit: Kit, width: float) -> float:
        """Return the height of the character with the longest line, so that all cards are of equal height."""
        return max(FACE, *(_words(kit, kind).height_for(kit, width - FACE - 36) for kind in roster.characters())) + 16

    def sides(self, kit: Kit, width: float) -> tuple[float, float]:
        return FACE + 22, 14.0

    def words(self, kit: Kit, width: float) -> Box:
        return _words(kit, self.name)

    def paints(self, kit: Kit, hovered: bool) -> tuple[Paint, Paint, float]:
        theme, is_lit = kit.theme, hovered and self.enabled
        fill = mix(theme.plate, theme.paper, 0.08) if is_lit else theme.night
        rim = theme.brass if self.is_current else theme.mist if is_lit else theme.rim
        return (*fill, 235), rim, 2.2 if self.is_current else 1.2

    def draw_more(self, stage: Stage, kit: Kit, hovered: bool) -> None:
        face = portrait(kit, self.person.face, FACE, self._ground)
        stage.blit(face, self.rect.x + 10, self.rect.centery - FACE / 2, self.strength)


def _words(kit: Kit, kind: str) -> Box:
    """Return a character's name, level and temper, and line, one below the other."""
    person, theme = roster.characters()[kind], kit.theme
    temper = Text(kind_title(kind), 13.5, "bold", theme.brass)
    return column(Text(person.name, 17, "bold"), temper, Text(tr(person.line), 13.5, colour=theme.mist), gap=0)


class KindButton(Button):
    """A button for a human, a level, or nobody."""

    is_current = False
    about = ""

    def semantics(self) -> Semantics:
        return replace(super().semantics(), role=Role.OPTION, is_selected=self.is_current, description=self.about)


class ChooserPage(Page):
    """A panel over the set-up with the levels in a row and a card for each character."""

    heading = mark("Who sits here?")
    see_through = True

    def __init__(self, context: Context, seating: Seating, chair: Chair, choose: Callable[[str], Transition]) -> None:
        """Offer the kinds that `chair` can have. `choose` is called with the chosen kind after the page closes."""
        super().__init__(context)
        self.seating, self.chair, self._choose = seating, chair, choose
        self.offered = seating.kinds(chair)
        self.even = even_match(context, seating, chair)
        self.scores = self._scores()
        self.focus = chair.kind

    def build(self) -> list[Widget]:
        people = self._character_cards()
        title = Label("label characters", tr("A character"))
        title.names_group = True
        put_in(Group("characters", title.text, is_list=True), title, *people)
        self._hints = fill()
        content = column(
            self._kinds(),
            row(fill(title), *self._even()),
            grid(COLUMNS, people, GAP),
            row(self._hints, self.back_button(), gap=16),
            gap=14,
        )
        self._panel = lay_panel(self.kit, content, 980)
        return [*content.widgets()]

    def _even(self) -> list[Button]:
        """Return the button that chooses an even match; empty if there is none."""
        if self.even is None:
            return []
        button = Button("even", tr("Even match"), partial(self._choose_kind, self.even.kind), size=16)
        button.hint = self.even.why
        return [button]

    def _kinds(self) -> Box:
        """Return the buttons for a human, the levels and nobody in one row, with a title above the levels."""
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
        is_current = kind == self.chair.kind
        pill = KindButton(kind or "nobody", title, partial(self._choose_kind, kind), primary=is_current)
        pill.is_current, pill.about = is_current, tr(ABOUT[kind])
        pill.hint = tr("{title}: {line}", title=title, line=pill.about) if kind in roster.LEVELS else pill.about
        return pill

    def _character_cards(self) -> list[Widget]:
        ground = self.kit.theme.seats[self.chair.colour]
        cards: list[Widget] = []
        for kind in roster.characters():
            is_free, is_current = kind in self.offered, kind == self.chair.kind
            cards.append(PersonCard(kind, partial(self._choose_kind, kind), ground, is_current, is_free))
            taken = tr("{name} sits in another chair.", name=roster.title(kind))
            cards[-1].hint = self.scores.get(kind, "") if is_free else taken
        return cards

    def _scores(self) -> dict[str, str]:
        """Return the score of the human at the table against each character in all games; empty without a human."""
        human = next((other.name.strip() for other in self.seating.humans if other is not self.chair), "")
        finished = self.context.library.finished() if human else []
        names = roster.characters() if human else ()
        return {name: full_stop(score_words(head_to_head(finished, human, name), name, human)) for name in names}

    def _choose_kind(self, kind: str) -> Transition:
        return Pop(lambda: self._choose(kind))

    def on_intent(self, intent: Intent) -> Transition:
        if intent.verb is Verb.PRESS and not self._panel.collidepoint(intent.position):
            return Pop()
        return super().on_intent(intent)

    def paint(self, stage: Stage) -> None:
        paint_panel(stage, self.kit, self._panel, tr(self.heading))
        hint = Text(self.pointed.hint if self.pointed else "", 15, colour=self.kit.theme.mist)
        hint.show(stage, self.kit, self._hints.rect)


# -- name field


class NameField(TextField):
    """A text field for a player's name; a player who has entered none is "You" in the current language."""

    begins_large = True

    @property
    def shown(self) -> str:
        return self.text if self.writing and not self.is_selected else tr_label(self.text)


# -- gentler opponents


LOSSES_UNTIL_OFFER = 3
"""A gentler opponent is offered after this many losses in a row."""


def begin_or_offer(context: Context, header: Header, begin: Callable[[Header], Transition]) -> Transition:
    """Begin the game of `header`, or first offer a gentler opponent, once for each game and player."""
    humans = [player.name for player in header.seats if player.is_human]
    easier = gentler(header)
    if len(humans) != 1 or easier is None or not _should_offer(context, header.game, humans[0]):
        return begin(header)
    context.settings.gentler_offered = (*context.settings.gentler_offered, (header.game, humans[0]))
    context.save_settings()
    rival, guest = next((old, new) for old, new in zip(header.seats, easier.seats) if old != new)
    text = tr(
        "You've lost three games of {game} in a row. Play {guest} instead of {rival}? This is asked only once.",
        game=load(header.game).title, guest=bot_words(guest), rival=bot_words(rival),
    )  # fmt: skip
    answers = ((tr("The same one"), partial(begin, header)), (tr("An easier one"), partial(begin, easier)))
    return Push(Notice(context, tr("An easier opponent?"), text, answers))


def gentler(header: Header) -> Header | None:
    """Return the same game with its strongest bot one level lower; None if all bots have the lowest level."""
    ranks = {seat: _rank(player) for seat, player in enumerate(header.seats) if not player.is_human}
    seat = max(ranks, key=lambda seat: ranks[seat], default=None)
    if seat is None or ranks[seat] < 1:
        return None
    seats = list(header.seats)
    seats[seat] = _lower(header.seats[seat], {player.level for player in header.seats})
    return structs.replace(header, seats=tuple(seats))


def _rank(player: Player) -> int:
    """Return the index of a bot's level; −1 for a bot without a level."""
    level = roster.level_of(player.level)
    return roster.LEVELS.index(level) if level in roster.LEVELS else -1


def _lower(player: Player, seated: set[str]) -> Player:
    """Return a player one level lower: for a character, a free character of that level if there is one."""
    level = roster.LEVELS[_rank(player) - 1]
    if player.level not in roster.characters():
        return as_bot(player, level)
    free = (word for word in roster.characters() if roster.level_of(word) == level and word not in seated)
    return as_bot(player, next(free, level))


def _should_offer(context: Context, game: str, name: str) -> bool:
    if (game, name) in context.settings.gentler_offered:
        return False
    return career_of(context.library.finished(), game, name).lost_in_a_row >= LOSSES_UNTIL_OFFER
