"""The rules, as table and search play by them."""
