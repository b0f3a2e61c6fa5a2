"""The table of Towers."""

from game.language import mark
from scenes.match.definition import TableDefinition

TABLE = TableDefinition(
    board="scenes.towers.board:TowersBoard",
    puzzle_question=mark("Find the best turn: what you build, and what you tuck."),
    facade="scenes.towers.pictures.facade:paint",
    skyline="scenes.towers.pictures.skyline:paint",
    facade_height=0.88,
    illustrations="scenes.towers.pictures.illustrations:FIGURES",
    lessons="scenes.towers.lessons:CUES",
)
