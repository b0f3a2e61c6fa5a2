"""A floor on the workbench: its name, its number, what it does, and how it looks."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from topping_out.game.language import mark, tr
from topping_out.game.text import sentence
from topping_out.game.towers.decks import find_decks
from topping_out.game.towers.floors import COLOURS, LARGEST_AMOUNT, PICTURES, ROOMS, Effect, EffectVerb, Floor
from topping_out.game.towers.refusals import LONGEST_NAME, MOST_COUNT, MOST_EFFECTS
from topping_out.game.towers.words import effect_words
from topping_out.game.towers.workshop.bench import Bench
from topping_out.scenes.devices.intents import Verb
from topping_out.scenes.manager import Pop, Transition
from topping_out.scenes.system.context import Context
from topping_out.scenes.towers.art.rooms import BOX, colours, style_of
from topping_out.scenes.towers.art.studio import SIGN_OF
from topping_out.scenes.towers.tips import effects_in_full
from topping_out.scenes.towers.workshop.preview import TowerPreview, around
from topping_out.scenes.towers.workshop.split import Side
from topping_out.scenes.ui.column import ColumnPage, Rows
from topping_out.scenes.ui.fields.text_field import TextField
from topping_out.scenes.ui.layout import Box, fill
from topping_out.scenes.ui.widgets import Button, Rect, Stepper, Switch, Widget

COLOUR_NAMES = dict(
    zip(
        COLOURS,
        (
            mark("Moss"), mark("Copper"), mark("Plum"), mark("Pink"), mark("Frost"), mark("Brass"),
            mark("Slate"), mark("Heather"), mark("Ember"), mark("Lagoon"),
        ),
    )
)  # fmt: skip


class FloorField(TextField):
    longest = LONGEST_NAME
    placeholder = mark("Name of the floor")


class FloorPage(ColumnPage):
    """Every change shows at once what the card says, and the floor as it will stand in a tower."""

    heading = mark("A floor")
    back_label = mark("Done")

    def __init__(self, context: Context, bench: Bench, index: int) -> None:
        super().__init__(context)
        self._side = Side()
        self.bench, self.index = bench, index

    @property
    def floor(self) -> Floor:
        return self.bench.deck.floors[self.index]

    def viewport_rect(self) -> Rect:
        return self._side.viewport(self.kit)

    def build(self) -> list[Widget]:
        return [*super().build(), *self._side.widgets(self.kit, self.preview())]

    def preview(self) -> TowerPreview:
        return TowerPreview(*around(self.bench.deck.floors, self.index))

    # -- rows

    def put_rows(self, rows: Rows) -> None:
        floor = self.floor
        rows.put(FloorField("name", floor.name, self._names(), self._set_name))
        rows.words("says", effects_in_full(floor))
        if self.bench.problem:
            rows.words("problem", sentence(self.bench.problem), is_bad=True)
        counts = [str(n) for n in range(1, MOST_COUNT + 1)]
        rows.put(Stepper("count", tr("Cards"), "", counts, floor.count - 1, lambda n: self._set(count=n + 1)))
        for number in range(min(len(floor.effects) + 1, MOST_EFFECTS)):
            self._put_effect(rows, number)
        text = tr("Claimed or not, it triggers scoring in the turn it's built.")
        triggers = floor.triggers_scoring
        rows.put(Switch("triggers", tr("Triggers scoring"), text, triggers, lambda on: self._set(triggers_scoring=on)))
        self._put_looks(rows, floor)
        rows.put(Button("remove", tr("Remove this floor"), self._remove, size=16))

    def _put_effect(self, rows: Rows, number: int) -> None:
        effects, name = self.floor.effects, self.floor.name
        now = effects[number] if number < len(effects) else None
        verbs: list[EffectVerb | None] = [None, *EffectVerb]
        amount = now.amount if now else 1
        labels = [effect_words(Effect(verb, amount), name) if verb else tr("nothing more") for verb in verbs]
        title = tr("Effect {number}", number=number + 1)
        at = verbs.index(now.verb if now else None)
        change = partial(self._set_verb, number, verbs)
        rows.put(Stepper(f"effect {number}", title, tr("What it does for its owner."), labels, at, change))
        if now:
            numbers = [str(n) for n in range(1, LARGEST_AMOUNT + 1)]
            title = tr("Number in effect {number}", number=number + 1)
            rows.put(Stepper(f"amount {number}", title, "", numbers, amount - 1, partial(self._set_amount, number)))

    def _put_looks(self, rows: Rows, floor: Floor) -> None:
        pictures = ["", *PICTURES]
        labels = [tr("as its effect asks"), *(_picture_name(name, floor) for name in PICTURES)]
        at = pictures.index(floor.picture)
        rows.put(Stepper("picture", tr("Picture"), "", labels, at, lambda n: self._set(picture=pictures[n])))
        names, theme = ["", *COLOURS], self.kit.theme
        labels = [tr("as its name asks"), *(tr(COLOUR_NAMES[name]) for name in COLOURS)]
        usual = style_of(theme, replace(floor, colour="")).colour
        swatches = [usual, *colours(theme).values()]
        at = names.index(floor.colour)
        rows.put(Stepper("colour", tr("Colour"), "", labels, at, lambda n: self._set(colour=names[n]), swatches))

    def foot(self) -> list[Box]:
        undo = Button("undo", tr("Undo"), self._undo, Verb.UNDO, self.key(Verb.UNDO))
        undo.enabled = len(self.bench.history) > 1
        return [undo, fill(), self.back(), fill()]

    def _names(self) -> list[str]:
        """Return names of the program's floors that are free, first of those that do the same; then its own."""
        others = {floor.name for floor in self.bench.deck.floors}
        known = {floor.name: floor for deck in find_decks().built_in.values() for floor in deck.floors}
        floors = sorted(known.values(), key=lambda floor: (floor.effects[:1] != self.floor.effects[:1], floor.name))
        names = [tr(floor.name) for floor in floors]
        return [*(name for name in names if len(name) <= LONGEST_NAME and name not in others), self.floor.name]

    # -- changes

    def _set_name(self, text: str) -> Transition:
        return self._set(name=text)

    def _set(self, **changed: Any) -> Transition:
        self.bench.set_floor(self.index, replace(self.floor, **changed))
        self.rebuild()
        return None

    def _set_verb(self, number: int, verbs: list[EffectVerb | None], at: int) -> Transition:
        effects, verb = [*self.floor.effects], verbs[at]
        amount = effects[number].amount if number < len(effects) else 1
        effects[number : number + 1] = [Effect(verb, amount)] if verb else []
        return self._set(effects=tuple(effects))

    def _set_amount(self, number: int, at: int) -> Transition:
        effects = [*self.floor.effects]
        effects[number] = replace(effects[number], amount=at + 1)
        return self._set(effects=tuple(effects))

    def _undo(self) -> Transition:
        self.bench.undo()
        if self.index >= len(self.bench.deck.floors):
            return Pop()
        self.rebuild()
        return None

    def _remove(self) -> Transition:
        self.bench.set_floor(self.index, None)
        return Pop()


def _picture_name(picture: str, floor: Floor) -> str:
    """Return what a picture is called: a room by the floor of the box, a sign by the effect that it stands for."""
    if picture in ROOMS:
        return tr(next(name for name, room in BOX.items() if room == picture))
    verb = next((verb for verb, sign in SIGN_OF.items() if sign == picture), None)
    if verb:
        return effect_words(Effect(verb, 1), floor.name)
    return tr("no effect") if picture == "none" else tr("TERRACE")
