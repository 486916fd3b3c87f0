"""Pictures of odds: strategy charts, totals, edges and decks, as PNG or SVG."""
