"""The table of Towers."""

from scenes.match.definition import TableDefinition

TABLE = TableDefinition(
    board="scenes.towers.board:TowersBoard",
    facade="scenes.towers.facade:paint",
    skyline="scenes.towers.skyline:paint",
    facade_height=0.88,
    illustrations="scenes.towers.illustrations:FIGURES",
    lessons="scenes.towers.lessons:CUES",
)
