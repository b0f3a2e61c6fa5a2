"""Scorings of Towers: in words, past ones and their page, the animation of one, and the finale."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import pygame

from topping_out.game.engine import Outcome, Seat, TurnBegan
from topping_out.game.language import mark, tr, tr_count, tr_label, tr_name
from topping_out.game.record import Player
from topping_out.game.text import commas, full_stop, listed, paragraph, semicolons
from topping_out.game.towers.actions import Built, Claimed, Demolished, Event, FloorScored, ScoringBegan
from topping_out.game.towers.floors import CardId, Cause, EffectVerb, Floor, Step
from topping_out.game.towers.rules import appraise
from topping_out.game.towers.state import Storey, View
from topping_out.game.towers.words import sum_words

from ..accessibility.semantics import Group, Role, Semantics
from ..audio.player import Audio
from ..devices.intents import Verb
from ..kit.built import topping_tree
from ..kit.kit import Kit
from ..kit.ornament import panel, put_heading
from ..kit.sprites import Motion, ease_in_out, ease_out, ease_out_back, linear, painted_once
from ..kit.stage import Stage
from ..kit.theme import mix
from ..manager import Pop, Transition
from ..match.table.game import Topping
from ..match.table.table import Table
from ..system.context import Context
from ..ui.column import panel_foot
from ..ui.layout import Rect, Widget, fill, row
from ..ui.page import Page
from ..ui.widgets import Button, PagePart, Words
from .art import ROOF, FloorLine, SeatSigns, lines, section
from .places import Layout, owner_points

# -- scorings in words


@dataclass(frozen=True)
class FloorSummary:
    """What a floor does when it is scored."""

    level: int
    floor: str
    """Its name in English, which identifies it."""
    owner: Seat | None
    """Its owner at the moment when it is scored."""
    parts: tuple[tuple[Seat | None, str], ...]
    """A few words for each seat concerned; the seat is None if there is none."""


def summarize_step(step: Step) -> FloorSummary:
    """Return a step in words without names of seats, whose badges are shown beside the words."""
    return FloorSummary(step.level, step.floor, step.owner, tuple(_parts(step)))


def summarize_floors(steps: Iterable[Step]) -> list[FloorSummary]:
    """Return the summary of each floor, with all its steps combined."""
    summaries: list[FloorSummary] = []
    for summary in map(summarize_step, steps):
        if summaries and summaries[-1].level == summary.level:
            summary = replace(summary, parts=summaries.pop().parts + summary.parts)
        summaries.append(summary)
    return summaries


def _parts(step: Step) -> list[tuple[Seat | None, str]]:
    if step.owner is None:
        return [(None, tr("vacant"))]
    if any(step.points):
        return [(seat, _sum(step, seat)) for seat, points in enumerate(step.points) if points]
    return [(step.owner, _deed(step))]


def _sum(step: Step, seat: Seat) -> str:
    words = sum_words(step, seat)
    return tr("scores {n}", n=words) if words.isdigit() else words


def _deed(step: Step) -> str:
    """Return in words what a step without points does."""
    if step.effect is None:
        return tr("does nothing")
    if step.effect.verb is EffectVerb.DRAW:
        return tr("draws {n}", n=step.drawn) if step.drawn else tr("nothing to draw")
    if step.effect.verb not in (EffectVerb.TAKE_BELOW, EffectVerb.VACATE_BELOW):
        return tr("scores nothing")
    if not step.level:
        return tr("nothing below")
    if not step.changes:
        return tr("changes nothing")
    floors = listed([str(change.level + 1) for change in step.changes])
    takes, is_one = step.effect.verb is EffectVerb.TAKE_BELOW, len(step.changes) == 1
    if is_one:
        return tr("takes floor {floor}", floor=floors) if takes else tr("vacates floor {floor}", floor=floors)
    return tr("takes floors {floors}", floors=floors) if takes else tr("vacates floors {floors}", floors=floors)


def deed_words(summary: FloorSummary, names: Sequence[str]) -> str:
    """Return in words everything that a floor does, with names if it does something for others than its owner."""
    is_owners = {seat for seat, _ in summary.parts} <= {None, summary.owner}
    return semicolons(
        words if seat is None or is_owners else tr("{name}: {points}", name=tr_label(names[seat]), points=words)
        for seat, words in summary.parts
    )


# -- what a floor would do


WordsRow = tuple[tuple[Seat | None, str], ...]
"""A row of text: words, each with the seat concerned, if any."""


def rows_now(view: View, plot: int, level: int) -> list[WordsRow]:
    """Return what would happen to a floor, and what it would do, if its tower were scored now."""
    return [*_rows(view, view.towers[plot], level)]


def rows_if_claimed(view: View, plot: int, level: int) -> list[WordsRow]:
    """Return the same as if the viewer had claimed the floor.

    Return nothing if the floor has an owner, if the game is over, or if the view is not that of a seat.
    """
    tower = view.towers[plot]
    if view.seat is None or view.outcome or tower[level].owner is not None:
        return []
    claimed = [*tower]
    claimed[level] = Storey(tower[level].card, view.seat, tower[level].tuck)
    now, then = (appraise(view, floors).points[view.seat] for floors in (tower, claimed))
    in_all = tr("Your points here right now: {now} → {then}", now=now, then=then)
    return [*_rows(view, claimed, level), ((None, in_all),)]


def _rows(view: View, tower: Sequence[Storey], level: int) -> Iterator[WordsRow]:
    steps = appraise(view, tower).steps
    for step in steps:
        for change in step.changes:
            if change.level == level:
                yield ((change.after, _owner_change_words(view, step, tower, change.after is None)),)
    for step in steps:
        if step.level == level:
            yield summarize_step(step).parts if step.owner is not None else ((None, tr("Vacant: it does nothing.")),)


def _owner_change_words(view: View, step: Step, tower: Sequence[Storey], is_vacated: bool) -> str:
    """Return in words that a floor above changes the owner of a floor before it is scored."""
    floor = tr(view.floor(tower[step.level].card).name)
    if is_vacated:
        return tr("Already vacated by floor {level}, {floor}", level=step.level + 1, floor=floor)
    return tr("takes it first, with floor {level}, {floor}", level=step.level + 1, floor=floor)


# -- past scorings and last turns


@dataclass(frozen=True)
class Scoring:
    """The scoring of a tower, with the tower as it was before."""

    turn: int
    """Number of the turn at whose end it took place, counted from 1."""
    plot: int
    cause: Cause
    floors: tuple[CardId, ...]
    """The cards of the tower, ground floor first."""
    owners: tuple[Seat | None, ...]
    steps: tuple[Step, ...]
    points: tuple[int, ...]


@dataclass(frozen=True)
class LastPlay:
    """A floor that a seat built or claimed in its last turn."""

    seat: Seat
    plot: int
    level: int
    is_claim: bool


def last_plays(events: Iterable[Event]) -> list[LastPlay]:
    """Return what each seat did in its last turn in towers that still stand, given all events of the game."""
    plays: list[LastPlay] = []
    acted: set[Seat] = set()
    for event in events:
        match event:
            case TurnBegan():
                acted.clear()
            case Built(seat, plot, level) | Claimed(seat, plot, level):
                if seat not in acted:
                    plays = [play for play in plays if play.seat != seat]
                    acted.add(seat)
                plays.append(LastPlay(seat, plot, level, isinstance(event, Claimed)))
            case Demolished(gone):
                plays = [play for play in plays if play.plot != gone]
    return plays


def scorings(events: Iterable[Event]) -> list[Scoring]:
    """Return all scorings in order, given all events of the game so far, also with hidden cards."""
    found: list[Scoring] = []
    towers: dict[int, list[tuple[CardId, Seat | None]]] = {}
    turn = 1
    cause: Cause = "height"
    steps: list[Step] = []
    for event in events:
        match event:
            case Built(_, plot, _, card):
                towers.setdefault(plot, []).append((card, None))
            case Claimed(seat, plot, level):
                towers[plot][level] = towers[plot][level][0], seat
            case ScoringBegan(_, why):
                cause, steps = why, []
            case FloorScored(_, step):
                steps.append(step)
            case Demolished(plot, points):
                floors, owners = zip(*towers.pop(plot))
                found.append(Scoring(turn, plot, cause, floors, owners, tuple(steps), points))
            case TurnBegan():
                turn += 1
    return found


def points_by_floor(found: Sequence[Scoring], seat: Seat) -> Counter[str]:
    """Return the points that a seat has scored with each kind of floor, by its name."""
    total: Counter[str] = Counter()
    for scoring in found:
        for step in scoring.steps:
            if step.points[seat]:
                total[step.floor] += step.points[seat]
    return total


# -- page of scorings


CAUSES: dict[Cause, str] = {
    "height": mark("Tower {tower}, at the end of turn {turn}: it had {number} floors."),
    "trigger": mark("Tower {tower}, at the end of turn {turn}: scored for its top floor."),
    "game end": mark("Tower {tower}, at the end of turn {turn}: the game was over."),
}


class AccountsPage(Page):
    """A page with one scoring at a time, at first the newest; left and right go through them."""

    see_through = True

    def __init__(self, context: Context, signs: SeatSigns, found: list[Scoring]) -> None:
        super().__init__(context)
        self.signs, self.found = signs, found
        self.number = len(found) - 1

    @property
    def scoring(self) -> Scoring:
        return self.found[self.number]

    # -- layout

    @property
    def box(self) -> Rect:
        kit = self.kit
        wide = min(kit.width - 40, kit.wide(880))
        high = min(kit.height - 24, 690.0)
        return Rect((kit.width - wide) / 2, (kit.height - high) / 2, wide, high)

    def build(self) -> list[Widget]:
        box = self.box
        why = Words("why", self._why, 15.5, colour=self.kit.theme.mist, most=1)
        why.placed(Rect(box.x, box.y + 88 - self.kit.line(15.5) / 2, box.w, self.kit.line(15.5)))
        before = Button("before", tr("Earlier"), lambda: self.go(-1), Verb.UNDO, enabled=self.number > 0)
        close = Button("close", tr("Close"), self.cancel, Verb.LOOK, self.key(Verb.CANCEL), primary=True)
        after = Button("after", tr("Later"), lambda: self.go(1), enabled=self.number + 1 < len(self.found))
        return [
            why,
            *self._floors(),
            self._total(),
            *row(fill(row(before, fill())), close, fill(row(fill(), after))).lay(self.kit, panel_foot(self.kit, box)),
        ]

    def initial_focus(self) -> Widget | None:
        """Return the first thing on the page for players who listen, as it was opened to hear that."""
        return self.focusable[0] if self.context.announcer.is_heard else super().initial_focus()

    def go(self, by: int) -> Transition:
        self.number = max(0, min(len(self.found) - 1, self.number + by))
        self.rebuild()
        self.context.announcer.reply(paragraph([full_stop(self.heading), self._why]))
        return None

    @property
    def heading(self) -> str:  # type: ignore[override]
        return tr("Scoring {number} of {total}", number=self.number + 1, total=len(self.found))

    @property
    def _why(self) -> str:
        scoring = self.scoring
        return tr(CAUSES[scoring.cause], tower=scoring.plot + 1, turn=scoring.turn, number=len(scoring.floors))

    def _floors(self) -> Iterator[PagePart]:
        """Yield the floors for screen readers, top floor first; `_paint_section` paints them."""
        x, foot, high = self._section()
        scoring, count, group = self.scoring, len(self.scoring.floors), _floor_group()
        found = {summary.level: summary for summary in summarize_floors(scoring.steps)}
        for line, level in enumerate(reversed(range(count))):
            rect = Rect(x, foot - (count - line) * high, self.box.w - 88, high)
            words = self._floor_words(found[level], scoring.owners[level])
            yield PagePart(f"floor{level}", rect, Semantics(Role.ITEM, words), lambda stage: None, group)

    def _floor_words(self, summary: FloorSummary, owner: Seat | None) -> str:
        """Return in words a floor, its owners, and what it did for whom."""
        level, floor, heir = summary.level + 1, tr(summary.floor), summary.owner
        names = self.signs.names
        did = deed_words(summary, names)
        if owner is None and heir is None:
            return tr("Floor {level}, {floor}: {deed}", level=level, floor=floor, deed=did)
        if owner is None:
            # Translators: a vacant floor that another floor took: {heir} owns it now.
            text, places = mark("Floor {level}, {floor}, now {heir}: {deed}"), {}
        elif heir in (owner, None):
            text, places = mark("Floor {level}, {floor}, {name}: {deed}"), {"name": tr_name(names[owner])}
        else:
            text, places = mark("Floor {level}, {floor}, {name}, now {heir}: {deed}"), {"name": tr_name(names[owner])}
        if heir is not None:
            places["heir"] = tr_name(names[heir])
        return tr(text, level=level, floor=floor, deed=did, **places)

    def cancel(self) -> Transition:
        return Pop()

    def _move(self, verb: Verb) -> Transition:
        """Go through the scorings with left and right, wherever the focus is."""
        if verb in (Verb.LEFT, Verb.RIGHT):
            self.context.audio.play("focus")
            return self.go(1 if verb is Verb.RIGHT else -1)
        return super()._move(verb)

    # -- drawing

    def rows(self) -> tuple[FloorLine, ...]:
        """Return the floors of the scoring for its picture, top floor first."""
        signs, scoring = self.signs, self.scoring
        found = {summary.level: summary for summary in summarize_floors(scoring.steps)}
        rows = []
        for level in reversed(range(len(scoring.floors))):
            summary = found[level]
            rows.append(
                FloorLine(
                    signs.view.floor(scoring.floors[level]), signs.sign_of(scoring.owners[level]),
                    signs.sign_of(summary.owner), signs.parts(summary.parts),
                )
            )  # fmt: skip
        return tuple(rows)

    def paint(self, stage: Stage) -> None:
        kit, box = self.kit, self.box
        stage.blit(kit.veil(0.6), 0, 0)
        stage.blit(panel(kit, box.w, box.h, 250), box.x, box.y)
        put_heading(stage, kit, self.heading, box.centerx, box.y + 20, box.w - 90)
        self._paint_section(stage)

    def _section(self) -> tuple[float, float, float]:
        """Return the x of the tower's left edge, the y of its foot, and the height of a floor."""
        box, text = self.box, self.kit.text_scale
        foot = panel_foot(self.kit, box).y - 18 - 34 * text
        return box.x + 44, foot, min(68.0, (foot - box.y - 96 - ROOF) / 6)

    def _paint_section(self, stage: Stage) -> None:
        kit, box, (left, foot, high) = self.kit, self.box, self._section()
        picture = section(kit, self.rows(), (min(250.0, box.w * 0.3), high), box.w - 88, kit.theme.paper)
        stage.blit(picture, left, foot - kit.size_of(picture)[1])
        ground = kit.plate(box.w - 72, 2.4, kit.theme.ember, kit.theme.ember, 0.5, 1)
        stage.blit(ground, box.x + 36, foot)

    def _total(self) -> PagePart:
        """Return the line with the points of each seat from this tower."""
        kit, box, signs = self.kit, self.box, self.signs
        parts = [(seat, f"{signs.name(seat)} {n}") for seat, n in owner_points(self.scoring.points)]
        words = commas(text for _, text in parts) or tr("Nobody scored.")
        total = lines(kit, signs.parts(parts) or ((None, words),), 18, kit.theme.paper, face="bold")
        (width, height), y = kit.size_of(total), panel_foot(kit, box).y - 6 - 18 * kit.text_scale
        rect = Rect(box.centerx - width / 2, y - height / 2, width, height)
        semantics = Semantics(Role.TEXT, tr("In all: {points}", points=words))
        return PagePart(
            "total", rect, semantics, lambda stage: stage.blit_centred(total, box.centerx, y), _floor_group()
        )


