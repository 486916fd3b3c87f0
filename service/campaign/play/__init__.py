"""Money at the tables of the campaign: what a move posts in the ledger, and what the house does about it."""
