"""The table of Towers of Wyoming."""

from scenes.match.definition import TableDefinition

TABLE = TableDefinition(
    board="scenes.wyoming.board:WyomingBoard",
    facade="scenes.wyoming.pictures.facade:paint",
    skyline="scenes.wyoming.pictures.skyline:paint",
    facade_height=1.0,
    illustrations="scenes.wyoming.pictures.illustrations:FIGURES",
    lessons="scenes.wyoming.lessons:CUES",
)