def _floor_group() -> Group:
    return Group("floors", tr("The floors, top first"))


# -- animation


NIGHT = 0.72
"""Darkness of a floor before the light reaches it, from 0 to 1."""
DIM = 0.42
"""Darkness of a vacant floor once the light reaches it."""


class Lamp:
    """The light on a floor: `dark` and `shine` are from 0 to 1; `shine` flares up as the light arrives.

    `moved` runs from 0 to 1 in a round of the motion of the floor's room.
    """

    __slots__ = ("dark", "floor", "moved", "shine")

    def __init__(self, floor: Floor) -> None:
        self.floor = floor
        self.dark = self.shine = self.moved = 0.0


class Badge:
    """The new owner of a floor, None if it is vacant, at its side. `size` grows as it appears."""

    __slots__ = ("owner", "size")

    def __init__(self, owner: Seat | None) -> None:
        self.owner, self.size = owner, 0.0


class Token:
    """A coin with points that flies to a seat."""

    __slots__ = ("alpha", "points", "scale", "seat", "x", "y")

    def __init__(self, seat: Seat, points: int, x: float, y: float) -> None:
        self.seat, self.points, self.x, self.y = seat, points, x, y
        self.scale, self.alpha = 0.3, 1.0


class Caption:
    """The words beside a floor on what it does."""

    __slots__ = ("alpha", "summary")

    def __init__(self, summary: FloorSummary) -> None:
        self.summary, self.alpha = summary, 0.0


