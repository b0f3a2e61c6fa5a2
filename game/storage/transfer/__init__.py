"""Everything that a player has gathered, taken to another machine in one file."""
