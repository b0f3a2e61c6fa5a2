"""What games add up to: feats, ratings, series, and summaries of finished games."""
