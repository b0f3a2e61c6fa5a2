"""The table of Towering."""

from ..match.definition import TableDefinition

TABLE = TableDefinition(
    table="topping_out.scenes.towering.table:ToweringTable",
    facade="topping_out.scenes.towering.pictures:paint_facade",
    skyline="topping_out.scenes.towering.pictures:paint_built",
    facade_height=0.97,
    illustrations="topping_out.scenes.towering.pictures:FIGURES",
    lessons="topping_out.scenes.towering.lessons:CUES",
    printing="topping_out.scenes.towering.printing:ToweringPrinting",
)