class Show:
    """The animation of a tower's scoring."""

    def __init__(self, plot: int, cause: Cause, floors: Sequence[Floor], seats: int) -> None:
        self.plot, self.cause = plot, cause
        self.lamps = [Lamp(floor) for floor in floors]
        self.badges: dict[int, Badge] = {}
        """By level, for floors whose owner has changed."""
        self.tokens: list[Token] = []
        self.caption: Caption | None = None
        self.gained = [0] * seats
        """The points that have arrived at each seat so far."""
        self.is_summed_up = False
        """Whether the points of all seats are shown, at the end."""

    def darken(self, motion: Motion, audio: Audio) -> None:
        """Darken the floors from the top down, and reset `Motion.haste`, so that nothing that follows is hurried."""
        motion.haste = 1.0
        audio.play("sky_settle")
        for number, lamp in enumerate(reversed(self.lamps)):
            motion.to(lamp, 260, number * 45, ease_in_out, dark=NIGHT)

    def perform(self, step: Step, layout: Layout, motion: Motion, audio: Audio) -> None:
        """Light a floor, and show what it does."""
        lamp = self.lamps[step.level]
        vacant = step.owner is None
        motion.to(lamp, 200, 0, ease_out, dark=DIM if vacant else 0.0)
        self.caption = Caption(summarize_step(step))
        motion.to(self.caption, 140, 0, linear, alpha=1.0)
        audio.play("tick" if vacant else "snap", 0.5)
        if not vacant:
            lamp.shine = 1.0
            motion.to(lamp, 700, 0, ease_out, shine=0.0)
            if not motion.reduced:
                motion.to(lamp, 700, 0, linear, moved=1.0)
        for number, (seat, points) in enumerate((s, n) for s, n in enumerate(step.points) if n):
            self._pay(seat, points, step.level, number, layout, motion, audio)
        for number, change in enumerate(step.changes):
            self._change_owner(change.level, change.after, 240 + number * 160, motion, audio)

    def _pay(
        self, seat: Seat, points: int, level: int, number: int, layout: Layout, motion: Motion, audio: Audio
    ) -> None:
        floor, goal = layout.floor_rect(self.plot, level), layout.plate_score(seat)
        token = Token(seat, points, floor.right - 26 - number * 50, floor.centery)
        self.tokens.append(token)
        start = 480 + number * 60
        motion.to(token, 260, number * 60, ease_out_back, scale=1.0)
        motion.to(token, 620, start, ease_in_out, x=goal.x)
        motion.to(token, 620, start, ease_out, y=goal.y)
        motion.to(token, 160, start + 500, linear, alpha=0.0)
        motion.at(start + 600, lambda: self._receive(seat, points, audio))

    def _receive(self, seat: Seat, points: int, audio: Audio) -> None:
        self.gained[seat] += points
        audio.play("penny_ring", 0.6)

    def _change_owner(self, level: int, owner: Seat | None, delay: float, motion: Motion, audio: Audio) -> None:
        """Show, after a delay in milliseconds, that a floor below has a new owner or is vacant."""

        def show_badge() -> None:
            badge = self.badges[level] = Badge(owner)
            motion.to(badge, 300, 0, ease_out_back, size=1.0)
            audio.play("knock" if owner is None else "card_place")

        motion.at(delay, show_badge)

    def sum_up(self, audio: Audio) -> None:
        """Show the points of all seats instead of what the last floor did."""
        self.caption, self.is_summed_up = None, True
        audio.play("score_tick")

    def light_up(self, motion: Motion) -> None:
        for lamp in self.lamps:
            motion.to(lamp, 240, 0, ease_in_out, dark=0.0)


