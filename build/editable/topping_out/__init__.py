"""Topping Out: four tower-building table games. `game` holds the rules, `scenes` what is seen and heard."""
