"""Live games: what such a game tells beyond its rules, the driver that plays it, and the speed of bots."""
