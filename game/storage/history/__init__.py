"""What the saved games tell of: tries, feats, figures."""