def reading_time(step: Step) -> float:
    """Return how long a step is shown after its motion, in milliseconds."""
    if step.owner is None:
        return 260.0
    return 520.0 if any(step.points) or step.changes else 620.0


# -- finale


HEAD = 190.0
"""Space above `TALLEST` floors, if the window is high enough."""
SHORTEST = 0.6
"""Height of a tower without points, in floors."""
TALLEST = 6
"""Height of the space for the tallest tower and its tree, in floors; the tree has 1.1 of them."""


class Finale(Topping):
    """The finale: points grow as towers, then a tree rises on the winner's. `grown` and `rise` run from 0 to 1."""

    def __init__(self, table: Table, share: float = 0.0) -> None:
        super().__init__(table)
        outcome: Outcome = table.view.outcome
        self.scores, self.winners = outcome.scores, outcome.winners
        self.grown = self.rise = share

    def play(self) -> str:
        motion = self.table.motion
        motion.to(self, 1300, 0, ease_out, grown=1.0)
        motion.to(self, 700, 1200, ease_out_back, rise=1.0)
        motion.at(1300, self._burst)
        motion.at(1250, lambda: self.table.sound_the_end(self.winners))
        if not self.winners:
            return ""
        return tr_count(
            "The points rise as towers, and a tree tops the winner's.",
            "The points rise as towers, and trees top the winners'.",
            len(self.winners),
        )

    def _burst(self) -> None:
        layout, high = self.table.layout, floor_height(self.table.layout)
        tops = [(seat, layout.ground - self.height(seat) * high - 60) for seat in self.winners]
        self.table.throw_confetti([(tower_x(layout, seat), y) for seat, y in tops])

    def height(self, seat: Seat) -> float:
        """Return the final height of a seat's tower, in floors."""
        most = max(1, *self.scores)
        return SHORTEST + (TALLEST - 1.1 - SHORTEST) * max(0, self.scores[seat]) / most


