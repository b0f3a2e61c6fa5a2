"""The recipes of all sounds, by material. Importing them enters them into the table."""

from sounds import ambiences, endings, glass, metal, paper, wood

__all__ = ["ambiences", "endings", "glass", "metal", "paper", "wood"]
