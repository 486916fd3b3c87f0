"""A dealer's table solved: the player's best play, the edge in float64 and exactly, the strategy chart."""