def tower_x(layout: Layout, seat: Seat) -> float:
    """Return the x of a seat's tower in the finale; the towers are spread over the width of the plots."""
    seats = layout.variant.seats
    left, right = layout.tower_x(0), layout.tower_x(layout.plots - 1)
    return left + (right - left) * (seat + 0.5) / seats if seats != layout.plots else layout.tower_x(seat) + 20


def floor_height(layout: Layout) -> float:
    """Return the height of a floor in the finale: that of a card, or more in high windows."""
    return max(layout.card[1], (layout.ground - HEAD) / TALLEST)


def draw_finale(stage: Stage, kit: Kit, layout: Layout, finale: Finale, players: Sequence[Player]) -> None:
    wide, unit = round(min(190.0, layout.card[0] * 0.8)), floor_height(layout)
    for seat, player in enumerate(players):
        x, full = tower_x(layout, seat), round(finale.height(seat) * unit)
        tower = _tower(kit, wide, full, player.colour)
        top = layout.ground - full * finale.grown
        with stage.clip(0, 0, kit.width, layout.ground):
            stage.blit(tower, x - wide / 2, top - 12)
        points = round(finale.scores[seat] * min(1.0, finale.grown))
        sign = kit.text(str(points), 32, "title")
        stage.blit_centred(sign, x, min(top + 36, layout.ground - unit * 0.28))
        name = kit.fit(tr_label(player.name), wide + 20, 15.5, "bold")
        stage.blit_centred(kit.text(name, 15.5, "bold"), x, layout.ground + 15 * kit.text_scale)
        if seat in finale.winners and finale.rise > 0:
            tree = kit.tilted(topping_tree(kit), 0, max(0.1, finale.rise))
            stage.blit_centred(tree, x, top - 12 - 40 * finale.rise)


