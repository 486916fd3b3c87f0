"""What the house's dealers play in the campaign: a deck for each choice of the player, and what it earns, exactly."""
