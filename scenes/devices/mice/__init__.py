"""Mice told apart, so that several players have one each."""