@painted_once
def _tower(kit: Kit, width: float, height: float, colour: int) -> pygame.Surface:
    """Return a tower of the finale in a seat's colour, with lit windows and a brass ledge at the top."""
    theme, base = kit.theme, kit.theme.seats[colour]
    ledge = 12.0
    canvas = kit.canvas(width, height + ledge, base)
    canvas.rect(8, ledge, width / 2 - 8, height, mix(base, theme.paper, 0.08))
    canvas.rect(width / 2, ledge, width / 2 - 8, height, mix(base, theme.night, 0.32))
    rng = random.Random(colour)
    for storey in range(int((height - 58) // 22)):
        for column in range(7):
            x, y = 20 + column * (width - 50) / 6, ledge + 58 + storey * 22
            lit = rng.random() < 0.7
            paint = mix(theme.window, theme.glow, rng.random() * 0.5) if lit else mix(base, theme.night, 0.6)
            canvas.rect(x, y, 10, 13, paint, 1)
    canvas.rect(0, ledge - 4, width, 5, mix(theme.brass, theme.paper, 0.15)).rect(
        4, ledge + 1, width - 8, 3, (*theme.night, 110)
    )
    canvas.rect(14, 3, width - 28, 6, mix(base, theme.night, 0.2))
    return canvas.done()
