"""Pictures that several games and pages share, and what is drawn by them."""
