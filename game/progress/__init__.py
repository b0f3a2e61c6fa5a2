"""What games add up to: feats, ratings, series, and what is said about a finished one."""
