"""The table of Towering."""

from topping_out.scenes.match.definition import TableDefinition

TABLE = TableDefinition(
    table="topping_out.scenes.towering.table:ToweringTable",
    facade="topping_out.scenes.towering.pictures.facade:paint",
    skyline="topping_out.scenes.towering.pictures.skyline:paint",
    facade_height=0.97,
    illustrations="topping_out.scenes.towering.pictures.illustrations:FIGURES",
    lessons="topping_out.scenes.towering.lessons:CUES",
    printing="topping_out.scenes.towering.printing:ToweringPrinting",
)
