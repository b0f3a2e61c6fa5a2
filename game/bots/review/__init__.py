"""A finished game looked back on: its decisions judged, its chances as a curve, how well each player played."""
