"""Tables to a wanted edge: the dealer's deck, Lando's share, the payouts, and the decks recommended for the dealers."""
