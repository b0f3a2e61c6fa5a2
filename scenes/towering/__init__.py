"""The table of Towering."""

from scenes.match.definition import TableDefinition

TABLE = TableDefinition(
    board="scenes.towering.board:ToweringBoard",
    facade="scenes.towering.facade:paint",
    skyline="scenes.towering.skyline:paint",
    facade_height=0.97,
    illustrations="scenes.towering.illustrations:FIGURES",
    lessons="scenes.towering.lessons:CUES",
)
