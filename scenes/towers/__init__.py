"""The table of Towers."""

from topping_out.game.language import mark

from ..match.definition import TableDefinition, Workshop

TABLE = TableDefinition(
    table="topping_out.scenes.towers.table:TowersTable",
    puzzle_question=mark("Find the best turn: what you build, and what you tuck."),
    facade="topping_out.scenes.towers.pictures:paint_facade",
    skyline="topping_out.scenes.towers.pictures:paint_built",
    facade_height=0.88,
    illustrations="topping_out.scenes.towers.pictures:figures",
    lessons="topping_out.scenes.towers.lessons:CUES",
    workshop=Workshop(
        "deck",
        "topping_out.scenes.towers.decks:DecksPage",
        mark("Deck workshop"),
        mark("Make a deck of your own, see what it does, or draft one."),
        "topping_out.scenes.towers.pictures:value_cover",
    ),
    printing="topping_out.scenes.towers.printing:TowersPrinting",
)
