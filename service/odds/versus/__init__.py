"""Player against player: exact shares, and the stand-on totals of the equilibrium."""
