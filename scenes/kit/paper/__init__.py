"""Cards, pieces and pages to hold: games as PDF."""
