"""The table of Towering."""

from scenes.match.definition import TableDefinition

TABLE = TableDefinition(
    board="scenes.towering.board:ToweringBoard",
    facade="scenes.towering.pictures.facade:paint",
    skyline="scenes.towering.pictures.skyline:paint",
    facade_height=0.97,
    illustrations="scenes.towering.pictures.illustrations:FIGURES",
    lessons="scenes.towering.lessons:CUES",
)
