"""Who plays at the screen: players, their devices, what they may see, and whether they are there."""
