"""All hands of a pile: multisets of kinds, what they are worth, how they grow card by card, how they end."""
