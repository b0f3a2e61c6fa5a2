"""The live table as a scene: its course, the players' devices, hints, and what is heard of it."""
