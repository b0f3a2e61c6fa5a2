"""The table of Towers of Wyoming."""

from scenes.match.definition import TableDefinition

TABLE = TableDefinition(
    board="scenes.wyoming.board:WyomingBoard",
    facade="scenes.wyoming.facade:paint",
    skyline="scenes.wyoming.skyline:paint",
    facade_height=1.0,
    illustrations="scenes.wyoming.illustrations:FIGURES",
    lessons="scenes.wyoming.lessons:CUES",
)
