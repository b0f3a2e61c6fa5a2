"""Better weights by self-play."""
